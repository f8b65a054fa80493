"""Moldable tasks on the pages: what each may have, what a run gave it, and processors that change while it runs."""

from __future__ import annotations

from layouts import theme
from layouts.gantt import job_facts
from layouts.kinds import Look
from scheduler.durations import human, moment
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.topics.moldable.kinds.moldable import is_malleable


def job(schedule: Schedule, row: int) -> str:
    """What a task may have: 4 s on 1 processor, 2 s on 2."""
    jobs, shapes = schedule.workload.jobs, schedule.workload.table("shapes")
    ends = sorted({int(jobs.shape_ptr[row]), int(jobs.shape_ptr[row] + jobs.shapes[row]) - 1})
    phrases = [f"{human(float(shapes.runtime[at]))} on {theme.number(int(shapes.processors[at]))}" for at in ends]
    unit = "" if len(ends) > 1 else f" processor{'' if shapes.processors[ends[0]] == 1 else 's'}, rigid"
    return f"weight {theme.number(float(jobs.weight[row]))}, {' to '.join(phrases)}{unit or ' processors'}"


def outcome(schedule: Schedule, row: int) -> str:
    """What a run gave a task: on 2 processors for 5 s."""
    facts = job_facts.of_job(schedule, row)
    up_to = "up to " * is_malleable(schedule)
    return f"on {up_to}{theme.counted(facts['processors'], 'processor')} for {human(facts['runtime'])}"


def piece(schedule: Schedule, segment: int) -> list[str]:
    """The processors of a malleable task in a row of segments, and the time."""
    s = schedule.table("segments")
    begin, end = float(s.begin[segment]), float(s.end[segment])
    return [
        f"{theme.counted(int(s.processors[segment]), 'processor')} from {moment(begin)} to {moment(end)} "
        f"({human(end - begin)})"
    ]


def widest(workload: Workload) -> tuple[str, int]:
    """The most processors that any task may have."""
    return "most processors of a task", int(workload.table("shapes").processors.max(initial=0))


LOOK = Look("moldable", piece=piece, job=job, outcome=outcome, in_full=True, widest=widest, alone_in_turn=True)
