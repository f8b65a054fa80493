"""What addresses hold of a formula."""

from __future__ import annotations

from layouts.state import hand_link, link
from layouts.state.link import Link
from layouts.state.origin import Origin, Run
from scheduler.policies import all_policies, from_outside


def test_only_policies_that_go_by_a_formula_have_its_parameters():
    """Also those whose runs come from outside, which no list offers and comparisons show."""
    for policy in (*all_policies(), *from_outside()):
        names = [param.name for param in hand_link.expression_params(policy)]
        assert names in ([], ["priority", "passing"]) and bool(names) == (policy in hand_link.expression_policies())


def test_a_formula_survives_a_link():
    texts = (
        "(wait / requested_time)**3 * processors if hour >= 20 and load != 1 else -min(area, 1e+22)",
        "wait % 7 <= 3 or not free",
    )
    runs = tuple(
        Run("formula", {"priority": text, "half_life": "3600"}, None, {"estimates": "exact"}) for text in texts
    )
    asked = Link("f" * 24, runs=("a" * 24, "b" * 24), origin=Origin("a" * 12, 5, "five-jobs.swf", runs=runs))
    assert link.read(link.write(asked)) == asked
    assert link.read(link.write(asked)).origin.runs == runs


def test_the_longest_formula_survives_a_link():
    longest = all_policies()["formula"].params[0].check(" + ".join(["requested_time"] * 58))
    assert len(longest) > 900
    asked = Link(
        "f" * 24, runs=("a" * 24,), origin=Origin("a" * 12, 5, "x.swf", runs=(Run("formula", {"priority": longest}),))
    )
    assert link.read(link.write(asked)).origin.runs == asked.origin.runs
