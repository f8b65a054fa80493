"""Random numbers that stay the same: every distribution made here from PCG64's `random()` alone.

numpy promises the stream of its bit generators, not the algorithms of its distributions; a trace named by generator,
parameters and seed has to be the same years later.  Each function takes the generator and a count and uses a fixed
number of draws per value, so a changed parameter does not shift the draws of the others.
"""

from __future__ import annotations

import numpy as np


def stream(seed: int) -> np.random.Generator:
    """The generator of a seed (any whole number from 0)."""
    return np.random.Generator(np.random.PCG64(seed))


def whole(random: np.random.Generator, low: np.ndarray | int, high: np.ndarray | int, n: int) -> np.ndarray:
    """[n] i8: uniform whole numbers low..high, both ends included; the ends may differ per value."""
    width = np.asarray(high) - np.asarray(low) + 1
    return np.asarray(low) + np.floor(random.random(n) * width).astype(np.int64)


def exponential(random: np.random.Generator, mean: float, n: int) -> np.ndarray:
    """[n] f8: exponential with that mean, by inversion."""
    return -mean * np.log1p(-random.random(n))


def normal(random: np.random.Generator, n: int) -> np.ndarray:
    """[n] f8: standard normal, by the cosine half of Box and Muller (1958)."""
    radius = np.sqrt(-2 * np.log1p(-random.random(n)))
    return radius * np.cos(2 * np.pi * random.random(n))


def lognormal(random: np.random.Generator, mean: float, sigma: float, n: int) -> np.ndarray:
    """[n] f8: lognormal with that mean; sigma is the standard deviation of its logarithm."""
    return mean * np.exp(sigma * normal(random, n) - sigma**2 / 2)


def seconds(values: np.ndarray) -> np.ndarray:
    """[n] i8: durations as whole seconds, at least 1."""
    return np.maximum(1, np.rint(values)).astype(np.int64)
