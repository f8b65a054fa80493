"""The header of every page: what is open goes along, and one field finds jobs, pages and terms."""

from __future__ import annotations

import re
from typing import Any

from tests.browser.steps import LATE, Locator, Page, component, expect, first_of, hold, ids, link_of

ASKS = '"output":"page.children"'  # of the request that brings a page


def pages(page: Page) -> Locator:
    """The links of the header to all pages."""
    return page.get_by_role("navigation", name="Pages")


def headed(page: Page, title: str) -> None:
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()


def test_what_is_open_goes_along_and_one_field_finds_all(page: Page) -> None:
    the_focus_stays_while_a_page_comes(page)
    search_without_a_comparison(page)
    find_a_term_and_a_page(page)
    page.goto(link_of("five-jobs.swf"))
    opened = page.get_by_role("group", name="Open now")
    expect(opened.get_by_role("link", name="Workload: five-jobs.swf")).to_be_visible(timeout=LATE)
    expect(opened.get_by_role("link", name="Runs: FCFS, EASY")).to_be_visible()
    pages(page).get_by_role("link", name="Workload").click()
    expect(component(page, ids.WORKLOAD_BODY).get_by_role("heading", name="five-jobs.swf")).to_be_visible(timeout=LATE)
    pages(page).get_by_role("link", name="Papers").click()
    headed(page, "Papers")
    opened.get_by_role("link", name="Runs: FCFS, EASY").click()
    expect(page).to_have_url(re.compile(r"/compare\?.*runs="))
    pages(page).get_by_role("link", name="Home").click()
    recent = page.get_by_role("region", name="Recent work")
    expect(recent.get_by_role("link", name="FCFS, EASY on five-jobs.swf")).to_be_visible()
    find_jobs_from_another_page(page)


def search_without_a_comparison(page: Page) -> None:
    """Jobs are looked for where nothing is open."""
    box = component(page, ids.SEARCH)
    box.fill("user 4")
    page.keyboard.press("Enter")
    expect(page.locator(".qs-toast")).to_contain_text("none is open")
    box.fill("")
    box.blur()


def find_a_term_and_a_page(page: Page) -> None:
    """By keyboard alone."""
    pages(page).get_by_role("link", name="Papers").press("Enter")
    headed(page, "Papers")
    page.keyboard.press("/")
    box = component(page, ids.SEARCH)
    expect(box).to_be_focused()
    box.fill("bounded")
    expect(page.get_by_role("option", name="Term: bounded stretch")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/glossary#term-bounded-stretch$"))
    expect(page.locator("#term-bounded-stretch")).to_be_in_viewport(ratio=1)
    expect(page.locator("#term-bounded-stretch")).to_be_focused()
    page.keyboard.press("/")
    box.fill("learn")
    page.keyboard.press("Enter")
    headed(page, "Learn")


def find_jobs_from_another_page(page: Page) -> None:
    """Where a comparison is open, its jobs are found from any page."""
    pages(page).get_by_role("link", name="Learn").click()
    headed(page, "Learn")
    box = component(page, ids.SEARCH)
    expect(box).to_have_value("")
    box.fill("user 4")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/compare\?.*only=user"))
    expect(box).to_have_value("user 4", timeout=LATE)


def the_focus_stays_while_a_page_comes(page: Page) -> None:
    first = held_back(page, lambda: page.goto("/learn"))
    link = pages(page).get_by_role("link", name="Workload")
    link.focus()
    first.continue_()
    headed(page, "Learn")
    expect(link).to_be_focused()
    page.keyboard.press("Enter")
    headed(page, "Workload")
    expect(link).to_have_attribute("aria-current", "page")
    type_while_a_page_comes(page)


def held_back(page: Page, go: Any) -> Any:
    """The request for the page to which `go` leads, which is not sent yet."""
    held = hold(page, ASKS)
    go()
    return first_of(page, held)


def type_while_a_page_comes(page: Page) -> None:
    """The focus stays in the field where it went meanwhile."""
    link = pages(page).get_by_role("link", name="Papers")
    coming = held_back(page, link.click)
    box = component(page, ids.SEARCH)
    box.fill("bounded")
    coming.continue_()
    headed(page, "Papers")
    expect(link).to_have_attribute("aria-current", "page")  # it is marked when the focus would have moved
    expect(box).to_be_focused()
    expect(box).to_have_value("bounded")


def test_the_menu_of_a_narrow_window_stays_while_a_page_comes(page: Page) -> None:
    """The page comes after its menu was opened."""
    page.set_viewport_size({"width": 390, "height": 844})
    first = held_back(page, lambda: page.goto("/learn"))
    page.locator("summary[aria-label=Pages]").click()
    first.continue_()
    expect(pages(page).get_by_role("link", name="Learn")).to_have_attribute("aria-current", "page")
    pages(page).get_by_role("link", name="Papers").click()
    headed(page, "Papers")
    expect(pages(page)).to_be_hidden()
