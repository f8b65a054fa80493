"""slurm against its plain twin, start for start: partitions that overlap, limits, priorities, fair share, whole
nodes, memory."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from scheduler.model.schedule import KILLED, Schedule
from scheduler.model.workload import Workload
from scheduler.params import checked
from scheduler.policies import all_policies
from scheduler.simulate import simulate
from scheduler.topics.slurm.adapters import setup_of
from scheduler.topics.slurm.files.times import NEVER
from scheduler.topics.slurm.replay.priorities import priorities
from tests.cases.small import changed, workload
from tests.cases.strategies import count
from tests.cases.width import width
from tests.topics.slurm.naive import slurm as naive
from tests.topics.slurm.naive.slurm import Account, Cluster, Config, SlurmJob

TWIN_OF = {"slurm": Cluster}
DEFAULTS = checked(all_policies()["slurm"].params, None)
ACCOUNTS = ("physics", "bio")
DAYS = 20_000  # from 1970 on, until the midnight at which usage is reset
TREE = "account=physics Shares=3 Group=1; account=bio Shares=1 Group=2; " + "; ".join(
    f"user={user} account={account} Shares={shares}"
    for account in ACCOUNTS
    for user, shares in ((1, 1), (2, 2), (3, "parent"))
)


def tree() -> Account:
    users = ((1, 1), (2, 2), (3, None))
    return Account(
        "root",
        1,
        [
            Account(name, shares, [Account(user, own) for user, own in users])
            for name, shares in zip(ACCOUNTS, (3, 1), strict=True)
        ],
    )


def drawn(seed: int, with_all: bool = True) -> tuple[list[SlurmJob], dict[str, Any], Config]:
    """(jobs, parameters, the same for the twin): small, full of ties."""
    draw = Random(f"slurm {seed}")
    nodes = tuple([draw.choice((1, 2, 4))] * draw.randint(2, 5) if draw.randrange(2) else [1] * draw.randint(3, 8))
    values: dict[str, Any] = {
        "bf_interval": draw.choice((2, 5, 5, 10)),
        "bf_resolution": draw.choice((1, 3, 10)),
        "bf_window": draw.choice((1, 2, 60)),
        "release_window": draw.choice((0, 2, 5, 30)),
        "batch_sched_delay": draw.choice((0, 0, 3)),
        "sched_interval": draw.choice((7, 15, 60)),
        "default_queue_depth": draw.choice((1, 3, 100)),
        "bf_max_job_test": draw.choice((4, 20, 500, 500)),
        "whole_nodes": not draw.randrange(4),
        "scheduler": draw.choice(("backfill", "backfill", "backfill", "builtin")),
    }
    for name, most in (
        ("bf_max_job_start", 2),
        ("bf_max_job_part", 4),
        ("bf_max_job_user", 3),
        ("bf_max_job_assoc", 2),
        ("bf_min_age_reserve", 6),
    ):
        values[name] = draw.randint(1, most) if not draw.randrange(6) else 0
    parts = _partitions(draw, len(nodes))
    limits = _limits(draw, sum(nodes))
    if draw.randrange(3):
        values |= {
            "priority": "multifactor",
            "calc_period": draw.choice((3, 10)),
            "calc_offset": draw.choice((0, 0, 2, 5)),
            "max_age": draw.choice((20, 100)),
            "half_life": draw.choice((0, 30)),
            "fair_share": draw.choice(("fair_tree", "classic")),
            "usage_at_end": draw.random() < 0.8,
            "favor_small": bool(draw.randrange(2)),
            "accounts": TREE,
            **{
                f"weight_{name}": draw.choice((0, 10, 1000))
                for name in ("age", "fairshare", "job_size", "partition", "qos")
            },
            "bf_min_prio_reserve": draw.choice((0, 0, 0, 500)),
        }
    values |= _texts(nodes, parts, limits)
    jobs = _jobs(draw, nodes, parts, limits, values)
    memory, jobs = _memory(Random(f"memory {seed}"), nodes, parts, jobs, values) if with_all else ((), jobs)
    own = _own_limits(draw, jobs) if draw.randrange(2) else {}
    favors, midnights = _priorities(Random(f"priorities {seed}"), values) if with_all else ({}, ())
    values["accounts"] = (
        "; ".join(
            f"account={name} Shares={shares} Group={group}{_words(own.get(name, {}) | favors.get(name, {}))}"
            for name, shares, group in (("physics", 3, 1), ("bio", 1, 2))
        )
        + "; "
        + "; ".join(
            f"user={user} account={account} Shares={shares}{_words(own.get((account, user), {}) | favors.get((account, user), {}))}"
            for account in ACCOUNTS
            for user, shares in ((1, 1), (2, 2), (3, "parent"))
        )
    )
    has_details = draw.randrange(2) == 1
    if has_details:
        jobs = _detailed(draw, jobs)
    if has_details or memory:
        values["jobs"] = "; ".join(_detail(row, job) for row, job in enumerate(jobs))
    kept, stops, reserved = _kept(draw, len(nodes), values), {}, ()
    if len(limits) + len(parts) > 2 and draw.randrange(3):
        jobs, stops = _preemption(draw, jobs, values, parts, limits)
    if with_all and draw.randrange(2):
        jobs, reserved = _reserved(draw, len(nodes), jobs, values)
    ends = Random(f"over run {seed}")
    if with_all and ends.randrange(2):
        jobs, reserved = _over_run(ends, nodes, jobs, values)
    if reserved and ends.randrange(4):
        values["resv_over_run"] = ends.choice((0, 1, 2, 5, 20, NEVER))
    return (
        jobs,
        values,
        Config(
            nodes,
            DEFAULTS | values,
            {k: (frozenset(n), tier, f) for k, (n, tier, f) in parts.items()},
            limits,
            tree(),
            own,
            kept,
            reserved,
            **stops,
            memory=memory,
            midnights=midnights,
            favors={one: fields["Priority"] for one, fields in favors.items()},
        ),
    )


def _memory(
    draw: Random, nodes, parts, jobs: list[SlurmJob], values: dict[str, Any]
) -> tuple[tuple[int, ...], list[SlurmJob]]:
    """(MB of the nodes, jobs with what they ask for), or none; who asks for too much of a partition takes all of its nodes instead."""
    if draw.randrange(3):
        return (), jobs
    memory = tuple(draw.choice((6, 10)) for _ in nodes)
    values["node_memory"] = ",".join(f"1x{size}" for size in memory)
    asked = []
    for job in jobs:
        each, on_node = draw.choice(((None, None), (draw.choice((1, 2, 3, 5)), None), (None, draw.choice((2, 5, 8)))))
        inside = parts[job.partition][0]
        room = sum(
            min(nodes[node], memory[node] // each) if each else nodes[node] * (memory[node] >= (on_node or 0))
            for node in inside
        )
        asked.append(job if room < job.size else replace(job, per_processor=each, per_node=on_node))
    return memory, asked


def _priorities(draw: Random, values: dict[str, Any]) -> tuple[dict[Any, dict[str, int]], tuple[int, ...]]:
    """(priorities of some accounts and users, a midnight at which usage is reset): multiples of 30 s, as all clocks go by."""
    if values.get("priority") != "multifactor":
        return {}, ()
    values |= {f"weight_{name}": draw.choice((0, 0, 10, 1000)) for name in ("association", "tres_cpu", "tres_node")}
    whose = draw.sample(
        [*ACCOUNTS, *((account, user) for account in ACCOUNTS for user in (1, 2, 3))], draw.randrange(4)
    )
    if draw.randrange(2):
        return {one: {"Priority": draw.choice((0, 1, 5))} for one in whose}, ()
    values["usage_reset"] = "daily"
    return {one: {"Priority": draw.choice((0, 1, 5))} for one in whose}, (draw.choice((30, 60, 90)),)


def _preemption(
    draw: Random, jobs: list[SlurmJob], values: dict[str, Any], parts, limits
) -> tuple[list[SlurmJob], dict[str, Any]]:
    """(jobs, what the twin is told): by QOS or by partition, some of them with a mode of their own."""
    by = draw.choice(["qos"] * (len(limits) > 1) + ["partition_prio"] * (len(parts) > 1))
    values |= {
        "preempt": by,
        "preempt_mode": draw.choice(("requeue", "requeue", "cancel", "off")),
        "preempt_exempt": draw.choice((0, 0, 2, 9)),
        "preempt_youngest_first": not draw.randrange(3),
        "job_requeue": bool(draw.randrange(4)),
        "requeue_wait": draw.choice((1, 3, 20)),
    }
    name, groups = ("qos", limits) if by == "qos" else ("partitions", parts)
    modes = {number: draw.choice(("requeue", "cancel", "off")) for number in groups if not draw.randrange(3)}
    order = draw.sample(list(limits), len(limits))
    preempts = {one: tuple(order[at + 1 :]) for at, one in enumerate(order) if by == "qos" and draw.randrange(4)}
    exempt = {number: draw.choice((0, 1, 5)) for number in limits if not draw.randrange(3)}
    records = values[name].split(";")
    for at, number in enumerate(groups):
        named = {
            "PreemptMode": modes.get(number),
            "PreemptExemptTime": exempt.get(number) if by == "qos" else None,
            "Preempt": ",".join(map(str, preempts.get(number, ()))) or None,
        }
        records[at] += "".join(f" {field}={value}" for field, value in named.items() if value is not None)
    values[name] = ";".join(records)
    if "jobs" in values:
        jobs = [replace(job, requeue=draw.choice((None, None, True, False))) for job in jobs]
        values["jobs"] = "; ".join(_detail(row, job) for row, job in enumerate(jobs))
    return jobs, {"preempts": preempts, "modes": modes, "exempt": exempt}


def _kept(draw: Random, nodes: int, values: dict[str, Any]) -> tuple[tuple[int, int, frozenset[int]], ...]:
    """Up to two reservations for maintenance, one after the other."""
    time, kept = 0, []
    for _ in range(draw.choice((0, 0, 1, 2))):
        begin, first, last = time + draw.randint(0, 40), draw.randint(1, nodes), nodes - draw.choice((0, 0, 1))
        time = begin + draw.randint(1, 20)
        kept.append((begin, time, frozenset(range(min(first, last) - 1, last))))
    values["maintenance"] = "; ".join(
        f"r{at} Start={begin} End={end} Nodes={min(inside) + 1}-{max(inside) + 1}"
        for at, (begin, end, inside) in enumerate(kept)
        if inside
    )
    return tuple(one for one in kept if one[2])


def _reserved(draw: Random, nodes: int, jobs: list[SlurmJob], values: dict[str, Any]) -> tuple[list[SlurmJob], tuple]:
    """(jobs, reservations of users, which may overlap): by user, account or both, or for who asks; some jobs ask and may not use it."""
    last, reserved, texts, may = jobs[-1].submit, [], [], []
    for at in range(draw.randint(1, 3)):
        begin, first = draw.randint(0, last + 20), draw.randint(1, nodes)
        end, upto, flexible = begin + draw.randint(1, 40), draw.randint(first, nodes), not draw.randrange(4)
        users = frozenset(draw.sample((1, 2, 3), draw.choice((0, 1, 2))))
        accounts = frozenset(draw.sample(ACCOUNTS, draw.choice((0, 0, 1))))
        denied = not draw.randrange(4)
        people = f" {'Not' * denied}Users={','.join(map(str, sorted(users)))}" * bool(
            users
        ) + f" Accounts={','.join(accounts)}" * bool(accounts)
        texts.append(f"r{at} Start={begin} End={end} Nodes={first}-{upto}{people}{' Flags=FLEX' * flexible}")
        reserved.append((begin, end, frozenset(range(first - 1, upto)), flexible))
        may.append((users, denied, accounts))
    asked = [draw.choice((None, *range(len(reserved)))) for _ in jobs]
    values["reservations"] = "; ".join(texts)
    values["jobs"] = _details(jobs, asked)
    return [
        replace(job, reservation=name) if name is not None and _admits(*may[name], job) else job
        for job, name in zip(jobs, asked, strict=True)
    ], tuple(reserved)


def _over_run(draw: Random, nodes, jobs: list[SlurmJob], values: dict[str, Any]) -> tuple[list[SlurmJob], tuple]:
    """(jobs, reservations): most jobs ask for one that ends before their limit; it ends when something else happens, too."""
    reserved: list[tuple[int, int, frozenset[int], bool]] = []
    whole = "preempt" in values and draw.randrange(3) > 0  # one long one, in which there is time to start again
    for _ in range(1 if whole else draw.choice((1, 1, 2, 2, 3))):
        begin, inside = (
            (0, frozenset(range(len(nodes)))) if whole else _next_to(draw, reserved, len(nodes), jobs[-1].submit)
        )
        end = begin + draw.randint(30 if whole else 1, draw.choice((80, 150) if whole else (10, 40, 80)))
        reserved.append((begin, _together(draw, end, begin, jobs, values), inside, not draw.randrange(8)))
    asked = [None if not draw.randrange(4) else draw.randrange(len(reserved)) for _ in jobs]
    values["reservations"] = "; ".join(
        f"r{at} Start={begin} End={end} Nodes={min(inside) + 1}-{max(inside) + 1}{' Flags=FLEX' * flexible}"
        for at, (begin, end, inside, flexible) in enumerate(reserved)
    )
    if whole and draw.randrange(2):
        values |= {"preempt_mode": "requeue", "job_requeue": True, "requeue_wait": draw.choice((1, 3))}
    jobs = [
        replace(job, reservation=None) if name is None else _too_long(draw, job, name, *reserved[name][:3], nodes)
        for job, name in zip(jobs, asked, strict=True)
    ]
    values["jobs"] = _details(jobs, asked)
    return jobs, tuple(reserved)


def _next_to(draw: Random, reserved: list, nodes: int, last: int) -> tuple[int, frozenset[int]]:
    """(begin, nodes) of a reservation: often right behind the one before; on its nodes, beside them, or anywhere."""
    first = draw.randint(1, nodes)
    anywhere = (
        frozenset(range(first - 1, draw.randint(first, nodes)))
        if reserved or draw.randrange(2)
        else frozenset(range(nodes))
    )
    if not reserved or not draw.randrange(3):
        return draw.randint(0, last), anywhere
    _, end, before, _ = reserved[-1]
    beside = frozenset(range(min(before))) or frozenset(range(max(before) + 1, nodes)) or anywhere
    return draw.choice((end, end, reserved[-1][0])), draw.choice((before, beside, beside, anywhere))


def _together(draw: Random, end: int, begin: int, jobs: list[SlurmJob], values: dict[str, Any]) -> int:
    """A time near an end at which a clock ticks or a job is submitted; else the end."""
    period = values.get(draw.choice(("bf_interval", "sched_interval", "calc_period")), 1)
    origin, submits = jobs[0].submit, [job.submit for job in jobs if job.submit > begin]
    tick = origin + -(-(end - origin) // period) * period
    return draw.choice((end, tick, *([min(submits, key=lambda time: abs(time - end))] if submits else [])))


def _too_long(draw: Random, job: SlurmJob, name: int, begin: int, end: int, inside: frozenset[int], nodes) -> SlurmJob:
    """With a limit behind the end; it runs for a short time, to about the end if it starts at once, or up to its limit."""
    left = max(end - max(job.submit, begin), 1)
    limit = left + draw.choice((0, 1, 3, 10, 40))
    runtime = draw.choice((draw.randint(1, 4), left, left - 1, left + 1, draw.randint(1, limit), limit, limit))
    room = sum(nodes[node] for node in inside)
    size = min(job.size, draw.choice((1, max(room // 2, 1), room, job.size)))
    return replace(job, limit=limit, runtime=min(max(runtime, 1), limit), size=size, reservation=name)


def _details(jobs: list[SlurmJob], asked: list[int | None]) -> str:
    return "; ".join(
        _detail(row, job) + ("" if name is None else f" Reservation=r{name}")
        for row, (job, name) in enumerate(zip(jobs, asked, strict=True))
    )


def _admits(users: frozenset[int], denied: bool, accounts: frozenset[str], job: SlurmJob) -> bool:
    return (not users or (job.user in users) != denied) and (not accounts or job.account in accounts)


def _words(limits: dict[str, int]) -> str:
    return "".join(f" {name}={most}" for name, most in limits.items())


def _own_limits(draw: Random, jobs: list[SlurmJob]) -> dict[Any, dict[str, int]]:
    """Of accounts and users in them; wide enough for every job."""
    widest, names = (
        max(job.size for job in jobs),
        ("GrpCPUs", "GrpJobs", "GrpNodes", "GrpSubmitJobs", "MaxJobs", "MaxSubmitJobs"),
    )
    whose = draw.sample([*ACCOUNTS, *((account, user) for account in ACCOUNTS for user in (1, 2, 3))], 3)
    return {
        one: {
            name: draw.randint(widest, 2 * widest) if name in ("GrpCPUs", "GrpNodes") else draw.randint(1, 4)
            for name in draw.sample(names, 2)
        }
        for one in whose
    }


def _detailed(draw: Random, jobs: list[SlurmJob]) -> list[SlurmJob]:
    """With nice values, delays, dependencies and arrays."""
    at_once = draw.randint(1, 3)
    return [
        replace(
            job,
            nice=draw.choice((0, 0, 0, -5, 5, 300)),
            delay=draw.choice((0, 0, 0, 3, 10)),
            after=tuple(draw.sample(range(row), min(row, draw.choice((0, 0, 0, 1, 2))))),
            **draw.choice(({}, {}, {"array": 4, "at_once": at_once})),
        )
        for row, job in enumerate(jobs)
    ]


def _detail(row: int, job: SlurmJob) -> str:
    after = f" After={','.join(str(other + 101) for other in job.after)}" if job.after else ""
    array = "" if job.array is None else f" Array={job.array} AtOnce={job.at_once}"
    again = "" if job.requeue is None else f" Requeue={int(job.requeue)}"
    each = "" if job.per_processor is None else f" Memory={job.per_processor}"
    on_node = "" if job.per_node is None else f" NodeMemory={job.per_node}"
    return f"{row + 101} Nice={job.nice} Delay={job.delay}{after}{array}{again}{each}{on_node}"


def _partitions(draw: Random, nodes: int) -> dict[int, tuple[range, int, int]]:
    every = range(nodes)
    if draw.randrange(2):
        return {0: (every, 1, 1)}
    first = draw.randint(1, nodes)
    return {
        0: (every, 1, 1),
        4: (range(first), draw.choice((1, 2)), 5),
        7: (range(draw.randrange(nodes), nodes), 1, 10),
    }


def _limits(draw: Random, total: int) -> dict[int, tuple[int, float, dict[str, int]]]:
    if draw.randrange(2):
        return {1: (0, 1.0, {})}
    names = [
        first + what + last
        for first, last in (("Grp", ""), ("Max", "PerUser"), ("Max", "PerAccount"))
        for what in ("CPUs", "Jobs", "Nodes", "SubmitJobs")
    ]
    kinds = {
        number: (
            draw.choice((0, 5, 10)),
            draw.choice((0.5, 1.0)),
            {name: draw.randint(1, total if "CPU" in name or "Nodes" in name else 3) for name in draw.sample(names, 3)},
        )
        for number in (2, 3)
    }
    return {1: (0, 1.0, {})} | kinds


def _texts(nodes, parts, limits) -> dict[str, str]:
    return {
        "nodes": ",".join(f"1x{size}" for size in nodes),
        "partitions": "; ".join(
            f"{number} Nodes={inside[0] + 1}-{inside[-1] + 1} PriorityTier={tier} PriorityJobFactor={factor}"
            for number, (inside, tier, factor) in parts.items()
        ),
        "qos": "; ".join(
            f"{number} Priority={priority} UsageFactor={usage} "
            + " ".join(f"{name}={most}" for name, most in most_of.items())
            for number, (priority, usage, most_of) in limits.items()
        ),
    }


def _jobs(draw: Random, nodes, parts, limits, values) -> list[SlurmJob]:
    jobs, time = [], 0
    for _ in range(draw.randint(8, 35)):
        time += draw.choice((0, 0, 0, 1, 2, 5))
        part, kind = draw.choice(list(parts)), draw.choice(list(limits))
        room = sum(nodes[node] for node in parts[part][0])
        most = min([room, *(most for name, most in limits[kind][2].items() if "CPU" in name or "Nodes" in name)])
        runtime = draw.randint(1, draw.choice((4, 12, 25)))
        jobs.append(
            SlurmJob(
                time,
                runtime,
                runtime + draw.choice((0, 0, 1, 5, 20)),
                draw.randint(1, draw.choice((1, most, most))),
                draw.randint(1, 3),
                draw.choice(ACCOUNTS),
                part,
                kind,
            )
        )
    return jobs


def as_workload(jobs: list[SlurmJob], nodes: tuple[int, ...], midnights: tuple[int, ...] = ()) -> Workload:
    work = workload(
        [(job.submit, job.runtime, job.size) for job in jobs], sum(nodes), requested=[job.limit for job in jobs]
    )
    columns = {
        "user_id": [job.user for job in jobs],
        "group": [(*ACCOUNTS, "root").index(job.account) + 1 for job in jobs],
        "partition": [job.partition for job in jobs],
        "queue": [job.qos for job in jobs],
    }
    table = changed(work.jobs, **{name: np.array(column) for name, column in columns.items()})
    platform = replace(work.platform, start_time=DAYS * 86_400 - midnights[0]) if midnights else work.platform
    return replace(work, platform=platform, jobs=changed(table, user=np.unique(table.user_id, return_inverse=True)[1]))


@pytest.mark.parametrize("part", range(4))
def test_starts_are_those_of_the_twin(part: int) -> None:
    backfilled = waited = stopped = cancelled = late = 0
    for seed in range(part, max(count(600), 200), 4):
        jobs, values, config = drawn(seed)
        twin = Cluster(jobs, config)
        wanted = twin.run()
        schedule = simulate(as_workload(jobs, config.nodes, config.midnights), "slurm", values, decisions=None)
        assert schedule.placed.start.tolist() == wanted, seed
        assert set(np.flatnonzero(schedule.placed.flags & 1)) == twin.backfilled, seed
        assert set(np.flatnonzero(schedule.placed.flags & 2)) == twin.cancelled, seed
        assert pieces(schedule) == set(twin.stopped), seed
        late += sum(killer == naive.NOBODY for *_, killer in twin.stopped)
        stopped, cancelled = stopped + len(twin.stopped), cancelled + len(twin.cancelled)
        backfilled += len(twin.backfilled)
        waited += sum(start > job.submit for start, job in zip(wanted, jobs, strict=True))
    assert backfilled > 50 and waited > 500 and stopped - late > 5 and cancelled - late > 2 and late > 10


def pieces(schedule: Schedule) -> set[tuple[int, float, float, int]]:
    """(row, begin, end, killer) of the runs that were stopped."""
    if not schedule.kills:
        return set()
    s = schedule.table("segments").take(schedule.table("segments").kind == KILLED)
    return set(zip(s.job.tolist(), s.begin.tolist(), s.end.tolist(), s.killer.tolist(), strict=True))


def test_of_running_jobs_with_one_expected_end_the_first_submitted_leaves_first() -> None:
    """Two jobs are expected to end at 17, and the one submitted later has started first; where a third one is reserved depends on it."""
    jobs, values, config = drawn(1015, with_all=False)
    assert (
        simulate(as_workload(jobs, config.nodes), "slurm", values, decisions=None).placed.start.tolist()
        == Cluster(jobs, config).run()
    )


@pytest.mark.parametrize("seed", range(4))
def test_many_nodes_and_a_long_queue(seed: int) -> None:
    """More nodes than fit into one word of a set, and reservations behind one another."""
    draw = Random(f"many {seed}")
    jobs, time = [], 0
    for _ in range(60):
        time += draw.choice((0, 1, 4))
        runtime = draw.randint(1, draw.choice((5, 60)))
        jobs.append(
            SlurmJob(time, runtime, runtime + draw.choice((0, 10)), draw.randint(1, draw.choice((4, 70, 130))), 1)
        )
    values = {"bf_interval": 5, "bf_resolution": draw.choice((1, 10)), "batch_sched_delay": 0, "release_window": 5}
    twin = Cluster(jobs, Config((1,) * 130, DEFAULTS | values, {0: (frozenset(range(130)), 1, 1)}))
    assert simulate(as_workload(jobs, (1,) * 130), "slurm", values, decisions=None).placed.start.tolist() == twin.run()


# ---- Fair Tree against a program of its own -------------------------------------------------------------------------


def grown(draw: Random) -> tuple[Account, str]:
    """(a tree, the same as the text of the parameter): small numbers, so that levels tie."""
    root, records, names = Account("root", 1), list[str](), [("root", 0)]
    accounts = {"root": root}
    for number in range(draw.randint(1, 8)):
        above, depth = draw.choice([one for one in names if one[1] < 4])
        shares, name = draw.choice((0, 1, 1, 2, 3)), f"a{number}"
        accounts[name] = Account(name, shares)
        accounts[above].children.append(accounts[name])
        names.append((name, depth + 1))
        records.append(f"account={name} Parent={above} Shares={shares}")
    user = 0
    for name, _ in names:
        for _ in range(draw.choice((0, 1, 2, 3))):
            user += 1
            shares, usage = draw.choice((0, 1, 1, 2, None)), draw.choice((0, 0, 1, 2, 4, 4, 8))
            accounts[name].children.append(Account(user, shares, usage=usage))
            records.append(f"user={user} account={name} Shares={'parent' if shares is None else shares} Usage={usage}")
    add_up(root)
    return root, "; ".join(records)


def add_up(one: Account) -> float:
    one.usage += sum(add_up(child) for child in one.children)
    return one.usage


def factors(one: Account) -> dict[int, float]:
    mine = {one.name: one.factor} if one.is_user else {}
    return mine | {name: factor for child in one.children for name, factor in factors(child).items()}


RULES = {"fair_tree": naive.fair_tree, "classic": lambda tree: naive.classic(tree, 1)}


def test_fair_share_is_that_of_another_program_on_many_trees() -> None:
    """Nothing ran yet, so that the usage is that of the text; factors right after the first tick."""
    ties = 0
    work = workload([(0, 1, 1)], 1, users=[999])
    for seed in range(width(200, 1_000)):
        root, text = grown(Random(f"tree {seed}"))
        root.children += [Account("group.-1", 1, [Account(999, 1)])]  # the job's own user, who is not in the text
        for kind, rule in list(RULES.items())[: 1 if seed % 5 else 2]:
            values = DEFAULTS | {"priority": "multifactor", "weight_fairshare": 1, "accounts": text, "fair_share": kind}
            rule(root)
            outcome = priorities(work, values, np.zeros(1), np.zeros(1))
            tree = setup_of(work, values).tree
            mine = {one.number: factor for one, factor in zip(tree, outcome.share[0][1:], strict=True) if one.is_user}
            assert mine == (pytest.approx(factors(root), rel=1e-12) if kind == "classic" else factors(root)), seed
            ties += len(set(mine.values())) < len(mine)
    assert ties > width(80, 400)
