"""The experiments of parallel-tasks-2005: parts on few tasks, and claims on ratios made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.generators import make
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from scheduler.statistics.intervals import interval, interval_of_mean
from scheduler.topics.moldable.bounds import makespan, weighted_completion
from scheduler.topics.papers.experiments import all_experiments
from scheduler.topics.papers.experiments.parallel_tasks_2005 import (
    alphas,
    chaos,
    fig3,
    fig4,
    instances,
    observations,
    theory,
)
from scheduler.topics.papers.experiments.parallel_tasks_2005.instances import (
    ALGORITHMS,
    ALPHAS,
    CIRNE,
    DEMT,
    HIGHLY,
    LONGEST,
    LPTF,
    MIXED,
    MIXED_CIRNE,
    MIXED_HIGHLY,
    SAF,
    SHELF,
    WEAKLY,
)
from scheduler.topics.papers.experiments.parallel_tasks_2005.ratios import JUDGED, MAKESPAN, WEIGHTED, Ratios
from scheduler.topics.papers.verdicts import CORRECTED, FAILED, UNDECIDABLE, of_claim


def part(find, family=CIRNE, tasks=6, count=2):
    return {
        "do": "tasks",
        "find": find,
        "family": family,
        "tasks": tasks,
        "processors": 8,
        "seed": 3,
        "first": 1,
        "count": count,
        "label": find,
    }


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
    assert set(fig4.IN_TABLE) <= set(ALPHAS) and {alphas.TWO, chaos.DOUBLING} <= set(ALPHAS)


def test_the_longest_task_goes_first():
    """On one processor the tasks run one after the other, the longest first."""
    work = instances.drawn(CIRNE, 6, 1, 5)
    order = sorted(zip(work.jobs.runtime, work.jobs.weight, strict=True), reverse=True)
    ends = np.cumsum([runtime for runtime, _ in order])
    total = sum(end * weight for end, (_, weight) in zip(ends, order, strict=True))
    assert instances.longest_first(work)[LONGEST] == [pytest.approx(ends[-1]), pytest.approx(total)]


def test_figures_share_the_bounds_of_equal_tasks():
    def bounds(parts):
        return {
            part["label"]
            for part in parts
            if part["find"] == "bounds" and part["family"] == CIRNE and part["tasks"] == 25
        }

    experiments = {
        key.split("/")[1]: one for key, (paper, one) in all_experiments().items() if paper.key == "parallel-tasks-2005"
    }
    assert list(experiments) == [
        "contradictions",
        "rejection",
        "fig3",
        "fig4",
        "fig5",
        "fig6",
        "large-task",
        "batch-boundaries",
        "killed-runs",
    ]
    first, second = (bounds(experiments[key].parts("full", 0)) for key in ("fig3", "fig4"))
    assert first == second and len(first) == 40 / instances.TOGETHER


# -- claims -----------------------------------------------------------------------------------------------------------

TELL = {
    DEMT: (1.5, 1.5),
    SHELF: (1.25, 3.0),
    LPTF: (1.21, 3.6),
    SAF: (1.25, 2.6),
    LONGEST: (1.2, 3.0),
}  # makespan, weighted sum


def ratios(change=None, draws=JUDGED):
    """Ratios over bounds of 1: those of TELL in all workloads, or those of `change` at (family, tasks)."""
    parts, results = [], []
    for family in observations.ALL:
        for tasks in (25, 200):
            told = TELL | (change or {}).get((family, tasks), {})
            for find, row in (
                ("bounds", {"makespan": 1.0, "weighted": 1.0, "coarse": 0.8, "alone": 0.5}),
                ("algorithms", {name: list(pair) for name, pair in told.items()}),
            ):
                parts.append({"find": find, "family": family, "tasks": tasks})
                results.append([row] * draws)
    return Ratios(parts, results)


PAPER = {
    (CIRNE, 25): {SHELF: (1.25, 3.7), SAF: (1.25, 3.0)},
    (WEAKLY, 25): {DEMT: (1.6, 2.3), SAF: (1.25, 1.8)},
    (WEAKLY, 200): {DEMT: (1.9, 2.4), SAF: (1.25, 1.8)},
    (MIXED, 25): {SAF: (1.25, 1.45)},
    (MIXED, 200): {SAF: (1.25, 1.45)},
}
SENTENCES = range(9)


def holds(ratios):
    return [claim.holds for claim in observations.all_claims(ratios)]


def test_all_observations_hold_where_they_do():
    assert holds(ratios(PAPER)) == [True for _ in SENTENCES]
    assert {of_claim(claim) for claim in observations.all_claims(ratios(PAPER))} == {CORRECTED}
    assert not any(claim.judged for claim in observations.all_claims(ratios(PAPER, 3)))


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({(CIRNE, 200): {SAF: (1.25, 1.4)}}, {0, 2}),
        ({(CIRNE, 200): {LPTF: (1.21, 4.8), SAF: (1.25, 4.0), SHELF: (1.25, 4.0)}}, {1}),
        ({(CIRNE, 25): {DEMT: (1.9, 1.5), SAF: (1.25, 3.0)}}, {2}),
        ({(HIGHLY, 25): {LPTF: (1.5, 3.6)}}, {3, 7}),
        ({(HIGHLY, 200): {DEMT: (2.01, 1.5)}}, {3}),
        ({(WEAKLY, 25): {DEMT: (1.6, 2.6), SAF: (1.25, 1.8)}}, {4}),
        ({(WEAKLY, 25): {}, (WEAKLY, 200): {}}, {4}),
        ({(HIGHLY, 25): {SHELF: (1.25, 1.4)}}, {5}),
        ({(HIGHLY, 200): {SHELF: (1.25, 1.4)}}, {5}),
        ({(MIXED, 25): {SAF: (1.25, 1.45), LPTF: (1.21, 1.2)}}, {6}),
        ({(MIXED, 200): {}}, {6}),
        ({(MIXED, 200): {SAF: (1.25, 1.45), LPTF: (1.21, 1.55)}}, {8}),
    ],
)
def test_an_observation_fails_where_it_should(change, wrong):
    claims = observations.all_claims(ratios(PAPER | change))
    assert {row for row, one in enumerate(claims) if not one.holds} == wrong
    assert all(
        claim.holds or claim.explained or claim.decided_by for row, claim in enumerate(claims) if row not in (0, 3, 4)
    )


@pytest.mark.parametrize(("longest", "verdict"), [((1.2, 3.0), UNDECIDABLE), ((1.4, 3.0), FAILED)])
def test_what_lptf_does_is_open_where_its_other_order_does_what_the_paper_says(longest, verdict):
    slow = {(HIGHLY, 25): {LPTF: (1.5, 3.6), LONGEST: longest}}
    claim = observations.lptf_makespan(ratios(PAPER | slow))
    assert of_claim(claim) == verdict and (claim.decided_by or claim.explained).count("long tasks come first") == 1


def test_intervals_are_those_of_any_mean():
    values = np.array([1.0, 2.5, 4.0, 1.5, 9.0])
    assert interval_of_mean(values) == pytest.approx(interval(lambda rows: float(values[rows].mean()), 5))


def test_the_largest_mean_ratio_of_all_workloads():
    assert fig3.worst(ratios(PAPER), MAKESPAN).ours == pytest.approx(1.9)
    assert fig3.worst(ratios(PAPER), WEIGHTED).ours == pytest.approx(2.4)


def swept(curve, draws=JUDGED, alone=(1.0, 0.4), families=(CIRNE,)):
    """Ratios against alpha: curve(alpha, tasks, draw) -> (makespan, weighted sum)."""
    parts, results = [], []
    for family in families:
        for tasks, one in zip((25, 200), alone, strict=True):
            parts += [{"find": find, "family": family, "tasks": tasks} for find in ("bounds", "alphas")]
            results += [
                [{"makespan": 1.0, "weighted": 1.0, "coarse": 1.0, "alone": one}] * draws,
                [[list(curve(alpha, tasks, draw)) for alpha in ALPHAS] for draw in range(draws)],
            ]
    return Ratios(parts, results)


def joined(*several):
    """Ratios of several families."""
    whole = Ratios([], [])
    for one in several:
        whole._bounds |= one._bounds
        whole._ratios |= one._ratios
    return whole


def test_claims_on_alpha():
    def curve(alpha, _tasks, _draw):
        return 1.2 + 0.05 * abs(alpha - 1.8), 1.5 + 0.1 * abs(alpha - 1.5)

    claims = alphas.uniform(swept(curve))
    assert [claim.holds for claim in claims] == [True] * 7 + [False, True, True], "large values make the makespan worse"
    assert "At 1.5 with 25 tasks" in alphas.lower_than_two(swept(curve), CIRNE).evidence
    falling = alphas.uniform(swept(lambda a, *_: (2 - a / 9, 3 - a / 9), alone=(0.5, 1.0)))
    assert [claim.holds for claim in falling] == [False] * 7 + [True, False, False], "they improve it"


def test_the_end_of_a_curve_alone_makes_no_trend():
    """Falling to 5.8 and then far up again: on average large values are still better than 2."""
    rising = alphas.degrades(swept(lambda a, *_: (3 - a / 3 if a < 5.8 else 2.3, 1.0)), CIRNE)
    assert not any(claim.holds for claim in rising) and all(len(claim.explained) > 40 for claim in rising)


@pytest.mark.parametrize(
    ("lowest", "slope", "verdict"), [(1.5, 0.1, CORRECTED), (2.3, 1.0, FAILED), (2.3, 0.01, UNDECIDABLE)]
)
def test_where_the_best_alpha_lies(lowest, slope, verdict):
    """Near 1.5; elsewhere on a steep curve; elsewhere on one so flat that 1.5 is as good."""
    claims = alphas.optimum(swept(lambda a, *_: (1.0, 1.5 + slope * abs(a - lowest))), CIRNE)
    assert [of_claim(claim) for claim in claims] == [verdict] * 2
    assert all(bool(claim.decided_by) is (verdict == UNDECIDABLE) for claim in claims)


def test_worse_in_the_uniform_workload():
    def uniform(slope):
        return swept(lambda a, *_: (1.5 + slope * a, 2.0))

    both = joined(uniform(0.1), swept(lambda a, *_: (1.5 + 0.05 * a, 2.0), families=(MIXED_CIRNE,)))
    assert alphas.more_in_uniform(both).holds
    assert not alphas.more_in_uniform(joined(both, uniform(0.01))).holds
    better = joined(uniform(-0.1), swept(lambda a, *_: (1.5 - 0.2 * a, 2.0), families=(MIXED_CIRNE,)))
    assert not alphas.more_in_uniform(better).holds, "less good is not worse"
    assert len(alphas.mixed(both)) == 11


FIGURE_6 = {"families": (MIXED_HIGHLY,)}


def test_what_is_erratic():
    ups = {alpha: 0.1 * (-1) ** at for at, alpha in enumerate(ALPHAS) if alpha <= chaos.DOUBLING}

    def wild(alpha, _tasks, draw):
        return 1.5 + ups.get(alpha, 0) + 0.001 * draw, 2.0

    def chance(alpha, _tasks, draw):
        return 1.5 + ups.get(alpha, 0) * (-1) ** draw, 2.0

    def smooth(alpha, *_):
        return 1 + alpha, 2.0

    assert chaos.ups_and_downs(swept(wild, **FIGURE_6)).holds and chaos.is_reproducible(swept(wild, **FIGURE_6)).holds
    assert not chaos.is_reproducible(swept(chance, **FIGURE_6)).holds
    assert not chaos.ups_and_downs(swept(smooth, **FIGURE_6)).holds
    others = swept(smooth, families=(CIRNE, MIXED_CIRNE))
    assert [one.holds for one in chaos.erratic(joined(swept(wild, **FIGURE_6), others))] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert not chaos.more_than_others(joined(swept(wild, **FIGURE_6), others, swept(wild))).holds


def test_ups_and_downs_are_seen_by_equal_steps():
    """1, 3, 2 goes up 2 and down 1: 3 in all less 1 from end to end, on 2 units of alpha."""
    assert chaos.swing({1.0: 1.0, 2.0: 3.0, 3.0: 2.0}, (1.0, 2.0, 3.0)) == 1
    assert np.diff(chaos.SMALL) == pytest.approx(0.25) and np.diff(chaos.LARGE) == pytest.approx(0.25)


def test_rows_of_alphas_and_points_of_curves_say_so():
    found = swept(lambda alpha, tasks, draw: (1 + alpha, 3 - alpha / 9))
    shown = fig4.for_some_alphas(found, CIRNE)
    assert {value.rows for value in shown} == {"alpha"} and {value.cell[1] for value in shown} == {
        f"{alpha:g}" for alpha in fig4.IN_TABLE
    }
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
    assert not theory.trades(theory.worst, 3) and not theory.trades(theory.makespan, 2)
    assert float(theory.worst(np.array(2.0))) == 4 and float(theory.average(np.array(np.e))) == pytest.approx(np.e)
