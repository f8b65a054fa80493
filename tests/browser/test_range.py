"""The selected range of Compare: by the window shown, by two times typed, by a link; its table, its file, axe."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.browser.steps import (
    CHARTS,
    EASY,
    FCFS,
    LATE,
    Locator,
    Page,
    component,
    expect,
    gantts,
    ids,
    link_of,
    plot_box,
    schedule_drawn,
    show_whole_log,
    until,
)
from tests.browser.test_access import CONTRAST, axe, fits, violations, wear  # noqa: F401

playwright = pytest.importorskip("playwright.sync_api")

SAMPLE = "four-policies.swf"
TWO = (FCFS, EASY)
POLICIES = len(TWO)
CARD = "section[aria-labelledby=selected-range]"


@pytest.fixture(scope="module")
def link() -> str:
    return link_of(SAMPLE, TWO, "schedule")


@pytest.fixture(scope="module")
def page(visit: Callable[[], Page], link: str) -> Page:
    """Six jobs under two policies, by a link that selects a range."""
    found = visit()
    found.goto(f"{link}&r0=0&r1=11")
    schedule_drawn(found, POLICIES)
    return found


def card_of(page: Page) -> Locator:
    return page.get_by_role("region", name="Selected range", exact=True)


@pytest.fixture
def card(page: Page) -> Locator:
    """The card of the selected range, with nothing selected or lit and all time shown."""
    found = card_of(page)
    if "r0=" in page.url:
        found.get_by_role("button", name="Clear").click()
    expect(found).to_contain_text("Nothing is selected.")
    for label in ("From", "To"):
        found.get_by_label(label, exact=True).fill("")
    show_whole_log(page)
    return found


def numbers(card: Locator, name: str) -> list[str]:
    """The cells of a row of the table, without shares and changes."""
    row = card.get_by_role("row", name=re.compile(f"^{name}"))
    expect(row.first).to_be_visible()
    return row.get_by_role("cell").evaluate_all("cells => cells.map(cell => cell.firstChild.textContent)")


def test_a_range_of_a_link_is_cleared(page: Page) -> None:
    card = card_of(page)
    expect(card.get_by_role("region", name="What happens in the selected range")).to_be_visible(timeout=LATE)
    expect(card).to_contain_text("From 00:00:00 to 00:00:1")
    card.get_by_role("button", name="Clear").click()
    expect(card).to_contain_text("Nothing is selected.")
    expect(page).not_to_have_url(re.compile("r0="))
    expect(card.get_by_role("button", name="Zoom to it")).to_be_disabled()


def test_the_window_shown(page: Page, card: Locator, axe: str) -> None:  # noqa: F811
    card.get_by_role("button", name="Use the window shown").click()
    expect(card).to_contain_text("From 00:00:00 to 00:00:1")
    expect(page).to_have_url(re.compile(r"r0=0&r1=1\d"))
    assert numbers(card, "submitted") == ["6"] * POLICIES
    assert numbers(card, "started") == ["6"] * POLICIES
    in_all = card.get_by_role("row", name=re.compile("^in all"))
    expect(in_all).to_have_count(2)
    expect(in_all.first).not_to_contain_text("better")
    expect(card.get_by_role("row", name=re.compile("^mean")).first).to_contain_text("better")
    expect(card.get_by_text("Users in the range")).to_be_visible()
    assert violations(page, axe, within=CARD) == []


def test_two_times_typed_without_a_mouse(page: Page, card: Locator) -> None:
    begin, end = card.get_by_label("From"), card.get_by_label("To", exact=True)
    begin.focus()
    page.keyboard.type("soon")
    page.keyboard.press("Tab")
    expect(end).to_be_focused()
    page.keyboard.type("8s")
    page.keyboard.press("Enter")
    expect(begin).to_have_accessible_description(
        "Found 'soon'; wanted: a time such as 90, 30s, 10min, 2h, 1d, 4wk or 2d4h, "
        "or a date such as 2012-06-01 or 2012-06-01 14:00."
    )
    begin.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"r0=2&r1=8(&|$)"))
    expect(card).to_contain_text("From 00:00:02 to 00:00:08, 6 s.")
    expect(begin).to_have_value("00:00:02")
    assert numbers(card, "submitted") == ["0"] * POLICIES
    used, idle = (list(map(int, numbers(card, name))) for name in ("used", "idle processor-seconds"))
    assert [a + b for a, b in zip(used, idle, strict=True)] == [4 * 6] * POLICIES
    expect(card.get_by_role("button", name="Zoom to it")).to_be_enabled()
    card.get_by_role("button", name="Zoom to it").press("Enter")
    expect(page).to_have_url(re.compile(r"t0=2&t1=8&"))


ENTERED = """async (field, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text);
    field.dispatchEvent(new Event('input', {bubbles: true}));
    await null;     // React takes the text, and no timer runs before Enter
    field.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}));
}"""


def test_enter_right_after_a_letter_takes_the_letter_with_it(page: Page, card: Locator) -> None:
    begin, end = card.get_by_label("From"), card.get_by_label("To", exact=True)
    begin.fill("2")
    end.focus()
    end.evaluate(ENTERED, "8s")
    expect(page).to_have_url(re.compile(r"r0=2&r1=8(&|$)"))


def dragged(page: Page, begin: float, end: float, *keys: str, is_first: bool = False) -> None:
    """Select from time to time (s) with Alt in the first Gantt chart, each end 5 pixels to the right of it; keys: held then.

    is_first: the page asks to what ends may snap.
    """
    box = plot_box(gantts(page).first)
    t0, t1 = page.evaluate(f"() => {CHARTS}[0]._fullLayout.xaxis.range.map(Number)")
    x, y = (lambda t: box["x"] + (t - t0) / (t1 - t0) * box["width"] + 5), box["y"] + box["height"] / 2
    page.mouse.move(x(begin), y)
    page.keyboard.down("Alt")
    with page.expect_response(lambda answer: "edges=" in answer.url) if is_first else nullcontext():
        page.mouse.down()
    for key in keys:
        page.keyboard.down(key)
    page.mouse.move(x((begin + end) / 2), y, steps=3)
    page.mouse.move(x(end), y, steps=3)
    page.mouse.up()
    for key in ("Alt", *keys):
        page.keyboard.up(key)


def test_ends_snap_to_jobs_and_the_length_is_copied(page: Page, card: Locator) -> None:
    jobs = page.evaluate(
        """() => fetch(window.queuescope.gantts()[0].layout.meta.queuescope.pick + '?job=2').then(answer => answer.json())"""
    )
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dragged(page, jobs["start"], jobs["end"], is_first=True)
    expect(page).to_have_url(re.compile(rf"r0={jobs['start']:g}&r1={jobs['end']:g}(&|$)"))
    ruler = page.locator(".qs-ruler")
    length = f"{jobs['end'] - jobs['start']:g} s"
    expect(ruler).to_have_text(f"Δ = {length}")
    ruler.get_by_role("button", name="Copy the length of the range").click()
    expect(page.locator(".qs-voice")).to_have_text(f"copied {length}")
    assert page.evaluate("() => navigator.clipboard.readText()") == length
    page.keyboard.press("Escape")
    expect(ruler).to_be_hidden()
    with_ctrl_ends_do_not_snap(page)


def with_ctrl_ends_do_not_snap(page: Page) -> None:
    edges = page.evaluate("""() => fetch(window.queuescope.gantts()[0].layout.meta.queuescope.pick + '?edges=1000&t0=0&t1=1000').then(
        answer => answer.json()).then(({edges}) => edges)""")
    dragged(page, edges[0], edges[-1] - 1, "Control")
    free = until(page, "() => window.queuescope.range()")
    assert free["r0"] not in edges
    assert free["r0"] == pytest.approx(edges[0], abs=0.5)


def test_a_query_has_its_own_line_and_the_file_has_all(page: Page, card: Locator, tmp_path: Path) -> None:
    card.get_by_role("button", name="Use the window shown").click()
    expect(card).to_contain_text("From 00:00:00")
    box = component(page, ids.SEARCH)
    box.fill("user 1")
    box.press("Enter")
    expect(card).to_contain_text("of these 1 match the query")
    with page.expect_download() as sent:
        card.get_by_role("button", name="Save the table (CSV)").click()
    file = tmp_path / "range.csv"
    sent.value.save_as(file)
    text = file.read_text()
    assert text.startswith("# | # Queuescope ")  # the recipe of the jobs
    lines = list(csv.reader(line for line in text.splitlines() if not line.startswith("#")))
    assert lines[0][:3] == ["group", "number", "unit"]
    assert len(lines[0]) == 3 + POLICIES
    assert ["jobs", "submitted", "jobs", *["6"] * POLICIES] in lines
    waits = {name: list(map(float, values)) for group, name, _, *values in lines if group == "wait of the jobs started"}
    assert waits["in all"] == pytest.approx([6 * mean for mean in waits["mean"]])
    assert not [value for line in lines for value in line if value.endswith(".0")]


def test_nothing_for_axe_in_the_dark_and_nothing_sticks_out(page: Page, card: Locator, axe: str) -> None:  # noqa: F811
    wear(page, "dark")
    card.get_by_role("button", name="Use the window shown").click()
    expect(card.get_by_text("Users in the range")).to_be_visible()
    assert violations(page, axe, [CONTRAST], CARD) == []  # the schemes differ in colors alone
    page.set_viewport_size({"width": 1024, "height": 768})
    fits(page, 1024)
