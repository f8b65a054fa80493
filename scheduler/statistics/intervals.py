"""How sure a number is: intervals by resampling instances, and what repeated runs say of it.

Resampling is Efron's percentile bootstrap, the same for the same seed.

Replicas of one log are copies of it, shaken, with other draws for policies that draw.  Two policies are compared in
pairs, on the same copy with the same draws, because copies differ from each other more than policies do.  Intervals are
Student's for the mean of the values, or of the differences; what they tell is how far chance moves these numbers on
this log, not how they would be on another one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit

from scheduler.statistics.random_draws import stream

TIMES = 1_000  # resamples
SHARE = 0.95  # of the interval
SEED = 20_131  # of the resampling; it has nothing to do with the seeds of the instances


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


def samples(n: int, size: int, times: int = TIMES) -> np.ndarray:
    """[times, size] rows of n cases: samples of so many cases, as somebody else may have drawn them.

    Each is drawn from a resample of the n, so that what n cases leave open is in it, too.
    """
    random = stream(SEED)
    own = np.floor(random.random((times, n)) * n).astype(np.int64)
    return np.take_along_axis(own, np.floor(random.random((times, size)) * n).astype(np.int64), axis=1)


def place(drawn: np.ndarray, value: float) -> tuple[tuple[float, float], float]:
    """(ends of the central 95 % of a statistic of samples, percentile of a value among them: ties count half)."""
    return _middle(drawn), float(100 * ((drawn < value).mean() + (drawn == value).mean() / 2))


def place_of_maximum(values: np.ndarray, size: int, value: float) -> tuple[tuple[float, float | None], float]:
    """As place(), of the largest of so many cases by somebody else, exactly: resamples know nothing beyond our largest.

    That the k largest of all cases, theirs and ours, are ours has the probability C(n + size - k, size) / C(n + size,
    size), whatever they are distributed like.  The upper end is None where theirs may well be beyond all of ours.
    """
    n = len(values)
    above = np.concatenate(([1.0], np.cumprod([(n - i) / (n + size - i) for i in range(n)])))  # at least k of ours
    beyond = int((values > value).sum())
    rare = int(np.searchsorted(-above, -(1 - SHARE) / 2))  # as many of ours beyond theirs, or more, are rare
    low = float(np.sort(values)[-rare]) if rare <= n else float(values.min())
    high = None if 1 - above[1] > (1 - SHARE) / 2 else float(values.max())
    later = above[beyond + 1] if beyond < n else 0.0
    return (low, high), float(50 * (above[beyond] + later))


FEWEST = 3  # replicas below which there is no interval
ROUNDING = 1e-9  # relative: values this close are one value, rounded on the way


class Mean(NamedTuple):
    """The mean of a number over replicas; half: half of its 95 % interval, None below FEWEST replicas."""

    mean: float
    half: float | None
    replicas: int


class Difference(NamedTuple):
    """A number of one run minus that of another, replica by replica."""

    mean: float
    half: float | None
    replicas: int
    lower: int  # in how many of them it is lower
    higher: int

    @property
    def verdict(self) -> str:
        """lower | higher | same (0 is within the interval) | unknown (too few replicas)."""
        if self.half is None:
            return "unknown"
        if self.mean == 0 or abs(self.mean) <= self.half:
            return "same"
        return "lower" if self.mean < 0 else "higher"


def half_width(values: np.ndarray) -> float | None:
    """Half of the 95 % interval of the mean of independent values; None below FEWEST of them."""
    n = len(values)
    if n < FEWEST:
        return None
    return float(stdtrit(n - 1, (1 + SHARE) / 2) * values.std(ddof=1) / np.sqrt(n))


def leveled(values: np.ndarray, scale: float) -> np.ndarray:
    """The values; where they differ by no more than rounding does at that scale, the first of them throughout."""
    return np.full(len(values), values[0]) if np.ptp(values) <= ROUNDING * scale else values


def mean(values: Sequence[float | None]) -> Mean | None:
    """The mean of the replicas in which the number is defined; None where it is in none."""
    defined = np.array([value for value in values if value is not None], float)
    if not len(defined):
        return None
    defined = leveled(defined, float(np.abs(defined).max()))
    return Mean(float(defined.mean()), half_width(defined), len(defined))


def difference(values: Sequence[float | None], reference: Sequence[float | None]) -> Difference | None:
    """values - reference over the replicas in which both are defined; None where there is none."""
    pairs = [
        (one, other) for one, other in zip(values, reference, strict=True) if one is not None and other is not None
    ]
    if not pairs:
        return None
    both = np.array(pairs, float).T
    scale = float(np.abs(both).max())
    apart = both[0] - both[1]
    apart = leveled(np.where(np.abs(apart) <= ROUNDING * scale, 0.0, apart), scale)
    return Difference(
        float(apart.mean()), half_width(apart), len(apart), int((apart < 0).sum()), int((apart > 0).sum())
    )
