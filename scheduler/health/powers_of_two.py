"""Sizes that are all powers of two: what the machine allowed, not what programs need."""

import numpy as np

from scheduler.health import Evidence, Finding
from scheduler.health.archive.log_facts import Log

FEWEST = 100  # jobs


def look(log: Log) -> Evidence | None:
    """Whether every job has 1, 2, 4, 8 ... processors, and not all the same number."""
    size = log.size[log.usable]
    if len(size) < FEWEST or len(np.unique(size)) < 2 or not is_power(size).all():
        return None
    return Evidence(f"All sizes are powers of two, from {size.min():,.0f} to {size.max():,.0f} processors.")


def is_power(size: np.ndarray) -> np.ndarray:
    """[n] bool: 1, 2, 4 ..., whole numbers only."""
    return np.frexp(size)[0] == 0.5


FINDING = Finding(
    "powers_of_two",
    "Sizes are powers of two",
    70,
    "They fit together without gaps: backfilling finds less to do than on machines that take any size.",
    look,
    level="info",
)
