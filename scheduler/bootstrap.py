"""Intervals of estimates by resampling instances (Efron's percentile bootstrap), the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from scheduler.random_draws import stream

TIMES = 1_000       # resamples
SHARE = 0.95        # of the interval
SEED = 20_131       # of the resampling; it has nothing to do with the seeds of the instances


def interval(statistic: Callable[[np.ndarray], float], n: int, times: int = TIMES) -> tuple[float, float]:
    """(low, high): the central 95 % of a statistic over resamples of n instances.

    statistic(rows): the statistic of these instances, rows [n] i8 with repetitions.
    """
    random = stream(SEED)
    return _middle([statistic(np.floor(random.random(n) * n).astype(np.int64)) for _ in range(times)])


def interval_of_mean(values: np.ndarray, times: int = TIMES) -> tuple[float, float]:
    """As interval() of the mean of values [n], of the same resamples, all of them at once."""
    rows = np.floor(stream(SEED).random((times, len(values))) * len(values)).astype(np.int64)
    return _middle(values[rows].mean(axis=1))


def _middle(values: Sequence[float] | np.ndarray) -> tuple[float, float]:
    low, high = np.percentile(values, [50 * (1 - SHARE), 50 * (1 + SHARE)])
    return float(low), float(high)
