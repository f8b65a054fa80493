"""Moldable tasks that nobody has decided the number of processors of: lengths, weights, and how parallel they are.

- Length on one processor: uniform from 1 to 10 units, or mixed: 70 % small tasks, normal around 1 with deviation 0.4,
  and large ones, normal around 100 with deviation 40; what is not above 0 is drawn again.
- Parallelism, one of: `highly` or `weakly`, p(j) = p(j-1) (X + j) / (1 + j) with X in [0, 1] normal around 0.1 or 0.9
  with deviation 0.2; `by_length`, small tasks weakly and large ones highly; `cirne`, Downey's speed-up with an average
  parallelism and a variation as Cirne and Berman found them in what users of supercomputers said of their jobs.
- Weight: uniform from 1 to 10.
- Some may be rigid (section 7.1 has such mixes and no numbers): these run for the length drawn, on a number of
  processors whose logarithm is uniform, and on no other.

The paper's text calls X around 0.9 highly parallel.  By its own formula that is a task which hardly gets any faster;
the names here say what tasks do.  Whether X is drawn for each step of the formula or once for a task is not stated:
`draws`.  Cutting the normal distribution to [0, 1] moves the mean of X to 0.20 and 0.80.  The paper has no unit of time
and no dates of submission: `unit`, and `within`, by default all at once.  Of Cirne and Berman's model only the
parallelism is taken, as lengths come from the two distributions above.  In that model a job has a fewest number of
processors it is run on, 1 to 41, and the larger it is the more parallel the job.  The paper says that a length is the
runtime on one processor; then a single task nearly always decides the makespan, which its section 6.3 contradicts.  So
`length_on` is one, as the paper says; these fewest; or as many as users ask for (the model makes moldable jobs of rigid
ones, with the time these take on the processors asked for).  Tasks run on any number all the same.

Submissions and lengths are whole seconds, the other runtimes whole milliseconds, weights whole thousandths.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.special import ndtr, ndtri

from scheduler.errors import ParamError
from scheduler.generators import Generator
from scheduler.generators.traces.generated import trace_of
from scheduler.model.number_text import texts
from scheduler.model.trace import Trace
from scheduler.params import Param
from scheduler.statistics.random_draws import normal, seconds
from scheduler.topics.moldable.allotments import MOST_RUNTIMES
from scheduler.topics.moldable.columns.moldable import MOLDABLE
from scheduler.topics.moldable.speedup_models import downey, in_milliseconds, steps

SMALL = 0.7  # share of small tasks
LENGTHS = {True: (1.0, 0.4), False: (100.0, 40.0)}  # small or not: mean and deviation
HIGHLY, WEAKLY, DEVIATION = 0.1, 0.9, 0.2  # of X
LEAST = (0.0692, 0.6279)  # Cirne and Berman: the fewest processors a job runs on
BY_LEAST = (0.07468, 0.009548, -0.009198, -0.01877)  # average parallelism, which goes with these
ASKED, POWERS = (0.12, 0.20), 0.75  # processors that users ask for
SIGMA = (1.209, 1.132)  # mean and deviation of the variation
NOTES = (
    "Tasks are moldable: field 19 is the weight; from 20 on stand runtimes on 1, 2, ... processors, or a law.",
    "Fields 4 and 8 are the runtime on one processor.",
)


def generate(random: np.random.Generator, *, seed: int, **params: Any) -> Trace:
    """The trace, in the order of submission; raises ParamError for more runtimes than a workload may have."""
    n, m = params["jobs"], params["processors"]
    if n * m > MOST_RUNTIMES:
        raise ParamError(
            f"jobs = {n:,} tasks with a runtime on each of processors = {m:,} have {n * m:,} runtimes; "
            f"wanted: at most {MOST_RUNTIMES:,} together."
        )
    submit = np.sort(np.floor(random.random(n) * params["within"]))
    weight = np.rint(1_000 * (1 + 9 * random.random(n))) / 1_000
    length, small = lengths(random, params["lengths"], n)
    runtime = seconds(length * params["unit"])
    if params["parallelism"] == "cirne":
        laws = cirne(random, n)
        words = [f"downey {a} {s}" for a, s in zip(texts(laws.average), texts(laws.sigma), strict=True)]
    else:
        x = share(random, _centers(params["parallelism"], small), 1 if params["draws"] == "task" else max(m - 1, 1))
        words = _of_task(x) if params["draws"] == "task" else _of_steps(runtime, x[:, : m - 1])
    size = rigid(random, params["rigid"], n, m)
    if params["parallelism"] == "cirne" and params["length_on"] != "one":
        many = laws.least if params["length_on"] == "fewest" else asked(random, n)
        runtime = np.where(size > 0, runtime, seconds(length * speedups(laws, many, m) * params["unit"]))
    more = [f"{w} {rest if q == 0 else ''}".strip() for w, rest, q in zip(texts(weight), words, size, strict=True)]
    columns = {
        "submit": submit,
        "runtime": runtime,
        "requested_processors": np.maximum(size, 1.0),
        "requested_time": runtime,
        "user_id": np.ones(n),
    }
    return trace_of("parallel_tasks", seed, params, m, columns, NOTES, ((MOLDABLE, "1"),), more=more)


def lengths(random: np.random.Generator, kind: str, n: int) -> tuple[np.ndarray, np.ndarray]:
    """[n] units on one processor, and which tasks are small (none where lengths are uniform)."""
    which, uniform = random.random(n) < SMALL, random.random(n)
    if kind == "uniform":
        return 1 + 9 * uniform, np.zeros(n, bool)
    mean, deviation = (np.where(which, *(LENGTHS[size][i] for size in (True, False))) for i in (0, 1))
    return within(uniform, mean, deviation, 0.0, np.inf), which


def within(uniform: np.ndarray, mean: np.ndarray, deviation: np.ndarray | float, low: float, high: float) -> np.ndarray:
    """A normal distribution of which only the values from low to high are taken, by inversion of uniform [0, 1)."""
    below, above = ndtr((low - mean) / deviation), ndtr((high - mean) / deviation)
    return mean + deviation * ndtri(below + np.maximum(uniform, 2.0**-54) * (above - below))


def share(random: np.random.Generator, center: np.ndarray, draws: int) -> np.ndarray:
    """[n, draws]: X of each task, by where it is centered [n]."""
    uniform = random.random((len(center), draws))
    return np.clip(within(uniform, center[:, None], DEVIATION, 0.0, 1.0), 0, 1)


def _centers(parallelism: str, small: np.ndarray) -> np.ndarray:
    if parallelism == "by_length":
        return np.where(small, WEAKLY, HIGHLY)
    return np.full(len(small), HIGHLY if parallelism == "highly" else WEAKLY)


def _of_task(x: np.ndarray) -> list[str]:
    return [f"steps {word}" for word in texts(np.rint(x[:, 0] * 1e4) / 1e4)]


def _of_steps(runtime: np.ndarray, x: np.ndarray) -> list[str]:
    """The runtimes on 1, 2, ... processors of each task; x: [n, processors - 1]."""
    tables = (in_milliseconds(float(p), steps(x.shape[1] + 1, of)) for p, of in zip(runtime, x, strict=True))
    return [" ".join(texts(table)) for table in tables]


class Laws(NamedTuple):
    """Downey's laws of the speed-up of jobs."""

    least: np.ndarray  # [n] f8, the fewest processors a job is run on
    average: np.ndarray  # [n] f8, parallelism; ten-thousandths
    sigma: np.ndarray  # [n] f8, its variation; ten-thousandths


def cirne(random: np.random.Generator, n: int) -> Laws:
    """Of n jobs: the larger the fewest processors, the larger the average parallelism."""
    least = np.maximum(1, np.ceil(2 ** ((random.random(n) - LEAST[1]) / LEAST[0])))
    x = np.log2(least)
    a, b = BY_LEAST[0] + BY_LEAST[1] * x, BY_LEAST[2] + BY_LEAST[3] * x
    average = np.maximum(1, 2 ** ((random.random(n) - b) / a))
    sigma = np.maximum(0, SIGMA[0] + SIGMA[1] * normal(random, n))
    return Laws(least, np.rint(average * 1e4) / 1e4, np.rint(sigma * 1e4) / 1e4)


def asked(random: np.random.Generator, n: int) -> np.ndarray:
    """[n]: processors that users ask for, of which three quarters are powers of two."""
    many, rounds = np.ceil(2 ** ((random.random(n) - ASKED[1]) / ASKED[0])), random.random(n) < POWERS
    return np.maximum(1, np.where(rounds, 2 ** np.rint(np.log2(np.maximum(many, 1))), many))


def speedups(laws: Laws, many: np.ndarray, m: int) -> np.ndarray:
    """[n]: of each job on so many processors [n], m at most."""
    sizes = np.minimum(many, m).astype(np.int64).tolist()
    return np.array(
        [
            float(np.maximum.accumulate(downey(q, a, s))[-1])
            for q, a, s in zip(sizes, laws.average.tolist(), laws.sigma.tolist(), strict=True)
        ]
    )


def rigid(random: np.random.Generator, part: float, n: int, m: int) -> np.ndarray:
    """[n]: processors of tasks that are rigid, 0 for the others; part: their share."""
    if not part:
        return np.zeros(n)
    chosen, size = random.random(n) < part, np.floor((m + 1.0) ** random.random(n))
    return np.where(chosen, np.minimum(size, m), 0.0)


STATED, CHOSEN = "stated in section 6.1", "not stated in the paper"

GENERATOR = Generator(
    key="parallel_tasks",
    title="Moldable tasks, more or less parallel",
    family="moldable",
    generate=generate,
    source="Dutot, Eyraud, Mounié, Trystram: Scheduling on Large Scale Distributed Platforms, 2005, section 6.1; "
    "Cirne, Berman: A Model for Moldable Supercomputer Jobs, 2001, and the authors' program",
    params=(
        Param("jobs", 100, 1, 100_000, "tasks", f"how many tasks ({STATED}: 25 to 200)"),
        Param("processors", 200, 1, 10_000, "processors", f"size of the machine, m ({STATED})"),
        Param("lengths", "uniform", choices=("uniform", "mixed"), help=f"time on one processor ({STATED})"),
        Param(
            "parallelism",
            "cirne",
            choices=("cirne", "highly", "weakly", "by_length"),
            help=f"how much faster tasks get with more processors ({STATED}; its words for highly and weakly are put "
            "right; by_length: small tasks weakly, large ones highly parallel, for mixed lengths)",
        ),
        Param(
            "draws",
            "step",
            choices=("step", "task"),
            help=f"highly, weakly: X drawn for each further processor, or once for a task ({CHOSEN})",
        ),
        Param(
            "length_on",
            "one",
            choices=("one", "fewest", "asked"),
            help=f"cirne: the length drawn is the runtime on one processor ({STATED}), on the fewest the job is run "
            "on (up to 41), or on as many as users ask for, so that it is more work (both are not in the paper; "
            "with one, a single task nearly always decides the makespan)",
        ),
        Param("rigid", 0.0, 0.0, 1.0, "", f"share of rigid jobs among the tasks ({CHOSEN})"),
        Param("unit", 1_000, 10, 10**6, "s", f"one unit of the paper's lengths ({CHOSEN})"),
        Param("within", 0, 0, 10**8, "s", f"tasks are submitted uniformly within this time ({STATED}: 0, all at once)"),
    ),
)
