"""Cells of a sweep: one simulation each, named by what decides its outcome, whoever runs it.

A worker on another machine does not trust what it is sent: `check` takes nothing that a plan could not hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from scheduler.errors import InputError, QueuescopeError
from scheduler.fingerprint import fingerprint
from scheduler.formats import parse
from scheduler.metrics import measure
from scheduler.model.trace import Trace
from scheduler.model.workload import Workload
from scheduler.model.workload_options import OPTIONS
from scheduler.params import Param, checked
from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.registry import find
from scheduler.results import sources
from scheduler.results.keys import short_hash
from scheduler.results.progress import Progress
from scheduler.results.records import plain
from scheduler.results.sources import SEED, pairs, trace_of
from scheduler.results.store import Store
from scheduler.results.tasks import Spec, Task
from scheduler.simulate import simulate
from scheduler.statistics.shaking import SECONDS, shaken

COMPUTED_BY = (parse, workload, simulate, measure)  # their sources, with all they import, are part of a run's key
FEW = 20  # jobs
THRESHOLD = Param("threshold", 10.0, low=0, high=1e9, unit="s")
REPLICA = Param("replica", 1, low=1, high=1_000)
SHAKE = Param("shake", SECONDS.default, low=SECONDS.low, high=SECONDS.high, unit="s")
FIELDS = ("do", "trace", "options", "policy", "params", "seed", "threshold")

Result = dict[str, Any]


def key(run: Mapping[str, Any]) -> str:
    """The key of a cell's result: the hash of what is run and of the sources that decide its outcome."""
    return short_hash([run, fingerprint(*COMPUTED_BY, *((shaken,) if "replica" in run else ()))])


def check(spec: Mapping[str, Any], store: Store) -> Spec:
    """{source, run}.  Raises InputError (ParamError, UnknownKey)."""
    source = sources.check(spec.get("source"), store)
    if source["kind"] != "upload":
        raise InputError("A cell of a sweep is run on a log that is kept in the store.")
    return {"source": source, "run": _cell(spec.get("run"), source["key"])}


def _cell(run: Any, trace: str) -> Spec:
    """What is run; in the very form a plan gives it, for by that it has its key."""
    replica = ("replica", "shake") if isinstance(run, Mapping) and "replica" in run else ()
    if not isinstance(run, Mapping) or set(run) != {*FIELDS, *replica} or run["do"] != "sweep" or run["trace"] != trace:
        raise InputError(f"A cell of a sweep has the fields {', '.join(FIELDS)}, and those of a replica; nothing else.")
    policy = find(all_policies(), str(run["policy"]), "policy")
    options = {name: _option(name).check(value) for name, value in pairs(run["options"]).items()}
    run_spec = {
        "do": "sweep",
        "trace": trace,
        "options": options,
        "policy": policy.key,
        "params": checked(policy.params, pairs(run["params"])),
        "seed": SEED.check(run["seed"] or 0) if policy.random else None,
        "threshold": THRESHOLD.check(run["threshold"]),
    }
    if replica:
        run_spec |= {"replica": REPLICA.check(run["replica"]), "shake": SHAKE.check(run["shake"])}
    return run_spec


def _option(name: str) -> Param:
    if name not in OPTIONS:
        raise InputError(f"There is no option {str(name)[:40]!r} of a workload.")
    return OPTIONS[name]


class Bench:
    """The trace, read when it is first needed, and the last workload made of it."""

    def __init__(self, path: str, sha256: str):
        self.path, self.sha256 = Path(path), sha256
        self._trace: Trace | None = None
        self._last: tuple[Any, Workload] | None = None
        self._warm: set[Any] = set()

    def warm(self, spec: Mapping[str, Any]) -> None:
        """Run a policy on a few jobs before its first run is timed: its machine code is loaded by then."""
        kind = spec["policy"], orjson.dumps([spec["params"], spec["options"].get("arrivals")])
        if kind not in self._warm:
            self._warm.add(kind)
            few = {name: value for name, value in spec["options"].items() if name != "load"} | {"first": FEW}
            with suppress(QueuescopeError):  # what is wrong is said by the run itself
                simulate(
                    workload(self._read(), **few), spec["policy"], spec["params"], seed=spec["seed"], decisions=None
                )

    def workload(self, options: dict[str, Any]) -> Workload:
        """The workload of the trace with these options.  Raises WorkloadError, InputError where the file changed."""
        if self._last is None or self._last[0] != options:
            self._last = options, workload(self._read(), **options)
        return self._last[1]

    def _read(self) -> Trace:
        if self._trace is None:
            self._trace = self._load()
        if self._trace.sha256 != self.sha256:
            raise InputError(f"The file {self.path.name} changed while the sweep was running; start the sweep again.")
        return self._trace

    def _load(self) -> Trace:
        return parse(self.path.read_bytes(), self.path.name)


class StoredBench(Bench):
    """The same of a log that is kept in the store, for workers that see no file of whoever asks."""

    def __init__(self, store: Store, source: Mapping[str, Any]):
        super().__init__(str(source["name"]), str(source["key"]))
        self.store, self.source = store, dict(source)

    def _load(self) -> Trace:
        return trace_of(self.source, self.store)


_LAST: dict[str, tuple[str, StoredBench]] = {}  # the one of the last log of this process


def bench_of(store: Store, source: Mapping[str, Any]) -> StoredBench:
    """The bench of a log, that of the last call where it is of the same log: cells of a sweep come after each other."""
    name = short_hash([str(store.root), dict(source)])
    if _LAST.get("bench", ("",))[0] != name:
        _LAST["bench"] = name, StoredBench(store, source)
    return _LAST["bench"][1]


def simulated(bench: Bench, spec: dict[str, Any], control: np.ndarray | None = None) -> Result:
    """Simulate, audit, measure: {jobs, metrics, kernel_cpu_seconds, workload_hash}."""
    bench.warm(spec)
    bench_workload = bench.workload(spec["options"])
    if "replica" in spec:
        bench_workload = shaken(bench_workload, spec["replica"], spec["shake"])
    schedule = simulate(
        bench_workload, spec["policy"], spec["params"], seed=spec["seed"], control=control, decisions=None
    )
    metrics = {name: plain(value) for name, value in measure(schedule, spec["threshold"]).items()}
    return {
        "jobs": len(bench_workload),
        "metrics": metrics,
        "kernel_cpu_seconds": schedule.kernel_cpu_seconds,
        "workload_hash": bench_workload.hash,
    }


def run(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Run a cell of a sweep, keep its result; how many jobs were simulated."""
    progress.at(0.0, "Simulating.")
    result = simulated(bench_of(store, spec["source"]), spec["run"], progress.control)
    store.put_json(TASK.kind, key, {"run": spec["run"], "result": result})
    return int(result["jobs"])


TASK = Task("cell", "runs a cell of a sweep", check, run, key_of=lambda spec: key(spec["run"]), kept_in="parts")
