"""The questions of docs/questions.md, clicked through and counted: each has its answer in at most four clicks."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from scheduler.formats import swf
from tests.browser.steps import (
    EASY,
    FCFS,
    LATE,
    Locator,
    Page,
    component,
    expect,
    finished,
    ids,
    link_of,
    loaded,
    picture,
    plot_box,
    until,
    workload_link,
)
from tests.browser.test_access import SIZES, axe, fits, tab_to, violations, wear  # noqa: F401 - axe is a fixture
from tests.cases.csv_rows import rows_of
from tests.cases.width import ALL as LONG
from tests.conftest import REPOSITORY
from tests.query.test_filters import log

playwright = pytest.importorskip("playwright.sync_api")

ROW = re.compile(r"\| (?P<question>[^|]*\?) \|[^|]*\| (?P<clicks>\d+) \|")
CLICKS = dict(ROW.findall((REPOSITORY / "docs" / "questions.md").read_text()))
MOST = 4
# Heard at the document: a press that missed what moved away meanwhile, and is made again, does not get there.
COUNTING = """() => document.addEventListener('pointerdown', () => {
    sessionStorage.clicks = 1 + Number(sessionStorage.clicks || 0);
}, true)"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of twelve days with dates, queues, users, waits and requests, and with jobs that ran past their request."""
    path = tmp_path_factory.mktemp("log") / "cluster.swf"
    path.write_bytes(swf.write(log(1_500, 5)))
    return path


@pytest.fixture(scope="module")
def addresses(file: Path) -> dict[str, str]:
    """Of Workload with the log, and of Compare with its runs under FCFS and EASY."""
    return {"workload": workload_link(file), "compare": link_of(file)}


def open_counted(page: Page, address: str) -> None:
    """Open a page on which pointers that go down are counted."""
    page.add_init_script(f"({COUNTING})()")
    page.goto(address)


def ask_all(page: Page, questions: dict[str, Callable[[Page], object]]) -> None:
    """Click through the questions; the clicks of each are as many as the documentation says."""
    for question, answer in questions.items():
        if question in ALIKE and not LONG:
            continue
        BEFORE.get(question, ready)(page)
        if question not in FOLLOWING:
            page.evaluate("sessionStorage.clicks = 0")
        answer(page)
        clicks = int(page.evaluate("sessionStorage.clicks"))
        assert (question, clicks) == (question, int(CLICKS[question])) and clicks <= MOST


def ready(page: Page) -> None:
    """Nothing has to be brought back before the question."""


def typed(page: Page, field: Locator, text: str) -> None:
    field.click()
    page.keyboard.type(text)
    page.keyboard.press("Enter")


# -- on Workload


def usage(page: Page, *per: str) -> Locator:
    for name in per:
        page.get_by_role("group", name="The report is per").get_by_text(name, exact=True).click()
    return component(page, ids.USAGE)


def per_week_and_queue(page: Page) -> None:
    report = usage(page, "week", "queue")
    expect(report.get_by_role("table", name="Usage per week and queue")).to_be_visible()


def users_as_file(page: Page) -> None:
    report = usage(page, "user")
    expect(report.get_by_role("table", name="Usage per user")).to_be_visible()
    with page.expect_download() as download:
        report.get_by_role("link", name="All rows as CSV").click()
    assert len(rows_of(Path(download.value.path()).read_text())) == 5  # four users, and those nobody knows


def recorded_waits(page: Page) -> None:
    typed(page, component(page, ids.WAIT_JOB), "8 processors for 2 h")
    expect(component(page, ids.WAIT)).to_contain_text("jobs like it half waited at most")


def finding(page: Page) -> Locator:
    return page.locator("[data-finding=ran_past_request]")


def past_request(page: Page) -> None:
    finding(page).locator("summary").click()
    expect(finding(page).get_by_role("table")).to_be_visible()


def leave_out(page: Page) -> None:
    way = page.get_by_role("link", name="Set beside another workload")
    whole = str(way.get_attribute("href"))
    finding(page).get_by_role("button", name="Leave out").click()
    expect(page.get_by_role("status").filter(has_text="Changed:")).to_contain_text("jobs")
    expect(way).not_to_have_attribute("href", whole, timeout=LATE)  # what was changed is told before the rest is drawn
    loaded(page, LATE)


def beside_as_it_is(page: Page) -> None:
    page.get_by_role("link", name="Set beside another workload").click()
    component(page, ids.BESIDE_SECOND).click()
    page.get_by_role("option").first.click()
    expect(page.get_by_role("figure", name="Runtime", exact=True)).to_contain_text("Cliff's delta")


def only_a_queue(page: Page) -> None:
    typed(page, page.get_by_label("Jobs of the log"), "queue=1 submit>=2012-06-01")
    expect(page.get_by_role("button", name="Edit the condition queue 1")).to_be_visible(timeout=LATE)


AGAIN = 20_000  # ms to wait for what a click brings
AT_REST = """chart => {
    const {x, y, width} = chart.getBoundingClientRect(), place = [x, y, width].join(), now = performance.now();
    if (place !== chart.place) Object.assign(chart, {place, since: now});
    return now - chart.since > 1000;
}"""


def one_hour(page: Page) -> None:
    figure = picture(page, "Hours and days")
    before = page.url
    click_a_cell(page, figure)
    try:
        expect(page).not_to_have_url(before, timeout=AGAIN)  # the log is read anew, however long that takes
    except AssertionError:  # a chart that was just being drawn anew takes no click: that one does not count
        page.evaluate("sessionStorage.clicks = Number(sessionStorage.clicks) - 1")
        click_a_cell(page, figure)
    expect(page.get_by_role("button", name=re.compile("Edit the condition hour"))).to_be_visible()


def click_a_cell(page: Page, figure: Locator) -> None:
    """As soon as the chart has stayed where it is for a second: what comes above it moves it away from the pointer."""
    plot_box(figure)
    until(page, AT_REST, figure.locator(".nsewdrag").first.element_handle())
    box = plot_box(figure)
    page.mouse.move(box["x"] + 0.4 * box["width"], box["y"] + 0.4 * box["height"])
    page.mouse.move(box["x"] + 0.52 * box["width"], box["y"] + 0.52 * box["height"], steps=8)
    expect(figure.locator(".hoverlayer .hovertext").first).to_be_visible()
    page.mouse.down()
    page.mouse.up()


def simulated(page: Page) -> None:
    page.get_by_role("button", name="Simulate and compare").click()
    finished(page, (FCFS, EASY))


ON_WORKLOAD: dict[str, Callable[[Page], object]] = {
    "How well was the machine used, week by week and queue by queue?": per_week_and_queue,
    "How much does each user use, as a file?": users_as_file,
    "How long did jobs of 8 processors for 2 h wait?": recorded_waits,
    "Which jobs ran past their request?": past_request,
    "How were the jobs of queue 1 since June?": only_a_queue,
    "Which jobs come at one hour of the week?": one_hour,
    "What is left without them?": leave_out,
    "How does the log without them differ from the log as it is?": beside_as_it_is,
    "What would EASY make of it?": simulated,
}


# -- on Compare


def what_if(page: Page, field: str, text: str) -> None:
    """Fill in a field of What if, of which the first one has the focus."""
    page.get_by_text("What if", exact=True).click()
    expect(page.get_by_role("textbox", name="Processors", exact=True)).to_be_focused()
    if field != "Processors":
        page.get_by_role("textbox", name=field, exact=True).click()
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(component(page, ids.CHANGED_MESSAGE)).to_contain_text("The run joins the table")
    page.keyboard.press("Escape")


def more_processors(page: Page) -> None:
    what_if(page, "Processors", "77")
    finished(page, (f"{FCFS}, 77 processors",))
    page.get_by_role("tab", name="Winners and losers").click()
    expect(page.get_by_role("figure", name="Who pays")).to_contain_text("77 processors")


def a_cap(page: Page) -> None:
    what_if(page, "Cap of requested times", "12 h")
    finished(page, (f"{FCFS}, cap 12 h",))


def without_a_user(page: Page) -> None:
    what_if(page, "Without these jobs", "user=2")
    finished(page, (f"{FCFS}, user!=2",))


def waits_of_each(page: Page) -> Locator:
    typed(page, component(page, ids.SEARCH), "8 processors for 2 h")
    card = component(page, ids.LIKE_JOB)
    expect(card.get_by_role("row", name=f"under {EASY}")).to_be_visible()
    return card


def at_a_date(page: Page) -> None:
    card = component(page, ids.LIKE_JOB)
    typed(page, component(page, ids.LIKE_JOB_AT), "2012-06-06")
    expect(card).to_contain_text("One more, submitted at Wed 6 Jun 2012 00:00:")
    expect(page).to_have_url(re.compile(r"r0=\d"))


def why_it_waited(page: Page) -> None:
    component(page, ids.DIFFERENCES).get_by_role("button").first.click()
    expect(component(page, ids.FACTS).get_by_role("table", name=re.compile("^Why job")).first).to_contain_text(
        "waited in all"
    )


ON_COMPARE: dict[str, Callable[[Page], object]] = {
    "Why did the job wait that differs most between the runs?": why_it_waited,
    "How long would 8 processors for 2 h wait under each policy?": waits_of_each,
    "And if it were submitted on 6 June?": at_a_date,
    "What would a fifth more processors do, and who pays?": more_processors,
    "What would a limit of 12 h do?": a_cap,
    "What if one user had not been there?": without_a_user,
}


# -- all on one page


def all_jobs(page: Page) -> None:
    page.get_by_role("button", name="All jobs", exact=True).click()
    expect(page.locator(".qs-conditions")).to_have_count(0, timeout=LATE)
    loaded(page, LATE)


def without_a_report(page: Page) -> None:
    usage(page, "week", "queue")


def back_to_the_log(page: Page) -> None:
    page.get_by_role("navigation").get_by_role("link", name="Workload").click()
    loaded(page, LATE)


def close_the_job(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(component(page, ids.FACTS).get_by_role("heading")).to_have_count(0)


def without_changes(page: Page) -> None:
    """A form that asks for nothing."""
    page.get_by_text("What if", exact=True).click()
    for field in ("Processors", "Cap of requested times"):
        page.get_by_role("textbox", name=field, exact=True).fill("")
    page.keyboard.press("Escape")


# Questions that begin where the one before ended, and count its clicks.
FOLLOWING = {"How does the log without them differ from the log as it is?", "And if it were submitted on 6 June?"}
# Questions that are asked like another one: with --all alone.
ALIKE = {
    "Which jobs come at one hour of the week?",  # a condition as that of a queue
    "What would a limit of 12 h do?",
    "What if one user had not been there?",
}
# What brings the page to where a question begins, by clicks that do not count.
BEFORE: dict[str, Callable[[Page], None]] = {
    "How much does each user use, as a file?": without_a_report,
    "Which jobs come at one hour of the week?": all_jobs,
    "What is left without them?": all_jobs,
    "What would EASY make of it?": back_to_the_log,
    "How long would 8 processors for 2 h wait under each policy?": close_the_job,
    "What would a limit of 12 h do?": without_changes,
    "What if one user had not been there?": without_changes,
}


def test_every_question_of_the_documentation_is_asked() -> None:
    assert set(CLICKS) == {*ON_WORKLOAD, *ON_COMPARE} and len(CLICKS) >= 12


@pytest.mark.exhaustive  # each question has a trip or a test of its own in the usual run
def test_questions_to_the_log_and_to_its_runs(page: Page, addresses: dict[str, str]) -> None:
    open_counted(page, addresses["workload"])
    loaded(page, LATE)
    ask_all(page, ON_WORKLOAD)  # which ends with the runs
    ask_all(page, ON_COMPARE)


# -- for everybody


@pytest.mark.exhaustive
def test_the_cards_of_workload_by_keyboard_and_for_axe(page: Page, addresses: dict[str, str], axe: str) -> None:  # noqa: F811
    page.goto(addresses["workload"])
    loaded(page, LATE)
    component(page, ids.LOAD_STATE).evaluate("place => { place.tabIndex = -1; place.focus(); }")
    tab_to(page, "Show", 80)
    page.keyboard.press("Enter")
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == ids.WAIT_JOB:
            break
    expect(component(page, ids.WAIT_JOB)).to_be_focused()
    page.keyboard.type("8 processors for 2 h")
    page.keyboard.press("Enter")
    expect(component(page, ids.WAIT)).to_contain_text("jobs like it half waited at most")
    tab_to(page, "week")
    page.keyboard.press("Space")
    expect(component(page, ids.USAGE).get_by_role("table", name="Usage per week")).to_be_visible()
    looked_at(page, axe)


@pytest.mark.exhaustive
def test_the_waits_of_jobs_like_it_for_axe(page: Page, addresses: dict[str, str], axe: str) -> None:  # noqa: F811
    page.goto(addresses["compare"])
    finished(page, (FCFS, EASY))
    page.keyboard.press("/")
    page.keyboard.type("8 processors for 2 h")
    page.keyboard.press("Enter")
    expect(component(page, ids.LIKE_JOB).get_by_role("row", name=f"under {EASY}")).to_be_visible()
    looked_at(page, axe)


def looked_at(page: Page, axe: str) -> None:  # noqa: F811
    """Axe finds nothing in either scheme, and nothing sticks out at any size."""
    assert violations(page, axe) == []
    wear(page, "dark")
    assert violations(page, axe, ["color-contrast"]) == []
    for width, height in reversed(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        fits(page, width)
