"""The plan at a moment: by hand on small workloads, from decisions made up, again without any, and as a chart."""

from __future__ import annotations

import json
from dataclasses import replace
from uuid import uuid4

import numpy as np
import pytest
from dash import no_update

from layouts import ids
from layouts.gantt.rectangles import rectangles
from layouts.pages.compare.gantts import plan_choice
from layouts.plots import gantt
from layouts.plots.gantts import plan_chart
from layouts.state import link, page_state
from layouts.state.link import Link
from layouts.state.view import FinishedRun, View
from scheduler.engine.decision_log import COMPRESSED, EARLIEST_GAP, RESERVE, RESERVED, SEARCHED, SKIP
from scheduler.model.table import Table
from scheduler.replay.plan import first_starts, instants, plan, plan_again, reserves
from scheduler.simulate import simulate
from tests.cases import small
from tests.cases.width import width

ROWS = [(0, 4, 3), (0, 3, 4), (1, 2, 1), (1, 6, 1), (1, 2, 2)]  # four processors; conservative starts 0 4 1 7 7
EARLY = [(0, 5, 1), (0, 3, 2), (2, 4, 1), (2, 3, 1)]  # two processors; job 0 asks for 10


def in_words(found) -> list[tuple]:
    return [tuple(float(column[at]) for column in found[:4]) for at in range(len(found.job))]


def decisions(*rows) -> Table:
    """(time, kind, job, rule, shadow) as a decision log."""
    time, kind, job, rule, shadow = zip(*rows, strict=True)
    none = np.full(len(rows), -1)
    return Table.of(
        "decisions",
        seq=np.arange(len(rows)),
        time=time,
        kind=kind,
        job=job,
        rule=rule,
        blocker=none,
        shadow=shadow,
        extra=none,
        free=none,
        needed=none,
        value=np.full(len(rows), np.nan),
    )


def shown(schedule, name: str = "Conservative", index: int = 0) -> FinishedRun:
    return FinishedRun(uuid4().hex, name, index, schedule, {})


@pytest.fixture(scope="module")
def five():
    return small.workload(ROWS, 4)


@pytest.fixture(scope="module")
def early() -> FinishedRun:
    return shown(simulate(small.workload(EARLY, 2, requested=[10, 3, 4, 3]), "conservative"))


# -- which reservations stand -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("time", "wanted"),
    [
        (-1, []),
        (0, [(1, 4, 7, 4)]),
        (0.5, [(1, 4, 7, 4)]),
        (1, [(1, 4, 7, 4), (3, 7, 13, 1), (4, 7, 9, 2)]),
        (4, [(3, 7, 13, 1), (4, 7, 9, 2)]),
        (7, []),
        (1e9, []),
    ],
)
def test_conservative_plans_every_waiting_job(five, time, wanted):
    assert in_words(plan(simulate(five, "conservative"), time)) == wanted


@pytest.mark.parametrize(("time", "wanted"), [(0, [(1, 4, 7, 4)]), (3, [(1, 4, 7, 4)]), (4, [(3, 7, 13, 1)]), (7, [])])
def test_easy_reserves_for_the_head_only(five, time, wanted):
    assert in_words(plan(simulate(five, "easy"), time)) == wanted


def test_the_plan_after_an_early_end_is_the_compressed_one(early):
    assert in_words(plan(early.schedule, 4.9)) == [(3, 6, 9, 1), (1, 10, 13, 2)]
    assert in_words(plan(early.schedule, 5)) == [(1, 8, 11, 2)]  # job 3 starts at 5


def test_the_last_word_on_a_job_counts():
    work = small.workload([(0, 10, 1), (0, 10, 1), (0, 10, 1)], 1)
    log = decisions(
        (0, RESERVE, 1, EARLIEST_GAP, 10),
        (0, RESERVE, 2, EARLIEST_GAP, 20),
        (3, SKIP, 1, 0, 5),
        (4, RESERVE, 2, SEARCHED, 10),
        (4, RESERVE, 1, SEARCHED, 20),
        (6, RESERVE, 1, COMPRESSED, 18),
    )
    schedule = small.schedule(work, [0, 20, 10], decisions=log)
    assert in_words(plan(schedule, 3)) == [(1, 10, 20, 1), (2, 20, 30, 1)]
    assert in_words(plan(schedule, 4)) == [(2, 10, 20, 1), (1, 20, 30, 1)]
    assert in_words(plan(schedule, 7)) == [(2, 10, 20, 1), (1, 18, 28, 1)]
    assert in_words(plan(schedule, 10)) == [(1, 18, 28, 1)]
    assert first_starts(schedule).tolist()[1:] == [10, 20]


def test_a_head_that_was_displaced_has_no_reservation():
    work = small.workload([(0, 10, 1), (0, 10, 1), (2, 5, 1)], 1)
    log = decisions((0, RESERVE, 1, RESERVED, 10), (2, RESERVE, 2, RESERVED, 10))
    schedule = small.schedule(work, [0, 15, 10], policy="sjf", decisions=log)
    assert in_words(plan(schedule, 1)) == [(1, 10, 20, 1)]
    assert in_words(plan(schedule, 2)) == [(2, 10, 15, 1)]


def test_who_reserves(five):
    kept = {policy: simulate(five, policy) for policy in ("conservative", "easy", "fcfs", "backfill", "sjf")}
    assert [policy for policy, schedule in kept.items() if reserves(schedule)] == ["conservative", "easy"]
    unkept = {policy: replace(schedule, decisions=None) for policy, schedule in kept.items()}
    assert [policy for policy, schedule in unkept.items() if reserves(schedule)] == ["conservative", "easy"]
    assert in_words(plan(unkept["fcfs"], 1)) == []


def test_events(five):
    assert instants(simulate(five, "conservative")).tolist() == [0, 1, 3, 4, 7, 9, 13]
    assert instants(simulate(five, "conservative"), 4).tolist() == [0, 1, 3]


# -- runs without decisions are simulated again -------------------------------------------------------------------


def busy(seed: int = 3, jobs: int = 150):
    draw = np.random.default_rng(seed)
    submit = np.sort(draw.integers(0, 2_000, jobs))
    runtime, size = draw.integers(1, 200, jobs), draw.integers(1, 9, jobs)
    requested = runtime * draw.integers(1, 4, jobs)
    return small.workload(
        list(zip(submit, runtime, size, strict=True)),
        8,
        users=draw.integers(1, 5, jobs).tolist(),
        requested=requested.tolist(),
    )


@pytest.mark.parametrize(
    ("policy", "params"),
    [
        ("conservative", {}),
        ("conservative", {"compression": "rebuild"}),
        ("tabu", {"period": 40}),
        ("easy", {}),
        ("sjf", {"passing": "easy"}),
    ],
)
def test_the_plan_made_again_is_the_one_that_was_logged(policy, params):
    full = simulate(busy(), policy, params, decisions="all")
    bare = replace(full, decisions=None)
    moments = np.concatenate((instants(full)[:: width(51, 17)], instants(full)[5 :: width(123, 41)] + 0.5))
    sizes = []
    for time in moments.tolist():
        assert in_words(plan(bare, time)) == in_words(plan(full, time))
        sizes.append(len(plan(full, time).job))
    assert max(sizes) == 1 if policy in ("easy", "sjf") else max(sizes) > 20


def test_only_what_counts_is_logged_again():
    full = simulate(busy(), "conservative", decisions="all")
    again = plan_again(full, 1_500.0)
    assert again.decisions.time.max() <= 1_500
    assert len(again.decisions) < len(full.decisions) / 5


def test_with_right_estimates_the_plan_comes_true():
    jobs = busy().jobs
    rows = list(zip(jobs.submit, jobs.runtime, jobs.processors, strict=True))
    schedule = simulate(small.workload(rows, 8), "conservative")
    found = plan(schedule, 1_500.0)
    assert len(found.job) > 20
    assert (
        found.start.tolist() == schedule.placed.start[found.job].tolist() == first_starts(schedule)[found.job].tolist()
    )


# -- as a chart ---------------------------------------------------------------------------------------------------


def test_what_has_happened_stays_where_it_is_and_the_future_is_hidden(early):
    moment = plan_chart.moment(early.schedule, 3.0)
    before = rectangles(early.key, early.schedule)
    past = [(0, 0, 3, 0, 1), (2, 2, 3, 1, 2)]
    assert [
        tuple(
            column[at]
            for column in (moment.past.row, moment.past.start, moment.past.end, moment.past.low, moment.past.high)
        )
        for at in range(2)
    ] == past
    assert len(moment.past) == 2
    for row in (0, 2):
        assert moment.past.low[moment.past.of(row)] == before.low[before.of(row)]
    ahead = moment.ahead
    said = sorted(zip(ahead.row.tolist(), ahead.start.tolist(), ahead.end.tolist(), strict=True))
    assert said == [(0, 3, 10), (1, 10, 13), (2, 3, 6), (3, 6, 9)]  # requested ends, not the real ones


def test_a_full_plan_needs_no_more_processors_than_there_are():
    schedule = simulate(busy(), "conservative")
    for time in (200.0, 1_000.0, 1_999.0):
        assert plan_chart.moment(schedule, time).whole.high.max() == 8


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_traces_right_of_the_moment(early, scheme):
    figure = gantt.figure([early], View(plan=3.0, scheme=scheme, job=1)).checked()
    named = {trace.name: trace for trace in figure.data if trace.name}
    assert set(named) == {"what was not known", "running", "reserved", "plan", "numbers", "moment"}
    assert list(named["moment"].x) == [3, 3]
    dashed = [trace for trace in figure.data if trace.name == "reserved" and trace.line.dash]
    corners = sorted({float(x) for trace in dashed for x in trace.x if x == x})
    assert corners == [6, 9, 10, 13]
    assert all(trace.meta is None for trace in dashed)
    assert sorted(text for text in named["numbers"].text if text) == ["102", "104"]  # not those that run
    assert sorted(named["plan"].hovertext)[1] == "job 102 · user 7 · 2 processors<br>reserved from 00:00:10 to 00:00:13"
    bars = [trace for trace in figure.data if trace.type == "bar" and trace.name is None]
    assert max(float(b + w) for trace in bars for b, w in zip(trace.base, trace.x, strict=True)) == 3
    assert [(shape.x0, shape.x1) for shape in figure.layout.shapes] == [(10, 13)]
    meta = figure.layout.meta["queuescope"]
    assert meta["extent"][:2] == [0, 13]  # the plan ends later than the run does
    assert meta["plan"]["time"] == 3
    assert meta["plan"]["boxes"]["3"] == [[6, 9, 1, 2]]


def test_the_same_figure_twice_and_none_without_a_moment(early):
    first, second = (gantt.figure([early], View(plan=3.0)).checked().to_json() for _ in range(2))
    assert first == second
    without = json.loads(gantt.figure([early], View()).checked().to_json())
    assert "plan" not in without["layout"]["meta"]["queuescope"]
    assert {trace.get("name") for trace in without["data"]} == {None}


def test_a_run_without_reservations_has_a_line_only(five):
    fcfs = shown(simulate(five, "fcfs"), "FCFS")
    named = [trace.name for trace in gantt.figure([fcfs], View(plan=2.0)).checked().data if trace.name]
    assert named == ["moment"]


def test_a_plan_of_very_many_draws_the_largest(early, monkeypatch):
    monkeypatch.setattr(plan_chart, "MOST", 2)
    figure = gantt.figure([shown(early.schedule)], View(plan=3.0)).checked()
    assert sorted(figure.layout.meta["queuescope"]["plan"]["boxes"]) == ["0", "1"]
    assert "largest of them are drawn" in " ".join(gantt.caption([early], View(plan=3.0)))


def test_the_sentence(early, five):
    assert " ".join(gantt.caption([early], View(plan=3.0))).startswith(
        "At 3 s the plan of Conservative has 2 reservations, the farthest for 10 s (job 102). Left of the line"
    )
    easy = shown(simulate(five, "easy"), "EASY")
    said = " ".join(gantt.caption([easy], View(plan=1.0)))
    assert "At 1 s the plan of EASY has one reservation, for 4 s (job 102). 2 jobs wait without a reservation." in said
    assert "At 8 s the plan of EASY has no reservation." in " ".join(gantt.caption([easy], View(plan=8.0)))
    assert "plan" not in " ".join(gantt.caption([early], View()))


def test_a_run_whose_plan_has_to_be_simulated_again_says_so(early):
    slow = shown(replace(early.schedule, decisions=None))
    view = View(plan=3.0)
    assert "has to be simulated again before it is shown" in " ".join(gantt.caption([slow], view))
    assert [trace.name for trace in gantt.figure([slow], view).checked().data if trace.name] == ["moment"]


def test_the_table(early):
    rows = gantt.table([early], View(plan=5.0))
    assert rows == [
        {
            "run": "Conservative",
            "job": 102,
            "user": 7,
            "processors": 2,
            "promised start": "00:00:08",
            "first promise": "00:00:10",
            "real start": "00:00:08",
        }
    ]


# -- which moment -------------------------------------------------------------------------------------------------


def test_the_first_moment_is_the_submission_of_the_job_or_the_middle(early):
    assert plan_choice.chosen([early], None, True, Link(job=2)) == 2
    assert plan_choice.chosen([early], None, True, Link(t0=2.0, t1=8.0)) == 5
    assert plan_choice.chosen([early], None, True, Link(job=99)) == (0 + 11) / 2
    assert plan_choice.chosen([early], None, False, Link(plan=3.0, job=2)) is None
    assert plan_choice.chosen([], None, True, Link(job=2)) is None


def test_steps_from_event_to_event(early):
    def press(button, plan, job=None):
        return plan_choice.chosen([early], button, True, Link(plan=plan, job=job))

    # 0 submissions, 2 submissions, 5 end of job 0, 6 end of job 2, 8 start of job 1, 11 its end
    assert [press(ids.PLAN_AFTER, time) for time in (0.0, 2.0, 2.5, 11.0)] == [2, 5, 5, 11]
    assert [press(ids.PLAN_BEFORE, time) for time in (5.0, 2.0, 0.0)] == [2, 0, 0]
    assert press(ids.PLAN_SUBMIT, 5.0, 3) == 2
    assert press(ids.PLAN_SUBMIT, 5.0) is no_update


@pytest.mark.parametrize("sent", ["3", None, True, float("nan"), float("inf"), [3], {"t": 3}])
def test_a_moment_from_a_browser_is_checked(sent):
    assert page_state.read({"plan": sent}).view().plan is None


def test_a_link_keeps_the_moment():
    asked = Link("a" * 24, runs=("b" * 24,), plan=1234567890.25)
    assert link.read(link.write(asked)) == asked
    assert "plan" not in link.write(replace(asked, plan=None))
    assert [link.read(f"?plan={text}").plan for text in ("0", "nan", "inf", "x", "")] == [0, None, None, None, None]
