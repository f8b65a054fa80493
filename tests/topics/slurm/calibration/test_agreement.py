"""Simulated against recorded waits: the table by group, and when advice is withheld."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from scipy.stats import spearmanr

from scheduler.topics.slurm.calibration.agreement import Row, agreement, mean_ranks, rank_correlation, verdict
from scheduler.topics.slurm.calibration.groups import groups, size_class, size_name
from tests.cases.every_case import every_case
from tests.topics.slurm.calibration.cases import by_chance, workload


def test_the_table_by_hand() -> None:
    work = workload([(0, 10, 1), (0, 10, 2), (5, 10, 5), (9, 10, 4)], users=[1, 1, 2, 1], waits=[0, 100, 40, -1])
    rows = {(row.part, row.name): row for row in agreement(work, np.array([0.0, 160.0, 40.0, 7.0]), 50)}
    assert rows["all", "all jobs"] == Row(
        "all",
        "all jobs",
        3,
        pytest.approx(140 / 3),
        pytest.approx(200 / 3),
        0.0,
        pytest.approx(2 / 3),
        pytest.approx(1.0),
    )
    assert rows["user", "1"][2:7] == (2, 50.0, 80.0, 30.0, 0.5)
    assert rows["size", "2 to 4 processors"][2:] == (1, 100.0, 160.0, 60.0, 0.0, None)
    assert set(rows) == {
        ("all", "all jobs"),
        ("size", "1 processor"),
        ("size", "2 to 4 processors"),
        ("size", "5 to 16 processors"),
        ("user", "1"),
        ("user", "2"),
    }  # all in one partition


@every_case("seed", range(40))
def test_rank_correlation_is_spearmans(seed: int) -> None:
    random = Random(seed)
    first, second = (np.array([random.randint(0, 5) for _ in range(9)], float) for _ in range(2))
    mine = rank_correlation(first, second)
    if len(set(first)) > 1 and len(set(second)) > 1:
        assert mine == pytest.approx(spearmanr(first, second)[0], abs=1e-12)
    else:
        assert mine is None
    assert mean_ranks(first).sum() == pytest.approx(45.0)


@every_case("seed", range(20))
def test_every_job_is_in_one_group_of_a_part(seed: int) -> None:
    work = by_chance(seed)
    listed = groups(work)
    for part in {one.part for one in listed}:
        rows = np.concatenate([one.rows for one in listed if one.part == part])
        assert sorted(rows.tolist()) == list(range(len(work)))
    for one in listed:
        if one.part == "size":
            assert len({size_class(work.jobs.processors[[row]])[0] for row in one.rows}) == 1
        elif one.part == "partition":
            assert {str(value) for value in work.jobs.partition[one.rows]} == {one.name}


def test_size_classes() -> None:
    sizes = np.array([1, 2, 4, 5, 16, 17, 64, 65, 100_000])
    assert [size_name(number) for number in size_class(sizes)] == [
        "1 processor",
        "2 to 4 processors",
        "2 to 4 processors",
        "5 to 16 processors",
        "5 to 16 processors",
        "17 to 64 processors",
        "17 to 64 processors",
        "65 to 256 processors",
        "65,537 to 262,144 processors",
    ]


def whole(
    jobs: int = 100, recorded: float = 1_000.0, simulated: float = 1_000.0, rank: float | None = 0.9
) -> list[Row]:
    return [Row("all", "all jobs", jobs, recorded, simulated, 5.0, 1.0, rank)]


@pytest.mark.parametrize(
    ("rows", "jobs", "says"),
    [
        (whole(), 100, []),
        (whole(simulated=1_199), 100, []),
        (whole(rank=None), 100, []),
        (whole(90), 100, []),
        (whole(recorded=10, simulated=69), 100, []),
        (whole(simulated=1_201), 100, ["mean wait"]),
        (whole(recorded=10, simulated=71), 100, ["mean wait"]),
        (whole(rank=0.79), 100, ["rank correlation"]),
        (whole(89), 100, ["at least 90%"]),
        (whole(29, rank=0.1), 29, ["at least 30 are needed"]),
        ([], 5, ["Waits of 0 jobs"]),
        (whole(simulated=500, rank=-0.5), 200, ["at least 90%", "mean wait", "rank correlation"]),
    ],
)
def test_advice_is_withheld_for_these_reasons(rows: list[Row], jobs: int, says: list[str]) -> None:
    judgement = verdict(rows, jobs)
    assert judgement.advises == (not says) and len(judgement.reasons) == len(says)
    assert all(word in reason for word, reason in zip(says, judgement.reasons, strict=True))
