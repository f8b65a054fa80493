"""The formulas of a run while it goes on: what their names stand for is kept up to date as jobs come, start and end.

On several clusters `free`, `load` and `machine` are those of all of them together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part
from scheduler.engine.rigid.clusters import start_inside
from scheduler.topics.formula.engine.stack_program import (
    FREE,
    HOUR,
    LOAD,
    MACHINE,
    NOW,
    QUEUE_LENGTH,
    StackProgram,
    Values,
    evaluate,
    use,
)

MINUTE, HOUR_LENGTH, DAY = 60.0, 3600.0, 86400.0


class Formula(NamedTuple):
    """What is computed, of what."""

    priority: StackProgram
    condition: StackProgram  # no instruction: every job may start
    behind: StackProgram  # the order behind a job that does not fit; no instruction: that of the priority
    values: Values
    begins: np.ndarray  # [pieces] f8, s: since when the clock of the log is ...
    shifts: np.ndarray  # [pieces] f8, s: ... so far ahead
    is_wrong: np.ndarray  # [n] i1, whose priority was no number once


@inner
def update_values(jobs, s, formula, waiting):
    """Take in the ends and submissions of this event; waiting: how many waited before it."""
    values, now = formula.values, s.now[0]
    for i in range(s.gone[0]):
        use(values, values.user[s.ended[i]], -jobs.size[s.ended[i]], now)
    for i in range(s.new[0], s.new[1]):
        values.waiting[values.user[s.order[i]]] += 1
    values.state[NOW] = now
    values.state[HOUR] = (now + _shift(formula, now)) % DAY / HOUR_LENGTH
    values.state[QUEUE_LENGTH] = waiting + s.new[1] - s.new[0]
    _count_free(s, values)


@part
def _count_free(s, values):
    values.state[FREE] = s.free[0]
    values.state[LOAD] = 1.0 - s.free[0] / values.state[MACHINE]


@part
def _shift(formula, now):
    """How far the clock is ahead, s."""
    at = 0
    while at + 1 < len(formula.begins) and formula.begins[at + 1] <= now:
        at += 1
    return formula.shifts[at]


@part
def next_minute(formula, now):
    """The next full minute of the clock."""
    shift = _shift(formula, now)
    return (np.floor((now + shift) / MINUTE) + 1.0) * MINUTE - shift


@inner
def priority_of(s, formula, job):
    """The priority of a job as things stand; what is no number is last, and noted."""
    value = evaluate(formula.priority, formula.values, s.submit[job], job)
    if value == value:
        return value
    formula.is_wrong[job] = 1
    return -np.inf


@inner
def may_start(s, formula, job):
    """Whether the condition of a job holds as things stand."""
    if len(formula.condition.code) == 0:
        return True
    value = evaluate(formula.condition, formula.values, s.submit[job], job)
    return value != 0.0 and value == value


@inner
def start_by_formula(jobs, s, formula, clusters, cluster, job):
    """Start a job in a cluster, and let formulas know."""
    values = formula.values
    start_inside(jobs, s, clusters, cluster, job)
    use(values, values.user[job], jobs.size[job], s.now[0])
    values.waiting[values.user[job]] -= 1
    values.state[QUEUE_LENGTH] -= 1
    _count_free(s, values)
