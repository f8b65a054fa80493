"""A divisible load: numbers typed, an example opened and drawn, a worker changed, and the link that brings it back."""

from __future__ import annotations

import re

from layouts import theme
from layouts.topics.divisible import load_charts, load_ids
from scheduler.topics.divisible.samples import SAMPLES
from tests.browser.steps import Locator, Page, component, expect, fill, first_of, hold, named, type_anew, until
from tests.browser.test_access import CONTRAST, SIZES, axe, fits, violations, wear

__all__ = ["axe"]  # a fixture, used by its name

INK_OF_CHART = f"""ink => {{
    const chart = document.querySelector('#{load_ids.ANSWER} .js-plotly-plot');
    return Boolean(chart && chart._fullLayout && chart.querySelector('.barlayer')) && chart._fullLayout.font.color.toLowerCase() === ink;
}}"""


def completion(page: Page) -> Locator:
    numbers = page.get_by_role("region", name="Numbers of the load")
    return numbers.locator("div", has=page.locator("dt", has_text=re.compile("^completion$"))).locator("dd")


# 1e9 is 1 000 000 000 and never 19, and a comma is a point.
POWERS = {"1e9": "1 000 000 000", "2.5E3": "2 500", "1e-3": "0.001", "12e0": "12", "7": "7", "0.5e1": "5"}
PASTE = "(field, text) => { field.focus(); document.execCommand('insertText', false, text); }"


def test_a_load_is_typed_drawn_changed_and_brought_back_by_its_link(page: Page, axe: str) -> None:
    page.goto("/divisible?workers=1/1,1/1&load=3")
    expect(completion(page)).to_have_text("4 s")
    type_numbers(page)
    open_example(page)
    change_workers(page)
    page.reload()
    expect(completion(page)).to_have_text("5.538 s")
    expect(page.locator(named(load_ids.worker(0, "bandwidth")))).to_have_value("2")
    for scheme, rules in (("light", ()), ("dark", [CONTRAST])):  # they differ in colors alone
        wear(page, scheme)
        until(page, INK_OF_CHART, theme.INK[scheme].lower())  # the chart comes anew from the server
        assert {scheme: violations(page, axe, rules)} == {scheme: []}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        fits(page, width)
    fill(page.locator(named(load_ids.worker(0, "speed"))), 0)
    expect(component(page, load_ids.MESSAGE)).to_contain_text("The speed of worker 1 is")
    expect(completion(page)).to_have_text("5.538 s")


def type_numbers(page: Page) -> None:
    """Powers of ten and commas, typed and pasted."""
    field, toast = page.locator(named(load_ids.worker(0, "speed"))), page.locator(".qs-toast")
    for text, number in POWERS.items():
        type_anew(field, text)
        expect(field).to_have_value(number)
        field.fill("")
        field.fill(text)  # at once, as pasted
        expect(field).to_have_value(number)
    type_anew(field, "1e")
    expect(toast).to_have_text("1e: now type the power of ten.")
    field.press("Backspace")
    field.press_sequentially("25")
    expect(field).to_have_value("25")  # what follows something else is no power
    expect(page).to_have_url(re.compile(r"workers=25/"))
    type_anew(field, "6,5")
    expect(field).to_have_value("6.5")
    field.fill("")
    field.evaluate(PASTE, "4,2")
    expect(field).to_have_value("4.2")
    expect(toast).to_have_text("4,2 is read as 4.2.")


def open_example(page: Page) -> None:
    """Chosen before the answer to the last number has come, which shows no example."""
    chart, example = component(page, load_ids.ANSWER).locator(".js-plotly-plot"), component(page, load_ids.SAMPLE)
    answers = hold(page, f'"output":"..{load_ids.ANSWER}')
    fill(page.locator(named(load_ids.worker(1, "speed"))), 2)
    answer = first_of(page, answers)
    example.click()
    page.get_by_role("option", name=SAMPLES["mirrored"].title).click()
    answer.continue_()
    expect(completion(page)).to_have_text("9 s")
    expect(page.get_by_text(SAMPLES["mirrored"].shows)).to_be_visible()
    expect(chart).to_contain_text(load_charts.KINDS["return"].words)
    expect(chart.locator(".barlayer .point")).to_have_count(2 * 2 + 2 + 2 * 2)  # messages and results at the port, too


def change_workers(page: Page) -> None:
    page.get_by_role("button", name="Add a worker").click()
    expect(page.get_by_role("textbox", name="speed of worker 3")).to_have_value("1")
    fill(page.locator(named(load_ids.worker(0, "bandwidth"))), 2)
    expect(page).to_have_url(re.compile(r"/divisible\?workers=1/2,1/1,1/1&load=4&returns=mirrored$"))
    expect(completion(page)).to_have_text("5.538 s")
