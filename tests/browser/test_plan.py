"""The plan at a moment: a sample under conservative backfilling, the switch, the sentence, the outlines, the link."""

from __future__ import annotations

import re

import pytest

import queuescope
from scheduler.results.store import Store
from tests.browser.conftest import SERVER_HOME
from tests.browser.steps import (
    EASY,
    LATE,
    POISSON,
    SAMPLES,
    Page,
    chart_settings,
    compare,
    component,
    expect,
    gantts,
    generate,
    ids,
    in_words,
    open_tab,
    plot_box,
    until,
    view,
)

playwright = pytest.importorskip("playwright.sync_api")

SAMPLE = "early-end.swf"
STARTS = {"start": 8, "arrival": 9, "none": 10}  # of job 2 in the plans at 6.5 s; under rebuild it runs by then
CHARTS = """[...document.querySelectorAll('#gantts .js-plotly-plot')].filter(chart => chart._fullLayout
    && chart.layout.meta && window.queuescope.stateOf(chart))"""


def outlined(page: Page, wanted: list[list[float]]) -> None:
    """Wait until the instants at which dashed outlines begin and end are these, chart by chart."""
    until(
        page,
        f"""wanted => {{
        const found = {CHARTS}.map(chart => chart._fullData
            .filter(trace => trace.name === 'reserved' && trace.line.dash !== 'solid')
            .flatMap(trace => Array.from(trace.x)).filter(Number.isFinite));
        return JSON.stringify(found.map(all => [...new Set(all)].sort((a, b) => a - b))) === JSON.stringify(wanted);
    }}""",
        wanted,
        LATE,
    )


def test_the_plan_of_a_sample_by_mouse_and_by_link(page: Page) -> None:
    trace = queuescope.load(SAMPLES / SAMPLE, store=Store(SERVER_HOME))
    kinds = [queuescope.policy("conservative", compression=kind) for kind in ("start", "arrival", "rebuild", "none")]
    page.goto(queuescope.compare(trace, kinds).address)
    for kind in (*STARTS, "rebuild"):
        expect(page.get_by_role("article", name=f"compression {kind}")).to_contain_text("Audit passed", timeout=LATE)
    open_tab(page, "schedule")
    outlined(page, [[], [], [], []])
    caption = in_words(page, "Gantt chart")
    expect(caption).not_to_contain_text("reservation")

    chart_settings(page)
    page.get_by_role("switch", name="Plan").click()  # the middle of 13 s
    expect(page).to_have_url(re.compile(r"plan=6\.5"))
    outlined(page, [[8, 11], [9, 12], [9, 12], [10, 13]])
    for kind, start in STARTS.items():
        expect(caption).to_contain_text(f"compression {kind} has one reservation, for {start} s (job 2)")
    expect(view(page, "Gantt chart")).to_contain_text("plan at 6.5 s")

    page.get_by_role("button", name="Event before").click()  # at 6 job 3 has ended
    expect(page).to_have_url(re.compile(r"plan=6(&|$)"))
    page.get_by_role("button", name="Event before").click()  # at 5 job 1 has
    expect(caption).to_contain_text("At 5 s")
    outlined(page, [[8, 11], [9, 12], [6, 9, 12], [6, 9, 10, 13]])

    box = plot_box(gantts(page).first)  # 9.5 s of 13: job 2 is reserved there
    page.mouse.click(box["x"] + 9.5 / 13 * box["width"], box["y"] + box["height"] / 2)
    expect(component(page, ids.FACTS).get_by_role("heading", level=2)).to_contain_text("Job 2 of user 2")
    until(
        page,
        f"""() => {CHARTS}.map(chart => (chart.layout.shapes || [])
        .filter(shape => shape.name === 'selected').map(shape => shape.path || '')).every(
            (paths, at) => paths.length === 1 && paths[0].startsWith('M' + [8, 9, 6, 10][at] + ','))""",
    )

    page.reload()
    outlined(page, [[8, 11], [9, 12], [6, 9, 12], [6, 9, 10, 13]])
    chart_settings(page)
    expect(page.get_by_role("switch", name="Plan")).to_be_checked()
    page.get_by_role("button", name="Submission of the job").click()  # job 2 was submitted at 0
    expect(page).to_have_url(re.compile(r"plan=0(&|$)"))
    chart_settings(page)
    page.get_by_role("switch", name="Plan").click()
    outlined(page, [[], [], [], []])
    expect(page).not_to_have_url(re.compile("plan="))
    expect(component(page, ids.PLAN_STEPS)).to_be_hidden()


@pytest.mark.exhaustive
def test_a_plan_that_takes_long_is_simulated_by_a_worker_and_drawn_when_it_is_there(page: Page) -> None:
    compare(page, lambda page: generate(page, POISSON, 31, jobs=30_000, load=3), (EASY,), "schedule")
    chart_settings(page)
    page.get_by_role("switch", name="Plan").click()
    expect(page).to_have_url(re.compile("plan="))
    caption = in_words(page, "Gantt chart")
    expect(caption).to_contain_text(
        f"the plan of {EASY} has no reservation", timeout=LATE
    )  # jobs take a processor each
    expect(component(page, ids.PLAN_STATE)).to_be_empty()
