"""The workload model of Lublin and Feitelson: sizes, runtimes that go with them, and a daily cycle of arrivals.

One class of jobs, or two, interactive and batch, each with parameters and a stream of arrivals of its own.
- Size: 1 with the probability of serial jobs; else 2^x, x uniform in [low, medium] or, less often, [medium, high], and
  rounded for jobs that are to have a power of two.  Others may be one, too, by the rounding of 2^x.
- Runtime: e^x s, x of one of two gamma distributions (short and long jobs); large jobs are more often long.
- Arrivals: gaps of e^x s, x gamma distributed, are work for a clock that runs as fast as jobs come at that time of the
  day; the speed of each half hour is the share of jobs that arrive then, a gamma distribution that begins at 5:00.

This follows the authors' program in what their paper leaves open: the log of a runtime is at most 12, that of a gap at
most 13, else both are drawn again; the simulation begins at midnight, and the first jobs come a gap after it; runtimes
are cut to whole seconds, and so is every gap of a class, whose clock loses half a second a job by that.  The sizes are
those of 128 processors; for others, medium and high move with the logarithm of the machine, medium not below low, and
the largest power of two is one the machine has.
The model says nothing of users, requested times and memory.  In the file, field 15 (queue) is 0 for interactive jobs,
or all where there is one class, and 1 for batch jobs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from scheduler.generators import Generator, additions
from scheduler.generators.traces.generated import trace_of
from scheduler.model.trace import Trace
from scheduler.params import Param
from scheduler.statistics import random_draws
from scheduler.statistics.random_draws import Gamma

BUCKETS = 48  # of a day
BUCKET = 1_800  # s
DAY_BEGINS = 10  # the bucket in which the distribution over the day begins
LONGEST, LONGEST_GAP = 12.0, 13.0  # natural logarithms of s
MACHINE = 7  # log2 of the processors the sizes are for


@dataclass(frozen=True)
class Jobs:
    """A class of jobs: its parameters, named as what they say; log2 of sizes, natural logarithms of times in s."""

    serial: float  # probability of a job of one processor
    power_of_two: float  # probability of a job that is to have a power of two
    low: float  # log2 of the smallest parallel job
    medium: float  # log2 of the size that parts small from large
    high: float  # log2 of the largest
    small: float  # probability of a small one
    short: Gamma  # log of runtimes
    long: Gamma
    slope: float  # probability of a short one: slope x size + intercept
    intercept: float
    gap: Gamma  # log of gaps in rush hours
    all_day: float  # the gap's shape times this is that of all hours
    day: Gamma  # time of the day, in half hours


ONE = (
    Jobs(
        0.244,
        0.576,
        0.8,
        4.5,
        7,
        0.86,
        Gamma(4.2, 0.94),
        Gamma(312, 0.03),
        -0.0054,
        0.78,
        Gamma(10.2303, 0.4871),
        1.0225,
        Gamma(8.1737, 3.9631),
    ),
)
TWO = (
    Jobs(
        0.1541,
        0.625,
        1,
        3,
        5.5,
        0.705,
        Gamma(3.8351, 0.6605),
        Gamma(7.073, 0.6856),
        -0.0118,
        0.9156,
        Gamma(6.5510, 0.6621),
        0.9797,
        Gamma(8.9186, 3.6680),
    ),
    Jobs(
        0.2927,
        0.6686,
        1.2,
        5,
        7,
        0.875,
        Gamma(6.57, 0.823),
        Gamma(639.1, 0.0156),
        -0.003,
        0.6986,
        Gamma(6.0415, 0.8531),
        1.0519,
        Gamma(6.1271, 5.2740),
    ),
)
CLASSES = {"two": TWO, "one": ONE}


def generate(random: np.random.Generator, *, seed: int, **params: Any) -> Trace:
    """The trace, in the order of arrival; at equal times interactive jobs come first."""
    jobs, processors = int(params["jobs"]), int(params["processors"])
    classes = CLASSES[params["classes"]]
    submit, which = arrivals(random, classes, jobs, params["all_day"])
    uniform = random.random((5, jobs))
    size = np.choose(which, [sizes(uniform[:3], of, params, processors) for of in classes])
    runtime = np.choose(which, [runtimes(uniform[3:], of, size) for of in classes])
    columns = {"submit": submit, "runtime": runtime, "requested_processors": size, "queue": which}
    of_topics = additions(random, columns, params)
    for added in of_topics:
        columns |= added.columns
    header = tuple(line for added in of_topics for line in added.header)
    notes = (*_notes(params), *(note for added in of_topics for note in added.notes))
    return trace_of("lublin99", seed, params, processors, columns, notes, header)


def arrivals(
    random: np.random.Generator, classes: tuple[Jobs, ...], jobs: int, all_day: float | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """[jobs] i8 s from midnight, never falling, and the class of each: the first jobs of the streams of all classes."""
    streams = [_stream(random.random(jobs), of, all_day or of.all_day) for of in classes]
    time = np.concatenate(streams)
    first = np.argsort(time, kind="stable")[:jobs]
    return time[first], first // jobs


def _stream(uniform: np.ndarray, of: Jobs, all_day: float) -> np.ndarray:
    """[n] i8 s: the arrivals of one class, a gap in work for the clock for each uniform number."""
    gap = Gamma(of.gap.shape * all_day, of.gap.scale)
    work = np.cumsum(np.exp(gap.drawn(uniform, LONGEST_GAP)) / BUCKET)
    return np.cumsum(np.floor(np.diff(clock(work, daily(of.day)), prepend=0.0))).astype(np.int64)


def daily(day: Gamma) -> np.ndarray:
    """[48] of each half hour from midnight, how fast the clock runs then, compared with the mean of the day."""
    edge = day.below(np.arange(DAY_BEGINS + 1, DAY_BEGINS + BUCKETS + 2) - 0.5)
    share = np.roll(np.diff(edge), DAY_BEGINS)
    return share / share.mean()


def clock(work: np.ndarray, speed: np.ndarray) -> np.ndarray:
    """[n] s from midnight until that much work [n] is done, at a speed [48] of 1 in half an hour on average."""
    done = np.concatenate(([0.0], np.cumsum(speed)))
    days = np.floor(work / done[-1])
    left = work - days * done[-1]
    bucket = np.clip(np.searchsorted(done, left, side="right") - 1, 0, BUCKETS - 1)
    return BUCKET * (days * BUCKETS + bucket + (left - done[bucket]) / speed[bucket])


def sizes(uniform: np.ndarray, of: Jobs, params: dict[str, Any], processors: int) -> np.ndarray:
    """[n] i8 processors; uniform: [3, n] the kind of size, small or large, where in there."""
    kind, stage, within = uniform
    serial = of.serial if params["serial"] is None else params["serial"]
    power = of.power_of_two if params["power_of_two"] is None else params["power_of_two"]
    moved = math.log2(processors) - MACHINE
    medium = max(of.medium + moved, of.low)
    high = max(of.high + moved, medium)
    begin, end = np.where(stage < of.small, of.low, medium), np.where(stage < of.small, medium, high)
    log2 = begin + within * (end - begin)
    rounded = np.minimum(np.floor(log2 + 0.5), processors.bit_length() - 1)
    log2 = np.where(kind < serial + power, rounded, log2)
    parallel = np.minimum(np.floor(2**log2 + 0.5), processors)
    return np.where(kind < serial, 1, parallel).astype(np.int64)


def runtimes(uniform: np.ndarray, of: Jobs, size: np.ndarray) -> np.ndarray:
    """[n] i8 s; uniform: [2, n] short or long, and how long; size: [n] processors."""
    share = np.clip(of.slope * size + of.intercept, 0, 1)
    drawn = random_draws.hyper(of.short, of.long, share, uniform[0], uniform[1], LONGEST)
    return np.floor(np.exp(drawn)).astype(np.int64)


def _notes(params: dict[str, Any]) -> tuple[str, ...]:
    """Sentences for the header."""
    return (
        "Queue 0: interactive jobs, queue 1: batch jobs." if params["classes"] == "two" else "One class of jobs.",
        "The model knows no users and no requested times.",
    )


GENERATOR = Generator(
    key="lublin99",
    title="Sizes, runtimes and a daily cycle (Lublin and Feitelson)",
    family="archive model",
    generate=generate,
    source="Lublin, Feitelson: The Workload on Parallel Supercomputers: Modeling the Characteristics of Rigid Jobs, "
    "2003, and the authors' program; needs: Casanova, Stillwell, Vivien: Dynamic Fractional Resource Scheduling "
    "vs. Batch Scheduling, 2011, section 5.3.2",
    params=(
        Param("jobs", 1_000, 1, 1_000_000, "jobs", "how many jobs"),
        Param("processors", 128, 1, 1_000_000, "processors", "size of the machine; nodes where there are needs"),
        Param(
            "classes",
            "two",
            choices=("two", "one"),
            help="interactive and batch jobs, each with their parameters, "
            "as the program does by default, or one class with those of all jobs together",
        ),
        Param(
            "serial",
            None,
            0,
            1,
            "",
            "probability of a job of one processor; not set: the model's (0.154 and 0.293; 0.244 of one class)",
            kind=float,
        ),
        Param(
            "power_of_two",
            None,
            0,
            1,
            "",
            "probability of a job that is to have a power of two; not set: the "
            "model's (0.625 and 0.669; 0.576 of one class)",
            kind=float,
        ),
        Param(
            "all_day",
            None,
            0.5,
            1.5,
            "",
            "gaps between jobs: what the shape of the distribution in rush hours is "
            "multiplied by for the whole day, larger for longer gaps; not set: the model's (0.9797 and 1.0519; "
            "1.0225 of one class)",
            kind=float,
        ),
    ),
    extensible=True,
)
