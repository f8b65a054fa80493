"""Random numbers that stay the same: every distribution made here from PCG64's `random()` alone.

numpy promises the stream of its bit generators, not the algorithms of its distributions; a trace named by generator,
parameters and seed has to be the same years later.  Each function takes the generator and a count and uses a fixed
number of draws per value, so a changed parameter does not shift the draws of the others.

Gamma distributions are drawn by inversion, with scipy's inverse of the distribution function.  Cut off above is exact,
too: where others draw again until a value is small enough, the uniform number is squeezed into the part of the
distribution that is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import gammainc, gammaincinv


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


class Gamma(NamedTuple):
    """The gamma distribution of mean shape x scale."""

    shape: float
    scale: float

    def below(self, value: np.ndarray | float) -> np.ndarray:
        """Probability of at most that value (at least 0)."""
        return gammainc(self.shape, np.asarray(value) / self.scale)

    def drawn(self, uniform: np.ndarray, most: float = np.inf) -> np.ndarray:
        """[n] values at most `most` of [n] uniform numbers in [0, 1)."""
        return self.scale * gammaincinv(self.shape, uniform * self.below(most))


def hyper(
    first: Gamma, second: Gamma, share: np.ndarray, which: np.ndarray, uniform: np.ndarray, most: float = np.inf
) -> np.ndarray:
    """[n] values of the first distribution with probability share [n], else of the second, all drawn again where above
    `most`: first and second then come with the probabilities they have below it.  which, uniform: [n] in [0, 1).
    """
    weight = share * first.below(most)
    total = weight + (1 - share) * second.below(most)
    return np.where(which * total < weight, first.drawn(uniform, most), second.drawn(uniform, most))
