"""Memory of the tasks of a job, drawn in tenths of a node.

Source: Casanova, Stillwell and Vivien 2011, section 5.3.2, after Setia et al. 1999.
"""

from __future__ import annotations

import numpy as np

SMALL = 0.55  # share of jobs whose tasks have the smallest memory
STEPS = 10  # memory is 1/10, 2/10, ... 10/10 of a node


def tenths(uniform: np.ndarray) -> np.ndarray:
    """[n] i8: memory of the model in tenths of a node, 1 with probability SMALL, else 2..10; one draw for each."""
    each = (1 - SMALL) / (STEPS - 1)
    others = 2 + np.floor((uniform - SMALL) / each).astype(np.int64)
    return np.where(uniform < SMALL, 1, np.clip(others, 2, STEPS))
