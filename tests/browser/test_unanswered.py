"""Answers that are lost, refused or late: what was asked for comes nevertheless, and the page says what is missing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Faults
from tests.browser.steps import (
    CHARTS,
    EASY,
    FCFS,
    LATE,
    SAMPLES,
    Page,
    component,
    drawn,
    every_view,
    expect,
    finished,
    first_of,
    gantts,
    ids,
    link_of,
    open_tab,
    plot_box,
    settled,
    show_whole_log,
    shown,
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
BROKEN = r"ERR_FAILED|status of 50\d"  # requests that fail, as the browser itself tells in its console
LOST = 4  # pictures: two attempts of each chart
ASKING = f"() => {CHARTS}.filter(chart => window.queuescope.stateOf(chart).asking).length === 2"
NO_LONGER_ASKING = f"() => {CHARTS}.every(chart => !window.queuescope.stateOf(chart).asking)"
MARKED = """ink => [...document.querySelectorAll('#panel-waiting .js-plotly-plot')].some(chart => chart._fullLayout
    && chart._fullLayout.font.color === ink && chart._fullLayout.annotations.some(note => /^job \\d+/.test(note.text)))"""


@pytest.fixture(scope="module")
def link() -> Iterator[str]:
    """FCFS beside EASY on so many jobs that both charts are pictures."""
    yield link_of(SAMPLES / "steady-load.swf")


def outputs(route: Route) -> str:
    """What a callback is asked for; nothing where the next tick of a clock asks the same."""
    sent = route.request.post_data or ""
    return "" if '.n_intervals"]' in sent or "cacheKey" in route.request.url else sent.partition(',"inputs":')[0]


def let_attempts_pass(page: Page) -> None:
    """Put the clock forward over the attempts that a request makes by itself."""
    for _ in range(10):
        page.clock.fast_forward(6_000)
        page.evaluate("() => new Promise(requestAnimationFrame)")


# -- a page that opens while answers are lost


@pytest.mark.exhaustive  # the usual run loses single answers
def test_a_comparison_comes_though_answers_fail_and_every_first_one_is_lost(
    page: Page, faults: Faults, link: str
) -> None:
    """The form of one more run is there when its list of policies is, and not before."""
    faults.allow(BROKEN, "")
    lost, late, pictures = lose_first_answers(page), hold_the_policies(page), lose_first_pictures(page)
    ask_again_a_page_without_answers(page, link)
    form = page.locator("summary", has_text="Add a run")
    expect(form).to_be_attached()
    expect(form).to_be_hidden()
    first_of(page, late).continue_()
    finished(page, (FCFS, EASY))
    window = settled(page, 3)
    until(page, OWN)
    shown(page, window, "picture")
    expect(page.locator(SAID)).to_have_count(0)
    assert len(pictures) == LOST and not late
    form.press("Enter")
    page.get_by_role("textbox", name="Policy").click()
    expect(page.get_by_text("Usual for such a workload")).to_be_visible()
    page.keyboard.press("Escape")
    look_at_every_view(page)
    for name in (
        f"{ids.tab_body('overview')}.children",
        f"{ids.FACTS}.children",
        f"{ids.RUN_TABLE}.children",
        '"plot":"tab-fairness"',
    ):
        assert any(name in one.replace("\\", "") for one in lost), name
    go_on_with_a_newer_program(page, faults)


def lose_first_answers(page: Page) -> set[str]:
    """Each callback gets no answer when it is asked first; what was lost."""
    lost: set[str] = set()

    def lose(route: Route) -> None:
        wanted = outputs(route)
        if wanted and wanted not in lost:
            lost.add(wanted)
            route.abort()
        else:
            route.continue_()

    page.route(CALLBACKS, lose)
    return lost


def lose_first_pictures(page: Page) -> list[str]:
    lost: list[str] = []

    def lose(route: Route) -> None:
        if len(lost) < LOST:
            lost.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    page.route(PICTURES, lose)
    return lost


def hold_the_policies(page: Page) -> list[Route]:
    """The list of policies of one more run is late."""
    late: list[Route] = []
    page.route(
        CALLBACKS, lambda route: late.append(route) if f'"{ids.ADD_POLICY}"' in outputs(route) else route.fallback()
    )
    return late


def ask_again_a_page_without_answers(page: Page, link: str) -> None:
    """While a proxy answers in place of the program the page says what is missing."""

    def away(route: Route) -> None:
        route.fulfill(status=502, body="Bad gateway")

    page.route(CALLBACKS, away)
    page.goto(link)
    bar = page.locator("body > .qs-unanswered")
    expect(bar).to_contain_text("Asked for again: ")
    expect(bar.get_by_role("button", name="Ask again")).to_be_visible()
    page.unroute(CALLBACKS, away)
    page.evaluate("() => document.querySelector('body > .qs-unanswered button')?.click()")  # if it has not asked itself


def look_at_every_view(page: Page) -> None:
    every_view(page)
    open_tab(page, "fairness")
    expect(page.get_by_role("region", name="All users")).to_be_visible()
    open_tab(page, "schedule")
    expect(page.locator(".qs-brush")).to_be_visible()
    show_whole_log(page)
    until(page, NO_LONGER_ASKING)  # what is at a point depends on the picture
    box = plot_box(gantts(page).first)
    page.mouse.click(box["x"] + 0.3 * box["width"], box["y"] + 0.9 * box["height"])
    expect(component(page, ids.FACTS).get_by_role("heading", level=2)).to_contain_text("Job")
    expect(page.locator("body > .qs-unanswered")).to_have_count(0)


def go_on_with_a_newer_program(page: Page, faults: Faults) -> None:
    """A page older than the program says that it is to be loaded again."""
    faults.allow(r"status of 400|Callback error updating", "")

    def older(route: Route) -> None:
        route.continue_(post_data=str(route.request.post_data).replace('"output":"', '"output":"before.', 1))

    page.route(CALLBACKS, older)
    page.locator("#nav").get_by_text("Learn").click()
    expect(page.locator("#upload-state")).to_contain_text("load the page again")


# -- a page that is there when answers begin to fail


@pytest.fixture(scope="module")
def compared(visit: Callable[[], Page], lasting: Faults, link: str) -> Page:
    """The comparison on Overview, with a clock that can be put forward; for the tests that follow, in their order."""
    lasting.allow(BROKEN, "")
    page = visit()
    page.goto(link)
    finished(page, (FCFS, EASY))
    settled(page, 3)
    until(page, OWN)
    page.clock.install()
    return page


@pytest.fixture
def steady(compared: Page) -> Iterator[Page]:
    """That page; afterwards requests go their way again."""
    yield compared
    compared.unroute_all()


def zoomed(page: Page, key: str) -> list[float]:
    """Press a key that moves the charts; their new window."""
    before = settled(page, 3)
    page.keyboard.press(key)
    return settled(page, 3, other_than=before)


def test_a_server_that_fails_is_said_in_the_chart_and_asked_again_by_a_button(steady: Page) -> None:
    page, away = steady, [True]
    page.route(
        PICTURES, lambda route: route.fulfill(status=500, body="<h1>fault</h1>") if away[0] else route.continue_()
    )
    window = zoomed(page, "w")
    expect(page.locator(SAID)).to_have_text([re.compile("asked for again")] * 2)
    expect(page).to_have_url(re.compile(r"t0=.*t1="))  # the address does not wait for a picture
    let_attempts_pass(page)
    expect(page.locator(SAID)).to_have_text([re.compile("There is no picture of this window")] * 2)
    away[0] = False
    for left in (1, 0):
        page.locator(SAID).get_by_role("button", name="Ask again").first.press("Enter")
        expect(page.locator(SAID)).to_have_count(left)
    until(page, OWN)
    shown(page, window, "picture")
    assert "job=" not in page.url  # the button lies over the chart, and selects nothing there


def test_a_late_picture_is_said_and_shown_and_one_of_an_older_window_is_not(steady: Page) -> None:
    page, held, away = steady, [], [True]
    show_whole_log(page)
    until(page, NO_LONGER_ASKING)

    page.route(PICTURES, lambda route: held.append(route) if away[0] else route.continue_())
    for key in ("w", "a"):
        window = zoomed(page, key)
        until(page, ASKING)
        page.clock.fast_forward(6_000)
        expect(page.locator(SAID)).to_have_text([re.compile("is late")] * 2)
    away[0] = False
    for route in held:
        route.continue_()
    until(page, OWN)
    shown(page, window, "picture")
    expect(page.locator(SAID)).to_have_count(0)


def test_a_newer_request_takes_the_place_of_one_without_an_answer(steady: Page) -> None:
    """While nothing is answered somebody goes on choosing: what was chosen last is shown, and asked for once."""
    page, wanted = steady, []

    def lose(route: Route) -> None:
        if f"{ids.FACTS}.children" not in outputs(route):
            route.continue_()
            return
        wanted.append(route)
        if len(wanted) <= 2:
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


def test_a_part_that_is_missing_is_named_and_asked_again_by_a_button(steady: Page) -> None:
    page, away = steady, [True]

    def fail(route: Route) -> None:
        if away[0] and f"{ids.FACTS}.children" in outputs(route):
            route.fulfill(status=502, body="Bad gateway")
        else:
            route.continue_()

    page.route(CALLBACKS, fail)
    page.get_by_role("button", name="Next difference").click()
    bar, job = page.locator("body > .qs-unanswered"), component(page, ids.FACTS).get_by_role("heading", level=2)
    expect(bar).to_contain_text("Asked for again: ")
    before = job.all_inner_texts()
    let_attempts_pass(page)
    expect(bar).to_contain_text("Missing or old: ")
    away[0] = False
    bar.get_by_role("button", name="Ask again").click()
    expect(bar).to_have_count(0)
    expect(job).to_contain_text("Job")
    assert job.all_inner_texts() != before


def test_a_part_that_is_late_is_named_and_the_words_can_be_closed(steady: Page) -> None:
    page, held = steady, []

    def hold(route: Route) -> None:
        if "tab-fairness" in outputs(route):
            held.append(route)
        else:
            route.continue_()

    page.route(CALLBACKS, hold)
    page.get_by_role("tab", name="Fairness").click()
    route = first_of(page, held)
    bar = page.locator("body > .qs-unanswered")
    expect(bar).to_have_count(0)
    page.clock.fast_forward(31_000)
    expect(bar).to_contain_text(re.compile("^Late, .*: \u201cFairness\u201d\\. It comes by itself"))
    bar.get_by_role("button", name="Close").click()
    expect(bar).to_be_hidden()
    route.continue_()
    drawn(page)
    expect(bar).to_have_count(0)


def asks_for_marks(request: Request) -> bool:
    """Whether a callback is to mark the job that was chosen just now."""
    body = request.post_data or ""
    return '"changedPropIds":["job.data"]' in body and "graph" in body.partition('"inputs"')[0]


def test_marks_that_come_after_their_charts_were_made_anew_are_left_out(steady: Page) -> None:
    """A job is chosen, and before the server has answered the color scheme changes, in which all tabs are made anew."""
    page, held = steady, []
    open_tab(page, "waiting")

    def hold(route: Route) -> None:
        if asks_for_marks(route.request):
            held.append(route)
        else:
            route.continue_()

    page.route(CALLBACKS, hold)
    page.keyboard.press("v")
    first = first_of(page, held)
    expect(component(page, ids.FACTS).get_by_role("heading", level=2)).to_contain_text(
        re.compile(r"Job \d+ of user \d+")
    )
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", "dark")
    until(page, f"() => {CHARTS}.length && {CHARTS}.every(chart => chart._fullLayout.font.color === '#e6e8eb')")
    with page.expect_response(CALLBACKS):
        for route in (first, *held):
            route.continue_()
    open_tab(page, "waiting")
    until(page, MARKED, "#e6e8eb")
