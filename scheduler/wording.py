"""Counts and lists in a sentence, and what a sentence is about.

>>> counted(1, "note"), counted(28_489, "job"), counted(2, "policy", "policies")
('1 note', '28,489 jobs', '2 policies')
>>> enumerated(["A"]), enumerated(["A", "B"]), enumerated(["A", "B", "C"], "or")
('A', 'A and B', 'A, B or C')
>>> subject(About("Job 7 never starts.", 3)), subject("Nothing starts.")
(3, None)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class About(str):
    """A sentence about something, which nobody has to read in it: a row of jobs, or the key of a run."""

    subject: Any

    def __new__(cls, sentence: str, subject: Any = None) -> About:
        about = super().__new__(cls, sentence)
        about.subject = subject
        return about


def subject(sentence: str | None) -> Any:
    """What a sentence is about; None where it does not tell."""
    return getattr(sentence, "subject", None)


def counted(count: int, noun: str, several: str = "") -> str:
    """A count with its noun in the number that it asks for; several: of more than one, where that is not with an s."""
    return f"{count:,} {noun if count == 1 else several or noun + 's'}"


def enumerated(names: Sequence[str], word: str = "and") -> str:
    """Names, the last one after a word; raises IndexError without names."""
    return f"{', '.join(names[:-1])} {word} {names[-1]}" if len(names) > 1 else names[0]


def capital(sentence: str) -> str:
    """With a capital letter."""
    return sentence[:1].upper() + sentence[1:]
