"""Lengths in the unit of the reader, and dates on axes: the switches above the run table, what follows them, what is copied."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.steps import LATE, SAMPLES, Locator, Page, compare, component, expect, ids, open_tab, until

pytest.importorskip("playwright.sync_api")

SLURM = re.compile(r"^\d+-\d\d:\d\d:\d\d")


@pytest.fixture(scope="module")
def steady(visit: Callable[[], Page]) -> Page:
    """FCFS beside EASY on a log of some weeks, lengths as people say them."""
    page = visit()
    compare(page, "bad-estimates.swf")  # of which no test keeps replicas
    expect(waits(page)).to_have_count(2)
    return page


@pytest.fixture
def springtime(tmp_path: Path) -> Path:
    """Five jobs of a day on which 02:00 is followed by 03:00."""
    log = tmp_path / "springtime.swf"
    clock = "; UnixStartTime: 859676400\n; TimeZoneString: Europe/Stockholm\n"
    log.write_text(clock + (SAMPLES / "five-jobs.swf").read_text())
    return log


def switch(page: Page, name: str, value: str) -> None:
    choices(page)
    component(page, name).get_by_text(value, exact=True).click()


def choices(page: Page) -> None:
    """Open the panel in which the choices stand."""
    if not component(page, ids.UNITS).is_visible():
        page.get_by_text("Numbers and units", exact=True).click()


def waits(page: Page) -> Locator:
    """The mean waits of the run table."""
    return page.get_by_role("region", name="Run table").locator("tbody tr td:nth-of-type(1)")


def first_words(cells: Locator) -> list[str]:
    return cells.evaluate_all("cells => cells.map(cell => cell.firstChild.textContent)")


def test_what_is_copied_are_seconds(steady: Page) -> None:
    page = steady
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    raw = waits(page).evaluate_all("cells => cells.map(cell => cell.querySelector('[data-seconds]').dataset.seconds)")
    waits(page).first.click(click_count=3)
    page.keyboard.press("Control+c")
    assert page.evaluate("() => navigator.clipboard.readText()") == raw[0]
    shown = first_words(waits(page))
    page.get_by_role("region", name="Run table").locator("tbody").evaluate(
        "body => getSelection().selectAllChildren(body)"
    )
    page.keyboard.press("Control+c")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert [value for value in raw if value not in copied] == [], copied
    assert first_words(waits(page)) == shown  # and the page still says it for people


def test_the_switch_writes_all_tables_and_is_remembered(steady: Page) -> None:
    page = steady
    human = first_words(waits(page))
    assert all(re.search(r" (h|d|min)\b", words) for words in human)
    switch(page, ids.UNITS, "0-03:05:00")
    expect(waits(page).first).to_have_text(SLURM)
    told = waits(page).first.locator("[data-seconds]").first.get_attribute("title") or ""
    assert told.startswith(f"{human[0]} · {first_words(waits(page))[0]} · ") and told.endswith(" s")
    open_tab(page, "numbers").get_by_text(re.compile("^All .* metrics, with their formulas")).click()
    longest = page.get_by_role("region", name="All metrics").locator("td[data-seconds]").first
    expect(longest).to_have_text(SLURM)
    page.reload()
    expect(waits(page).first).to_have_text(SLURM)
    expect(component(page, ids.UNITS).get_by_label("0-03:05:00")).to_be_checked()
    switch(page, ids.UNITS, "3 h 05 min")
    expect(waits(page).first).to_have_text(re.compile("^" + re.escape(human[0])))
    assert first_words(waits(page)) == human


def test_grids_and_tables_under_figures_follow(steady: Page) -> None:
    page = steady
    switch(page, ids.UNITS, "0-03:05:00")
    open_tab(page, "waiting")
    open_tab(page, "fairness").get_by_role("heading", name="All users").click()
    cells = component(page, ids.USERS_GRID).locator(".qs-length")
    expect(cells.first).to_have_text(SLURM)
    seconds = until(
        page,
        """() => { const table = document.querySelector('table[data-lengths]');
        if (!table) return null; const [[column, values]] = Object.entries(JSON.parse(table.dataset.lengths));
        const text = table.tBodies[0].rows[0].cells[column].textContent;        // written anew a moment after it has come
        return /^[0-9]+-/.test(text) && [text, values[0]]; }""",
    )
    assert SLURM.match(seconds[0]), seconds
    switch(page, ids.UNITS, "11\u202f100 s")
    expect(cells.first).to_have_text(re.compile(r"^[\d\u202f]+ s$"))


AXES = """wanted => {
    const charts = [...document.querySelectorAll('#views > :not([hidden]) .qs-gantt .js-plotly-plot')];
    const told = charts.map(chart => [...chart.querySelectorAll('.xtitle, .xtick text')].map(text => text.textContent).join('|'));
    return told.length === 2 && !told[0] && told[1].includes(wanted) && told[1];       // the lower of two has them
}"""


def test_axes_show_the_clock_of_the_log_or_time_since_its_start(page: Page, springtime: Path) -> None:
    compare(page, springtime, tab="schedule")
    told = until(page, AXES, "date and time, Europe/Stockholm", LATE)
    assert "Sun 30 Mar 1997" in told
    places = page.evaluate("""() => { const charts = document.querySelectorAll('#views > :not([hidden]) .qs-gantt .js-plotly-plot');
        const {tickvals, ticktext, range} = charts[1]._fullLayout.xaxis;
        const all = tickvals.map((place, at) => [ticktext[at].split('<br>')[0], place]);
        return Object.fromEntries(all.filter(([, place]) => place >= range[0] && place <= range[1])); }""")
    assert places["06:00"] == 5 * 3600, "five hours after midnight: one of them did not exist"
    switch(page, ids.AXES, "since the start")
    assert "6 h" in until(page, AXES, "time since the log's start")
    page.reload()
    until(page, AXES, "time since the log's start", LATE)
    expect(component(page, ids.AXES).get_by_label("since the start")).to_be_checked()
    switch(page, ids.AXES, "dates")
    until(page, AXES, "date and time, Europe/Stockholm")


def test_a_log_that_does_not_tell_its_start_has_no_choice_of_axes(steady: Page) -> None:
    page = steady
    open_tab(page, "schedule")
    choices(page)
    expect(component(page, ids.UNITS)).to_be_visible()
    expect(component(page, ids.AXES)).to_be_hidden()
    until(page, AXES, "time since the log's start", LATE)
