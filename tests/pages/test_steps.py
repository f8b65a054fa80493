"""Stepping through runs: the tab of Compare, and the story that is told."""

from __future__ import annotations

import json

import numpy as np
import pytest

from layouts.frame.player import player
from layouts.pages.compare.tabs import all_tabs
from layouts.state.view import FinishedRun, View
from scheduler.errors import InputError
from scheduler.explain.story import differences, started, story, waiting
from scheduler.explain.words import sentences
from scheduler.generators import make
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.simulate import simulate
from tests.pages.test_pages import components


def runs(name: str, *policies: str) -> list[FinishedRun]:
    jobs = workload(sample(name))
    return [FinishedRun(policy, policy, at, simulate(jobs, policy), {}) for at, policy in enumerate(policies)]


def told(part: object) -> dict:
    homes = [one for one in components(part, "Div") if getattr(one, "className", "") == "qs-player"]
    return json.loads(homes[0].to_plotly_json()["props"]["data-story"])


def test_the_tab_shows_runs_of_few_jobs_in_lockstep():
    both, tab = runs("five-jobs.swf", "fcfs", "easy"), all_tabs()["steps"]
    assert tab.applies(both)
    shown = told(tab.content(None, both, View(job=3)))
    assert [run["name"] for run in shown["runs"]] == ["fcfs", "easy"] and shown["mark"] == 3 and shown["at"] == 0
    assert shown["unit"] == {"seconds": 3600, "name": "h"}
    assert shown["instants"] == [3600.0 * hour for hour in (0, 2, 3, 6, 7, 8, 11, 12, 15)]
    assert shown["differences"] == [3, 6]  # EASY backfills job 4 at 6 h, FCFS starts it at 11 h


def test_decisions_are_told_at_length_and_in_short_in_the_unit_of_the_player():
    log = told(player([one.schedule for one in runs("five-jobs.swf", "easy")], ["EASY"], "h"))["runs"][0]["log"]
    assert [(line[0] / 3_600, line[6]) for line in log][-5:] == [
        (6, "Job 4 is backfilled: 6 h + 1 h ≤ 8 h"),
        (6, "Job 5 waits: refused: 6 h + 4 h > 8 h"),
        (8, "Job 3 starts: first in the queue"),
        (8, "Job 5 waits: promised 11 h"),
        (11, "Job 5 starts: first in the queue"),
    ]
    assert "past 8 h, when job 3 is to start" in next(line[3] for line in log if "refused" in line[6])


def test_the_tab_is_not_offered_for_many_jobs_or_shared_nodes():
    tab = all_tabs()["steps"]
    many = simulate(workload(make("poisson", {"jobs": 501}, 1)), "fcfs")
    assert not tab.applies([FinishedRun("a", "a", 0, many, {})])
    with pytest.raises(InputError, match="at most 500 jobs"):
        story([many], ["FCFS"])


def test_every_run_of_five_hundred_jobs_can_be_told():
    jobs = workload(make("poisson", {"jobs": 500}, 1))
    schedules = [simulate(jobs, policy) for policy in ("fcfs", "easy", "conservative", "sjf")]
    whole = story(schedules, ["a", "b", "c", "d"])
    assert len(whole["jobs"]) == 500 and len(whole["runs"]) == 4
    for run, schedule in zip(whole["runs"], schedules, strict=True):
        starting = {line[2]: line[0] for line in run["log"] if line[1] == "start"}
        assert starting == dict(enumerate(schedule.placed.start.tolist()))


def test_a_difference_is_an_instant_at_which_not_the_same_jobs_start():
    jobs = workload(make("poisson", {"jobs": 60, "load": 1.2}, 3))
    pair = [simulate(jobs, policy) for policy in ("fcfs", "easy")]
    instants = np.unique(np.concatenate([one.placed.start for one in pair]))
    expected = [
        at
        for at, time in enumerate(instants)
        if set(np.flatnonzero(pair[0].placed.start == time)) != set(np.flatnonzero(pair[1].placed.start == time))
    ]
    assert differences(pair, instants) == expected and expected


def test_the_words_are_those_of_the_log():
    easy = simulate(workload(sample("five-jobs.swf")), "easy")
    waits, starts = sentences([waiting(easy, 4, 6 * 3600), started(easy, 3)], easy)
    assert "Job 5 waits: it would have fitted" in waits
    assert starts.startswith("Job 4 is backfilled ahead of job 3")
    assert waiting(easy, 0, 0) is None


def test_a_player_without_tools_has_no_log():
    easy = simulate(workload(sample("five-jobs.swf")), "easy")
    quiet = told(player([easy], ["EASY"], "h", tools=False))
    assert quiet["runs"][0]["log"] == [] and quiet["at"] == len(quiet["instants"]) - 1
    assert told(player([easy], ["EASY"], "h", at=6.5 * 3600))["at"] == quiet["instants"].index(6 * 3600)
