"""Table 5 (appendix A): degradation from the bound of all 116 fractional algorithms, on weeks of the real log."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.topics.fractional.adapters import dfrs_scheme
from scheduler.topics.papers.experiments import Claim, Experiment, LogFile, Outcome, Part, Result
from scheduler.topics.papers.experiments.dfrs_2011 import hpc2n, table2
from scheduler.topics.papers.experiments.dfrs_2011.algorithms import BATCH, BOUND
from scheduler.topics.papers.experiments.dfrs_2011.claims import ON_REAL, Means, degradations, why
from scheduler.topics.papers.experiments.dfrs_2011.degradation import TraceResults, plain
from scheduler.topics.papers.experiments.dfrs_2011.published import TABLE_5, WEEKLY
from scheduler.topics.papers.experiments.dfrs_2011.settings import (
    COMMON,
    EASY_DIFFERS,
    REAL,
    REAL_DIFFERS,
    WEEKS_DIFFER,
    WEEKS_EXPLAINED,
    weekly,
)

ALL = tuple(map(str, dfrs_scheme.published()))
NAMES = (BOUND, *BATCH, *ALL)
AT_QUICK = tuple(name for name in NAMES if "opt=avg" not in name)
QUICK_WEEK = (1,)
PUBLISHED = table2.published(TABLE_5, dict.fromkeys(TABLE_5, WEEKLY), {}, "appendix A, table 5")
ALIKE = 1.1  # means closer than that, as a factor, are alike
ODDS = 1.5  # how much a single pair may be against the rule


def parts(scale: str, _seed: int, logs: Sequence[LogFile] = ()) -> list[Part]:
    """All algorithms on every week of the log; quick: those without opt=avg, on its first week."""
    if scale == "full":
        return hpc2n.parts(NAMES, logs, hpc2n.ALL)
    return hpc2n.parts(AT_QUICK, logs, (QUICK_WEEK,))


def outcome(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Means beside the printed ones, the table, table 2's claims, and those that need all algorithms."""
    means_outcome = table2.outcome(parts, results, PUBLISHED, TABLE_5, WEEKLY, ON_REAL, NAMES)
    traces = TraceResults(parts, results)
    means = degradations(traces, tuple(name for name in NAMES if name != BOUND))
    count = len(traces.of("bound", BOUND))
    return Outcome(
        means_outcome.measured,
        (*means_outcome.claims, *claims(means, count >= hpc2n.JUDGED)),
        means_outcome.charts,
        means_outcome.differences,
    )


def claims(means: Means, judged: bool) -> tuple[Claim, ...]:
    """What section 6.1 says of optimizations and limits, as far as both sides were run."""
    statements = (
        (
            "On average opt=min is never worse than opt=avg (read as: by no more than a tenth over all pairs, and by "
            "no more than half in any).",
            _pairs(means, "opt=avg", "opt=min"),
        ),
        (
            "Limits by virtual time are better than limits by flow time (read in the same way).",
            _pairs(means, "minft", "minvt"),
        ),
        ("The larger limit is slightly better (read in the same way).", _pairs(means, "=300", "=600")),
        ("With a period of 600 s limits make no difference to /per (read as: within a tenth).", _per(means)),
    )
    return tuple(
        Claim(text, _holds(pairs, at > 2), _evidence(pairs) + why(judged), judged)
        for at, (text, pairs) in enumerate(statements)
        if pairs
    )


def _pairs(means: Means, worse: str, better: str) -> list[tuple[str, str, float]]:
    """(worse, better, mean of the better over that of the worse) of all algorithms that differ in one word."""
    pairs = ((name, name.replace(worse, better)) for name in means if worse in name)
    return [(one, other, means[other].mean / means[one].mean) for one, other in pairs if other in means]


def _per(means: Means) -> list[tuple[str, str, float]]:
    """/per with each limit over /per without."""
    plain_ones = [name for name in means if name.startswith("/per/") and "=300" not in name and "=600" not in name]
    return [
        (name, other, means[other].mean / means[name].mean)
        for name in plain_ones
        for other in means
        if other.startswith(f"{name}/")
    ]


def _holds(pairs: Sequence[tuple[str, str, float]], equal: bool) -> bool:
    ratios = [ratio for *_, ratio in pairs]
    if equal:
        return all(1 / ALIKE <= ratio <= ALIKE for ratio in ratios)
    return sum(ratios) / len(ratios) <= ALIKE and max(ratios) <= ODDS


def _evidence(pairs: Sequence[tuple[str, str, float]]) -> str:
    ratios = [ratio for *_, ratio in pairs]
    one, other, most = max(pairs, key=lambda pair: pair[2])
    return (
        f"{len(pairs)} pairs: ratio {plain(sum(ratios) / len(ratios))} on average, from {plain(min(ratios))} to "
        f"{plain(most)} ({other} over {one})."
    )


EXPERIMENT = Experiment(
    "table5",
    "All 116 algorithms on weeks of a real log",
    "appendix A, table 5",
    "What do the parts of the algorithms add, one by one, on a real log?",
    (
        *COMMON,
        *REAL,
        ("weeks", f"all {hpc2n.WEEKS} (at quick scale the first)", "stated"),
        ("algorithms at quick scale", "those without opt=avg, which takes long", "chosen"),
    ),
    PUBLISHED,
    parts,
    hpc2n.run,
    hpc2n.on_log(outcome),
    {"quick": 20.0, "full": 30_000.0},
    (*EASY_DIFFERS, *REAL_DIFFERS, *WEEKS_DIFFER),
    weekly(),
    random=False,
    logs=hpc2n.LOGS,
    explained=WEEKS_EXPLAINED,
)
