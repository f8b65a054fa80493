"""Compare before its scripts have run: the finished sample stands there at once, and stays where it is when it comes alive."""

from __future__ import annotations

import re

import pytest

from tests.browser.steps import EASY, FCFS, LATE, Page, component, expect, finished, gantts, summarized, until

PLACES = """parts => parts.map(part => { const box = document.querySelector(part).getBoundingClientRect();
    return [box.x, box.y, box.width, box.height].map(Math.round); })"""
PARTS = (
    "h1",
    ".qs-runchip",
    ".qs-finding",
    ".qs-summary-table table",
    ".qs-tabs",
    ".qs-glance-gantts",
    ".qs-glances",
    ".qs-glances > :last-child",
)
COLORED = """() => [...document.querySelectorAll('#first-paint .qs-still-data')].map(one =>
    [...one.querySelectorAll('img')].filter(image => image.offsetParent && image.naturalWidth).length)"""


@pytest.fixture(autouse=True)
def sample(page: Page) -> None:
    """The sample, finished."""
    page.goto("/compare")
    finished(page, (FCFS, EASY))
    expect(component(page, "first-paint")).to_have_count(0, timeout=LATE)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_sample_is_there_before_the_scripts_and_stays_where_it_is(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    layouts: list = []
    page.route("**/_dash-layout*", lambda route: layouts.append(route))
    with page.expect_request("**/_dash-layout*"):
        page.goto("/compare")
    cover = component(page, "first-paint")
    expect(cover).to_contain_text("EASY backfilling cuts the mean wait of First come, first served from")
    until(page, f"() => {{ const seen = ({COLORED})(); return seen.length === 5 && Math.min(...seen) > 0; }}")
    before = page.evaluate(PLACES, [f"#first-paint {part}" for part in PARTS])
    assert before[-1][1] < 720 or before[-1][3] > 100
    for route in layouts:
        route.continue_()
    expect(cover).to_have_count(0)
    expect(gantts(page)).to_have_count(2)
    finished(page, (FCFS, EASY))  # the cover also goes after a while, though the page is not drawn yet
    after = page.evaluate(PLACES, [f"#page {part}" for part in PARTS])
    moved = [
        part
        for part, one, other in zip(PARTS, before, after, strict=True)
        if max(abs(a - b) for a, b in zip(one, other, strict=True)) > 4
    ]
    assert not moved, (moved, before, after)


def test_whoever_begins_to_work_has_the_page_itself(page: Page) -> None:
    figures: list = []
    page.route("**/async-graph*", lambda route: figures.append(route))  # no chart can be drawn
    page.goto("/compare")
    expect(page.get_by_role("tab", name="Waiting")).to_be_visible()
    expect(component(page, "first-paint")).to_have_count(1)
    page.keyboard.press("Shift")
    expect(component(page, "first-paint")).to_have_count(0)
    for route in figures:
        route.continue_()
    summarized(page)  # what comes above the tabs would move them away under the pointer
    page.get_by_role("tab", name="Waiting").click()
    expect(page).to_have_url(re.compile("tab=waiting"))


def test_a_tab_alone_opens_the_sample_on_that_tab(page: Page) -> None:
    page.goto("/compare?tab=idle")
    finished(page, (FCFS, EASY))
    expect(page.get_by_role("tab", name="Idle")).to_have_attribute("aria-selected", "true")
    expect(page).to_have_url(re.compile("runs=.*tab=idle"))
