"""Requested times that were filled in are never counted as measured, wherever estimates are spoken of."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from layouts.gantt import job_facts
from layouts.state.view import FinishedRun
from layouts.words import caveats
from layouts.workload_plots import runtimes, sizes, top_users
from scheduler.analysis.query import parse
from scheduler.explain.job import explain
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from scheduler.preparation.repairs import RULES
from scheduler.preparation.requested_times import Requests, requests
from scheduler.simulate import simulate
from tests.cases import small, small_log
from tests.preparation.test_workload import trace

ASKED = [90, -1, -1, 3000, 400]  # of jobs that run 60 s each: two of five ask for nothing


def log(*asked: float) -> Workload:
    """Jobs of 60 s, one after the other, which ask for so long; -1: the log does not tell."""
    return workload(trace(*({"submit": 10 * k, "runtime": 60, "requested_time": time} for k, time in enumerate(asked))))


def shown(jobs: Workload, policy: str) -> FinishedRun:
    schedule = simulate(jobs, policy)
    return FinishedRun(
        "k", schedule.policy.upper(), 0, schedule, {"options": jobs.options, "metrics": {}, "params": {}}
    )


def test_use_is_the_median_over_the_requests_of_the_log():
    assert requests(log(*ASKED)) == Requests(3, 2, 0, pytest.approx(0.15))
    assert requests(log(-1, -1)) == Requests(0, 2, 0, None)
    assert requests(log(120, 120)) == Requests(2, 0, 0, 0.5)
    made = workload(trace({"requested_time": 600}, {"requested_time": -1}), estimates="factor")
    assert requests(made) == Requests(0, 0, 2, None)


def test_an_atlas_like_log_is_told_by_the_jobs_that_ask():
    """38,426 jobs ask and use 3.9 % in the median; with 5,352 filled ones, which use all, it was 9.2 %."""
    count, filled = 38_426, 5_352
    share = np.concatenate((np.full(count // 2 + 1, 0.039), np.full(count // 2 - 1, 0.5)))
    asked = np.concatenate((100 / share, np.full(filled, 100.0)))
    jobs = small.workload([(0, 100, 1)] * (count + filled), 8, requested=asked)
    repaired = np.where(np.arange(count + filled) < count, 0, RULES["estimate_missing"])
    jobs = replace(jobs, jobs=small.changed(jobs.jobs, repaired=repaired))
    assert " ".join(runtimes.caption(jobs)) == (
        "Half of the jobs run at most 1 min 40 s, the longest 1 min 40 s. Of the 38\u202f426 jobs with a requested "
        "time half use 3.9 % of the requested time or less. 5\u202f352 of 43\u202f778 jobs have no requested time in "
        "the log; their runtimes stand for it."
    )


def test_a_log_without_requests_has_none_that_equal_runtimes():
    said = " ".join(runtimes.caption(log(-1, -1)))
    assert said.endswith(" The log has no requested times; the runtimes stand for them.") and "equal" not in said
    assert " ".join(runtimes.caption(log(60, 60))).endswith(" Requested times equal runtimes.")
    made = workload(trace({"requested_time": 600}), estimates="exact")
    assert " ".join(runtimes.caption(made)).endswith(" Requested times are made of the runtimes, as asked for.")


def test_requests_that_were_raised_or_cut_do_not_equal_runtimes_by_themselves():
    short = [{"runtime": 600, "requested_time": 300}] * 2
    for overrun in ("cut", "extend"):
        assert " ".join(runtimes.caption(workload(trace(*short), overrun=overrun))).endswith(
            " At least half run as long as they requested, or longer."
        )


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ((90, -1, 90), ["EASY knows the runtimes of 1 of 3 jobs, for which the log has no requested time."]),
        (
            (60, -1, 60),
            [
                "EASY knows the runtimes of 1 of 3 jobs, for which the log has no requested time.",
                "EASY knows runtimes: the other requested times are the runtimes.",
            ],
        ),
        ((-1, -1), ["EASY knows runtimes: the log has no requested times, so the runtimes were taken."]),
        ((60, 60), ["EASY knows runtimes: this workload's requested times are its runtimes."]),
        ((90, 60), []),
    ],
)
def test_a_guard_says_what_a_policy_is_told(asked, expected):
    jobs = log(*asked)
    assert caveats.knows_runtimes(jobs, [shown(jobs, "easy")]) == expected
    assert caveats.knows_runtimes(jobs, [shown(jobs, "fcfs"), shown(jobs, "recorded")][:1]) == []


def test_a_job_without_a_request_is_not_said_to_have_asked():
    run = simulate(log(*ASKED), "easy")
    told = [" ".join(job_facts.job_lines(run, job_facts.of_job(run, job))) for job in (0, 1)]
    assert "ran 1 min 00 s of 1 min 30 s requested" in told[0]
    assert (
        "ran 1 min 00 s; no requested time in the log" in told[1] and job_facts.of_job(run, 1)["requested_time"] is None
    )
    assert "processors for 1 min 30 s." in explain(run, 0)[0]
    assert explain(run, 1)[0].endswith("processors; the log does not tell for how long.")


def test_a_query_does_not_find_what_was_never_asked_for():
    run = simulate(log(*ASKED), "easy")
    assert np.flatnonzero(parse("requested>0").rows(run)).tolist() == [0, 3, 4]
    assert np.flatnonzero(parse("requested=1min").rows(run)).tolist() == []


def test_inspect_counts_measured_and_filled(tmp_path, capsys):
    path = tmp_path / "a.swf"
    path.write_text(small_log.swf({1: (0, 30, 1, 1, 60, 5), 2: (5, 30, 1, 1, -1, 5), 3: (9, 30, 1, 1, 300, 5)}))
    code, out, _ = small_log.called(capsys, "inspect", path)
    assert code == 0
    assert json.loads(out)["requested_times"] == {"measured": 2, "filled": 1, "modeled": 0, "used": pytest.approx(0.3)}


def test_processors_and_users_that_were_filled_in_are_counted_apart():
    whole = workload(
        trace({}, {}, {"user_id": -1}, {"requested_processors": -1, "allocated_processors": 4, "user_id": -1})
    )
    assert " ".join(sizes.caption(whole)).endswith(
        " 1 job without requested processors counts with the allocated ones."
    )
    assert " ".join(top_users.caption(whole)).endswith(" 2 jobs without a user count as one.")
    assert "user unknown" in top_users._bars(whole, top_users.users(whole), "light")[0]
