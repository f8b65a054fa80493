"""What the priorities of the policy `slurm` are made of, as its parameters say: all but age and fair share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.model.workload import Workload
from scheduler.topics.slurm.adapters.limits import inherited
from scheduler.topics.slurm.adapters.memory import memory_of
from scheduler.topics.slurm.adapters.setup import Setup, members
from scheduler.topics.slurm.engine.memory import ALL
from scheduler.topics.slurm.engine.queue import HIGHEST, Weights

FIRST_PRIORITY = 0xFFFF0000  # above that of the first job, under basic


def weights_of(workload: Workload, setup: Setup, params: Mapping[str, Any]) -> Weights:
    """What priorities are made of."""
    size = allotted(workload.jobs.processors, setup.sizes, params["whole_nodes"])
    usage = size * np.array([one.usage_factor for one in setup.qos])[setup.kind]
    multifactor = params["priority"] == "multifactor"
    fixed, at_first = (
        _weighted(fixed_factors(workload, setup, params, each), setup, params) if multifactor else in_order(setup.nice)
        for each in (size, workload.jobs.processors)
    )
    return Weights(
        multifactor,
        float(params["weight_age"]),
        float(params["weight_fairshare"]),
        float(params["max_age"]),
        usage,
        fixed,
        at_first,
    )


def _weighted(factors: Mapping[str, np.ndarray], setup: Setup, params: Mapping[str, Any]) -> np.ndarray:
    """[n] f8, the sum of the weighted factors less the nice values."""
    return np.asarray(sum(params[f"weight_{name}"] * factor for name, factor in factors.items()) - setup.nice, float)


def allotted(size: np.ndarray, nodes: np.ndarray, whole: bool) -> np.ndarray:
    """[n] f8 processors that jobs of a size have while they run: where nodes are given whole, those of as many nodes of
    mean size as have enough; nodes: [nodes] processors."""
    return np.ceil(size / nodes.mean()) * nodes.mean() if whole else size.astype(float)


def in_order(nice: np.ndarray) -> np.ndarray:
    """[n] priorities under basic: each is 1 below the lowest so far, less its nice value; all 1 without nice values."""
    if not nice.any():
        return np.ones(len(nice))
    result, lowest = np.zeros(len(nice)), float(FIRST_PRIORITY)
    for row, value in enumerate(nice.tolist()):
        result[row] = min(max(lowest - 1 - value, 1), HIGHEST)
        lowest = min(lowest, result[row])
    return result


def fixed_factors(
    workload: Workload, setup: Setup, params: Mapping[str, Any], size: np.ndarray
) -> dict[str, np.ndarray]:
    """{what: [n] from 0 to 1} of what does not change of a job: its size (processors), partition, QOS, association
    and resources."""
    highest = max(one.factor for one in setup.partitions)
    partition = np.array([one.factor / highest if highest else 0.0 for one in setup.partitions])[setup.partition]
    highest = max(one.priority for one in setup.qos)
    qos = np.array([one.priority / highest if highest else 0.0 for one in setup.qos])[setup.kind]
    return {
        "job_size": size_factor(workload, len(setup.sizes), params, size),
        "partition": partition,
        "qos": qos,
        "association": association_factor(setup),
        **tres_factors(workload, setup, params),
    }


def association_factor(setup: Setup) -> np.ndarray:
    """[n] from 0 to 1: the priority of the user or of the next account above that has one, over the highest."""
    own = np.array([0 if one is None else one for one in inherited(setup, "priority")])
    return own[setup.association] / max(own.max(), 1)


def tres_factors(workload: Workload, setup: Setup, params: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """{resource: [n] from 0 to 1}: what a job asks for of a resource, over what its partition has."""
    inside = np.stack([members(one, len(setup.sizes)) for one in setup.partitions])
    memory, size = memory_of(setup, params), workload.jobs.processors
    factors = {
        "tres_cpu": size / (inside @ setup.sizes)[setup.partition],
        "tres_node": 1 / inside.sum(axis=1)[setup.partition],
        "tres_memory": np.zeros(len(size)),
    }
    if memory.counts:
        asked = size * memory.per_processor + np.where(memory.per_node == ALL, memory.size.min(), memory.per_node)
        factors["tres_memory"] = asked / (inside @ memory.size)[setup.partition]
    return factors


def size_factor(workload: Workload, nodes: int, params: Mapping[str, Any], size: np.ndarray) -> np.ndarray:
    """[n] from 0 to 1: the mean of the shares of nodes (a job asks for one at least) and of processors that a job has.

    Relative to time it is processors over the time asked for, in minutes.
    """
    processors = workload.platform.processors
    if params["size_by_time"]:
        factor = np.maximum(size, processors / nodes) / np.maximum(workload.jobs.requested_time // 60, 1) / processors
        return np.clip(1 - factor if params["favor_small"] else factor, 0, 1)
    if params["favor_small"]:
        return np.clip(((nodes - 1) / nodes + (processors - size) / processors) / 2, 0, 1)
    return np.clip((1 / nodes + size / processors) / 2, 0, 1)
