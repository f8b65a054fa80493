"""What is told beside the charts: of a job, of the differences between runs, of a range; opening it moves nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed; see requirements-dev.txt")

from playwright.sync_api import Locator, Page, expect

from layouts import ids
from tests.browser.steps import LATE, component, first_of, hold, link_of, named, plot_box, show_whole_log, until
from tests.cases.width import width

SIZES = [(1280, 720), (390, 844), (1440, 900), (1024, 768)][: width(2, 4)]
BOXES = """() => [...document.querySelectorAll('.qs-gantt, .qs-minimap, #tabs, h1')].map(element => {
    const box = element.getBoundingClientRect();
    return [box.left + scrollX, box.top + scrollY, box.width, box.height];
})"""
WATCH = """() => {
    window.shifts = [];
    new PerformanceObserver(list => window.shifts.push(...list.getEntries().map(entry => entry.value)))
        .observe({type: 'layout-shift'});
}"""
RESIZED = """([width, height]) => innerWidth === width && innerHeight === height
    && [...document.querySelectorAll('#gantts .js-plotly-plot')].every(
        chart => chart._fullLayout && Math.abs(chart._fullLayout.width - chart.clientWidth) <= 2)"""
BOTH_STARTS = """() => {                       // of job 4, which FCFS starts at 11 h and EASY at 6 h
    const now = window.queuescope.window();
    return now && now[0] <= 21600 && now[1] >= 43200;
}"""
RANGE = "span => window.dash_clientside.set_props('range', {data: span})"


@pytest.fixture(scope="module")
def link() -> str:
    """FCFS beside EASY on five jobs, the schedule shown."""
    return link_of("five-jobs.swf", tab="schedule")


@pytest.fixture(scope="module")
def shared(visit: Callable[[], Page], link: str) -> Page:
    """The page for that comparison; the first test opens it."""
    return visit()


@pytest.fixture
def page(shared: Page) -> Page:
    """The page the tests share, with nothing selected and everything in view."""
    shared.set_viewport_size({"width": 1280, "height": 720})
    from_the_schedule(shared)
    return shared


def from_the_schedule(page: Page) -> None:
    """Go on with the schedule, nothing selected and everything in view."""
    page.get_by_role("tab", name="Schedule").click()
    drawn(page)
    close = facts(page).get_by_role("button", name="Close")
    if close.count():
        close.click()
    page.evaluate(RANGE, None)
    show_whole_log(page)
    expect(facts(page)).to_be_empty()


def drawn(page: Page) -> None:
    charts = component(page, ids.GANTTS).locator(".js-plotly-plot")
    expect(charts).to_have_count(2, timeout=LATE)
    expect(charts.locator(".nsewdrag.drag")).to_have_count(2)


def facts(page: Page) -> Locator:
    return component(page, ids.FACTS)


def elsewhere(page: Page) -> None:
    """Bring the charts to the first half hour."""
    page.evaluate("() => window.queuescope.show({t0: 0, t1: 1800})")
    until(page, "() => window.queuescope.window()[1] === 1800")


def heading(page: Page) -> Locator:
    return facts(page).get_by_role("heading", level=2)


def differences(page: Page) -> Locator:
    return page.get_by_role("list", name="Largest differences").get_by_role("button")


def test_a_key_pressed_before_the_runs_are_compared_moves_there_when_the_schedule_is_first_opened(
    shared: Page, link: str
) -> None:
    page, asks = shared, "next-differences.hidden"
    held = hold(page, asks)
    page.goto(link.replace("tab=schedule", "tab=fairness"))
    answer = first_of(page, held)
    page.keyboard.press("v")
    expect(page.get_by_text("The runs are being compared; then the next difference is shown.")).to_be_visible()
    expect(facts(page)).to_be_empty()
    answer.continue_()
    expect(heading(page)).to_contain_text("Job 4 of user 4")
    page.unroute_all()
    page.get_by_role("tab", name="Schedule").click()
    drawn(page)
    the_difference_is_in_view(page)


def test_a_click_on_a_job_moves_no_chart_at_any_size_of_the_window(page: Page) -> None:
    for across, down in SIZES:
        page.set_viewport_size({"width": across, "height": down})
        until(page, RESIZED, [across, down])
        a_click_moves_no_chart(page)


def a_click_moves_no_chart(page: Page) -> None:
    chart = component(page, ids.GANTTS).locator(".js-plotly-plot").first
    chart.scroll_into_view_if_needed()
    until(page, "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
    before = page.evaluate(BOXES)
    page.evaluate(WATCH)
    box = plot_box(chart)
    page.mouse.click(box["x"] + 0.1 * box["width"], box["y"] + 0.9 * box["height"])
    expect(heading(page)).to_contain_text("Job 1 of user 1")
    expect(facts(page)).to_contain_text("It started")  # the reasons have come, too
    assert page.evaluate(BOXES) == before
    assert sum(page.evaluate("() => window.shifts")) < 0.01
    facts(page).get_by_role("button", name="Close").click()
    expect(facts(page)).to_be_empty()
    assert page.evaluate(BOXES) == before


def test_the_largest_differences_by_mouse_by_keys_and_from_another_tab(page: Page) -> None:
    expect(differences(page)).to_have_count(1)  # of five jobs one starts elsewhere
    expect(differences(page).first).to_contain_text("5 h 00 min shorter")
    expect(differences(page).first).to_contain_text("starts 06:00:00, not 11:00:00")
    elsewhere(page)
    differences(page).first.click()
    the_difference_is_in_view(page)
    expect(page).to_have_url(re.compile(r"job=3(&|$)"))
    expect(differences(page)).to_have_count(0)  # out of sight while a job is selected
    for key in ("v", "Shift+V"):
        from_the_schedule(page)
        elsewhere(page)
        page.keyboard.press(key)
        the_difference_is_in_view(page)
        page.keyboard.press("Escape")
        expect(facts(page)).to_be_empty()
        expect(differences(page)).to_have_count(1)
    page.get_by_role("tab", name="Fairness").click()
    expect(component(page, ids.GANTTS)).not_to_be_visible()
    differences(page).first.click()
    expect(component(page, ids.GANTTS)).to_be_visible()
    the_difference_is_in_view(page)


def the_difference_is_in_view(page: Page) -> None:
    expect(heading(page)).to_contain_text("Job 4 of user 4")
    until(page, BOTH_STARTS)


def test_the_numbers_of_a_job_by_the_mark_of_a_metric_and_those_of_a_range(page: Page) -> None:
    mark = page.locator(named(ids.definition("wait_mean", "summary")))
    panel = page.get_by_role("region", name="Definition of Mean wait")
    expect(panel).not_to_be_visible()
    mark.focus()
    page.keyboard.press("Enter")
    expect(panel).to_contain_text("Its value is in the middle of all that count.")
    expect(panel).to_contain_text(
        "Wait of job 3 of user 3: start - submit = 28\u202f800 s - 7\u202f200 s = 21\u202f600 s (6 h 00 min)."
    )
    expect(panel.get_by_role("link", name="Look up wait in the glossary")).to_have_attribute(
        "href", "/glossary#term-wait"
    )
    page.keyboard.press("Escape")
    expect(panel).not_to_be_visible()
    expect(mark).to_be_focused()
    differences(page).first.click()
    expect(heading(page)).to_contain_text("Job 4 of user 4")
    mark.click()
    expect(panel).to_contain_text("It is the selected job.")
    expect(panel).to_contain_text("Wait of job 4 of user 4: start - submit = 39\u202f600 s - ")
    panel.get_by_role("button", name="Go to job 4").click()
    expect(heading(page)).to_contain_text("Job 4 of user 4")
    page.keyboard.press("Escape")
    expect(panel).not_to_be_visible()

    from_the_schedule(page)
    page.evaluate(RANGE, {"r0": 0, "r1": 21600})
    numbers = component(page, ids.RANGE_FACTS)
    expect(numbers.get_by_role("heading", level=2)).to_have_text("Range")
    expect(numbers.get_by_role("row")).to_have_count(3)
    expect(numbers.get_by_role("row").nth(1)).to_contain_text("2")
    expect(differences(page)).to_have_count(1)
    numbers.get_by_role("button", name="Close the selected range").click()
    expect(numbers).to_be_empty()
    expect(page).not_to_have_url(re.compile("r0="))


def test_lines_of_a_job_stand_where_its_panel_comes(page: Page) -> None:
    held, is_free = [], Event()

    def keep(route: Any) -> None:
        if not is_free.is_set() and '"output":"facts.children"' in (route.request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    page.route("**/_dash-update-component*", keep)
    box = plot_box(component(page, ids.GANTTS).locator(".js-plotly-plot").first)
    page.mouse.click(box["x"] + 0.1 * box["width"], box["y"] + 0.9 * box["height"])
    first = page.locator(".qs-first-look")
    expect(first).to_contain_text(
        re.compile(
            r"Job \d+ · user \d+ · \d+ processors?.*First come, first served · real.*waited .*submit .*start .*end ",
            re.S,
        )
    )
    expect(page.locator("html")).to_have_class(re.compile("qs-facts-open"))
    expect(facts(page)).to_be_empty()
    is_free.set()
    for route in held:
        route.continue_()
    expect(heading(page)).to_contain_text(re.compile(r"Job \d+ of user \d+"))
    expect(first).to_have_count(0)
    facts(page).get_by_role("button", name="Close").click()
    expect(page.locator("html")).not_to_have_class(re.compile("qs-facts-open"))
    page.unroute_all()
