"""Every metric: one file per family, each metric declared once with unit, direction, formula and source.

`compute(schedule, **params)` returns a number, or None where it is undefined (no user with two jobs, ...).
`measure(schedule, threshold)` returns all that apply.

Numbers over jobs and over users can be taken of the jobs between warm-up and cool-down only (`trim`); those of the
machine, of campaigns and of shared nodes are of the whole schedule.

May import `analysis`, `bounds`, `policies` and below.  Others use `all_metrics` and `measure`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import numpy as np

from scheduler import registry
from scheduler.analysis.trimming import trimmed
from scheduler.analysis.worked_numbers import figure, length
from scheduler.kinds import all_kinds, kinds_of
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.policies import decides
from scheduler.wording import counted

THRESHOLD = Param("threshold", 10.0, 0.0, None, "s", "runtimes below it count as this long")
# tables of the few metrics that decide most often, by what the workload is; "by hand": of jobs typed in; "sweep": the
# first curves shown.  A kind of a topic may have one, too.
TABLES = ("jobs", "by hand", "sweep")
PICKS = ("median", "max", "min")  # how an example chooses a job
KINDS = ("jobs",)  # of workloads, as headlines know them; and those of topics
OVER_JOBS = frozenset({"wait", "stretch", "fairness", "predictability"})  # families that can be trimmed

Statistic = Callable[[np.ndarray], float]


class Each(NamedTuple):
    """A value per job, or per campaign."""

    row: np.ndarray  # [n] i8, rows of jobs or of campaigns
    value: np.ndarray  # [n] f8


class Headline(NamedTuple):
    """What a comparison of runs says first of workloads of a kind (scheduler/explain/finding.py)."""

    of: str  # which kind of workload: one of KINDS
    place: int  # 1 is said first, what follows is said after it
    each: Callable[[Schedule, float], Each] | None = None  # (schedule, threshold): what the metric is the mean of
    noun: str = "job"  # what has these values; "campaign": rows of campaigns
    verbs: tuple[str, str] = ("takes", "take")  # one job takes longer, two take longer
    less: str = "less time"  # the contrary of "longer"


def responses(schedule: Schedule, _threshold: float) -> Each:
    """The time from submission to end of every job, s."""
    return Each(np.arange(len(schedule.placed)), schedule.response)


class Example(NamedTuple):
    """A formula worked out with the numbers of one job, "formula = numbers = value", and which job shows it best."""

    sentence: Callable[[Schedule, int, float], str]  # of the schedule, row, threshold
    each: Callable[[Schedule, float], Each] = responses  # rows of the jobs that count, with what they differ in
    pick: str = "median"  # which of these where none is chosen: one of PICKS


@dataclass(frozen=True)
class Metric:
    """A named number of a schedule."""

    key: str  # with the threshold in it where one is used: bounded_stretch_mean is titled "... (10 s)"
    title: str
    family: str  # wait, stretch, fairness, shares, predictability, sharing, ...
    unit: str  # s, "", processors, ...
    better: str  # lower | higher | "" (neither: set by arrivals, not by the policy)
    formula: str
    source: str
    compute: Callable[..., float | None]
    params: tuple[Param, ...] = field(default_factory=tuple)
    pitfall: str = ""  # one sentence: how this number misleads
    needs: frozenset[str] = frozenset()  # campaigns, virtual, promises, moldable;
    # decides: not of a recorded schedule; the key of a kind of a topic
    main: Mapping[str, int] = field(default_factory=dict, hash=False)  # {one of TABLES: its place among the columns}
    heading: str = ""  # of its column, where the title alone says too little
    percent: bool = False  # a share, shown as a percentage
    by_arrivals: bool = False  # where every run keeps up with the arrivals these set it, not the policy
    over_all: str = ""  # where it leaves users out: key of the metric over all of them
    unbounded: str = ""  # where it uses the threshold: key of the metric that stands for it where it is not used
    values: Callable[..., np.ndarray] | None = None  # of a maximum over jobs: [n] what it is the maximum of
    headline: Headline | None = None
    example: Example | None = None


def all_metrics() -> Mapping[str, Metric]:
    """{key: Metric}, families in alphabetical order of their files."""
    return registry.load(__name__, "METRICS")


def measure(
    schedule: Schedule, threshold: float = 10.0, trim: float = 0.0, metrics: Mapping[str, Metric] | None = None
) -> dict[str, float | None]:
    """{key: value} of every metric that applies to the schedule, in the order of all_metrics() or of those given.

    threshold: s, of bounded stretch; trim: share of jobs left out at each end of what is measured over jobs or users.
    """
    inner = trimmed(schedule, trim)
    return {
        key: metric.compute(inner if metric.family in OVER_JOBS else schedule, **_threshold(metric, threshold))
        for key, metric in (all_metrics() if metrics is None else metrics).items()
        if applies(metric, schedule)
    }


def applies(metric: Metric, schedule: Schedule) -> bool:
    """Whether the schedule has what the metric is about."""
    there = {
        "virtual": schedule.is_fluid,
        "promises": schedule.has_promises,
        "decides": decides(schedule.policy),
        **{key: kind.has(schedule.workload) for key, kind in all_kinds().items()},
    }
    return all(there[need] for need in metric.needs)


def main_metrics(table: str) -> list[Metric]:
    """The columns of one of TABLES, or of a kind, from left to right; raises KeyError for another table."""
    if table not in (*TABLES, *all_kinds()):
        raise KeyError(table)
    return sorted(
        (metric for metric in all_metrics().values() if table in metric.main), key=lambda metric: metric.main[table]
    )


def table_of(schedules: Sequence[Schedule]) -> str:
    """Which of TABLES schedules of one workload are told in; that of its most special kind, where it has one."""
    return table_for(schedules[0].workload, schedules)


def table_for(workload: Workload, schedules: Sequence[Schedule]) -> str:
    """The same of schedules of a workload, if any."""
    for kind in kinds_of(workload):
        is_told = kind.in_table is None or any(map(kind.in_table, schedules))
        if is_told and main_metrics(kind.key):
            return kind.key
    return "jobs"


def headlines(schedules: Sequence[Schedule]) -> list[Metric]:
    """What is said first of schedules of one workload, in that order."""
    table = table_of(schedules)
    without_table = [kind.key for kind in kinds_of(schedules[0].workload) if not main_metrics(kind.key)]
    kinds = [*without_table, table] if table == "jobs" else [table]
    return next(filter(None, map(_headlines_of, kinds)), [])


def _headlines_of(kind: str) -> list[Metric]:
    """What is said first of one of KINDS, or of a kind of a topic."""
    placed = [
        (metric.headline.place, metric)
        for metric in all_metrics().values()
        if metric.headline is not None and metric.headline.of == kind
    ]
    return [metric for _, metric in sorted(placed, key=lambda one: one[0])]


def of_jobs(values: Callable[..., np.ndarray], bounded: bool = False) -> Callable[[Schedule, float], Each]:
    """The `each` of a headline over all jobs; bounded: whether the values use the threshold."""

    def each(schedule: Schedule, threshold: float) -> Each:
        each_job = values(schedule, threshold) if bounded else values(schedule)
        return Each(np.arange(len(each_job)), each_job)

    return each


def without_threshold(metrics: Iterable[Metric]) -> list[Metric]:
    """The metrics that say the same without a threshold; those that cannot do without it are left out."""
    metric_of = all_metrics()
    plain = [metric_of.get(metric.unbounded) if THRESHOLD in metric.params else metric for metric in metrics]
    return [metric for metric in plain if metric is not None]


def deciding_job(metric: Metric, schedule: Schedule, threshold: float = 10.0) -> int | None:
    """Row of the job that decides a maximum over jobs; the first of equal ones, None of other metrics, without jobs."""
    if metric.values is None or not len(schedule.placed):
        return None
    return int(np.argmax(metric.values(schedule, **_threshold(metric, threshold))))


def example_job(metric: Metric, schedule: Schedule, threshold: float = 10.0) -> int | None:
    """Row of the job that an example is worked out with where none is chosen; None without jobs or an example.

    Of those that count it has the median (the lower one of two), or decides the maximum or minimum.
    """
    if metric.example is None or not len(schedule.placed):
        return None
    each = metric.example.each(schedule, threshold)
    row, value = each if len(each.row) else responses(schedule, threshold)
    if metric.example.pick == "median":
        return int(row[np.argsort(value, kind="stable")[(len(value) - 1) // 2]])
    return int(row[(np.argmax if metric.example.pick == "max" else np.argmin)(value)])


def worked_example(
    metric: Metric, schedule: Schedule, row: int, threshold: float = 10.0, value: float | None = None
) -> list[str]:
    """Sentences: the formula with the numbers of one job (row of jobs), and the value of the run where it is known."""
    if metric.example is None:
        return []
    job = metric.example.sentence(schedule, row, threshold)
    if value is None:
        return [job]
    amount = length(value) if metric.unit == "s" else figure(value, metric.unit)
    amount = f"{figure(100 * value)} %" if metric.percent else amount
    return [job, f"{titled(metric, threshold)} of the whole run, {counted(len(schedule.placed), 'job')}: {amount}."]


def _threshold(metric: Metric, threshold: float) -> dict[str, float]:
    return {THRESHOLD.name: threshold} if THRESHOLD in metric.params else {}


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
        numbers = values(schedule, **params)
        return float(statistic(numbers)) if len(numbers) else None

    return compute


def family_of(
    key: str,
    name: str,
    values: Callable[..., np.ndarray],
    unit: str,
    formula: str,
    source: str,
    statistics: tuple[str, ...],
    family: str,
    params: tuple[Param, ...] = (),
    suffix: str = "",
    main: Mapping[str, Mapping[str, int]] | None = None,
    unbounded: Mapping[str, str] | None = None,
    headline: Mapping[str, Headline] | None = None,
    *,
    example: Callable[[Schedule, int, float], str],
) -> tuple[Metric, ...]:
    """One metric per statistic of a per-job value; main, unbounded, headline: {statistic: what Metric says of them}.

    example: the value of one job, worked out.
    """
    members = []
    for word in statistics:
        statistic, title, sentence, pitfall = STATISTICS[word]
        members.append(
            Metric(
                f"{key}_{word}",
                f"{title} {name}{suffix}",
                family,
                unit,
                "lower",
                f"{sentence} over jobs of {formula}",
                source,
                over(values, statistic),
                params,
                pitfall,
                main=(main or {}).get(word, {}),
                unbounded=(unbounded or {}).get(word, ""),
                values=values if word == "max" else None,
                headline=(headline or {}).get(word),
                example=Example(example, of_jobs(values, THRESHOLD in params), "max" if word == "max" else "median"),
            )
        )
    return tuple(members)


STATISTICS: dict[str, tuple[Statistic, str, str, str]] = {
    "mean": (np.mean, "Mean", "mean", "A few extreme jobs can carry a mean: look at the median and the maximum too."),
    "median": (np.median, "Median", "median", "Says nothing about the half of the jobs that fared worse."),
    "p90": (
        partial(percentile, percent=90),
        "90th percentile of",
        "90th percentile",
        "Silent about the worst tenth of the jobs.",
    ),
    "p95": (
        partial(percentile, percent=95),
        "95th percentile of",
        "95th percentile",
        "Silent about the worst twentieth of the jobs.",
    ),
    "max": (np.max, "Maximum", "maximum", "One job decides it: see which one before comparing policies by it."),
    "std": (
        np.std,
        "Deviation of",
        "standard deviation (ddof 0)",
        "Small when all jobs fare alike, also when they all fare badly.",
    ),
}
