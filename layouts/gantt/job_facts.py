"""What there is to say of one job or one campaign: plain numbers for a drawer, and lines for a hover."""

from __future__ import annotations

from typing import Any

import numpy as np

from layouts.gantt import piece_facts
from layouts.gantt.lateness import PROMISES, differences, in_words, kind_of, promised
from layouts.gantt.rectangles import JOBS, Rectangles
from layouts.kinds import look_of
from layouts.memory.cache import cached
from layouts.theme import counted, number, safe
from layouts.words import instants, unit_names
from scheduler.durations import human, moment
from scheduler.explain.job import why_it_started
from scheduler.explain.words import Names, words
from scheduler.kinds import chooses_sizes
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import user_name
from scheduler.model.virtual_campaigns import by_campaign
from scheduler.model.workload import Workload
from scheduler.preparation.requested_times import has_request

__all__ = ["JOBS", "at", "boxes", "hover", "of_campaign", "of_job", "of_members"]

OUTLINED = 64  # rectangles of one job or campaign that are outlined at most


def at(schedule: Schedule, bars: Rectangles, source: str, row: int) -> dict[str, Any]:
    """Facts of a row as JSON: of a job (real, ghost) or a campaign, with its rectangles [start, end, low, high]."""
    facts = of_job(schedule, row) if source in JOBS else of_campaign(schedule, row)
    lines = job_lines(schedule, facts) if source in JOBS else campaign_lines(facts, schedule.workload)
    return facts | {"rectangles": boxes(bars, bars.of(row)), "lines": lines}


def of_members(schedule: Schedule, bars: Rectangles, campaign: int) -> dict[str, Any]:
    """Facts of a campaign as JSON, with the rectangles of its jobs in the real schedule."""
    ptr, members = schedule.workload.job_ptr, schedule.workload.members
    members_bars = [bars.of(int(job)) for job in members[ptr[campaign] : ptr[campaign + 1]][:OUTLINED]]
    facts = of_campaign(schedule, campaign) if schedule.has_virtual else {"job": None, "campaign": campaign}
    lines = {"lines": campaign_lines(facts, schedule.workload)} if schedule.has_virtual else {}
    return facts | lines | {"rectangles": boxes(bars, np.concatenate(members_bars)) if members_bars else []}


def boxes(bars: Rectangles, which: np.ndarray) -> list[list[float]]:
    """The first OUTLINED of these rectangles as [start, end, low, high]."""
    mine = which[:OUTLINED]
    return np.stack([bars.start[mine], bars.end[mine], bars.low[mine], bars.high[mine]], axis=1).tolist()


def of_job(schedule: Schedule, job: int) -> dict[str, Any]:
    """The facts of a job: its row, its numbers in the file, its times in seconds."""
    jobs, placed, alone = schedule.jobs, schedule.placed, float(schedule.shortest[job])
    submit, start, end = float(placed.submit[job]), float(placed.start[job]), float(placed.end[job])
    user = int(jobs.user_id[job])
    return {
        "job": job,
        "job_id": int(jobs.job_id[job]),
        "user": user,
        "who": user_name(schedule.workload, user),
        "processors": int(placed.processors[job]),
        "submit": submit,
        "start": start,
        "end": end,
        "wait": start - submit,
        "runtime": end - start if schedule.resizes else float(jobs.runtime[job]),
        "requested_time": requested(schedule, job),
        "size": int(jobs.processors[job]),
        "stretch": _finite((end - submit) / alone) if alone > 0 else None,
        "campaign": int(jobs.campaign[job]),
        "backfilled": bool(int(placed.flags[job]) & 1),
        **({"cluster": int(placed.cluster[job]) + 1} if schedule.workload.has_clusters else {}),
    }


def of_campaign(schedule: Schedule, campaign: int) -> dict[str, Any]:
    """The facts of a campaign in the virtual and in the real schedule; times that no schedule gives it are None."""
    campaigns, jobs, kind = schedule.workload.table("campaigns"), schedule.workload.jobs, kind_of(schedule)
    virtual = cached("campaigns", lambda: by_campaign(schedule), schedule)
    at = int(np.flatnonzero(virtual.campaign == campaign)[0])
    ptr = schedule.workload.job_ptr
    members = schedule.workload.members[ptr[campaign] : ptr[campaign + 1]]
    named = {
        name: _finite(float(virtual.columns[name][at]))
        for name in ("submit", "start", "end", "tag", "deadline", "real_start", "real_end")
    }
    lag = float(differences(virtual.real_end[at], promised(virtual, kind)[at])) if kind else np.nan
    return {
        "campaign": campaign,
        "job": None,
        "index": int(campaigns.index[campaign]),
        "jobs": len(members),
        "user": int(jobs.user_id[members[0]]) if len(members) else -1,
        "work": float(campaigns.work[campaign]),
        "promise": kind,
        "lag": _finite(lag),
    } | named


def _finite(value: float) -> float | None:
    return value if np.isfinite(value) else None


def job_lines(schedule: Schedule, facts: dict[str, Any]) -> list[str]:
    """The facts of a job in a few lines, with the decision that started it where that was kept."""
    workload = schedule.workload
    size = counted(facts["processors"], unit_names.piece(workload))
    decision = why_it_started(schedule, facts["job"])
    return [
        f"job {facts['job_id']} · {user_name(workload, facts['user'])} · {size}"
        + (f" in cluster {facts['cluster']}" if "cluster" in facts else "")
        + (" · backfilled" if facts["backfilled"] and decision is None else ""),
        *([words(decision, Names(workload, decimals=2), "short")] if decision else []),
        *(asked(workload, facts["job"]) if (asked := look_of(workload, lambda look: look.asked)) else ()),
        f"waited {human(facts['wait'])}, ran {human(facts['runtime'])}"
        + (of_requested(facts) if not chooses_sizes(workload) else ""),
        " · ".join(f"{name} {instants.at(workload, facts[name])}" for name in ("submit", "start", "end")),
    ]


def requested(schedule: Schedule, job: int) -> float | None:
    """What a job asked for, s; None where the log does not tell and its runtime was taken."""
    return float(schedule.jobs.requested_time[job]) if has_request(schedule.workload, job) else None


def of_requested(facts: dict[str, Any]) -> str:
    """What follows the runtime of a job."""
    asked = facts["requested_time"]
    return "; no requested time in the log" if asked is None else f" of {human(asked)} requested"


def here(schedule: Schedule, bars: Rectangles, at: int) -> list[str]:
    """What the job of a rectangle does there, in lines; none where that is all its job does."""
    segment = int(bars.segment[at]) if len(bars.segment) else -1
    return piece_facts.lines(schedule, segment) if segment >= 0 else []


def campaign_lines(facts: dict[str, Any], workload: Workload) -> list[str]:
    """The facts of a campaign in a few lines."""
    labels = (
        ("submit", "submitted"),
        ("start", "virtual start"),
        ("end", PROMISES["virtual"]),
        ("deadline", PROMISES["deadline"]),
        ("real_start", "first real start"),
        ("real_end", "real completion"),
    )
    times = [f"{word} {moment(facts[name])}" for name, word in labels if facts[name] is not None]
    return [
        f"campaign {facts['index'] + 1} of {user_name(workload, facts['user'])} · {counted(facts['jobs'], 'job')}",
        *([in_words(facts["lag"], facts["promise"])] if facts["lag"] is not None else []),
        *(" · ".join(times[at : at + 2]) for at in range(0, len(times), 2)),
        f"{number(facts['work'])} processor-seconds of work",
    ]


def hover(schedule: Schedule, source: str, row: int) -> str:
    """The lines of a row for a figure's hover."""
    texts = (
        job_lines(schedule, of_job(schedule, row))
        if source in JOBS
        else campaign_lines(of_campaign(schedule, row), schedule.workload)
    )
    return "<br>".join(safe(line) for line in texts)
