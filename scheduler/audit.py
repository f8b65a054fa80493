"""The audit: an independent check of a schedule against its workload and machine, in plain numpy.

It shares no code with the kernels and does not ask which policy made the schedule: a check applies because of what
the workload and the schedule have (closed arrivals, a virtual schedule, ...).  Checks run in the order of CHECKS and
the first violation ends the audit; it is one sentence that names a job and says what is wrong with it.

Two instants less than a microsecond apart count as one, so that a schedule written as decimal numbers and read back
passes.  Intervals are half-open: at equal times ends come first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from scheduler import (
    audit_grid,
    audit_nodes,
    audit_reserved,
    audit_segments,
    audit_shapes,
    audit_space,
    audit_virtual,
)
from scheduler.audit_words import Violation, first_row, instant, job_name
from scheduler.durations import number
from scheduler.schedule import Certificate, Schedule
from scheduler.table import Table
from scheduler.workload import Workload


@dataclass(frozen=True)
class Check:
    """One rule: what it says, to which schedules it applies, and how it looks for the first violation."""

    text: str
    applies: Callable[[Schedule], bool]
    find: Callable[[Schedule], Violation]
    judged: bool = True     # False: a run that is not expected to be feasible only gets a report


def audit(schedule: Schedule, feasible: bool = True) -> Certificate:
    """Check a schedule; the certificate says which checks were made and what was found first.

    feasible: False turns more processors busy than there are into a report (a log's own starts may do that).
    """
    made: list[str] = []
    reports: list[str] = []
    for check in CHECKS:
        if not check.applies(schedule):
            continue
        made.append(check.text)
        found = check.find(schedule)
        if found and (check.judged or feasible):
            return Certificate(tuple(made), len(schedule.workload), found, tuple(reports))
        if found:
            reports.append(found)
    return Certificate(tuple(made), len(schedule.workload), None, tuple(reports))


def audit_rows(workload: Workload, columns: Mapping[str, Any], feasible: bool = True) -> Certificate:
    """Check a schedule that came as columns of numbers, one row per job in any order.

    columns: {name: [rows]}; `job_id` and `start` are needed (KeyError), `user_id`, `submit`, `end` and `processors`
    are checked where present, others are ignored.  On a platform of clusters `cluster`, from 1, is needed, too.
    Missing, duplicate and unknown jobs are violations.  Rows that share a job id are taken in the order of the
    workload's jobs of that id.
    """
    given = {name: np.asarray(columns[name], dtype=float) for name in ("job_id", "start")}
    optional = ("user_id", "submit", "end", "processors", "cluster")
    given |= {name: np.asarray(columns[name], dtype=float) for name in optional if name in columns}
    text = "every job exactly once"
    rows, found = _match(workload, given["job_id"])
    if not found and "user_id" in given:
        text = "every job exactly once, with its user"
        found = _wrong_user(workload, given["user_id"][rows])
    if not found and workload.platform.clusters and "cluster" not in given:
        found = (f"The schedule does not tell which of the {len(workload.platform.clusters)} clusters each job ran in; "
                 "wanted: a column cluster, from 1.")
    if found:
        return Certificate((text,), len(workload), found)
    inner = audit(_schedule(workload, {name: column[rows] for name, column in given.items()}), feasible)
    return Certificate((text, *inner.checks), inner.jobs, inner.first_violation, inner.reports)


# ---- rows of a file -------------------------------------------------------------------------------------------------

def _match(workload: Workload, job_id: np.ndarray) -> tuple[np.ndarray, Violation]:
    """For each job its row of the file."""
    wanted = workload.jobs.job_id.astype(float)
    strange = np.flatnonzero(~np.isin(job_id, wanted))
    if len(strange):
        return strange, f"Row {strange[0] + 1} names job {number(job_id[strange[0]])}; the workload has no such job."
    theirs, ours = np.argsort(job_id, kind="stable"), np.argsort(wanted, kind="stable")
    ids, have = np.unique(wanted, return_counts=True)
    count = np.bincount(np.searchsorted(ids, job_id), minlength=len(ids))
    surplus, missing = np.flatnonzero(count > have), np.flatnonzero(count < have)
    if len(surplus):
        job = ids[surplus[0]]
        return surplus, f"Job {number(job)} has {count[surplus[0]]} rows; wanted: {have[surplus[0]]}."
    if len(missing):
        row = int(np.flatnonzero(wanted == ids[missing[0]])[count[missing[0]]])
        return missing, f"{job_name(workload, row)} is missing ({int((have - count).sum())} missing in all)."
    rows = np.empty(len(ours), np.int64)
    rows[ours] = theirs
    return rows, None


def _wrong_user(workload: Workload, user_id: np.ndarray) -> Violation:
    row = first_row(user_id != workload.jobs.user_id)
    if row is None:
        return None
    return f"{job_name(workload, row)} belongs to user {workload.jobs.user_id[row]}, not to {number(user_id[row])}."


def _schedule(workload: Workload, given: Mapping[str, np.ndarray]) -> Schedule:
    jobs, zero = workload.jobs, np.zeros(len(workload), np.int64)
    start = given["start"]
    size = given.get("processors", jobs.processors)
    whole = _whole(size)
    end = given.get("end", start + (jobs.runtime if workload.shapes is None else audit_shapes.on(workload, whole)))
    submit = given["submit"] if "submit" in given else arrivals(workload, end)
    cluster = _whole(given["cluster"]) - 1 if "cluster" in given and workload.platform.clusters else zero
    placed = Table.of("placed", job=np.arange(len(jobs)), submit=submit, start=start, end=end, processors=whole,
                      cluster=cluster, preemptions=zero, migrations=zero, flags=zero)
    return Schedule(workload, "", placed)


def _whole(column: np.ndarray) -> np.ndarray:
    """What is no whole number must not become the right one by cutting; -1 never is."""
    return np.where(np.isfinite(column) & (column == np.floor(column)), column, -1)


# ---- rules of every schedule ----------------------------------------------------------------------------------------

def _rows(schedule: Schedule) -> Violation:
    placed, jobs = schedule.placed, schedule.workload.jobs
    if len(placed) != len(jobs):
        return f"The schedule has {len(placed)} rows for {len(jobs)} jobs; wanted: one row per job."
    row = first_row(placed.job != np.arange(len(jobs)))
    if row is None:
        return None
    return f"{job_name(schedule.workload, row)} is missing: its row holds the job of row {placed.job[row]}."


def _sizes(schedule: Schedule) -> Violation:
    if schedule.workload.shapes is not None:
        return audit_shapes.sizes(schedule)
    asked, given = schedule.workload.jobs.processors, schedule.placed.processors
    row = first_row(given != asked)
    if row is None:
        return None
    return f"{job_name(schedule.workload, row)} asks for {asked[row]} processors and is given {given[row]}."


def _starts(schedule: Schedule) -> Violation:
    start, submit = schedule.placed.start, schedule.placed.submit
    row = first_row(~np.isfinite(start) | ~np.isfinite(submit))
    if row is not None:
        what = "never starts" if not np.isfinite(start[row]) else "is never submitted"
        return f"{job_name(schedule.workload, row)} {what}."
    row = first_row(start < submit - instant(start))
    if row is None:
        return None
    return (f"{job_name(schedule.workload, row)} starts at {number(start[row])} s, before its submission at "
            f"{number(submit[row])} s.")


def _ends(schedule: Schedule) -> Violation:
    placed, runtime = schedule.placed, schedule.workload.jobs.runtime
    if schedule.workload.shapes is not None:
        runtime = audit_shapes.on(schedule.workload, placed.processors)
    off = np.abs(placed.end - (placed.start + runtime))
    row = first_row(~(off <= instant(placed.end)))
    if row is None:
        return None
    return (f"{job_name(schedule.workload, row)} runs from {number(placed.start[row])} s to {number(placed.end[row])} "
            f"s; wanted: {number(runtime[row])} s long.")


def _submits(schedule: Schedule) -> Violation:
    workload, submit = schedule.workload, schedule.placed.submit
    wanted = arrivals(workload, schedule.placed.end)
    row = first_row(~(np.abs(submit - wanted) <= instant(wanted)))
    if row is None:
        return None
    campaign = workload.jobs.campaign[row]
    due = f"{job_name(workload, row)} is submitted at {number(submit[row])} s"
    if workload.arrivals == "closed" and campaign >= 0 and workload.campaigns.previous[campaign] >= 0:  # type: ignore[union-attr]
        think = workload.campaigns.think_time[campaign]                                                 # type: ignore[union-attr]
        later = f" and {number(workload.offset[row])} s into the campaign" if workload.offset[row] else ""
        return (f"{due}; wanted: {number(wanted[row])} s, which is {number(think)} s of think time after the user's "
                f"previous campaign is complete{later}.")
    return f"{due}; wanted: {number(wanted[row])} s, as in the workload."


def arrivals(workload: Workload, end: np.ndarray) -> np.ndarray:
    """[n] s: when each job has to be submitted, given all ends.

    Recorded arrivals: jobs.submit.  Closed: a campaign with a predecessor think_time after the predecessor's last
    end (ostrich-2013, section 3), each of its jobs at its offset from then; the others at jobs.submit.
    """
    jobs, campaigns = workload.jobs, workload.campaigns
    if workload.arrivals != "closed" or campaigns is None:
        return jobs.submit
    inside = jobs.campaign >= 0
    complete = np.full(len(campaigns), -np.inf)
    np.maximum.at(complete, jobs.campaign[inside], end[inside])
    due = np.where(campaigns.previous >= 0, complete[campaigns.previous] + campaigns.think_time, np.nan)
    wanted = np.where(inside, due[jobs.campaign], np.nan)
    return np.where(np.isnan(wanted), jobs.submit, wanted + workload.offset)


# ---- which rules apply ----------------------------------------------------------------------------------------------

def _always(schedule: Schedule) -> bool:
    return True


def _has_virtual(schedule: Schedule) -> bool:
    return schedule.virtual is not None


def _has_fluid(schedule: Schedule) -> bool:
    return schedule.fluid is not None


def _has_shares(schedule: Schedule) -> bool:
    return schedule.virtual is not None and schedule.shares is not None


def _in_segments(schedule: Schedule) -> bool:
    return schedule.segments is not None


def _on_nodes(schedule: Schedule) -> bool:
    """Jobs share nodes: the policy says where every task stands."""
    return schedule.segments is not None and schedule.places is not None


def _in_pool(schedule: Schedule) -> bool:
    """Jobs share the whole machine by what their tasks need, and have no nodes; in a closed loop nobody does so."""
    workload = schedule.workload
    told = "cpu_need" in workload.jobs.columns and workload.arrivals != "closed"
    return schedule.segments is not None and schedule.places is None and told


def _on_processors(schedule: Schedule) -> bool:
    return not _on_nodes(schedule) and not _in_pool(schedule)


def _in_clusters(schedule: Schedule) -> bool:
    return bool(schedule.workload.platform.clusters)


def _in_one_piece(schedule: Schedule) -> bool:
    return schedule.segments is None


CHECKS = (
    Check("one row per job, in order", _always, _rows),
    Check("segments in order, none overlapping the one before", _in_segments, audit_segments.order),
    Check("every job starts with its first segment and ends with its last", _in_segments, audit_segments.ends),
    Check("the segments of every job add up to its runtime", _in_segments, audit_segments.progress),
    Check("every job that was killed starts from scratch and runs to its end once", audit_segments.has_killed,
          audit_segments.killed),
    Check("only grid runs are killed", audit_grid.applies, audit_grid.victims),
    Check("every kill at the start of the local job that it is for", audit_grid.applies, audit_grid.killers),
    Check("processors given are those asked for", _always, _sizes),
    Check("no start before its submission", _always, _starts),
    Check("every job runs for its runtime", _in_one_piece, _ends),
    Check("submissions as recorded, or as the closed loop makes them", _always, _submits),
    Check("no instant with more processors busy than there are", _on_processors, audit_space.machine,
          judged=False),
    Check("every job inside one cluster that there is", _in_clusters, audit_space.inside),
    Check("no instant with more processors of a cluster busy than it has", _in_clusters, audit_space.clusters),
    Check("no processor that is reserved for somebody else", audit_reserved.there, audit_reserved.space),
    Check("all tasks on nodes that there are", _on_nodes, audit_nodes.tasks),
    Check("no node with tasks of more memory than it has", _on_nodes, audit_nodes.memory),
    Check("no node that gives more CPU than it has", _on_nodes, audit_nodes.cpu),
    Check("no instant with more CPU given than there is", _in_pool, audit_nodes.pool),
    Check("jobs moved as often as said", _on_nodes, audit_nodes.moves),
    Check("campaigns: a row for every job", _has_virtual, audit_virtual.rows),
    Check("virtual schedule: submission, start, completion in this order", _has_fluid, audit_virtual.fluid),
    Check("no job before its campaign may start", _has_virtual, audit_virtual.eligible),
    Check("campaigns: real starts and completions as stated", _has_virtual, audit_virtual.real),
    Check("virtual shares fit the machine", _has_shares, audit_virtual.share_sum),
    Check("each campaign gets its work in the virtual schedule", _has_shares, audit_virtual.share_work),
)
