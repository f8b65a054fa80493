"""A server whose registry of runs (the broker) cannot be reached: pages and scripts are told so in a sentence."""

from __future__ import annotations

import logging

import pytest

from layouts import ids, site
from layouts.server import background
from scheduler.results.limits import Limits
from scheduler.results.queue.registry import RunRegistry
from tests.cases import callbacks
from tests.cases.small_log import is_one_sentence

OURS = {"X-Requested-With": "fetch", "Sec-Fetch-Site": "same-origin"}
KEY = "0" * 24


@pytest.fixture
def app(tmp_path, monkeypatch):
    pytest.importorskip("redis")
    monkeypatch.setenv("QUEUESCOPE_BROKER", "redis://:not-told@127.0.0.1:1/0")
    made = site.create_app(tmp_path)
    made._setup_server()
    return made


@pytest.mark.parametrize(("method", "address"), [("GET", "/runs.json"), ("POST", f"/runs/{KEY}/cancel")])
def test_the_tray_is_told_in_a_sentence(app, caplog, method, address):
    answer = app.server.test_client().open(address, method=method, headers=OURS)
    assert (answer.status_code, answer.headers["Retry-After"], caplog.records) == (503, "5", [])
    assert is_one_sentence(answer.json["message"]) and "cannot be reached" in answer.json["message"]
    assert "not-told" not in answer.text


def test_pages_open_and_their_callbacks_say_it_without_a_fault(app, caplog):
    caplog.set_level(logging.WARNING)
    client = app.server.test_client()
    assert {client.get(path).status_code for path in site.PAGES} == {200}
    values = {f"{ids.RUNS}.data": [KEY], f"{ids.URL}.pathname": "/compare"}
    told = callbacks.response(app, f"{ids.RUNS}.data", values, ids.FINISHED)["sideUpdate"][ids.UPLOAD_STATE]["children"]
    assert is_one_sentence(told) and "cannot be reached" in told and not caplog.records


def test_the_server_gets_ready_without_it(app, tmp_path):
    background.warm_up(RunRegistry(tmp_path / "jobs", Limits()))
    assert not [thread for thread in background.threading.enumerate() if thread.name == "warm-up"]
