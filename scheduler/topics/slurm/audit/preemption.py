"""Rules of preemption of Slurm, read anew from the texts that a run was made with.

A job is preempted only by one that starts then, of a QOS that names its own (preempt=qos), or in a partition of a
higher tier that shares a node with its own (preempt=partition_prio); not before it has run for as long as it is exempt;
and it is cancelled or put back into the queue as its QOS, its partition or the cluster says.  One that was put back
starts again no sooner than it may.  Which nodes jobs held is not recorded.  Runs that are cut short for no job are
looked at with the reservations (slurm_reservations.py), where there are some.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.audit.messages import Violation, first_row, instant, job_name
from scheduler.durations import number
from scheduler.model.schedule import CANCELLED, KILLED, Schedule
from scheduler.topics.slurm.audit.limits import Record, members, node_sizes, records
from scheduler.topics.slurm.audit.reservations import has_reservations

OFF, REQUEUE, CANCEL = "off", "requeue", "cancel"


class _Rules(NamedTuple):
    """What the texts say of each job."""

    group: np.ndarray  # [n] number of its QOS or partition
    allowed: set[tuple[int, int]]  # (who preempts, who is preempted), numbers of groups
    mode: np.ndarray  # [n] OFF, REQUEUE or CANCEL
    exempt: np.ndarray  # [n] s


def applies(schedule: Schedule) -> bool:
    """Whether jobs may preempt others, or were preempted, in a run of Slurm."""
    return schedule.params.get("preempt") is not None and schedule.has_segments and schedule.kills


def preempted(schedule: Schedule) -> Violation:
    """Every run that was stopped by the rules above."""
    table, rules = schedule.table("segments"), _rules(schedule)
    for_none = (table.killer < 0) & has_reservations(schedule)
    for piece in np.flatnonzero((table.kind == KILLED) & ~for_none).tolist():
        violation = _stopped(schedule, rules, piece) or _again(schedule, piece)
        if violation:
            return violation
    over = (schedule.placed.flags & CANCELLED) != 0
    over[table.job[(table.kind == KILLED) & for_none]] = False
    row = first_row(over & (rules.mode != CANCEL))
    if row is None:
        return None
    return f"{job_name(schedule.workload, row)} was cancelled, and its mode is {rules.mode[row]}."


def _stopped(schedule: Schedule, rules: _Rules, row: int) -> Violation:
    """One run that was stopped; row: of segments."""
    table, placed = schedule.table("segments"), schedule.placed
    job, by, when = int(table.job[row]), int(table.killer[row]), float(table.end[row])
    opening = f"{job_name(schedule.workload, job)} is preempted at {number(when)} s"
    if not 0 <= by < len(placed):
        return f"{opening}, and it is not told for which job."
    opening += f" for {job_name(schedule.workload, by, 'job')}"
    mine = table.begin[table.job == by]
    if not (np.abs(mine - when) <= instant(placed.end)).any():
        return f"{opening}, which does not start then."
    if (int(rules.group[by]), int(rules.group[job])) not in rules.allowed:
        return f"{opening}, which may not preempt it."
    if rules.mode[job] == OFF:
        return f"{opening}; wanted: not at all, as its mode is {OFF}."
    last = row + 1 == len(table.job) or table.job[row + 1] != job
    if last != (rules.mode[job] == CANCEL):
        return f"{opening} and {'does not start' if last else 'starts'} again; its mode is {rules.mode[job]}."
    ran, least = when - float(table.begin[row]), float(rules.exempt[job])
    if ran < least - instant(placed.end):
        return f"{opening}, after {number(ran)} s; wanted: not within {number(least)} s of its start."
    return None


def _again(schedule: Schedule, row: int) -> Violation:
    """A job that was put back into the queue waits for as long as it has to."""
    table, wait = schedule.table("segments"), float(schedule.params.get("requeue_wait") or 0)
    if row + 1 == len(table.job) or table.job[row + 1] != table.job[row]:
        return None
    pause = float(table.begin[row + 1] - table.end[row])
    if pause >= wait - instant(table.end):
        return None
    return (
        f"{job_name(schedule.workload, int(table.job[row]))} starts again {number(pause)} s after it was preempted "
        f"at {number(table.end[row])} s; wanted: {number(wait)} s at least."
    )


def _rules(schedule: Schedule) -> _Rules:
    jobs, params = schedule.workload.jobs, schedule.params
    by_qos = params["preempt"] == "qos"
    listed = {one.number: one for one in records(schedule, "qos" if by_qos else "partitions")}
    group = np.asarray(jobs.queue if by_qos else jobs.partition)
    usual, again = str(params.get("preempt_mode", OFF)), _may_requeue(schedule)
    mode = np.array([_field(listed, number_, "preemptmode", usual).lower() for number_ in group.tolist()])
    mode = np.where((mode == REQUEUE) & ~again, CANCEL, mode)
    exempt = np.array(
        [
            float(
                _field(listed, number_, "preemptexempttime", str(params.get("preempt_exempt", 0)))
                if by_qos
                else params.get("preempt_exempt", 0)
            )
            for number_ in group.tolist()
        ]
    )
    allowed = _of_qos(listed) if by_qos else _of_tiers(schedule, listed, np.unique(group).tolist())
    return _Rules(group, allowed if params["preempt"] != "none" else set(), mode, exempt)


def _field(listed: dict[int, Record], which: int, field: str, usual: str) -> str:
    return listed[which].fields.get(field, usual) if which in listed else usual


def _may_requeue(schedule: Schedule) -> np.ndarray:
    """[n] whether each job may be put back into the queue."""
    listed = {one.number: one.fields.get("requeue") for one in records(schedule, "jobs")}
    usual = bool(schedule.params.get("job_requeue", True))
    own = [listed.get(number_) for number_ in schedule.workload.jobs.job_id.tolist()]
    return np.array([usual if one is None else one == "1" for one in own], bool)


def _of_qos(listed: dict[int, Record]) -> set[tuple[int, int]]:
    return {
        (one.number, int(other))
        for one in listed.values()
        for other in one.fields.get("preempt", "").split(",")
        if other
    }


def _of_tiers(schedule: Schedule, listed: dict[int, Record], groups: list[int]) -> set[tuple[int, int]]:
    """Pairs of partitions of which the first has the higher tier, and a node of the second."""
    nodes = len(node_sizes(schedule))
    every = [listed.get(one) or Record(one, str(one), {}) for one in groups]
    inside = {one.number: members(one, nodes) for one in every}
    tier = {one.number: int(one.fields.get("prioritytier", 1)) for one in every}
    return {
        (one, other)
        for one in groups
        for other in groups
        if tier[one] > tier[other] and (inside[one] & inside[other]).any()
    }
