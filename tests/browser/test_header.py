"""The header of every page: what is open goes along, and one field finds jobs, pages and terms."""

from __future__ import annotations

import re

import pytest

from tests.browser.steps import LATE, Page, component, expect, hold, ids, link_of


@pytest.fixture(scope="module")
def five() -> str:
    return link_of("five-jobs.swf")


def test_what_is_open_goes_from_page_to_page(page: Page, five: str) -> None:
    page.goto(five)
    opened = page.get_by_role("group", name="Open now")
    expect(opened.get_by_role("link", name="Workload: five-jobs.swf")).to_be_visible(timeout=LATE)
    expect(opened.get_by_role("link", name="Runs: FCFS, EASY")).to_be_visible()
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Workload").click()
    expect(component(page, ids.WORKLOAD_BODY).get_by_role("heading", name="five-jobs.swf")).to_be_visible(timeout=LATE)
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Papers").click()
    expect(page.get_by_role("heading", name="Papers", level=1)).to_be_visible()
    opened.get_by_role("link", name="Runs: FCFS, EASY").click()
    expect(page).to_have_url(re.compile(r"/compare\?.*runs="))
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Home").click()
    recent = page.get_by_role("region", name="Recent work")
    expect(recent.get_by_role("link", name="FCFS, EASY on five-jobs.swf")).to_be_visible()


def test_the_field_finds_pages_and_terms_by_keyboard(page: Page) -> None:
    page.goto("/papers")
    expect(page.get_by_role("heading", name="Papers", level=1)).to_be_visible()
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
    expect(page.get_by_role("heading", name="Learn", level=1)).to_be_visible()


def test_jobs_are_found_from_any_page_in_the_comparison_that_is_open(page: Page, five: str) -> None:
    page.goto("/learn")
    box = component(page, ids.SEARCH)
    box.fill("user 4")
    page.keyboard.press("Enter")
    expect(page.locator(".qs-toast")).to_contain_text("none is open")
    page.goto(five)
    expect(page.get_by_role("group", name="Open now").get_by_role("link", name="Runs")).to_be_visible(timeout=LATE)
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Learn").click()
    expect(page.get_by_role("heading", name="Learn", level=1)).to_be_visible()
    expect(box).to_have_value("")
    box.fill("user 4")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/compare\?.*only=user"))
    expect(box).to_have_value("user 4", timeout=LATE)


def test_a_link_keeps_the_focus_while_the_page_comes(page: Page) -> None:
    asks = '"output":"page.children"'
    held = hold(page, asks)
    with page.expect_request(lambda request: asks in (request.post_data or "")):
        page.goto("/learn")
    link = page.get_by_role("navigation", name="Pages").get_by_role("link", name="Workload")
    link.focus()
    held.pop().continue_()
    expect(page.get_by_role("heading", name="Learn", level=1)).to_be_visible()
    expect(link).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Workload", level=1)).to_be_visible()
    expect(link).to_have_attribute("aria-current", "page")


def test_the_focus_stays_where_it_went_while_the_page_came(page: Page) -> None:
    page.goto("/learn")
    expect(page.get_by_role("heading", name="Learn", level=1)).to_be_visible()
    asks = '"output":"page.children"'
    held = hold(page, asks)
    link = page.get_by_role("navigation", name="Pages").get_by_role("link", name="Papers")
    with page.expect_request(lambda request: asks in (request.post_data or "")):
        link.click()
    box = component(page, ids.SEARCH)
    box.fill("bounded")
    held.pop().continue_()
    expect(page.get_by_role("heading", name="Papers", level=1)).to_be_visible()
    expect(link).to_have_attribute("aria-current", "page")  # it is marked when the focus would have moved
    expect(box).to_be_focused()
    expect(box).to_have_value("bounded")


def test_a_narrow_window_has_the_pages_in_a_menu(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    asks = '"output":"page.children"'
    held = hold(page, asks)
    with page.expect_request(lambda request: asks in (request.post_data or "")):
        page.goto("/learn")
    page.locator("summary[aria-label=Pages]").click()
    held.pop().continue_()  # the page comes after the menu was opened
    menu = page.get_by_role("navigation", name="Pages")
    expect(menu.get_by_role("link", name="Learn")).to_have_attribute("aria-current", "page")
    menu.get_by_role("link", name="Papers").click()
    expect(page.get_by_role("heading", name="Papers", level=1)).to_be_visible()
    expect(menu).to_be_hidden()
