"""A plain twin of priority queues: at each pass the queue of jobs is sorted by the places of their queues.

Written from the rule in words: a queue that is named earlier goes before one named later, those named before the others,
and of the others the lower number first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tests.naive.rigid import Job, Known, Rule


class ByQueue:
    """A rule of rigid.py that is shown the waiting jobs in the order of their queues; sorted() keeps ties as they were."""

    def __init__(self, queues: Sequence[int], first: Sequence[int], rule: Rule):
        self.queues, self.first, self.rule = queues, list(first), rule

    def __call__(self, known: Known, jobs: Sequence[Job]) -> list[int]:
        return self.rule(replace(known, queue=sorted(known.queue, key=self.place)), jobs)

    def place(self, row: int) -> tuple[int, int]:
        number = self.queues[row]
        return (0, self.first.index(number)) if number in self.first else (1, number)
