"""Every second of every wait has one reason, the same as a plain look at the schedule and its log finds."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from scheduler.analysis.hold_causes import KINDS, default_kind
from scheduler.analysis.wait_causes import reasons, waits_by_kind
from scheduler.engine.decision_log import HELD_BY, RULES
from scheduler.explain.phrases import REASONS
from scheduler.policies import all_policies
from scheduler.simulate import simulate
from tests.cases import strategies
from tests.cases.small import campaigns, changed, schedule, workload
from tests.cases.wait_sentence import wait_sentence
from tests.naive import reasons as naive_reasons

BUSY, RESERVATION, ORDER, RULE, UNKNOWN = range(5)
POLICIES = all_policies()
FOUR = workload([(0, 4, 3), (0, 3, 4), (1, 2, 1), (1, 6, 1), (1, 2, 2)], 4)  # five jobs on which the policies differ
WIDE = workload([(0, 4, 3), (0, 3, 2), (0, 5, 4), (1, 8, 1)], 4)


def recorded(seed):
    case = strategies.rigid(seed)
    return replace(case, waits=tuple((7 * job + seed) % 23 for job in range(len(case.jobs))))


CASES = [
    made(seed)
    for made in (
        recorded,
        strategies.closed,
        strategies.portioned,
        strategies.overdue,
        strategies.alone,
        strategies.single,
    )
    for seed in range(4)
]
CASES += [made(seed, 1) for made in (strategies.closed, strategies.portioned) for seed in range(4)]
VARIANTS = {
    "campaign_fcfs": [{"placement": "block"}, {"wide": "pass"}],
    "ostrich": [{"hold": False}, {"wide": "pass"}],
    "faircamp": [{"placement": "list"}, {"placement": "commit"}],
    "multicmax": [{"form": "batch", "timeout": 3.0}],
    "round_robin": [{"quantum": 2.0}],
}


@cache
def runs(key):
    """Runs of a policy, each with and without its log."""
    return list(_runs(key))


def _runs(key):
    for params in [None, *VARIANTS.get(key, [])]:
        cases = CASES
        if params == {"placement": "commit"}:
            cases = [case for case in CASES if all(job.processors == 1 for job in case.jobs)]
        if params and "form" in params:
            cases = [case for case in CASES if case.campaigns]
        for case in cases if params and "form" in params else strategies.suited(POLICIES[key], cases):
            yield tuple(simulate(case.workload, key, params, decisions=log) for log in ("all", None))


def rows(table):
    return list(
        zip(*(table.columns[name].tolist() for name in ("job", "kind", "begin", "end", "culprit")), strict=True)
    )


def seconds(table, jobs):
    found = np.zeros((jobs, len(KINDS)))
    np.add.at(found, (table.job, table.kind), table.end - table.begin)
    return found


# ---- by hand --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("work", "policy", "log", "expected"),
    [
        (
            FOUR,
            "fcfs",
            "all",
            [
                (1, BUSY, 0, 4, -1),
                (2, ORDER, 1, 4, 1),
                (2, BUSY, 4, 7, -1),
                (3, ORDER, 1, 4, 1),
                (3, BUSY, 4, 7, -1),
                (4, BUSY, 1, 7, -1),
            ],
        ),
        (
            FOUR,
            "easy",
            "all",
            [
                (1, BUSY, 0, 4, -1),
                (3, BUSY, 1, 3, -1),
                (3, RESERVATION, 3, 4, 1),
                (3, BUSY, 4, 7, -1),
                (4, BUSY, 1, 7, -1),
            ],
        ),
        (
            FOUR,
            "easy",
            None,
            [
                (1, BUSY, 0, 4, -1),
                (3, BUSY, 1, 3, -1),
                (3, RESERVATION, 3, 4, -1),
                (3, BUSY, 4, 7, -1),
                (4, BUSY, 1, 7, -1),
            ],
        ),
        (FOUR, "backfill", "all", [(1, BUSY, 0, 9, -1), (3, BUSY, 1, 3, -1), (4, BUSY, 1, 4, -1)]),
        (
            WIDE,
            "fcfs",
            "all",
            [(1, BUSY, 0, 4, -1), (2, BUSY, 0, 7, -1), (3, ORDER, 1, 4, 1), (3, ORDER, 4, 7, 2), (3, BUSY, 7, 12, -1)],
        ),
        (WIDE, "fcfs", None, [(1, BUSY, 0, 4, -1), (2, BUSY, 0, 7, -1), (3, ORDER, 1, 7, -1), (3, BUSY, 7, 12, -1)]),
        (WIDE, "easy", "all", [(1, BUSY, 0, 4, -1), (2, BUSY, 0, 9, -1)]),
    ],
)
def test_by_hand(work, policy, log, expected):
    assert rows(reasons(simulate(work, policy, decisions=log))) == expected


def test_only_the_chosen_jobs_in_order_of_rows():
    made = simulate(FOUR, "easy")
    assert rows(reasons(made, np.array([4, 2, 3]))) == [row for row in rows(reasons(made)) if row[0] in (3, 4)]
    assert rows(reasons(made, np.array([2]))) == rows(reasons(made, np.zeros(0, np.int64))) == []


def test_a_gap_of_no_length_is_no_room():
    work = workload([(0, 5, 2), (0, 5, 2), (1, 3, 2)], 2)
    assert rows(reasons(simulate(work, "backfill"))) == [(1, BUSY, 0, 5, -1), (2, BUSY, 1, 10, -1)]


def test_room_before_anything_ran_is_room():
    made = schedule(workload([(0, 5, 2), (3, 5, 2)], 2), [4, 9], policy="recorded")
    assert rows(reasons(made)) == [(0, UNKNOWN, 0, 4, -1), (1, UNKNOWN, 3, 4, -1), (1, BUSY, 4, 9, -1)]


def test_a_log_that_holds_more_than_the_machine_has():
    made = schedule(workload([(0, 9, 2), (1, 4, 2)], 2), [0, 3], policy="recorded")
    assert rows(reasons(made)) == [(1, BUSY, 1, 3, -1)]  # it started all the same
    assert waits_by_kind(made).tolist() == [[0] * 5, [2, 0, 0, 0, 0]]


def test_beyond_the_log_the_policy_speaks():
    whole = simulate(FOUR, "fcfs")
    before, after = (simulate(FOUR, "fcfs", decisions=window) for window in ((0.0, 1.5), (3.5, 99.0)))
    assert [row for row in rows(reasons(whole)) if row[0] == 2] == [(2, ORDER, 1, 4, 1), (2, BUSY, 4, 7, -1)]
    for made in (before, after):
        assert [row for row in rows(reasons(made)) if row[0] == 2] == [(2, ORDER, 1, 4, -1), (2, BUSY, 4, 7, -1)]


def test_no_jobs_no_reasons():
    made = schedule(workload([], 4), [])
    assert len(reasons(made)) == 0
    assert waits_by_kind(made).shape == (0, 5)


def test_nobody_waits():
    made = schedule(workload([(0, 5, 1), (9, 5, 1)], 4), [0, 9])
    assert len(reasons(made)) == 0
    assert waits_by_kind(made).tolist() == [[0] * 5] * 2


# ---- every policy ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", POLICIES)
def test_reasons_partition_every_wait(key):
    for made in (run for pair in runs(key) for run in pair):
        table, placed = reasons(made), made.placed
        assert (table.end > table.begin).all()
        first = np.flatnonzero(np.append(True, table.job[1:] != table.job[:-1])[: len(table)])
        last = np.append(first[1:], len(table))[: len(first)] - 1
        waits = np.flatnonzero(placed.start > placed.submit)
        assert table.job[first].tolist() == waits.tolist()
        assert table.begin[first].tolist() == placed.submit[waits].tolist()
        assert table.end[last].tolist() == placed.start[waits].tolist()
        inside = np.setdiff1d(np.arange(len(table)), first)
        assert table.begin[inside].tolist() == table.end[inside - 1].tolist()
        assert (
            (table.kind[inside] != table.kind[inside - 1]) | (table.culprit[inside] != table.culprit[inside - 1])
        ).all()


@pytest.mark.parametrize("key", POLICIES)
def test_sums_by_kind_are_those_of_the_rows_and_of_the_waits(key):
    for made in (run for pair in runs(key) for run in pair):
        found = waits_by_kind(made)
        assert found == pytest.approx(seconds(reasons(made), len(made.placed)), abs=1e-6)
        assert found.sum(axis=1) == pytest.approx(made.wait, abs=1e-6)
        if (made.placed.start == np.floor(made.placed.start)).all():
            assert (found.sum(axis=1) == made.wait).all()


@pytest.mark.parametrize("key", POLICIES)
def test_time_without_room_does_not_depend_on_the_log(key):
    for told, untold in runs(key):
        assert untold.decisions is None
        assert waits_by_kind(told)[:, BUSY] == pytest.approx(waits_by_kind(untold)[:, BUSY], abs=1e-9)
        held = waits_by_kind(untold)[:, 1:].sum(axis=0)
        assert set((np.flatnonzero(held > 0) + 1).tolist()) <= {default_kind(untold)}


@pytest.mark.parametrize("key", POLICIES)
def test_a_plain_look_finds_the_same(key):
    for number, made in enumerate(run for pair in runs(key) for run in pair):
        table, look = rows(reasons(made)), naive_reasons.Looked(made)
        for job in range(number % 5, len(made.placed), 5):
            assert [row for row in table if row[0] == job] == naive_reasons.waits(look, job)


def test_a_policy_that_starts_whatever_fits_holds_nobody():
    for pair in runs("backfill"):
        for made in pair:
            assert waits_by_kind(made)[:, 1:].sum() == 0


def test_reasons_of_held_jobs_are_named_by_the_log():
    kinds, named = set(), 0
    for key in ("fcfs", "easy", "ostrich"):
        for made, _ in runs(key):
            table = reasons(made)
            kinds |= set(table.kind.tolist())
            named += int(((table.kind != BUSY) & (table.culprit >= 0)).sum())
    assert kinds == {BUSY, RESERVATION, ORDER, RULE}
    assert named > 100


# ---- the table of rules ---------------------------------------------------------------------------------------------


def test_every_rule_of_the_log_has_a_kind():
    assert set(HELD_BY.values()) == set(KINDS) - {"unknown"}


def test_only_reasons_to_wait_hold_a_job():
    held = {rule for rule, kind in HELD_BY.items() if kind != KINDS[BUSY]}
    assert held - {"left_out", "awaits_period"} <= set(REASONS)  # these are of shared nodes: shared_nodes.py
    assert held == naive_reasons.RESERVATION | naive_reasons.ORDER | naive_reasons.OWN


@pytest.mark.parametrize("key", POLICIES)
def test_every_policy_says_what_it_holds_jobs_back_for(key):
    assert POLICIES[key].wait_cause in KINDS[1:]
    assert (POLICIES[key].wait_cause == "unknown") == (not POLICIES[key].decides)


@pytest.mark.parametrize("key", [key for key, policy in POLICIES.items() if policy.logs])
def test_without_a_log_a_policy_says_what_its_log_would_mostly_say(key):
    standard = {param.name: param.default for param in POLICIES[key].params}
    told = sum(waits_by_kind(made).sum(axis=0) for made, _ in runs(key) if made.params == standard)[1:]
    assert told.sum() == 0 or KINDS[1 + int(told.argmax())] == POLICIES[key].wait_cause


def test_several_rows_of_one_instant_count_as_the_last():
    made = simulate(FOUR, "fcfs")
    log = made.decisions
    row = int(np.flatnonzero((log.job == 2) & (log.rule == RULES.index("behind_head")))[0])
    twice = log.take(np.insert(np.arange(len(log)), row + 1, row))
    rule, blocker = twice.rule.copy(), twice.blocker.copy()
    rule[row + 1], blocker[row + 1] = RULES.index("would_delay_head"), 1
    table = reasons(replace(made, decisions=changed(twice, rule=rule, blocker=blocker)), np.array([2]))
    assert rows(table) == [(2, RESERVATION, 1, 4, 1), (2, BUSY, 4, 7, -1)]


# ---- in a sentence --------------------------------------------------------------------------------------------------

HOUR = 3600
LONG = workload([(0, 4 * HOUR, 3), (0, 3 * HOUR, 4), (HOUR, 2 * HOUR, 1), (HOUR, 6 * HOUR, 1), (HOUR, 2 * HOUR, 2)], 4)


@pytest.mark.parametrize(
    ("work", "policy", "log", "job", "sentence"),
    [
        (LONG, "easy", "all", 0, None),
        (LONG, "easy", "all", 1, "Too few processors were free until job 101 ended."),
        (
            LONG,
            "easy",
            "all",
            3,
            "For 5 h 00 min too few processors were free (held mostly by job 102); for 1 h 00 min processors "
            "were kept free for the reservation of job 102.",
        ),
        (
            LONG,
            "fcfs",
            "all",
            3,
            "For 3 h 00 min too few processors were free (held by job 102); for 3 h 00 min processors were "
            "kept free for the head of the queue (job 102).",
        ),
        (
            LONG,
            "fcfs",
            None,
            3,
            "For 3 h 00 min too few processors were free (held by job 102); for 3 h 00 min it was held back "
            "though enough processors were free (why was not kept).",
        ),
        (
            LONG,
            "fcfs",
            (3.5 * HOUR, 1e9),
            3,
            "For 3 h 00 min too few processors were free (held by job 102); for 3 h 00 min it "
            "was held back though enough processors were free (why was not kept).",
        ),
        (
            WIDE,
            "fcfs",
            "all",
            3,
            "For 5 s too few processors were free (held by job 103); for 6 s processors were kept free for "
            "the head of the queue (job 102 and job 103).",
        ),
    ],
)
def test_a_wait_in_a_sentence(work, policy, log, job, sentence):
    assert wait_sentence(simulate(work, policy, decisions=log), job) == sentence


def test_a_log_does_not_tell_why_a_job_was_held():
    made = schedule(workload([(0, 5, 1), (1, 5, 1)], 2), [0, 4], policy="recorded")
    assert (
        wait_sentence(made, 1)
        == "All this time it was held back though enough processors were free (a log does not tell why)."
    )


def test_a_rule_of_the_policy_is_told():
    # the first user's jobs are over at 2 s, in the virtual schedule at 4 s: until then the next campaign has to wait
    made = simulate(campaigns([(1, -1, 0, [2, 2]), (2, -1, 0, [9]), (1, 0, 0, [3])], 2, [0, 0, 2]), "ostrich")
    assert rows(reasons(made, np.array([3]))) == [(3, RULE, 2, 4, -1)]  # job 101, which the log names, was over
    assert wait_sentence(made, 3) == "All this time a rule of the policy held it back."
