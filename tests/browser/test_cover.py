"""Compare before its scripts have run: the finished sample stands there at once, and stays where it is when it comes alive."""

from __future__ import annotations

import re

from tests.browser.steps import EASY, FCFS, LATE, Page, component, expect, finished, gantts, until

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


def all_colored(page: Page) -> None:
    """Every small view of the cover shows the picture of its color scheme."""
    until(page, f"() => {{ const seen = ({COLORED})(); return seen.length === 5 && Math.min(...seen) > 0; }}")


def places(page: Page, within: str) -> list[list[int]]:
    return page.evaluate(PLACES, [f"{within} {part}" for part in PARTS])


def moved(before: list[list[int]], after: list[list[int]]) -> dict[str, tuple]:
    """The parts that are more than a few pixels away from where they were."""
    pairs = zip(PARTS, before, after, strict=True)
    return {part: (a, b) for part, a, b in pairs if max(abs(x - y) for x, y in zip(a, b, strict=True)) > 4}


def test_the_sample_is_there_before_the_scripts_and_makes_way_for_the_page(page: Page) -> None:
    page.goto("/compare?tab=idle")  # a tab alone opens the sample on that tab
    finished(page, (FCFS, EASY))
    expect(page.get_by_role("tab", name="Idle")).to_have_attribute("aria-selected", "true")
    expect(page).to_have_url(re.compile("runs=.*tab=idle"))
    cover = component(page, "first-paint")
    expect(cover).to_have_count(0, timeout=LATE)

    layouts: list = []
    page.route("**/_dash-layout*", lambda route: layouts.append(route), times=1)
    with page.expect_request("**/_dash-layout*"):
        page.goto("/compare")
    expect(cover).to_contain_text("EASY cuts the mean wait of FCFS from")
    all_colored(page)
    before = places(page, "#first-paint")
    assert before[-1][1] < 720 or before[-1][3] > 100
    for route in layouts:
        route.continue_()
    expect(cover).to_have_count(0)
    expect(gantts(page)).to_have_count(2)
    finished(page, (FCFS, EASY))  # the cover also goes after a while, though the page is not drawn yet
    assert moved(before, places(page, "#page")) == {}

    page.emulate_media(color_scheme="dark")
    figures: list = []
    page.route("**/async-graph*", lambda route: figures.append(route))  # no chart can be drawn
    page.goto("/compare")
    expect(page.get_by_role("tab", name="Waiting")).to_be_visible()
    expect(cover).to_have_count(1)
    all_colored(page)
    before = places(page, "#first-paint")
    page.keyboard.press("Shift")  # whoever begins to work has the page itself
    expect(cover).to_have_count(0)
    for route in figures:
        route.continue_()
    finished(page, (FCFS, EASY))
    assert moved(before, places(page, "#page")) == {}
    page.get_by_role("tab", name="Waiting").click()
    expect(page).to_have_url(re.compile("tab=waiting"))
