"""The tour: begun where somebody asks for it, five stops by keys, left by Escape, and never in the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.steps import LATE, Page, component, drawn, expect, ids, until
from tests.browser.test_access import axe, violations, wear  # noqa: F401

COMPARE = ["The finding and the runs", "The schedules", "The inspector", "Search", "Tabs"]
HOME = ["A finished comparison", "A question", "Three ways on", "Pages", "Search"]


@pytest.fixture(scope="module")
def compared(visit: Callable[[], Any]) -> Any:
    """Compare with the sample that is shown where nothing is open."""
    page = visit()
    page.goto("/compare")
    drawn(page, LATE)  # its runs are made now
    return page


def begin(page: Page) -> Any:
    """Begin the tour from the list of keys; its card."""
    assert page.get_by_role("region", name="Tour").count() == 0  # never by itself
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(":focus")).to_have_count(1)  # the dialog takes the focus once it is there
    dialog.get_by_role("button", name="Take the tour").press("Enter")
    card = page.get_by_role("region", name="Tour")
    expect(card.get_by_role("button", name="Next")).to_be_focused()
    return card


def test_five_stops_by_keys_and_back(compared: Page) -> None:
    card = begin(compared)
    for number, title in enumerate(COMPARE, 1):
        expect(card.get_by_role("heading")).to_have_text(f"{title}{number} of 5")
        framed(compared)
        compared.keyboard.press("ArrowRight" if number % 2 else "Enter")
    expect(card).to_have_count(0)
    card = begin(compared)  # it can be begun again
    compared.keyboard.press("ArrowRight")
    expect(card.get_by_role("heading")).to_contain_text(COMPARE[1])
    card.get_by_role("button", name="Back").press("Enter")
    expect(card.get_by_role("heading")).to_contain_text(COMPARE[0])
    expect(compared.locator(".qs-voice")).to_contain_text(f"{COMPARE[0]}, 1 of 5.")
    compared.keyboard.press("Escape")
    expect(card).to_have_count(0)


def framed(page: Page) -> None:
    """Wait until the part the tour speaks of has its frame, and the card is in the window."""
    until(
        page,
        """() => {
        const inside = box => box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
        const [frame, card] = ['.qs-tour-frame', '.qs-tour'].map(name => document.querySelector(name).getBoundingClientRect());
        return inside(card) && frame.width > 40 && frame.top < innerHeight && frame.bottom > 0;
    }""",
    )


def test_the_page_can_be_used_meanwhile_and_the_focus_comes_back(compared: Page) -> None:
    keys = component(compared, ids.KEYS_BUTTON)
    keys.focus()
    card = begin(compared)
    component(compared, ids.tab_button("idle")).click()
    expect(component(compared, ids.tab_panel("idle"))).to_be_visible()
    expect(card).to_be_visible()
    card.get_by_role("button", name="Skip").press("Enter")
    expect(card).to_have_count(0)
    expect(keys).to_be_focused()
    component(compared, ids.tab_button("overview")).click()


def test_a_part_that_is_not_there_is_left_out(compared: Page) -> None:
    compared.evaluate("() => { document.querySelector('.qs-inspector').hidden = true; }")
    try:
        card = begin(compared)
        expect(card.get_by_role("heading")).to_contain_text("1 of 4", timeout=20_000)
        for title in [COMPARE[1], COMPARE[3]]:
            compared.keyboard.press("ArrowRight")
            expect(card.get_by_role("heading")).to_contain_text(title)
        compared.keyboard.press("Escape")
    finally:
        compared.evaluate("() => { document.querySelector('.qs-inspector').hidden = false; }")


def test_a_stop_joins_when_its_part_comes(compared: Page) -> None:
    """A slow page: the tour begins with what is there, and goes to the first stop when that comes."""
    compared.evaluate("() => { document.querySelector('#summary').style.display = 'none'; }")
    try:
        card = begin(compared)
        expect(card.get_by_role("heading")).to_have_text(f"{COMPARE[1]}1 of 4", timeout=20_000)
    finally:
        compared.evaluate(
            "() => { document.querySelector('#summary').style.display = ''; document.body.append(document.createElement('i')); }"
        )
    expect(card.get_by_role("heading")).to_have_text(f"{COMPARE[0]}1 of 5")
    compared.keyboard.press("ArrowRight")
    expect(card.get_by_role("heading")).to_have_text(f"{COMPARE[1]}2 of 5")
    compared.keyboard.press("Escape")


def test_home_has_its_own_stops_and_learn_leads_to_compare(page: Page) -> None:
    page.goto("/")
    expect(component(page, ids.HOME_CHARTS)).to_contain_text("job 2", timeout=LATE)
    card = begin(page)
    for title in HOME:
        expect(card.get_by_role("heading")).to_contain_text(title)
        page.keyboard.press("ArrowRight")
    page.goto("/learn")
    page.get_by_role("button", name="Take the tour").click()
    expect(page.get_by_role("heading", name="Compare", level=1)).to_be_visible()
    expect(card.get_by_role("heading")).to_contain_text(COMPARE[0], timeout=LATE)
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Papers").click()
    expect(card).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_for_axe_and_nothing_sticks_out_of_a_phone(compared: Page, axe: str, scheme: str) -> None:  # noqa: F811
    wear(compared, scheme)
    compared.set_viewport_size({"width": 390, "height": 844})
    card = begin(compared)
    assert violations(compared, axe, within=".qs-tour") == []
    for number in range(2, 6):
        framed(compared)
        compared.keyboard.press("ArrowRight")
        expect(card.get_by_role("heading")).to_contain_text(f"{number} of 5")
    until(compared, "() => document.documentElement.scrollWidth <= innerWidth")
    compared.keyboard.press("Escape")
    compared.set_viewport_size({"width": 1280, "height": 720})
