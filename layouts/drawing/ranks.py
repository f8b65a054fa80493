"""Where a job stands among all jobs of a run, and among those of its user: exact ranks.

What counts is how many jobs have less; those with just as much are counted apart and never as less.  The values of a
run are sorted once and kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.memory.cache import cached
from layouts.memory.mmap_column import spilled
from layouts.state.view import FinishedRun
from scheduler.model.schedule import Schedule

TIED = 0.001  # share of jobs with just as much that is worth a word
ALL = slice(None)
Rows = np.ndarray | slice


class Measure(NamedTuple):
    """What jobs are ranked by."""

    name: str
    values: Callable[[Schedule, Rows], np.ndarray]  # of some rows of jobs
    more: str  # what a job with more is called: longer than 93 % of jobs
    alike: str  # ... and one with just as much: as long as 2 %
    of_run: bool = True  # whether it depends on the policy


def _response(schedule: Schedule, rows: Rows) -> np.ndarray:
    return schedule.placed.end[rows] - schedule.placed.submit[rows]


MEASURES = {
    "wait": Measure("wait", lambda s, rows: s.placed.start[rows] - s.placed.submit[rows], "longer", "long"),
    "stretch": Measure("stretch", lambda s, rows: _response(s, rows) / s.shortest[rows], "worse", "bad"),
    "response": Measure("response", _response, "longer", "long"),
    "size": Measure("size", lambda s, rows: s.jobs.processors[rows], "larger", "large", False),
    "runtime": Measure("runtime", lambda s, rows: s.jobs.runtime[rows], "longer", "long", False),
}
OF_RUN = tuple(name for name, measure in MEASURES.items() if measure.of_run)


class Standing(NamedTuple):
    """A job among `jobs` jobs, itself one of them."""

    value: float
    below: int  # jobs with less
    equal: int  # other jobs with just as much
    jobs: int

    @property
    def share(self) -> float:
        """Share of the jobs that have less."""
        return self.below / self.jobs


def ordered(run: FinishedRun, measure: str) -> np.ndarray:
    """[n] the values of all jobs of a run, ascending, read-only."""
    entry = MEASURES[measure]
    owner = run.schedule if entry.of_run else run.schedule.workload
    return cached(("sorted values", measure), lambda: _sorted(entry.values(run.schedule, ALL)), owner)


def _sorted(values: np.ndarray) -> np.ndarray:
    ascending = spilled(np.sort(values))
    ascending.setflags(write=False)
    return ascending


def among(values: np.ndarray, value: float) -> Standing:
    """Where a job of that value stands among ascending values, its own among them."""
    below, up_to = (int(np.searchsorted(values, value, side)) for side in ("left", "right"))
    return Standing(value, below, max(up_to - below - 1, 0), len(values))


def value_of(schedule: Schedule, measure: str, job: int) -> float:
    """The value of one job (row of jobs); the others are not looked at."""
    return float(MEASURES[measure].values(schedule, np.array([job]))[0])


def standing(run: FinishedRun, measure: str, job: int) -> Standing:
    """A job (row of jobs) among all jobs of a run."""
    return among(ordered(run, measure), value_of(run.schedule, measure, job))


def of_user(run: FinishedRun, measure: str, job: int) -> Standing:
    """A job (row of jobs) among the jobs of its user."""
    user = int(run.schedule.workload.jobs.user[job])
    values = cached(
        ("sorted values of a user", measure, user),
        lambda: _sorted(MEASURES[measure].values(run.schedule, _rows_of(run.schedule, user))),
        run.schedule,
    )
    return among(values, value_of(run.schedule, measure, job))


def _rows_of(schedule: Schedule, user: int) -> np.ndarray:
    """The rows of jobs of a user (dense number)."""
    workload = schedule.workload
    return cached(("rows of a user", user), lambda: np.flatnonzero(workload.jobs.user == user), workload)


def in_words(rank: Standing, measure: str, whose: str = "jobs") -> str:
    """ "longer than 93.1 % of jobs, just as long as 2.0 %": those with just as much are told where they are many."""
    entry = MEASURES[measure]
    those = "the jobs" if whose == "jobs" else whose
    if rank.jobs == 1:
        return f"the only one of {those}"
    tied = (
        f", just as {entry.alike} as {theme.percent(rank.equal / rank.jobs)}" if rank.equal / rank.jobs >= TIED else ""
    )
    if rank.below == rank.jobs - 1:
        return f"{entry.more} than all other {whose}"
    if not rank.below:
        return f"{entry.more} than none of {those}{tied}"
    return f"{entry.more} than {theme.percent(rank.share)} of {whose}{tied}"
