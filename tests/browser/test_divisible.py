"""A divisible load in the browser: a worker changed, the completion follows, and the link brings it back."""

from __future__ import annotations

import re

from layouts import load_charts
from scheduler.divisible.samples import SAMPLES
from tests.browser.steps import Locator, Page, component, expect, fill, ids, named
from tests.browser.test_access import SIZES, axe, fits, violations, wear

__all__ = ["axe"]       # a fixture, used by its name


def opened(page: Page, query: str = "") -> None:
    page.goto(f"/lessons{query}")
    expect(component(page, ids.LOAD_ANSWER).locator(".js-plotly-plot .main-svg").first).to_be_attached()


def completion(page: Page) -> Locator:
    numbers = page.get_by_role("region", name="Numbers of the load")
    return numbers.locator("div", has=page.locator("dt", has_text=re.compile("^completion$"))).locator("dd")


def test_a_changed_worker_changes_the_completion_and_the_link_brings_it_back(page: Page) -> None:
    opened(page, "?workers=1/1,1/1&load=3")
    expect(completion(page)).to_have_text("4 s")
    expect(page.get_by_text(SAMPLES["two_alike"].shows)).to_be_visible()
    fill(page.locator(named(ids.load_worker(0, "bandwidth"))), 2)
    expect(completion(page)).to_have_text("3 s")
    expect(page).to_have_url(re.compile(r"/lessons\?workers=1/2,1/1&load=3$"))
    page.get_by_role("button", name="Add a worker").click()
    expect(page.get_by_role("textbox", name="speed of worker 3")).to_have_value("1")
    expect(completion(page)).to_have_text("2.571 s")
    page.reload()
    expect(completion(page)).to_have_text("2.571 s")
    page.get_by_role("button", name="Remove worker 1").click()
    expect(completion(page)).to_have_text("4 s")


def test_an_example_fills_the_form_and_nonsense_is_answered_by_a_sentence(page: Page) -> None:
    opened(page)
    component(page, ids.LOAD_SAMPLE).click()
    page.get_by_role("option", name=SAMPLES["mirrored"].title).click()
    expect(completion(page)).to_have_text("9 s")
    expect(component(page, ids.LOAD_ANSWER).locator(".js-plotly-plot")).to_contain_text(load_charts.KINDS["return"].words)
    fill(page.locator(named(ids.load_worker(0, "speed"))), 0)
    expect(component(page, ids.LOAD_SAID)).to_contain_text("The speed of worker 1 is")
    expect(completion(page)).to_have_text("9 s")


def test_axe_finds_nothing_in_a_load_and_nothing_sticks_out(page: Page, axe: str) -> None:
    opened(page, "?returns=best")
    for scheme in ("light", "dark"):
        wear(page, scheme)
        assert {scheme: violations(page, axe)} == {scheme: []}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        fits(page, width)
