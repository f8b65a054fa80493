"""Tables end where their rows do, or say of how many rows they hold the first ones."""

from __future__ import annotations

import base64
import csv
import gzip
import io
import re
from uuid import uuid4

import numpy as np
import pytest
from dash import html

from layouts.drawing import tables
from layouts.drawing.tables import First, joined
from layouts.frame import controls
from layouts.pages.compare.views import losers
from layouts.plots import search, who_pays
from layouts.plots.gantts import description, lateness_rows, overlay_chart
from layouts.state.view import FinishedRun, View
from layouts.workload_plots import top_users
from scheduler.generators import make
from scheduler.model.table import Table
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from tests.cases import small

MANY = 579  # users, jobs: more than any table shows


def shown(schedule, index: int = 0, name: str = "FCFS") -> FinishedRun:
    return FinishedRun(uuid4().hex, name, index, schedule, {})


def busy() -> list[FinishedRun]:
    """A job of 2 s for each of 579 users, one after the other; in the second run the other way round."""
    made = small.workload([(0, 2, 1)] * MANY, 1, users=list(range(MANY)))
    starts = 2.0 * np.arange(MANY)
    return [shown(small.schedule(made, starts)), shown(small.schedule(made, starts[::-1]), 1, "backwards")]


def summary(twin: html.Details) -> str:
    return str(twin.children[0].children).replace("\u202f", " ")


def file(twin: html.Details) -> list[dict]:
    text = gzip.decompress(base64.b64decode(getattr(twin, "data-csv"))).decode()
    return list(csv.DictReader(io.StringIO(text)))


def test_every_user_is_in_the_file_of_who_uses_the_machine():
    rows = top_users.table(busy()[0].schedule.workload)
    twin = controls.data_table(rows, "Users")
    assert sorted(int(row["user_id"]) for row in file(twin)) == list(range(MANY))
    assert summary(twin) == "Table (first 100 of 579 rows; the CSV has all)"
    assert not hasattr(twin, "data-part")


@pytest.mark.parametrize(
    ("make_rows", "total", "said"),
    [
        (
            lambda: description.table(busy()[:1], View()),
            MANY,
            "Table (first 100 of 579 rows; the CSV has the first 200 of 579 rows)",
        ),
        (
            lambda: description.table(busy(), View()),
            2 * MANY,
            "Table (first 100 of 1 158 rows; the CSV has 400 of 1 158 rows, the first of each run)",
        ),
        (
            lambda: description.table(busy()[:1], View(t0=0.0, t1=600.0)),
            300,
            "Table (first 100 of 300 rows; the CSV has the first 200 of 300 rows)",
        ),
        (
            lambda: overlay_chart.table(busy(), View()),
            MANY - 1,  # all but the middle one
            "Table (first 100 of 578 rows; the CSV has the first 200 of 578 rows)",
        ),
        (lambda: who_pays.table(busy(), View()), 2 * (MANY - 1), "Table (80 of 1 156 rows, the first of each list)"),
        (
            lambda: lateness_rows.table(
                shown(simulate(small.campaigns([(u, -1, 0.0, [1.0]) for u in range(300)], 1, [0.0] * 300), "ostrich")),
                200,
            ),
            300,
            "Table (first 100 of 300 rows; the CSV has the first 200 of 300 rows)",
        ),
    ],
    ids=["jobs", "jobs of two runs", "jobs of a window", "overlay", "losers", "lag"],
)
def test_a_table_that_is_cut_says_of_how_many_rows(make_rows, total, said):
    rows = make_rows()
    twin = controls.data_table(rows, "It")
    assert tables.total(rows) == total > len(rows) == len(file(twin))
    assert summary(twin) == said
    assert getattr(twin, "data-part").replace("\u202f", " ") in said


def test_moves_of_a_search_are_counted():
    rows, n = np.arange(250), 250
    table = Table.of(
        "search",
        time=np.zeros(n),
        waiting=np.full(n, 3),
        iteration=rows,
        job=rows % 3,
        accepted=np.ones(n),
        weight=np.ones(n),
        bounded_stretch=np.ones(n),
        wait=np.ones(n),
        response=np.ones(n),
        unfairness=np.ones(n),
    )
    made = small.workload([(0, 500, 1), (10, 100, 1), (20, 100, 1)], 1)
    found = search.table([shown(small.schedule(made, [0, 600, 500], policy="tabu", search=table))], View())
    assert (len(found), found.total) == (search.ROWS, n)


def test_who_loses_most_says_of_how_many():
    said = re.sub(r"\s", " ", str(losers.lists(busy(), View())))
    assert said.count("(the first 20 of 289)") == 4  # jobs and users that lose, and that gain


def test_short_tables_are_whole():
    made = small.workload([(0, 2, 1)] * 3, 1, users=[1, 2, 3])
    rows = description.table([shown(small.schedule(made, [0, 2, 4]))], View())
    assert (len(rows), tables.total(rows), tables.part(rows)) == (3, 3, "")
    assert summary(controls.data_table(rows, "It")) == "Table (3 rows)"
    assert joined([First([], 0), First([], 0)]) == []


def test_a_model_of_many_users_is_complete_in_every_table_of_users():
    made = workload(make("poisson", {"jobs": 2_000, "users": 300, "processors": 16}, 3))
    rows = top_users.table(made)
    assert len(rows) == made.users > 200
    assert sum(row["jobs"] for row in rows) == len(made)
