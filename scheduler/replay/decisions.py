"""The decisions on one job of a run that kept none: the run once more, and as little of it as decides the same.

What comes after the job's start cannot have mattered to it, so it is left out.  What came before matters only by what
it left behind: a policy that keeps no account of users or campaigns and draws no lots decides by what runs and what
waits.  Where nothing waited at some instant before the job came, it is enough to begin there, with the rest of the jobs
that ran.  That the starts up to the job's own come out the same is checked; where they do not, all is simulated.

A job that shares CPU can be slowed, paused and moved until its end, and whether it is depends on what all jobs have
done so far: there the decisions up to its end count, and all that was submitted before.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from scheduler.kinds import gives_fractions, kinds_of
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.policies import policy_of
from scheduler.simulate import simulate

FORETELLS = {"users", "future", "runtime"}  # what a policy knows of jobs yet to come
REMEMBERS = FORETELLS | {"user", "campaign", "wait"}  # what it may keep an account of
AFTER = 1.0  # s, decisions are kept until that long after the start


class Piece(NamedTuple):
    """The part of a run that decides when a job starts."""

    rows: np.ndarray  # [jobs] i8, rows of jobs, ascending
    begin: float  # s: jobs that were started by then only have the rest of their time to run; -inf: none is cut


def keeps_none(schedule: Schedule) -> bool:
    """Whether the run kept no decisions though its policy tells them."""
    return not schedule.has_decisions and policy_of(schedule.policy).logs


def repetition_time(schedule: Schedule, job: int) -> float:
    """About how many s of CPU it takes to simulate once more what decided on a job (row of jobs)."""
    first, _, after = rows_to_repeat(schedule, job)
    running = min(first, schedule.workload.platform.processors)  # at most: counting them is a look at every job
    return schedule.kernel_cpu_seconds * (after - first + running) / max(len(schedule.workload), 1)


def run_with_decisions(schedule: Schedule, job: int, control: np.ndarray | None = None) -> Schedule:
    """The run with its decisions, and what it promised, from a job's submission to just after its start, or its end.

    job: row of jobs; its row and those of all others are the same as before.  control: see new_control().  Of other
    jobs than these promises and decisions may be missing.  Raises what simulate() raises.
    """
    submit, last = float(schedule.placed.submit[job]), float(until(schedule)[job])
    window = (submit, last + AFTER)
    part = piece(schedule, job)
    if len(part.rows) < len(schedule.workload):
        repeated = simulate(
            shortened(schedule, part),
            schedule.policy,
            schedule.params,
            seed=schedule.seed,
            control=control,
            decisions=window,
        )
        if same_starts(schedule, part, repeated, last):
            return replace(
                schedule,
                decisions=named(repeated.decisions, part.rows, ("job", "blocker")),
                promises=named(repeated.promises, part.rows, ("job",)),
            )
    repeated = simulate(
        schedule.workload, schedule.policy, schedule.params, seed=schedule.seed, control=control, decisions=window
    )
    return replace(schedule, decisions=repeated.decisions, promises=repeated.promises)


def until(schedule: Schedule) -> np.ndarray:
    """[n] s: until when decisions are made on each job: its start, or where jobs share CPU its end."""
    return schedule.placed.end if gives_fractions(schedule) else schedule.placed.start


def piece(schedule: Schedule, job: int) -> Piece:
    """What decides when a job (row of jobs) starts: all jobs where the policy or the workload allow no less."""
    first, begin, after = rows_to_repeat(schedule, job)
    running = np.flatnonzero(schedule.placed.end[:first] > begin)
    return Piece(np.concatenate((running, np.arange(first, after))), begin)


def rows_to_repeat(schedule: Schedule, job: int) -> tuple[int, float, int]:
    """(first row that counts beside the jobs running then, that instant, row after the last one)."""
    policy, workload = policy_of(schedule.policy), schedule.workload
    if workload.is_closed or any(kind.whole for kind in kinds_of(workload)) or policy.information & FORETELLS:
        return 0, -np.inf, len(workload)
    after = int(np.searchsorted(schedule.placed.submit, until(schedule)[job], "right"))
    if policy.random or policy.information & REMEMBERS or gives_fractions(schedule):
        return 0, -np.inf, after
    return *nothing_waits(schedule, job), after


def nothing_waits(schedule: Schedule, job: int) -> tuple[int, float]:
    """(first row, instant): the last instant before a job came at which all jobs before that row had been started."""
    count = int(np.searchsorted(schedule.caught_up.row, job))  # how many of these rows come before the job
    if not count:
        return 0, -np.inf
    last = int(schedule.caught_up.row[count - 1])
    return last + 1, float(max(schedule.caught_up.started[count - 1], schedule.placed.submit[last]))


def shortened(schedule: Schedule, part: Piece) -> Workload:
    """The workload of a piece: jobs that run at its beginning are submitted then, with what is left of them."""
    placed, jobs = schedule.placed, schedule.workload.jobs.take(part.rows)
    start, end = placed.start[part.rows], placed.end[part.rows]
    runs = (jobs.submit <= part.begin) & (start <= part.begin)
    columns = {
        "submit": np.where(runs, part.begin, jobs.submit),
        "runtime": np.where(runs, end - part.begin, jobs.runtime),
        "requested_time": np.where(runs, start + jobs.requested_time - part.begin, jobs.requested_time),
    }
    return replace(schedule.workload, jobs=Table("jobs", jobs.columns | columns), tables={})  # rigid from here on


def same_starts(schedule: Schedule, part: Piece, repeated: Schedule, until: float) -> bool:
    """Whether all jobs that started up to `until` (s) did so again, those that ran at the beginning at once."""
    start = schedule.placed.start[part.rows]
    counts = start <= until
    return bool((repeated.placed.start[counts] == np.maximum(start, part.begin)[counts]).all())


def named(table: Table | None, rows: np.ndarray, names: tuple[str, ...]) -> Table | None:
    """A table about a piece, in these columns with the rows of the whole workload; -1 (no job) stays."""
    if table is None:
        return None
    columns = {name: np.where(table.columns[name] >= 0, rows[table.columns[name]], -1) for name in names}
    return Table(table.name, table.columns | columns)
