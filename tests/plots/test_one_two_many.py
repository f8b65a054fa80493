"""The line under a figure with one, two and many runs: the same numbers, and those of plain recomputation."""

from __future__ import annotations

import re
from itertools import combinations

import numpy as np
import pytest

from layouts.plots import all_plots
from layouts.plots.gantts import difference_chart, overlay_chart
from layouts.state.view import FinishedRun, View
from scheduler.simulate import simulate
from tests.cases import small
from tests.plots.test_plots import shown, work

NAMES = ("SJF", "FCFS", "EASY", "BACKFILL")
WAITS = {"waits"}
OF_PAIRS = {
    "who_pays": all_plots()["who_pays"].headline,
    "overlay": overlay_chart.headline,
    "difference": difference_chart.headline,
}
UNIT = "%\u00a0points|%|d|h|min|s|points|processors?"
AMOUNT = re.compile(rf"[\d.,\u202f]*\d(?:\u00a0(?:{UNIT})(?:\u00a0\d+\u00a0(?:h|min|s))?)?(?= under| of the|\.$)")


def finished(workload, names) -> list[FinishedRun]:
    return [shown(simulate(workload, name.lower()), at, name) for at, name in enumerate(names)]


@pytest.fixture(scope="module")
def four() -> list[FinishedRun]:
    return finished(work(), NAMES)


def amounts(key: str, runs: list[FinishedRun]) -> set[str]:
    """The numbers that the line under a figure says of runs, with their units."""
    line = (OF_PAIRS.get(key) or all_plots()[key].headline)(runs, View())
    return set(AMOUNT.findall(line.replace(" %", "\u00a0%")))


def percent(count: int, jobs: int) -> str:
    return f"{100 * count / jobs:.1f}\u00a0%"


def later(run: FinishedRun, base: FinishedRun) -> np.ndarray:
    return run.schedule.placed.start - base.schedule.placed.start


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_share_of_jobs_that_wait_longer_is_that_of_the_starts(four, count):
    base, *rest = four[:count]
    shares = [percent(sum(later(run, base) > 1e-6), 60) for run in rest]
    line = all_plots()["who_pays"].headline([base, *rest], View()).replace(" %", "\u00a0%")
    assert len(set(shares)) == len(shares)
    assert all(share in line for share in {min(shares, key=float_of), max(shares, key=float_of)})


def float_of(share: str) -> float:
    return float(share.split("\u00a0")[0])


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_share_of_jobs_that_start_earlier_is_that_of_the_starts(four, count):
    base, *rest = four[:count]
    shares = [percent(sum(later(run, base) < -1e-6), 60) for run in rest]
    assert amounts("overlay", [base, *rest]) == {min(shares, key=float_of), max(shares, key=float_of)}


def test_a_share_of_next_to_none_is_not_told_as_none():
    made = work(3_000, users=40)
    base = shown(simulate(made, "fcfs"), 0, "FCFS")
    one = made.jobs.submit * 0.0
    one[7] = 5.0
    start = base.schedule.placed.start + one
    runs = [base, *(shown(small.schedule(made, start), at, f"run {at}") for at in (1, 2))]
    for count in (2, 3):
        assert "less than 0.1" in all_plots()["who_pays"].headline(runs[:count], View()).replace("\u00a0", " ")


@pytest.mark.parametrize(("workload", "names", "least"), [(work(), NAMES, WAITS)], ids=["rigid"])
def test_what_is_said_of_one_run_is_said_of_it_beside_others(workload, names, least):
    assert least <= told_alike(finished(workload, names))


def told_alike(runs: list[FinishedRun]) -> set[str]:
    """The figures of whose runs the lines say the same numbers, whichever are shown."""
    wrong, checked = [], set()
    for key, plot in all_plots().items():
        mine = [
            run for run in runs if plot.headline and key not in OF_PAIRS and plot.applies([run]) and amounts(key, [run])
        ]
        for size in range(2, len(mine) + 1):
            checked.add(key)
            for several in map(list, combinations(mine, size)):
                singles = set().union(*(amounts(key, [run]) for run in several))
                told = amounts(key, several)
                if not told <= singles or (size == 2 and told != singles) or not told:
                    wrong.append((key, size, told, singles))
    assert not wrong
    return checked


@pytest.mark.parametrize("key", OF_PAIRS)
def test_what_is_said_of_one_run_beside_the_baseline_is_said_beside_others(four, key):
    base, *rest = four
    for size in (2, 3):
        for several in combinations(rest, size):
            singles = set().union(*(amounts(key, [base, run]) for run in several))
            assert amounts(key, [base, *several]) <= singles
