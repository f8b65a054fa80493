"""From formulas and a workload to the arrays of their kernel, and back.

Where the priority of a job never changes and every job may start, the jobs are sorted by it once, and the kernel of
ordered queues runs them; else the kernel of formulas does.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from scheduler.adapters.clustered import clusters_of
from scheduler.adapters.priority_queue import run_in_order
from scheduler.adapters.rigid import placed, rigid
from scheduler.engine.backfill_rule import PASSING as QUEUE_PASSING
from scheduler.engine.decision_log import Log
from scheduler.engine.rigid.space import STOP
from scheduler.model.calendars import calendar_of_workload
from scheduler.model.notes import Note
from scheduler.model.workload import Workload
from scheduler.topics.formula.engine.formulas import Formula
from scheduler.topics.formula.engine.stack_program import COLUMN, MACHINE, STATES, StackProgram, Values
from scheduler.topics.formula.engine.value_queue import by_another_value, new_valued
from scheduler.topics.formula.errors import NeverHolds
from scheduler.topics.formula.kernels import by_formula
from scheduler.topics.formula.kernels.by_formula import ALL_RESERVED, ANY_PASSES, EASY_PASSES, PASSING, Rules, new_plan
from scheduler.topics.formula.names import JOB, NAMES, TIME
from scheduler.topics.formula.program import Compiled, changes, compiled, text_of
from scheduler.topics.formula.reading import conditions_of

NOTHING = StackProgram(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0), np.zeros(1))
MOST_LINES = 3
WITH_BEHIND = tuple(PASSING[way] for way in (EASY_PASSES, ANY_PASSES))  # those that look at `behind`


class Asked(NamedTuple):
    """What a run by formula is asked for; formulas as texts."""

    priority: str
    condition: str | None
    behind: str | None  # of those behind a job that does not fit, where they have an order of their own
    passing: str  # of PASSING
    reservations: int  # with passing "reservations": how many
    half_life: float  # s, of what a user has used; inf: it counts for ever
    ties: str


def is_sorted_once(asked: Asked, is_closed: bool) -> bool:
    """Whether the order of jobs is known before the run."""
    names = compiled(asked.priority).names
    return (
        asked.condition is None
        and asked.behind is None
        and asked.passing in QUEUE_PASSING
        and changes(names) == JOB
        and not (is_closed and "submit" in names)
    )


def run_by_formula(workload: Workload, asked: Asked, control: np.ndarray, log: Log | None) -> dict[str, Any]:
    """placed, and notes.  Raises NeverHolds where a job would never start."""
    outcome = _run(workload, asked, control, log)
    unused = _unused(asked)
    return {**outcome, "notes": (*outcome.get("notes", ()), *unused)} if unused else outcome


def _run(workload: Workload, asked: Asked, control: np.ndarray, log: Log | None) -> dict[str, Any]:
    priority = compiled(asked.priority)
    if is_sorted_once(asked, workload.is_closed):
        values = values_of(workload, priority.columns)
        value = np.zeros(len(workload))
        by_formula.evaluate_all(priority.program, values, workload.jobs.submit, value)
        key = np.where(np.isnan(value), np.inf, -value)
        outcome: dict[str, Any] = dict(run_in_order(workload, key, asked.passing, control, log, ties=asked.ties))
        return {**outcome, **_notes(workload, values, np.isnan(value), priority.names)}
    return _run_at_events(workload, asked, priority, control, log)


def _run_at_events(
    workload: Workload, asked: Asked, priority: Compiled, control: np.ndarray, log: Log | None
) -> dict[str, Any]:
    n, passing = len(workload), PASSING.index(asked.passing)
    condition, behind = (compiled(text) if text is not None else None for text in (asked.condition, asked.behind))
    formula = formula_of(workload, priority, condition, behind, asked.half_life)
    jobs, s, sessions = rigid(workload, control, plans=passing == EASY_PASSES, ties=asked.ties)
    rules = Rules(
        passing,
        n if passing == ALL_RESERVED else asked.reservations,
        changes(priority.names) != JOB,
        condition is not None and changes(condition.names) == TIME,
    )
    queue, clusters = new_valued(n), clusters_of(workload.platform, n)
    by_formula.run(
        jobs,
        s,
        sessions,
        formula,
        queue,
        by_another_value(queue),
        new_plan(n, passing, len(clusters.size)),
        clusters,
        rules,
        log,
    )
    never = np.flatnonzero(np.isnan(s.start))
    if len(never) and not control[STOP]:
        submitted = never[~np.isnan(s.submit[never])]
        raise _never(
            workload, formula.values, s.submit, int(submitted[0] if len(submitted) else never[0]), str(asked.condition)
        )
    names = frozenset().union(*(one.names for one in (priority, condition, behind) if one))
    notes = _notes(workload, formula.values, formula.is_wrong == 1, names)
    return {"placed": placed(workload, s.submit, s.start, s.backfilled, clusters.of), **notes}


def _never(workload: Workload, values: Values, submit: np.ndarray, job: int, condition: str) -> NeverHolds:
    """What is said of a job that waits for ever, with the part of the condition that fails when nothing else runs."""
    failing = condition, 0, len(condition)
    for node in conditions_of(condition):
        text, value = text_of(node), np.zeros(len(workload))
        part = compiled(text)
        columns = values_of(workload, part.columns).columns
        by_formula.evaluate_all(part.program, values._replace(columns=columns), submit, value)
        if not value[job] or np.isnan(value[job]):
            failing = text, node.begin, node.end
            break
    jobs = workload.jobs
    return NeverHolds(
        f"job {jobs.job_id[job]} (line {jobs.line[job]}) would never start: nothing else runs, and "
        f"{failing[0]} does not hold for it in the 31 days that follow; write a condition that holds "
        "for every job at some time.",
        failing[1],
        failing[2],
        "may_start",
    )


# ---- what names stand for --------------------------------------------------------------------------------------------


def formula_of(
    workload: Workload, priority: Compiled, condition: Compiled | None, behind: Compiled | None, half_life: float
) -> Formula:
    """The programs and what they look at, on a machine at rest."""
    columns = tuple(sorted({name for one in (priority, condition, behind) if one for name in one.columns}))
    begins, shifts = clock_of(workload)
    programs = [_at(one, columns) if one else NOTHING for one in (priority, condition, behind)]
    return Formula(
        programs[0],
        programs[1],
        programs[2],
        values_of(workload, columns, half_life),
        begins,
        shifts,
        np.zeros(len(workload), np.int8),
    )


def _at(formula: Compiled, columns: tuple[str, ...]) -> StackProgram:
    """The program, its columns being those of several formulas together."""
    program = formula.program
    places = np.array([columns.index(name) for name in formula.columns] or [0], np.int64)
    reads = program.code == COLUMN
    return program._replace(argument=np.where(reads, places[np.where(reads, program.argument, 0)], program.argument))


def values_of(workload: Workload, columns: tuple[str, ...], half_life: float = math.inf) -> Values:
    """What names stand for before the first submission; columns: the names of the jobs' columns in their order."""
    n = len(workload)
    users = int(workload.jobs.user.max(initial=0)) + 1
    state = np.zeros(len(STATES))
    state[MACHINE] = workload.platform.processors
    table = np.array([column_of(workload, name) for name in columns]).reshape(len(columns), n)
    decay = np.full(1, math.log(2) / half_life if math.isfinite(half_life) else 0.0)
    running, waiting, used, since = np.zeros((4, users))
    return Values(table, state, workload.jobs.user, running, waiting, used, since, decay, np.zeros(2, np.int64))


def column_of(workload: Workload, name: str) -> np.ndarray:
    """[n] f8: a name of formulas that is a column of jobs, or of columns."""
    if name == "area":
        return workload.jobs.requested_time * workload.jobs.processors.astype(float)
    return workload.jobs.columns[NAMES[name].column].astype(float)


def clock_of(workload: Workload) -> tuple[np.ndarray, np.ndarray]:
    """[pieces] s: since when the clock of the log is ahead of its seconds, and how far; 0 where none is known."""
    calendar = calendar_of_workload(workload)
    pieces = np.array(calendar.pieces if calendar else ((0.0, 0.0),))
    return pieces[:, 0].copy(), pieces[:, 1].copy()


# ---- what is told of it ----------------------------------------------------------------------------------------------


def _unused(asked: Asked) -> tuple[Note, ...]:
    """Rules that were asked for and change nothing."""
    texts = filter(None, (asked.priority, asked.condition, asked.behind))
    names, notes = frozenset().union(*(compiled(text).names for text in texts)), []
    if asked.behind is not None and asked.passing not in WITH_BEHIND:
        values = {"passing": asked.passing, "others": " or ".join(WITH_BEHIND)}
        notes.append(Note("formula_behind_unused", 1, level="warning", values=values))
    if math.isfinite(asked.half_life) and "user_used" not in names:
        notes.append(Note("formula_half_life_unused", 1, level="warning"))
    return tuple(notes)


def _notes(workload: Workload, values: Values, wrong: np.ndarray, names: frozenset[str]) -> Mapping[str, Any]:
    jobs = workload.jobs
    notes = []
    if wrong.any():
        rows = np.flatnonzero(wrong)
        notes.append(
            Note(
                "formula_no_number",
                len(rows),
                tuple(int(line) for line in jobs.line[rows[:MOST_LINES]]),
                "warning",
                {"job": int(jobs.job_id[rows[0]])},
            )
        )
    if values.divided[0]:
        job = int(values.divided[1])
        notes.append(
            Note(
                "formula_divided_by_zero",
                int(values.divided[0]),
                (int(jobs.line[job]),),
                "warning",
                {"job": int(jobs.job_id[job])},
            )
        )
    if "hour" in names and calendar_of_workload(workload) is None:
        notes.append(Note("formula_hour", 1, level="warning"))
    return {"notes": tuple(notes)} if notes else {}
