"""The story of a job in words: why it waited, why it started then, who was in its way.

What is told is a fact (scheduler/facts.py); only words.py makes sentences, by the tables in english.  A topic tells
more of a job by a file in its folder `explain` that declares STORY.

May import `analysis`, `replay` and below.  Others use `job.facts`, `words.sentences`, `words.words` and `Story`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scheduler import registry
from scheduler.facts import Fact
from scheduler.model.schedule import Schedule


@dataclass(frozen=True)
class Story:
    """What a topic tells of a job, behind its start and end.

    key: the name of the module.  facts: of a schedule and a job (row of jobs); none where the schedule is not of the
    topic.  phrases: {statement: its phrase}, as those of `english`.  values: {rule of its decisions: what the reason
    tells besides what every reason does}, of a schedule and a Decision (decision.py).
    """

    key: str
    facts: Callable[[Schedule, int], Iterator[Fact]]
    phrases: Mapping[str, str]
    values: Mapping[str, Callable[[Schedule, Any], Mapping[str, Any]]] = field(default_factory=dict)


def stories() -> Mapping[str, Story]:
    """{key: Story}, in alphabetical order."""
    return registry.load(__name__, "STORY")
