"""Kinds of workloads that topics add: what the core has to know of each, a file each in the folder `kinds` of a topic.

May import `model`.  Others use `Kind`, `all_kinds` and `kind_of`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from scheduler import registry
from scheduler.model.workload import Workload


@dataclass(frozen=True)
class Kind:
    """A kind of workload.

    key: what `needs` of policies and metrics call it, and the tables of metrics and lists of policies for it.  has:
    whether a workload is of this kind.  missing: what a policy that needs it says of one that is not, behind its title.
    unlike: what of it keeps a policy for rigid jobs of one pool from running it, behind "In this workload".  stops: who
    alone makes others stop there, a sentence without its end.  may_stop: [n] whether others are stopped for each job.
    keeps_to: [n] the cluster that each job keeps to where others make way for it, -1: none.
    """

    key: str
    has: Callable[[Workload], bool]
    missing: str
    unlike: str
    stops: str
    may_stop: Callable[[Workload], np.ndarray]
    keeps_to: Callable[[Workload], np.ndarray]


def all_kinds() -> Mapping[str, Kind]:
    """{key: Kind}, in alphabetical order."""
    return registry.load(__name__, "KIND")


def kind_of(workload: Workload) -> Kind | None:
    """The kind that a topic adds and a workload has; None where it has none."""
    return next((kind for kind in all_kinds().values() if kind.has(workload)), None)
