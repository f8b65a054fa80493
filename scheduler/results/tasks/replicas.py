"""Replicas of runs: the same policies on shaken copies of their workload, with other lots; what is done is kept.

Replica r of every run is on the same copy, shaken with the seed r, and a policy that draws lots has its own seed + r.
Each simulation is kept under what decides its outcome as soon as it is done, so replicas that were cancelled go on
where they were, and those of one more run, or twice as many, do only what is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scheduler.analysis.counterparts import apart, of_record
from scheduler.errors import InputError, StoreError
from scheduler.fingerprint import fingerprint
from scheduler.metrics import measure
from scheduler.params import Param
from scheduler.policies import all_policies, policy_of
from scheduler.results.keys import short_hash
from scheduler.results.progress import SIMULATED, Progress
from scheduler.results.records import Record, plain
from scheduler.results.store import Store
from scheduler.results.tasks import Spec, Task
from scheduler.simulate import simulate
from scheduler.statistics.intervals import FEWEST
from scheduler.statistics.shaking import SECONDS, shaken

COMPUTED_BY = (shaken, simulate, measure)  # a replica: their sources, with all they import, are part of its key
COUNT = Param("replicas", 10, low=FEWEST, high=100, help="how many shaken copies of the workload every run is made on")
SHAKE = Param("shake", SECONDS.default, low=SECONDS.low, high=SECONDS.high, unit="s", help=SECONDS.help)
MOST_RUNS = 6
OTHER_ESTIMATES = "the same jobs, but with different requested times"
NEEDED = ("spec", "runs", "metrics", "made")  # of a record that can be shown


def check(spec: Mapping[str, Any], store: Store) -> Spec:
    """{runs (sorted), replicas, shake}.  Raises InputError, one sentence."""
    asked = spec.get("runs")
    if not isinstance(asked, list | tuple) or not 1 <= len(set(map(str, asked))) <= MOST_RUNS:
        raise InputError(f"Replicas are made of one to {MOST_RUNS} runs.")
    runs = sorted(set(map(str, asked)))
    try:
        records = [store.record(run) for run in runs]
        origins = [of_record(record) for record in records]
    except StoreError:
        raise InputError("A run is no longer kept on the server; run its policy again.") from None
    if outside := [record for record in records if policy_of(record["policy"]).outside]:
        raise InputError(
            f"{title(outside[0])} is a schedule that was made elsewhere, and cannot be made "
            "again on other workloads; leave that run out."
        )
    for origin in origins[1:]:
        if origin.hash != origins[0].hash:
            raise InputError(
                f"These runs are of {apart(origins[0], origin) or OTHER_ESTIMATES}; replicas compare "
                "policies on one workload."
            )
    return {
        "runs": runs,
        "replicas": COUNT.check(spec.get("replicas", COUNT.default)),
        "shake": SHAKE.check(spec.get("shake", SHAKE.default)),
    }


def run(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Simulate the replicas that are left, keep what came of all; how many there are of all runs.

    The record is {runs, metrics}, metrics: {metric: [runs][replicas]}, None where it is undefined.  Raises what
    simulate() raises, Cancelled when asked to stop.
    """
    progress.at(0.0, "Shaking the workload.")
    records = [store.record(run) for run in spec["runs"]]
    parts = [[part(record, spec, number) for record in records] for number in range(1, spec["replicas"] + 1)]
    names = [[short_hash([one, fingerprint(*COMPUTED_BY)]) for one in row] for row in parts]
    results = {name: kept["result"] for row in names for name in row if (kept := _kept(store, name)) is not None}
    share = 1 / (len(records) * len(parts))
    progress.done_before = progress.done = share * sum(name in results for row in names for name in row)
    workload = store.workload(records[0]["workload"])
    for number, (row, called) in enumerate(zip(parts, names, strict=True), 1):
        left = [
            (one, name, record) for one, name, record in zip(row, called, records, strict=True) if name not in results
        ]
        if not left:
            continue
        copy = shaken(workload, number, spec["shake"])
        for one, name, record in left:
            progress.at(progress.done, f"Replica {number} of {len(parts)}: {title(record)}.")
            control = progress.simulating(len(copy), SIMULATED * share)
            schedule = simulate(copy, one["policy"], one["params"], seed=one["seed"], control=control, decisions=None)
            results[name] = {metric: plain(value) for metric, value in measure(schedule, one["threshold"]).items()}
            store.put_json("parts", name, {"replica": one, "result": results[name]})
            progress.jobs, progress.done = 0, progress.base + share
    measured = [[results[name] for name in column] for column in zip(*names, strict=True)]
    TASK.keep(store, key, spec, progress, {"runs": spec["runs"], "metrics": table(measured)})
    return len(spec["runs"]) * int(spec["replicas"])


def part(record: Mapping[str, Any], spec: Spec, number: int) -> Spec:
    """What one simulation is told to do: a run on a shaken copy."""
    lots = all_policies()[record["policy"]].random
    return {
        "do": "replica",
        "workload": record["workload_hash"],
        "policy": record["policy"],
        "params": record["params"],
        "seed": int(record["seed"] or 0) + number if lots else None,
        "replica": number,
        "shake": spec["shake"],
        "threshold": record["threshold"],
    }


def title(record: Mapping[str, Any]) -> str:
    """What people call the policy of a run."""
    return str(record.get("policy_title") or record["policy"])


def _kept(store: Store, name: str) -> Record | None:
    kept = store.json("parts", name)
    return kept if kept is not None and isinstance(kept.get("result"), dict) else None


def table(measured: Sequence[Sequence[Mapping[str, float | None]]]) -> dict[str, list[list[float | None]]]:
    """{metric: [runs][replicas]} of the metrics of every simulation, runs first."""
    names = dict.fromkeys(name for run in measured for one in run for name in one)
    return {name: [[one.get(name) for one in run] for run in measured] for name in names}


def seconds_of(store: Store, spec: Spec) -> float:
    """About how long the simulations take that are not kept yet, s."""
    records = [store.record(run) for run in spec["runs"]]
    left = [
        record
        for record in records
        for number in range(1, spec["replicas"] + 1)
        if _kept(store, short_hash([part(record, spec, number), fingerprint(*COMPUTED_BY)])) is None
    ]
    return sum(float(record.get("seconds") or record["kernel_cpu_seconds"]) for record in left)


def newest(store: Store, runs: Sequence[str]) -> Record | None:
    """The replicas made last that include all of these runs; None where there are none."""
    records = [record for record in _readable(store) if set(runs) <= set(record["runs"])]
    return max(records, key=lambda record: (len(record["runs"]) == len(set(runs)), float(record["made"])), default=None)


def _readable(store: Store) -> Iterator[Record]:
    for key in store.keys(TASK.kind):
        record = TASK.result(store, key)
        if record is not None and set(NEEDED) <= set(record):
            yield record


TASK = Task("replicas", "makes replicas", check, run, computed_by=COMPUTED_BY, kept_in="replicas")
