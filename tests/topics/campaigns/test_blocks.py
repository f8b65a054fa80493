"""The machine handed over campaign by campaign: worked examples of campaign-scheduling-2012 number by number, what holds
of every such schedule, its log, and the entry for experiments that have no jobs.

Agreement with the plain twins, start for start, is tested in test_campaign_twins.py.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from scheduler.engine.decision_log import KINDS, RULES
from scheduler.engine.rigid.list_schedule import new_lists, schedule_all
from scheduler.errors import Cancelled, Unsupported
from scheduler.explain.job import explain
from scheduler.model.schedule import Schedule
from scheduler.model.virtual_campaigns import by_campaign
from scheduler.policies import all_policies
from scheduler.simulate import check_supported, new_control, simulate
from scheduler.topics.campaigns.adapters.exclusive_campaigns import in_turn, lengths, starts_alone
from scheduler.topics.campaigns.engine.deadlines import new_deadlines
from scheduler.topics.campaigns.kernels.campaign_blocks import new_blocks, run_each, run_each_in_sequence
from tests.cases import strategies
from tests.cases.strategies import Case, count
from tests.naive.rigid import Job

BLOCKS = [
    ("faircamp", {}),
    ("faircamp", {"wide": "pass"}),
    ("campaign_fcfs", {"placement": "block"}),
    ("multicamp", {}),
    ("multicmax", {"form": "batch"}),
    ("multicmax", {"form": "batch", "timeout": 3, "wide": "pass"}),
]
every_block = pytest.mark.parametrize(("key", "params"), BLOCKS)
every_placement = pytest.mark.parametrize("placement", ["block", "list", "commit"])


def sequential(*times: int) -> list[Job]:
    return [Job(0, time, time) for time in times]


def wide(*jobs: tuple[int, int]) -> list[Job]:
    """From (length, processors)."""
    return [Job(0, time, time, size) for time, size in jobs]


def ran(case: Case, key: str, **params) -> Schedule:
    return simulate(case.workload, key, params)


def spans(schedule: Schedule) -> list[tuple[float, float]]:
    """(begin, completion) of each campaign, in the order of users, then of their campaigns."""
    table, campaigns = by_campaign(schedule), schedule.workload.campaigns
    assert campaigns is not None
    rows = np.lexsort((campaigns.index, campaigns.user))
    return list(zip(table.real_start[rows].tolist(), table.real_end[rows].tolist(), strict=True))


def due(schedule: Schedule) -> list[float]:
    campaigns = schedule.workload.campaigns
    assert campaigns is not None
    return by_campaign(schedule).deadline[np.lexsort((campaigns.index, campaigns.user))].tolist()


# -- the example of section VI-C: k = 2, lengths 5, 3 and 3, 3, 10 ------------------------------------------------------

TEXT = strategies.assemble(
    1, [[(0, sequential(5)), (0, sequential(3))], [(0, sequential(3)), (0, sequential(3)), (0, sequential(10))]]
)


@every_placement
def test_text_example_under_faircamp(placement: str) -> None:
    run = ran(TEXT, "faircamp", placement=placement)
    assert due(run) == [10, 16, 6, 12, 32]  # the paper prints 22, which would be missed
    assert spans(run) == [(3, 8), (11, 14), (0, 3), (8, 11), (14, 24)]


def test_text_example_under_the_others() -> None:
    one_by_one = [(0, 5), (8, 11), (5, 8), (11, 14), (14, 24)]
    assert spans(ran(TEXT, "campaign_fcfs", placement="block")) == one_by_one
    assert spans(ran(TEXT, "campaign_fcfs", placement="list")) == one_by_one
    assert spans(ran(TEXT, "multicamp")) == [(0, 5), (5, 8), (8, 11), (11, 14), (14, 24)]


# -- proposition 6 and where list placement misses deadlines ------------------------------------------------------------


@pytest.mark.parametrize("m", [1, 2, 5])
def test_proposition_6(m: int) -> None:
    case = strategies.assemble(m, [[(0, sequential(*[10] * m))] * 2, [(0, sequential(*[1] * m))] * 2])
    assert spans(ran(case, "campaign_fcfs", placement="block")) == [(0, 10), (11, 21), (10, 11), (21, 22)]
    for placement in ("block", "list", "commit"):
        run = ran(case, "faircamp", placement=placement)
        assert spans(run) == [(2, 12), (12, 22), (0, 1), (1, 2)]
        assert due(run) == [20, 40, 2, 4]


COUNTER = strategies.assemble(
    3, [[(0, sequential(1_000, 1_000))], [(0, sequential(1)), *((0, sequential(1, 1, 1)) for _ in range(6))]]
)


def test_list_misses_deadlines_that_block_meets() -> None:
    listed = ran(COUNTER, "faircamp", placement="list")
    assert due(listed) == [2_000, 2, 4, 6, 8, 10, 12, 14]
    assert [end for _, end in spans(listed)] == [1_000, 1, 4, 7, 10, 13, 16, 19]
    block = ran(COUNTER, "faircamp")
    assert [end for _, end in spans(block)] == [1_007, 1, 2, 3, 4, 5, 6, 7]


def test_commit_does_not_overtake_what_is_queued() -> None:
    case = strategies.assemble(2, [[(0, sequential(1, 4, 4))], [(0, sequential(1)), (0, sequential(2, 2))]])
    assert spans(ran(case, "faircamp", placement="commit")) == [(0, 5), (0, 1), (5, 7)]
    assert due(ran(case, "faircamp", placement="commit")) == [10, 2, 6]


def test_commit_plans_with_requested_times() -> None:
    """A job of 1 that asked for 9: by requested times the other processor is free first, and what is put there stays."""
    case = strategies.assemble(2, [[(0, [Job(0, 1, 9), Job(0, 8, 8)])], [(0, sequential(20, 20, 20))]])
    starts = ran(case, "faircamp", placement="commit", order="fifo").placed.start
    assert starts.tolist() == [0, 0, 1, 8, 21]
    late = strategies.assemble(2, [[(0, [Job(0, 5, 9), Job(0, 8, 8)])], [(1, sequential(20)), (0, sequential(1))]])
    # when the first ends, at 5, both would be free by requested times at 5 and 8
    assert ran(late, "faircamp", placement="commit", order="fifo").placed.start.tolist() == [0, 0, 5, 25]


# -- theorem 1, propositions 2, 4 ---------------------------------------------------------------------------------------


def test_theorem_1_fails_for_whole_workflows() -> None:
    case = strategies.assemble(1, [[(0, sequential(50))], [(0, sequential(49)), (0, sequential(10_000))]])
    assert spans(ran(case, "faircamp")) == [(49, 99), (0, 49), (99, 10_099)]
    assert spans(ran(case, "multicamp")) == [(0, 50), (50, 99), (99, 10_099)]


def test_proposition_2_campaigns_cost_a_factor_of_their_number() -> None:
    apart = strategies.assemble(4, [[(0, sequential(1))] * 4])
    assert spans(ran(apart, "camp"))[-1] == (3, 4)
    assert spans(ran(strategies.assemble(4, [[(0, sequential(1, 1, 1, 1))]]), "camp")) == [(0, 1)]


def test_proposition_4_unit_campaigns() -> None:
    """Three users with two campaigns of one job per processor: vectors (2, 4, 6) and (4, 5, 6)."""
    case = strategies.assemble(2, [[(0, sequential(1, 1))] * 2] * 3)
    assert [spans(ran(case, "multicamp"))[last][1] for last in (1, 3, 5)] == [2, 4, 6]
    assert [spans(ran(case, "faircamp"))[last][1] for last in (1, 3, 5)] == [4, 5, 6]


# -- what a deadline is counted from ------------------------------------------------------------------------------------

AWAY = strategies.assemble(1, [[(0, sequential(2)), (100, sequential(3))], [(7, sequential(4)), (0, sequential(4))]])


@pytest.mark.parametrize(
    ("base", "wanted"), [("previous", [4, 10, 8, 16]), ("latest", [4, 108, 15, 23]), ("auto", [4, 108, 15, 23])]
)
def test_base(base: str, wanted: list[float]) -> None:
    assert due(ran(AWAY, "faircamp", base=base)) == wanted


def test_base_auto_is_that_of_the_paper_where_the_paper_speaks() -> None:
    for seed in range(count(100)):
        case = strategies.together(seed)
        assert due(ran(case, "faircamp")) == due(ran(case, "faircamp", base="previous"))


def test_k_counts_users_with_campaigns_now_and_later() -> None:
    case = strategies.assemble(1, [[(0, sequential(1))], [(50, sequential(1))], [(90, sequential(1))]])
    assert due(ran(case, "faircamp", base="latest")) == [3, 53, 93]


# -- batches ------------------------------------------------------------------------------------------------------------

COMING = strategies.assemble(
    1, [[(0, sequential(5))], [(1, sequential(3))], [(2, sequential(1))], [(20, sequential(4))]]
)


def test_a_batch_closes_after_the_timeout() -> None:
    assert spans(ran(COMING, "multicmax", form="batch")) == [(0, 5), (6, 9), (5, 6), (20, 24)]
    assert spans(ran(COMING, "multicmax", form="batch", timeout=1)) == [(4, 9), (1, 4), (9, 10), (21, 25)]
    assert spans(ran(COMING, "multicmax", form="batch", timeout=2)) == [(6, 11), (3, 6), (2, 3), (22, 26)]
    assert spans(ran(COMING, "multicmax", form="batch", timeout=20)) == [(28, 33), (21, 24), (20, 21), (24, 28)]


def test_offline_multicmax_waits_for_the_shortest() -> None:
    case = strategies.assemble(1, [[(0, sequential(5))], [(1, sequential(3))], [(0, sequential(9))]])
    assert spans(ran(case, "multicmax")) == [(4, 9), (1, 4), (9, 18)]


def test_multicamp_counts_think_times() -> None:
    case = strategies.assemble(
        1, [[(0, sequential(1)), (9, sequential(1))], [(0, sequential(7))], [(3, sequential(5))]]
    )
    assert spans(ran(case, "multicamp")) == [(15, 16), (25, 26), (8, 15), (3, 8)]


# -- what holds of all --------------------------------------------------------------------------------------------------


def drawn(seed: int) -> Case:
    return (strategies.closed, strategies.portioned)[seed % 2](seed)


@every_block
def test_one_campaign_at_a_time(key: str, params: dict) -> None:
    for seed in range(count(150)):
        table = by_campaign(ran(drawn(seed), key, **params))
        order = np.argsort(table.real_start, kind="stable")
        assert (table.real_start[order][1:] >= table.real_end[order][:-1]).all()


@pytest.mark.parametrize("params", [{}, {"wide": "pass"}])
def test_wide_jobs_meet_deadlines_too(params: dict) -> None:
    """All at 0, no think time, exact: every deadline is met, and the machine never stands between two campaigns."""
    tight = 0
    for seed in range(count(300)):
        case = together_wide(seed)
        table = by_campaign(ran(case, "faircamp", **params))
        assert (table.real_end <= table.deadline).all()
        tight += (table.real_end == table.deadline).any()
        order = np.argsort(table.real_start)
        assert table.real_start[order].tolist() == [0, *table.real_end[order][:-1]]
    assert tight > count(300) / 10


def together_wide(seed: int) -> Case:
    case = strategies.exact(strategies.closed(seed))
    return replace(
        case,
        jobs=tuple(replace(job, submit=0) for job in case.jobs),
        campaigns=tuple(replace(campaign, think_time=0) for campaign in case.campaigns),
    )


def test_earliest_deadline_at_every_decision() -> None:
    decisions = 0
    for seed in range(count(150)):
        table = by_campaign(ran(drawn(seed), "faircamp"))
        for row in range(len(table)):
            ready = (table.eligible <= table.real_start[row]) & (table.real_start > table.real_start[row])
            assert (table.deadline[ready] >= table.deadline[row]).all()
            decisions += ready.any()
    assert decisions > count(150)


def test_camp_takes_the_sum_of_lengths() -> None:
    for seed in range(count(100)):
        case = strategies.exact(strategies.alone(seed))
        for order in ("lpt", "spt", "mlpt", "fifo"):
            run = ran(case, "camp", order=order)
            length = lengths(case.workload, order)
            assert (
                run.placed.end.max() - run.placed.submit.min()
                == length.sum() + case.workload.campaigns.think_time.sum()
            )


@every_block
def test_times_that_are_no_whole_numbers(key: str, params: dict) -> None:
    """Tenths of a second: no job starts a rounding error before the one whose processor it takes has ended.

    Deadlines and lengths that are equal stay so; submissions need not, which decides ties.
    """
    for seed in range(count(60)):
        w = drawn(seed).workload
        jobs, campaigns = w.jobs, w.campaigns
        for name in ("submit", "runtime", "requested_time"):
            jobs.columns[name][:] = jobs.columns[name] / 10
        assert campaigns is not None
        campaigns.columns["think_time"][:] = campaigns.think_time / 10
        tenth = {name: value / 10 if name == "timeout" else value for name, value in params.items()}
        table = simulate(w, key, tenth).placed
        if key in ("faircamp", "multicamp"):
            np.testing.assert_allclose(
                table.start * 10, ran(drawn(seed), key, **params).placed.start, rtol=0, atol=1e-6
            )
        busy = [(table.processors * ((table.start <= now) & (table.end > now))).sum() for now in table.start]
        assert max(busy) <= w.platform.processors


# -- campaigns alone ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("jobs", "m", "passes", "starts", "length"),
    [
        ([(3, 1), (2, 1), (2, 1)], 2, False, [0, 0, 2], 4),
        (
            [(4, 2), (2, 2), (1, 1)],
            3,
            False,
            [0, 4, 4],
            6,
        ),  # the second does not fit beside the first, and nobody passes
        ([(4, 2), (2, 2), (1, 1)], 3, True, [0, 4, 0], 6),
        ([(2, 3), (1, 1), (9, 3), (1, 1), (1, 1)], 4, True, [0, 0, 2, 1, 2], 11),
        ([(1, 1)], 1_000_000, True, [0], 1),
    ],
)
def test_list_schedule_by_hand(jobs, m, passes, starts, length) -> None:
    time, size = (np.array(column) for column in zip(*jobs, strict=True))
    lists = new_lists(np.array([0, len(jobs)]), np.arange(len(jobs)), time.astype(float), size, m, passes)
    found = np.zeros(1)
    schedule_all(lists, found)
    assert lists.start.tolist() == starts
    assert found.tolist() == [length]


def test_planned_and_real_schedules_have_the_same_order() -> None:
    """By requested time the first job is longest and goes first, though it is soon over."""
    case = strategies.assemble(1, [[(0, [Job(0, 1, 9), Job(0, 5, 5)])], [(0, sequential(2))]])
    start, real = starts_alone(case.workload, "lpt")
    assert (lengths(case.workload, "lpt").tolist(), real.tolist()) == ([14, 2], [6, 2])
    assert start.tolist() == [0, 1, 0]


# -- the entry for experiments ------------------------------------------------------------------------------------------


def many(cases: list[Case]) -> tuple:
    """(blocks, ptr, lengths, users of each campaign's instance): campaigns of all cases one after another."""
    ptr = np.cumsum([0] + [len(case.campaigns) for case in cases])
    users = np.cumsum([0] + [case.workload.users for case in cases])
    length = np.concatenate([lengths(case.workload, "lpt") for case in cases])
    user, previous, think = [], [], []
    for i, case in enumerate(cases):
        user += [users[i] + c.user for c in case.campaigns]
        previous += [ptr[i] + c.previous if c.previous >= 0 else -1 for c in case.campaigns]
        think += [c.think_time for c in case.campaigns]
    ready = np.concatenate([[case.jobs[c.rows[0]].submit for c in case.campaigns] for case in cases])
    none = np.zeros(len(user))
    b = new_blocks(
        np.array(user), np.array(previous), np.array(think, float), none, ready.astype(float), length, none.astype(int)
    )
    return (
        b,
        ptr,
        length,
        np.repeat([len({c.user for c in case.campaigns}) for case in cases], np.diff(ptr)),
        int(users[-1]),
    )


def instances() -> list[Case]:
    return [strategies.exact(strategies.closed(seed)) for seed in range(60)]


@pytest.mark.parametrize(
    ("key", "params"), [("faircamp", {"base": "latest"}), ("campaign_fcfs", {"placement": "block"})]
)
def test_many_instances_in_one_call(key: str, params: dict) -> None:
    b, ptr, length, k, users = many(instances())
    deadlines = new_deadlines(k * length, 1, np.ones(len(k)), users) if key == "faircamp" else None
    run_each(b, ptr, deadlines, length)
    for i, case in enumerate(instances()):
        table = by_campaign(ran(case, key, **params))
        assert b.start[ptr[i] : ptr[i + 1]].tolist() == table.real_start.tolist()
        assert b.complete[ptr[i] : ptr[i + 1]].tolist() == table.real_end.tolist()
        if deadlines is not None:
            assert deadlines.due[ptr[i] : ptr[i + 1]].tolist() == table.deadline.tolist()


def test_many_instances_in_a_given_order() -> None:
    cases = [strategies.together(seed) for seed in range(60)]
    b, ptr, length, _, users = many(cases)
    work = np.bincount(b.user, length, users)
    sequence = np.lexsort(
        (np.arange(len(length)), b.user, work[b.user], np.repeat(np.arange(len(cases)), np.diff(ptr)))
    )
    run_each_in_sequence(b, ptr, sequence, length)
    for i, case in enumerate(cases):
        assert b.complete[ptr[i] : ptr[i + 1]].tolist() == by_campaign(ran(case, "multicamp")).real_end.tolist()


@pytest.mark.parametrize(
    ("previous", "group", "wanted"),
    [
        ([-1, -1, 0, 1], [1, 0, 1, 0], [1, 3, 0, 2]),
        ([2, -1, -1], [0, 0, 0], [2, 0, 1]),
        ([1, 2, 3, -1, 0], [0, 0, 0, 0, 0], [3, 2, 1, 0, 4]),
    ],
)
def test_in_turn(previous: list[int], group: list[int], wanted: list[int]) -> None:
    assert in_turn(np.array(previous), np.array(group)).tolist() == wanted


# -- what a policy cannot run, and stopping -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "params", "case", "words"),
    [
        ("camp", {}, TEXT, "campaigns of one user and this workload has 2"),
        ("multicmax", {}, TEXT, "user 2 has 3.* form = batch"),
        (
            "faircamp",
            {"placement": "commit"},
            strategies.assemble(2, [[(0, wide((1, 2)))]]),
            "job 1 .line 1. asks for 2",
        ),
        (
            "multicamp",
            {},
            replace(TEXT, campaigns=(*TEXT.campaigns[:3], replace(TEXT.campaigns[3], previous=1), TEXT.campaigns[4])),
            "waits for a job of another user",
        ),
    ],
)
def test_not_suited(key: str, params: dict, case: Case, words: str) -> None:
    with pytest.raises(Unsupported, match=words):
        simulate(case.workload, key, params)


def test_what_a_policy_knows_is_said() -> None:
    alone = strategies.assemble(1, [[(0, sequential(1))]])
    notes = {
        (key, form): [(note.rule, note.text) for note in ran(alone, key, **({"form": form} if form else {})).notes]
        for key, form in (("multicamp", ""), ("multicmax", "offline"), ("multicmax", "batch"), ("camp", ""))
    }
    assert {which: [rule for rule, _ in said] for which, said in notes.items()} == {
        ("multicamp", ""): ["knows_future"],
        ("multicmax", "offline"): ["knows_future"],
        ("multicmax", "batch"): [],
        ("camp", ""): [],
    }
    assert "reckons with 2 users" in ran(TEXT, "faircamp").notes[0].text


def test_suit_asks_with_the_defaults() -> None:
    with pytest.raises(Unsupported, match="one campaign each"):
        check_supported(all_policies()["multicmax"], TEXT.workload)
    check_supported(
        all_policies()["multicmax"], TEXT.workload, {"order": "lpt", "form": "batch", "timeout": 0, "wide": "wait"}
    )


@pytest.mark.parametrize(("key", "params"), [*BLOCKS, ("faircamp", {"placement": "commit"})])
def test_stops_when_asked_to(key: str, params: dict) -> None:
    control = new_control()
    control[1] = 1
    with pytest.raises(Cancelled, match="stopped after 0 of 5 jobs"):
        simulate(TEXT.workload, key, params, control=control)


@pytest.mark.parametrize(("key", "params"), [*BLOCKS, ("faircamp", {"placement": "commit"})])
def test_counts_finished_jobs(key: str, params: dict) -> None:
    control = new_control()
    simulate(TEXT.workload, key, params, control=control)
    assert control[0] == 5


# -- the log ------------------------------------------------------------------------------------------------------------


def told(schedule: Schedule) -> list[tuple]:
    """(time, kind, job, rule, blocker)."""
    d = schedule.decisions
    assert d is not None
    return [
        (time, KINDS[kind], job, RULES[rule], blocker)
        for time, kind, job, rule, blocker in zip(
            *(d.columns[name].tolist() for name in ("time", "kind", "job", "rule", "blocker")), strict=True
        )
    ]


def waits(schedule: Schedule, job: int) -> list[tuple]:
    return [
        (time, rule, blocker) for time, kind, which, rule, blocker in told(schedule) if which == job and kind == "skip"
    ]


def test_log_of_the_text_example() -> None:
    run = ran(TEXT, "faircamp")
    a, b, c, d, _ = (
        int(np.flatnonzero((run.workload.jobs.user == user) & (run.placed.start == start))[0])
        for user, start in ((0, 3), (0, 11), (1, 0), (1, 8), (1, 14))
    )
    assert told(run)[:6] == [
        (0, "arrive", a, "none", -1),
        (0, "arrive", c, "none", -1),
        (0, "start", c, "earliest_deadline", a),
        (0, "skip", a, "later_deadline", c),
        (3, "end", c, "none", -1),
        (3, "arrive", d, "none", -1),
    ]
    assert waits(run, d) == [(3, "later_deadline", a)]
    assert waits(run, b) == [(8, "later_deadline", d)]


def test_log_inside_and_outside_of_a_block() -> None:
    case = strategies.assemble(2, [[(0, sequential(4, 3, 2))], [(1, sequential(1))]])
    run = ran(case, "campaign_fcfs", placement="block")
    assert waits(run, 2) == [(0, "no_free_processor", -1)]
    assert waits(run, 3) == [(1, "machine_taken", 2)]  # the last of that campaign to end


def test_log_of_batches() -> None:
    run = ran(COMING, "multicmax", form="batch", timeout=1)
    assert waits(run, 0) == [(0, "batch_open", -1), (1, "longer_campaign", 1)]
    assert waits(run, 2) == [(2, "machine_taken", 1), (4, "later_batch", 0)]
    assert ("start", "shortest_of_batch") in {(kind, rule) for _, kind, _, rule, _ in told(run)}


def test_log_of_users_in_turn() -> None:
    case = strategies.assemble(1, [[(0, sequential(1)), (3, sequential(1))], [(0, sequential(9))]])
    run = ran(case, "multicamp")
    assert waits(run, 1) == [(0, "later_user", 0), (1, "later_user", -1), (4, "later_user", 2)]


def test_log_of_wide_jobs() -> None:
    case = strategies.assemble(3, [[(0, wide((4, 2), (3, 2), (1, 1)))]])
    assert waits(ran(case, "faircamp"), 1) == [(0, "does_not_fit", -1)]
    assert waits(ran(case, "faircamp"), 2) == [(0, "behind_wide", 1)]
    passing = ran(case, "faircamp", wide="pass")
    assert (0, "backfill", 2, "passes_wide", 1) in told(passing)
    assert passing.placed.flags.tolist() == [0, 0, 1]


def test_log_of_queues() -> None:
    case = strategies.assemble(2, [[(0, sequential(1, 4, 4))], [(0, sequential(1)), (0, sequential(2, 2))]])
    run = ran(case, "faircamp", placement="commit")
    assert "queued" in {rule for _, kind, _, rule, _ in told(run) if kind == "skip"}


LOGGED = [*BLOCKS, ("faircamp", {"placement": "commit"}), ("faircamp", {"placement": "commit", "order": "mlpt"})]


@pytest.mark.parametrize(("key", "params"), LOGGED)
def test_log_tells_every_job_in_time(key: str, params: dict) -> None:
    make = strategies.portioned if params.get("placement") != "commit" else lambda seed: strategies.portioned(seed, 1)
    for seed in range(count(60)):
        case = make(seed)
        run = ran(case, key, **params)
        rows = told(run)
        assert all(a[0] <= b[0] for a, b in pairwise(rows))
        wanted = Counter()
        for job in range(len(case.jobs)):
            wanted.update(
                [
                    (run.placed.submit[job], "arrive", job),
                    (run.placed.start[job], "start", job),
                    (run.placed.end[job], "end", job),
                ]
            )
        as_start = {"backfill": "start"}
        assert Counter((t, as_start.get(kind, kind), j) for t, kind, j, *_ in rows if kind != "skip") == wanted
        skips = {(time, job) for time, kind, job, *_ in rows if kind == "skip"}
        late = np.flatnonzero(run.placed.start > run.placed.submit)
        assert {(run.placed.submit[job], job) for job in late} <= skips
        assert {job for _, job in skips} == set(late.tolist())
        d = run.decisions
        starts = np.isin(d.kind, [KINDS.index("start"), KINDS.index("backfill")])
        assert (d.free[starts] >= d.needed[starts]).all()


@pytest.mark.parametrize(("key", "params"), LOGGED)
def test_every_reason_reads_as_a_sentence(key: str, params: dict) -> None:
    case = strategies.portioned(3, 1)
    run = ran(case, key, **params)
    for row in range(len(case.jobs)):
        assert all(sentence.endswith(".") for sentence in explain(run, row))
