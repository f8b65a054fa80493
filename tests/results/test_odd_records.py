"""What no program of ours wrote into the registry of runs counts as not there: it is told, and all else goes on."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from layouts.server import health
from scheduler.results.limits import Limits
from scheduler.results.queue import wake_up_signal
from scheduler.results.queue.dispatch import Dispatcher
from scheduler.results.queue.registry import JOB, LENGTHS, OPEN, PLAN, SERVED, RunRegistry, open_cache

ODD = [
    *(5, "text", True, [], {}, {"spec": None}, {"state": "queued", "cancel": False}),
    *({"bad": None}, {"bad": 1}, {"bad": ["x"]}, {"bad": [1, 2, 3]}, {"bad": [[]]}, {"bad": {"a": 1}}),
]  # of another shape than any record


@pytest.fixture
def registry(tmp_path: Path) -> RunRegistry:
    """A run that waits, behind one whose record is to be made an odd one."""
    made = RunRegistry(tmp_path / "jobs", Limits())
    for key in ("bad", "good"):
        made.admit({key: {"do": "simulate"}}, "ann", lambda key: False)
    return made


def works_off(registry: RunRegistry) -> str:
    """The run that a worker gets, which then goes through all its states."""
    key = registry.queue(1)[0]
    assert registry.counts()["waiting"]
    owner = registry.take(key, "1x1")
    assert owner
    owner = registry.start(key, owner, "1x1")
    assert owner and registry.report(key, owner, percent=5.0)
    registry.finish(key, owner, "done", "Done.")
    return key


@pytest.mark.parametrize("odd", [*ODD, *(dict.fromkeys(JOB, value) for value in (None, 1, "x", [], {}))], ids=repr)
def test_an_odd_record_of_a_run_is_told_once_and_the_others_go_on(registry, odd, caplog):
    registry.cache.set("bad", odd)
    assert works_off(registry) == "good" and registry.get("bad") is None and not registry.cancel("bad")
    assert [record.levelno for record in caplog.records] == [logging.WARNING] and "'bad'" in caplog.text
    assert health.report(registry)[0]["odd_records"] == 1
    registry.admit({"bad": {"do": "simulate"}}, "ann", lambda key: False)  # who asks for it again gets it
    assert works_off(registry) == "bad"


@pytest.mark.parametrize("table", [OPEN, SERVED, LENGTHS, PLAN])
@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_an_odd_table_of_the_registry_is_begun_anew(registry, table, odd):
    registry.cache.set(table, odd)
    registry.admit({key: {"do": "simulate"} for key in ("bad", "good", "new")}, "ann", lambda key: False)
    assert {works_off(registry) for _ in range(3)} == {"bad", "good", "new"} and registry.place("none") is None


@pytest.mark.parametrize("raw", [b"no JSON", "text", 7, 1.5, b"x\x9cK\xce\xcc"], ids=repr)
def test_a_row_that_is_no_json_ends_nothing(registry, raw: Any):
    with sqlite3.connect(registry.folder / "cache.db") as base:
        rows = base.execute("SELECT rowid FROM Cache ORDER BY rowid").fetchall()
        for column in ("value", "key"):
            base.execute(f"UPDATE Cache SET {column} = ? WHERE rowid = ?", (raw, rows[0][0]))
            base.commit()
            again = RunRegistry(registry.folder, registry.limits)
            again.forget(frozenset({"x"}))
            again.queue(1)
            assert [key for key in ("bad", "good") if again.get(key)] in (["bad", "good"], ["good"])
    base.close()


def test_the_dispatcher_outlives_a_turn_that_fails(tmp_path, caplog, monkeypatch):
    one = Dispatcher(RunRegistry(tmp_path / "jobs", Limits()), lambda key, owner: None)
    turns = iter([ZeroDivisionError(), None])

    def turn() -> float:
        if error := next(turns):
            raise error
        one.close()
        return 0.0

    monkeypatch.setattr("scheduler.results.queue.dispatch.AGAIN", 0.0)
    monkeypatch.setattr(one, "_turn", turn)
    one.run()
    assert "could not be worked off" in caplog.text and next(turns, "both were had") == "both were had"
    wake_up_signal.send(tmp_path)


def test_the_cache_reads_what_is_no_json_as_it_stands(tmp_path):
    cache = open_cache(tmp_path)
    cache["a"] = 1
    with sqlite3.connect(tmp_path / "cache.db") as base:
        base.execute("UPDATE Cache SET value = 'text' WHERE raw = 1")
    base.close()
    assert cache["a"] == "text"
