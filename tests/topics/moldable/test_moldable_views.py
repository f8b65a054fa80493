"""Pictures of moldable tasks: what more processors would gain, and what was given of them."""

from __future__ import annotations

import re
from uuid import uuid4

import numpy as np
import pytest

from layouts.gantt.rectangles import real
from layouts.pages.compare.job_panel import fact_list
from layouts.pages.workload import body
from layouts.plots import all_plots, gantt
from layouts.plots.gantts import policy_marks
from layouts.state.view import FinishedRun, View
from layouts.topics.moldable.plots import allotments
from layouts.topics.moldable.workload_plots import speedups
from layouts.workload_plots import all_workload_plots
from scheduler.analysis.placement import place
from scheduler.explain.job import explain
from scheduler.generators import make
from scheduler.model.table import Table
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from tests.cases import moldable, small, strategies
from tests.pages.test_pages import texts
from tests.plots.test_one_two_many import WAITS, finished, told_alike

PERFECT, LAZY = [12, 6, 4, 3], [8, 8, 8, 8]


def shown(schedule, index=0, name="DEMT"):
    return FinishedRun(uuid4().hex, name, index, schedule, {})


def drawn(tasks=40, processors=16):
    return workload(make("parallel_tasks", {"jobs": tasks, "processors": processors, "rigid": 0.2}, 1))


# -- speed-up of the workload


def test_the_curve_is_the_mean_of_all_tasks():
    found = speedups.curve(moldable.workload([PERFECT, LAZY], 4))
    assert found.processors.tolist() == [1, 2, 3, 4] and found.mean.tolist() == [1, 1.5, 2, 2.5]
    assert found.median.tolist() == [1, 1.5, 2, 2.5]
    assert "4 processors tasks are 2.5 times as fast on average" in " ".join(
        speedups.caption(moldable.workload([PERFECT, LAZY], 4))
    )


def test_a_long_curve_has_few_points_and_both_ends():
    work = drawn(20, 2_000)
    found, figure = speedups.curve(work), speedups.figure(work, View()).checked()
    assert found.processors[[0, -1]].tolist() == [1, 2_000] and len(found.processors) <= speedups.MOST
    assert sum(len(line.x) for line in figure.data) <= all_workload_plots()["speedups"].max_points
    assert len(speedups.table(work)) == len(found.processors)


def test_rigid_jobs_have_no_curve():
    rigid = strategies.rigid(0).workload
    assert not all_workload_plots()["speedups"].applies(rigid) and speedups.table(rigid) == []
    assert "rigid" in " ".join(speedups.caption(rigid)) and not speedups.figure(rigid, View()).checked().data
    assert all_workload_plots()["speedups"].applies(drawn()) and all_workload_plots()["sizes"].applies(rigid)


# -- allotments of runs


def test_tasks_of_one_allotment_and_speed_up_are_one_point():
    run = simulate(moldable.workload([PERFECT, PERFECT, LAZY, LAZY], 4), "shelf_order")
    found = allotments.allotted(run)
    assert found.tasks.sum() == 4 and found.tasks.max() >= 2
    for q, gained in zip(found.processors.tolist(), found.speedup.tolist(), strict=True):
        assert gained in (pytest.approx(q), pytest.approx(1))


def test_the_caption_says_how_much_work_is_not_for_being_parallel():
    run = simulate(moldable.workload([[12, 9], [4, 3]], 2), "lptf")
    assert allotments.share_busy(run) == pytest.approx(16 / float(np.dot(run.placed.processors, run.jobs.runtime)))
    fewest = simulate(moldable.workload([[12, 9], [4, 3]], 2), "fcfs")
    assert allotments.share_busy(fewest) == 1
    assert " ".join(allotments.caption([shown(fewest)], View())) == (
        "DEMT: half of the tasks on at most 1 processor, the widest on 1, for 0.0 % more work than on the fewest."
    )


def test_points_are_few_and_the_table_has_them():
    runs = [shown(simulate(drawn(), key), at, key) for at, key in enumerate(("demt", "lptf", "saf_moldable"))]
    figure, plot = allotments.figure(runs, View(scheme="light")).checked(), all_plots()["allotments"]
    drawn_points = sum(len(trace.x) for trace in figure.data)
    assert [trace.name for trace in figure.data] == ["keeps all busy", "demt", "lptf", "saf_moldable"]
    assert drawn_points - 2 == len(allotments.table(runs, View())) <= plot.max_points
    assert len({trace.marker.symbol for trace in figure.data[1:]}) == 3


def test_it_is_for_moldable_tasks_only():
    plot = all_plots()["allotments"]
    assert not plot.applies([]) and not plot.applies([shown(simulate(strategies.rigid(0).workload, "fcfs"))])
    assert allotments.table([], View()) == [] and "rigid" in " ".join(allotments.caption([], View()))


# -- batches and shelves over the Gantt chart


@pytest.mark.parametrize(
    ("policy", "params", "said", "label"),
    [
        ("mrt", {}, "2 shelves, the first from", "first shelf"),
        ("demt", {}, "batches, the first from", "batch 1"),
        ("smart", {}, "the first from", "shelf 1"),
        (
            "around_reservations",
            {"reservations": "4:100-900"},
            "1 reservation (4 processors reserved) from",
            "4 processors reserved",
        ),
    ],
)
def test_what_is_marked_is_drawn(policy, params, said, label):
    tasks = workload(make("parallel_tasks", {"jobs": 20, "processors": 16}, 1))
    run = shown(simulate(tasks, policy, params))
    assert said in policy_marks.describe(run)
    extent = (0.0, float(run.schedule.placed.end.max()), 0.0, 16.0)
    traces = policy_marks.traces(run, extent, extent, "light", 900)
    names = [trace.get("name") for trace in traces]
    lines = [name for name in names if name in ("batch", "shelf")]
    assert names[-1] == "marks" and len(lines) == (0 if policy == "around_reservations" else 2)  # a line and its halo
    assert any(label in str(text) for text in traces[-1]["text"])
    assert set(traces[-1]["y"]) == {extent[3]} and traces[-1]["textposition"] == "top right"  # above all bars


def test_a_reservation_of_processors_is_as_high_as_they_are():
    tasks = workload(make("parallel_tasks", {"jobs": 20, "processors": 16}, 1))
    run, extent = (
        shown(simulate(tasks, "around_reservations", {"reservations": "4:100-900"})),
        (0.0, 2_000.0, 0.0, 16.0),
    )
    band = next(
        trace
        for trace in policy_marks.traces(run, extent, extent, "light", 900, True)
        if trace.get("name") == "reservation"
    )
    bottom, top = (np.asarray(band["y"])[at::6] for at in (0, 1))
    assert (top - bottom).sum() == 4
    found = real(run.schedule, place(run.schedule))
    rows = np.concatenate([np.arange(*pair) for pair in zip(bottom, top, strict=True)]) + 0.5
    meanwhile = found.inside((100.0, 900.0, 0.0, 16.0))
    assert len(meanwhile) and not any(((found.low[at] < rows) & (rows < found.high[at])).any() for at in meanwhile)


# -- names of marks


def named_marks(*marks: tuple[float, float, int, str]) -> FinishedRun:
    begin, end, kind, label = zip(*marks, strict=True)
    table = Table.of("marks", begin=begin, end=end, kind=kind, label=label, value=np.full(len(marks), np.nan))
    return shown(small.schedule(small.workload([(0, 100, 1)], 2), [0.0], marks=table))


def labels(run: FinishedRun, window: tuple = (0.0, 100.0, 0.0, 2.0), pixels: float = 370) -> list[tuple[float, str]]:
    trace = policy_marks.traces(run, window, (0.0, 100.0, 0.0, 2.0), "light", pixels)[-1]
    return list(zip(trace["x"], trace["text"], strict=True))


TOGETHER = (
    (0, 40, 0, "batch 1"),
    (0, 20, 1, "shelf 1"),
    (50, 90, 0, "batch 2"),
    (50, 60, 1, "shelf 1"),
    (50, 70, 1, "shelf 2"),
)


def test_marks_that_begin_together_are_all_named():
    assert labels(named_marks(*TOGETHER)) == [(0, "batch 1, shelf 1"), (50, "batch 2, shelf 1-2")]
    assert labels(named_marks(*TOGETHER), (55.0, 100.0, 0.0, 2.0)) == [(55, "batch 2, shelf 1-2")]  # begun before


@pytest.mark.parametrize("pixels", [40, 90, 130, 200, 370, 900])
def test_names_of_marks_never_cover_each_other_nor_leave_the_chart(pixels):
    found = labels(named_marks(*TOGETHER), pixels=pixels)
    ends = [x / 100 * pixels + policy_marks.LETTER * len(text) for x, text in found]
    assert all(end + policy_marks.GAP <= x / 100 * pixels for end, (x, _) in zip(ends, found[1:], strict=False))
    assert not found or max(ends) <= pixels


def test_names_without_room_for_all_begin_with_the_first():
    assert labels(named_marks((80, 90, 0, "batch 2"), (80, 95, 1, "shelf 1"))) == [(80, "batch 2, …")]
    assert policy_marks.joined(["first shelf", "second shelf"], 40) == "first shelf, second shelf"
    assert policy_marks.joined(["night", "night"], 40) == "night, night"
    assert policy_marks.joined(["batch 1", "batch 1, first shelf"], 40) == "batch 1, first shelf"
    assert (
        policy_marks.joined(["batch 1", "batch 1, shelf 1", "batch 1, shelf 2", "batch 2"], 40)
        == "batch 1, shelf 1-2, batch 2"
    )
    assert policy_marks.joined(["batch 1"], 6) == ""


# -- a task in words


def test_a_workload_says_how_many_processors_a_task_can_have_at_most():
    said = texts(body.figures(moldable.workload([[12, 6], [9, 5, 4]], 8)))
    assert re.search(r"most\s+processors\b.*\bof a\s+task", said, re.DOTALL) and "widest job" not in said
    assert texts(body.figures(small.workload([(0, 5, 3)], 8))).count("widest job") == 1


def test_what_a_task_was_given_and_weighs_in_words():
    run = shown(simulate(moldable.workload([[72 * 60, 72 * 60], [72 * 60, 72 * 60]], 2, weights=[1.5, 7]), "lptf"))
    wide = shown(simulate(moldable.workload([[12, 6]], 2), "lptf"))
    assert fact_list.outcome(run, 0).children == "on 1 processor for 1 h 12 min"
    assert fact_list.outcome(wide, 0).children == "on 2 processors for 6 s"
    assert "weight 1.5, " in fact_list.head([run], 0) and "weight 7, " in fact_list.head([run], 1)
    heavy = shown(simulate(moldable.workload([[12, 6]], 2, weights=[7.327]), "lptf"))
    assert "weight 7.33, " in fact_list.head([heavy], 0)
    assert "weight 7.327, was" in explain(heavy.schedule, 0)[0]  # the story is exact


def test_bars_without_outlines_say_why():
    few = shown(simulate(moldable.workload([[12, 6]] * 3, 2), "lptf"), name="few")
    many = shown(
        simulate(workload(make("parallel_tasks", {"jobs": 300, "processors": 200}, 1)), "saf_moldable"), name="SAF"
    )
    clause = "have no outlines, which would hide them: most are a few pixels thin."
    assert clause not in " ".join(gantt.caption([few], View()))
    assert " ".join(gantt.caption([many], View())).endswith(f"The bars {clause}")
    bars = [trace for trace in gantt.figure([many], View()).checked().data if trace.type == "bar"]
    assert bars and all(trace.marker.line.color == trace.marker.color for trace in bars)
    assert f"The bars of SAF {clause}" in " ".join(gantt.caption([few, many], View(shared=False)))


def test_what_is_said_of_one_run_is_said_of_it_beside_others():
    runs = finished(drawn(), ("demt", "demt_on_line", "saf_moldable", "lptf"))
    assert told_alike(runs) >= WAITS | {"allotments"}
