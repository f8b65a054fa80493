"""The terms of docs/glossary.md: their meaning, and every mention of one in a text as a link to it.

>>> [part if isinstance(part, str) else part.href for part in linked("Mean wait of all jobs")]
['Mean ', '/glossary#term-wait', ' of all jobs']
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from dash import dcc

from scheduler.program_files import folder

PATH = "/glossary"
FILE = folder("docs") / "glossary.md"
# Words that stand in sentences in their everyday meaning far more often than as a term.
EVERYDAY = frozenset(
    {
        "due",
        "fit",
        "fits",
        "forced",
        "held",
        "home",
        "mark",
        "order",
        "place",
        "plan",
        "progress",
        "rule",
        "run",
        "search",
        "share",
        "size",
        "turn",
        "user",
        "window",
    }
)


class Entry(NamedTuple):
    """A row of the glossary: words of one meaning."""

    terms: tuple[str, ...]
    meaning: str
    unit: str
    source: str

    @property
    def anchor(self) -> str:
        """Where it stands on the page: term-bounded-stretch."""
        return anchor(self.terms[0])


def anchor(term: str) -> str:
    """A term as a part of an address; no component of another page has such an id."""
    return "term-" + re.sub(r"[^a-z0-9]+", "-", term.casefold()).strip("-")


@cache
def entries() -> tuple[Entry, ...]:
    """All rows, in alphabetical order."""
    rows = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line.startswith("| **")]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return tuple(
        Entry(tuple(term.strip() for term in terms.strip(" *").split(",")), meaning, unit, source.replace("*", ""))
        for terms, meaning, unit, source in cells
    )


@cache
def by_term() -> dict[str, Entry]:
    """{term in small letters: its row}."""
    return {term.casefold(): entry for entry in entries() for term in entry.terms}


def term(word: str, text: str = "") -> dcc.Link:
    """A link to a term, its meaning below the pointer; raises KeyError for a word that is no term."""
    entry = by_term()[word.casefold()]
    return dcc.Link(text or word, href=f"{PATH}#{entry.anchor}", title=entry.meaning, className="qs-term")


def linked(text: str) -> list[str | dcc.Link]:
    """A text with the first mention of each term as a link; the longest term wins, plurals are the same term."""
    parts: list[str | dcc.Link] = []
    linked_entries: set[Entry] = set()
    end = 0
    for match in _pattern().finditer(text):
        entry = by_term()[_singular(match[0].casefold())]
        if entry in linked_entries:
            continue
        linked_entries.add(entry)
        parts += [text[end : match.start()], term(entry.terms[0], match[0])]
        end = match.end()
    return [part for part in (*parts, text[end:]) if part]


def _singular(word: str) -> str:
    return (
        word
        if word in by_term()
        else word.removesuffix("s")
        if word.removesuffix("s") in by_term()
        else word.removesuffix("es")
    )


@cache
def _pattern() -> re.Pattern[str]:
    words = sorted((word for word in by_term() if word not in EVERYDAY), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?:e?s)?(?![\w-])", re.IGNORECASE)
