"""The story of a job in words: why it waited, why it started then, who was in its way.

What is told is a fact (scheduler/facts.py); only words.py makes sentences, by the tables in english.  A topic tells
more of a job by a file in its folder `explain` that declares STORY.

May import `analysis`, `replay` and below.  Others use `job.facts`, `words.sentences`, `words.words`, `Story`,
`Steps` and `Groups`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scheduler import registry
from scheduler.facts import Fact
from scheduler.model.schedule import Schedule


@dataclass(frozen=True)
class Steps:
    """How schedules of a kind are stepped through (story.py).

    of: whether a schedule is one of them, and where, in words: jobs that are "on shared nodes".  most: jobs of one that
    can be stepped through.  bars, and acts, lines of the log with facts:
    of a schedule, as story() has them.
    """

    of: Callable[[Schedule], bool]
    where: str
    most: int
    bars: Callable[[Schedule], list[list[float]]]
    acts: Callable[[Schedule], Iterator[list[Any]]]


@dataclass(frozen=True)
class Groups:
    """Groups of jobs that a policy schedules as one, by their numbers.

    question: above what is told of the group of a job.  of_job: of a schedule and a job (row of jobs) the number of its
    group, None where it is in none.  has: whether a schedule has a group of that number.  named: the value that a fact
    names it by.  facts: why it runs when it does.
    """

    question: str
    of_job: Callable[[Schedule, int], int | None]
    has: Callable[[Schedule, int], bool]
    named: Callable[[int], Any]
    facts: Callable[[Schedule, int], list[Fact]]


@dataclass(frozen=True)
class Story:
    """What a topic tells of a job.

    key: the name of the module.  facts: of a schedule and a job (row of jobs), behind its start and end; none where the
    schedule is not of the topic.  whole: all that is told of it in place of what the core tells, None where it leaves
    that to the core.  view: of a schedule, what its policy goes by beside its queue, as policy_view.py has it, or None.
    steps: how its schedules are stepped through.  groups: of jobs that are scheduled as one.  phrases: {statement: its
    phrase}, parts of several of these, and {term: its words}, as those of `english`.  values: {rule of its decisions:
    what the reason tells besides what every reason does}, of a schedule and a Decision (decision.py).  held_until: the
    rule that is known to have held a job without a log, as a fact.
    """

    key: str
    facts: Callable[[Schedule, int], Iterator[Fact]] | None = None
    phrases: Mapping[str, str] = field(default_factory=dict)
    whole: Callable[[Schedule, int], list[Fact] | None] | None = None
    view: Callable[[Schedule], dict[str, Any] | None] | None = None
    steps: Steps | None = None
    held_until: Callable[[Schedule, int], Fact | None] | None = None
    parts: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Callable[[Schedule, Any], Mapping[str, Any]]] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    groups: Groups | None = None


def stories() -> Mapping[str, Story]:
    """{key: Story}, in alphabetical order."""
    return registry.load(__name__, "STORY")


def steps_of(schedule: Schedule) -> Steps | None:
    """How a topic has a schedule stepped through; None where none does."""
    return next((story.steps for story in stories().values() if story.steps and story.steps.of(schedule)), None)


def all_groups() -> list[Groups]:
    """The groups of jobs of every story that tells of some."""
    return [story.groups for story in stories().values() if story.groups]
