"""What a tip says of a crowded Gantt chart is what is drawn there: the color at that height, and whose most of it is."""

from __future__ import annotations

import io
import re

import numpy as np
import pytest
from flask import Flask
from PIL import Image

from layouts.gantt import coloring, picture_routes, raster
from layouts.theme import rgb
from scheduler.simulate import simulate
from tests.cases import small
from tests.gantt.test_pictures import Kept

SIZE = 240, 90
MACHINE = 32


def crowd(jobs=3_000, users=14):
    random = np.random.default_rng(11)
    rows = zip(
        np.sort(random.integers(0, 20_000, jobs)).tolist(),
        random.integers(1, 120, jobs).tolist(),
        random.integers(1, 9, jobs).tolist(),
        strict=True,
    )
    return simulate(small.workload(list(rows), MACHINE, users=random.integers(50, 50 + users, jobs).tolist()), "easy")


@pytest.fixture(scope="module")
def store():
    return Kept(crowd())


@pytest.fixture(scope="module")
def client(store):
    server = Flask(__name__)
    picture_routes.register(server, store)
    return server.test_client()


def picture(client, store, window, **looks):
    """(address, [height, width, 4] the pixels)"""
    address = raster.url(store.key, "real", window, *SIZE, asked=raster.query(**looks))
    return address, np.asarray(Image.open(io.BytesIO(client.get(address).data)).convert("RGBA"))


def picked(client, store, window, x, y, address):
    """The answer of a point in the middle of a pixel."""
    name, _, query = address.rpartition("/")[2].partition("?")
    t = window[0] + (x + 0.5) * (window[1] - window[0]) / SIZE[0]
    p = window[3] - (y + 0.5) * (window[3] - window[2]) / SIZE[1]
    return client.get(f"/pick/{store.key}/real?t={t}&p={p}&dt=1&dp=1&picture={name}&{query}").json


@pytest.mark.parametrize(
    "window", [(0.0, 24_000.0, 0.0, MACHINE), (3_000.0, 21_000.0, 0.0, MACHINE), (0.0, 24_000.0, 5.0, 19.0)]
)
@pytest.mark.parametrize(
    "looks",
    [{}, {"color": "size"}, {"color": "stretch"}, {"only": "user 53"}, {"color": "size", "only": "size>4"}],
    ids=str,
)
def test_the_color_that_the_tip_names_is_that_of_the_pixel(client, store, window, looks):
    address, pixels = picture(client, store, window, **looks)
    look = coloring.of_run(looks.get("color", "user"), store.run)
    random, named, nothing = np.random.default_rng(3), set(), 0
    for x, y in random.integers(0, SIZE, (150, 2)).tolist():
        said = picked(client, store, window, x, y, address)
        *color, opacity = pixels[y, x].tolist()
        assert (said["job"] is None) == (opacity == 0)
        if said["job"] is None:
            nothing += 1
            continue
        words = re.fullmatch(rf"{look.title}: (.*?)(, not among the jobs of the query)?", said["lines"][0])
        index = next(index for index, name in look.words if name == words[1])
        assert rgb(look.hues["light"][index]) == tuple(color)
        assert bool(words[2]) == (opacity < 255)
        assert look.index[said["job"]] == index  # a click selects a job of that color, and of that time
        column = (window[1] - window[0]) / (SIZE[0] / raster.ACROSS)
        t = window[0] + (x + 0.5) * (window[1] - window[0]) / SIZE[0]
        assert store.run.placed.start[said["job"]] < t + column and store.run.placed.end[said["job"]] > t - column
        named.add(index)
    assert len(named) > 2 and nothing > 0


def test_the_user_with_most_of_an_area_is_told_with_the_share():
    # 40 jobs one after the other, 1 s each on 2 processors: three of four are of user 7, and all have one color by size
    run = small.schedule(small.workload([(at, 1, 2) for at in range(40)], 4, users=[9, 7, 7, 7] * 10), range(40))
    store, server = Kept(run), Flask(__name__)
    picture_routes.register(server, store)
    name = raster.url(store.key, "real", (0.0, 40.0, 0.0, 4.0), 10, 8, asked="color=size").rpartition("/")[2]
    said = server.test_client().get(f"/pick/{store.key}/real?t=3&p=1&picture={name.replace('?', '&')}").json
    assert said["lines"][:3] == [
        "processors: 2",
        "most of it: user 7, 75 %",
        "the largest of 20 jobs of this color here:",
    ]
    assert said["here"] == 20
    assert server.test_client().get(f"/pick/{store.key}/real?t=3&p=3&picture={name.replace('?', '&')}").json == {
        "job": None
    }


def test_of_several_jobs_in_a_pixel_the_user_with_most_is_told():
    run = small.schedule(small.workload([(at, 1, 2) for at in range(8)], 4, users=[9, 7, 7, 7, 9, 7, 7, 7]), range(8))
    store, server = Kept(run), Flask(__name__)
    picture_routes.register(server, store)
    ask = f"/pick/{store.key}/real?t=4&p=1&dt=8&dp=1"
    assert server.test_client().get(ask).json["lines"][-2:] == [
        "1 of 8 jobs within this pixel",
        "most of it: user 7, 75 %",
    ]
    alone = server.test_client().get(f"/pick/{store.key}/real?t=2.5&p=1&dt=2&dp=1").json["lines"]
    assert not [line for line in alone if line.startswith("most of it")]


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ("picture=nonsense", 404),
        ("picture=0_9_0_4_10x8_light.png&color=red", 400),
        ("picture=9_0_0_4_10x8_light.png", 400),
        ("picture=0_9_0_4_99999x8_light.png", 400),
    ],
)
def test_what_a_browser_says_of_its_picture_is_checked(client, store, given, status):
    answer = client.get(f"/pick/{store.key}/real?t=1&p=1&{given}")
    assert answer.status_code == status and answer.json["error"].endswith(".")


def test_beside_the_picture_and_where_it_shows_single_jobs_rows_answer(client, store):
    wide = raster.url(store.key, "real", (100.0, 110.0, 0.0, MACHINE), 400, 90).rpartition("/")[2].replace("?", "&")
    for t in (105.0, 900.0):
        row = client.get(f"/pick/{store.key}/real?t={t}&p=1.5").json
        assert client.get(f"/pick/{store.key}/real?t={t}&p=1.5&picture={wide}").json == row
