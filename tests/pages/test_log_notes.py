"""The notes on a log: what can be pressed beside them, and what the page says has changed by it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from layouts import ids
from layouts.frame.callbacks import Services, load_spec, start
from layouts.pages.workload import log_notes
from layouts.words.remedies import OF_NOTES, of_note
from scheduler.errors import ParamError
from scheduler.formats import swf
from scheduler.model.workload import Workload
from scheduler.model.workload_options import OPTIONS, WorkloadOptions
from scheduler.preparation.build import workload
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from tests.pages.test_pages import texts

# Job 1 runs longer than it asked for, job 3 was cancelled and never had a processor, job 4 does not say what it wants.
LOG = """; MaxProcs: 4
1 0 0 100 2 -1 -1 2 60 -1 1 1 1 1 1 1 -1 -1
2 10 0 10000 2 -1 -1 2 20000 -1 1 1 1 1 1 1 -1 -1
3 20 -1 50 -1 -1 -1 1 100 -1 5 2 1 1 1 1 -1 -1
4 30 0 70 1 -1 -1 -1 -1 -1 1 2 1 1 1 1 -1 -1
"""


def made(**options: Any) -> Workload:
    return workload(swf.read(LOG.encode(), "noted.swf"), WorkloadOptions(**options))


def pressed(jobs: Workload) -> dict[str, str]:
    """{key of a button: its words}, of the notes."""
    return {
        part.id["key"]: part.children
        for part in log_notes.note_list(jobs)._traverse()
        if isinstance(getattr(part, "id", None), dict) and part.id["type"] == ids.act("suit", "")["type"]
    }


def test_a_note_whose_repair_is_a_choice_has_a_button_for_the_other():
    assert pressed(made()) == {
        "unallocated=keep&overrun=extend": "as in the log",
        "unallocated=drop&overrun=auto": "cleaned",
        "unallocated=keep": "Keep them",
        "overrun=extend": "Raise the requested times instead",
        "size=allocated": "Take the allocated processors of all",
        "estimates=exact": "Give all jobs exact requests",
    }


@pytest.mark.parametrize("key", ["unallocated=keep", "overrun=extend", "size=allocated", "estimates=exact"])
def test_what_a_button_asks_for_makes_another_workload_with_another_button(key):
    before = made()
    options = {name: value for name, value in before.options.items() if name in OPTIONS} | log_notes.read_press(key)
    after = made(**WorkloadOptions.of(options).as_json())
    assert after.hash != before.hash and log_notes.differences(before, after) and key not in pressed(after)


def test_every_remedy_of_a_note_is_an_option_that_takes_its_value():
    for remedies in OF_NOTES.values():
        for one in remedies:
            assert OPTIONS[one.option].check(one.value) in (one.value, None)
    assert of_note("unusable_runtime", {}) is None
    assert of_note("load_scaled", {"load": 0.7}).value == "" and of_note("load_scaled", {"load": None}) is None


def test_counts_that_changed_are_those_of_the_log():
    differ = {
        name: (was, now) for name, was, now in log_notes.differences(made(), made(unallocated="keep", overrun="extend"))
    }
    assert differ["jobs"] == ("3", "4") and differ["jobs repaired"] == ("2", "3")
    hours = [(2 * 60 + 2 * 10_000 + 70) / 3_600, (2 * 100 + 2 * 10_000 + 50 + 70) / 3_600]
    assert differ["work"] == tuple(f"{value:.5f} processor-hours" for value in hours)
    assert "users" not in differ and log_notes.differences(made(), made()) == []


def test_the_switch_shows_which_of_the_two_it_is_and_is_there_only_where_they_differ():
    def states(jobs: Workload) -> list[str]:
        return [
            getattr(part, "aria-pressed")
            for part in log_notes.note_list(jobs)._traverse()
            if hasattr(part, "aria-pressed")
        ]

    assert states(made()) == ["false", "true"]
    assert states(made(unallocated="keep", overrun="extend")) == ["true", "false"]
    assert states(made(overrun="cut")) == ["false", "false"]
    assert (
        states(workload(swf.read(b"; MaxProcs: 4\n1 0 0 100 2 -1 -1 2 160 -1 1 1 1 1 1 1 -1 -1\n", "clean.swf"))) == []
    )


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    store = Store(tmp_path)
    server = Flask("notes")
    server.secret_key = "notes"
    with server.test_request_context("/"):
        yield Services(tmp_path, store, Runs(store))


def loaded(services: Services, content: bytes, **options: Any) -> str:
    key = services.store.save_upload([content], "x.swf").key
    started = start(services, [load_spec({"kind": "upload", "key": key, "name": "x.swf"}, options)])
    services.runs.work(started.keys)
    return str(services.store.loaded(started.keys[0]))


def test_the_page_tells_the_change_of_one_log_only(services):
    before, after = loaded(services, LOG.encode()), loaded(services, LOG.encode(), unallocated="keep")
    said = re.sub(r"\s+", " ", texts(log_notes.change(services, before, after)))
    assert "jobs 3 → 4" in said and "Back to the workload before" in said
    other = loaded(services, LOG.encode().replace(b"10000", b"10001"))
    for key in (after, other, "f" * 24, "../x", None, 7, ["a"], {}):
        assert log_notes.change(services, key, after) is None


@pytest.mark.parametrize("sent", ["unallocated=steal", "no_such=1", "=", "", "a&b=c", {"x": 1}])
def test_a_press_the_page_has_not_offered_is_refused(sent):
    with pytest.raises(ParamError):
        WorkloadOptions.of(log_notes.read_press(sent))
