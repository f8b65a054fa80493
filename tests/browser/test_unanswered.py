"""Answers that are lost, refused or late: what was asked for comes nevertheless, and the page says what is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from threading import Event
from typing import TYPE_CHECKING

import pytest

from layouts.pages.workload.page import TICK
from tests.browser.conftest import Faults, delay_answers
from tests.browser.steps import (
    CHARTS,
    EASY,
    FCFS,
    LATE,
    SAMPLES,
    Page,
    choose,
    component,
    drawn,
    every_view,
    expect,
    finished,
    gantts,
    ids,
    link_of,
    loaded,
    open_tab,
    open_workload,
    plot_box,
    settled,
    show_whole_log,
    shown,
    simulate,
    until,
)

if TYPE_CHECKING:
    from playwright.sync_api import Request, Route

PICTURES, CALLBACKS = "**/picture/**", "**/_dash-update-component*"
SAID = ".js-plotly-plot .qs-unanswered"  # in a chart
OWN = f"""() => {CHARTS}.filter(chart => chart.layout.meta.queuescope.kind === 'gantt').every(chart => {{
    const shown = window.queuescope.stateOf(chart).shown, image = (chart.layout.images || [])[0];
    return shown && image && image.source === shown.url;
}})"""  # the picture every Gantt chart asked for itself, not the one it came with

MARKED = """ink => [...document.querySelectorAll('#panel-waiting .js-plotly-plot')].some(chart => chart._fullLayout
    && chart._fullLayout.font.color === ink && chart._fullLayout.annotations.some(note => /^job \\d+/.test(note.text)))"""


@pytest.fixture(scope="module")
def link() -> Iterator[str]:
    """FCFS beside EASY on so many jobs that both charts are pictures."""
    yield link_of(SAMPLES / "steady-load.swf")


@pytest.fixture
def unsteady(page: Page, faults: Faults) -> Page:
    """A page whose requests may fail, as the browser itself tells in its console."""
    faults.allow(r"ERR_FAILED|status of 50\d", "")
    return page


def opened(page: Page, link: str) -> list[float]:
    """Open the comparison; the window of its charts."""
    page.goto(link)
    finished(page, (FCFS, EASY))
    return settled(page, 3)


def test_pictures_that_are_lost_are_asked_for_again(unsteady: Page, link: str) -> None:
    lost: list[str] = []

    def lose(route: Route) -> None:
        if len(lost) < 8:
            lost.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    unsteady.route(PICTURES, lose)
    window = opened(unsteady, link)
    until(unsteady, OWN)
    shown(unsteady, window, "picture")
    expect(unsteady.locator(SAID)).to_have_count(0)
    assert len(lost) == 8


def test_a_server_that_fails_is_said_in_the_chart_and_asked_again_by_a_button(unsteady: Page, link: str) -> None:
    page, away = unsteady, [True]
    page.route(
        PICTURES, lambda route: route.fulfill(status=500, body="<h1>fault</h1>") if away[0] else route.continue_()
    )
    before = opened(page, link)
    expect(page.locator(SAID)).to_have_text([re.compile("There is no picture of this window")] * 2)
    page.keyboard.press("w")
    window = settled(page, 3, other_than=before)
    expect(page.locator(SAID)).to_have_text([re.compile("asked for again")] * 2)  # that lasts ten seconds
    expect(page).to_have_url(re.compile(r"t0=.*t1="))  # the address does not wait for a picture
    expect(page.locator(SAID)).to_have_text([re.compile("There is no picture of this window")] * 2)
    away[0] = False
    for left in (1, 0):
        page.locator(SAID).get_by_role("button", name="Ask again").first.press("Enter")
        expect(page.locator(SAID)).to_have_count(left)
    until(page, OWN)
    shown(page, window, "picture")
    assert "job=" not in page.url  # the button lies over the chart, and selects nothing there


def test_a_late_picture_is_said_and_shown_and_one_of_an_older_window_is_not(unsteady: Page, link: str) -> None:
    page = unsteady
    window = opened(page, link)
    until(page, OWN)
    held: list[Route] = []
    let = Event()
    page.route(PICTURES, lambda route: route.continue_() if let.is_set() else held.append(route))
    page.keyboard.press("w")
    older = settled(page, 3, other_than=window)
    expect(page.locator(SAID)).to_have_text([re.compile("is late")] * 2)
    page.keyboard.press("a")
    window = settled(page, 3, other_than=older)
    expect(page.locator(SAID)).to_have_text([re.compile("is late")] * 2)
    let.set()
    for route in held:
        route.continue_()
    until(page, OWN)
    shown(page, window, "picture")
    expect(page.locator(SAID)).to_have_count(0)


def outputs(route: Route) -> str:
    """What a callback is asked for; nothing where the next tick of a clock asks the same."""
    sent = route.request.post_data or ""
    return "" if '.n_intervals"]' in sent or "cacheKey" in route.request.url else sent.partition(',"inputs":')[0]


def test_the_form_of_one_more_run_is_there_when_its_list_of_policies_is(unsteady: Page, link: str) -> None:
    page, late = unsteady, []
    page.route(
        CALLBACKS, lambda route: late.append(route) if f'"{ids.ADD_POLICY}"' in outputs(route) else route.continue_()
    )
    with page.expect_request(lambda request: f'"id":"{ids.ADD_POLICY}","property":"data"' in (request.post_data or "")):
        opened(page, link)
    form = page.locator("summary", has_text="Add a run")
    expect(form).to_be_attached()
    expect(form).to_be_hidden()
    for route in late:
        route.continue_()
    expect(form).to_be_visible()
    form.press("Enter")
    page.get_by_role("textbox", name="Policy").click()
    expect(page.get_by_text("Usual for such a workload")).to_be_visible()
    assert len(late) == 1


def test_every_first_answer_is_lost_and_every_view_comes(unsteady: Page, link: str) -> None:
    page, lost = unsteady, set()

    def lose(route: Route) -> None:
        asked = outputs(route)
        if asked and asked not in lost:
            lost.add(asked)
            route.abort()
        else:
            route.continue_()

    page.route(CALLBACKS, lose)
    opened(page, link)
    every_view(page)
    open_tab(page, "fairness")
    expect(page.get_by_role("region", name="All users")).to_be_visible()
    open_tab(page, "schedule")
    expect(page.locator(".qs-brush")).to_be_visible()
    show_whole_log(page)
    until(
        page, f"() => {CHARTS}.every(chart => !window.queuescope.stateOf(chart).asking)"
    )  # what is at a point depends on the picture
    box = plot_box(gantts(page).first)
    page.mouse.click(box["x"] + 0.3 * box["width"], box["y"] + 0.9 * box["height"])
    expect(component(page, ids.FACTS).get_by_role("heading", level=2)).to_contain_text("Job")
    expect(page.locator("body > .qs-unanswered")).to_have_count(0)
    for name in (
        f"{ids.tab_body('overview')}.children",
        f"{ids.FACTS}.children",
        f"{ids.RUN_TABLE}.children",
        '"plot":"tab-fairness"',
    ):
        assert any(name in one.replace("\\", "") for one in lost), name


def test_a_page_without_answers_says_so_and_asks_again(unsteady: Page, link: str) -> None:
    page, away = unsteady, [True]
    page.route(CALLBACKS, lambda route: route.fulfill(status=502, body="Bad gateway") if away[0] else route.continue_())
    page.goto(link)
    bar = page.locator("body > .qs-unanswered")
    expect(bar).to_contain_text("Missing or old: ")
    expect(bar.get_by_role("button", name="Ask again")).to_be_visible()
    away[0] = False
    page.evaluate("() => document.querySelector('body > .qs-unanswered button')?.click()")  # if it has not asked itself
    finished(page, (FCFS, EASY))
    expect(bar).to_have_count(0)


def test_a_part_that_is_late_is_named_and_the_words_can_be_closed(unsteady: Page, link: str) -> None:
    page, held = unsteady, []
    page.clock.install()
    opened(page, link)

    def hold(route: Route) -> None:
        if "tab-fairness" in outputs(route):
            held.append(route)
        else:
            route.continue_()

    page.route(CALLBACKS, hold)
    with page.expect_request(CALLBACKS):
        page.get_by_role("tab", name="Fairness").click()
    bar = page.locator("body > .qs-unanswered")
    expect(bar).to_have_count(0)
    page.clock.fast_forward(31_000)
    expect(bar).to_contain_text(re.compile("^Late, .*: \u201cFairness\u201d\\. It comes by itself"))
    bar.get_by_role("button", name="Close").click()
    expect(bar).to_be_hidden()
    for route in held:
        route.continue_()
    drawn(page)
    expect(bar).to_have_count(0)


def test_what_is_under_way_is_followed_though_each_answer_takes_longer_than_from_tick_to_tick(page: Page) -> None:
    delay_answers(page, 3 * TICK)
    open_workload(page)
    choose(page, SAMPLES / "five-jobs.swf")
    loaded(page)
    simulate(page, (FCFS, EASY))
    finished(page, (FCFS, EASY))


def test_a_newer_request_takes_the_place_of_one_without_an_answer(unsteady: Page, link: str) -> None:
    """While nothing is answered somebody goes on choosing: what was chosen last is shown, and asked for once."""
    page, asked = unsteady, []
    opened(page, link)

    def lose(route: Route) -> None:
        if f"{ids.FACTS}.children" not in outputs(route):
            route.continue_()
            return
        asked.append(route)
        if len(asked) <= 2:
            route.abort()
        else:
            route.continue_()

    page.route(CALLBACKS, lose)
    page.get_by_role("button", name="Next difference").click()
    until(page, "() => document.querySelector('body > .qs-unanswered')")
    page.get_by_role("button", name="Next difference").click()
    expect(component(page, ids.FACTS).get_by_role("heading", level=2)).to_contain_text("Job")
    drawn(page, LATE)
    expect(page.locator("body > .qs-unanswered")).to_have_count(0)


def test_a_page_older_than_the_program_says_that_it_is_to_be_loaded_again(page: Page, faults: Faults) -> None:
    faults.allow(r"status of 400|Callback error updating", "")
    page.goto("/")
    expect(page.locator("#page h1")).to_have_count(1)

    def older(route: Route) -> None:
        route.continue_(post_data=str(route.request.post_data).replace('"output":"', '"output":"before.', 1))

    page.route(CALLBACKS, older)
    page.locator("#nav").get_by_text("Learn").click()
    expect(page.locator("#upload-state")).to_contain_text("load the page again")


def asks_for_marks(request: Request) -> bool:
    """Whether a callback is to mark the job that was chosen just now."""
    body = request.post_data or ""
    return '"changedPropIds":["job.data"]' in body and "graph" in body.partition('"inputs"')[0]


def test_marks_that_come_after_their_charts_were_made_anew_are_left_out(page: Page, link: str) -> None:
    """A job is chosen, and before the server has answered the color scheme changes, in which all tabs are made anew."""
    opened(page, link)
    open_tab(page, "waiting")
    held: list[Route] = []

    def hold(route: Route) -> None:
        if asks_for_marks(route.request):
            held.append(route)
        else:
            route.continue_()

    page.route(CALLBACKS, hold)
    with page.expect_request(asks_for_marks):
        page.keyboard.press("v")
    expect(component(page, ids.FACTS).get_by_role("heading", level=2)).to_contain_text(
        re.compile(r"Job \d+ of user \d+")
    )
    assert held
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", "dark")
    until(page, f"() => {CHARTS}.length && {CHARTS}.every(chart => chart._fullLayout.font.color === '#e6e8eb')")
    with page.expect_response(CALLBACKS):
        for route in held:
            route.continue_()
    open_tab(page, "waiting")
    until(page, MARKED, "#e6e8eb")
