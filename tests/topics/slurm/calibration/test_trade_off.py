"""What a weight trades: shares of a tree, what an account lacks while its jobs wait, a point for each run."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from scheduler.errors import InputError
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.params import checked
from scheduler.topics.slurm.adapters.setup import setup_of
from scheduler.topics.slurm.calibration.trade_off import Shortfall, shares, shortfalls, trade_off, worst
from scheduler.topics.slurm.policies.slurm import POLICY
from tests.cases import small
from tests.cases.every_case import every_case
from tests.topics.slurm.calibration.cases import workload

USUAL = checked(POLICY.params, {})
TREE = "account=physics Group=1 Shares=3; account=biology Group=2 Shares=1"


def schedule(rows, starts, groups, tree: str = TREE, processors: int = 4, **params) -> Schedule:
    """Jobs (submit, runtime, processors) that start then, of these accounts, under these parameters."""
    work = workload(rows, processors, group=groups)
    return replace(small.schedule(work, starts), params=USUAL | {"accounts": tree, **params})


def test_shares_are_multiplied_down_the_tree() -> None:
    tree = (
        "account=science Shares=1; account=physics Parent=science Group=1 Shares=3; user=7 account=science Shares=1; "
        "user=8 account=science Shares=parent; account=guests Group=4 Shares=1"
    )
    setup = setup_of(workload([(0, 1, 1)], group=[1]), USUAL | {"accounts": tree})
    share_of = dict(zip([(one.account, one.is_user) for one in setup.tree], shares(setup)[1:].tolist(), strict=True))
    assert share_of["physics", False] == 0.5 * 3 / 4 and share_of["guests", False] == 0.5


def test_jobs_of_no_account_count_where_their_user_stands() -> None:
    """Logs without accounts: users of one account are enough."""
    made = schedule(
        [(0, 6, 4), (0, 4, 2)],
        [0, 6],
        [-1, -1],
        "account=bio Shares=1; user=7:u7 account=bio; account=physics Shares=3",
    )
    assert [(one.account, one.share, one.lacks) for one in shortfalls(made)] == [("bio", 0.25, 0.0)]


def test_an_account_lacks_what_it_holds_below_its_share_while_its_jobs_wait() -> None:
    # Physics may have 3 of 4 processors.  From 0 to 6 biology holds all of them, and job 2 waits for 2: 2 of 4 are
    # lacking.  From 6 to 8 it holds 2 and asks for 4, of which 3 are its share: 1 of 4 is lacking.
    made = schedule([(0, 6, 4), (0, 4, 2), (6, 5, 2)], [0, 6, 8], [2, 1, 1])
    (physics,) = shortfalls(made)
    assert physics == Shortfall("physics", 0.75, pytest.approx((6 * 2 / 4 + 2 * 1 / 4) / 8), 8.0)
    assert worst(made) == physics


def test_an_account_that_waits_with_its_share_in_hand_lacks_nothing() -> None:
    made = schedule([(0, 6, 1), (0, 4, 1)], [0, 6], [2, 2])  # biology: one of four is its share
    assert shortfalls(made) == [Shortfall("biology", 0.25, 0.0, 6.0)]
    assert shortfalls(schedule([(0, 6, 1)], [0], [2])) == []  # nobody waits
    assert worst(schedule([(0, 6, 4), (0, 4, 4)], [0, 6], [2, 1], tree="")) is None


def test_a_preempted_job_holds_nothing_until_it_runs_again() -> None:
    made = schedule([(0, 4, 3), (2, 3, 4)], [0, 2], [1, 2])
    pieces = Table.of(
        "segments",
        job=[0, 0, 1],
        begin=[0, 5, 2],
        end=[2, 9, 5],
        yield_=[1, 1, 1],
        processors=[3, 3, 4],
        kind=[2, 0, 0],
    )
    made = replace(made, segments=pieces, placed=small.changed(made.placed, end=[9, 5]))
    assert shortfalls(made) == [Shortfall("physics", 0.75, 0.75, 3.0)]


@every_case("seed", range(40))
def test_every_second_looked_at_alone_says_the_same(seed: int) -> None:
    random = Random(seed)
    rows = [(random.randint(0, 20), random.randint(1, 9), random.randint(1, 4)) for _ in range(8)]
    rows.sort()
    starts, groups = [row[0] + random.choice([0, 0, 3, 7]) for row in rows], [random.randint(1, 2) for _ in rows]
    told = {one.account: one for one in shortfalls(schedule(rows, starts, groups, processors=8))}
    for account, number, share in (("physics", 1, 6.0), ("biology", 2, 2.0)):
        lacks = []
        for second in range(60):
            mine = [(row, start) for row, start, group in zip(rows, starts, groups, strict=True) if group == number]
            held = sum(size for (_, runtime, size), start in mine if start <= second < start + runtime)
            waits = sum(size for (submit, _, size), start in mine if submit <= second < start)
            lacks += [max(0.0, min(share, held + waits) - held)] if waits else []
        assert (account in told) == bool(lacks)
        if lacks:
            assert told[account][2:] == (pytest.approx(sum(lacks) / len(lacks) / 8), len(lacks))


def test_a_point_for_each_value_and_runs_that_differ_in_more_are_refused() -> None:
    def run(weight: object, start: float, half_life: float = 7.0) -> Schedule:
        return schedule([(0, 6, 4), (0, 4, 2)], [0, start], [2, 1], weight_fairshare=weight, half_life=half_life)

    points = trade_off("weight_fairshare", [run(1000, 6), run(0, 8)])
    assert [(one.value, one.mean_wait) for one in points] == [(0.0, 4.0), (1000.0, 3.0)]
    assert [one.worst.lacks for one in points if one.worst] == [pytest.approx((6 * 0.5 + 2 * 0.5) / 8), 0.5]
    with pytest.raises(InputError, match="2 values of weight_fairshare; wanted: another one in each"):
        trade_off("weight_fairshare", [run(0, 6), run(0, 6), run(1, 6)])
    with pytest.raises(InputError, match="have 1 value"):
        trade_off("weight_fairshare", [run(0, 6)])
    with pytest.raises(InputError, match="differ in half_life, too"):
        trade_off("weight_fairshare", [run(0, 6), run(1, 6, 9.0)])
    with pytest.raises(InputError, match="is no number"):
        trade_off("accounts", [run(0, 6), run(0, 8)])
