"""A light grid: clusters of communities with habits of their own, and grid jobs of many short runs.

Section 7.2 of the paper tells of clusters in Grenoble, more than 500 machines in all; here there are four, of 208, 96,
80 and 48 processors, if nothing else is said.  Numerical physicists have long, sequential jobs (up to several weeks),
computer scientists shorter ones, mainly to debug; of astrophysicists and medical image researchers it says nothing.
Most jobs of the grid are multi-parametric: up to several hundreds of thousands of runs of one program, each short,
often all as long as each other.

Cluster 1 has the habits of physicists, 2 of astrophysicists, 3 of image researchers, 4 of computer scientists, 5 of
physicists again.  All numbers of HABITS are ours: runtimes are lognormal, sizes one processor or powers of two.  The
local jobs of a cluster come uniformly over the days, as many as make up its load.  Grid jobs come uniformly, too; a
grid job is as many lines as it has runs, each of one processor, in queue 2, of a user and a group (field 13) of its
own.  Local jobs are in queue 1, their partition is the number of their cluster.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from scheduler.errors import ParamError
from scheduler.generators import Generator
from scheduler.generators.traces.generated import trace_of
from scheduler.model.clusters import sizes
from scheduler.model.trace import CLUSTERS, Trace
from scheduler.params import Param
from scheduler.statistics.random_draws import lognormal, seconds, whole
from scheduler.topics.grid.columns.grid import COLUMNS
from scheduler.wording import counted

HOUR, DAY = 3_600, 86_400
LOCAL, RUNS = 1, 2  # queues
MOST = 1_000_000  # lines
SPARE = 1.5  # jobs drawn for a cluster, over those its load is expected to need
Columns = dict[str, np.ndarray]


class Habit(NamedTuple):
    """What the jobs of a community are like."""

    mean: float  # s, runtime
    spread: float  # standard deviation of the logarithm of runtimes
    longest: float  # s
    widest: float  # share of its cluster
    over: float  # users ask for 1 to this many times the runtime


HABITS = (
    Habit(20 * HOUR, 0.8, 21 * DAY, 0.0, 1.5),
    Habit(4 * HOUR, 1.3, 2 * DAY, 0.35, 2.0),
    Habit(2 * HOUR, 1.0, 12 * HOUR, 0.1, 2.0),
    Habit(HOUR / 4, 1.5, 4 * HOUR, 0.7, 4.0),
)
NOTES = (
    "Local jobs are in queue 1, their partition is their cluster; runs of grid jobs are in queue 2.",
    "The runs of a grid job have one user and one group.",
)


def generate(random: np.random.Generator, *, seed: int, **params: Any) -> Trace:
    """The trace, in the order of submission; at equal times local jobs first, by cluster."""
    clusters, span = sizes(params["clusters"]), params["days"] * DAY
    parts = [
        *_local(random, clusters, loads(params["load"]), params["users"], span),
        _grid(random, params, span, len(clusters) * params["users"]),
    ]
    columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    if len(columns["submit"]) > MOST:
        raise ParamError(
            f"This makes {len(columns['submit']):,} lines, and at most {MOST:,} are made; choose fewer "
            "days, a smaller load or fewer runs."
        )
    order = np.argsort(columns["submit"], kind="stable")
    columns = {name: column[order] for name, column in columns.items()}
    return trace_of(
        "light_grid",
        seed,
        params,
        sum(clusters),
        columns,
        NOTES,
        extra=[(CLUSTERS, params["clusters"]), (COLUMNS.header, f"queue {RUNS}")],
    )


def loads(text: str) -> tuple[float, ...]:
    """The load of each cluster of "0.7,0.6"; raises ParamError, one sentence."""
    words = text.split(",")
    try:
        numbers = tuple(float(word) for word in words)
    except ValueError:
        numbers = (-1.0,)
    if not all(0 < load <= 2 for load in numbers):
        raise ParamError(
            f"load = {text[:60]!r}; wanted: numbers above 0 and at most 2 with commas between, one for "
            "each cluster (the last also counts for those left over), such as 0.7,0.6,0.5,0.3."
        )
    return numbers


def _local(
    random: np.random.Generator, clusters: tuple[int, ...], load: tuple[float, ...], users: int, span: float
) -> Iterator[Columns]:
    """The local jobs, cluster by cluster."""
    for cluster, size in enumerate(clusters):
        habit = HABITS[cluster % len(HABITS)]
        work = load[min(cluster, len(load) - 1)] * size * span
        widest = max(1, int(habit.widest * size)).bit_length() - 1
        mean = habit.mean * (2 ** (widest + 1) - 1) / (widest + 1)
        n = int(SPARE * work / mean) + 100
        if n > SPARE * MOST:
            raise ParamError(
                f"Cluster {cluster + 1} would have about {work / mean:,.0f} local jobs, and at most "
                f"{MOST:,} lines are made; choose fewer days or a smaller load."
            )
        yield _jobs(random, habit, n, widest, work, span, cluster, users)


def _jobs(
    random: np.random.Generator, habit: Habit, n: int, widest: int, work: float, span: float, cluster: int, users: int
) -> Columns:
    """Of n jobs drawn so many as have `work` processor-s between them, the last one included."""
    runtime = seconds(np.minimum(lognormal(random, habit.mean, habit.spread, n), habit.longest))
    size, factor = 2 ** whole(random, 0, widest, n), 1 + random.random(n) * (habit.over - 1)
    submit, user = np.floor(random.random(n) * span), whole(random, 1, users, n) + cluster * users
    count = min(n, int(np.searchsorted(np.cumsum(size * runtime), work)) + 1)
    submit = np.sort(submit[:count])
    return {
        "submit": submit,
        "runtime": runtime[:count],
        "requested_time": np.ceil(runtime * factor)[:count],
        "requested_processors": size[:count],
        "user_id": user[:count],
        "group_id": np.full(count, cluster + 1),
        "queue": np.full(count, LOCAL),
        "partition": np.full(count, cluster + 1),
    }


def _grid(random: np.random.Generator, params: dict[str, Any], span: float, users: int) -> Columns:
    """The runs, grid job by grid job; users: how many local ones there are."""
    jobs, runs = params["grid_jobs"], params["runs"]
    if jobs * runs > MOST:
        raise ParamError(
            f"{counted(jobs, 'grid job')} of {counted(runs, 'run')} {'is' if jobs == 1 else 'each are'} "
            f"{counted(jobs * runs, 'line')}, and at most "
            f"{MOST:,} are made; choose fewer."
        )
    submit, which = np.sort(np.floor(random.random(jobs) * span)), np.repeat(np.arange(jobs), runs)
    runtime = seconds(lognormal(random, params["run_time"], params["run_spread"], jobs * runs))
    asked = runtime.reshape(jobs, runs).max(axis=1) if jobs else runtime
    return {
        "submit": submit[which],
        "runtime": runtime,
        "requested_time": asked[which],
        "requested_processors": np.ones(jobs * runs),
        "user_id": users + 1 + which,
        "group_id": 1_001 + which,
        "queue": np.full(jobs * runs, RUNS),
        "partition": np.full(jobs * runs, -1),
    }


GENERATOR = Generator(
    key="light_grid",
    title="Light grid: clusters and grid jobs",
    family="grid",
    generate=generate,
    source="Dutot, Eyraud, Mounié and Trystram 2005, section 7.2, in words; all numbers are ours",
    params=(
        Param("clusters", "208,96,80,48", help="processors of each cluster", examples=("208,96,80,48",), test=sizes),
        Param("days", 4.0, 0.01, 1_000, "days", "from the first to the last submission"),
        Param(
            "load",
            "0.7,0.6,0.5,0.3",
            help="work of local jobs as a share of what their cluster can do meanwhile, for each cluster",
            examples=("0.7,0.6,0.5,0.3", "0.8"),
            test=loads,
        ),
        Param("users", 6, 1, 1_000, "users", "local users of each cluster"),
        Param("grid_jobs", 3, 0, 1_000, "jobs", "grid jobs, each of one user"),
        Param("runs", 800, 1, MOST, "runs", "of each grid job"),
        Param("run_time", 3_600.0, 1, 10**6, "s", "mean runtime of a run"),
        Param(
            "run_spread",
            0.0,
            0,
            3,
            "",
            "standard deviation of the logarithm of the runtimes of runs; 0: all are as long, as it often is",
        ),
    ),
)
