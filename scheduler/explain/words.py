"""Facts in words, in two lengths: long for panels and documents, short for lists, log lines and drawn labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

import numpy as np

from scheduler.durations import HOUR, human, instant
from scheduler.durations import number as plain
from scheduler.explain import english, stories
from scheduler.facts import (
    Area,
    Campaign,
    Cluster,
    Duration,
    Every,
    Fact,
    Instant,
    Job,
    Measure,
    Nodes,
    Number,
    Percent,
    Processors,
    Ratio,
    Request,
    Seconds,
    Share,
    Signed,
    Term,
    User,
)
from scheduler.kinds import part_of
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import user_name
from scheduler.model.workload import Workload
from scheduler.phrase import Unknown, pieces
from scheduler.replay.changed_request import round_down
from scheduler.wording import About, capital, enumerated

Length = Literal["long", "short"]
LENGTHS: tuple[Length, ...] = ("long", "short")
MOST_NAMED = 3  # of a list
MOST_RUNS = 4  # of nodes


@dataclass(frozen=True)
class Names:
    """What jobs, users, campaigns and processors of a workload are called; without one, by their numbers."""

    workload: Workload | None = None
    clock: Callable[[float], str] = instant
    times: Callable[[float], str] | None = None  # instants and lengths of time alike, where they have one unit
    length: Length = "long"  # of facts in facts
    decimals: int | None = None  # at most, of instants, lengths of time and numbers
    percent: Callable[[float], str] = lambda share: f"{100 * share:.3g} %"

    def of(self, value: Any) -> str:
        """A value in words; of several jobs the first few.

        >>> Names().of(tuple(map(Job, range(5))))
        'job 0, job 1, job 2 and 2 more'
        """
        if isinstance(value, Fact):
            return words(value, self, self.length)
        if self.decimals is not None and isinstance(value, (Instant, Duration, Number)):
            value = type(value)(round(value, self.decimals))
        if self.times is not None and isinstance(value, (Instant, Duration, Seconds, Request)):
            return self.times(value)
        name = next((NAMED[kind] for kind in type(value).__mro__ if kind in NAMED), None)
        if name or not isinstance(value, tuple):
            return name(self, value) if name else str(value)
        return self._listed([self.of(each) for each in value])

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
        return f"{count} {self.unit}" if count == 1 else f"{count} {self.unit}s"

    @property
    def unit(self) -> str:
        """What jobs hold whole ones of."""
        return part_of(self.workload) if self.workload else "processor"

    def campaign(self, campaign: int) -> str:
        """Campaign 2 of user 7, the second of that user."""
        if self.workload is None:
            return f"campaign {campaign}"
        first = int(np.argmax(self.workload.jobs.campaign == campaign))
        user, index = int(self.workload.jobs.user_id[first]), int(self.workload.table("campaigns").index[campaign])
        return f"campaign {index + 1} of {user_name(self.workload, user)}"


def nodes(runs: Nodes) -> str:
    """By their numbers from 1.

    >>> nodes(Nodes([(2, 3)])), nodes(Nodes([(2, 3), (4, 7)]))
    ('node 3', 'nodes 3 and 5 to 7')
    """
    names = [
        name
        for low, behind in runs[:MOST_RUNS]
        for name in ([f"{low + 1} to {behind}"] if behind > low + 2 else [f"{node + 1}" for node in range(low, behind)])
    ]
    left = sum(behind - low for low, behind in runs[MOST_RUNS:])
    word = "node" if len(runs) == 1 and runs[0][1] == runs[0][0] + 1 else "nodes"
    return f"{word} {enumerated([*names, *([f'{left} more'] if left else [])])}"


def number(value: float) -> str:
    """With commas between thousands: 1,205,565.25."""
    return f"{int(value):,}" if np.isfinite(value) and value == int(value) else f"{value:,}"


def measure(value: Measure) -> str:
    """Lengths of time as such, else three digits, and the unit."""
    size = abs(value)
    digits = f"{value:,.0f}" if size >= 1_000 else f"{float(f'{value:.3g}'):.3g}"
    return human(value) if value.unit == "s" else f"{digits} {value.unit}".rstrip()


def signed(value: Signed) -> str:
    """The same with a sign, but for 0."""
    return f"{'-' if value < 0 else '+' if value else ''}{measure(Measure(abs(value), value.unit))}"


def processor_time(area: float, unit: str = "processor") -> str:
    """Processor-seconds in words, "12 processor-hours"; in hours from one on."""
    value, span = (area / HOUR, "hour") if area >= HOUR else (area, "second")
    numeral = f"{value:,.0f}" if value >= 1_000 else f"{value:.3g}"
    return f"{numeral} {unit}-{span}{'' if numeral == '1' else 's'}"


def requested_time(seconds: float) -> str:
    """A requested time in words that say exactly that time, else in seconds."""
    return human(seconds) if round_down(seconds, 0.0) == seconds else f"{plain(round(seconds, 3))} s"


@cache
def _terms() -> Mapping[str, str]:
    """{term: its words}, also those of topics."""
    return {**english.TERMS, **{term: text for story in stories().values() for term, text in story.terms.items()}}


NAMED: Mapping[type, Callable[[Names, Any], str]] = {
    Instant: lambda names, value: names.clock(value),
    Duration: lambda names, value: human(value),
    Number: lambda names, value: number(float(value)),
    Signed: lambda names, value: signed(value),
    Measure: lambda names, value: measure(value),
    Percent: lambda names, value: f"{100 * value:.1f} %",
    Area: lambda names, value: processor_time(value, names.unit),
    Ratio: lambda names, value: f"{value:.3g}",
    Share: lambda names, value: names.percent(value),
    Seconds: lambda names, value: f"{plain(value)} s",
    Every: lambda names, value: enumerated([names.of(each) for each in value]),
    Nodes: lambda names, value: nodes(value),
    Processors: Names.processors,
    Request: lambda names, value: requested_time(value),
    Job: Names.job,
    User: lambda names, value: user_name(names.workload, value) if names.workload else f"user {value}",
    Campaign: Names.campaign,
    Cluster: lambda names, value: f"cluster {value + 1}",
    Term: lambda names, value: _terms()[value],
}


@cache
def phrases() -> Mapping[str, tuple[str, str]]:
    """{statement: its long and its short phrase}, also those of topics."""
    of_topics = {
        what: english.forms(text, story.parts) for story in stories().values() for what, text in story.phrases.items()
    }
    return english.PHRASES | of_topics


def words(fact: Fact, names: Names, length: Length = "long") -> str:
    """A fact in words.  Raises KeyError for a statement without a phrase, and for a value that its phrase needs."""
    return "".join(in_pieces(fact, names, length))


def in_pieces(fact: Fact, names: Names, length: Length = "long") -> list[str]:
    """The same in pieces: one that names a job is About() it, a fact on jobs with a `query` of these is About() that.

    Raises as words().
    """
    names = replace(names, length=length)

    def piece(value: Any) -> str | list[str]:
        if isinstance(value, Fact):
            pieces_of = in_pieces(value, names, length)
            return [About("".join(pieces_of), value.query)] if value.query else pieces_of
        return About(names.of(value), value) if isinstance(value, Job) else names.of(value)

    try:
        return pieces(phrases()[fact.what][LENGTHS.index(length)])({"unit": names.unit, **fact.values}, piece)
    except Unknown as missing:
        raise KeyError(f"{fact.what} is told without {missing}") from None


def sentences(facts: Iterable[Fact | None], schedule: Schedule, **how: Any) -> list[str]:
    """Facts on a run as sentences; none of what is not known.  how: fields of Names."""
    names = Names(schedule.workload, **how)
    return [capital(words(fact, names)) for fact in facts if fact is not None]
