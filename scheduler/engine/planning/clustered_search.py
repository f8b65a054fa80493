"""Tabu search for a better plan on several clusters: that of search.py, where a move may carry jobs to other clusters.

A move takes one waiting job out of the plan; all that are planned after it, wherever they are, move up in turn, each
into the cluster in which it can start earliest, but only to start earlier; then the job is put back where it can start
earliest, in the lowest cluster of several.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part
from scheduler.engine.planning.clustered_plan import ClusteredPlan, move_up, profile_of, reserve
from scheduler.engine.planning.journal import TICKS
from scheduler.engine.planning.objective import LEAST, weigh
from scheduler.engine.planning.plan import sort
from scheduler.engine.planning.profile import change, copy
from scheduler.engine.planning.search import Search, begin_tick, choose, end_move, place_of, weigh_trial
from scheduler.engine.rigid.space import STOP


class ClusteredSearch(NamedTuple):
    """What a search works with: that of one pool, whose profile and lessons are not used, and the plan it tries."""

    one: Search
    trial: ClusteredPlan    # with profiles, starts and clusters of its own; all else is the plan's
    there: np.ndarray       # [n] i8, clusters of the plan when the tick began, for the log


def new_clustered_search(one: Search, plan: ClusteredPlan) -> ClusteredSearch:
    """The plan tried is as empty as the plan."""
    trial = plan._replace(time=plan.time.copy(), free=plan.free.copy(), span=plan.span.copy(), start=plan.start.copy(),
                          clusters=plan.clusters._replace(of=plan.clusters.of.copy()))
    return ClusteredSearch(one, trial, np.zeros(len(plan.start), np.int64))


@inner
def improve(jobs, s, plan, search, iterations):
    """Try so many moves; whether the plan is another one now."""
    one, changed = search.one, False
    begin_tick(jobs, s, plan, one)
    _copy_plan(plan, search.trial)
    for iteration in range(1, iterations + 1):
        if s.control[STOP] != 0:
            break
        job, weight = choose(jobs, plan, one), 0.0
        if job >= 0:
            moved = _try(jobs, s, plan, search, job)
            weight = weigh_trial(jobs, s, plan, one, moved)
            _settle(jobs, s, plan, search, moved, weight > LEAST)
        end_move(s, plan, one, iteration, job, weight)
        changed = changed or weight > LEAST
    one.journal.count[TICKS] += 1
    return changed


@part
def _copy_plan(plan, trial):
    """Make the plan that is tried the same."""
    for cluster in range(len(plan.clusters.size)):
        copy(profile_of(plan, cluster), profile_of(trial, cluster))
    for i in range(plan.count[0]):
        job = plan.order[i]
        trial.start[job], trial.clusters.of[job] = plan.start[job], plan.clusters.of[job]


@inner
def _try(jobs, s, plan, search, job):
    """Make the plan of a move in search.trial; returns how many jobs it moves, they stand in search.one."""
    one, trial, now = search.one, search.trial, s.now[0]
    begin, mine = plan.start[job], plan.clusters.of[job]
    change(profile_of(trial, mine), begin, begin + jobs.requested[job], jobs.size[job])
    moved = 0
    for i in range(place_of(plan, job) + 1, plan.count[0]):
        other = plan.order[i]
        if move_up(jobs, trial, now, other):
            one.moved[moved], one.start[moved] = other, trial.start[other]
            moved += 1
    reserve(jobs, trial, now, job)
    if trial.start[job] != begin or trial.clusters.of[job] != mine:
        one.moved[moved], one.start[moved] = job, trial.start[job]
        moved += 1
    return moved


@inner
def _settle(jobs, s, plan, search, moved, accepted):
    """Take the tried plan over, or leave it."""
    one, trial, objective = search.one, search.trial, search.one.objective
    source, target = (trial, plan) if accepted else (plan, trial)
    for i in range(moved):
        job = one.moved[i]
        objective.trial[objective.user[job]] = 0.0
        target.start[job], target.clusters.of[job] = source.start[job], source.clusters.of[job]
    for cluster in range(len(plan.clusters.size)):
        copy(profile_of(source, cluster), profile_of(target, cluster))
    if accepted:
        sort(plan)
        weigh(jobs, s, plan, objective)
