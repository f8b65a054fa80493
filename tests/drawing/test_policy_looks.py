"""One look per policy in every figure, and the small pictures of the table of papers."""

from __future__ import annotations

import pytest

from layouts.drawing.policy_looks import look, looks, policy_place
from scheduler.policies import all_policies

pytestmark = pytest.mark.core


def test_a_policy_has_the_same_look_in_every_figure() -> None:
    alone, among = looks(("EASY backfilling",)), looks(("FCFS", "something else", "EASY, 24 h", "OStrich"))
    assert alone["EASY backfilling"] == among["EASY, 24 h"]
    assert policy_place("FCFS") == policy_place("fcfs") == 0 and policy_place("EASY") == 1
    assert policy_place("something else") is None and policy_place("easygoing") is None
    twice = looks(("EASY, restricted", "EASY, textbook"))
    assert twice["EASY, restricted"] != twice["EASY, textbook"] and len({one.color for one in twice.values()}) == 1
    every = [look(place) for place in range(len(all_policies()))]
    assert len(set(every)) == len(every)  # no two policies look alike
    assert among["something else"].color not in {among[name].color for name in ("FCFS", "EASY, 24 h", "OStrich")}
