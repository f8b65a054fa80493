"""The plot of idle processors and what a click on it selects."""

from __future__ import annotations

from uuid import uuid4

import numpy as np
import pytest

from layouts import theme
from layouts.drawing import idle_curves
from layouts.pages.compare.views import idle_stretches
from layouts.plots import underutilization
from layouts.state.view import FinishedRun, View
from scheduler.analysis.idle import idle_by_reason
from scheduler.analysis.idle_over_time import PARTS
from scheduler.analysis.query import parse
from scheduler.simulate import simulate
from tests.cases import small
from tests.plots.test_plots import many

FOUR = small.workload([(0, 4, 3), (0, 3, 4), (1, 2, 1), (1, 6, 1), (1, 2, 2)], 4)
NO_WORK, DOES_NOT_FIT, RESERVATION, ORDER = range(4)


def shown(*keys, work=FOUR, **options):
    return [FinishedRun(uuid4().hex, key.upper(), i, simulate(work, key, **options), {}) for i, key in enumerate(keys)]


def text(node):
    children = getattr(node, "children", node)
    parts = children if isinstance(children, list | tuple) else [children]
    return "".join(part if isinstance(part, str) else text(part) for part in parts if part is not None)


RUNS = shown("fcfs", "easy")  # fcfs: [1, 4) 1 order; easy: [3, 4) 1 reservation; both [0, 1) 1 does not fit


def held(trace, time):
    """[steps] f8: the level of a layer between these times; one that is never there is told by its ends."""
    x, y = np.asarray(trace.x, float), np.asarray(trace.y, float)
    if len(x) == 2 < len(time):
        assert x.tolist() == [time[0], time[-1]] and not y.any()
        return np.zeros(len(time) - 1)
    assert np.array_equal(x, time)
    return y[:-1]


@pytest.mark.parametrize("window", [(None, None), (100.0, 900.0)])
def test_layers_fill_the_machine_and_keep_their_areas(window):
    made = many(4_000)
    runs = shown("fcfs", "easy", work=made, decisions=None)
    figure = underutilization.figure(runs, View(t0=window[0], t1=window[1])).checked()
    for row, run in enumerate(runs):
        traces = [trace for trace in figure.data if trace.yaxis == theme.row_axis(row)]
        assert [trace.name for trace in traces] == [
            "busy",
            *(look.name for look in reversed(idle_curves.LOOKS[:5])),
        ]  # one machine
        time, placed = np.asarray(traces[0].x), run.schedule.placed
        inside = time[1:] <= placed.end.max()
        levels = [held(trace, time) for trace in traces]
        assert np.sum(levels, axis=0)[inside] == pytest.approx(16, abs=1e-3)
        wanted = list(idle_by_reason(run.schedule).values())
        drawn = [float(level @ np.diff(time)) for level in levels[:0:-1]]
        assert drawn == pytest.approx(wanted, rel=1e-5, abs=1.0)


def test_whole_areas_are_those_of_every_reason():
    for run in RUNS:
        assert idle_curves.whole(run).tolist() == [
            *idle_by_reason(run.schedule).values(),
            0,
            0,
        ]  # a log does not tell, split between clusters


def test_only_what_there_is_stands_in_the_legend():
    figure = underutilization.figure(RUNS, View()).checked()
    listed = [trace.name for trace in figure.data if trace.showlegend]
    assert listed == ["kept free for the head of the queue", "kept free for a reservation", "does not fit", "no work"]


@pytest.mark.parametrize(
    ("run", "t", "p", "wanted"),
    [
        (0, 2.0, 3.5, (ORDER, 1, 4)),
        (0, 0.5, 3.5, (DOES_NOT_FIT, 0, 1)),
        (1, 3.5, 3.5, (RESERVATION, 3, 4)),
        (1, 8.0, 3.5, (NO_WORK, 7, 13)),
        (1, 8.0, 1.0, None),
        (0, 2.0, 1.0, None),
        (1, 99.0, 1.0, None),
        (1, 2.0, 9.0, None),
    ],
)
def test_a_click_finds_the_stretch(run, t, p, wanted):
    found = idle_stretches.clicked(RUNS, View(), {"run": RUNS[run].key, "t": t, "p": p})
    assert (None if found is None else (found.part, found.begin, found.end)) == wanted


def test_a_stretch_ends_where_the_window_ends():
    found = idle_stretches.clicked(RUNS, View(t0=2.0, t1=8.5), {"run": RUNS[1].key, "t": 8.0, "p": 3.5})
    assert (found.begin, found.end) == (7.0, 8.5)


@pytest.mark.parametrize(
    "asked",
    [
        None,
        {},
        [],
        {"run": "x", "t": 1, "p": 1},
        {"run": RUNS[0].key, "t": "1", "p": 1},
        {"run": RUNS[0].key, "t": float("nan"), "p": 3},
        {"run": RUNS[0].key, "t": True, "p": 3},
    ],
)
def test_a_click_that_makes_no_sense_selects_nothing(asked):
    assert idle_stretches.clicked(RUNS, View(), asked) is None


@pytest.mark.parametrize(
    "identity",
    [
        {},
        {"run": RUNS[0].key, "part": 9, "index": 0},
        {"run": RUNS[0].key, "part": 0, "index": 5},
        {"run": "gone", "part": 0, "index": 0},
        {"run": RUNS[0].key, "part": "a", "index": 0},
    ],
)
def test_a_button_that_makes_no_sense_selects_nothing(identity):
    assert idle_stretches.listed(RUNS, identity) is None


def test_what_was_held_for_whom_is_told_and_the_waiting_jobs_are_lit():
    found = idle_stretches.clicked(RUNS, View(), {"run": RUNS[1].key, "t": 3.5, "p": 3.5})
    span, look, sentences = idle_stretches.selection(RUNS, 1, found, {"color": "size", "only": "user 1"})
    assert span == {"r0": 3.0, "r1": 4.0}
    assert look == {"color": "size", "only": "submit<=3 start>3 processors<=1"}
    assert text(sentences[0]) == (
        "EASY: from 00:00:03 to 00:00:04 (1 s), 1 processor idle on average, kept free for a reservation: "
        "1 processor-second."
    )
    assert text(sentences[1]) == (
        "At 00:00:03, when it was 1 processor, job 104 would have fitted and was held back for the "
        "reservation of job 102."
    )
    rows = parse(look["only"]).rows(RUNS[1].schedule)
    assert np.flatnonzero(rows).tolist() == [3]


def test_of_another_run_than_the_baseline_one_job_is_lit():
    found = idle_stretches.clicked(RUNS, View(), {"run": RUNS[1].key, "t": 3.5, "p": 3.5})
    _, look, sentences = idle_stretches.selection(RUNS, 0, found, {})
    assert look == {"only": "job 104"} and text(sentences[-1]).startswith("Only this job is lit")


def test_what_does_not_fit_and_what_nobody_wants():
    found = idle_stretches.clicked(RUNS, View(), {"run": RUNS[0].key, "t": 0.5, "p": 3.5})
    _, look, sentences = idle_stretches.selection(RUNS, 0, found, {})
    assert look == {"only": "submit<=0 start>0 processors>1"}
    assert "every job that waited needed more than the 1 processor free" in text(sentences[1])
    nobody = idle_stretches.clicked(RUNS, View(), {"run": RUNS[0].key, "t": 12.0, "p": 3.5})
    _, look, sentences = idle_stretches.selection(RUNS, 0, nobody, {"only": "user 1"})
    assert look == {} and len(sentences) == 1


def test_the_list_has_the_largest_first_and_its_buttons_select_the_same():
    listing = idle_stretches.stretch_list(RUNS[1], NO_WORK)
    buttons = [item.children for item in listing.children]
    assert [text(button) for button in buttons] == [
        "00:00:07, for 6 s: 2.33 processors on average, 14 processor-seconds"
    ]
    found = idle_stretches.listed(RUNS, buttons[0].id)
    assert (found.part, found.begin, found.end) == (NO_WORK, 7, 13)
    assert "Nothing is idle" in text(idle_stretches.stretch_list(RUNS[1], PARTS.index("rule")))


def test_the_list_begins_with_what_could_have_been_used():
    assert [idle_stretches.most_telling(run) for run in RUNS] == [ORDER, RESERVATION]
    assert (
        idle_stretches.section(
            [FinishedRun("full", "FULL", 0, small.schedule(small.workload([(0, 5, 2)], 2), [0]), {})]
        )
        is None
    )
