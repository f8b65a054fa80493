"""Facts in words, in two lengths: long for panels and documents, short for lists, log lines and drawn labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from scheduler.durations import HOUR, human, instant
from scheduler.durations import number as plain
from scheduler.explain import english
from scheduler.facts import (
    Area,
    Campaign,
    Cluster,
    Duration,
    Fact,
    Instant,
    Job,
    Number,
    Processors,
    Request,
    Term,
    User,
)
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import user_name
from scheduler.model.workload import Workload
from scheduler.phrase import Unknown, phrase
from scheduler.replay.changed_request import round_down
from scheduler.wording import enumerated

LENGTHS = ("long", "short")
MOST_NAMED = 3  # of a list


@dataclass(frozen=True)
class Names:
    """What jobs, users, campaigns and processors of a workload are called; without one, by their numbers."""

    workload: Workload | None = None
    clock: Callable[[float], str] = instant

    def of(self, value: Any) -> str:
        """A value in words; of several jobs the first few, of several facts all.

        >>> Names().of(tuple(map(Job, range(5)))), Names().of((Fact("until_batch", begin=Instant(7.0)),) * 2)
        ('job 0, job 1, job 2 and 2 more', 'until its batch began at 7 s and until its batch began at 7 s')
        """
        if isinstance(value, Fact):
            return words(value, self)
        if isinstance(value, tuple):
            items = [self.of(each) for each in value]
            return enumerated(items) if isinstance(value[0], Fact) else self._listed(items)
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
        return f"{count} {self.unit}" if count == 1 else f"{count} {self.unit}s"

    def area(self, seconds: float) -> str:
        """12 processor-hours; in seconds below one.

        >>> Names().area(7_200.0), Names().area(1.0)
        ('2 processor-hours', '1 processor-second')
        """
        value, time = (seconds / HOUR, "hour") if seconds >= HOUR else (seconds, "second")
        text = f"{value:,.0f}" if value >= 1_000 else f"{value:.3g}"
        return f"{text} {self.unit}-{time}{'' if text == '1' else 's'}"

    @property
    def unit(self) -> str:
        """One of what the machine has."""
        return "node" if self.workload and self.workload.has_needs else "processor"

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


def requested_time(seconds: float) -> str:
    """A requested time in words that say exactly that time, else in seconds."""
    return human(seconds) if round_down(seconds, 0.0) == seconds else f"{plain(round(seconds, 3))} s"


NAMED: Mapping[type, Callable[[Names, Any], str]] = {
    Instant: lambda names, value: names.clock(value),
    Duration: lambda names, value: human(value),
    Number: lambda names, value: number(float(value)),
    Processors: Names.processors,
    Area: Names.area,
    Request: lambda names, value: requested_time(value),
    Job: Names.job,
    User: lambda names, value: user_name(names.workload, value) if names.workload else f"user {value}",
    Campaign: Names.campaign,
    Cluster: lambda names, value: f"cluster {value + 1}",
    Term: lambda names, value: english.TERMS[value],
}


def words(fact: Fact, names: Names, length: Literal["long", "short"] = "long") -> str:
    """A fact in words.  Raises KeyError for a statement without a phrase, and for a value that its phrase needs."""
    try:
        return phrase(english.PHRASES[fact.what][LENGTHS.index(length)])(fact.values, names.of)
    except Unknown as missing:
        raise KeyError(f"{fact.what} is told without {missing}") from None


def sentences(facts: Iterable[Fact | None], schedule: Schedule) -> list[str]:
    """Facts on a run as sentences; none of what is not known."""
    return [capital(words(fact, Names(schedule.workload))) for fact in facts if fact is not None]


def capital(sentence: str) -> str:
    """With a capital letter."""
    return sentence[:1].upper() + sentence[1:]
