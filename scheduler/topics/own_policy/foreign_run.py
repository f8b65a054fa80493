"""A schedule that was made elsewhere, by a program in a visitor's browser: read, audited, measured, kept as a run.

It comes as columns of numbers from somebody nobody knows, so everything in it is checked: sizes and types here, the
rules of the workload and the machine by the audit.  The first fault is named with its job and instant, and nothing is
kept then.  The key of a run is a hash of its workload and of all that was sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from scheduler.adapters.rigid import placed
from scheduler.audit.messages import Violation
from scheduler.audit.schedule import audit_rows
from scheduler.durations import number
from scheduler.engine.decision_log import BY_PROGRAM, NOTED_BY_PROGRAM, RESERVE, START
from scheduler.errors import InputError, StoreError, Unsupported
from scheduler.fingerprint import fingerprint
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import checked
from scheduler.results.keys import short_hash
from scheduler.results.records import measured
from scheduler.results.store import Store
from scheduler.simulate import certified
from scheduler.topics.own_policy import own_program
from scheduler.topics.own_policy.policies.own import OUTSIDE
from scheduler.wording import counted, subject

MOST_JOBS = 20_000  # of a workload that is handed to a program
MOST_REASONS = 5_000  # different ones
LONGEST_REASON = 200  # characters
NOTES = ("noted_at", "noted_row", "noted_for")
BESIDE = 12  # rows of a schedule that are shown before and after a faulty one


@dataclass(frozen=True)
class Fault:
    """The first fault of a schedule: what it is, the row of jobs it is about and the instant, where it has these."""

    sentence: str
    job: int = -1  # row of jobs; -1 none
    time: float | None = None  # s


class Faulty(InputError):
    """A schedule that breaks a rule."""

    def __init__(self, fault: Fault, rows: Rows) -> None:
        super().__init__(fault.sentence)
        self.fault, self.rows = fault, rows


@dataclass(frozen=True)
class Rows:
    """What was sent: a row for each start, in any order."""

    job_id: np.ndarray  # [rows] f8
    start: np.ndarray  # [rows] f8, s; nan where it is no number
    processors: np.ndarray  # [rows] f8
    reason: np.ndarray  # [rows] i8, place among `reasons`; -1 none
    reasons: tuple[str, ...]
    noted: np.ndarray  # [notes, 3] f8: when, of which row, and for which time a start was promised, s
    params: dict[str, Any]  # of the policy


# ---- which workloads ------------------------------------------------------------------------------------------------


def check_supported(workload: Workload) -> None:
    """Raise Unsupported, saying what is in the way, where a program cannot schedule these jobs."""
    own_program.check_supported(workload)
    if not 0 < len(workload) <= MOST_JOBS:
        raise Unsupported(
            f"This workload has {counted(len(workload), 'job')}, and an own policy takes 1 to {MOST_JOBS:,}; "
            "choose a slice of it on the Workload page."
        )


def columns(workload: Workload) -> dict[str, list[Any]]:
    """The jobs as a program in a browser gets them, by column; raises Unsupported."""
    check_supported(workload)
    return own_program.columns(workload)


# ---- what was sent --------------------------------------------------------------------------------------------------


def read(sent: Mapping[str, Any]) -> Rows:
    """What a browser sent, with sizes and types checked; raises InputError, in one sentence."""
    job_id, start = (_numbers(sent, name) for name in ("job", "start"))
    size = _numbers(sent, "processors")
    if not len(job_id) == len(start) == len(size):
        raise InputError(
            f"The schedule has {counted(len(job_id), 'job')}, {counted(len(start), 'start')} and "
            f"{counted(len(size), 'size')}; wanted: as many of each."
        )
    reasons = sent.get("reasons", [])
    if not isinstance(reasons, list) or len(reasons) > MOST_REASONS or not all(map(_is_reason, reasons)):
        raise InputError(
            f"The reasons of the schedule are no list of at most {MOST_REASONS} texts of at most "
            f"{LONGEST_REASON} characters."
        )
    reason = _numbers(sent, "reason") if reasons else np.full(len(start), -1.0)
    if len(reason) != len(start) or not np.isin(reason, np.arange(-1, len(reasons))).all():
        raise InputError(
            "The schedule names reasons that it does not have; wanted: for each start the place of its reason, or -1."
        )
    params = checked(OUTSIDE.params, {name: sent[name] for name in ("name", "program") if sent.get(name)})
    return Rows(
        job_id, start, size, reason.astype(np.int64), tuple(map(_plain, reasons)), _notes(sent, len(start)), params
    )


def _notes(sent: Mapping[str, Any], rows: int) -> np.ndarray:
    """[notes, 3] of what the program promised; raises InputError for what is no promise of a row."""
    columns = [_numbers(sent, name) for name in NOTES] if any(sent.get(name) for name in NOTES) else []
    if len({len(column) for column in columns}) > 1:
        raise InputError("The columns of the reservations of the schedule are not of one length.")
    notes = np.stack(columns, axis=1) if columns else np.zeros((0, len(NOTES)))
    if not (np.isfinite(notes).all() and np.isin(notes[:, 1], np.arange(rows)).all()):
        raise InputError("The reservations of the schedule are no times and rows of it.")
    return notes


def _numbers(sent: Mapping[str, Any], name: str) -> np.ndarray:
    """[rows] f8 of a column; nan for null, which is how a browser writes what is no number."""
    column = sent.get(name)
    if not isinstance(column, list) or len(column) > 2 * MOST_JOBS:
        raise InputError(f"The schedule has no column {name!r} of at most {2 * MOST_JOBS:,} numbers.")
    if not all(value is None or (isinstance(value, int | float) and not isinstance(value, bool)) for value in column):
        raise InputError(f"The column {name!r} of the schedule holds something else than numbers.")
    try:
        return np.array([np.nan if value is None else value for value in column], dtype=float)
    except OverflowError:
        raise InputError(f"The column {name!r} of the schedule holds a number that is too large.") from None


def _is_reason(text: Any) -> bool:
    return isinstance(text, str) and 0 < len(text) <= LONGEST_REASON


def _plain(text: str) -> str:
    """The text in one line, without signs that do not print."""
    return "".join(sign if sign.isprintable() else " " for sign in text).strip() or "(blank)"


# ---- whether it keeps the rules -------------------------------------------------------------------------------------


def first_fault(workload: Workload, rows: Rows) -> Fault | None:
    """The first rule that a schedule breaks; None where it keeps them all."""
    if (twice := _started_twice(workload, rows)) is not None:
        return twice
    certificate = audit_rows(workload, {"job_id": rows.job_id, "start": rows.start, "processors": rows.processors})
    return None if certificate.passed else _located(workload, rows, certificate.first_violation)


def _started_twice(workload: Workload, rows: Rows) -> Fault | None:
    ids, count = np.unique(rows.job_id, return_counts=True)
    have = np.array([np.count_nonzero(workload.jobs.job_id == one) for one in ids[count > 1]])
    often = ids[count > 1][(count[count > 1] > have) & (have > 0)]
    if not len(often):
        return None
    job = int(np.flatnonzero(workload.jobs.job_id == often[0])[0])
    starts = np.sort(rows.start[rows.job_id == often[0]])
    words = " and at ".join(f"{number(start)} s" for start in starts[:3].tolist())
    return Fault(
        f"Job {number(often[0])} (line {workload.jobs.line[job]}) is started {len(starts)} times, at {words}; "
        "wanted: once.",
        job,
        _finite(starts[-1]),
    )


def _located(workload: Workload, rows: Rows, violation: Violation) -> Fault:
    """Which job and which instant the first violation is about."""
    jobs, job, sentence = workload.jobs, subject(violation), str(violation)
    if job is None:
        return Fault(sentence)
    starts = rows.start[rows.job_id == jobs.job_id[job]]
    time = _finite(starts[0]) if len(starts) else None
    return Fault(sentence, job, float(jobs.submit[job]) if time is None else time)


def _finite(time: float) -> float | None:
    return float(time) if np.isfinite(time) else None


def around(workload: Workload, fault: Fault, rows: Rows) -> list[list[Any]]:
    """[number, submission, start, end, processors, whether it is the faulty one] of the starts around a fault."""
    if fault.time is None:
        return []
    jobs = workload.jobs
    order = np.argsort(jobs.job_id, kind="stable")
    at = np.searchsorted(jobs.job_id[order], rows.job_id)
    drawn = np.isfinite(rows.start) & (at < len(order))
    drawn[drawn] &= jobs.job_id[order[at[drawn]]] == rows.job_id[drawn]
    place, job = np.flatnonzero(drawn), order[at[drawn]]
    end = rows.start[place] + jobs.runtime[job]
    near = np.argsort(
        np.where((rows.start[place] <= fault.time) & (end > fault.time), 0, np.abs(rows.start[place] - fault.time)),
        kind="stable",
    )[: 2 * BESIDE]
    near = np.union1d(near, np.flatnonzero(job == fault.job)[:4])
    return [
        [
            int(jobs.job_id[job[one]]),
            float(jobs.submit[job[one]]),
            float(rows.start[place[one]]),
            float(end[one]),
            int(jobs.processors[job[one]]),
            bool(job[one] == fault.job),
        ]
        for one in near.tolist()
    ]


# ---- a run of it ----------------------------------------------------------------------------------------------------


def schedule_of(workload: Workload, rows: Rows) -> Schedule:
    """The schedule, certified; raises Faulty with its first fault."""
    fault = first_fault(workload, rows)
    if fault is not None:
        raise Faulty(fault, rows)
    ours, theirs = (np.argsort(one, kind="stable") for one in (workload.jobs.job_id, rows.job_id))
    start, reason = np.empty(len(workload)), np.empty(len(workload), np.int64)
    start[ours], reason[ours] = rows.start[theirs], rows.reason[theirs]
    row_of = np.empty(len(workload), np.int64)
    row_of[theirs] = ours
    promised = np.column_stack((rows.noted[:, 0], row_of[rows.noted[:, 1].astype(np.int64)], rows.noted[:, 2]))
    decisions = _decisions(workload, start, reason, promised)
    return certified(
        Schedule(
            workload,
            OUTSIDE.key,
            placed(workload, workload.jobs.submit, start),
            params=rows.params,
            decisions=decisions,
            program_reasons=rows.reasons,
            fingerprint=fingerprint(__name__),
        )
    )


def _decisions(workload: Workload, start: np.ndarray, reason: np.ndarray, promised: np.ndarray) -> Table:
    """Promises and starts in the order of time; of one instant the promises first, then the starts by rows.

    promised: [notes, 3] f8: when, to which row of jobs, and for which time.  Those to jobs that do not wait then are
    left out.
    """
    at, job = promised[:, 0], promised[:, 1].astype(np.int64)
    waits = (workload.jobs.submit[job] <= at) & (at <= start[job])
    at, job, due = at[waits], job[waits], promised[waits, 2]
    jobs, time = np.concatenate((job, np.arange(len(start)))), np.concatenate((at, start))
    kind = np.repeat((RESERVE, START), (len(job), len(start)))
    order = np.lexsort((jobs, kind == START, time))
    place, none = np.concatenate((np.full(len(job), -1), reason)), np.full(len(order), -1)
    columns = {
        "time": time,
        "kind": kind,
        "job": jobs,
        "needed": workload.jobs.processors[jobs],
        "rule": np.where(kind == START, BY_PROGRAM, NOTED_BY_PROGRAM),
        "shadow": np.concatenate((due, np.full(len(start), np.nan))),
        "value": np.where(place >= 0, place, np.nan),
    }
    columns = {name: column[order] for name, column in columns.items()}
    taken = np.where(columns["kind"] == START, columns["needed"], 0)
    return Table.of(
        "decisions",
        seq=np.arange(len(order)),
        blocker=none,
        extra=none,
        **columns,
        free=_free(workload, start, columns["time"], taken),
    )


def _free(workload: Workload, start: np.ndarray, time: np.ndarray, taken: np.ndarray) -> np.ndarray:
    """[decisions] processors that are free right before each; taken: what each takes, in the order of time."""
    size, end = workload.jobs.processors, start + workload.jobs.runtime
    by_end = np.argsort(end, kind="stable")
    freed = np.concatenate(([0], np.cumsum(size[by_end])))[np.searchsorted(end[by_end], time, side="right")]
    return workload.platform.processors - (np.cumsum(taken) - taken - freed)


def keep(store: Store, workload: str, rows: Rows) -> str:
    """Audit a schedule of that workload, measure and keep it; the key of its run.

    Raises Faulty, InputError (Unsupported, a workload that is gone), Refused.
    """
    try:
        jobs = store.workload(workload)
    except StoreError:
        raise InputError("This workload is no longer kept on the server; choose it again.") from None
    check_supported(jobs)
    schedule = schedule_of(jobs, rows)
    key = short_hash(
        [
            workload,
            jobs.hash,
            rows.params,
            rows.reasons,
            rows.noted.tolist(),
            schedule.placed.start.tolist(),
            schedule.table("decisions").value.tolist(),
            fingerprint(schedule_of, measured),
        ]
    )
    if not store.has_run(key):
        facts = measured(schedule)
        store.put_run(
            key,
            schedule,
            facts.pop("metrics"),
            {"workload": workload, "policy_title": OUTSIDE.title, "seconds": 0.0, **facts},
        )
    return key
