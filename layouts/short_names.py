"""Names of runs where there is little room: run cards, tables and captions have them in full.

What tells two runs of a policy apart, its parameters, stands at the end of the name, so the middle is left out.
"""

from __future__ import annotations


def short(text: str, most: int) -> str:
    """A name of at most `most` characters: its middle is left out, for what tells runs apart stands at the end."""
    if len(text) <= most:
        return text
    tail = text[len(text) - 2 * most // 3:]
    tail = tail.partition(" ")[2] or tail       # from the start of a word
    return f"{text[:most - 3 - len(tail)].rstrip(' ,')} \u2026 {tail}"
