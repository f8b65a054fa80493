"""What the texts of the policy `slurm` say, read, and where in them each job of a workload belongs.

Numbers of the log decide: field 16 is the partition of a job, field 15 its QOS, 13 its account, 12 its user.  What the
texts do not name has no limits: a partition of all nodes, a QOS of priority 0, an account with one share.
"""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any, NamedTuple

import numpy as np

from scheduler.errors import ParamError, Unsupported
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.topics.slurm.files import records
from scheduler.topics.slurm.files.records import ROOT, Association, JobDetail, Partition, Qos
from scheduler.topics.slurm.files.reservations import Maintenance, Reservation
from scheduler.wording import counted

UNTOLD = -1
MOST_ALIKE = 4_096  # nodes that a machine is divided into where nothing tells them


class Setup(NamedTuple):
    """The texts of the parameters, read, and where each job belongs."""

    sizes: np.ndarray  # [nodes] i8, processors of each
    partitions: tuple[Partition, ...]
    partition: np.ndarray  # [n] i8, place in `partitions`
    qos: tuple[Qos, ...]
    kind: np.ndarray  # [n] i8, place in `qos`
    tree: tuple[Association, ...]  # without the root, which is association 0
    parent: np.ndarray  # [associations] i8
    association: np.ndarray  # [n] i8
    nice: np.ndarray  # [n] i8, what users took off the priorities of their own jobs
    delay: np.ndarray  # [n] f8, s from submission until each may start
    after: tuple[tuple[int, int], ...]  # (job, one that has to end before), rows, in order of jobs
    array: np.ndarray  # [n] i8, number of its array; -1 of none that has a limit
    at_once: np.ndarray  # [n] i8, how many jobs of its array run at a time
    requeue: np.ndarray  # [n] i8, 1 of jobs that may be put back into the queue, 0 not, -1 not told
    asks: tuple[tuple[int, str], ...]  # (row of a job, name of the reservation that it asks for)
    memory: np.ndarray  # [n] i8, MB for each processor; UNTOLD
    node_memory: np.ndarray  # [n] i8, MB on each node; UNTOLD


def setup_of(workload: Workload, params: Mapping[str, Any]) -> Setup:
    """Read the texts; raises ParamError for one that does not read, Unsupported for nodes that there are not."""
    jobs = workload.jobs
    sizes = node_sizes(params["nodes"] or "", workload.platform.processors)
    parts, partition = _numbered(records.partitions(params["partitions"] or ""), jobs.partition, Partition)
    every_qos, accounts = records.qos(params["qos"] or ""), records.accounts(params["accounts"] or "")
    if not params["enforce_limits"]:
        every_qos = tuple(one._replace(**records.LIMITS_OF_QOS) for one in every_qos)
        accounts = tuple(one._replace(**records.LIMITS_OF_ASSOCIATION) for one in accounts)
    kinds, kind = _numbered(every_qos, jobs.queue, Qos)
    for one in parts:
        last = max((last for _, last in one.nodes), default=0)
        if last > len(sizes):
            raise Unsupported(
                f"Partition {one.name or one.number} has nodes up to {last:,}, and there are "
                f"{len(sizes):,}; change its nodes, or those of the machine (nodes)."
            )
    tree, parent, association = _tree(accounts, jobs)
    return Setup(
        sizes,
        parts,
        partition,
        kinds,
        kind,
        tree,
        parent,
        association,
        *_details(records.jobs(params["jobs"] or ""), jobs.job_id),
    )


def _details(listed: tuple[JobDetail, ...], numbers: np.ndarray) -> tuple[Any, ...]:
    """The last columns of a setup; jobs that the workload does not have are passed over."""
    n = len(numbers)
    nice, delay, array, at_once = np.zeros(n, np.int64), np.zeros(n), np.full(n, -1), np.zeros(n, np.int64)
    requeue, memory, node_memory = np.full(n, -1), np.full(n, UNTOLD), np.full(n, UNTOLD)
    row = {number: at for at, number in enumerate(numbers.tolist())} if listed else {}
    after, asks = [], []
    for one in listed:
        at = row.get(one.number)
        if at is None:
            continue
        nice[at], delay[at] = one.nice, one.delay
        requeue[at] = -1 if one.requeue is None else one.requeue
        memory[at] = UNTOLD if one.memory is None else one.memory
        node_memory[at] = UNTOLD if one.node_memory is None else one.node_memory
        asks += [(at, one.reservation)] if one.reservation else []
        after += [(at, row[other]) for other in one.after if other in row]
        if one.array is not None and one.at_once is not None:
            array[at], at_once[at] = one.array, one.at_once
    after.sort()
    _check_order(after, numbers)
    return nice, delay, tuple(after), array, at_once, requeue, tuple(asks), memory, node_memory


def _check_order(after: list[tuple[int, int]], numbers: np.ndarray) -> None:
    """Raise ParamError where jobs wait for one another in a circle."""
    graph: dict[int, list[int]] = {}
    for job, before in after:
        graph.setdefault(job, []).append(before)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        names = ", ".join(str(numbers[row]) for row in error.args[1][:5])
        raise ParamError(
            f"jobs: by After the jobs {names} wait for one another, so none could start; take one dependency out."
        ) from None


def node_sizes(text: str, processors: int) -> np.ndarray:
    """[nodes] processors of each; where the text is empty each processor is a node, or at most MOST_ALIKE nodes."""
    if text:
        sizes = np.array(records.node_sizes(text), np.int64)
        if sizes.sum() != processors:
            raise Unsupported(
                f"The nodes {text[:40]} have {counted(sizes.sum(), 'processor')} together, and the machine has "
                f"{processors:,}; change one of them."
            )
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
    for pair, (group, user) in enumerate(
        zip(groups[pairs // max(len(users), 1)].tolist(), users[pairs % max(len(users), 1)].tolist(), strict=True)
    ):
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


def members(partition: Partition | Maintenance | Reservation, nodes: int) -> np.ndarray:
    """[nodes] whether each is one of a partition or of a reservation."""
    inside = np.full(nodes, not partition.nodes)
    for first, last in partition.nodes:
        inside[first - 1 : last] = True
    return inside
