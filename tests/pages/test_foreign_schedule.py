"""A schedule of another program on Compare: the run that comes of a file that was sent, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from flask import Flask

import queuescope as qs
from layouts.frame.callbacks import Services
from layouts.pages.compare.runs import foreign_schedule, run_list
from layouts.routes import run_routes
from layouts.state.link import MOST_RUNS, Link, read
from scheduler.errors import InputError
from scheduler.formats import schedule_csv
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from tests.cases.small_log import is_one_sentence, swf

pytestmark = pytest.mark.core


@pytest.fixture
def services(tmp_path):
    store = Store(tmp_path)
    return Services(store.root, store, Runs(store))


@pytest.fixture
def log(services, tmp_path):
    (tmp_path / "small.swf").write_text(swf())
    return qs.load(tmp_path / "small.swf", store=services.store)


@pytest.fixture(autouse=True)
def request_of_a_visitor():
    server = Flask(__name__)
    server.secret_key = "of a test"
    with server.test_request_context():
        yield


def sent(services, content: bytes, name: str = "theirs.csv") -> dict:
    upload = services.store.save_upload([content], name)
    return {"key": upload.key, "name": upload.name, "at": 1}


def link_of(address: str) -> Link:
    return read(address.removeprefix("/compare"))


def test_a_file_becomes_the_same_run_as_in_the_library(services, log):
    ours = qs.compare(log, ["easy"])[0]
    content = schedule_csv.write(ours.schedule)
    _, address = foreign_schedule.added(services, Link(log.key, runs=(ours.key,)), sent(services, content), "")
    key = link_of(address).runs[1]
    status = services.runs.status(key)
    assert run_list.spec_of(services, key, status)["called"] == "theirs"
    assert run_routes.named(
        services, status.spec
    ) == "theirs, a schedule of another program" and key in run_routes.address(key, status.spec)
    services.runs.work([key])
    assert services.runs.status(key).state == "done"
    assert np.array_equal(services.store.schedule(key).placed.start, ours.schedule.placed.start)
    path = services.store.root / "theirs.csv"
    path.write_bytes(content)
    assert qs.schedule(log, path, name="theirs").key == key


def test_a_schedule_that_breaks_a_rule_is_no_run_and_says_which(services, log):
    ours = qs.compare(log, ["easy"])[0]
    lines = ["job_id,start", *(f"{job},-1" for job in ours.frame.job_id)]
    _, address = foreign_schedule.added(services, Link(log.key), sent(services, "\n".join(lines).encode()), "Too early")
    (key,) = link_of(address).runs
    services.runs.work([key])
    status = services.runs.status(key)
    assert status.state == "failed" and is_one_sentence(status.message) and "before its submission" in status.message
    assert not services.store.has_run(key)


@pytest.mark.parametrize(
    "file", [None, "x", {}, {"key": 3}, {"key": "../../etc/passwd", "name": "a"}, {"key": "0" * 64, "name": []}]
)
def test_what_a_browser_sends_is_not_trusted(services, log, file):
    with pytest.raises(InputError) as caught:
        foreign_schedule.added(services, Link(log.key), file, "Theirs")
    assert is_one_sentence(str(caught.value))


def test_there_is_room_for_it_once(services, log):
    file = sent(services, b"job_id,start\n1,0\n")
    with pytest.raises(InputError, match="At most"):
        foreign_schedule.added(
            services, Link(log.key, runs=tuple(f"{n:024x}" for n in range(MOST_RUNS))), file, "Theirs"
        )
    _, address = foreign_schedule.added(services, Link(log.key), file, "Theirs")
    with pytest.raises(InputError, match="shown already"):
        foreign_schedule.added(services, link_of(address), file, "Theirs")
    for name in ("a\u0007b", "x" * 61):
        with pytest.raises(InputError):
            foreign_schedule.added(services, Link(log.key), file, name)
