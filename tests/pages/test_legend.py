"""The row of colors above the Gantt charts: what each color's button asks for, and what only stands in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import numpy as np
import pytest

from layouts import theme
from layouts.gantt import coloring
from layouts.gantt import coloring as color_queries
from layouts.pages.compare.gantts import color_legend, gantt_panel
from layouts.plots import all_plots
from layouts.plots.gantts import legend
from layouts.state import link
from layouts.state.view import FinishedRun, View
from scheduler.analysis.query import parse
from scheduler.model.table import Table
from scheduler.simulate import simulate
from tests.cases import small

NAMES = {"fcfs": "FCFS", "easy": "EASY"}


def shown(work, *policies: str) -> list[FinishedRun]:
    return [
        FinishedRun(uuid4().hex, NAMES[policy], index, simulate(work, policy), {})
        for index, policy in enumerate(policies)
    ]


@pytest.fixture(scope="module")
def runs() -> list[FinishedRun]:
    """43 jobs of 12 users on 600 processors, 1 to 600 each; EASY backfills the third one."""
    jobs = [
        (0, 50, 500),
        (0, 50, 600),
        (0, 10, 100),
        *((at // 2, 1 + 7 * (at % 5), min(600, 1 + at * at // 2)) for at in range(40)),
    ]
    return shown(small.workload(jobs, 600, users=[100 + (at * 7) % 12 for at in range(43)]), "fcfs", "easy")


def row(runs, **look) -> Any:
    return color_legend.row(runs, View(**look))


def buttons(made) -> list[Any]:
    return [one for one in made._traverse() if type(one).__name__ == "Button"]


def props(component) -> dict[str, Any]:
    return component.to_plotly_json()["props"]


def text(made) -> str:
    """All words of a component."""
    if made is None or isinstance(made, str):
        return made or ""
    parts = made if isinstance(made, list | tuple) else [getattr(made, "children", None)]
    return " ".join(map(text, parts))


@pytest.mark.parametrize("kind", ["user", "size", "stretch"])
def test_the_query_of_a_color_means_exactly_its_jobs(runs, kind):
    for run in runs:
        found = coloring.coloring(kind, run.schedule)
        asked = color_queries.queries(found, run.schedule)
        assert set(asked) == set(np.unique(found.index).tolist())
        assert len(asked) >= 3
        for index, query in asked.items():
            assert (parse(query).rows(run.schedule) == (found.index == index)).all(), query


def test_the_longest_query_of_a_color_survives_a_link(runs):
    asked = color_queries.queries(coloring.coloring("user", runs[0].schedule), runs[0].schedule)
    longest = max(asked.values(), key=len)
    assert longest.count("user!=") == theme.OTHERS
    assert link.read(link.write(link.Link(only=longest))).only == longest


def test_sizes_a_policy_gives_are_no_query(runs):
    schedule = runs[0].schedule
    wider = Table("placed", {**schedule.placed.columns, "processors": schedule.placed.processors + 1})
    given = replace(schedule, placed=wider)
    assert set(color_queries.queries(coloring.coloring("size", given), given).values()) == {""}


def test_each_color_is_a_button_that_says_what_it_lights(runs):
    made = buttons(row(runs))
    numbers = [int(props(one)["children"]) for one in made[:-1]]
    assert numbers == sorted(numbers)
    assert len(numbers) == theme.OTHERS
    assert props(made[0])["aria-label"] == f"User {numbers[0]}"
    assert props(made[0])["data-lights"] == f"user {numbers[0]}"
    assert props(made[-1])["children"] == "others"
    assert {props(one)["aria-pressed"] for one in made} == {"false"}
    assert {props(one)["data-field"] for one in buttons(row(runs, color="size"))} == {"processors|size"}


@pytest.mark.parametrize(
    ("only", "pressed"),
    [
        ("user 106", ["106"]),
        ("wait>1s user=106", ["106"]),
        ("user 106 user!=3", []),
        ("user>106", []),
        ("user ??", []),
        ("", []),
    ],
)
def test_what_is_lit_is_pressed_whatever_else_is_asked(runs, only, pressed):
    made = [props(one) for one in buttons(row(runs, only=only))]
    assert [one["children"] for one in made if one["aria-pressed"] == "true"] == pressed
    assert any(one["children"] == "106" for one in made)


def test_a_class_is_pressed_however_its_bounds_are_written(runs):
    made = [props(one) for one in buttons(row(runs, color="size", only="processors<=4, size>=3"))]
    assert [one["children"] for one in made if one["aria-pressed"] == "true"] == ["3\u20134"]


@pytest.mark.parametrize(
    ("look", "words"),
    [
        ({"color": "reason"}, "too few processors free"),
        ({"color": "change"}, "same"),
        ({"beside": "difference"}, "only in this run"),
    ],
)
def test_what_no_query_says_stands_in_words_without_a_button(runs, look, words):
    made = row(runs, **look)
    assert words in text(made)
    assert buttons(made) == []


def test_colors_of_runs_that_differ_are_all_there_and_say_whose_count(runs):
    few = shown(small.workload([(0, 50, 500), (0, 50, 600), (0, 10, 100)], 600), "fcfs", "easy")
    made = row(few, color="stretch")
    assert [props(one)["children"] for one in buttons(made)] == ["1\u20131.1", "1.1\u20132", "10\u2013100"]
    assert [props(one)["children"] for one in buttons(row(few[1:], color="stretch"))] == ["1\u20131.1", "1.1\u20132"]
    assert "under FCFS" in text(made)
    assert "under EASY" in text(row(runs, color="stretch", baseline=1))
    assert "under" not in text(row(runs[:1], color="stretch")) + text(row(runs))


def test_colors_are_those_of_the_scheme(runs):
    light, dark = (
        [props(one)["style"]["--qs-chip"] for one in buttons(row(runs, color="size", scheme=scheme))]
        for scheme in ("light", "dark")
    )
    assert light[0] == coloring.MORE["light"][0] and dark[0] == coloring.MORE["dark"][0]
    assert len(set(light)) == len(light) == len(dark)


def test_patterns_and_paleness_are_told_in_the_row(runs):
    assert "backfilled" in text(row(runs)) and "pale" not in text(row(runs))
    assert "pale: waiting or not asked for" in text(row(runs, rows="queue", only="user 106"))


def test_charts_below_the_row_keep_their_words_for_files_only(runs):
    plot, view = all_plots()["gantt"], View(color="size")
    made = gantt_panel.lane(plot, runs, runs[1], "real", view).checked()
    (note,) = (one for one in made.layout.annotations if one.name == legend.NAME)
    assert note.visible is False and "processors" in note.text and "backfilled" in note.text
    alone = plot.figure(runs, view, run=1).checked()
    assert alone.layout.annotations[0].visible is None
    assert made.layout.margin.t < alone.layout.margin.t


def test_a_chart_with_colors_of_its_own_keeps_its_legend():
    work = small.campaigns([(1, -1, 0, [2.0] * 8), (2, -1, 0, [3.0, 3, 2, 2])], 6, [0, 0])
    run = FinishedRun("a" * 24, "OStrich", 0, simulate(work, "ostrich"), {})
    visible = {
        (color, source): gantt_panel.lane(all_plots()["gantt"], [run], run, source, View(color=color))
        .annotations[0]
        .get("visible")
        for color in ("user", "size")
        for source in ("virtual", "lag", "real")
    }
    assert visible == {
        ("user", "virtual"): False,
        ("user", "lag"): None,
        ("user", "real"): False,
        ("size", "virtual"): None,
        ("size", "lag"): None,
        ("size", "real"): False,
    }
