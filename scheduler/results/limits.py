"""What this server takes on, at most: so that one visitor cannot take it away from the others."""

from __future__ import annotations

import os
from dataclasses import dataclass

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
    open_runs: int = 64             # open on the machine
    at_once: int = max(2, os.cpu_count() or 1)      # running on the machine
    seconds: float = 3_600.0        # one run
