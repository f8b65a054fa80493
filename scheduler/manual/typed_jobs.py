"""Jobs typed by hand, at most fifty: checked against each other, and made a log like any other.

A campaign is what one user submits at once; the number in its column tells a user's campaigns apart.  It follows the
user's campaign before it: it is submitted when that one is complete.  A submit time later than that could be on an
empty machine stands for think time, which is how generated campaign workloads write their submit times, too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scheduler.durations import number as plain
from scheduler.formats.swf import FORMAT
from scheduler.manual.cells import (
    LONGEST_EXCERPT,
    MOST_JOBS,
    MOST_PROCESSORS,
    PARTS,
    Job,
    Problem,
    length_text,
    problem,
    read_row,
)
from scheduler.model.trace import NEEDS, Trace
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload as workload_of

NAME = "by-hand.swf"
NONE = -1


class Table(NamedTuple):
    """What could be read of a table: its jobs in the order of rows, the row of each, and what is wrong."""

    jobs: tuple[Job, ...]
    rows: tuple[int, ...]  # from 1
    problems: tuple[Problem, ...]


class Campaign(NamedTuple):
    """A campaign: its jobs' positions, and how it follows the one before."""

    jobs: tuple[int, ...]
    submit: float  # s
    before: int  # position of the last job of the user's campaign before; -1 none
    think: float  # s


def table(rows: Sequence[Mapping[str, Any]], processors: int) -> Table:
    """The jobs of a table of text; a row with an unreadable cell is left out and its cells are named.

    processors: of the machine.  Rows after the fiftieth are one problem.
    """
    jobs, places, wrong = [], [], []
    for row, cells in enumerate(rows[:MOST_JOBS], 1):
        job, bad = read_row(cells, row, row)
        wrong += bad
        if job is not None:
            jobs.append(job)
            places.append(row)
    if len(rows) > MOST_JOBS:
        wrong.append(Problem(MOST_JOBS + 1, "", f"The table has {len(rows)} rows; wanted: at most {MOST_JOBS} jobs."))
    named = [_with_number(one, rows) for one in (*wrong, *check(jobs, processors, places))]
    return Table(tuple(jobs), tuple(places), tuple(named))


def _with_number(one: Problem, rows: Sequence[Mapping[str, Any]]) -> Problem:
    """The problem with the number of its job, where that is not the number of its row."""
    number = str(rows[one.row - 1].get("number") or "") if 0 < one.row <= len(rows) else ""
    return one if number == str(one.row) else one._replace(number=number[:LONGEST_EXCERPT])


def check(jobs: Sequence[Job], processors: int, rows: Sequence[int] | None = None) -> list[Problem]:
    """What is wrong between jobs, or between a job and the machine; rows: of each job in the table, from 1."""
    places = list(rows) if rows is not None else list(range(1, len(jobs) + 1))
    wrong = []
    for row, job in zip(places, jobs, strict=True):
        if job.processors > processors:
            wrong.append(
                problem(
                    row, "processors", str(job.processors), f"at most the machine's {processors:,}, or a larger machine"
                )
            )
    seen: dict[int, int] = {}
    for row, job in zip(places, jobs, strict=True):
        if seen.setdefault(job.number, row) != row:
            wrong.append(problem(row, "number", str(job.number), f"another number than that of row {seen[job.number]}"))
    return wrong + _campaigns_wrong(jobs, places)


def _campaigns_wrong(jobs: Sequence[Job], rows: Sequence[int]) -> list[Problem]:
    """Campaigns are declared for all jobs or for none, and one is submitted at once."""
    if all(job.campaign is None for job in jobs):
        return []
    wrong: list[Problem] = []
    first: dict[tuple[int, int], tuple[int, float]] = {}
    for row, job in zip(rows, jobs, strict=True):
        if job.campaign is None:
            wrong.append(problem(row, "campaign", "", "a number, as other rows have one (or none in any row)"))
            continue
        other = first.setdefault((job.user, job.campaign), (row, job.submit))
        if other[1] != job.submit:
            wrong.append(
                problem(
                    row,
                    "submit",
                    length_text(job.submit),
                    f"{length_text(other[1])}, as row {other[0]} of the same campaign has: a campaign is "
                    "submitted at once",
                )
            )
    return wrong


def machine(value: Any) -> tuple[int, Problem | None]:
    """The size of the machine of a text or number; 1 and what is wrong where it cannot be read."""
    text = str("" if value is None else value).strip()
    if text.isascii() and text.isdigit() and 1 <= int(text[:12]) <= MOST_PROCESSORS:
        return int(text[:12]), None
    return 1, Problem(
        0,
        "processors",
        f"The machine has {text[:24]!r} processors; wanted: a whole number from 1 to {MOST_PROCESSORS:,}.",
    )


def campaigns(jobs: Sequence[Job], processors: int) -> list[Campaign]:
    """The campaigns of jobs that all have one, each user's in the order of submission."""
    members: dict[tuple[int, int], list[int]] = {}
    for place, job in enumerate(jobs):
        members.setdefault((job.user, job.campaign or 0), []).append(place)
    order = sorted(members, key=lambda key: (key[0], jobs[members[key][0]].submit, key[1]))
    campaign_list: list[Campaign] = []
    for at, key in enumerate(order):
        first = jobs[members[key][0]]
        if at and order[at - 1][0] == key[0]:
            last = campaign_list[-1]
            done = last.submit + least([jobs[place] for place in last.jobs], processors)
            think = max(first.submit - done, 0.0)
            campaign_list.append(Campaign(tuple(members[key]), first.submit, last.jobs[-1], think))
        else:
            campaign_list.append(Campaign(tuple(members[key]), first.submit, NONE, NONE))
    return campaign_list


def least(jobs: Sequence[Job], processors: int) -> float:
    """Seconds a campaign takes at least, in whole ones: its work on the whole machine, its longest job."""
    work = sum(job.processors * job.runtime for job in jobs)
    return float(math.ceil(max(work / processors, max(job.runtime for job in jobs))))


def swf(jobs: Sequence[Job], processors: int, title: str = "") -> bytes:
    """The jobs as a file in the Standard Workload Format, in the order of their submission."""
    before, think = {}, {}
    declared = bool(jobs) and jobs[0].campaign is not None
    for one in campaigns(jobs, processors) if declared else []:
        for place in one.jobs:
            before[place] = jobs[one.before].number if one.before >= 0 else NONE
            think[place] = one.think
    header = [
        ("Version", "2.2"),
        ("Generator", "none, made by hand"),
        ("MaxJobs", len(jobs)),
        ("MaxRecords", len(jobs)),
        ("MaxProcs", processors),
        *([("Queuescope-Campaigns", 1)] if declared else []),
        *([(NEEDS, PARTS)] if share_nodes(jobs) else []),
        *([("Note", title)] if title else []),
    ]
    order = sorted(range(len(jobs)), key=lambda place: (jobs[place].submit, place))
    lines = [_line(jobs[place], before.get(place, NONE), think.get(place, NONE)) for place in order]
    return "".join([*(f"; {key}: {value}\n" for key, value in header), *lines]).encode()


def share_nodes(jobs: Sequence[Job]) -> bool:
    """Whether jobs are tasks that need parts of nodes: one of them says which."""
    return any(job.cpu_need is not None or job.memory is not None for job in jobs)


def _line(job: Job, before: int, think: float) -> str:
    need, memory, qos, partition = (
        NONE if part is None else part for part in (job.cpu_need, job.memory, job.qos, job.partition)
    )
    values = (
        job.number,
        job.submit,
        NONE,
        job.runtime,
        job.processors,
        need,
        NONE,
        job.processors,
        job.requested_time,
        memory,
        1,
        job.user,
        NONE,
        NONE,
        qos,
        partition,
        before,
        think,
    )
    return " ".join(plain(value) for value in values) + "\n"


def trace(jobs: Sequence[Job], processors: int, title: str = "", name: str = NAME) -> Trace:
    """The log of that file, read as any other is."""
    return FORMAT.read(swf(jobs, processors, title), name)


def workload(jobs: Sequence[Job], processors: int, title: str = "") -> Workload:
    """The workload of jobs that pass check(); raises WorkloadError for none."""
    return workload_of(trace(jobs, processors, title))
