"""What the drawer says of a priority over time, by hand: it grew, it fell, it stayed."""

from __future__ import annotations

import numpy as np
import pytest

from layouts.state.view import FinishedRun
from layouts.topics.slurm.job_panel import priority
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.results.sources import sample as header
from scheduler.results.sources import setups
from scheduler.simulate import simulate
from scheduler.topics.slurm.replay.priority_over_time import OverTime

NAME = "slurm-age-and-share.swf"


def over_time(**parts: list[float]) -> OverTime:
    return OverTime(np.array([0.0, 60.0]), 90.0, {name: np.array(points) for name, points in parts.items()})


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        (
            {"age": [0.0, 40.5], "fairshare": [1000.0, 1000.0]},
            "Its priority rose from 1\u202f000 points at its submission to 1\u202f040 when it started; age changed most, by +40.",
        ),
        (
            {"age": [0.0, 40.0], "fairshare": [1000.0, 500.0]},
            "Its priority fell from 1\u202f000 points at its submission to 540 when it started; fair share changed most, by \u2212500.",
        ),
        (
            {"age": [0.0, 50.0], "fairshare": [100.0, 50.0]},
            "Its priority was 100 points at its submission and when it started; age changed most, by +50.",
        ),
        (
            {"qos": [10.0, 10.0], "job_size": [2.0, 2.0]},
            "Its priority was 12 points all the time; QOS gave 10 of them.",
        ),
        (
            {"age": [0.0, 3.0]},
            "Its priority rose from 1 point at its submission to 3 when it started; age changed most, by +3.",
        ),
    ],
)
def test_the_sentence_says_what_changed_the_priority(parts, words):
    assert priority.finding(over_time(**parts)) == words


def test_columns_are_as_wide_as_they_last_and_parts_as_high_as_their_points():
    chart = priority.columns(over_time(age=[0.0, 50.0], fairshare=[100.0, 50.0]))
    assert [column.style["flexGrow"] for column in chart.children] == ["0.666667", "0.333333"]
    assert [[part.style["flex"] for part in column.children] for column in chart.children] == [
        ["0 0 0.000%", "0 0 100.000%"],
        ["0 0 50.000%", "0 0 50.000%"],
    ]


def test_a_job_that_waited_has_its_priority_in_the_drawer_and_others_have_none():
    work = workload(sample(NAME))
    ((policy, params),) = setups(header(NAME).policies)[1:2]
    run = FinishedRun("a", "Slurm", 0, simulate(work, policy, params), {})
    assert len(priority.folded(run, 1)) == 1 and priority.folded(run, 0) == []
    assert priority.folded(FinishedRun("b", "FCFS", 0, simulate(work, "fcfs"), {}), 1) == []
