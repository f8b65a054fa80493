"""How much one visitor may have kept in a day, so that nobody's files are pushed out by one other's.

A file per visitor tells what was kept for it and when, a line each; lines are only ever added, so several processes
may write at once, and what is older than a day is dropped with the file when nothing in it counts any more.
"""

from __future__ import annotations

import hashlib
import time
from contextlib import suppress
from pathlib import Path

from scheduler.errors import Refused
from scheduler.results.limits import DAY, MiB


class Quota:
    """What visitors had kept lately; at most `most` bytes a day of each."""

    def __init__(self, folder: Path, most: int):
        self.folder, self.most = folder, most

    def check(self, visitor: str) -> None:
        """Raise Refused where this visitor had as much kept as it may."""
        used = self.used(visitor)
        if used >= self.most:
            raise Refused(f"You have sent {used // MiB:,} MiB within a day, and this server takes {self.most // MiB:,} "
                          "MiB of one visitor; send more tomorrow.")

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
