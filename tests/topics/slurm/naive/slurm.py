"""A plain twin of the scheduler of Slurm: second by second, nodes as sets, everything looked up anew.

Written from the manual (slurm.conf, sched_config, priority_multifactor, fair_tree) and from notes on what slurmctld does:

Main pass: after ends at once, after submissions when `delay` seconds have passed since the last such pass or the last one
over the whole queue, every `sched_interval` over the whole queue, else over the first depth + 1 jobs.  A job that finds
no room closes its partition and all nodes of it; not one that is larger than the nodes of it that are not closed.  A job that a limit forbids is passed over.

Backfill pass, every `bf_interval` seconds: the map begins empty.  For each job by priority, try begin = now; the nodes of
the partition that no row of the map that overlaps [begin, begin + limit], both ends included, has reserved.  On these the
job begins when they have enough free, running jobs leaving in groups: the first group ends one window after the next
multiple of the window behind the first end, later ones as twice the window, four times, ...; its time is the last end in
the group (with a window of 0 each end is one).  Now: start.  Later than the next change of the map that brings nodes: try from there.  Else reserve the
nodes it would get, from that time rounded down to that time + limit rounded down; where they are reserved already, try
again from that time.

A job is outside the queue while it may not be submitted (MaxSubmitJobs: tried again at every event, in order of submission),
then until its time has come and all it depends on have ended; its age counts from when it joins the queue.

Limits: of the QOS, of a user or account in it, of an account and all below it, of a user in an account (own value, or of the next
account above), of an array.  A limit of the QOS stands in for the same one of the account.  Nodes of a group are counted once.

Of the nodes with room a job gets neighbors: those side by side are a row, which a node without room, or one that the job may not be on,
ends.  Row after row until it has enough: of those that suffice for the rest the one with the least room, else the one with the most, of
equals the first.  Of a row the single node that suffices with the least room, where there is one (of equals the first), else its nodes
from the first on.  Of a node it gets all with whole nodes, else what is left for it to get.

Where nodes have memory, no more of a node is room for a job than there is free memory for: so much for each of its processors there, or
so much on each of its nodes, or else all memory of each of its nodes, of which then nobody may hold any.  With whole nodes a job holds
all processors of a node, also those that there is no memory for, but only the others count for its size.

Nodes kept for maintenance are not given to a job that would be on them then by its limit.  Their end is an event.

Nodes reserved for users are not given to jobs of others that would be on them then by their limit.  A job that asks for a reservation
stays outside the queue until that has begun, then goes before all who ask for none and runs on its nodes only, whatever its limit, if it
starts before the end of it; what waits longer is from then on as any other job.  What has started so and still runs `resv_over_run`
seconds after that end is stopped then for good, after all that end by themselves at that time, and before what is submitted; it counts
as an end of a job.  Where it has no room the main pass starts nobody else of the reservation, and leaves its
partition open.  A flexible reservation binds nobody who asks for it.  The backfill pass has none of this in its map.  Where nodes are
kept or reserved for others at the time it looks at, it tries again 1 s after the next end of any of these, rounded up to its resolution.

Nothing happens twice without a change: a backfill pass is made only if since the last one a job came, ended, started, or
changed places in the queue.  Where jobs may be preempted (slurm_preemption.py) a start, and the end of the time for which a job is
exempt, are such changes, too; and when some were stopped, a main pass follows at once, as when jobs end.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.topics.slurm.naive import preemption

INF = math.inf
NOBODY = -1  # for whom a job was stopped that another one did not stop


@dataclass(frozen=True)
class SlurmJob:
    """A job; account and user name its association."""

    submit: int
    runtime: int
    limit: int
    size: int
    user: int = 0
    account: str = "root"
    partition: int = 0
    qos: int = 0
    nice: int = 0
    delay: int = 0
    after: tuple[int, ...] = ()  # rows
    array: int | None = None
    at_once: int = 0
    requeue: bool | None = None
    reservation: int | None = None  # place among Config.reserved of the one that it asks for and may use
    per_processor: int | None = None  # MB; where this and the next are None: all memory of its nodes
    per_node: int | None = None  # MB


@dataclass(frozen=True)
class Config:
    """What slurm.conf says; partitions: (nodes, tier, factor); qos: (priority, usage factor, {limit: most})."""

    nodes: tuple[int, ...]
    values: dict[str, Any]
    partitions: dict[int, tuple[frozenset[int], int, int]]
    qos: dict[int, tuple[int, float, dict[str, int]]] = field(default_factory=dict)
    tree: Any = None  # Account
    # {account: {limit: most}} and {(account, user): {limit: most}}
    limits: dict[Any, dict[str, int]] = field(default_factory=dict)
    kept: tuple[tuple[int, int, frozenset[int]], ...] = ()  # (begin, end, nodes), for maintenance
    reserved: tuple[tuple[int, int, frozenset[int], bool], ...] = ()  # (begin, end, nodes, flexible), for some jobs
    preempts: dict[int, tuple[int, ...]] = field(default_factory=dict)  # QOS -> those it may preempt
    modes: dict[int, str] = field(default_factory=dict)  # of QOS or partitions
    exempt: dict[int, int] = field(default_factory=dict)  # of QOS, s
    memory: tuple[int, ...] = ()  # MB of each node; empty: not looked at
    midnights: tuple[int, ...] = ()  # behind each of which, at the next tick, all usage is 0
    favors: dict[Any, int] = field(default_factory=dict)  # priorities of accounts and of (account, user)


@dataclass
class Account:
    """An account of the tree, or a user of it; `shares` None: as its account."""

    name: Any
    shares: int | None
    children: list[Account] = field(default_factory=list)
    usage: float = 0.0
    factor: float = 0.0

    @property
    def is_user(self) -> bool:
        return isinstance(self.name, int)


# ---- fair share -----------------------------------------------------------------------------------------------------


def path_to(tree: Account, account: str, user: int) -> list[Account]:
    """From the root to a user of an account."""

    def search(one: Account, path: list[Account]) -> list[Account] | None:
        for child in one.children:
            if child.is_user and one.name == account and child.name == user:
                return [*path, one, child]
            if not child.is_user and (below := search(child, [*path, one])):
                return below
        return None

    way = search(tree, [])
    assert way is not None, (account, user)
    return way


def fair_tree(root: Account) -> None:
    """Set the factors of all users: rank over number of users, the tree walked from the best level on."""
    users = count_users(root)
    order: list[list[Account]] = []  # users from the best to the worst; those of one group have one rank
    walk([root], order, False)
    before = 0
    for group in order:
        for user in group:
            user.factor = (users - before) / users
        before += len(group)


def count_users(one: Account) -> int:
    return one.is_user + sum(count_users(child) for child in one.children)


def level(child: Account, parent: Account) -> float:
    if child.shares is None:
        return INF
    total = sum(one.shares or 0 for one in parent.children)
    share = child.shares / total if total else 0
    used = child.usage / parent.usage if parent.usage else 0
    return 0 if share == 0 else INF if used == 0 else share / used


def walk(accounts: list[Account], order: list[list[Account]], joins: bool) -> None:
    """Rank all users below some accounts that tie; joins: the first one ranks with the last one before."""
    siblings = [(level(child, parent), child) for parent in accounts for child in parent.children]
    first = True
    for value in sorted({value for value, _ in siblings}, reverse=True):
        users = [child for v, child in siblings if v == value and child.is_user]
        tied = [child for v, child in siblings if v == value and not child.is_user]
        if users and first and joins:
            order[-1] += users
        elif users:
            order.append(list(users))
        if tied:
            walk(tied, order, bool(users) or (first and joins))
        first = False


def classic(root: Account, damping: float) -> None:
    """2^(-F): F is effective usage over normalized shares, level by level."""

    def descend(parent: Account, share: float, effective: float) -> None:
        total = sum(one.shares or 0 for one in parent.children)
        for child in parent.children:
            own = min(child.usage / root.usage, 1) if root.usage else 0
            if child.shares is None:
                norm, used = share, effective
            else:
                part = child.shares / total if total else 0
                norm = share * part
                used = own if parent is root else own + (effective - own) * part
            child.factor = 2 ** -(used / norm / damping) if norm > 0 else 0
            descend(child, norm, used)

    descend(root, 1.0, 1.0)


# ---- the simulation -------------------------------------------------------------------------------------------------


class Cluster:
    """One run; `starts` is what came of it."""

    def __init__(self, jobs: Sequence[SlurmJob], config: Config):
        self.jobs, self.config, self.v = jobs, config, config.values
        self.origin = min(job.submit for job in jobs)
        self.starts: dict[int, int] = {}
        self.backfilled: set[int] = set()
        self.holds: dict[int, dict[int, int]] = {}  # running job -> {node: processors}
        self.queue: list[int] = []
        self.priority: dict[int, float] = {}
        self.used_until: float | None = None
        self.outside: list[int] = []
        self.accepted: set[int] = set()
        self.ended: set[int] = set()
        self.since: dict[int, int] = {}
        self.not_before = {row: job.submit + job.delay for row, job in enumerate(jobs)}
        self.stopped: list[preemption.Stopped] = []
        self.cancelled: set[int] = set()
        self.to_stop: list[int] = []
        self.heard: dict[str, int] = {}
        self.now = self.origin
        self.level = [preemption.level(self, preemption.group(self, row)) for row in range(len(jobs))]
        self.basic: list[int] = []
        lowest = 0xFFFF0000
        for job in jobs:
            self.basic.append(lowest - 1 - job.nice)
            lowest = min(lowest, self.basic[-1])

    # -- processors and memory

    def free(self, node: int) -> int:
        return self.config.nodes[node] - sum(held.get(node, 0) for held in self.holds.values())

    def memory(self, node: int) -> int:
        return self.config.memory[node] if self.config.memory else 0

    def memory_of(self, row: int, node: int) -> int:
        """MB that a running job has of a node."""
        job, many = self.jobs[row], self.holds[row].get(node, 0)
        if many == 0:
            return 0
        if job.per_processor is not None:
            return min(job.per_processor * many, self.memory(node))
        return self.memory(node) if job.per_node is None else min(job.per_node, self.memory(node))

    def free_memory(self, node: int) -> int:
        return self.memory(node) - sum(self.memory_of(row, node) for row in self.holds)

    def usable(self, row: int, node: int, free: int, memory: int) -> int:
        """Processors that a job may get of a node with so many and so much memory free."""
        job = self.jobs[row]
        if self.v["whole_nodes"] and free < self.config.nodes[node]:
            return 0
        if not self.config.memory or job.per_processor == 0:
            return free
        if job.per_processor is not None:
            return min(free, memory // job.per_processor)
        enough = memory == self.memory(node) if job.per_node is None else memory >= job.per_node
        return free if enough else 0

    def take(
        self,
        row: int,
        nodes: Sequence[int],
        free: Callable[[int], int],
        free_memory: Callable[[int], int] | None = None,
    ) -> dict[int, int]:
        """Processors of rows of neighbors; nothing where all of them have not enough."""
        left, got = self.jobs[row].size, {}
        free_memory = free_memory or self.free_memory
        room = {node: self.usable(row, node, free(node), free_memory(node)) for node in nodes}
        rows = neighbors({node for node in nodes if room[node] > 0})
        while rows and left > 0:
            sums = [sum(room[node] for node in one) for one in rows]
            enough = [many for many in sums if many >= left]
            best = rows.pop(sums.index(min(enough) if enough else max(sums)))
            alone = [node for node in best if room[node] >= left]
            for node in [min(alone, key=lambda node: (room[node], node))] if alone else best:
                if left > 0:
                    got[node] = self.config.nodes[node] if self.v["whole_nodes"] else min(room[node], left)
                    left -= room[node]
        return got if left <= 0 else {}

    def could_fit(self, row: int, nodes: Iterable[int]) -> bool:
        """If nobody ran there."""
        return (
            sum(self.usable(row, node, self.config.nodes[node], self.memory(node)) for node in nodes)
            >= self.jobs[row].size
        )

    def start(self, row: int, got: dict[int, int], now: int) -> None:
        self.holds[row], self.starts[row] = got, now
        self.queue.remove(row)

    # -- limits

    def groups(self, row: int, rows: Iterable[int]) -> Iterator[tuple[str, int, list[int], str]]:
        """(limit, most, those of `rows` that count for it, what of them is counted) of a job."""
        job, everybody = self.jobs[row], [(other, self.jobs[other]) for other in rows]
        most = self.config.qos.get(job.qos, (0, 1, {}))[2]
        same = [(other, one) for other, one in everybody if one.qos == job.qos]
        members = {
            "Grp": [other for other, _ in same],
            "PerUser": [other for other, one in same if one.user == job.user],
            "PerAccount": [other for other, one in same if one.account == job.account],
        }
        for name, limit in most.items():
            whose = "Grp" if name.startswith("Grp") else "PerUser" if name.endswith("PerUser") else "PerAccount"
            yield (
                name,
                limit,
                members[whose],
                name.removeprefix("Grp").removeprefix("Max").removesuffix("PerUser").removesuffix("PerAccount"),
            )
        line = [one.name for one in path_to(self.config.tree, job.account, job.user)[:-1]] if self.config.tree else []
        mine = [other for other, one in everybody if (one.account, one.user) == (job.account, job.user)]
        for top in [*line, (job.account, job.user)]:
            for name, limit in self.config.limits.get(top, {}).items():
                if name.startswith("Grp") and name not in most:
                    inside = [other for other, one in everybody if self.is_below(one, top)]
                    yield name, limit, inside, name.removeprefix("Grp")
        for name in ("MaxJobs", "MaxSubmitJobs"):
            found = [
                self.config.limits[top][name]
                for top in [*line, (job.account, job.user)]
                if name in self.config.limits.get(top, {})
            ]
            if found and f"{name}PerUser" not in most and f"{name}PerAccount" not in most:
                yield name, found[-1], mine, name.removeprefix("Max")
        if job.array is not None and job.at_once:
            yield (
                "array",
                job.at_once,
                [other for other, one in everybody if one.array == job.array and one.at_once],
                "Jobs",
            )

    def is_below(self, job: SlurmJob, top: Any) -> bool:
        return (job.account, job.user) == top or top in [
            one.name for one in path_to(self.config.tree, job.account, job.user)[:-1]
        ]

    def forbidden(self, row: int) -> bool:
        """By processors or jobs."""
        size = self.jobs[row].size
        return any(
            limit < (sum(self.jobs[other].size for other in rows) + size if what == "CPUs" else len(rows) + 1)
            for _, limit, rows, what in self.groups(row, self.holds)
            if what in ("CPUs", "Jobs")
        )

    def forbidden_on(self, row: int, nodes: Iterable[int]) -> bool:
        """By nodes, if it starts on these."""
        return any(
            limit < len({node for other in rows for node in self.holds[other]} | set(nodes))
            for _, limit, rows, what in self.groups(row, self.holds)
            if what == "Nodes"
        )

    # -- submissions

    def may_join(self, row: int, now: int) -> bool:
        job = self.jobs[row]
        if row not in self.accepted:
            system = self.accepted - self.ended
            if not set(job.after) <= self.accepted or any(
                limit < len(rows) + 1 for _, limit, rows, what in self.groups(row, system) if what == "SubmitJobs"
            ):
                return False
            self.accepted.add(row)
        bound = job.reservation is not None and not self.config.reserved[job.reservation][3]
        opens = self.config.reserved[job.reservation][0] if bound else -INF
        return self.not_before[row] <= now and opens <= now and all(other in self.ended for other in job.after)

    def join(self, new: list[int], now: int) -> bool:
        """Whether anybody joined the queue."""
        stay = []
        for row in self.outside + new:
            if self.may_join(row, now):
                self.since[row] = now
                self.priority[row] = self.priority_of(row, now, True)
                self.queue.append(row)
            else:
                stay.append(row)
        joined = len(stay) < len(self.outside) + len(new)
        self.outside = stay
        return joined

    # -- priorities

    def priority_of(self, row: int, now: int, at_first: bool = False) -> float:
        if self.v["priority"] == "basic":
            return self.basic[row]
        job, v, nodes, total = self.jobs[row], self.v, len(self.config.nodes), sum(self.config.nodes)
        age = min((now - self.since[row]) / v["max_age"], 1)
        share = path_to(self.config.tree, job.account, job.user)[-1].factor if self.config.tree else 0
        held = (
            math.ceil(job.size / (total / nodes)) * (total / nodes) if v["whole_nodes"] and not at_first else job.size
        )
        size = (1 / nodes + held / total) / 2
        if v["favor_small"]:
            size = ((nodes - 1) / nodes + (total - held) / total) / 2
        part = self.config.partitions[job.partition][2] / max(one[2] for one in self.config.partitions.values())
        highest = max([one[0] for one in self.config.qos.values()] or [0])
        qos = self.config.qos.get(job.qos, (0, 1, {}))[0] / highest if highest else 0
        line = [one.name for one in path_to(self.config.tree, job.account, job.user)[:-1]] if self.config.tree else []
        own = [self.config.favors[one] for one in [*line, (job.account, job.user)] if one in self.config.favors]
        favor = own[-1] / max(*self.config.favors.values(), 1) if own else 0
        inside = self.config.partitions[job.partition][0]
        cpus, one_node = job.size / sum(self.config.nodes[node] for node in inside), 1 / len(inside)
        total_ = (
            v["weight_age"] * age
            + v["weight_fairshare"] * share
            + (
                v["weight_job_size"] * size
                + v["weight_partition"] * part
                + v["weight_qos"] * qos
                + v["weight_association"] * favor
                + v["weight_tres_cpu"] * cpus
                + v["weight_tres_node"] * one_node
                - job.nice
            )
        )
        return math.floor(max(total_, 1))

    def use(self, row: int, now: int) -> None:
        """Add what a job used since the last time."""
        job, kept = self.jobs[row], self.kept_after_1_s()
        ran = now - max(self.starts[row], -INF if self.used_until is None else self.used_until)
        amount = ran * kept**ran * (sum(self.holds[row].values()) * self.config.qos.get(job.qos, (0, 1, {}))[1])
        for one in path_to(self.config.tree, job.account, job.user):
            one.usage += amount

    def kept_after_1_s(self) -> float:
        return 1 - 0.693 / self.v["half_life"] if self.v["half_life"] else 1.0

    def new_priorities(self, now: int) -> bool:
        """Whether the order of the queue is another one."""
        if self.v["weight_fairshare"] and self.config.tree:
            if self.used_until is not None:
                self.decay(self.config.tree, self.kept_after_1_s() ** (now - self.used_until))
            for row in sorted(self.holds):
                self.use(row, now)
            self.used_until = now
            if self.v["fair_share"] == "fair_tree":
                fair_tree(self.config.tree)
            else:
                classic(self.config.tree, self.v["damping"])
        before = self.ordered()
        for row in self.queue:
            self.priority[row] = self.priority_of(row, now)
        return self.ordered() != before

    def decay(self, one: Account, factor: float) -> None:
        one.usage *= factor
        for child in one.children:
            self.decay(child, factor)

    def forget(self, one: Account) -> None:
        one.usage = 0.0
        for child in one.children:
            self.forget(child)

    def ordered(self) -> list[int]:
        return sorted(
            self.queue,
            key=lambda row: (
                -self.level[row],
                self.own(row, self.now) is None,
                -self.config.partitions[self.jobs[row].partition][1],
                -self.priority[row],
                row,
            ),
        )

    def kept_in(self, begin: float, end: float) -> frozenset[int]:
        """Nodes kept for maintenance at some time in [begin, end)."""
        return frozenset().union(*(nodes for first, last, nodes in self.config.kept if first < end and last > begin))

    def own(self, row: int, now: int) -> int | None:
        """The reservation that a job uses, while it lasts."""
        one = self.jobs[row].reservation
        return None if one is None or self.config.reserved[one][1] <= now else one

    def usable_nodes(
        self, nodes: frozenset[int], own: int | None, begin: float, end: float
    ) -> tuple[frozenset[int], bool]:
        """(those that a job may be on in [begin, end), whether others have reserved some then)."""
        kept = self.kept_in(begin, end)
        nodes, others = nodes - kept, bool(kept)
        for at, (first, last, inside, flexible) in enumerate(self.config.reserved):
            if at == own and not flexible:
                nodes &= inside if first <= begin < last else frozenset()
            elif at != own and first < end and last > begin:
                nodes, others = nodes - inside, True
        return nodes, others

    def after_reservation(self, begin: float, end: int) -> float:
        """When to look again at nodes that reservations take away."""
        ends = [one[1] for one in self.config.kept + self.config.reserved if one[1] > begin]
        again = -self.rounded(-min(ends)) + 1
        return again if again < end else INF

    def stop_over_run(self, now: int) -> list[int]:
        """Stop the jobs that run too long after the end of the reservation in which they started."""
        late = [row for row in sorted(self.holds) if self.may_run_until(row) <= now]
        for row in late:
            preemption.cancel(self, row, NOBODY, now)
        return late

    def may_run_until(self, row: int) -> float:
        """When a running job is stopped because of its reservation."""
        one = self.own(row, self.starts[row])
        if one is None or self.config.reserved[one][3]:
            return INF
        return self.config.reserved[one][1] + self.v["resv_over_run"]

    # -- passes

    def holds_up(self, row: int, now: int) -> bool:
        return (
            now - self.since[row] >= self.v["bf_min_age_reserve"]
            and self.priority[row] >= self.v["bf_min_prio_reserve"]
        )

    def main_pass(self, now: int, whole: bool) -> bool:
        closed: set[Any] = set()
        shut: set[int] = set()
        started = False
        for place, row in enumerate(self.ordered()):
            part = self.jobs[row].partition
            if not whole and place > self.v["default_queue_depth"]:
                break
            own, until = self.own(row, now), now + self.jobs[row].limit
            if (part if own is None else ("reservation", own)) in closed or self.forbidden(row):
                continue
            nodes = self.config.partitions[part][0]
            clear, _ = self.usable_nodes(nodes - shut, own, now, until)
            got, gone = self.take(row, list(clear), self.free), []
            if not got:
                gone, got = preemption.victims(self, row, clear, now)
            if got and self.forbidden_on(row, got):
                continue
            if got:
                for other in gone:
                    preemption.stop(self, other, row, now)
                self.start(row, got, now)
                started = True
            elif self.holds_up(row, now) and self.could_fit(row, nodes - shut):
                closed.add(part if own is None else ("reservation", own))
                shut |= nodes if own is None else set()
        return started

    def backfill_pass(self, now: int) -> bool:
        end = self.rounded(now + 60 * self.v["bf_window"])
        rows: list[tuple[int, int, frozenset[int]]] = [(now, end, frozenset(range(len(self.config.nodes))))]
        tests, starts, count = 0, 0, {}
        made = len(rows)
        reserving = False
        for row in self.ordered():
            job = self.jobs[row]
            if tests >= self.v["bf_max_job_test"]:
                break
            if self.forbidden(row):
                continue
            keys = (
                ("bf_max_job_part", job.partition),
                ("bf_max_job_assoc", (job.account, job.user)),
                ("bf_max_job_user", job.user),
            )
            if any(0 < self.v[name] <= count.get((name, who), 0) for name, who in keys):
                continue
            for key in keys:
                count[key] = count.get(key, 0) + 1
            tested, begin, nodes = self.planned(row, now, end, rows)
            tests += tested
            if begin == now:
                if self.forbidden_on(row, nodes if self.to_stop else self.take(row, list(nodes), self.free)):
                    reserving = True
                    continue
                for other in self.to_stop:
                    preemption.stop(self, other, row, now)
                self.start(row, self.take(row, list(nodes), self.free), now)
                if reserving:
                    self.backfilled.add(row)
                starts += 1
                if starts == self.v["bf_max_job_start"]:
                    break
                continue
            reserving = True
            if begin is not None:
                if made + 2 > self.v["bf_max_job_test"] + 2:
                    break
                first = max(self.rounded(begin), now)
                last = max(self.rounded(begin + job.limit), self.rounded(begin) + self.v["bf_resolution"])
                before = len(rows)
                rows = reserved(rows, first, last, nodes)
                made += len(rows) - before
        return starts > 0

    def rounded(self, time: float) -> int:
        return int(time // self.v["bf_resolution"] * self.v["bf_resolution"])

    def planned(self, row: int, now: int, end: int, rows: list) -> tuple[int, int | None, frozenset[int]]:
        """(1 if nodes were looked at, when it begins, on which nodes); None: not in this pass."""
        job, later, tested = self.jobs[row], float(now), 0
        self.to_stop = []
        part = self.config.partitions[job.partition][0]
        reserves = self.holds_up(row, now)
        while True:
            begin = later
            if begin > end:
                return tested, None, frozenset()
            clear, others = self.usable_nodes(part, self.own(row, now), begin, begin + job.limit)
            nodes, later = self.not_reserved(clear, begin, begin + job.limit, rows)
            if others:
                later = min(later, self.after_reservation(begin, end))
            at, on = None, frozenset()
            if nodes:
                tested = 1
                if begin == now and not self.take(row, list(nodes), self.free):
                    self.to_stop, got = preemption.victims(self, row, nodes, now)
                    if got:
                        return tested, now, frozenset(got)
                at, on = self.prediction(row, nodes, now, reserves)
            if at is None:
                if later == INF or not reserves:
                    return tested, None, frozenset()
                continue
            at = max(at, begin)
            if at <= now:
                return tested, now, on
            if not reserves:
                return tested, None, frozenset()
            if at > later:
                continue
            if at > now + 60 * self.v["bf_window"]:
                return tested, None, frozenset()
            first = self.rounded(at)
            last = max(self.rounded(at + job.limit), first + self.v["bf_resolution"])
            if any(e > first and b < last and on - free for b, e, free in rows):
                later = at
                continue
            return tested, int(at), on

    def not_reserved(
        self, part: frozenset[int], begin: float, until: float, rows: list
    ) -> tuple[frozenset[int], float]:
        """Nodes of a partition not reserved from begin to until, and when trying again may bring others."""
        nodes, later = part, INF
        for place, (b, e, free) in enumerate(rows):
            if e <= begin:
                continue
            if later == INF and place + 1 < len(rows) and not part & rows[place + 1][2] <= nodes & free:
                later = e
            if b > until:
                break
            nodes &= free
        return nodes, later

    def prediction(self, row: int, nodes: frozenset[int], now: int, ahead: bool) -> tuple[float | None, frozenset[int]]:
        """(when the nodes have room for the job by the limits of running jobs, which of them it gets)."""
        free = {node: self.free(node) for node in nodes}
        memory = {node: self.free_memory(node) for node in nodes}
        window = self.v["release_window"]
        got = self.take(row, list(nodes), free.__getitem__, memory.__getitem__)
        if got:
            return now, frozenset(got)
        leaving = sorted((self.starts[other] + self.jobs[other].limit, other) for other in self.holds)
        border = None
        reach = window
        while leaving and ahead:
            last = None
            while leaving:
                end, other = leaving.pop(0)
                mine = {node: many for node, many in self.holds[other].items() if node in nodes}
                if not mine:
                    continue
                if border is None and window:
                    border = (end // window + 1) * window
                last = end
                for node, many in mine.items():
                    free[node] += many
                    memory[node] += self.memory_of(other, node)
                if leaving and (not window or leaving[0][0] > border + reach):
                    break
            if last is None:
                break
            got = self.take(row, list(nodes), free.__getitem__, memory.__getitem__)
            if got:
                return last, frozenset(got)
            reach *= 2
            while window and leaving and leaving[0][0] > border + reach:
                reach *= 2
        return None, frozenset()

    # -- the clock

    def hears(self, clock: str, now: int) -> bool:
        """Whether a clock ticks now, for the first time it is asked."""
        first = self.origin + (self.v["calc_offset"] if clock == "calc_period" else 0)
        ticks = (now - first) % self.v[clock] == 0 and self.heard.get(clock) != now
        if ticks:
            self.heard[clock] = now
        return ticks

    def run(self) -> list[int]:
        now, last = self.origin, -INF
        asked = changed = unplanned = stopped = False
        forgotten: set[int] = set()
        while len(self.starts) < len(self.jobs) or self.holds:
            self.now = now
            gone = [row for row in sorted(self.holds) if self.starts[row] + self.jobs[row].runtime <= now]
            for row in gone:
                if (
                    self.v["usage_at_end"]
                    and self.v["priority"] == "multifactor"
                    and self.v["weight_fairshare"]
                    and self.config.tree
                ):
                    self.use(row, now)
                del self.holds[row]
                self.ended.add(row)
            gone += self.stop_over_run(now)
            came = [] if stopped else [row for row, job in enumerate(self.jobs) if job.submit == now]
            new, ended = self.join(came, now), bool(gone) or stopped
            asked |= new
            moved = started = stopped = False
            before = len(self.stopped)
            period = self.v["calc_period"]
            forgets = (
                now not in forgotten
                and any(at <= now < at + period for at in self.config.midnights)
                and (now - self.origin - self.v["calc_offset"]) % period == 0
            )
            if forgets:  # once, though an instant is looked at again where jobs are stopped in it
                forgotten.add(now)
                self.forget(self.config.tree)
            busy = self.queue or (self.v["weight_fairshare"] and (self.holds or gone or forgets))
            if self.v["priority"] == "multifactor" and busy and self.hears("calc_period", now):
                moved = self.new_priorities(now)
            if (
                ended
                or new
                or moved
                or any(one[1] == now for one in self.config.kept + self.config.reserved)
                or preemption.exemption_ends(self, now)
            ):
                changed = unplanned = True
            if self.queue:
                whole = changed and self.hears("sched_interval", now)
                wanted = asked and now >= last + self.v["batch_sched_delay"]
                if whole or wanted or ended:
                    if whole or wanted:
                        asked, last = False, now
                    started = self.main_pass(now, whole)
                    unplanned |= started
                    changed &= not whole
                if self.v["scheduler"] == "backfill" and unplanned and self.queue and self.hears("bf_interval", now):
                    unplanned = self.backfill_pass(now)
                    changed |= unplanned
                    started |= unplanned
                if started and preemption.is_on(self):
                    changed = unplanned = True
            stopped = len(self.stopped) > before
            now += not stopped
            assert now < self.origin + 100_000, "jobs that wait for ever"
        return [
            min([self.starts[row], *(begin for other, begin, _, _ in self.stopped if other == row)])
            for row in range(len(self.jobs))
        ]


def neighbors(nodes: set[int]) -> list[list[int]]:
    """The rows that some nodes are, from the lowest numbers on."""
    rows: list[list[int]] = []
    for node in sorted(nodes):
        if rows and rows[-1][-1] == node - 1:
            rows[-1].append(node)
        else:
            rows.append([node])
    return rows


def reserved(rows: list, first: int, last: int, nodes: frozenset[int]) -> list:
    """The map with nodes taken out of the rows in [first, last)."""
    cut = []
    for begin, end, free in rows:
        borders = sorted({begin, end, *(time for time in (first, last) if begin < time < end)})
        cut += [(a, b, free - nodes if a >= first and b <= last else free) for a, b in itertools.pairwise(borders)]
    return cut
