"""Numbers with their intervals over replicas: as many digits as the interval supports, and differences in words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from layouts import theme
from layouts.pages.compare.table.change import Change, in_percent, marks, value_text
from layouts.words import lengths
from layouts.words.slice_names import THIN
from scheduler.metrics import Metric
from scheduler.statistics.intervals import Difference, Mean, difference, mean

UNITS = ((86_400.0, "d"), (3_600.0, "h"), (60.0, "min"), (1.0, "s"))
DIGITS = 5  # of a number at most, however narrow its interval
TWO_DIGITS = 2.0  # a ± that begins with less keeps a second digit: 1.4, but 3


@dataclass(frozen=True)
class Replicated:
    """The metrics of runs over replicas."""

    runs: tuple[str, ...]  # keys
    metrics: Mapping[str, Sequence[Sequence[float | None]]]  # {metric: [runs][replicas]}
    count: int
    shake: float  # s

    def mean(self, run: str, metric: str) -> Mean | None:
        """The mean of a metric of a run; None where there is none."""
        values = self._values(run, metric)
        return mean(values) if values is not None else None

    def difference(self, run: str, reference: str, metric: str) -> Difference | None:
        """A metric of a run minus that of another one, pairwise; None where there is none."""
        one, other = self._values(run, metric), self._values(reference, metric)
        return difference(one, other) if one is not None and other is not None else None

    def _values(self, run: str, metric: str) -> Sequence[float | None] | None:
        return self.metrics[metric][self.runs.index(run)] if run in self.runs and metric in self.metrics else None


def of_record(record: Mapping[str, Any]) -> Replicated:
    """What a record of the store says."""
    spec = record["spec"]
    return Replicated(tuple(record["runs"]), record["metrics"], int(spec["replicas"]), float(spec["shake"]))


def with_half(metric: Metric, value: float, half: float | None) -> str:
    """ "1 h 55 min ± 3 min": a value and half of its interval, no digit more than that supports."""
    if half is None or half == 0:
        return value_text(metric, value)
    if metric.unit == "s" and half >= 1:
        return duration(value, half)
    factor, unit = (100.0, "%") if in_percent(metric) else (1.0, metric.unit)
    finest = 10.0 ** (math.floor(math.log10(abs(factor * value))) + 1 - DIGITS) if value else 0.0
    step = max(step_of(factor * half), finest)
    return f"{rounded(factor * value, step)} ± {rounded(max(factor * half, step), step)} {unit}".rstrip()


def mean_text(metric: Metric, average: Mean) -> str:
    """A mean over replicas with half of its interval; where all replicas have the same value, that and so much."""
    if average.half == 0:
        return f"{value_text(metric, average.mean)} in all {average.replicas} replicas"
    return with_half(metric, average.mean, average.half)


def marks_of_mean(metric: Metric, value: float, half: float | None) -> dict[str, str]:
    """What makes an element with with_half() follow the unit of lengths, rounded just as it is there."""
    if half is None or metric.unit != "s":
        return marks(metric, value)
    if half < 1 or value < 0:  # also where all replicas have the same value
        return {}
    size, _ = unit_of(half)
    return lengths.marked(round(value / size) * size, half=math.ceil(half / size - 1e-9) * size)


def unit_of(half: float) -> tuple[float, str]:
    """(s, name) of the largest unit that is not above half of an interval."""
    return next(unit for unit in UNITS if unit[0] <= half)


def duration(value: float, half: float) -> str:
    """Both in whole units of the largest that is not above half of the interval."""
    size, name = unit_of(half)
    text = theme.parts(abs(round(value / size) * size), size) or f"0 {name}"
    return f"{'-' if round(value / size) < 0 else ''}{text} ± {math.ceil(half / size - 1e-9)} {name}"


def step_of(half: float) -> float:
    """What a number is rounded to, a power of ten: one digit of half of its interval, two where it begins with a 1."""
    power = 10.0 ** math.floor(math.log10(half))
    return power / 10 if half / power < TWO_DIGITS else power


def rounded(value: float, step: float) -> str:
    """A number as a multiple of a power of ten."""
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    return f"{round(value / step) * step:,.{decimals}f}".replace(",", THIN)


def direction(metric: Metric, paired_difference: Difference) -> str:
    """shorter, longer, less or more."""
    words = ("shorter", "longer") if metric.unit == "s" else ("less", "more")
    return words[paired_difference.mean > 0]


def change(metric: Metric, paired_difference: Difference, judged: bool = True) -> Change:
    """A paired difference, for a cell of the table.

    judged: whether one of the runs may be called better.
    """
    if paired_difference.verdict == "unknown":
        return Change("?", "too few replicas to tell", "same")
    if paired_difference.verdict == "same":
        return (
            Change("=", "same", "same")
            if paired_difference.lower == paired_difference.higher == 0
            else Change("≈", "not distinguishable", "same")
        )
    size = with_half(metric, abs(paired_difference.mean), paired_difference.half)
    verdict = (
        "same"
        if not metric.better or not judged
        else "better"
        if (paired_difference.verdict == "higher") == (metric.better == "higher")
        else "worse"
    )
    phrase = f"{size} {direction(metric, paired_difference)}" + ("" if verdict == "same" else f", {verdict}")
    return Change("▲" if paired_difference.verdict == "higher" else "▼", phrase, verdict)


def sentence(metric: Metric, paired_difference: Difference, base: str) -> str:
    """What the replicas say of a metric against the baseline, in words."""
    count = f"{max(paired_difference.lower, paired_difference.higher)} of {paired_difference.replicas} replicas"
    if paired_difference.lower == paired_difference.higher == 0:
        return f"{metric.title}: the same as {base} in all {paired_difference.replicas} replicas."
    signed = with_half(metric, paired_difference.mean, paired_difference.half)
    if paired_difference.verdict == "same":
        return (
            f"{metric.title}: not distinguishable from {base}; the interval of the difference, {signed}, holds 0 "
            f"({'lower' if paired_difference.lower >= paired_difference.higher else 'higher'} in {count})."
        )
    if paired_difference.verdict == "unknown":
        return f"{metric.title}: {paired_difference.replicas} replicas are too few to tell it from {base}."
    most = paired_difference.lower if paired_difference.verdict == "lower" else paired_difference.higher
    size = with_half(metric, abs(paired_difference.mean), paired_difference.half)
    return (
        f"{metric.title}: {size} {direction(metric, paired_difference)} than {base}, "
        f"{paired_difference.verdict} in {most} of {paired_difference.replicas} replicas."
    )
