"""What a file with columns looks like before it is read: its first rows, and what each column would be taken for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Preview:
    """The columns of a file and its first rows as text, and how they would be read.

    `reading` is complete: every parameter that takes effect, those guessed among them, with its value as text.
    `missing` are sentences: what cannot be told from these columns, and what to do.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]  # at most ten; each as many texts as there are columns
    reading: Mapping[str, str]
    missing: tuple[str, ...] = ()
