"""Lengths of time that follow the unit chosen on the page: what an element says to frontend/forms/units.js.

The server writes a length for people; the seconds stand beside it in attributes, so that the browser can write it
another way, copy it in seconds and show all three below the pointer, without a component or a request more.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from scheduler.durations import Length, in_all_units, number

UNITS = (("human", "3 h 05 min"), ("slurm", "0-03:05:00"), ("seconds", "11\u202f100 s"))  # value, and how it looks
PLACE = "{}"  # where in a frame the length stands


def marked(seconds: float | None, frame: str = PLACE, half: float | None = None) -> dict[str, str]:
    """Attributes of an element whose own text is a length: its seconds, and all units below the pointer.

    frame: the words around it, "this run: {}"; half: s, of its interval, where the text is a length ± half of it.
    Nothing where the length is not known.
    """
    title = in_all_units(seconds)
    if seconds is None or title == in_all_units(None):
        return {}
    attributes = {"data-seconds": number(seconds), "title": title}
    if frame != PLACE:
        attributes["data-frame"] = frame
    if half is not None:
        attributes["data-half"] = number(half)
        attributes["title"] = f"{title} ± {number(round(half, 3))} s"
    return attributes


def marked_text(text: str) -> dict[str, str]:
    """The same of words that know their seconds (scheduler.durations.human); nothing of any other text."""
    return marked(_seconds(text))


def marked_table(body: Sequence[Sequence[Any]]) -> dict[str, str]:
    """One attribute for a whole table: {column: [seconds of each row]} of the columns that hold lengths."""
    columns = {at: [_seconds(row[at]) for row in body] for at in range(len(body[0]) if body else 0)}
    lengths = {at: seconds for at, seconds in columns.items() if any(one is not None for one in seconds)}
    return {"data-lengths": json.dumps(lengths, separators=(",", ":"))} if lengths else {}


def _seconds(value: Any) -> float | None:
    return value.seconds if isinstance(value, Length) else None
