"""What the cards of Workload show is in the link: read with suspicion, drawn at once, and written as it is read."""

from __future__ import annotations

import pytest

from layouts import ids
from layouts.pages.workload import accounts_card, usage_card, wait_card
from layouts.state import card_state, link
from layouts.state.card_state import CardState
from tests.analysis.test_account_levels import opened
from tests.pages.test_pages import texts


@pytest.mark.parametrize("path", [(), ("science",), ("science", "physics"), ("a/b", "50%", "c d", "ü&=+#"), ("%2F",)])
def test_a_path_of_accounts_is_read_as_it_was_written(path):
    assert card_state.path(card_state.path_text(path)) == path


def test_a_link_of_workload_says_what_its_cards_show_and_is_still_one_of_the_workload():
    search = "?w=abcdef0123&per=week,queue&account=science/physics&wait=64+processors+for+8h&at=2012-06-01"
    assert card_state.read(search) == CardState(
        ("week", "queue"), ("science", "physics"), "64 processors for 8h", "2012-06-01"
    )
    assert link.read(search).workload == "abcdef0123" and link.read(search).bad == ()


@pytest.mark.parametrize(
    "search",
    [
        None,
        3,
        "",
        "?w=a",
        "?per=,,&account=/&wait=%00",
        "?account=a//b",
        "?wait=" + "9" * 3_000,
        "?account=" + "a/" * 70 + "a",
    ],
)
def test_what_makes_no_sense_is_left_out(search):
    assert card_state.read(search) == CardState()


@pytest.mark.parametrize("sent", [(None, None, None, None), ("week", ["a"], 3, {}), ([None, 3], 0, [], True)])
def test_hostile_values_of_the_parts_are_left_out(sent):
    assert card_state.of_values(*sent) == CardState()


def part(card, identity):
    return next(one for one in card._traverse() if getattr(one, "id", None) == identity)


def test_cards_show_at_once_what_a_link_says():
    work, key = opened(), "a" * 24
    card = accounts_card.card(work, key, ("science", "physics"))
    assert part(
        card, ids.ACCOUNT_AT
    ).data == "science/physics" and "Right below physics are 1 account and 1 user" in texts([card])
    card = usage_card.card(work, key, ("weather", "user", "week", "queue"))
    assert part(card, ids.USAGE_PER).value == ["user", "week"] and "Usage per user and week" in texts([card])
    card = wait_card.card(work, "2 processors for 1 h", "")
    assert part(card, ids.WAIT_JOB).value == "2 processors for 1 h" and "Jobs like it" in texts([card])


def test_what_the_log_has_not_is_told():
    work, key = opened(), "a" * 24
    card = accounts_card.card(work, key, ("science", "magic"))
    assert (
        part(card, ids.ACCOUNT_AT).data == ""
        and "There is no account" in texts([card])
        and "Right below the log" in texts([card])
    )
    assert part(usage_card.card(work, key, ("weather",)), ids.USAGE_PER).value == []
    assert "wanted" in texts([wait_card.card(work, "64 elephants", "")])
