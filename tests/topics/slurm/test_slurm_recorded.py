"""Recorded runs of Slurm 22.05 against the policy: one step at a time, priorities digit by digit, usage and fair share.

The files in tests/data/slurm were recorded on a machine of 64 processors that were not there (jobs slept).  Each holds
the settings, the jobs as sacct prints them, what sprio and sshare printed whenever that changed, and which processors
jobs held where that was asked.  Where jobs were preempted each of their runs is a job, those behind the first numbered
1000 higher and submitted when they might start again; in `preemption` the processors that stopped runs held of several
nodes were not asked for and are filled in.  docs/slurm-policy.md has the figures.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from scipy.stats import spearmanr

from scheduler.formats import parse
from scheduler.model.workload import Workload
from scheduler.model.workload_options import WorkloadOptions
from scheduler.params import checked
from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from scheduler.topics.slurm.files.configuration import configuration
from scheduler.topics.slurm.files.hosts import expanded
from scheduler.topics.slurm.replay.priorities import PARTS, Priorities, priorities
from scheduler.topics.slurm.replay.steps import starts_now
from tests.cases.small import changed

FOLDER = Path(__file__).parents[2] / "data" / "slurm"
RUNS = sorted(path.name.removesuffix(".json.gz") for path in FOLDER.glob("*.json.gz"))
SLACK = 2  # s between the pass that starts a job here and the recorded start
# {run: jobs that a pass would have started within SLACK of their start}
AGREED = {
    "one_basic": 80,
    "one_multifactor": 59,
    "eight_multifactor_2": 78,
    "partitions": 76,
    "qos": 56,
    "reservation": 58,
    "arrays": 123,
    "eight_basic": 59,
    "eight_multifactor_3": 60,
    "partitions_2": 60,
    "preemption": 68,
    "preemption_2": 66,
    "linear": 59,
    "memory": 60,
    "memory_2": 60,
    "reservation_2": 60,
}
# Runs with the settings of another one.
SECOND = {"eight_multifactor_3", "partitions_2", "preemption_2", "memory_2", "reservation_2"}
# {run: (jobs that start in the second of their start and get the same processors of the same nodes, all that do)}
PLACED = {
    "eight_multifactor_2": (79, 79),
    "partitions": (79, 79),
    "qos": (56, 57),
    "reservation": (60, 60),
    "arrays": (122, 125),
    "eight_basic": (60, 60),
    "eight_multifactor_3": (57, 60),
    "partitions_2": (60, 60),
    "memory": (59, 60),
    "memory_2": (60, 60),
    "reservation_2": (59, 60),
}
# {run: (lines of sprio that agree in every part, all lines)}: so priorities are known to the second, not to the sample.
PRINTED = {
    "eight_multifactor": (476, 476),
    "eight_multifactor_2": (419, 419),
    "partitions": (284, 284),
    "one_multifactor": (114, 114),
    "qos": (224, 224),
    "reservation": (130, 130),
    "eight_multifactor_3": (164, 164),
    "partitions_2": (219, 219),
    "linear": (281, 281),
    "preemption": (157, 157),
    "preemption_2": (213, 213),
    "memory": (188, 188),
    "memory_2": (236, 237),
    "reservation_2": (237, 237),
}


RESOURCES = {"cpu": "tres_cpu", "mem": "tres_memory", "node": "tres_node"}  # as sprio prints them


class Run(NamedTuple):
    """A recording."""

    load: Workload
    start: np.ndarray  # [n] s
    params: dict[str, Any]
    sprio: list[tuple[float, dict[int, list[str]]]]  # (s, {row: what sprio printed of it})
    usage: list[tuple[float, dict[str, tuple[int, str]]]]  # (s, {user: (RawUsage, FairShare)})
    counts: np.ndarray | None  # [n, nodes] processors
    stopped: np.ndarray  # [n] bool, preempted


@cache
def recorded(name: str) -> Run:
    data = json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))
    trace = parse(data["sacct"].encode(), f"{name}.sacct", {})
    load = workload(trace, WorkloadOptions(processors=64))
    params = checked(
        all_policies()["slurm"].params,
        configuration(
            data["conf"],
            data["tree"],
            data["qos"],
            trace.names,
            jobs=data.get("submitted", ""),
            reservations=data.get("reservations", ""),
        ).params,
    )
    start = load.jobs.submit + load.jobs.recorded_wait
    row = {str(number): at for at, number in enumerate(load.jobs.job_id.tolist())}
    origin = load.platform.start_time
    sprio = [
        (time - origin, {row[line.split()[0]]: line.split() for line in lines if line.split()[0] in row})
        for time, lines in data["sprio"]
    ]
    usage = [
        (time - origin, {line.split("|")[0]: (int(line.split("|")[1]), line.split("|")[2]) for line in lines})
        for time, lines in data.get("usage", [])
    ]
    stopped = {line.split("|")[0] for line in data["sacct"].splitlines() if "|PREEMPTED|" in line}
    return Run(
        load,
        start,
        params,
        sprio,
        usage,
        counts(data.get("held", {}), row),
        np.isin(load.jobs.job_id.astype(str), list(stopped)),
    )


def counts(held: dict[str, list[list[str]]], row: dict[str, int]) -> np.ndarray | None:
    """From what scontrol says: {job: [(nodes, CPUs on each)]}."""
    if not held:
        return None
    table = np.zeros((len(row), 8), np.int64)
    for job, parts in held.items():
        for nodes, processors in parts:
            for node in expanded(nodes, 8):
                table[row[job], int(node[1:]) - 1] = len(expanded(f"c[{processors}]", 64))
    return table


def ticks_of(run: Run) -> np.ndarray:
    """When priorities were made anew, s: every minute, 31 s after the first submission or as ages tell."""
    first = min(_possible_ticks(run), key=lambda tick: tick)
    return np.arange(first - 600, run.start.max() + 120, 60.0)


def _possible_ticks(run: Run) -> set[float]:
    """Phases of the clock that agree with all ages printed."""
    submit = run.load.jobs.submit
    phases = set(range(60))
    for time, rows in run.sprio:
        ages = [(submit[row], int(cells[2])) for row, cells in rows.items() if int(cells[2])]
        here = set()
        for tick in range(int(time) - 75, int(time) + 1):
            if ages and all(f"{1000 * (tick - at) / 3600:.0f}" == str(age) for at, age in ages):
                here.add(tick % 60)
        if ages and here & phases:
            phases &= here
    return {float(phase) for phase in phases}


@cache
def own_priorities(name: str) -> Priorities:
    run = recorded(name)
    return priorities(run.load, run.params, run.start, ticks_of(run))


class Agreed(NamedTuple):
    """How far passes that are given the recorded past agree with a recording."""

    starts: int  # jobs that the pass that first starts them here starts within SLACK of their start
    placed: int  # jobs that start here in the second of their start and get the same processors of the same nodes
    at_once: int  # jobs that start here in that second
    stops: list[tuple[int, int]]  # (row, s) of jobs that are preempted here, once each


@cache
def steps(name: str) -> Agreed:
    run, first = recorded(name), dict[int, int]()
    placed = at_once = 0
    stops = dict[int, int]()
    multifactor = run.params["priority"] == "multifactor"
    every = np.arange(len(run.load))
    priority = np.ones(len(every))
    for now in range(int(run.load.jobs.submit.min()), int(run.start.max()) + 1):
        if multifactor:
            priority = own_priorities(name).total(every, float(now))
        step = starts_now(run.load, run.params, run.start, float(now), priority, run.counts, run.stopped)
        stops |= {row: now for row in step.stopped.tolist() if row not in stops}
        for row, counts in zip(step.rows.tolist(), step.counts, strict=True):
            first.setdefault(row, now)
            at_once += run.start[row] == now
            placed += run.counts is not None and run.start[row] == now and bool((counts == run.counts[row]).all())
    starts = sum(abs(first.get(row, np.inf) - run.start[row]) <= SLACK for row in range(len(run.load)))
    return Agreed(starts, placed, int(at_once), sorted(stops.items()))


def usual(names: Iterable[str]) -> list[Any]:
    """All of them with --all, else those that are not the second of their kind."""
    return [pytest.param(name, marks=[pytest.mark.exhaustive] if name in SECOND else []) for name in names]


@pytest.mark.parametrize("name", usual(AGREED))
def test_a_pass_given_the_recorded_past_starts_the_same_jobs(name: str) -> None:
    assert steps(name).starts == AGREED[name]


@pytest.mark.parametrize("name", usual(PLACED))
def test_who_starts_in_the_same_second_gets_the_same_processors_of_the_same_nodes(name: str) -> None:
    assert steps(name)[1:3] == PLACED[name]


@pytest.mark.parametrize("name", usual(["preemption", "preemption_2"]))
def test_the_same_jobs_are_preempted(name: str) -> None:
    run, stops = recorded(name), steps(name).stops
    end = run.start + run.load.jobs.runtime
    assert [row for row, _ in stops] == np.flatnonzero(run.stopped).tolist()
    assert all(abs(time - end[row]) <= SLACK for row, time in stops)


@pytest.mark.parametrize("name", AGREED)
def test_these_runs_agree_in_19_of_20_jobs(name: str) -> None:
    assert AGREED[name] >= 0.95 * len(recorded(name).load)


def compared(name: str) -> tuple[int, int]:
    """(lines of sprio that agree in every part, lines)."""
    run, same, lines = recorded(name), 0, 0
    mine = own_priorities(name)
    for time, rows in run.sprio:
        for row, cells in rows.items():
            lines += 1
            same += any(cells[1:] == printed(mine, row, int(time) - late, len(cells) - 2) for late in (0, 1, 2))
    return same, lines


def printed(mine: Priorities, row: int, time: float, many: int) -> list[str]:
    """Priority and its parts as sprio prints them."""
    job = np.array([row])
    parts = mine.parts(job, time)
    alone = [f"{parts[name][0]:.0f}" for name in PARTS if not name.startswith("tres_")]
    resources = ",".join(f"{word}={parts[name][0]:.0f}" for word, name in RESOURCES.items())
    return [f"{mine.total(job, time)[0]:.0f}", *[*alone, resources][:many]]


@pytest.mark.parametrize("name", PRINTED)
def test_every_part_of_every_priority_is_that_of_sprio(name: str) -> None:
    assert compared(name) == PRINTED[name]


@pytest.mark.parametrize("name", ["one_multifactor", "reservation"])
def test_without_enforced_limits_usage_since_the_last_tick_is_lost_when_a_job_ends(name: str) -> None:
    run = recorded(name)
    assert run.params["usage_at_end"] is False
    kept = priorities(run.load, run.params | {"usage_at_end": True}, run.start, ticks_of(run))
    assert (own_priorities(name).share != kept.share).any()


# {run: (simulated mean wait over the recorded one, rank correlation of the starts)}: whole runs, with the recorded phase of the clock.
WHOLE = {
    "one_basic": (0.976, 0.998),
    "eight_basic": (0.876, 0.981),
    "one_multifactor": (1.029, 0.951),
    "eight_multifactor": (0.932, 0.946),
    "eight_multifactor_2": (0.994, 0.924),
    "eight_multifactor_3": (1.008, 0.949),
    "partitions": (1.083, 0.734),
    "partitions_2": (0.980, 0.998),
    "qos": (0.989, 0.969),
    "arrays": (0.992, 0.897),
    "reservation": (0.872, 0.938),
    "preemption": (0.86, 0.966),
    "preemption_2": (1.006, 0.997),
    "linear": (0.981, 0.987),
    "memory": (0.988, 1.0),
    "memory_2": (0.994, 1.0),
    "reservation_2": (0.973, 0.974),
}


def whole(name: str, longer: np.ndarray | int = 0) -> tuple[float, float]:
    """(simulated mean wait over the recorded one, rank correlation of the starts); longer: [n] s that each job runs longer."""
    run, params = recorded(name), dict(recorded(name).params)
    submit, runtime = run.load.jobs.submit, run.load.jobs.runtime + longer
    if params["priority"] == "multifactor":
        params["calc_offset"] = int((ticks_of(run)[0] - submit.min()) % params["calc_period"])
    jobs = changed(run.load.jobs, runtime=runtime, requested_time=np.maximum(run.load.jobs.requested_time, runtime))
    schedule = simulate(replace(run.load, jobs=jobs), "slurm", params, decisions=None)
    ratio = schedule.wait.mean() / (run.start - submit).mean()
    return round(float(ratio), 3), round(float(spearmanr(run.start, schedule.placed.start)[0]), 3)


@pytest.mark.parametrize("name", WHOLE)
def test_whole_runs_wait_nearly_as_long_as_the_recorded_ones(name: str) -> None:
    assert whole(name) == WHOLE[name]


@pytest.mark.parametrize("name", WHOLE)
def test_what_was_recorded_lies_among_runs_of_which_each_job_is_up_to_a_second_longer(name: str) -> None:
    """Starts and ends are recorded in whole seconds, and processors are free a moment after the end (COMPLETING)."""
    draw = np.random.default_rng(1)
    ratios, ranks = zip(
        whole(name), *(whole(name, draw.integers(0, 2, len(recorded(name).load))) for _ in range(20)), strict=True
    )
    assert min(abs(ratio - 1) for ratio in ratios) < 0.03
    assert max(ranks) > (0.95 if name not in ("partitions", "reservation") else 0.75)


def test_most_whole_runs_are_within_a_tenth() -> None:
    assert set(WHOLE) == set(RUNS)
    assert sum(abs(ratio - 1) <= 0.1 for ratio, _ in WHOLE.values()) >= 14
    assert sum(rank > 0.95 for _, rank in WHOLE.values()) >= 11
