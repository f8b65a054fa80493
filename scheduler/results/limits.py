"""What this server takes on, at most: so that one visitor cannot take it away from the others.

QUEUESCOPE_LIMITS changes them: "visitor_runs=20 open_runs=800 stored=20GiB".
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, fields

from scheduler.errors import InputError

LIMITS = "QUEUESCOPE_LIMITS"
VALUE = re.compile(r"(\d{1,15})(MiB|GiB|)")
MiB, GiB = 2**20, 2**30
DAY = 86_400.0                      # s


@dataclass(frozen=True)
class Limits:
    """Sizes in bytes, times in seconds; every one is said in a sentence when it bites."""

    stored: int = 8 * GiB           # uploads, workloads and runs together; oldest unused go first
    uploaded: int = 512 * MiB       # one file, as sent
    plain: int = 1 * GiB            # one file, uncompressed
    visitor_uploaded: int = 2 * GiB     # all files of one visitor within a day
    jobs: int = 5_000_000           # of one trace
    visitor_runs: int = 8           # open (queued or running) of one visitor
    open_runs: int = 320            # open on the machine
    at_once: int = max(2, os.cpu_count() or 1)      # running on the machine
    seconds: float = 3_600.0        # one run

    @classmethod
    def of_environment(cls) -> Limits:
        """The limits with what QUEUESCOPE_LIMITS changes.  Raises InputError in one sentence."""
        known = [field.name for field in fields(cls)]
        changed: dict[str, int] = {}
        for word in os.environ.get(LIMITS, "").replace(",", " ").split():
            name, _, value = word.partition("=")
            number = VALUE.fullmatch(value)
            if name not in known or number is None or int(number[1]) < 1:
                raise InputError(f"{word[:60]!r} in {LIMITS} is no limit; wanted: NAME=NUMBER, the number above 0, for "
                                 f"sizes with MiB or GiB, and the name one of {', '.join(known)}.")
            changed[name] = int(number[1]) * {"MiB": MiB, "GiB": GiB}.get(number[2], 1)
        return cls(**changed)
