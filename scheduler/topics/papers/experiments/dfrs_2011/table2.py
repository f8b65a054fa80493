"""Table 2: degradation from the bound of FCFS, EASY and 18 fractional algorithms, on three sets of traces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.topics.papers.experiments import STATED, Band, Experiment, LogFile, Outcome, Part, Published, Result
from scheduler.topics.papers.experiments.dfrs_2011 import hpc2n, instances
from scheduler.topics.papers.experiments.dfrs_2011.algorithms import (
    BEST_PM,
    BOUND,
    EASY,
    GREEDY,
    MCB8_FREE,
    TABLE_2,
    TEXTBOOK,
)
from scheduler.topics.papers.experiments.dfrs_2011.claims import (
    ON_REAL,
    ON_SCALED,
    ON_SYNTHETIC,
    ON_UNSCALED,
    Means,
    all_claims,
    degradations,
    outside_interval,
)
from scheduler.topics.papers.experiments.dfrs_2011.degradation import (
    JUDGED,
    Statistic,
    TraceResults,
    compared,
    measured,
)
from scheduler.topics.papers.experiments.dfrs_2011.published import (
    AGAIN,
    AGAIN_SCALED,
    MAXIMA,
    WEEKLY,
    Degradation,
    bands,
)
from scheduler.topics.papers.experiments.dfrs_2011.published import TABLE_2 as PRINTED
from scheduler.topics.papers.experiments.dfrs_2011.settings import (
    COMMON,
    EASY_CORRECTED,
    EASY_DIFFERS,
    REAL_DIFFERS,
    SYNTHETIC,
    TRACES_DIFFER,
    WEEKS_DIFFER,
    WEEKS_EXPLAINED,
    openings,
    weekly,
)
from scheduler.topics.papers.experiments.dfrs_2011.settings import REAL as REAL_LOG

NAMES = (BOUND, *TABLE_2, *MCB8_FREE)
HEADING = "degradation from bound"
ROUNDED = 0.05  # half of the last digit in print
COLUMNS: Mapping[str, tuple[Statistic, str]] = {
    "mean": (np.mean, "mean"),
    "std.": (np.std, "deviation"),
    "max": (np.max, "most"),
}
SPREAD = (
    "The paper's traces are not published. Its deviations are larger than ours also in relation to the means "
    "(for /per on unscaled traces 0.46 against 0.36): its traces differ more from each other."
)
HIGHER = (
    "At full scale our means of most fractional algorithms are 10 to 18 % below the printed ones, as most of the "
    "reference are: more than chance explains. Heavier traces in the paper would explain that, but not that "
    f"{GREEDY} comes to 3,319 here and to 3,293 in the reference, and only to 2,435 in the paper. This is not "
    "explained; it is accepted only because its band is 40 %."
)


def printed(column: str) -> dict[str, Degradation]:
    """{algorithm: mean, deviation, maximum} of a set of traces: real, unscaled or scaled."""
    return {name: getattr(row, column) for name, row in PRINTED.items()}


def published(
    values: Mapping[str, Degradation], band: Mapping[str, Band], again: Mapping[str, float], where: str
) -> tuple[Published, ...]:
    """The means; the paper has one EASY, and textbook EASY is set beside it without being compared.

    again: {algorithm: what the reference has}.
    """
    rows = []
    for name in values:
        rows.append(
            Published(
                mean_of(name),
                values[name].mean,
                band[name],
                where,
                reference=again.get(name),
                corrected=EASY_CORRECTED if name == EASY else "",
            )
        )
        if name == EASY:
            rows.append(
                Published(
                    mean_of(TEXTBOOK),
                    values[EASY].mean,
                    None,
                    f"{where}, EASY as the text describes it",
                    reference=again.get(TEXTBOOK),
                )
            )
    return tuple(rows)


def mean_of(name: str) -> str:
    """The name of a value."""
    return f"{name}: mean degradation"


def outcome(
    parts: Sequence[Part],
    results: Sequence[Result],
    printed: Sequence[Published],
    values: Mapping[str, Degradation],
    rest: Band,
    which: str,
    names: Sequence[str] = NAMES,
) -> Outcome:
    """Means beside the printed ones, all numbers as a table, and what the text says.

    printed: the means; rest: how deviations and maxima are judged; which: the set of traces.
    """
    traces = TraceResults(parts, results)
    loads: Sequence[float | None] = traces.loads or (None,)
    each = {name: traces.over_loads("degradation", name, loads) for name in names if name != BOUND}
    means = degradations(traces, tuple(each))
    count, least = max(map(len, each.values()), default=0), enough(which) * len(loads)
    printed_of = {one.name: one for one in printed}
    rows = [measured(mean_of(name), column, printed_of.get(mean_of(name)), least) for name, column in each.items()]
    ran = {name: column for name, column in each.items() if len(column)}
    return Outcome(
        (*rows, *numbers(ran, values, rest, least)),
        all_claims(means, count >= least, which),
        (chart(means, values, count),) if means else (),
        outside_interval(rows, printed),
    )


def enough(which: str) -> int:
    """From how many traces of a load, or weeks, on a mean is judged."""
    return JUDGED if which in ON_SYNTHETIC else hpc2n.JUDGED


def numbers(ran: Mapping[str, np.ndarray], values: Mapping[str, Degradation], rest: Band, least: int) -> list:
    """The table with all three numbers, ours and printed; means are judged apart, maxima only on the same traces."""
    theirs = {name: values[name] for name in ran if name in values}
    cells = {
        word: compared(
            HEADING,
            word,
            statistic,
            ran,
            {name: getattr(row, what) for name, row in theirs.items()},
            None if word == "mean" else rest,
            least,
        )
        for word, (statistic, what) in COLUMNS.items()
    }
    if rest.sample:
        cells["max"] = [replace(one, band=None) for one in cells["max"]]
    return [one for column in cells.values() for one in column]


def chart(means: Means, values: Mapping[str, Degradation], count: int) -> Chart:
    """Means with their intervals, ours and printed."""
    names = tuple(means)
    ours = Series(
        "mean",
        names,
        tuple(means[name].mean for name in names),
        tuple(means[name].low for name in names),
        tuple(means[name].high for name in names),
        kind="points",
    )
    theirs = Series(
        "mean",
        names,
        tuple(values[name].mean if name in values else None for name in names),
        published=True,
        kind="points",
    )
    best = means.get(BEST_PM)
    best_text = (f"{BEST_PM} comes to {best.mean:.2f} times the bound.",) if best else ()
    return Chart(
        "Table 2: degradation from the bound",
        "algorithm",
        "mean degradation",
        (ours, theirs),
        y_log=True,
        caption=(f"{count} traces; bars: 95 % interval of the mean.", *best_text),
    )


# -- unscaled

UNSCALED = published(printed(ON_UNSCALED), bands(instances.TRACES), AGAIN, "table 2, unscaled synthetic traces")


def outcome_unscaled(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Of the 100 traces."""
    return _synthetic(
        outcome(
            parts, results, UNSCALED, printed(ON_UNSCALED), Band(sample=instances.TRACES, room=ROUNDED), ON_UNSCALED
        ),
        parts,
    )


def _synthetic(of_traces: Outcome, parts: Sequence[Part]) -> Outcome:
    """With how many of the traces are run."""
    return replace(of_traces, differences=(*of_traces.differences, *instances.differences(parts)))


def parts_unscaled(scale: str, seed: int) -> list[Part]:
    """All algorithms, the bound, and the three that thrash."""
    return instances.unscaled(NAMES, scale, seed)


EXPERIMENT = Experiment(
    "table2",
    "Degradation from the bound, synthetic traces",
    "section 6.1, table 2, unscaled synthetic traces",
    "How far is the maximum stretch of each algorithm from what nobody could do better than?",
    (*COMMON, *SYNTHETIC, ("traces", f"{instances.TRACES} ({instances.SOME} at quick scale)", STATED)),
    UNSCALED,
    parts_unscaled,
    instances.run,
    outcome_unscaled,
    {"quick": 20.0, "full": 540.0},
    (*EASY_DIFFERS, *TRACES_DIFFER, HIGHER, MAXIMA),
    openings(),
    explained=SPREAD,
)


# -- scaled

OF_ALL_LOADS = instances.PER_LOAD * len(instances.LOADS)
AT_LOADS = published(printed(ON_SCALED), bands(OF_ALL_LOADS), AGAIN_SCALED, "table 2, scaled synthetic traces")


def outcome_scaled(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Over all loads."""
    return _synthetic(
        outcome(
            parts,
            results,
            AT_LOADS,
            printed(ON_SCALED),
            Band(sample=OF_ALL_LOADS, room=ROUNDED),
            ON_SCALED,
            (BOUND, *TABLE_2),
        ),
        parts,
    )


def parts_scaled(scale: str, seed: int) -> list[Part]:
    """The same at loads of 0.1 to 0.9."""
    return instances.scaled((BOUND, *TABLE_2), scale, seed)


SCALED = Experiment(
    "table2-scaled",
    "Degradation from the bound at loads of 0.1 to 0.9",
    "section 6.1, table 2, scaled traces",
    "How far from the bound are the algorithms when the same jobs come closer together or further apart?",
    (
        *COMMON,
        *SYNTHETIC,
        ("loads", "0.1, 0.2 to 0.9 (0.1, 0.5 and 0.9 at quick scale)", STATED),
        ("traces at each load", f"{instances.PER_LOAD} (1 at quick scale)", STATED),
    ),
    AT_LOADS,
    parts_scaled,
    instances.run,
    outcome_scaled,
    {"quick": 25.0, "full": 6_000.0},
    (*EASY_DIFFERS, *TRACES_DIFFER, MAXIMA),
    openings({"load": 0.7}),
    explained=SPREAD,
)


# -- real

WHERE_REAL = "table 2, real-world trace"
REAL = published(printed(ON_REAL), dict.fromkeys(PRINTED, WEEKLY), {}, WHERE_REAL)


def outcome_real(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Of the weeks of the log."""
    return outcome(parts, results, REAL, printed(ON_REAL), WEEKLY, ON_REAL, (BOUND, *TABLE_2))


def parts_real(scale: str, _seed: int, logs: Sequence[LogFile] = ()) -> list[Part]:
    """Every week of the log."""
    return hpc2n.parts((BOUND, *TABLE_2), logs, hpc2n.ALL if scale == "full" else (hpc2n.FEW,))


REAL_WEEKS = Experiment(
    "table2-hpc2n",
    "Degradation from the bound on the weeks of a real log",
    "section 6.1, table 2, real-world trace",
    "How far from the bound are the algorithms on the weeks of a real log?",
    (*COMMON, *REAL_LOG),
    REAL,
    parts_real,
    hpc2n.run,
    hpc2n.on_log(outcome_real),
    {"quick": 12.0, "full": 4_000.0},
    (*EASY_DIFFERS, *REAL_DIFFERS, *WEEKS_DIFFER),
    weekly(),
    random=False,
    logs=hpc2n.LOGS,
    explained=WEEKS_EXPLAINED,
)
