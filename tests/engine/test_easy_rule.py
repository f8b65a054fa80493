"""EASY's rule: who may pass the blocked head, what that leaves of the extra processors, and that it stands once."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

from scheduler.engine.decision_log import ENDS_BY_SHADOW, WITHIN_EXTRA
from tests.cases.parts import left_of_extra, may_pass, why_it_passes

ENGINE = Path(__file__).parents[2] / "scheduler"
NOW, FREE, SHADOW, EXTRA = 10.0, 4, 20.0, 2


@pytest.mark.parametrize(
    ("size", "requested", "passes", "left", "why"),
    [
        (4, 10.0, True, 2, ENDS_BY_SHADOW),  # ends exactly at the shadow time, and takes all that is free
        (4, 10.5, False, None, None),  # would still run then, and takes more than extra
        (2, 10.5, True, 0, WITHIN_EXTRA),  # takes all extra processors, which are used up
        (1, 99.0, True, 1, WITHIN_EXTRA),
        (1, 1.0, True, 2, ENDS_BY_SHADOW),  # both: extra is for others
        (5, 1.0, False, None, None),  # does not fit
    ],
)
def test_who_may_pass(size: int, requested: float, passes: bool, left: int | None, why: int | None) -> None:
    assert may_pass(size, requested, NOW, FREE, SHADOW, EXTRA) is passes
    if passes:
        assert left_of_extra(size, requested, NOW, SHADOW, EXTRA) == left
        assert why_it_passes(requested, NOW, SHADOW) == why


def test_where_ending_in_time_does_not_count_extra_decides() -> None:
    assert not may_pass(3, 1.0, NOW, FREE, -np.inf, EXTRA)
    assert may_pass(2, 1.0, NOW, FREE, -np.inf, EXTRA)
    assert left_of_extra(2, 1.0, NOW, -np.inf, EXTRA) == 0


def test_the_rule_stands_in_one_place() -> None:
    """No other compiled module compares the expected end of a job with a shadow time."""
    places = {
        path.name
        for folder in ("kernels", "engine")
        for path in (ENGINE / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Compare) and "requested" in ast.unparse(node) and "shadow" in ast.unparse(node)
    }
    assert places == {"easy_rule.py"}
