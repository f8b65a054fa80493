"""OStrich and campaign FCFS: the paper's example number by number, and agreement of the program (float64) with the twin
(fractions).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from scheduler.engine.decision_log import START
from scheduler.model.schedule import Schedule
from scheduler.policies import all_policies
from scheduler.simulate import simulate
from tests.cases import strategies
from tests.cases.strategies import Case, count
from tests.naive.rigid import Job
from tests.topics.campaigns import wrong_rules
from tests.topics.campaigns.campaign_answers import answers, cases, received, shares_of, twin
from tests.topics.campaigns.naive import campaigns as naive_campaigns
from tests.topics.campaigns.naive.campaigns import Real, Virtual

every_key = pytest.mark.parametrize("key", ["ostrich", "campaign_fcfs"])


# -- appendix A of the paper: 6 processors, three users ---------------------------------------------------------------


def sequential(*lengths: int) -> list[Job]:
    return [Job(0, length, length) for length in lengths]


FIRST, SECOND, THIRD, FOURTH = 0, 1, 2, 3  # campaigns: one of users 0 and 1 each, two of user 2
EXAMPLE = strategies.assemble(
    6,
    [
        [(0, sequential(*[2] * 24))],
        [(0, sequential(3, 3, 2, 2, 2, 2, 2, 1, 1))],
        [(2, sequential(3, 2, 2, 1, 1, 1)), (0, sequential(2, 2, 2, 2))],
    ],
)
STARTED = {  # instant: how many jobs of each campaign start
    0: {SECOND: 6},
    2: {THIRD: 4},
    3: {SECOND: 1, THIRD: 2},
    4: {FIRST: 2, SECOND: 2},
    5: {FIRST: 4},
    6: {FIRST: 2},
    7: {FOURTH: 4},
    8: {FIRST: 2},
    9: {FIRST: 4},
    10: {FIRST: 2},
    11: {FIRST: 4},
    12: {FIRST: 2},
    13: {FIRST: 2},
}


def counted(starts: dict[int, float]) -> dict[int, dict[int, int]]:
    """{instant: {campaign: starts}} of the example."""
    owner = {row: number for number, campaign in enumerate(EXAMPLE.campaigns) for row in campaign.rows}
    found: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for row, start in starts.items():
        found[int(start)][owner[row]] += 1
    return {time: dict(row) for time, row in found.items()}


@pytest.fixture(scope="module")
def example() -> Schedule:
    return simulate(EXAMPLE.workload, "ostrich")


def test_example_starts_and_completions_of_the_twin() -> None:
    real, virtual = twin(EXAMPLE)
    assert counted(real.start) == STARTED
    assert real.submit == {FIRST: 0, SECOND: 0, THIRD: 2, FOURTH: 5}
    assert real.complete == {FIRST: 15, SECOND: 5, THIRD: 5, FOURTH: 9}
    assert virtual.start == {FIRST: 0, SECOND: 0, THIRD: 2, FOURTH: 7}
    assert virtual.end == {FIRST: 14, SECOND: 8, THIRD: 7, FOURTH: 10}


def test_example_announced_completions_of_the_twin() -> None:
    announced = dict(twin(EXAMPLE)[1].announced)
    assert announced[0] == {0: 16, 1: 6}
    assert announced[2] == {0: 23, 1: 8, 2: 7}
    assert announced[7] == {0: 23, 1: 8, 2: 11}
    assert announced[8] == {0: 18, 2: 10}
    assert announced[10] == {0: 14}


def test_example_starts_of_the_program(example: Schedule) -> None:
    assert counted(dict(enumerate(example.placed.start))) == STARTED
    longest_first = [example.placed.start[row] for row in EXAMPLE.campaigns[SECOND].rows]
    assert longest_first == [0, 0, 0, 0, 0, 0, 3, 4, 4]


def test_example_virtual_schedule_of_the_program(example: Schedule) -> None:
    virtual = example.virtual
    assert virtual is not None
    assert virtual.campaign.tolist() == [FIRST, SECOND, THIRD, FOURTH]
    assert virtual.submit.tolist() == [0, 0, 2, 5]
    assert virtual.start.tolist() == virtual.eligible.tolist() == [0, 0, 2, 7]
    assert virtual.end.tolist() == [14, 8, 7, 10]
    assert virtual.real_start.tolist() == [4, 0, 2, 7]
    assert virtual.real_end.tolist() == [15, 5, 5, 9]
    assert virtual.tag.tolist() == [48, 18, 16, 24]


def test_example_stretches(example: Schedule) -> None:
    virtual, campaigns = example.virtual, EXAMPLE.workload.campaigns
    assert virtual is not None and campaigns is not None
    stretch = (virtual.real_end - virtual.submit) / np.maximum(campaigns.work / 6, campaigns.longest)
    assert stretch.tolist() == pytest.approx([15 / 8, 5 / 3, 1, 2])


def test_example_announced_completions_follow_from_shares_and_tags(example: Schedule) -> None:
    """now + (tag - virtual clock) / share, where the clock runs at everybody's common share."""
    periods = shares_of(example)
    virtual = example.virtual
    assert virtual is not None

    def announced(now: int) -> dict[int, float]:
        clock = sum(
            (min(end, now) - begin) * max(shares.values(), default=0) for begin, end, shares in periods if begin < now
        )
        share = next(shares for begin, end, shares in periods if begin <= now < end)
        running = [c for c in range(4) if virtual.start[c] <= now < virtual.end[c]]
        return {c: float(now + (virtual.tag[c] - clock) / share[EXAMPLE.campaigns[c].user]) for c in running}

    assert announced(0) == {FIRST: 16, SECOND: 6}
    assert announced(2) == {FIRST: 23, SECOND: 8, THIRD: 7}
    assert announced(7) == {FIRST: 23, SECOND: 8, FOURTH: 11}
    assert announced(8) == {FIRST: 18, FOURTH: 10}
    assert announced(10) == {FIRST: 14}


def test_example_shares(example: Schedule) -> None:
    changes = [(begin, shares) for begin, _, shares in shares_of(example)]
    assert changes == [(0, {0: 3, 1: 3}), (2, {0: 2, 1: 2, 2: 2}), (8, {0: 3, 2: 3}), (10, {0: 6})]


def test_example_without_the_rule_on_virtual_starts() -> None:
    """The second campaign of user 2, submitted at 5, takes the four processors that are free then."""
    run = simulate(EXAMPLE.workload, "ostrich", {"hold": False})
    found = counted(dict(enumerate(run.placed.start)))
    assert {time: found[time] for time in (0, 2, 3, 4)} == {time: STARTED[time] for time in (0, 2, 3, 4)}
    assert found[5] == {FOURTH: 4}
    virtual = run.virtual
    assert virtual is not None
    assert virtual.tag.tolist() == [48, 18, 16, 24]
    assert virtual.start.tolist() == [0, 0, 2, 7]
    assert virtual.eligible.tolist() == virtual.submit.tolist() == [0, 0, 2, 5]


def test_a_start_tells_which_campaign_comes_next(example: Schedule) -> None:
    table = example.decisions
    assert table is not None
    firsts = [campaign.rows[0] for campaign in EXAMPLE.campaigns]
    next_at = {
        time: set(table.blocker[(table.kind == START) & (table.time == time)].tolist()) for time in (0, 2, 7, 11)
    }
    assert next_at == {0: {firsts[FIRST]}, 2: {firsts[SECOND]}, 7: {firsts[FIRST]}, 11: {-1}}


# -- wide jobs, and policies without a fluid schedule -----------------------------------------------------------------


# On two processors: one job of 4 s; one of 1 s on both; one of 1 s.
ONE_WIDE = strategies.assemble(2, [[(0, [Job(0, 4, 4)])], [(0, [Job(0, 1, 1, 2)])], [(0, [Job(0, 1, 1)])]])


@pytest.mark.parametrize(("wide", "starts", "flags"), [("wait", [0, 4, 5], [0, 0, 0]), ("pass", [0, 4, 0], [0, 0, 1])])
def test_whoever_fits_may_or_may_not_pass_a_wide_job(wide: str, starts: list[int], flags: list[int]) -> None:
    run = simulate(ONE_WIDE.workload, "campaign_fcfs", {"wide": wide})
    assert run.placed.start.tolist() == starts
    assert run.placed.flags.tolist() == flags


def test_work_counts_all_processors_of_a_job() -> None:
    virtual = simulate(ONE_WIDE.workload, "ostrich").virtual
    assert virtual is not None
    assert virtual.tag.tolist() == [4, 2, 1]


def test_without_a_fluid_schedule_the_rest_is_told() -> None:
    run = simulate(EXAMPLE.workload, "campaign_fcfs")
    table = run.virtual
    assert table is not None and not run.is_fluid
    assert np.isnan([table.start, table.end, table.tag, table.deadline]).all()
    assert (table.eligible == table.submit).all()
    assert table.real_end.tolist() == [run.placed.end[list(c.rows)].max() for c in EXAMPLE.campaigns]


def test_a_fluid_schedule_is_one_with_starts(example: Schedule) -> None:
    assert example.is_fluid


# -- the program against the twin -------------------------------------------------------------------------------------


def assert_same_times(found: np.ndarray, exact: Iterable[Fraction], what: str = "start") -> None:
    """Equal to a millionth: instants of the virtual schedule, and so starts, may be fractions."""
    np.testing.assert_allclose(found, [float(time) for time in exact], rtol=0, atol=1e-6, err_msg=what)


def assert_agrees(run: Schedule, real: Real, virtual: Virtual) -> None:
    table = run.virtual
    assert table is not None
    assert_same_times(run.placed.start, real.starts)
    assert table.campaign.tolist() == list(range(len(table)))
    for name, exact in (
        ("submit", real.submit),
        ("start", virtual.start),
        ("end", virtual.end),
        ("tag", virtual.tag),
        ("eligible", virtual.start),
        ("real_end", real.complete),
    ):
        assert_same_times(getattr(table, name), [exact[i] for i in range(len(table))], name)


def test_ostrich_agrees_with_its_twin() -> None:
    for case, answer in zip(cases(), answers(), strict=True):
        assert_agrees(simulate(case.workload, "ostrich", decisions=None), *answer)


def test_the_programs_virtual_schedule_conserves_work() -> None:
    for case in cases()[: count(1_000)]:
        run = simulate(case.workload, "ostrich", decisions=None)
        periods = shares_of(run)
        assert all(sum(shares.values()) == pytest.approx(case.processors) for _, _, shares in periods)
        assert run.virtual is not None and run.workload.campaigns is not None
        for i, campaign in enumerate(case.campaigns):
            got = received(periods, campaign.user, run.virtual.start[i], run.virtual.end[i])
            assert got == pytest.approx(run.workload.campaigns.work[i], abs=1e-4)


@pytest.mark.parametrize("name", wrong_rules.CAMPAIGN_RULES)
def test_a_wrong_ostrich_is_told_from_the_right_one(name: str) -> None:
    rules = wrong_rules.CAMPAIGN_RULES[name]
    told = sum(
        twin(case, rules=rules)[0].starts != real.starts
        for case, (real, _) in zip(cases()[: max(count(1_000), 333)], answers(), strict=False)
    )
    assert told > 2


def starts_of_twin(key: str, case: Case, **how) -> list[Fraction]:
    if key == "ostrich":
        return twin(case, **how)[0].starts
    return naive_campaigns.campaign_fcfs(case.jobs, case.processors, case.campaigns, **how).starts


@every_key
def test_order_inside_a_campaign(key: str) -> None:
    choices = next(param.choices for param in all_policies()[key].params if param.name == "order")
    assert {choice.upper() for choice in choices} == set(naive_campaigns.ORDERS)
    for case in cases()[: count(200)]:
        for choice in choices:
            run = simulate(case.workload, key, {"order": choice}, decisions=None)
            assert_same_times(run.placed.start, starts_of_twin(key, case, order=choice.upper()))


def test_campaign_fcfs_agrees_with_its_twin() -> None:
    for case in cases()[: count(2_000)]:
        found = simulate(case.workload, "campaign_fcfs", decisions=None).placed.start
        assert found.tolist() == starts_of_twin("campaign_fcfs", case)


@given(case=strategies.closed_cases(sequential=True))
def test_agrees_with_the_twin_on_drawn_campaigns(case: Case) -> None:
    case = strategies.exact(case)
    assert_agrees(simulate(case.workload, "ostrich"), *twin(case))
    assert simulate(case.workload, "campaign_fcfs").placed.start.tolist() == starts_of_twin("campaign_fcfs", case)


@every_key
def test_lengths_are_what_the_policy_says_it_sees(key: str) -> None:
    """With requested times above runtimes, the policy goes by the ones it declares."""
    known = naive_campaigns.runtime if "runtime" in all_policies()[key].information else naive_campaigns.requested_time
    for seed in range(count(500)):
        case = strategies.closed(seed, widest=1)
        assert_same_times(
            simulate(case.workload, key, decisions=None).placed.start, starts_of_twin(key, case, known=known)
        )


@every_key
def test_numbers_of_users_are_only_names(key: str) -> None:
    """Users counted backwards: ties go by submission and line, so nothing moves."""
    for case in cases()[: count(300)]:
        users = max(campaign.user for campaign in case.campaigns)
        other = replace(case, campaigns=tuple(replace(c, user=users - c.user) for c in case.campaigns))
        assert (simulate(other.workload, key).placed.start == simulate(case.workload, key).placed.start).all()
