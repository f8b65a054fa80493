"""Tabu search for a better plan (fairness-2012, algorithm 2).

A move takes one waiting job out of the plan, lets all that are planned after it move up, one after the other, and puts
it back at the earliest gap.  A better plan replaces the best one; a job that was tried is tabu for the next moves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part
from scheduler.engine.planning.journal import TICKS, Journal, write
from scheduler.engine.planning.lessons import Lessons, forget_lessons, learn_from, new_lessons, not_before
from scheduler.engine.planning.objective import BSD, LEAST, RT, WT, F, Objective, gain, slowdown, unfairness, weigh
from scheduler.engine.planning.plan import sort
from scheduler.engine.planning.profile import Profile, change, copy, earlier, earliest, new_profile, shift, step_at
from scheduler.engine.rigid.space import STOP
from scheduler.engine.structures.splitmix import draw


class Search(NamedTuple):
    """What a search works with."""

    profile: Profile        # of the plan that is tried
    moved: np.ndarray       # [n] i8, moved[:k] are the jobs it moves
    start: np.ndarray       # [n] f8, and where to
    before: np.ndarray      # [n] f8, planned starts when the tick began, for the log
    tabu: np.ndarray        # [tabu length] i8, a ring
    is_tabu: np.ndarray     # [n] i1
    ring: np.ndarray        # [2] i8: how many are tabu, the oldest one's cell
    stream: np.ndarray      # [1] u8, of random numbers
    lessons: Lessons
    objective: Objective
    journal: Journal


def new_search(jobs: int, running: int, tabu_length: int, stream: np.ndarray, objective: Objective,
               journal: Journal) -> Search:
    """Nothing is tabu."""
    return Search(new_profile(jobs + running, 0), np.zeros(jobs, np.int64), np.zeros(jobs), np.zeros(jobs),
                  np.zeros(tabu_length, np.int64), np.zeros(jobs, np.int8), np.zeros(2, np.int64), stream,
                  new_lessons(), objective, journal)


@part
def is_tick(now, first, period):
    """Whether it is time to search: at first + k period, k = 1, 2, ..."""
    return now > first and first + np.floor((now - first) / period) * period == now


@part
def next_tick(now, first, period):
    """When the next search is."""
    return first + (np.floor((now - first) / period) + 1) * period


@inner
def improve(jobs, s, plan, search, iterations):
    """Try so many moves; whether the plan is another one now."""
    changed = False
    begin_tick(jobs, s, plan, search)
    for iteration in range(1, iterations + 1):
        if s.control[STOP] != 0:
            break
        job, weight = choose(jobs, plan, search), 0.0
        if job >= 0:
            moved = _try(jobs, s, plan, search, job)
            weight = weigh_trial(jobs, s, plan, search, moved)
            _settle(jobs, s, plan, search, moved, weight > LEAST)
        end_move(s, plan, search, iteration, job, weight)
        changed = changed or weight > LEAST
    search.journal.count[TICKS] += 1
    return changed


@inner
def begin_tick(jobs, s, plan, search):
    """Nothing is tabu, and the plan is worth what it is."""
    forget_tabu(search)
    weigh(jobs, s, plan, search.objective)
    write(search.journal, s.now[0], plan.count[0], 0, -1, 0, 0.0, search.objective.best)


@inner
def end_move(s, plan, search, iteration, job, weight):
    """Write a move down, taken if it is worth more than LEAST; its job is tabu now, and where all were nobody is."""
    if job < 0:
        forget_tabu(search)
    else:
        make_tabu(search, job)
    write(search.journal, s.now[0], plan.count[0], iteration, job, np.int64(weight > LEAST), weight,
          search.objective.best)


@part
def choose(jobs, plan, search):
    """A waiting job that is not tabu, each as likely as any other; -1 if all are."""
    candidates = plan.count[0] - search.ring[0]
    if candidates == 0:
        return -1
    left = np.int64(draw(search.stream) * candidates)
    job = plan.queue.next[len(jobs.submit)]
    while left > 0 or search.is_tabu[job] != 0:
        left -= search.is_tabu[job] == 0
        job = plan.queue.next[job]
    return job


@inner
def _try(jobs, s, plan, search, job):
    """Make the plan of a move in search.profile, moved and start; returns how many jobs move (0: it is the same plan).

    Before the move nobody could start earlier, so whoever does uses what has become free: from the job's planned start
    on, and until the last end of a job that was moved.
    """
    profile, now = search.profile, s.now[0]
    copy(plan.profile, profile)
    first, until = plan.start[job], plan.start[job] + jobs.requested[job]
    change(profile, first, until, jobs.size[job])
    moved = 0
    forget_lessons(search.lessons)
    for i in range(place_of(plan, job) + 1, plan.count[0]):
        other = plan.order[i]
        size, length, begin = jobs.size[other], jobs.requested[other], plan.start[other]
        found, least = begin, max(first - length, not_before(search.lessons, size, length))
        if least < until and least < begin:
            found = earlier(profile, _from(profile, now, least), size, length, begin, until)
        learn_from(search.lessons, size, length, found)
        if found < begin:
            shift(profile, begin, found, size, length)
            until = max(until, begin + length)
            search.moved[moved], search.start[moved] = other, found
            moved += 1
    if moved == 0:
        return 0
    size, length = jobs.size[job], jobs.requested[job]
    found = earliest(profile, _from(profile, now, first - length), size, length)
    change(profile, found, found + length, -size)
    search.moved[moved], search.start[moved] = job, found
    return moved + 1


@part
def _from(profile, now, time):
    """Where the step begins that holds at a time, or now."""
    return profile.time[step_at(profile, max(now, time))]


@part
def place_of(plan, job):
    """Where a job stands in the order of the plan."""
    place = 0
    while plan.order[place] != job:
        place += 1
    return place


@inner
def weigh_trial(jobs, s, plan, search, moved):
    """Criteria of the tried plan, and its gain over the best one; 0 where nobody moves."""
    if moved == 0:
        return 0.0
    objective = search.objective
    stretch, wait = objective.sums[BSD], objective.sums[WT]
    for i in range(moved):
        job = search.moved[i]
        length, old = jobs.requested[job], plan.start[job] - s.submit[job]
        new = search.start[i] - s.submit[job]
        stretch += slowdown(new, length) - slowdown(old, length)
        wait += new - old
        objective.trial[objective.user[job]] += new - old
    count = plan.count[0]
    objective.new[BSD], objective.new[WT] = stretch / count, wait / count
    objective.new[RT] = (objective.sums[RT] + wait - objective.sums[WT]) / count
    objective.new[F] = unfairness(objective)
    return gain(objective)


@inner
def _settle(jobs, s, plan, search, moved, accepted):
    """Take the tried plan over, or leave it."""
    objective = search.objective
    for i in range(moved):
        job = search.moved[i]
        objective.trial[objective.user[job]] = 0.0
        if accepted:
            plan.start[job] = search.start[i]
    if accepted:
        copy(search.profile, plan.profile)
        sort(plan)
        weigh(jobs, s, plan, objective)


@part
def make_tabu(search, job):
    """The job may not be tried for a while; the oldest one may again, if there is no more room."""
    length, held = len(search.tabu), search.ring[0]
    if length == 0:
        return
    if held == length:
        search.is_tabu[search.tabu[search.ring[1]]] = 0
    else:
        search.ring[0] = held + 1
    search.tabu[search.ring[1]] = job
    search.is_tabu[job] = 1
    search.ring[1] = (search.ring[1] + 1) % length


@part
def forget_tabu(search):
    """Nothing is tabu any more."""
    held, length = search.ring[0], len(search.tabu)
    for i in range(held):
        search.is_tabu[search.tabu[(search.ring[1] - 1 - i) % length]] = 0
    search.ring[0] = search.ring[1] = 0
