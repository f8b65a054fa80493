"""Tabu search for a better plan (fairness-2012, algorithm 2).

A move takes one waiting job out of the plan, lets all that are planned after it move up, one after the other, and
puts it back at the earliest gap.  A better plan replaces the best one; a job that was tried is tabu for the next
moves.

On several clusters all that are planned after it, wherever they are, move up in turn, each into the cluster in which
it can start earliest, but only to start earlier; then the job is put back where it can start earliest, in the lowest
cluster of several.

What a pass over a plan has learned saves most of its work.  A pass looks at waiting jobs in the order of the plan and
puts each at its earliest feasible start.  Whoever is looked at later, is planned in the same cluster and no earlier,
and wants at least as many processors for at least as long, cannot start there before it: that start would have been
feasible for the first one, and what has become free since lies behind.  Queues are full of jobs that are alike.

Jobs are drawn by SplitMix64 (Steele, Lea and Flood 2014): 64 bits of state, the same draws on every machine and
version.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part
from scheduler.engine.planning.journal import TICKS, Journal, write
from scheduler.engine.planning.objective import BSD, LEAST, RT, WT, F, Objective, gain, slowdown, unfairness, weigh
from scheduler.engine.planning.plan import Plan, move_up, profile_of, reserve, sort
from scheduler.engine.planning.profile import change, copy, step_at
from scheduler.engine.rigid.space import STOP

KEPT = 8  # kinds of jobs that are remembered, the latest ones


class Lessons(NamedTuple):
    """Jobs of this size and length could not start before `time` in that cluster."""

    cluster: np.ndarray  # [KEPT] i8
    size: np.ndarray  # [KEPT] i8
    length: np.ndarray  # [KEPT] f8
    time: np.ndarray  # [KEPT] f8
    count: np.ndarray  # [2] i8: how many there are, the next to be replaced


def new_refusals() -> Lessons:
    """Nothing learned yet."""
    cluster, size = np.zeros((2, KEPT), np.int64)
    return Lessons(cluster, size, np.zeros(KEPT), np.zeros(KEPT), np.zeros(2, np.int64))


@part
def forget_lessons(lessons):
    """A new pass begins."""
    lessons.count[0] = lessons.count[1] = 0


@part
def not_before(lessons, cluster, size, length):
    """Before when a job planned in a cluster cannot start there; -inf if nothing is known."""
    least = -np.inf
    for k in range(lessons.count[0]):
        if lessons.cluster[k] == cluster and lessons.size[k] <= size and lessons.length[k] <= length:
            least = max(least, lessons.time[k])
    return least


@part
def learn_from(lessons, cluster, size, length, time):
    """A job planned in a cluster was looked at, and `time` is its earliest feasible start, there or elsewhere."""
    for k in range(lessons.count[0]):
        if lessons.cluster[k] == cluster and lessons.size[k] == size and lessons.length[k] == length:
            lessons.time[k] = time
            return
    k = lessons.count[1]
    lessons.cluster[k], lessons.size[k], lessons.length[k], lessons.time[k] = cluster, size, length, time
    lessons.count[0], lessons.count[1] = max(lessons.count[0], k + 1), (k + 1) % KEPT


STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
A, B, C, UNUSED = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)
UNIT = 2.0**-53


def new_stream(seed: int) -> np.ndarray:
    """[1] u8: a stream of draws; seed: 0..2**64-1."""
    return np.array([seed], np.uint64)


@part
def draw(stream):
    """The next number, uniform in [0, 1)."""
    stream[0] += STEP
    z = stream[0]
    z = (z ^ (z >> A)) * FIRST
    z = (z ^ (z >> B)) * SECOND
    z ^= z >> C
    return np.float64(z >> UNUSED) * UNIT


class Search(NamedTuple):
    """What a search works with."""

    trial: Plan  # the plan that is tried: profiles, starts and clusters are its own, all else is the plan's
    moved: np.ndarray  # [n] i8, moved[:k] are the jobs it moves
    since: np.ndarray  # [clusters] f8, begin of what the move has freed; inf nothing
    before: np.ndarray  # [n] f8, planned starts when the tick began, for the log
    there: np.ndarray  # [n] i8, and clusters
    tabu: np.ndarray  # [tabu length] i8, a ring
    is_tabu: np.ndarray  # [n] i1
    ring: np.ndarray  # [2] i8: how many are tabu, the oldest one's cell
    stream: np.ndarray  # [1] u8, of random numbers
    lessons: Lessons
    objective: Objective
    journal: Journal


def new_search(plan: Plan, tabu_length: int, stream: np.ndarray, objective: Objective, journal: Journal) -> Search:
    """Nothing is tabu; the plan tried is as empty as the plan."""
    n = len(plan.start)
    trial = plan._replace(
        time=plan.time.copy(),
        free=plan.free.copy(),
        span=plan.span.copy(),
        until=plan.until.copy(),
        start=plan.start.copy(),
        clusters=plan.clusters._replace(of=plan.clusters.of.copy()),
    )
    return Search(
        trial,
        np.zeros(n, np.int64),
        np.zeros(len(plan.until)),
        np.zeros(n),
        np.zeros(n, np.int64),
        np.zeros(tabu_length, np.int64),
        np.zeros(n, np.int8),
        np.zeros(2, np.int64),
        stream,
        new_refusals(),
        objective,
        journal,
    )


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
    _begin_tick(jobs, s, plan, search)
    for iteration in range(1, iterations + 1):
        if s.control[STOP] != 0:
            break
        job, weight = _choose(jobs, plan, search), 0.0
        if job >= 0:
            moved = _try(jobs, s, plan, search, job)
            weight = _weigh_trial(jobs, s, plan, search, moved)
            _settle(jobs, s, plan, search, moved, weight > LEAST)
        _end_move(s, plan, search, iteration, job, weight)
        changed = changed or weight > LEAST
    search.journal.count[TICKS] += 1
    return changed


@part
def _begin_tick(jobs, s, plan, search):
    """Nothing is tabu, and the plan is worth what it is."""
    forget_tabu(search)
    for cluster in range(len(plan.clusters.size)):
        copy(profile_of(plan, cluster), profile_of(search.trial, cluster))
    for i in range(plan.count[0]):
        job = plan.order[i]
        search.trial.start[job], search.trial.clusters.of[job] = plan.start[job], plan.clusters.of[job]
    weigh(jobs, s, plan, search.objective)
    write(search.journal, s.now[0], plan.count[0], 0, -1, 0, 0.0, search.objective.best)


@part
def _end_move(s, plan, search, iteration, job, weight):
    """Write a move down, taken if it is worth more than LEAST; its job is tabu now, and where all were nobody is."""
    if job < 0:
        forget_tabu(search)
    else:
        make_tabu(search, job)
    write(
        search.journal, s.now[0], plan.count[0], iteration, job, np.int64(weight > LEAST), weight, search.objective.best
    )


@part
def _choose(jobs, plan, search):
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


@part
def _try(jobs, s, plan, search, job):
    """Make the plan of a move in search.trial; returns how many jobs it moves, they stand in search.moved."""
    trial, now = search.trial, s.now[0]
    begin, mine = plan.start[job], plan.clusters.of[job]
    for cluster in range(len(search.since)):
        search.since[cluster], trial.until[cluster] = np.inf, -np.inf
    forget_lessons(search.lessons)
    change(profile_of(trial, mine), begin, begin + jobs.requested[job], jobs.size[job])
    _has_left(jobs, plan, search, job)
    moved = 0
    for i in range(_place_of(plan, job) + 1, plan.count[0]):
        if _moves_up(jobs, plan, search, now, plan.order[i]):
            search.moved[moved] = plan.order[i]
            moved += 1
    reserve(jobs, trial, now, _from(profile_of(trial, mine), now, begin - jobs.requested[job]), job)
    if trial.start[job] != begin or trial.clusters.of[job] != mine:
        search.moved[moved] = job
        moved += 1
    return moved


@part
def _has_left(jobs, plan, search, job):
    """What a job holds in the plan is free in the plan that is tried."""
    cluster, begin = plan.clusters.of[job], plan.start[job]
    search.since[cluster] = min(search.since[cluster], begin)
    search.trial.until[cluster] = max(search.trial.until[cluster], begin + jobs.requested[job])


@part
def _moves_up(jobs, plan, search, now, job):
    """Move a job up in the plan that is tried; whether it was moved.

    Before the move nobody could start earlier inside its cluster, so whoever does uses what has become free there.
    """
    trial, size, length, mine = search.trial, jobs.size[job], jobs.requested[job], plan.clusters.of[job]
    since = max(search.since[mine] - length, not_before(search.lessons, mine, size, length))
    until = min(trial.until[mine], plan.start[job])
    if since < until:
        since = _from(profile_of(trial, mine), now, since)
    moved = move_up(jobs, trial, now, since, until, job)
    learn_from(search.lessons, mine, size, length, trial.start[job])
    if moved:
        _has_left(jobs, plan, search, job)
    return moved


@part
def _from(profile, now, time):
    """Where the step begins that holds at a time, or now: jobs start nowhere else."""
    return profile.time[step_at(profile, max(now, time))]


@part
def _place_of(plan, job):
    """Where a job stands in the order of the plan."""
    place = 0
    while plan.order[place] != job:
        place += 1
    return place


@part
def _weigh_trial(jobs, s, plan, search, moved):
    """Criteria of the tried plan, and its gain over the best one; 0 where nobody moves."""
    if moved == 0:
        return 0.0
    objective = search.objective
    stretch, wait = objective.sums[BSD], objective.sums[WT]
    for i in range(moved):
        job = search.moved[i]
        length, old = jobs.requested[job], plan.start[job] - s.submit[job]
        new = search.trial.start[job] - s.submit[job]
        stretch += slowdown(new, length) - slowdown(old, length)
        wait += new - old
        objective.trial[objective.user[job]] += new - old
    count = plan.count[0]
    objective.new[BSD], objective.new[WT] = stretch / count, wait / count
    objective.new[RT] = (objective.sums[RT] + wait - objective.sums[WT]) / count
    objective.new[F] = unfairness(objective)
    return gain(objective)


@part
def _settle(jobs, s, plan, search, moved, accepted):
    """Take the tried plan over, or leave it."""
    trial, objective = search.trial, search.objective
    if moved == 0:
        return
    source, target = (trial, plan) if accepted else (plan, trial)
    for i in range(moved):
        job = search.moved[i]
        objective.trial[objective.user[job]] = 0.0
        target.start[job], target.clusters.of[job] = source.start[job], source.clusters.of[job]
    for cluster in range(len(plan.clusters.size)):
        copy(profile_of(source, cluster), profile_of(target, cluster))
    if accepted:
        sort(plan)
        weigh(jobs, s, plan, objective)


@part
def make_tabu(search, job):
    """The job may not be tried for a while; the oldest one may again, if there is no more room."""
    length, count = len(search.tabu), search.ring[0]
    if length == 0:
        return
    if count == length:
        search.is_tabu[search.tabu[search.ring[1]]] = 0
    else:
        search.ring[0] = count + 1
    search.tabu[search.ring[1]] = job
    search.is_tabu[job] = 1
    search.ring[1] = (search.ring[1] + 1) % length


@part
def forget_tabu(search):
    """Nothing is tabu any more."""
    count, length = search.ring[0], len(search.tabu)
    for i in range(count):
        search.is_tabu[search.tabu[(search.ring[1] - 1 - i) % length]] = 0
    search.ring[0] = search.ring[1] = 0
