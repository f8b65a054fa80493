"""SplitMix64 (Steele, Lea and Flood 2014): 64 bits of state, the same draws on every machine and version."""

from __future__ import annotations

import numpy as np

from scheduler.compiled import part

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
A, B, C, UNUSED = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)
UNIT = 2.0**-53


def new_stream(seed: int) -> np.ndarray:
    """[1] u8: a stream of draws; seed: 0..2**64-1."""
    return np.array([seed], np.uint64)


@part
def draw(stream):
    """The next number, uniform in [0, 1)."""
    stream[0] += STEP
    z = stream[0]
    z = (z ^ (z >> A)) * FIRST
    z = (z ^ (z >> B)) * SECOND
    z ^= z >> C
    return np.float64(z >> UNUSED) * UNIT
