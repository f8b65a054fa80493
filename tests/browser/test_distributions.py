"""Distributions on the page: the selected job on them, and jobs lit by a drag over the values."""

from __future__ import annotations

import re

import pytest

from tests.browser.steps import (
    EASY,
    FCFS,
    Locator,
    Page,
    chart_of,
    component,
    expect,
    finished,
    ids,
    link_of,
    open_tab,
    plot_box,
    until,
    view,
)

WAITS = "Waits of all jobs"


@pytest.fixture(scope="module")
def link(warm) -> str:
    """FCFS beside EASY on a log whose jobs wait."""
    return link_of("bad-estimates.swf")


def waits(page: Page) -> Locator:
    return chart_of(page, WAITS)


def lit(page: Page) -> Locator:
    """The line below the waits."""
    return view(page, WAITS).locator(".qs-lit-line")


def strip(page: Page) -> None:
    """Wait for what stands above the tabs while jobs are lit: it moves all charts when it comes."""
    expect(component(page, ids.LIT_STRIP)).not_to_be_empty()


def drag(page: Page, begin: float, end: float) -> None:
    """Drag over a share of the width of the waits."""
    box = plot_box(waits(page))
    x, y = (lambda share: box["x"] + share * box["width"]), box["y"] + box["height"] / 2
    page.mouse.move(x(begin), y)
    page.mouse.down()
    page.mouse.move(x((begin + end) / 2), y, steps=4)
    page.mouse.move(x(end), y, steps=4)
    page.mouse.up()


def test_jobs_are_lit_by_drags_and_the_selected_job_is_marked(page: Page, link: str) -> None:
    page.goto(f"{link}&only=size%3E%3D2+wait%3E5s")
    finished(page, (FCFS, EASY))
    keep_other_conditions(page)
    light_by_a_drag_and_all_by_a_double_click(page)
    mark_the_job_on_distributions(page)
    light_all_by_escape_and_keep_the_job(page)


def keep_other_conditions(page: Page) -> None:
    """A button takes the condition of the brush away, and no other one."""
    drag(page, 0.3, 0.6)
    expect(page).to_have_url(re.compile(r"only=size%3E%3D2(\+|%20)wait%3E%3D"))
    expect(lit(page)).to_contain_text("wait>=")  # the line is drawn anew, and what had the focus in it loses it
    button = lit(page).get_by_role("button", name="Forget the wait")
    button.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"only=size%3E%3D2(&|$)"))
    expect(lit(page)).not_to_contain_text("wait>=")
    lit(page).get_by_role("button", name="Reset the highlight").click()
    expect(page).not_to_have_url(re.compile("only="))
    expect(component(page, ids.LIT_STRIP)).to_be_empty()


def light_by_a_drag_and_all_by_a_double_click(page: Page) -> None:
    drag(page, 0.4, 0.7)
    expect(page).to_have_url(re.compile(r"only=wait%3E%3D.*wait%3C"))
    expect(lit(page)).to_contain_text(re.compile(r"Lit: [\d\s]+ of [\d\s]+ jobs"))
    # the chart follows the line below it: a band over the values, and the lit jobs over pale ones
    until(
        page,
        """() => {
        const chart = document.querySelector('[aria-labelledby=figure-waits] .js-plotly-plot');
        return chart && chart.layout && chart.layout.shapes && chart.layout.shapes.length === 1
            && chart.data.slice(2).some(line => line.x && line.x.length > 1) && chart.data[0].opacity < 0.5; }""",
    )
    until(
        page,
        """() => [...document.querySelectorAll('.qs-gantt .js-plotly-plot, .qs-gantt.js-plotly-plot')].some(
        chart => chart.layout && JSON.stringify(chart.layout.meta || {}).includes('wait'))""",
    )
    strip(page)
    box = plot_box(waits(page))
    page.mouse.dblclick(box["x"] + 0.2 * box["width"], box["y"] + 0.3 * box["height"])
    expect(page).not_to_have_url(re.compile("only="))
    expect(lit(page)).to_contain_text("Drag over the chart")


def mark_the_job_on_distributions(page: Page) -> None:
    """A job that is chosen by keyboard; then another one."""
    open_tab(page, "overview")
    page.get_by_role("heading", level=1).click()  # in the row of tabs arrow keys choose a tab
    page.keyboard.press("ArrowRight")
    named = component(page, ids.FACTS).get_by_role("heading", level=2)
    expect(named).to_contain_text("Job ")
    first = re.findall(r"\d+", named.inner_text())[0]
    for name in (WAITS, "Histogram of stretches"):  # all of them: tests/drawing/test_distributions.py
        expect(view(page, name).locator(".annotation-text", has_text=f"job {first}:")).to_have_count(2)
    open_tab(page, "overview")
    page.get_by_role("heading", level=1).click()  # in the row of tabs arrow keys choose a tab
    page.keyboard.press("ArrowRight")
    expect(named).not_to_contain_text(f"Job {first} ")
    second = re.findall(r"\d+", named.inner_text())[0]
    open_tab(page, "waiting")
    expect(waits(page).locator(".annotation-text", has_text=f"job {second}:")).to_have_count(2)
    expect(waits(page).locator(".annotation-text", has_text=f"job {first}:")).to_have_count(0)


def light_all_by_escape_and_keep_the_job(page: Page) -> None:
    """Escape over a distribution."""
    drag(page, 0.4, 0.7)
    expect(page).to_have_url(re.compile("only=wait"))
    strip(page)
    box = plot_box(waits(page))
    page.mouse.move(box["x"] + 0.2 * box["width"], box["y"] + 0.3 * box["height"])
    page.keyboard.press("Escape")
    expect(page).not_to_have_url(re.compile("only="))
    expect(component(page, ids.FACTS).get_by_role("heading", level=2)).to_be_visible()
