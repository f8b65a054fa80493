"""What the views say of jobs that share nodes, on a schedule worked out by hand.

Two nodes.  Job 0 (two tasks, each half a node's CPU, 6 s of work) runs on both nodes, is paused for job 1 (a whole node),
pays a penalty and goes on with both tasks on the first node, at half speed.
"""

from __future__ import annotations

import json
from dataclasses import replace
from uuid import uuid4

import dash_mantine_components as dmc
import numpy as np
import pytest

from layouts.drawing import fractions
from layouts.frame import controls
from layouts.gantt import coloring, job_facts, patterns, piece_facts
from layouts.gantt.rectangles import queued, real
from layouts.pages.compare.job_panel import fact_list, reasons
from layouts.pages.compare.runs import run_list
from layouts.pages.compare.window import range_table
from layouts.plots import all_plots, gantt, who_pays
from layouts.plots.gantts import minimap
from layouts.state.view import FinishedRun, View
from layouts.topics.fractional.job_panel import shared_nodes
from layouts.topics.fractional.plots import demand, response_parts, yields
from layouts.words import caveats
from scheduler.analysis.machine_over_time import steps_of
from scheduler.analysis.window_summary import range_numbers
from scheduler.errors import ParamError
from scheduler.explain.job import explain
from scheduler.explain.words import Names
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.simulate import simulate
from scheduler.topics.fractional.explain.node_occupancy import nodes_of
from scheduler.topics.fractional.policies import dfrs
from tests.cases import small
from tests.topics.fractional.fractions import shared

RUN, PENALTY = 0, 1
OWN = ("demand", "yields", "response_parts")


def table(name: str, columns: str, *rows: tuple) -> Table:
    return Table.of(name, **dict(zip(columns.split(), zip(*rows, strict=True), strict=True)))


def by_hand() -> Schedule:
    work = shared([(0, 6, 2, 0.5, 0.2), (1, 2, 1, 1.0, 0.2)], 2)
    segments = table(
        "segments",
        "job begin end yield_ processors kind",
        (0, 0, 4, 1, 2, RUN),
        (0, 6, 8, 0.5, 2, PENALTY),
        (0, 8, 12, 0.5, 2, RUN),
        (1, 4, 6, 1, 1, RUN),
    )
    places = table("places", "segment first count tasks", (0, 0, 2, 1), (1, 0, 1, 2), (2, 0, 1, 2), (3, 1, 1, 1))
    made = small.schedule(work, [0, 4], policy="dfrs", segments=segments, places=places)
    return replace(made, placed=small.changed(made.placed, end=[12, 6], preemptions=[1, 0], migrations=[0, 0]))


@pytest.fixture(scope="module")
def schedule() -> Schedule:
    return by_hand()


@pytest.fixture(scope="module")
def runs(schedule) -> list[FinishedRun]:
    return [
        FinishedRun(uuid4().hex, "SHARED", 0, schedule, {}),
        FinishedRun(uuid4().hex, "EASY", 1, simulate(schedule.workload, "easy"), {}),
    ]


# -- the Gantt chart -------------------------------------------------------------------------------------------------


def test_heights_are_need_times_yield_on_each_node(schedule):
    found = real(schedule, schedule.places)
    drawn = sorted(
        zip(
            found.row.tolist(),
            found.start.tolist(),
            found.end.tolist(),
            found.low.tolist(),
            found.high.tolist(),
            strict=True,
        )
    )
    assert drawn == [(0, 0, 4, 0, 0.5), (0, 0, 4, 1, 1.5), (0, 6, 8, 0, 0.5), (0, 8, 12, 0, 0.5), (1, 4, 6, 1, 2)]
    assert found.extent == (0, 12, 0, 2)
    assert found.state[found.start == 6].tolist() == [patterns.PENALTY]


def test_half_a_node_at_full_speed_is_half_a_row():
    made = simulate(shared([(0, 5, 1, 0.25, 0.2)], 1), "dfrs")
    found = fractions.pieces(made, made.places)
    assert (found.low.tolist(), found.high.tolist()) == ([0], [0.25])


def test_the_pointer_is_told_yield_nodes_and_time(schedule):
    found = real(schedule, schedule.places)
    at = found.at(7.0, 0.25)
    assert job_facts.here(schedule, found, at) == [
        "penalty: holds 25.0 % of a node's CPU for each task, gets nothing done",
        "on node 1 from 00:00:06 to 00:00:08 (2 s)",
    ]
    assert piece_facts.lines(schedule, 0) == [
        "yield 1: 50.0 % of a node's CPU for each task",
        "on nodes 1 and 2 from 00:00:00 to 00:00:04 (4 s)",
    ]
    said = job_facts.at(schedule, found, "real", 0)["lines"]
    assert said[:2] == ["job 101 · user 7 · 2 tasks", "each task needs 50.0 % of a node's CPU and 20.0 % of its memory"]


def test_runs_of_nodes_are_named_in_short():
    work = shared([(0, 4, 7, 0.5, 0.2)], 20)
    segments = table("segments", "job begin end yield_ processors kind", (0, 0, 4, 1, 7, RUN))
    places = table(
        "places",
        "segment first count tasks",
        (0, 17, 1, 1),
        (0, 0, 2, 1),
        (0, 2, 1, 1),
        (0, 5, 1, 1),
        (0, 9, 1, 1),
        (0, 12, 1, 1),
    )
    made = small.schedule(work, [0], segments=segments, places=places)
    assert Names().of(nodes_of(made, 0)) == "nodes 1 to 3, 6, 10, 13 and 1 more"


def test_pauses_are_pale_in_the_row_of_a_job(schedule):
    found = queued(schedule)
    mine = found.of(0)
    assert list(zip(found.start[mine].tolist(), found.end[mine].tolist(), found.state[mine].tolist(), strict=True)) == [
        (0, 4, 0),
        (4, 6, patterns.WAITING),
        (6, 8, patterns.PENALTY),
        (8, 12, 0),
    ]
    assert [found.state[at] for at in found.of(1)] == [patterns.WAITING, 0]
    assert job_facts.here(schedule, found, int(mine[1])) == []


def test_the_chart_speaks_of_nodes_and_shows_penalties(runs):
    figure = gantt.figure(runs, View()).checked()
    assert figure.layout.yaxis.title.text == "nodes"
    hatched = [bar for bar in figure.data if bar.type == "bar" and bar.marker.pattern.shape == "x"]
    assert [bar.base.tolist() for bar in hatched] == [[6.0]]
    assert "penalty" in hatched[0].hovertext[0]
    assert " ".join(gantt.caption(runs, View())).startswith(
        "SHARED: 2 jobs on 2 nodes in 12 s; the longest wait is 3 s (job 102"
    )


def test_jobs_of_nobody_are_told_apart_by_turns():
    work = shared([(i, 5, 1, 0.5, 0.1) for i in range(20)], 4)
    work.jobs.user_id[:] = -1
    found = coloring.coloring("user", small.schedule(work, [0] * 20))
    assert found.kind == "job"
    assert found.index[:9].tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 0]
    assert dict(found.words)[0] == "101, 109, \u2026"


# -- over time -------------------------------------------------------------------------------------------------------


def test_steps_are_of_cpu_and_of_jobs_without_nodes(schedule):
    found = steps_of(schedule)
    rows = [
        list(row)
        for row in zip(
            *(found.columns[name].tolist() for name in ("time", "busy", "demand", "waiting", "held")), strict=True
        )
    ]
    assert rows == [
        [0, 1, 1, 0, 0],
        [1, 1, 2, 1, 0],
        [4, 1, 2, 1, 0],
        [6, 0, 1, 0, 0.5],
        [8, 0.5, 1, 0, 0],
        [12, 0, 0, 0, 0],
    ]
    strip = minimap.strip(FinishedRun(uuid4().hex, "A", 0, schedule, {}), (0.0, 12.0), 6)
    assert strip.utilization.tolist() == [0.5, 0.5, 0.5, 0, 0.25, 0.25]


def test_a_range_counts_cpu_that_does_work(schedule):
    found = range_numbers(schedule, 5.0, 10.0)
    assert (found.used, found.idle, found.counts["paused"]) == (2.0, 8.0, 1)
    column = range_table.Column(FinishedRun("k", "A", 0, schedule, {}), found)
    assert {row.group for row in range_table.rows([column])} >= {"nodes", "jobs"}


def test_layers_of_demand_are_what_is_lost_to_what(runs):
    time, level = demand.layers(runs[0])
    assert time.tolist() == [0, 1, 4, 6, 8, 12]
    assert level.tolist() == [[1, 1, 1, 0, 0.5, 0], [0, 0, 0, 0.5, 0, 0], [0, 1, 1, 0.5, 0.5, 0], [1, 2, 2, 1, 1, 0]]
    assert " ".join(demand.caption(runs, View())).count("112.5 % of the work") == 1  # 9 of 8 node-seconds
    assert "SHARED: 9 node-seconds of CPU lost" in " ".join(demand.caption(runs, View()))


def test_jobs_are_counted_by_how_fast_they_run(runs):
    time, level = yields.counts(runs[0])
    there = {
        name: dict(zip(time.tolist(), row.tolist(), strict=True)) for name, row in zip(yields.NAMES, level, strict=True)
    }
    assert there["full speed"] == {0: 1, 1: 1, 4: 1, 6: 0, 8: 0, 12: 0}
    assert there["half to full"] == {0: 0, 1: 0, 4: 0, 6: 0, 8: 1, 12: 0}
    assert there["penalty"] == {0: 0, 1: 0, 4: 0, 6: 1, 8: 0, 12: 0}
    assert there["paused"] == {0: 0, 1: 0, 4: 1, 6: 0, 8: 0, 12: 0}
    assert there["waiting"] == {0: 0, 1: 1, 4: 0, 6: 0, 8: 0, 12: 0}
    assert there["a tenth to half"] == there["below a tenth"] == dict.fromkeys(time.tolist(), 0)
    assert "1 pause, 0 moves, 1 penalty" in " ".join(yields.caption(runs, View()))


def test_few_jobs_have_a_line_each_broken_by_pauses(runs):
    lines = yields.figure(runs, View()).checked().data
    assert [line.name for line in lines] == ["job 101", "job 102"]
    assert lines[0].x == (0, 2, 4, None, 6, 7, 8, 8, 10, 12)
    beside = [None if y is None else y + yields.APART / 2 for y in lines[0].y]  # the first of two lines is lower
    assert beside == [1, 1, 1, None, 0, 0, 0, 0.5, 0.5, 0.5]
    assert lines[0].line.color != lines[1].line.color
    assert lines[0].customdata[5] == "penalty for 2 s"


def test_the_parts_of_a_response(runs):
    found = response_parts.sums(runs[0])
    assert found.name == ["all jobs", "1 task", "2 tasks"]
    assert found.seconds.tolist() == [[8, 3, 2, 2, 2], [2, 3, 0, 0, 0], [6, 0, 2, 2, 2]]
    bars = {
        (bar.name, bar.marker.line.color): bar.x.tolist() for bar in response_parts.figure(runs, View()).checked().data
    }
    assert [share[0] for (name, _), share in bars.items() if name == "penalty"] == pytest.approx([2 / 17, 0])
    texts = [one.text for one in response_parts.figure(runs, View()).checked().layout.annotations]
    assert texts[:3] == ["\u00d72.12", "\u00d72.5", "\u00d72"]


@pytest.mark.parametrize("key", OWN)
def test_views_of_shared_nodes_say_when_there_are_none(key, runs):
    plot, whole = (
        all_plots()[key],
        [FinishedRun(uuid4().hex, "FCFS", 0, small.schedule(small.workload([(0, 5, 1)], 2), [0]), {})],
    )
    assert plot.applies(runs)
    assert not plot.applies(whole)
    for none in ([], whole if key != "response_parts" else []):
        assert plot.figure(none, View()).checked().layout.annotations[0].text.endswith(".")
        assert plot.table(none, View()) == []
    odd = [FinishedRun(run.key, "<a href='x'>DFRS</a>", run.index, run.schedule, {}) for run in runs]
    for view in (View(), View(scheme="dark", t0=3, t1=9), View(t0=9, t1=3)):
        assert "<a " not in plot.figure(odd, view).checked().to_json().replace("\\u003c", "<")
    assert len(plot.table(runs, View())) in (24, 6)


@pytest.mark.parametrize("key", OWN)
def test_a_long_run_stays_within_its_points(key):
    n = 4_000
    work = shared([(10 * i, 10, 1, 0.5, 0.1) for i in range(n)], 4)
    begin = 10.0 * np.arange(n)
    rows = [(i, begin[i] + at, begin[i] + at + 5, 1, 1, RUN) for i in range(n) for at in (0, 7)]
    segments = table("segments", "job begin end yield_ processors kind", *rows)
    places = table("places", "segment first count tasks", *((i, i % 4, 1, 1) for i in range(2 * n)))
    made = small.schedule(work, begin.tolist(), segments=segments, places=places)
    made = replace(made, placed=small.changed(made.placed, end=begin + 12, preemptions=np.ones(n)))
    many = [FinishedRun(uuid4().hex, f"run {i}", i, made, {}) for i in range(2)]
    figure = all_plots()[key].figure(many, View()).checked()
    assert 0 < sum(len(trace.y) for trace in figure.data) <= all_plots()[key].max_points
    assert len(json.dumps(json.loads(figure.to_json()))) < 600_000


def test_views_of_whole_processors_are_left_out(runs):
    kept = {key for key, plot in all_plots().items() if plot.applies(runs)}
    assert not kept & {"underutilization", "idle_reasons", "wait_reasons"}
    assert all_plots()["underutilization"].applies(runs[1:])


# -- a job, and the form ---------------------------------------------------------------------------------------------


def test_the_drawer_splits_the_response(runs):
    found = shared_nodes.portions(runs[0], 0)
    assert [(one.look, one.seconds) for one in found] == [("worked", 6), ("paused", 2), ("slowed", 2), ("penalty", 2)]
    said = str(reasons.body(runs, runs[0], 0, reasons.answer(runs[0], 0)))
    assert "Took 12 s: 6 s doing their work" in said
    assert "1 pause, 0 moves." in said


def test_a_scheme_is_offered_and_a_wrong_one_answered():
    form = controls.form_for(dfrs.PARAMS, "policy")
    assert isinstance(form[0], dmc.Autocomplete)
    assert "/stretch-per" in form[0].data
    for example in form[0].data:
        dfrs.parse(example)
    with pytest.raises(ParamError, match=r"'Gredy' is no scheme: it begins with 'Gredy', wanted"):
        controls.read_form(dfrs.PARAMS, [{"name": "scheme"}], ["Gredy"], [None])


# -- loads, names, users ---------------------------------------------------------------------------------------------


def test_the_load_of_cpu_is_told_beside_that_of_whole_nodes():
    work = shared([(at, 10, 2, 0.5, 0.2) for at in (0, 10, 20)], 2)  # 60 node-s, 30 of CPU, in 20 s on 2 nodes
    assert (caveats.offered_load(work), caveats.cpu_load(work)) == (1.5, 0.75)
    easy, both = (FinishedRun(uuid4().hex, name, 0, simulate(work, name), {}) for name in ("easy", "dfrs"))
    assert caveats.overload(work, [both]) == []
    assert "1.50 of whole nodes, 0.75 of their CPU" in caveats.overload(work, [easy, both])[0]


def test_runs_of_several_schemes_are_called_by_them():
    specs = [{"policy": "dfrs", "params": {"scheme": scheme, "period": 600.0}} for scheme in ("/per", "GreedyP *")]
    assert run_list.names(specs) == ["DFRS, /per", "DFRS, GreedyP *"]
    assert run_list.names(specs[:1]) == ["Fractional scheduling (DFRS)"]


def test_users_nobody_knows_are_left_out(schedule, runs):
    work = replace(schedule.workload, jobs=small.changed(schedule.workload.jobs, user_id=[-1, -1]))
    nobody = [replace(run, schedule=replace(run.schedule, workload=work)) for run in runs]
    assert not any(all_plots()[key].applies(nobody) for key in ("users", "lorenz", "nuwt_bars", "nuwt_cdf"))
    assert job_facts.hover(nobody[0].schedule, "real", 0).startswith("job 101 · user unknown · 2 tasks")
    assert fact_list.head(nobody, 0).startswith("Job 101: 2 tasks, ran 6 s")
    assert explain(nobody[1].schedule, 0)[0].startswith(
        "Job 101 (line 11) was submitted at 0 s and asked for 2 of 2 nodes"
    )
    assert "user" not in " ".join(gantt.PLOT.caption(nobody, View()))


def test_who_pays_is_a_matter_of_responses_where_nodes_are_shared(runs):
    [(_, _, found)] = who_pays.others(runs, View(baseline=1))  # beside EASY: job 0 is paused, job 1 let in
    easy = runs[1].schedule
    assert easy.placed.end.tolist() == [6, 8] and easy.wait.tolist() == [0, 5]
    assert found.by.tolist() == [6, -2]
    assert "1 of 2 jobs takes longer, 1 shorter" in " ".join(who_pays.caption(runs, View(baseline=1)))
