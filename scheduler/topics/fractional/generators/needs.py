"""CPU need and memory of the tasks of generated jobs, as dfrs-2011 has them in section 5.3.2."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.generators import Added, Addition
from scheduler.model.trace import NEEDS
from scheduler.params import Param
from scheduler.topics.fractional.preparation.resource_needs import STEPS, tenths

PERCENT = 100


def add(random: np.random.Generator, columns: Mapping[str, np.ndarray], params: Mapping[str, Any]) -> Added | None:
    """Fields 6 and 10; the one task of a job of one task keeps a core of its node busy, all others the whole node."""
    if not params.get("needs"):
        return None
    size, cores = columns["requested_processors"], int(params["cores"])
    parts = math.lcm(PERCENT, cores)
    memory = tenths(random.random(len(size))) * (parts // STEPS)
    note = (
        f"Fields 6 and 10 are CPU need and memory of each of a job's tasks, in parts of a node, of which {NEEDS} says "
        "how many there are; field 8 is the number of tasks, MaxProcs that of nodes."
    )
    need = np.where(size == 1, parts // cores, parts)
    return Added({"average_cpu_time": need, "requested_memory": memory}, ((NEEDS, str(parts)),), (note,))


ADDITION = Addition(
    "needs",
    (
        Param("needs", False, help="also the CPU need and the memory of each job's tasks, for nodes that jobs share"),
        Param("cores", 4, 1, 10_000, "cores", "needs: cores of a node, one of which a job of one task keeps busy"),
    ),
    add,
)
