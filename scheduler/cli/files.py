"""The files a user names: read with a sentence when that fails, written whole or not at all.

An output is written beside its place under a name of its own and renamed, so no reader ever sees half of it; several
outputs are all written before the first is renamed.  The output `-` is standard output.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import cast

from scheduler.cli.output import print_bytes
from scheduler.errors import InputError
from scheduler.wording import enumerated

STDIN = STDOUT = "-"
WHY: dict[type[Exception], str] = {
    FileNotFoundError: "there is no such file",
    IsADirectoryError: "it is a folder",
    NotADirectoryError: "a part of its path is a file, not a folder",
    PermissionError: "permission denied",
}


def read(path: str) -> bytes:
    """Everything in a file; `-` is standard input.  Raises InputError saying what is in the way."""
    try:
        return sys.stdin.buffer.read() if path == STDIN else Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise InputError(f"Cannot read {path!r}: {_why(error)}; name a file that can be read.") from None


@contextlib.contextmanager
def mapped(path: str) -> Iterator[bytes]:
    """The content of a file, taken from the disk as it is looked at.  Raises InputError saying what is in the way."""
    try:
        with Path(path).open("rb") as file:
            content = mmap(file.fileno(), 0, access=ACCESS_READ)
    except (OSError, ValueError) as error:
        raise InputError(f"Cannot read {path!r}: {_why(error)}; name a file that can be read.") from None
    yield cast(bytes, content)


def _why(error: Exception) -> str:
    reason = getattr(error, "strerror", None) or str(error)
    return WHY.get(type(error), reason[:1].lower() + reason[1:])


def suffix_of(target: str, suffixes: tuple[str, ...]) -> str:
    """Which of the suffixes says how the target is written: the longest its name ends in, the first for `-`.

    Raises InputError where the name ends in none of them.
    """
    if target == STDOUT:
        return suffixes[0]
    endings = [suffix for suffix in suffixes if target.endswith(suffix)]
    if not endings:
        names = enumerated(suffixes, "or")
        raise InputError(
            f"--out {target!r} is no format that is written here; wanted: a name ending in {names}, or - "
            f"for {suffixes[0][1:].upper()} on standard output."
        )
    return max(endings, key=len)


def check_targets(targets: Iterable[str | None], sources: Iterable[str] = ()) -> None:
    """Raise InputError unless every target can be written: tried before hours are spent on a result.

    Also raised when two targets are one file, or a target is a source.
    """
    seen = {os.path.realpath(source) for source in sources if source != STDIN}
    for target in (t for t in targets if t):
        place = STDOUT if target == STDOUT else os.path.realpath(target)
        if place in seen:
            raise InputError(f"{target!r} is named twice in this call; name a file of its own for each output.")
        seen.add(place)
        _try(target)


def _try(target: str) -> None:
    try:
        if target != STDOUT and not _special(target):
            beside = _beside(target)
            os.close(_new(beside))
            os.unlink(beside)
    except (OSError, ValueError) as error:
        raise _cannot_write(target, error) from None


def write(contents: Mapping[str, bytes]) -> None:
    """Write every {path: content}, or none; raises InputError saying what is in the way."""
    written: dict[str, str] = {}
    target = ""
    try:
        for target, content in contents.items():
            if target == STDOUT:
                continue
            written[target] = target if _special(target) else _beside(target)
            _fill(written[target], content, new=written[target] != target)
        for target, beside in written.items():
            if beside != target:
                os.replace(beside, os.path.realpath(target))
        if STDOUT in contents:
            print_bytes(contents[STDOUT])
    except (OSError, ValueError) as error:
        raise _cannot_write(target, error) from None
    finally:
        for target, beside in written.items():
            if beside != target:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(beside)


def _fill(path: str, content: bytes, new: bool) -> None:
    with os.fdopen(_new(path) if new else os.open(path, os.O_WRONLY | os.O_APPEND), "wb") as file:
        file.write(content)
        file.flush()


def _new(path: str) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)


def _beside(target: str) -> str:
    """A name in the target's folder; raises IsADirectoryError or FileNotFoundError where the target cannot be."""
    place = os.path.realpath(target)
    if os.path.isdir(place) or target.endswith(os.sep):
        raise IsADirectoryError
    folder, name = os.path.split(place)
    return os.path.join(folder, f".{name[:100]}.{os.getpid()}.part")


def _special(target: str) -> bool:
    """Whether the target is a device, a pipe or an open file such as /dev/stdout: written to and never replaced."""
    if os.path.abspath(target).startswith(("/dev/", "/proc/")):
        return True
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _cannot_write(target: str, error: Exception) -> InputError:
    why = "its folder does not exist" if isinstance(error, FileNotFoundError) else _why(error)
    return InputError(f"Cannot write {target!r}: {why}; name a file in a folder you may write to.")
