"""Files of a cluster with Slurm that ask for far more than their size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scheduler.topics.slurm.files.configuration import configuration
from tests.hostile.inputs import Input, lines, numbered


def conf(content: bytes) -> Any:
    return configuration(content.decode())


def reserved(content: bytes) -> Any:
    return configuration("NodeName=n[1-65536]", reservations=content.decode())


def shares(content: bytes) -> Any:
    return configuration(shares=content.decode())


def qos(content: bytes) -> Any:
    return configuration(qos=content.decode())


def submissions(content: bytes) -> Any:
    return configuration(jobs=content.decode())


def named(content: bytes) -> Any:
    users = [f"u{number}" for number in range(150_000)]
    return configuration(shares=content.decode(), names={"user_id": users})


def inputs() -> Iterator[Input]:
    every = "NodeName=n[1-65536]\n"
    words = " ".join(f"a{number}=1" for number in range(9_000))
    yield Input("product of hosts", lines("NodeName=n[0-11999]x[0-11999]", 1), conf)
    yield Input("brackets in a name", lines("[1]", 10_000, "NodeName=n"), conf)
    yield Input("open brackets", lines("[", 90_000, "NodeName="), conf)
    yield Input("one open bracket", lines("1", 90_000, "NodeName=["), conf)
    yield Input("long name of many hosts", lines("a", 50_000, "NodeName=", "[1-65536]"), conf)
    yield Input("long ending of many hosts", lines("[1]", 10_000, "NodeName=n[1-65536]"), conf)
    yield Input("partitions of all hosts", numbered("PartitionName=p{} Nodes=n[1-65536]\n", 1_000, every), conf)
    yield Input(
        "reservations of all hosts",
        numbered("ReservationName=r{} StartTime=1 EndTime=2 Nodes=n[1-65536]\n", 200),
        reserved,
    )
    yield Input(
        "partitions of many defaults", numbered("PartitionName=p{}\n", 2_000, f"PartitionName=DEFAULT {words}\n"), conf
    )
    yield Input("nodes of many defaults", numbered("NodeName=n{}\n", 30_000, f"NodeName=DEFAULT {words}\n"), conf)
    yield Input("quotes", lines('"', 90_001, "NodeName="), conf)
    yield Input("words that are not read", lines("a=1 ", 20_000 * 10, ""), conf)
    yield Input("settings that are not read", lines("a=1\n", 30_000), conf)
    yield Input("joined lines", lines("a\\\n", 50_000), conf)
    yield Input("long number of processors", lines("9", 5_000, "NodeName=n CPUs="), conf)
    yield Input("long weight", lines("9", 5_000, "PriorityWeightAge="), conf)
    yield Input("long weight of a resource", lines("9", 5_000, "PriorityWeightTRES=CPU="), conf)
    yield Input("long number of the scheduler", lines("9", 5_000, "SchedulerParameters=bf_window="), conf)
    yield Input("long time", lines("9", 5_000, "PartitionName=p MaxTime="), conf)
    yield Input("long share of a user", lines("9", 5_000, "Account|User|RawShares\na||1\na|7|"), shares)
    yield Input("long name that is a number", lines("9", 5_000, "Account|User|RawShares\na||1\na|", "|1"), shares)
    yield Input("long priority of a QOS", lines("9", 5_000, "Name|Priority\nx|"), qos)
    yield Input("long limit of a QOS", lines("9", 5_000, "Name|MaxWall\nx|"), qos)
    yield Input(
        "long limit of an array", lines("9", 5_000, "JobIDRaw|JobID|SubmitLine\n1|1_1|sbatch --array=1-2%"), submissions
    )
    yield Input("long nice value", lines("9", 5_000, "JobIDRaw|JobID|SubmitLine\n1|1|sbatch --nice="), submissions)
    yield Input("users that a long log has", numbered("a|u149{}|1\n", 4_000, "Account|User|RawShares\na||1\n"), named)
