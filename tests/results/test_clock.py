"""A clock that is set while the server runs: nobody loses anything, and nobody waits until it has caught up."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest
from flask import Flask

from layouts.server import web
from scheduler.errors import Refused
from scheduler.results.folders import ABANDONED, DiskSpace, new_folder
from scheduler.results.limits import DAY, VISITORS, Limits, Quota
from scheduler.results.queue.registry import LENGTHS, RunRegistry
from scheduler.results.store import KINDS, Store
from tests.cases.asking import asking
from tests.cases.small_log import ROOT

ANN = asking("ann")


class Clock:
    """A clock that is set by hand."""

    def __init__(self):
        self.now = 1_000_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def registry(tmp_path: Path, clock: Clock) -> RunRegistry:
    return RunRegistry(tmp_path / "jobs", Limits(), clock)


def ask(registry: RunRegistry, visitor: str, *keys: str) -> None:
    registry.admit({key: {"do": "simulate"} for key in keys}, visitor, lambda key: False)


def begin(registry: RunRegistry, key: str) -> str:
    """Who owns a run that has begun."""
    owner = registry.take(key, "1x1")
    assert owner is not None
    mine = registry.start(key, owner, "1x1")
    assert mine is not None
    return mine


# ---- runs -----------------------------------------------------------------------------------------------------------


def test_who_was_served_while_the_clock_was_ahead_gets_a_turn(registry, clock):
    clock.now += 7 * DAY
    ask(registry, "ann", "ann 1", "ann 2")
    registry.finish("ann 1", begin(registry, "ann 1"), "done", "Done.")
    clock.now -= 7 * DAY
    ask(registry, "bob", "bob 1", "bob 2")
    assert registry.queue(1)[0] == "ann 2"


@pytest.mark.parametrize(("jump", "longest"), [(7 * DAY, Limits().seconds), (-7 * DAY, 0.0)])
def test_a_run_takes_no_longer_than_it_may(registry, clock, jump, longest):
    ask(registry, "ann", "run")
    owner = begin(registry, "run")
    clock.now += jump
    registry.finish("run", owner, "done", "Done.")
    assert registry.cache.get(LENGTHS) == {"simulate": [longest]} and registry.get("run")["seconds"] == longest


def test_what_waits_is_not_told_to_wait_a_week(registry, clock):
    ask(registry, "ann", "first", "second")
    begin(registry, "first")
    clock.now -= 7 * DAY
    registry.queue(1)
    assert registry.place("second")[2] < 60


# ---- limits of a day ------------------------------------------------------------------------------------------------


def test_a_day_later_it_does_not_count_and_a_clock_set_back_does_not_keep_refusing(tmp_path: Path, clock):
    quota = Quota(tmp_path / VISITORS, Limits(visitor_kept=1_000), clock)
    quota.count(ANN, 1_000)
    with pytest.raises(Refused):
        quota.check(ANN)
    clock.now += DAY + 3_600
    quota.check(ANN)
    clock.now += 6 * DAY  # the clock jumps ahead ...
    quota.count(ANN, 1_000)
    with pytest.raises(Refused):
        quota.check(ANN)
    clock.now -= 6 * DAY  # ... and is set right
    quota.check(ANN)
    assert quota.used(ANN.address) == 0


# ---- cookies ------------------------------------------------------------------------------------------------------------


def test_a_cookie_from_the_future_is_read(monkeypatch):
    """It was signed while the clock was a week ahead."""
    server = Flask(__name__)
    web.with_cookies(server, b"secret")
    serializer = server.session_interface.get_signing_serializer(server)
    monkeypatch.setattr(web.Signer, "get_timestamp", lambda _: int(time.time() + 7 * DAY))
    cookie = serializer.dumps({web.VISITOR: "a" * 24})
    monkeypatch.undo()
    with server.test_request_context(headers={"Cookie": f"queuescope={cookie}"}):
        assert web.visitor() == "a" * 24
    with server.test_request_context(headers={"Cookie": f"queuescope={cookie[:-2]}"}):
        assert web.visitor() != "a" * 24


# ---- what is being written ------------------------------------------------------------------------------------------


def test_a_clock_that_jumps_ahead_drops_nothing_that_is_being_written(tmp_path: Path):
    store = Store(tmp_path)
    later = DiskSpace(tmp_path, tuple(KINDS), 2**30, store.holders, lambda: time.time() + 7 * DAY)

    def chunks():
        yield b"; a log\n"
        later.make(store.in_use)
        yield b"; of two pieces\n"

    with new_folder(tmp_path / "runs" / ("1" * 24)) as draft:
        (draft / "table").write_bytes(b"rows")
        later.make(store.in_use)
        assert store.has_upload(store.save_upload(chunks(), "a.swf").key)
    assert (tmp_path / "runs" / ("1" * 24) / "table").read_bytes() == b"rows"


def test_what_a_killed_process_was_writing_is_dropped(tmp_path: Path):
    store = Store(tmp_path)
    code = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom scheduler.results.folders import new_folder\n"
        "with new_folder(Path(sys.argv[1])) as draft:\n    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "runs" / ("1" * 24))], cwd=ROOT, check=False)
    (draft,) = (tmp_path / "runs").iterdir()
    os.utime(draft, (time.time() - 2 * ABANDONED,) * 2)
    with open(tmp_path / "uploads" / ".written", "wb") as file:
        flock(file, LOCK_EX)
        os.utime(tmp_path / "uploads" / ".written", (1, 1))
        store.room.make(store.in_use)
        assert (tmp_path / "uploads" / ".written").exists()
    assert not draft.exists()
