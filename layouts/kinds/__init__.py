"""How the pages show kinds of workloads that topics add: a file each in the folder `kinds` of a topic.

May import `scheduler`.  Others use `Look` and `look_of`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from scheduler import registry
from scheduler.kinds import Answer, kinds_of
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload

Groups = tuple[np.ndarray, tuple[str, ...]]


@dataclass(frozen=True)
class Look:
    """How a kind of workload is shown; what it has no part of is left at its default.

    key: that of its Kind.  jobs: which jobs a workload has, in a few words.  caveat: what a number over all jobs hides,
    a sentence.  compared: rows of the jobs whose waits runs are compared by.  whose: of which jobs these are, behind
    "mean wait".  groups: of a schedule and a number of hues [jobs] u1 the hue of each job, that number for grey, and
    what each stands for.  piece: lines on a row of segments, for who points at it.  asked: lines on what a
    job (row of jobs) asked for besides its size.  counts: {noun: how many a workload has}, of what jobs belong to.
    guaranteed: for which policies something is proven, a sentence.  job: what a job is, in a few words.  outcome: what
    a run gave it.  in_full: whether all that is told of a job is shown at once, what it was given first.  widest: what
    the most processors of a job are called, and how many that are.  alone_in_turn: whether the hues of the jobs of a
    single user follow each other.
    """

    key: str
    jobs: Callable[[Workload], str] | None = None
    caveat: Callable[[Workload], str] | None = None
    compared: Callable[[Workload], np.ndarray] | None = None
    whose: str | None = None
    groups: Callable[[Schedule, int], Groups] | None = None
    piece: Callable[[Schedule, int], list[str]] | None = None
    asked: Callable[[Workload, int], list[str]] | None = None
    counts: Callable[[Workload], Mapping[str, int]] | None = None
    guaranteed: str | None = None
    job: Callable[[Schedule, int], str] | None = None
    outcome: Callable[[Schedule, int], str] | None = None
    in_full: bool = False
    widest: Callable[[Workload], tuple[str, int]] | None = None
    alone_in_turn: bool = False


def all_looks() -> Mapping[str, Look]:
    """{key: Look}, in alphabetical order."""
    return registry.load(__name__, "LOOK")


def look_of(workload: Workload, part: Callable[[Look], Answer | None]) -> Answer | None:
    """What the most special kind of a workload shows where it has something to show; None where none of them has."""
    looks = [all_looks()[kind.key] for kind in kinds_of(workload) if kind.key in all_looks()]
    return next((value for look in looks if (value := part(look))), None)
