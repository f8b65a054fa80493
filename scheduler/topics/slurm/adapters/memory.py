"""Memory of nodes and what jobs ask for, as the parameters of the policy `slurm` say it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.errors import Unsupported
from scheduler.topics.slurm.adapters.setup import UNTOLD, Setup
from scheduler.topics.slurm.engine.memory import ALL, Memory, new_memory, no_memory
from scheduler.topics.slurm.files import records
from scheduler.wording import counted


def memory_of(setup: Setup, params: Mapping[str, Any]) -> Memory:
    """Memory of nodes at rest; one that does not count where the parameters do not tell what nodes have.

    Raises Unsupported where they tell it of more or fewer nodes than there are.
    """
    if not params["node_memory"]:
        return no_memory()
    sizes = np.array(records.node_memory(params["node_memory"]), np.int64)
    if len(sizes) != len(setup.sizes):
        raise Unsupported(
            f"node_memory tells the memory of {counted(len(sizes), 'node')}, and the number of nodes is "
            f"{len(setup.sizes):,}; "
            "give it of all nodes, in their order."
        )
    return new_memory(sizes, *asked_for(setup, params), int(setup.sizes.sum()))


def asked_for(setup: Setup, params: Mapping[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """([n] MB for each processor, [n] MB on each node); ALL of jobs that ask for 0, or do not say without a default."""
    each, on_node = setup.memory.copy(), setup.node_memory.copy()
    untold = (each == UNTOLD) & (on_node == UNTOLD)
    of_processor, of_node = params["memory_per_processor"], params["memory_per_node"]
    each[untold] = UNTOLD if of_processor is None else of_processor
    on_node[untold & (each == UNTOLD)] = of_node or 0
    return np.maximum(each, 0), np.where((each == 0) | (on_node == 0), ALL, np.maximum(on_node, 0))


def most_processors(memory: Memory, sizes: np.ndarray, job: int) -> np.ndarray:
    """[nodes] processors that a job could have of each node if nothing ran."""
    if not memory.counts:
        return sizes
    each, on_node = memory.per_processor[job], memory.per_node[job]
    most = np.minimum(sizes, memory.size // each) if each > 0 else sizes
    return np.where(memory.size >= on_node, most, 0)
