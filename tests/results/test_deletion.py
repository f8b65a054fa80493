"""A log is deleted everywhere, by who sent it and by nobody else, and nothing else goes with it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from layouts.frame.callbacks import load_spec, run_spec
from scheduler.errors import InputError, StoreError
from scheduler.results.queue import deletion
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from tests.cases.small_log import swf

MINE, OTHER = swf().encode(), swf(header="; Computer: Other\n; MaxProcs: 4\n").encode()


def files(store: Store) -> list[str]:
    return sorted(
        str(path.relative_to(store.root))
        for path in store.root.rglob("*")
        if path.is_file()
        and "jobs" not in path.parts[len(store.root.parts) :][:1]
        and path.name not in ("written", "bell")
    )


def opened(runs: Runs, content: bytes, visitor: str) -> tuple[str, str, str]:
    """(upload, workload, run) of a file that was sent, opened and simulated; with fair starts and replicas."""
    upload = runs.store.save_upload([content], "secret-name.swf").key
    deletion.claim(runs.store, upload, visitor)
    key = worked(runs, load_spec({"kind": "upload", "key": upload, "name": "secret-name.swf"}, {}), visitor)
    workload = str(runs.store.loaded(key))
    run = worked(runs, run_spec(workload, "easy"), visitor)
    worked(runs, {"do": "fair_start", "run": run}, visitor)
    plain = worked(runs, run_spec(workload, "easy") | {"decisions": None}, visitor)
    worked(runs, {"do": "plan", "run": plain, "time": 1.0}, visitor)
    worked(runs, {"do": "replicas", "runs": [run], "replicas": 3, "shake": 60}, visitor)
    return upload, workload, run


def worked(runs: Runs, spec: dict, visitor: str) -> str:
    (ticket,) = runs.submit([spec], visitor)
    runs.work([ticket.key])
    assert runs.status(ticket.key).state == "done", runs.status(ticket.key)
    return ticket.key


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    return Runs(Store(tmp_path))


def test_a_deleted_log_leaves_nothing_and_the_others_stay(runs):
    kept = opened(runs, OTHER, "b" * 24)
    before = files(runs.store)
    upload, workload, run = opened(runs, MINE, "a" * 24)
    schedule = runs.store.schedule(run)
    assert upload == hashlib.sha256(MINE).hexdigest() and len(files(runs.store)) > len(before) + 5
    gone = runs.delete_log(upload, "a" * 24)
    assert (gone.file, gone.workloads, gone.runs) == (True, 1, 2)
    visitors = [name for name in files(runs.store) if name.startswith("visitors/")]
    assert [name for name in files(runs.store) if name not in visitors] == [
        name for name in before if name not in visitors
    ]
    for key in (workload, run):
        with pytest.raises(StoreError):
            runs.store.workload(key) if key == workload else runs.store.schedule(key)
        assert runs.status(key).state == "unknown"
    assert len(schedule.placed) == 3, "what is being looked at does not break"
    assert runs.store.has_run(kept[2]) and not runs.uploads_of("a" * 24) and runs.uploads_of("b" * 24)
    assert "secret-name" not in "".join(
        str(runs.jobs.cache[key]) for key in runs.jobs.cache.iterkeys() if upload in str(runs.jobs.cache[key])
    )


@pytest.mark.parametrize("visitor", ["b" * 24, "", "../x"])
def test_nobody_else_can_delete_it(runs, visitor):
    upload, _, run = opened(runs, MINE, "a" * 24)
    with pytest.raises(InputError, match="Only who sent a log can delete it"):
        runs.delete_log(upload, visitor)
    assert runs.store.has_upload(upload) and runs.store.has_run(run)


@pytest.mark.parametrize("key", ["", "0" * 64, "../../etc/passwd", "0" * 24])
def test_what_is_no_file_cannot_be_deleted(runs, key):
    with pytest.raises(InputError):
        runs.delete_log(key, "a" * 24)


def test_a_file_that_two_have_sent_stays_for_the_other(runs):
    upload, workload, _ = opened(runs, MINE, "a" * 24)
    deletion.claim(runs.store, upload, "b" * 24)
    assert not runs.delete_log(upload, "a" * 24).file and runs.store.has_workload(workload)
    assert not deletion.owns(runs.store, upload, "a" * 24) and deletion.owns(runs.store, upload, "b" * 24)
    assert runs.delete_log(upload, "b" * 24).file and not runs.store.has_workload(workload)
    assert not deletion.owns(runs.store, upload, "b" * 24)


def test_another_process_that_holds_it_does_not_show_it_any_more(runs):
    upload, _, run = opened(runs, MINE, "a" * 24)
    elsewhere = Store(runs.store.root)
    held = elsewhere.schedule(run)
    runs.delete_log(upload, "a" * 24)
    with pytest.raises(StoreError):
        elsewhere.schedule(run)
    assert held.policy == "easy"
