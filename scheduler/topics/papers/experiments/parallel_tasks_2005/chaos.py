"""What section 6.3 says of figure 6: where alpha is small, its makespan goes up and down more than in figures 4, 5."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from scheduler.topics.papers.experiments import Claim
from scheduler.topics.papers.experiments.parallel_tasks_2005.alphas import judgment, sentence, trade_off
from scheduler.topics.papers.experiments.parallel_tasks_2005.instances import ALPHAS, CIRNE, MIXED_CIRNE, MIXED_HIGHLY
from scheduler.topics.papers.experiments.parallel_tasks_2005.ratios import MAKESPAN, Ratios
from scheduler.topics.papers.experiments.parallel_tasks_2005.settings import BOTH, X_SWAPPED

DOUBLING, STEP = 2.05, 5  # the value of ALPHAS next to 2; every so many below it are as far apart as those above
FINE = tuple(alpha for alpha in ALPHAS if alpha <= DOUBLING)
SMALL = FINE[::STEP]
LARGE = tuple(alpha for alpha in ALPHAS if alpha >= DOUBLING)
SEEN = 0.01  # ups and downs of a ratio below that are none
AS_WILD = (
    "With 200 tasks our curve of figure 4 goes up and down as much as that of figure 6. DEMT causes it in any "
    "workload: a little more alpha, and the tasks left over no longer fit into the batch before the guess of "
    "the makespan, so that one batch more is needed. The paper gives no numbers, and its figures may show less "
    "of it."
)


def erratic(ratios: Ratios) -> list[Claim]:
    """Of figure 6."""
    return [
        ups_and_downs(ratios),
        is_reproducible(ratios),
        more_than_others(ratios),
        *trade_off(ratios, MIXED_HIGHLY, X_SWAPPED),
    ]


def swing(means: Mapping[float, float], among: tuple[float, ...]) -> float:
    """How much a curve goes up and down again, for each unit of alpha: all changes less that from end to end."""
    values = np.array([means[alpha] for alpha in among])
    return float(np.abs(np.diff(values)).sum() - abs(values[-1] - values[0])) / (among[-1] - among[0])


def ups_and_downs(ratios: Ratios) -> Claim:
    """Small alphas, by steps as long as those of large ones: shorter steps see more."""
    swings = {
        n: [swing(ratios.by_alpha(MIXED_HIGHLY, n, MAKESPAN), among) for among in (SMALL, LARGE)]
        for n in ratios.tasks(MIXED_HIGHLY)
    }
    return judgment(
        ratios,
        "The ratio of the makespan is erratic where alpha is between 1 and 2 (read as: for each "
        "unit of alpha it goes up and down at least twice as much as above 2, by equal steps of "
        f"{SMALL[1] - SMALL[0]:g}).",
        all(small >= max(2 * large, SEEN) for small, large in swings.values()),
        sentence(
            f"up and down by {small:.3f} below {DOUBLING:g} and by {large:.3f} above, with {n} tasks"
            for n, (small, large) in swings.items()
        ),
        corrected=X_SWAPPED,
    )


def more_than_others(ratios: Ratios) -> Claim:
    """Figure 6 against figures 4 and 5."""
    swings = {
        n: [swing(ratios.by_alpha(family, n, MAKESPAN), FINE) for family in (MIXED_HIGHLY, CIRNE, MIXED_CIRNE)]
        for n in ratios.tasks(MIXED_HIGHLY)
    }
    return judgment(
        ratios,
        "It is more erratic there than in figures 4 and 5 (read as: below alpha 2 it goes up and "
        "down more, with few tasks and with many).",
        all(one > max(others) for one, *others in swings.values()),
        sentence(
            f"up and down by {own:.2f} for each unit of alpha in figure 6, {uniform:.2f} in figure 4, "
            f"{mixed:.2f} in figure 5, with {n} tasks"
            for n, (own, uniform, mixed) in swings.items()
        ),
        corrected=BOTH,
        explained=AS_WILD,
    )


def is_reproducible(ratios: Ratios) -> Claim:
    """Reproducible: two halves of the draws have the same ups and downs."""
    alike = {n: agreement(ratios, n) for n in ratios.tasks(MIXED_HIGHLY)}
    return judgment(
        ratios,
        "It is reproducibly so (read as: from one alpha to the next, two halves of the runs go up "
        "and down together, with a correlation above 0.5).",
        min(alike.values()) > 0.5,
        sentence(f"the correlation is {value:.2f} with {n} tasks" for n, value in alike.items()),
        corrected=X_SWAPPED,
    )


def agreement(ratios: Ratios, tasks: int) -> float:
    """Correlation of the changes between neighboring small alphas in the draws of even and of odd number."""
    each = np.array([ratios.each(MIXED_HIGHLY, tasks, alpha, MAKESPAN) for alpha in FINE])
    halves = [np.diff(each[:, first::2].mean(axis=1)) for first in (0, 1)]
    if min(half.std() for half in halves) == 0:
        return 0.0
    return float(np.corrcoef(*halves)[0, 1])
