"""Bars of reasons: shares sum to one, words and table have the same numbers, and what is not known is said."""

from __future__ import annotations

import itertools
from uuid import uuid4

import numpy as np
import pytest

from layouts import theme
from layouts.drawing import idle_curves
from layouts.plots import idle_reasons, wait_reasons
from layouts.state.view import FinishedRun, View
from scheduler.analysis import wait_causes
from scheduler.analysis.idle import idle_by_reason
from scheduler.analysis.wait_causes import waits_by_kind
from scheduler.simulate import simulate
from tests.cases import small

WORK = small.workload([(0, 4, 3), (0, 3, 4), (1, 2, 1), (1, 6, 1), (1, 2, 2)], 4)
SETS = [
    (1, -1, 0, [2] * 24),
    (2, -1, 0, [3, 3, 2, 2, 2, 2, 2, 1, 1]),
    (3, -1, 0, [3, 2, 2, 1, 1, 1]),
    (3, 2, 0, [2] * 4),
]
CAMPAIGNS = small.campaigns(SETS, 6, [0, 0, 2, 2])
PARTS = {wait_reasons: wait_reasons.PARTS[:4], idle_reasons: [idle_curves.LOOKS[part] for part in (0, 1, 2, 3, 4)]}
PLOTS = pytest.mark.parametrize("plot", [wait_reasons, idle_reasons])


def shown(work, *keys, **options):
    return [FinishedRun(uuid4().hex, key.upper(), i, simulate(work, key, **options), {}) for i, key in enumerate(keys)]


@PLOTS
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("work", "policies"),
    [
        (WORK, ["fcfs"]),
        (WORK, ["fcfs", "easy", "backfill"]),
        (CAMPAIGNS, ["ostrich", "faircamp", "campaign_fcfs", "round_robin"]),
    ],
    ids=["1", "3", "4"],
)
def test_bars_are_full_and_side_by_side(plot, scheme, work, policies):
    runs = shown(work, *policies)
    figure = plot.figure(runs, View(scheme=scheme)).checked()
    *bars, labels = figure.data
    assert [bar.name for bar in bars] == [part.name for part in PARTS[plot]]
    assert np.sum([bar.x for bar in bars], axis=0) == pytest.approx(np.ones(len(runs)))
    assert labels.text == tuple(
        theme.percent(bar.x[row]) if bar.x[row] else "" for row in range(len(runs)) for bar in bars
    )
    assert figure.layout.uniformtext.mode == "hide"
    for one, other in itertools.pairwise(bars):
        assert np.add(one.base, one.x) == pytest.approx(other.base)
    assert len(figure.layout.yaxis.ticktext) == len(runs)


@PLOTS
def test_parts_differ_by_more_than_color(plot):
    every = wait_reasons.PARTS if plot is wait_reasons else idle_curves.LOOKS
    assert len({(part.pattern, part.strength) for part in every}) == len({part.name for part in every}) == len(every)
    assert theme.RED["light"] not in plot.figure(shown(WORK, "easy"), View()).checked().to_json()


def test_waits_by_hand():
    runs = shown(WORK, "fcfs", "easy")  # 16 of 22 s, 15 of 16 s without room
    assert " ".join(wait_reasons.caption(runs, View())) == (
        "FCFS: of 22 s of waiting, all jobs together: too few processors free 72.7 %, kept free for the head of the "
        "queue 27.3 %. EASY: of 16 s of waiting, all jobs together: too few processors free 93.8 %, kept free for a "
        "reservation 6.2 %."
    )
    rows = wait_reasons.table(runs, View())
    assert [row["FCFS: seconds"] for row in rows] == [16, 0, 6, 0]
    assert [row["EASY: seconds"] for row in rows] == [15, 1, 0, 0]
    assert [row["EASY: share"] for row in rows] == [15 / 16, 1 / 16, 0, 0]


def test_idle_by_hand():
    runs = shown(WORK, "easy")
    assert " ".join(idle_reasons.caption(runs, View())) == (
        "EASY: 16 processor-seconds are idle, 30.8 % of the machine: 87.5 % because no job waits, 6.2 % because no "
        "waiting job fits, 6.2 % kept free for a reservation."
    )
    assert [row["EASY: processor-seconds"] for row in idle_reasons.table(runs, View())] == [14, 1, 1, 0, 0]
    assert list(idle_by_reason(runs[0].schedule).values()) == [14, 1, 1, 0, 0]


@PLOTS
def test_what_is_not_known_is_said(plot):
    assert "No decisions" not in " ".join(plot.caption(shown(WORK, "fcfs"), View()))
    assert "No decisions were kept of FCFS" in " ".join(plot.caption(shown(WORK, "fcfs", decisions=None), View()))
    assert "No decisions" not in " ".join(
        plot.caption(shown(WORK, "backfill", decisions=None), View())
    )  # nothing was held


@PLOTS
def test_of_a_recorded_schedule_no_rule_and_no_reservation_is_told(plot):
    """Nobody knows what held its jobs: the part has words of its own, and the policy's parts are not there."""
    late = small.schedule(WORK, [0, 9, 5, 5, 5], policy="recorded")
    log = [FinishedRun("x" + plot.__name__, "LOG", 0, late, {})]
    told = " ".join(
        [
            " ".join(plot.caption(log, View())),
            *(bar.name for bar in plot.figure(log, View()).checked().data[:-1]),
            str(plot.table(log, View())),
        ]
    )
    assert "the log does not tell" in told and "No decisions" not in told
    assert not any(word in told for word in ("rule", "reservation", "head of the queue"))
    both = [bar.name for bar in plot.figure([*log, *shown(WORK, "easy")], View()).checked().data[:-1]]
    assert any("log does not tell" in name for name in both) and any("reservation" in name for name in both)


def test_what_blocked_jobs_is_no_bound_on_other_policies():
    """A job without room under FCFS starts at once where shorter ones go first: what is free depends on the order."""
    work = small.workload([(0, 90, 1), (0, 1, 1)], 1)
    fcfs, sjf = (simulate(work, key) for key in ("fcfs", "sjf"))
    assert waits_by_kind(fcfs)[1].tolist() == [90, 0, 0, 0, 0] and sjf.wait.tolist() == [1, 0]
    assert wait_reasons.PLOT.question == "What blocked waiting jobs?"
    assert not any("no policy" in str(said) for said in (wait_reasons.__doc__, wait_causes.__doc__))


def test_a_machine_that_is_never_idle_and_jobs_that_never_wait():
    full = [FinishedRun("full", "FULL", 0, small.schedule(small.workload([(0, 5, 2)], 2), [0]), {})]
    assert " ".join(wait_reasons.caption(full, View())) == "FULL: no job waits."
    assert " ".join(idle_reasons.caption(full, View())) == "FULL: no processor is ever idle."
    for plot in (wait_reasons, idle_reasons):
        assert not any(np.any(bar.x) for bar in plot.figure(full, View()).checked().data)
        assert not plot.PLOT.applies(full) and plot.PLOT.applies([*full, *shown(WORK, "fcfs")])  # nor is it offered
