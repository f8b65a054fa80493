"""How the pages show kinds of workloads that topics add: a file each in the folder `kinds` of a topic.

May import `scheduler`.  Others use `Look` and `look_of`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from scheduler import registry
from scheduler.kinds import kind_of
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload

Groups = tuple[np.ndarray, tuple[str, ...]]


@dataclass(frozen=True)
class Look:
    """How a kind of workload is shown.

    key: that of its Kind.  jobs: which jobs a workload has, in a few words.  caveat: what a number over all jobs hides,
    a sentence.  compared: rows of the jobs whose waits runs are compared by.  whose: of which jobs these are, behind
    "mean wait".  groups: of a schedule and a number of hues [jobs] u1 the hue of each job, that number for grey, and
    what each stands for.  piece: lines on a row of segments, for who points at it.
    """

    key: str
    jobs: Callable[[Workload], str]
    caveat: Callable[[Workload], str]
    compared: Callable[[Workload], np.ndarray]
    whose: str
    groups: Callable[[Schedule, int], Groups]
    piece: Callable[[Schedule, int], list[str]]


def all_looks() -> Mapping[str, Look]:
    """{key: Look}, in alphabetical order."""
    return registry.load(__name__, "LOOK")


def look_of(workload: Workload) -> Look | None:
    """How the kind of a workload is shown; None where it has none that a topic adds."""
    kind = kind_of(workload)
    return all_looks().get(kind.key) if kind else None
