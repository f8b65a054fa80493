from __future__ import annotations

import io
from dataclasses import replace
from uuid import uuid4

import numpy as np
import pytest
from flask import Flask
from PIL import Image

from layouts.gantt import picture_routes, raster
from scheduler.errors import StoreError
from scheduler.model.table import Table
from tests.cases import small


class Kept:
    """A store of one run."""

    def __init__(self, schedule):
        self.key, self.run, self.places = uuid4().hex, schedule, 0

    def schedule(self, key):
        if key != self.key:
            raise StoreError(f"There is no run {key}; simulate it again.")
        return self.run

    def derived(self, key, name, compute, schedule) -> Table:
        assert (key, name) == (self.key, "places")
        self.places += 1
        return compute(schedule)


class Both:
    """A store of two runs."""

    def __init__(self, *stores):
        self.stores = {one.key: one for one in stores}

    def schedule(self, key):
        return self.stores[key].schedule(key)

    def derived(self, key, *rest) -> Table:
        return self.stores[key].derived(key, *rest)


@pytest.fixture
def store():
    work = small.workload([(0, 10, 2), (0, 5, 2), (1, 20, 4)], 4, users=[3, 4, 3])
    return Kept(small.schedule(work, [0, 0, 10], flags=[0, 1, 0]))


@pytest.fixture
def client(store):
    server = Flask(__name__)
    picture_routes.register(server, store)
    return server.test_client()


def address(store, window=(0.0, 30.0, 0.0, 4.0), size=(60, 8), source="real", scheme="light") -> str:
    return raster.url(store.key, source, window, *size, scheme)


def test_a_picture_of_the_window(client, store):
    answer = client.get(address(store))
    assert answer.status_code == 200
    assert answer.mimetype == "image/png"
    assert Image.open(io.BytesIO(answer.data)).size == (60, 8)


def test_how_many_jobs_it_shows_stands_in_a_header(client, store):
    assert client.get(address(store)).headers[picture_routes.JOBS_HEADER] == "3"
    assert client.get(address(store, (5.0, 10.0, 0.0, 4.0))).headers[picture_routes.JOBS_HEADER] == "1"


def test_browsers_keep_it(client, store):
    answer = client.get(address(store))
    assert "immutable" in answer.headers["Cache-Control"]
    again = client.get(address(store), headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert not again.data
    other = client.get(address(store, scheme="dark"), headers={"If-None-Match": answer.headers["ETag"]})
    assert other.status_code == 200


def test_places_are_asked_of_the_store_once(client, store):
    client.get(address(store))
    client.get(address(store, (0.0, 7.0, 0.0, 4.0)))
    client.get(f"/pick/{store.key}/real?t=1&p=1")
    assert store.places == 1


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("0_30_0_4_60x8_light.png", 200),
        ("-5_30_-1_4.5_60x8_dark.png", 200),
        ("1e1_2e1_0_4_60x8_light.png", 200),
        ("30_0_0_4_60x8_light.png", 400),
        ("0_0_0_4_60x8_light.png", 400),
        ("0_30_4_4_60x8_light.png", 400),
        ("nan_30_0_4_60x8_light.png", 400),
        ("0_inf_0_4_60x8_light.png", 400),
        ("0_1e300_0_4_60x8_light.png", 400),
        ("a_30_0_4_60x8_light.png", 400),
        ("0_30_0_4_0x8_light.png", 400),
        ("0_30_0_4_99999x8_light.png", 400),
        ("0_30_0_4_8000x8000_light.png", 400),
        ("0_30_0_4_60x8_blue.png", 404),
        ("0_30_0_60x8_light.png", 404),
        ("x", 404),
    ],
)
def test_names_of_pictures_are_checked(client, store, name, status):
    answer = client.get(f"/picture/{store.key}/real/{name}")
    assert answer.status_code == status
    if status != 200:
        assert answer.json["error"].endswith(".")


@pytest.mark.parametrize(
    "path",
    [
        "/picture/none/real/0_30_0_4_60x8_light.png",
        "/picture/{key}/unreal/0_30_0_4_60x8_light.png",
        "/picture/{key}/virtual/0_30_0_4_60x8_light.png",
        "/picture/%3Cb%3E/real/0_30_0_4_60x8_light.png",
        "/pick/none/real?t=1&p=1",
        "/pick/{key}/virtual?t=1&p=1",
    ],
)
def test_what_is_not_there_is_a_404_with_a_sentence(client, store, path):
    answer = client.get(path.format(key=store.key))
    assert answer.status_code == 404
    assert answer.json["error"].endswith(".")
    assert "<b>" not in answer.json["error"]


def test_picking_gives_the_facts_of_a_job(client, store):
    said = client.get(f"/pick/{store.key}/real?t=12&p=3").json
    assert {
        key: said[key] for key in ("job", "job_id", "user", "processors", "submit", "start", "end", "wait", "runtime")
    } == {
        "job": 2,
        "job_id": 103,
        "user": 3,
        "processors": 4,
        "submit": 1,
        "start": 10,
        "end": 30,
        "wait": 9,
        "runtime": 20,
    }
    assert said["rectangles"] == [[10, 30, 0, 4]]
    assert not said["backfilled"]
    assert client.get(f"/pick/{store.key}/real?t=2&p=2.5").json["backfilled"]


def test_the_next_job_of_a_user_is_the_one_that_starts_next():
    work = small.workload([(0, 10, 4), (1, 5, 4), (2, 5, 4)], 4, users=[3, 3, 3])
    store, server = Kept(small.schedule(work, [0, 15, 10])), Flask(__name__)
    picture_routes.register(server, store)
    pick = f"/pick/{store.key}/real?step=next_of_user&job="
    assert [server.test_client().get(f"{pick}{job}").json["job"] for job in (0, 2, 1)] == [2, 1, 1]


def test_intervals_are_half_open(client, store):
    assert client.get(f"/pick/{store.key}/real?t=9.99&p=0").json["job"] == 0
    assert client.get(f"/pick/{store.key}/real?t=10&p=0").json["job"] == 2


def test_idle_is_no_job(client, store):
    assert client.get(f"/pick/{store.key}/real?t=7&p=3").json == {"job": None}


def test_within_a_pixel_counts(client, store):
    assert client.get(f"/pick/{store.key}/real?t=5.4&p=3&dt=0.5&dp=0.1").json["job"] == 1


def test_a_row_gives_its_rectangles(client, store):
    assert client.get(f"/pick/{store.key}/real?job=1").json["rectangles"] == [[0, 5, 2, 4]]


def test_a_job_of_a_run_of_fewer_jobs_is_named_by_its_row_of_the_baseline():
    rows = [(0, 10, 2), (0, 5, 2), (1, 20, 4)]
    every = replace(small.workload(rows, 4), trace_sha256="a" * 64)
    fewer = replace(every, jobs=every.jobs.take(np.arange(1, 3)), options={"where": "user!=3"})
    base, changed = Kept(small.schedule(every, [0, 0, 10])), Kept(small.schedule(fewer, [0, 5]))
    server = Flask(__name__)
    picture_routes.register(server, Both(base, changed))
    pick = f"/pick/{changed.key}/real?rows={base.key}"
    picked = [server.test_client().get(f"{pick}&{query}").json for query in ("t=2&p=1", "job=1", "job=2", "job=0")]
    assert [facts["job"] for facts in picked] == [1, 1, 2, None]
    assert [facts["rectangles"] for facts in picked] == [[[0, 5, 0, 2]], [[0, 5, 0, 2]], [[5, 25, 0, 4]], []]


@pytest.mark.parametrize(
    ("query", "status"),
    [("", 400), ("t=1", 400), ("t=a&p=1", 400), ("t=inf&p=1", 400), ("job=3", 404), ("job=-1", 404), ("job=x", 404)],
)
def test_what_is_asked_of_a_pick_is_checked(client, store, query, status):
    answer = client.get(f"/pick/{store.key}/real?{query}")
    assert answer.status_code == status
    assert answer.json["error"].endswith(".")


def test_a_run_of_another_shape_is_not_mixed_up(client, store):
    assert (
        client.get(address(store, (0.0, 30.0, 0.0, 4.0))).data != client.get(address(store, (0.0, 15.0, 0.0, 4.0))).data
    )


def edges(client, store, query, source="real"):
    return client.get(f"/pick/{store.key}/{source}?{query}").json["edges"]


def test_a_range_snaps_to_starts_ends_and_submissions_of_what_is_shown(client, store):
    assert edges(client, store, "edges=60&t0=0&t1=30") == [0, 1, 5, 10, 30]
    assert edges(client, store, "edges=60&t0=0.5&t1=9") == [5]  # job 2 begins later: nothing of it is shown
    assert edges(client, store, "edges=60&t0=0&t1=9.5&p0=2&p1=4") == [0, 5]  # the rows of job 1 alone
    assert edges(client, store, "edges=60&t0=6&t1=9") == []


def test_of_many_edges_one_is_kept_for_a_pixel_a_start_before_a_submission(client, store):
    assert edges(client, store, "edges=3&t0=0&t1=30") == [0, 10, 30]
    assert edges(client, store, "edges=1&t0=0&t1=30")[0] == 10


def test_edges_of_two_runs_are_those_of_both(store):
    other = Kept(small.schedule(store.run.workload, [3, 0, 13], flags=[0, 1, 0]))
    both = Both(store, other)
    server = Flask(__name__)
    picture_routes.register(server, both)
    said = server.test_client().get(f"/pick/{store.key}/overlay~{other.key}?edges=60&t0=0&t1=40").json["edges"]
    assert said == [0, 1, 3, 5, 10, 13, 30, 33]


@pytest.mark.parametrize(
    "query",
    [
        "edges=",
        "edges=x&t0=0&t1=9",
        "edges=-1&t0=0&t1=9",
        "edges=99999&t0=0&t1=9",
        "edges=60",
        "edges=60&t0=9&t1=0",
        "edges=60&t0=nan&t1=9",
        "edges=60&t0=0&t1=9&p0=4&p1=4",
        "edges=60&t0=0&t1=9&p0=x",
    ],
)
def test_what_is_asked_of_edges_is_checked(client, store, query):
    answer = client.get(f"/pick/{store.key}/real?{query}")
    assert answer.status_code in (400, 404)
    assert answer.json["error"].endswith(".")


def test_the_shortest_window_there_is_has_an_answer(client, store):
    assert edges(client, store, "edges=8192&t0=0&t1=5e-324") == [0]
