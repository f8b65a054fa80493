"""Table 2: degradation from the bound of FCFS, EASY and 18 fractional algorithms, on three sets of traces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler.papers import STATED, Chart, Experiment, LogFile, Outcome, Part, Published, Result, Series
from scheduler.papers.dfrs_2011 import hpc2n, instances
from scheduler.papers.dfrs_2011.algorithms import BEST_P, BEST_PM, BOUND, EASY, FCFS, MCB8_FREE, PER, TABLE_2, TEXTBOOK
from scheduler.papers.dfrs_2011.claims import AT_MOST, SEVEN, Means, all_claims, degradations
from scheduler.papers.dfrs_2011.degradation import JUDGED, Found, measured, near, table
from scheduler.papers.dfrs_2011.published import AGAIN, AGAIN_SCALED, FEW_DECIDE, WIDE, Degradation
from scheduler.papers.dfrs_2011.published import TABLE_2 as PRINTED
from scheduler.papers.dfrs_2011.settings import (
    COMMON,
    EASY_DIFFERS,
    REAL,
    REAL_DIFFERS,
    SYNTHETIC,
    TRACES_DIFFER,
    WEEKS_DIFFER,
    openings,
    weekly,
)

NAMES = (BOUND, *TABLE_2, *MCB8_FREE)
HEADING = "degradation from bound"
Ranges = Mapping[str, tuple[float, float] | None]


def printed(column: str) -> dict[str, Degradation]:
    """{algorithm: mean, deviation, maximum} of a set of traces: real, unscaled or scaled."""
    return {name: getattr(row, column) for name, row in PRINTED.items()}


def published(values: Mapping[str, Degradation], ranges: Ranges, where: str) -> tuple[Published, ...]:
    """The means; the paper has one EASY, and textbook EASY is set beside it without being compared."""
    made = []
    for name in values:
        made.append(Published(mean_of(name), values[name].mean, ranges.get(name), where, changed=name == EASY))
        if name == EASY:
            made.append(Published(mean_of(TEXTBOOK), values[EASY].mean, None, f"{where}, EASY"))
    return tuple(made)


def mean_of(name: str) -> str:
    """The name of a value."""
    return f"{name}: mean degradation"


def outcome(parts: Sequence[Part], results: Sequence[Result], values: Mapping[str, Degradation],
            names: Sequence[str] = NAMES, most: float = SEVEN, finding: bool = True) -> Outcome:
    """Means beside the printed ones, all numbers as a table, and what the text says."""
    found = Found(parts, results)
    loads: Sequence[float | None] = found.loads or (None,)
    each = {name: found.over_loads("degradation", name, loads) for name in names if name != BOUND}
    means = degradations(found, tuple(each))
    count = max(map(len, each.values()), default=0)
    rows = [measured(mean_of(name), column) for name, column in each.items()]
    return Outcome((*rows, *numbers(means, values)), all_claims(means, count >= JUDGED, most, finding),
                   (chart(means, values, count),) if means else ())


def numbers(means: Means, values: Mapping[str, Degradation]) -> list:
    """The table with all three numbers, ours and printed."""
    words = {"mean": "mean", "deviation": "std.", "most": "max"}
    return table(HEADING, {word: {name: getattr(one, what) for name, one in means.items()}
                           for what, word in words.items()},
                 {word: {name: getattr(values[name], what) for name in means if name in values}
                  for what, word in words.items()})


def chart(means: Means, values: Mapping[str, Degradation], count: int) -> Chart:
    """Means with their intervals, ours and printed."""
    names = tuple(means)
    ours = Series("mean", names, tuple(means[name].mean for name in names), tuple(means[name].low for name in names),
                  tuple(means[name].high for name in names), kind="points")
    theirs = Series("mean, published", names, tuple(values[name].mean if name in values else None for name in names),
                    published=True, kind="points")
    best = means.get(BEST_PM)
    said = f" {BEST_PM} comes to {best.mean:.2f} times the bound." if best else ""
    return Chart("Table 2: degradation from the bound", "algorithm", "mean degradation", (ours, theirs), y_log=True,
                 caption=f"{count} traces; bars: 95 % interval of the mean.{said}")


# -- unscaled

def ranges() -> Ranges:
    """What the mean of each algorithm may be on the unscaled traces."""
    return {name: near(value, WIDE.get(name, 0.25)) for name, value in AGAIN.items() if name != TEXTBOOK} | FEW_DECIDE


def outcome_unscaled(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Of the 100 traces."""
    return outcome(parts, results, printed("unscaled"), most=AT_MOST)


def parts_unscaled(scale: str, seed: int) -> list[Part]:
    """All algorithms, the bound, and the three that thrash."""
    return instances.unscaled(NAMES, scale, seed)


EXPERIMENT = Experiment(
    "table2", "Degradation from the bound, synthetic traces", "section 6.1, table 2, unscaled synthetic traces",
    "How far is the maximum stretch of each algorithm from what nobody could do better than?",
    (*COMMON, *SYNTHETIC, ("traces", f"{instances.TRACES} ({instances.SOME} at quick scale)", STATED)),
    published(printed("unscaled"), ranges(), "table 2, unscaled synthetic traces"), parts_unscaled, instances.run,
    outcome_unscaled, {"quick": 20.0, "full": 540.0}, (*EASY_DIFFERS, *TRACES_DIFFER), openings())


# -- scaled

def outcome_scaled(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Over all loads."""
    return outcome(parts, results, printed("scaled"), (BOUND, *TABLE_2))


def parts_scaled(scale: str, seed: int) -> list[Part]:
    """The same at loads of 0.1 to 0.9."""
    return instances.scaled((BOUND, *TABLE_2), scale, seed)


SCALED = Experiment(
    "table2-scaled", "Degradation from the bound at loads of 0.1 to 0.9", "section 6.1, table 2, scaled traces",
    "How far from the bound are the algorithms when the same jobs come closer together or further apart?",
    (*COMMON, *SYNTHETIC, ("loads", "0.1, 0.2 to 0.9 (0.1, 0.5 and 0.9 at quick scale)", STATED),
     ("traces at each load", f"{instances.PER_LOAD} (1 at quick scale)", "changed from 100")),
    published(printed("scaled"), {name: near(value) for name, value in AGAIN_SCALED.items() if name != TEXTBOOK},
              "table 2, scaled synthetic traces"),
    parts_scaled, instances.run, outcome_scaled, {"quick": 25.0, "full": 1_200.0},
    (*EASY_DIFFERS, *TRACES_DIFFER,
     "On scaled traces the independent simulator was 20 to 25 % below the printed means of the best algorithm and of "
     "MCB8 */per, with 20 traces at a load instead of 100: the printed ones lie above the ranges, for their largest "
     "degradations (90 and 196) are of traces that are rarer than that."), openings({"load": 0.7}))


# -- real

REAL_RANGES = {name: near(printed("real")[name].mean, 0.3) for name in (FCFS, EASY, BEST_P, PER)}


def outcome_real(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Of the weeks of the log."""
    return outcome(parts, results, printed("real"), (BOUND, *TABLE_2), finding=False)


def parts_real(scale: str, _seed: int, logs: Sequence[LogFile] = ()) -> list[Part]:
    """Every week of the log."""
    return hpc2n.parts((BOUND, *TABLE_2), logs, hpc2n.ALL if scale == "full" else (hpc2n.FEW,))


REAL_WEEKS = Experiment(
    "table2-hpc2n", "Degradation from the bound on the weeks of a real log", "section 6.1, table 2, real-world trace",
    "How far from the bound are the algorithms on the weeks of a real log?", (*COMMON, *REAL),
    published(printed("real"), REAL_RANGES, "table 2, real-world trace"), parts_real, hpc2n.run,
    hpc2n.on_log(outcome_real),
    {"quick": 12.0, "full": 4_000.0}, (*EASY_DIFFERS, *REAL_DIFFERS, *WEEKS_DIFFER),
    weekly(), random=False, logs=hpc2n.LOGS)
