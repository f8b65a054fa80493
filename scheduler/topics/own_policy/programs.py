"""Programs to begin with: each is a text in the folder `templates`, whose first line says what it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class Template:
    """A program to begin with."""

    key: str
    title: str  # "Shortest job first"
    goal: str  # what follows in its first line
    source: str


@cache
def templates() -> Mapping[str, Template]:
    """{key: Template} in the order of their files, the simplest first."""
    return {path.stem: _read(path.stem, path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.txt"))}


def _read(key: str, source: str) -> Template:
    title, _, goal = source.partition("\n")[0].strip('"').partition(": ")
    return Template(key, title, goal, source)
