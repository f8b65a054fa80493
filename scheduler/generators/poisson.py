"""Independent jobs that come at random: a plain workload for class.

Jobs arrive as a Poisson process with a given number of arrivals: exponential gaps, scaled as a whole so that the
work submitted from the first to the last arrival is exactly `load` times what the machine can do in that time (but for
the rounding to whole seconds).  Size, runtime, user and the factor by which a user asks for more than needed are drawn
independently.  Real logs are not like this (no day and night, no sessions, no heavy users): good for seeing one effect
at a time, not for judging a policy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from scheduler.errors import ParamError
from scheduler.generators import Generator
from scheduler.generators.traces.generated import trace_of
from scheduler.model.trace import Trace
from scheduler.params import Param
from scheduler.statistics.random_draws import exponential, lognormal, seconds, whole

NOTES = ("Independent jobs, arrivals of a Poisson process scaled to the load between first and last submission.",)


def generate(random: np.random.Generator, *, seed: int, **params: Any) -> Trace:
    """The trace, in the order of submission."""
    largest = params["largest"] or params["processors"]
    if largest > params["processors"]:
        raise ParamError(f"largest = {largest} is above processors = {params['processors']}; such a job can never run.")
    n = params["jobs"]
    gaps = exponential(random, 1.0, n)
    size = _sizes(random, params["sizes"], largest, n)
    runtime = seconds(_runtimes(random, params, n))
    factor = 1 + random.random(n) * (params["requested_factor"] - 1)
    columns = {
        "submit": _arrivals(gaps, float(np.dot(size, runtime)) / (params["processors"] * params["load"])),
        "runtime": runtime,
        "requested_processors": size,
        "requested_time": np.ceil(runtime * factor),
        "user_id": whole(random, 1, params["users"], n),
    }
    return trace_of("poisson", seed, params, params["processors"], columns, NOTES)


def _arrivals(gaps: np.ndarray, span: float) -> np.ndarray:
    """[n] s: the first at 0, the last at `span`."""
    since = np.cumsum(gaps) - gaps[0]
    return np.rint(since * (span / since[-1])) if since[-1] > 0 else since


def _sizes(random: np.random.Generator, kind: str, largest: int, n: int) -> np.ndarray:
    if kind == "uniform":
        return whole(random, 1, largest, n)
    if kind == "powers_of_two":
        return 2 ** whole(random, 0, largest.bit_length() - 1, n)
    whole(random, 1, 1, n)  # serial: the draws are spent all the same
    return np.ones(n, np.int64)


def _runtimes(random: np.random.Generator, params: dict[str, Any], n: int) -> np.ndarray:
    kind, mean = params["runtimes"], params["mean_runtime"]
    if kind == "uniform":
        return 2 * mean * random.random(n)
    if kind == "exponential":
        return exponential(random, mean, n)
    if kind == "lognormal":
        return lognormal(random, mean, params["spread"], n)
    share, ratio = params["long_share"], params["long_ratio"]
    short = mean / (1 - share + share * ratio)
    center = np.where(random.random(n) < share, ratio * short, short)
    return center * (0.5 + random.random(n))


GENERATOR = Generator(
    key="poisson",
    title="Independent jobs, random arrivals",
    family="teaching",
    generate=generate,
    source="Poisson arrivals with independent sizes and runtimes; the lognormal runtimes after Feitelson, Workload "
    "Modeling for Computer Systems Performance Evaluation, 2015, chapter 3",
    params=(
        Param("jobs", 1_000, 1, 1_000_000, "jobs", "how many jobs"),
        Param("processors", 64, 1, 1_000_000, "processors", "size of the machine"),
        Param("load", 0.8, 0.01, 10, "", "work submitted, as a share of what the machine can do meanwhile"),
        Param(
            "sizes",
            "powers_of_two",
            help="how many processors a job asks for: 1 to largest, a power of two, or 1",
            choices=("uniform", "powers_of_two", "serial"),
        ),
        Param("largest", None, 1, 1_000_000, "processors", "largest size drawn; not set: the machine", kind=int),
        Param(
            "runtimes",
            "lognormal",
            help="how runtimes are distributed",
            choices=("uniform", "exponential", "lognormal", "bimodal"),
        ),
        Param("mean_runtime", 3_600.0, 1, 10**7, "s", "mean of the distribution"),
        Param("spread", 1.6, 0, 4, "", "lognormal: standard deviation of the logarithm"),
        Param("long_share", 0.1, 0, 1, "", "bimodal: share of long jobs"),
        Param("long_ratio", 20.0, 1, 10_000, "", "bimodal: how many times longer a long job is"),
        Param(
            "requested_factor",
            2.0,
            1,
            1_000,
            "",
            "users ask for 1 to this many times the runtime, uniformly; 1: they know it exactly",
        ),
        Param("users", 10, 1, 10_000, "users", "how many users, each as active as the next"),
    ),
)
