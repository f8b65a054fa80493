"""Which process is meant: its number, and when it was created, since numbers are used again.

Whether a process lives is asked of the system, never guessed from how long it has been silent: under load a process
can be silent for minutes.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import psutil

from scheduler.broker import leases

ENDED = (b"Z", b"X", b"x")  # states of a process that has ended and only waits to be put away


def handle(number: int | None = None) -> str:
    """ "<number>x<creation>" of a process (this one); without a creation where it has ended."""
    number = os.getpid() if number is None else number
    return f"{number}x{_created(number) or ''}"


def alive(process_handle: object) -> bool:
    """Whether that very process is alive; what stands behind a dot in its handle is the business of others.

    Of a worker of a broker, which may be on another machine, whether its lease has not run out.
    """
    if leases.is_lease(process_handle):
        return leases.alive(process_handle)
    number, _, created = str(process_handle).partition(".")[0].partition("x")
    return number.isdecimal() and bool(created) and _created(int(number)) == created


def _created(number: int) -> str | None:
    """When a process was created: on Linux ticks since boot, which no change of the clock moves; None: it has ended."""
    if not sys.platform.startswith("linux"):
        with suppress(psutil.Error, ValueError, OverflowError):
            process = psutil.Process(number)
            return None if process.status() == psutil.STATUS_ZOMBIE else str(int(process.create_time() * 100))
        return None
    try:
        with open(f"/proc/{number}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()  # a name may hold spaces and brackets
    except OSError:
        return None
    return None if fields[0] in ENDED else fields[19].decode()
