"""The worker processes: they work off runs, outlive a change of page, not the server; and the secret of the server."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
from ast import literal_eval
from collections.abc import Callable
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import psutil
import pytest

from layouts.server import background
from layouts.server.background import secret_key, start
from scheduler.errors import StoreError
from scheduler.results.limits import Limits
from scheduler.results.queue import warm
from scheduler.results.queue.registry import RunRegistry
from scheduler.topics import Topic

ROOT = Path(__file__).parents[2]


# what workers do


def facts(folder: str) -> None:
    """Tells what it is."""
    told = {
        "pid": os.getpid(),
        "group": os.getpgid(0),
        "nice": os.nice(0),
        "app": getattr(sys.modules["__main__"], "__file__", None),
    }
    (Path(folder) / "facts").write_text(repr(told))


def waits(folder: str) -> None:
    """Says that it is there, and waits for ever."""
    with open(Path(folder) / "there", "w") as fifo:
        fifo.write(str(os.getpid()))
    signal.pause()


@pytest.fixture
def fifo(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "there")
    return tmp_path / "there"


# -- processes


def test_workers_have_their_own_group_and_give_way(tmp_path):
    start(facts, str(tmp_path)).join()
    found = literal_eval((tmp_path / "facts").read_text())
    assert found["group"] == found["pid"] != os.getpid()
    assert found["nice"] >= os.nice(0) + background.NICE or found["nice"] == 19


def test_a_process_begins_although_the_fork_server_is_killed_meanwhile(tmp_path):
    start(facts, str(tmp_path)).join()
    (tmp_path / "facts").unlink()
    fork_server = psutil.Process(forkserver._forkserver._forkserver_pid)
    fork_server.suspend()
    begun: list[Any] = []
    thread = threading.Thread(target=lambda: begun.append(start(facts, str(tmp_path))))
    thread.start()
    waiting = Path(f"/proc/self/task/{thread.native_id}/wchan")
    while "pipe_read" not in waiting.read_text():  # for the word of the fork server
        threading.Event().wait(0.01)
    fork_server.kill()
    thread.join()
    begun[0].join()
    assert literal_eval((tmp_path / "facts").read_text())["pid"] == begun[0].pid


SERVER = """
import os, sys
print("top level", flush=True)
from pathlib import Path
from layouts.server import background
from tests.server.test_background import facts, waits

if __name__ == "__main__":
    background.prepare_workers()
    background.start(facts, sys.argv[1]).join()
    background.start(waits, sys.argv[1])
    sys.stdin.read()
"""


def test_workers_do_not_build_the_app_again_and_end_with_the_server(tmp_path, fifo):
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    server = subprocess.Popen(
        [sys.executable, str(script), str(tmp_path)],
        stdin=subprocess.PIPE,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert server.stdout is not None
    job = psutil.Process(int(fifo.read_text()))
    server.kill()
    output = server.communicate()[0].splitlines()
    assert output == ["top level"] and literal_eval((tmp_path / "facts").read_text())["app"] is None
    assert job.wait(timeout=300) is None  # not our child: None once it is gone
    assert not job.is_running()


RUN = """
import sys
from scheduler.results.queue import ready
before = set(sys.modules)
from scheduler.metrics import measure
from scheduler.results.queue.warm import samples
from scheduler.results.tasks import all_tasks
from scheduler.simulate import simulate
all_tasks()
measure(simulate(samples()[0], "easy"))
print(sorted(set(sys.modules) - before))
"""


def test_the_fork_server_has_imported_all_a_run_needs():
    """Else every worker would import it anew: a third of a second for each run."""
    said = subprocess.run([sys.executable, "-c", RUN], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"


def test_warming_up_happens_once_at_a_time_and_not_in_the_server(tmp_path, monkeypatch):
    started, done = [], threading.Event()

    def record(target: Callable, *args: Any) -> str:
        started.append((target, args))
        done.set()
        return "0"

    monkeypatch.setattr(background, "start", record)
    background.warm_up(RunRegistry(tmp_path, Limits()))
    assert done.wait(60)
    background.warm_up(RunRegistry(tmp_path, Limits()))
    assert len(started) == 1
    (target, words), steps = started[0], list[str]()
    monkeypatch.setattr(warm, "warm", lambda: steps.append("kernels"))
    target(*words)
    assert steps == ["kernels"]


@pytest.mark.slow
def test_every_kernel_is_warmed(monkeypatch, tmp_path):
    from scheduler.policies import all_policies
    from scheduler.results.queue import warm

    seen = set()
    monkeypatch.setattr(warm, "CODE", tmp_path)  # where the mark is written: nothing is compiled here
    monkeypatch.setattr(
        warm,
        "simulate",
        lambda sample, policy, params, decisions: (sample.arrivals, policy, tuple(params.items()), decisions),
    )
    monkeypatch.setattr(warm, "place", seen.add)
    warm.warm()
    ways = {
        (key, tuple(params.items())) for key, policy in all_policies().items() for params in ({}, *policy.other_kernels)
    }
    assert len(ways) >= len(all_policies())
    assert seen == {
        (arrivals, *way, decisions)
        for arrivals in ("recorded", "closed")
        for way in ways
        for decisions in ("auto", None)
    }


# -- secrets


def test_the_secret_is_made_once_and_kept_from_others(tmp_path):
    first = secret_key(tmp_path)
    assert len(first) == 64 and secret_key(tmp_path) == first
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert {path.name for path in tmp_path.iterdir()} == {"secret_key", ".secret_lock"}


def test_a_secret_that_is_open_or_cut_off_is_mended(tmp_path):
    first = secret_key(tmp_path)
    (tmp_path / "secret_key").chmod(0o644)
    assert secret_key(tmp_path) == first and stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    (tmp_path / "secret_key").write_bytes(first[:9])
    second = secret_key(tmp_path)
    assert len(second) == 64 and second != first


def test_servers_that_start_at_once_agree_on_the_secret(tmp_path):
    found: set[bytes] = set()
    threads = [threading.Thread(target=lambda: found.add(secret_key(tmp_path))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 1


def test_what_is_over_is_deleted_of_each_topic_also_where_that_of_another_one_cannot_be(tmp_path, monkeypatch, caplog):
    asked = []

    def fails(home: Path) -> None:
        raise StoreError("The database is away.")

    topics = {"away": Topic("away", tidy=fails), "quiet": Topic("quiet"), "there": Topic("there", tidy=asked.append)}
    monkeypatch.setattr("scheduler.topics.all_topics", lambda: topics)
    background._tidy(str(tmp_path))
    assert asked == [tmp_path]
    assert "away could not be deleted: The database is away." in caplog.text
