"""The one way in: simulate(workload, policy, params, seed, control) -> an audited Schedule.

All checking of input happens here, once, in Python; kernels trust their arrays.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from scheduler.audit import Check
from scheduler.audit.schedule import audit
from scheduler.compiled import compilations
from scheduler.durations import number
from scheduler.engine.decision_log import COLUMNS, Log, new_log
from scheduler.errors import SUBMIT_AS_RECORDED, AuditFailed, Cancelled, Remedy, Unsupported
from scheduler.fingerprint import fingerprint
from scheduler.kinds import all_kinds, kinds_of
from scheduler.model import time_range
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import checked
from scheduler.policies import Policy, PolicyInput, all_policies
from scheduler.registry import find
from scheduler.wording import counted

FINISHED, STOP = 0, 1  # cells of control: jobs finished so far; anything but 0 asks to stop
LOGGED = 5_000  # decisions are logged by default up to this many jobs
ROWS_PER_JOB = 40  # first guess of the length of the log; run again with the true one if too short
SPARE_ROWS = 1_000
MOST_ROWS = 4_000_000  # a longer log is cut, and the note says so

Window = tuple[float, float]
EVERYTHING: Window = (-np.inf, np.inf)


def new_control() -> np.ndarray:
    """[2] i8: jobs finished, stop."""
    return np.zeros(2, np.int64)


def simulate(
    workload: Workload,
    policy: str,
    params: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    control: np.ndarray | None = None,
    decisions: Window | str | None = "auto",
) -> Schedule:
    """Run a policy on a workload and audit the outcome.

    params: {name: value}, checked against the policy's declaration.  control: see new_control(); another thread may
    read and write it while this runs.  decisions: "auto" (all, up to LOGGED jobs), "all", a window (T0, T1) in
    seconds, or None.

    Raises UnknownKey, ParamError, Unsupported (one sentence each), Cancelled when control asked to stop, AuditFailed
    with the first violation when the schedule breaks a rule.
    """
    entry: Policy = find(all_policies(), policy, "policy")
    values = checked(entry.params, params)
    check_supported(entry, workload, values)
    if entry.random and seed is None:
        seed = 0
    control = new_control() if control is None else control
    window = _window(decisions, len(workload))
    tables, log, seconds = _run(entry, workload, values, seed if entry.random else None, control, window)
    schedule = Schedule(
        workload,
        policy,
        params=values,
        seed=seed if entry.random else None,
        decisions=_decisions(log) if log is not None and entry.logs else None,
        kernel_cpu_seconds=seconds,
        fingerprint=fingerprint(__name__),
        **tables,
    )
    schedule = certified(schedule, entry.feasible)
    return _kept(schedule, promise_of(entry, workload, values, schedule.seed))


def certified(schedule: Schedule, feasible: bool = True) -> Schedule:
    """The schedule with its certificate; raises AuditFailed with the first violation."""
    certificate = audit(schedule, feasible=feasible)
    if not certificate.passed:
        raise AuditFailed(certificate.first_violation)
    return replace(schedule, certificate=certificate)


def _kept(schedule: Schedule, promise: Check | None) -> Schedule:
    """The schedule, certified also to keep what its policy promises; raises AuditFailed, as certified."""
    if promise is None:
        return schedule
    violation, certificate = promise.find(schedule), schedule.certificate
    if violation:
        raise AuditFailed(violation)
    assert certificate is not None
    return replace(schedule, certificate=replace(certificate, checks=(*certificate.checks, promise.text)))


def promise_of(policy: Policy, workload: Workload, params: Mapping[str, Any], seed: int | None = None) -> Check | None:
    """That some jobs start as they do alone, to be checked; None where a policy does not promise it.

    Runs the policy on those jobs.  params: {name: value}, checked.
    """
    if policy.spares is None:
        return None
    alone, rows = policy.spares.jobs(workload)
    start = np.zeros(0)
    if len(rows):
        start = policy.run(PolicyInput(alone, params, seed, new_control(), None))["placed"].start
    broken = policy.spares.broken
    return Check(policy.spares.promise, lambda _: True, lambda schedule: broken(schedule, rows, start))


def check_supported(policy: Policy, workload: Workload, params: Mapping[str, Any] | None = None) -> None:
    """Raise Unsupported, saying what is missing and what to do, when the policy cannot run the workload.

    params: {name: value}, checked; the policy's defaults where not given.  Raises WorkloadError for times outside the
    range, of which workload() leaves none.
    """
    if len(workload) == 0:
        raise Unsupported("This workload has no usable job; choose another slice or trace.")
    time_range.check(workload.jobs, workload.campaigns)
    for of_workload in kinds_of(workload):
        if of_workload.check is not None:
            of_workload.check(workload)
    _within_requests(policy, workload)
    if workload.has_clusters and not policy.clusters:
        able = ", ".join(key for key, other in all_policies().items() if other.clusters)
        raise Unsupported(
            f"takes all processors for one pool, and here no job may span two of the "
            f"{len(workload.platform.clusters)} clusters",
            (
                Remedy(words=f"choose one of {able}"),
                Remedy("clusters", words=f"ask for one cluster of {workload.platform.processors}"),
            ),
            policy.title,
        )
    for key, kind in all_kinds().items():
        if key in policy.needs and not kind.has(workload):
            raise Unsupported(kind.missing, kind.remedies, policy.title)
    for need, missing_in in MISSING.items():
        if need in policy.needs and (missing := missing_in(workload)):
            raise Unsupported(*missing, policy.title)
    if policy.check is not None:
        policy.check(workload, checked(policy.params, None) if params is None else params)


# -- what a policy needs: what of it a workload has not, and remedies; None where it is there

Missing = tuple[str, tuple[Remedy, ...]] | None


def _closed(workload: Workload) -> Missing:
    if workload.is_closed:
        return None
    return (
        "needs closed arrivals, where a campaign is submitted after its predecessor is complete, and here submit "
        "times are fixed",
        (Remedy("arrivals", "closed"),),
    )


def _sequential(workload: Workload) -> Missing:
    wide = np.flatnonzero(workload.jobs.processors > 1)
    if not len(wide):
        return None
    job = wide[0]
    return (
        f"runs jobs of one processor; job {workload.jobs.job_id[job]} (line {workload.jobs.line[job]}) asks for "
        f"{workload.jobs.processors[job]}. Choose another policy.",
        (),
    )


def _recorded_wait(workload: Workload) -> Missing:
    if workload.is_closed:
        return (
            "needs submit times as recorded, and here they follow the completion of earlier campaigns",
            (SUBMIT_AS_RECORDED,),
        )
    if not (workload.jobs.recorded_wait < 0).all():
        return None
    return "needs the waits of the log, and this one records none; choose another policy.", ()


MISSING: dict[str, Callable[[Workload], Missing]] = {
    "closed": _closed,
    "sequential": _sequential,
    "recorded_wait": _recorded_wait,
}


def _within_requests(policy: Policy, workload: Workload) -> None:
    """Who plans by requested times must not meet a job that outlasts its own; workload() leaves none."""
    jobs = workload.jobs
    over = np.flatnonzero(jobs.runtime > jobs.requested_time)
    if "requested_time" in policy.information and len(over):
        job, ran, asked = jobs.job_id[over[0]], jobs.runtime[over[0]], jobs.requested_time[over[0]]
        raise Unsupported(
            f"Job {job} (line {jobs.line[over[0]]}) runs for {number(round(ran, 3))} s and asks for "
            f"{number(round(asked, 3))} s, but {policy.title} plans by what jobs ask for",
            (
                Remedy("overrun", "cut", ", to end such jobs there,"),
                Remedy("overrun", "extend", ", to raise what they ask for"),
            ),
        )


def _window(decisions: Window | str | None, jobs: int) -> Window | None:
    if decisions == "auto":
        return EVERYTHING if jobs <= LOGGED else None
    if decisions == "all":
        return EVERYTHING
    return decisions  # type: ignore[return-value]


def _run(
    policy: Policy, workload: Workload, values: dict, seed: int | None, control: np.ndarray, window: Window | None
) -> tuple[dict[str, Any], Log | None, float]:
    """Tables, log and CPU seconds, compiling left out; runs again when the log was guessed too short."""
    capacity = ROWS_PER_JOB * len(workload) + SPARE_ROWS
    while True:
        log = new_log(len(workload), window, min(capacity, MOST_ROWS)) if window else None
        compiling, began = compilations.seconds, time.thread_time()
        tables = policy.run(PolicyInput(workload, values, seed, control, log))
        seconds = time.thread_time() - began - (compilations.seconds - compiling)
        if control[STOP]:
            raise Cancelled(f"stopped after {control[FINISHED]} of {counted(len(workload), 'job')}")
        cut_short = log is not None and len(log.rows) < min(log.count[0], MOST_ROWS)
        if log is None or not cut_short:
            return tables, log, seconds
        capacity = int(log.count[0])
        control[FINISHED] = 0


def _decisions(log: Log) -> Table:
    rows = log.rows[: min(int(log.count[0]), len(log.rows))]
    return Table.of("decisions", seq=np.arange(len(rows)), **{name: rows[:, i] for i, name in enumerate(COLUMNS)})
