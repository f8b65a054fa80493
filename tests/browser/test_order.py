"""Clicks of somebody who is faster than the page: what moves, or is drawn anew, between a press and its answer loses none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.browser.conftest import Faults
from tests.browser.steps import (
    FCFS,
    LATE,
    Page,
    answered,
    chart_of,
    component,
    expect,
    first_of,
    hold,
    ids,
    open_tab,
    until,
    view,
)
from tests.browser.test_navigation import five, resting

__all__ = ["five"]

# the middle of the longest bar of the first chart, or of the one that starts last, in pixels of the window
BAR = """isLast => {
    const chart = document.querySelector('#gantts .js-plotly-plot'), box = chart.getBoundingClientRect(), {xaxis, yaxis} = chart._fullLayout;
    const bars = chart._fullData.filter(trace => trace.type === 'bar');
    if (bars.some(({x}) => !x || !x[Symbol.iterator])) return null;          // plotly is drawing it
    return bars.flatMap(bar => [...bar.x].map((wide, i) => ({
        wide, begin: bar.base[i], x: box.left + xaxis._offset + xaxis.d2p(bar.base[i] + wide / 2),
        y: box.top + yaxis._offset + yaxis.d2p(bar.y[i])}))).sort((a, b) => isLast ? b.begin - a.begin : b.wide - a.wide)[0];
}"""
PUSH_DOWN = """selector => {
    const late = Object.assign(document.createElement('div'), {className: 'late'});
    late.style.height = '180px';
    document.querySelector(selector).before(late);
}"""
DRAWN_ANEW = """([place, selector]) => {            // by Dash, in elements of their own
    const old = document.querySelector(selector), {children} = dash_component_api.getLayout(place).props;
    dash_clientside.set_props(place, {children});
    return new Promise(done => (function look() {
        if (document.contains(old) || !document.querySelector(selector)) requestAnimationFrame(look); else done();
    })());
}"""
HOLD_LOOKS = """() => {                    // the page does not look at what has come until it is told to
    for (const name of ['requestAnimationFrame', 'setTimeout']) {
        const plain = window[name].bind(window);
        window[name] = (work, ...rest) => (work.name === 'lookAround' ? 1 : plain(work, ...rest));
    }
}"""
HOLD_TIMERS = """() => {                   // what the page would do a tenth of a second later waits
    const plain = window.setTimeout, held = [];
    window.setTimeout = (work, ms, ...rest) => (ms === 100 ? held.push(() => work(...rest)) : plain(work, ms, ...rest));
    window.releaseTimers = () => { window.setTimeout = plain; held.forEach(work => work()); };
}"""
LOOK = "look => window.dash_clientside.set_props('look', {data: look})"
LOOK_NOW = "() => dash_component_api.getLayout('look').props.data"
SOURCES = "() => window.queuescope.gantts().map(gd => gd.layout.meta.queuescope.source).join()"
OUTLINED = (
    "() => window.queuescope.gantts().every(gd => (gd.layout.shapes || []).some(shape => shape.name === 'selected'))"
)
BASE = "() => new URLSearchParams(location.search).get('base')"
JOB = "() => new URLSearchParams(location.search).get('job')"
# a point that is a job, of the first chart with such points: where it is, when the page has been scrolled there, and its job
POINT = """() => {
    const chart = [...document.querySelectorAll('.js-plotly-plot')].find(one => one._fullLayout && one.layout.meta?.jobs && one.offsetParent);
    if (!chart) return null;
    window.pointed = chart;
    chart.scrollIntoView({block: 'center'});
    const box = chart.getBoundingClientRect(), {xaxis, yaxis} = chart._fullLayout, line = chart._fullData.find(trace => trace.customdata);
    const within = (value, [low, high]) => value > low && value < high;
    const at = line.x.findIndex((x, i) => Array.isArray(line.customdata[i]) && within(x, xaxis.range) && within(line.y[i], yaxis.range));
    return {job: line.customdata[at][0], x: box.left + xaxis._offset + xaxis.d2p(line.x[at]), y: box.top + yaxis._offset + yaxis.d2p(line.y[at])};
}"""
STAR = '#states button[aria-label^="Baseline"]'
LONGEST, LAST = "Job 1 of user 1", "Job 5 of user 5"


def facts(page: Page) -> Any:
    return component(page, ids.FACTS).get_by_role("heading", level=2)


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click_bar(page: Page, is_last: bool = False) -> None:
    place = until(page, BAR, is_last)
    page.mouse.click(place["x"], place["y"])


def click_unanswered(page: Page, is_last: bool = False) -> Any:
    """Click a bar, and keep back the question that the page asks then: its route."""
    held: list = []
    first = iter([True])
    page.route("**/pick/**", lambda route: held.append(route) if next(first, False) else route.fallback())
    with page.expect_request("**/pick/**"):
        click_bar(page, is_last)
    return first_of(page, held)


@contextmanager
def held_back(page: Page, words: str) -> Iterator[list]:
    """Keep back the request with these words that somebody makes here; its route is in the list at the end."""
    held = hold(page, words)
    with page.expect_request(lambda request: words in (request.post_data or "")):
        yield held
    held.append(first_of(page, held))


@pytest.fixture(scope="module")
def shared(visit: Callable[[], Page], five: str) -> Page:
    """Two runs of five jobs, all in sight: a page that is not scrolled does not keep its place where it grows."""
    page = visit()
    page.set_viewport_size({"width": 1280, "height": 1800})
    page.goto(five.replace("tab=schedule", "tab=overview"))
    return page


AS_USUAL = """() => {
    document.querySelectorAll('.late').forEach(one => one.remove());
    if (document.querySelector('#select-tool[aria-pressed=true]')) document.getElementById('select-tool').click();
    for (const store of ['look', 'job'])
        if ((dash_component_api.getLayout(store).props.data ?? null) !== null) dash_clientside.set_props(store, {data: null});
}"""


@pytest.fixture
def schedule(shared: Page) -> Page:
    """The schedule of that page, with nothing selected, lit, or as somebody chose it."""
    shared.unroute_all()
    expect(component(shared, ids.SEARCH)).to_be_visible(timeout=LATE)
    shared.evaluate(AS_USUAL)
    expect(shared).not_to_have_url(re.compile("job=|only=|rows="))
    if "base=1" in shared.url:
        shared.get_by_role("button", name=f"Baseline: {FCFS}").click()
    expect(shared).not_to_have_url(re.compile("base="))
    answered(shared)
    open_tab(shared, "schedule")
    until(shared, f"() => ({SOURCES})() === 'real,real'")
    resting(shared)
    return shared


# -- before the schedule has come for the first time


def test_jobs_are_lit_though_another_one_is_picked_before_the_answer(shared: Page) -> None:
    page = shared
    open_tab(page, "overview")
    chart_of(page, "Waits of all jobs")
    expect(view(page, "Waits of all jobs").locator(".qs-lit-line")).to_contain_text("Drag over the chart")
    answered(page)  # what comes for the first time is asked for with what is lit then
    with held_back(page, '"type":"lit"') as held:
        page.evaluate(LOOK, {"only": "user=1"})
    page.evaluate("() => dash_clientside.set_props('job', {data: 0})")
    expect(facts(page)).to_have_text(LONGEST)
    held[0].continue_()
    expect(view(page, "Waits of all jobs").locator(".qs-lit-line")).to_contain_text("Lit: 1 of 5 jobs")
    until(page, "() => document.querySelector('[aria-labelledby=figure-waits] .js-plotly-plot').data[0].opacity < 0.5")


def test_a_tab_that_comes_late_shows_what_was_chosen_meanwhile(shared: Page) -> None:
    page = shared
    open_tab(page, "overview")
    with held_back(page, '"plot":"tab-schedule"') as held:
        component(page, ids.tab_button("schedule")).click()
    page.evaluate(LOOK, {"rows": "users"})
    held[0].continue_()
    open_tab(page, "schedule")
    until(page, f"() => ({SOURCES})() === 'users,users'")
    assert page.evaluate(LOOK_NOW) == {"rows": "users"}


# -- between the press and the release


def test_a_click_is_of_what_was_pressed_though_the_page_moves_before_the_release(schedule: Page) -> None:
    place = until(schedule, BAR, False)
    schedule.mouse.move(place["x"], place["y"])
    schedule.mouse.down()
    schedule.evaluate(PUSH_DOWN, "#gantts")
    schedule.mouse.up()
    expect(facts(schedule)).to_have_text(LONGEST)


def test_a_button_counts_though_the_page_moves_before_the_release_but_not_where_the_pointer_has_gone_elsewhere(
    schedule: Page,
) -> None:
    schedule.mouse.move(*middle(schedule, "#select-tool"))
    schedule.mouse.down()
    schedule.evaluate(PUSH_DOWN, ".qs-compare")
    schedule.mouse.up()
    expect(schedule.locator("#select-tool")).to_have_attribute("aria-pressed", "true")
    schedule.evaluate(AS_USUAL)
    expect(schedule.locator("#select-tool")).to_have_attribute("aria-pressed", "false")
    across, down = middle(schedule, "#select-tool")
    schedule.mouse.move(across, down)
    schedule.mouse.down()
    schedule.mouse.move(across, down + 60)
    schedule.mouse.up()
    schedule.locator("#rows-in").click()
    expect(schedule.locator("#select-tool")).to_have_attribute("aria-pressed", "false")


def test_a_button_that_is_drawn_anew_before_the_release_counts(schedule: Page) -> None:
    schedule.mouse.move(*middle(schedule, STAR))
    schedule.mouse.down()
    schedule.evaluate(DRAWN_ANEW, [ids.STATES, STAR])
    schedule.mouse.up()
    until(schedule, f"() => ({BASE})() === '1'")


def test_a_click_on_a_point_counts_though_its_chart_is_drawn_anew_before_the_release(schedule: Page) -> None:
    page = schedule
    open_tab(page, "winners")
    answered(page)
    place = until(page, POINT)
    page.mouse.move(place["x"], place["y"])
    expect(page.locator(".hovertext")).not_to_have_count(0)
    page.mouse.down()
    page.evaluate("() => Plotly.relayout(window.pointed, {shapes: []})")
    page.mouse.up()
    until(page, f"job => ({JOB})() === String(job)", place["job"])
    open_tab(page, "schedule")
    until(page, OUTLINED)


# -- before the answer


def test_a_click_counts_though_the_charts_are_drawn_anew_before_its_answer(schedule: Page) -> None:
    held = click_unanswered(schedule)
    schedule.evaluate(LOOK, {"rows": "users"})
    until(schedule, f"() => ({SOURCES})() === 'users,users'")
    held.continue_()
    expect(facts(schedule)).to_have_text(LONGEST)
    until(schedule, OUTLINED)


def test_a_search_keeps_what_was_chosen_before_its_answer(schedule: Page) -> None:
    with held_back(schedule, f"{ids.SEARCH_ASKED}.data") as held:
        component(schedule, ids.SEARCH).fill("user=1")
        component(schedule, ids.SEARCH).press("Enter")
    schedule.evaluate(LOOK, {"rows": "users"})
    until(schedule, f"() => ({SOURCES})() === 'users,users'")
    held[0].continue_()
    until(schedule, f"() => (({LOOK_NOW})() || {{}}).only")
    assert schedule.evaluate(LOOK_NOW)["rows"] == "users"


# Timers of no delay wait until they are let go: as on a page that is so busy that keys come first.
HOLD_NEXT_TASKS = """() => {
  const plain = window.setTimeout;
  window.held = [];
  window.setTimeout = (work, wait, ...rest) => (wait ? plain(work, wait, ...rest) : window.held.push(work));
  window.letGo = () => { window.setTimeout = plain; for (const work of window.held.splice(0)) work(); };
}"""


def test_enter_takes_the_marked_choice_though_a_timer_comes_late(schedule: Page) -> None:
    schedule.evaluate(HOLD_NEXT_TASKS)
    schedule.locator("summary", has_text="Add a run").press("Enter")
    schedule.keyboard.press("Tab")
    schedule.keyboard.type("smallest area")
    schedule.keyboard.press("ArrowDown")
    schedule.evaluate("window.letGo()")
    schedule.keyboard.press("Enter")
    expect(component(schedule, ids.ADD_POLICY)).to_have_value("Smallest area first")
    expect(schedule.get_by_role("listbox", name="Policy")).to_be_hidden()
    schedule.keyboard.press("Escape")


def test_another_baseline_keeps_the_job_that_was_picked_before_its_answer(schedule: Page) -> None:
    with held_back(schedule, r"\"type\":\"baseline\"}.n_clicks") as held:
        schedule.locator(STAR).click()
    click_bar(schedule)
    expect(facts(schedule)).to_have_text(LONGEST)
    held[0].continue_()
    until(schedule, f"() => ({BASE})() === '1' && ({JOB})() === '0'")
    expect(facts(schedule)).to_have_text(LONGEST)


def test_a_job_picked_after_going_back_stays(schedule: Page) -> None:
    click_bar(schedule)
    until(schedule, f"() => ({JOB})() === '0'")
    open_tab(schedule, "overview")
    component(schedule, ids.FACTS_CLOSE).click()
    until(schedule, f"() => ({JOB})() === null")
    with held_back(schedule, f"{ids.COMPARE_HEAD}.children") as held:
        schedule.go_back()
    open_tab(schedule, "schedule")
    click_bar(schedule, True)
    until(schedule, "() => dash_component_api.getLayout('job').props.data === 4")
    with schedule.expect_response(lambda response: response.request == held[0].request):
        held[0].continue_()
    until(schedule, f"() => ({JOB})() === '4'")
    expect(facts(schedule)).to_have_text(LAST)


def test_an_answer_about_the_job_before_does_not_take_the_place_of_a_newer_one(schedule: Page) -> None:
    with held_back(schedule, f"{ids.FACTS}.children") as held:
        click_bar(schedule)
    click_bar(schedule, True)
    expect(facts(schedule)).to_have_text(LAST)
    with schedule.expect_response(lambda response: response.request == held[0].request) as late:
        held[0].continue_()
    late.value.finished()
    schedule.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    expect(facts(schedule)).to_have_text(LAST)


def test_a_click_that_the_server_refuses_is_answered_in_words(schedule: Page, lasting: Faults) -> None:
    lasting.allow("404", "/pick/")
    schedule.route("**/pick/**", lambda route: route.fulfill(status=404, json={"error": "There is no such run here."}))
    click_bar(schedule)
    expect(schedule.locator(".qs-toast")).to_contain_text("The server does not know what is there")


def test_a_tab_that_is_opened_before_the_page_of_a_link_has_come_stays_open(schedule: Page) -> None:
    page = schedule
    page.evaluate("() => { document.querySelector('#page h1').dataset.before = 'yes'; }")
    nav = component(page, ids.NAV)
    with held_back(page, "page.children") as home:
        nav.get_by_role("link", name="Home").click()
    with held_back(page, "page.children") as compare:
        nav.get_by_role("link", name="Compare").click()
    component(page, ids.tab_button("overview")).click()
    until(page, "() => dash_component_api.getLayout('tab').props.data === 'overview'")
    for held in (*compare, *home):
        held.continue_()
    until(page, "() => !document.querySelector('#page h1[data-before]')")
    until(page, "() => document.querySelector('#views > [role=tabpanel]:not([hidden]) .dash-graph')")
    expect(component(page, ids.tab_button("overview"))).to_have_attribute("aria-selected", "true")
    expect(page).not_to_have_url(re.compile("tab=schedule"))


# -- after a job was named elsewhere, with charts that are still to go there


def test_a_click_counts_though_the_charts_have_yet_to_go_to_another_job(schedule: Page) -> None:
    page = schedule
    open_tab(page, "winners")
    page.evaluate(HOLD_TIMERS)
    page.evaluate("() => dash_clientside.set_props('goto', {data: {job: 3, t0: 9180, t1: 54000}})")
    until(page, f"() => ({JOB})() === '3'")
    open_tab(page, "schedule")
    held = click_unanswered(page, True)
    page.evaluate("() => window.releaseTimers()")
    held.continue_()
    expect(facts(page)).to_have_text(LAST)


# -- before the page has looked at its charts, which it does not do any more then


def test_a_click_counts_on_a_chart_that_has_only_just_been_drawn(schedule: Page) -> None:
    schedule.evaluate(HOLD_LOOKS)
    schedule.evaluate(LOOK, {"rows": "users"})
    until(
        schedule,
        "() => [...document.querySelectorAll('#gantts .js-plotly-plot')].some(gd => gd._fullLayout && gd.layout.meta.queuescope.source === 'users' && !window.queuescope.stateOf(gd))",
    )
    click_bar(schedule)
    expect(facts(schedule)).to_have_text(LONGEST)
