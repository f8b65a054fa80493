"""The cache of a process: made once, forgotten in order, bounded in bytes, gone with what it was made of."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Barrier, Semaphore

import numpy as np
import pytest

from layouts.memory.cache import Cache, weight
from layouts.memory.mmap_column import LEAST, spilled

KB = np.zeros(1_000, np.uint8)


@dataclass
class Owner:
    """Something that values are made of."""

    name: str


def test_a_value_is_made_once_however_many_ask():
    kept = Cache()
    made, together = [], Barrier(4)

    def ask(_: int) -> object:
        together.wait(60)
        return kept.get("a", lambda: made.append(1) or object())

    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(ask, range(4)))
    assert len(made) == 1
    assert len(set(map(id, answers))) == 1


def test_the_least_recently_used_is_forgotten():
    kept = Cache(most=2 * weight(KB))
    made: list[str] = []
    for key in ("a", "b", "a", "c", "a", "b"):
        kept.get(key, lambda key=key: made.append(key) or KB.copy())
    assert made == ["a", "b", "c", "b"]
    assert (len(kept), kept.nbytes) == (2, 2 * weight(KB))


def test_a_value_above_the_limit_stays_alone():
    kept = Cache(most=100)
    kept.get("small", lambda: b"")
    large = kept.get("large", KB.copy)
    assert kept.get("large", lambda: None) is large
    assert len(kept) == 1


def test_values_go_with_what_they_are_made_of():
    kept, first, second = Cache(), Owner("a"), Owner("a")
    assert kept.get("size", lambda: 1, first) == 1
    assert kept.get("size", lambda: 2, second) == 2  # equal names, two objects
    assert kept.get("both", lambda: 3, first, second) == 3
    del first
    gc.collect()
    assert kept.get("size", lambda: 4, second) == 2
    assert len(kept) == 1
    assert kept.nbytes == weight(2)


def test_what_failed_is_tried_again():
    kept = Cache()
    with pytest.raises(ZeroDivisionError):
        kept.get("a", lambda: 1 // 0)
    assert kept.get("a", lambda: 7) == 7


@pytest.mark.parametrize(
    ("value", "least"),
    [
        (np.zeros(1_000), 8_000),
        ({"a": [np.zeros(10), np.zeros(20)]}, 240),
        ((b"x" * 500, "y" * 500), 1_000),
        (Owner("n" * 300), 300),
    ],
)
def test_a_value_weighs_what_it_is_made_of(value, least):
    assert least <= weight(value) < least + 1_000


def test_columns_in_files_weigh_nothing():
    column = np.zeros(LEAST + 1, np.uint8)
    assert weight(column) > LEAST
    assert weight(spilled(column)) == 0


def test_an_array_of_two_names_weighs_once():
    column = np.zeros(1_000)
    assert weight([column, column]) < 2 * column.nbytes


class Counted(dict):
    """Lets others know how often somebody came for a thing."""

    def __init__(self):
        super().__init__()
        self.came = Semaphore(0)

    def setdefault(self, key, value=None):
        self.came.release()
        return super().setdefault(key, value)


def test_those_who_wait_for_a_failure_do_not_try_again_one_after_the_other():
    kept = Cache()
    kept._making = coming = Counted()
    tries = []

    def fail() -> int:
        tries.append(1)
        assert all(coming.came.acquire(timeout=60) for _ in range(4))
        raise ValueError("no")

    with ThreadPoolExecutor(4) as threads:
        failures = [one.exception(120) for one in [threads.submit(kept.get, "a", fail) for _ in range(4)]]
    assert [str(failure) for failure in failures] == ["no"] * 4
    assert len(tries) == 1
