"""Policies that the owner of the machine keeps as files: found, read, and refused where somebody else may write them.

What stands in such a file runs with all rights of the program, so it has to be as safe as the program itself: the file
and its folder belong to the user who runs it (or to root), and nobody else may write to either.  No page takes files.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path

FOLDER = "QUEUESCOPE_POLICIES"
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
LONGEST = 1_000_000  # bytes
WRITABLE = 0o022  # by the group or by others
DIGITS = 12  # of the hash of a file


class FileError(Exception):
    """A file cannot be a policy: one sentence."""


@dataclass(frozen=True)
class PolicyFile:
    """A file as it was read."""

    path: Path
    source: str

    @property
    def sha256(self) -> str:
        """The first DIGITS digits of the hash of its text."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:DIGITS]


def in_folder(folder: str | None) -> list[PolicyFile]:
    """The files of the folder, by name; none where there is no folder.  Raises FileError."""
    if not folder:
        return []
    if not Path(folder).is_dir():
        raise FileError(f"{FOLDER} names {folder!r}, which is no folder; name one that holds policies, or unset it.")
    return [read(path) for path in sorted(Path(folder).glob("*.py")) if not path.name.startswith("_")]


def read(path: Path) -> PolicyFile:
    """The text of a file; raises FileError where others may write it, or it cannot be a policy."""
    if not NAME.fullmatch(path.stem) or path.suffix != ".py":
        raise FileError(
            f"{path.name!r} cannot be a policy's name; call the file by small letters, digits and _, such "
            "as my_policy.py."
        )
    try:
        for place in (path.resolve().parent, path.resolve()):
            _check_owner(place)
        content = path.read_bytes()
    except OSError as error:
        raise FileError(f"{path} cannot be read ({error.strerror}); name a file with a policy.") from None
    if len(content) > LONGEST:
        raise FileError(f"{path} has {len(content):,} bytes; a policy has at most {LONGEST:,}.")
    try:
        return PolicyFile(path.resolve(), content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise FileError(f"{path} is not UTF-8 text; wanted: a policy in Python.") from None


def _check_owner(place: Path) -> None:
    """Raise FileError where anybody but the user of this program, or root, may write."""
    status = place.stat()
    sticky = stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX  # there, nobody replaces another's file
    if (status.st_mode & WRITABLE and not sticky) or status.st_uid not in (0, os.geteuid()):
        raise FileError(
            f"Others may write to {place}, and what they put there would run here; make it your own "
            f"(chmod go-w {place}), or keep the policy elsewhere."
        )
