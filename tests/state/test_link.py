"""The pinned users of a link: read with suspicion, written as they were read."""

from __future__ import annotations

import pytest

from layouts.state import link


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("37,12", (37, 12)),
        ("12,12,37", (12, 37)),
        ("007", (7,)),
        ("", ()),
        (None, ()),
        (37, ()),
        ("-1", ()),
        ("1.5,3", (3,)),
        ("1e3", ()),
        ("<b>,5", (5,)),
        ("9" * 13, ()),
        (",".join(map(str, range(50))), tuple(range(20))),
        ("\u0663", ()),
        (["37"], ()),
    ],
)
def test_pins_are_numbers_of_users_each_once_and_not_too_many(given, kept):
    assert link.pins(given) == kept


def test_pins_survive_a_link_and_nothing_else_does():
    asked = link.read("?w=abcdef0123&rows=users&pin=37,12,37,x")
    assert asked.look == {"rows": "users", "pin": "37,12"}
    assert link.read(link.write(asked)) == asked
    assert "pin" not in link.write(link.read("?w=abcdef0123&rows=users&pin=x"))


@pytest.mark.parametrize(("text", "fold"), [("yes", True), ("no", False), ("true", False), ("", False)])
def test_a_link_collapses_rows_where_it_says_so(text, fold):
    asked = link.read(f"?w=abcdef0123&rows=users&fold={text}")
    assert asked.fold is fold and link.read(link.write(asked)) == asked
    assert ("fold=yes" in link.write(asked)) is fold


@pytest.mark.parametrize("sent", ["yes", 1, [True], None, False])
def test_only_true_collapses_rows_in_what_a_browser_sends(sent):
    assert "fold" not in link.look({"rows": "users", "fold": sent})
    assert link.look({"fold": True}) == {"fold": True}
