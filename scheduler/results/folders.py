"""Folders that appear whole or not at all, and room for them.

A folder is filled under a temporary name and renamed.  Last use is the time stamp of a folder or file; when all of
them together outgrow the limit, some are renamed away (so they vanish at once) and deleted: the oldest unused one of
the visitor who has most, among those of the address that has most, again and again.  So whoever floods the disk pushes
out what is his own.  Walking through everything is slow, so a counter file tells how much was written since the last
walk.

What is being written is locked by who writes it, so that it is not taken for abandoned when the clock is set.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from heapq import heapify, heappop, heappush
from pathlib import Path
from typing import NamedTuple

from scheduler.errors import DiskFull, StoreError
from scheduler.results.holders import Holder, Holders

HIDDEN = "."  # names that begin so are temporary
ABANDONED = 3_600.0  # s after which a temporary name belongs to nobody alive
FULL = (errno.ENOSPC, errno.EDQUOT)
NO_SPACE = "The disk of this server is full, so nothing was kept; free some space and try again."
UNIT = 2**16  # bytes told by one byte of the counter file
WALKS = 64  # walk through everything after 1/WALKS of the limit was written


@contextmanager
def room() -> Iterator[None]:
    """Turn a full disk into DiskFull and any other failure to write into StoreError, one sentence each."""
    try:
        yield
    except (OSError, sqlite3.OperationalError) as error:
        if is_full(error):
            raise DiskFull(NO_SPACE) from error
        why = getattr(error, "strerror", None) or error
        raise StoreError(f"The store cannot be written ({why}); check its folder.") from error


def is_full(error: Exception) -> bool:
    """Whether the system, or SQLite, says with it that there is no space left."""
    return getattr(error, "errno", None) in FULL or "is full" in str(error)


@contextmanager
def new_folder(final: Path) -> Iterator[Path]:
    """A temporary folder to fill that becomes `final` when the block ends well, and vanishes when it does not."""
    with room():
        draft = Path(tempfile.mkdtemp(prefix=HIDDEN, dir=final.parent))
        number = os.open(draft, os.O_RDONLY)
        try:
            lock(number)
            yield draft
            _settle(draft, final)
        finally:
            os.close(number)
            shutil.rmtree(draft, ignore_errors=True)


def _settle(draft: Path, final: Path) -> None:
    """Rename; whoever comes second replaces the first, which is the same or was damaged."""
    try:
        draft.rename(final)
    except OSError as error:
        if error.errno not in (errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR):
            raise
        drop(final)
        with suppress(FileExistsError):
            draft.rename(final)


def write_file(final: Path, content: bytes) -> None:
    """A file that is there whole or not at all."""
    with room():
        number, name = tempfile.mkstemp(prefix=HIDDEN, dir=final.parent)
        try:
            with os.fdopen(number, "wb") as file:
                file.write(content)
            os.replace(name, final)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def lock(number: int) -> bool:
    """Lock an open file or folder that is being written; whether nobody else has.

    Where the disk knows no locks nobody has, and only its age says whether a draft is abandoned.
    """
    try:
        flock(number, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def is_written(draft: Path) -> bool:
    """Whether a living process is writing this."""
    try:
        number = os.open(draft, os.O_RDONLY)
    except OSError:
        return False
    try:
        return not lock(number)
    finally:
        os.close(number)


def drop(path: Path) -> None:
    """Delete a folder or file; nobody sees half of it."""
    with suppress(OSError):
        gone = path.with_name(f"{HIDDEN}{path.name[:32]}.{os.getpid()}.{time.monotonic_ns()}")
        path.rename(gone)
        if gone.is_dir():
            shutil.rmtree(gone, ignore_errors=True)
        else:
            gone.unlink(missing_ok=True)


def touch(path: Path) -> None:
    """Note that this was used just now."""
    with suppress(OSError):
        os.utime(path)


def size(path: Path) -> int:
    """Bytes of a file, or of all files in a folder and its folders; 0 when it is gone."""
    with suppress(OSError):
        if path.is_dir():
            return sum(size(inner) for inner in path.iterdir())
        return path.stat().st_size
    return 0


class Entry(NamedTuple):
    """Something stored."""

    used: float  # when it was used last, s since 1970
    bytes: int
    path: Path
    holder: Holder
    is_in_use: bool  # by this process


def eviction_order(entries: Iterable[Entry], levels: Sequence[str] = ("address", "visitor")) -> Iterator[Entry]:
    """The entries that are not in use, in the order in which they go.

    levels: fields of a holder; the group with the most bytes loses first, and within it the next level decides.
    """
    if not levels:
        yield from sorted((one for one in entries if not one.is_in_use), key=lambda one: one[:2])
        return
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(getattr(entry.holder, levels[0]), []).append(entry)
    heap = [
        (-sum(entry.bytes for entry in group), name, eviction_order(group, levels[1:]))
        for name, group in groups.items()
    ]
    heapify(heap)
    while heap:
        less, name, order = heappop(heap)
        if (first := next(order, None)) is not None:
            yield first
            heappush(heap, (less + first.bytes, name, order))


class DiskSpace:
    """Keeps the folders `kinds` of a root within `limit` bytes.

    kinds: names, or patterns such as "tasks/*"; clock: s since 1970.
    """

    def __init__(
        self, root: Path, kinds: tuple[str, ...], limit: int, holders: Holders, clock: Callable[[], float] = time.time
    ):
        self.root, self.kinds, self.limit, self.holders, self.clock = root, kinds, limit, holders, clock
        self.counter = root / "written"

    def wrote(self, count: int, in_use: Callable[[str], bool]) -> None:
        """Count these bytes, and make room when it is time to look."""
        if self._counted(count) * WALKS >= self.limit:
            self.make(in_use)
            with suppress(OSError):
                self.counter.write_bytes(b"")

    def _counted(self, count: int) -> int:
        """Bytes written since the last walk, by all processes; as many as the limit where that cannot be told."""
        try:
            with self.counter.open("ab") as file:
                file.write(b"." * (count // UNIT + 1))
                return file.tell() * UNIT
        except OSError:
            return self.limit

    def make(self, in_use: Callable[[str], bool]) -> list[str]:
        """Delete entries of who has most until the limit holds; their names, in the order in which they went."""
        named = list(self.holders.keys())  # before the entries, so that one without an entry is of none
        entries = list(self._entries(in_use))
        total, order, dropped = sum(entry.bytes for entry in entries), eviction_order(entries), list[str]()
        while total > self.limit and (entry := next(order, None)) is not None:
            drop(entry.path)
            total -= entry.bytes
            dropped.append(entry.path.name)
        for key in {*named} - {entry.path.name for entry in entries} | {*dropped}:
            self.holders.forget(key)
        return dropped

    def _entries(self, in_use: Callable[[str], bool]) -> Iterator[Entry]:
        """Everything stored; drops what a killed process left half-written."""
        for kind in self.kinds:
            for path in self.root.glob(f"{kind}/*"):
                try:
                    used = path.stat().st_mtime
                except FileNotFoundError:
                    continue
                if not path.name.startswith(HIDDEN):
                    yield Entry(used, size(path), path, self.holders.of(path.name), in_use(path.name))
                elif self.clock() - used > ABANDONED and not is_written(path):
                    drop(path)
