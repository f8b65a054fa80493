"""The search box of Compare by keyboard: queries, steps from match to match, actions by name, and axe on all of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest

from tests.browser.steps import (
    CHARTS,
    EASY,
    FCFS,
    LATE,
    Locator,
    Page,
    answered,
    component,
    expect,
    first_of,
    hold,
    ids,
    link_of,
    open_tab,
    schedule_drawn,
    settled,
    show_whole_log,
    until,
)
from tests.browser.test_access import CONTRAST, axe, violations  # noqa: F401

playwright = pytest.importorskip("playwright.sync_api")

SAMPLE = "four-policies.swf"
TWO = (FCFS, EASY)
POLICIES = len(TWO)

OTHER_JOB = "before => { const job = new URLSearchParams(location.search).get('job'); return job !== before && job; }"
BELOW_THE_TABS = """name => [...document.querySelectorAll('[role=tabpanel]:not([hidden]) h3')].some(one => one.textContent === name
    && one.getBoundingClientRect().top >= document.getElementById('tabs').getBoundingClientRect().bottom)"""
BY_USERS = f"""() => {CHARTS}.length === {POLICIES} && {CHARTS}.every(chart => chart.layout.meta.queuescope.source === 'users')"""


@pytest.fixture(scope="module")
def link() -> str:
    return link_of(SAMPLE, TWO, "schedule")


@pytest.fixture(scope="module")
def shared(visit: Callable[[], Page], link: str) -> Page:
    """A finished comparison of six jobs under two policies, which a link opens on a tab without charts over time."""
    page = visit()
    page.goto(f"{link.replace('tab=schedule', 'tab=fairness')}&only=wiat%3E0")
    return page


EMPTIED = """stores => {
    for (const store of stores) if (dash_component_api.getLayout(store).props.data) dash_clientside.set_props(store, {data: null});
}"""


@pytest.fixture
def box(shared: Page) -> Locator:
    """The empty box of the schedule, in focus; nothing is lit, picked or zoomed into."""
    page = shared
    page.unroute_all()
    open_tab(page, "schedule")
    page.evaluate(EMPTIED, [ids.LOOK, ids.JOB])
    expect(page).not_to_have_url(re.compile("only=|job="))
    schedule_drawn(page, POLICIES)
    expect(page.get_by_role("region", name="Run table")).to_be_visible(timeout=LATE)  # it moves all that is below it
    found = component(page, ids.SEARCH)
    found.fill("")
    show_whole_log(page)
    found.focus()
    return found


@pytest.fixture
def page(shared: Page) -> Page:
    """The page that the tests share."""
    return shared


def said(page: Page) -> Locator:
    return component(page, ids.SEARCH_MESSAGE)


def options(page: Page) -> Locator:
    return component(page, ids.SEARCH_LIST).get_by_role("option")


def ask(page: Page, box: Locator, text: str, key: str = "Enter") -> None:
    """Type a text over what is there, and a key."""
    box.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type(text)
    page.keyboard.press(key)


@pytest.mark.exhaustive  # the usual run searches beside the charts
def test_a_search_on_a_tab_without_charts_over_time_is_answered_there(page: Page) -> None:
    box, strip = component(page, ids.SEARCH), component(page, ids.LIT_STRIP)
    expect(strip.get_by_role("alert")).to_contain_text(
        "No job is lit by wiat>0. Found 'wiat>0' at character 1", timeout=LATE
    )
    strip.get_by_role("button", name="Clear the search").click()
    expect(strip).to_be_empty()
    expect(page).not_to_have_url(re.compile("only="))
    expect(component(page, ids.tab_button("fairness"))).to_have_attribute("aria-selected", "true")
    expect(component(page, ids.SEARCH_STEPS)).to_have_count(0)
    for text, answer in (
        ("wiat>1d", "Found 'wiat>1d' at character 1; wanted: a field. Did you mean wait?"),
        ("user=alice", "This log tells no names for user, only numbers; 'alice' is none."),
    ):
        ask(page, box, text)
        expect(box).to_have_attribute("aria-invalid", "true")
        expect(box).to_have_accessible_description(re.compile(re.escape(answer)))
        expect(page).not_to_have_url(re.compile("only="))
    ask(page, box, "wait>0")
    expect(box).not_to_have_attribute("aria-invalid", "true")
    expect(strip).to_contain_text(re.compile(r"^[1-5] of 6 jobs lit"))
    expect(page).to_have_url(re.compile(r"only=wait%3E0.*tab=fairness"))
    ask(page, box, "", "Backspace")
    page.keyboard.press("Enter")
    expect(strip).to_be_empty()
    what_is_asked_before_the_schedule_has_come_is_asked_then(page, box)


def what_is_asked_before_the_schedule_has_come_is_asked_then(page: Page, box: Locator) -> None:
    held = hold(page, '"plot":"tab-schedule"')
    page.get_by_role("tab", name="Schedule", exact=True).click()
    coming = first_of(page, held)
    ask(page, box, "wait > 0")
    coming.continue_()
    expect(said(page)).to_contain_text("of 6 jobs", timeout=LATE)


def test_a_job_by_its_number_is_gone_to(page: Page, box: Locator) -> None:
    ask(page, box, "job 3")
    expect(said(page)).to_contain_text("Job 3 of user 3")
    expect(page).to_have_url(re.compile(r"[?&]job=2(&|$)"))
    expect(component(page, ids.FACTS).get_by_role("heading", level=2)).to_contain_text("Job 3 of user 3")
    ask(page, box, "longest wait")
    expect(said(page)).to_contain_text("waits 6 s")
    expect(component(page, ids.SEARCH_STEPS)).to_be_hidden()


def test_matches_are_lit_counted_and_stepped_through(page: Page, box: Locator) -> None:
    ask(page, box, "wait > 0")
    expect(said(page)).to_contain_text("of 6 jobs")
    expect(said(page)).to_contain_text("% of the processor-seconds (times under the baseline, ")
    expect(page).to_have_url(re.compile(r"only=wait%3E0"))
    job = None
    for key, place in (("Enter", 1), ("Enter", 2), ("Shift+Enter", 1)):
        page.keyboard.press(key)
        expect(said(page)).to_contain_text(f"Match {place} of ")
        job = until(page, OTHER_JOB, job)  # from which the next step goes on
    page.get_by_role("button", name="Next match").click()
    expect(said(page)).to_contain_text("Match 2 of ")
    page.get_by_role("button", name="Clear the search").click()
    expect(component(page, ids.SEARCH)).to_have_value("")
    expect(page).not_to_have_url(re.compile("only="))
    expect(component(page, ids.SEARCH)).to_be_focused()
    the_strip_comes_without_moving_what_is_below_it(page, box)


def test_a_view_is_gone_to_by_its_name_and_stands_below_the_tabs(page: Page, box: Locator) -> None:
    for typed, tab, heading in (
        ("lorenz", "fairness", "Concentration of waiting (Lorenz)"),
        ("why jobs wait", "waiting", "Why jobs wait"),
        ("histogram", "waiting", "Histogram of stretches"),
    ):
        box.fill(typed)
        expect(page.get_by_role("option").first).to_contain_text(f"View: {heading}. ")
        box.press("Enter")
        expect(component(page, ids.tab_button(tab))).to_have_attribute("aria-selected", "true")
        title = component(page, ids.tab_panel(tab)).get_by_role("heading", name=heading, exact=True)
        expect(title).to_be_focused()
        expect(title).to_be_in_viewport()
        until(page, BELOW_THE_TABS, heading)


def test_each_condition_has_a_chip_in_sight_of_every_tab(page: Page, box: Locator) -> None:
    ask(page, box, "wait>0 size>=2 user<6")
    strip = component(page, ids.LIT_STRIP)
    remove = strip.get_by_role("button", name="Remove the condition")
    expect(strip).to_contain_text(re.compile(r"^[1-5] of 6 jobs lit"))
    expect(strip.get_by_role("listitem")).to_have_text(["wait>0", "processors>=2", "user<6"])
    open_tab(page, "waiting")
    page.mouse.wheel(0, 4000)
    until(page, "() => window.scrollY > 0")
    expect(strip).to_be_in_viewport(ratio=1)
    until(
        page,
        """([strip, tabs]) => document.getElementById(strip).getBoundingClientRect().bottom
        <= document.getElementById(tabs).getBoundingClientRect().top + 1""",
        [ids.LIT_STRIP, ids.TABS],
    )
    strip.get_by_role("button", name="Remove the condition processors>=2").press("Enter")
    expect(strip.get_by_role("listitem")).to_have_text(["wait>0", "user<6"])
    expect(page).to_have_url(re.compile(r"only=wait%3E0\+user%3C6"))
    expect(component(page, ids.SEARCH)).to_have_value("wait>0 user<6")
    for left in (1, 0):
        remove.first.press("Enter")
        expect(remove).to_have_count(left)
    expect(page).not_to_have_url(re.compile("only="))
    expect(component(page, ids.tab_button("waiting"))).to_be_focused()


def the_strip_comes_without_moving_what_is_below_it(page: Page, box: Locator) -> None:
    answered(page)  # what comes late may still move the tabs
    page.evaluate("scrollTo(0, 0)")
    tabs = component(page, ids.TABS)
    before = tabs.bounding_box()
    ask(page, box, "wait>0")
    expect(component(page, ids.LIT_STRIP)).to_contain_text("of 6 jobs lit")
    until(page, "y => Math.abs(document.getElementById('tabs').getBoundingClientRect().top - y) <= 1", before["y"])  # type: ignore[index]
    component(page, ids.LIT_STRIP).get_by_role("button", name="Reset the highlight").click()
    expect(component(page, ids.LIT_STRIP)).to_be_empty()
    expect(page).not_to_have_url(re.compile("only="))


def test_searches_are_suggested_escape_empties_the_box_and_what_does_not_read_is_said_below_it(
    page: Page,
    box: Locator,
    axe: str,  # noqa: F811
) -> None:
    suggestions_while_it_is_empty(page, box)
    box.fill("")
    escape_closes_the_list_then_empties_the_box(page, box)
    what_does_not_read_is_said_below_the_box(page, box, axe)


def what_does_not_read_is_said_below_the_box(page: Page, box: Locator, axe: str) -> None:  # noqa: F811
    ask(page, box, "wiat>1d")
    expect(box).to_have_attribute("aria-invalid", "true")
    expect(box).to_have_accessible_description("Found 'wiat>1d' at character 1; wanted: a field. Did you mean wait?")
    expect(page).not_to_have_url(re.compile("only="))
    assert violations(page, axe, within=".qs-search") == []
    page.keyboard.type("x")
    expect(box).not_to_have_attribute("aria-invalid", "true")
    open_list_has_nothing_for_axe(page, box, axe)


def open_list_has_nothing_for_axe(page: Page, box: Locator, axe: str, rules: Sequence[str] = ()) -> None:  # noqa: F811
    ask(page, box, ">", "ArrowDown")
    expect(options(page).first).to_be_visible()
    assert violations(page, axe, rules, ".qs-search") == []


def suggestions_while_it_is_empty(page: Page, box: Locator) -> None:
    expect(options(page).first).to_contain_text("longest wait")
    expect(box).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(options(page).nth(1)).to_have_attribute("aria-selected", "true")
    expect(box).to_have_attribute("aria-activedescendant", str(options(page).nth(1).get_attribute("id")))
    page.keyboard.press("Enter")
    expect(box).to_have_value("largest stretch")
    expect(said(page)).to_contain_text("stretch")
    expect(box).to_have_attribute("aria-expanded", "false")


def escape_closes_the_list_then_empties_the_box(page: Page, box: Locator) -> None:
    page.keyboard.type("zoom")
    expect(component(page, ids.SEARCH_LIST)).to_be_visible()
    page.keyboard.press("Escape")
    expect(component(page, ids.SEARCH_LIST)).to_be_hidden()
    expect(box).to_have_value("zoom")
    page.keyboard.press("Escape")
    expect(box).to_have_value("")


def test_what_is_asked_while_the_page_is_drawn_anew_is_answered(page: Page, box: Locator, axe: str) -> None:  # noqa: F811
    """An answer comes for a bar that is gone: what was asked goes through the new one."""
    held = hold(page, "search-asked.data")
    old = page.locator(".qs-search").element_handle()
    ask(page, box, "wait > 0")
    answer = first_of(page, held)
    page.emulate_media(color_scheme="dark")
    until(page, "old => !old.isConnected && document.querySelector('.qs-search')", old, timeout=LATE)
    answer.continue_()
    expect(said(page)).to_contain_text("of 6 jobs")
    expect(page).to_have_url(re.compile(r"only=wait%3E0"))
    ask(page, box, "wiat")
    expect(box).to_have_attribute("aria-invalid", "true")
    assert violations(page, axe, [CONTRAST], ".qs-search") == []
    open_list_has_nothing_for_axe(page, box, axe, [CONTRAST])


def test_actions_by_their_words_and_a_zoom_made_while_the_rows_are_drawn_anew(page: Page, box: Locator) -> None:
    answers = hold(page, "..gantts.children")
    page.keyboard.type(">rows us")
    expect(options(page)).to_have_text(["Rows by users"])
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("rows=users"))
    expect(box).to_have_value("")
    page.keyboard.type("zoom in")
    expect(options(page).first).to_have_text("Zoom in")
    page.keyboard.press("Enter")
    zoomed = settled(page, POLICIES, [0, 11])
    assert len(answers) == 1, "the zoom was to come before the charts with other rows"
    answers[0].continue_()
    until(page, BY_USERS)
    assert settled(page, POLICIES, [0, 11]) == pytest.approx(zoomed)  # they come with all time, and are brought there
    expect(page).to_have_url(re.compile(r"t0=[1-9]"))
    page.keyboard.type("whole log")
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile(r"t0=[1-9]"))
    page.keyboard.type(">baseline")
    others = options(page).filter(has_text=re.compile("^Baseline"))  # beside them: colors by the change from it
    expect(others).to_have_count(POLICIES - 1)
    others.first.click()
    expect(page).to_have_url(re.compile(r"base=1"), timeout=LATE)


def test_views_of_the_open_comparison_are_offered_on_other_pages(page: Page) -> None:
    box = component(page, ids.SEARCH)
    page.get_by_role("navigation").get_by_role("link", name="Papers", exact=True).click()
    expect(page.get_by_role("heading", name="Papers", level=1)).to_be_visible()
    box.fill("lorenz")
    expect(page.get_by_role("option").first).to_contain_text("View: Concentration of waiting (Lorenz). ")
    box.press("Enter")
    expect(component(page, ids.tab_button("fairness"))).to_have_attribute("aria-selected", "true")
    expect(
        component(page, ids.tab_panel("fairness")).get_by_role("heading", name="Concentration of waiting (Lorenz)")
    ).to_be_focused()
