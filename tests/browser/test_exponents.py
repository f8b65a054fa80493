"""Powers of ten and commas in number fields: 1e9 is 1 000 000 000 and never 19; what a field cannot hold is refused in a sentence."""

from __future__ import annotations

import re

import pytest

from layouts import ids
from tests.browser.steps import SAMPLES, Page, choose, expect, named, open_workload


def typed(field, text: str) -> None:
    field.fill("")
    field.click()
    field.press_sequentially(text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("1e9", "1 000 000 000"), ("2.5E3", "2 500"), ("1e-3", "0.001"), ("12e0", "12"), ("7", "7"), ("0.5e1", "5")],
)
def test_a_power_of_ten_is_the_number_it_stands_for(page: Page, text: str, wanted: str) -> None:
    page.goto("/divisible")
    field = page.locator(named(ids.load_worker(0, "speed")))
    typed(field, text)
    expect(field).to_have_value(wanted)
    field.fill("")
    field.fill(text)  # at once, as pasted
    expect(field).to_have_value(wanted)


def test_what_follows_something_else_is_no_power(page: Page) -> None:
    page.goto("/divisible")
    field = page.locator(named(ids.load_worker(0, "speed")))
    typed(field, "1e")
    expect(page.locator(".qs-toast")).to_have_text("1e: now type the power of ten.")
    field.press("Backspace")
    field.press_sequentially("25")
    expect(field).to_have_value("25")


def test_what_a_field_cannot_hold_is_refused_in_a_sentence(page: Page) -> None:
    open_workload(page)
    choose(page, SAMPLES / "five-jobs.swf")
    page.get_by_text(re.compile("^Change the workload")).click()
    field = page.locator(named(ids.param("options", "processors")))
    typed(field, "3e-2")
    expect(page.locator(".qs-toast")).to_have_text("3e-2 is not taken: this field takes whole numbers.")
    expect(field).to_have_value("3")
    typed(field, "1e300")
    expect(page.locator(".qs-toast")).to_have_text("1e300 is not taken: powers of ten go from -15 to 15.")
    expect(field).to_have_value("1")
    typed(field, "7e99")
    expect(page.locator(".qs-toast")).to_have_text(re.compile("powers of ten go from -15 to 15"))
    expect(field).to_have_value("7")


def test_a_comma_is_a_point_whether_typed_or_pasted(page: Page) -> None:
    page.goto("/divisible")
    field = page.locator(named(ids.load_worker(0, "speed")))
    typed(field, "6,5")
    expect(field).to_have_value("6.5")
    field.fill("")
    field.evaluate("field => { field.focus(); document.execCommand('insertText', false, '4,2'); }")  # as it is pasted
    expect(field).to_have_value("4.2")
    expect(page.locator(".qs-toast")).to_have_text("4,2 is read as 4.2.")
