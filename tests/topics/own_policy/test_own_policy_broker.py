"""Policies of files where workers are on other machines, and what is counted there of schedules from browsers."""

from __future__ import annotations

import time

import pytest
from flask import Flask

from layouts.server.web import holder
from layouts.topics.own_policy import routes
from scheduler import policies
from scheduler.broker import quotas
from scheduler.errors import Refused
from scheduler.results.queue.registry import DONE, FAILED
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from scheduler.topics.own_policy import policy_files
from tests.results.test_broker import broker, redis, until, workers  # noqa: F401 - three are fixtures

OWN = """def schedule(now, queue, running, free):
    return [queue[0]] if queue and queue[0].processors <= free else []
"""


def test_workers_know_the_policies_of_the_owner(workers, broker, tmp_path, monkeypatch):  # noqa: F811
    folder = tmp_path / "policies"
    folder.mkdir(mode=0o700)
    (folder / "mine.py").write_text(OWN)
    monkeypatch.setattr(policies, "ADDED", {})
    monkeypatch.setenv("QUEUESCOPE_POLICIES", str(folder))
    workers.known["QUEUESCOPE_POLICIES"] = str(folder)
    policy_files.offer_folder()
    workers.start(1)
    far = Runs(Store(workers.home))
    key = far.submit([{"do": "load", "source": {"kind": "sample", "name": "five-jobs.swf"}}], "somebody")[0].key
    until(lambda: far.status(key).state == DONE, "the workload")
    run = far.submit([{"do": "simulate", "workload": far.result(key), "policy": "file_mine"}], "somebody")[0].key
    until(lambda: far.status(run).state in (DONE, FAILED), "the run")
    assert far.status(run).state == DONE, far.status(run).message


def test_what_programs_of_a_browser_had_kept_is_counted_for_all_machines(broker, tmp_path):  # noqa: F811
    server = Flask(__name__)
    server.secret_key = "of this test"
    with server.test_request_context(json={"workload": "a" * 24}):
        quotas.add(holder().visitor, 2**50, time.time())
        with pytest.raises(Refused, match="visitor_kept"):
            routes.keep(Store(tmp_path))
