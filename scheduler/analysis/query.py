"""A question about jobs as text, and which jobs of a run it means: job 4711, user 37 wait>1d, longest wait.

A query is a list of conditions that all have to hold (a space or "and" between them), each a field, a comparison and a
number; lengths of time may have units.  "longest wait" and "largest stretch" mean one job: of those that meet the
conditions the first with the largest value.  The text a query is written as reads back as the same query.

>>> str(parse("User 37 and wait > 1 d 6 h size≥64"))
'user 37 wait>1d6h size>=64'
"""

from __future__ import annotations

import operator
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple, NoReturn

import numpy as np

from scheduler.durations import DAY, HOUR, MINUTE, WEEK, YEAR, number
from scheduler.errors import QueryError
from scheduler.model.number_text import WHOLE
from scheduler.model.schedule import Schedule
from scheduler.preparation.measured import has_request

Values = Callable[[Schedule], np.ndarray]


class Field(NamedTuple):
    """What can be asked for: its kind (number, count, ratio, time), where its values are, and what it is."""

    kind: str
    values: Values
    meaning: str
    of_run: bool = False    # whether it depends on the policy
    known: bool = True      # whether every job has it; a job that has none (-1) meets no condition on it


def _campaign(schedule: Schedule) -> np.ndarray:
    """[n]: 1.. within the user, as campaigns are called; -1 none."""
    of_job = schedule.workload.jobs.campaign
    if not schedule.workload.has_campaigns:
        return np.full(len(of_job), -1)
    return np.where(of_job >= 0, schedule.workload.table("campaigns").index[of_job] + 1, -1)


FIELDS = {
    "job": Field("number", lambda s: s.workload.jobs.job_id, "number of the job in the log"),
    "user": Field("number", lambda s: s.workload.jobs.user_id, "number of the user in the log"),
    "group": Field("number", lambda s: s.workload.jobs.group, "number of the group in the log", known=False),
    "queue": Field("number", lambda s: s.workload.jobs.queue, "number of the queue in the log", known=False),
    "campaign": Field("number", _campaign, "which campaign of its user, from 1", known=False),
    "size": Field("count", lambda s: s.jobs.processors, "processors"),
    "runtime": Field("time", lambda s: s.jobs.runtime, "time it runs"),
    "requested": Field("time", lambda s: np.where(has_request(s.workload), s.jobs.requested_time, -1),
                       "time it asked for", known=False),
    "submit": Field("time", lambda s: s.placed.submit, "submission, since the log's start", True),
    "start": Field("time", lambda s: s.placed.start, "start, since the log's start", True),
    "end": Field("time", lambda s: s.placed.end, "end, since the log's start", True),
    "wait": Field("time", lambda s: s.wait, "start - submit", True),
    "response": Field("time", lambda s: s.response, "end - submit", True),
    "stretch": Field("ratio", lambda s: s.stretch, "response / runtime", True),
}
ALSO = {"processors": "size", "requested_time": "requested"}        # other names of fields
COMPARE: dict[str, Callable[[np.ndarray, float], np.ndarray]] = {
    "=": operator.eq, "!=": operator.ne, "<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt}
SIGNS = {"==": "=", "≥": ">=", "≤": "<=", "≠": "!="}
MEASURED = ("wait", "stretch", "response", "runtime", "requested", "size")
MOST = ("longest", "largest")           # before a field: the one job with most of it
AND = ("and",)
LOGIC = ("or", "not", "xor", "between", "in", "like")
LONGEST = 200                           # characters
FAR = WHOLE                             # numbers beyond it are not exact
UNITS = {"s": 1, "min": MINUTE, "h": HOUR, "d": DAY, "wk": WEEK, "y": YEAR}
SHORT = (("d", DAY), ("h", HOUR), ("min", MINUTE), ("s", 1))        # units a time is written with

NUM = r"[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?"
UNIT = r"(?:s|min|h|d|wk|y)(?![^\W\d_])"
SPACE = re.compile(r"[\s,]*")
WORD = re.compile(r"[^\W\d_](?:\w*[^\W\d])?")
SIGN = re.compile(r"\s*(==|!=|<=|>=|=|<|>|≥|≤|≠)\s*")
NUMBER = re.compile(rf"[+-]?(?:{NUM})")
PIECE = re.compile(rf"\s*({NUM})\s*({UNIT})")
CLOCK = re.compile(r"\s*([0-9]+):([0-5][0-9])(?::([0-5][0-9](?:\.[0-9]+)?))?(?![0-9:])")
FOUND = re.compile(r"\S{1,30}")
GROUPED = re.compile(r"(?<=[0-9])[\u202f\u2009\u00a0](?=[0-9]{3}(?![0-9]))")
TIMES = "90, 30s, 10min, 2h, 1d, 4wk or 2d4h"


class Condition(NamedTuple):
    """A field, a comparison, and what is compared with: seconds, processors or a number of the log."""

    field: str
    sign: str
    value: float

    def rows(self, schedule: Schedule) -> np.ndarray:
        """[n] bool: which jobs of a run meet it."""
        field = FIELDS[self.field]
        values = field.values(schedule)
        met = COMPARE[self.sign](values, self.value)
        return met if field.known else met & (values >= 0)

    def __str__(self) -> str:
        kind = FIELDS[self.field].kind
        if kind == "number" and self.sign == "=":
            return f"{self.field} {number(self.value)}"
        return f"{self.field}{self.sign}{_time(self.value) if kind == 'time' else number(self.value)}"


@dataclass(frozen=True)
class Query:
    """Conditions that all have to hold; `most` is a field of which the one job with the largest value is meant."""

    conditions: tuple[Condition, ...]
    most: str = ""

    def rows(self, schedule: Schedule) -> np.ndarray:
        """[n] bool: which jobs of a run are meant."""
        met = np.ones(len(schedule.placed), bool)
        for condition in self.conditions:
            met &= condition.rows(schedule)
        return self._largest(schedule, met) if self.most and met.any() else met

    def _largest(self, schedule: Schedule, met: np.ndarray) -> np.ndarray:
        among = np.flatnonzero(met)
        alone = np.zeros(len(met), bool)
        alone[among[np.argmax(FIELDS[self.most].values(schedule)[among])]] = True
        return alone

    @property
    def of_run(self) -> bool:
        """Whether the answer depends on the policy."""
        return any(FIELDS[name].of_run for name in (*(c.field for c in self.conditions), *filter(None, (self.most,))))

    @property
    def one(self) -> bool:
        """Whether it asks for one job, so that there is nothing to light and step through."""
        return bool(self.most) or [(c.field, c.sign) for c in self.conditions] == [("job", "=")]

    def __str__(self) -> str:
        kind = FIELDS[self.most].kind if self.most else ""
        said = [f"{MOST[0] if kind == 'time' else MOST[1]} {self.most}"] if self.most else []
        return " ".join([*said, *map(str, self.conditions)])


def parse(text: str) -> Query:
    """The query of a text; raises QueryError, a sentence that says what was found, at which character, what is wanted.
    """
    if not isinstance(text, str):
        raise QueryError("The search is no text; wanted: a text such as wait>1d.")
    if len(text) > LONGEST:
        raise QueryError(f"The search has {len(text)} characters; wanted: at most {LONGEST}.")
    found = Reader(unicodedata.normalize("NFKC", GROUPED.sub("", text)))
    conditions: list[Condition] = []
    most = ""
    while word := found.next_word():
        if word in MOST and not (conditions or most):
            most = found.measured()
        else:
            conditions.append(found.condition(word))
    if not conditions and not most:
        raise QueryError("The search is empty; wanted: conditions such as job 4711, user 37, wait>1d or size>=64.")
    return Query(tuple(conditions), most)


class Reader:
    """A text, and how far it is read."""

    def __init__(self, text: str):
        self.text = text
        self.at = 0

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What comes next, if it looks like that."""
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found

    def refuse(self, wanted: str, at: int | None = None, hint: str = "") -> NoReturn:
        """Raise the sentence of what is found where."""
        at = self.at if at is None else at
        word = FOUND.search(self.text, at)
        said = f"{word[0]!r} at character {word.start() + 1}" if word else "the end of the search"
        raise QueryError(f"Found {said}; wanted: {wanted}. {hint}".rstrip())

    def next_word(self) -> str:
        """The next word, small letters; empty at the end."""
        while True:
            self.take(SPACE)
            if self.at >= len(self.text):
                return ""
            begin, found = self.at, self.take(WORD)
            if found is None:
                self.refuse(self.instead(), begin)
            word = str(found[0]).lower()
            if word not in AND:
                return word

    def instead(self) -> str:
        """What is wanted where a field has to stand and something else does."""
        found = NUMBER.match(self.text, self.at)
        if found is None:
            return f"a field ({', '.join(FIELDS)})"
        return f"a field before the number, such as job {found[0]}"

    def field(self, word: str) -> str:
        """The field of that name."""
        name, at = ALSO.get(word, word), self.at - len(word)
        if name in LOGIC:
            self.refuse("conditions that all have to hold, with a space between them", at)
        if name not in FIELDS:
            near = get_close_matches(name, [*FIELDS, *MOST], 2, 0.6)
            hint = f"Did you mean {' or '.join(near)}?" if near else ""
            self.refuse("a field" if near else f"a field ({', '.join(FIELDS)})", at, hint)
        return name

    def measured(self) -> str:
        """The field after longest or largest."""
        word = self.next_word()
        name = ALSO.get(word, word)
        if name not in MEASURED:
            self.refuse(f"what is to be {' or '.join(MOST)} ({', '.join(MEASURED)}), such as longest wait",
                        self.at - len(word))
        return name

    def condition(self, word: str) -> Condition:
        """A field, how it is compared, and with what."""
        name = self.field(word)
        kind = FIELDS[name].kind
        sign = self.take(SIGN)
        if sign is None:
            self.take(SPACE)
            if kind not in ("number", "count") or not NUMBER.match(self.text, self.at):
                example = f"{name} 37" if kind == "number" else f"{name}>=1h" if kind == "time" else f"{name}>=10"
                self.refuse(f"a comparison of {name} ({', '.join(COMPARE)}) with a number, such as {example}")
        return Condition(name, "=" if sign is None else SIGNS.get(sign[1], sign[1]), self.value(name))

    def value(self, name: str) -> float:
        """The number a field is compared with."""
        begin, kind = self.at, FIELDS[name].kind
        value = self.time() if kind == "time" else self.plain()
        wanted = {"time": f"a time after {name}, such as {TIMES}", "ratio": f"a number after {name}, such as 2.5"}
        said = wanted.get(kind, f"a whole number after {name}")
        if value is None or WORD.match(self.text, self.at) or self.text[self.at:self.at + 1] in tuple("._:"):
            self.refuse(said, begin)
        if abs(value) > FAR:
            self.refuse(f"{said}, at most {FAR:.0f}", begin)
        if kind in ("number", "count") and value != int(value):
            self.refuse(said, begin)
        return value

    def plain(self) -> float | None:
        """A number without a unit; whole ones keep all their digits."""
        found = self.take(NUMBER)
        return None if found is None else float(found[0])

    def time(self) -> float | None:
        """Seconds: a number, pieces with units, or days and a clock as pages write instants (2 d 04:00:00)."""
        begin, negative = self.at, self.text[self.at:self.at + 1] == "-"
        self.at += negative or self.text[self.at:self.at + 1] == "+"
        total, pieces = 0.0, 0
        while piece := self.take(PIECE):
            total, pieces = total + float(piece[1]) * UNITS[piece[2]], pieces + 1
        clock = self.take(CLOCK)
        if clock:
            total += int(clock[1]) * HOUR + int(clock[2]) * MINUTE + float(clock[3] or 0)
        if pieces or clock:
            return -total if negative else total
        self.at = begin
        return self.plain()


def seconds(text: str) -> float:
    """The seconds of a text such as 90, 2h, 1d6h or 2 d 04:00:00 alone; raises QueryError."""
    found = Reader(unicodedata.normalize("NFKC", GROUPED.sub("", text[:LONGEST])))
    found.take(SPACE)
    value = found.time()
    if value is None or found.text[found.at:].strip() or abs(value) > FAR:
        raise QueryError(f"Found {text[:30]!r}; wanted: a time such as {TIMES}.")
    return value


def _time(value: float) -> str:
    """A time as short as it reads: 1d6h; seconds where it is no whole number of them."""
    if value <= 0 or value != int(value):
        return number(value)
    left, made = int(value), ""
    for unit, size in SHORT:
        count, left = divmod(left, size)
        made += f"{count}{unit}" if count else ""
    return made
