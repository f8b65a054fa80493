"""Moving about in Gantt charts: by mouse, by the strip above them, by keys alone, and while the server does not answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Faults
from tests.browser.steps import (
    CHARTS,
    Locator,
    Page,
    component,
    drag,
    expect,
    gantts,
    ids,
    link_of,
    plot_box,
    release,
    schedule_drawn,
    settled,
    show_whole_log,
    until,
)

TICKS = f"""() => {CHARTS}.map(chart => {{
    const {{range, tickvals, ticktext}} = chart._fullLayout.xaxis;
    return [...tickvals].map((tick, i) => [tick, ticktext[i]]).filter(([tick]) => tick >= range[0] && tick <= range[1]);
}})"""
VOICE = ".qs-voice"


@pytest.fixture(scope="module")
def five(visit: Callable[[], Any]) -> Any:
    """FCFS beside EASY on five jobs, in the tab of the schedule."""
    page = visit()
    page.goto(link_of("five-jobs.swf", tab="schedule"))
    schedule_drawn(page, 2)
    return page


@pytest.fixture
def schedule(five: Any) -> Any:
    """That page with everything in sight and nothing selected."""
    five.evaluate("document.activeElement.blur()")
    five.keyboard.press("Escape")
    until(five, "() => !location.search.includes('job=')")
    show_whole_log(five)
    return five


RECORD = """() => {
    const set = window.dash_clientside.set_props;
    window.picked = [];
    window.dash_clientside.set_props = (id, props) => { if (id === 'picked') window.picked.push(props.data.job); set(id, props); };
}"""


def test_five_jobs_by_mouse(schedule: Page) -> None:
    dragged_charts_have_ticks_of_their_new_window(schedule)
    show_whole_log(schedule)
    a_double_click_shows_everything_and_opens_no_job(schedule)
    show_whole_log(schedule)
    typed_times_stay_while_the_charts_change_their_look(schedule)


def dragged_charts_have_ticks_of_their_new_window(page: Page) -> None:
    window = settled(page, 2)
    for begin, end in ((0.2, 0.6), (0.3, 0.5)):
        drag(page, gantts(page).first, begin, end)
        window = settled(page, 2, other_than=window)
        dragged, other = until(
            page,
            f"""() => {{
            const all = ({TICKS})(), words = all.map(ticks => ticks.map(([, text]) => text).join('|'));
            return all.every(ticks => ticks.length >= 3) && words.every(one => one === words[0]) ? all : null;
        }}""",
        )
        assert [tick for tick, _ in dragged] == pytest.approx([tick for tick, _ in other])
        assert [text for _, text in dragged] == [text for _, text in other]


def a_double_click_shows_everything_and_opens_no_job(page: Page) -> None:
    box = plot_box(gantts(page).first)
    across, top, bottom = box["x"] + 0.1 * box["width"], box["y"] + 0.1 * box["height"], box["y"] + 0.9 * box["height"]
    page.evaluate(RECORD)
    whole = settled(page, 2)
    page.keyboard.press("w")
    part = settled(page, 2, other_than=whole)
    page.mouse.dblclick(across, bottom)
    assert settled(page, 2, other_than=part) == pytest.approx(whole)
    page.mouse.click(across, top)  # a click after it is one again, and all before it is answered then
    picked = until(
        page, "() => typeof window.picked.at(-1) === 'number' && window.queuescope.selection() && window.picked"
    )
    assert picked[:-1] == [] or picked[-2] is None, picked
    expect(component(page, ids.FACTS)).to_contain_text("Job")


def typed_times_stay_while_the_charts_change_their_look(page: Page) -> None:
    begin = component(page, ids.RANGE_FROM)
    begin.fill("soon")
    begin.blur()
    for look in ({"color": "size"}, None):  # the second answer comes after the first one has been shown
        with page.expect_response(lambda answer: f"{ids.RANGE_BODY}.children" in (answer.request.post_data or "")):
            page.evaluate("look => window.dash_clientside.set_props('look', {data: look})", look)
    expect(begin).to_have_value("soon")
    begin.fill("")
    begin.blur()


GAPS = """() => {       // between the handles and the ends of the window, in pixels
    const field = document.querySelector('.qs-brush'), edges = field && field.querySelector('.qs-brush-window');
    if (!edges) return null;
    const inset = parseFloat(field.style.getPropertyValue('--qs-inset')), box = edges.getBoundingClientRect();
    const begin = box.left + inset, end = box.right - inset;
    const from = field.querySelector('.qs-brush-from'), to = field.querySelector('.qs-brush-to');
    const before = part => getComputedStyle(part, '::before');
    return [from.getBoundingClientRect().right - parseFloat(before(from).right) - begin, to.getBoundingClientRect().left + parseFloat(before(to).left) - end];
}"""


def strip(page: Page) -> Locator:
    return page.get_by_role("group", name="The whole log in a strip")


def slider(page: Page, name: str) -> Locator:
    return strip(page).get_by_role("slider", name=name)


def test_five_jobs_by_the_strip(schedule: Page) -> None:
    page = schedule
    window = slider(page, "Window of the charts")
    before = window.get_attribute("aria-valuetext")
    page.keyboard.press("w")  # the strip follows the charts
    expect(window).not_to_have_attribute("aria-valuetext", str(before))
    show_whole_log(page)
    expect(window).to_have_attribute("aria-valuetext", str(before))
    a_drag_where_everything_is_shown_makes_a_window(page)
    show_whole_log(page)
    for times in (0, 2, 6):  # of two zooms, then of eight
        for _ in range(times):
            range_before = settled(page, 2)
            page.keyboard.press("w")
            settled(page, 2, other_than=range_before)
        gaps = until(page, GAPS)
        assert all(abs(gap) <= 8 for gap in gaps), gaps  # a handle is 8 pixels wide


def a_drag_where_everything_is_shown_makes_a_window(page: Page) -> None:
    whole = settled(page, 2)
    place = page.locator(".qs-brush")
    size: Any = place.bounding_box()
    # nothing of the page lies over it there
    place.hover(position={"x": 0.3 * size["width"], "y": 0.5 * size["height"]})
    box: Any = place.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.down()
    page.mouse.move(box["x"] + 0.6 * box["width"], middle, steps=4)
    release(page)
    part = settled(page, 2, other_than=whole)
    length = whole[1] - whole[0]
    assert part == pytest.approx([whole[0] + 0.3 * length, whole[0] + 0.6 * length], rel=0.02)


def holder(page: Page, index: int = 0) -> Locator:
    """What takes the keys of a chart."""
    return component(page, ids.GANTTS).get_by_role("application").nth(index)


def outlined(page: Page, count: int) -> None:
    """Wait until the selected job is outlined in so many charts."""
    expect(gantts(page)).to_have_count(count)
    until(
        page,
        """count => [...document.querySelectorAll('#gantts .js-plotly-plot')].filter(chart =>
        (chart.layout.shapes || []).some(shape => shape.name === 'selected')).length === count""",
        count,
    )


def test_five_jobs_by_keys_alone_and_by_ear(schedule: Page) -> None:
    page = schedule
    chart, voice, facts = holder(page), page.locator(VOICE), component(page, ids.FACTS)
    expect(chart).to_have_attribute("aria-roledescription", "Gantt chart")
    expect(chart).to_have_attribute("aria-label", re.compile("First come, first served"))
    expect(chart).to_have_accessible_description(re.compile("Enter: why it waited.*The longest wait is"))
    chart.focus()
    expect(chart).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(voice).to_have_text("job 1, user 1, 1 processor, waited 0 s, ran 8 h 00 min")
    outlined(page, 2)
    expect(facts.get_by_role("heading")).to_have_count(0)  # nothing opens by itself
    page.keyboard.press("ArrowRight")
    expect(voice).to_contain_text("job 2, user 2, 3 processors")
    page.keyboard.press("ArrowLeft")
    expect(voice).to_contain_text("job 1,")
    page.keyboard.press("ArrowUp")
    expect(voice).to_contain_text("job 2,")
    page.keyboard.press("Enter")
    expect(facts.get_by_role("heading", level=2)).to_contain_text("Job 2 ")
    expect(facts.get_by_role("region", name="Facts")).to_be_focused()
    page.keyboard.press("Escape")
    expect(facts.get_by_role("heading")).to_have_count(0)
    expect(chart).to_be_focused()
    page.keyboard.press("Escape")
    expect(chart).not_to_be_focused()

    chart.focus()
    page.keyboard.press("ArrowRight")
    expect(voice).to_contain_text("job 1,")
    page.keyboard.press("ArrowLeft")
    expect(voice).to_have_text("This is the first job.")
    page.keyboard.press(".")
    expect(voice).to_have_text("This is the last job of its user.")
    page.keyboard.press("Escape")

    page.keyboard.press("/")  # the longest wait and its reason
    page.keyboard.type("longest wait")
    page.keyboard.press("Enter")
    expect(facts.get_by_role("heading", level=2)).to_contain_text("Job 4 ")
    expect(facts.get_by_role("table").first).to_contain_text("8 h 00 min")
    outlined(page, 2)


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
