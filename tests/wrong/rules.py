"""Rules that are wrong on purpose, each by one part: cases are worth something if they tell these from the right ones.

Each is a mistake that an implementation can make and still look right.
"""

from __future__ import annotations

from functools import partial

from tests.naive import rigid as naive
from tests.naive.rigid import Job


def _before_all_releases(need: int, free: int, releases: list[tuple[int, int]]) -> tuple[int, int]:
    """Stops at the release that makes the head fit: what else is released at that instant is not counted."""
    for end, processors in sorted(releases):
        free += processors
        if free >= need:
            return end, free - need
    raise AssertionError("the job is wider than the machine")


def _strictly_before(end: int, shadow: int) -> bool:
    return end < shadow


def _never_spend(extra: int, processors: int) -> int:
    return extra


def _true_end(job: Job, start: int) -> int:
    return start + job.runtime


RULES = {
    "extra before all releases of the shadow instant": partial(naive.easy, reserve=_before_all_releases),
    "strictly before the shadow": partial(naive.easy, in_time=_strictly_before),
    "extra never reduced": partial(naive.easy, spending=_never_spend),
    "shadow from actual runtimes": partial(naive.easy, until=_true_end),
}
