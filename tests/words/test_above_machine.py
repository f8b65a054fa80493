"""A log that holds more processors than there are, as RICC does: shown, never ranked, and out of the others' axes."""

from __future__ import annotations

import numpy as np
import pytest

from layouts.drawing import distribution
from layouts.gantt.rectangles import rectangles
from layouts.pages.compare.job_panel import fact_list
from layouts.pages.compare.table import metrics_table
from layouts.plots import all_plots, underutilization, users, waits
from layouts.plots.gantts import charts
from layouts.state.view import FinishedRun, View
from layouts.words import above_machine, caveats
from scheduler.formats import swf
from scheduler.metrics import all_metrics, measure
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from tests.pages.test_pages import texts
from tests.preparation.test_workload import trace

JOBS = 14  # of 2,048 processors each, recorded as running all at once: 28,672 of 8,192
LOG = trace(
    *(
        {
            "submit": k,
            "runtime": 3_600,
            "requested_time": 7_200,
            "requested_processors": 2_048,
            "allocated_processors": 2_048,
            "wait": 1,
            "user_id": k % 3,
        }
        for k in range(JOBS)
    ),
    header="; MaxProcs: 8192\n",
)


@pytest.fixture(scope="module")
def runs() -> list[FinishedRun]:
    made = []
    for index, policy in enumerate(("recorded", "fcfs", "sjf")):
        schedule = simulate(workload(LOG), policy)
        made.append(
            FinishedRun(f"above {index}", policy.upper(), index, schedule, {"metrics": measure(schedule), "params": {}})
        )
    return made


def verdicts(cell) -> list[str]:
    return [part.className for part in cell.children if "qs-change" in str(getattr(part, "className", ""))]


def test_only_the_log_is_above_the_machine(runs):
    assert [above_machine.above(shown) for shown in runs] == [True, False, False]
    assert above_machine.fullest(runs[0]) == 28_672 and above_machine.fullest(runs[1]) == 8_192
    assert above_machine.left_out(runs) == [
        "RECORDED is left out: at its fullest it holds 28\u202f672 of 8\u202f192 processors."
    ]


def test_nothing_is_better_than_the_log_or_beside_it(runs):
    for key, metric in all_metrics().items():
        if key in runs[0].record["metrics"]:
            for run, base in ((runs[0], runs[1]), (runs[1], runs[0])):
                said = " ".join(verdicts(metrics_table.metric_cell(metric, run, base, "")))
                assert "better" not in said and "worse" not in said, (key, said)
    longer = metrics_table.metric_cell(all_metrics()["wait_mean"], runs[1], runs[0], "")
    assert "longer" in longer.children[-1].children and "worse" not in longer.children[-1].children
    assert "qs-better" not in str(fact_list.cells(runs[0], runs[1], 9, True))
    assert "qs-worse" in str(
        fact_list.cells(
            runs[1], FinishedRun("x", "X", 3, simulate(workload(LOG, processors=16_384), "fcfs"), {}), 13, True
        )
    )


def test_guards_do_not_weigh_the_log_against_others(runs):
    jobs = runs[0].schedule.workload
    assert not any("RECORDED" in said for said in caveats.tie_noise(jobs, runs) + caveats.longer_last_jobs(jobs, runs))
    assert caveats.beside_recorded(jobs, runs) == []
    assert caveats.replays(jobs, runs) == [
        "RECORDED replays the log's own starts; at its fullest it holds 28\u202f672 of 8\u202f192 processors, "
        "which no schedule here can, so it is not compared with the others."
    ]
    assert texts(metrics_table.metric_table(runs, 0)).count("not compared with the others") == 1


@pytest.mark.parametrize("key", ["who_pays", "wait_slowdown", "response_bars"])
@pytest.mark.parametrize("baseline", [0, 1])
def test_charts_that_compare_leave_it_out_and_say_so(runs, key, baseline):
    plot, view = all_plots()[key], View(baseline=baseline)
    assert plot.caption(runs, view)[-1:] == above_machine.left_out(runs)
    drawn = str(plot.figure(runs, view).checked().to_plotly_json())
    assert "FCFS" in drawn and "RECORDED" not in drawn
    assert "RECORDED" not in str(plot.table(runs, view))
    assert plot.caption(runs[:1], view)[-1:] == above_machine.left_out(runs)
    assert plot.figure(runs[:1], view).checked() is not None


def test_the_others_axes_end_at_the_machine(runs):
    for shown in runs:
        found = rectangles(shown.key, shown.schedule, "real")
        top = charts.extent_of(runs, View(), found, "real")[3]
        assert top == (28_672 if shown is runs[0] else 8_192)
    top = underutilization.figure(runs, View()).checked().layout.yaxis.range[1]
    assert top == pytest.approx(1.02 * 8_192)
    assert "It holds up to 28\u202f672, beyond the axis." in " ".join(underutilization.caption(runs, View()))
    rows = [note.text for note in underutilization.figure(runs, View()).checked().layout.annotations]
    assert "<b>RECORDED</b> · holds up to 28\u202f672 of 8\u202f192 processors" in rows
    assert sum("x the work done" in row for row in rows) == 2
    assert distribution.ends(runs, waits.SPREAD) == distribution.ends(runs[1:], waits.SPREAD)
    assert (
        users.figure(runs, View()).checked().layout.xaxis.range
        == users.figure(runs[1:], View()).checked().layout.xaxis.range
    )


def test_a_log_that_fits_is_compared_like_any_run():
    schedule = simulate(workload(LOG, processors=28_672), "recorded")
    fits = FinishedRun("k", "RECORDED", 0, schedule, {})
    assert not above_machine.above(fits) and above_machine.left_out([fits]) == []
    assert above_machine.comparable([fits]) == [fits] and np.all(schedule.wait == 1)


# Job 1 asked for 40 s and runs 100; job 2 waits 20 s for it.
OVERRUN = b"""; MaxProcs: 2
1 0 0 100 2 -1 -1 2 40 -1 1 1 1 1 1 1 -1 -1
2 80 20 50 1 -1 -1 1 60 -1 1 2 1 1 1 1 -1 -1
"""


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"overrun": "extend"}, "RECORDED replays the log's own starts."),
        (
            {"overrun": "cut"},
            "RECORDED replays the log's own starts, with another runtime for 1 job, 48 % less work than the log recorded.",
        ),
        (
            {"load": 1.0, "overrun": "extend"},
            "RECORDED replays the log's own waits, with another submit time for 1 job than the log recorded.",
        ),
    ],
)
def test_what_a_replay_has_otherwise_than_the_log_is_said_beside_it(options, words):
    work = workload(swf.read(OVERRUN, "overrun.swf"), **options)
    run = FinishedRun("r", "RECORDED", 0, simulate(work, "recorded"), {})
    assert caveats.replays(work, [run]) == [words]
