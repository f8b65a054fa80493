"""Changed settings as lines of slurm.conf: put into the file, they read as the changed configuration."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scheduler.errors import ParamError
from scheduler.params import checked
from scheduler.topics.slurm.files.changed_lines import ELSEWHERE, applied, changed_lines, record, resized
from scheduler.topics.slurm.files.configuration import configuration
from scheduler.topics.slurm.files.hosts import collapsed, expanded
from scheduler.topics.slurm.files.records import partitions
from scheduler.topics.slurm.files.times import NEVER, seconds, time_text
from scheduler.topics.slurm.policies.slurm import POLICY
from tests.cases.every_case import every_case

CONF = """# a cluster
ClusterName=toy
PriorityType=priority/multifactor PriorityWeightAge=1000
PriorityFlags=MAX_TRES,NO_FAIR_TREE
SchedulerParameters=bf_continue,bf_interval=30,\\
  bf_licenses
NodeName=DEFAULT CPUs=16
NodeName=n[01-04] State=UNKNOWN
NodeName=fat1 CPUs=64
PartitionName=DEFAULT State=UP
PartitionName=batch Nodes=n[01-04],fat1 Default=YES MaxTime=2-00:00:00
PartitionName=debug Nodes=n[01,03] MaxTime=30 PriorityTier=10 MaxNodes=2 PreemptMode=CANCEL
PartitionName=all Nodes=ALL
"""
NAMES = {"partition": ("debug", "batch", "all")}


def read(conf: str) -> dict[str, Any]:
    return checked(POLICY.params, configuration(conf, names=NAMES).params)


def by_chance(seed: int) -> dict[str, Any]:
    """CONF with a few settings changed."""
    random, after = Random(seed), read(CONF)
    numbers = [name for name in after if name.startswith(("weight_", "bf_"))] + [
        "sched_interval",
        "default_queue_depth",
        "batch_sched_delay",
        "damping",
    ]
    for name in random.sample(numbers, 3):
        after[name] = random.randint(1, 90)
    for name in random.sample(["max_age", "half_life", "calc_period"], random.randint(0, 3)):
        after[name] = random.randint(1, 999_999)
    for name in random.sample(["memory_per_processor", "memory_per_node"], random.randint(0, 2)):
        after[name] = random.randint(0, 9_999)
    for name, values in {
        "priority": ("basic", "multifactor"),
        "usage_reset": ("none", "weekly"),
        "scheduler": ("backfill", "builtin"),
        "fair_share": ("fair_tree", "classic"),
        "favor_small": (True, False),
        "size_by_time": (True, False),
    }.items():
        after[name] = random.choice(values)
    if random.random() < 0.6:
        after = resized(after, random.randint(3, 9))
    parts = [
        one._replace(
            max_time=random.choice([one.max_time, None, 3_600.0 * random.randint(1, 99)]),
            tier=random.choice([one.tier, random.randint(0, 99)]),
            max_nodes=random.choice([one.max_nodes, None, 3]),
            factor=random.choice([one.factor, 7]),
            up=random.random() < 0.9,
        )
        for one in partitions(after["partitions"])
    ]
    return after | {"partitions": "; ".join(map(record, parts))}


@every_case("seed", range(120))
def test_the_lines_read_back_as_the_changed_configuration(seed: int) -> None:
    after = by_chance(seed)
    written = changed_lines(CONF, read(CONF), after)
    again = read(applied(CONF, written.lines))
    assert partitions(again.pop("partitions")) == partitions(after.pop("partitions"))
    assert again == after and not written.elsewhere


@every_case("seed", range(30))
def test_without_a_file_the_lines_are_all_there_is(seed: int) -> None:
    after = by_chance(seed)
    again = read(
        "\n".join(
            line for line in changed_lines("", checked(POLICY.params, {}), after).lines if not line.startswith("#")
        )
    )
    assert partitions(again.pop("partitions")) == partitions(after.pop("partitions")) and again == after


def test_nothing_changed_no_line() -> None:
    assert changed_lines(CONF, read(CONF), read(CONF)) == ((), (), ())


def test_lines_by_hand() -> None:
    after = read(CONF) | {
        "weight_age": 2_000,
        "bf_interval": 60,
        "bf_window": 2_880,
        "fair_share": "fair_tree",
        "half_life": 14 * 86_400,
    }
    after["partitions"] = after["partitions"].replace("MaxTime=1800", "MaxTime=7200")
    assert changed_lines(CONF, read(CONF), after).lines == (
        "PriorityWeightAge=2000",
        "PriorityDecayHalfLife=14-00:00:00",
        "PriorityFlags=MAX_TRES",
        "SchedulerParameters=bf_continue,bf_interval=60,bf_licenses,bf_window=2880",
        "PartitionName=debug Nodes=n[01,03] MaxTime=0-02:00:00 PriorityTier=10 MaxNodes=2 PreemptMode=CANCEL",
    )


def test_nodes_are_added_and_taken_away() -> None:
    more = changed_lines(CONF, read(CONF), resized(read(CONF), 7)).lines
    assert more[:3] == (
        "NodeName=n[01-04] State=UNKNOWN",
        "NodeName=fat1 CPUs=64",
        "NodeName=added[1-2] CPUs=64 State=UNKNOWN",
    )
    assert more[3] == "PartitionName=batch Nodes=ALL Default=YES MaxTime=2-00:00:00"
    fewer = changed_lines(CONF, read(CONF), resized(read(CONF), 3)).lines
    assert fewer[0] == "NodeName=n[01-03] State=UNKNOWN" and not any("fat1" in line for line in fewer)


@pytest.mark.parametrize(("nodes", "says"), [(0, "1 to"), (10**6, "1 to"), (2, "")])
def test_a_machine_needs_nodes(nodes: int, says: str) -> None:
    if not says:
        assert resized(read(CONF), nodes)["nodes"] == "2x16"
        with pytest.raises(ParamError, match="Partition debug would have no node"):
            resized(read(CONF.replace("n[01,03]", "fat1")), nodes)
        return
    with pytest.raises(ParamError, match=says):
        resized(read(CONF), nodes)
    with pytest.raises(ParamError, match="names no nodes"):
        resized(read(""), 5)


def test_every_parameter_has_a_setting_or_a_sentence() -> None:
    usual, silent = checked(POLICY.params, {}), []
    for param in POLICY.params:
        if param.choices:
            other: Any = param.choices[-1 if usual[param.name] == param.choices[0] else 0]
        elif param.kind is str:
            other = param.examples[0]
        else:
            other = not usual[param.name] if isinstance(usual[param.name], bool) else (usual[param.name] or 0) + 1
        written = changed_lines("", usual, usual | {param.name: other})
        if not written.lines and not written.elsewhere:
            silent.append(param.name)
    assert not silent and set(ELSEWHERE) <= set(usual)


@pytest.mark.parametrize(
    "names",
    [
        ["n1"],
        ["n1", "n2", "n4"],
        ["n09", "n10", "n11"],
        ["a", "b"],
        ["r1n9-x", "r1n10-x"],
        ["x1y1", "x1y2", "x2y1"],
        ["n9", "n10"],
        ["n1", "n01"],
    ],
)
def test_a_list_of_hosts_reads_back(names: list[str]) -> None:
    assert expanded(collapsed(names), 100) == names


@pytest.mark.parametrize("value", [0, 59, 60, 3_600, 86_399, 86_400, 1_209_600, 987_654_321])
def test_a_time_reads_back(value: int) -> None:
    assert seconds(time_text(value)) == value


@pytest.mark.parametrize(("value", "line"), [(300, "5"), (61, "2"), (NEVER, "UNLIMITED")])
def test_what_is_in_minutes_is_written_in_minutes(value: int, line: str) -> None:
    """Of a part of a minute the next whole one."""
    lines = changed_lines(CONF, read(CONF), read(CONF) | {"resv_over_run": value}).lines
    assert lines == (f"ResvOverRun={line}",)
    assert read(applied(CONF, lines))["resv_over_run"] in (value, 120)


WITH_MEMORY = """SelectTypeParameters=CR_CPU_Memory
DefMemPerCPU=500
NodeName=DEFAULT CPUs=16 RealMemory=64000
NodeName=n[1-3]
NodeName=fat1 RealMemory=256000 MemSpecLimit=6000
"""
JOBS = "JobIDRaw|JobID|ReqMem|ReqCPUS|SubmitLine\n7|7|4000M|4|sbatch a\n"


def test_nodes_that_are_added_have_memory_like_the_last_one() -> None:
    before = checked(POLICY.params, configuration(WITH_MEMORY, jobs=JOBS).params)
    assert before["node_memory"] == "3x64000,1x250000" and before["memory_per_processor"] == 500
    after = resized(before, 6)
    assert after["node_memory"] == "3x64000,3x250000"
    written = changed_lines(WITH_MEMORY, before, after)
    assert written.lines[-1] == "NodeName=added[1-2] CPUs=16 RealMemory=250000 State=UNKNOWN" and not written.elsewhere
    assert configuration(applied(WITH_MEMORY, written.lines), jobs=JOBS).params["node_memory"] == "3x64000,3x250000"
    fewer = changed_lines(WITH_MEMORY, before, resized(before, 2))
    assert configuration(applied(WITH_MEMORY, fewer.lines), jobs=JOBS).params["node_memory"] == "2x64000"
    by_hand = changed_lines(WITH_MEMORY, before, before | {"node_memory": "4x64000"})
    assert by_hand.elsewhere == (ELSEWHERE["node_memory"],)
