"""Every metric: one file per family, each metric declared once with unit, direction, formula and source.

`compute(schedule, **params)` returns a number, or None where it is undefined (no user with two jobs, ...).
`measure(schedule, threshold)` returns all that apply.

Means over jobs can be trimmed: the machine fills up first and empties last, so the jobs in between say more about the
policy.  `trim` is the share of jobs left out at each end, in order of submission; a maximum is over
all jobs, whatever is trimmed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from scheduler import registry
from scheduler.params import Param
from scheduler.schedule import Schedule

THRESHOLD = Param("threshold", 10.0, 0.0, None, "s", "runtimes below it count as this long")
TRIM = Param("trim", 0.0, 0.0, 0.49, "", "share of jobs left out at each end, in order of submission")

Statistic = Callable[[np.ndarray], float]


@dataclass(frozen=True)
class Metric:
    """A named number of a schedule."""

    key: str                # with the threshold in it where one is used: bounded_stretch_mean is titled "... (10 s)"
    title: str
    family: str             # wait | stretch | fairness | machine | campaigns
    unit: str               # s, "", processors, ...
    better: str             # lower | higher | "" (neither: set by arrivals, not by the policy)
    formula: str
    source: str
    compute: Callable[..., float | None]
    params: tuple[Param, ...] = field(default_factory=tuple)
    pitfall: str = ""       # one sentence: how this number misleads
    needs: frozenset[str] = frozenset()     # campaigns, virtual


def all_metrics() -> Mapping[str, Metric]:
    """{key: Metric}, families in alphabetical order of their files."""
    return registry.load(__name__, "METRICS")


def measure(schedule: Schedule, threshold: float = 10.0, trim: float = 0.0) -> dict[str, float | None]:
    """{key: value} of every metric that applies to the schedule, in the order of all_metrics()."""
    given = {THRESHOLD.name: threshold, TRIM.name: trim}
    values: dict[str, float | None] = {}
    for metric in all_metrics().values():
        if "campaigns" in metric.needs and schedule.workload.campaigns is None:
            continue
        if "virtual" in metric.needs and schedule.fluid is None:
            continue
        known = {param.name: given.get(param.name, param.default) for param in metric.params}
        values[metric.key] = metric.compute(schedule, **known)
    return values


def titled(metric: Metric, threshold: float = 10.0) -> str:
    """The title, with the threshold that was used in place of the default one."""
    if all(param.name != THRESHOLD.name for param in metric.params):
        return metric.title
    return metric.title.replace(f"({THRESHOLD.default:g} s)", f"({threshold:g} s)")


# ---- over jobs ------------------------------------------------------------------------------------------------------

def keep_mask(schedule: Schedule, share: float = 0.05) -> np.ndarray:
    """[n] bool: all jobs but the first and the last `share` of them in order of realized submission."""
    n = len(schedule.placed)
    left_out = int(share * n)
    keep = np.zeros(n, bool)
    keep[np.argsort(schedule.placed.submit, kind="stable")[left_out:n - left_out]] = True
    return keep


def trimmed(schedule: Schedule, values: np.ndarray, trim: float) -> np.ndarray:
    """The values of the jobs that keep_mask keeps."""
    return values[keep_mask(schedule, trim)] if trim > 0 else values


def p95(values: np.ndarray) -> float:
    """95th percentile, linear between order statistics."""
    return float(np.percentile(values, 95))


def over_jobs(values: Callable[..., np.ndarray], statistic: Statistic) -> Callable[..., float | None]:
    """A metric's compute: a statistic of per-job values over the jobs that trimming keeps; None without jobs."""

    def compute(schedule: Schedule, trim: float = 0.0, **params: float) -> float | None:
        kept = trimmed(schedule, values(schedule, **params), trim)
        return float(statistic(kept)) if len(kept) else None

    return compute


def family_of(key: str, name: str, values: Callable[..., np.ndarray], unit: str, formula: str, source: str,
              statistics: tuple[str, ...], family: str, params: tuple[Param, ...] = (),
              suffix: str = "") -> tuple[Metric, ...]:
    """One metric per statistic of a per-job value."""
    made = []
    for word in statistics:
        statistic, title, told, pitfall = STATISTICS[word]
        takes = params if word == "max" else (*params, TRIM)
        made.append(Metric(f"{key}_{word}", f"{title} {name}{suffix}", family, unit, "lower", f"{told} over jobs of "
                           f"{formula}", source, over_jobs(values, statistic), takes, pitfall))
    return tuple(made)


STATISTICS: dict[str, tuple[Statistic, str, str, str]] = {
    "mean": (np.mean, "Mean", "mean", "A few extreme jobs can carry a mean: look at the median and the maximum too."),
    "median": (np.median, "Median", "median", "Says nothing about the half of the jobs that fared worse."),
    "p95": (p95, "95th percentile of", "95th percentile", "Silent about the worst twentieth of the jobs."),
    "max": (np.max, "Maximum", "maximum", "One job decides it: see which one before comparing policies by it."),
}
