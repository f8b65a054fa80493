"""Draws of the small experiments on sections 4 and 7, and the mean of what is measured of them.

Draw i of an experiment with seed S has the seed S x 1,000,000 + i.
"""

from __future__ import annotations

import numpy as np

from scheduler.statistics.intervals import interval_of_mean
from scheduler.topics.papers.experiments import Measured, Part

SPREAD = 1_000_000  # between the seeds of two experiments
TOGETHER = 5  # draws of a part
JUDGED = 20  # draws from which a sentence is judged


def parts_of(experiment: str, draws: int, seed: int) -> list[Part]:
    """The draws of an experiment, TOGETHER in a part."""
    return [
        {
            "do": experiment,
            "seed": seed * SPREAD + first,
            "count": min(TOGETHER, draws - first),
            "label": f"draws {first + 1} to {min(first + TOGETHER, draws)} of {draws}",
        }
        for first in range(0, draws, TOGETHER)
    ]


def seeds(part: Part) -> range:
    """The seeds of the draws of a part."""
    return range(part["seed"], part["seed"] + part["count"])


def mean(name: str, values: np.ndarray, unit: str = "") -> Measured:
    """The mean over draws [n], with its interval (95 %, draws resampled)."""
    low, high = interval_of_mean(values)
    return Measured(name, float(values.mean()), low, high, unit)
