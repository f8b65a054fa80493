"""What there is to say of one job or one campaign: plain numbers for a drawer, and lines for a hover."""

from __future__ import annotations

from typing import Any

import numpy as np

from layouts.rectangles import Rectangles
from layouts.theme import number, safe
from scheduler.durations import human, moment
from scheduler.schedule import Schedule

OUTLINED = 64       # rectangles of one job that are outlined at most


def at(schedule: Schedule, shown: Rectangles, source: str, row: int) -> dict[str, Any]:
    """Facts of a row as JSON: of a job (real) or a campaign (virtual), with its rectangles [start, end, low, high]."""
    mine = shown.of(row)[:OUTLINED]
    boxes = np.stack([shown.start[mine], shown.end[mine], shown.low[mine], shown.high[mine]], axis=1).tolist()
    said = of_job(schedule, row) if source == "real" else of_campaign(schedule, row)
    lines = job_lines(said) if source == "real" else campaign_lines(said)
    return said | {"rectangles": boxes, "lines": lines}


def of_job(schedule: Schedule, job: int) -> dict[str, Any]:
    """The facts of a job: its row, its numbers in the file, its times in seconds."""
    jobs, placed = schedule.workload.jobs, schedule.placed
    submit, start, end = float(placed.submit[job]), float(placed.start[job]), float(placed.end[job])
    return {"job": job, "job_id": int(jobs.job_id[job]), "user": int(jobs.user_id[job]),
            "processors": int(placed.processors[job]), "submit": submit, "start": start, "end": end,
            "wait": start - submit, "runtime": float(jobs.runtime[job]),
            "requested_time": float(jobs.requested_time[job]), "campaign": int(jobs.campaign[job]),
            "backfilled": bool(int(placed.flags[job]) & 1)}


def of_campaign(schedule: Schedule, campaign: int) -> dict[str, Any]:
    """The facts of a campaign in the virtual and in the real schedule."""
    campaigns, virtual, jobs = schedule.workload.campaigns, schedule.virtual, schedule.workload.jobs
    assert campaigns is not None and virtual is not None
    at = int(np.flatnonzero(virtual.campaign == campaign)[0])
    ptr = schedule.workload.job_ptr
    members = schedule.workload.members[ptr[campaign]:ptr[campaign + 1]]
    named = {name: _known(float(virtual.columns[name][at])) for name in
             ("submit", "start", "end", "tag", "real_start", "real_end")}
    return {"campaign": campaign, "job": None, "index": int(campaigns.index[campaign]), "jobs": len(members),
            "user": int(jobs.user_id[members[0]]) if len(members) else -1,
            "work": float(campaigns.work[campaign])} | named


def _known(value: float) -> float | None:
    return value if np.isfinite(value) else None


def job_lines(said: dict[str, Any]) -> list[str]:
    """The facts of a job in a few lines."""
    return [f"job {said['job_id']} · user {said['user']} · {_processors(said['processors'])}"
            + (" · backfilled" if said["backfilled"] else ""),
            f"waited {human(said['wait'])}, ran {human(said['runtime'])} of {human(said['requested_time'])} requested",
            f"submit {moment(said['submit'])} · start {moment(said['start'])} · end {moment(said['end'])}"]


def campaign_lines(said: dict[str, Any]) -> list[str]:
    """The facts of a campaign in a few lines."""
    real = "" if said["real_end"] is None else f" · real end {moment(said['real_end'])}"
    return [f"campaign {said['index'] + 1} of user {said['user']} · {said['jobs']} jobs",
            f"{number(said['work'])} processor-seconds of work",
            f"virtual start {moment(said['start'])} · virtual end {moment(said['end'])}{real}"]


def hover(schedule: Schedule, source: str, row: int) -> str:
    """The lines of a row for a figure's hover."""
    said = job_lines(of_job(schedule, row)) if source == "real" else campaign_lines(of_campaign(schedule, row))
    return "<br>".join(safe(line) for line in said)


def _processors(count: int) -> str:
    return f"{number(count)} processor{'' if count == 1 else 's'}"
