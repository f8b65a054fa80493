"""A metric's value for people, and how it differs from the baseline's: a symbol, a size in words, a verdict."""

from __future__ import annotations

import math

import numpy as np

from layouts import theme
from layouts.words import lengths
from layouts.words.caveats import EQUAL, TIE_NOISE
from scheduler.durations import human
from scheduler.metrics import Metric

NOUNS = ("jobs", "users", "campaigns", "processors")     # units that have a singular
HOUR, MANY_HOURS = 3_600.0, 10.0        # s; processor-hours from which on these are shown
MANY = 2.0          # ratio beyond which "52x longer" says more than a percentage
LEAST = 0.01        # percent: what is less is called that


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


def change(metric: Metric, value: float, reference: float, judged: bool = True) -> tuple[str, str, str]:
    """(symbol, words, better | worse | same) of a value against the baseline's, whatever they look like when rounded.

    Where neither direction is better, or nobody is to judge, the change is stated without a verdict.
    """
    if math.isclose(value, reference, rel_tol=EQUAL):
        return "=", "same", "same"
    symbol, amount = "▲" if value > reference else "▼", size(metric, value, reference)
    if not metric.better or not judged:
        return symbol, amount, "same"
    if abs(value - reference) <= TIE_NOISE * abs(reference):
        return "≈", f"{amount}, too close to tell", "same"
    verdict = "better" if (value > reference) == (metric.better == "higher") else "worse"
    return symbol, f"{amount}, {verdict}", verdict


def size(metric: Metric, value: float, reference: float) -> str:
    """How much more or less a value is: points of percentages, a ratio where it is large, else a percentage."""
    more, less = ("longer", "shorter") if metric.unit == "s" else ("more", "less")
    word = more if value > reference else less
    if in_percent(metric):
        return f"{plain(100 * abs(value - reference))} points {word}"
    if value == 0 and reference > 0:
        return "now 0"
    if min(value, reference) <= 0:
        return f"{value_text(metric, abs(value - reference))} {word}"
    ratio = max(value, reference) / min(value, reference)
    if ratio > MANY:
        return f"{theme.number(ratio)}x {word}"
    share = 100 * abs(value - reference) / reference
    return f"{f'under {LEAST:g}' if share < LEAST else theme.number(share)} % {word}"
