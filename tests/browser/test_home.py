"""Home: a finished comparison that can be stepped through, and explains itself."""

from __future__ import annotations

from tests.browser.steps import EASY, FCFS, Page, component, expect, ids


def test_opens_on_a_finished_comparison(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("main")).to_contain_text("job 4 starts 5 h 00 min earlier, and nobody waits longer")
    chart = component(page, ids.HOME_BODY).get_by_role("figure").locator(".js-plotly-plot")
    for words in (FCFS, EASY, "job 1", "job 5", "they disagree here"):
        expect(chart).to_contain_text(words)
    for destination in ("Lessons", "Compare policies", "Open a workload"):
        expect(page.get_by_role("main").get_by_role("link", name=destination)).to_be_visible()


def test_steps_back_and_forth(page: Page) -> None:
    page.goto("/")
    said, chart = component(page, ids.HOME_WHY), component(page, ids.HOME_BODY).locator(".js-plotly-plot")
    expect(chart).to_contain_text("job 5")
    for _ in range(2):
        before = said.inner_text()
        page.get_by_role("button", name="Back").click()
        expect(said).not_to_have_text(before)
    at_back = said.inner_text()
    page.get_by_role("button", name="Step", exact=False).click()
    expect(said).not_to_have_text(at_back)
    page.get_by_role("button", name="Back").click()
    expect(said).to_have_text(at_back)


def test_the_future_is_not_drawn(page: Page) -> None:
    page.goto("/")
    chart = component(page, ids.HOME_BODY).locator(".js-plotly-plot")
    expect(chart).to_contain_text("job 5")
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("Home")
    expect(chart).not_to_contain_text("job 5")
    expect(component(page, ids.HOME_WHY)).to_contain_text("0 s")


def test_explains_why_they_disagree(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Why do they disagree?").click()
    said = component(page, ids.HOME_WHY)
    expect(said).to_contain_text("6 h 00 min")
    expect(said).to_contain_text(f"{FCFS}:")
    expect(said).to_contain_text(f"{EASY}:")
    expect(said).to_contain_text("backfilled")


def test_keys_step_and_ask(page: Page) -> None:
    page.goto("/")
    said = component(page, ids.HOME_WHY)
    expect(said).to_contain_text("The two part at")
    page.keyboard.press("ArrowLeft")
    expect(said).not_to_contain_text("The two part at")
    page.keyboard.press("v")
    expect(said).to_contain_text("backfilled")
