"""Tabs of Compare are one and a half windows long at most: what they show is found without a search."""

from __future__ import annotations

import pytest

from tests.browser.steps import (
    CAMPAIGN_FCFS,
    EASY,
    FCFS,
    OSTRICH,
    SAMPLES,
    Page,
    expect,
    finished,
    link_of,
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
LOGS = {
    "steady-load.swf": (FCFS, EASY),
    "five-jobs.swf": (FCFS, EASY),
    "short-and-long-users.swf": (CAMPAIGN_FCFS, OSTRICH),
}


@pytest.mark.parametrize("log", LOGS)
def test_every_tab_is_short(page: Page, log: str) -> None:
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(link_of(SAMPLES / log, LOGS[log]))
    finished(page, LOGS[log])
    tabs, heights = page.get_by_role("tab").filter(visible=True), {}
    expect(tabs.first).to_be_visible()
    for tab in tabs.all():
        name = tab.inner_text()
        tab.click()
        until(page, DRAWN, name)
        heights[name] = page.evaluate(HEIGHT) / WINDOW["height"]
    assert len(heights) > 5
    assert not {name: height for name, height in heights.items() if height > LONGEST}


def test_the_four_views_of_overview_are_in_the_first_window(page: Page) -> None:
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(link_of(SAMPLES / "steady-load.swf", (FCFS, EASY)))
    finished(page, (FCFS, EASY))
    until(page, DRAWN)
    assert page.evaluate("scrollY") == 0
    ends = page.evaluate(
        "() => ['.qs-glance-gantts', '.qs-glances'].map(name => document.querySelector(name).getBoundingClientRect().bottom)"
    )
    assert ends == sorted(ends) and ends[-1] <= WINDOW["height"]


def test_gantt_charts_are_together_almost_half_a_window_high(page: Page) -> None:
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(link_of(SAMPLES / "steady-load.swf", (FCFS, EASY), "schedule"))
    finished(page, (FCFS, EASY))
    schedule_drawn(page, 2)
    high = page.evaluate(
        "() => [...document.querySelectorAll('#gantts .js-plotly-plot')].reduce((sum, one) => sum + one.clientHeight, 0)"
    )
    assert high >= 0.45 * WINDOW["height"]
