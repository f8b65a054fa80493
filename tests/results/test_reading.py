"""How a file is read is part of its source: checked, in one order, in the key and the record, and in the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from scheduler.errors import ParamError
from scheduler.exports import command_line
from scheduler.results import sources, specs
from scheduler.results.progress import Progress
from scheduler.results.queue.tasks import load
from scheduler.results.store import Store

TABLE = b"when,end,took,n,who\n0,9,3600,4,anna\n60,9,120,2,bob\n"
READING = {"submit": "when", "runtime": "took", "requested_processors": "n", "user_id": "who"}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return Store(tmp_path_factory.mktemp("reading"))


@pytest.fixture(scope="module")
def source(store: Store) -> dict:
    return {"kind": "upload", "key": store.save_upload([TABLE], "jobs.csv").key, "name": "jobs.csv"}


def spec(store: Store, source: dict, reading: dict) -> dict:
    return specs.check({"do": "load", "source": source | {"reading": reading}, "options": {"processors": 8}}, store)


def test_a_source_that_is_read_as_it_tells_is_as_before(store, source):
    assert sources.check(source, store) == sources.check(source | {"reading": {}}, store) == source
    assert sources.check(source | {"reading": {"submit": ""}}, store) == source


def test_the_order_and_empty_values_change_no_key_and_each_value_does(store, source):
    one = specs.key(spec(store, source, READING))
    assert one == specs.key(spec(store, source, dict(reversed(READING.items())) | {"wait": None}))
    others = [specs.key(spec(store, source, READING | {name: "end"})) for name in READING]
    assert len({one, *others, specs.key(spec(store, source, READING | {"submit_unit": "min"}))}) == len(READING) + 2


@pytest.mark.parametrize(
    "reading",
    [
        {"no": "such"},
        {"submit": 3},
        {"submit": ["a"]},
        {"submit_unit": "weeks"},
        [1],
        "submit=a",
        {"time_zone": "Mars"},
        {"submit": "a\0b"},
        {"submit": "x" * 201},
    ],
)
def test_what_is_no_reading_is_refused_in_a_sentence(store, source, reading):
    with pytest.raises(ParamError, match=r"wanted|such as|known"):
        sources.check(source | {"reading": reading}, store)


def test_a_table_is_loaded_as_its_reading_says_and_the_command_says_it_too(store, source):
    checked = spec(store, source, READING | {"submit_unit": "min"})
    load(store, specs.key(checked), checked, Progress())
    key = store.loaded(specs.key(checked))
    workload, record = store.workload(key), store.workload_record(key)
    assert workload.jobs.submit.tolist() == [0, 3_600] and workload.jobs.runtime.tolist() == [3_600, 120]
    assert record["source"]["reading"] == checked["source"]["reading"]
    command = command_line.looked_at(record)[-1]
    assert (
        command.count("--reading") == 5
        and "--reading submit=when" in command
        and "--reading submit_unit=min" in command
    )


def test_a_log_of_the_server_has_a_reading_too(store, tmp_path: Path, monkeypatch):
    (tmp_path / "jobs.csv").write_bytes(TABLE)
    monkeypatch.setenv(sources.TRACES, str(tmp_path))
    checked = sources.check({"kind": "log", "name": "jobs.csv", "reading": READING}, store)
    assert len(sources.trace_of(checked, store)) == 2
