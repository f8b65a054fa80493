"""The finding of a comparison as facts: what it is, how sure, what the next best run does, and what is left out."""

from __future__ import annotations

from typing import Any

from scheduler.explain.finding import Change, Finding, of_campaigns
from scheduler.explain.words import measure
from scheduler.facts import Campaign, Every, Fact, Job, Measure, Percent, Ratio, Signed
from scheduler.metrics import THRESHOLD, Metric, all_metrics, titled
from scheduler.statistics import intervals, week_blocks

LEAST_SHARE = 0.001  # of the jobs: below it they are counted
FEW = 100  # jobs that are counted, for a percentage of them says less


def difference(finding: Finding) -> Fact:
    """What the runs differ in."""
    best, base = finding.best, finding.reference.name
    if finding.metric is None:
        return Fact("nothing_to_compare", run=base)
    if best is None:
        return _alone(finding)
    if best.verdict == "same":
        return _equal(finding, best)
    if best.verdict == "unclear":
        return _unclear(finding, best, base)
    count = len(finding.changes)
    return Fact(
        "compared",
        best=best.name,
        base=base,
        metric=_noun(finding),
        none_better=best.verdict != finding.wanted and count > 1,
        of=count + 1 if count > 1 else None,
        cuts=best.value < best.reference,
        reference=_measure(finding.metric, best.reference),
        value=_measure(finding.metric, best.value),
        payers=_payers(finding, best),
        rivals=Every(finding.rivals),
        others=_others(finding),
    )


def certainty(finding: Finding) -> Fact | None:
    """How sure that is; None where nothing is compared."""
    best = finding.best
    if finding.metric is None or best is None or best.same:
        return None
    if best.replicas is not None and best.replicas.verdict != "unknown":
        return _over_replicas(finding.metric, best.replicas)
    if best.verdict == "unclear" and best.within_noise:
        moved = Ratio(f"{100 * best.noise.share:.2g}") if best.noise.measured else None
        return Fact("order_of_events", moved=moved)
    if best.weeks is None:
        return None
    if best.weeks.low is None or best.weeks.high is None:
        return Fact("no_interval", fewest=week_blocks.FEWEST, weeks=best.weeks.weeks)
    low, high = (Signed(bound, finding.metric.unit) for bound in (best.weeks.low, best.weeks.high))
    return Fact("interval", low=low, high=high, weeks=best.weeks.weeks)


def following(finding: Finding) -> Fact | None:
    """How the best run and the next best one differ; None where there are no two of them."""
    best, second = finding.best, finding.following
    if best is None or second is None or second.name in finding.rivals or finding.metric is None:
        return None
    runs = Every((best.name, second.name))
    if second.same:
        return Fact("same_schedules", runs=runs)
    if second.verdict == "same":
        return Fact("same_number", runs=runs, metric=_noun(finding))
    if second.verdict == "unclear":
        return _unclear(finding, second, best.name)
    values = {"reference": second.reference, "value": second.value}
    measures = {name: _measure(finding.metric, value) for name, value in values.items()}
    return Fact("next_best", best=best.name, second=second.name, **measures, **_moved(finding, second))


def left_out(finding: Finding) -> Fact | None:
    """Which runs are left out, and why; None where none is."""
    names = finding.left_out
    return Fact("runs_left_out", runs=Every(names), several=len(names) > 1) if names else None


# ---- its parts ------------------------------------------------------------------------------------------------------


def _alone(finding: Finding) -> Fact:
    assert finding.metric is not None and finding.value is not None
    kind, run, is_time = finding.kind, finding.reference.name, finding.metric.unit == "s"
    if finding.value == 0 and kind is not None and is_time:
        return Fact("nobody", run=run, noun=kind.noun, does=kind.verbs[0])
    head = {"run": run, "metric": _noun(finding), "value": _measure(finding.metric, finding.value)}
    if kind is None or finding.median is None or finding.longest is None:
        return Fact("alone", **head)
    return Fact(
        "alone",
        **head,
        median=_measure(finding.metric, finding.median),
        noun=kind.noun,
        do=kind.verbs[1] if is_time else None,
        does=kind.verbs[0],
        longest=_named(finding, finding.longest),
    )


def _equal(finding: Finding, best: Change) -> Fact:
    equal = [change for change in finding.changes if change.verdict == "same"]
    runs = Every((finding.reference.name, *(change.name for change in equal)))
    if all(change.same for change in equal):
        return Fact("same_starts_and_ends", runs=runs)
    assert finding.metric is not None
    return Fact("same_but_single_jobs", runs=runs, metric=_noun(finding), value=_measure(finding.metric, best.value))


def _unclear(finding: Finding, change: Change, base: str) -> Fact:
    assert finding.metric is not None
    value, reference = change.value, change.reference
    second = finding.best is not None and change is not finding.best
    return Fact(
        "unclear",
        runs=Every((base, change.name) if second else (change.name, base)),
        metric=_noun(finding),
        value=_measure(finding.metric, value),
        reference=_measure(finding.metric, reference),
        alike=reads_alike(finding.metric, value, reference),
    )


def _payers(finding: Finding, best: Change) -> Fact | None:
    """How many of the jobs fare otherwise than the mean, and which one most."""
    kind = finding.kind
    if kind is None or not best.count:
        return None
    cut = best.value < best.reference
    count = best.more if cut else best.fewer
    values: dict[str, Any] = {
        "noun": kind.noun,
        "does": kind.verbs[0],
        "do": kind.verbs[1],
        "less": None if cut else kind.less,
    }
    if not count or best.most is None:
        return Fact("no_payer", **values)
    if count == 1:
        return Fact("one_payer", job=_named(finding, best.most), **values)
    return Fact("payers", share=_share(count, best.count, kind.noun), job=_named(finding, best.most), **values)


def _moved(finding: Finding, second: Change) -> dict[str, Any]:
    """How many jobs wait longer under the next best run, and how many less."""
    kind = finding.kind
    if kind is None or not second.count:
        return {}
    more, fewer = (_share(some, second.count, kind.noun) for some in (second.more, second.fewer))
    return {"more": more, "do": kind.verbs[second.more != 1], "fewer": fewer, "less": kind.less}


def _named(finding: Finding, row: int) -> Job | Campaign:
    return Campaign(row) if finding.kind is not None and of_campaigns(finding.kind) else Job(row)


def _others(finding: Finding) -> Fact | None:
    """What is said of further metrics, one after the other."""
    rest: Fact | None = None
    for metric, reference, value in reversed(finding.others):
        rest = Fact(
            "other_metric",
            metric=_lower(metric.title),
            reference=_measure(metric, reference),
            value=_measure(metric, value),
            stays=reads_alike(metric, value, reference),
            falls=value < reference,
            rest=rest,
        )
    return rest


def _over_replicas(metric: Metric, over: intervals.Difference) -> Fact:
    assert over.half is not None
    lower = over.verdict == "lower"
    return Fact(
        "over_replicas",
        replicas=over.replicas,
        mean=Signed(over.mean, metric.unit),
        half=_measure(metric, over.half),
        same=over.verdict == "same",
        lower=lower,
        most=over.lower if lower else over.higher,
    )


def _noun(finding: Finding) -> str:
    """mean wait; mean bounded stretch (10 s); mean stretch where it is plain."""
    metric = finding.metric
    assert metric is not None
    plain = all_metrics().get(metric.unbounded) if finding.threshold == 0 and THRESHOLD in metric.params else None
    return _lower((plain or metric).title if plain else titled(metric, finding.threshold))


def _lower(title: str) -> str:
    return title[:1].lower() + title[1:]


def _measure(metric: Metric, value: float) -> Measure:
    return Measure(value, metric.unit)


def reads_alike(metric: Metric, value: float, other: float) -> bool:
    """Whether two values of a metric are told by the same words."""
    return measure(_measure(metric, value)) == measure(_measure(metric, other))


def _share(some: int, count: int, noun: str) -> Fact:
    """0.8 % of the jobs; 2 of the 5 jobs; 3 of the 28,489 jobs where that is next to none."""
    if count < FEW or some / count < LEAST_SHARE:
        return Fact("some_of", some=f"{some:,}", count=f"{count:,}", noun=noun)
    return Fact("share_of", share=Percent(some / count), noun=noun)
