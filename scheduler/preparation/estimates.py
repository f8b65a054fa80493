"""Models of requested times: what users might have asked for, made from the runtimes, to see what estimates do.

factor: every user asks for the same multiple of the runtime.  uniform: each asks for a multiple of their own, drawn
between 1 and the factor (as Mu'alem and Feitelson 2001 have it).  popular: users ask for one of a few values, as they
are seen to do (Tsafrir, Etsion and Feitelson 2005, Modeling user runtime estimates); ours are quantiles of the
runtimes, so that every value is asked for about equally often and the longest job has the largest.
No request is below its runtime, so nothing overruns.

What stands for a request that the log lacks (stand_in) is another matter: it is noted, and never counts as measured.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from scheduler.errors import Remedy, WorkloadError
from scheduler.model.workload_options import WorkloadOptions
from scheduler.statistics.random_draws import stream


def modeled(options: WorkloadOptions, runtime: np.ndarray, line: np.ndarray) -> tuple[np.ndarray, dict[str, Any]]:
    """Requested times and the values of the note on them.

    runtime: [n] s, above 0; line: [n], from 1.  Returns ([n] s, none below its runtime, values).
    """
    if options.estimates == "factor":
        return runtime * options.factor, {"factor": options.factor}
    if options.estimates == "uniform":
        draws, seed = drawn(options.estimate_seed, line), options.estimate_seed
        return runtime * (1 + draws * (options.factor - 1)), {"factor": options.factor, "seed": seed}
    if options.estimates == "popular":
        times = popular_values(runtime, options.popular)
        return times[np.searchsorted(times, runtime)], {"times": times.tolist()}
    return runtime.copy(), {}


def stand_in(chosen: str | None, runtime: np.ndarray, asked: np.ndarray) -> tuple[np.ndarray, dict[str, Any]]:
    """What stands for requested times that are missing, and the values of the note on them.

    chosen: one of STAND_INS, None for the runtime.  runtime, asked: [n] s, an asked one of 0 or less is missing.
    Returns ([n] s, none below its runtime, values); raises WorkloadError where no job tells what is usual.
    """
    has_request = asked > 0
    if chosen == "longest":
        most = float((asked[has_request] if has_request.any() else runtime).max())
        return np.maximum(runtime, most), {"way": "longest" if has_request.any() else "longest_runtime", "most": most}
    if chosen == "usual":
        if not has_request.any():
            raise WorkloadError(
                "No job here tells its requested time, so what users usually ask for is not known",
                (Remedy("unrequested", "runtime"), Remedy("unrequested", "longest")),
            )
        times = float(1 / np.median(np.minimum(runtime[has_request] / asked[has_request], 1.0)))
        return runtime * times, {"way": "usual", "times": times}
    return runtime, {"way": "runtime"}


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
