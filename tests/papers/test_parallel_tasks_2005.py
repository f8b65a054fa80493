"""The experiments of parallel-tasks-2005: parts on few tasks, and claims on ratios made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.bounds import makespan, weighted_completion
from scheduler.generators import make
from scheduler.papers import all_experiments
from scheduler.papers.parallel_tasks_2005 import alphas, fig3, fig4, instances, observations, theory
from scheduler.papers.parallel_tasks_2005.instances import (
    ALGORITHMS,
    ALPHAS,
    CIRNE,
    DEMT,
    HIGHLY,
    LPTF,
    MIXED,
    SAF,
    SHELF,
    WEAKLY,
)
from scheduler.papers.parallel_tasks_2005.ratios import JUDGED, MAKESPAN, WEIGHTED, Ratios
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from scheduler.statistics.intervals import interval, interval_of_mean


def part(find, family=CIRNE, tasks=6, count=2):
    return {"do": "tasks", "find": find, "family": family, "tasks": tasks, "processors": 8, "seed": 3, "first": 1,
            "count": count, "label": find}


def test_a_draw_is_what_the_generator_makes():
    work = instances.drawn(MIXED, 6, 8, 3_000_001)
    params = {"jobs": 6, "processors": 8, "lengths": "mixed", "parallelism": "by_length"}
    assert work.hash == workload(make("parallel_tasks", params, 3_000_001)).hash


def test_what_is_kept_of_a_draw_is_what_its_runs_say():
    bounds, found, swept = (instances.run(part(find)) for find in ("bounds", "algorithms", "alphas"))
    work = instances.drawn(CIRNE, 6, 8, 3_000_001)
    assert bounds[0]["makespan"] == makespan.least(work) and bounds[0]["weighted"] == weighted_completion.least(work, 4)
    assert bounds[0]["coarse"] == weighted_completion.least(work, 1) <= bounds[0]["weighted"]
    assert bounds[0]["alone"] <= bounds[0]["makespan"]
    for name, policy in ALGORITHMS.items():
        run = simulate(work, policy)
        assert found[0][name] == [run.placed.end.max(), pytest.approx(np.dot(work.jobs.weight, run.placed.end))]
    assert swept[0][ALPHAS.index(2.0)] == found[0][DEMT] and len(swept[0]) == len(ALPHAS)
    assert found[0] != found[1]


def test_alphas_are_those_of_the_figures():
    assert ALPHAS[0] == 1.05 and ALPHAS[-1] == 6.3 and list(ALPHAS) == sorted(set(ALPHAS))
    assert set(fig4.IN_TABLE) <= set(ALPHAS) and alphas.DOUBLING in ALPHAS


def test_figures_share_the_bounds_of_equal_tasks():
    def bounds(parts):
        return {part["label"] for part in parts if part["find"] == "bounds" and part["family"] == CIRNE and part["tasks"] == 25}
    experiments = {key.split("/")[1]: one for key, (paper, one) in all_experiments().items() if paper.key == "parallel-tasks-2005"}
    assert list(experiments) == ["contradictions", "rejection", "fig3", "fig4", "fig5", "fig6", "large-task",
                                 "batch-boundaries", "killed-runs"]
    first, second = (bounds(experiments[key].parts("full", 0)) for key in ("fig3", "fig4"))
    assert first == second and len(first) == 40 / instances.TOGETHER


# -- claims -----------------------------------------------------------------------------------------------------------

TELL = {DEMT: (1.4, 1.5), SHELF: (1.2, 3.0), LPTF: (1.3, 2.5), SAF: (1.25, 2.6)}     # makespan, weighted sum


def ratios(change=None, draws=JUDGED):
    """Ratios over bounds of 1: those of TELL in all workloads, or those of `change` at (family, tasks)."""
    parts, results = [], []
    for family in observations.ALL:
        for tasks in (25, 200):
            told = TELL | (change or {}).get((family, tasks), {})
            for find, row in (("bounds", {"makespan": 1.0, "weighted": 1.0, "coarse": 0.8, "alone": 0.5}),
                              ("algorithms", {name: list(pair) for name, pair in told.items()})):
                parts.append({"find": find, "family": family, "tasks": tasks})
                results.append([row] * draws)
    return Ratios(parts, results)


PAPER = {(CIRNE, 25): {LPTF: (1.3, 3.0), SAF: (1.25, 3.0)}, (WEAKLY, 25): {DEMT: (1.6, 2.3), SAF: (1.25, 1.8)},
         (WEAKLY, 200): {DEMT: (1.9, 2.4), SAF: (1.25, 1.8)}, (MIXED, 25): {SAF: (1.25, 1.45)},
         (MIXED, 200): {SAF: (1.25, 1.45)}}


def holds(found):
    return [claim.holds for claim in observations.all_claims(found)]


def test_all_observations_hold_where_they_do():
    assert holds(ratios(PAPER)) == [True] * 7
    assert all(claim.judged for claim in observations.all_claims(ratios(PAPER)))
    assert not any(claim.judged for claim in observations.all_claims(ratios(PAPER, 3)))


@pytest.mark.parametrize(("change", "wrong"), [
    ({(CIRNE, 200): {LPTF: (1.3, 1.4)}}, {0, 2}),
    ({(CIRNE, 200): {LPTF: (1.3, 4.0), SAF: (1.25, 4.0), SHELF: (1.2, 4.0)}}, {1}),
    ({(HIGHLY, 25): {LPTF: (1.5, 2.5)}}, {3}), ({(HIGHLY, 200): {DEMT: (2.01, 1.5)}}, {3}),
    ({(WEAKLY, 25): {DEMT: (1.6, 2.6)}}, {4}), ({(WEAKLY, 25): {}, (WEAKLY, 200): {}}, {4}),
    ({(HIGHLY, 25): {SHELF: (1.2, 1.4)}}, set()),
    ({(HIGHLY, 25): {SHELF: (1.2, 1.4)}, (HIGHLY, 200): {SHELF: (1.2, 1.45)}}, {5}),
    ({(MIXED, 25): {SAF: (1.25, 1.45), LPTF: (1.3, 1.4)}, (MIXED, 200): {SAF: (1.25, 1.45), LPTF: (1.3, 1.4)}}, {6}),
    ({(MIXED, 200): {}}, {6})])
def test_an_observation_fails_where_it_should(change, wrong):
    found = holds(ratios(PAPER | change))
    assert {row for row, one in enumerate(found) if not one} == wrong


def test_intervals_are_those_of_any_mean():
    values = np.array([1.0, 2.5, 4.0, 1.5, 9.0])
    assert interval_of_mean(values) == pytest.approx(interval(lambda rows: float(values[rows].mean()), 5))


def test_the_largest_mean_ratio_of_all_workloads():
    assert fig3.worst(ratios(PAPER), MAKESPAN).ours == pytest.approx(1.9)
    assert fig3.worst(ratios(PAPER), WEIGHTED).ours == pytest.approx(2.4)


def swept(curve, draws=JUDGED, alone=(1.0, 0.4)):
    """Ratios against alpha: curve(alpha, tasks, draw) -> (makespan, weighted sum)."""
    parts, results = [], []
    for tasks, one in zip((25, 200), alone, strict=True):
        parts += [{"find": find, "family": CIRNE, "tasks": tasks} for find in ("bounds", "alphas")]
        results += [[{"makespan": 1.0, "weighted": 1.0, "coarse": 1.0, "alone": one}] * draws,
                    [[list(curve(alpha, tasks, draw)) for alpha in ALPHAS] for draw in range(draws)]]
    return Ratios(parts, results)


def test_claims_on_alpha():
    def curve(alpha, _tasks, _draw):
        return 1.2 + 0.05 * abs(alpha - 1.8), 1.5 + 0.1 * abs(alpha - 1.5)
    assert [claim.holds for claim in alphas.uniform(swept(curve), CIRNE)] == [True] * 5
    assert "At 1.5 with 25 tasks" in alphas.lower_than_two(swept(curve), CIRNE).evidence
    assert [claim.holds for claim in alphas.uniform(swept(lambda a, *_: (2 - a / 9, 3 - a / 9), alone=(0.5, 1.0)), CIRNE)] == [False] * 5


def test_what_is_erratic():
    ups = {alpha: 0.1 * (-1) ** at for at, alpha in enumerate(ALPHAS) if alpha <= alphas.DOUBLING}

    def wild(alpha, _tasks, draw):
        return 1.5 + ups.get(alpha, 0) + 0.001 * draw, 2.0

    def chance(alpha, _tasks, draw):
        return 1.5 + ups.get(alpha, 0) * (-1) ** draw, 2.0
    assert [claim.holds for claim in alphas.erratic(swept(wild), CIRNE)] == [True, True]
    assert not alphas.again(swept(chance), CIRNE).holds
    assert not alphas.ups_and_downs(swept(lambda alpha, *_: (1 + alpha, 2.0)), CIRNE).holds
    assert alphas.swing({1.0: 1.0, 2.0: 3.0, 3.0: 2.0}, (1.0, 2.0, 3.0)) == 2


def test_rows_of_alphas_and_points_of_curves_say_so():
    found = swept(lambda alpha, tasks, draw: (1 + alpha, 3 - alpha / 9))
    shown = fig4.for_some_alphas(found, CIRNE)
    assert {value.rows for value in shown} == {"alpha"} and {value.cell[1] for value in shown} == {
        f"{alpha:g}" for alpha in fig4.IN_TABLE}
    assert shown[0].name == "mean weighted sum of completion times over its bound, alpha 1.05: 25 tasks"
    trade = fig4.charts(found, CIRNE, "Figure 4")[1]
    assert trade.along_title == "alpha" and all(series.along == ALPHAS for series in trade.series)


# -- theory of alpha --------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("alpha", [1.5, 2.0, np.e, 5.0])
def test_ratios_of_theory_are_those_of_batches_one_after_the_other(alpha):
    """Batches of 1, alpha, alpha^2, .. one after the other: how late the first is over that is no shorter than C."""
    lengths = alpha ** np.arange(-60, 41.0)
    over = np.cumsum(lengths)
    done = np.exp(np.linspace(0, 20 * np.log(alpha), 200_001))[1:]
    late = over[np.searchsorted(lengths, done * (1 - 1e-12))] / done
    assert late.max() == pytest.approx(float(theory.worst(np.array(alpha))), rel=1e-3)
    assert late.mean() == pytest.approx(float(theory.average(np.array(alpha))), rel=1e-3)
    assert late.min() == pytest.approx(float(theory.makespan(np.array(alpha))), rel=1e-3)


def test_what_theory_says_of_alpha():
    assert [claim.holds for claim in theory.claims()] == [True, True]
    assert float(theory.worst(np.array(2.0))) == 4 and float(theory.average(np.array(np.e))) == pytest.approx(np.e)
