"""The runs tray: it follows what is under way from any page, stops it, and leads to what has come of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.browser.steps import BACKFILL, LATE, Locator, Page, component, expect, heavy_link, ids, run, until

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from tests.browser.conftest import Faults

REACHED = re.compile(r"(Day \d+|\d.* simulated).*: [\d\u202f]+ of 80\u202f000 jobs started\.")


def tray(page: Page) -> Locator:
    return component(page, ids.TRAY)


def item(page: Page, name: str) -> Locator:
    """The line of a run in the tray."""
    return tray(page).get_by_role("listitem").filter(has_text=name)


def opened(page: Page, text: re.Pattern[str]) -> None:
    """Open the tray, whose button says `text`."""
    button = tray(page).get_by_role("button", name=text)
    expect(button).to_have_attribute("aria-expanded", "false")
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    lines = tray(page).get_by_role("region", name="Runs").bounding_box()
    assert lines and page.viewport_size and 0 <= lines["x"] <= page.viewport_size["width"] - lines["width"]


def test_a_server_that_cannot_tell_how_runs_do_says_so_once_and_is_asked_again(page: Page, faults: Faults) -> None:
    faults.allow("503", "/runs.json")
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=503, json={"message": "The registry of runs is away."})

    page.route("**/runs.json*", refuse)
    page.goto("/")
    expect(page.get_by_text("The registry of runs is away.")).to_be_visible()
    expect(page.get_by_text("The registry of runs is away.")).to_be_hidden(timeout=LATE)
    assert len(asked) > 1


def test_a_run_is_cancelled_and_another_followed_from_another_page(page: Page) -> None:
    page.goto(heavy_link(301, 80_000))
    page.get_by_text("Add a run").click()
    expect(tray(page).locator("button").first).to_be_hidden()
    page.get_by_role("textbox", name="Policy").fill(BACKFILL)
    page.get_by_role("option", name=BACKFILL).first.click()
    page.get_by_role("button", name="Run it").click()
    cancel_by_keyboard(page)
    run(page, BACKFILL).get_by_role("button", name=f"Run again: {BACKFILL}").click()
    follow_from_home(page)


def cancel_by_keyboard(page: Page) -> None:
    """The focus never gets lost in the tray."""
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


def follow_from_home(page: Page) -> None:
    """The run ends while another page is open, and the tray leads back to its comparison."""
    busy_so_far = page.get_by_role("img", name=re.compile("Busy processors so far, .* on average"))
    card = run(page, BACKFILL).filter(has=busy_so_far)  # both at once: neither is there any more when the run is over
    expect(card).to_contain_text(REACHED, timeout=LATE)
    address = page.evaluate("location.pathname + location.search")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Home").click()
    expect(page.get_by_role("heading", name="What does a scheduler do", level=1)).to_be_visible()
    opened(page, re.compile("1 running|finished"))
    expect(item(page, BACKFILL)).to_contain_text("Finished.", timeout=LATE)
    expect(tray(page).get_by_role("button", name=re.compile("finished"))).to_be_visible()
    expect(page.locator(".qs-voice")).to_contain_text(f"{BACKFILL} on poisson-301.swf: Finished.")
    item(page, BACKFILL).get_by_role("link").click()
    expect(run(page, BACKFILL)).to_contain_text("Audit passed", timeout=LATE)
    assert page.evaluate("location.pathname + location.search").startswith(address)
    expect(tray(page).get_by_role("region", name="Runs")).to_be_hidden()
