"""Every metric: one file per family, each metric declared once with unit, direction, formula and source.

`compute(schedule, **params)` returns a number, or None where it is undefined (no user with two jobs, ...).
`measure(schedule, threshold)` returns all that apply.

Numbers over jobs and over users can be taken of the jobs between warm-up and cool-down only (`trim`); those of the
machine, of campaigns and of shared nodes are of the whole schedule.

May import `analysis`, `policies` and below.  Others use `all_metrics` and `measure`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from scheduler import registry
from scheduler.analysis.trimming import trimmed
from scheduler.model.schedule import Schedule
from scheduler.params import Param
from scheduler.policies import decides

THRESHOLD = Param("threshold", 10.0, 0.0, None, "s", "runtimes below it count as this long")
OVER_JOBS = frozenset({"wait", "stretch", "fairness", "predictability"})    # families that can be trimmed

Statistic = Callable[[np.ndarray], float]


@dataclass(frozen=True)
class Metric:
    """A named number of a schedule."""

    key: str                # with the threshold in it where one is used: bounded_stretch_mean is titled "... (10 s)"
    title: str
    family: str             # wait, stretch, fairness, predictability, sharing, grid, criteria, machine, campaigns
    unit: str               # s, "", processors, ...
    better: str             # lower | higher | "" (neither: set by arrivals, not by the policy)
    formula: str
    source: str
    compute: Callable[..., float | None]
    params: tuple[Param, ...] = field(default_factory=tuple)
    pitfall: str = ""       # one sentence: how this number misleads
    needs: frozenset[str] = frozenset()     # campaigns, virtual, promises, moldable, grid; needs: of tasks
                                            # on nodes; decides: not of a recorded schedule


def all_metrics() -> Mapping[str, Metric]:
    """{key: Metric}, families in alphabetical order of their files."""
    return registry.load(__name__, "METRICS")


def measure(schedule: Schedule, threshold: float = 10.0, trim: float = 0.0) -> dict[str, float | None]:
    """{key: value} of every metric that applies to the schedule, in the order of all_metrics().

    threshold: s, of bounded stretch; trim: share of jobs left out at each end of what is measured over jobs or users.
    """
    inner = trimmed(schedule, trim)
    return {key: metric.compute(inner if metric.family in OVER_JOBS else schedule,
                                **({THRESHOLD.name: threshold} if THRESHOLD in metric.params else {}))
            for key, metric in all_metrics().items() if applies(metric, schedule)}


def applies(metric: Metric, schedule: Schedule) -> bool:
    """Whether the schedule has what the metric is about."""
    there = {"campaigns": schedule.workload.has_campaigns, "virtual": schedule.is_fluid,
             "promises": schedule.has_promises, "needs": schedule.workload.has_needs,
             "moldable": schedule.workload.is_moldable, "grid": schedule.workload.is_light_grid,
             "decides": decides(schedule.policy)}
    return all(there[need] for need in metric.needs)


def titled(metric: Metric, threshold: float = 10.0) -> str:
    """The title, with the threshold that was used in place of the default one."""
    if all(param.name != THRESHOLD.name for param in metric.params):
        return metric.title
    return metric.title.replace(f"({THRESHOLD.default:g} s)", f"({threshold:g} s)")


# ---- over jobs ------------------------------------------------------------------------------------------------------

def percentile(values: np.ndarray, percent: float) -> float:
    """Linear between order statistics."""
    return float(np.percentile(values, percent))


def over(values: Callable[..., np.ndarray], statistic: Statistic) -> Callable[..., float | None]:
    """A metric's compute: a statistic of values per job or user; None where there are none."""

    def compute(schedule: Schedule, **params: float) -> float | None:
        found = values(schedule, **params)
        return float(statistic(found)) if len(found) else None

    return compute


def family_of(key: str, name: str, values: Callable[..., np.ndarray], unit: str, formula: str, source: str,
              statistics: tuple[str, ...], family: str, params: tuple[Param, ...] = (),
              suffix: str = "") -> tuple[Metric, ...]:
    """One metric per statistic of a per-job value."""
    made = []
    for word in statistics:
        statistic, title, told, pitfall = STATISTICS[word]
        made.append(Metric(f"{key}_{word}", f"{title} {name}{suffix}", family, unit, "lower", f"{told} over jobs of "
                           f"{formula}", source, over(values, statistic), params, pitfall))
    return tuple(made)


STATISTICS: dict[str, tuple[Statistic, str, str, str]] = {
    "mean": (np.mean, "Mean", "mean", "A few extreme jobs can carry a mean: look at the median and the maximum too."),
    "median": (np.median, "Median", "median", "Says nothing about the half of the jobs that fared worse."),
    "p90": (partial(percentile, percent=90), "90th percentile of", "90th percentile",
            "Silent about the worst tenth of the jobs."),
    "p95": (partial(percentile, percent=95), "95th percentile of", "95th percentile",
            "Silent about the worst twentieth of the jobs."),
    "max": (np.max, "Maximum", "maximum", "One job decides it: see which one before comparing policies by it."),
    "std": (np.std, "Deviation of", "standard deviation (ddof 0)",
            "Small when all jobs fare alike, also when they all fare badly."),
}
