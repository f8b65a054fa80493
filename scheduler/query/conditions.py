"""What a question asks, and which jobs meet it.

A question is a list of conditions that all have to hold; one of them may be several of which any has to.  There is no
"not": it is moved inwards while a text is read (not queue=1 is queue!=1), so that a job whose value is not known meets
neither a condition nor its opposite.  Only `unknown` asks for it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import NamedTuple

import numpy as np

from scheduler.durations import number
from scheduler.errors import QueryError
from scheduler.query.fields import FIELDS
from scheduler.query.instants import Clock, Date, plain, written

COMPARE: dict[str, Callable[[np.ndarray, float], np.ndarray]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
}
OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", "<=": ">", ">": "<="}
MEMORY = (("TB", 2**30), ("GB", 2**20), ("MB", 2**10), ("kB", 1))  # in kB, as logs tell memory
BARE_SIGNS = "()<>=!\"',;"  # what a name without quotes has none of


class Unknown(NamedTuple):
    """The value of a job that has none."""

    word: str = "unknown"


Value = float | str | Date | Unknown
UNKNOWN = Unknown()


@dataclass(frozen=True)
class Jobs:
    """What conditions are asked of: a log or a run.

    column: [n] f8 of a field, nan where a job has no value; raises QueryError for a field that is not there.  names:
    {field: names}, of the numbers from 1 on.  clock: for dates; None where the log does not tell when it starts.
    """

    count: int
    column: Callable[[str], np.ndarray]
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    clock: Clock | None = None


class Condition(NamedTuple):
    """A field, a comparison, and what is compared with; more: the other values of a list, after = and != only."""

    field: str
    sign: str
    value: Value
    more: tuple[Value, ...] = ()

    @property
    def values(self) -> tuple[Value, ...]:
        """All it is compared with."""
        return (self.value, *self.more)

    def rows(self, jobs: Jobs) -> np.ndarray:
        """[n] bool: which jobs meet it; a list is met by any of its values, after != by none."""
        column = jobs.column(self.field)
        if self.sign not in ("=", "!="):
            return self._compared(column, jobs)
        met = np.zeros(jobs.count, bool)
        for value in self.values:
            met |= np.isnan(column) if isinstance(value, Unknown) else self._equal(column, value, jobs)
        return met if self.sign == "=" else ~met & (~np.isnan(column) | (UNKNOWN in self.values))

    def _compared(self, column: np.ndarray, jobs: Jobs) -> np.ndarray:
        bound = self.value
        if isinstance(bound, Date):  # a day is all of it: <= its end, > from its end on
            begin, end = bound.seconds(jobs.clock)
            whole = end > begin and self.sign in ("<=", ">")
            sign = {"<=": "<", ">": ">="}[self.sign] if whole else self.sign
            return COMPARE[sign](column, end if whole else begin)
        assert isinstance(bound, float | int)
        return COMPARE[self.sign](column, bound)

    def _equal(self, column: np.ndarray, value: Value, jobs: Jobs) -> np.ndarray:
        if isinstance(value, Date):
            begin, end = value.seconds(jobs.clock)
            return (column >= begin) & (column < end) if end > begin else column == begin
        if isinstance(value, str):
            return np.isin(column, _numbers(self.field, value, jobs.names))
        return column == value

    def opposite(self) -> Condition:
        """What a job meets that has a value and does not meet this."""
        return self._replace(sign=OPPOSITE[self.sign])

    def __str__(self) -> str:
        kind = FIELDS[self.field].kind
        values = ",".join(_text(kind, value) for value in self.values)
        plain_number = kind == "number" and self.sign == "=" and not self.more and isinstance(self.value, float | int)
        return f"{self.field} {values}" if plain_number else f"{self.field}{self.sign}{values}"


@dataclass(frozen=True)
class AnyOf:
    """Several lists of conditions, of which one has to hold as a whole."""

    choices: tuple[tuple[Part, ...], ...]

    def rows(self, jobs: Jobs) -> np.ndarray:
        """[n] bool: which jobs meet one of them."""
        met = np.zeros(jobs.count, bool)
        for parts in self.choices:
            met |= rows(parts, jobs)
        return met

    def __str__(self) -> str:
        return f"({' or '.join(text(parts) for parts in self.choices)})"


Part = Condition | AnyOf


def rows(parts: Sequence[Part], jobs: Jobs) -> np.ndarray:
    """[n] bool: which jobs meet all of these; all jobs where nothing is asked."""
    met = np.ones(jobs.count, bool)
    for part in parts:
        met &= part.rows(jobs)
    return met


def text(parts: Sequence[Part]) -> str:
    """The conditions as text, in the one form that reads back as the same."""
    return " ".join(map(str, parts))


def leaves(parts: Sequence[Part]) -> list[Condition]:
    """Every condition, also those inside of others."""
    return [
        leaf
        for part in parts
        for leaf in (
            [part] if isinstance(part, Condition) else [one for choice in part.choices for one in leaves(choice)]
        )
    ]


def check_names(parts: Sequence[Part], names: Mapping[str, tuple[str, ...]]) -> None:
    """Raise QueryError, with the nearest ones, for a name that is none of these ({field: names}; other fields pass)."""
    for leaf in leaves(parts):
        for value in leaf.values if leaf.field in names else ():
            if isinstance(value, str):
                _numbers(leaf.field, value, names)


def depth(parts: Sequence[Part]) -> int:
    """How deep brackets lie inside each other."""
    return max((1 + max(map(depth, part.choices)) for part in parts if isinstance(part, AnyOf)), default=0)


def any_of(choices: Sequence[tuple[Part, ...]]) -> tuple[Part, ...]:
    """What is met where one of these is: without brackets in brackets, and none around a single choice."""
    flat = tuple(
        inner
        for parts in choices
        for inner in (parts[0].choices if len(parts) == 1 and isinstance(parts[0], AnyOf) else (parts,))
    )
    return flat[0] if len(flat) == 1 else (AnyOf(flat),)


def opposite(parts: Sequence[Part]) -> tuple[Part, ...]:
    """What jobs meet that do not meet these, as far as their values are known."""
    turned: list[tuple[Part, ...]] = []
    for part in parts:
        if isinstance(part, Condition):
            turned.append((part.opposite(),))
        else:
            turned.append(tuple(one for choice in part.choices for one in opposite(choice)))
    return any_of(turned)


def _text(kind: str, value: Value) -> str:
    if isinstance(value, Unknown):
        return value.word
    if isinstance(value, Date):
        return str(value)
    if isinstance(value, str):
        return _quoted(value)
    if kind in ("time", "instant"):
        return written(value)
    return _memory(value) if kind == "memory" else number(value)


def _quoted(name: str) -> str:
    """A name as it reads back: in quotes where it has blanks or signs, or could be something else."""
    alone = name[0].isalpha() and not any(sign.isspace() or sign in BARE_SIGNS for sign in name)
    taken = name.lower() in (UNKNOWN.word, "and", "or", "not")
    mark = "'" if '"' in name else '"'
    return name if alone and not taken else f"{mark}{name}{mark}"


def _memory(value: float) -> str:
    unit, size = next((one for one in MEMORY if value and value % one[1] == 0), MEMORY[-1])
    return f"{number(value / size)}{unit}"


def _numbers(name: str, asked: str, names: Mapping[str, tuple[str, ...]]) -> list[int]:
    """The numbers that stand for a name; raises QueryError where the log has none of it."""
    there = names.get(name, ())
    if not there:
        raise QueryError(
            f"This log tells no names for {name}, only numbers; {asked[:40]!r} is none. Ask for a number, "
            f"such as {name}=1."
        )
    read = [plain(one) for one in there]
    exact = [place + 1 for place, one in enumerate(read) if one == asked]
    places = exact or [place + 1 for place, one in enumerate(read) if one.lower() == asked.lower()]
    if not places:
        near = get_close_matches(asked, read, 2, 0.5)
        hint = (
            f"did you mean {' or '.join(near)}?"
            if near
            else f"it has {', '.join(read[:5])}" + (" and others." if len(read) > 5 else ".")
        )
        raise QueryError(f"This log has no {name} {asked[:40]!r}; {hint}")
    return places
