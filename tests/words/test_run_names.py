"""Names of runs whose texts of records differ: of the text only what differs."""

from __future__ import annotations

import doctest

import pytest

from layouts.words import run_names
from layouts.words.run_names import apart


def test_the_examples_hold() -> None:
    assert doctest.testmod(run_names).failed == 0


@pytest.mark.parametrize(
    ("text", "others", "wanted"),
    [
        ("1:day; 2:night", ["1:day Nodes=1-3; 2:night Nodes=4"], "1:day; 2:night"),
        ("1:day Nodes=1-3; 2:night Nodes=4", ["1:day; 2:night"], "1:day Nodes=1-3; 2:night Nodes=4"),
        ("1:day; 3:urgent Priority=4", ["1:day"], "3:urgent Priority=4"),
        ("1:day", ["1:day; 3:urgent"], "fewer than 2 records"),
        ("1:day A=1 B=2; 2:night", ["1:day A=1 B=3; 2:night", "1:day A=1 B=2; 2:night"], "1:day B=2"),
        ("1:day; 2:night", [None, "1:day; 2:night"], "1:day; 2:night"),
        ("60", ["120", None], "60"),
    ],
)
def test_what_stands_in_all_others_is_left_out(text: str, others: list, wanted: str) -> None:
    assert apart(text, others) == wanted
