"""The samples of the papers' examples: every number they tell, under every policy they name, by hand from the papers."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from scheduler.formats import swf
from scheduler.model.virtual_campaigns import by_campaign
from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.results.sources import samples
from scheduler.simulate import simulate
from tests.cases.every_case import every_case
from tests.cases.small_campaigns import complete
from tests.samples.test_rigid_samples import STARTS
from tests.topics.parts import of_topics

OF_TOPICS = {name: runs for plans in of_topics("test_moldable_samples", "PLANS") for name, runs in plans.items()}
FOLDER = Path(__file__).parents[3] / "sample_traces"
APPENDIX = "ostrich-appendix"

# {sample: {policy: completion of every campaign, by user}}
ENDS = {
    "barriers-many": {"camp": [[1, 2, 3, 4]], "campaign_fcfs": [[1, 2, 3, 4]]},
    "barriers-none": {"camp": [[1]], "campaign_fcfs": [[1]]},
    "busy-processor": {
        "faircamp placement=commit order=lpt": [[1], [5]],
        "faircamp placement=commit order=mlpt": [[1], [4]],
        "faircamp": [[1], [5]],
    },
    "campaign-deadlines": {
        "faircamp": [[8, 14], [3, 11, 24]],
        "campaign_fcfs placement=block": [[5, 11], [8, 14, 24]],
        "multicamp": [[5, 8], [11, 14, 24]],
        # a second each in turn, user 1 first, as long as both have work; user 2 alone from 15 on
        "round_robin quantum=1": [[9, 15], [6, 12, 24]],
    },
    "equal-users": {
        "multicamp": [[1, 2], [3, 4], [5, 6]],
        "campaign_fcfs placement=block": [[1, 4], [2, 5], [3, 6]],
        "faircamp": [[1, 4], [2, 5], [3, 6]],
    },
    "greedy-deadlines": {
        "faircamp": [[9.9], [4.9, 1009.9]],
        "multicamp": [[5], [9.9, 1009.9]],
        "campaign_fcfs placement=block": [[5], [9.9, 1009.9]],
    },
    "held-back": {"ostrich": [[2, 6], [8]], "ostrich hold=false": [[2, 4], [8]]},
    "idle-halves": {"multicmax": [[5], [10]], "campaign_fcfs": [[5], [5]]},
    "long-before-short": {
        "campaign_fcfs placement=block": [[10, 21], [11, 22]],
        "faircamp": [[12, 22], [1, 2]],
        "multicamp": [[12, 22], [1, 2]],
    },
    "one-user": {"camp order=lpt": [[7, 11, 13]], "camp order=fifo": [[6, 10, 12]]},
    "ostrich-appendix": {"ostrich": [[15], [5], [5, 9]], "campaign_fcfs": [[8], [12], [13, 15]]},
    "pareto-two-users": {"multicmax": [[4], [11]], "campaign_fcfs": [[4], [11]], "ostrich": [[4], [11]]},
    "shared-machine-deadlines": {
        "faircamp placement=list": [[1000], [1, 4, 7, 10, 13, 16, 19]],
        "faircamp": [[1007], [1, 2, 3, 4, 5, 6, 7]],
    },
    "tight-stretch": {"ostrich": [[2, 12], [6], [10]], "multicamp": [[2, 4], [8], [12]]},
    "thinking-deadlines": {"faircamp": [[11], [1, 12]], "campaign_fcfs placement=block": [[10], [11, 13]]},
}
DUE = {  # k times the lengths so far, by hand; in the last one counted from the submission at 2
    "campaign-deadlines": [[10, 16], [6, 12, 32]],
    "long-before-short": [[20, 40], [2, 4]],
    "shared-machine-deadlines": [[2000], [2, 4, 6, 8, 10, 12, 14]],
    "greedy-deadlines": [[10], [9.8, 2009.8]],
    "equal-users": [[3, 6], [3, 6], [3, 6]],
    "thinking-deadlines": [[20], [2, 4]],
    "busy-processor": [[2], [8]],
}
# What these claim is held by test_sample_claims alone; all but the first have too many jobs to write them down.
CLAIMED = {
    "five-jobs": ["fcfs", "easy"],
    "convoy": ["fcfs", "easy", "backfill"],
    "steady-load": ["fcfs", "easy", "backfill"],
    "bad-estimates": ["fcfs", "easy"],
    "short-and-long-users": ["campaign_fcfs", "ostrich"],
}
LATE = {("shared-machine-deadlines", "faircamp placement=list"): 5, ("thinking-deadlines", "faircamp"): 1}
RUNS = [(name, run) for name, runs in ENDS.items() for run in runs]


def text(name):
    return (FOLDER / f"{name}.swf").read_text()


def made(name):
    return workload(swf.read(text(name).encode(), name))


def simulated(name, run):
    policy, *params = run.split()
    return simulate(made(name), policy, dict(param.split("=") for param in params))


def test_every_sample_that_names_policies_is_held_here():
    listed = {sample.name for sample in samples()}
    named = {
        path.stem: re.search(r"^; Policies: (.*)$", path.read_text(), re.MULTILINE)
        for path in FOLDER.glob("*.swf")
        if path.name in listed
    }
    assert {name: re.split(", (?=[a-z])", found.group(1)) for name, found in named.items() if found} == {
        name: list(runs) for name, runs in (ENDS | STARTS | OF_TOPICS | CLAIMED).items()
    }
    assert {run.split()[0] for _, run in RUNS} <= set(all_policies())


@every_case("name", ENDS)
def test_it_says_what_it_shows_and_needs_no_repair(name):
    assert re.search(r"^; Shows: (ostrich-2013|campaign-scheduling-2012), ", text(name), re.MULTILINE)
    workload_of_it = made(name)
    assert workload_of_it.arrivals == "closed"
    assert [note.text for note in workload_of_it.notes if note.level != "info"] == []


@pytest.mark.parametrize(("name", "run"), RUNS)
def test_campaigns_are_complete_when_they_should_be(name, run):
    ends = complete(simulated(name, run))
    assert [pytest.approx(user, abs=1e-9) for user in ENDS[name][run]] == ends


@pytest.mark.parametrize(("name", "run"), [(name, run) for name, run in RUNS if run.startswith("faircamp")])
def test_deadlines_and_how_many_are_missed(name, run):
    schedule = simulated(name, run)
    table, campaigns = by_campaign(schedule), schedule.workload.campaigns
    order = np.lexsort((campaigns.index, campaigns.user))
    assert table.deadline[order].tolist() == pytest.approx([due for user in DUE[name] for due in user], abs=1e-5)
    assert (table.real_end > table.deadline + 1e-5).sum() == LATE.get((name, run), 0)


@pytest.mark.parametrize("name", ENDS)
def test_submit_times_are_the_earliest_possible(name):
    columns = swf.read(text(name).encode(), name).columns
    processors = made(name).platform.processors
    for user in np.unique(columns["user_id"]):
        mine = columns["user_id"] == user
        ready = columns["submit"][mine].min()
        for submit in np.unique(columns["submit"][mine]):
            rows = mine & (columns["submit"] == submit)
            ready += max(columns["think_time"][rows].max(), 0)
            if name != APPENDIX or submit < 5:  # there it is the one of the paper's text, second 5
                assert submit == pytest.approx(ready)
            ready += max(columns["runtime"][rows].sum() / processors, columns["runtime"][rows].max())


# -- what the lessons say -----------------------------------------------------------------------------------------


def test_held_back_starts_at_4_with_the_rule_and_at_2_without():
    assert [simulated("held-back", run).placed.start[3] for run in ENDS["held-back"]] == [4, 2]


def test_the_appendix_as_its_text_tells_it():
    virtual = simulated(APPENDIX, "ostrich").virtual
    assert virtual.end.tolist() == [14, 8, 7, 10]
    assert virtual.start.tolist() == [0, 0, 2, 7]
