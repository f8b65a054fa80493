"""The worker processes of background callbacks: they answer or fail aloud, outlive a change of page, not the server."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest
from dash.background_callback.managers.diskcache_manager import _make_job_fn

from layouts import background
from layouts.background import RobustDiskcacheManager, make_manager, secret_key
from layouts.callbacks import worker
from scheduler.results.run import Runs
from scheduler.results.store import Store

ROOT = Path(__file__).parents[1]


@pytest.fixture
def manager(tmp_path: Path) -> RobustDiskcacheManager:
    return make_manager(tmp_path)


def call(manager: RobustDiskcacheManager, what: Callable, *args: Any, key: str = "k") -> str:
    """Start a callback the way Dash does; the handle of its job."""
    return manager.call_job_fn(key, _make_job_fn(what, manager.handle, None), list(args), {})


def joined() -> None:
    """All worker processes have ended."""
    for process in background.CONTEXT.active_children():
        process.join()


def answer(manager: RobustDiskcacheManager, job: str, key: str = "k") -> Any:
    joined()
    return manager.get_result(key, job)


def error_of(found: Any) -> str:
    return found["background_callback_error"]["msg"]


# what workers do

def double(number: int) -> int:
    return 2 * number


def nothing() -> None:
    return None


def fails() -> None:
    raise ValueError("no such thing")


def no_json() -> object:
    return {1, 2}


def leaves() -> None:
    os._exit(3)


def facts() -> dict[str, Any]:
    return {"pid": os.getpid(), "group": os.getpgid(0), "nice": os.nice(0),
            "app": getattr(sys.modules["__main__"], "__file__", None)}


def waits(folder: str) -> None:
    """Says that it is there, and waits for ever."""
    with open(Path(folder) / "there", "w") as fifo:
        fifo.write(str(os.getpid()))
    signal.pause()


def says_again(folder: str) -> str:
    """Says that it is there, then answers what it is told."""
    with open(Path(folder) / "there", "w") as fifo:
        fifo.write("here")
    with open(Path(folder) / "more") as fifo:
        return fifo.readline()


@pytest.fixture
def fifo(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "there")
    return tmp_path / "there"


# -- answers

def test_an_answer_arrives_once(manager):
    job = call(manager, double, 21)
    assert answer(manager, job) == 42
    assert manager.handle.get("k") is None


def test_an_answer_of_nothing_is_an_answer(manager):
    assert answer(manager, call(manager, nothing)) is None


@pytest.mark.parametrize(("what", "words"), [(fails, "no such thing"), (no_json, "not JSON serializable"),
                                             (leaves, "ended without an answer")])
def test_failures_are_answers(manager, what, words):
    assert words in error_of(answer(manager, call(manager, what)))


def test_a_killed_worker_is_an_error(manager, fifo):
    job = call(manager, waits, str(fifo.parent))
    number = int(fifo.read_text())
    assert manager.job_running(job) and manager.get_result("k", job) is manager.UNDEFINED
    os.kill(number, signal.SIGKILL)
    assert "ended without an answer" in error_of(answer(manager, job))
    assert not manager.job_running(job)


def test_leftovers_of_an_earlier_call_are_not_taken_for_the_answer(manager):
    manager.handle.set("k", {"background_callback_error": {"msg": "old", "tb": ""}})
    manager.handle.set(manager._make_progress_key("k"), [1])
    job = call(manager, double, 1)
    assert manager.get_progress("k") is None
    assert answer(manager, job) == 2


def test_a_known_answer_starts_no_process_but_a_known_failure_does(tmp_path):
    manager = RobustDiskcacheManager(make_manager(tmp_path).handle, cache_by=[lambda: 1])
    manager.handle.set("k", 5)
    job = call(manager, double, 1)
    assert job == "0" and not manager.job_running(job) and manager.get_result("k", job) == 5
    manager.handle.set("k", {"background_callback_error": {"msg": "old", "tb": ""}})
    assert answer(manager, call(manager, double, 1)) == 2


# -- processes

def test_starting_something_new_does_not_kill_what_runs(manager, fifo):
    more = fifo.with_name("more")
    os.mkfifo(more)
    with open(os.open(more, os.O_RDWR), "w") as line:      # both ways: writing does not wait for a reader
        job = call(manager, says_again, str(fifo.parent))
        assert fifo.read_text() == "here"
        manager.terminate_job(job)              # what Dash does with the earlier job of a page
        manager.terminate_unhealthy_job(job)
        line.write("still alive\n")
        line.flush()
        assert answer(manager, job) == "still alive\n"


def test_the_handle_is_not_fooled_by_a_number_used_again(manager):
    mine = psutil.Process()
    created = int(mine.create_time() * 100)
    assert manager.job_running(f"{mine.pid}x{created}")
    for handle in (f"{mine.pid}x{created - 1}", f"{mine.pid}x", f"{mine.pid}", "0", "", None, "x", "-1x2", "99999999x1"):
        assert not manager.job_running(handle)


def test_workers_have_their_own_group_and_give_way(manager):
    found = answer(manager, call(manager, facts))
    assert found["group"] == found["pid"] != os.getpid()
    assert found["nice"] >= os.nice(0) + background.NICE or found["nice"] == 19


SERVER = """
import os, sys
print("top level", flush=True)
from pathlib import Path
from layouts import background
from tests.test_background import call, facts, joined, waits

if __name__ == "__main__":
    home = Path(sys.argv[1])
    background.prepare_workers()
    manager = background.make_manager(home)
    job = call(manager, facts, key="f")
    joined()
    print(manager.get_result("f", job)["app"], flush=True)
    call(manager, waits, str(home))
    sys.stdin.read()
"""


def test_workers_do_not_build_the_app_again_and_end_with_the_server(tmp_path, fifo):
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    server = subprocess.Popen([sys.executable, str(script), str(tmp_path)], stdin=subprocess.PIPE, cwd=tmp_path,
                              stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert server.stdout is not None
    job = psutil.Process(int(fifo.read_text()))
    server.kill()
    output = server.communicate()[0].splitlines()
    assert output == ["top level", "None"]
    assert job.wait(timeout=300) is None         # not our child: None once it is gone
    assert not job.is_running()


def test_a_run_is_worked_off_in_a_worker(tmp_path, manager):
    runs = Runs(Store(tmp_path))
    key = runs.submit([{"do": "load", "source": {"kind": "sample", "name": "five-jobs.swf"}}], "v")[0].key
    assert answer(manager, call(manager, worker(str(tmp_path)), {"keys": [key, "../bad"]})) is None
    assert runs.status(key).state == "done" and runs.store.workload_record(runs.result(key))["jobs"] == 5


RUN = """
import sys
from scheduler.results import ready
before = set(sys.modules)
from scheduler.metrics import measure
from scheduler.results.warm import samples
from scheduler.simulate import simulate
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
    monkeypatch.setattr(background.os, "nice", lambda by: by)
    background.warm_up(tmp_path)
    assert done.wait(60)
    background.warm_up(tmp_path)
    assert len(started) == 1
    target, (cache, also) = started[0]
    steps: list[str] = []
    monkeypatch.setattr(background, "warm", lambda: steps.append("kernels"))
    target(cache, (lambda: steps.append("more"),))
    assert steps == ["kernels", "more"] and also == ()
    done.clear()
    background.warm_up(tmp_path)
    assert done.wait(60) and len(started) == 2


def test_every_kernel_is_warmed(monkeypatch):
    from scheduler.policies import all_policies
    from scheduler.results import warm
    seen = set()
    monkeypatch.setattr(warm, "simulate", lambda sample, policy, decisions: (sample.arrivals, policy, decisions))
    monkeypatch.setattr(warm, "place", seen.add)
    warm.warm()
    assert seen == {(arrivals, policy, decisions) for arrivals in ("recorded", "closed") for policy in all_policies()
                    for decisions in ("auto", None)}


def test_a_little_of_every_experiment_is_warmed(monkeypatch):
    from scheduler.papers import all_experiments
    from scheduler.results import warm
    ran = {}
    known = {key: (paper, replace(one, run=lambda part, key=key: ran.update({key: part})))
             for key, (paper, one) in all_experiments().items()}
    monkeypatch.setattr(warm, "all_experiments", lambda: known)
    warm.experiments()
    alone = {key for key, (_, one) in known.items() if not one.logs}     # the others wait for somebody's log
    assert set(ran) == alone and {part.get("count", 1) for part in ran.values()} == {1}


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


def test_server_processes_agree_on_the_secret_of_handles(tmp_path):
    first, second = make_manager(tmp_path), make_manager(tmp_path)
    made = first.get_or_create_signing_secret(lambda: b"\x00\xff")
    assert made == b"\x00\xff" == second.get_or_create_signing_secret(lambda: b"other")
