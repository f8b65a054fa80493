"""What has changed among the sources, and what is to be done about it while the program runs.

A snapshot is {path of a file: when it was changed, ns}; two of them tell what has changed.  Python, and what Python
reads, needs a new server; scripts have to be built; what is built, and styles, only have to be loaded again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal

Action = Literal["restart", "build", "reload"]
Snapshot = Mapping[str, int]

FOLDERS = ("scheduler", "layouts", "queuescope", "sample_traces", "assets")
FILES = ("app.py", "docs/glossary.md")
SCRIPTS = "layouts/frontend/"
SERVED = ("layouts/frontend/own_policy/worker.js",)  # scripts that are no part of the bundle; the server keeps them
READ = frozenset((".py", ".toml", ".json", ".md", ".swf"))  # what the server reads once
STYLES = ".css"  # those of a topic lie in its folder
TEMPORARY = frozenset(("", ".swp", ".tmp"))  # of editors


def snapshot(root: Path) -> dict[str, int]:
    """The files that make a difference; what editors and Python write beside them makes none."""
    times: dict[str, int] = {}
    for path in [*FILES, *_inside(root)]:
        if action(path):
            with suppress(FileNotFoundError):  # editors write a file anew under another name
                times[path] = os.stat(f"{root}/{path}").st_mtime_ns
    return times


def _inside(root: Path) -> Iterator[str]:
    start = len(f"{root}/")
    for top in FOLDERS:
        for folder, folders, names in os.walk(f"{root}/{top}"):
            folders[:] = [name for name in folders if name != "__pycache__"]
            yield from (f"{folder}/{name}"[start:] for name in names)


def changed(before: Snapshot, after: Snapshot) -> set[str]:
    """The files that are new, changed or gone."""
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


def actions(paths: Iterable[str]) -> set[Action]:
    """What is to be done after these files have changed."""
    return {needed for path in paths if (needed := action(path))}


def action(path: str) -> Action | None:
    """What is to be done after a file has changed; None for one that nobody reads."""
    name = path.rpartition("/")[2]
    suffix = os.path.splitext(name)[1]
    if name.startswith(".") or name.endswith("~") or suffix in TEMPORARY:
        return None
    if path.startswith("assets/") or suffix == STYLES:
        return "reload"
    if path in SERVED or suffix in READ:
        return "restart"
    return "build" if path.startswith(SCRIPTS) and suffix == ".js" else None


def broken(root: Path, paths: Iterable[str]) -> dict[str, Exception]:
    """The Python files among these that are no Python, with the error."""
    errors: dict[str, Exception] = {}
    for path in sorted(paths):
        if path.endswith(".py") and (root / path).exists():
            try:
                compile((root / path).read_bytes(), path, "exec", dont_inherit=True)
            except (SyntaxError, ValueError) as error:  # ValueError: a null byte
                errors[path] = error
    return errors
