"""Facts in words, in two lengths: long for panels and documents, short for lists, log lines and drawn labels.

A phrase is a text with values in braces; `{jobs:is|are}` is a word for one or for many.  A clause in brackets is left
out where a value of it is not known.  With the name of a value and a colon it stands where that is known, and neither
false nor none at all; with `!`, where it is not: `[late: after][!late: before]`.

>>> phrase("[free:only {free}][!free:none] {free:is|are} free[ at {time}]")({"free": Number(2)}, Names())
'only 2 are free'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import numpy as np

from scheduler.durations import human, instant
from scheduler.explain.facts import Campaign, Cluster, Duration, Fact, Instant, Job, Number, Processors, Term, User
from scheduler.explain.phrases import english
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import user_name
from scheduler.model.workload import Workload
from scheduler.wording import enumerated

LENGTHS = ("long", "short")
MOST_NAMED = 3  # of a list
Part = Callable[[Mapping[str, Any], "Names"], str]
PIECE = re.compile(
    r"\{(?P<name>\w+)(?::(?P<one>[^|}]*)\|(?P<many>[^}]*))?\}|\[(?:(?P<absent>!)?(?P<if>\w+):)?|\]|[^\[\]{}]+"
)


class Unknown(LookupError):
    """A value of a clause is not known."""


@dataclass(frozen=True)
class Names:
    """What jobs, users, campaigns and processors of a workload are called; without one, by their numbers."""

    workload: Workload | None = None
    clock: Callable[[float], str] = instant

    def of(self, value: Any) -> str:
        """A value in words."""
        if isinstance(value, Fact):
            return words(value, self)
        if isinstance(value, tuple):
            return self._listed([self.of(each) for each in value])
        name = next((NAMED[kind] for kind in type(value).__mro__ if kind in NAMED), None)
        return name(self, value) if name else str(value)

    def _listed(self, items: list[str]) -> str:
        if len(items) > MOST_NAMED:
            items = [*items[:MOST_NAMED], f"{len(items) - MOST_NAMED} more"]
        return enumerated(items)

    def job(self, row: int) -> str:
        """Job 4711, by its number in the log."""
        if row < 0:
            return "another job"
        return f"job {self.workload.jobs.job_id[row] if self.workload else row}"

    def processors(self, count: int) -> str:
        """1 processor; 4 processors; nodes where whole ones go to tasks."""
        unit = "node" if self.workload and self.workload.has_needs else "processor"
        return f"{count} {unit}" if count == 1 else f"{count} {unit}s"

    def campaign(self, campaign: int) -> str:
        """Campaign 2 of user 7, the second of that user."""
        if self.workload is None:
            return f"campaign {campaign}"
        first = int(np.argmax(self.workload.jobs.campaign == campaign))
        user, index = int(self.workload.jobs.user_id[first]), int(self.workload.table("campaigns").index[campaign])
        return f"campaign {index + 1} of {user_name(self.workload, user)}"


def number(value: float) -> str:
    """With commas between thousands: 1,205,565.25."""
    return f"{int(value):,}" if np.isfinite(value) and value == int(value) else f"{value:,}"


NAMED: Mapping[type, Callable[[Names, Any], str]] = {
    Instant: lambda names, value: names.clock(value),
    Duration: lambda names, value: human(value),
    Number: lambda names, value: number(float(value)),
    Processors: Names.processors,
    Job: Names.job,
    User: lambda names, value: user_name(names.workload, value) if names.workload else f"user {value}",
    Campaign: Names.campaign,
    Cluster: lambda names, value: f"cluster {value + 1}",
    Term: lambda names, value: english.TERMS[value],
}


def words(fact: Fact, names: Names, length: Literal["long", "short"] = "long") -> str:
    """A fact in words.  Raises KeyError for a statement without a phrase, and for a value that its phrase needs."""
    try:
        return phrase(english.PHRASES[fact.what][LENGTHS.index(length)])(fact.values, names)
    except Unknown as missing:
        raise KeyError(f"{fact.what} is told without {missing}") from None


def sentences(facts: Iterable[Fact], schedule: Schedule) -> list[str]:
    """Facts on a run as sentences."""
    return [capital(words(fact, Names(schedule.workload))) for fact in facts]


def capital(sentence: str) -> str:
    """With a capital letter."""
    return sentence[:1].upper() + sentence[1:]


# ---- phrases --------------------------------------------------------------------------------------------------------


@cache
def phrase(template: str) -> Part:
    """What puts values into a phrase."""
    parts = _parts(list(PIECE.finditer(template)))
    return lambda values, names: "".join(part(values, names) for part in parts)


def _parts(pieces: list[re.Match[str]]) -> list[Part]:
    """The parts up to the end of a clause; what is read is taken out of the list."""
    parts: list[Part] = []
    while pieces:
        piece = pieces.pop(0)
        if piece[0] == "]":
            break
        if piece[0].startswith("["):
            parts.append(_clause(piece["if"], bool(piece["absent"]), _parts(pieces)))
        else:
            parts.append(_value(piece["name"], piece["one"], piece["many"]) if piece["name"] else _text(piece[0]))
    return parts


def _text(text: str) -> Part:
    return lambda values, names: text


def _value(name: str, one: str | None, many: str | None) -> Part:
    def part(values: Mapping[str, Any], names: Names) -> str:
        value = values.get(name)
        if value is None:
            raise Unknown(name)
        if one is None:
            return names.of(value)
        return str(one if (len(value) if isinstance(value, tuple) else value) == 1 else many)

    return part


def _clause(condition: str | None, is_absent: bool, parts: list[Part]) -> Part:
    def part(values: Mapping[str, Any], names: Names) -> str:
        if condition is not None and _holds(values.get(condition)) == is_absent:
            return ""
        try:
            return "".join(part(values, names) for part in parts)
        except Unknown:
            if condition is not None:
                raise
            return ""

    return part


def _holds(value: Any) -> bool:
    """Whether a value is known, and neither false nor a count of none; an instant of 0 s is an instant."""
    return value is not None and (isinstance(value, (Instant, Duration, Job, User, Campaign, Cluster)) or bool(value))
