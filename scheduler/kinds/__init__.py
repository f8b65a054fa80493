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
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.workload import Workload

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Kind:
    """A kind of workload.  [n]: a value for each job."""

    key: str  # what `needs` of policies and metrics call it, and the tables of metrics and lists of policies for it
    has: Callable[[Workload], bool]  # whether a workload is of this kind
    missing: str  # what a policy that needs it says of one that is not, behind its title
    special: int  # where several hold, the one with the highest number goes first
    remedies: tuple[Remedy, ...] = ()  # of what is missing
    # what of it keeps a policy for rigid jobs of one pool from running it, behind "In this workload"
    unlike: str = ""
    check: Callable[[Workload], None] | None = None  # raises WorkloadError for times of its own out of range

    # -- jobs that others make leave
    stops: str | None = None  # who alone makes others stop there, a sentence without its end
    may_stop: Callable[[Workload], np.ndarray] | None = None  # [n] whether others are stopped for it
    keeps_to: Callable[[Workload], np.ndarray] | None = None  # [n] the cluster where others make way for it, -1: none

    # -- how runs of it are compared
    parts_alone: bool = False  # runs of some of its jobs only are compared by those that both have
    by_response: bool = False  # by the response of jobs, as one that does not wait may still be slow
    in_table: Callable[[Schedule], bool] | None = None  # whether a run is told in its table of metrics; None: every run

    # -- when jobs may start
    own_order: str = ""  # that jobs have another order than that of their submissions, so that nobody passes anybody
    whole: bool = False  # what is decided on a job hangs on all jobs, also those submitted later

    # -- what jobs take of the machine, where that is not their size in processors
    as_logged: bool = True  # sizes of jobs are those of their log
    part: str | None = None  # what the machine consists of: node
    piece: str | None = None  # what sizes of jobs count: task
    uses: Callable[[Table], np.ndarray] | None = None  # of a table `jobs` [n]: parts of the machine it can keep busy
    factor: Callable[[Workload], str] | None = None  # what that is for a piece, as formulas call it
    memory: Callable[[Table], np.ndarray] | None = None  # of a table `jobs` [n]: memory of a part that a piece takes
    is_pool: bool = False  # segments without places are fractions of the machine
    of_places: Callable[[Schedule], np.ndarray] | None = None  # [places] share of a part that a piece can keep busy
    # of a table `jobs` [n]: how many pieces are in rows of `places` before those of its others
    listed_first: Callable[[Table], np.ndarray] | None = None
    # where policies choose on how many processors jobs run: s on so many [n], nan on which it cannot run
    runtimes: Callable[[Workload, np.ndarray], np.ndarray] | None = None


def all_kinds() -> Mapping[str, Kind]:
    """{key: Kind}, the most special last."""
    kinds: Mapping[str, Kind] = registry.load(__name__, "KIND")
    return dict(sorted(kinds.items(), key=lambda item: item[1].special))


def kinds_of(workload: Workload) -> tuple[Kind, ...]:
    """The kinds that a workload has, the most special first."""
    return tuple(kind for kind in reversed(tuple(all_kinds().values())) if kind.has(workload))


def gives_fractions(schedule: Schedule) -> bool:
    """Whether jobs get CPU in fractions: of nodes they share, or of the machine as one pool, without nodes."""
    if schedule.shares_nodes or not schedule.has_segments:
        return schedule.shares_nodes
    return not schedule.workload.is_closed and any(kind.is_pool for kind in kinds_of(schedule.workload))


def are_as_logged(workload: Workload) -> bool:
    """Whether the sizes of jobs are those of their log."""
    return all(kind.as_logged for kind in kinds_of(workload))


def by_response(workload: Workload) -> bool:
    """Whether runs are compared by the response of jobs, for one that does not wait may still be slow."""
    return any(kind.by_response for kind in kinds_of(workload))


def compared_of(schedule: Schedule) -> np.ndarray:
    """[n] s: of each job what runs are compared by, its response or its wait."""
    return schedule.response if by_response(schedule.workload) else schedule.wait


def part_of(workload: Workload) -> str:
    """One of what the machine consists of."""
    return answer(workload, lambda kind: kind.part) or "processor"


def piece_of(workload: Workload) -> str:
    """One of what the size of a job counts."""
    return answer(workload, lambda kind: kind.piece) or "processor"


def uses_less(workload: Workload) -> bool:
    """Whether jobs may keep less of the machine busy than their size."""
    return answer(workload, lambda kind: kind.uses) is not None


def used_by(of: Workload | Schedule) -> np.ndarray:
    """[n] how many parts of the machine each job keeps busy at full speed."""
    workload = of.workload if isinstance(of, Schedule) else of
    uses = answer(workload, lambda kind: kind.uses)
    return uses(of.jobs) if uses else of.jobs.processors.astype(float)


def memory_of_pieces(workload: Workload) -> np.ndarray:
    """[n] f8: how much of the memory of a part of the machine a piece of each job takes; all of it where not told."""
    memory = answer(workload, lambda kind: kind.memory)
    return memory(workload.jobs) if memory else np.ones(len(workload))


def answer(workload: Workload, part: Callable[[Kind], Answer | None]) -> Answer | None:
    """What the most special kind of a workload says where it says something; None where none of them does."""
    return next((value for kind in kinds_of(workload) if (value := part(kind))), None)


def chooses_sizes(workload: Workload) -> bool:
    """Whether policies choose on how many processors jobs run; else jobs run on those that they ask for."""
    return answer(workload, lambda kind: kind.runtimes) is not None


def runtimes_on(workload: Workload, processors: np.ndarray) -> np.ndarray:
    """[n] s: how long each job runs on so many processors [n]; nan where a policy must not choose so many."""
    runtimes = answer(workload, lambda kind: kind.runtimes)
    return workload.jobs.runtime if runtimes is None else runtimes(workload, processors)
