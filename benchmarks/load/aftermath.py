"""What is looked for after the kills: what was lost, doubled or told as done without a result, and what was left over.

The results of the deployment are compared with those that this process computes of the same logs, with nothing killed.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from acknowledged import Ledger, Promise, Room, Sweep, Visits, sha256
from deployment import Deployment

from scheduler.audit.schedule import audit
from scheduler.broker import tickets
from scheduler.broker.address import in_use
from scheduler.broker.values import reachable
from scheduler.errors import QueuescopeError
from scheduler.formats import parse
from scheduler.results.folders import ABANDONED, HIDDEN
from scheduler.results.limits import Limits
from scheduler.results.queue.registry import RunRegistry, is_open
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from scheduler.results.sweeps import plan as sweep_plan
from scheduler.results.sweeps.sweep import Run, runs_of
from scheduler.results.tasks import cell

OURS = {".secret_lock"}  # hidden, and to stay
QUESTION = {3: "1", 4: "2"}  # by its step in the convoy
ENDING = 60.0  # s processes may take to end by themselves


def lost(ledger: Ledger, store: Store, visits: Visits) -> Iterator[str]:
    """What was acknowledged and is neither done nor told as failed in a sentence."""
    for key, content in ledger.uploads.items():
        if not store.has_upload(key) or sha256(store.upload(key)) != key or store.upload(key) != content:
            yield f"upload {key[:12]}"
    for promise in ledger.promises.values():
        if not promise.state:
            yield f"{promise.policy or 'load'} {promise.key}: {promise.endings[-3:]}"
        yield from (
            f"{promise.policy or 'load'} {promise.key} was {state} without a sentence"
            for state, sentence in promise.endings
            if state != "done" and not sentence
        )
    for sweep in ledger.sweeps:
        if sweep.exit_codes[-1:] != [0]:
            yield f"sweep {sweep.plan.name}: {sweep.words[-1:]}"
        yield from (
            f"cell {run.key} of {sweep.plan.name}" for run in cells_of(sweep) if not store.json("parts", run.key)
        )
    for room in ledger.rooms:
        yield from of_room(room, visits, doubled=False)


def doubled_answers(ledger: Ledger, visits: Visits) -> Iterator[str]:
    """Answers that a room counts twice."""
    for room in ledger.rooms:
        yield from of_room(room, visits, doubled=True)


def of_room(room: Room, visits: Visits, doubled: bool) -> Iterator[str]:
    """Acknowledged answers that are not there, or those that are there twice."""
    rows = visits.table_of(room)
    for (step, vote, student), words in room.answers.items():
        answers = [
            row["answer"]
            for row in rows
            if (row["question"], row["vote"], row["nickname"]) == (QUESTION[step], str(vote), f"S{student:03d}")
        ]
        if (len(answers) > 1) if doubled else (words not in answers):
            yield f"answer of S{student:03d} to {step}.{vote} in {room.code}: {answers}, acknowledged {words!r}"


def cells_of(sweep: Sweep) -> list[Run]:
    """The cells of a sweep."""
    return runs_of(sweep_plan.read(sweep.plan.read_bytes(), sweep.plan.stem), trace_of(sweep.log))


def trace_of(log: Path) -> Any:
    """A log, read."""
    return parse(log.read_bytes(), log.name)


# -- false "done"


def false_done(ledger: Ledger, store: Store) -> Iterator[str]:
    """What was told as done and cannot be read, was not audited, or differs from what a quiet run gives."""
    with tempfile.TemporaryDirectory(prefix="queuescope-quiet-") as folder:
        quiet = Runs(Store(Path(folder)))
        for promise in ledger.promises.values():
            if "done" in (state for state, _ in promise.endings):
                yield from wrong_result(promise, ledger, store, quiet)
    for sweep in ledger.sweeps:
        yield from wrong_cells(sweep, store)


def wrong_result(promise: Promise, ledger: Ledger, store: Store, quiet: Runs) -> Iterator[str]:
    """What is wrong with the result of one promise."""
    name = f"{promise.policy or 'load'} {promise.key}"
    try:
        workload = worked_off(quiet, load_of(quiet, ledger.uploads[promise.upload]))
        if not promise.policy:
            if (
                store.loaded(promise.key) != workload
                or store.workload(workload).hash != quiet.store.workload(workload).hash
            ):
                yield f"{name} has another workload"
            return
        run = worked_off(
            quiet,
            {
                "do": "simulate",
                "workload": workload,
                "policy": promise.policy,
                "params": {},
                "seed": 0,
                "decisions": "auto",
            },
        )
        if run != promise.key:
            yield f"{name} has the key {run} in a quiet run"
            return
        certificate = audit(store.schedule(promise.key))
        if certificate.first_violation or not store.record(promise.key)["audit"]:
            yield f"{name} is not audited: {certificate.first_violation}"
        if same(store.record(promise.key)) != same(quiet.store.record(run)):
            yield f"{name} has other bytes"
    except QueuescopeError as error:
        yield f"{name}: {error}"


def same(record: dict[str, Any]) -> tuple[Any, ...]:
    """What a record says that no other run of the same may change: checksums of its tables, and metrics."""
    return record["files"], record["metrics"], record["workload_hash"]


def load_of(quiet: Runs, content: bytes) -> dict[str, Any]:
    """The specification of loading a log that is kept for it."""
    upload = quiet.store.save_upload([content], "visit.swf")
    return {"do": "load", "source": {"kind": "upload", "key": upload.key, "name": upload.name}, "options": {}}


def worked_off(quiet: Runs, spec: dict[str, Any]) -> str:
    """The key of what came of it, in this process."""
    key = quiet.submit([spec], "quiet")[0].key
    quiet.work([key])
    return quiet.result(key)


def wrong_cells(sweep: Sweep, store: Store) -> Iterator[str]:
    """Cells whose numbers are others than those of a quiet run."""
    bench = cell.Bench(str(sweep.log), trace_of(sweep.log).sha256)
    for run in cells_of(sweep):
        part = store.json("parts", run.key)
        mine = cell.simulated(bench, run.spec)
        if part and {**mine, "kernel_cpu_seconds": 0} != {**part["result"], "kernel_cpu_seconds": 0}:
            yield f"cell {run.key} has other numbers"


# -- what is left over


def waiting_for_ever(home: Path) -> Iterator[str]:
    """Runs that the registry counts as open though nothing happens any more, and tickets that nobody takes."""
    registry = RunRegistry(home / "jobs", Limits.of_environment())
    jobs = registry.jobs_of(registry._listed())
    yield from (f"run {key}: {job and job['state']}" for key, job in jobs.items() if is_open(job))
    if in_use():
        with reachable() as redis:
            if count := tickets.waiting(redis):
                yield f"{count} tickets"
    registry.close()


def left_processes(deployment: Deployment) -> list[str]:
    """Processes that are there though everything was stopped."""
    end = time.monotonic() + ENDING
    while (processes := deployment.all_processes()) and time.monotonic() < end:
        time.sleep(1)
    return [f"process {one.pid}: {' '.join(one.cmdline())[:120]}" for one in processes]


def half_written(home: Path) -> list[Path]:
    """Files and folders under a temporary name."""
    return [path for path in home.rglob(f"{HIDDEN}*") if path.name not in OURS and not _inside_hidden(path, home)]


def _inside_hidden(path: Path, home: Path) -> bool:
    return any(part.startswith(HIDDEN) for part in path.relative_to(home).parts[:-1])


def left_after_an_hour(home: Path) -> list[str]:
    """Temporary names that stay although nobody has touched them for as long as the store wants, and it has tidied."""
    for path in half_written(home):
        os.utime(path, (time.time() - 2 * ABANDONED,) * 2)
    Store(home).room.make(lambda key: True)
    return [f"file {path.relative_to(home)}" for path in half_written(home)]
