"""What theory says of alpha, by which each batch is longer than the one before: section 6.3, after its reference [18].

Batches of lengths L, alpha L, alpha^2 L, .., each of which may need rho times its length, one after the other: all up
to the batch of length T are over at rho T (1 + 1/alpha + 1/alpha^2 + ..) = rho T alpha / (alpha - 1).  What the best
schedule has done by C is taken by the first batch of length T >= C at the latest.

    worst case      C just above T / alpha: rho alpha^2 / (alpha - 1) times as late, which is least, 4 rho, for alpha =
    2 on average      C anywhere between T / alpha and T, its logarithm uniform (as if the first length were drawn so):
                    rho alpha / ln alpha, least, e rho, for alpha = e
    makespan        one of the batches is as long as the guess of the makespan, as in DEMT, and it is the last:
                    rho alpha / (alpha - 1), the less the larger alpha is

The paper prints the values 2 and e and what larger and smaller ones do.  The formulas are ours.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.topics.papers.experiments import Claim
from scheduler.topics.papers.experiments.parallel_tasks_2005.instances import ALPHAS

OURS = "(by formulas of ours; the paper prints only the values)"
GRID = np.round(np.arange(1.2, 6.31, 0.01), 2)


def worst(alpha: np.ndarray) -> np.ndarray:
    """Weighted sum of completion times, times rho."""
    return alpha**2 / (alpha - 1)


def average(alpha: np.ndarray) -> np.ndarray:
    """The same where the first length is drawn."""
    return alpha / np.log(alpha)


def makespan(alpha: np.ndarray) -> np.ndarray:
    """Makespan, times rho, where one of the batches is as long as the guess."""
    return alpha / (alpha - 1)


CURVES = {"weighted sum, worst case": worst, "weighted sum, on average": average, "makespan": makespan}


def chart() -> Chart:
    """The three, against alpha."""
    values = np.array([alpha for alpha in ALPHAS if alpha >= GRID[0]])
    lines = tuple(Series(name, tuple(values.tolist()), tuple(curve(values).tolist())) for name, curve in CURVES.items())
    return Chart(
        "Theory: proven ratios against alpha, in multiples of rho",
        "alpha",
        "times the least, over rho",
        lines,
        caption=(
            "The worst case is least, 4, for alpha = 2.",
            "On average the least is e = 2.72, for alpha = e; the makespan gets better the larger alpha is.",
            "Rho is how many times its length a batch may take.",
        ),
    )


def claims() -> tuple[Claim, ...]:
    """The sentences of section 6.3 on theory, checked by the formulas."""
    worst_at, average_at = (float(GRID[int(np.argmin(curve(GRID)))]) for curve in (worst, average))
    return (
        Claim(
            "In theory the worst case of the weighted sum is best for alpha = 2; larger values improve the "
            f"makespan and degrade the weighted sum, smaller ones degrade both {OURS}.",
            worst_at == 2 and trades(worst, 2),
            f"alpha^2 / (alpha - 1) is least at {worst_at:g}, and alpha / (alpha - 1) falls with alpha.",
        ),
        Claim(
            "In theory the average of the weighted sum is best for alpha = e, 2.718, and larger and smaller "
            f"values do the same as around 2 in the worst case {OURS}.",
            abs(average_at - np.e) < 0.01 and trades(average, average_at),
            f"alpha / ln alpha is least at {average_at:g}, and alpha / (alpha - 1) falls with alpha.",
        ),
    )


def trades(curve: Callable[[np.ndarray], np.ndarray], limit: float) -> bool:
    """Whether values above the limit improve the makespan and degrade the curve, and those below degrade both."""
    larger, smaller = GRID[limit <= GRID], GRID[limit >= GRID]
    return bool(
        np.all(np.diff(makespan(GRID)) < 0)
        and np.all(np.diff(curve(larger)) > 0)
        and np.all(np.diff(curve(smaller)) < 0)
    )
