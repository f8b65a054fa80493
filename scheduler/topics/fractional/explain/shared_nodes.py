"""The story of a job on shared nodes: where it started and why there, who made it pause or move, how fast it ran.

What happened follows from the segments; why, from the decision log.  Where the log does not cover it, that is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from scheduler.engine.decision_log import MIGRATE, PAUSE, RESUME, START
from scheduler.explain import Steps, Story
from scheduler.explain.decision import Decision, last_decision
from scheduler.explain.job import submission
from scheduler.explain.wait_parts import at_its_start, ended_at, waited
from scheduler.facts import Duration, Every, Fact, Instant, Job, Nodes, Number, Ratio, Seconds, Share
from scheduler.kinds import gives_fractions
from scheduler.model.schedule import PENALTY, RUN, Schedule
from scheduler.topics.fractional import task_needs
from scheduler.topics.fractional.adapters.user_weights import weights
from scheduler.topics.fractional.analysis.response_parts import response_parts
from scheduler.topics.fractional.engine.decay import weight_of
from scheduler.topics.fractional.explain import steps
from scheduler.topics.fractional.explain.node_occupancy import (
    FULL,
    nodes_of,
    of_job,
    of_kinds,
    penalty_until,
    places_of,
    slowed_by,
)
from scheduler.topics.fractional.explain.phrases import PARTS, PHRASES

MOST_EVENTS = 8  # pauses and moves told one by one; beyond that the first and the last few
EVEN = 1e-6  # yields as near as that are one
NOT_KEPT = Fact("not_kept")
ACTS = {PAUSE: "pauses", RESUME: "resumes", MIGRATE: "moves"}


class Event(NamedTuple):
    """A job is paused, goes on, or is moved."""

    time: float  # s
    kind: int  # PAUSE | RESUME | MIGRATE
    segment: int  # row of segments: the last one before a pause, else the first one after


def explain_sharing(schedule: Schedule, job: int) -> list[Fact] | None:
    """Facts on a job (row of jobs) of a schedule in which jobs get CPU in fractions; None for another."""
    if not gives_fractions(schedule):
        return None
    story = list(_events(schedule, job))
    if len(story) > MOST_EVENTS + 1:
        half = MOST_EVENTS // 2
        story[half:-half] = [Fact("sharing_more", times=len(story) - 2 * half)]
    asked = Fact("sharing_submitted", **submission(schedule, job), **needs_of(schedule, job))
    return [asked, *_start(schedule, job), *story, _yield(schedule, job), response(schedule, job)]


def needs_of(schedule: Schedule, job: int) -> dict[str, Any]:
    """What a job (row of jobs) needs of the nodes, and how many there are."""
    kinds = task_needs.kinds(schedule.workload.jobs, job)
    return {
        "tasks": sum(kind.tasks for kind in kinds),
        "needs": of_kinds("needs", kinds) if len(kinds) > 1 else None,
        "cpu": Share(kinds[0].cpu_need),
        "memory": Share(kinds[0].memory),
        "nodes": schedule.workload.platform.processors,
    }


# ---- how it started -------------------------------------------------------------------------------------------------


def _start(schedule: Schedule, job: int) -> Iterator[Fact]:
    if not schedule.has_places:
        yield Fact("sharing_pool")
        return
    start, wait = float(schedule.placed.start[job]), float(schedule.wait[job])
    where, why = _why_started(schedule, job)
    length = Duration(wait) if wait else None
    yield Fact("sharing_started", wait=length, start=Instant(start), nodes=where, why=why)
    yield from waited(schedule, job, at_its_start(schedule, job))


def _why_started(schedule: Schedule, job: int) -> tuple[Nodes, Fact]:
    """Where a job started, and why there."""
    where = nodes_of(schedule, of_job(schedule, job)[0])
    d = _decision(schedule, job, START, float(schedule.placed.start[job]))
    if d is None or d.rule == "none":
        return where, NOT_KEPT
    if d.rule == "made_way":
        return where, Fact("placed_anew", by=Job(d.blocker))
    if d.rule not in ("placed_at_arrival", "forced_in", "room_left"):
        return where, _packing(d)
    return where, Fact(
        "placed",
        made_way=_made_way(schedule, job, d.time) if d.rule == "forced_in" else None,
        room=d.rule == "room_left",
        tasks=int(schedule.placed.processors[job]),
        one_node=len(where) == 1 and where[0][1] == where[0][0] + 1,
    )


def _made_way(schedule: Schedule, job: int, time: float) -> Fact:
    """Who was paused or moved for a job that arrived at an instant."""
    d = schedule.table("decisions")
    rows = (d.time == time) & (d.blocker == job)
    paused, moved = (tuple(map(Job, d.job[rows & (d.kind == kind)])) for kind in (PAUSE, MIGRATE))
    if not paused and not moved:
        return Fact("others_stayed")
    return Fact("others_made_way", paused=paused, moved=moved, both=bool(paused and moved))


# ---- pauses and moves -----------------------------------------------------------------------------------------------


def events(schedule: Schedule, job: int) -> list[Event]:
    """All pauses, resumptions and moves of a job (row of jobs), in order of time."""
    s, changes = schedule.table("segments"), []
    if not schedule.has_places:
        return []
    first, behind = of_job(schedule, job)
    for row in range(first + 1, behind):
        end, begin = float(s.end[row - 1]), float(s.begin[row])
        if begin > end:
            changes += [Event(end, PAUSE, row - 1), Event(begin, RESUME, row)]
        elif places_of(schedule, row - 1) != places_of(schedule, row):
            changes.append(Event(begin, MIGRATE, row))
    return changes


def acts_of(schedule: Schedule, job: int) -> Iterator[tuple[float, Fact]]:
    """(time, fact) of the start of a job (row of jobs), its pauses and moves, each without what comes later."""
    where, why = _why_started(schedule, job)
    yield float(schedule.placed.start[job]), Fact("starts", job=Job(job), nodes=where, why=why)
    for event in events(schedule, job):
        where = nodes_of(schedule, event.segment)
        yield event.time, Fact(ACTS[event.kind], job=Job(job), nodes=where, why=_why(schedule, job, event))


def _events(schedule: Schedule, job: int) -> Iterator[Fact]:
    """A fact for each pause with its end, and for each move."""
    paused: Event | None = None
    for event in events(schedule, job):
        if event.kind == PAUSE:
            paused = event
            continue
        nodes, why = nodes_of(schedule, event.segment), _why(schedule, job, event)
        penalty, time = _held_up(schedule, event), Instant(event.time)
        if event.kind == MIGRATE:
            before = nodes_of(schedule, event.segment - 1)
            yield Fact("sharing_moved", time=time, before=before, nodes=nodes, why=why, penalty=penalty)
        elif paused is not None:
            yield Fact(
                "sharing_paused",
                time=Instant(paused.time),
                length=Duration(event.time - paused.time),
                why=_why(schedule, job, paused),
                again=time,
                nodes=nodes,
                because=why,
                penalty=penalty,
            )


def _why(schedule: Schedule, job: int, event: Event) -> Fact:
    """Why a job was paused, went on or was moved."""
    d = _decision(schedule, job, event.kind, event.time)
    if d is None or d.rule == "none":
        return NOT_KEPT
    if event.kind == RESUME and d.rule == "room_left":
        return Fact("room_left", ended=tuple(map(Job, ended_at(schedule, d.time))))
    if event.kind != RESUME and d.rule == "made_way":
        return Fact("pushed_out", by=Job(d.blocker), priority=_priority(schedule, job, d.time))
    return _packing(d, _priority(schedule, job, d.time) if event.kind == PAUSE else None)


def _packing(d: Decision, priority: Fact | None = None) -> Fact:
    """All jobs were placed anew, why and how; priority: of a job that was left out."""
    by, cause = Job(d.blocker), {"packed_at_arrival": "came", "packed_at_end": "ended"}.get(d.rule, "period")
    if cause == "came" and by == d.job:
        cause = "itself"
    has_value, stretch = d.value > 0, d.rule == "packed_for_stretch"
    return Fact(
        "packed",
        stretch=Ratio(1 / d.value) if has_value and stretch else None,
        share=Share(d.value) if has_value and not stretch else None,
        priority=priority,
        **{cause: by},
    )


def _priority(schedule: Schedule, job: int, time: float) -> Fact:
    """Flow / virtual time squared, or what else the policy goes by, as it sees it."""
    flow, virtual = time - float(schedule.placed.submit[job]), _virtual(schedule, job, time)
    if virtual <= 0:
        return Fact("priority_highest")
    weight = float(weights(schedule.params.get("favored"), schedule.workload.jobs.user_id[job : job + 1])[0])
    rule = schedule.params.get("priority", "")
    inverse, square = rule == "1/vt", rule not in ("1/vt", "ft/vt")
    return Fact(
        "priority",
        value=Ratio(weight * (1 if inverse else flow) / virtual ** (2 if square else 1)),
        weight=Number(weight) if weight != 1 else None,
        inverse=inverse,
        flow=Seconds(round(flow, 1)),
        square=square,
        work=Seconds(round(virtual, 1)),
    )


def _virtual(schedule: Schedule, job: int, time: float) -> float:
    """Integral of a job's yield up to an instant, s."""
    s, rows = schedule.table("segments"), slice(*of_job(schedule, job))
    length = np.clip(np.minimum(s.end[rows], time) - s.begin[rows], 0.0, None)
    return float(np.sum(length * s.yield_[rows] * (s.kind[rows] == RUN)))


def _held_up(schedule: Schedule, event: Event) -> Instant | None:
    """Until when the penalty holds it up, if one follows."""
    is_penalty = schedule.table("segments").kind[event.segment] == PENALTY
    return Instant(penalty_until(schedule, event.segment)) if is_penalty else None


def _decision(schedule: Schedule, job: int, kind: int, time: float) -> Decision | None:
    """The row of the log about an act at an instant; None where it was not kept."""
    d = last_decision(schedule, job, time, (kind,))
    return d if d is not None and d.time == time else None


# ---- how fast, and what the response is made of ---------------------------------------------------------------------


def _yield(schedule: Schedule, job: int) -> Fact:
    """Mean yield while it made progress, and why it was lowest when it was."""
    s, rows = schedule.table("segments"), np.arange(*of_job(schedule, job))
    rows = rows[s.kind[rows] == RUN]
    if s.yield_[rows].min(initial=1.0) >= FULL:
        return Fact("sharing_full_speed")
    length = s.end[rows] - s.begin[rows]
    mean, slowest = float(np.dot(length, s.yield_[rows]) / length.sum()), int(rows[np.argmin(s.yield_[rows])])
    begin, is_even = float(s.begin[slowest]), np.ptp(s.yield_[rows]) <= EVEN
    return Fact(
        "sharing_yield",
        mean=Share(mean),
        lowest=None if is_even else Share(s.yield_[slowest]),
        begin=Instant(begin),
        end=Instant(s.end[slowest]),
        reason=slowed_by(schedule, job, begin),
        **_decayed(schedule, job, begin),
    )


def _decayed(schedule: Schedule, job: int, time: float) -> dict[str, Any]:
    """What a job counted at an event, where yields decay and it counted less than others may."""
    virtual = _virtual(schedule, job, time)
    weight = weight_of.py_func(round(virtual, 6), float(schedule.params.get("decay") or 0.0))
    return {} if weight >= 1 else {"work": Seconds(round(virtual, 1)), "counted": Share(weight)}


def response(schedule: Schedule, job: int) -> Fact:
    """What the response of a job (row of jobs) is made of; the numbers sum."""
    parts = {name: float(column[job]) for name, column in response_parts(schedule)._asdict().items()}
    step = 1.0 if sum(parts.values()) >= 1_000 else 0.01
    edges = np.rint(np.cumsum(list(parts.values())) / step)
    terms = Every(
        Fact(f"part_{name}", length=Seconds(round(float(size) * step, 2)))
        for name, size in zip(parts, np.diff(edges, prepend=0.0), strict=True)
        if size
    )
    whole = Seconds(round(float(edges[-1]) * step, 2))
    return Fact("sharing_response", whole=whole, parts=terms if len(terms) > 1 else None)


def acts(schedule: Schedule) -> Iterator[list[Any]]:
    """What is done to all jobs on shared nodes, as lines of the log."""
    for job, start in enumerate(schedule.placed.start.tolist()):
        for time, fact in acts_of(schedule, job):
            yield [time, "start" if time == start else "change", job, fact, None, -1]


STORY = Story(
    "shared_nodes",
    phrases=PHRASES,
    parts=PARTS,
    whole=explain_sharing,
    view=steps.view,
    steps=Steps(steps.shares_nodes, "on shared nodes", steps.MOST_JOBS, steps.bars, acts),
)
