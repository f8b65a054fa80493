"""Home: a finished comparison that can be stepped through, and explains itself."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.browser.steps import EASY, FCFS, Page, component, expect, ids


@pytest.fixture(scope="module")
def shared(visit: Callable[[], Page]) -> Page:
    page = visit()
    page.goto("/")
    return page


@pytest.fixture
def home(shared: Page) -> Page:
    """Home at its last step, as it opens."""
    shared.get_by_role("slider", name="Step").focus()
    shared.keyboard.press("End")
    shared.evaluate("document.activeElement.blur()")
    expect(component(shared, ids.HOME_BODY).locator(".js-plotly-plot")).to_contain_text("job 5")
    expect(component(shared, ids.HOME_WHY)).to_contain_text("The two part at")
    return shared


def test_opens_on_a_finished_comparison(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("main")).to_contain_text("job 4 starts 5 h 00 min earlier, and nobody waits longer")
    chart = component(page, ids.HOME_BODY).get_by_role("figure").locator(".js-plotly-plot")
    for words in (FCFS, EASY, "job 1", "job 5", "they disagree here"):
        expect(chart).to_contain_text(words)
    for destination in ("Open a sample", "Compare policies", "Open a workload"):
        expect(page.get_by_role("main").get_by_role("link", name=destination)).to_be_visible()


def test_steps_back_and_forth(home: Page) -> None:
    page = home
    said, chart = component(page, ids.HOME_WHY), component(page, ids.HOME_BODY).locator(".js-plotly-plot")
    expect(chart).to_contain_text("job 5")
    for _ in range(2):
        before = said.text_content() or ""
        page.get_by_role("button", name="Back").click()
        expect(said).not_to_have_text(before)
    at_back = said.text_content() or ""
    page.get_by_role("button", name="Step", exact=False).click()
    expect(said).not_to_have_text(at_back)
    page.get_by_role("button", name="Back").click()
    expect(said).to_have_text(at_back)


def test_the_future_is_not_drawn(home: Page) -> None:
    page = home
    chart = component(page, ids.HOME_BODY).locator(".js-plotly-plot")
    expect(chart).to_contain_text("job 5")
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("Home")
    expect(chart).not_to_contain_text("job 5")
    expect(component(page, ids.HOME_WHY)).to_contain_text("At 0 h")


def test_explains_why_they_disagree(home: Page) -> None:
    page = home
    page.get_by_role("button", name="Why do they disagree?").click()
    said = component(page, ids.HOME_WHY)
    expect(said).to_contain_text("At 6 h")
    expect(said).to_contain_text("Under FCFS: From 3 h to 8 h job 4 stood behind job 3")
    expect(said).to_contain_text("Under EASY:")
    expect(said.get_by_text("backfilled")).to_be_in_viewport(ratio=1)
    expect(said).to_contain_text("backfilled")


def test_keys_step_and_ask(home: Page) -> None:
    page = home
    said = component(page, ids.HOME_WHY)
    expect(said).to_contain_text("The two part at")
    page.keyboard.press("ArrowLeft")
    expect(said).not_to_contain_text("The two part at")
    page.keyboard.press("v")
    expect(said).to_contain_text("backfilled")


def test_light_and_dark_and_the_link_keep_the_step(page: Page) -> None:
    page.goto("/")
    said = component(page, ids.HOME_WHY)
    page.get_by_role("button", name="Why do they disagree?").click()
    expect(said).to_contain_text("At 6 h")
    expect(page).to_have_url(re.compile(r"step=3$"))
    page.get_by_role("button", name="Switch between light and dark").click()
    expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", "dark")
    page.reload()
    expect(said).to_contain_text("At 6 h")
    expect(page.get_by_role("slider", name="Step")).to_have_attribute("aria-valuenow", "3")


def test_step_goes_from_the_end_to_the_beginning(home: Page) -> None:
    page = home
    expect(component(page, ids.HOME_BODY).locator(".js-plotly-plot")).to_contain_text("job 5")
    page.get_by_role("button", name="Step", exact=False).click()
    expect(component(page, ids.HOME_WHY)).to_contain_text("At 0 h")


def test_copying_the_link_answers_where_one_looks(home: Page) -> None:
    page = home
    expect(component(page, ids.HOME_WHY)).to_contain_text("At 15 h")
    page.mouse.wheel(0, 600)
    page.get_by_role("button", name="Copy link").click()
    answer = page.locator(".qs-toast")
    expect(answer).to_contain_text("link")
    expect(answer).to_be_in_viewport(ratio=1)


def test_learn_leads_to_the_samples(home: Page) -> None:
    page = home
    page.get_by_role("link", name="Open a sample").click()
    expect(page.get_by_role("tab", name="Samples and logs")).to_have_attribute("aria-selected", "true")
