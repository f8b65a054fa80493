"""What can be asked for: to load a workload, change it, simulate a policy, measure the fair starts of a run, find its
plan at an instant, make replicas of runs, reproduce an experiment.  It all comes from outside.

A checked spec holds nothing unknown, every default filled in, and whatever else decides the outcome: equal specs give
equal results, so the key of a run is a hash of its spec.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from scheduler.errors import InputError, StoreError
from scheduler.fingerprint import fingerprint
from scheduler.papers import SCALES, all_experiments
from scheduler.params import Param, checked
from scheduler.policies import all_policies
from scheduler.preparation import dated_options
from scheduler.preparation.build import workload
from scheduler.preparation.changed import change_of, changed
from scheduler.registry import find
from scheduler.replay import fair_start_times
from scheduler.replay.plan import plan, reserves
from scheduler.results import cells, foreign_schedules, logs, records, replicas, sources
from scheduler.results.keys import short_hash
from scheduler.results.reproduce import package_of
from scheduler.results.store import Store
from scheduler.simulate import check_supported, simulate

Spec = dict[str, Any]

SCALE = Param("scale", SCALES[0], choices=SCALES, help="how much is run: quick for a look, full for the verdict")
COMPUTED_BY = {  # what computes the result of a task; its sources, with all they import, are part of the key
    "load": (sources.trace_of, dated_options.resolved, workload, records.of_workload),
    "change": (sources.trace_of_workload, changed, records.of_workload),
    "simulate": (simulate, records.measured),
    "fair_start": (fair_start_times.fair_start,),
    "plan": (plan,),
}
DEEPEST = 8  # lists and mappings inside each other


def check(spec: Any, store: Store) -> Spec:
    """The spec, checked.  Raises InputError (UnknownKey, ParamError, Unsupported), one sentence."""
    if _deeper(spec):
        raise InputError(f"What is asked for is nested more than {DEEPEST} deep; wanted: a task with its parameters.")
    task = spec.get("do") if isinstance(spec, Mapping) else None
    if task == "load":
        options = dated_options.checked(sources.pairs(spec.get("options")))
        return {"do": task, "source": sources.check(spec.get("source"), store), "options": options}
    if task == "change":
        return _change(spec, store)
    if task == "simulate":
        return _simulation(spec, store)
    if task == "fair_start":
        return _fair_start(spec, store)
    if task == "plan":
        return _plan(spec, store)
    if task == "replicas":
        return replicas.check(spec, store)
    if task == "import":
        return foreign_schedules.check(spec, store)
    if task == "cell":
        return cells.check(spec, store)
    if task == "reproduce":
        return _experiment(spec, store)
    raise InputError(
        "A run loads or changes a workload, simulates a policy, measures fair starts, finds a plan, makes "
        "replicas or reproduces an experiment; nothing else can be asked for."
    )


def _deeper(spec: Any) -> bool:
    """Whether something in it lies too deep; it is walked through level by level, as it may be as deep as it likes."""
    level = [spec]
    for _ in range(DEEPEST + 1):
        level = [
            inner
            for value in level
            if isinstance(value, Mapping | list | tuple)
            for inner in (value.values() if isinstance(value, Mapping) else value)
        ]
    return bool(level)


def _change(spec: Mapping[str, Any], store: Store) -> Spec:
    try:
        options = store.workload_record(str(spec.get("workload")))["options"]
    except StoreError:
        raise InputError("This workload is no longer kept on the server; open the trace again.") from None
    different = {
        name: value
        for name, value in change_of(sources.pairs(spec.get("change"))).items()
        if value != options.get(name)
    }
    if not different:
        raise InputError("The workload has these options already; change something else.")
    return {"do": "change", "workload": spec["workload"], "change": dict(sorted(different.items()))}


def _simulation(spec: Mapping[str, Any], store: Store) -> Spec:
    policy = find(all_policies(), str(spec.get("policy")), "policy")
    params = checked(policy.params, sources.pairs(spec.get("params")))
    try:
        check_supported(policy, store.workload(str(spec.get("workload"))), params)
    except StoreError:
        raise InputError("This workload is no longer kept on the server; open the trace again.") from None
    seed = sources.SEED.check(spec.get("seed") or 0) if policy.random else None
    return {
        "do": "simulate",
        "workload": spec["workload"],
        "policy": policy.key,
        "params": params,
        "seed": seed,
        "decisions": _decisions(spec.get("decisions", "auto")),
    }


def _fair_start(spec: Mapping[str, Any], store: Store) -> Spec:
    try:
        fair_start_times.check_supported(store.schedule(str(spec.get("run"))))
    except StoreError:
        raise InputError("This run is no longer kept on the server; run the policy again.") from None
    return {"do": "fair_start", "run": spec["run"]}


def _plan(spec: Mapping[str, Any], store: Store) -> Spec:
    try:
        schedule = store.schedule(str(spec.get("run")))
    except StoreError:
        raise InputError("This run is no longer kept on the server; run the policy again.") from None
    time = spec.get("time")
    if isinstance(time, bool) or not isinstance(time, int | float) or not math.isfinite(time):
        raise InputError(f"time = {str(time)[:40]}; wanted: an instant of the run, in seconds.")
    if schedule.has_decisions or not reserves(schedule):
        raise InputError("Only a run that makes reservations and keeps no decisions is simulated again for its plan.")
    return {"do": "plan", "run": spec["run"], "time": float(time)}


def _experiment(spec: Mapping[str, Any], store: Store) -> Spec:
    key = str(spec.get("experiment"))
    _, experiment = find(all_experiments(), key, "experiment")
    checked = {
        "do": "reproduce",
        "experiment": key,
        "scale": SCALE.check(spec.get("scale") or SCALE.default),
        "seed": sources.SEED.check(spec.get("seed") or 0) if experiment.random else None,
    }
    chosen = logs.check(key, experiment, spec.get("logs"), store)
    return checked | ({"logs": chosen} if chosen else {})


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


def key(spec: Spec) -> str:
    """24 hex digits: the hash of a checked spec and of the sources that decide its outcome."""
    if spec["do"] == "import":
        return foreign_schedules.key(spec)
    if spec["do"] == "cell":
        return cells.key(spec["run"])
    if spec["do"] == "replicas":
        return replicas.key(spec)
    if spec["do"] == "reproduce":
        # a log counts by its content and what it is called, wherever it is
        named = spec | ({"logs": [list(log) for log in logs.files(spec["logs"])]} if "logs" in spec else {})
        return short_hash([named, fingerprint(package_of(spec["experiment"]))])
    return short_hash([spec, fingerprint(*COMPUTED_BY[spec["do"]])])
