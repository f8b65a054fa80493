"""What the paper chose after preliminary experiments that it does not show: priority, sorting in MCB8, and period.

Section 4.1 tried two priorities before the one it takes; section 4.3 took the larger requirement where the model of
MCB8 sorts by the sum of both; section 5.1 opts for a period of two penalties.  Here each choice is set beside others on
unscaled traces, with the best algorithm of section 6.1, for the paper does not say which algorithms it tried.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from scheduler.charts import Chart
from scheduler.statistics.intervals import interval_of_mean
from scheduler.topics.papers.experiments import (
    CHOSEN,
    STATED,
    Claim,
    Experiment,
    Measured,
    Opening,
    Outcome,
    Part,
    Result,
)
from scheduler.topics.papers.experiments.dfrs_2011 import instances
from scheduler.topics.papers.experiments.dfrs_2011.algorithms import BEST_PM, BOUND, PENALTY, PERIOD, policy
from scheduler.topics.papers.experiments.dfrs_2011.claims import SAME, why
from scheduler.topics.papers.experiments.dfrs_2011.degradation import JUDGED, TraceResults, line, plain, summary, table
from scheduler.topics.papers.experiments.dfrs_2011.settings import COMMON, SYNTHETIC, TRACES_DIFFER

TRACES = 45
INVERSE, RATIO, SUM = {"priority": "1/vt"}, {"priority": "ft/vt"}, {"packing": "sum"}
PERIODS = tuple(factor * PENALTY for factor in (1, 2, 3, 4))  # s


def _period(period: float) -> str:
    """The name of a variant."""
    return f"period {period:,.0f} s"


VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "as in the paper": {},
    "priority 1/vt": INVERSE,
    "priority ft/vt": RATIO,
    "MCB8 sorted by the sum": SUM,
    **{_period(period): {"period": period} for period in PERIODS if period != PERIOD},
}
OWN, *_ = VARIANTS
OTHER_STUDY = (
    "the instances and the measure of the study of static workloads that the paper takes this from (its reference 35)"
)
OTHER_RUNS = (
    "the jobs, the algorithms and the measure of the paper's preliminary runs; here the minimum is flat "
    "between two and four penalties"
)
POOR = 2.0  # "poor performance": that many times the paper's choice
MARGIN = 0.05  # "marginally better": not worse by more, and better by no more than that
CLOSE = 0.1  # a period is among the best within that share


def parts(scale: str, seed: int) -> list[Part]:
    """Every variant on the first traces, and the bound."""
    count = TRACES if scale == "full" else instances.SOME
    pairs = [(BOUND, BOUND, {}), *((BEST_PM, label, settings) for label, settings in VARIANTS.items())]
    return [
        part | {"settings": dict(settings), "label": f"{label}, {part['label'].rpartition(', ')[2]}"}
        for row, label, settings in pairs
        for part in instances.parts((row,), count, seed)
    ]


def outcome(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Mean degradation of each variant, and what the paper says of its choices."""
    bound = TraceResults(parts, results).of("bound", BOUND)
    each = {label: _degradation(parts, results, settings, bound) for label, settings in VARIANTS.items()}
    ran = {label: values for label, values in each.items() if len(values)}
    judged = len(bound) >= JUDGED
    rows = [
        replace(one, rows="variant", judged=judged)
        for one in table("degradation from bound", {"mean": {label: float(v.mean()) for label, v in ran.items()}})
    ]
    return Outcome(
        tuple(_with_intervals(rows, ran)),
        claims(ran, judged) if len(ran) == len(VARIANTS) else (),
        (chart(ran),) if ran else (),
    )


def _degradation(
    parts: Sequence[Part], results: Sequence[Result], settings: Mapping[str, Any], bound: np.ndarray
) -> np.ndarray:
    """[traces] of one variant."""
    stretch = [
        row["stretch"]
        for part, result in zip(parts, results, strict=True)
        if part["row"] == BEST_PM and part["settings"] == settings
        for row in result
    ]
    return np.array(stretch, float) / bound if len(stretch) == len(bound) else np.zeros(0)


def _with_intervals(rows: Sequence[Measured], ran: Mapping[str, np.ndarray]) -> list[Measured]:
    """The 95 % interval of each mean."""
    return [
        replace(row, low=one.low, high=one.high)
        for row, values in zip(rows, ran.values(), strict=True)
        if (one := summary(values))
    ]


def claims(ran: Mapping[str, np.ndarray], judged: bool) -> tuple[Claim, ...]:
    """What sections 4.1, 4.3 and 5.1 say."""
    return tuple(
        replace(one, evidence=one.evidence + why(judged), judged=judged)
        for one in (*of_priorities(ran), of_sorting(ran), of_periods(ran))
    )


def of_priorities(ran: Mapping[str, np.ndarray]) -> tuple[Claim, ...]:
    """The two that were tried before."""
    own, inverse, ratio = (float(ran[label].mean()) for label in (OWN, "priority 1/vt", "priority ft/vt"))
    return (
        Claim(
            f"The priority 1/vt leads to good performance (read as: within {SAME:.0%} of that of ft/vt^2).",
            abs(inverse / own - 1) <= SAME,
            f"1/vt {plain(inverse)}, ft/vt^2 {plain(own)}.",
        ),
        Claim(
            f"The priority ft/vt leads to poor performance (read as: at least {POOR:g} times that of ft/vt^2).",
            ratio >= POOR * own,
            f"ft/vt {plain(ratio)}, ft/vt^2 {plain(own)}: {plain(ratio / own)} times.",
        ),
    )


def of_sorting(ran: Mapping[str, np.ndarray]) -> Claim:
    """Both orders of MCB8, trace by trace."""
    own, by_sum = ran[OWN], ran["MCB8 sorted by the sum"]
    low, high = interval_of_mean(by_sum - own)
    return Claim(
        "Sorting by the larger requirement performs marginally better than by the sum (read as: the mean is "
        f"smaller by more than chance explains, and by at most {MARGIN:.0%}).",
        bool(low > 0 and by_sum.mean() <= own.mean() * (1 + MARGIN)),
        f"Larger {own.mean():.3f}, sum {by_sum.mean():.3f}; the 95 % interval of the mean difference is "
        f"{low:.3f} to {high:.3f}.",
        decided_by=OTHER_STUDY,
    )


def of_periods(ran: Mapping[str, np.ndarray]) -> Claim:
    """Periods of one to four penalties."""
    mean = {period: float(ran[OWN if period == PERIOD else _period(period)].mean()) for period in PERIODS}
    listed = ", ".join(f"{period:,.0f} s {plain(value)}" for period, value in mean.items())
    return Claim(
        f"A period of two penalties is a good default (read as: within {CLOSE:.0%} of the best of one to four "
        "penalties).",
        mean[PERIOD] <= (1 + CLOSE) * min(mean.values()),
        f"{listed}.",
        decided_by=OTHER_RUNS,
    )


def chart(ran: Mapping[str, np.ndarray]) -> Chart:
    """A point for each variant."""
    own = replace(line("mean", range(len(ran)), list(ran.values())), x=tuple(ran), kind="points")
    return Chart(
        "Choices of the paper and others",
        "variant",
        "mean degradation",
        (own,),
        y_log=True,
        caption=(f"{len(next(iter(ran.values())))} unscaled traces, {BEST_PM}; bars: 95 % interval of mean.",),
    )


POLICY, SCHEME = policy(BEST_PM)
EXPERIMENT = Experiment(
    "preliminary",
    "What was chosen after preliminary experiments",
    "sections 4.1, 4.3 and 5.1",
    "Are the priority, the sorting of MCB8 and the period better than what was tried before?",
    (
        *(row for row in COMMON if not row[0].startswith("EASY")),
        *SYNTHETIC,
        ("algorithm", BEST_PM, CHOSEN),
        ("priorities", "ft/vt^2, 1/vt and ft/vt", STATED),
        ("MCB8 sorts by", "the larger requirement; the sum", STATED),
        ("periods", "300, 600, 900 and 1,200 s", CHOSEN),
        ("unscaled traces", f"{TRACES} ({instances.SOME} at quick scale)", CHOSEN),
    ),
    (),
    parts,
    instances.run,
    outcome,
    {"quick": 3.0, "full": 40.0},
    (
        TRACES_DIFFER[0],
        "The paper shows no numbers of these experiments and does not say on which jobs and with which "
        "algorithms they were made, so that only what it concludes is compared.",
    ),
    (
        Opening(
            "the first trace: the priority of the paper, and the two it tried before",
            instances.source(),
            tuple((POLICY, {**SCHEME, **settings}) for settings in ({}, INVERSE, RATIO)),
        ),
    ),
    explained="The paper does not say on which jobs and with which algorithms it tried this.",
)
