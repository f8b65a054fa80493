"""TOML that strangers write: its tables, where reading it costs no more than its length.

A key of thousands of parts takes time by their square, and what is nested deeper than a few levels ends in whatever
walks through it; nothing that this program reads has either.  Whole numbers have the 64 bits that TOML asks for.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

DEEPEST = 32  # tables and lists inside each other, and parts of a key
_PART = r"""(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
LONG_KEY = re.compile(rf"(?<![\w\\-])(?:{_PART}[ \t]*\.[ \t]*){{{DEEPEST}}}")


def tables(text: str) -> dict[str, Any]:
    """The tables of a text; raises ValueError, which says in a few words why it does not read."""
    if long_key := LONG_KEY.search(text):
        line = text.count("\n", 0, long_key.start()) + 1
        raise ValueError(f"a key of more than {DEEPEST} parts stands in line {line}")
    try:
        entries = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise ValueError("brackets are nested too deep") from None
    except ValueError:
        raise ValueError("a number has too many digits") from None
    level: list[Any] = [entries]
    for _ in range(DEEPEST):
        if any(isinstance(entry, int) and abs(entry) >= 1 << 63 for entry in level):
            raise ValueError("a number has too many digits")
        level = [part for entry in level for part in _parts(entry)]
    if level:
        raise ValueError(f"tables and lists are nested more than {DEEPEST} deep")
    return entries


def _parts(entry: Any) -> Iterator[Any]:
    """What stands in a table or a list."""
    yield from entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ()
