"""What figures 3 and 4 share: the best algorithm with periods of 600 to 12,000 s, beside EASY, at two penalties.

Section 6.4.2 calls 900 s "1.5 times the rescheduling penalty" and 12,000 s 20 times; section 5.1 says that the penalty
is 300 s.  The multiples are those of a penalty of 600 s, so both are run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from scheduler.papers import LogFile, Part
from scheduler.papers.dfrs_2011 import hpc2n, instances
from scheduler.papers.dfrs_2011.algorithms import BEST_PM, BOTH_EASY, BOUND, PENALTY
from scheduler.papers.dfrs_2011.degradation import TraceResults

PERIODS = (600.0, 900.0, 1_200.0, 1_800.0, 3_600.0, 6_000.0, 9_000.0, 12_000.0)
QUICK = (600.0, 900.0, 1_800.0, 3_600.0, 12_000.0)
PENALTIES = (PENALTY, 600.0)
DIFFERS = (
    "Section 6.4.2 calls a period of 900 s 1.5 times the penalty and one of 12,000 s 20 times, and section 5.1 gives a "
    "penalty of 300 s; the multiples are those of 600 s. Both penalties are run.",
    "With a penalty of 600 s no period of 600 s is run: a job that is moved at every period would never make progress, "
    "as the paper says of periods equal to the penalty.",
)
Make = Callable[[Sequence[str], float, float], list[Part]]      # algorithms, penalty, period
Curve = dict[float, np.ndarray]                                 # {period: [traces]}


def combinations(scale: str) -> Iterator[tuple[float, float]]:
    """(penalty, period)."""
    periods = PERIODS if scale == "full" else QUICK
    return ((penalty, period) for penalty in PENALTIES for period in periods if period > penalty or penalty == PENALTY)


def swept(scale: str, make: Make) -> list[Part]:
    """EASY and the bound once, and the best algorithm with every period."""
    fixed = make((BOUND, *BOTH_EASY), *next(combinations(scale)))
    return fixed + [part for penalty, period in combinations(scale) for part in make((BEST_PM,), penalty, period)]


def parts(scale: str, seed: int) -> list[Part]:
    """Unscaled traces, and those at all loads; shared by both figures."""
    return swept(scale, lambda names, penalty, period: instances.unscaled(names, scale, seed, penalty, period)) + swept(
        scale, lambda names, penalty, period: instances.scaled(names, scale, seed, penalty=penalty, period=period))


def parts_real(scale: str, _seed: int, logs: Sequence[LogFile] = ()) -> list[Part]:
    """Weeks of a log."""
    turns = hpc2n.ALL if scale == "full" else (hpc2n.FEW,)
    return swept(scale, lambda names, penalty, period: hpc2n.parts(names, logs, turns, penalty, period))


def sets(traces: TraceResults) -> dict[str, tuple[float | None, ...]]:
    """{set of traces: its loads}, of those that were run."""
    loads_of: dict[str, tuple[float | None, ...]] = {"unscaled": (None,)} if traces.has(BOTH_EASY[0]) else {}
    return loads_of | ({"scaled": traces.loads} if traces.loads else {})


def curve(traces: TraceResults, what: str, loads: Sequence[float | None], penalty: float) -> Curve:
    """A number of the best algorithm by period, over all traces of these loads; what: or "degradation"."""
    points = {}
    for period in PERIODS:
        each = [traces.of(what, BEST_PM, load, penalty, period) if what != "degradation" else
                traces.degradation(BEST_PM, load, penalty, period) for load in loads
                if len(traces.of("stretch", BEST_PM, load, penalty, period))]
        if each:
            points[period] = np.concatenate(each)
    return points


def crossing(line: Curve, level: float) -> float | None:
    """The period from which the mean is below a level, straight between those that were run; None where it never is.
    """
    periods = sorted(line)
    means = [float(line[period].mean()) for period in periods]
    for at, (period, mean) in enumerate(zip(periods, means, strict=True)):
        if mean < level:
            if at == 0:
                return period
            before, above = periods[at - 1], means[at - 1]
            return before + (period - before) * (above - level) / (above - mean)
    return None
