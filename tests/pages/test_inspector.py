"""The inspector without a browser: which differences it lists, where its keys lead, what it says of a range."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from dash.development.base_component import Component

from layouts.pages.compare.inspector import differences, panel, range_facts
from layouts.pages.compare.job_panel import drawer
from layouts.pages.compare.window.range_table import Column
from layouts.state.view import FinishedRun
from scheduler.analysis.window_summary import range_numbers
from scheduler.formats import all_formats
from scheduler.preparation.build import workload as made_of
from scheduler.preparation.samples import sample
from scheduler.simulate import simulate
from tests.cases.small import schedule, workload
from tests.conftest import REPOSITORY

SIX = workload([(0, 10, 1), (1, 10, 1), (2, 10, 1), (3, 10, 1), (50, 10, 1), (60, 10, 1)], 2)
FIRST = schedule(SIX, [0, 1, 20, 30, 50, 60])
SECOND = schedule(SIX, [0, 21, 10, 20, 54, 63])


def shown(made: Any, name: str, index: int) -> FinishedRun:
    return FinishedRun(f"{name}{made.placed.start.sum():.0f}{index}" * 3, name, index, made, {"metrics": {}})


PAIR = [shown(FIRST, "BEFORE", 0), shown(SECOND, "AFTER", 1)]


def parts(tree: Any) -> list[Component]:
    """All components of a tree."""
    if isinstance(tree, list | tuple):
        return [one for part in tree for one in parts(part)]
    return [tree, *parts(getattr(tree, "children", None))] if isinstance(tree, Component) else []


def text(tree: Any) -> str:
    if isinstance(tree, list | tuple):
        return " ".join(filter(None, map(text, tree)))
    return text(getattr(tree, "children", None)) if isinstance(tree, Component) else "" if tree is None else str(tree)


def buttons(tree: Any) -> list[dict[str, Any]]:
    found = [part.to_plotly_json()["props"] for part in parts(tree)]
    return [props for props in found if "data-job" in props]


def test_the_five_largest_differences_are_buttons_with_their_size_and_both_starts():
    listed = buttons(differences.section(PAIR, 0))
    assert [props["data-job"] for props in listed] == ["1", "2", "3", "4", "5"]
    assert [text(props["children"]) for props in listed] == [
        "Job 102   \u25b2 20 s longer starts 00:00:21, not 00:00:01",
        "Job 103   \u25bc 10 s shorter starts 00:00:10, not 00:00:20",
        "Job 104   \u25bc 10 s shorter starts 00:00:20, not 00:00:30",
        "Job 105   \u25b2 4 s longer starts 00:00:54, not 00:00:50",
        "Job 106   \u25b2 3 s longer starts 00:01:03, not 00:01:00",
    ]
    assert {props["data-tab"] for props in listed} == {"schedule"}
    for props in listed:  # every start of the job is in the window its button shows
        job, low, high = int(props["data-job"]), float(props["data-from"]), float(props["data-to"])
        assert all(low < made.placed.start[job] and made.placed.end[job] < high for made in (FIRST, SECOND))


def test_a_difference_tells_in_short_why_the_job_waits_or_starts():
    five = made_of(sample("five-jobs.swf"))
    easy, fcfs = (shown(simulate(five, key), key.upper(), at) for at, key in enumerate(("easy", "fcfs")))
    (later,) = buttons(differences.section([easy, fcfs], 0))
    line = later["children"][-1]
    assert line.children == "behind job 3" and line.title.startswith("Job 4 waits: it stood behind job 3")
    (earlier,) = buttons(differences.section([easy, fcfs], 1))
    line = earlier["children"][-1]
    assert line.children == "backfilled: 06:00:00 + 1 h 00 min ≤ 08:00:00"
    assert line.title.startswith("Job 4 is backfilled ahead of job 3: it needs 2 processors and 3 were free")


def test_a_wait_of_a_single_run_tells_in_short_why_the_job_did_not_start_at_once():
    fcfs = shown(simulate(made_of(sample("five-jobs.swf")), "fcfs"), "FCFS", 0)
    reasons = {props["data-job"]: props["children"][-1].children for props in buttons(differences.section([fcfs], 0))}
    assert reasons == {"2": "first, but needs 4 processors, 0 free", "3": "behind job 3", "4": "behind job 3"}


def test_against_another_baseline_signs_turn():
    listed = buttons(differences.section(PAIR, 1))
    assert "\u25bc 20 s shorter starts 00:00:01, not 00:00:21" in text(listed[0]["children"])
    looks = [
        part.className
        for part in parts(differences.section(PAIR, 1))
        if "qs-change" in str(getattr(part, "className", ""))
    ]
    assert looks[:2] == ["qs-change qs-better", "qs-change qs-worse"]


def test_of_several_runs_each_job_says_under_which_it_differs_most():
    third = shown(schedule(SIX, [0, 1, 45, 30, 50, 60]), "THIRD", 2)
    listed = buttons(differences.section([*PAIR, third], 0))
    assert text(listed[0]["children"]) == "Job 103   \u25b2 25 s longer starts 00:00:45 under THIRD, not 00:00:20"
    assert "under AFTER" in text(listed[1]["children"])


def test_runs_that_agree_say_so_and_one_run_lists_its_longest_waits():
    same, again = shown(FIRST, "SAME", 1), shown(FIRST, "AGAIN", 2)
    first = PAIR[0].name
    assert f"No job waits longer or shorter under SAME than under {first}." in text(
        differences.section([PAIR[0], same], 0)
    )
    assert f"longer or shorter under SAME or AGAIN than under {first}." in text(
        differences.section([PAIR[0], same, again], 0)
    )
    listed = buttons(differences.section(PAIR[:1], 0))
    assert [text(props["children"]) for props in listed] == [
        "Job 104   27 s submitted 00:00:03, starts 00:00:30",
        "Job 103   18 s submitted 00:00:02, starts 00:00:20",
    ]
    assert differences.NO_WAIT in text(differences.section([shown(schedule(SIX, SIX.jobs.submit), "IDLE", 0)], 0))
    assert differences.section([], 0) is None


def test_one_key_goes_from_difference_to_difference_by_size_and_round():
    job, reached = None, []
    for _ in range(6):
        found = differences.next_by_size(PAIR, 0, job)
        job = found["job"]
        reached.append(job)
    assert reached == [1, 2, 3, 4, 5, 1]
    assert differences.next_by_size(PAIR, 0, 0)["job"] == 1  # a job that does not differ: from the largest on
    assert differences.next_by_size(PAIR[:1], 0, None) is None
    assert differences.next_by_size([PAIR[0], shown(FIRST, "SAME", 1)], 0, None) is None


@pytest.mark.parametrize("sent", ["1", True, {"a": 1}, [1], 10**9, -3])
def test_a_selection_that_makes_no_sense_begins_at_the_largest(sent):
    assert differences.next_by_size(PAIR, 0, sent)["job"] in (1, 2)


def test_the_other_key_goes_on_in_time_and_round():
    after, reached = -np.inf, []
    for _ in range(6):
        found = differences.next_in_time(PAIR, 0, after)
        after = found["time"]
        reached.append((after, found["job"]))
    assert reached == [(1, 1), (10, 2), (20, 3), (50, 4), (60, 5), (1, 1)]
    assert differences.next_in_time(PAIR[:1], 0, 0) is None


def test_a_sample_of_five_jobs_has_one_difference():
    log = all_formats()["swf"].read((REPOSITORY / "sample_traces" / "five-jobs.swf").read_bytes(), "five-jobs.swf")
    jobs = made_of(log)
    runs = [shown(simulate(jobs, "fcfs"), "FCFS", 0), shown(simulate(jobs, "easy"), "EASY", 1)]
    found = differences.next_in_time(runs, 0, -1.0)
    assert (found["time"], found["job"]) == (21600, 3) == (differences.next_in_time(runs, 0, 21600)["time"], 3)
    assert differences.next_by_size(runs, 0, 3)["job"] == 3


def test_in_time_the_next_difference_is_looked_for_from_the_view_on():
    assert differences.reached(None, None) == -np.inf
    assert differences.reached({"time": 50.0}, None) == 50
    assert differences.reached({"time": 50.0}, {"t0": 40.0, "t1": 60.0}) == 50
    assert 69.9 < differences.reached({"time": 50.0}, {"t0": 70.0, "t1": 80.0}) < 70


def test_a_range_has_a_row_for_each_run():
    columns = [Column(run, range_numbers(run.schedule, 0, 25)) for run in PAIR]
    told = range_facts.section("From 00:00:00 to 00:00:25, 25 s.", columns)
    rows = [[text(cell) for cell in part.children] for part in parts(told) if type(part).__name__ == "Tr"]
    assert rows == [
        ["run", "started", "mean wait", "busy"],
        ["BEFORE", "3", "6 s", "50.0 %"],
        ["AFTER", "4", "11.2 s", "58.0 %"],
    ]


def test_a_range_in_which_no_job_starts_has_no_mean_wait():
    told = range_facts.section("", [Column(PAIR[0], range_numbers(PAIR[0].schedule, 1000, 1010))])
    assert "\u2014" in text(told) and "0 %" in text(told)


def test_the_places_are_there_before_anything_is_selected():
    assert [getattr(part, "id", None) for part in panel.panel().children] == [
        "next-differences",
        "range-facts",
        "facts",
        "differences",
    ]


def test_the_name_of_a_job_is_the_heading_and_what_it_is_stands_below():
    told = drawer.job_facts(PAIR, 1, 0)
    heading = next(part for part in parts(told) if type(part).__name__ == "H2")
    assert text(heading) == "Job 102 of user 7" and "1 processor, ran 10 s of 10 s requested" in text(told)
