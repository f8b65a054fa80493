"""How much faster a task runs on more processors: speed-up laws, and the table of runtimes that follows from one.

A moldable task of t seconds on one processor takes t / S(q) on q.  What the literature takes for granted is made to
hold exactly: more processors never take longer, and never do less work.

Sources: Amdahl 1967; Downey 1997, A parallel workload model and its implications for processor allocation; the formula
of steps from Dutot, Eyraud, Mounié and Trystram 2005, section 6.1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

MILLISECONDS = 1_000  # of a second


class Law(NamedTuple):
    """A speed-up law: what its numbers are called, where they may lie, and S(q) for q = 1..m."""

    numbers: tuple[str, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    speedup: Callable[..., np.ndarray]  # (m, *numbers) -> [m]


def amdahl(m: int, sequential: float) -> np.ndarray:
    """[m]: a share of the work, 0..1, runs on one processor only."""
    return 1 / (sequential + (1 - sequential) / np.arange(1, m + 1))


def downey(m: int, average: float, sigma: float) -> np.ndarray:
    """[m]: parallelism of that average (at least 1), which varies the more the larger sigma (0: not at all) is."""
    n, a = np.arange(1.0, m + 1), average
    if sigma <= 1:
        low, high = a * n / (a + sigma / 2 * (n - 1)), a * n / (sigma * (a - 0.5) + n * (1 - sigma / 2))
        return np.where(n <= a, low, np.where(n <= 2 * a - 1, high, a))
    rising = n * a * (sigma + 1) / (sigma * (n + a - 1) + a)
    return np.where(n <= a + a * sigma - sigma, rising, a)


def steps(m: int, x: float | np.ndarray) -> np.ndarray:
    """[m]: p(j) = p(j-1) (x + j) / (1 + j) for j = 2..m; x: in [0, 1], one for all steps or [m - 1].

    x near 0 is a task that uses processors well, x near 1 one that hardly does: one x for all steps gives a speed-up
    of Gamma(x + 2) / 2 times about j^(1 - x).  The paper's text calls x around 0.9 "highly parallel", which its own
    formula contradicts: 0.1 is.
    """
    j = np.arange(2.0, m + 1)
    return np.concatenate(([1.0], np.cumprod((1 + j) / (x + j))))


LAWS = {
    "amdahl": Law(("sequential share",), (0.0,), (1.0,), amdahl),
    "downey": Law(("average parallelism", "sigma"), (1.0, 0.0), (1e9, 1e9), downey),
    "steps": Law(("x",), (0.0,), (1.0,), steps),
}


def runtimes(sequential: float, speedup: np.ndarray) -> np.ndarray:
    """[m] s on 1..m processors, the first as given, none below 1 ms; sequential: s; speedup: [m], the first 1."""
    shortest = min(sequential, 1 / MILLISECONDS)
    runtime = np.append(sequential, np.maximum(sequential / speedup[1:], shortest))
    return monotone(runtime, np.arange(1, len(runtime) + 1))


def in_milliseconds(sequential: float, speedup: np.ndarray) -> np.ndarray:
    """[m] s as runtimes(), to be written down: whole milliseconds where work does not fall by that."""
    runtime = np.append(sequential, np.rint(sequential / speedup[1:] * MILLISECONDS) / MILLISECONDS)
    return monotone(runtime, np.arange(1, len(runtime) + 1))


def monotone(runtime: np.ndarray, processors: np.ndarray) -> np.ndarray:
    """[k] s: runtimes on so many processors [k] (rising), changed as little as needed: never longer, no less work.

    A longer runtime than on fewer processors becomes theirs; one with less work is raised until it has exactly as much.
    Exactly, for roundings would add up: of a task that takes 1,000 / q s on q processors, in whole milliseconds, each
    would be raised a little above the one before it, by 1 % in all on 200.
    """
    lengths, many = runtime.tolist(), processors.tolist()
    for i in range(1, len(lengths)):
        before, least = lengths[i - 1], lengths[i - 1] * many[i - 1] / many[i]
        if lengths[i] < least * (1 - 1e-12):
            lengths[i] = least
        lengths[i] = min(lengths[i], before)
    return np.array(lengths)
