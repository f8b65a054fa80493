"""Gantt charts without a mouse and without sight: from job to job by keys, spoken, and the reason of a wait."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.steps import Page, component, expect, gantts, ids, until
from tests.browser.test_navigation import VOICE, five, opened, steady, together

__all__ = ["five", "steady"]


def holder(page: Page, index: int = 0) -> Any:
    return component(page, ids.GANTTS).get_by_role("application").nth(index)


def test_a_chart_can_be_focused_and_says_what_it_is(page: Page, five: str) -> None:
    opened(page, five)
    chart = holder(page)
    expect(chart).to_have_attribute("aria-roledescription", "Gantt chart")
    expect(chart).to_have_attribute("aria-label", re.compile("First come, first served"))
    expect(chart).to_have_accessible_description(re.compile("Enter: why it waited.*The longest wait is"))
    chart.focus()
    expect(chart).to_be_focused()


def test_arrows_speak_jobs_and_enter_tells_why(page: Page, five: str) -> None:
    opened(page, five)
    holder(page).focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(VOICE)).to_have_text("job 1, user 1, 1 processor, waited 0 s, ran 8 h 00 min")
    outlined(page, 2)
    expect(component(page, ids.FACTS).get_by_role("heading")).to_have_count(0)  # nothing opens by itself
    page.keyboard.press("ArrowRight")
    expect(page.locator(VOICE)).to_contain_text("job 2, user 2, 3 processors")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(VOICE)).to_contain_text("job 1,")
    page.keyboard.press("ArrowUp")
    expect(page.locator(VOICE)).to_contain_text("job 2,")
    page.keyboard.press("Enter")
    facts = component(page, ids.FACTS)
    expect(facts.get_by_role("heading", level=2)).to_contain_text("Job 2 ")
    expect(facts.get_by_role("region", name="Facts")).to_be_focused()
    page.keyboard.press("Escape")
    expect(facts.get_by_role("heading")).to_have_count(0)
    expect(holder(page)).to_be_focused()
    page.keyboard.press("Escape")
    expect(holder(page)).not_to_be_focused()


def test_the_end_of_the_jobs_is_said(page: Page, five: str) -> None:
    opened(page, five)
    holder(page).focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(VOICE)).to_contain_text("job 1,")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(VOICE)).to_have_text("This is the first job.")
    page.keyboard.press(".")
    expect(page.locator(VOICE)).to_have_text("This is the last job of its user.")


def test_a_job_outside_of_the_window_is_brought_into_it(page: Page, steady: str) -> None:
    whole = opened(page, steady)
    page.keyboard.press("Shift+w")
    before = together(page, whole)
    page.evaluate("() => window.queuescope.outline(0)")
    until(page, "() => window.queuescope.selection()")
    page.keyboard.press("ArrowRight")
    after = together(page, before)
    found = page.evaluate("() => window.queuescope.selection().facts")
    assert after[1] - after[0] == pytest.approx(before[1] - before[0])
    assert after[0] <= found["start"] <= after[1]


def test_the_longest_wait_and_its_reason_without_a_mouse(page: Page, five: str) -> None:
    """Search, step, hear, ask: by keys alone."""
    opened(page, five)
    page.keyboard.press("/")
    page.keyboard.type("longest wait")
    page.keyboard.press("Enter")
    expect(component(page, ids.FACTS).get_by_role("heading", level=2)).to_contain_text("Job 4 ")
    expect(component(page, ids.FACTS).get_by_role("table").first).to_contain_text("8 h 00 min")
    outlined(page, 2)


def outlined(page: Page, count: int) -> None:
    """Wait until the selected job is outlined in so many charts."""
    expect(gantts(page)).to_have_count(count)
    until(
        page,
        """count => [...document.querySelectorAll('#gantts .js-plotly-plot')].filter(chart =>
        (chart.layout.shapes || []).some(shape => shape.name === 'selected')).length === count""",
        count,
    )
