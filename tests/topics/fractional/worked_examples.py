"""Schedules that the examples of metrics are worked out of: with pauses, and with moves."""

from __future__ import annotations

from tests.topics.fractional.fractions import simulated

SCHEDULES = {
    "paused": lambda: simulated([(0, 100, 1, 1, 0.6), (50, 20, 1, 1, 0.6)], 1, "GreedyP *"),
    "moved": lambda: simulated([(0, 2000, 2, 0.3, 0.3), (10, 50, 1, 1, 0.8)], 2, "GreedyPM *"),
}
