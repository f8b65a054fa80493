"""A metric's value for people, and how it differs from the baseline's: a symbol, a size in words, a verdict."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from dash import html

from layouts import theme
from layouts.words import lengths
from scheduler.durations import human
from scheduler.explain.finding import EQUAL, USUAL
from scheduler.metrics import Metric

WORDS = ("longer", "shorter", "more", "less")
NOUNS = ("jobs", "users", "campaigns", "processors")  # units that have a singular
HOUR, MANY_HOURS = 3_600.0, 10.0  # s; processor-hours from which on these are shown
MANY = 2.0  # ratio beyond which "(52x)" says more than a percentage
DIGITS = 2  # of a percentage or a ratio, beside the difference itself
LEAST = 0.01  # percent: what is less is called that


class Change(NamedTuple):
    """How a value differs from the baseline's."""

    symbol: str  # ▲ | ▼ | = | ≈ | ?
    frame: str  # the words; where the difference is a length of time, PLACE stands for it
    verdict: str  # better | worse | same
    seconds: float | None = None  # the difference, s, where it is a length of time

    @property
    def words(self) -> str:
        """ "1 h 12 min shorter (-23 %), better"."""
        return self.frame.replace(lengths.PLACE, human(self.seconds))

    @property
    def share(self) -> str:
        """ "23 %" or "52x": the change against the baseline alone; "" where there is none."""
        _, bracket, share = self.frame.partition(" (")
        return share.partition(")")[0].lstrip("+-").replace(" ", "\u00a0") if bracket else ""

    def line(self) -> html.Span:
        """Symbol and words in a line of their own, which follows the unit of lengths."""
        text = f"{self.symbol}\u00a0{self.frame}".replace(" %)", "\u00a0%)")  # no line ends within the brackets
        follows = {} if self.seconds is None else lengths.marked(self.seconds, text)
        return html.Span(
            text.replace(lengths.PLACE, human(self.seconds)), className=f"qs-change qs-{self.verdict}", **follows
        )

    def beside(self) -> html.Span:
        """Symbol and share right after the value; a pointer that rests on it and a screen reader get all words."""
        seen = html.Span(f" {self.symbol}\u00a0{self.share}".rstrip("\u00a0"), **{"aria-hidden": "true"})
        return html.Span(
            [seen, html.Span(self.words, className="qs-unseen")], className=f"qs-{self.verdict}", title=self.words
        )


def value_text(metric: Metric, value: float | None) -> str:
    """A value in its unit, for people."""
    if value is None:
        return "—"
    if metric.unit == "s":
        return human(value)
    if in_percent(metric):
        return theme.percent(value)
    if metric.unit == "processor-s" and value >= MANY_HOURS * HOUR:
        return f"{plain(value / HOUR)} processor-h"
    if metric.unit == "1/h":
        return f"{plain(value)} per hour"
    unit = metric.unit.removesuffix("s") if value == 1 and metric.unit in NOUNS else metric.unit
    return f"{plain(value)} {unit}".rstrip()


def marks(metric: Metric, value: float | None, frame: str = lengths.PLACE) -> dict[str, str]:
    """What makes an element with this value follow the unit of lengths; nothing where it is no time."""
    return lengths.marked(value, frame) if metric.unit == "s" else {}


def in_percent(metric: Metric) -> bool:
    """Whether values of a metric are shown as percentages."""
    return metric.percent


def plain(value: float) -> str:
    """A number without an exponent, however small."""
    if 0 < abs(value) < 0.001:
        return np.format_float_positional(float(f"{value:.3g}"), trim="-")
    return theme.number(value)


def change(metric: Metric, value: float, reference: float, judged: bool = True, noise: float = USUAL.share) -> Change:
    """A value against the baseline's, whatever they look like when rounded.

    Where neither direction is better, or nobody is to judge, the change is stated without a verdict.  noise: relative,
    by how much another order of simultaneous events moves the metric.
    """
    if math.isclose(value, reference, rel_tol=EQUAL):
        return Change("=", "same", "same")
    symbol, (amount, seconds) = "▲" if value > reference else "▼", size(metric, value, reference)
    if not metric.better or not judged:
        return Change(symbol, amount, "same", seconds)
    if abs(value - reference) <= noise * abs(reference):
        return Change("≈", f"{amount}, too close to tell", "same", seconds)
    verdict = "better" if (value > reference) == (metric.better == "higher") else "worse"
    return Change(symbol, f"{amount}, {verdict}", verdict, seconds)


def size(metric: Metric, value: float, reference: float) -> tuple[str, float | None]:
    """(frame, seconds): how much more or less a value is, absolute and against the baseline; points of percentages."""
    more, less = WORDS[:2] if metric.unit == "s" else WORDS[2:]
    word, apart = more if value > reference else less, abs(value - reference)
    if in_percent(metric):
        return f"{plain(100 * apart)} point{'s' * (plain(100 * apart) != '1')} {word}", None
    if value == 0 and reference > 0:
        return "now 0", None
    amount, seconds = (lengths.PLACE, apart) if metric.unit == "s" else (value_text(metric, apart), None)
    beside = f" ({relative(value, reference)})" if min(value, reference) > 0 else ""
    return f"{amount} {word}{beside}", seconds


def relative(value: float, reference: float) -> str:
    """Both above 0: the percentage with its sign, or how many times the one is the other where that is many."""
    ratio = max(value, reference) / min(value, reference)
    if ratio > MANY:
        return f"{theme.number(ratio, DIGITS)}x"
    share = 100 * abs(value - reference) / reference
    if share < LEAST:
        return f"under {LEAST:g} %"
    return f"{'+' if value > reference else '-'}{theme.number(share, DIGITS)} %"
