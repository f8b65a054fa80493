"""Distributions: lines that lie on the true ones with exact tails, the selected job, the lit jobs, the band."""

from __future__ import annotations

import json
import math

import numpy as np
import plotly.graph_objects as go
import pytest

from layouts.drawing import distribution
from layouts.pages.compare.job_panel import marks as compare_why_marks
from layouts.plots import all_plots, responses, stretch_histogram, stretches, waits
from layouts.state.view import FinishedRun, View
from scheduler.simulate import simulate
from tests.cases.small import schedule, workload
from tests.plots.test_plots import many, shown, work

PLOTS = {"waits": waits, "responses": responses, "stretches": stretches}


@pytest.fixture(scope="module")
def runs() -> list[FinishedRun]:
    made = work()
    return [shown(simulate(made, key), i, key.upper()) for i, key in enumerate(("fcfs", "easy"))]


def true_share(values: np.ndarray, at: float) -> float:
    return float((values <= at).mean())


@pytest.mark.parametrize("most", [2_000, 500, 40])
def test_a_long_line_lies_on_the_true_one_and_has_exact_tails(most):
    values = np.sort(np.round(np.random.Generator(np.random.PCG64(5)).exponential(3_600, 50_000), 1))
    x, y = distribution.curve(values, len(values), most)
    different = np.unique(values)
    tail = min(200, most // 2)
    assert len(x) <= most and x[0] == values[0] and x[-1] == values[-1] and y[-1] == 1
    assert x[-tail:].tolist() == different[-tail:].tolist()
    assert y.tolist() == pytest.approx([true_share(values, at) for at in x])
    assert np.diff(y)[:-tail].max() < 4 / most


def test_a_short_line_is_all_there_and_ties_are_one_corner():
    x, y = distribution.curve(np.array([0.0, 0.0, 3.0, 3.0, 8.0]), 10, 2_000)
    assert x.tolist() == [0, 3, 8] and y.tolist() == [0.2, 0.4, 0.5]
    assert [len(part) for part in distribution.curve(np.zeros(0), 10, 2_000)] == [0, 0]


@pytest.mark.parametrize("name", PLOTS)
def test_lines_of_a_large_run_stay_within_two_thousand_points(name):
    made = many()
    start = np.maximum.accumulate(made.jobs.submit) + np.cumsum(made.jobs.runtime) - made.jobs.runtime
    large = [shown(schedule(made, start), i, f"run {i}") for i in range(2)]
    view = View(only="wait>=1h wait<1d", job=17)
    assert sum(len(line.x) for line in PLOTS[name].figure(large, View()).checked().data) <= 2_000 + 2
    figure = PLOTS[name].figure(large, view).checked()
    assert sum(len(line.x) for line in figure.data) <= all_plots()[name].max_points
    assert max(figure.data[0].x) == pytest.approx(
        np.log10(distribution.ordered(large[0], PLOTS[name].SPREAD.measure)[-1]), abs=1e-4
    )


def test_each_run_is_named_above_with_its_median(runs):
    figure = waits.figure(runs, View()).checked()
    names = [mark.text for mark in figure.layout.annotations]
    assert len(names) == 2 and "FCFS" in names[1] and "half within" in names[0]
    assert not figure.layout.shapes and figure.layout.dragmode == "select" and figure.layout.selectdirection == "h"
    assert figure.layout.meta["brush"]["field"] == "wait"


@pytest.mark.parametrize("name", PLOTS)
def test_the_selected_job_is_on_the_line_of_each_run(runs, name):
    measure, job = PLOTS[name].SPREAD.measure, 37
    marks = PLOTS[name].figure(runs, View(job=job)).checked().layout.annotations
    spots, said = (
        [mark for mark in marks if mark.text == "\u25c6"],
        [mark.text for mark in marks if "job 138" in mark.text],
    )
    assert len(spots) == len(said) == 2
    for run, spot, text in zip(runs, spots, said, strict=True):
        placed = run.schedule.placed
        values = {
            "wait": placed.start - placed.submit,
            "response": placed.end - placed.submit,
            "stretch": (placed.end - placed.submit) / run.schedule.workload.jobs.runtime,
        }[measure]
        assert spot.x == pytest.approx(math.log10(max(values[job], 1)))
        assert spot.y == pytest.approx(true_share(values, values[job]))
        assert text.endswith(f"than {100 * (values < values[job]).mean():.1f} %")


def test_only_marks_change_with_the_job(runs):
    one, other = (waits.figure(runs, View(job=job)).checked().to_plotly_json() for job in (3, 37))
    assert json.dumps(one["data"], default=str) == json.dumps(other["data"], default=str)
    for key in ("waits", "responses", "stretches", "stretch_histogram", "nuwt_cdf"):
        plot = all_plots()[key]
        figure = plot.figure(runs, View(job=37)).checked()
        told = plot.marks(runs, View(job=37))
        assert [mark.text for mark in figure.layout.annotations] == [mark["text"] for mark in told["annotations"]]
        assert len(figure.layout.shapes) == len(told["shapes"])
        assert plot.figure(runs, View(job=3)).checked().layout.annotations != figure.layout.annotations


def test_lit_jobs_are_a_strong_part_of_a_pale_whole(runs):
    view = View(only="wait>=1min wait<10min")
    lit = (runs[0].schedule.wait >= 60) & (runs[0].schedule.wait < 600)
    assert 0 < lit.sum() < 60
    figure = waits.figure(runs, view).checked()
    whole, part = figure.data[0], figure.data[2]  # FCFS is the baseline: its waits decide
    assert whole.opacity < 0.5 and part.opacity is None and part.y[-1] == pytest.approx(lit.mean())
    assert whole.y[-1] == 1 and min(part.x) >= math.log10(60) - 1e-4 and max(part.x) < math.log10(600)
    bars = stretch_histogram.figure(runs, view).checked().data
    assert sum(bars[1].y) == pytest.approx(lit.mean()) and bars[0].opacity < 0.5 and sum(bars[0].y) == pytest.approx(1)
    assert all(not line.x for line in waits.figure(runs, View()).checked().data[2:])


@pytest.mark.parametrize(
    ("only", "band"),
    [
        ("wait>=1min wait<10min", (60, 600)),
        ("user 101 wait>1min", (60, None)),
        ("wait<=10min", (None, 600)),
        ("size>=2", None),
        ("wait>=10min wait<1min", None),
        ("", None),
        ("wait >", None),
        ("longest wait", None),
    ],
)
def test_a_band_lies_over_the_values_a_query_asks_for(runs, only, band):
    figure = waits.figure(runs, View(only=only)).checked()
    if band is None:
        assert not figure.layout.shapes
        return
    low, high = figure.layout.xaxis.range
    x0, x1 = (math.log10(bound) if bound else edge for bound, edge in zip(band, (low, high), strict=True))
    assert [(shape.x0, shape.x1) for shape in figure.layout.shapes] == [(pytest.approx(x0), pytest.approx(x1))]


def test_a_figure_drawn_and_one_that_was_changed_are_the_same(runs):
    """What the page is told of lit jobs and of the selected one turns the figure into the one drawn anew."""
    view = View(job=9, only="wait>=1min")
    for key in ("waits", "stretches", "responses", "stretch_histogram"):
        plot = all_plots()[key]
        changed, wanted = (plot.figure(runs, one).checked().to_plotly_json() for one in (View(), view))
        for at, properties in plot.lights(runs, view).items():
            changed["data"][at] |= properties
        changed["layout"] |= plot.marks(runs, view)
        assert go.Figure(changed) == go.Figure(wanted)


def test_below_a_plot_stands_who_is_lit(runs):
    def said(line):
        return [part if isinstance(part, str) else part.to_plotly_json()["props"]["data-unbrush"] for part in line]

    assert said(compare_why_marks.line(runs, View(), "wait")) == [compare_why_marks.HINT]
    count = int((runs[0].schedule.wait >= 60).sum())
    assert said(compare_why_marks.line(runs, View(only="wait >= 60"), "wait")) == [
        f"Lit: {count} of 60 jobs (wait>=1min)",
        "all",
    ]
    assert said(compare_why_marks.line(runs, View(only="wait>=60 size>=2"), "wait"))[1:] == ["wait", "all"]
    assert said(compare_why_marks.line(runs, View(only="wait>=60 size>=2"), "stretch"))[1:] == ["all"]
    assert compare_why_marks.below(all_plots()["users"], runs, View()) is None


def test_tables_and_captions_tell_the_same(runs):
    rows = waits.table(runs, View())
    values = np.sort(runs[1].schedule.wait)
    assert rows[0]["EASY (s)"] == values[0] and rows[-1]["EASY (s)"] == values[-1]
    assert rows[3]["EASY (s)"] == values[29] and rows[5]["EASY (s)"] == values[53]  # 50 % and 90 % of 60 jobs
    assert "EASY: " in " ".join(waits.caption(runs, View())) and "half" in " ".join(stretches.caption(runs, View()))
    assert "did not wait" in " ".join(waits.caption(runs, View()))


def test_jobs_that_all_start_at_once_have_an_axis():
    made = shown(schedule(workload([(0, 5, 1), (9, 5, 1)], 4), [0, 9]))
    figure = waits.figure([made], View(job=1)).checked()
    assert figure.layout.xaxis.range == (0, 1) and list(figure.data[0].y) == [0, 1]
