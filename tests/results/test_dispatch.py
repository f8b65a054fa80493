"""The queue: visitors in turn, workers for free places only, one dispatcher of all server processes, nothing polled."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from layouts.server import background
from scheduler.errors import InputError, Refused
from scheduler.results.limits import GiB, Limits
from scheduler.results.queue import fair_order, wake_up_signal
from scheduler.results.queue.dispatch import Dispatcher
from scheduler.results.queue.fair_order import Wish
from scheduler.results.queue.processes import handle
from scheduler.results.queue.registry import RunRegistry
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from tests.cases.small import workload as small

ROOT = Path(__file__).parents[2]
ROWS = [(0, 10, 2), (1, 5, 3), (2, 4, 1)]  # submit, runtime, processors

pytestmark = pytest.mark.slow  # several servers


def wishes(runs: Runs, count: int, begin: int = 0) -> list[dict]:
    """Specs of as many different runs of one small workload."""
    key = runs.store.put_workload(small(ROWS, 4))
    return [
        {"do": "simulate", "workload": key, "policy": "fcfs", "decisions": [0, 100 + n]}
        for n in range(begin, begin + count)
    ]


class Sleeper:
    """A process that ends when it is told to."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
        self.pid = self.process.pid
        self.sentinel = os.pidfd_open(self.pid)

    def is_alive(self) -> bool:
        return self.process.poll() is None

    def join(self) -> None:
        self.process.wait()
        os.close(self.sentinel)

    def end(self) -> None:
        self.process.communicate()


@pytest.fixture
def workers() -> Iterator[list[tuple[str, str, Sleeper]]]:
    """What was started: (key, owner, process)."""
    started: list[tuple[str, str, Sleeper]] = []
    yield started
    for _, _, one in started:
        one.process.kill()
        one.process.communicate()


def dispatcher(runs: Runs, workers: list) -> Dispatcher:
    def begin(key: str, owner: str) -> Any:
        workers.append((key, owner, Sleeper()))
        assert runs.jobs.start(key, owner, handle(workers[-1][2].pid))
        return workers[-1][2]

    return Dispatcher(runs.jobs, begin)


def keys(runs: Runs, visitor: str, count: int, begin: int) -> list[str]:
    return [ticket.key for ticket in runs.submit(wishes(runs, count, begin), visitor)]


# -- whose turn it is


def planned(
    waiting: list[tuple[str, float]], running: dict[str, int] | None = None, served: dict[str, float] | None = None
) -> str:
    found = fair_order.order([Wish(f"{who}{at:g}", who, at, 1.0) for who, at in waiting], running or {}, served or {})
    return " ".join(wish.key for wish in found)


def test_visitors_take_turns_and_each_keeps_his_order():
    assert planned([("a", 1), ("a", 2), ("a", 3), ("b", 4), ("b", 5), ("c", 6)]) == "a1 b4 c6 a2 b5 a3"


def test_who_has_fewer_under_way_goes_first_and_then_who_was_served_longest_ago():
    assert planned([("a", 1), ("b", 2)], {"a": 1}) == "b2 a1"
    assert planned([("a", 1), ("b", 2)], {"a": 1, "b": 1}, {"a": 8.0, "b": 7.0}) == "b2 a1"
    assert planned([("a", 1), ("b", 9)], {}, {"a": 8.0}) == "a1 b9"  # a came back before b came


def test_when_waiting_runs_begin():
    queue = [Wish("a", "v", 0, 10.0), Wish("b", "v", 0, 1.0), Wish("c", "v", 0, 1.0)]
    assert fair_order.begins(queue, [4.0], 2) == [0.0, 4.0, 5.0]
    assert fair_order.begins(queue, [], 1) == [0.0, 10.0, 11.0]
    assert fair_order.begins(queue, [3.0, 9.0, -1.0], 1) == [9.0, 19.0, 20.0]


# -- places


def test_workers_are_started_for_free_places_only_and_visitors_in_turn(tmp_path: Path, workers):
    runs = Runs(Store(tmp_path, Limits(at_once=2)))
    ann, bob = keys(runs, "ann", 4, 0), keys(runs, "bob", 2, 4)
    one = dispatcher(runs, workers)
    one.fill()
    one.fill()
    assert [key for key, _, _ in workers] == [ann[0], bob[0]]
    assert [runs.status(key).state for key in ann] == ["running"] + ["queued"] * 3
    for place, key in enumerate([ann[1], bob[1], ann[2], ann[3]], 1):
        assert runs.status(key).message.startswith(f"Waiting: place {place} of 4, begins ")
        assert runs.status(key).begins is not None
    workers[0][2].end()
    one._turn()
    assert [key for key, _, _ in workers] == [ann[0], bob[0], ann[1]]
    assert runs.status(ann[0]).state == "lost"  # it had ended without a word
    assert runs.cancel(ann[2])
    one._turn()
    assert runs.status(ann[3]).message.startswith("Waiting: place 2 of 2")


def test_a_server_that_ends_gives_back_what_it_has_in_hand(tmp_path: Path, workers):
    runs = Runs(Store(tmp_path, Limits(at_once=1)))
    (key,) = keys(runs, "ann", 1, 0)
    one = dispatcher(runs, workers)
    one.fill()
    one.close()
    workers[0][2].process.wait()
    assert runs.status(key).state == "queued"
    another = dispatcher(runs, workers)
    another.fill()
    assert [key for key, _, _ in workers] == [key, key] and runs.status(key).state == "running"


def test_a_worker_that_cannot_be_started_is_told_and_takes_no_place(tmp_path: Path):
    runs = Runs(Store(tmp_path, Limits(at_once=1)))
    (key,) = keys(runs, "ann", 1, 0)

    def fails(key: str, owner: str) -> Any:
        raise OSError("no more processes")

    one = Dispatcher(runs.jobs, fails)
    with pytest.raises(OSError, match="no more"):
        one.fill()
    assert runs.status(key).state == "lost" and one.workers == []


def test_forty_visitors_with_four_runs_each_are_all_taken(tmp_path: Path):
    runs = Runs(Store(tmp_path))
    specs = wishes(runs, 160)
    for visitor in range(40):
        assert all(ticket.fresh for ticket in runs.submit(specs[4 * visitor : 4 * visitor + 4], f"v{visitor}"))
    order = runs.jobs.queue(2)
    first = {key for visitor in range(40) for key in [runs.submit(specs[4 * visitor : 4 * visitor + 1], "me")[0].key]}
    assert set(order[:40]) == first and len(order) == 160  # everybody's first before anybody's second


# -- the process that does it


def test_the_bell_wakes_who_listens_and_is_no_error_where_nobody_does(tmp_path: Path):
    wake_up_signal.send(tmp_path)
    with wake_up_signal.listening(tmp_path) as number:
        for _ in range(70_000):  # more than a pipe holds
            wake_up_signal.send(tmp_path)
        assert psutil.Process().num_fds() < 500
        wake_up_signal.drain(number)
        with pytest.raises(BlockingIOError):
            os.read(number, 1)


SERVER = """
import sys, threading
from pathlib import Path
from layouts.server import background
from scheduler.results.limits import Limits
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store

if __name__ == "__main__":
    home = Path(sys.argv[1])
    runs = Runs(Store(home, Limits(at_once=1)))
    background.prepare_workers()
    background.dispatch(home, runs.jobs)
    print("ready", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Any]:
    """Start a server process of that home; it ends when its input does."""
    script, started = tmp_path / "server.py", []
    script.write_text(SERVER)

    def begin() -> subprocess.Popen:
        started.append(
            subprocess.Popen(
                [sys.executable, str(script), str(tmp_path / "home")],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=tmp_path,
                env=os.environ | {"PYTHONPATH": str(ROOT)},
            )
        )
        assert started[-1].stdout is not None and started[-1].stdout.readline() == b"ready\n"
        return started[-1]

    yield begin
    for server in started:
        server.kill()
        server.communicate()


def over(runs: Runs, keys: list[str]) -> None:
    """Wait until these runs are over; each look is one the page could take."""
    while any(runs.status(key).state in ("queued", "running") for key in keys):
        threading.Event().wait(0.05)


def test_of_several_servers_one_works_and_another_goes_on_when_it_is_killed(tmp_path: Path, serve):
    runs = Runs(Store(tmp_path / "home"))
    first = serve()
    known = keys(runs, "ann", 2, 0)
    over(runs, known)
    assert [runs.status(key).state for key in known] == ["done", "done"]
    second = serve()
    first.kill()
    first.wait()  # until then it may still take a run
    more = keys(runs, "ann", 2, 2)
    over(runs, more)
    assert [runs.status(key).state for key in more] == ["done", "done"]
    assert runs.jobs.get(more[0])["server"].startswith(f"{second.pid}x")


def test_a_registry_that_is_locked_makes_nothing_lost(tmp_path: Path, serve, monkeypatch):
    """Whoever holds the lock, for however long: what is known of a run does not depend on the clock."""
    runs = Runs(Store(tmp_path / "home"))
    serve()
    with sqlite3.connect(runs.jobs.folder / "cache.db", isolation_level=None) as lock:
        known = keys(runs, "ann", 2, 0)
        lock.execute("BEGIN IMMEDIATE")
        states = {runs.status(key).state for key in known for _ in range(200)}
        lock.execute("COMMIT")
    lock.close()
    assert states <= {"queued", "running", "done"}
    over(runs, known)
    assert [runs.status(key).state for key in known] == ["done", "done"]


# -- limits are raised in one place


def test_limits_are_raised_in_one_place(tmp_path: Path, monkeypatch):
    monkeypatch.setenv("QUEUESCOPE_LIMITS", "visitor_runs=1, open_runs=2 stored=3GiB")
    runs = Runs(Store(tmp_path))
    assert runs.store.limits == Limits(visitor_runs=1, open_runs=2, stored=3 * GiB)
    keys(runs, "ann", 1, 0)
    with pytest.raises(Refused, match="takes 1 of one visitor"):
        keys(runs, "ann", 1, 1)
    keys(runs, "bob", 1, 1)
    with pytest.raises(Refused, match="takes 2 at most"):
        keys(runs, "eve", 1, 2)


@pytest.mark.parametrize(
    "words", ["visitors=4", "open_runs", "open_runs=-1", "open_runs=0", "open_runs=1e3", "stored=8GB"]
)
def test_a_limit_that_is_none_is_told(monkeypatch, words):
    monkeypatch.setenv("QUEUESCOPE_LIMITS", words)
    with pytest.raises(InputError, match="is no limit; wanted: NAME=NUMBER"):
        Limits.of_environment()


def test_what_waits_is_no_process(tmp_path: Path):
    """One dispatcher in a thread of the server: what is asked for starts nothing by itself."""
    before = set(psutil.Process().children(recursive=True))
    runs = Runs(Store(tmp_path))
    keys(runs, "ann", 8, 0)
    assert set(psutil.Process().children(recursive=True)) == before and background.CONTEXT.active_children() == []
    assert isinstance(runs.jobs, RunRegistry)
