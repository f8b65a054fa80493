"""How a file is read is part of its source: checked, in one order, in the key and the record, and in the command."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from layouts.routes.upload import numbered
from scheduler.errors import ParamError, Refused
from scheduler.exports import command_line
from scheduler.results import sources, specs
from scheduler.results.limits import Limits
from scheduler.results.progress import Progress
from scheduler.results.store import Store
from scheduler.results.tasks import load
from tests.cases.logs_of_formats import swf

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
    load.run(store, specs.key(checked), checked, Progress())
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


def test_a_log_that_takes_more_than_a_worker_may_use_is_refused_before_it_is_read(tmp_path: Path, monkeypatch):
    patient, hasty = Store(tmp_path), Store(tmp_path, Limits(seconds=0.01))
    content = swf(9_000)
    log = {"kind": "upload", "key": patient.save_upload([content], "log.swf").key, "name": "log.swf"}
    assert sources.check(log, patient) == log
    with pytest.raises(
        Refused, match=r"^log.swf has about 9,\d00 jobs in 1 MiB of text.* s of the processor; the most"
    ):
        specs.check({"do": "load", "source": log, "options": {}}, hasty)
    monkeypatch.setattr(sources, "worker_memory", lambda: 1 << 20)
    with pytest.raises(Refused, match=r"takes about 0.0\d+ GiB of memory; the most here is 0.00098 GiB, so send a sl"):
        specs.check({"do": "load", "source": log, "options": {}}, patient)
    with pytest.raises(Refused, match=r"of the processor; the most here is 0 s"):
        load.run(hasty, "key", {"do": "load", "source": log, "options": {}}, Progress())


def test_a_load_says_how_many_jobs_it_reads_and_how_long_it_takes(store, monkeypatch):
    monkeypatch.setattr(load, "SHORT", 0.01)
    content, said = swf(9_000), []
    log = {"kind": "upload", "key": store.save_upload([content], "log.swf").key, "name": "log.swf"}

    class Told(Progress):
        def at(self, done: float, message: str) -> None:
            said.append(message)

    loading = specs.check({"do": "load", "source": log, "options": {}}, store)
    load.run(store, specs.key(loading), loading, Told())
    assert re.fullmatch(r"Reading the trace: about 9,\d00 jobs, which takes about 1 second\.", said[0])


def test_names_of_a_log_are_not_replaced_where_that_takes_longer_than_an_answer(tmp_path: Path):
    store = Store(tmp_path, Limits(answer=0))
    sent = store.save_upload([swf(90)], "log.swf")
    with pytest.raises(Refused, match="about 90 jobs in 1 MiB of text"):
        numbered(store, sent)
    assert not store.has_upload(sent.key)
