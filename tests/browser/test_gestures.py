"""Gestures that went wrong: drags that left old ticks, double clicks that opened a job, a strip that would not be dragged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Faults
from tests.browser.steps import (
    CHARTS,
    SAMPLES,
    Page,
    compare,
    component,
    drag,
    expect,
    gantts,
    ids,
    plot_box,
    release,
    settled,
    until,
)

TICKS = f"""() => {CHARTS}.map(chart => {{
    const {{range, tickvals, ticktext}} = chart._fullLayout.xaxis;
    return [...tickvals].map((tick, i) => [tick, ticktext[i]]).filter(([tick]) => tick >= range[0] && tick <= range[1]);
}})"""


@pytest.fixture(scope="module")
def shared(visit: Callable[[], Any]) -> Any:
    """FCFS beside EASY on five jobs, in the tab of the schedule."""
    page = visit()
    compare(page, SAMPLES / "five-jobs.swf", tab="schedule")
    return page


@pytest.fixture
def schedule(shared: Any) -> Any:
    """That page with everything in sight and nothing selected."""
    shared.keyboard.press("Escape")
    until(shared, "() => !location.search.includes('job=')")
    shared.keyboard.press("0")
    until(
        shared,
        """() => window.queuescope.gantts().every(chart => {
        const {range} = chart._fullLayout.xaxis, {extent} = chart.layout.meta.queuescope;
        return Math.abs(range[0] - extent[0]) + Math.abs(range[1] - extent[1]) < 1e-3;
    })""",
    )
    return shared


def test_a_chart_that_is_dragged_has_ticks_of_its_new_window(schedule: Page) -> None:
    whole = settled(schedule, 2)
    for begin, end in ((0.2, 0.6), (0.3, 0.5)):
        drag(schedule, gantts(schedule).first, begin, end)
        whole = settled(schedule, 2, other_than=whole)
        dragged, other = until(
            schedule,
            f"""() => {{
            const all = ({TICKS})(), words = all.map(ticks => ticks.map(([, text]) => text).join('|'));
            return all.every(ticks => ticks.length >= 3) && words.every(one => one === words[0]) ? all : null;
        }}""",
        )
        assert [tick for tick, _ in dragged] == pytest.approx([tick for tick, _ in other])
        assert [text for _, text in dragged] == [text for _, text in other]


RECORD = """() => {
    const set = window.dash_clientside.set_props;
    window.picked = [];
    window.dash_clientside.set_props = (id, props) => { if (id === 'picked') window.picked.push(props.data.job); set(id, props); };
}"""


def test_a_double_click_shows_everything_and_opens_no_job(schedule: Page) -> None:
    box = plot_box(gantts(schedule).first)
    across, top, bottom = box["x"] + 0.1 * box["width"], box["y"] + 0.1 * box["height"], box["y"] + 0.9 * box["height"]
    schedule.evaluate(RECORD)
    whole = settled(schedule, 2)
    schedule.keyboard.press("w")
    part = settled(schedule, 2, other_than=whole)
    schedule.mouse.dblclick(across, bottom)
    assert settled(schedule, 2, other_than=part) == pytest.approx(whole)
    schedule.mouse.click(across, top)  # a click after it is one again, and all before it is answered then
    picked = until(
        schedule, "() => typeof window.picked.at(-1) === 'number' && window.queuescope.selection() && window.picked"
    )
    assert picked[:-1] == [] or picked[-2] is None, picked
    expect(component(schedule, ids.FACTS)).to_contain_text("Job")


def test_a_drag_over_the_strip_makes_a_window_where_everything_is_shown(schedule: Page) -> None:
    whole = settled(schedule, 2)
    place = schedule.locator(".qs-brush")
    size: Any = place.bounding_box()
    place.hover(
        position={"x": 0.3 * size["width"], "y": 0.5 * size["height"]}
    )  # nothing of the page lies over it there
    box: Any = place.bounding_box()
    middle = box["y"] + box["height"] / 2
    schedule.mouse.down()
    schedule.mouse.move(box["x"] + 0.6 * box["width"], middle, steps=4)
    release(schedule)
    part = settled(schedule, 2, other_than=whole)
    length = whole[1] - whole[0]
    assert part == pytest.approx([whole[0] + 0.3 * length, whole[0] + 0.6 * length], rel=0.02)


@pytest.mark.parametrize("times", [0, 2, 8])
def test_handles_of_the_strip_stand_at_the_ends_of_the_window(schedule: Page, times: int) -> None:
    for _ in range(times):
        before = settled(schedule, 2)
        schedule.keyboard.press("w")
        settled(schedule, 2, other_than=before)
    gaps = until(
        schedule,
        """() => {
        const field = document.querySelector('.qs-brush'), edges = field && field.querySelector('.qs-brush-window');
        if (!edges) return null;
        const inset = parseFloat(field.style.getPropertyValue('--qs-inset')), box = edges.getBoundingClientRect();
        const begin = box.left + inset, end = box.right - inset;
        const from = field.querySelector('.qs-brush-from'), to = field.querySelector('.qs-brush-to');
        const before = part => getComputedStyle(part, '::before');
        return [from.getBoundingClientRect().right - parseFloat(before(from).right) - begin, to.getBoundingClientRect().left + parseFloat(before(to).left) - end];
    }""",
    )
    assert all(abs(gap) <= 8 for gap in gaps), gaps  # a handle is 8 pixels wide


def test_without_a_server_the_page_says_so_until_it_answers_again(schedule: Page, lasting: Faults) -> None:
    lasting.allow(r"ERR_FAILED|Failed to fetch|fetch", "")
    banner = schedule.locator(".qs-offline")
    box = plot_box(gantts(schedule).first)
    schedule.route("**/*", lambda route: route.abort())
    try:
        schedule.mouse.click(box["x"] + 0.1 * box["width"], box["y"] + 0.9 * box["height"])
        expect(banner).to_have_text("Not connected, retrying")
        assert schedule.locator("body > .qs-unanswered").count() == 0
    finally:
        schedule.unroute("**/*")
    expect(banner).to_have_count(0)
    until(schedule, "() => window.queuescope.selection()")  # what was asked for meanwhile comes by itself
    expect(component(schedule, ids.FACTS)).to_contain_text("Job")


def test_times_that_are_typed_stay_while_the_charts_change_their_look(schedule: Page) -> None:
    begin = component(schedule, ids.RANGE_FROM)
    begin.fill("soon")
    begin.blur()
    for look in ({"color": "size"}, None):  # the second answer comes after the first one has been shown
        with schedule.expect_response(lambda answer: f"{ids.RANGE_BODY}.children" in (answer.request.post_data or "")):
            schedule.evaluate("look => window.dash_clientside.set_props('look', {data: look})", look)
    expect(begin).to_have_value("soon")
    begin.fill("")
    begin.blur()
