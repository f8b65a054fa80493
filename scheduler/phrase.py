"""Phrases: texts into which values are put.

A value stands in braces; `{jobs:is|are}` is a word for one or for many, `{share:percent}` a value in a style, which who
writes values has to know.  A clause in brackets is left out where a value of it is not known.  With the name of a value
and a colon it stands where that is known, and neither false nor none at all, with `>1` where it is of several; with
`!`, where it is not: `[late: after][!late: before]`, `[moves>1:{moves} times][!moves>1:once]`.

>>> phrase("[free:only {free}][!free:none] {free:is|are} free[ at {time}]")({"free": 2}, str)
'only 2 are free'
>>> phrase("[moves>1:{moves} times][!moves>1:once]")({"moves": 1}, str)
'once'
>>> phrase("{share:percent} of it")({"share": 0.5}, lambda value, style: f"{value:.0%}")
'50% of it'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from scheduler.facts import Campaign, Cluster, Duration, Instant, Job, Seconds, Share, User

AT_ZERO = (Instant, Duration, Seconds, Share, Job, User, Campaign, Cluster)  # 0 of these is a value as any other
Words = Callable[..., str | list[str]]  # of a value, and of its style where the phrase has one
Part = Callable[[Mapping[str, Any], Words], list[str]]
PIECE = re.compile(
    r"\{(?P<name>\w+)(?::(?P<one>[^|}]*)(?:\|(?P<many>[^}]*))?)?\}|\[(?:(?P<absent>!)?(?P<if>\w+)(?P<several>>1)?:)?|\]|[^\[\]{}]+"
)


class Unknown(LookupError):
    """A value of a clause is not known."""


@cache
def pieces(template: str) -> Part:
    """What puts values into a phrase, in pieces: a value that `words` gives in pieces, too, stays so."""
    return _joined(_parts(list(PIECE.finditer(template))))


def phrase(template: str) -> Callable[[Mapping[str, Any], Words], str]:
    """The same as one text."""
    return lambda values, words: "".join(pieces(template)(values, words))


def _joined(parts: list[Part]) -> Part:
    return lambda values, words: [piece for part in parts for piece in part(values, words)]


def _parts(pieces: list[re.Match[str]]) -> list[Part]:
    """The parts up to the end of a clause; what is read is taken out of the list."""
    parts: list[Part] = []
    while pieces:
        piece = pieces.pop(0)
        if piece[0] == "]":
            break
        if piece[0].startswith("["):
            parts.append(_clause(piece["if"], bool(piece["several"]), bool(piece["absent"]), _parts(pieces)))
        else:
            parts.append(_value(piece["name"], piece["one"], piece["many"]) if piece["name"] else _text(piece[0]))
    return parts


def _text(text: str) -> Part:
    return lambda values, words: [text]


def _value(name: str, one: str | None, many: str | None) -> Part:
    def part(values: Mapping[str, Any], words: Words) -> list[str]:
        value = values.get(name)
        if value is None:
            raise Unknown(name)
        if many is None:
            text = words(value) if one is None else words(value, one)
            return text if isinstance(text, list) else [text]
        return [str(one if _count(value) == 1 else many)]

    return part


def _clause(condition: str | None, of_several: bool, is_absent: bool, parts: list[Part]) -> Part:
    inside = _joined(parts)

    def part(values: Mapping[str, Any], words: Words) -> list[str]:
        if condition is not None and _holds(values.get(condition), of_several) == is_absent:
            return []
        try:
            return inside(values, words)
        except Unknown:
            if condition is not None:
                raise
            return []

    return part


def _holds(value: Any, of_several: bool) -> bool:
    """Whether a value is known, and neither false nor a count of none, or is of several."""
    if value is None or of_several:
        return value is not None and _count(value) > 1
    return isinstance(value, AT_ZERO) or bool(value)


def _count(value: Any) -> Any:
    return len(value) if isinstance(value, tuple) else value
