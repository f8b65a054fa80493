"""A search in a run: job 4711, user 37 wait>1d, longest wait; which of its jobs are meant.

The language is that of scheduler.query.  "longest wait" and "largest stretch" mean one job: of those that meet the
conditions the first with the largest value.  The text a query is written as reads back as the same query.

>>> str(parse("64 processors for 8 h"))
'processors>=32 processors<=128 requested_time>=4h requested_time<=16h'
>>> str(parse("User 37 and wait > 1 d 6 h size≥64"))
'user 37 wait>1d6h processors>=64'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from scheduler.errors import QueryError
from scheduler.model.calendars import calendar_of_workload
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.preparation.requested_times import has_request
from scheduler.query import submission_times
from scheduler.query.conditions import Condition, Jobs, Part, leaves, rows, text
from scheduler.query.fields import FIELDS, RUN, canonical
from scheduler.query.grammar import Reader, bounded
from scheduler.query.wanted_job import conditions_of

Values = Callable[[Schedule], np.ndarray]

MEASURED = ("wait", "stretch", "response", "runtime", "requested_time", "processors")
MOST = ("longest", "largest")  # before a field: the one job with most of it
LONGEST = 200  # characters of a search
NAMED = {"user": "user_id", "group": "group", "queue": "queue", "partition": "partition"}  # in Workload.names


def _campaign(schedule: Schedule) -> np.ndarray:
    """[n]: 1.. within the user, as campaigns are called; -1 none."""
    of_job = schedule.workload.jobs.campaign
    if (of_job < 0).all():
        return np.full(len(of_job), -1)
    return np.where(of_job >= 0, schedule.workload.table("campaigns").index[of_job] + 1, -1)


def _on_the_clock(name: str, work: Workload, submit: np.ndarray) -> np.ndarray:
    """[n] hour or weekday; raises QueryError where the log tells no clock."""
    clock = calendar_of_workload(work)
    if clock is None:
        raise QueryError(
            f"{work.name} does not tell when it starts, so no job has {FIELDS[name].meaning}; leave the "
            f"condition on {name} out."
        )
    return CLOCK[name](submit, clock)


def _used_time(work: Workload, runtime: np.ndarray, requested: np.ndarray) -> np.ndarray:
    return np.where(has_request(work), runtime / requested, -1)


CLOCK = {"hour": submission_times.hour, "weekday": submission_times.weekday}


def _recorded(workload: Workload, name: str) -> np.ndarray:
    """[n] f8 what the log told of how each job went, -1 where it told nothing."""
    column = workload.recorded_column(name)
    return np.full(len(workload), -1.0) if column is None else column


OF_EVERY_JOB: dict[str, Values] = {  # what every job has
    **{name: partial(lambda of, s: _on_the_clock(of, s.workload, s.placed.submit), name) for name in CLOCK},
    "job": lambda s: s.workload.jobs.job_id,
    "processors": lambda s: s.jobs.processors,
    "runtime": lambda s: s.jobs.runtime,
    "submit": lambda s: s.placed.submit,
    "start": lambda s: s.placed.start,
    "end": lambda s: s.placed.end,
    "wait": lambda s: s.wait,
    "response": lambda s: s.response,
    "stretch": lambda s: s.stretch,
}
OF_JOB: dict[str, Callable[[Workload], np.ndarray]] = {  # what no policy decides; -1 where a job has none
    "job": lambda w: w.jobs.job_id,
    "user": lambda w: w.jobs.user_id,
    "group": lambda w: w.jobs.group,
    "queue": lambda w: w.jobs.queue,
    "partition": lambda w: w.jobs.partition,
    "processors": lambda w: w.jobs.processors,
    "runtime": lambda w: w.jobs.runtime,
    "requested_time": lambda w: np.where(has_request(w), w.jobs.requested_time, -1),
    "submit": lambda w: w.jobs.submit,
    "recorded_wait": lambda w: w.jobs.recorded_wait,
    "status": lambda w: _recorded(w, "status"),
    "used_time": lambda w: _used_time(w, w.jobs.runtime, w.jobs.requested_time),
    **{name: partial(lambda of, w: _on_the_clock(of, w, w.jobs.submit), name) for name in CLOCK},
}
SOME: dict[str, Values] = {  # -1 where a job has none
    **{
        name: partial(lambda of, s: of(s.workload), OF_JOB[name])
        for name in ("user", "group", "queue", "partition", "recorded_wait", "status")
    },
    "campaign": _campaign,
    "requested_time": lambda s: np.where(has_request(s.workload), s.jobs.requested_time, -1),
    "used_time": lambda s: _used_time(s.workload, s.jobs.runtime, s.jobs.requested_time),
}


def values(schedule: Schedule, name: str) -> np.ndarray:
    """[n] f8: a field of every job of a run, nan where it has none."""
    if name in OF_EVERY_JOB:
        return np.asarray(OF_EVERY_JOB[name](schedule), float)
    column = np.asarray(SOME[name](schedule), float)
    return np.where(column < 0, np.nan, column)


def names_of(work: Workload) -> dict[str, tuple[str, ...]]:
    """{field: names} of the fields whose names a workload keeps."""
    return {field: work.names[column] for field, column in NAMED.items() if column in work.names}


def jobs_of(schedule: Schedule) -> Jobs:
    """The jobs of a run, as conditions are asked of them."""
    work = schedule.workload
    return Jobs(len(schedule.placed), partial(values, schedule), names_of(work), calendar_of_workload(work))


def jobs_of_workload(work: Workload) -> Jobs:
    """The jobs of a workload before any run; conditions on what a policy decides raise QueryError."""
    return Jobs(len(work), partial(_before_any_run, work), names_of(work), calendar_of_workload(work))


def _before_any_run(work: Workload, name: str) -> np.ndarray:
    if name not in OF_JOB:
        raise QueryError(f"{name} depends on the policy; wanted: conditions on {', '.join(OF_JOB)}.")
    column = np.asarray(OF_JOB[name](work), float)
    return column if name == "submit" else np.where(column < 0, np.nan, column)


@dataclass(frozen=True)
class Query:
    """Conditions that all have to hold; `most` is a field of which the one job with the largest value is meant."""

    conditions: tuple[Part, ...]
    most: str = ""

    def rows(self, schedule: Schedule) -> np.ndarray:
        """[n] bool: which jobs of a run are meant; raises QueryError where the log does not tell what is asked for."""
        met = rows(self.conditions, jobs_of(schedule))
        return self._largest(schedule, met) if self.most and met.any() else met

    def _largest(self, schedule: Schedule, met: np.ndarray) -> np.ndarray:
        among = np.flatnonzero(met)
        alone = np.zeros(len(met), bool)
        asked = values(schedule, self.most)[among]
        alone[among[np.argmax(np.where(np.isnan(asked), -np.inf, asked))]] = True
        return alone

    @property
    def of_run(self) -> bool:
        """Whether the answer depends on the policy."""
        return any(
            FIELDS[name].by_policy
            for name in (*(leaf.field for leaf in leaves(self.conditions)), *filter(None, (self.most,)))
        )

    @property
    def one(self) -> bool:
        """Whether it asks for one job, so that there is nothing to light and step through."""
        asked = [(part.field, part.sign, part.more) for part in self.conditions if isinstance(part, Condition)]
        return bool(self.most) or (asked == [("job", "=", ())] and len(self.conditions) == 1)

    def of_field(self, field: str) -> tuple[Condition, ...]:
        """The conditions on a field that have to hold by themselves."""
        return tuple(part for part in self.conditions if isinstance(part, Condition) and part.field == field)

    def __str__(self) -> str:
        kind = FIELDS[self.most].kind if self.most else ""
        words = [f"{MOST[0] if kind == 'time' else MOST[1]} {self.most}"] if self.most else []
        return " ".join([*words, *filter(None, (text(self.conditions),))])


def parse(asked: str) -> Query:
    """The query of a text, which may describe a job (64 processors for 8 h) and then means jobs like it.

    Raises QueryError, a sentence that says what was found, at which character, what is wanted.
    """
    reader = Reader(conditions_of(asked) or asked, RUN, LONGEST)
    most = next((measured(reader) for word in MOST if reader.take_word(word)), "")
    parts = reader.parts()
    if not reader.ended:
        reader.refuse("an end, or an opening bracket before this one")
    if not parts and not most:
        raise QueryError(
            "The search is empty; wanted: conditions such as job 4711, user 37, wait>1d or processors>=64."
        )
    return Query(bounded(parts, RUN, LONGEST), most)


def measured(reader: Reader) -> str:
    """The field after longest or largest."""
    reader.take_blank()
    word = "" if reader.ended else reader.word()
    name = canonical(word)
    if name not in MEASURED:
        reader.refuse(
            f"what is to be {' or '.join(MOST)} ({', '.join(MEASURED)}), such as longest wait", reader.at - len(word)
        )
    return name
