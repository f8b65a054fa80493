"""Kinds of workloads that topics add: what the core has to know of each, a file each in the folder `kinds` of a topic.

Kinds combine: a workload may have none of them, or several.  What a kind has no answer to is left at its default, and
the core asks for that answer, never for a kind by its name.

May import `errors` and `model`.  Others use `Kind` and the functions below it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from scheduler import registry
from scheduler.errors import Remedy
from scheduler.model.workload import Workload

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Kind:
    """A kind of workload.

    key: what `needs` of policies and metrics call it, and the tables of metrics and lists of policies for it.  has:
    whether a workload is of this kind.  missing: what a policy that needs it says of one that is not, behind its
    title.  special: where several hold, the one with the highest number goes first.  remedies: of what is missing.
    unlike: what of it keeps a policy for rigid jobs of one pool from running it, behind "In this workload".  stops:
    who alone makes others stop there, a sentence without its end.  may_stop: [n] whether others are stopped for each
    job.  keeps_to: [n] the cluster that each job keeps to where others make way for it, -1: none.  parts_alone:
    whether runs of some of its jobs only are compared by those that both have.
    """

    key: str
    has: Callable[[Workload], bool]
    missing: str
    special: int
    remedies: tuple[Remedy, ...] = ()
    unlike: str = ""
    stops: str | None = None
    may_stop: Callable[[Workload], np.ndarray] | None = None
    keeps_to: Callable[[Workload], np.ndarray] | None = None
    parts_alone: bool = False


def all_kinds() -> Mapping[str, Kind]:
    """{key: Kind}, the most special last."""
    kinds: Mapping[str, Kind] = registry.load(__name__, "KIND")
    return dict(sorted(kinds.items(), key=lambda item: item[1].special))


def kinds_of(workload: Workload) -> tuple[Kind, ...]:
    """The kinds that a workload has, the most special first."""
    return tuple(kind for kind in reversed(tuple(all_kinds().values())) if kind.has(workload))


def answer(workload: Workload, part: Callable[[Kind], Answer | None]) -> Answer | None:
    """What the most special kind of a workload says where it says something; None where none of them does."""
    return next((value for kind in kinds_of(workload) if (value := part(kind))), None)
