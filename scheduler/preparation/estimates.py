"""Models of requested times: what users might have asked for, made from the runtimes, to see what estimates do.

factor: every user asks for the same multiple of the runtime.  uniform: each asks for a multiple of their own, drawn
between 1 and the factor (as Mu'alem and Feitelson 2001 have it).  popular: users ask for one of a few values, as they
are seen to do (Tsafrir, Etsion and Feitelson 2005, Modeling user runtime estimates); ours are quantiles of the
runtimes, so that every value is asked for about equally often and the longest job has the largest.
No request is below its runtime, so nothing overruns.

What stands for a request that the log lacks (stand_in) is another matter: it is noted, and never counts as measured.
"""

from __future__ import annotations

import numpy as np

from scheduler.durations import human
from scheduler.errors import Remedy, WorkloadError
from scheduler.model.workload_options import WorkloadOptions
from scheduler.statistics.random_draws import stream

MOST_NAMED = 6  # popular values named in a note


def modeled(options: WorkloadOptions, runtime: np.ndarray, line: np.ndarray) -> tuple[np.ndarray, str]:
    """Requested times and how they are described behind 'N jobs'.

    runtime: [n] s, above 0; line: [n], from 1.  Returns ([n] s, none below its runtime, words).
    """
    if options.estimates == "factor":
        return runtime * options.factor, f"have {options.factor:g} times their runtime as requested time, as asked for."
    if options.estimates == "uniform":
        return (
            runtime * (1 + drawn(options.estimate_seed, line) * (options.factor - 1)),
            f"have from 1 to {options.factor:g} times their runtime as requested time, drawn with seed "
            f"{options.estimate_seed}, as asked for.",
        )
    if options.estimates == "popular":
        values = popular_values(runtime, options.popular)
        words = f"have their runtime rounded up to {_listed(values)} as requested time, as asked for."
        return values[np.searchsorted(values, runtime)], words
    return runtime.copy(), "have their runtime as requested time, as asked for."


def stand_in(chosen: str | None, runtime: np.ndarray, asked: np.ndarray) -> tuple[np.ndarray, str]:
    """What stands for requested times that are missing, and how that is described behind 'N jobs without one'.

    chosen: one of STAND_INS, None for the runtime.  runtime, asked: [n] s, an asked one of 0 or less is missing.
    Returns ([n] s, none below its runtime, words); raises WorkloadError where no job tells what is usual.
    """
    has_request = asked > 0
    if chosen == "longest":
        most = float((asked[has_request] if has_request.any() else runtime).max())
        which = "the longest of the others," if has_request.any() else "the longest runtime,"
        return np.maximum(runtime, most), f"have {human(most)}, {which} as such, or their runtime where that is longer."
    if chosen == "usual":
        if not has_request.any():
            raise WorkloadError(
                "No job here tells its requested time, so what users usually ask for is not known",
                (Remedy("unrequested", "runtime"), Remedy("unrequested", "longest")),
            )
        times = float(1 / np.median(np.minimum(runtime[has_request] / asked[has_request], 1.0)))
        return runtime * times, f"have {times:.3g} times their runtime as such, the median of the others."
    return runtime, "have their runtime as such."


def drawn(seed: int, line: np.ndarray) -> np.ndarray:
    """[n] uniform in [0, 1): draw number `line` of the seed, so a job keeps its draw whatever slice it is in."""
    return stream(seed).random(int(line.max()))[line - 1]


def popular_values(runtime: np.ndarray, count: int) -> np.ndarray:
    """At most `count` values, ascending: the runtimes that 1/count, 2/count, ... of the jobs do not exceed.

    Those of the jobs handed in: another slice of a log has values of its own.  Equal ones are one value.
    """
    ordered, n = np.sort(runtime), len(runtime)
    last = -(-np.arange(1, count + 1) * n // count) - 1  # row of the job that completes a share, rounded up
    return np.unique(ordered[last])


def _listed(values: np.ndarray) -> str:
    *first, last = (human(float(value)) for value in values)
    if not first:
        return f"{last}, the longest,"
    if len(first) >= MOST_NAMED:
        return f"one of {len(values):,} values from {first[0]} to {last}"
    return f"one of {len(values)} values ({', '.join(first)} or {last})"
