"""What this server takes on, at most: so that one visitor cannot take it away from the others.

QUEUESCOPE_LIMITS changes them: "visitor_runs=20 open_runs=800 stored=20GiB"; the word "class" several at once.

A visitor, and all who come from one address together, may also have only so much kept in a day: the files they send and
all that is made for them.  A file for each visitor and address says how much was kept and when, a line each; lines are
added by several processes at once, and summed up by the hour where they become many.  What is older than a day does not
count, nor what comes from the future, as it does after the clock was set back.
"""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path

from scheduler.broker import quotas
from scheduler.broker.address import in_use
from scheduler.errors import InputError, Refused
from scheduler.results.holders import Holder

LIMITS = "QUEUESCOPE_LIMITS"
PAGE_MEMORY = 2 << 30  # bytes beyond what a page process begins with
SHARE = 0.75  # of the machine's memory, for one worker
VALUE = re.compile(r"(\d{1,15})(MiB|GiB|)")
MiB, GiB = 2**20, 2**30
SETS = {"class": {"visitor_runs": 16, "open_runs": 2_000}}  # everybody asks in the same minute, and waits for a turn
HOUR, DAY = 3_600.0, 86_400.0  # s
VISITORS = "visitors"  # folder of the files that say how much was kept
LONG = 2**16  # bytes of such a file that are summed up


@dataclass(frozen=True)
class Limits:
    """Sizes in bytes, times in seconds; every one is said in a sentence when it bites."""

    stored: int = 8 * GiB  # uploads, workloads and runs together; of who has most, the oldest unused go first
    uploaded: int = 512 * MiB  # one file, as sent
    plain: int = 1 * GiB  # one file, uncompressed
    visitor_kept: int = 4 * GiB  # for one visitor within a day: 8 runs of the most jobs, and their trace
    address_kept: int = 16 * GiB  # for all of one address within a day: a class, of which few have so much
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


def worker_memory() -> int:
    """How many bytes of memory one process that works may take."""
    import psutil

    return int(SHARE * psutil.virtual_memory().total)


class Quota:
    """What was kept lately for visitors and addresses."""

    def __init__(self, folder: Path, limits: Limits, clock: Callable[[], float] = time.time):
        self.folder, self.limits, self.clock = folder, limits, clock

    def check(self, holder: Holder) -> None:
        """Raise Refused where this visitor, or all of this address, had as much kept as they may."""
        for name, most, whose, kind, limit in (
            (holder.visitor, self.limits.visitor_kept, "you", "visitor", "visitor_kept"),
            (holder.address, self.limits.address_kept, "all who come from your address", "address", "address_kept"),
        ):
            if name and (used := self.used(name)) >= most:
                raise Refused(
                    f"For {whose} {used // MiB:,} MiB were kept within a day (files and what was made of them), and "
                    f"this server keeps {most // MiB:,} MiB for one {kind}; go on tomorrow, or ask whoever runs it for "
                    f"more ({limit})."
                )

    def count(self, holder: Holder, count: int) -> None:
        """So many bytes more were kept for this holder."""
        for name in filter(None, (holder.visitor, holder.address)):
            self.add(name, count)

    def used(self, name: str) -> int:
        """Bytes kept within a day under the hash of a visitor or an address."""
        return sum(self._hours(self.folder / name).values())

    def add(self, name: str, count: int) -> None:
        """So many bytes more were kept under that hash."""
        self.folder.mkdir(exist_ok=True, mode=0o700)
        path = self.folder / name
        if not path.exists():
            self._forget()
        elif path.stat().st_size > LONG:
            path.write_text("".join(f"{hour * HOUR:.0f} {sums}\n" for hour, sums in self._hours(path).items()), "ascii")
        with path.open("a", encoding="ascii") as file:
            file.write(f"{self.clock():.0f} {count}\n")

    def _hours(self, path: Path) -> Counter[int]:
        """{hour since 1970: bytes} of the lines that count; none where the file is not there or is damaged."""
        now, hours = self.clock(), Counter[int]()
        with suppress(OSError, ValueError):
            for when, count in (line.split() for line in path.read_text("ascii").splitlines()):
                if now - DAY < float(when) <= now + HOUR:
                    hours[int(float(when) // HOUR)] += int(count)
            return hours
        return Counter()

    def _forget(self) -> None:
        """Drop the files of who had nothing kept within a day."""
        since = self.clock() - DAY
        for path in self.folder.iterdir():
            with suppress(OSError):
                if path.stat().st_mtime < since:
                    path.unlink()


class SharedQuota(Quota):
    """The same in the broker, where several machines take files."""

    def used(self, name: str) -> int:
        """Bytes kept within a day under the hash of a visitor or an address."""
        return quotas.used(name, self.clock())

    def add(self, name: str, count: int) -> None:
        """So many bytes more were kept under that hash."""
        quotas.add(name, count, self.clock())


def quota_of(home: Path, limits: Limits) -> Quota:
    """What was kept lately, in files of that home, or in the broker where there is one."""
    return (SharedQuota if in_use() else Quota)(home / VISITORS, limits)
