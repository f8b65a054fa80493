"""The files that come with the program beside its modules: samples, assets, documents that pages show.

In a clone they lie beside the packages; where pip installed the program they are data of the package `queuescope`.
Which version all that is, with its commit, is told here, too: what leaves the program names both.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import cache
from pathlib import Path

from scheduler import __version__

CLONE = Path(__file__).parents[1]
COMMIT = Path(__file__).with_name("commit.txt")  # written by setup.py into what is installed
DIGITS = 12  # of a commit
FOLDERS = ("assets", "docs", "sample_traces")  # what setup.py makes package data of


def folder(name: str) -> Path:
    """One of FOLDERS, wherever it lies; raises KeyError for another name."""
    if name not in FOLDERS:
        raise KeyError(name)
    installed = CLONE / "queuescope" / name
    return installed if installed.is_dir() else CLONE / name


@cache
def commit() -> str:
    """The first twelve hex digits of the commit; "" where it is not known."""
    with suppress(OSError, ValueError, StopIteration):
        text = _of_clone() if (CLONE / ".git").exists() else COMMIT.read_text()
        return text.strip()[:DIGITS]
    return ""


def _of_clone() -> str:
    """The commit that a clone has checked out, as its folder .git tells; raises OSError, StopIteration."""
    place = CLONE / ".git"
    if place.is_file():  # one of several trees of a clone
        place = CLONE / place.read_text().partition(":")[2].strip()
    head = (place / "HEAD").read_text().strip()
    if not head.startswith("ref: "):
        return head
    name = head.removeprefix("ref: ")
    shared = place / (place / "commondir").read_text().strip() if (place / "commondir").is_file() else place
    for folder_of_refs in (place, shared):
        if (folder_of_refs / name).is_file():
            return (folder_of_refs / name).read_text()
    packed = (shared / "packed-refs").read_text().splitlines()
    return next(line.split()[0] for line in packed if line.endswith(f" {name}"))


def data_mark(folder: Path) -> str:
    """A short hash of where data is kept: whether two programs of one machine use the same folder."""
    return hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:12]


def made_by() -> str:
    """Queuescope 0.9.0, commit 0123456789ab."""
    return f"Queuescope {__version__}, commit {commit() or 'not known'}"
