"""The tab of the schedule without a browser: where it opens, its tools in one row, how high its charts are."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from layouts import ids
from layouts.figures import Figure, scatter
from layouts.pages.compare.gantts import looks, opening, toolbar
from layouts.plots.gantts import stack
from layouts.state import link
from layouts.state.view import FinishedRun, View
from tests.cases.small import schedule, workload
from tests.pages.test_inspector import parts, text


def long_log(late: range = range(1_500, 1_600), jobs: int = 2_000) -> list[FinishedRun]:
    """A job every 100 s; in the second run the jobs of `late` start an hour after their submission."""
    work = workload(np.column_stack((np.arange(jobs) * 100, np.full(jobs, 50), np.ones(jobs))), 8)
    starts = work.jobs.submit.copy()
    first = schedule(work, starts)
    starts = starts.copy()
    starts[list(late)] += 3_600
    return [
        FinishedRun(f"{at}{jobs}" * 4, name, at, made, {})
        for at, (name, made) in enumerate((("FIRST", first), ("SECOND", schedule(work, starts))))
    ]


def test_a_log_with_more_jobs_than_pixels_opens_where_its_runs_differ_most():
    found = opening.opening(long_log(), View())
    assert found.t0 < 150_000 and found.t1 > 159_900 + 3_600  # all of the difference is in the window
    assert found.t1 - found.t0 == pytest.approx(found.whole * opening.FEW / 2_000)
    assert found.share == 1
    assert opening.words(found) == (
        "The runs differ most in one window of 6 h 57 min: 100.0 % of the difference in 12.5 % of the time."
    )


def test_what_the_page_is_told_of_it():
    section = opening.section(long_log(), View())
    store = next(part for part in parts(section) if getattr(part, "id", None) == ids.OPENING)
    assert store.data["t0"] < 150_000 < store.data["t1"]
    assert opening.section(long_log(), View(baseline=1)).children[0].data["of"] != store.data["of"]
    assert "Show the window" in text(section) and "shows the whole log" in text(section)
    assert text(opening.section(long_log(), View(plan=5.0))) == ""  # the moment of a plan may be elsewhere


@pytest.mark.parametrize(
    "runs",
    [long_log()[:1], long_log(range(0)), long_log(jobs=900, late=range(3))],
    ids=["one run", "no difference", "few jobs"],
)
def test_where_the_whole_can_be_read_or_nothing_differs_it_opens_on_the_whole(runs):
    assert opening.opening(runs, View()) is None
    assert text(opening.section(runs, View())) == ""


def test_charts_of_many_jobs_say_what_they_show():
    said = looks.remarks(long_log(), View())
    assert said == [
        "Where more than one job falls on a pixel, charts show how many processors the jobs of each color hold, "
        "stacked; zoom in for single jobs."
    ]
    assert (
        looks.remarks(long_log(), View(rows="users")) == looks.remarks(long_log(jobs=900, late=range(3)), View()) == []
    )


def test_runs_stand_below_each_other_unless_a_link_says_otherwise():
    assert View().beside == link.read("").beside == "stacked"
    assert link.read("?beside=columns").beside == "columns" and link.read("?beside=stacked").beside == "stacked"
    assert "beside" not in link.write(link.read("?beside=stacked"))


@pytest.mark.parametrize("count", range(2, 7))
def test_charts_below_each_other_fill_half_a_usual_window_and_fit_into_one(count):
    together = count * (stack.area(count) + stack.TITLE)
    assert 0.45 * 1080 <= together <= 720


def test_every_tool_is_in_one_row_with_a_name_and_every_setting_in_one_menu():
    runs = long_log()
    bar = toolbar.bar(runs, View())
    buttons = {part.id: part for part in parts(bar.children[0]) if getattr(part, "id", None)}
    assert list(buttons) == [*(identity for _, _, identity in toolbar.ICONS), ids.SELECT_TOOL]
    assert all(getattr(part, "aria-label") for part in buttons.values())
    menus = [part for part in parts(bar) if type(part).__name__ == "Details"]
    assert len(menus) == 1
    inside = {getattr(part, "id", None) for part in parts(menus[0])}
    assert {ids.LOOK_ROWS, ids.LOOK_COLOR, ids.LOOK_BESIDE, ids.LOOK_SHARED, ids.MODE_CHOICE, ids.PLAN_SWITCH} <= inside


def test_modes_have_plain_names():
    assert toolbar.WORDS == {"stacked": "Two panels", "ghost": "Overlay", "lag": "Lateness"}


def test_more_jobs_than_a_chart_has_pixels_are_too_many():
    assert opening.crowded([SimpleNamespace(schedule=SimpleNamespace(placed=range(1_001)))])
    assert not opening.crowded([SimpleNamespace(schedule=SimpleNamespace(placed=range(1_000)))])


@pytest.mark.parametrize(("words", "room"), [(["first shelf"], stack.LEGEND), ([], 0)])
def test_names_of_shelves_have_a_line_of_their_own_below_the_title(words, room):
    figure = Figure(scatter(x=[0.0] * len(words), y=[1.0] * len(words), mode="text", text=words, cliponaxis=False))
    stack.drop_repeated_legends([figure])
    assert figure.layout["margin"]["t"] == stack.TITLE + room
