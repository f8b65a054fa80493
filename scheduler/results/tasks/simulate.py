"""To simulate a policy on a workload: the schedule is audited, measured, and kept as a run."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from scheduler.adapters.snapshot import watched_by
from scheduler.errors import InputError, StoreError
from scheduler.params import checked
from scheduler.policies import all_policies
from scheduler.registry import find
from scheduler.replay.other_order import other_order
from scheduler.results import sources
from scheduler.results.progress import SIMULATED, Progress
from scheduler.results.records import in_other_order, measured
from scheduler.results.store import Store
from scheduler.results.tasks import Spec, Task
from scheduler.simulate import check_supported, simulate

MEASURED = 0.92  # share of the progress bar by when a run is measured
TWICE = 60.0  # s of CPU: runs that took longer are not made once more, with simultaneous events the other way


def check(spec: Mapping[str, Any], store: Store) -> Spec:
    """{workload, policy, params, seed, decisions}.  Raises InputError, one sentence."""
    policy = find(all_policies(), str(spec.get("policy")), "policy")
    params = checked(policy.params, sources.pairs(spec.get("params")))
    try:
        check_supported(policy, store.workload(str(spec.get("workload"))), params)
    except StoreError:
        raise InputError("This workload is no longer kept on the server; open the trace again.") from None
    seed = sources.SEED.check(spec.get("seed") or 0) if policy.random else None
    return {
        "workload": spec["workload"],
        "policy": policy.key,
        "params": params,
        "seed": seed,
        "decisions": _decisions(spec.get("decisions", "auto")),
    }


def _decisions(asked: Any) -> str | list[float] | None:
    """ "auto", "all", None, or a window of time."""
    if asked in ("auto", "all", None):
        return asked
    try:
        begin, end = (float(value) for value in asked)
    except (TypeError, ValueError):
        begin = end = math.nan
    if not (math.isfinite(begin) and begin <= end < math.inf):
        raise InputError(f"decisions = {str(asked)[:40]}; wanted: auto, all, nothing, or a window of two times.")
    return [begin, end]


def run(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Simulate, measure, keep; how many jobs were simulated."""
    jobs = store.workload(spec["workload"])
    source = store.workload_record(spec["workload"])["source"]
    progress.at(0.0, "Simulating.")
    progress.jobs = len(jobs)
    window = spec["decisions"]
    with watched_by(progress.watch):
        schedule = simulate(
            jobs,
            spec["policy"],
            spec["params"],
            seed=spec["seed"],
            control=progress.control,
            decisions=tuple(window) if isinstance(window, list) else window,
        )
    progress.at(SIMULATED, "Measuring.")
    facts = measured(schedule)
    if schedule.kernel_cpu_seconds <= TWICE:
        progress.at(MEASURED, "Simulating simultaneous events in the other order.")
        progress.jobs = 0
        facts |= in_other_order(schedule, facts["metrics"], other_order(schedule, progress.control))
    progress.at(0.95, "Keeping the schedule.")
    if store.put_workload(jobs, source) != spec["workload"]:  # it may have had to make room meanwhile
        raise StoreError("The workload was removed to make room while this run was under way; open the trace again.")
    store.put_run(
        key,
        schedule,
        facts.pop("metrics"),
        {
            "workload": spec["workload"],
            "spec": spec,
            "seconds": progress.seconds,
            "policy_title": all_policies()[spec["policy"]].title,
            **facts,
        },
    )
    return len(jobs)


TASK = Task("simulate", "simulates a policy", check, run, computed_by=(simulate, measured), kept_in="runs")
