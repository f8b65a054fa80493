"""The one way in: what it refuses, what it logs, how it stops, what it is keyed by."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scheduler.engine.decision_log import KINDS, RULES
from scheduler.errors import AuditFailed, Cancelled, ParamError, UnknownKey, Unsupported
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.policies import Policy, all_policies
from scheduler.registry import folders
from scheduler.simulate import STOP, certified, check_supported, new_control, simulate
from tests.cases.every_case import every_case
from tests.cases.small import campaigns, schedule, workload

FIVE = [(0, 8, 1), (0, 6, 3), (2, 3, 4), (3, 1, 2), (3, 4, 1)]  # submit, runtime, processors


def test_five_jobs_under_three_policies() -> None:
    work = workload(FIVE, 4)
    starts = {key: simulate(work, key).placed.start.tolist() for key in ("fcfs", "easy", "backfill")}
    assert starts == {"fcfs": [0, 0, 8, 11, 11], "easy": [0, 0, 8, 6, 11], "backfill": [0, 0, 10, 6, 6]}


@pytest.mark.parametrize("key", ["easy", "conservative", "tabu", "sjf"])
def test_a_job_that_outlasts_what_it_asks_for_is_refused_before_anything_is_planned(key: str) -> None:
    work = workload(FIVE, 4, requested=[8, 6, 2.5, 1, 4])
    with pytest.raises(
        Unsupported, match=r"Job 103 \(line 13\) runs for 3 s and asks for 2.5 s, .* choose overrun cut"
    ):
        simulate(work, key)
    assert simulate(work, "fcfs").placed.start.tolist() == [0, 0, 8, 11, 11]


def test_backfilled_jobs_are_flagged() -> None:
    assert simulate(workload(FIVE, 4), "easy").placed.flags.tolist() == [0, 0, 0, 1, 0]


def test_decisions_tell_the_story_of_easy() -> None:
    table = simulate(workload(FIVE, 4), "easy").decisions
    assert table is not None
    told = [
        (KINDS[k], int(j), RULES[r], t)
        for k, j, r, t in zip(table.kind, table.job, table.rule, table.time, strict=True)
    ]
    assert ("reserve", 2, "reserved", 2.0) in told
    assert ("skip", 4, "would_delay_head", 6.0) in told
    assert ("backfill", 3, "ends_by_shadow", 6.0) in told
    assert told[-1] == ("end", 4, "none", 15.0)
    reserved = np.flatnonzero(table.kind == KINDS.index("reserve"))[0]
    assert (table.shadow[reserved], table.extra[reserved], table.blocker[reserved]) == (8.0, 0, 0)


def test_decisions_of_a_window_only() -> None:
    table = simulate(workload(FIVE, 4), "easy", decisions=(6.0, 8.0)).decisions
    assert table is not None
    assert len(table) > 0
    assert table.time.min() >= 6.0
    assert table.time.max() < 8.0


def test_logging_changes_no_schedule() -> None:
    work = workload(FIVE, 4)
    for key in ("fcfs", "easy", "backfill"):
        quiet = simulate(work, key, decisions=None)
        assert quiet.decisions is None
        assert quiet.placed.start.tolist() == simulate(work, key).placed.start.tolist()


def test_a_log_longer_than_first_guessed_is_kept_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    work = workload(FIVE * 40, 4)
    whole = simulate(work, "backfill").decisions
    monkeypatch.setattr("scheduler.simulate.ROWS_PER_JOB", 0)
    monkeypatch.setattr("scheduler.simulate.SPARE_ROWS", 10)
    again = simulate(work, "backfill").decisions
    assert whole is not None and again is not None
    assert len(again) == len(whole) > 10
    assert (again.job == whole.job).all()


def test_stops_when_asked() -> None:
    control = new_control()
    control[STOP] = 1
    with pytest.raises(Cancelled, match="stopped after 0 of 5 jobs"):
        simulate(workload(FIVE, 4), "fcfs", control=control)


def test_counts_the_jobs_it_has_finished() -> None:
    control = new_control()
    simulate(workload(FIVE, 4), "easy", control=control)
    assert control.tolist() == [5, 0]


@pytest.mark.parametrize(
    ("policy", "params", "error", "words"),
    [
        ("eazy", {}, UnknownKey, "did you mean easy"),
        ("easy", {"depth": 3}, ParamError, "There is no parameter 'depth'"),
        ("ostrich", {}, Unsupported, "declares none"),
        ("recorded", {}, Unsupported, "records none"),
    ],
)
def test_refuses_in_a_sentence(policy: str, params: dict, error: type, words: str) -> None:
    with pytest.raises(error, match=words):
        simulate(workload(FIVE, 4), policy, params)


def test_campaign_policies_need_a_closed_loop() -> None:
    open_loop = campaigns([(0, -1, 0, [2, 1])], 2, [0], arrivals="recorded")
    with pytest.raises(Unsupported, match="closed arrivals"):
        simulate(open_loop, "ostrich")


def test_a_policy_of_narrow_jobs_refuses_wide_ones() -> None:
    closed = campaigns([(0, -1, 0, [2, 1])], 2, [0])
    narrow = replace(all_policies()["ostrich"], needs=frozenset({"campaigns", "closed", "sequential"}))
    wide = Table("jobs", {**closed.jobs.columns, "processors": np.array([1, 2])})
    with pytest.raises(Unsupported, match=r"job 102 \(line 12\) asks for 2"):
        check_supported(narrow, Workload(**{**closed.__dict__, "jobs": wide}))


def test_what_happened_cannot_be_replayed_in_a_closed_loop() -> None:
    with pytest.raises(Unsupported, match="choose arrivals recorded"):
        simulate(campaigns([(0, -1, 0, [2, 1])], 2, [0]), "recorded")


def test_an_unknown_order_of_a_campaign_is_refused() -> None:
    with pytest.raises(ParamError, match="one of lpt, spt, mlpt, fifo"):
        simulate(campaigns([(0, -1, 0, [2, 1])], 2, [0]), "ostrich", {"order": "random"})


def test_a_broken_schedule_never_gets_out() -> None:
    with pytest.raises(AuditFailed):
        certified(schedule(workload(FIVE, 4), [0, 0, 0, 0, 0]))


def test_recorded_shows_what_happened_even_if_impossible() -> None:
    work = workload([(0, 10, 3), (1, 10, 3), (2, 5, 1)], 4)
    jobs = Table("jobs", {**work.jobs.columns, "recorded_wait": np.array([0.0, 1.0, -1.0])})
    run = simulate(Workload(**{**work.__dict__, "jobs": jobs}), "recorded")
    assert run.placed.start.tolist() == [0, 2, 2]
    assert run.certificate is not None and run.certificate.passed
    assert "most: 7 at 2 s" in run.certificate.reports[0]
    assert run.notes[0].count == 1 and run.notes[0].lines == (13,)


@every_case("key", sorted(all_policies()))
def test_every_policy_says_what_it_is(key: str) -> None:
    policy: Policy = all_policies()[key]
    assert policy.title and policy.source and policy.family
    assert policy.run.__module__ in [f"{folder}.{key}" for folder in folders("scheduler.policies")]


def test_a_schedule_carries_where_it_came_from() -> None:
    run: Schedule = simulate(workload(FIVE, 4), "easy", seed=7)
    assert run.seed is None  # nothing is random in EASY
    assert len(run.fingerprint) == 12
    assert run.kernel_cpu_seconds >= 0
