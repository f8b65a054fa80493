"""Gamma distributions by inversion: one uniform number for each value, so that draws never shift.

The inverse of the distribution function is scipy's; cut off above is exact, too: where others draw again until a value
is small enough, the uniform number is squeezed into the part of the distribution that is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import gammainc, gammaincinv


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


def hyper(first: Gamma, second: Gamma, share: np.ndarray, which: np.ndarray, uniform: np.ndarray,
          most: float = np.inf) -> np.ndarray:
    """[n] values of the first distribution with probability share [n], else of the second, all drawn again where above
    `most`: first and second then come with the probabilities they have below it.  which, uniform: [n] in [0, 1).
    """
    weight = share * first.below(most)
    total = weight + (1 - share) * second.below(most)
    return np.where(which * total < weight, first.drawn(uniform, most), second.drawn(uniform, most))
