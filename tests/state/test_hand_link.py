"""What an address of By hand holds."""

from __future__ import annotations

from layouts.state import hand_link
from scheduler.policies import all_policies, from_outside


def test_only_policies_that_go_by_a_formula_have_its_parameters():
    """Also those whose runs come from outside, which no list offers and comparisons show."""
    for policy in (*all_policies(), *from_outside()):
        names = [param.name for param in hand_link.formula_params(policy)]
        assert names in ([], ["priority", "passing"]) and bool(names) == (policy in hand_link.formula_policies())
