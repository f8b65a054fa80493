"""Runs by way of a broker: a real Redis, real worker processes, and what happens when any of them is killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import kombu.pools
import kombu.transport.redis
import pytest

import queuescope as qs
from queuescope import remote
from scheduler import __version__, compiled
from scheduler.__main__ import main
from scheduler.broker import address, leases, quotas, tickets
from scheduler.broker.values import LOCK, PREFIX, Values, reachable
from scheduler.cli import doctor
from scheduler.errors import InputError, QueuescopeError, Refused, StoreError
from scheduler.formats import parse
from scheduler.generators import make
from scheduler.preparation.build import workload
from scheduler.results import folders
from scheduler.results.limits import Limits, quota_of
from scheduler.results.queue import registry as registry_tables
from scheduler.results.queue.registry import CANCELLED, DONE, FAILED, QUEUED, RUNNING, RunRegistry
from scheduler.results.queue.runs import Runs
from scheduler.results.records import unsealed
from scheduler.results.store import Store
from scheduler.results.sweeps import plan as sweep_plan
from scheduler.results.sweeps.sweep import runs_of, sweep
from scheduler.results.tasks import cell
from tests.cases.asking import asking
from tests.cases.other_work import does
from tests.cases.redis_server import PASSWORD, RedisServer
from tests.cases.server_home import compile_nothing_ahead
from tests.cases.small_log import ROOT, is_one_sentence
from tests.cases.width import ALL, width
from tests.conftest import HOME

SAMPLE = ROOT / "sample_traces" / "steady-load.swf"
CELLS = width(24, 1_000)  # of the sweep of the kill test
PLAN = f"""
trace = "{SAMPLE}"
loads = [{", ".join(str(round(0.6 + 0.6 * cell / CELLS, 4)) for cell in range(CELLS // 2))}]
[[policies]]
policy = "easy"
[[policies]]
policy = "fcfs"
"""
PATIENCE = 60.0  # s until something that has to come is taken for lost
LEASE = "5"  # s
LONGEST = 300 + CELLS  # s: of the kill test, far more than it needs
VOLATILE = {"made", "seconds", "cpu_seconds", "kernel_cpu_seconds", "crc32", "files", "key"}


@pytest.fixture(scope="module")
def redis(tmp_path_factory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    yield server
    server.kill()


@pytest.fixture
def broker(redis, monkeypatch) -> RedisServer:
    """This process uses the broker, too, and finds it empty."""
    for name in (address.SETTING, leases.SETTING, address.FILE):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(address.SETTING, redis.address)
    monkeypatch.setenv(leases.SETTING, LEASE)
    with reachable() as client:
        until(lambda: all(other["cmd"] != "brpop" for other in client.client_list()), "the end of killed workers")
        client.flushall()  # else one of them, whose connection still stands, is handed the next ticket
    return redis


def until(holds: Callable[[], Any], what: str) -> Any:
    """What holds() gives as soon as it is true."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(StoreError):
            if value := holds():
                return value
        threading.Event().wait(0.05)
    return pytest.fail(f"{what} did not happen within {PATIENCE:g} s")


class Workers:
    """Worker processes in groups of their own, each with two processes that work."""

    def __init__(self, folder: Path, broker: RedisServer, home: Path):
        self.folder, self.home, self.log = folder, home, folder / "workers.log"
        self.known = {
            **os.environ,
            "QUEUESCOPE_HOME": str(home),
            "QUEUESCOPE_CODE": str(HOME),
            "PYTHONWARNINGS": "default",
            address.SETTING: broker.address,
            leases.SETTING: LEASE,
        }
        self.processes: list[subprocess.Popen] = []

    def start(self, count: int, *options: str) -> None:
        for _ in range(count):
            with self.log.open("ab") as log:
                self.processes.append(
                    subprocess.Popen(
                        [sys.executable, "-m", "scheduler", "worker", "--processes", "2", *options],
                        cwd=ROOT,
                        env=self.known,
                        stdout=log,
                        stderr=log,
                        start_new_session=True,
                    )
                )
        until(lambda: len(leases.workers()) >= count, "the start of the workers")

    def end(self) -> None:
        for process in self.processes:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def workers(tmp_path, broker) -> Iterator[Workers]:
    team = Workers(tmp_path, broker, tmp_path / "home")
    team.home.mkdir(mode=0o700)
    yield team
    team.end()
    assert PASSWORD not in team.log.read_text(errors="replace") if team.log.exists() else True


@pytest.fixture
def bounded() -> Iterator[None]:
    """A sweep waits for workers for as long as it takes; a test does not."""

    def end(*_: object) -> None:
        raise TimeoutError("the sweep does not end")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(LONGEST)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


# -- the kill test ------------------------------------------------------------------------------------------------


@pytest.mark.exhaustive  # the usual run kills a sweep without a broker, and one of two servers
def test_a_sweep_survives_the_end_of_a_worker_of_redis_and_of_who_asked(workers, broker, tmp_path, bounded):
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    store = Store(workers.home)
    parts = store.root / "parts"
    command = [sys.executable, "-m", "scheduler", "sweep", str(plan), "--out", str(tmp_path / "out.csv")]
    workers.start(2)
    web, port = serving(workers, tmp_path)
    asking = subprocess.Popen(command, cwd=ROOT, env=workers.known, stderr=subprocess.DEVNULL)
    registry = RunRegistry(store.root / "jobs", store.limits)

    def held_by_the_first() -> bool:
        jobs = registry.jobs_of(registry._listed()).values()
        return any(
            job and job["state"] == RUNNING and f"-{child}-" in job["owner"]
            for job in jobs
            for child in children(workers.processes[0].pid)
        )

    until(held_by_the_first, "a cell in the hands of the first worker")
    os.killpg(workers.processes[0].pid, signal.SIGKILL)
    until(lambda: len(kept(parts)) >= CELLS // 4, "a quarter of the sweep")
    broker.kill()  # with all that it knows
    asking.kill()  # and who asked is gone, too
    asking.wait()
    broker.start()
    if ALL:
        web.kill()  # as is the web server; else it has to find the broker again
        web.wait()
        web, port = serving(workers, tmp_path, port)
    before = kept(parts)
    assert CELLS // 4 <= len(before) < CELLS
    trace = parse(SAMPLE.read_bytes(), SAMPLE.name)
    record = sweep(store, sweep_plan.read(PLAN.encode(), "plan"), str(SAMPLE), trace)

    runs = runs_of(sweep_plan.read(PLAN.encode(), "plan"), trace)
    assert len(runs) == CELLS == len({run.key for run in runs}) == len(record["columns"]["policy"])
    after = kept(parts)
    assert set(after) == {run.key for run in runs}
    assert all(after[key] == inode for key, inode in before.items())  # what was done was not done again
    cells_of = list(zip(record["columns"]["policy"], record["columns"]["load_asked"], strict=True))
    assert cells_of == [(run.setup.policy.key, run.load) for run in runs]
    until(lambda: facts(port)["workers"], "the word of the worker that its broker had forgotten")
    assert facts(port)["queue"] == {"waiting": 0, "running": 0}
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/compare?sweep={record['key']}", timeout=PATIENCE) as page:
        assert page.status == 200
    web.terminate()
    web.wait()
    for run in (runs[7], runs[-1]):  # the numbers are those that this process gives
        mine = cell.simulated(cell.Bench(str(SAMPLE), trace.sha256), run.spec)
        theirs = store.json("parts", run.key)["result"]
        assert {**mine, "kernel_cpu_seconds": 0} == {**theirs, "kernel_cpu_seconds": 0}


def serving(workers: Workers, folder: Path, port: int = 0) -> tuple[subprocess.Popen, int]:
    """The web server as a process of its own on that port, a free one where none is told, once it answers."""
    if not port:
        compile_nothing_ahead(workers.home)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
    with (folder / "web.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "app.py", "--port", str(port)],
            cwd=ROOT,
            env=workers.known,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    workers.processes.append(process)
    until(lambda: process.poll() is None and facts(port), "the start of the web server")
    return process, port


def facts(port: int) -> dict[str, Any]:
    """What /health tells this machine; nothing where it does not answer."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=PATIENCE) as answer:
            return json.load(answer)
    except OSError:
        return {}


def kept(parts: Path) -> dict[str, int]:
    """{key: inode} of what is kept: what is done again is a new file."""
    return {path.name: path.stat().st_ino for path in parts.iterdir() if not path.name.startswith(".")}


def children(process: int) -> list[int]:
    path = Path(f"/proc/{process}/task/{process}/children")
    return [int(number) for number in path.read_text().split()] if path.exists() else []


# -- a worker that hears nothing ----------------------------------------------------------------------------------------


def test_a_worker_begins_anew_where_tickets_lie_while_nobody_works(broker, tmp_path, monkeypatch):
    """After a restart of Redis, Celery may take no more tickets; here nobody listens from the beginning."""
    from scheduler.results import worker  # which wants to know its broker

    begun: list[bool] = []
    monkeypatch.setattr(worker, "begin_anew", lambda: begun.append(True))
    monkeypatch.setenv(leases.SETTING, "1")
    store = Store(tmp_path)
    registry, custodian = RunRegistry(store.root / "jobs", store.limits), worker.Custodian(2, float("inf"))
    assert custodian.name not in [one["name"] for one in leases.workers()]
    custodian.look(registry)
    assert custodian.unheard is None  # no ticket lies there
    tickets.send()
    monkeypatch.setattr(worker.state, "active_requests", {"a run"})
    custodian.look(registry)
    assert custodian.unheard is None  # somebody works, and takes it later
    monkeypatch.setattr(worker.state, "active_requests", set())

    def begins() -> bool:
        custodian.look(registry)
        return bool(begun)

    until(begins, "the new beginning")
    assert custodian.name not in [one["name"] for one in leases.workers()]


def test_a_worker_with_nothing_to_do_ends_when_it_is_told_to(broker, monkeypatch):
    from scheduler.results import worker  # which wants to know its broker

    ended = threading.Event()
    signals: list[tuple[int, int]] = []
    monkeypatch.setenv(worker.IDLE, "")
    monkeypatch.setattr(worker.app, "worker_main", lambda words: worker._lead())
    monkeypatch.setattr(worker.os, "kill", lambda *to: (signals.append(to), ended.set()))
    assert main(["worker", "--processes", "1", "--idle-exit", "0.4s"]) == 0
    until(leases.workers, "the word that it is there")
    assert not signals and ended.wait(PATIENCE)
    assert signals == [(os.getpid(), signal.SIGTERM)] and leases.workers() == []


AGAIN = """
import os, subprocess, sys
from scheduler.results.worker import begin_anew
if "CHILD" in os.environ:
    os.waitpid(int(os.environ["CHILD"]), 0)             # it ended, or this would never return
    print("again", sys.argv[1:], os.getpid() == int(os.environ["SELF"]))
else:
    os.environ["CHILD"] = str(subprocess.Popen(["sleep", "600"]).pid)
    os.environ["SELF"] = str(os.getpid())
    begin_anew()
"""


def test_a_program_that_begins_anew_keeps_its_process_and_words_and_loses_its_children(broker):
    known = {**os.environ, "QUEUESCOPE_CODE": str(HOME)}
    done = subprocess.run(
        [sys.executable, "-c", AGAIN, "worker", "--processes", "2"],
        cwd=ROOT,
        env=known,
        text=True,
        capture_output=True,
        timeout=PATIENCE,
    )
    assert done.stdout == "again ['worker', '--processes', '2'] True\n", done.stderr


# -- runs of the pages ----------------------------------------------------------------------------------------------


def test_runs_of_the_page_come_of_workers_as_they_do_of_this_machine(workers, broker, tmp_path, monkeypatch):
    workers.start(1)
    far, here = Runs(Store(workers.home)), None
    asked = {"do": "load", "source": {"kind": "sample", "name": "steady-load.swf"}}
    loading = far.submit([asked], "somebody", asking("somebody"))[0]
    assert (loading.state, loading.fresh) == (QUEUED, True)
    until(lambda: far.status(loading.key).state == DONE, "the workload")
    spec = {"do": "simulate", "workload": far.result(loading.key), "policy": "easy"}
    ticket = far.submit([spec], "somebody", asking("somebody"))[0]
    again = Runs(Store(workers.home))  # the server was restarted
    until(lambda: again.status(ticket.key).state == DONE, "the run")
    keys = [loading.key, far.result(loading.key), ticket.key]
    assert [far.store.holders.of(key) for key in keys] == [asking("somebody")] * 3
    assert far.store.quota.used(asking("somebody").visitor) >= sum(
        folders.size(far.store.root / kind / key)
        for kind, key in zip(("loads", "workloads", "runs"), keys, strict=True)
    )
    assert again.submit([spec], "another")[0].state == DONE and again.own("somebody") == {}

    # what takes long tells how far it is, and is cancelled at once
    slow = far.submit([{"do": "replicas", "runs": [ticket.key], "replicas": 100}], "somebody")[0]
    until(
        lambda: far.status(slow.key).state == RUNNING and far.status(slow.key).percent > 0,
        "the beginning of the long run",
    )
    assert "Replica" in far.status(slow.key).message
    assert far.cancel(slow.key, "somebody")
    until(lambda: far.status(slow.key).state == CANCELLED, "its end")

    # what the broker holds is not trusted
    registry = far.jobs
    wrong = {
        "do": "simulate",
        "workload": "../../secret",
        "policy": "easy",
        "params": {},
        "seed": None,
        "decisions": "auto",
    }
    other = dict(again.jobs.get(ticket.key)["spec"], policy="fcfs")
    registry.admit(
        {"a" * 24: wrong, "b" * 24: other, "c" * 24: {"do": "cell", "source": asked["source"], "run": {"os": "rm"}}},
        "intruder",
        lambda key: False,
    )
    for key in "abc":
        until(lambda key=key: registry.get(key * 24)["state"] == FAILED, "the refusal")
        assert is_one_sentence(registry.get(key * 24)["message"])
    assert not (store := Store(workers.home)).has_run("b" * 24) and store.has_run(ticket.key)

    workers.processes[0].terminate()
    until(lambda: workers.processes[0].poll() is not None, "the end of the worker")
    assert workers.processes[0].returncode == 0

    monkeypatch.delenv(address.SETTING)
    here = Runs(Store(tmp_path / "here"))
    first = here.submit([asked], "somebody")[0]
    here.work([first.key])
    second = here.submit([spec], "somebody")[0]
    here.work([second.key])
    assert (first.key, second.key) == (loading.key, ticket.key)
    assert contents(here.store.root / "runs" / ticket.key) == contents(far.store.root / "runs" / ticket.key)
    workload = spec["workload"]
    assert contents(here.store.root / "workloads" / workload) == contents(far.store.root / "workloads" / workload)


def test_a_run_tells_what_runs_so_far_and_stops_soon_after_it_was_cancelled(workers, broker):
    """The worker says so itself: it is not ended, and takes the next run."""
    workers.start(1)
    before = set(until(lambda: children(workers.processes[0].pid), "the start of the processes"))
    far = Runs(Store(workers.home))
    jobs = workload(make("poisson", {"jobs": 60_000, "load": 1.4}, 3))
    many = {"do": "simulate", "workload": far.store.put_workload(jobs, {}), "policy": "conservative"}
    slow = far.submit([many], "somebody")[0].key
    until(lambda: (far.status(slow).so_far or {}).get("started"), "what runs so far")
    so_far = far.status(slow).so_far or {}
    assert (
        so_far["jobs"] == 60_000 and 0 < so_far["started"] < 60_000 and so_far["processors"] == jobs.platform.processors
    )
    assert far.cancel(slow, "somebody")
    until(lambda: far.jobs.get(slow)["state"] != RUNNING, "the end of the run")
    assert far.jobs.get(slow)["state"] == CANCELLED and not far.store.has_run(slow)
    few = far.submit([many | {"policy": "fcfs"}], "somebody")[0].key
    until(lambda: far.status(few).state == DONE, "the next run")
    assert set(children(workers.processes[0].pid)) == before


@pytest.mark.exhaustive
def test_all_else_that_is_asked_for_comes_of_workers_as_it_does_of_this_machine(workers, broker, tmp_path, monkeypatch):
    """{what is asked for: what is kept of it}, with the names of the kinds of the store."""

    def asked_of(runs: Runs, work: Callable[[str], None]) -> dict[str, Any]:
        def done(kind: str, **spec: Any) -> str:
            (ticket,) = runs.submit([spec], "somebody")
            work(ticket.key)
            assert runs.status(ticket.key).state == DONE, runs.status(ticket.key).message
            if kind:
                kept_by_kind[kind] = plain(runs.store.json(kind, ticket.key))
            return ticket.key

        kept_by_kind: dict[str, Any] = {}
        workload = runs.result(done("", do="load", source={"kind": "sample", "name": "five-jobs.swf"}))
        run = done("", do="simulate", workload=workload, policy="conservative")
        done("fair_starts", do="fair_start", run=run)
        bare = done("", do="simulate", workload=workload, policy="conservative", decisions=None)
        done("plans", do="plan", run=bare, time=1.0)
        done("replicas", do="replicas", runs=[run], replicas=3, shake=10)
        done("experiments", do="reproduce", experiment="ostrich-2013/tight")
        changed = runs.result(done("", do="change", workload=workload, change={"processors": 9}))
        return kept_by_kind | {"changed": contents(runs.store.root / "workloads" / changed)}

    workers.start(1)
    far = Runs(Store(workers.home))
    theirs = asked_of(far, lambda key: until(lambda: far.status(key).state in (DONE, FAILED), "the run"))
    monkeypatch.delenv(address.SETTING)
    here = Runs(Store(tmp_path / "here"))
    mine = asked_of(here, lambda key: here.work([key]))
    assert theirs == mine and all(mine.values()) and len(mine) == 5


def plain(value: Any) -> Any:
    """Without when and how fast it was made."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items() if name not in VOLATILE - {"key", "files"}}
    return [plain(one) for one in value] if isinstance(value, list) else value


@pytest.mark.exhaustive
def test_a_process_of_a_worker_ends_after_so_many_runs(workers, broker):
    workers.known["QUEUESCOPE_LIMITS"] = "process_runs=1"
    workers.start(1)
    before = set(until(lambda: children(workers.processes[0].pid), "the start of the processes"))
    far = Runs(Store(workers.home))
    key = far.submit([{"do": "load", "source": {"kind": "sample", "name": "steady-load.swf"}}], "somebody")[0].key
    until(lambda: far.status(key).state == DONE, "the workload")
    until(lambda: len(set(children(workers.processes[0].pid)) - before) == 1, "the new process")
    spec = {"do": "simulate", "workload": far.result(key), "policy": "easy"}
    run = far.submit([spec], "somebody")[0].key
    until(lambda: far.status(run).state == DONE, "the run by the processes that are left")
    assert far.store.has_run(run)


def test_workers_go_on_whatever_another_program_writes_into_the_broker(workers, broker):
    """Records, tables, workers and tickets that are no JSON, or JSON of another shape."""
    workers.start(1)
    before = set(until(lambda: children(workers.processes[0].pid), "the start of the processes"))
    far = Runs(Store(workers.home))
    now = time.time()
    odd = [b"\xff no JSON", b"5", b"[]", b"{}", b'{"a": null}', b'{"state": "queued", "cancel": false}']
    with reachable() as client:
        for number, raw in enumerate(odd):
            client.set(f"{PREFIX}runs:odd{number}", raw)
            client.set(f"{PREFIX}worker:odd{number}", raw)
            client.set(quotas._key("somebody", int(now // 3_600) - number), raw)
        client.set(f"{PREFIX}runs:\udcff".encode(errors="surrogateescape"), b"1")
        client.set(f"{PREFIX}runs:{registry_tables.OPEN}", json.dumps({f"odd{at}": ["v"] for at in range(len(odd))}))
        for table in (registry_tables.SERVED, registry_tables.LENGTHS, registry_tables.PLAN):
            client.set(f"{PREFIX}runs:{table}", odd[0])
        client.lpush(f"queuescope:celery:{tickets.QUEUE}", *odd)
    assert len(leases.workers()) == 1 and leases.places() == 2 and quotas.used("somebody", now) == 5
    key = far.submit([{"do": "load", "source": {"kind": "sample", "name": "five-jobs.swf"}}], "somebody")[0].key
    until(lambda: far.status(key).state == DONE, "the workload")
    assert set(children(workers.processes[0].pid)) == before  # it was not begun anew
    said = workers.log.read_text()
    assert all(f"'odd{number}'" in said for number in range(len(odd))) and "Traceback" not in said
    assert said.count("a ticket that nobody can read") == len(odd)


def test_a_run_that_does_not_stop_is_cancelled_and_its_process_ended(broker, tmp_path, monkeypatch):
    """Where there is no dispatcher that could do it; here the end of the process sets the run free."""
    from scheduler.results.queue import worker

    began, ended = threading.Event(), threading.Event()
    seen: list[str] = []

    def goes_on(*_: object) -> int:
        began.set()
        return 0 if ended.wait(PATIENCE) else 1

    def end() -> None:
        seen.append(runs.status(key).state)  # who asked knows before the process is gone
        ended.set()

    monkeypatch.setattr(worker, "MERCY", 0.3)
    does(monkeypatch, "load", goes_on)
    runs = Runs(Store(tmp_path))
    key = runs.submit([{"do": "load", "source": {"kind": "sample", "name": "steady-load.swf"}}], "somebody")[0].key
    owner = runs.jobs.take(key, leases.handle())
    working = threading.Thread(target=runs.work_off, args=(key, owner, leases.handle(), end))
    working.start()
    assert began.wait(PATIENCE)
    assert runs.cancel(key, "somebody")
    working.join(PATIENCE)
    assert not working.is_alive() and seen[0] == CANCELLED


def test_the_library_has_its_runs_done_by_workers(workers, broker, tmp_path, monkeypatch):
    workers.start(1)
    far, here = (
        qs.load("steady-load.swf", first=300, store=Store(folder)) for folder in (workers.home, tmp_path / "here")
    )
    chosen = ["easy", qs.policy("tabu", seed=3), qs.policy("saf", aging=1000.0)]
    monkeypatch.setattr("queuescope.work.task_of", None)  # nothing is simulated in this process
    runs = qs.compare(far, chosen)
    assert runs.table.shape[0] == 3 and qs.compare(far, chosen).keys == runs.keys
    with pytest.raises(QueuescopeError, match="SJF: "):  # what fits no key is refused, and nobody waits for ever
        remote.done(
            far.store,
            {"e" * 24: {"do": "simulate", "workload": "f" * 24, "policy": "sjf"}},
            {"e" * 24: "SJF"},
            lambda *_: None,
        )
    monkeypatch.undo()
    monkeypatch.delenv(address.SETTING, raising=False)
    mine = qs.compare(here, chosen)
    assert mine.keys == runs.keys
    for key in runs.keys:
        assert contents(here.store.root / "runs" / key) == contents(far.store.root / "runs" / key)


def contents(folder: Path) -> dict[str, Any]:
    """{file: bytes}; of the record all but when it was made and how long it took."""
    return {
        path.name: {name: value for name, value in unsealed(path.read_bytes()).items() if name not in VOLATILE}
        if path.suffix == ".json"
        else path.read_bytes()
        for path in sorted(folder.glob("*.*"))
    }


# -- the registry in the broker -------------------------------------------------------------------------------------


@pytest.fixture
def registry(broker, tmp_path) -> RunRegistry:
    return RunRegistry(tmp_path / "jobs", Limits(visitor_runs=3, open_runs=5))


def spec(number: int) -> dict[str, Any]:
    return {"do": "simulate", "number": number}


def never(key: str) -> bool:
    return False


def test_two_who_ask_at_once_start_a_run_once(registry):
    answers: list[bool] = []
    threads = [
        threading.Thread(target=lambda: answers.append(registry.admit({"k": spec(1)}, "v", never)["k"][1]))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [False] * 7 + [True]
    with reachable() as client:
        assert tickets.waiting(client) == 1
    with pytest.raises(Refused):
        registry.admit({str(number): spec(number) for number in range(4)}, "v", never)
    assert registry.get("0") is None  # all or nothing
    registry.admit({f"s{number}": spec(number) for number in range(9)}, "sweep x", never, background=True)
    registry.admit({"mine": spec(5)}, "w", never)  # a sweep counts for nobody's limit
    assert registry.queue(2)[:2] == ["k", "mine"]  # and goes after all others


def test_a_run_whose_lease_has_run_out_is_begun_again_and_lost_the_second_time(registry):
    registry.admit({"k": spec(1)}, "v", never)
    for round_ in (1, 2):
        owner = registry.take("k", leases.handle())
        assert owner and registry.take("k", leases.handle()) is None
        mine = registry.start("k", owner, leases.handle())
        assert mine and registry.report("k", mine, percent=10.0)
        assert registry.queue(1) == [] and registry.get("k")["tries"] == round_
        leases.drop(mine)  # its worker is gone
    assert registry.take("k", leases.handle()) is None
    registry.admit({"k": spec(1)}, "v", never)
    assert registry.get("k")["state"] == QUEUED and registry.queue(1) == ["k"]


def test_who_was_taken_for_gone_changes_nothing_any_more(registry):
    registry.admit({"k": spec(1)}, "v", never)
    first = registry.start("k", registry.take("k", leases.handle()), leases.handle())
    leases.drop(first)
    second = registry.start("k", registry.take("k", leases.handle()), leases.handle())
    assert not registry.report("k", first, percent=50.0)
    registry.finish("k", first, DONE, "Done.")
    assert registry.get("k")["state"] == RUNNING
    registry.finish("k", second, DONE, "Done.")
    assert registry.get("k")["state"] == DONE


def test_a_transaction_that_lost_its_lock_writes_nothing(broker):
    values = Values("test")
    values.set("a", 1)
    with pytest.raises(StoreError), values.transact():
        values.set("a", 2)
        assert values.get("a") == 2
        with reachable() as client:
            client.set(LOCK, b"somebody else's")
    assert values.get("a") == 1
    with reachable() as client:
        client.delete(LOCK)
    with pytest.raises(ZeroDivisionError), values.transact():
        values.set("a", 3)
        raise ZeroDivisionError
    assert values.get("a") == 1
    with values.transact():
        values.delete("a")
        values.set("b", {"c": [1, 2.5, None]})
    assert list(values.iterkeys()) == ["b"] and values.get_many(["a", "b"]) == [None, {"c": [1, 2.5, None]}]
    assert values.add("d", 1) and not values.add("d", 2)


def test_what_visitors_had_kept_is_counted_for_all_machines(broker, tmp_path):
    limits, ann, bob = Limits(visitor_kept=100, address_kept=150), asking("ann"), asking("bob")
    first, second = quota_of(tmp_path / "a", limits), quota_of(tmp_path / "b", limits)
    first.count(ann, 60)
    second.count(ann, 50)
    assert first.used(ann.visitor) == second.used(ann.visitor) == 110 and first.used(bob.visitor) == 0
    with pytest.raises(Refused, match="for one visitor"):
        second.check(ann)
    first.check(bob)
    second.count(bob, 50)
    with pytest.raises(Refused, match="for one address"):
        first.check(bob)
    first.check(asking("bob", "198.51.100.9"))
    assert not (tmp_path / "a").exists()


def test_what_the_broker_counts_is_forgotten_after_a_day_whatever_the_clock_does(broker):
    now = 1_000_000.0
    quotas.add("somebody", 7, now)
    assert quotas.used("somebody", now + 86_400 - 3_600) == 7
    assert quotas.used("somebody", now + 86_400 + 3_600) == 0
    assert quotas.used("somebody", now - 7 * 86_400) == 0  # the clock was ahead, and was set back


def test_a_run_that_waits_says_its_place_or_that_nobody_works(broker, tmp_path):
    runs = Runs(Store(tmp_path))
    first, second = (
        runs.submit([{"do": "load", "source": {"kind": "sample", "name": name}}], "somebody")[0].key
        for name in ("steady-load.swf", "five-jobs.swf")
    )
    assert "no worker" in runs.status(first).message and runs.status(first).state == QUEUED
    leases.announce("a worker", 1, __version__)
    assert runs.status(second).message.startswith("Waiting: place 2 of 2, begins ") and runs.status(second).begins > 0
    runs.jobs.take(first, leases.handle())
    runs.jobs.queue(1)
    assert runs.status(second).message.startswith("Waiting: place 1 of 1, begins ")


def test_doctor_knows_the_packages_and_the_workers_of_a_broker(broker, monkeypatch):
    def missing(name: str) -> str:
        if name == "celery":
            raise PackageNotFoundError(name)
        return version(name)

    assert doctor.CHECKS["versions"]().good
    monkeypatch.setattr(doctor, "version", missing)
    finding = doctor.CHECKS["versions"]()
    assert (
        not finding.good and "celery is missing" in finding.sentence and "requirements-cluster.txt" in finding.sentence
    )
    finding = doctor.CHECKS["broker"]()
    assert finding.good and "queuescope worker" in finding.sentence  # so that a server may start first
    leases.announce("a worker", 2, __version__)
    assert "2 places of 1 worker." in doctor.CHECKS["broker"]().sentence
    leases.announce("another", 1, "0.0.1")
    finding = doctor.CHECKS["broker"]()
    assert not finding.good and "0.0.1" in finding.sentence and is_one_sentence(finding.sentence)


def test_messages_are_json_and_say_nothing(registry):
    registry.admit({"k": spec(1)}, "v", never)
    with reachable() as client:
        (message,) = client.lrange(f"queuescope:celery:{tickets.QUEUE}", 0, -1)
        assert b"application/json" in message and b"number" not in message
        assert all(key.startswith((PREFIX.encode(), b"queuescope:celery")) for key in client.keys("*"))
    told = tickets.settings(60.0)
    assert told["accept_content"] == ["json"] and told["task_acks_late"] and told["worker_prefetch_multiplier"] == 1
    assert told["broker_transport_options"]["visibility_timeout"] > 60 and not told["worker_enable_remote_control"]


def test_a_run_is_taken_though_kombu_sends_its_ticket_on_a_channel_that_is_closed(registry, monkeypatch):
    def closed(*_: object, **__: object) -> None:
        raise AttributeError("'NoneType' object has no attribute 'client'")  # of kombu 5.7, soon after Redis began anew

    monkeypatch.setattr(kombu.transport.redis.Channel, "conn_or_acquire", closed)
    with pytest.raises(StoreError, match="cannot be reached"):
        tickets.send()
    assert registry.admit({"k": spec(1)}, "v", never) == {"k": (QUEUED, True)}
    assert registry.queue(1) == ["k"]


def test_a_broker_that_is_away_is_said_in_a_sentence_without_its_password(registry, redis):
    redis.kill()
    try:
        with pytest.raises(StoreError) as error:
            registry.get("k")
        with pytest.raises(StoreError):
            registry.admit({"k": spec(1)}, "v", never)
    finally:
        redis.start()
    assert is_one_sentence(str(error.value)) and PASSWORD not in str(error.value) and "***" in str(error.value)


# -- the address ----------------------------------------------------------------------------------------------------


def test_the_address_comes_from_the_environment_or_a_file_of_its_owner(monkeypatch, tmp_path):
    monkeypatch.delenv(address.SETTING, raising=False)
    monkeypatch.delenv(address.FILE, raising=False)
    assert not address.in_use()
    with pytest.raises(InputError):
        address.address()
    path = tmp_path / "broker"
    path.write_text("rediss://:secret@host:6380/1\n")
    monkeypatch.setenv(address.FILE, str(path))
    assert address.in_use()
    path.chmod(0o644)
    with pytest.raises(InputError, match="chmod 600") as error:
        address.address()
    assert "secret" not in str(error.value)
    path.chmod(0o600)
    assert address.address() == "rediss://:secret@host:6380/1" and address.masked() == "rediss://***@host:6380/1"
    assert tickets.settings(60.0)["broker_use_ssl"]["ssl_cert_reqs"] == 2  # CERT_REQUIRED
    monkeypatch.setenv(address.SETTING, "redis://other:1/0")
    assert address.address() == "redis://other:1/0"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "http://host",
        "redis://",
        "redis://host:99999999",
        "redis://host/../x",
        "amqp://host",
        "rediss://:secret@host?ssl_cert_reqs=none",
        "rediss://:secret@host?ssl_check_hostname=false",
    ],
)
def test_other_addresses_are_refused_without_being_quoted(text):
    with pytest.raises(InputError) as error:
        address.checked(text)
    assert "secret" not in str(error.value)


@pytest.mark.parametrize("text", ["redis://:p@ss@host:6379/0", "redis://me:p@s@s@host:6379/0?ssl_ca_certs=p@s"])
def test_a_password_with_an_at_sign_is_masked_as_a_whole(text):
    assert address.checked(text) == text and address.masked(text) == "redis://***@host:6379/0"


def test_machines_that_share_the_cache_of_a_user_have_machine_code_of_their_own(broker, tmp_path, monkeypatch):
    monkeypatch.delenv("QUEUESCOPE_CODE", raising=False)
    monkeypatch.setattr(compiled, "user_cache_dir", lambda *_, **__: str(tmp_path))
    folders = []
    for name in ("node1.cluster", "node2.cluster"):
        monkeypatch.setattr(compiled.platform, "node", lambda name=name: name)
        folders.append(compiled.code_home())
    assert folders == [tmp_path / "node1-cluster", tmp_path / "node2-cluster"]


def test_an_encrypted_broker_is_used_only_if_its_certificate_is_known(tmp_path, monkeypatch):
    server = RedisServer(tmp_path, encrypted=True)
    try:
        monkeypatch.setenv(address.SETTING, server.address)
        with pytest.raises(StoreError):
            Values("test").set("a", 1)
        with pytest.raises(StoreError):
            tickets.send()
        kombu.pools.reset()  # which takes the two addresses for one
        monkeypatch.setenv(address.SETTING, f"{server.address}?ssl_ca_certs={server.certificate}")
        Values("test").set("a", 1)
        tickets.send()
        with reachable() as client:
            assert Values("test").get("a") == 1 and tickets.waiting(client) == 1
    finally:
        server.kill()


# -- cells ------------------------------------------------------------------------------------------------------------


def test_a_cell_takes_nothing_that_a_plan_could_not_hold(tmp_path):
    store = Store(tmp_path)
    upload = store.save_upload([SAMPLE.read_bytes()], SAMPLE.name)
    trace = parse(SAMPLE.read_bytes(), SAMPLE.name)
    plan = sweep_plan.read((PLAN + '\n[options]\nestimates = "uniform"\n').encode(), "plan")
    source = {"kind": "upload", "key": upload.key, "name": SAMPLE.name}
    for run in runs_of(plan, trace)[:2]:
        told = cell.check({"do": "cell", "source": source, "run": run.spec}, store)
        assert told["run"] == run.spec and cell.key(told["run"]) == run.key
    good = runs_of(plan, trace)[0].spec
    for wrong in (
        {**good, "more": 1},
        {**good, "policy": "nothing"},
        {**good, "options": {"nothing": 1}},
        {**good, "trace": "0" * 64},
        {**good, "threshold": "x"},
        {**good, "params": [1]},
        "text",
        None,
    ):
        with pytest.raises(InputError):
            cell.check({"do": "cell", "source": source, "run": wrong}, store)
    with pytest.raises(InputError):
        cell.check({"do": "cell", "source": {"kind": "sample", "name": SAMPLE.name}, "run": good}, store)
