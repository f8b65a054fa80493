"""A job that somebody thinks of, as a question for jobs like it: 64 processors for 8 h, 64x8h, wait 64 x 8h queue=2.

Like it are jobs of half to twice the processors and half to twice the requested time; conditions may follow.

>>> conditions_of("How long would 64 processors for 8 h wait?")
'processors>=32 processors<=128 requested_time>=4h requested_time<=16h'
>>> conditions_of("64x8h queue=2")
'processors>=32 processors<=128 requested_time>=4h requested_time<=16h queue=2'
>>> conditions_of("user=37") is None
True
"""

from __future__ import annotations

import math
import re

from scheduler.errors import QueryError
from scheduler.query import instants

FACTOR = 2
MOST = 10**9  # processors
BEFORE = (
    r"(?:how\s+long\s+(?:would|will|does|do|must)\s+)?(?:(?:a|my)\s+job\s+(?:of|with|on)\s+)?"
    r"(?:wait\s+(?:of\s+)?)?"
)
PIECES = r"(?:processors?|procs?|cores?|cpus?|nodes?)"
ASKED = re.compile(rf"\s*{BEFORE}([0-9]{{1,12}})\s*(?:{PIECES}\s+for|[x*\u00d7])\s*(?=[0-9.])", re.IGNORECASE)
ENDED = re.compile(r"\s*(?:wait)?\s*\?*\s*$|\s+(?=\S)", re.IGNORECASE)


def conditions_of(text: str) -> str | None:
    """The question for jobs like the one a text describes; None for other texts.  Raises QueryError."""
    asked = instants.plain(text)
    begun = ASKED.match(asked)
    if begun is None:
        return None
    processors, (seconds, at) = int(begun[1]), instants.length(asked, begun.end())
    ended = ENDED.match(asked, at)
    if ended is None or seconds is None:
        return None
    if not (1 <= processors <= MOST and 0 < seconds <= instants.FAR / FACTOR):
        raise QueryError(
            f"Found {text[:40]!r}; wanted: a job of 1 to {MOST:,} processors that asks for more than 0 s, "
            "such as 64 processors for 8 h."
        )
    rest = asked[ended.end() :].removesuffix("?").strip()
    return f"{like(processors, seconds)} {rest}".strip()


def like(processors: int, seconds: float) -> str:
    """Half to twice the processors and the requested time (s), as conditions."""
    low, high = max(math.ceil(processors / FACTOR), 1), processors * FACTOR
    return (
        f"processors>={low} processors<={high} requested_time>={instants.written(seconds / FACTOR)} "
        f"requested_time<={instants.written(seconds * FACTOR)}"
    )
