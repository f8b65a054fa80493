"""Sweeps: every policy of a plan at every load, on every slice, with every seed - each run kept as soon as it is done.

With replicas every workload is run on so many shaken copies of it (shaking.py) instead of on itself.

A run is named by what decides its outcome: the trace, the workload options (its slice and load among them), the policy
with its parameters, the seed, and the sources of the program.  What is kept is not run again, so an interrupted sweep
goes on where it was, and sweeps that overlap share their runs.  Seeds multiply what draws lots and nothing else: a
policy says that it does; whether options do is tried out, for then another seed makes another workload.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

import numpy as np
import orjson

from scheduler.broker.address import in_use
from scheduler.durations import WEEK, human
from scheduler.errors import InputError, QueryError
from scheduler.metrics import all_metrics
from scheduler.model.calendars import calendar_of_workload
from scheduler.model.trace import Trace
from scheduler.model.workload import Workload
from scheduler.model.workload_options import OPTIONS
from scheduler.preparation.build import workload
from scheduler.query.instants import Date
from scheduler.results.keys import short_hash
from scheduler.results.records import Record
from scheduler.results.store import Store
from scheduler.results.sweeps.crew import Crew, cores
from scheduler.results.sweeps.plan import Plan, Setup, Slices
from scheduler.results.sweeps.remote_crew import RemoteCrew
from scheduler.results.tasks import cell
from scheduler.wording import counted

KEPT = ("jobs", "metrics", "kernel_cpu_seconds", "workload_hash")  # of a run
NEEDED = ("name", "policies", "columns", "made")  # of a record that can be shown
SEEDED = tuple(name for name in OPTIONS if name.endswith("_seed"))

Window = tuple[float | None, float | None]
Tell = Callable[[int, int, int], None]  # runs done, found done before, in all


@dataclass(frozen=True)
class Run:
    """One run of a sweep: where it stands in the plan, what is simulated, and the key of its result."""

    setup: Setup
    load: float | None
    slice: int  # from 0
    window: Window  # s, of submit times; (None, None): the whole log
    seed: int | None  # None where nothing draws lots
    spec: dict[str, Any]
    key: str
    replica: int | None = None  # from 1, which shaken copy; None: the workload itself
    processors: int | None = None  # of the machine; None: the one of the log or of the options

    @property
    def label(self) -> str:
        """What people call it: "EASY backfilling at load 0.7, slice 3, seed 0"."""
        load = "as recorded" if self.load is None else f"at load {self.load:g}"
        machine = "" if self.processors is None else f" on {counted(self.processors, 'processor')}"
        where = "" if self.window == (None, None) else f", slice {self.slice}"
        copy = "" if self.replica is None else f", replica {self.replica}"
        return f"{self.setup.name} {load}{machine}{where}{copy}" + ("" if self.seed is None else f", seed {self.seed}")


def sweep(store: Store, plan: Plan, path: str, trace: Trace, tell: Tell | None = None) -> Record:
    """Run what is not kept yet, in processes of their own; the record, kept under its key.

    path: the file of the trace, which the processes read, too.  Raises InputError (WorkloadError, Unsupported),
    AuditFailed, Refused, StoreError, naming the run; what was done before stays kept.
    """
    began, runs = time.monotonic(), runs_of(plan, trace)
    results = {run.key: kept["result"] for run in runs if (kept := _kept(store, run.key)) is not None}
    reused = len(results)
    tell = tell or (lambda done, reused, total: None)
    tell(reused, reused, len(runs))
    left = sorted((run for run in runs if run.key not in results), key=_together)
    with crew_of(store, len(left), path, trace) as crew:
        for answer in crew.work([(run.key, run.label, run.spec) for run in left]):
            if answer is not None:
                results[answer[0]] = answer[1]
            tell(len(results), reused, len(runs))
    record = record_of(plan, trace, [(run, results[run.key]) for run in runs])
    record |= {"made": time.time(), "seconds": time.monotonic() - began}
    store.put_json("sweeps", record["key"], record)
    return record


def crew_of(store: Store, left: int, path: str, trace: Trace) -> Crew | RemoteCrew:
    """Who works off so many runs: processes of this machine, or the workers of the broker."""
    if in_use():
        return RemoteCrew(store, path, trace)
    return Crew(min(cores(), left), store.root, path, trace.sha256)


def _kept(store: Store, key: str) -> Record | None:
    kept = store.json("parts", key)
    return kept if kept is not None and set(KEPT) <= set(kept.get("result") or ()) else None


def _together(run: Run) -> tuple:
    """Runs of one workload after each other: every process keeps the last one."""
    return run.slice, run.load or 0.0, run.processors or 0, run.replica or 0, -1 if run.seed is None else run.seed


# -- what has to be run


def runs_of(plan: Plan, trace: Trace) -> list[Run]:
    """Every run, in order of the table: policies, loads, processors, slices, replicas, seeds.  Raises InputError."""
    whole = workload(trace, **plan.options)
    windows, drawn = windows_of(plan.slices, whole), drawing(plan, trace)
    copies: Sequence[int | None] = range(1, plan.replicas + 1) or (None,)
    return [
        _run(plan, trace, setup, load, size, place, copy, seed, drawn)
        for setup in plan.policies
        for load, size, place, copy in product(plan.loads, plan.processors, enumerate(windows), copies)
        for seed in (plan.seeds if drawn or setup.policy.random else (None,))
    ]


def _run(
    plan: Plan,
    trace: Trace,
    setup: Setup,
    load: float | None,
    size: int | None,
    place: tuple[int, Window],
    copy: int | None,
    seed: int | None,
    drawn: Sequence[str],
) -> Run:
    index, (begin, end) = place
    cut = {"begin": begin, "end": end, "load": load, "processors": size, **dict.fromkeys(drawn, seed)}
    options = plan.options | {name: value for name, value in cut.items() if value is not None}
    spec = {
        "do": "sweep",
        "trace": trace.sha256,
        "options": options,
        "policy": setup.policy.key,
        "params": setup.params,
        "seed": seed if setup.policy.random else None,
        "threshold": plan.threshold,
    }
    if copy is not None:
        spec |= {"replica": copy, "shake": plan.shake}
    return Run(setup, load, index, (begin, end), seed, spec, cell.key(spec), copy, size)


def drawing(plan: Plan, trace: Trace) -> tuple[str, ...]:
    """Names of the seeds among the options that make another workload of the trace, those the plan fixes left out."""
    free = [name for name in SEEDED if name not in plan.options]
    hashes_by_name = {name: {workload(trace, **plan.options | {name: seed}).hash for seed in (0, 1)} for name in free}
    return tuple(name for name, hashes in hashes_by_name.items() if len(hashes) > 1)


def windows_of(slices: Slices | None, whole: Workload) -> list[Window]:
    """[begin, end) of every slice, s; raises InputError where the log is too short or a slice holds no job."""
    if slices is None:
        return [(None, None)]
    windows = _windows(slices.windows, whole)
    if slices.weeks is not None:
        windows = _weeks(slices.weeks, slices.count, whole.jobs.submit)
    elif slices.jobs is not None:
        windows = _jobs(slices.jobs, slices.count, whole.jobs.submit)
    for index, (begin, end) in enumerate(windows):
        first, last = np.searchsorted(whole.jobs.submit, (begin, end))
        if first == last:
            raise InputError(
                f"slices: slice {index}, from {begin:.10g} s to before {end:.10g} s, holds no job; choose other slices."
            )
    return list(windows)


def _windows(bounds: Sequence[tuple[float | Date, float | Date]], whole: Workload) -> list[tuple[float, float]]:
    """Windows in seconds of the log; raises InputError for dates of a log that tells none, and for an empty one."""
    clock, windows = calendar_of_workload(whole), []
    for index, pair in enumerate(bounds):
        try:
            begin, end = (one.seconds(clock)[0] if isinstance(one, Date) else one for one in pair)
        except QueryError as error:
            raise InputError(f"slices.windows[{index}]: {error}") from None
        if not begin < end:
            raise InputError(
                f"slices.windows[{index}] = [{pair[0]}, {pair[1]}] ends before it begins; wanted: a begin "
                "before the end."
            )
        windows.append((begin, end))
    return windows


def _weeks(weeks: float, count: int | None, submit: np.ndarray) -> list[tuple[float, float]]:
    """Slices of so many weeks from the first submission; a last one that is not whole is left out."""
    first, length = float(submit[0]), weeks * WEEK
    most = math.floor((float(submit[-1]) - first) / length)
    if (count or 1) > most:
        raise InputError(
            f"slices.weeks = {weeks:g} with count = {count or 1} is more than the log has, which goes on "
            f"for {human(float(submit[-1]) - first)}; wanted: at most {counted(most, 'whole slice')} of that length."
        )
    return [(first + i * length, first + (i + 1) * length) for i in range(count or most)]


def _jobs(jobs: int, count: int | None, submit: np.ndarray) -> list[tuple[float, float]]:
    """Slices of so many jobs; those submitted at the instant one ends belong to the next, so sizes differ a little."""
    most = len(submit) // jobs
    if (count or 1) > most:
        raise InputError(
            f"slices.jobs = {jobs} with count = {count or 1} is more than the log has, which is "
            f"{counted(len(submit), 'job')}; wanted: at most {counted(most, 'whole slice')} of that size."
        )
    ends = [
        float(submit[i * jobs]) if i * jobs < len(submit) else float(submit[-1]) + 1 for i in range((count or most) + 1)
    ]
    return list(pairwise(ends))


# -- what came of it


def record_of(plan: Plan, trace: Trace, done: Sequence[tuple[Run, Mapping[str, Any]]]) -> Record:
    """The record of a sweep: the plan in short and as it was written, and the table as columns."""
    rows = [row(run, result, trace) for run, result in done]
    facts = {
        "name": plan.name,
        "trace": trace.name,
        "trace_sha256": trace.sha256,
        "threshold": plan.threshold,
        "options": plan.options,
        "policies": [setup.name for setup in plan.policies],
        "loads": list(plan.loads),
        "slices": len({run.slice for run, _ in done}),
        "seeds": list(plan.seeds),
        "runs": len(rows),
    }
    if plan.processors != (None,):
        facts |= {"processors": list(plan.processors)}
    if plan.replicas:
        facts |= {"replicas": plan.replicas, "shake": plan.shake}
    varied = {
        setup.name: [setup.varied.param, setup.varied.value, setup.varied.curve]
        for setup in plan.policies
        if setup.varied
    }
    if varied:
        facts |= {"varied": varied}
    key = short_hash([facts, [run.spec for run, _ in done]])  # run again with newer sources, it takes its place
    return {
        "key": key,
        **facts,
        "plan": plan.document,
        "columns": {
            name: [one[name] for one in rows] for name in columns(plan.replicas > 0, plan.processors != (None,))
        },
    }


def columns(replicated: bool = False, resized: bool = False) -> list[str]:
    """The columns of the table: what was run, every metric, and what proves it."""
    return list(
        dict.fromkeys(
            [  # the number of jobs is a metric, too
                "policy",
                "name",
                "params",
                "load_asked",
                *(["processors_asked"] if resized else []),
                "slice",
                "begin",
                "end",
                *(["replica"] if replicated else []),
                "seed",
                "jobs",
                *all_metrics(),
                "kernel_cpu_seconds",
                "trace_sha256",
                "workload_hash",
            ]
        )
    )


def row(run: Run, result: Mapping[str, Any], trace: Trace) -> dict[str, Any]:
    """A row of the table; what does not apply to a run is None."""
    begin, end = run.window
    return {
        **dict.fromkeys(all_metrics()),
        **result["metrics"],
        "policy": run.setup.policy.key,
        "name": run.setup.name,
        "params": orjson.dumps(run.setup.params, option=orjson.OPT_SORT_KEYS).decode(),
        "load_asked": run.load,
        "processors_asked": run.processors,
        "slice": run.slice,
        "begin": begin,
        "end": end,
        "replica": run.replica,
        "seed": run.seed,
        "jobs": result["jobs"],
        "kernel_cpu_seconds": result["kernel_cpu_seconds"],
        "trace_sha256": trace.sha256,
        "workload_hash": result["workload_hash"],
    }


def kept(store: Store) -> list[Record]:
    """The sweeps kept, newest first."""
    return sorted(_readable(store), key=lambda record: (-float(record["made"]), record["key"]))


def _readable(store: Store) -> Iterator[Record]:
    for key in store.keys("sweeps"):
        record = load_record(store, key)
        if record is not None:
            yield record


def load_record(store: Store, key: object) -> Record | None:
    """The sweep of that key; None where it is not kept (any more)."""
    record = store.json("sweeps", key)
    return record if record is not None and set(NEEDED) <= set(record) else None
