"""A variant of a lesson: its jobs, and what each rule makes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from scheduler.errors import InputError
from scheduler.manual import typed_jobs
from scheduler.manual.cells import Job
from scheduler.model.schedule import Schedule
from scheduler.model.trace import Trace
from scheduler.model.workload import Workload
from scheduler.policies import all_policies
from scheduler.preparation.build import workload as workload_of
from scheduler.preparation.samples import sample
from scheduler.registry import find
from scheduler.results.sources import setups
from scheduler.simulate import simulate
from scheduler.topics.lessons.lesson import Lesson
from scheduler.topics.lessons.mistaken_rules import CALLED, EXACT, MISTAKEN, TOGETHER


class Run(NamedTuple):
    """What a rule makes of the jobs, by the row of jobs; schedule: None where it is no policy's.

    Pieces that came as one job run one behind the other, and the schedule has that job in place of them.
    """

    rule: str
    name: str
    submit: np.ndarray  # s
    start: np.ndarray  # s
    end: np.ndarray  # s
    runtime: np.ndarray  # s
    user: np.ndarray  # whose it is
    schedule: Schedule | None


class Case:
    """The jobs of a lesson for one seed; its runs are simulated when they are asked for, once."""

    def __init__(self, lesson: Lesson, seed: int, jobs: tuple[Job, ...], trace: Trace | None = None):
        self.lesson, self.seed, self.jobs = lesson, seed, jobs
        self.trace = trace  # of a variant of a sample
        self._runs: dict[str, Run] = {}

    @cached_property
    def workload(self) -> Workload:
        """The workload of the jobs, or of the sample of the lesson."""
        if self.lesson.sample:
            return workload_of(sample(self.lesson.sample) if self.trace is None else self.trace)
        return typed_jobs.workload(self.jobs, self.lesson.processors, self.lesson.title)

    @cached_property
    def row_of(self) -> dict[int, int]:
        """{number of a job: its row}."""
        return {int(number): row for row, number in enumerate(self.workload.jobs.job_id)}

    def row(self, job: int) -> int:
        """The row of a job; raises InputError for a number there is not."""
        if job not in self.row_of:
            raise InputError(f"This lesson has no job {job}; its jobs are {self.numbers[0]} to {self.numbers[-1]}.")
        return self.row_of[job]

    @property
    def numbers(self) -> list[int]:
        """The numbers of the jobs, in the order of submission."""
        return [int(number) for number in self.workload.jobs.job_id]

    def run(self, rule: str) -> Run:
        """What a rule makes of the jobs; raises InputError for a rule there is not, Unsupported as simulate."""
        if rule not in self._runs:
            self._runs[rule] = self._mistaken(rule) if rule in MISTAKEN else self._simulated(rule)
        return self._runs[rule]

    def schedule(self, rule: str) -> Schedule:
        """The audited schedule of a policy; raises InputError for a mistaken rule."""
        schedule = self.run(rule).schedule
        if schedule is None:
            raise InputError(f"{rule} is no policy, so it has no schedule to be shown.")
        return schedule

    def _mistaken(self, rule: str) -> Run:
        name, times = MISTAKEN[rule]
        jobs = self.workload.jobs
        start, end = times(jobs, self.workload.platform.processors)
        return Run(rule, name, jobs.submit, start, end, jobs.runtime, jobs.user, None)

    def _simulated(self, rule: str) -> Run:
        policy, params = split(rule)
        if is_together(rule):
            return self._together(rule, policy, params)
        workload = self.workload
        if EXACT in rule.split():
            exact = tuple(job._replace(requested_time=job.runtime) for job in self.jobs)
            workload = typed_jobs.workload(exact, self.lesson.processors, self.lesson.title)
        schedule = simulate(workload, policy, params)
        placed = schedule.placed
        return Run(
            rule,
            name_of(rule),
            placed.submit,
            placed.start,
            placed.end,
            schedule.jobs.runtime,
            workload.jobs.user,
            schedule,
        )

    def _together(self, rule: str, policy: str, params: dict[str, str]) -> Run:
        """The run of jobs that came in one piece."""
        pieces = together(self.jobs)
        whole = typed_jobs.workload([merged(one) for one in pieces], self.lesson.processors, self.lesson.title)
        schedule = simulate(whole, policy, params)
        row_of = {int(number): row for row, number in enumerate(whole.jobs.job_id)}
        jobs, start = self.workload.jobs, np.zeros(len(self.jobs))
        for one in pieces:
            begin = float(schedule.placed.start[row_of[one[0].number]])
            for job in one:
                start[self.row(job.number)] = begin
                begin += job.runtime
        return Run(rule, name_of(rule), jobs.submit, start, start + jobs.runtime, jobs.runtime, jobs.user, schedule)


def together(jobs: Sequence[Job]) -> list[list[Job]]:
    """The jobs by what one user submits at once with as many processors, in the order of the first of each."""
    pieces: dict[tuple, list[Job]] = {}
    for job in jobs:
        pieces.setdefault((job.user, job.campaign, job.submit, job.processors), []).append(job)
    return list(pieces.values())


def merged(pieces: Sequence[Job]) -> Job:
    """One job that does what the pieces do, one behind the other."""
    return pieces[0]._replace(
        runtime=sum(job.runtime for job in pieces), requested_time=sum(job.requested_time for job in pieces)
    )


def is_together(rule: str) -> bool:
    """Whether a rule is of jobs that came in one piece."""
    return TOGETHER in rule.split()


def split(rule: str) -> tuple[str, dict[str, str]]:
    """(policy, params) of a rule; raises InputError for anything else, UnknownKey for a policy there is not."""
    policy, words = _words(rule)
    return policy, {name: value for name, value in words.items() if name != CALLED}


def with_settings(policy: str, params: Mapping[str, str], called: str) -> str:
    """The rule of a policy with parameters that are too long to be read, and what it is called in their place."""
    return " ".join([policy, *(f'{name}="{value}"' for name, value in {**params, CALLED: called}.items())])


def is_called(rule: str) -> bool:
    """Whether a rule has settings under a name."""
    return rule not in MISTAKEN and CALLED in _words(rule)[1]


def _words(rule: str) -> tuple[str, dict[str, str]]:
    """(policy, params with what it is called) of a rule."""
    entries = setups(" ".join(word for word in rule.split() if word not in (EXACT, TOGETHER)))
    if len(entries) != 1:
        raise InputError(f"The rule is {rule[:60]!r}; wanted: one policy, such as: conservative compression=none.")
    find(all_policies(), entries[0][0], "policy")
    return entries[0]


def name_of(rule: str) -> str:
    """What a rule is called in a sentence: EASY; conservative backfilling, compression none."""
    if rule in MISTAKEN:
        return MISTAKEN[rule][0]
    key, params = _words(rule)
    policy = all_policies()[key]
    if CALLED in params:
        return f"{policy.short or policy.title}, {params[CALLED]}"
    requests = [text for word, text in ((EXACT, "exact requests"), (TOGETHER, "in one piece")) if word in rule.split()]
    return ", ".join([policy.short or policy.title, *requests, *(f"{name} {value}" for name, value in params.items())])
