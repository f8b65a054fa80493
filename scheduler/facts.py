"""A fact: one statement about a run, as data.  What it is in words stands in a table of phrases, and nowhere else.

>>> fact = Fact("campaign_allowed", campaign=Campaign(2), since=Instant(7.0), later=Duration(2.0))
>>> fact.since, fact.late
(7.0, None)

A value tells by its type what it is, so that phrases need not.  Jobs are rows of jobs; a value that is not known is
None, or not given at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any


class Instant(float):
    """Seconds since the log's start."""


class Duration(float):
    """A length of time, s."""


class Number(float):
    """A number without a unit, or of a unit that the phrase names."""


class Measure(float):
    """A value of a metric, with its unit."""

    unit: str

    def __new__(cls, value: float, unit: str = "") -> Measure:
        measure = super().__new__(cls, value)
        measure.unit = unit
        return measure


class Signed(Measure):
    """A difference of two values of a metric: with its sign."""


class Percent(float):
    """A share, to a tenth of a percent."""


class Area(float):
    """Processor-seconds; node-seconds where tasks have needs."""


class Ratio(float):
    """A number to three digits."""


class Share(float):
    """A part of a node, or of full speed."""


class Seconds(float):
    """A length of time that is told in seconds alone."""


class Every(tuple[Any, ...]):
    """Values that are all named, however many."""


class Nodes(tuple[tuple[int, int], ...]):
    """Runs of nodes, each [first, behind), from 0."""


class Term(str):
    """A word or a few that a language has to have: a key of its terms."""


class Processors(int):
    """How many processors; nodes where tasks have needs."""


class Request(float):
    """A requested time, s: to be told exactly."""


class Job(int):
    """A job: its row of jobs; -1 another job, which is not known."""


class Cluster(int):
    """A cluster: its number, from 0."""


class User(int):
    """A user: the number in the log."""


class Campaign(int):
    """A campaign: its number in the workload, from 0."""


@dataclass(frozen=True, init=False)
class Fact:
    """A statement, and its values by their names.  A value may be a tuple of values, or of facts."""

    what: str  # a key of the phrases
    values: Mapping[str, Any]

    def __init__(self, what: str, **values: Any):
        object.__setattr__(self, "what", what)
        object.__setattr__(self, "values", MappingProxyType(values))

    def __getattr__(self, name: str) -> Any:
        """The value of a name; None where it is not known."""
        if name.startswith("_"):
            raise AttributeError(name)
        return self.values.get(name)

    def __hash__(self) -> int:
        return hash((self.what, tuple(sorted(self.values))))
