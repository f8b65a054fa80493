"""Jobs by their waits under two runs: where they lie, which are drawn of many, and that ties fall the same way."""

from __future__ import annotations

import json

import numpy as np
import pytest

from layouts import theme
from layouts.plots import all_plots, job_scatter
from layouts.plots.job_scatter import LISTED, MOST
from layouts.state.view import FinishedRun, View
from tests.cases import small

PLOT = all_plots()["job_scatter"]
HOUR = 3_600.0
NAMES = ("FCFS", "EASY", "SJF", "SAF", "LPT", "LJF")


def runs(*waits) -> list[FinishedRun]:
    """A run for each list of waits, of the same jobs of 10 s on one processor each."""
    work = small.workload([(float(at), 10, 1) for at in range(len(waits[0]))], 10**6, users=[7] * len(waits[0]))
    return [
        FinishedRun(f"{at}" * 24, NAMES[at], at, small.schedule(work, work.jobs.submit + np.array(wait, float)), {})
        for at, wait in enumerate(waits)
    ]


def points(figure) -> list[tuple]:
    """(job, x, y, color) of every point of the first panel."""
    trace = figure.data[0]
    return [
        (at[0], x, y, color)
        for at, x, y, color in zip(trace.customdata, trace.x, trace.y, trace.marker.color, strict=True)
    ]


def many(n: int = 40_000) -> list[FinishedRun]:
    random = np.random.Generator(np.random.PCG64(5))
    before, after = np.floor(random.exponential(HOUR, (2, n)))
    return runs(before, np.where(random.random(n) < 0.3, before, after))


def test_a_job_lies_at_its_two_waits_and_its_color_says_which_is_longer():
    figure = PLOT.figure(runs([0, 90, 5], [60, 30, 5]), View()).checked()
    better, same, worse = (theme.hue(color) for color in (theme.EARLIER, theme.OTHERS, theme.LATER))
    place = [np.log10(1 + np.array(wait)) for wait in ([0, 90, 5], [60, 30, 5])]
    assert points(figure) == [
        (0, place[0][0], place[1][0], worse),
        (1, place[0][1], place[1][1], better),
        (2, place[0][2], place[1][2], same),
    ]
    assert list(figure.data[0].marker.symbol) == ["triangle-up", "triangle-down", "circle"]
    assert figure.layout.xaxis.range == figure.layout.yaxis.range and figure.layout.xaxis.range[0] < 0
    assert figure.layout.xaxis.tickvals[0] == 0 and figure.layout.xaxis.ticktext[0] == "0"
    assert "job 102 waits 1 min 30 s under FCFS,<br>30 s under EASY: 1 min 00 s shorter" in figure.data[0].hovertext[1]


def test_above_the_line_are_those_that_wait_longer():
    for _, x, y, color in points(PLOT.figure(many(), View(scheme="dark")).checked()):
        side = theme.OTHERS if y == x else theme.LATER if y > x else theme.EARLIER
        assert color == theme.hue(side, "dark")


@pytest.mark.parametrize("count", [2, 3, 6])
def test_of_many_jobs_a_bounded_number_is_drawn_over_all_panels(count):
    random = np.random.Generator(np.random.PCG64(9))
    figure = PLOT.figure(runs(*np.floor(random.exponential(HOUR, (count, 20_000)))), View()).checked()
    drawn = [len(trace.x) for trace in figure.data]
    assert len(drawn) == count - 1 and MOST / 2 < sum(drawn) <= MOST == PLOT.max_points


def test_the_largest_differences_both_ways_are_always_drawn():
    shown = many()
    by = shown[1].schedule.wait - shown[0].schedule.wait
    drawn = {job for job, *_ in points(PLOT.figure(shown, View()).checked())}
    assert len(drawn) < len(by)
    order = np.argsort(by, kind="stable")
    assert {*order[:LISTED].tolist(), *order[-LISTED:].tolist()} <= drawn
    assert LISTED == 20


def test_a_lone_job_far_from_all_others_is_drawn():
    before, after = np.full(20_000, 600.0), np.full(20_000, 600.0)
    before[:60], after[:60] = HOUR, 0.0  # more gain most than are drawn by name
    before[12_345] = after[12_345] = 3.0
    assert 12_345 in {job for job, *_ in points(PLOT.figure(runs(before, after), View()).checked())}


def test_of_jobs_at_one_place_the_first_is_drawn_every_time():
    waits = np.repeat([0.0, 60.0], 5_000)
    drawn = [job for job, *_ in points(PLOT.figure(runs(waits, waits), View()).checked())]
    assert drawn == sorted(drawn) and {0, 5_000} <= set(drawn)
    assert drawn == [job for job, *_ in points(PLOT.figure(runs(waits, waits), View()).checked())]


def test_the_selected_job_is_drawn_large_even_where_it_would_be_left_out():
    shown = many()
    drawn = {job for job, *_ in points(PLOT.figure(shown, View()).checked())}
    job = next(job for job in range(len(shown[0].schedule.placed)) if job not in drawn)
    figure = PLOT.figure(shown, View(job=job)).checked()
    sizes = dict(zip([at[0] for at in figure.data[0].customdata], figure.data[0].marker.size, strict=True))
    assert [at for at, size in sizes.items() if size == job_scatter.CHOSEN] == [job]


def test_a_click_shows_a_job_over_its_time_in_both_runs():
    figure = PLOT.figure(runs([0, 90], [60, 30]), View()).checked()
    assert figure.layout.meta == {"jobs": True}
    job, begin, end = figure.data[0].customdata[1]
    assert (job, begin < 1, end > 1 + 90 + 10) == (1, True, True)


def test_it_says_how_many_are_drawn_in_a_few_words():
    said = " ".join(PLOT.caption(many(), View()))
    assert said.startswith("A job above the line waits longer than under the baseline (")
    assert "of 40\u202f000 jobs drawn)" in said and len(said.split()) <= 20
    assert (
        " ".join(PLOT.caption(runs([0, 5], [5, 0]), View()))
        == "A job above the line waits longer than under the baseline."
    )


def test_the_table_has_the_largest_differences_first():
    rows = PLOT.table(runs([0, 90, 5], [60, 0, 5], [0, 90, 8]), View())
    assert [row["job"] for row in rows] == [102, 101, 103]
    assert rows[0]["wait under FCFS"] == "1 min 30 s" and rows[0]["wait under EASY"] == "0 s"
    assert len(PLOT.table(many(), View())) == 200 and json.loads(json.dumps(rows)) == rows


def test_another_baseline_turns_it_round_and_one_run_has_nothing_to_show():
    shown = runs([0, 90], [60, 30])
    assert [(x, y) for _, x, y, _ in points(PLOT.figure(shown, View(baseline=1)).checked())] == [
        (y, x) for _, x, y, _ in points(PLOT.figure(shown, View()).checked())
    ]
    assert not PLOT.applies(shown[:1]) and not PLOT.figure(shown[:1], View()).checked().data


def test_names_of_runs_cannot_mark_up_a_figure():
    odd = [FinishedRun(run.key, "<a href='x'>EASY</a>", run.index, run.schedule, {}) for run in runs([0, 90], [60, 30])]
    assert "<a " not in PLOT.figure(odd, View()).checked().to_json().replace("\\u003c", "<")
