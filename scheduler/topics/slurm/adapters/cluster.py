"""From a workload and the parameters of the policy `slurm` to the arrays of its kernel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.adapters.rigid import rigid
from scheduler.engine.decision_log import Log
from scheduler.engine.rigid.space import FINISHED
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.topics.slurm.adapters.limits import limits_of, outside_of
from scheduler.topics.slurm.adapters.memory import memory_of
from scheduler.topics.slurm.adapters.preemption import level_of, preemption_of, tables
from scheduler.topics.slurm.adapters.priorities import weights_of
from scheduler.topics.slurm.adapters.reservations import maintenance_of, opening, reserved_of, stoppable
from scheduler.topics.slurm.adapters.resets import resets_of
from scheduler.topics.slurm.adapters.setup import Setup, members, setup_of
from scheduler.topics.slurm.engine.nodes import new_nodes
from scheduler.topics.slurm.engine.passes import Cluster, Settings
from scheduler.topics.slurm.engine.plan import new_plan
from scheduler.topics.slurm.engine.queue import new_queue
from scheduler.topics.slurm.engine.sets import pack
from scheduler.topics.slurm.engine.shares import decay_of, new_shares
from scheduler.topics.slurm.kernels import slurm as kernel


def run_slurm(workload: Workload, params: Mapping[str, Any], control: np.ndarray, log: Log | None) -> dict[str, Table]:
    """placed, and segments where jobs were stopped; run again where more were than there was room for."""
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


# ---- what the kernel is handed --------------------------------------------------------------------------------------


def cluster_of(workload: Workload, setup: Setup, params: Mapping[str, Any], runs: int | None = None) -> Cluster:
    """A machine at rest and an empty queue; runs: that may be stopped by preemption."""
    n, nodes = len(workload), len(setup.sizes)
    member = pack(np.stack([members(one, nodes) for one in setup.partitions]))
    user, share = np.array([False, *(one.is_user for one in setup.tree)]), shares_among_siblings(setup)
    kept, reserved = maintenance_of(workload, params, nodes), reserved_of(workload, setup, params)
    tier = np.array([one.tier for one in setup.partitions])[setup.partition]
    most = max(len(setup.partitions), workload.users, len(setup.parent))
    preemption = preemption_of(workload, setup, params, stoppable(reserved), runs)
    outside = outside_of(workload, setup, opening(reserved))
    return Cluster(
        new_nodes(setup.sizes, n, params["whole_nodes"], memory_of(setup, params)),
        new_queue(level_of(setup, params), tier),
        new_plan(params["bf_max_job_test"] + 2, nodes),
        weights_of(workload, setup, params),
        new_shares(setup.parent, share, user, initial_usage(setup)),
        limits_of(workload, setup),
        outside._replace(any=outside.any or preemption.on),
        kept,
        reserved,
        preemption,
        setup.partition,
        member,
        setup.association,
        workload.jobs.user,
        np.full(len(setup.partitions), -1),
        np.zeros_like(member[0]),
        np.zeros_like(member[0]),
        np.zeros_like(member[0]),
        np.zeros((3, most), np.int64),
        np.zeros(n),
        np.zeros(n, bool),
        np.full(3, -np.inf),
        np.full(1, -np.inf),
    )


def settings_of(workload: Workload, params: Mapping[str, Any]) -> Settings:
    """The parameters the passes go by."""
    p, begin = params, float(workload.jobs.submit.min())
    ticks = np.array([p["calc_period"], p["sched_interval"], p["bf_interval"]], float)
    return Settings(
        p["scheduler"] == "backfill",
        float(p["bf_resolution"]),
        60.0 * p["bf_window"],
        p["bf_max_job_test"],
        p["bf_max_job_start"],
        p["bf_max_job_part"],
        p["bf_max_job_user"],
        p["bf_max_job_assoc"],
        float(p["bf_min_prio_reserve"]),
        float(p["bf_min_age_reserve"]),
        float(p["release_window"]),
        p["default_queue_depth"],
        float(p["batch_sched_delay"]),
        ticks,
        decay_of(p["half_life"]),
        p["usage_at_end"],
        p["fair_share"] == "fair_tree",
        float(p["damping"]),
        begin + np.array([p["calc_offset"], 0.0, 0.0]),
        -float(workload.platform.second_0 or 0),
        resets_of(workload, params, begin + p["calc_offset"]),
    )
