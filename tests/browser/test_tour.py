"""The tour: begun where somebody asks for it, five stops by keys, left by Escape, and never in the way."""

from __future__ import annotations

import pytest

from tests.browser.steps import LATE, Locator, Page, component, drawn, expect, ids, until
from tests.browser.test_access import axe, violations, wear  # noqa: F401

COMPARE = ["The finding and the runs", "The schedules", "The inspector", "Search", "Tabs"]
HOME = ["A finished comparison", "A question", "Three ways on", "Pages", "Search"]


def begin(page: Page) -> Locator:
    """Begin the tour from the list of keys; its card."""
    assert page.get_by_role("region", name="Tour").count() == 0  # never by itself
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(":focus")).to_have_count(1)  # the dialog takes the focus once it is there
    dialog.get_by_role("button", name="Take the tour").press("Enter")
    card = page.get_by_role("region", name="Tour")
    expect(card.get_by_role("button", name="Next")).to_be_focused()
    return card


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


@pytest.mark.exhaustive  # the usual run takes it in Node
def test_a_newcomer_takes_the_tour(page: Page, axe: str) -> None:  # noqa: F811
    from_home_to_compare(page)
    five_stops_by_keys(page)
    and_back(page)
    use_the_page_meanwhile(page)
    without_a_part_and_with_one_that_comes_late(page)
    on_a_phone(page, axe)
    begin(page)
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Papers").click()
    expect(page.get_by_role("region", name="Tour")).to_have_count(0)


def from_home_to_compare(page: Page) -> None:
    """Home has its own stops, and Learn leads to those of Compare with the sample that is shown where nothing is open."""
    page.goto("/")
    expect(component(page, ids.HOME_CHARTS)).to_contain_text("job 2", timeout=LATE)
    card = begin(page)
    for title in HOME:
        expect(card.get_by_role("heading")).to_contain_text(title)
        page.keyboard.press("ArrowRight")
    expect(card).to_have_count(0)
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Learn").click()
    page.get_by_role("button", name="Take the tour").click()
    expect(page.get_by_role("heading", name="Compare", level=1)).to_be_visible()
    expect(card.get_by_role("heading")).to_contain_text(COMPARE[0], timeout=LATE)
    drawn(page, LATE)  # its runs are made now
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)


def five_stops_by_keys(page: Page) -> None:
    card = begin(page)
    for number, title in enumerate(COMPARE, 1):
        expect(card.get_by_role("heading")).to_have_text(f"{title}{number} of 5")
        framed(page)
        page.keyboard.press("ArrowRight" if number % 2 else "Enter")
    expect(card).to_have_count(0)


def and_back(page: Page) -> None:
    """The tour can be begun again, and goes back."""
    card = begin(page)
    page.keyboard.press("ArrowRight")
    expect(card.get_by_role("heading")).to_contain_text(COMPARE[1])
    card.get_by_role("button", name="Back").press("Enter")
    expect(card.get_by_role("heading")).to_contain_text(COMPARE[0])
    expect(page.locator(".qs-voice")).to_contain_text(f"{COMPARE[0]}, 1 of 5.")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)


def use_the_page_meanwhile(page: Page) -> None:
    """The card stays, and the focus comes back in the end."""
    keys = component(page, ids.KEYS_BUTTON)
    keys.focus()
    card = begin(page)
    component(page, ids.tab_button("idle")).click()
    expect(component(page, ids.tab_panel("idle"))).to_be_visible()
    expect(card).to_be_visible()
    card.get_by_role("button", name="Skip").press("Enter")
    expect(card).to_have_count(0)
    expect(keys).to_be_focused()


SOONER = """() => {         // what the page would do in five seconds, as long as it waits for a part, it does in half a second
    const plain = window.setTimeout.bind(window);
    window.setTimeout = (work, after, ...rest) => plain(work, after === 5000 ? 500 : after, ...rest);
}"""


def without_a_part_and_with_one_that_comes_late(page: Page) -> None:
    """The stop of a part that is not there is left out; the tour goes to the first stop when its part comes."""
    page.evaluate(SOONER)
    page.evaluate("""() => { document.querySelector('.qs-inspector').hidden = true;
        document.querySelector('#summary').style.display = 'none'; }""")
    card = begin(page)
    expect(card.get_by_role("heading")).to_have_text(f"{COMPARE[1]}1 of 3", timeout=20_000)
    page.evaluate(
        "() => { document.querySelector('#summary').style.display = ''; document.body.append(document.createElement('i')); }"
    )
    for number, title in enumerate([COMPARE[0], COMPARE[1], COMPARE[3]], 1):
        expect(card.get_by_role("heading")).to_have_text(f"{title}{number} of 4")
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    page.evaluate("() => { document.querySelector('.qs-inspector').hidden = false; }")


def on_a_phone(page: Page, axe: str) -> None:  # noqa: F811
    """Axe finds nothing, and nothing sticks out."""
    page.set_viewport_size({"width": 390, "height": 844})
    card = begin(page)
    assert violations(page, axe, within=".qs-tour") == []
    for number in range(2, 6):
        framed(page)
        page.keyboard.press("ArrowRight")
        expect(card.get_by_role("heading")).to_contain_text(f"{number} of 5")
    until(page, "() => document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1280, "height": 720})


@pytest.mark.exhaustive
def test_the_tour_on_a_phone_in_the_dark(page: Page, axe: str) -> None:  # noqa: F811
    page.goto("/compare")
    drawn(page, LATE)
    wear(page, "dark")
    on_a_phone(page, axe)
