"""Formulas on several clusters, for the tests that compare policies there with their twins."""

from __future__ import annotations

from tests.topics.formula.naive.formula import ByFormulaOnClusters

FORMULAS = {
    "none": {"priority": "wait / requested_time", "passing": "none"},
    "easy": {
        "priority": "wait * processors % 7 - user_used",
        "passing": "easy",
        "may_start": "user_running + processors <= 8 or load == 0",
    },
    "easy behind": {"priority": "-submit", "passing": "easy", "behind": "wait * number % 5"},
    "any": {"priority": "free - area", "passing": "any", "behind": "area - user_running"},
    "reservations": {"priority": "wait / requested_time", "passing": "reservations", "reservations": 2},
    "conservative": {"priority": "-area if load > 0.6 else wait", "passing": "conservative"},
    "conservative with a condition": {
        "priority": "user_waiting - queue_length * number % 3",
        "passing": "conservative",
        "may_start": "free - processors >= 2 or queue_length > 3 or load == 0",
    },
}
TWINS = {f"formula {name}": ("formula", params, ByFormulaOnClusters) for name, params in FORMULAS.items()}
