"""The finding of a comparison: which run cuts what matters most, by how much, who pays for it, and how sure that is.

What matters most follows from the kind of the workload, as metrics declare (`Metric.headline`): the mean wait of jobs,
the stretch of campaigns, the waits of local jobs on a grid.  Jobs are compared with themselves, so the same jobs are
wanted in all runs; where a run has other jobs of the log, too, or lacks some, those that both have are compared.

How sure: over replicas where there are some, in pairs; else by resampling whole weeks, where the log has enough of
them.  Runs as near to each other as another order of simultaneous events moves them are not told apart without
replicas; how far that is was measured for most runs (scheduler/replay/other_order.py), else it is taken to be USUAL.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple, Protocol

import numpy as np

from scheduler.analysis.counterparts import changes, of_workload, rows_in, same_rows
from scheduler.errors import InputError
from scheduler.metrics import THRESHOLD, Each, Headline, Metric, headlines
from scheduler.model.schedule import Schedule
from scheduler.statistics import intervals, week_blocks

EQUAL = 1e-9  # relative: what is closer is the same number, rounded on the way


class TieNoise(NamedTuple):
    """By how much another order of simultaneous events moves a metric of runs."""

    share: float  # relative
    measured: bool


USUAL = TieNoise(0.023, False)  # the most by which it moved a mean wait on a log of a usual load
Paired = Callable[[str, str, str], intervals.Difference | None]  # (key of a run, of another one, metric)
Noise = Callable[[str, str, str], TieNoise]  # the same


class Run(Protocol):
    """A finished run: its key, what people call it, what it did."""

    @property
    def key(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def schedule(self) -> Schedule: ...


@dataclass(frozen=True)
class Change:
    """What one run does to a metric of another one, and to each of the jobs (or campaigns)."""

    key: str  # of the run
    name: str
    value: float
    reference: float  # of the run it is compared with
    replicas: intervals.Difference | None = None
    weeks: week_blocks.Difference | None = None
    count: int = 0  # jobs compared; 0: the metric is no mean over jobs
    more: int = 0  # of them, with a larger value than under the other run
    fewer: int = 0  # ... with a smaller one
    most: int | None = None  # row of the job that gains most against the mean, or loses most
    same: bool = False  # no job starts or ends at another time
    noise: TieNoise = USUAL

    @property
    def verdict(self) -> str:
        """lower | higher | same | unclear."""
        gap = self.value - self.reference
        if self.replicas is not None and self.replicas.verdict != "unknown":
            verdict = self.replicas.verdict
            return verdict if verdict != "same" else "same" if self.replicas.mean == 0 and gap == 0 else "unclear"
        scale = max(abs(self.value), abs(self.reference))
        if abs(gap) <= EQUAL * scale:
            return "same"
        if self.within_noise or (self.weeks is not None and self.weeks.clear is False):
            return "unclear"
        return "lower" if gap < 0 else "higher"

    @property
    def within_noise(self) -> bool:
        """Whether another order of simultaneous events could turn the difference round."""
        return abs(self.value - self.reference) <= self.noise.share * max(abs(self.value), abs(self.reference))


Against = Callable[[Run, Run], Change]  # what a run does to a metric of another one


@dataclass(frozen=True)
class Finding:
    """What a comparison finds: the change of every other run against the reference, of what matters most.

    Without a metric there is nothing to compare: none is defined for these runs.
    """

    metric: Metric | None
    reference: Run  # the baseline, or the first run that can be compared
    value: float | None = None  # of the metric under it
    longest: int | None = None  # row of the job with its largest value
    median: float | None = None
    changes: tuple[Change, ...] = ()  # in the order of the runs
    following: Change | None = None  # the next best run, against the best one
    rivals: tuple[str, ...] = ()  # runs that cannot be told apart from the best
    others: tuple[tuple[Metric, float, float], ...] = ()  # (metric, under reference, under best) said after it
    left_out: tuple[str, ...] = ()  # names of runs that hold more processors than there are
    threshold: float = THRESHOLD.default

    @property
    def kind(self) -> Headline | None:
        """What the metric says of the workload."""
        return self.metric.headline if self.metric is not None else None

    @property
    def best(self) -> Change | None:
        """The change to speak of: the best clear one; if none is better, the nearest one."""
        if self.metric is None or not self.changes:
            return None
        sign = -1 if self.metric.better == "higher" else 1
        better = [change for change in self.changes if change.verdict == self.wanted]
        return min(better or self.changes, key=lambda change: sign * change.value)

    @property
    def wanted(self) -> str:
        """The verdict of a better run."""
        return "higher" if self.metric is not None and self.metric.better == "higher" else "lower"


def find(
    runs: Sequence[Run],
    baseline: int = 0,
    threshold: float = THRESHOLD.default,
    paired: Paired | None = None,
    noise: Noise | None = None,
) -> Finding:
    """The finding of one to six runs of the same jobs.

    baseline: place among the runs.  threshold: s, of bounded stretch, 0 for plain stretch.  paired: what replicas say.
    noise: what was measured of another order of simultaneous events.
    Raises InputError where two runs are not of the same jobs.
    """
    fit = [run for run in runs if not above_machine(run)] or list(runs)
    left_out = tuple(run.name for run in runs if run not in fit)
    reference = runs[baseline] if 0 <= baseline < len(runs) and runs[baseline] in fit else fit[0]
    defined = [
        (metric, value)
        for metric in headlines([run.schedule for run in runs])
        if (value := value_of(metric, reference.schedule, threshold)) is not None
    ]
    if not defined:
        return Finding(None, reference, left_out=left_out)
    (metric, value), *rest = defined
    each = each_of(metric, reference.schedule, threshold)
    against = partial(change, metric, threshold=threshold, paired=paired, noise=noise)
    changes = tuple(against(run, reference) for run in fit if run is not reference)
    finding = Finding(metric, reference, value, _largest(each), _median(each), changes)
    finding = replace(finding, left_out=left_out, threshold=threshold)
    if finding.best is None:
        return finding
    best = next(run for run in fit if run.key == finding.best.key)
    return replace(
        finding,
        following=next_best_change(finding, best, fit, against),
        rivals=tuple(rivals(finding, best, fit, against)),
        others=tuple(further_changes(rest, best, threshold)),
    )


def above_machine(run: Run) -> bool:
    """Whether a run holds more processors than there are, as recorded ones may: no schedule can be compared with it."""
    certificate = run.schedule.certificate
    return certificate is not None and bool(certificate.reports)


def value_of(metric: Metric, schedule: Schedule, threshold: float) -> float | None:
    """The metric of a schedule; with the threshold that is used on the page."""
    params = {THRESHOLD.name: threshold} if THRESHOLD in metric.params else {}
    return metric.compute(schedule, **params)


def each_of(metric: Metric, schedule: Schedule, threshold: float) -> Each | None:
    """What the metric is the mean of; None where it is none."""
    headline = metric.headline
    return headline.each(schedule, threshold) if headline is not None and headline.each is not None else None


def change(
    metric: Metric, run: Run, reference: Run, threshold: float, paired: Paired | None = None, noise: Noise | None = None
) -> Change:
    """One run against another one, over the jobs that both have."""
    workloads = run.schedule.workload, reference.schedule.workload
    are_parts = changes(*map(of_workload, workloads)) is not None
    if not are_parts:
        week_blocks.agree(*workloads)
    mine, theirs = (each_of(metric, one.schedule, threshold) for one in (run, reference))
    keys = run.key, reference.key, metric.key
    near = USUAL if noise is None else noise(*keys)
    if not are_parts or same_rows(*workloads):
        value, other = (value_of(metric, one.schedule, threshold) for one in (run, reference))
        assert value is not None and other is not None  # the same jobs: defined in both or in none
        replicas, same = paired(*keys) if paired is not None else None, _same_times(run.schedule, reference.schedule)
        whole = Change(run.key, run.name, value, other, replicas, same=same, noise=near)
    else:
        mine, theirs = _of_common(metric, run, reference, mine, theirs)
        value, other = float(mine.value.mean()), float(theirs.value.mean())
        whole = Change(run.key, run.name, value, other, same=np.array_equal(mine.value, theirs.value), noise=near)
    return whole if mine is None or theirs is None else _with_each(whole, metric, reference, mine, theirs)


def _of_common(metric: Metric, run: Run, reference: Run, mine: Each | None, theirs: Each | None) -> tuple[Each, Each]:
    """Of a run and another one that has other jobs, too, or lacks some: the values of the jobs that both have.

    Raises InputError for a metric that is no mean over jobs, and where they have no job in common.
    """
    if mine is None or theirs is None or metric.headline is None or of_campaigns(metric.headline):
        raise InputError(
            f"{run.name} and {reference.name} are of other jobs, and {metric.title} cannot be compared "
            "over those that both have; compare runs of the same jobs."
        )
    place = rows_in(reference.schedule.workload, run.schedule.workload)[theirs.row]  # of each of theirs among ours
    at = np.searchsorted(mine.row, place)
    both = (place >= 0) & (mine.row[np.minimum(at, len(mine.row) - 1)] == place)
    if not both.any():
        raise InputError(f"{run.name} and {reference.name} have no job in common; compare runs of the same jobs.")
    return Each(theirs.row[both], mine.value[at[both]]), Each(theirs.row[both], theirs.value[both])


def _with_each(whole: Change, metric: Metric, reference: Run, mine: Each, theirs: Each) -> Change:
    """The change of a mean; mine, theirs: values of the same jobs, by their rows of the reference."""
    gap = mine.value - theirs.value
    gap[np.abs(gap) <= EQUAL * np.maximum(np.abs(mine.value), np.abs(theirs.value))] = 0.0
    against = int(np.argmax(gap)) if whole.value <= whole.reference else int(np.argmin(gap))
    return replace(
        whole,
        weeks=week_blocks.over_weeks(gap, submitted(metric, reference, theirs.row)),
        count=len(gap),
        more=int((gap > 0).sum()),
        fewer=int((gap < 0).sum()),
        most=int(theirs.row[against]) if gap[against] != 0 else None,
    )


def submitted(metric: Metric, run: Run, rows: np.ndarray) -> np.ndarray:
    """[n] s: when these jobs were submitted, or the first job of these campaigns."""
    jobs = run.schedule.workload.jobs
    if metric.headline is None or not of_campaigns(metric.headline):
        return jobs.submit[rows]
    first, inside = np.full(run.schedule.workload.campaign_count, np.inf), jobs.campaign >= 0
    np.minimum.at(first, jobs.campaign[inside], jobs.submit[inside])
    return first[rows]


def of_campaigns(headline: Headline) -> bool:
    """Whether rows are those of campaigns, not of jobs."""
    return headline.noun == "campaign"


def rivals(finding: Finding, best: Run, runs: Sequence[Run], against: Against) -> Iterator[str]:
    """Names of the runs that are better than the reference, too, and cannot be told apart from the best of them."""
    assert finding.best is not None
    if finding.best.verdict != finding.wanted:
        return
    better = [one.key for one in finding.changes if one.verdict == finding.wanted and one is not finding.best]
    for run in runs:
        if run.key in better and against(run, best).verdict in ("same", "unclear"):
            yield run.name


def next_best_change(finding: Finding, best: Run, runs: Sequence[Run], against: Against) -> Change | None:
    """What the next best run does against the best one, whatever both do to the reference; None without such a run."""
    rest = tuple(one for one in finding.changes if one.key != best.key)
    second = replace(finding, changes=rest).best
    if second is None:
        return None
    run = next(run for run in runs if run.key == second.key)
    try:
        return against(run, best)
    except InputError:  # no job in common, or a metric that is no mean over jobs
        return None


def further_changes(
    rest: Sequence[tuple[Metric, float]], best: Run, threshold: float
) -> Iterator[tuple[Metric, float, float]]:
    """What is said after the first metric."""
    for metric, reference in rest:
        value = value_of(metric, best.schedule, threshold)
        if value is not None:
            yield metric, reference, value


def _largest(each: Each | None) -> int | None:
    return int(each.row[np.argmax(each.value)]) if each is not None and len(each.row) else None


def _median(each: Each | None) -> float | None:
    return float(np.median(each.value)) if each is not None and len(each.value) else None


def _same_times(first: Schedule, second: Schedule) -> bool:
    ours, theirs = first.placed, second.placed
    return bool(np.array_equal(ours.start, theirs.start) and np.array_equal(ours.end, theirs.end))
