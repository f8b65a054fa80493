"""The least possible completion of independent sequential jobs, by trying every assignment that may be better.

Jobs go longest first; a partial assignment is given up when a processor is beyond the best completion so far, or when
the work that is left cannot end sooner.  Processors that become free at the same time are alike: one of them is tried.

The problem is NP-hard (campaign-scheduling-2012, proposition 1), so there is a limit on the number of jobs.
"""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.errors import Unsupported

MOST_JOBS = 16
NEAR = 1e-9


def least(runtimes: Sequence[float], processors: int, free: Sequence[float] = ()) -> float:
    """The least completion of all jobs, s.

    runtimes: s; free: when each processor becomes free, s, all at 0 where not given.  Raises Unsupported beyond
    MOST_JOBS jobs.
    """
    if len(runtimes) > MOST_JOBS:
        raise Unsupported(
            f"The least completion is found by trying assignments, which takes too long for "
            f"{len(runtimes)} jobs; wanted: at most {MOST_JOBS}."
        )
    jobs = sorted(map(float, runtimes), reverse=True)
    ends = sorted(map(float, free)) if free else [0.0] * processors
    if not jobs:
        return 0.0
    left = [sum(jobs[at:]) for at in range(len(jobs) + 1)]
    return _search(jobs, left, ends, 0, 0.0, float("inf"))


def _search(jobs: list[float], left: list[float], ends: list[float], at: int, latest: float, best: float) -> float:
    """The least completion below `best`, or `best`; latest: of the jobs assigned so far."""
    if at == len(jobs):
        return latest
    if latest >= best - NEAR or max(latest, _leveled(ends, left[at])) >= best - NEAR:
        return best
    for place, end in enumerate(ends):
        if end not in ends[:place] and end + jobs[at] < best - NEAR:
            taken = [*ends[:place], end + jobs[at], *ends[place + 1 :]]
            best = min(best, _search(jobs, left, taken, at + 1, max(latest, end + jobs[at]), best))
    return best


def _leveled(ends: Sequence[float], work: float) -> float:
    """When all work would be done if it could be cut at will: processors are filled from below."""
    level = sorted(ends)
    for count in range(1, len(level) + 1):
        height = (sum(level[:count]) + work) / count
        if count == len(level) or height <= level[count]:
            return height
    return level[-1]
