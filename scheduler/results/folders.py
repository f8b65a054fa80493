"""Folders that appear whole or not at all, and room for them.

A folder is filled under a temporary name and renamed.  Last use is the time stamp of a folder or file; when all of
them together outgrow the limit, the oldest unused ones are renamed away (so they vanish at once) and deleted.  Walking
through everything is slow, so a counter file tells how much was written since the last walk.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from scheduler.errors import DiskFull, StoreError

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
        try:
            yield draft
            _settle(draft, final)
        finally:
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


class DiskSpace:
    """Keeps the folders `kinds` of a root within `limit` bytes."""

    def __init__(self, root: Path, kinds: tuple[str, ...], limit: int):
        self.root, self.kinds, self.limit = root, kinds, limit
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
        """Delete the oldest unused entries until the limit holds; their names, oldest first."""
        entries = sorted(self._entries())
        total, dropped = sum(count for _, count, _ in entries), []
        for _, count, path in entries:
            if total <= self.limit:
                break
            if not in_use(path.name):
                drop(path)
                total -= count
                dropped.append(path.name)
        return dropped

    def _entries(self) -> Iterator[tuple[float, int, Path]]:
        """(last use, bytes, path) of everything stored; drops what a killed process left half-written."""
        for kind in self.kinds:
            for path in (self.root / kind).iterdir():
                try:
                    used = path.stat().st_mtime
                except FileNotFoundError:
                    continue
                if not path.name.startswith(HIDDEN):
                    yield used, size(path), path
                elif time.time() - used > ABANDONED:
                    drop(path)
