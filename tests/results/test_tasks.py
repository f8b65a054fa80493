"""Background tasks: one file is all that a further kind of work takes.

The file is the one of the recipe, put into a folder of its own, where the registry looks, too.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scheduler import fingerprint
from scheduler.errors import Cancelled, InputError
from scheduler.fingerprint import CURRENT
from scheduler.registry import load
from scheduler.results import specs, tasks
from scheduler.results.progress import Progress
from scheduler.results.queue import deletion
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from scheduler.results.tasks import Task, all_tasks
from tests.cases.small_log import ROOT, is_one_sentence, swf
from tests.house.test_adding import recipe
from tests.topics.parts import of_topics

VISITOR = "v" * 24
KINDS = {  # task: where its results are
    "cell": "parts",
    "change": "loads",
    "fair_start": "fair_starts",
    "import": "runs",
    "load": "loads",
    "plan": "plans",
    "replicas": "replicas",
    "simulate": "runs",
}


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[Path]:
    """The folder of a tenth kind of work, which is found as long as the test runs."""
    folder = tmp_path / "more"
    folder.mkdir()
    (folder / "busiest.py").write_text(recipe("task"))
    tasks.__path__.append(str(folder))
    all_tasks().update(load.__wrapped__(tasks.__name__, "TASK"))  # it has looked before: once a process
    yield folder
    gone(folder)


def gone(folder: Path) -> None:
    """The program has no such kind of work any more."""
    if str(folder) in tasks.__path__:
        tasks.__path__.remove(str(folder))
    sys.modules.pop("scheduler.results.tasks.busiest", None)
    all_tasks().pop("busiest", None)


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    return Runs(Store(tmp_path / "home"))


def worked(runs: Runs, spec: dict) -> str:
    (ticket,) = runs.submit([spec], VISITOR)
    runs.work([ticket.key])
    assert runs.status(ticket.key).state == "done", runs.status(ticket.key)
    return ticket.key


def simulated(runs: Runs) -> tuple[str, str]:
    """(upload, run) of a log of three jobs that was sent, loaded and simulated."""
    upload = runs.store.save_upload([swf().encode()], "sent.swf").key
    deletion.claim(runs.store, upload, VISITOR)
    load_key = worked(runs, {"do": "load", "source": {"kind": "upload", "key": upload, "name": "sent.swf"}})
    return upload, worked(runs, {"do": "simulate", "workload": runs.result(load_key), "policy": "fcfs"})


def wish(run: str) -> dict:
    return {"do": "busiest", "run": run, "what": "nobody asked for"}


def test_every_file_is_found_and_each_says_what_it_does_in_the_sentence_of_all(runs):
    kinds = KINDS | dict(pair for of_topic in of_topics("kinds", "KINDS") for pair in of_topic.items())
    assert {key: task.kind for key, task in all_tasks().items()} == kinds, "what older programs have kept is there"
    for spec in (None, [], {}, {"do": "nothing"}, {"do": ["load"]}, {"do": None}):
        with pytest.raises(InputError, match="A run runs a cell of a sweep, changes a workload, ") as refused:
            specs.check(spec, runs.store)
        assert is_one_sentence(str(refused.value)) and all(
            task.does in str(refused.value) for task in all_tasks().values()
        )


def test_one_that_says_nothing_of_its_key_is_no_task():
    for more in ({}, {"computed_by": (load,), "key_of": str}):
        with pytest.raises(ValueError, match="has to say what computes it"):
            Task("odd", "does something odd", lambda spec, store: {}, lambda *_: 0, **more)


def test_another_kind_is_checked(outside, runs):
    _, run = simulated(runs)
    assert specs.check(wish(run), runs.store) == {"do": "busiest", "run": run}
    with pytest.raises(InputError, match="no longer kept on the server"):
        specs.check(wish("0" * 24), runs.store)


def test_another_kind_has_a_key_of_what_computes_it(outside, runs, monkeypatch):
    spec = {"do": "busiest", "run": simulated(runs)[1]}
    before = specs.key(spec)
    for module, same in (("scheduler.analysis.demand", False), ("scheduler.results.store", True)):
        edited = CURRENT.with_text(module, CURRENT[module] + "\nEDITED = 1\n")
        with monkeypatch.context() as patch:
            patch.setattr(fingerprint, "CURRENT", edited)
            fingerprint.fingerprint.cache_clear()
            assert (specs.key(spec) == before) is same, module
        fingerprint.fingerprint.cache_clear()


WORKER = """
import sys
from pathlib import Path
from scheduler.results import tasks
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store

tasks.__path__.append(sys.argv[3])
Runs(Store(Path(sys.argv[1]))).work([sys.argv[2]])
"""


def test_another_kind_is_worked_off_by_another_process_kept_and_found_again(outside, runs):
    _, run = simulated(runs)
    (ticket,) = runs.submit([wish(run)], VISITOR)
    assert (ticket.state, ticket.fresh) == ("queued", True)
    command = [sys.executable, "-c", WORKER, str(runs.store.root), ticket.key, str(outside)]
    subprocess.run(command, cwd=ROOT, check=True)
    status = runs.status(ticket.key)
    assert (status.state, status.spec) == ("done", {"do": "busiest", "run": run}) and status.seconds is not None
    record = all_tasks()["busiest"].result(runs.store, ticket.key)
    assert record is not None and record["processors"] == 4
    again = Runs(Store(runs.store.root))
    assert again.is_done(ticket.key) and again.result(ticket.key) == ticket.key
    assert [(one.state, one.fresh) for one in again.submit([wish(run)], "w" * 24)] == [("done", False)]


def test_another_kind_is_cancelled(outside, runs):
    spec, progress = specs.check(wish(simulated(runs)[1]), runs.store), Progress()
    progress.stop()
    with pytest.raises(Cancelled):
        all_tasks()["busiest"].run(runs.store, "a" * 24, spec, progress)
    assert not runs.is_done("a" * 24)


def test_another_kind_is_cleaned_up_with_its_log_and_where_room_is_short(outside, runs, monkeypatch):
    upload, run = simulated(runs)
    key = worked(runs, wish(run))
    assert (runs.store.root / "tasks" / "busiest" / key).is_file()
    assert runs.delete_log(upload, VISITOR).file and not runs.store.keys("tasks/busiest")
    key = worked(runs, wish(simulated(runs)[1]))
    monkeypatch.setattr(runs.store.room, "limit", 0)
    assert key in runs.store.room.make(lambda _: False) and not runs.is_done(key)


def test_what_a_kind_that_is_gone_has_left_ends_in_a_sentence_and_is_cleaned_up(outside, runs):
    upload, run = simulated(runs)
    key = worked(runs, wish(run))
    other = worked(runs, {"do": "simulate", "workload": runs.store.record(run)["workload"], "policy": "easy"})
    (waiting,) = runs.submit([wish(other)], VISITOR)
    gone(outside)
    assert runs.status(key).state == "unknown" and is_one_sentence(runs.status(key).message)
    runs.work([waiting.key])
    status = runs.status(waiting.key)
    assert status.state == "failed" and "nothing else can be asked for" in status.message
    with pytest.raises(InputError, match="nothing else can be asked for"):
        runs.submit([wish(run)], VISITOR)
    assert runs.store.keys("tasks/busiest") == [key]
    assert runs.delete_log(upload, VISITOR).file and not runs.store.keys("tasks/busiest")
