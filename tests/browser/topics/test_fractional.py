"""Jobs that share nodes, in the browser: chosen, run, drawn in fractions, told of, and a wrong name answered."""

from __future__ import annotations

import pytest

from scheduler.generators import all_generators
from scheduler.policies import all_policies
from tests.browser.steps import (
    EASY,
    LATE,
    Page,
    chart_of,
    component,
    expect,
    fill,
    generate,
    ids,
    loaded,
    named,
    open_tab,
    open_workload,
    run,
    simulate,
    until,
    view,
)

pytest.importorskip("playwright.sync_api")

DFRS, LUBLIN = all_policies()["dfrs"].title, all_generators()["lublin99"].title
CHARTS = """[...document.querySelectorAll('#gantts .js-plotly-plot')].filter(chart => chart._fullLayout
    && chart.querySelector('.nsewdrag') && window.queuescope.stateOf(chart))"""
# of the chart of DFRS: heights of bars, and the middle of the widest hatched one in pixels of the window
BARS = f"""() => {{
    const chart = {CHARTS}[0];
    const bars = chart && chart._fullData.filter(trace => trace.type === 'bar');
    if (!bars || !bars.length) return null;
    chart.scrollIntoView({{block: 'center'}});
    const box = chart.getBoundingClientRect(), {{xaxis, yaxis}} = chart._fullLayout;
    const hatched = bars.filter(bar => bar.marker.pattern && bar.marker.pattern.shape === 'x').flatMap(bar =>
        [...bar.x].map((wide, i) => ({{wide, x: box.left + xaxis._offset + xaxis.d2p(bar.base[i] + wide / 2),
                                      y: box.top + yaxis._offset + yaxis.d2p(bar.y[i])}})));
    return {{heights: bars.flatMap(bar => [...bar.width]), title: yaxis.title.text,
             hatched: hatched.sort((a, b) => b.wide - a.wide)}};
}}"""

STILL = f"""() => {{          // the same, once the chart is where it was at the look before
    const bars = ({BARS})(), place = JSON.stringify(bars && bars.hatched), before = window.placeBefore;
    window.placeBefore = place;
    return bars && bars.hatched.length && place === before ? bars : null;
}}"""


def test_jobs_that_share_nodes_from_their_needs_to_their_responses(page: Page) -> None:
    """EASY beside DFRS on 40 jobs with needs."""
    open_workload(page)
    page.get_by_role("tab", name="Generate").click()
    page.get_by_role("textbox", name="Model").click()
    page.get_by_role("option", name=LUBLIN).click()
    page.locator(named(ids.param("generator", "lublin99.needs"))).check(force=True)
    generate(page, LUBLIN, 1, jobs=40, processors=4)
    loaded(page, LATE)
    simulate(page, (DFRS, EASY))
    for name in (DFRS, EASY):
        expect(run(page, name)).to_contain_text("Audit passed", timeout=LATE)
    # the views of the run that ended first stay until those of both are there, and its tabs may be fewer
    expect(page.locator(".qs-glance-gantts > div")).to_have_count(2, timeout=LATE)
    expect(view(page, "CPU wanted and used")).to_be_visible(timeout=LATE)
    fractions_and_penalties_are_drawn_and_told(page)
    a_wrong_scheme_is_answered_by_a_sentence(page)


def fractions_and_penalties_are_drawn_and_told(page: Page) -> None:
    open_tab(page, "schedule")
    bars = until(page, STILL, timeout=LATE)
    assert bars["title"].startswith("nodes")
    assert min(bars["heights"]) < 1
    expect(component(page, ids.VIEWS)).to_contain_text("penalty of a pause or move")
    place = bars["hatched"][0]
    page.mouse.click(place["x"], place["y"])
    drawer = page.get_by_role("region", name="Facts")
    expect(drawer).to_contain_text("from submission to completion")
    expect(drawer.locator("[role=img][aria-label^=Took]").first).to_be_visible()
    chart_of(page, "How fast jobs run")
    chart_of(page, "What a response is made of")
    page.keyboard.press("Escape")
    expect(drawer.get_by_role("heading")).to_have_count(0)


def a_wrong_scheme_is_answered_by_a_sentence(page: Page) -> None:
    page.get_by_text("Add a run").click()
    page.get_by_role("textbox", name="Policy", exact=True).click()
    page.get_by_role("option", name=DFRS).click()
    box = page.locator(named(ids.param("policy", "dfrs.scheme")))
    fill(box, "Gredy */per")
    page.get_by_role("button", name="Run it").click()
    expect(page.get_by_text("is no scheme: it begins with 'Gredy*'")).to_be_visible()
