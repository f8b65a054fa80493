"""Moldable tasks in the browser: a sample opened, shelves and batches over the Gantt charts, allotments, and why."""

from __future__ import annotations

import pytest

from scheduler.policies import all_policies
from tests.browser.steps import (
    LATE,
    Page,
    chart_of,
    component,
    expect,
    finished,
    ids,
    in_words,
    open_tab,
    open_workload,
    until,
)

pytest.importorskip("playwright.sync_api")

SAMPLE = "three-tasks.swf"
MRT, DEMT = (all_policies()[key].title for key in ("mrt", "demt"))
# of every Gantt chart: the kinds of lines over its rows, their labels, and whether these are above the plot
MARKS = """() => {
    const charts = [...document.querySelectorAll('#gantts .js-plotly-plot')].filter(chart => chart._fullLayout
        && chart.querySelector('.textpoint text'));
    return charts.length < 2 ? null : charts.map(chart => ({
        kinds: [...new Set(chart.data.map(trace => trace.name).filter(name => ['shelf', 'batch'].includes(name)))],
        labels: [...chart.querySelectorAll('.textpoint text')].map(text => text.textContent),
        above: [...chart.querySelectorAll('.textpoint text')].every(text => text.getBoundingClientRect().bottom
            <= chart.querySelector('.nsewdrag').getBoundingClientRect().top + 3)}));
}"""
# the middle of the last bar of the first chart, in pixels of the window
LAST = """() => {
    const chart = document.querySelector('#gantts .js-plotly-plot');
    chart.scrollIntoView({block: 'center'});
    const box = chart.getBoundingClientRect(), {xaxis, yaxis} = chart._fullLayout;
    return chart._fullData.filter(trace => trace.type === 'bar').flatMap(bar => [...bar.x].map((wide, i) => (
        {wide, x: box.left + xaxis._offset + xaxis.d2p(bar.base[i] + wide / 2),
         y: box.top + yaxis._offset + yaxis.d2p(bar.y[i])}))).sort((a, b) => b.x - a.x)[0];
}"""
STILL = f"""() => {{          // the chart is where it was at the five looks before
    const place = JSON.stringify(({LAST})());
    window.placeLooks = place === window.placeBefore ? window.placeLooks + 1 : 0;
    window.placeBefore = place;
    return window.placeLooks >= 5;
}}"""


def test_a_sample_shows_shelves_batches_allotments_and_why(page: Page) -> None:
    open_workload(page)
    page.get_by_role("tab", name="Samples and logs").click()
    page.get_by_role("button", name=f"Open finished: {SAMPLE}").click()
    expect(page.get_by_role("heading", name="Compare", level=1)).to_be_visible(timeout=LATE)
    finished(page, (MRT, DEMT))
    open_tab(page, "schedule")

    until(
        page,
        f"""wanted => {{        // plotly draws the labels before it has made room for them
        const marks = ({MARKS})();
        return marks && marks.length === 2 && marks.every((one, at) => Object.entries(wanted[at]).every(
            ([name, value]) => JSON.stringify(one[name]) === JSON.stringify(value))); }}""",
        [
            {"kinds": ["shelf"], "labels": ["first shelf", "second shelf"], "above": True},
            {"kinds": ["batch"], "labels": ["batch 1-2", "batch 3"], "above": True},
        ],
    )

    chart_of(page, "Allotments")
    expect(in_words(page, "Allotments")).to_contain_text(f"{MRT}: half of the tasks on at most 1 processor")
    expect(page.get_by_role("region", name="Run table")).to_contain_text(
        "Weighted sum of completion times over its bound"
    )

    open_tab(page, "schedule")
    until(page, STILL)
    place = page.evaluate(LAST)  # of MRT: the task that has to wait for the second shelf
    page.mouse.click(place["x"], place["y"])
    drawer = component(page, ids.FACTS)
    expect(drawer).to_contain_text("4 s on 1 to 2 s on 2 processors")
    expect(drawer).to_contain_text("it was given")
    expect(drawer).to_contain_text("MRT's guess of the makespan is")
