"""Why did this job start then?  Sentences from the decision log, and where two schedules first part.

Only what the log and the schedule hold is said.  Where a reason was not kept, a sentence says that it is not known.
Instants are seconds of the log, lengths of time are for people (12 min 30 s).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

import numpy as np

from scheduler.durations import human, instant
from scheduler.engine.decision_log import BACKFILL, RESERVE, SKIP, START
from scheduler.errors import UnknownKey
from scheduler.explain.grid import first_start, kills, moves, of_cluster, of_local, was_killed
from scheduler.explain.moldable import explain_allotment, explain_turn
from scheduler.explain.overtaking import who_went_first
from scheduler.explain.phrases import REASONS, STARTS
from scheduler.explain.phrases.decision import Decision, decision_of, in_cluster, job_name, job_names
from scheduler.explain.preempted import first_start as preempted_start
from scheduler.explain.preempted import preemptions, was_preempted, whom_it_preempted
from scheduler.explain.shared_nodes import explain_sharing
from scheduler.explain.wait_parts import made_way, wait_parts
from scheduler.explain.words import sentences
from scheduler.model.number_text import processors
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import of_user
from scheduler.model.virtual_campaigns import row_of_jobs
from scheduler.policies import decides, policy_of
from scheduler.preparation.measured import has_request

WAITING = (SKIP, RESERVE)
STARTING = (START, BACKFILL)
MOST_REASONS = 8  # told one by one; beyond that the first and the last few


class Divergence(NamedTuple):
    """The first instant at which two schedules start different jobs, or the same job in another way."""

    time: float
    job_in_a: int  # row of jobs that only a starts then; -1 none
    job_in_b: int  # row of jobs that only b starts then; -1 none
    sentence: str


def explain(schedule: Schedule, job: int) -> list[str]:
    """Sentences on one job: what it asked for, why it waited, why it started when it did.

    job: row of jobs; raises UnknownKey for another number.
    """
    if not 0 <= job < len(schedule.placed):
        raise UnknownKey(f"There is no job in row {job}; rows run from 0 to {len(schedule.placed) - 1}.")
    if schedule.shares_cpu:
        return explain_sharing(schedule, job)
    if schedule.workload.is_moldable:
        return [*explain_allotment(schedule, job), *_outcome(schedule, job), *explain_turn(schedule, job)]
    if was_preempted(schedule, job):
        return [
            _asked(schedule, job),
            *sentences(preempted_start(schedule, job), schedule),
            *_reasons(schedule, job),
            *sentences([*preemptions(schedule, job), *whom_it_preempted(schedule, job)], schedule),
        ]
    if was_killed(schedule, job):
        return [
            _asked(schedule, job),
            *sentences(first_start(schedule, job), schedule),
            *_reasons(schedule, job),
            *sentences(kills(schedule, job), schedule),
        ]
    lines = [
        _asked(schedule, job),
        *_outcome(schedule, job),
        *_promise(schedule, job),
        *_campaign(schedule, job),
        *sentences([*of_local(schedule, job), *of_cluster(schedule, job), *moves(schedule, job)], schedule),
        *_reasons(schedule, job),
        *sentences(whom_it_preempted(schedule, job), schedule),
    ]
    # what a whole one of goes to a task is called a node where tasks have needs
    return [text.replace("processor", "node") for text in lines] if schedule.workload.has_needs else lines


# ---- what happened --------------------------------------------------------------------------------------------------


def _asked(schedule: Schedule, job: int) -> str:
    jobs, machine = schedule.workload.jobs, schedule.workload.platform.processors
    parts = schedule.workload.platform.clusters
    clusters = f" in one of {len(parts)} clusters with up to {max(parts)}" if parts else ""
    asked = (
        f" for {human(jobs.requested_time[job])}"
        if has_request(schedule.workload, job)
        else "; the log does not tell for how long"
    )
    who = of_user(schedule.workload, int(jobs.user_id[job]))
    return (
        f"Job {jobs.job_id[job]} (line {jobs.line[job]}){who} was submitted at "
        f"{instant(schedule.placed.submit[job])} and asked for {jobs.processors[job]} of {machine} processors"
        f"{clusters}{asked}."
    )


def _outcome(schedule: Schedule, job: int) -> Iterator[str]:
    placed, wait = schedule.placed, float(schedule.wait[job])
    lasted = schedule.is_malleable or schedule.has_links
    time = placed.end[job] - placed.start[job] if lasted else schedule.jobs.runtime[job]
    ran = f"and ran for {human(time)}, until {instant(placed.end[job])}."
    there = in_cluster(schedule, placed.cluster[job])
    if wait == 0:
        yield f"It started at once{there} {ran}"
        return
    yield f"It waited {human(wait)}, started at {instant(placed.start[job])}{there} {ran}"
    yield from sentences([wait_parts(schedule, job)], schedule)
    yield from _at_its_start(schedule, job)
    yield from sentences(who_went_first(schedule, job), schedule)


def _at_its_start(schedule: Schedule, job: int) -> Iterator[str]:
    """Who made room for it, or just ended then."""
    placed = schedule.placed
    there, left = in_cluster(schedule, placed.cluster[job]), made_way(schedule, job)
    ended = np.flatnonzero((placed.end == placed.start[job]) & (placed.cluster == placed.cluster[job]))
    if len(left):
        act = "ended" if np.isin(left, ended).all() else "made way"
        yield (
            f"It could start when {job_names(schedule, left)} {act}{there}, which freed "
            f"{processors(_freed(schedule, left))} and made room for it."
        )
    elif len(ended):
        yield (
            f"At its start {job_names(schedule, ended)} ended{there} and freed {processors(_freed(schedule, ended))}."
        )


def _freed(schedule: Schedule, ended: np.ndarray) -> int:
    """Processors that these jobs had when they ended."""
    if not schedule.is_malleable:
        return int(schedule.placed.processors[ended].sum())
    segments = schedule.table("segments")
    return int(segments.processors[np.searchsorted(segments.job, ended, side="right") - 1].sum())


def _promise(schedule: Schedule, job: int) -> Iterator[str]:
    """What it was told at its submission, and whether that was kept."""
    if not schedule.has_promises or schedule.wait[job] == 0:
        return
    promises, start = schedule.table("promises"), float(schedule.placed.start[job])
    rows = np.flatnonzero(promises.job == job)
    if not len(rows):
        return
    first, moves = float(promises.start[rows[0]]), len(rows) - 1
    kept = (
        "and that was kept"
        if start == first
        else f"and started {human(abs(start - first))} {'earlier' if start < first else 'later'}"
    )
    moved = f"; its reservation was moved {_times(moves)}" if moves and schedule.has_decisions else ""
    yield f"At its submission it was promised a start at {instant(first)}, {kept}{moved}."


def _campaign(schedule: Schedule, job: int) -> Iterator[str]:
    """What its campaign was promised: its time in the virtual schedule, its deadline, when it was allowed to start."""
    if not schedule.has_virtual:
        return
    virtual = schedule.table("virtual")
    at = row_of_jobs(virtual, schedule.workload.jobs.campaign[[job]], schedule.placed.submit[[job]])
    row = {name: float(column[at[0]]) for name, column in virtual.columns.items()}
    if row["start"] == row["start"]:
        yield (
            f"In the virtual schedule its campaign started at {instant(row['start'])} and was complete at "
            f"{instant(row['end'])}."
        )
    if row["deadline"] == row["deadline"]:
        met = "met" if row["real_end"] <= row["deadline"] else "missed"
        yield f"The deadline of its campaign was {instant(row['deadline'])}, which was {met}."
    if row["eligible"] > row["submit"]:
        yield f"Its campaign was allowed to start from {instant(row['eligible'])} on."


def _reasons(schedule: Schedule, job: int) -> Iterator[str]:
    if not decides(schedule.policy):
        yield "It started then because the log says so; a log does not tell why."
        return
    if not schedule.has_decisions or not len(schedule.table("decisions")):
        yield "No decisions were logged in this run, so its reasons are not known."
        return
    decisions = schedule.table("decisions")
    about = [decision_of(schedule, row) for row in np.flatnonzero(decisions.job == job).tolist()]
    waiting, started = [d for d in about if d.kind in WAITING], [d for d in about if d.kind in STARTING]
    if was_killed(schedule, job):  # what it waited for after a kill is told with the kill
        waiting = [d for d in waiting if d.time < schedule.placed.start[job]]
    if not waiting and not started:
        yield (
            f"No decision on this job was kept (the log covers {instant(decisions.time[0])} to "
            f"{instant(decisions.time[-1])}), so its reasons are not known."
        )
        return
    yield from _why_it_waited(schedule, job, waiting)
    if started:
        yield _why_it_started(schedule, job, started[0])
    else:
        yield "The decision to start it was not kept, so the reason for it is not known."


# ---- why it waited --------------------------------------------------------------------------------------------------


def _why_it_waited(schedule: Schedule, job: int, waiting: list[Decision]) -> Iterator[str]:
    submit, start = float(schedule.placed.submit[job]), float(schedule.placed.start[job])
    first = waiting[0].time if waiting else start
    if first > submit:
        yield (
            f"From {instant(submit)} to {instant(first)} no pass of the scheduler had looked at it yet."
            if policy_of(schedule.policy).at_passes
            else f"Why it waited from {instant(submit)} to {instant(first)} was not kept."
        )
    last = min(float(schedule.table("decisions").time[-1]), start)  # a log that was cut ends before
    groups = [list(group) for _, group in groupby(waiting, key=lambda d: (d.rule, _in_front(d)))]
    until = [*(group[0].time for group in groups[1:]), last] if groups else []
    # A reason that was replaced within its instant held for no time at all.
    lasting = [(group, end) for group, end in zip(groups, until, strict=True) if end > group[0].time]
    lines = [_lasting_reason(schedule, job, group, end) for group, end in lasting]
    if len(lines) > MOST_REASONS + 1:
        half = MOST_REASONS // 2
        begin, end = lasting[half][0][0].time, lasting[-half][0][0].time
        left_out = len(lines) - 2 * half
        lines[half:-half] = [f"From {instant(begin)} to {instant(end)} it had {left_out} more reasons, left out here."]
    yield from lines
    if first < start and last < start:
        yield f"Why it waited from {instant(last)} to {instant(start)} was not kept."


def _in_front(d: Decision) -> int:
    """The job that a reason names as in the way: another one is another reason.  A reservation that moves is not."""
    return d.blocker if d.kind == SKIP else -1


def _lasting_reason(schedule: Schedule, job: int, group: list[Decision], until: float) -> str:
    """One reason, which held until `until`; group: all decisions in a row that gave it."""
    first = group[0]
    text = f"From {instant(first.time)} to {instant(until)} {_reason(schedule, job, first)}"
    moves = len({d.shadow for d in group if d.shadow == d.shadow}) - 1
    if first.kind == RESERVE and moves > 0:
        return f"{text} The reservation was moved {_times(moves)}, last to {instant(group[-1].shadow)}."
    return text


def _reason(schedule: Schedule, job: int, decision: Decision) -> str:
    phrase = REASONS.get(decision.rule)
    return phrase(schedule, job, decision) if phrase else f"it waited by the rule {decision.rule}."


# ---- why it started -------------------------------------------------------------------------------------------------


def _why_it_started(schedule: Schedule, job: int, d: Decision) -> str:
    phrase = STARTS.get(d.rule)
    why = phrase(schedule, job, d) if phrase else f"by the rule {d.rule}."
    return f"It {'was backfilled' if d.kind == BACKFILL else 'started'} at {instant(d.time)} {why}"


# ---- where two schedules part ---------------------------------------------------------------------------------------


def first_divergence(a: Schedule, b: Schedule) -> Divergence | None:
    """The first start in which two schedules of the same workload differ; None where they are the same.

    Starts are compared in order of time, and within an instant as sets; starting and backfilling are different acts.
    Raises ValueError for schedules of different workloads.
    """
    if a.workload is not b.workload and a.workload.hash != b.workload.hash:
        raise ValueError("only schedules of the same workload can be compared start by start")
    differ = (a.placed.start != b.placed.start) | ((a.placed.flags & 1) != (b.placed.flags & 1))
    if not differ.any():
        return None
    rows = np.flatnonzero(differ)
    time = float(min(a.placed.start[rows].min(), b.placed.start[rows].min()))
    in_a, in_b = (_at(schedule, rows, time) for schedule in (a, b))
    return Divergence(time, in_a, in_b, _parting(a, b, time, in_a, in_b))


def _at(schedule: Schedule, rows: np.ndarray, time: float) -> int:
    there = rows[schedule.placed.start[rows] == time]
    return int(there[0]) if len(there) else -1


def _parting(a: Schedule, b: Schedule, time: float, in_a: int, in_b: int) -> str:
    one, other = (a.policy, b.policy) if a.policy != b.policy else ("the first run", "the second run")
    if in_a >= 0 and in_b >= 0:
        acts = f"{one} {_act(a, in_a)}, {other} {_act(b, in_b)}"
    elif in_a >= 0:
        acts = f"{one} {_act(a, in_a)}, {other} {_later_act(b, in_a)}"
    else:
        acts = f"{other} {_act(b, in_b)}, {one} {_later_act(a, in_b)}"
    return f"The schedules first differ at {instant(time)}: {acts}."


def _act(schedule: Schedule, job: int) -> str:
    return f"{'backfills' if schedule.placed.flags[job] & 1 else 'starts'} {job_name(schedule, job)}"


def _later_act(schedule: Schedule, job: int) -> str:
    return f"{_act(schedule, job)} at {instant(schedule.placed.start[job])}"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
