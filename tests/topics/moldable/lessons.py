"""The lesson on moldable tasks: its numbers by hand, and what decides its questions."""

from __future__ import annotations

# {lesson: [(quantity, job, rule, number in the unit of the lesson)]}, worked out by hand on paper
BY_HAND = {
    "moldable_tasks": [("metric weighted_completion", 0, "demt", 62), ("metric weighted_completion", 0, "mrt", 92)]
}
QUESTIONS = {"moldable_tasks": (2, "309d881358")}
EARLIER = {("moldable_tasks", 1): "c440c8a9e2"}
