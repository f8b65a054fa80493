"""Tabs of Compare are one and a half windows long at most: what they show is found without a search."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from tests.browser.steps import (
    BACKFILL,
    EASY,
    FCFS,
    SAMPLES,
    Page,
    component,
    expect,
    finished,
    ids,
    link_of,
    open_tab,
    schedule_drawn,
    until,
)

WINDOW = {"width": 1440, "height": 900}
LONGEST = 1.5  # windows
# The panel of the tab that is chosen: the one before it stays in sight for a moment after the press.
DRAWN = """name => { const panel = document.querySelector('[role=tabpanel]:not([hidden])');
    const tab = panel && document.getElementById(panel.getAttribute('aria-labelledby'));
    return tab && (!name || tab.innerText === name) && !panel.querySelector('.qs-coming') && panel.textContent.trim() && [...panel.querySelectorAll('.dash-graph')]
        .filter(one => one.getBoundingClientRect().top < innerHeight).every(one => one.querySelector('.js-plotly-plot .main-svg')); }"""
HEIGHT = "() => document.querySelector('[role=tabpanel]:not([hidden])').getBoundingClientRect().height"
SIDE_BY_SIDE = """() => ['.qs-glance-gantts', '.qs-glances'].map(
    name => document.querySelector(name).getBoundingClientRect().bottom)"""
CHARTS_HIGH = """() => [...document.querySelectorAll('#gantts .js-plotly-plot')].reduce(
    (sum, one) => sum + one.clientHeight, 0)"""


def opened(page: Page, log: str, policies: tuple[str, ...]) -> None:
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(link_of(SAMPLES / log, policies))
    finished(page, policies)


def too_long(page: Page, wanted: Collection[str] = ()) -> dict[str, float]:
    """Open every tab, or those wanted; those that are longer than they may be, in windows."""
    tabs, heights = page.get_by_role("tab").filter(visible=True), {}
    expect(tabs.first).to_be_visible()
    for tab in tabs.all():
        name = tab.inner_text()
        if wanted and name not in wanted:
            continue
        tab.click()
        until(page, DRAWN, name)
        heights[name] = page.evaluate(HEIGHT) / WINDOW["height"]
    assert len(heights) >= (len(wanted) or 6)
    return {name: height for name, height in heights.items() if height > LONGEST}


def test_every_tab_is_short_and_the_first_window_shows_the_whole_overview(page: Page) -> None:
    opened(page, "steady-load.swf", (EASY, BACKFILL))  # of which no other test makes replicas, which lengthen a table
    until(page, DRAWN)
    assert page.evaluate("scrollY") == 0
    until(page, f"() => {{ const ends = ({SIDE_BY_SIDE})(); return ends[0] <= ends[1] && ends[1] <= innerHeight; }}")
    assert too_long(page) == {}
    expect(component(page, ids.UNITS_BOX)).not_to_have_attribute("hidden", "")
    expect(component(page, ids.AXES_BOX)).to_have_attribute(
        "hidden", ""
    )  # a log without a clock has no dates to choose
    open_tab(page, "schedule")
    schedule_drawn(page, 2)
    assert page.evaluate(CHARTS_HIGH) >= 0.45 * WINDOW["height"]  # almost half a window for the Gantt charts


@pytest.mark.exhaustive
def test_every_tab_of_five_jobs_is_short(page: Page) -> None:
    """Those of campaigns: test_sweeps.py."""
    opened(page, "five-jobs.swf", (FCFS, EASY))
    assert too_long(page) == {}
