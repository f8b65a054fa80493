"""The lines of slurm.conf that turn one configuration into another, to be copied into the file.

Only what differs is written.  A line takes the place of the line of the same setting, or of the same partition; where
nodes are added or taken away, the lines of NodeName take the place of all that there are.  What Slurm keeps elsewhere
(QOS and accounts, which sacctmgr changes) and what it has no setting for is named instead.

>>> changed_lines("PriorityWeightAge=10", {"weight_age": 10}, {"weight_age": 2_000}).lines
('PriorityWeightAge=2000',)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from scheduler.errors import ParamError
from scheduler.topics.slurm.files.changed_limits import commands
from scheduler.topics.slurm.files.configuration import logical_lines
from scheduler.topics.slurm.files.hosts import collapsed, expanded
from scheduler.topics.slurm.files.records import (
    MOST_NODES,
    Partition,
    as_text,
    node_memory,
    node_sizes,
    node_text,
    partitions,
)
from scheduler.topics.slurm.files.settings import BY_RESOURCE, BY_SCHEDULER
from scheduler.topics.slurm.files.times import over_run_text, time_text

# {parameter: the setting as Slurm's manual spells it}
SPELLED = {
    "priority": "PriorityType",
    "scheduler": "SchedulerType",
    "weight_age": "PriorityWeightAge",
    "weight_fairshare": "PriorityWeightFairshare",
    "weight_job_size": "PriorityWeightJobSize",
    "weight_partition": "PriorityWeightPartition",
    "weight_qos": "PriorityWeightQOS",
    "usage_reset": "PriorityUsageResetPeriod",
    "weight_association": "PriorityWeightAssoc",
    "max_age": "PriorityMaxAge",
    "half_life": "PriorityDecayHalfLife",
    "calc_period": "PriorityCalcPeriod",
    "favor_small": "PriorityFavorSmall",
    "damping": "FairShareDampeningFactor",
    "preempt": "PreemptType",
    "preempt_mode": "PreemptMode",
    "preempt_exempt": "PreemptExemptTime",
    "job_requeue": "JobRequeue",
    "memory_per_processor": "DefMemPerCPU",
    "memory_per_node": "DefMemPerNode",
    "resv_over_run": "ResvOverRun",
}
TIMES = ("max_age", "half_life", "calc_period", "preempt_exempt")
PLUGINS = {"priority": "priority", "scheduler": "sched", "preempt": "preempt"}
FLAGS = {"fair_share": "NO_FAIR_TREE", "size_by_time": "SMALL_RELATIVE_TO_TIME"}  # written where set
OWN_FLAGS = ("NO_FAIR_TREE", "SMALL_RELATIVE_TO_TIME", "FAIR_TREE")
# Fields of a partition that can be changed: {as in a Partition: as in slurm.conf}
OF_PARTITION = {
    "max_time": "MaxTime",
    "max_nodes": "MaxNodes",
    "tier": "PriorityTier",
    "factor": "PriorityJobFactor",
    "up": "State",
    "preempt_mode": "PreemptMode",
}
ADDED = "added"  # what nodes are called that are added
ELSEWHERE = {
    "qos": "QOS are changed by sacctmgr, not in slurm.conf.",
    "accounts": "Accounts, users and shares are changed by sacctmgr, not in slurm.conf.",
    "maintenance": "Reservations are made by scontrol create reservation, not in slurm.conf.",
    "reservations": "Reservations are made by scontrol create reservation, not in slurm.conf.",
    "jobs": "What jobs were submitted with is not in slurm.conf.",
    "node_memory": "The memory of nodes is RealMemory in the lines of NodeName; change it by hand.",
    "whole_nodes": "Whether jobs get whole nodes is decided by SelectType and OverSubscribe; change these by hand.",
    "preempt_youngest_first": "preempt_youngest_first is part of SchedulerParameters; change it by hand.",
    "requeue_wait": "How long a job that is put back waits is cred_expire of AuthInfo; change it by hand.",
    "enforce_limits": "Whether limits are enforced follows from AccountingStorageEnforce; change that by hand.",
    "usage_at_end": "Whether usage counts when a job ends follows from AccountingStorageEnforce; change that by hand.",
    "calc_offset": "When priorities are made anew for the first time follows from the start of slurmctld.",
    "release_window": "Slurm has no setting for the release window: it is always 30 s, with select/linear 0.",
}


class Changes(NamedTuple):
    """lines: of slurm.conf; a line that begins with # takes a setting away; elsewhere: sentences on what has none;
    commands: of sacctmgr, for QOS and accounts."""

    lines: tuple[str, ...]
    elsewhere: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()


def changed_lines(conf: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Changes:
    """The lines by which `conf`, which reads as the parameters `before`, reads as `after`; conf "": written anew.

    Both hold the same parameters.  Raises ParamError for texts that do not read.
    """
    names = {name for name in after if after[name] != before.get(name)}
    old_sizes, sizes = (node_sizes(params.get("nodes") or "") for params in (before, after))
    written = _Conf(
        conf,
        next(
            (at for at, (old, new) in enumerate(zip(old_sizes, sizes, strict=False)) if old != new),
            min(len(old_sizes), len(sizes)),
        ),
    )
    lines = [f"{SPELLED[name]}={_value(name, after[name])}" for name in SPELLED if name in names]
    if names & set(FLAGS):
        flags = [flag for flag in written.parts("priorityflags") if flag.upper() not in OWN_FLAGS]
        flags += [flag for name, flag in FLAGS.items() if after.get(name) not in (False, "fair_tree", None)]
        lines.append(_listed("PriorityFlags", flags))
    if names & set(BY_RESOURCE.values()):
        lines.append(
            _listed(
                "PriorityWeightTRES",
                [f"{resource}={after[name]}" for resource, name in BY_RESOURCE.items() if after.get(name)],
            )
        )
    if names & set(BY_SCHEDULER):
        lines.append(_listed("SchedulerParameters", _scheduler(written, names, after)))
    if "nodes" in names:
        names.discard("node_memory")  # it is in these lines
        lines += written.node_lines(sizes, node_memory(after.get("node_memory") or ""))
    if names & {"nodes", "partitions"}:
        lines += written.partition_lines(
            partitions(before.get("partitions") or ""), partitions(after.get("partitions") or ""), "nodes" in names
        )
    return Changes(
        tuple(lines), tuple(text for name, text in ELSEWHERE.items() if name in names), commands(before, after)
    )


def applied(conf: str, lines: Sequence[str]) -> str:
    """slurm.conf with these lines in their places; comments are left out."""
    new = {_key(line): line for line in lines}
    nodes = [line for line in lines if _key(line)[0] == "nodename"]
    result, used = list[str](), set[tuple[str, str]]()
    for line in _single_settings(conf):
        key = _key(line)
        if key[0] == "nodename" and nodes and key[1] != "default":
            result += [] if "nodename" in {name for name, _ in used} else nodes
            used |= {_key(line) for line in nodes}
        elif key in new:
            result += [] if key in used else [new[key]]
            used.add(key)
        else:
            result.append(line)
    rest = [line for line in lines if _key(line) not in used]
    rest.sort(key=lambda line: _key(line)[0] == "partitionname")
    return "\n".join(line for line in [*result, *rest] if not line.startswith("#")) + "\n"


def _single_settings(conf: str) -> Iterator[str]:
    """The lines, those that hold several settings taken apart."""
    for _, words in logical_lines(conf):
        if _key(words[0])[0] in ("nodename", "partitionname", "include"):
            yield " ".join(words)
        else:
            yield from words


def resized(params: Mapping[str, Any], nodes: int) -> dict[str, Any]:
    """The parameters with so many nodes: the last are taken away, or more like the last are added.

    Partitions of all nodes have the added ones, too; others keep the nodes that there are.  Raises ParamError where
    the nodes are not known, there would be none, or a partition would have none.
    """
    sizes = list(node_sizes(params.get("nodes") or ""))
    if not sizes:
        raise ParamError("The configuration names no nodes, so none can be added; add a line of NodeName.")
    if not 1 <= nodes <= MOST_NODES:
        raise ParamError(f"nodes = {nodes:,}; wanted: from 1 to {MOST_NODES:,} nodes.")
    sizes, memory = (
        some[:nodes] + some[-1:] * (nodes - len(some))
        for some in (sizes, list(node_memory(params.get("node_memory") or "")))
    )
    texts = []
    for one in partitions(params.get("partitions") or ""):
        kept = tuple((first, min(last, nodes)) for first, last in one.nodes if first <= nodes)
        if one.nodes and not kept:
            raise ParamError(f"Partition {one.name or one.number} would have no node; leave it one at least.")
        texts.append(record(one._replace(nodes=kept)))
    return {
        **params,
        "nodes": node_text(sizes),
        "partitions": "; ".join(texts) or params.get("partitions"),
        "node_memory": node_text(memory) or None,
    }


def record(one: Partition) -> str:
    """The text of a partition, as `records.partitions` reads it."""
    return as_text(
        f"{one.number}:{one.name}" if one.name else f"{one.number}",
        {
            "Nodes": ",".join(f"{first}-{last}" if last > first else f"{first}" for first, last in one.nodes),
            "MaxTime": None if one.max_time is None else f"{one.max_time:.15g}",
            "PriorityTier": one.tier,
            "MaxNodes": one.max_nodes,
            "PriorityJobFactor": one.factor,
            "State": None if one.up else "DOWN",
            "PreemptMode": one.preempt_mode,
        },
    )


class _Conf:
    """The lines of a slurm.conf that is there, of whose nodes the first `kept` stay."""

    def __init__(self, conf: str, kept: int):
        self.logical = [words for _, words in logical_lines(conf)]
        self.nodes = [
            words for words in self.logical if _key(words[0])[0] == "nodename" and _key(words[0])[1] != "default"
        ]
        self.hosts = [name for words in self.nodes for name in expanded(words[0].partition("=")[2], MOST_NODES)][:kept]

    def parts(self, setting: str) -> list[str]:
        """The parts of the last line of a setting that is a list."""
        values = [
            word.partition("=")[2].strip('"')
            for words in self.logical
            for word in words
            if word.partition("=")[0].lower() == setting
        ]
        return [part for part in values[-1].split(",") if part] if values else []

    def node_lines(self, sizes: Sequence[int], memory: Sequence[int]) -> list[str]:
        """The lines of NodeName of a machine of these nodes: those that stay, then those added; memory: MB of each, or
        empty."""
        lines, left = [], len(self.hosts)
        for words in self.nodes:
            names = expanded(words[0].partition("=")[2], MOST_NODES)[:left]
            left -= len(names)
            lines += [" ".join([f"NodeName={collapsed(names)}", *words[1:]])] if names else []
        has = [f"CPUs={size}" for size in sizes]
        if memory:
            has = [f"{of_node} RealMemory={amount}" for of_node, amount in zip(has, memory, strict=True)]
        return lines + self.added_lines(has[len(self.hosts) :])

    @staticmethod
    def added_lines(has: Sequence[str]) -> list[str]:
        """Lines of nodes that are not there yet; has: what each of them has, as it is written."""
        lines, number = list[str](), 1
        for alike, some in groupby(has):
            many = len(list(some))
            names = [f"{ADDED}{one}" for one in range(number, number + many)]
            lines.append(f"NodeName={collapsed(names)} {alike} State=UNKNOWN")
            number += many
        return lines

    def partition_lines(self, before: Sequence[Partition], after: Sequence[Partition], resized: bool) -> list[str]:
        """The lines of partitions that differ, or of all whose nodes have to be named anew."""
        was = {one.number: one for one in before}
        return [
            self.partition_line(was.get(one.number), one, resized)
            for one in after
            if resized or one != was.get(one.number)
        ]

    def partition_line(self, was: Partition | None, one: Partition, resized: bool) -> str:
        """A partition as it was written, with what differs; written anew where it was not there."""
        words = next((words for words in self.logical if _key(words[0]) == ("partitionname", one.name.lower())), None)
        pairs = dict(word.partition("=")[::2] for word in words or (f"PartitionName={one.name or one.number}",))
        spelled = {name.lower(): name for name in pairs}
        fields = {name for name in OF_PARTITION if was is None or getattr(one, name) != getattr(was, name)}
        if resized or was is None or one.nodes != was.nodes:
            pairs[spelled.get("nodes", "Nodes")] = self.members(one)
        for name in OF_PARTITION:
            if name in fields:
                pairs[spelled.get(OF_PARTITION[name].lower(), OF_PARTITION[name])] = _field(name, getattr(one, name))
        pairs = {name: value for name, value in pairs.items() if value}  # no PreemptMode: that of the cluster
        return " ".join(f"{name}={value}" for name, value in pairs.items())

    def members(self, one: Partition) -> str:
        """The nodes of a partition by their names."""
        if not one.nodes:
            return "ALL"
        numbers = [number for first, last in one.nodes for number in range(first, last + 1)]
        return collapsed(
            [
                self.hosts[number - 1] if number <= len(self.hosts) else f"{ADDED}{number - len(self.hosts)}"
                for number in numbers
            ]
        )


def _scheduler(written: _Conf, names: set[str], after: Mapping[str, Any]) -> list[str]:
    """The parts of SchedulerParameters: those there with their new values, then the others that differ."""
    parts, left = [], [name for name in BY_SCHEDULER if name in names]
    for part in written.parts("schedulerparameters"):
        key = part.partition("=")[0]
        parts.append(f"{key}={after[key]}" if key in left else part)
        left = [name for name in left if name != key]
    return parts + [f"{name}={after[name]}" for name in left]


def _listed(name: str, parts: Sequence[str]) -> str:
    return f"{name}={','.join(parts)}" if parts else f"#{name}="


def _value(name: str, value: Any) -> str:
    if name in TIMES:
        return time_text(value)
    if name == "resv_over_run":
        return over_run_text(value)
    if isinstance(value, bool):
        return str(int(value)) if name == "job_requeue" else "YES" if value else "NO"
    if value is None:
        return "UNLIMITED"
    if name == "usage_reset":
        return str(value).upper()
    return f"{PLUGINS[name]}/{value}" if name in PLUGINS else str(value)


def _field(name: str, value: Any) -> str:
    if value is None:
        return "UNLIMITED"
    if name == "max_time":
        return time_text(value)
    return ("UP" if value else "DOWN") if name == "up" else str(value)


def _key(line: str) -> tuple[str, str]:
    """(setting, name of the node or partition) by which a line takes the place of another, in small letters."""
    name, _, value = line.removeprefix("#").split(maxsplit=1)[0].partition("=")
    kind = name.lower()
    return kind, value.lower() if kind in ("partitionname", "nodename") else ""
