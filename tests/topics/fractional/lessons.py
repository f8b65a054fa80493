"""The lesson on jobs that share a node: its numbers by hand, what decides its questions, and the plain twin of its jobs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tests.topics.fractional.naive.dfrs import Scheme, run

SHARING = "dfrs scheme=GreedyP* penalty=0"
RULES: dict = {}  # no lesson of these in which jobs start late and run at full speed
twin = None
# {lesson: [(quantity, job, rule, number in the unit of the lesson)]}, worked out by hand on paper
BY_HAND = {
    "sharing_nodes": [
        ("end", 3, "fcfs", 65),
        ("end", 3, SHARING, 22.5),
        ("end", 2, SHARING, 42.5),
        ("end", 1, SHARING, 62.5),
        ("worst stretch", 0, "fcfs", 11),
        ("worst stretch", 0, SHARING, 2.5),
    ]
}
CAPTIONS = {"sharing_nodes": "3 jobs on 1 node"}  # of its table of jobs
QUESTIONS = {"sharing_nodes": (1, "c6aa9714e8")}


def ends(jobs: Sequence[tuple[int, int, int, Fraction, Fraction]]) -> list[float]:
    """When each of these jobs ends on one node, by GreedyP* without a penalty, s."""
    shared = run(list(jobs), 1, Scheme("GreedyP", True), penalty=0)
    return [float(shared.end[job]) for job in range(len(jobs))]
