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

Groups = tuple[np.ndarray, tuple[str, ...]]  # of each job the hue, and what each hue stands for


@dataclass(frozen=True)
class Look:
    """How a kind of workload is shown; what it has no part of is left at its default."""

    key: str  # that of its Kind
    jobs: Callable[[Workload], str] | None = None  # which jobs a workload has, in a few words
    counts: Callable[[Workload], Mapping[str, int]] | None = None  # {noun: how many}, of what jobs belong to
    widest: Callable[[Workload], tuple[str, int]] | None = None  # the most processors of a job: what they are called
    guaranteed: str | None = None  # for which policies something is proven, a sentence

    # -- runs beside each other
    caveat: Callable[[Workload], str] | None = None  # what a number over all jobs hides, a sentence
    compared: Callable[[Workload], np.ndarray] | None = None  # rows of the jobs whose waits runs are compared by
    whose: str | None = None  # of which jobs these are, behind "mean wait"

    # -- jobs in charts
    groups: Callable[[Schedule, int], Groups] | None = None  # of a number of hues [jobs] u1 the hue, that number: grey
    alone_in_turn: bool = False  # the hues of the jobs of a single user follow each other
    piece: Callable[[Schedule, int], list[str]] | None = None  # lines on a row of segments, for who points at it

    # -- a job (row of jobs)
    job: Callable[[Schedule, int], str] | None = None  # what it is, in a few words
    outcome: Callable[[Schedule, int], str] | None = None  # what a run gave it
    asked: Callable[[Workload, int], list[str]] | None = None  # lines on what it asked for besides its size
    in_full: bool = False  # all that is told of it is shown at once, what it was given first


def all_looks() -> Mapping[str, Look]:
    """{key: Look}, in alphabetical order."""
    return registry.load(__name__, "LOOK")


def look_of(workload: Workload, part: Callable[[Look], Answer | None]) -> Answer | None:
    """What the most special kind of a workload shows where it has something to show; None where none of them has."""
    looks = [all_looks()[kind.key] for kind in kinds_of(workload) if kind.key in all_looks()]
    return next((value for look in looks if (value := part(look))), None)
