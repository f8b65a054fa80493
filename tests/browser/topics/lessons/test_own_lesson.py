"""A lesson of one's own: a file to begin with, what is written while another is on its way, the preview and the link."""

from __future__ import annotations

import re

from layouts.topics.lessons import lesson_ids
from tests.browser.steps import Page, component, expect, first_of, hold


def begin_with(page: Page, lesson: str) -> None:
    component(page, lesson_ids.OWN_FROM).click()
    page.get_by_role("option", name=lesson, exact=True).click()


def test_a_lesson_is_begun_with_another_and_previewed(page: Page) -> None:
    page.goto("/own-lesson")
    file = component(page, lesson_ids.OWN_TEXT)
    begin_with(page, "Starvation")
    expect(file).to_have_value(re.compile('title = "Starvation"'))
    source = file.input_value()
    files = hold(page, f'"output":"{lesson_ids.OWN_TEXT}.value"')
    begin_with(page, "The convoy")
    other = first_of(page, files)
    file.fill(source.replace("Starvation", "My queue"))
    other.fulfill(response=other.fetch())
    page.get_by_role("button", name="Preview").click()
    expect(component(page, lesson_ids.OWN_RESULT).get_by_role("link", name="Take the lesson")).to_be_visible()
    expect(file).to_have_value(re.compile('title = "My queue"'))
    file.fill(source.replace("title", "titel", 1))
    page.get_by_role("button", name="Preview").click()
    expect(component(page, lesson_ids.OWN_RESULT)).to_contain_text("titel")
