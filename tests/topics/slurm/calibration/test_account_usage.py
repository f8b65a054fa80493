"""Usage of accounts against their shares: by hand, against a slow sum over the seconds, and as a real Slurm counted it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from scheduler.topics.slurm.calibration.account_usage import account_usage, decayed, divided
from tests.cases.every_case import every_case
from tests.topics.slurm.calibration.test_trade_off import TREE, schedule
from tests.topics.slurm.test_slurm_recorded import recorded


def slow(begin: float, end: float, now: int, half_life: float) -> float:
    """What a processor counts that is used in [begin, end), s, second by second, each at its middle."""
    return sum(
        0.5 ** ((now - at - 0.5) / half_life) if half_life else 1.0 for at in range(int(begin), min(int(end), now))
    )


@every_case("seed", range(30))
def test_it_is_the_sum_over_all_seconds(seed: int) -> None:
    random = Random(seed)
    begin = [random.randint(0, 400) for _ in range(12)]
    end = [at + random.choice([1, 5, 60, 500]) for at in begin]
    weight, group = [random.randint(1, 9) for _ in begin], [random.randrange(3) for _ in begin]
    instants = sorted(random.sample(range(900), random.choice([1, 2, 9])))
    half_life, resets = random.choice([0, 300, 5_000]), sorted(random.sample(range(1, 900), random.choice([0, 1, 4])))
    used = decayed(
        *(np.array(column, float) for column in (begin, end, weight)),
        np.array(group),
        3,
        np.array(instants, float),
        half_life,
        np.array(resets, float),
    )
    last = {
        now: max([at for at in resets if at < now], default=0) for now in instants
    }  # at the instant itself it still shows
    wanted = [
        [
            sum(
                w * slow(max(b, last[now]), e, now, half_life)
                for b, e, w, g in zip(begin, end, weight, group, strict=True)
                if g == one
            )
            for now in instants
        ]
        for one in range(3)
    ]
    assert used == pytest.approx(np.array(wanted), rel=1e-5, abs=1e-9)


def test_by_hand() -> None:
    # Physics has 4 processors from 0 to 6, biology 2 from 6 to 10; nothing decays.
    run = schedule([(0, 6, 4), (0, 4, 2)], [0, 6], [1, 2], half_life=0)
    usage = account_usage(run, np.array([0.0, 3, 6, 10]))
    assert usage is not None and usage.accounts == ("physics", "biology") == divided(run)
    assert usage.share.tolist() == [0.75, 0.25]
    assert usage.used.tolist() == [[0, 1, 1, 24 / 32], [0, 0, 0, 8 / 32]]


def test_what_was_used_before_counts_and_decays_too() -> None:
    tree = "account=physics Group=1 Shares=3 Usage=100; account=biology Group=2 Shares=1 Usage=300"
    run = schedule([(0, 10, 4)], [0], [1], tree, half_life=10)
    usage = account_usage(run, np.array([0.0, 10.0]))
    assert usage is not None and usage.used[:, 0].tolist() == [0.25, 0.75]
    new = 4 * 10 / np.log(2) * 0.5
    assert usage.used[1, 1] == pytest.approx(150 / (50 + 150 + new))


def test_the_accounts_are_those_where_the_tree_divides() -> None:
    tree = "account=all; account=physics Parent=all Group=1; account=biology Parent=all Group=2; user=7 account=biology"
    assert divided(schedule([(0, 1, 1)], [0], [1], tree)) == ("physics", "biology")
    assert divided(schedule([(0, 1, 1)], [0], [1], "")) == ()
    assert account_usage(schedule([(0, 1, 1)], [0], [1], ""), np.array([1.0])) is None
    beside = account_usage(schedule([(0, 1, 1)], [0], [1], f"user=9 account=root Shares=4; {TREE}"), np.array([1.0]))
    assert beside is not None and beside.share.tolist() == [0.75, 0.25]  # a user beside them is none of them
    below = account_usage(schedule([(0, 1, 1), (0, 1, 1)], [0, 0], [1, 9], TREE), np.array([1.0]))
    assert below is not None and below.used.sum() == 1  # an account that the tree lacks is beside the others


def test_the_parts_are_those_that_sshare_printed() -> None:
    """Slurm counts at the ticks of its clock, a minute apart: what it says is up to a minute old."""
    run = recorded("eight_multifactor")
    checks = 0
    group = np.array(
        [{1: 0, 2: 0, 3: 1, 4: 1}[user] for user in run.load.jobs.user_id.tolist()]
    )  # u3 and u4 are of bio
    for time, usage in run.usage:
        physics, bio = usage["u1"][0] + usage["u2"][0], usage["u3"][0] + usage["u4"][0]
        if min(physics, bio) < 1_000:
            continue
        checks += 1
        used = decayed(
            run.start,
            run.start + run.load.jobs.runtime,
            run.load.jobs.processors.astype(float),
            group,
            2,
            np.arange(max(time - 62, 1), time + 3),
            float(run.params["half_life"]),
        )
        part = used[0] / used.sum(axis=0)
        assert part.min() - 0.03 <= physics / (physics + bio) <= part.max() + 0.03
    assert checks > 10
