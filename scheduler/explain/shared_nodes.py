"""The story of a job on shared nodes: where it started and why there, who made it pause or move, how fast it ran.

What happened follows from the segments; why, from the decision log.  Where the log does not cover it, that is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from scheduler.adapters.user_weights import weights
from scheduler.analysis.response_parts import response_parts
from scheduler.durations import human, instant, number
from scheduler.engine.decision_log import MIGRATE, PAUSE, RESUME, START
from scheduler.engine.fractional.decay import weight_of
from scheduler.engine.fractional.segments import PENALTY, RUN
from scheduler.explain.node_occupancy import FULL, limit, nodes_of, of_job, penalty_until, percent, places_of, reason
from scheduler.explain.overtaking import who_went_first
from scheduler.explain.phrases.decision import Decision, decision_of, job_name, job_names
from scheduler.explain.phrases.tasks import needs_of_kinds
from scheduler.explain.wait_parts import made_way, wait_parts
from scheduler.explain.words import sentences
from scheduler.model import task_needs
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.user_names import of_user

MOST_EVENTS = 8  # pauses and moves told one by one; beyond that the first and the last few
EVEN = 1e-6  # yields as near as that are one
NOT_KEPT = "why was not kept."
PARTS = {
    "worked": "work",
    "waiting": "waiting",
    "paused": "paused",
    "slowed": "lost to sharing",
    "penalty": "in penalties",
}


class Event(NamedTuple):
    """A job is paused, goes on, or is moved."""

    time: float  # s
    kind: int  # PAUSE | RESUME | MIGRATE
    segment: int  # row of segments: the last one before a pause, else the first one after


def explain_sharing(schedule: Schedule, job: int) -> list[str]:
    """Sentences on a job (row of jobs) of a schedule on shared nodes."""
    story = list(_events(schedule, job))
    if len(story) > MOST_EVENTS + 1:
        half = MOST_EVENTS // 2
        story[half:-half] = [f"It was paused and moved {len(story) - 2 * half} more times, left out here."]
    return [_asked(schedule, job), *_start(schedule, job), *story, *_yield(schedule, job), response(schedule, job)]


def _asked(schedule: Schedule, job: int) -> str:
    jobs, nodes = schedule.workload.jobs, schedule.workload.platform.processors
    there = f"there are {nodes} nodes" if nodes > 1 else "there is 1 node"
    return (
        f"Job {jobs.job_id[job]} (line {jobs.line[job]}){of_user(schedule.workload, int(jobs.user_id[job]))} was "
        f"submitted at {instant(schedule.placed.submit[job])} with {_tasks(jobs, job)}; {there}."
    )


def _tasks(jobs: Table, job: int) -> str:
    """How many tasks a job (row of jobs) has, and what they need."""
    kinds, tasks = task_needs.kinds(jobs, job), int(jobs.processors[job])
    if len(kinds) > 1:
        return f"{tasks} tasks: {needs_of_kinds(kinds, percent)}"
    needs = f"{percent(kinds[0].cpu_need)} of a node's CPU and {percent(kinds[0].memory)} of its memory"
    return f"{tasks} tasks, each of which needs {needs}" if tasks > 1 else f"1 task, which needs {needs}"


# ---- how it started -------------------------------------------------------------------------------------------------


def _start(schedule: Schedule, job: int) -> Iterator[str]:
    if not schedule.has_places:
        yield "It started at once: the machine is one pool of CPU here, and everybody gets a share of it."
        return
    start, wait = float(schedule.placed.start[job]), float(schedule.wait[job])
    where = nodes_of(schedule, of_job(schedule, job)[0])
    why = _why_started(schedule, job, _decision(schedule, job, START, start), where)
    if wait == 0:
        yield f"It started at once on {where}: {why}"
        return
    yield f"It waited {human(wait)} and started at {instant(start)} on {where}: {why}"
    yield from sentences([wait_parts(schedule, job)], schedule)
    left, room = _left(schedule, start), made_way(schedule, job)
    if len(room):
        act = "ended" if np.isin(room, left).all() else "made way"
        yield (
            f"It could start when {job_names(schedule, room)} {act}, which left {_memory(schedule, room)} and made "
            "room for it."
        )
    elif len(left):
        yield f"At its start {job_names(schedule, left)} ended and left {_memory(schedule, left)}."
    yield from sentences(who_went_first(schedule, job), schedule)


def _why_started(schedule: Schedule, job: int, d: Decision | None, where: str) -> str:
    least = f"of the nodes with memory for {'it' if schedule.placed.processors[job] == 1 else 'a task of it'} "
    least += "the least loaded." if where.startswith("node ") else "the least loaded, task by task."
    if d is None or d.rule == "none":
        return NOT_KEPT
    if d.rule == "placed_at_arrival":
        return least
    if d.rule == "forced_in":
        return f"room was made for it ({_made_way(schedule, job, d.time)}); {least}"
    if d.rule == "room_left":
        return f"there was memory for all of its tasks; {least}"
    if d.rule == "made_way":
        return (
            f"{job_name(schedule, d.blocker)} came in the same instant and there was not enough memory for it, so "
            "this one was placed anew to make way."
        )
    return f"{_packing(schedule, job, d)}."


def _made_way(schedule: Schedule, job: int, time: float) -> str:
    """Who was paused or moved for a job that arrived at an instant."""
    d = schedule.table("decisions")
    rows = (d.time == time) & (d.blocker == job)
    paused, moved = (d.job[rows & (d.kind == kind)] for kind in (PAUSE, MIGRATE))
    clauses = [
        f"{job_names(schedule, jobs)} {'was' if len(jobs) == 1 else 'were'} {what}"
        for jobs, what in ((paused, "paused"), (moved, "moved"))
        if len(jobs)
    ]
    return " and ".join(clauses) if clauses else "jobs it would have pushed out could stay after all"


def _left(schedule: Schedule, time: float) -> np.ndarray:
    """Rows of the jobs that end at an instant, whoever frees most memory first."""
    rows = np.flatnonzero(schedule.placed.end == time)
    return rows[np.argsort([-_nodes_of_memory(schedule, row) for row in rows.tolist()], kind="stable")]


def _memory(schedule: Schedule, rows: np.ndarray) -> str:
    nodes = round(sum(_nodes_of_memory(schedule, row) for row in rows.tolist()), 6)
    return f"the memory of {nodes:g} nodes" if nodes > 1 else f"{percent(nodes)} of a node's memory"


def _nodes_of_memory(schedule: Schedule, job: int) -> float:
    return float(task_needs.total(schedule.workload.jobs.take(np.array([job])), "memory")[0])


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


def acts(schedule: Schedule, job: int) -> Iterator[tuple[float, str]]:
    """(time, sentence) of the start of a job (row of jobs), its pauses and moves, each without what comes later."""
    start, where = float(schedule.placed.start[job]), nodes_of(schedule, of_job(schedule, job)[0])
    name, decision = f"Job {schedule.workload.jobs.job_id[job]}", _decision(schedule, job, START, start)
    yield start, f"{name} starts on {where}: {_why_started(schedule, job, decision, where)}"
    for event in events(schedule, job):
        where = nodes_of(schedule, event.segment)
        act, why = {
            PAUSE: ("is paused", _why_moved),
            RESUME: (f"goes on, on {where}", _why_resumed),
            MIGRATE: (f"is moved to {where}", _why_moved),
        }[event.kind]
        yield event.time, f"{name} {act}: {why(schedule, job, event)}"


def _events(schedule: Schedule, job: int) -> Iterator[str]:
    """A sentence for each pause with its end, and for each move."""
    paused: Event | None = None
    for event in events(schedule, job):
        if event.kind == PAUSE:
            paused = event
        elif event.kind == MIGRATE:
            yield (
                f"At {instant(event.time)} it was moved from {nodes_of(schedule, event.segment - 1)} to "
                f"{nodes_of(schedule, event.segment)}: {_why_moved(schedule, job, event)}"
                f"{_held_up(schedule, event)}"
            )
        elif paused is not None:
            yield (
                f"At {instant(paused.time)} it was paused for {human(event.time - paused.time)}: "
                f"{_why_moved(schedule, job, paused)} It went on at {instant(event.time)} on "
                f"{nodes_of(schedule, event.segment)}: {_why_resumed(schedule, job, event)}"
                f"{_held_up(schedule, event)}"
            )


def _why_moved(schedule: Schedule, job: int, event: Event) -> str:
    """Why a job was paused, or moved."""
    d = _decision(schedule, job, event.kind, event.time)
    if d is None or d.rule == "none":
        return NOT_KEPT
    if d.rule == "made_way":
        return (
            f"{job_name(schedule, d.blocker)} came and there was not enough memory for it; the jobs of lowest "
            f"priority make way, and its own was {_priority(schedule, job, d.time)}."
        )
    if d.kind == PAUSE:
        return (
            f"{_packing(schedule, job, d)}, and it was left out, for jobs of higher priority; its own was "
            f"{_priority(schedule, job, d.time)}."
        )
    return f"{_packing(schedule, job, d)}."


def _why_resumed(schedule: Schedule, job: int, event: Event) -> str:
    d = _decision(schedule, job, RESUME, event.time)
    if d is None or d.rule == "none":
        return NOT_KEPT
    if d.rule != "room_left":
        return f"{_packing(schedule, job, d)}."
    left = _left(schedule, d.time)
    return f"there was memory for all of its tasks{f' when {job_names(schedule, left)} ended' if len(left) else ''}."


def _packing(schedule: Schedule, job: int, d: Decision) -> str:
    """All jobs were placed anew because of ..., at a yield of ...."""
    who = "it" if d.blocker == job else job_name(schedule, d.blocker)
    cause = {
        "packed_at_arrival": f"because {who} came",
        "packed_at_end": f"because {job_name(schedule, d.blocker)} ended",
    }.get(d.rule, "at the period")
    if d.value != d.value or d.value <= 0:
        return f"all jobs were placed anew {cause}"
    if d.rule == "packed_for_stretch":
        return (
            f"all jobs were placed anew {cause}, so that by the next one no stretch so far is above {1 / d.value:.3g}"
        )
    return f"all jobs were placed anew {cause}, at a yield of {percent(d.value)}"


def _priority(schedule: Schedule, job: int, time: float) -> str:
    """flow / virtual time squared, or what else the policy goes by, as it sees it."""
    flow, virtual = time - float(schedule.placed.submit[job]), _virtual(schedule, job, time)
    if virtual <= 0:
        return "the highest there is, for it had not made any progress"
    weight = float(weights(schedule.params.get("favored"), schedule.workload.jobs.user_id[job : job + 1])[0])
    times = f"{weight:g} x " if weight != 1 else ""
    since, work = f"{number(round(flow, 1))} s", f"{number(round(virtual, 1))} s of work"
    return {
        "1/vt": f"{weight / virtual:.3g} ({times}1 / {work})",
        "ft/vt": f"{weight * flow / virtual:.3g} ({times}{since} / {work})",
    }.get(schedule.params.get("priority", ""), f"{weight * flow / virtual**2:.3g} ({times}{since} / ({work})²)")


def _virtual(schedule: Schedule, job: int, time: float) -> float:
    """Integral of a job's yield up to an instant, s."""
    s, rows = schedule.table("segments"), slice(*of_job(schedule, job))
    length = np.clip(np.minimum(s.end[rows], time) - s.begin[rows], 0.0, None)
    return float(np.sum(length * s.yield_[rows] * (s.kind[rows] == RUN)))


def _held_up(schedule: Schedule, event: Event) -> str:
    """Until when the penalty holds it up, if one follows."""
    s = schedule.table("segments")
    if s.kind[event.segment] != PENALTY:
        return ""
    return f" A penalty held it up until {instant(penalty_until(schedule, event.segment))}."


def _decision(schedule: Schedule, job: int, kind: int, time: float) -> Decision | None:
    """The row of the log about an act at an instant; None where it was not kept."""
    if not schedule.has_decisions:
        return None
    d = schedule.table("decisions")
    rows = np.flatnonzero((d.job == job) & (d.kind == kind) & (d.time == time))
    return decision_of(schedule, int(rows[0])) if len(rows) else None


# ---- how fast, and what the response is made of ---------------------------------------------------------------------


def _yield(schedule: Schedule, job: int) -> Iterator[str]:
    """Mean yield while it made progress, and why it was lowest when it was."""
    s, rows = schedule.table("segments"), np.arange(*of_job(schedule, job))
    rows = rows[s.kind[rows] == RUN]
    if s.yield_[rows].min(initial=1.0) >= FULL:
        yield "Whenever it made progress it ran at full speed."
        return
    length = s.end[rows] - s.begin[rows]
    mean, slowest = float(np.dot(length, s.yield_[rows]) / length.sum()), int(rows[np.argmin(s.yield_[rows])])
    begin, end = float(s.begin[slowest]), float(s.end[slowest])
    if np.ptp(s.yield_[rows]) <= EVEN:
        yield (
            f"Whenever it made progress its yield was {percent(mean)}: "
            f"{reason(schedule, limit(schedule, job, begin))}{_decayed(schedule, job, begin)}."
        )
        return
    yield (
        f"While it made progress its yield was {percent(mean)} on average; it was lowest, "
        f"{percent(float(s.yield_[slowest]))}, from {instant(begin)} to {instant(end)}: "
        f"{reason(schedule, limit(schedule, job, begin))}{_decayed(schedule, job, begin)}."
    )


def _decayed(schedule: Schedule, job: int, time: float) -> str:
    """What a job counted at an event, where yields decay and it counted less than others may."""
    virtual = _virtual(schedule, job, time)
    weight = weight_of.py_func(round(virtual, 6), float(schedule.params.get("decay") or 0.0))
    if weight >= 1:
        return ""
    return f"; after {number(round(virtual, 1))} s of work it counted {percent(weight)} of a job that has not run"


def response(schedule: Schedule, job: int) -> str:
    """What the response of a job (row of jobs) is made of; the numbers sum."""
    parts = {name: float(column[job]) for name, column in response_parts(schedule)._asdict().items()}
    step = 1.0 if sum(parts.values()) >= 1_000 else 0.01
    edges = np.rint(np.cumsum(list(parts.values())) / step)
    terms = [
        f"{number(round(float(size) * step, 2))} s {PARTS[name]}"
        for name, size in zip(parts, np.diff(edges, prepend=0.0), strict=True)
        if size
    ]
    whole = number(round(float(edges[-1]) * step, 2))
    if len(terms) <= 1:
        return f"Its response of {whole} s is all work."
    return f"Its response of {whole} s is {', '.join(terms[:-1])} and {terms[-1]}."
