"""What a lesson holds: its jobs, its machine, the steps it goes through, and what is computed for them.

Times are seconds; `unit` names what the pages and the answers count in.  A rule is a policy with its parameters, as in
"conservative compression=none", or one of the mistaken rules of `mistaken_rules`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from scheduler.durations import UNITS
from scheduler.manual.cells import Job

KINDS = ("tell", "look", "predict", "reveal", "try")
ASKS = ("choice", "compare", "number", "jobs", "order", "draw")
SETS = ("earlier", "later", "starting", "waiting", "passing", "running", "padded", "shorter", "narrower")
OF_JOBS = ("count", "jobs", "work")  # of a group of jobs: how many they are, their numbers, their runtimes in all
COMPUTED = ("sum", "difference")  # of two values
COMPARED = ("less", "same", "more")
RELATIONS = ("<", "<=", "=", ">=", ">")
QUARTERS = "quarters"  # of jitter: by how many of them, at most, the runtimes of a sample are multiplied more or less
DIGITS = 12  # of a digest, which is to tell versions of one file apart


class Value(NamedTuple):
    """A number of a run: a quantity of `quantities`, of one job where `job` is its number; or a number as it is."""

    of: str
    rule: str = ""
    job: int = 0
    number: float = 0.0  # of "number": seconds where `of` is "time"
    group: Group | None = None  # of one of OF_JOBS
    parts: tuple[Value, ...] = ()  # of COMPUTED two; of "free processors" the instant


class Group(NamedTuple):
    """A set of jobs of a run: those that start earlier or later than under another rule, or are so at an instant.

    Those that are padded ask for more time than they run; those that are shorter run for less than a job, those that
    are narrower ask for fewer processors.
    """

    of: str  # one of SETS
    rule: str
    than: str = ""
    at: Value | None = None
    among: tuple[int, ...] = ()  # of a value: numbers of the jobs to look at; empty: all
    job: int = 0  # passing: the number of the job that is passed, 0 for any; shorter, narrower: than which job


class Condition(NamedTuple):
    """Two values and how they have to stand to each other."""

    left: Value
    relation: str  # one of RELATIONS
    right: Value


class Mistake(NamedTuple):
    """A wrong rule, or a wrong value, whose answer is a wrong answer, and what is said to those who give it."""

    rule: str  # empty where it has a value
    says: str
    value: Value | None = None


@dataclass(frozen=True)
class Question:
    """What a step of kind predict asks.  Which fields count depends on `ask`, one of ASKS."""

    ask: str
    rule: str = ""  # order, draw
    value: Value | None = None  # choice, number; compare: the left side
    right: Value | None = None  # compare: the right side
    group: Group | None = None  # jobs
    among: tuple[int, ...] = ()  # jobs, order: numbers of the jobs to choose from; empty: all
    tolerance: float = 0.0  # number, as the answer is counted
    mistakes: tuple[Mistake, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)  # compare: what less, same and more are called
    says: Mapping[str, str] = field(default_factory=dict)  # compare: what is said to a wrong one of them
    hints: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """One step: text to read, and what is shown or asked with it."""

    kind: str  # one of KINDS
    text: str
    rules: tuple[str, ...] = ()  # look, reveal: whose schedules are shown, one to four
    job: int = 0  # marked in the charts; 0: none
    at: Value | None = None  # look, reveal: the instant; None: the end, or the first difference
    question: Question | None = None
    goal: tuple[Condition, ...] = ()  # try
    change: tuple[str, ...] = ()  # try: columns that may be changed
    of_jobs: tuple[int, ...] = ()  # try: of these jobs; empty: of all
    solution: tuple[tuple[int, str, float], ...] = ()  # try: (job, column, seconds or number) that meets the goal
    rule: str = ""  # try: who runs the changed jobs


@dataclass(frozen=True)
class Lesson:
    """A lesson as its file has it."""

    key: str
    title: str
    goal: str
    misconception: str
    minutes: int
    place: int  # in the recommended order
    version: int
    unit: str  # a key of UNITS
    processors: int
    jobs: tuple[Job, ...]
    sample: str  # name of a sample trace in place of jobs
    rules: tuple[str, ...]
    steps: tuple[Step, ...]
    values: Mapping[str, Value] = field(default_factory=dict)
    claims: Mapping[str, tuple[Condition, ...]] = field(
        default_factory=dict
    )  # what has to hold for a clause to be said
    phenomenon: tuple[Condition, ...] = ()
    jitter: Mapping[str, float] = field(default_factory=dict)  # {column: by how much it varies at most, s or number}
    builds_on: tuple[str, ...] = ()
    class_minutes: int = 0  # with votes and discussions; 0: not told
    discussion: tuple[str, ...] = ()  # questions for the teacher to ask
    pitfalls: tuple[str, ...] = ()  # where students go wrong, and what helps
    source: str = field(default="", repr=False)  # the text of its file

    @property
    def digest(self) -> str:
        """Which content its file has: the first digits of its SHA-256."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:DIGITS]

    @property
    def seconds(self) -> int:
        """Seconds of its unit."""
        return UNITS[self.unit]

    @property
    def varies(self) -> bool:
        """Whether it has variants."""
        return bool(self.jitter)
