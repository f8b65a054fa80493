"""The runs tray: it follows what is under way from any page, stops it, and leads to what has come of it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.browser.steps import (
    BACKFILL,
    LATE,
    Page,
    component,
    expect,
    finished,
    heavy,
    ids,
    loaded,
    run,
    simulate,
    until,
)

REACHED = re.compile(r"(Day \d+|\d.* simulated).*: [\d\u202f]+ of 120\u202f000 jobs started\.")


@pytest.fixture(scope="module")
def busy(visit: Callable[[], Page]) -> str:
    """The address of a workload whose runs take some seconds."""
    return heavy(visit(), 301)


def begin(page: Page, address: str) -> None:
    page.goto(address)
    loaded(page)
    simulate(page, (BACKFILL,))


def tray(page: Page):
    return component(page, ids.TRAY)


def item(page: Page, name: str):
    """The line of a run in the tray."""
    return tray(page).get_by_role("listitem").filter(has_text=name)


def opened(page: Page, text: re.Pattern[str]) -> None:
    """Open the tray, whose button says `text`."""
    button = tray(page).get_by_role("button", name=text)
    expect(button).to_have_attribute("aria-expanded", "false")
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")


def test_a_run_is_cancelled_in_the_tray_by_the_keyboard(page: Page, busy: str) -> None:
    begin(page, busy)
    button = tray(page).get_by_role("button", name="1 running")
    button.focus()
    page.keyboard.press("Enter")
    expect(item(page, BACKFILL).get_by_role("progressbar")).to_be_visible()
    page.keyboard.press("Escape")
    expect(tray(page).get_by_role("region", name="Runs")).to_be_hidden()
    until(page, "() => document.activeElement.matches('.qs-tray-button')")
    page.keyboard.press("Enter")
    item(page, BACKFILL).get_by_role("button", name=re.compile("^Cancel: ")).focus()
    page.keyboard.press("Enter")
    expect(item(page, BACKFILL)).to_contain_text("Cancelled.")
    expect(run(page, BACKFILL)).to_contain_text("Cancelled")
    until(page, "() => document.activeElement.matches('.qs-tray-button')")
    tray(page).get_by_role("button", name="Clear what is over").click()
    expect(tray(page).locator("button").first).to_be_hidden()


def test_a_run_is_followed_from_another_page_and_leads_back_to_its_comparison(page: Page, busy: str) -> None:
    page.goto("/divisible")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(tray(page).locator("button").first).to_be_hidden()
    begin(page, busy)
    busy_so_far = page.get_by_role("img", name=re.compile("Busy processors so far, .* on average"))
    card = run(page, BACKFILL).filter(has=busy_so_far)  # both at once: neither is there any more when the run is over
    expect(card).to_contain_text(REACHED, timeout=LATE)
    shown = page.evaluate("location.pathname + location.search")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Home").click()
    expect(page.get_by_role("heading", name="What does a scheduler do", level=1)).to_be_visible()
    opened(page, re.compile("1 running|finished"))
    expect(item(page, BACKFILL)).to_contain_text("Finished.", timeout=LATE)
    expect(tray(page).get_by_role("button", name=re.compile("finished"))).to_be_visible()
    expect(page.locator(".qs-voice")).to_contain_text(f"{BACKFILL} on poisson-301.swf: Finished.")
    item(page, BACKFILL).get_by_role("link").click()
    finished(page, (BACKFILL,))
    assert page.evaluate("location.pathname + location.search").startswith(shown)
    expect(tray(page).get_by_role("region", name="Runs")).to_be_hidden()
