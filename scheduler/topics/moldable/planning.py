"""What policies for moldable tasks say of themselves: how they plan batches, what is proven of them, why so many.

A policy has it as `of_kind`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scheduler.facts import Fact
from scheduler.model.workload import Workload
from scheduler.policies import known_policies
from scheduler.topics.moldable.adapters.offline_moldable import Tasks

# all batches are planned at the beginning; each when the machine is empty, of all that is there; each of some of that
AT_ONCE, ON_LINE, TAKE_SOME = "at once", "on line", "some"


def _always(workload: Workload, params: Mapping[str, Any]) -> str:
    return ""


class Proven(NamedTuple):
    """A theorem of how near the best a policy is."""

    ratio: Callable[[Mapping[str, Any]], float | None]  # params -> at most so many times the least; None: not proven
    # (workload, params) -> what the proof needs and is not so here, a clause; "" where it holds
    unproven: Callable[[Workload, Mapping[str, Any]], str] = _always
    same_processors: bool = False  # the least is that of schedules that give every task the processors it has here


# Tasks are no longer than MRT's guess and no more work than the machine does until then.  Were a list of them longer
# than twice the guess, then at any two instants half of that apart the machine would be more than full together (who
# runs at the later one did not fit at the earlier one), which is more work than that (Garey and Graham 1975).
LISTED = Proven(lambda params: 2 * (1 + params["epsilon"]))


@dataclass(frozen=True)
class Planning:
    """How a policy plans moldable tasks."""

    batches: str = ""  # AT_ONCE | ON_LINE | TAKE_SOME; "" without batches
    makespan_proven: Proven | None = None  # that the makespan is near the least
    weighted_proven: Proven | None = None  # and the weighted sum of completion times
    # the value of a batch's mark is a deadline, s after the first submission, by which no schedule has more weight done
    # than that of this batch and those before it
    deadlines_marked: bool = False
    # (tasks planned together, row of one, params) -> why it has so many processors
    allotment: Callable[[Tasks, int, Mapping[str, Any]], Iterator[Fact]] | None = None


NONE = Planning()  # of a policy that plans nothing, and takes tasks as rigid jobs


def planning_of(key: str) -> Planning:
    """How the policy with a key plans; NONE of one that takes tasks as rigid jobs, or is not there."""
    policy = known_policies().get(key)
    return policy.of_kind if policy is not None and isinstance(policy.of_kind, Planning) else NONE
