"""The page by hand in a browser: cells, undo, paste, dragging, keys, links, what if, and the printable sheet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from layouts.pages.by_hand import parameters
from layouts.state import hand_link
from tests.browser.steps import EASY, LATE, Locator, Page, component, expect, ids, open_tab, run, show_whole_log, until
from tests.browser.test_access import CONTRAST, axe, violations  # noqa: F401

HOUR = 3600


def by_hand(page: Page, query: str = "") -> None:
    page.goto(f"/by-hand{query}")
    expect(page.locator(".hand-panel .hand-bar").first).to_be_visible(timeout=LATE)
    settled(page)
    at_leisure(page)


def at_leisure(page: Page) -> None:
    """The forms of parameters, which come last, are there: they stand above all else and move it down."""
    expect(page.locator(f"#{parameters.BOX}")).not_to_be_empty()


def settled(page: Page) -> None:
    """The address tells what the table and the drawings show."""
    until(
        page,
        """() => {
        const hand = window.queuescope.hand, answer = hand && hand.answer();
        return answer && location.search === answer.link;
    }""",
    )


def cell(page: Page, row: int, column: str) -> Locator:
    """A cell of the table, rows counted from 1."""
    return page.locator(f"#{ids.HAND_GRID} .ag-row[row-index='{row - 1}'] [col-id='{column}']")


def type_into(page: Page, row: int, column: str, text: str) -> None:
    cell(page, row, column).dblclick()
    expect(cell(page, row, column).locator("input")).to_be_focused()  # it comes a moment later
    page.keyboard.press("Control+A")
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def runtime(page: Page, job: int, hours: float) -> None:
    """Wait until every drawing shows this runtime of a job, and the address tells it."""
    until(
        page,
        """([job, seconds]) => {
        const bars = [...document.querySelectorAll(`.hand-bar[data-job='${job}']`)];
        return bars.length > 0 && bars.every(bar => Number(bar.dataset.runtime) === seconds);
    }""",
        [job, hours * HOUR],
    )
    settled(page)


def sheet(page: Page) -> hand_link.Sheet:
    return hand_link.read(page.evaluate("() => location.search"))


def bars(page: Page) -> Locator:
    """The bars of the first policy: one for each job."""
    return page.locator(".hand-panel").first.locator(".hand-bar")


def test_a_table_is_edited_by_cells_bars_rows_and_paste_then_saved_and_printed(page: Page, axe: str) -> None:  # noqa: F811
    by_hand(page)
    expect(page.locator(".hand-panel")).to_have_count(2)
    expect(page.locator(".hand-bar")).to_have_count(10)
    a_cell_is_changed_and_taken_back(page)
    bars_and_rows_are_changed_by_keyboard(page)
    rows_keep_their_numbers(page)
    presses_that_come_together_all_count(page)
    rows_are_pasted_and_bad_ones_named(page)
    an_edge_is_dragged(page)
    the_paste_box_replaces_the_table(page)
    the_file_is_saved(page)
    a_bad_cell_is_named_and_the_picture_stays(page, axe)
    the_sheet_is_printed(page, axe)


def a_cell_is_changed_and_taken_back(page: Page) -> None:
    type_into(page, 1, "runtime", "1,5 h")
    runtime(page, 1, 1.5)
    expect(cell(page, 1, "runtime")).to_have_text("90 min")
    expect(component(page, ids.HAND_NUMBERS)).to_contain_text("Mean wait")
    page.keyboard.press("Control+z")
    runtime(page, 1, 8)
    page.keyboard.press("Control+Shift+z")
    runtime(page, 1, 1.5)
    page.get_by_role("button", name="Undo").click()
    runtime(page, 1, 8)
    expect(cell(page, 1, "runtime")).to_have_text("8 h")


def bars_and_rows_are_changed_by_keyboard(page: Page) -> None:
    page.locator(".hand-panel").nth(1).locator(".hand-bar[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    focused = page.locator(".hand-bar:focus")
    expect(focused).to_have_attribute("data-job", "4")
    page.keyboard.press("Alt+ArrowRight")
    runtime(page, 4, 2)
    expect(focused).to_have_attribute("aria-label", re.compile("^Job 4 of user 4: 2 processors, 6 h 00 min to 8 h"))
    page.keyboard.press("Enter")
    expect(component(page, ids.HAND_WHY)).to_contain_text("It was backfilled at 06:00:00 ahead of job 3")
    cell(page, 4, "user").click()
    page.keyboard.press("Alt+ArrowLeft")
    runtime(page, 4, 1)


def rows_keep_their_numbers(page: Page) -> None:
    """Also those that are added, duplicated and deleted."""
    page.get_by_role("button", name="Add a job").click()
    expect(bars(page)).to_have_count(6)
    cell(page, 2, "submit").click()
    page.get_by_role("button", name="Duplicate").click()
    expect(bars(page)).to_have_count(7)
    cell(page, 1, "submit").click()
    page.get_by_role("button", name="Delete").click()
    expect(bars(page)).to_have_count(6)
    settled(page)
    assert [job.number for job in sheet(page).jobs] == [2, 7, 3, 4, 5, 6]
    for _ in range(3):
        page.get_by_role("button", name="Undo").click()
    expect(bars(page)).to_have_count(5)
    settled(page)
    assert [job.number for job in sheet(page).jobs] == [1, 2, 3, 4, 5]


THREE_PRESSES = "place => { for (let left = 3; left > 0; left -= 1) document.getElementById(place).click(); }"


def presses_that_come_together_all_count(page: Page) -> None:
    page.evaluate(THREE_PRESSES, ids.HAND_ADD)
    expect(bars(page)).to_have_count(8)
    settled(page)
    page.evaluate(THREE_PRESSES, ids.HAND_UNDO)
    expect(bars(page)).to_have_count(5)
    settled(page)


def rows_are_pasted_and_bad_ones_named(page: Page) -> None:
    cell(page, 1, "submit").click()
    page.evaluate(
        """text => {
        const carried = new DataTransfer();
        carried.setData('text/plain', text);
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', {clipboardData: carried, bubbles: true}));
    }""",
        "submit\tnodes\truntime\n1 h\t1\t1,5 h\n2 h\tx\t1 h\n",
    )
    expect(component(page, ids.HAND_PASTE_MESSAGE)).to_contain_text("1 job read.")
    expect(component(page, ids.HAND_PASTE_MESSAGE)).to_contain_text("Row 3, processors: found 'x'")
    runtime(page, 6, 1.5)
    page.keyboard.press("Control+z")
    expect(page.locator(".hand-bar[data-job='6']")).to_have_count(0)
    settled(page)


def an_edge_is_dragged(page: Page) -> None:
    """The right edge of a bar; all drawings and the table follow."""
    grip = page.locator(".hand-panel").nth(1).locator(".hand-bar[data-job='1'] .hand-grip")
    grip.scroll_into_view_if_needed()
    box = grip.bounding_box()
    assert box is not None
    axis = page.evaluate("() => window.queuescope.hand.answer().axis")
    hour = (axis["right"] - axis["left"]) / (axis["t1"] - axis["t0"]) * HOUR
    x, y = box["x"] + 4, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - hour, y, steps=3)
    page.mouse.move(x - 2.2 * hour, y, steps=3)
    page.mouse.up()
    runtime(page, 1, 6)
    expect(cell(page, 1, "runtime")).to_have_text("6 h")
    page.keyboard.press("Control+z")
    runtime(page, 1, 8)


def the_paste_box_replaces_the_table(page: Page) -> None:
    page.get_by_text("Paste jobs from a spreadsheet").click()
    page.get_by_role("textbox", name="One job a line").fill("0;1;2h\n0;2;30min")
    page.get_by_role("button", name="Replace the table").click()
    expect(bars(page)).to_have_count(2)
    settled(page)
    assert [(job.number, job.runtime) for job in sheet(page).jobs] == [(1, 2 * HOUR), (2, HOUR / 2)]
    page.get_by_role("button", name="Undo").click()
    expect(bars(page)).to_have_count(5)
    settled(page)


def the_file_is_saved(page: Page) -> None:
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download as SWF").click()
    assert saved.value.suggested_filename == "five-jobs.swf"
    lines = Path(saved.value.path()).read_text().splitlines()
    assert next(line.split()[:5] for line in lines if not line.startswith(";")) == ["1", "0", "-1", "28800", "1"]


def a_bad_cell_is_named_and_the_picture_stays(page: Page, axe: str) -> None:  # noqa: F811
    before = page.evaluate("() => location.href")
    type_into(page, 2, "processors", "9")
    said = component(page, ids.HAND_MESSAGE)
    expect(said).to_contain_text("Row 2, processors: found '9'; wanted: at most the machine's 4")
    expect(said).to_contain_text("The charts show the table as it was before.")
    expect(component(page, ids.HAND_PANELS)).to_have_class(re.compile("hand-stale"))
    expect(page.locator(".hand-bar")).to_have_count(10)
    assert page.evaluate("() => location.href") == before
    readable(page, axe)
    page.get_by_role("textbox", name="processors").fill("9")
    expect(said).to_be_empty()
    expect(component(page, ids.HAND_PANELS)).not_to_have_class(re.compile("hand-stale"))
    settled(page)
    assert (sheet(page).processors, sheet(page).jobs[1].processors) == (9, 9)
    for _ in range(2):
        page.get_by_role("button", name="Undo").click()
    until(page, "() => location.search.includes('m=4&')")
    settled(page)


def readable(page: Page, axe: str) -> None:  # noqa: F811
    """Axe finds nothing in either scheme; they differ in colors, so the second one is asked for contrast alone."""
    for scheme, rules in (("light", ()), ("dark", [CONTRAST])):
        page.emulate_media(color_scheme=scheme)
        assert {scheme: violations(page, axe, rules)} == {scheme: []}


def the_sheet_is_printed(page: Page, axe: str) -> None:  # noqa: F811
    """On both papers, with the answer on a page of its own."""
    title, link = component(page, ids.HAND_TITLE), page.get_by_role("link", name="Printable sheet")
    component(page, ids.HAND_ADD).click()
    expect(title).to_have_value("Six jobs")  # it follows the jobs
    expect(page).to_have_url(re.compile(r"&t=Six%20jobs"))
    expect(link).to_have_attribute("href", re.compile(r"&t=Six%20jobs"))
    component(page, ids.HAND_UNDO).click()
    expect(title).to_have_value("Five jobs")
    expect(page).to_have_url(re.compile(r"&t=Five%20jobs"))
    expect(link).to_have_attribute("href", re.compile(r"&t=Five%20jobs"))  # and no more that of six
    page.goto(str(link.get_attribute("href")))
    expect(page.get_by_role("heading", level=1)).to_have_text(["Five jobs", "Five jobs: the answer"])
    readable(page, axe)
    page.emulate_media(media="print")
    answer = page.locator(".sheet-answer")
    expect(answer).to_have_css("break-before", "page")
    for paper in ("A4", "Letter"):
        content = page.pdf(format=paper, prefer_css_page_size=False)
        assert len(re.findall(rb"/Type\s*/Page\b", content)) in (2, 3)
    width = page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"]


@pytest.mark.exhaustive  # the usual run edits the table and reads its links without a browser
def test_a_policy_chosen_before_the_table_is_there_stays_and_a_link_brings_back_what_it_holds_and_opens_in_compare(
    page: Page,
) -> None:
    a_policy_is_chosen_before_the_table_is_there_and_of_a_malformed_link_comes_what_reads(page)
    parameters_are_set_kept_and_taken_back(page)
    a_reload_brings_everything_back(page)
    the_table_opens_in_compare_and_a_window_comes_back_as_a_table(page)


FIVE = "0.1.28800;x.1.10;0.3.21600.25200.2;7200.4.10800;10800.2.3600;10800.1.14400"  # and a row that does not read


def a_policy_is_chosen_before_the_table_is_there_and_of_a_malformed_link_comes_what_reads(page: Page) -> None:
    held, script = [], re.compile(r"ag_grid[^/]*\.js")
    page.route(script, lambda route: held.append(route))
    with page.expect_request(script):
        page.goto(f"/by-hand?m=4&p=easy,gang&s=3&t=For%20class&j={FIVE}", wait_until="domcontentloaded")
    choice = page.get_by_role("textbox", name="policies (one to four)")
    choice.click()
    page.get_by_role("option", name="Shortest job first").click()
    for one in held:
        one.continue_()
    page.unroute(script)
    expect(page.locator(".hand-panel h3")).to_have_text(
        [re.compile(name) for name in (EASY, "Gang scheduling", "Shortest job first")], timeout=LATE
    )
    settled(page)
    at_leisure(page)
    assert held and sheet(page).policies[-1] == "sjf"
    expect(component(page, ids.HAND_LINK_MESSAGE)).to_contain_text("Row 2, submit: found 'x'")
    expect(page.locator(".hand-bar")).not_to_have_count(0)
    assert [job.runtime for job in sheet(page).jobs] == [8 * HOUR, 6 * HOUR, 3 * HOUR, HOUR, 4 * HOUR]


def parameters_are_set_kept_and_taken_back(page: Page) -> None:
    """Parameters of a policy are in the link; undo takes them back."""
    page.get_by_text("Gang scheduling: 2 parameters").click(timeout=LATE)
    quantum = page.get_by_role("textbox", name="quantum (s)")
    quantum.fill("900")
    quantum.press("Enter")
    expect(page.locator(".hand-panel h3").nth(1)).to_have_text("Gang scheduling, quantum 900")
    settled(page)
    assert sheet(page).params == (("gang", "quantum", "900"),)
    quantum.fill("0")
    quantum.press("Enter")
    expect(component(page, ids.HAND_MESSAGE)).to_contain_text("Gang scheduling: quantum = 0; wanted: a number")
    page.get_by_role("button", name="Undo").click()
    expect(quantum).to_have_value("900")
    expect(component(page, ids.HAND_MESSAGE)).to_be_empty()


def a_reload_brings_everything_back(page: Page) -> None:
    type_into(page, 1, "submit", "1")
    until(page, "() => location.search.includes('j=1.1.28800')")
    settled(page)
    before = page.evaluate("() => location.href")
    page.reload()
    expect(page.locator(".hand-panel .hand-bar").first).to_be_visible(timeout=LATE)
    settled(page)
    expect(page).to_have_url(before)
    expect(page.get_by_role("textbox", name="title")).to_have_value("For class")
    expect(page.get_by_role("textbox", name="quantum (s)")).to_have_value("900", timeout=LATE)
    expect(cell(page, 2, "requested_time")).to_have_text("7 h")


def the_table_opens_in_compare_and_a_window_comes_back_as_a_table(page: Page) -> None:
    page.get_by_role("button", name="Open in Compare").click()
    for name in (EASY, "Gang scheduling"):
        expect(run(page, name)).to_contain_text("Audit passed", timeout=LATE)
    open_tab(page, "schedule")
    ways_on = component(page, ids.WHAT_IF).get_by_role("link", name="edit these")
    show_whole_log(page)
    expect(ways_on).to_contain_text("edit these 5 jobs")
    page.evaluate("() => window.queuescope.show({t0: 0, t1: 3000})")
    expect(ways_on).to_contain_text("edit these 2 jobs")
    show_whole_log(page)
    expect(ways_on).to_contain_text("edit these 5 jobs")
    ways_on.click()
    expect(page.get_by_role("heading", name="By hand", level=1)).to_be_visible()
    expect(page.locator(".hand-panel")).to_have_count(3, timeout=LATE)
    settled(page)
    assert [(job.submit, job.runtime) for job in sheet(page).jobs] == [
        (0, 6 * HOUR),
        (1, 8 * HOUR),
        (2 * HOUR, 3 * HOUR),
        (3 * HOUR, HOUR),
        (3 * HOUR, 4 * HOUR),
    ]


def test_columns_come_by_a_press_or_a_paste_and_with_them_the_policies_that_know_them(page: Page) -> None:
    by_hand(page, "?m=1&p=easy&j=0.1.60;0.1.60..2")
    assert not cell(page, 1, "campaign").is_visible()
    assert not cell(page, 1, "memory").is_visible()
    choice = page.get_by_role("textbox", name="policies (one to four)")
    options = page.get_by_role("option")
    choice.click()
    expect(options.filter(has_text="Gang scheduling")).to_be_visible()
    expect(options.filter(has_text="OStrich")).to_have_count(0)
    expect(options.filter(has_text="Fractional")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="CPU need and memory").click()
    expect(page).to_have_url(
        re.compile(r"\.100\.10")
    )  # the columns are answered, and nothing is drawn anew while one types
    type_into(page, 1, "cpu_need", "50 %")
    expect(page).to_have_url(re.compile(r"\.50\.10"))
    type_into(page, 2, "cpu_need", "50")
    until(page, "() => location.search.includes('.50.10;')")
    expect(cell(page, 1, "cpu_need")).to_have_text("50")
    choice.click()
    expect(options.first).to_have_text("First come, first served")
    options.filter(has_text="Fractional").click()
    page.keyboard.press("Escape")
    expect(page.locator(".hand-panel").nth(1).locator(".hand-bar")).to_have_count(2, timeout=LATE)
    settled(page)
    assert [(job.cpu_need, job.memory) for job in sheet(page).jobs] == [(50, 10), (50, 10)]
    page.reload()
    expect(cell(page, 2, "memory")).to_have_text("10", timeout=LATE)
    page.get_by_role("button", name="CPU need and memory").click()
    expect(cell(page, 2, "memory")).to_be_hidden()
    expect(page.locator(".hand-panel").nth(1)).to_contain_text(
        "The list of policies holds those that can run these jobs."
    )
    page.get_by_text("Paste jobs from a spreadsheet").click()
    page.get_by_role("textbox", name="One job a line").fill("Arrival;Burst (s);Campaign\n0;60;1\n0;30;1")
    page.get_by_role("button", name="Replace the table").click()
    expect(cell(page, 2, "campaign")).to_have_text("1")
    expect(page.get_by_role("button", name="campaigns")).to_have_attribute("aria-pressed", "true")
    choice.click()
    expect(options.filter(has_text="OStrich")).to_be_visible()
