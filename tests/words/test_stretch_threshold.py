"""One threshold of bounded stretch on a page, and plain stretch where jobs are too short for one."""

from __future__ import annotations

import re

import numpy as np
import pytest

from layouts.pages.compare.table import metrics_table
from layouts.pages.compare.views import user_table
from layouts.plots import all_plots
from layouts.state.view import FinishedRun, View
from layouts.words import caveats
from layouts.words.stretch_threshold import PLAIN, named, suited, threshold_of
from scheduler.metrics import measure
from scheduler.model.workload import Workload
from scheduler.simulate import simulate
from tests.cases import small
from tests.pages.test_pages import sample, texts

VIEWS = ("stretch_histogram", "wait_slowdown", "users")


def runs_of(jobs: Workload, threshold: float = 10.0, *policies: str) -> list[FinishedRun]:
    made = []
    for index, policy in enumerate(policies or ("fcfs", "easy")):
        schedule = simulate(jobs, policy)
        made.append(
            FinishedRun(
                f"{index}" * 24,
                policy.upper(),
                index,
                schedule,
                {"metrics": measure(schedule, threshold), "threshold": threshold, "params": {}},
            )
        )
    return made


def one_after_another(length: float, count: int = 4) -> Workload:
    """Jobs of that length, submitted at once on one processor: stretches of 1, 2, 3, ..."""
    return small.workload([(0, length, 1)] * count, 1, users=[1, 1, 2, 2])


@pytest.mark.parametrize(
    ("runtime", "expected"),
    [
        ([1, 2, 3, 4], PLAIN),
        ([10, 10, 10, 10], 10.0),
        ([9, 10, 50, 90], PLAIN),
        ([5] + [60] * 9, 10.0),
        ([5] * 4 + [60] * 6, PLAIN),
    ],
)
def test_the_threshold_is_left_where_it_is_above_a_quarter_of_the_runtimes(runtime, expected):
    jobs = small.workload([(0, length, 1) for length in runtime], 1)
    assert suited(jobs) == expected == (10.0 if np.quantile(runtime, 0.25) >= 10 else PLAIN)
    assert suited(jobs, 1.0) == 1.0


def test_no_jobs_and_no_runs_have_the_usual_one():
    assert suited(small.workload([], 1)) == threshold_of([]) == 10.0
    assert (named(10.0), named(PLAIN)) == ("bounded stretch (10 s)", "stretch")


def test_short_jobs_have_their_plain_stretch_everywhere():
    """Four jobs of 1 s: mean stretch 2.5, where bounded by 10 s it is 1 for all of them."""
    runs = runs_of(one_after_another(1))
    assert runs[0].record["metrics"]["bounded_stretch_mean"] == 1
    keys = [metric.key for metric in metrics_table.key_metrics(runs)]
    assert "stretch_mean" in keys and "bounded_stretch_mean" not in keys
    said = texts(metrics_table.metric_table(runs, 0))
    assert "Stretch is plain here, response / runtime: 100.0 % of the jobs run less than 10 s" in said
    assert "the mean is 2.5" in " ".join(all_plots()["stretch_histogram"].caption(runs, View()))
    assert "Mean wait and mean slowdown: FCFS 1.5 s and 2.5" in " ".join(
        all_plots()["wait_slowdown"].caption(runs, View())
    )
    assert [row["FCFS: mean stretch"] for row in all_plots()["users"].table(runs, View())] == [1.5, 3.5]
    assert user_table.columns(runs, named(threshold_of(runs)))[2]["children"][2]["headerName"] == "stretch"


@pytest.mark.parametrize("threshold", [10.0, 1.0])
def test_all_views_of_longer_jobs_go_by_the_threshold_of_the_stored_numbers(threshold):
    runs = runs_of(one_after_another(60), threshold)
    said = [caveats.bounded(runs[0].schedule.workload, runs)[0]]
    for key in VIEWS:
        plot = all_plots()[key]
        said += [
            " ".join(plot.caption(runs, View())),
            str(plot.table(runs, View())),
            str(plot.figure(runs, View()).to_plotly_json()),
        ]
    found = set(re.findall(r"(?:bounded stretch|slowdown) \((?:threshold )?(\d+ s)\)", " ".join(said)))
    assert found == {f"{threshold:g} s"}


@pytest.mark.parametrize("name", ["equal-users.swf", "four-policies.swf", "one-user.swf", "split-clusters.swf"])
def test_teaching_examples_rank_by_plain_stretch(name):
    jobs = sample(name)
    runs = runs_of(jobs, 10.0, "fcfs")
    assert threshold_of(runs) == PLAIN and "bounded" not in " ".join(
        metric.key for metric in metrics_table.key_metrics(runs)
    )


def test_workloads_of_usual_lengths_keep_the_bounded_one():
    assert [suited(sample(name)) for name in ("steady-load.swf", "bad-estimates.swf", "five-jobs.swf")] == [10.0] * 3
