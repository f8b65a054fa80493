"""The diskcache of this program: nothing in it is unpickled, and no connection is dropped while it is open."""

from __future__ import annotations

import gc
import pickle
import sqlite3
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Any

import diskcache
import pytest

from scheduler.results.limits import Limits
from scheduler.results.queue.closed_cache import ClosedCache
from scheduler.results.queue.registry import RunRegistry, open_cache


def closed(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("SELECT 1")
    except sqlite3.ProgrammingError as error:
        assert "closed" in str(error)
        return True
    return False


def in_thread(cache, seen: list, done: Event, stay: Event) -> Thread:
    """A thread that uses the cache, tells its connection, and stays until it may go."""

    def work() -> None:
        cache.set("key", 1)
        seen.append(cache._con)
        done.set()
        stay.wait(30)

    thread = Thread(target=work)
    thread.start()
    assert done.wait(30)
    return thread


def test_a_thread_that_ends_closes_its_connection_and_no_other(tmp_path: Path) -> None:
    cache, seen, stay = open_cache(tmp_path / "cache"), [], Event()
    thread = in_thread(cache, seen, Event(), stay)
    assert seen[0] is not cache._con and not closed(seen[0])
    stay.set()
    thread.join(30)
    gc.collect()
    assert closed(seen[0]) and not closed(cache._con)
    assert cache.get("key") == 1


def test_a_dropped_cache_closes_all_of_them_also_those_of_threads_that_go_on(tmp_path: Path) -> None:
    cache, seen, stay = open_cache(tmp_path / "cache"), [], Event()
    box = [cache]
    mine = cache._con
    del cache

    def use() -> None:
        one = box[0]
        one.set("key", 1)
        seen.append(one._con)
        del one
        done.set()
        stay.wait(30)

    done = Event()
    thread = Thread(target=use)
    thread.start()
    assert done.wait(30)
    box.clear()
    gc.collect()
    assert closed(mine) and closed(seen[0])
    stay.set()
    thread.join(30)


@pytest.mark.filterwarnings("error")
def test_settings_of_the_database_hold_for_every_connection(tmp_path: Path) -> None:
    cache = open_cache(tmp_path / "cache", size_limit=1_000_000)
    again = open_cache(tmp_path / "cache")
    assert again.size_limit == 1_000_000
    assert (
        again._con.execute("PRAGMA journal_mode").fetchone()
        == ("wal",)
        == cache._con.execute("PRAGMA journal_mode").fetchone()
    )
    cache.close()
    assert cache.get("nothing") is None  # opened anew


class Planted:
    """Makes a file where it is unpickled."""

    def __init__(self, path: Path):
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.path,)


def planted(cache: diskcache.Cache, target: Path, text: str, value: Any) -> Path:
    """Writes such a pickle into the row of "a" of a cache, as somebody may who can write its folder."""
    cache["a"] = {"state": "done"}
    with sqlite3.connect(Path(cache.directory) / "cache.db") as base:
        base.execute(f"UPDATE Cache SET {text}", (value,))
    base.close()
    return target


def in_row(cache: diskcache.Cache, target: Path) -> Path:
    return planted(cache, target, "mode = 4, value = ?", pickle.dumps(Planted(target)))


def in_file(cache: diskcache.Cache, target: Path) -> Path:
    (Path(cache.directory) / "planted").write_bytes(pickle.dumps(Planted(target)))
    return planted(cache, target, "mode = 4, value = NULL, filename = ?", "planted")


@pytest.mark.parametrize("plant", [in_row, in_file])
def test_diskcache_by_itself_runs_what_is_planted(tmp_path: Path, plant: Callable) -> None:
    with diskcache.Cache(str(tmp_path / "cache")) as theirs:
        target = plant(theirs, tmp_path / "run")
        assert not target.exists()
        theirs.get("a")
        assert target.exists()


READERS: dict[str, Callable[[ClosedCache], Any]] = {
    "get": lambda cache: cache.get("a"),
    "get with all that is kept": lambda cache: cache.get("a", expire_time=True, tag=True)[0],
    "pop": lambda cache: cache.pop("a"),
    "default": lambda cache: cache.get("a", default=None, retry=True),
}


@pytest.mark.parametrize("plant", [in_row, in_file])
@pytest.mark.parametrize("reader", READERS)
def test_a_planted_value_is_not_unpickled_and_counts_as_not_there(tmp_path: Path, plant: Callable, reader: str) -> None:
    cache = open_cache(tmp_path / "cache")
    target = plant(cache, tmp_path / "run")
    assert READERS[reader](cache) is None and not target.exists()


@pytest.mark.parametrize("plant", [in_row, in_file])
def test_the_registry_of_runs_knows_nothing_of_a_planted_run(tmp_path: Path, plant: Callable) -> None:
    registry = RunRegistry(tmp_path / "jobs", Limits())
    target = plant(registry.cache, tmp_path / "run")
    assert registry.get("a") is None and not registry.asked_by("a", "somebody")
    with pytest.raises(KeyError):
        registry.cache["a"]
    assert not target.exists()


@pytest.mark.parametrize("walk", [list, reversed, ClosedCache.iterkeys, ClosedCache.peekitem])
def test_a_planted_key_is_refused_with_a_sentence(tmp_path: Path, walk: Callable) -> None:
    cache, target = open_cache(tmp_path / "cache"), tmp_path / "run"
    planted(cache, target, "raw = 0, key = ?", pickle.dumps(Planted(target)))
    with pytest.raises(OSError, match="is pickled and not read; remove that folder"):
        list(walk(cache))
    assert not target.exists()


def test_no_other_disk_can_be_asked_for(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="disk"):
        open_cache(tmp_path / "cache", disk=diskcache.Disk)
