"""What a replay cannot know: settings that are not simulated, names that the configuration does not have, and times in
which the recorded scheduler started nothing although every waiting job had room.

Such a time is a downtime, nodes that had failed, jobs on hold, a limit that the configuration does not tell, or a
scheduler that stalled; the log does not say which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple

import numpy as np

from scheduler.durations import human
from scheduler.model.user_names import label
from scheduler.model.workload import Workload
from scheduler.topics.slurm.files import records
from scheduler.topics.slurm.files.configuration import Ignored
from scheduler.topics.slurm.files.records import NOT_SIMULATED
from scheduler.topics.slurm.files.scontrol import used_by_nobody
from scheduler.topics.slurm.policies.slurm import POLICY
from scheduler.wording import counted

LEAST = 600.0  # s: shorter times without a start say nothing
MOST_NAMES = 5
NEVER_KNOWN = (
    "Not in these files, and so not simulated: downtime, nodes that failed, jobs on hold or waiting for "
    "another job, and changes of the configuration during the log."
)
# Parameters that other files than slurm.conf say: (parameter, the file, what is taken without it)
OTHER_FILES = (
    ("accounts", "the tree of accounts (sshare or sacctmgr dump)", "equal shares for everybody, no earlier usage"),
    ("qos", "QOS (sacctmgr show qos)", "no priorities and no limits of QOS"),
    ("reservations", "reservations (scontrol show reservation)", "none"),
    (
        "jobs",
        "what jobs were submitted with (sacct with SubmitLine)",
        "no reservations, nice values, dependencies or memory of jobs",
    ),
)
OF_OTHERS = ("maintenance", *(name for name, _, _ in OTHER_FILES))


class Standstill(NamedTuple):
    """A time, s, in which nothing was started although every waiting job had room."""

    begin: float
    end: float
    waiting: int  # jobs at its begin


def not_simulated(workload: Workload, params: Mapping[str, Any], ignored: Sequence[Ignored] = ()) -> list[str]:
    """Sentences on what keeps the simulation from being the recorded run; the last one always holds."""
    settings = [one.text for one in ignored if one.why == NOT_SIMULATED]
    texts = missing_files(params)
    texts += [f"Settings that are not simulated: {_list(settings)}."] if settings else []
    texts += [*_unnamed(workload, params), *_free(params)]
    unknown = int((workload.jobs.recorded_wait < 0).sum())
    if unknown:
        texts.append(
            f"{unknown:,} of {counted(len(workload), 'job')} {'has' if unknown == 1 else 'have'} no recorded wait; "
            f"{'it is' if unknown == 1 else 'they are'} simulated, and compared with nothing."
        )
    return [*texts, *_stood(standstills(workload)), NEVER_KNOWN]


def missing_files(params: Mapping[str, Any]) -> list[str]:
    """Sentences on the files that these parameters do not come from, and what stands in for them: the one that is
    needed, slurm.conf, first."""
    defaults = {param.name: param.default for param in POLICY.params if param.name not in OF_OTHERS}
    texts = []
    if all(params.get(name, default) == default for name, default in defaults.items()):
        texts.append(
            "No slurm.conf was given, or nothing in it differs from Slurm's defaults. These were taken: jobs "
            "in order of submission (priority/basic) with backfill, on the processors of the log, without "
            "partitions. A cluster with a slurm.conf of its own hardly ran so."
        )
    missing = [
        f"{file}: {instead}"
        for name, file, instead in OTHER_FILES
        if not params.get(name) and not (name == "reservations" and params.get("maintenance"))
    ]
    return [*texts, f"Not given, and what was taken instead: {'; '.join(missing)}."] if missing else texts


def _list(names: Sequence[str]) -> str:
    names = list(dict.fromkeys(names))
    more = f" and {len(names) - MOST_NAMES:,} more" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more


def _unnamed(workload: Workload, params: Mapping[str, Any]) -> list[str]:
    """Partitions and QOS of the log that the configuration does not name, where it names any."""
    texts = []
    for column, name, reads in (("partition", "partitions", records.partitions), ("queue", "qos", records.qos)):
        listed = {one.number for one in reads(params.get(name) or "")}
        numbers, jobs = np.unique(workload.jobs.columns[column], return_counts=True)
        missing = [
            (int(number), int(many))
            for number, many in zip(numbers, jobs, strict=True)
            if int(number) not in listed and number >= 0
        ]
        if listed and missing:
            named = [f"{label(workload, number, column)} ({counted(many, 'job')})" for number, many in missing]
            noun = "Partitions" if column == "partition" else "QOS"
            texts.append(
                f"{noun} of the log that the configuration does not name, and so without limits: {_list(named)}."
            )
    return texts


def _free(params: Mapping[str, Any]) -> list[str]:
    """Reservations that are kept free for want of a job that asks for them."""
    names = used_by_nobody(params.get("reservations") or "", params.get("jobs") or "")
    return [f"Reservations that no job is known to ask for, and so kept free: {_list(names)}."] if names else []


def _stood(stretches: Sequence[Standstill]) -> list[str]:
    if not stretches:
        return []
    longest = max(stretches, key=lambda one: one.end - one.begin)
    total = sum(one.end - one.begin for one in stretches)
    return [
        f"{counted(len(stretches), 'time')}, {human(total)} in all, nothing was started for {human(LEAST)} or longer "
        f"in the record although every waiting job had room; the longest took {human(longest.end - longest.begin)}."
    ]


def standstills(workload: Workload, least: float = LEAST) -> list[Standstill]:
    """Times of at least `least` s, in order, in which nothing was started although jobs waited and the widest of them
    would have fitted throughout.

    Jobs without a recorded wait take part in nothing.
    """
    jobs = workload.as_recorded.jobs
    rows = np.flatnonzero(jobs.recorded_wait >= 0)
    submit, size = jobs.submit[rows], jobs.processors[rows]
    start = submit + jobs.recorded_wait[rows]
    # at an instant: ends, starts, submissions; a job that starts at once never waits
    waits = np.flatnonzero(start > submit)
    events = sorted(
        [
            *((float(at), 0, row) for row, at in enumerate(start + jobs.runtime[rows])),
            *((float(at), 1, row) for row, at in enumerate(start)),
            *((float(submit[row]), 2, int(row)) for row in waits),
        ]
    )
    free, began = workload.platform.processors, set[int]()
    queue, waiting, since = list[tuple[int, int]](), 0, np.inf  # queue: (- processors, job), the widest first
    result, at_begin = list[Standstill](), 0
    for time, kind, row in events:
        if kind == 1:
            if time - since >= least:
                result.append(Standstill(float(since), time, at_begin))
            free, since = free - int(size[row]), np.inf
            began.add(int(row))
            waiting -= start[row] > submit[row]
        elif kind == 0:
            free += int(size[row])
        else:
            heappush(queue, (-int(size[row]), row))
            waiting += 1
        while queue and queue[0][1] in began:
            heappop(queue)
        fits = bool(queue) and -queue[0][0] <= free
        if not fits:
            if time - since >= least:
                result.append(Standstill(float(since), time, at_begin))
            since = np.inf
        elif since == np.inf:
            since, at_begin = time, waiting
    return result
