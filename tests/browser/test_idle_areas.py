"""Idle processors on Compare: a click on an area, or a stretch of the list by keyboard, says why and selects it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.browser.steps import (
    EASY,
    FCFS,
    Page,
    component,
    drawn,
    expect,
    finished,
    ids,
    link_of,
    plot_box,
    settled,
    view,
)
from tests.browser.test_access import axe, violations  # noqa: F401 - axe is a fixture
from tests.browser.test_order import PUSH_DOWN

AREA = """chart => {       // of the first run, which is first come, first served
    const box = chart.querySelector('.nsewdrag').getBoundingClientRect();
    const {xaxis, yaxis} = chart._fullLayout, area = chart._fullData.find(trace => trace.name === 'kept free for the head of the queue');
    const y = Array.from(area.y), at = y.findIndex(value => value > 0), time = Array.from(area.x);
    return [box.x + xaxis.d2p((time[at] + time[at + 1]) / 2) / xaxis._length * box.width,
        box.y + yaxis.d2p(yaxis.range[1] / 1.02 - 0.5) / yaxis._length * box.height];
}"""


@pytest.fixture(scope="module")
def shared(visit: Callable[[], Page]) -> Page:
    """FCFS beside EASY on five jobs; a page that is not scrolled does not keep its place where it grows."""
    page = visit()
    page.set_viewport_size({"width": 1280, "height": 1800})
    page.goto(link_of("five-jobs.swf", tab="idle"))
    finished(page, (FCFS, EASY))
    return page


NOTHING_SELECTED = """() => {
    document.querySelectorAll('.late').forEach(one => one.remove());
    for (const store of ['range', 'look', 'job'])
        if ((dash_component_api.getLayout(store).props.data ?? null) !== null) dash_clientside.set_props(store, {data: null});
}"""


@pytest.fixture
def page(shared: Page) -> Page:
    """That page with nothing selected and all time shown."""
    shared.evaluate(NOTHING_SELECTED)
    expect(shared).not_to_have_url(re.compile("r0=|only=|job="))
    show_all_time(shared)
    drawn(shared)
    return shared


def show_all_time(page: Page) -> None:
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("0")
    expect(page).not_to_have_url(re.compile("t0=[1-9]"))
    settled(page, 1)


def said(page: Page) -> str:
    return component(page, ids.IDLE_MESSAGE).inner_text()


def test_a_drag_zooms_and_selects_nothing(page: Page) -> None:
    box = plot_box(view(page, "Underutilization").locator(".js-plotly-plot"))
    page.mouse.move(box["x"] + 0.2 * box["width"], box["y"] + 0.5 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"], steps=5)
    page.mouse.up()
    expect(page).to_have_url(re.compile("t0="))
    assert said(page) == ""


def test_a_click_on_an_area_says_why_and_selects_the_stretch(page: Page, axe: str) -> None:  # noqa: F811
    chart = view(page, "Underutilization").locator(".js-plotly-plot")
    plot_box(chart)  # scrolled into view
    where = chart.evaluate(AREA)
    page.mouse.click(*where)
    expect(component(page, ids.IDLE_MESSAGE)).to_contain_text("kept free for the head of the queue")
    expect(component(page, ids.IDLE_MESSAGE)).to_contain_text("would have fitted")
    expect(page).to_have_url(re.compile(r"r0=[\d.]+&r1=[\d.]+"))
    expect(page).to_have_url(re.compile("only=submit"))
    assert violations(page, axe) == []
    component(page, ids.IDLE_MESSAGE).get_by_role("button").first.click()
    expect(component(page, ids.FACTS)).to_contain_text("Job")


def test_a_click_is_of_the_area_that_was_pressed_though_the_page_moves_before_the_release(page: Page) -> None:
    page.mouse.move(*view(page, "Underutilization").locator(".js-plotly-plot").evaluate(AREA))
    page.mouse.down()
    page.evaluate(PUSH_DOWN, ".qs-compare")
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"r0=[\d.]+&r1=[\d.]+"))
    expect(component(page, ids.IDLE_MESSAGE)).to_contain_text("kept free for the head of the queue")


def test_a_stretch_of_the_list_is_selected_by_keyboard(page: Page) -> None:
    view(page, "Underutilization").get_by_text("The largest stretches of idle processors").click()
    first = component(page, ids.IDLE_LIST).get_by_role("button").first
    first.focus()
    page.keyboard.press("Enter")
    expect(component(page, ids.IDLE_MESSAGE)).to_contain_text("idle on average")
    expect(page).to_have_url(re.compile(r"r0="))
