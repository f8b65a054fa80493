"""Runs: nothing is started twice, nothing is lost without a word, and nobody can ask for too much."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import orjson
import pytest

from scheduler.errors import (
    AuditFailed,
    Cancelled,
    InputError,
    ParamError,
    Refused,
    StoreError,
    UnknownKey,
    Unsupported,
)
from scheduler.fingerprint import fingerprint
from scheduler.formats import parse
from scheduler.results import specs, tasks
from scheduler.results.folders import drop
from scheduler.results.limits import Limits
from scheduler.results.progress import READ, Progress
from scheduler.results.queue import registry
from scheduler.results.queue.processes import alive, handle
from scheduler.results.queue.runs import Runs, Status, poll_pause
from scheduler.results.store import Store
from scheduler.results.sweeps import plan as sweep_plan
from scheduler.results.sweeps import sweep
from scheduler.simulate import FINISHED, STOP
from tests.cases.other_work import does
from tests.cases.small import workload as small
from tests.cases.small_log import swf

ROOT = Path(__file__).parents[2]
ROWS = [(0, 10, 2), (1, 5, 3), (2, 4, 1)]  # submit, runtime, processors
SAMPLE = {"do": "load", "source": {"kind": "sample", "name": "five-jobs.swf"}, "options": {}}
VISITOR = "v1"


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    return Runs(Store(tmp_path / "home"))


def asked(runs: Runs, count: int = 1, policy: str = "fcfs") -> list[dict]:
    """Specs of as many different runs of one small workload (the window of decisions tells them apart)."""
    key = runs.store.put_workload(small(ROWS, 4))
    return [{"do": "simulate", "workload": key, "policy": policy, "decisions": [0, 100 + n]} for n in range(count)]


def one(runs: Runs, spec: dict, visitor: str = VISITOR) -> str:
    """The key of a submitted run."""
    return runs.submit([spec], visitor)[0].key


def begun(runs: Runs, key: str, owner: str | None = None, server: str | None = None) -> str:
    """Who owns a run that this process has begun."""
    owner = owner or runs.jobs.take(key, server or handle())
    assert owner is not None
    mine = runs.jobs.start(key, owner, handle())
    assert mine is not None
    return mine


def ended() -> str:
    """The handle of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    known = handle(process.pid)
    assert alive(known)
    process.communicate()
    assert not alive(known)
    return known


def fails(error: BaseException):
    def task(*_: object) -> int:
        raise error

    return task


# -- the way of a run


def test_a_run_from_sample_to_schedule(runs: Runs):
    (ticket,) = runs.submit([SAMPLE], VISITOR)
    assert ticket.fresh and ticket.state == "queued" and runs.status(ticket.key).state == "queued"
    runs.work([ticket.key])
    status = runs.status(ticket.key)
    assert (status.state, status.percent, status.message) == ("done", 100.0, "Done.")
    assert status.spec["source"]["name"] == "five-jobs.swf" and status.seconds >= 0
    workload = runs.result(ticket.key)
    record = runs.store.workload_record(workload)
    assert (record["name"], record["jobs"], record["processors"]) == ("five-jobs.swf", 5, 4)

    spec = {"do": "simulate", "workload": workload, "policy": "fcfs"}
    key = one(runs, spec)
    runs.work([key])
    assert runs.status(key).state == "done" and runs.result(key) == key
    schedule = runs.store.schedule(key)
    assert (schedule.placed.start / 3600).tolist() == [0, 0, 8, 11, 11]  # as the header of the sample says
    facts = runs.store.record(key)
    assert facts["metrics"]["wait_mean"] == 15840.0 and facts["threshold"] == 10.0  # (6 + 8 + 8) / 5 h
    assert facts["fingerprint"] == fingerprint("scheduler.simulate") and facts["audit"]["first_violation"] is None
    assert facts["policy_title"] and facts["spec"]["policy"] == "fcfs" and facts["jobs"] == 5
    assert runs.submit([spec], VISITOR)[0] == registry_ticket(key)


@pytest.mark.parametrize(("policy", "kept"), [("backfill", {"wait_mean": 14 / 3}), ("tabu", None)])
def test_a_run_keeps_what_it_comes_to_with_simultaneous_events_in_the_other_order(
    runs: Runs, policy: str, kept: object
):
    # At 10 job 0 ends as job 2 comes.  Ends first: waits 0, 9, 5; submissions first: 0, 14, 0.
    workload = runs.store.put_workload(small([(0, 10, 3), (1, 5, 4), (10, 5, 1)], 4))
    key = one(runs, {"do": "simulate", "workload": workload, "policy": policy})
    runs.work([key])
    record = runs.store.record(key)
    assert record["metrics"]["wait_mean"] == pytest.approx(14 / 3)
    found = record.get("other_order")
    assert (found and {"wait_mean": pytest.approx(found["wait_mean"])}) == kept
    assert found is None or (record["metrics"]["wait_max"], found["wait_max"]) == (9, 14)


def registry_ticket(key: str):
    from scheduler.results.queue.runs import Ticket

    return Ticket(key, "done", False)


def test_the_trace_of_a_workload_can_be_read_again(runs: Runs):
    key = one(runs, SAMPLE)
    runs.work([key])
    trace = runs.trace(runs.result(key))
    assert len(trace) == 5 and trace.sha256 == runs.store.workload_record(runs.result(key))["trace_sha256"]
    with pytest.raises(StoreError, match="not made of a trace"):
        runs.trace(runs.store.put_workload(small(ROWS, 4)))


def test_uploads_logs_and_generators_load(runs: Runs, tmp_path: Path, monkeypatch):
    logs = tmp_path / "logs"
    (logs / "more").mkdir(parents=True)
    content = (ROOT / "sample_traces" / "convoy.swf").read_bytes()
    (logs / "more" / "a.swf").write_bytes(content)
    (logs / "b.txt").write_bytes(content)
    assert runs.logs() == []
    monkeypatch.setenv("QUEUESCOPE_TRACES", str(logs))
    assert runs.logs() == ["more/a.swf"]
    upload = runs.store.save_upload([content], "mine.swf")
    sources = [
        {"kind": "upload", "key": upload.key, "name": upload.name},
        {"kind": "log", "name": "more/a.swf"},
        {"kind": "generate", "generator": "poisson", "params": {"jobs": 30}, "seed": 4},
    ]
    keys = [ticket.key for ticket in runs.submit([{"do": "load", "source": s} for s in sources], VISITOR)]
    runs.work(keys)
    assert [runs.store.workload_record(runs.result(key))["jobs"] for key in keys] == [62, 62, 30]
    assert [runs.store.workload_record(runs.result(key))["name"] for key in keys][:2] == ["mine.swf", "a.swf"]
    assert len(runs.trace(runs.result(keys[2]))) == 30
    (logs / "more" / "a.swf").write_bytes(content + b"\n")
    assert runs.key({"do": "load", "source": sources[1]}) != keys[1]
    with pytest.raises(StoreError, match="has changed"):
        runs.trace(runs.result(keys[1]))


def test_samples_are_listed_with_what_they_show(runs: Runs):
    listed = {sample.name: sample.lesson for sample in runs.samples()}
    assert len(listed) == len(list((ROOT / "sample_traces").glob("*.swf")))
    assert listed["five-jobs.swf"].startswith("EASY") and all(listed.values())


def test_options_reach_the_workload(runs: Runs):
    key = one(runs, SAMPLE | {"options": {"first": "3", "processors": 64}})
    runs.work([key])
    record = runs.store.workload_record(runs.result(key))
    assert (record["jobs"], record["processors"]) == (3, 64)


# -- keys and checks


def test_the_key_names_all_that_decides_the_outcome(runs: Runs, monkeypatch):
    spec = asked(runs)[0]
    same = [
        runs.key(spec),
        runs.key(spec | {"params": {}, "seed": None}),
        runs.key(spec | {"seed": 5, "params": None}),
        runs.key(spec | {"nonsense": 1}),
    ]
    assert len(set(same)) == 1  # fcfs is not random, and unknown words are dropped
    other = runs.store.put_workload(small(ROWS, 5))
    assert (
        len(
            {
                same[0],
                runs.key(spec | {"workload": other}),
                runs.key(spec | {"policy": "easy"}),
                runs.key(spec | {"decisions": None}),
                runs.key(spec | {"decisions": "all"}),
            }
        )
        == 5
    )
    monkeypatch.setattr(tasks, "fingerprint", lambda *parts: "other sources")
    assert runs.key(spec) != same[0]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"do": "delete"}, InputError),
        ({"policy": "eazy"}, UnknownKey),
        ({"policy": None}, UnknownKey),
        ({"params": {"depth": 1}}, ParamError),
        ({"params": "x"}, InputError),
        ({"workload": "../../etc"}, InputError),
        ({"workload": "0" * 24}, InputError),
        ({"workload": ["a"]}, InputError),
        ({"policy": "ostrich"}, Unsupported),
        ({"decisions": "some"}, InputError),
        ({"decisions": [2, 1]}, InputError),
        ({"decisions": [0, "inf"]}, InputError),
        ({"decisions": 5}, InputError),
        ({"decisions": {"a": 1}}, InputError),
    ],
    ids=repr,
)
def test_what_cannot_be_simulated_is_refused_in_a_sentence(runs: Runs, change: dict, error: type):
    spec = asked(runs)[0]
    with pytest.raises(error) as raised:
        runs.submit([spec, spec | change], VISITOR)
    assert len(str(raised.value)) > 20
    assert runs.status(runs.key(spec)).state == "unknown"  # all or nothing


@pytest.mark.parametrize(
    "spec",
    [
        None,
        [],
        "load",
        {},
        {"do": "load"},
        {"do": "load", "source": "x"},
        {"do": "load", "source": {"kind": "file"}},
        {"do": "load", "source": {"kind": "upload", "key": "../x"}},
        {"do": "load", "source": {"kind": "upload"}},
        {"do": "load", "source": {"kind": "upload", "key": "a" * 64}},
        {"do": "load", "source": {"kind": "sample", "name": "../README.md"}},
        {"do": "load", "source": {"kind": "sample", "name": "README.md"}},
        {"do": "load", "source": {"kind": "log"}},
        {"do": "load", "source": {"kind": "log", "name": "/etc/passwd"}},
        {"do": "load", "source": {"kind": "generate", "generator": "os"}},
        {"do": "load", "source": {"kind": "generate", "generator": "poisson", "params": {"jobs": 10**9}}},
        {"do": "load", "source": {"kind": "generate", "generator": "poisson", "params": [1]}},
        {"do": "load", "source": {"kind": "generate", "generator": "poisson", "seed": -1}},
        {"do": "load", "source": {"kind": "generate", "generator": "poisson", "seed": 2**60}},
        SAMPLE | {"options": {"processors": 0}},
        SAMPLE | {"options": {"rm": 1}},
        SAMPLE | {"options": 3},
    ],
    ids=repr,
)
def test_what_cannot_be_loaded_is_refused_in_a_sentence(runs: Runs, spec: object):
    with pytest.raises(InputError, match=r"\."):
        runs.submit([spec], VISITOR)  # type: ignore[list-item]


@pytest.mark.parametrize("key", ["", "..", "../../jobs", "open", "Z" * 24, "0" * 25, None, 3])
def test_bad_links_are_unknown_and_harmless(runs: Runs, key):
    status = runs.status(key)
    assert status.state == "unknown" and "link" in status.message
    assert runs.cancel(key) is False
    runs.work([key])
    with pytest.raises(StoreError):
        runs.result(key)


# -- failure


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (InputError("Line 7 is odd; wanted: a number."), "Line 7 is odd"),
        (AuditFailed("job 3 starts before it is submitted"), "breaks a rule and is not shown: job 3"),
        (Refused("The disk of this server is full."), "disk"),
        (MemoryError(), "more memory"),
        (ZeroDivisionError("secret/path"), "fault of Queuescope"),
    ],
)
def test_errors_are_sentences_in_the_registry(runs: Runs, monkeypatch, caplog, error: BaseException, words: str):
    spec = asked(runs)[0]
    key = one(runs, spec)
    does(monkeypatch, "simulate", fails(error))
    with caplog.at_level("INFO", "queuescope.runs"):
        runs.work([key])
    status = runs.status(key)
    assert status.state == "failed" and words in status.message and "secret" not in status.message
    lines = [record.getMessage() for record in caplog.records if "state=" in record.getMessage()]
    assert len(lines) == 1 and f"key={key}" in lines[0] and "policy=fcfs" in lines[0] and "state=failed" in lines[0]
    assert runs.submit([spec], VISITOR)[0].fresh  # it may be tried again


def test_a_nonsense_file_fails_with_a_sentence(runs: Runs):
    upload = runs.store.save_upload([b"\x00\x01\x02" * 99], "cat.jpg")
    key = one(runs, {"do": "load", "source": {"kind": "upload", "key": upload.key, "name": "cat.jpg"}})
    runs.work([key])
    status = runs.status(key)
    assert status.state == "failed" and "cat.jpg" in status.message


def uploaded(runs: Runs, content: bytes, name: str) -> str:
    upload = runs.store.save_upload([content], name)
    key = one(runs, {"do": "load", "source": {"kind": "upload", "key": upload.key, "name": name}})
    runs.work([key])
    return key


def test_a_file_of_numbers_is_told_what_swf_wants(runs: Runs):
    message = runs.status(uploaded(runs, b"\n1 0 5 60 4 -1 -1 4 90 -1 1 7 2 -1 3 -1 -1\n", "short.txt")).message
    assert "line 2 has 17 fields" in message and "wanted: one line of 18 numbers" in message
    assert "no format known" in runs.status(uploaded(runs, b"1 apple\n", "fruit.txt")).message


def test_how_far_a_load_came_is_kept_when_it_fails(runs: Runs):
    job = b"1 0 5 60 4 -1 -1 4 90 -1 1 7 2 -1 3 -1 -1 -1\n"
    unread, unmade = (runs.status(uploaded(runs, content, "x.swf")) for content in (b"1 2 3\n", job))
    assert unread.state == unmade.state == "failed" and "number of processors" in unmade.message
    assert unread.percent < 100 * READ <= unmade.percent


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ({"kind": "generate", "generator": "poisson", "params": {"jobs": 5}}, "Generating the workload."),
        ({"kind": "sample", "name": "five-jobs.swf"}, "Reading the trace."),
    ],
)
def test_a_load_says_what_it_does_first(tmp_path: Path, source: dict, words: str):
    said = []

    class Told(Progress):
        def at(self, done: float, message: str) -> None:
            said.append(message)

    store = Store(tmp_path)
    spec = specs.check({"do": "load", "source": source, "options": {}}, store)
    tasks.all_tasks()["load"].run(store, specs.key(spec), spec, Told())
    assert said[0] == words and said[1] == "Making the workload."


def test_a_trace_with_too_many_jobs_is_refused(tmp_path: Path):
    runs = Runs(Store(tmp_path, Limits(jobs=4)))
    key = one(runs, SAMPLE)
    runs.work([key])
    assert runs.status(key).state == "failed"
    assert runs.status(key).message.startswith("This trace has 5 jobs and this server takes 4")


def test_one_failure_leaves_the_others_alone(runs: Runs, monkeypatch):
    keys = [ticket.key for ticket in runs.submit(asked(runs, 3), VISITOR)]
    true = tasks.all_tasks()["simulate"].run

    def sometimes(store, key, *rest):
        if key == keys[1]:
            raise InputError("Not this one.")
        return true(store, key, *rest)

    does(monkeypatch, "simulate", sometimes)
    runs.work(keys)
    assert [runs.status(key).state for key in keys] == ["done", "failed", "done"]


def test_a_result_that_is_gone_or_damaged_is_told_and_made_again(runs: Runs):
    spec = asked(runs)[0]
    key = one(runs, spec)
    runs.work([key])
    (runs.store.root / "runs" / key / "placed.end.npy").unlink()
    status = runs.status(key)
    assert status.state == "unknown" and "run it again" in status.message and status.spec["policy"] == "fcfs"
    assert runs.submit([spec], VISITOR)[0].fresh
    runs.work([key])
    assert runs.status(key).state == "done"
    drop(runs.store.root / "workloads" / spec["workload"])
    assert runs.status(key).state == "unknown"
    with pytest.raises(InputError, match="open the trace again"):
        Runs(Store(runs.store.root)).submit([spec], VISITOR)


@pytest.mark.parametrize("when", ["Simulating.", "Measuring.", "Keeping the schedule."])
def test_a_workload_that_had_to_make_room_during_a_run_is_kept_again(runs: Runs, monkeypatch, when: str):
    spec = asked(runs)[0]
    key = one(runs, spec)
    at = Progress.at

    def told(progress: Progress, done: float, message: str) -> None:
        at(progress, done, message)
        if message == when:
            drop(runs.store.root / "workloads" / spec["workload"])

    monkeypatch.setattr(Progress, "at", told)
    runs.work([key])
    assert runs.status(key).state == "done" and len(Store(runs.store.root).schedule(key).placed) == len(ROWS)


def test_a_run_that_has_to_make_room_before_it_is_measured_is_told_in_a_sentence(runs: Runs, monkeypatch):
    spec = asked(runs)[0]
    key = one(runs, spec)
    runs.work([key])
    fair = one(runs, {"do": "fair_start", "run": key})
    drop(runs.store.root / "runs" / key)
    Runs(Store(runs.store.root)).work([fair])
    status = runs.status(fair)
    assert (
        status.state == "failed" and status.message == "This run is not kept on this server (any more); make it again."
    )


def test_the_store_is_right_where_the_registry_knows_nothing(runs: Runs):
    spec = asked(runs)[0]
    key = one(runs, spec)
    runs.work([key])
    shutil.rmtree(runs.store.root / "jobs")
    again = Runs(Store(runs.store.root))
    assert again.status(key).state == "done" and again.status(key).spec["workload"] == spec["workload"]
    assert again.submit([spec], VISITOR)[0].fresh is False


def test_a_damaged_registry_is_made_anew(tmp_path: Path):
    folder = tmp_path / "jobs"
    folder.mkdir()
    (folder / "cache.db").write_bytes(b"no database at all" * 100)
    runs = Runs(Store(tmp_path))
    key = one(runs, SAMPLE)
    runs.work([key])
    assert runs.status(key).state == "done"


# -- who works on what


def test_only_what_was_admitted_is_worked_on_and_only_once(runs: Runs):
    spec = asked(runs)[0]
    never = runs.key(spec)
    runs.work([never])
    assert runs.status(never).state == "unknown" and not runs.store.has_run(never)
    key = one(runs, spec)
    taken = runs.jobs.take(key, handle())
    assert taken and runs.jobs.take(key, handle()) is None
    mine = begun(runs, key, taken)
    assert not runs.jobs.start(key, taken, handle())
    assert not runs.jobs.report(key, taken + "x") and runs.jobs.report(key, mine, percent=40.0, eta=3.0)
    runs.jobs.finish(key, taken + "x", "failed", "No.")
    status = runs.status(key)
    assert (status.state, status.percent, status.eta_seconds) == ("running", 40.0, 3.0) and status.seconds >= 0
    (ticket,) = runs.submit([spec], "another")
    assert (ticket.state, ticket.fresh) == ("running", False)


def test_the_same_wish_twice_is_one_run(runs: Runs):
    spec = asked(runs)[0]
    first, second = runs.submit([spec, dict(spec)], VISITOR)
    assert first.key == second.key and first.fresh and not second.fresh and second.state == "queued"


def ask(home: str, spec: dict, visitor: str, barrier, answers) -> None:
    runs = Runs(Store(Path(home)))
    barrier.wait()
    answers.put([ticket.fresh for ticket in runs.submit([spec], visitor)])


def test_two_processes_that_ask_at_once_start_one_run(runs: Runs):
    context = multiprocessing.get_context("spawn")
    spec = asked(runs)[0]
    barrier, answers = context.Barrier(2), context.SimpleQueue()
    processes = [
        context.Process(target=ask, args=(str(runs.store.root), spec, f"v{n}", barrier, answers)) for n in range(2)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert sorted(answers.get() + answers.get()) == [False, True]
    assert sorted(runs.jobs.get(runs.key(spec))["visitors"]) == ["v0", "v1"]


@pytest.mark.parametrize("remembered", [True, False])
def test_an_upload_that_somebody_opened_before_is_among_those_of_who_opens_it_now(runs, remembered):
    sent = runs.store.save_upload([swf().encode()], "mine.swf")
    spec = {"do": "load", "source": {"kind": "upload", "key": sent.key, "name": "mine.swf"}, "options": {}}
    runs.work([one(runs, spec, "a" * 24)])
    assert not runs.uploads_of("b" * 24)
    if not remembered:
        runs.jobs.cache.delete(runs.key(spec))
    (ticket,) = runs.submit([spec], "b" * 24)
    assert (ticket.state, ticket.fresh) == ("done", False)
    assert [source["key"] for source in runs.uploads_of("b" * 24)] == [sent.key]
    assert not runs.jobs.open_of("b" * 24)


def test_threads_that_ask_at_once_stay_within_the_limit(tmp_path: Path):
    runs = Runs(Store(tmp_path, Limits(visitor_runs=3)))
    outcomes: list[str] = []
    wishes = asked(runs, 8)

    def wish(spec: dict) -> None:
        try:
            runs.submit([spec], VISITOR)
            outcomes.append("taken")
        except Refused:
            outcomes.append("refused")

    threads = [threading.Thread(target=wish, args=(spec,)) for spec in wishes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["refused"] * 5 + ["taken"] * 3


# -- limits


def test_a_visitor_may_have_so_many_runs_open(tmp_path: Path):
    runs = Runs(Store(tmp_path, Limits(visitor_runs=2)))
    wishes = asked(runs, 4)
    with pytest.raises(Refused, match="You have 0 runs open and ask for 3 more; this server takes 2 of one visitor"):
        runs.submit(wishes[:3], VISITOR)
    keys = [ticket.key for ticket in runs.submit(wishes[:2], VISITOR)]
    with pytest.raises(Refused, match="You have 2 runs open"):
        runs.submit(wishes[2:3], VISITOR)
    assert runs.submit(wishes[:2], VISITOR)[0].fresh is False  # asking again costs nothing
    assert runs.submit(wishes[2:3], "another")[0].fresh
    runs.work(keys)
    assert runs.submit(wishes[3:], VISITOR)[0].fresh


def test_the_machine_takes_so_many_runs(tmp_path: Path):
    runs = Runs(Store(tmp_path, Limits(open_runs=2)))
    wishes = asked(runs, 3)
    runs.submit(wishes[:1], "a"), runs.submit(wishes[1:2], "b")
    with pytest.raises(Refused, match="This server has 2 runs open and takes 2 at most"):
        runs.submit(wishes[2:], "c")
    runs.cancel(runs.key(wishes[0]))
    assert runs.submit(wishes[2:], "c")[0].fresh


def test_a_run_that_takes_too_long_is_stopped(tmp_path: Path, monkeypatch):
    runs = Runs(Store(tmp_path, Limits(seconds=0.0)))
    key = one(runs, asked(runs)[0])
    does(monkeypatch, "simulate", endless)
    runs.work([key])
    assert runs.status(key).state == "failed" and "all this server gives to a run" in runs.status(key).message


# -- progress and cancelling


def endless(_store, _key, _spec, progress) -> int:
    """A kernel that goes on until it is asked to stop."""
    progress.jobs = 200
    progress.control[FINISHED] = 50
    while not progress.control[STOP]:
        time.sleep(0)
    raise Cancelled("stopped after 50 of 200 jobs")


def watched(runs: Runs, key: str, wanted) -> None:
    """Look at a run until it is as wanted."""
    while not wanted(runs.status(key)):
        time.sleep(0)


def test_progress_is_seen_and_cancelling_stops_the_run(runs: Runs, monkeypatch, caplog):
    does(monkeypatch, "simulate", endless)
    key = one(runs, asked(runs)[0])
    with caplog.at_level("INFO", "queuescope.runs"):
        worker = threading.Thread(target=runs.work, args=([key],))
        worker.start()
        watched(runs, key, lambda status: status.percent > 0)
        status = runs.status(key)
        assert status.state == "running" and status.percent == pytest.approx(22.5) and status.eta_seconds > 0
        assert runs.cancel(key)
        assert runs.status(key).state == "cancelled"  # at once for who asked
        worker.join()
    assert runs.status(key).state == "cancelled" and runs.jobs.get(key)["state"] == "cancelled"
    assert "state=cancelled" in caplog.text
    assert runs.cancel(key) is False


def test_a_cancelled_run_can_be_asked_for_again_before_it_has_stopped(runs: Runs):
    spec = asked(runs)[0]
    key = one(runs, spec)
    old = begun(runs, key)
    runs.cancel(key)
    assert runs.submit([spec], VISITOR)[0].fresh
    assert runs.jobs.report(key, old) is False  # the old worker stops ...
    runs.jobs.finish(key, old, "cancelled", "")  # ... and has no say any more
    runs.work([key])
    assert runs.status(key).state == "done"


def test_a_queued_run_is_cancelled_at_once(runs: Runs):
    key = one(runs, asked(runs)[0])
    assert runs.cancel(key) and runs.status(key).state == "cancelled"
    runs.work([key])
    assert runs.status(key).state == "cancelled" and not runs.store.has_run(key)


def test_a_run_given_up_before_its_turn_does_not_begin(runs: Runs):
    key = one(runs, asked(runs)[0])
    owner = runs.jobs.take(key, handle())
    assert runs.cancel(key) and runs.status(key).state == "cancelled"
    runs.work_off(key, owner)
    assert runs.jobs.get(key)["state"] == "cancelled" and runs.jobs.get(key)["began"] is None


def test_a_waiting_run_is_cancelled_without_having_begun(tmp_path: Path, monkeypatch):
    runs = Runs(Store(tmp_path, Limits(at_once=1)))
    does(monkeypatch, "simulate", endless)
    first, second = [ticket.key for ticket in runs.submit(asked(runs, 2), VISITOR)]
    worker = threading.Thread(target=runs.work, args=([first, second],))
    worker.start()
    watched(runs, first, lambda status: status.percent > 0)
    assert runs.cancel(second) and runs.cancel(first)
    worker.join()
    assert [runs.jobs.get(key)["state"] for key in (first, second)] == ["cancelled", "cancelled"]
    assert runs.jobs.get(second)["began"] is None


def test_a_run_others_wait_for_goes_on(runs: Runs):
    spec = asked(runs)[0]
    key = one(runs, spec, "a")
    runs.submit([spec], "b")
    assert runs.cancel(key, "a") is False and runs.status(key).state == "queued"
    assert runs.cancel(key, "b") is True and runs.status(key).state == "cancelled"


# -- death


def test_a_run_whose_process_is_gone_is_lost_and_may_be_asked_for_again(runs: Runs):
    spec = asked(runs)[0]
    key = one(runs, spec)
    runs.jobs.start(key, runs.jobs.take(key, handle()), ended())
    status = runs.status(key)
    assert status.state == "lost" and "run it again" in status.message and status.awaited
    assert runs.submit([spec], VISITOR)[0].fresh
    runs.work([key])
    assert runs.status(key).state == "done"


def test_a_silent_run_is_not_lost_as_long_as_its_process_lives(runs: Runs, monkeypatch):
    waiting, running = (ticket.key for ticket in runs.submit(asked(runs, 2), VISITOR))
    begun(runs, running)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 86_400)
    assert [runs.status(key).state for key in (waiting, running)] == ["queued", "running"]
    assert not any(ticket.fresh for ticket in runs.submit(asked(runs, 2), VISITOR))


def test_a_run_that_ends_between_two_looks_at_its_registry_is_not_lost(runs: Runs, monkeypatch):
    """It was running when it was read, and its process was gone when that was asked for."""
    key = one(runs, asked(runs)[0])
    mine = begun(runs, key)

    def gone(owner: str) -> bool:
        monkeypatch.setattr(registry, "alive", alive)
        runs.jobs.finish(key, mine, "failed", "Too bad.")
        return False

    monkeypatch.setattr(registry, "alive", gone)
    assert (runs.status(key).state, runs.status(key).message) == ("failed", "Too bad.")


def test_a_number_used_again_is_another_process():
    number, created = handle().split("x")
    assert alive(handle()) and alive(f"{handle()}.abc")
    for other in (
        f"{number}x{int(created) + 1}",
        f"{number}x",
        number,
        "",
        None,
        "x",
        "-1x2",
        f"{10**30}x1",
        "\u0662x1",
    ):
        assert not alive(other)


def test_a_lost_run_takes_no_place(tmp_path: Path):
    runs = Runs(Store(tmp_path, Limits(visitor_runs=1, open_runs=1, at_once=1)))
    first, second = asked(runs, 2)
    key = one(runs, first)
    runs.jobs.start(key, runs.jobs.take(key, handle()), ended())
    other = one(runs, second)
    runs.work([other])
    assert runs.status(other).state == "done" and runs.status(key).state == "lost"


def test_a_run_whose_server_ended_waits_again_but_not_for_ever(runs: Runs):
    key = one(runs, asked(runs)[0])
    gone = ended()
    for _ in range(registry.TRIES):
        assert runs.status(key).state == "queued" and runs.jobs.open_of(VISITOR) == [key]
        owner = runs.jobs.take(key, gone)
        assert owner is not None
    assert runs.status(key).state == "lost" and runs.jobs.take(key, handle()) is None


def test_a_result_whose_worker_ended_before_it_said_so_is_not_worked_out_again(runs: Runs, monkeypatch):
    key = one(runs, asked(runs)[0])
    with monkeypatch.context() as patched:
        patched.setattr(registry.RunRegistry, "finish", lambda *_: None)
        runs.work([key])
    runs.jobs.give_back(handle())
    record = runs.store.root / "runs" / key
    before = record.stat().st_ino
    assert registry.waits(runs.jobs.get(key))
    runs.work([key])
    assert (runs.jobs.get(key)["state"], runs.status(key).state) == ("done", "done")
    assert record.stat().st_ino == before


def test_a_cell_whose_worker_ended_before_it_said_so_is_not_worked_out_again(runs: Runs, monkeypatch):
    log = swf().encode()
    upload = runs.store.save_upload([log], "small.swf")
    trace = parse(log, "small.swf")
    plan = sweep_plan.read(b'trace = "small.swf"\n[[policies]]\npolicy = "easy"\n', "plan")
    (cell,) = sweep.runs_of(plan, trace)
    source = {"kind": "upload", "key": upload.key, "name": upload.name}
    runs.jobs.admit({cell.key: {"do": "cell", "source": source, "run": cell.spec}}, VISITOR, lambda key: False)
    with monkeypatch.context() as patched:
        patched.setattr(registry.RunRegistry, "finish", lambda *_: None)
        runs.work([cell.key])
    runs.jobs.give_back(handle())
    before = (runs.store.root / "parts" / cell.key).stat().st_ino
    runs.work([cell.key])
    assert (runs.jobs.get(cell.key)["state"], runs.status(cell.key).state) == ("done", "done")
    assert (runs.store.root / "parts" / cell.key).stat().st_ino == before


def test_what_a_server_has_in_hand_when_it_ends_waits_for_the_next(runs: Runs):
    spec = asked(runs)[0]
    key = one(runs, spec)
    for _ in range(registry.TRIES + 1):  # an orderly end is no failed try
        mine = begun(runs, key)
        runs.jobs.give_back(handle())
        assert runs.status(key).state == "queued" and not runs.jobs.report(key, mine)
    runs.jobs.queue(1)
    assert "It was interrupted when the server ended" in runs.status(key).message
    runs.work([key])
    assert runs.status(key).state == "done"


def test_a_program_that_was_changed_does_not_run_what_another_was_asked_for(runs: Runs, monkeypatch):
    key = one(runs, asked(runs)[0])
    monkeypatch.setattr(tasks, "fingerprint", lambda *parts: "edited since")
    runs.work([key])
    assert runs.status(key).state == "failed" and "program was changed" in runs.status(key).message
    assert not runs.store.has_run(key)


WORKER = """
import sys, time
from dataclasses import replace
from pathlib import Path
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from scheduler.results.tasks import all_tasks

def hang(store, key, spec, progress):
    print("hanging", flush=True)
    while True:
        time.sleep(1)

all_tasks()["simulate"] = replace(all_tasks()["simulate"], run=hang)
Runs(Store(Path(sys.argv[1]))).work([sys.argv[2]])
"""


def test_a_killed_worker_is_noticed(runs: Runs):
    key = one(runs, asked(runs)[0])
    worker = subprocess.Popen(
        [sys.executable, "-c", WORKER, str(runs.store.root), key],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert worker.stdout is not None and worker.stdout.readline() == b"hanging\n"
    assert runs.status(key).state == "running"
    worker.send_signal(signal.SIGKILL)
    worker.communicate()
    assert runs.status(key).state == "queued"  # it was its own server
    begun(runs, key)
    assert runs.status(key).state == "running"


# -- a full disk, old results


def test_a_full_disk_fails_the_run_with_a_sentence(runs: Runs, monkeypatch):
    import errno

    from scheduler.results import columns

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    key = one(runs, asked(runs)[0])
    monkeypatch.setattr(columns.np.lib.format, "write_array", full)
    runs.work([key])
    assert runs.status(key).state == "failed" and "disk of this server is full" in runs.status(key).message
    assert not list((runs.store.root / "runs").iterdir())


def test_results_of_other_sources_are_not_taken_for_these(runs: Runs, monkeypatch):
    spec = asked(runs)[0]
    key = one(runs, spec)
    runs.work([key])
    monkeypatch.setattr(tasks, "fingerprint", lambda *parts: "edited since")
    (ticket,) = runs.submit([spec], VISITOR)
    assert ticket.fresh and ticket.key != key


def test_nothing_in_the_home_is_pickled(runs: Runs):
    keys = [ticket.key for ticket in runs.submit([SAMPLE, *asked(runs)], VISITOR)]
    runs.work(keys)
    for path in runs.store.root.rglob("*"):
        if path.suffix == ".npy":
            assert np.load(path, allow_pickle=False).dtype != object
        elif path.is_file() and "jobs" not in path.parts and path.name != "written":
            assert orjson.loads(path.read_bytes()) is not None
    with sqlite3.connect(runs.store.root / "jobs" / "cache.db") as base:
        modes = {mode for (mode,) in base.execute("SELECT mode FROM Cache")}
    base.close()
    assert 4 not in modes  # diskcache's number for pickle


def test_pages_look_often_where_something_is_about_to_happen():
    running, queued = (
        (lambda eta: Status("running", eta_seconds=eta, seconds=1e3)),
        (lambda begins: Status("queued", begins=begins)),
    )
    assert [running(eta).pause for eta in (None, 0.1, 16.0, 900.0)] == [0.15, 0.15, 2.0, 3.0]
    begun = [Status("running", eta_seconds=900.0, seconds=seconds).pause for seconds in (None, 0.5, 8.0, 600.0)]
    assert begun == [0.15, 0.15, 1.0, 3.0]  # what is left of a run that has only begun is a guess
    assert [queued(begins).pause for begins in (None, 0.0, 8.0, 900.0)] == [0.15, 0.15, 1.0, 3.0]
    assert poll_pause([running(16.0), queued(8.0)]) == 1_000 and poll_pause([]) == 3_000
    assert [
        Status(state).awaited for state in ("queued", "running", "lost", "done", "failed", "cancelled", "unknown")
    ] == [True, True, True, False, False, False, False]


def test_a_run_in_which_nothing_moves_says_that_the_simulator_may_be_compiled():
    progress = Progress()
    progress.at(0.0, "Simulating.")
    progress.jobs = 5
    assert progress.full_message == "Simulating."  # it has only begun
    progress.began -= 60
    assert progress.full_message.startswith(
        "Simulating. 60 s without a job: most likely the code of this policy is being compiled"
    )
    progress.control[FINISHED] = 1
    assert progress.full_message == "Simulating."
