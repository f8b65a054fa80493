"""A light grid: the sample opens with its runs, killed pieces are told from local jobs, and a click says who killed."""

from __future__ import annotations

import pytest

from tests.browser.steps import (
    LATE,
    Page,
    component,
    expect,
    gantts,
    ids,
    open_tab,
    open_workload,
    plot_box,
    summarized,
    until,
)

playwright = pytest.importorskip("playwright.sync_api")

SAMPLE = "light-grid.swf"
CROSSES = """() => [...document.querySelectorAll('#gantts .js-plotly-plot')].filter(chart => chart._fullData).map(
    chart => chart._fullData.filter(trace => trace.name === 'kills').flatMap(trace => Array.from(trace.x)))"""


def test_a_click_on_a_killed_run_says_which_local_job_needed_its_processor(page: Page) -> None:
    open_workload(page)
    page.get_by_role("tab", name="Samples").click()
    page.get_by_role("button", name=f"Open finished: {SAMPLE}").click()
    expect(page.get_by_role("article")).to_have_count(3, timeout=LATE)
    for run in page.get_by_role("article").all():
        expect(run).to_contain_text("Audit passed", timeout=LATE)
    open_tab(page, "schedule")
    summarized(page)
    until(page, f"() => JSON.stringify(({CROSSES})()) === '[[5,6],[5],[]]'", timeout=LATE)
    expect(page.get_by_text("killed, to be run again").first).to_be_visible()
    expect(component(page, ids.LOOK_COLOR)).to_have_value("Local or grid")
    assert "color=" not in page.url

    box = plot_box(gantts(page).first)  # 13 s and 5 rows: run 5 is killed at 5 on one of the upper two
    page.mouse.click(box["x"] + 3.5 / 13 * box["width"], box["y"] + 0.1 * box["height"])
    facts = component(page, ids.FACTS)
    expect(facts).to_contain_text(
        "It was killed at 5 s, after 3 s, because local job 10 started and needed its processor"
    )
