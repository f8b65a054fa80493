"""The audit: an independent check of a schedule against its workload and machine, in plain numpy.

It shares no code with the kernels and does not ask which policy made the schedule: a check applies because of what
the workload and the schedule have (closed arrivals, a virtual schedule, ...).  Checks run in the order of `all_checks`
and the first violation ends the audit; it is one sentence that names a job and says what is wrong with it.

Two instants less than a microsecond apart count as one, so that a schedule written as decimal numbers and read back
passes.  From 2**31 s on numbers are coarser, and so is that; times at which a job could not be told from none are
refused (precision.py).  Intervals are half-open: at equal times ends come first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from scheduler.audit import Check, capacity, checks_of_topics, csv_rows, csv_segments, precision
from scheduler.audit import segments as audit_segments
from scheduler.audit.csv_rows import match, whole, wrong_user
from scheduler.audit.messages import Violation, first_row, instant, job_name
from scheduler.durations import number
from scheduler.kinds import chooses_sizes, gives_fractions, runtimes_on
from scheduler.model.schedule import CANCELLED, Certificate, Schedule
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.wording import About, counted


def audit(schedule: Schedule, feasible: bool = True) -> Certificate:
    """Check a schedule; the certificate says which checks were made and what was found first.

    feasible: False turns more processors busy than there are into a report (a log's own starts may do that).
    """
    texts: list[str] = []
    reports: list[str] = []
    for check in all_checks():
        if not check.applies(schedule):
            continue
        texts.append(check.text)
        violation = check.find(schedule)
        if violation and (check.judged or feasible):
            return Certificate(tuple(texts), len(schedule.workload), violation, tuple(reports))
        if violation:
            reports.append(violation)
    return Certificate(tuple(texts), len(schedule.workload), None, tuple(reports))


def audit_rows(
    workload: Workload,
    columns: Mapping[str, Any],
    feasible: bool = True,
    promise: Check | None = None,
    machine: Mapping[str, Table] | None = None,
) -> Certificate:
    """Check a schedule that came as columns of numbers, one row per job in any order.

    columns: {name: [rows]}; `job_id` and `start` are needed (KeyError), `user_id`, `submit`, `end` and `processors`
    are checked where present, others are ignored.  On a platform of clusters `cluster`, from 1, is needed, too.
    Missing, duplicate and unknown jobs are violations.  Rows that share a job id are taken in the order of the
    workload's jobs of that id.

    With `killed_for` there is a row per piece of a job, as csv_rows.py says; then `end`, `piece` and `outcome`
    (0 run, 2 killed, 5 cancelled) are needed, too, and `yield` is checked where present.  promise: what the policy that
    made it promises besides.  machine: tables `marks` and `links`, where processors are taken away, or clusters differ.

    With `segment` there is a row per segment of a job, as csv_segments.py says; then `end` and `yield` are
    needed, too, `kind` (0 run, 1 penalty) and the columns of nodes are checked where present.
    """
    return audited_rows(workload, columns, feasible, promise, machine)[0]


def audited_rows(
    workload: Workload,
    columns: Mapping[str, Any],
    feasible: bool = True,
    promise: Check | None = None,
    machine: Mapping[str, Table] | None = None,
) -> tuple[Certificate, Schedule | None]:
    """The certificate that audit_rows gives, and the schedule, of no policy; None where the rows tell none."""
    text, violation, schedule = _read(workload, columns)
    if schedule is None:
        return Certificate((text,), len(workload), violation), None
    if machine:
        schedule = replace(schedule, marks=machine.get("marks"), links=machine.get("links"))
    inner = audit(schedule, feasible)
    if promise is not None and inner.passed:
        inner = replace(inner, checks=(*inner.checks, promise.text), first_violation=promise.find(schedule))
    return replace(inner, checks=(text, *inner.checks)), schedule


# ---- rows of a file -------------------------------------------------------------------------------------------------


def _read(workload: Workload, columns: Mapping[str, Any]) -> tuple[str, Violation, Schedule | None]:
    """What was checked of the rows, what is wrong with them, and if nothing is, the schedule they tell."""
    pieces, segments = "killed_for" in columns, "segment" in columns
    needed = ("job_id", "start", *csv_rows.NEEDED * pieces, *csv_segments.NEEDED * segments)
    numbers = {name: np.asarray(columns[name], dtype=float) for name in needed}
    optional = ("user_id", "submit", "end", "processors", "cluster", *("kind",) * segments, *("yield",) * pieces)
    numbers |= {name: np.asarray(columns[name], dtype=float) for name in optional if name in columns}
    text = "every job exactly once" + ", with its user" * ("user_id" in numbers)
    if segments:
        places = {name: np.asarray(columns[name]) for name in csv_segments.PLACES if name in columns}
        return text, *_of_segments(workload, numbers, places)
    return text, *(_of_pieces if pieces else _of_jobs)(workload, numbers)


def _of_jobs(workload: Workload, columns: Mapping[str, np.ndarray]) -> tuple[Violation, Schedule | None]:
    """A row per job."""
    rows, violation = match(workload, columns["job_id"])
    if not violation and "user_id" in columns:
        violation = wrong_user(workload, np.arange(len(workload)), columns["user_id"][rows])
    violation = violation or _no_cluster(workload, columns)
    if violation:
        return violation, None
    return None, _schedule(workload, {name: column[rows] for name, column in columns.items()})


def _of_pieces(workload: Workload, columns: Mapping[str, np.ndarray]) -> tuple[Violation, Schedule | None]:
    """A row per piece."""
    job, violation = csv_rows.jobs_of(workload, columns)
    if not violation and "user_id" in columns:
        violation = wrong_user(workload, job, columns["user_id"])
    violation = violation or _no_cluster(workload, columns) or csv_rows.wrong_cells(workload, job, columns)
    if violation:
        return violation, None
    schedule = _schedule(workload, csv_rows.per_job(columns, job))
    kills = np.bincount(job, minlength=len(workload)) - 1
    over = CANCELLED * np.isin(np.arange(len(workload)), job[columns["outcome"] == csv_rows.OVER])
    placed = Table("placed", schedule.placed.columns | {"preemptions": kills, "flags": over})
    return None, replace(schedule, placed=placed, segments=csv_rows.segments(workload, job, columns))


def _of_segments(
    workload: Workload, columns: Mapping[str, np.ndarray], places: Mapping[str, np.ndarray]
) -> tuple[Violation, Schedule | None]:
    """A row per segment."""
    job, violation = csv_segments.jobs_of(workload, columns)
    if not violation and "user_id" in columns:
        violation = wrong_user(workload, job, columns["user_id"])
    violation = violation or _no_cluster(workload, columns)
    if violation:
        return violation, None
    schedule = _schedule(workload, csv_segments.per_job(columns, job))
    segments, stands = csv_segments.tables(workload, job, columns, places)
    counts = {
        "preemptions": csv_segments.paused(segments, len(workload)),
        "migrations": csv_segments.moved(segments, stands, len(workload)),
    }
    return None, replace(
        schedule, placed=Table("placed", schedule.placed.columns | counts), segments=segments, places=stands
    )


def _no_cluster(workload: Workload, columns: Mapping[str, np.ndarray]) -> Violation:
    if not workload.has_clusters or "cluster" in columns:
        return None
    return (
        f"The schedule does not tell which of the {len(workload.platform.clusters)} clusters each job ran in; "
        "wanted: a column cluster, from 1."
    )


def _schedule(workload: Workload, columns: Mapping[str, np.ndarray]) -> Schedule:
    jobs, zero = workload.jobs, np.zeros(len(workload), np.int64)
    start = columns["start"]
    size = whole(columns.get("processors", jobs.processors))
    end = columns.get("end", start + runtimes_on(workload, size))
    submit = columns["submit"] if "submit" in columns else arrivals(workload, end)
    cluster = whole(columns["cluster"]) - 1 if "cluster" in columns and workload.has_clusters else zero
    placed = Table.of(
        "placed",
        job=np.arange(len(jobs)),
        submit=submit,
        start=start,
        end=end,
        processors=size,
        cluster=cluster,
        preemptions=zero,
        migrations=zero,
        flags=zero,
    )
    return Schedule(workload, "", placed)


# ---- rules of every schedule ----------------------------------------------------------------------------------------


def _rows(schedule: Schedule) -> Violation:
    placed, jobs = schedule.placed, schedule.workload.jobs
    if len(placed) != len(jobs):
        return (
            f"The schedule has {counted(len(placed), 'row')} for {counted(len(jobs), 'job')}; wanted: one row per job."
        )
    row = first_row(placed.job != np.arange(len(jobs)))
    if row is None:
        return None
    return f"{job_name(schedule.workload, row)} is missing: its row holds the job of row {placed.job[row]}."


def _sizes(schedule: Schedule) -> Violation:
    asked, size = schedule.workload.jobs.processors, schedule.placed.processors
    row = first_row(size != asked)
    if row is None:
        return None
    wanted = counted(asked[row], "processor")
    return About(f"{job_name(schedule.workload, row)} asks for {wanted} and is given {size[row]}.", row)


def _starts(schedule: Schedule) -> Violation:
    start, submit = schedule.placed.start, schedule.placed.submit
    row = first_row(~np.isfinite(start) | ~np.isfinite(submit))
    if row is not None:
        what = "never starts" if not np.isfinite(start[row]) else "is never submitted"
        return About(f"{job_name(schedule.workload, row)} {what}.", row)
    row = first_row(start < submit - instant(start))
    if row is None:
        return None
    return About(
        f"{job_name(schedule.workload, row)} starts at {number(start[row])} s, before its submission at "
        f"{number(submit[row])} s.",
        row,
    )


def _ends(schedule: Schedule) -> Violation:
    placed, runtime = schedule.placed, runtimes_on(schedule.workload, schedule.placed.processors)
    off = np.abs(placed.end - (placed.start + runtime))
    row = first_row(~(off <= instant(placed.end)))
    if row is None:
        return None
    return About(
        f"{job_name(schedule.workload, row)} runs from {number(placed.start[row])} s to {number(placed.end[row])} "
        f"s; wanted: {number(runtime[row])} s long.",
        row,
    )


def _submits(schedule: Schedule) -> Violation:
    workload, submit = schedule.workload, schedule.placed.submit
    wanted = arrivals(workload, schedule.placed.end)
    row = first_row(~(np.abs(submit - wanted) <= instant(wanted)))
    if row is None:
        return None
    campaign = workload.jobs.campaign[row]
    due = f"{job_name(workload, row)} is submitted at {number(submit[row])} s"
    if workload.is_closed and campaign >= 0 and workload.table("campaigns").previous[campaign] >= 0:
        think = workload.table("campaigns").think_time[campaign]
        later = f" and {number(workload.offset[row])} s into the campaign" if workload.offset[row] else ""
        return (
            f"{due}; wanted: {number(wanted[row])} s, which is {number(think)} s of think time after the user's "
            f"previous campaign is complete{later}."
        )
    return f"{due}; wanted: {number(wanted[row])} s, as in the workload."


def arrivals(workload: Workload, end: np.ndarray) -> np.ndarray:
    """[n] s: when each job has to be submitted, given all ends.

    Recorded arrivals: jobs.submit.  Closed: a campaign with a predecessor think_time after the predecessor's last
    end (ostrich-2013, section 3), each of its jobs at its offset from then; the others at jobs.submit.
    """
    jobs = workload.jobs
    if not workload.is_closed:
        return jobs.submit
    campaigns = workload.table("campaigns")
    inside = jobs.campaign >= 0
    complete = np.full(len(campaigns), -np.inf)
    np.maximum.at(complete, jobs.campaign[inside], end[inside])
    due = np.where(campaigns.previous >= 0, complete[campaigns.previous] + campaigns.think_time, np.nan)
    wanted = np.where(inside, due[jobs.campaign], np.nan)
    return np.where(np.isnan(wanted), jobs.submit, wanted + workload.offset)


# ---- which rules apply ----------------------------------------------------------------------------------------------


def _always(schedule: Schedule) -> bool:
    return True


def _asks_for_sizes(schedule: Schedule) -> bool:
    """Jobs run on the processors that they ask for; where policies choose, a topic checks what they choose."""
    return not chooses_sizes(schedule.workload)


def _in_segments(schedule: Schedule) -> bool:
    return schedule.has_segments


def _in_fixed_segments(schedule: Schedule) -> bool:
    return schedule.has_segments and _asks_for_sizes(schedule)


def _on_processors(schedule: Schedule) -> bool:
    return not gives_fractions(schedule)


def _in_clusters(schedule: Schedule) -> bool:
    return schedule.workload.has_clusters


def _in_one_piece(schedule: Schedule) -> bool:
    return not schedule.has_segments


def all_checks() -> tuple[Check, ...]:
    """Every rule, in the order in which they are checked; those of topics are behind others, as they say."""
    of_topics = checks_of_topics().values()
    of_segments = (check for group in of_topics if not group.after_machine for check in group.checks)
    of_machine = (check for group in of_topics if group.after_machine for check in group.checks)
    return (*OF_SEGMENTS, *of_segments, *OF_MACHINE, *of_machine)


OF_SEGMENTS = (
    Check("one row per job, in order", _always, _rows),
    Check("no time at which float64 cannot tell jobs from nothing", _always, precision.times),
    Check("segments in order, none overlapping the one before", _in_segments, audit_segments.order),
    Check("every job starts with its first segment and ends with its last", _in_segments, audit_segments.ends),
    Check("every job longer than what rounding may lose of it", _always, precision.lengths),
    Check("the segments of every job add up to its runtime", _in_fixed_segments, audit_segments.progress),
    Check(
        "every job that was killed starts from scratch and runs to its end once, or was cancelled",
        audit_segments.has_killed,
        audit_segments.killed,
    ),
)
OF_MACHINE = (
    Check("processors given are those asked for", _asks_for_sizes, _sizes),
    Check("no start before its submission", _always, _starts),
    Check("every job runs for its runtime", _in_one_piece, _ends),
    Check("submissions as recorded, or as the closed loop makes them", _always, _submits),
    Check("no instant with more processors busy than there are", _on_processors, capacity.machine, judged=False),
    Check("every job inside one cluster that there is", _in_clusters, capacity.cluster_exists),
    Check("no instant with more processors of a cluster busy than it has", _in_clusters, capacity.clusters),
    Check("no processor that is reserved for somebody else", capacity.has_reservations, capacity.space),
)
