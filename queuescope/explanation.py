"""Why a job waited and started when it did: a text, and the facts it is made of."""

from __future__ import annotations

from scheduler.explain.job import facts
from scheduler.explain.words import sentences
from scheduler.facts import Fact
from scheduler.model.schedule import Schedule


class Explanation(str):
    """Sentences; `facts` are the same as data: each has `what` it tells, and its values by their names."""

    facts: tuple[Fact, ...]

    @classmethod
    def of(cls, schedule: Schedule, job: int) -> Explanation:
        """Of a row of jobs."""
        about = facts(schedule, job)
        explanation = cls(" ".join(sentences(about, schedule)))
        explanation.facts = tuple(about)
        return explanation
