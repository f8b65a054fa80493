"""Users by their names: in sentences, tables, charts and the search, always as plain text; numbers where there are none."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from uuid import uuid4

import numpy as np
import pytest

from layouts.gantt import bands, coloring, hit_test, job_facts
from layouts.gantt.rectangles import rectangles
from layouts.pages.compare.search import matches, search_box
from layouts.pages.compare.views import user_table
from layouts.plots import all_plots
from layouts.plots.gantts import legend
from layouts.state.view import FinishedRun, View
from layouts.workload_plots import all_workload_plots, top_users
from scheduler.analysis.query import parse
from scheduler.explain.job import explain
from scheduler.model.user_names import LONGEST, label, of_user, user_labels, user_name
from scheduler.simulate import simulate
from tests.cases import small

pytestmark = pytest.mark.core
EVIL = "<b>eve</b><img src=x>"
NAMES = ("alice", EVIL, "bob & co", "u\u0308ber\nzwei")


def work():
    made = small.workload(
        [(20.0 * i, 30.0 + 97 * i % 400, 1 + i * i % 8) for i in range(60)], 8, users=[1 + i % 4 for i in range(60)]
    )
    jobs = small.changed(made.jobs, queue=1 + np.arange(60) % 2)
    return replace(made, jobs=jobs, names={"user_id": NAMES, "queue": (f"short {EVIL}", "long")})


@pytest.fixture(scope="module")
def runs():
    made = work()
    return [
        FinishedRun(uuid4().hex, key.upper(), at, simulate(made, key), {"options": {}, "metrics": {}, "params": {}})
        for at, key in enumerate(("fcfs", "easy"))
    ]


def test_a_number_is_told_by_its_name_where_there_is_one():
    made = work()
    assert [user_name(made, number) for number in (1, 3, -1, 9, 0)] == [
        "user alice",
        "user bob & co",
        "user unknown",
        "user 9",
        "user 0",
    ]
    assert of_user(made, 1) == " of user alice" and of_user(made, -1) == ""
    assert label(made, 4) == "u\u0308ber zwei", "one line"
    assert label(made, 2, "queue") == "long" and label(made, 2, "group") == 2
    assert user_labels(replace(made, names={})) == [1, 2, 3, 4]
    long = label(replace(made, names={"user_id": ("x" * 500,)}), 1)
    assert isinstance(long, str) and len(long) == LONGEST and long.endswith("…")


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from strings(one)


def plain(figure) -> list[str]:
    """Texts of a figure in which a name is no plain text."""
    return [text for text in strings(json.loads(figure.to_json())) if "<b>eve" in text or "<img" in text]


@pytest.mark.parametrize("job", [None, 1])
def test_no_chart_of_runs_has_a_name_that_is_read_as_html(runs, job):
    named = 0
    for plot in all_plots().values():
        if plot.applies(runs):
            for rows in ("processors", "users", "queues") if plot.key == "gantt" else ("processors",):
                figure = plot.figure(runs, View(job=job, rows=rows)).checked()
                assert not plain(figure), plot.key
                named += any("&lt;b&gt;eve" in text for text in strings(json.loads(figure.to_json())))
    assert named >= 3, "names are told"


def test_no_chart_of_a_workload_has_a_name_that_is_read_as_html():
    made = work()
    for plot in all_workload_plots().values():
        if plot.applies(made):
            assert not plain(plot.figure(made, View()).checked()), plot.key
    assert [row["user"] for row in top_users.table(made)] == [
        NAMES[user] if user < 3 else "u\u0308ber zwei" for user in top_users.users(made).user.tolist()
    ]


def test_sentences_and_tables_have_the_name(runs):
    schedule = runs[1].schedule
    assert " of user alice was submitted" in " ".join(explain(schedule, 0))
    assert job_facts.of_job(schedule, 0)["who"] == "user alice"
    assert "user alice" in job_facts.job_lines(schedule, job_facts.of_job(schedule, 0))[0]
    assert "of user alice" in matches.named(runs[1], 0)
    told = [
        row["user"]
        for plot in all_plots().values()
        if plot.applies(runs)
        for row in plot.table(runs, View())
        if "user" in row
    ]
    assert {"alice", EVIL} <= set(told) and not [one for one in told if isinstance(one, int)]


def test_rows_and_colors_are_named_and_still_ask_by_number(runs):
    schedule = runs[0].schedule
    assert {f"user {name}" for name in NAMES[:3]} <= set(bands.bands(schedule, "users", ()).names)
    assert bands.bands(schedule, "queues", ()).names == (f"queue short {EVIL}", "queue long")
    found = coloring.users(schedule, schedule)
    asked = coloring.queries(found, schedule)
    assert dict(found.words)[0] in NAMES[:3] or dict(found.words)[0] == "u\u0308ber zwei"
    for index, text in found.words:
        mask = parse(asked[index]).rows(schedule)
        users = {label(schedule.workload, number) for number in schedule.workload.jobs.user_id[mask].tolist()}
        assert users == {text}
    assert not re.search("<b>eve", " ".join(legend.users(runs[0], "light")))


def test_the_search_offers_a_name_that_reads_back(runs):
    offered = [one["text"] for one in search_box.searches(runs, View())]
    text = next(one for one in offered if one.startswith("user"))
    mask = parse(text).rows(runs[0].schedule)
    assert len(set(runs[0].schedule.workload.jobs.user_id[mask].tolist())) == 1


def test_the_table_of_users_sorts_numbers_and_filters_names(runs):
    rows = user_table.records([(shown, user_table.users(shown.schedule)) for shown in runs])
    assert {row["user"] for row in rows} >= set(NAMES[:3]) and {row["number"] for row in rows} == {1, 2, 3, 4}
    assert user_table.user_column(rows)["filter"] == "agTextColumnFilter"
    assert user_table.user_column([{"user": 3}])["filter"] == "agNumberColumnFilter"


def test_a_bar_of_many_jobs_names_the_user_with_most(runs):
    found = rectangles("real", runs[0].schedule)
    line = hit_test._most_of(runs[0].schedule, found, np.arange(len(found.row)), found.extent)
    assert line[0].startswith("most of it: user ") and not re.search(r"user \d", line[0])
