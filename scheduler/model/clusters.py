"""Platforms of several clusters: a job runs inside one of them, and none may span two.

Clusters are told by their sizes, "208,96,80,48", and known by their place in that list: from 0 in tables, from 1 where
people read (cluster 1 is the first).  For drawing, the processors of a cluster follow those of the one before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from scheduler.errors import ParamError
from scheduler.model.trace import CLUSTERS, Platform

MOST = 1_000  # clusters
LARGEST = 10_000_000  # processors of all
NAMED: dict[str, tuple[int, ...]] = {
    # Parallel Workloads Archive, page of the MetaCentrum log of 2009: the CPUs of its clusters 0 to 13, 806 in all
    "metacentrum-2009": (8, 16, 10, 80, 32, 64, 148, 70, 20, 6, 92, 152, 64, 44)
}
SEPARATED = re.compile(r"\s*[,\s]\s*")


def sizes(text: str) -> tuple[int, ...]:
    """The processors of each cluster of "208,96,80,48", or of a platform of NAMED; raises ParamError, one sentence."""
    if text.strip().lower() in NAMED:
        return NAMED[text.strip().lower()]
    words = SEPARATED.split(text.strip())
    for place, word in enumerate(words, 1):
        if not (word.isascii() and word.isdigit() and 0 < len(word) <= 9 and int(word) > 0):
            raise ParamError(
                f"clusters = {text[:60]!r}: cluster {place} is {word[:20]!r}; wanted: the processors of "
                "each cluster, whole numbers above 0 with commas between, such as 208,96,80,48, or the "
                f"name of a platform ({', '.join(NAMED)})."
            )
    counts = tuple(int(word) for word in words)
    if len(counts) > MOST or sum(counts) > LARGEST:
        raise ParamError(
            f"clusters: {len(counts):,} clusters of {sum(counts):,} processors together; wanted: at most "
            f"{MOST:,} clusters and {LARGEST:,} processors."
        )
    return counts


def listed(of: Sequence[int]) -> str:
    """The sizes as they are written: 208,96,80,48."""
    return ",".join(map(str, of))


def several(platform: Platform) -> bool:
    """Whether there are clusters that a job could span if it were allowed to."""
    return len(platform.clusters) > 1


def widest(platform: Platform) -> int:
    """The most processors a job can have."""
    return max(platform.clusters, default=platform.processors)


def first_processors(platform: Platform) -> np.ndarray:
    """[clusters] i8: the first processor of each, as they are drawn."""
    size = np.array(platform.clusters or (platform.processors,), np.int64)
    return np.cumsum(size) - size


def name(platform: Platform, cluster: int) -> str:
    """ "2 · 96": its number and its processors."""
    return f"{cluster + 1} · {platform.clusters[cluster]:,}"


def header_line(platform: Platform) -> str:
    """The line of a header that says the sizes; one cluster is the whole machine."""
    return f"; {CLUSTERS}: {listed(platform.clusters or (platform.processors,))}"
