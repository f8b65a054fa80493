"""Connections to the database of a cache are closed, so that none is dropped while it is open."""

from __future__ import annotations

import gc
import sqlite3
from pathlib import Path
from threading import Event, Thread

import pytest

from scheduler.results.queue.registry import open_cache


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
