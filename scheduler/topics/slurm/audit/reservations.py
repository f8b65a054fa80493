"""Reservations of Slurm, read anew from the texts that a run was made with: who was on whose nodes, and when.

Which nodes a job held is not recorded, so the rule is that some choice of nodes would have done.  Each run of a job had
some nodes it might be on: those of its partition, of its reservation where it is bound to one, and never those that are
reserved for others at some time until its requested time is over.  A run that is bound to a reservation starts while
that lasts and is over, or cut short for good, when its jobs are stopped (resv_over_run); no other run is cut short
without a job that needs its processors.  At no instant do runs hold more processors than the
nodes have that they might be on together (Hall 1935).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np

from scheduler.audit.messages import Violation, first_row, instant, job_name
from scheduler.durations import number
from scheduler.model.calendars import calendar_of_workload
from scheduler.model.schedule import KILLED, Schedule
from scheduler.topics.slurm.audit.limits import (
    ALL_SETS,
    Record,
    Timeline,
    accounts_of,
    below,
    members,
    node_sizes,
    records,
)
from scheduler.wording import counted

NOBODY = -1
PAIRS = 20  # sets of nodes up to which every pair of them is looked at
NEVER = 10**9  # s of resv_over_run: jobs are not stopped


class Kept(NamedTuple):
    """A reservation; nodes: [nodes] bool; users: [n] bool, the jobs that use it; bound: they start only within it and
    are stopped at `stop`, s, inf never."""

    name: str
    begin: float
    end: float
    nodes: np.ndarray
    users: np.ndarray
    bound: bool
    stop: float


def has_reservations(schedule: Schedule) -> bool:
    """Whether the run had reservations of Slurm; other policies have a parameter of that name, but none beside it."""
    return "maintenance" in schedule.params and bool(schedule.params.get("reservations"))


def reservations(schedule: Schedule) -> Violation:
    """No job outside the reservation it is bound to, none cut short but then, none on nodes reserved for others."""
    timeline, kept = Timeline(schedule), _kept(schedule)
    job, begin = timeline.job, timeline.begin
    until = np.maximum(begin + schedule.workload.jobs.requested_time[job], timeline.end)
    own = np.full(len(job), NOBODY)
    for at, one in enumerate(kept):
        own[one.users[job] & (begin < one.end - instant(begin))] = at
    return (
        _outside(schedule, kept, timeline, own)
        or _cut_short(schedule, kept, timeline, own)
        or _crowded(schedule, kept, timeline, until, own)
    )


def _kept(schedule: Schedule) -> list[Kept]:
    """All reservations; those for maintenance have no users."""
    sizes, nobody = node_sizes(schedule), np.zeros(len(schedule.workload), bool)
    result, closed = [], records(schedule, "maintenance")
    for at, one in enumerate([*closed, *records(schedule, "reservations")]):
        flags = one.fields.get("flags", "").upper().split(",")
        users = nobody if at < len(closed) or "MAINT" in flags else _users(schedule, one)
        begin, end = (_second(schedule, one.fields[name]) for name in ("start", "end"))
        bound, more = "FLEX" not in flags, float(schedule.params.get("resv_over_run") or 0)
        result.append(
            Kept(
                one.name,
                begin,
                end,
                members(one, len(sizes)),
                users,
                bound,
                end + more if bound and more < NEVER else np.inf,
            )
        )
    return result


def _second(schedule: Schedule, text: str) -> float:
    """The second of the log that a time is."""
    if text.startswith("@"):
        return float(text[1:]) - (schedule.workload.platform.second_0 or 0)
    calendar = calendar_of_workload(schedule.workload) if "T" in text else None
    if calendar is None:
        return float(text)
    return calendar.second(float((np.datetime64(text, "s") - np.datetime64(0, "s")) / np.timedelta64(1, "s")))


def _users(schedule: Schedule, one: Record) -> np.ndarray:
    """[n] the jobs that ask for a reservation and may use it."""
    jobs = schedule.workload.jobs
    asking = [other.number for other in records(schedule, "jobs") if other.fields.get("reservation") == one.name]
    may = np.isin(jobs.job_id, asking)
    for field, wanted in (("users", True), ("notusers", False)):
        if field in one.fields:
            may &= np.isin(jobs.user_id, [int(text) for text in one.fields[field].split(",")]) == wanted
    for field, wanted in (("accounts", True), ("notaccounts", False)):
        if field in one.fields:
            may &= _of_accounts(schedule, one.fields[field].split(",")) == wanted
    return may


def _of_accounts(schedule: Schedule, names: list[str]) -> np.ndarray:
    """[n] whether the account of each job, or one above it, has one of these names or numbers."""
    jobs, entries, account = schedule.workload.jobs, records(schedule, "accounts"), accounts_of(schedule)
    inside = np.isin(jobs.group, [int(name) for name in names if name.isdecimal()])
    for at, one in enumerate(entries):
        if "user" not in one.fields and (one.fields["account"] in names or one.fields.get("group", "-") in names):
            inside |= below(entries, at, account, jobs.user_id)
    return inside


def _outside(schedule: Schedule, kept: list[Kept], timeline: Timeline, own: np.ndarray) -> Violation:
    """A run that is bound to a reservation and starts before it, or goes on when its jobs are stopped; own: [runs]."""
    job, begin, end, soon = timeline.job, timeline.begin, timeline.end, instant(timeline.end)
    for at, one in enumerate(kept):
        mine = (own == at) & one.bound
        early, late = first_row(mine & (begin < one.begin - soon)), first_row(mine & (end > one.stop + soon))
        if early is not None:
            return (
                f"{job_name(schedule.workload, job[early])} starts at {number(begin[early])} s, and its "
                f"reservation {one.name} begins at {number(one.begin)} s."
            )
        if late is not None:
            return (
                f"{job_name(schedule.workload, job[late])} runs until {number(end[late])} s, and the jobs of its "
                f"reservation {one.name} are stopped at {number(one.stop)} s."
            )
    return None


def _cut_short(schedule: Schedule, kept: list[Kept], timeline: Timeline, own: np.ndarray) -> Violation:
    """A run cut short that no job needs the processors of, and not for good when its reservation stops its jobs."""
    if not schedule.kills:
        return None
    table, soon = schedule.table("segments"), instant(timeline.end)  # a run is a segment
    cut = (table.kind == KILLED) & (table.killer < 0)
    stop = np.array([*(one.stop for one in kept), np.inf])[own]  # of NOBODY the last one
    row = first_row(cut & ~(np.abs(timeline.end - stop) <= soon))
    if row is not None:
        bound = np.isfinite(stop[row])
        when = f"its reservation stops its jobs at {number(stop[row])} s" if bound else "nothing stops it"
        return (
            f"{job_name(schedule.workload, int(table.job[row]))} is cut short at {number(table.end[row])} s for no "
            f"job, and {when}."
        )
    row = first_row(cut & np.append(table.job[1:] == table.job[:-1], False))
    if row is None:
        return None
    return (
        f"{job_name(schedule.workload, int(table.job[row]))} starts again after {number(table.end[row])} s, when "
        "its reservation was over; wanted: it is stopped for good."
    )


def _crowded(schedule: Schedule, kept: list[Kept], timeline: Timeline, until: np.ndarray, own: np.ndarray) -> Violation:
    """More processors in use than the nodes have that some runs might be on."""
    sizes, job, runs = node_sizes(schedule), timeline.job, np.arange(len(timeline.job))
    allowed, which = _allowed(schedule, kept, timeline, until, own)
    timeline.job = runs  # what is counted are runs
    for nodes in _unions(allowed):
        inside = ~(allowed & ~nodes).any(axis=1)
        most = int(sizes[nodes].sum())
        peak = timeline.peak(inside[which], timeline.size, most)
        if peak:
            name = job_name(schedule.workload, int(job[peak.job]), "job")
            return (
                f"{peak.used} of {counted(most, 'processor')} of nodes that reservations leave in use at "
                f"{number(peak.time)} s, when {name} starts."
            )
    return None


def _allowed(
    schedule: Schedule, kept: list[Kept], timeline: Timeline, until: np.ndarray, own: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """([sets, nodes] whether a node is in each different set that runs might be on, [runs] the set of each)."""
    nodes, soon = len(node_sizes(schedule)), instant(until)
    columns = [schedule.workload.jobs.partition[timeline.job], own]
    columns += [
        (one.begin < until - soon) & (one.end > timeline.begin + soon) & (own != at) for at, one in enumerate(kept)
    ]
    cases, which = np.unique(np.stack(columns, axis=1).astype(np.int64), axis=0, return_inverse=True)
    parts = {one.number: members(one, nodes) for one in records(schedule, "partitions")}
    allowed = np.ones((len(cases), nodes), bool)
    for row, (partition, mine, *others) in enumerate(cases.tolist()):
        allowed[row] = parts.get(partition, True)
        if mine != NOBODY and kept[mine].bound:
            allowed[row] &= kept[mine].nodes
        for at in np.flatnonzero(others):
            allowed[row] &= ~kept[at].nodes
    distinct, place = np.unique(allowed, axis=0, return_inverse=True)
    return distinct, place.reshape(-1)[which.reshape(-1)]


def _unions(allowed: np.ndarray) -> Iterator[np.ndarray]:
    """[nodes] unions of sets: of each one, of two of them and more where there are few, and of all."""
    count = len(allowed)
    most = count if count <= ALL_SETS else 2 if count <= PAIRS else 1
    for many in (*range(1, most + 1), *([count] if count > most else [])):
        for chosen in combinations(range(count), many):
            yield np.logical_or.reduce(allowed[list(chosen)])
