"""What this server takes on, at most: so that one visitor cannot take it away from the others.

QUEUESCOPE_LIMITS changes them: "visitor_runs=20 open_runs=800 stored=20GiB"; the word "class" several at once.

A visitor may also have only so much kept in a day, so that nobody's files are pushed out by one other's.  A file per
visitor tells what was kept for it and when, a line each; lines are only ever added, so several processes may write at
once, and what is older than a day is dropped with the file when nothing in it counts any more.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path

from scheduler.broker import quotas
from scheduler.broker.address import in_use
from scheduler.errors import InputError, Refused

LIMITS = "QUEUESCOPE_LIMITS"
VALUE = re.compile(r"(\d{1,15})(MiB|GiB|)")
MiB, GiB = 2**20, 2**30
SETS = {"class": {"visitor_runs": 16, "open_runs": 2_000}}  # everybody asks in the same minute, and waits for a turn
DAY = 86_400.0  # s


@dataclass(frozen=True)
class Limits:
    """Sizes in bytes, times in seconds; every one is said in a sentence when it bites."""

    stored: int = 8 * GiB  # uploads, workloads and runs together; oldest unused go first
    uploaded: int = 512 * MiB  # one file, as sent
    plain: int = 1 * GiB  # one file, uncompressed
    visitor_uploaded: int = 2 * GiB  # all files of one visitor within a day
    jobs: int = 5_000_000  # of one trace
    visitor_runs: int = 8  # open (queued or running) of one visitor
    open_runs: int = 320  # open on the machine
    at_once: int = max(2, os.cpu_count() or 1)  # running on the machine
    pages: int = 2 * max(2, os.cpu_count() or 1) + 2  # processes that answer pages, of each process that listens
    answer: int = 20  # s of the processor for one answer; six times as long for a download
    seconds: float = 3_600.0  # one run
    process_runs: int = 100  # of one process of a worker of the broker; then another follows
    rooms: int = 200  # of classes, at once
    students: int = 300  # of one room

    @classmethod
    def of_environment(cls) -> Limits:
        """The limits with what QUEUESCOPE_LIMITS changes.  Raises InputError in one sentence."""
        names = [field.name for field in fields(cls)]
        changed: dict[str, int] = {}
        for word in os.environ.get(LIMITS, "").replace(",", " ").split():
            if word in SETS:
                changed |= SETS[word]
                continue
            name, _, value = word.partition("=")
            number = VALUE.fullmatch(value)
            if name not in names or number is None or int(number[1]) < 1:
                raise InputError(
                    f"{word[:60]!r} in {LIMITS} is no limit; wanted: NAME=NUMBER, the number above 0, for "
                    f"sizes with MiB or GiB, and the name one of {', '.join(names)}; or the word "
                    f"{' or '.join(SETS)}."
                )
            changed[name] = int(number[1]) * {"MiB": MiB, "GiB": GiB}.get(number[2], 1)
        return cls(**changed)


class Quota:
    """What visitors had kept lately; at most `most` bytes a day of each."""

    def __init__(self, folder: Path, most: int):
        self.folder, self.most = folder, most

    def check(self, visitor: str) -> None:
        """Raise Refused where this visitor had as much kept as it may."""
        used = self.used(visitor)
        if used >= self.most:
            raise Refused(
                f"You have sent {used // MiB:,} MiB within a day, and this server takes {self.most // MiB:,} "
                "MiB of one visitor; send more tomorrow."
            )

    def used(self, visitor: str) -> int:
        """Bytes kept for this visitor within a day."""
        since, path = time.time() - DAY, self._path(visitor)
        with suppress(OSError, ValueError):
            lines = [line.split() for line in path.read_text("ascii").splitlines()]
            return sum(int(count) for when, count in lines if float(when) > since)
        return 0

    def add(self, visitor: str, count: int) -> None:
        """So many bytes more were kept for this visitor."""
        self.folder.mkdir(exist_ok=True, mode=0o700)
        self._forget()
        with self._path(visitor).open("a", encoding="ascii") as file:
            file.write(f"{time.time():.0f} {count}\n")

    def _forget(self) -> None:
        """Drop the files of visitors who had nothing kept within a day."""
        since = time.time() - DAY
        for path in self.folder.iterdir():
            with suppress(OSError):
                if path.stat().st_mtime < since:
                    path.unlink()

    def _path(self, visitor: str) -> Path:
        return self.folder / hashlib.sha256(visitor.encode()).hexdigest()[:24]


class SharedQuota(Quota):
    """The same in the broker, where several machines take files."""

    def used(self, visitor: str) -> int:
        """Bytes kept for this visitor within a day."""
        return quotas.used(visitor)

    def add(self, visitor: str, count: int) -> None:
        """So many bytes more were kept for this visitor."""
        quotas.add(visitor, count)


def quota_of(folder: Path, most: int) -> Quota:
    """What visitors had kept, in files of that folder, or in the broker where there is one."""
    return SharedQuota(folder, most) if in_use() else Quota(folder, most)
