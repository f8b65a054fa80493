"""From a workload and the parameters of the policy `slurm` to the arrays of its kernel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.adapters.rigid import rigid
from scheduler.adapters.slurm.limits import limits_of, outside_of
from scheduler.adapters.slurm.preemption import level_of, preemption_of, tables
from scheduler.adapters.slurm.reservations import maintenance_of, opening, reserved_of
from scheduler.adapters.slurm.setup import Setup, members, setup_of
from scheduler.engine.decision_log import Log
from scheduler.engine.rigid.space import FINISHED
from scheduler.engine.slurm.nodes import new_nodes
from scheduler.engine.slurm.passes import Cluster, Settings
from scheduler.engine.slurm.plan import new_plan
from scheduler.engine.slurm.queue import HIGHEST, Weights, new_queue
from scheduler.engine.slurm.sets import pack
from scheduler.engine.slurm.shares import decay_of, new_shares
from scheduler.kernels import slurm as kernel
from scheduler.model.table import Table
from scheduler.model.workload import Workload

FIRST_PRIORITY = 0xFFFF0000    # above that of the first job, under basic


def run_slurm(workload: Workload, params: Mapping[str, Any], control: np.ndarray, log: Log | None) -> dict[str, Table]:
    """placed, and segments where jobs were preempted; run again where more were than there was room for."""
    setup, runs = setup_of(workload, params), None
    while True:
        jobs, s, sessions = rigid(workload, control, plans=True)
        cluster = cluster_of(workload, setup, params, runs)
        kernel.run(jobs, s, sessions, cluster, settings_of(workload, params), log)
        stopped = cluster.preemption
        if stopped.count[0] <= len(stopped.job):
            return tables(workload, s, stopped)
        runs, control[FINISHED] = int(stopped.count[0]), 0
        if log is not None:
            log.count[:], log.last[:] = 0, -1


def _number(shares: int | None) -> float:
    return np.nan if shares is None else float(shares)


def shares_among_siblings(setup: Setup) -> np.ndarray:
    """[associations] shares over those of all siblings; inf of users that count as their account."""
    own = np.array([0.0, *(_number(one.shares) for one in setup.tree)])
    total = np.bincount(setup.parent[1:], np.nan_to_num(own[1:]), len(own))
    share = own.copy()
    above = total[setup.parent[1:]]
    share[1:] = np.divide(own[1:], above, out=np.zeros(len(above)), where=above > 0)
    share[np.isnan(own)] = np.inf
    return share


def initial_usage(setup: Setup) -> np.ndarray:
    """[associations] processor-seconds at the beginning: as said of users, and of accounts what their users have, or
    what is said of them if that is more."""
    usage = np.array([0.0, *(one.usage for one in setup.tree)])
    below = np.zeros(len(usage))
    for one in range(len(usage) - 1, 0, -1):
        usage[one] = max(usage[one], below[one])
        below[setup.parent[one]] += usage[one]
    usage[0] = below[0]
    return usage


# ---- priorities ------------------------------------------------------------------------------------------

def weights_of(workload: Workload, setup: Setup, params: Mapping[str, Any]) -> Weights:
    """What priorities are made of."""
    size = allotted(workload.jobs.processors, setup.sizes, params["whole_nodes"])
    usage = size * np.array([one.usage_factor for one in setup.qos])[setup.kind]
    multifactor = params["priority"] == "multifactor"
    fixed, at_first = (_weighted(fixed_factors(workload, setup, params, each), setup, params) if multifactor
                       else in_order(setup.nice) for each in (size, workload.jobs.processors))
    return Weights(multifactor, float(params["weight_age"]), float(params["weight_fairshare"]),
                   float(params["max_age"]), usage, fixed, at_first)


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


def fixed_factors(workload: Workload, setup: Setup, params: Mapping[str, Any], size: np.ndarray,
                  ) -> dict[str, np.ndarray]:
    """{what: [n] from 0 to 1} of what does not change of a job: its size (processors), partition and QOS."""
    highest = max(one.factor for one in setup.partitions)
    partition = np.array([one.factor / highest if highest else 0.0 for one in setup.partitions])[setup.partition]
    highest = max(one.priority for one in setup.qos)
    qos = np.array([one.priority / highest if highest else 0.0 for one in setup.qos])[setup.kind]
    return {"job_size": size_factor(workload, len(setup.sizes), params, size), "partition": partition, "qos": qos}


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


# ---- what the kernel is handed --------------------------------------------------------------------------------------

def cluster_of(workload: Workload, setup: Setup, params: Mapping[str, Any], runs: int | None = None) -> Cluster:
    """A machine at rest and an empty queue; runs: that may be stopped by preemption."""
    n, nodes = len(workload), len(setup.sizes)
    member = pack(np.stack([members(one, nodes) for one in setup.partitions]))
    user, share = np.array([False, *(one.is_user for one in setup.tree)]), shares_among_siblings(setup)
    kept, reserved = maintenance_of(workload, params, nodes), reserved_of(workload, setup, params)
    tier = np.array([one.tier for one in setup.partitions])[setup.partition]
    most = max(len(setup.partitions), workload.users, len(setup.parent))
    preemption = preemption_of(workload, setup, params, runs)
    outside = outside_of(workload, setup, opening(reserved))
    return Cluster(
        new_nodes(setup.sizes, n, params["whole_nodes"]), new_queue(level_of(setup, params), tier),
        new_plan(params["bf_max_job_test"] + 2, nodes),
        weights_of(workload, setup, params), new_shares(setup.parent, share, user, initial_usage(setup)),
        limits_of(workload, setup), outside._replace(any=outside.any or preemption.on),
        kept, reserved, preemption, setup.partition, member, setup.association,
        workload.jobs.user,
        np.full(len(setup.partitions), -1), np.zeros_like(member[0]), np.zeros_like(member[0]),
        np.zeros_like(member[0]),
        np.zeros((3, most), np.int64), np.zeros(n), np.zeros(n, bool), np.full(3, -np.inf), np.full(1, -np.inf))


def settings_of(workload: Workload, params: Mapping[str, Any]) -> Settings:
    """The parameters the passes go by."""
    p, begin = params, float(workload.jobs.submit.min())
    ticks = np.array([p["calc_period"], p["sched_interval"], p["bf_interval"]], float)
    return Settings(p["scheduler"] == "backfill", float(p["bf_resolution"]), 60.0 * p["bf_window"],
                    p["bf_max_job_test"], p["bf_max_job_start"], p["bf_max_job_part"], p["bf_max_job_user"],
                    p["bf_max_job_assoc"], float(p["bf_min_prio_reserve"]), float(p["bf_min_age_reserve"]),
                    float(p["release_window"]), p["default_queue_depth"], float(p["batch_sched_delay"]), ticks,
                    decay_of(p["half_life"]), p["usage_at_end"], p["fair_share"] == "fair_tree", float(p["damping"]),
                    begin + np.array([p["calc_offset"], 0.0, 0.0]), -float(workload.platform.second_0 or 0))
