"""What section 6.4.2 says of periods beyond those of its figures, and advises: graphs of appendix B, in words.

Underutilization grows again beyond 15,000 s; with a period of an hour the bandwidth of pauses and moves is a fourth;
ten times the penalty is a good period; one as long as the penalty lets jobs make no progress.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.topics.papers.experiments import CHOSEN, STATED, Claim, Experiment, Measured, Outcome, Part, Result
from scheduler.topics.papers.experiments.dfrs_2011 import instances
from scheduler.topics.papers.experiments.dfrs_2011.algorithms import BEST_PM, BOTH_EASY, BOUND, PENALTY, PERIOD
from scheduler.topics.papers.experiments.dfrs_2011.claims import why
from scheduler.topics.papers.experiments.dfrs_2011.degradation import JUDGED, TraceResults, line, measured, plain
from scheduler.topics.papers.experiments.dfrs_2011.measures import BANDWIDTH, UNUSED, WORDS, as_printed, moved
from scheduler.topics.papers.experiments.dfrs_2011.periods import (
    CONTRADICTION,
    IN_WORDS,
    PENALTIES,
    Curve,
    curve,
    means,
    reversals,
)
from scheduler.topics.papers.experiments.dfrs_2011.settings import COMMON, SYNTHETIC, TRACES_DIFFER, openings

WHERE = "section 6.4.2, text; appendix B"
HOUR = 3_600.0
ADVISED = tuple(10 * penalty for penalty in PENALTIES)  # "10 times the rescheduling penalty", either one
BEYOND = 15_000.0  # s, from which on more is left unused
LONG = (12_000.0, BEYOND, 20_000.0, 30_000.0)  # s, periods of the scaled traces
PERIODS = (600.0, ADVISED[0], HOUR, ADVISED[1], 9_000.0, *LONG)
ROBUST = (ADVISED[0], 12_000.0)  # s: 5 and 20 times a penalty of 600 s; 10 and 40 times one of 300 s
LOADS = (0.7, 0.8, 0.9)  # of the traces whose bandwidth is told
FOURTH = (1 / 6, 1 / 2.5)  # "roughly 4 times lower"
SMALL = 0.2  # GB/s
UNLIMITED = "GreedyPM */per/opt=min"  # lets MCB8 move everything
OF_MINIMUM = (
    "Ours has a flat minimum between one and two hours, and grows slowly from there on; why the paper's only "
    "grows beyond 15,000 s is not known."
)
OF_PROGRESS = (
    "A job that keeps its nodes at a period pays no penalty, and MCB8 leaves enough of them where they are "
    "that every trace here makes progress. The paper tells of some traces that make none, and neither which "
    "they are nor under which of its algorithms."
)
Statement = tuple[str, bool, str, str]  # sentence, whether it holds, evidence, our explanation


class Ran(NamedTuple):
    """What was run; curves are of the best algorithm by period, a penalty of 300 s."""

    unused: Curve  # normalized underutilization, unscaled traces
    scaled: Curve  # the same, scaled traces, periods of LONG
    worse: Curve  # degradation from bound, unscaled traces
    traffic: Curve  # GB/s at loads of 0.7 and above
    easy: Mapping[str, float]  # mean normalized underutilization of each EASY, unscaled traces
    thrashing: Mapping[float, float]  # the same of UNLIMITED, by penalty


def parts(scale: str, seed: int) -> list[Part]:
    """Unscaled traces at all periods; loaded ones at ten minutes and an hour; a penalty as long as the period; scaled
    traces at long periods."""
    chosen = instances.unscaled((BOUND, *BOTH_EASY), scale, seed)
    for period in PERIODS:
        chosen += instances.unscaled((BEST_PM,), scale, seed, period=period)
    count = instances.PER_LOAD if scale == "full" else 1
    for period in (PERIOD, HOUR):
        chosen += [
            part
            for load in (LOADS if scale == "full" else LOADS[-1:])
            for part in instances.parts((BEST_PM,), count, seed, load, period=period)
        ]
    for period in LONG:
        chosen += instances.scaled((BEST_PM,), scale, seed, period=period)
    return (
        chosen
        + instances.unscaled((UNLIMITED,), scale, seed)
        + instances.unscaled((UNLIMITED,), scale, seed, penalty=PERIOD)
    )


def bandwidth(traces: TraceResults, period: float) -> np.ndarray:
    """[traces] GB/s of pauses and moves together, counted as in table 3."""
    each = [
        sum(traces.of(moved(word, BANDWIDTH), BEST_PM, load, period=period) for word in WORDS)
        for load in traces.loads
        if load in LOADS
    ]
    return as_printed(np.concatenate(each), BANDWIDTH) if each else np.zeros(0)


def put_together(traces: TraceResults) -> Ran:
    """Curves and means of all that was run."""
    return Ran(
        curve(traces, UNUSED, (None,), PENALTY, PERIODS),
        curve(traces, UNUSED, traces.loads, PENALTY, LONG),
        curve(traces, "degradation", (None,), PENALTY, PERIODS),
        {period: bandwidth(traces, period) for period in (PERIOD, HOUR)},
        {name: float(traces.of(UNUSED, name).mean()) for name in BOTH_EASY},
        {penalty: float(traces.of(UNUSED, UNLIMITED, penalty=penalty).mean()) for penalty in PENALTIES},
    )


def outcome(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Means by period, claims and three charts."""
    traces = TraceResults(parts, results)
    ran = put_together(traces)
    judged, all_loads = len(ran.unused[PERIOD]) >= JUDGED, JUDGED * len(traces.loads)
    return Outcome(
        values(ran, all_loads),
        claims(ran, judged, len(ran.scaled[LONG[0]]) >= all_loads),
        charts(ran),
        instances.differences(parts),
    )


def values(ran: Ran, all_loads: int) -> tuple[Measured, ...]:
    """Every mean with its interval; all_loads: from how many scaled traces on they are judged."""
    rows = [
        (ran.unused, "normalized underutilization", JUDGED),
        (ran.worse, "degradation from bound", JUDGED),
        (ran.traffic, f"bandwidth, load 0.7 and above, {BANDWIDTH}", JUDGED * len(LOADS)),
        (ran.scaled, "normalized underutilization, scaled traces", all_loads),
    ]
    return tuple(
        measured(f"Period {period:,.0f} s: {what}", each, least=least)
        for of, what, least in rows
        for period, each in of.items()
    )


def charts(ran: Ran) -> tuple[Chart, ...]:
    """Lines over the period."""
    flat = [Series(name, tuple(ran.unused), (level,) * len(ran.unused)) for name, level in ran.easy.items()]
    return tuple(
        Chart(
            f"Appendix B: {title}",
            "period, s",
            f"{title}, mean",
            (line(BEST_PM, tuple(of), list(of.values())), *more),
            x_log=True,
            caption=(f"{len(next(iter(of.values())))} traces; bars: 95 % interval of the mean.",),
        )
        for title, of, more in (
            ("normalized underutilization", ran.unused, flat),
            ("degradation from bound", ran.worse, ()),
            ("normalized underutilization, scaled traces", ran.scaled, ()),
        )
    )


def claims(ran: Ran, judged: bool, scaled_judged: bool) -> tuple[Claim, ...]:
    """What the section says."""
    own = (*very_long("unscaled", ran.unused), of_an_hour(ran.traffic), *of_advice(ran), of_progress(ran.thrashing))
    return tuple(
        Claim(text, holds, f"{evidence}.{why(enough)}", enough, explained=explained)
        for statements, enough in ((own, judged), (very_long("scaled", ran.scaled), scaled_judged))
        for text, holds, evidence, explained in statements
    )


def very_long(which: str, unused: Curve) -> tuple[Statement, ...]:
    """Where it grows again, and that it does so there only."""
    level = {period: float(each.mean()) for period, each in unused.items()}
    least = min(level, key=level.__getitem__)
    shorter = {period: each for period, each in unused.items() if period <= BEYOND}
    begins = reversals(shorter, upwards=False)
    evidence = f"{means(unused)}; least at {least:,.0f} s"
    again = all(level[period] > level[BEYOND] for period in level if period > BEYOND)
    return (
        (
            f"On {which} traces periods of more than 15,000 s leave more CPU unused again (read as: more at 20,000 "
            "and at 30,000 s than at 15,000 s).",
            again,
            evidence,
            "",
        ),
        (
            f"On {which} traces it only begins to increase there (read as: up to 15,000 s no longer period leaves "
            "more unused than a shorter one, beyond noise).",
            not begins.pairs,
            f"{evidence}; {begins.words}",
            OF_MINIMUM,
        ),
    )


def of_an_hour(traffic: Curve) -> Statement:
    """Its bandwidth."""
    before, after = (float(traffic[period].mean()) for period in (PERIOD, HOUR))
    share = after / before
    return (
        "With a period of an hour pauses and moves take roughly a fourth of the bandwidth (read as: a sixth to two "
        f"fifths), and less than {SMALL} GB/s on average at loads of 0.7 and above.",
        FOURTH[0] <= share <= FOURTH[1] and after < SMALL,
        f"{plain(before)} GB/s at {PERIOD:g} s, {plain(after)} at {HOUR:,.0f} s: {plain(share)} of it; a job's "
        "memory is counted once for each pause and each move, as in table 3",
        "",
    )


def of_advice(ran: Ran) -> tuple[Statement, ...]:
    """Ten times either penalty, and the range around it."""
    good = (
        "less CPU unused than under EASY, whichever EASY it is, and a maximum stretch at most twice that at "
        f"{PERIOD:g} s, with a penalty of {PENALTY:g} s"
    )
    within = [period for period in PERIODS if ROBUST[0] <= period <= ROBUST[1]]
    return (
        *(
            (
                f"Ten times the penalty is a good period: {period:,.0f} s, ten times {penalty:g} s (read as: {good}).",
                *looked_at(ran, [period]),
                "",
            )
            for penalty, period in zip(PENALTIES, ADVISED, strict=True)
        ),
        (
            "A period between 5 and 20 times the penalty leads to good results (read as: those run from "
            f"{ROBUST[0]:,.0f} to {ROBUST[1]:,.0f} s, 5 and 20 times 600 s, have {good}).",
            *looked_at(ran, within),
            "",
        ),
    )


def looked_at(ran: Ran, periods: Sequence[float]) -> tuple[bool, str]:
    """Whether these are good periods, and the numbers."""
    level, stretch = ({period: float(each.mean()) for period, each in of.items()} for of in (ran.unused, ran.worse))
    holds = all(level[period] < min(ran.easy.values()) and stretch[period] <= 2 * stretch[PERIOD] for period in periods)
    easy = ", ".join(f"{IN_WORDS[name]} {plain(value)}" for name, value in ran.easy.items())
    return holds, "; ".join(
        f"{period:,.0f} s: unused {plain(level[period])}, degradation {plain(stretch[period])}"
        for period in (*periods, PERIOD)
    ) + f"; unused under {easy}"


def of_progress(thrashing: Mapping[float, float]) -> Statement:
    """A period as long as the penalty."""
    usual, thrashed = (thrashing[penalty] for penalty in PENALTIES)
    return (
        "With a period as long as the penalty jobs hardly make progress (read as: without a limit on moves at "
        "least twice as much CPU is unused as with a penalty of half the period); the paper says that on some "
        "traces none ever does.",
        thrashed >= 2 * usual,
        f"unused {plain(thrashed)} with a penalty of {PERIOD:g} s, {plain(usual)} with {PENALTY:g} s, period "
        f"{PERIOD:g} s; all jobs of these traces were complete in the end",
        OF_PROGRESS,
    )


EXPERIMENT = Experiment(
    "appendix-b",
    "Longer periods, and one as short as the penalty",
    WHERE,
    "What do very long periods cost, what does an hour save, and which period is a good one?",
    (
        *COMMON[:1],
        ("periods", f"{PERIODS[0]:g} to {PERIODS[-1]:,.0f} s", CHOSEN),
        *COMMON[2:],
        *SYNTHETIC,
        ("unscaled traces", f"{instances.TRACES} ({instances.SOME} at quick scale)", STATED),
        ("loads of the traces whose bandwidth is told", "0.7 to 0.9 (0.9 at quick scale)", STATED),
        ("loads of the scaled traces with long periods", "0.1 to 0.9 (0.1, 0.5 and 0.9 at quick scale)", STATED),
        ("traces at each load", f"{instances.PER_LOAD} (1 at quick scale)", STATED),
        ("bytes of a pause or a move", "all memory of the job's tasks, counted once, as in table 3", CHOSEN),
    ),
    (),
    parts,
    instances.run,
    outcome,
    {"quick": 10.0, "full": 500.0},
    (
        CONTRADICTION,
        "The graphs of appendix B are not in the text of the paper that was at hand; what its section 6.4.2 says of "
        "them is looked at.",
        "What the paper calls no progress is looked at with algorithms that may move every job at every period; a "
        "limit such as minvt=600 prevents most of it.",
        *TRACES_DIFFER[:1],
    ),
    openings(),
)
