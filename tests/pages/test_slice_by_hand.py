"""What if keeps campaigns: the jobs of a slice, typed by hand, start as they did, under every policy that knows campaigns."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from layouts.pages.compare.runs import what_if
from layouts.state import hand_link
from layouts.state.view import FinishedRun
from scheduler.formats import all_formats
from scheduler.manual.typed_jobs import check, workload
from scheduler.preparation.build import workload as prepared
from scheduler.simulate import simulate
from tests.cases import strategies

SAMPLES = Path(__file__).parents[2] / "sample_traces"
SMALL = [case for seed in range(40) if len((case := strategies.closed(seed)).jobs) <= 50]


def typed(schedule, begin, end):
    sheet = what_if.sheet(schedule, what_if.jobs_between(schedule, begin, end), begin, ["ostrich", "recorded", "fcfs"])
    assert check(sheet.jobs, sheet.processors) == []
    return sheet


def starts(schedule):
    return dict(zip(schedule.workload.jobs.job_id.tolist(), schedule.placed.start.tolist(), strict=True))


@pytest.mark.parametrize("key", ["ostrich", "campaign_fcfs"])
def test_a_whole_run_is_the_same_by_hand(key):
    for case in SMALL:
        run = simulate(case.workload, key)
        sheet = typed(run, 0.0, 1e9)
        assert sheet.policies == ("ostrich", "fcfs")  # no log tells what was recorded
        assert starts(simulate(workload(sheet.jobs, sheet.processors), key)) == starts(run)
        assert hand_link.read(hand_link.write(sheet)).jobs == sheet.jobs


def test_of_a_slice_what_runs_and_waits_of_a_campaign_comes_together():
    for case in SMALL:
        run = simulate(case.workload, "ostrich")
        middle = float(np.median(run.placed.start))
        sheet = typed(run, middle, 1e9)
        assert all(job.campaign is not None for job in sheet.jobs)


def test_campaigns_whose_jobs_come_one_by_one_are_left_out():
    seeds = [
        seed
        for seed in range(30)
        if not what_if.keeps_campaigns(simulate(strategies.portioned(seed).workload, "ostrich"))
    ]
    assert len(seeds) > 5
    run = simulate(strategies.portioned(seeds[0]).workload, "ostrich")
    sheet = what_if.sheet(run, what_if.jobs_between(run, 0.0, 1e9), 0.0, ["ostrich", "fcfs"])
    assert sheet.policies == ("fcfs",) and all(job.campaign is None for job in sheet.jobs)


def test_too_many_jobs_are_counted_and_a_small_enough_slice_leads_to_its_table():
    run = FinishedRun("0" * 24, "FCFS", 0, simulate(convoy(), "fcfs"), {"metrics": {}})
    assert "62 jobs lie in this window; at most 50" in what_if.offer([run], None, None, 0).children
    way_on = what_if.offer([run], 0.0, 3000.0, 0)[0]
    assert way_on.children == "What if … edit these 8 jobs"
    assert len(hand_link.read(way_on.href.partition("?")[2]).jobs) == 8


def convoy():
    name = "convoy.swf"
    return prepared(all_formats()["swf"].read((SAMPLES / name).read_bytes(), name))
