"""The health card of the Workload page: what was found, which jobs, and the switch between leaving them out and keeping."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from layouts import ids
from layouts.frame.callbacks import Services, load_spec, start
from layouts.pages.workload import health_card, log_notes, workload_page
from scheduler.model.workload_options import WorkloadOptions
from scheduler.results import health_reports
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from tests.pages.test_pages import texts

# Job 1 runs past its request, job 2 has the number of job 1, job 3 never had processors, job 4 has no runtime.
LOG = b"""; MaxProcs: 4
1 0 0 100 2 -1 -1 2 60 -1 1 1 1 1 1 1 -1 -1
1 10 0 10 2 -1 -1 2 20 -1 1 1 1 1 1 1 -1 -1
3 20 -1 50 -1 -1 -1 1 100 -1 5 2 1 1 1 1 -1 -1
4 30 0 0 1 -1 -1 1 60 -1 1 2 1 1 1 1 -1 -1
5 40 0 10 1 -1 -1 1 60 -1 1 2 1 1 1 1 -1 -1
"""


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    store = Store(tmp_path)
    server = Flask("health")
    server.secret_key = "health"
    with server.test_request_context("/"):
        yield Services(tmp_path, store, Runs(store))


def opened(services: Services, content: bytes = LOG, **options: Any) -> tuple[str, Any]:
    """(key of the workload, its card)."""
    upload = services.store.save_upload([content], "x.swf").key
    started = start(services, [load_spec({"kind": "upload", "key": upload, "name": "x.swf"}, options)])
    services.runs.work(started.keys)
    key = str(services.store.loaded(started.keys[0]))
    work, record = services.store.workload(key), services.store.workload_record(key)
    return key, health_card.card(work, record, health_reports.of_workload(services.store, record))


def items(card: Any) -> dict[str, Any]:
    return {getattr(part, "data-finding"): part for part in card._traverse() if hasattr(part, "data-finding")}


def switches(item: Any) -> dict[str, tuple[str, str]]:
    """{words: (what a press asks for, whether it is so)}."""
    return {
        part.children: (part.id["key"], getattr(part, "aria-pressed"))
        for part in item._traverse()
        if isinstance(getattr(part, "id", None), dict) and part.id["type"] == ids.act("suit", "")["type"]
    }


def test_the_card_says_what_was_found_and_what_it_does_to_results(services):
    _, card = opened(services)
    said = {key: texts(item) for key, item in items(card).items()}
    assert {"never_allocated", "ran_past_request", "duplicate_ids", "no_runtime"} <= set(said)
    assert "1 job with the number of a job before" in said["duplicate_ids"]
    assert "cannot be matched by their number" in said["duplicate_ids"] and "Always left out" in said["no_runtime"]
    assert "findings in the 5 jobs of the file may change results" in texts(card)
    assert "What was repaired and noticed" in texts(card), "the notes are part of the card"


def test_a_press_leaves_jobs_out_and_another_takes_them_back(services):
    before, card = opened(services)
    assert switches(items(card)["duplicate_ids"]) == {
        "Leave out": ("leave_out=duplicate_ids", "false"),
        "Keep": ("leave_out=", "true"),
    }
    assert switches(items(card)["never_allocated"]) == {
        "Leave out": ("unallocated=drop", "true"),
        "Keep": ("unallocated=keep", "false"),
    }
    pressed = WorkloadOptions.of(log_notes.read_press("leave_out=duplicate_ids"))
    after, card = opened(services, **pressed.as_json())
    assert services.store.workload(after).jobs.line.tolist() == [2, 6]
    assert switches(items(card)["duplicate_ids"])["Leave out"] == ("leave_out=duplicate_ids", "true")
    assert switches(items(card)["ran_past_request"])["Leave out"][0] == "leave_out=duplicate_ids,ran_past_request"
    back = WorkloadOptions.of(log_notes.read_press(switches(items(card)["duplicate_ids"])["Keep"][0]))
    assert opened(services, **back.as_json())[0] == before


def test_the_jobs_of_a_finding_are_listed_with_their_lines(services):
    _, card = opened(services)
    tables = {
        key: next(part for part in item._traverse() if type(part).__name__ == "Table")
        for key, item in items(card).items()
        if "Show" in texts(item)
    }
    data = tables["duplicate_ids"].data
    assert data["head"][:3] == ["line", "job", "submit"] and data["body"] == [
        ["3", "1", "10", "0", "10", "2", "2", "20", "1", "1"]
    ]


def test_a_log_of_the_catalogue_is_named_on_top(services):
    head = b"; Computer: IBM SP2\n; Installation: SDSC\n; MaxJobs: 73496\n"
    _, card = opened(services, head + LOG)
    (notice,) = (part for part in card._traverse() if hasattr(part, "data-log"))
    assert getattr(notice, "data-log") == "sdsc-sp2-1998" and "Cancelled and failed jobs" in texts(notice)
    assert not [part for part in opened(services)[1]._traverse() if hasattr(part, "data-log")]


def test_a_report_is_kept_with_the_log_and_made_anew_where_it_is_gone(services, monkeypatch):
    key, _ = opened(services)
    record = services.store.workload_record(key)
    kept = list((services.store.root / "health").iterdir())
    assert len(kept) == 1
    first = health_reports.of_workload(services.store, record)
    kept[0].unlink()
    again = health_reports.of_workload(services.store, record)
    assert again["findings"] == json.loads(json.dumps(first["findings"])) and kept[0].exists()
    kept[0].unlink()
    (services.store.root / "uploads" / record["source"]["key"]).unlink()
    assert health_reports.of_workload(services.store, record) is None
    assert "What was repaired" in texts(health_card.card(services.store.workload(key), record, None))


def test_all_jobs_cannot_be_left_out(services):
    _, card = opened(services, b"; MaxProcs: 4\n1 0 0 100 2 -1 -1 2 -1 -1 1 1 1 1 1 1 -1 -1\n")
    assert "All jobs, so none can be left out" in texts(items(card)["no_requested_time"])
    assert switches(items(card)["no_requested_time"]) == {
        "Runtime": ("unrequested=runtime", "true"),
        "Longest request": ("unrequested=longest", "false"),
    }, "nobody is usual"


def test_what_stands_for_missing_requests_is_asked_and_chosen_by_a_press(services):
    rows = b"; MaxProcs: 4\n1 0 0 100 2 -1 -1 2 400 -1 1 1 1 1 1 1 -1 -1\n2 9 0 50 2 -1 -1 2 -1 -1 1 1 1 1 1 1 -1 -1\n"
    key, card = opened(services, rows)
    record = services.store.workload_record(key)
    asked = health_card.asks(services.store.workload(key), record)
    assert asked.children == "1 job lacks a request"
    assert asked.href == f"#{items(card)['no_requested_time'].id}"
    assert switches(items(card)["no_requested_time"])["Usual multiple"] == ("unrequested=usual", "false")
    key, card = opened(services, rows, **log_notes.read_press("unrequested=usual"))
    assert switches(items(card)["no_requested_time"])["Usual multiple"][1] == "true"
    assert services.store.workload(key).jobs.requested_time.tolist() == [400, 200]
    whole, _ = opened(services, rows.replace(b" -1 -1 1 1 1", b" 60 -1 1 1 1"))
    assert health_card.asks(services.store.workload(whole), services.store.workload_record(whole)) is None


def test_a_sound_log_and_a_generated_one_have_little_to_tell(services):
    _, card = opened(services, b"; MaxProcs: 4\n1 0 0 100 2 -1 -1 2 160 -1 1 1 1 1 1 1 -1 -1\n")
    assert "Nothing was found in the 1 job of the file that would change results." in texts(card) and not items(card)
    started = start(services, [load_spec({"kind": "generate", "generator": "poisson", "params": {"jobs": 20}}, {})])
    services.runs.work(started.keys)
    key = str(services.store.loaded(started.keys[0]))
    record = services.store.workload_record(key)
    made = health_card.card(services.store.workload(key), record, health_reports.of_workload(services.store, record))
    assert not items(made) and "What was repaired and noticed" in texts(made)


def test_the_card_stands_on_top_of_the_page():
    parts = [getattr(part, "id", None) for part in workload_page.layout()._traverse()]
    assert parts.index(ids.HEALTH) < parts.index(ids.WORKLOAD_BODY)
