"""From a workload and the parameters of the policy `slurm` to the arrays of its kernel.

Numbers of the log decide where a job belongs: field 16 its partition, field 15 its QOS, 13 its account, 12 its user.
What the parameters do not name has no limits: a partition of all nodes, a QOS of priority 0, an account with one share.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from scheduler.adapters.rigid import placed, rigid
from scheduler.durations import human
from scheduler.engine import decision_log as log_rules
from scheduler.engine.decision_log import Log
from scheduler.engine.slurm.limits import UNLIMITED, Limits, no_limits
from scheduler.engine.slurm.nodes import new_nodes
from scheduler.engine.slurm.passes import Cluster, Settings
from scheduler.engine.slurm.plan import new_plan
from scheduler.engine.slurm.queue import Weights, new_queue
from scheduler.engine.slurm.sets import pack
from scheduler.engine.slurm.shares import decay_of, new_shares
from scheduler.errors import Unsupported
from scheduler.kernels import slurm as kernel
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.slurm import records
from scheduler.slurm.records import ROOT, Association, Partition, Qos

MOST_ALIKE = 4_096      # nodes that a machine is divided into where nothing tells them


class Setup(NamedTuple):
    """The texts of the parameters, read, and where each job belongs."""

    sizes: np.ndarray                   # [nodes] i8, processors of each
    partitions: tuple[Partition, ...]
    partition: np.ndarray               # [n] i8, place in `partitions`
    qos: tuple[Qos, ...]
    kind: np.ndarray                    # [n] i8, place in `qos`
    tree: tuple[Association, ...]       # without the root, which is association 0
    parent: np.ndarray                  # [associations] i8
    association: np.ndarray             # [n] i8


def run_slurm(workload: Workload, params: Mapping[str, Any], control: np.ndarray, log: Log | None) -> dict[str, Table]:
    """placed."""
    setup = setup_of(workload, params)
    jobs, s, sessions = rigid(workload, control, plans=True)
    cluster = cluster_of(workload, setup, params)
    kernel.run(jobs, s, sessions, cluster, settings_of(workload, params), log)
    return {"placed": placed(workload, s.submit, s.start, s.backfilled)}


def setup_of(workload: Workload, params: Mapping[str, Any]) -> Setup:
    """Read the texts; raises ParamError for one that does not read, Unsupported for nodes that there are not."""
    jobs = workload.jobs
    sizes = node_sizes(params["nodes"] or "", workload.platform.processors)
    parts, partition = _numbered(records.partitions(params["partitions"] or ""), jobs.partition, Partition)
    kinds, kind = _numbered(records.qos(params["qos"] or ""), jobs.queue, Qos)
    for one in parts:
        last = max((last for _, last in one.nodes), default=0)
        if last > len(sizes):
            raise Unsupported(f"Partition {one.name or one.number} has nodes up to {last:,}, and there are "
                              f"{len(sizes):,}; change its nodes, or those of the machine (nodes).")
    tree, parent, association = _tree(records.accounts(params["accounts"] or ""), jobs)
    return Setup(sizes, parts, partition, kinds, kind, tree, parent, association)


def node_sizes(text: str, processors: int) -> np.ndarray:
    """[nodes] processors of each; where the text is empty each processor is a node, or at most MOST_ALIKE nodes."""
    if text:
        sizes = np.array(records.node_sizes(text), np.int64)
        if sizes.sum() != processors:
            raise Unsupported(f"The nodes {text[:40]} have {sizes.sum():,} processors together, and the machine has "
                              f"{processors:,}; change one of them.")
        return sizes
    each = -(-processors // MOST_ALIKE)
    nodes = -(-processors // each)
    return np.array([each] * (nodes - 1) + [processors - each * (nodes - 1)], np.int64)


def _numbered(listed: tuple, numbers: np.ndarray, make: Any) -> tuple[tuple, np.ndarray]:
    """(those listed and what jobs have beside them, the place of each job's in that)."""
    place = {one.number: at for at, one in enumerate(listed)}
    distinct, which = np.unique(numbers, return_inverse=True)
    others = tuple(make(int(number)) for number in distinct if int(number) not in place)
    place |= {one.number: len(listed) + at for at, one in enumerate(others)}
    return (*listed, *others), np.array([place[number] for number in distinct.tolist()], np.int64)[which.reshape(-1)]


# ---- the tree of accounts -------------------------------------------------------------------------------------------

def _tree(listed: tuple[Association, ...], jobs: Table) -> tuple[tuple[Association, ...], np.ndarray, np.ndarray]:
    """(associations, their parents, the one of each job): those listed, and what jobs have besides."""
    tree = list(listed)
    account = {one.number: one.account for one in tree if not one.is_user and one.number >= 0}
    names = {one.account for one in tree if not one.is_user}
    by_user: dict[int, list[str]] = {}
    added: dict[int, str] = {}
    place: dict[tuple[str, int], int] = {}
    for at, one in enumerate(tree, 1):
        if one.is_user:
            place[one.account, one.number] = at
            by_user.setdefault(one.number, []).append(one.account)
    groups, group_of = np.unique(jobs.group, return_inverse=True)
    users, user_of = np.unique(jobs.user_id, return_inverse=True)
    pairs, of = np.unique(group_of.reshape(-1) * len(users) + user_of.reshape(-1), return_inverse=True)
    of_pair = np.zeros(len(pairs), np.int64)
    for pair, (group, user) in enumerate(zip(groups[pairs // max(len(users), 1)].tolist(),
                                             users[pairs % max(len(users), 1)].tolist(), strict=True)):
        name = account.get(group) or (by_user[user][0] if len(by_user.get(user, ())) == 1 else added.get(group))
        if name is None:
            name = added[group] = f"group.{group}" if f"group.{group}" not in names else f"group.{group}.log"
            tree.append(Association(name, ROOT, False, group))
        if (name, user) not in place:
            tree.append(Association(name, name, True, user))
            place[name, user] = len(tree)
        of_pair[pair] = place[name, user]
    places = {one.account: number for number, one in enumerate(tree, 1) if not one.is_user} | {ROOT: 0}
    return tuple(tree), np.array([-1, *(places[one.parent] for one in tree)], np.int64), of_pair[of.reshape(-1)]


def _number(shares: int | None) -> float:
    return np.nan if shares is None else float(shares)


def _share(setup: Setup) -> np.ndarray:
    """[associations] shares over those of all siblings; inf of users that count as their account."""
    own = np.array([0.0, *(_number(one.shares) for one in setup.tree)])
    total = np.bincount(setup.parent[1:], np.nan_to_num(own[1:]), len(own))
    share = own.copy()
    above = total[setup.parent[1:]]
    share[1:] = np.divide(own[1:], above, out=np.zeros(len(above)), where=above > 0)
    share[np.isnan(own)] = np.inf
    return share


def _usage(setup: Setup) -> np.ndarray:
    """[associations] processor-seconds at the beginning: as said of users, and of accounts what their users have, or
    what is said of them if that is more."""
    usage = np.array([0.0, *(one.usage for one in setup.tree)])
    below = np.zeros(len(usage))
    for one in range(len(usage) - 1, 0, -1):
        usage[one] = max(usage[one], below[one])
        below[setup.parent[one]] += usage[one]
    usage[0] = below[0]
    return usage


# ---- priorities and limits ------------------------------------------------------------------------------------------

def weights_of(workload: Workload, setup: Setup, params: Mapping[str, Any]) -> Weights:
    """What priorities are made of."""
    factors = fixed_factors(workload, setup, params)
    fixed = sum(params[f"weight_{name}"] * factor for name, factor in factors.items())
    usage = np.array([one.usage_factor for one in setup.qos])[setup.kind]
    return Weights(params["priority"] == "multifactor", float(params["weight_age"]), float(params["weight_fairshare"]),
                   float(params["max_age"]), usage, fixed + np.zeros(len(workload)))


def fixed_factors(workload: Workload, setup: Setup, params: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """{what: [n] from 0 to 1} of what does not change of a job: its size, partition and QOS."""
    highest = max(one.factor for one in setup.partitions)
    partition = np.array([one.factor / highest if highest else 0.0 for one in setup.partitions])[setup.partition]
    highest = max(one.priority for one in setup.qos)
    qos = np.array([one.priority / highest if highest else 0.0 for one in setup.qos])[setup.kind]
    return {"job_size": size_factor(workload, len(setup.sizes), params), "partition": partition, "qos": qos}


def size_factor(workload: Workload, nodes: int, params: Mapping[str, Any]) -> np.ndarray:
    """[n] from 0 to 1: the mean of the shares of nodes (a job asks for one at least) and of processors that a job has.

    Relative to time it is processors over the time asked for, in minutes.
    """
    size, processors = workload.jobs.processors.astype(float), workload.platform.processors
    if params["size_by_time"]:
        factor = np.maximum(size, processors / nodes) / np.maximum(workload.jobs.requested_time // 60, 1) / processors
        return np.clip(1 - factor if params["favor_small"] else factor, 0, 1)
    if params["favor_small"]:
        return np.clip(((nodes - 1) / nodes + (processors - size) / processors) / 2, 0, 1)
    return np.clip((1 / nodes + size / processors) / 2, 0, 1)


def limits_of(workload: Workload, setup: Setup) -> Limits:
    """The counters of all limits that there are, and those of each job."""
    jobs, rows = workload.jobs, _Counters(len(workload))
    for at, one in enumerate(setup.qos):
        mine = np.flatnonzero(setup.kind == at)
        rows.add(mine, np.zeros(len(mine)), one.group_processors, one.group_jobs,
                 log_rules.SLURM_QOS_CPU, log_rules.SLURM_QOS_JOBS)
        rows.add(mine, jobs.user[mine], one.user_processors, one.user_jobs,
                 log_rules.SLURM_QOS_USER_CPU, log_rules.SLURM_QOS_USER_JOBS)
        rows.add(mine, setup.parent[setup.association[mine]], one.account_processors, one.account_jobs,
                 log_rules.SLURM_QOS_ACCOUNT_CPU, log_rules.SLURM_QOS_ACCOUNT_JOBS)
    for at, entry in enumerate(setup.tree, 1):
        if entry.group_processors is not None or entry.group_jobs is not None:
            mine = np.flatnonzero(_below(setup, at)[setup.association])
            rows.add(mine, np.zeros(len(mine)), entry.group_processors, entry.group_jobs,
                     log_rules.SLURM_ACCOUNT_CPU, log_rules.SLURM_ACCOUNT_JOBS)
    return rows.limits()


def _below(setup: Setup, top: int) -> np.ndarray:
    """[associations] whether each is `top` or below it."""
    inside = np.zeros(len(setup.parent), bool)
    inside[top] = True
    for one in range(1, len(inside)):
        inside[one] |= inside[setup.parent[one]]
    return inside


class _Counters:
    """Limits while they are put together."""

    def __init__(self, jobs: int):
        self.jobs, self.count = jobs, 0
        self.job: list[np.ndarray] = []
        self.counter: list[np.ndarray] = []
        self.most: list[tuple[int, int, int, int]] = []

    def add(self, jobs: np.ndarray, whose: np.ndarray, processors: int | None, most_jobs: int | None,
            by_processors: int, by_jobs: int) -> None:
        """A counter for each of `whose` among these jobs, where something is limited."""
        if (processors is None and most_jobs is None) or not len(jobs):
            return
        names, of = np.unique(whose, return_inverse=True)
        self.job.append(jobs)
        self.counter.append(of.reshape(-1) + self.count)
        row = (UNLIMITED if processors is None else processors, UNLIMITED if most_jobs is None else most_jobs,
               by_processors, by_jobs)
        self.most += [row] * len(names)
        self.count += len(names)

    def limits(self) -> Limits:
        """The arrays, rows of a job in the order in which they were added."""
        if not self.count:
            return no_limits(self.jobs)
        job, counter = np.concatenate(self.job), np.concatenate(self.counter).astype(np.int64)
        order = np.argsort(job, kind="stable")
        most = np.array(self.most, np.int64)
        return Limits(np.searchsorted(job[order], np.arange(self.jobs + 1)), counter[order],
                      np.zeros(self.count, np.int64), np.zeros(self.count, np.int64), most[:, 0].copy(),
                      most[:, 1].copy(), most[:, 2:].copy())


# ---- what the kernel is handed --------------------------------------------------------------------------------------

def cluster_of(workload: Workload, setup: Setup, params: Mapping[str, Any]) -> Cluster:
    """A machine at rest and an empty queue."""
    n, nodes = len(workload), len(setup.sizes)
    member = pack(np.stack([_members(one, nodes) for one in setup.partitions]))
    user, share = np.array([False, *(one.is_user for one in setup.tree)]), _share(setup)
    tier = np.array([one.tier for one in setup.partitions])[setup.partition]
    most = max(len(setup.partitions), workload.users, len(setup.parent))
    return Cluster(
        new_nodes(setup.sizes, n, params["whole_nodes"]), new_queue(tier),
        new_plan(params["bf_max_job_test"] + 2, nodes),
        weights_of(workload, setup, params), new_shares(setup.parent, share, user, _usage(setup)),
        limits_of(workload, setup), setup.partition, member, setup.association, workload.jobs.user,
        np.full(len(setup.partitions), -1), np.zeros_like(member[0]), np.zeros_like(member[0]),
        np.zeros_like(member[0]),
        np.zeros((3, most), np.int64), np.zeros(n), np.zeros(n, bool), np.full(3, -np.inf), np.full(1, -np.inf))


def _members(partition: Partition, nodes: int) -> np.ndarray:
    """[nodes] whether each is one of a partition."""
    inside = np.full(nodes, not partition.nodes)
    for first, last in partition.nodes:
        inside[first - 1:last] = True
    return inside


def settings_of(workload: Workload, params: Mapping[str, Any]) -> Settings:
    """The parameters the passes go by."""
    p, begin = params, float(workload.jobs.submit.min())
    ticks = np.array([p["calc_period"], p["sched_interval"], p["bf_interval"]], float)
    return Settings(p["scheduler"] == "backfill", float(p["bf_resolution"]), 60.0 * p["bf_window"],
                    p["bf_max_job_test"], p["bf_max_job_start"], p["bf_max_job_part"], p["bf_max_job_user"],
                    p["bf_max_job_assoc"], float(p["bf_min_prio_reserve"]), float(p["bf_min_age_reserve"]),
                    float(p["release_window"]), p["default_queue_depth"], float(p["batch_sched_delay"]), ticks,
                    decay_of(p["half_life"]), p["fair_share"] == "fair_tree", float(p["damping"]), begin,
                    -float(workload.platform.second_0 or 0))


def check_fits(workload: Workload, params: Mapping[str, Any]) -> None:
    """Raise Unsupported where a job could never start: too wide for its partition or a limit, too long, or stopped."""
    if not (params["partitions"] or params["qos"] or params["accounts"]):      # nothing is limited but by the machine
        node_sizes(params["nodes"] or "", workload.platform.processors)
        return
    setup, jobs = setup_of(workload, params), workload.jobs
    limits = limits_of(workload, setup)
    for at, one in enumerate(setup.partitions):
        mine = np.flatnonzero(setup.partition == at)
        name, room = f"partition {one.name or one.number}", setup.sizes[_members(one, len(setup.sizes))].sum()
        if not one.up:
            _refuse(workload, mine, f"are in {name}, which is not up", f"set State=UP in {name}")
        _refuse(workload, mine[jobs.processors[mine] > room], f"ask for more than the {room:,} processors of {name}",
                f"give {name} more nodes")
        if one.max_time is not None:
            _refuse(workload, mine[jobs.requested_time[mine] > one.max_time],
                    f"ask for more time than the MaxTime of {name}, {human(one.max_time)}", "raise MaxTime")
    for at, kind in enumerate(setup.qos):
        mine, name = np.flatnonzero(setup.kind == at), f"QOS {kind.name or kind.number}"
        if kind.max_wall is not None:
            _refuse(workload, mine[jobs.requested_time[mine] > kind.max_wall],
                    f"ask for more time than the MaxWall of {name}, {human(kind.max_wall)}", "raise MaxWall")
        if kind.job_processors is not None:
            _refuse(workload, mine[jobs.processors[mine] > kind.job_processors],
                    f"ask for more processors than {name} gives a job, {kind.job_processors:,}", "raise MaxCPUsPerJob")
    job = np.repeat(np.arange(len(workload)), np.diff(limits.ptr))
    never = (jobs.processors[job] > limits.most_processors[limits.counter]) | (limits.most_jobs[limits.counter] < 1)
    _refuse(workload, np.unique(job[never]), "ask for more than a limit of their QOS or account allows at all",
            "raise the limit")


def _refuse(workload: Workload, rows: np.ndarray, why: str, remedy: str) -> None:
    """Raise Unsupported for jobs (rows of jobs) that could never start, if there are any."""
    if len(rows):
        first = workload.jobs.job_id[rows[0]]
        raise Unsupported(f"Jobs that {why}: {len(rows):,}, the first of them job {first}. Slurm refuses such a job or "
                          f"lets it wait for ever; {remedy}, or leave these jobs out of the workload (where).")
