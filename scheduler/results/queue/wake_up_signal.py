"""A signal between processes: who waits for news sleeps until somebody sends it, instead of looking again and again.

It is a named pipe in a folder.  Sending never waits, and is no error where nobody listens: who comes to listen looks
at everything first.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

NAME = "bell"
LENGTH = 4096  # bytes taken out at a time


def send(folder: Path) -> None:
    """Wake who listens for the signal of this folder."""
    with suppress(OSError):  # nobody listens, or it is sent so often that one more changes nothing
        number = os.open(folder / NAME, os.O_WRONLY | os.O_NONBLOCK)
        try:
            os.write(number, b".")
        finally:
            os.close(number)


@contextmanager
def listening(folder: Path) -> Iterator[int]:
    """The file number of the signal of this folder, to be waited for; one process at a time."""
    with suppress(FileExistsError):
        os.mkfifo(folder / NAME, 0o600)
    number = os.open(folder / NAME, os.O_RDWR | os.O_NONBLOCK)  # for writing, too: so it never ends
    try:
        yield number
    finally:
        os.close(number)


def drain(number: int) -> None:
    """Take note of every signal so far."""
    with suppress(BlockingIOError):
        while len(os.read(number, LENGTH)) == LENGTH:
            pass
