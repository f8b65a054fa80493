"""The pinned users of a link: read with suspicion, written as they were read."""

from __future__ import annotations

import pytest

from layouts.state import link


@pytest.mark.parametrize(("given", "kept"), [
    ("37,12", (37, 12)), ("12,12,37", (12, 37)), ("007", (7,)), ("", ()), (None, ()), (37, ()), ("-1", ()), ("1.5,3", (3,)), ("1e3", ()),
    ("<b>,5", (5,)), ("9" * 13, ()), (",".join(map(str, range(50))), tuple(range(20))), ("\u0663", ()), (["37"], ()),
])
def test_pins_are_numbers_of_users_each_once_and_not_too_many(given, kept):
    assert link.pins(given) == kept


def test_pins_survive_a_link_and_nothing_else_does():
    asked = link.read("?w=abcdef0123&rows=users&pin=37,12,37,x")
    assert asked.look == {"rows": "users", "pin": "37,12"}
    assert link.read(link.write(asked)) == asked
    assert "pin" not in link.write(link.read("?w=abcdef0123&rows=users&pin=x"))
