"""Lengths in the unit of the reader, and dates on axes: the choices of Compare, what follows them, and their menus."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.browser.steps import (
    EASY,
    FCFS,
    LATE,
    SAMPLES,
    Locator,
    Page,
    component,
    expect,
    finished,
    ids,
    link_of,
    open_tab,
    schedule_drawn,
    until,
)

pytest.importorskip("playwright.sync_api")

SLURM = re.compile(r"^\d+-\d\d:\d\d:\d\d")
MENUS = ("Add a run", "What if", "Numbers and units", "Settings")
SMALL = ((390, 844), (768, 1024))  # a phone, a tablet
PLACED = 20_000  # ms, far more than it takes
# What reaches over the edge of the menu that is open, or of the window, by more than a pixel.
OVER = """() => {
    const menu = [...document.querySelectorAll('details[open] > .qs-popup')].find(one => one.checkVisibility());
    if (!menu) return ['no menu'];
    const {left, right} = menu.getBoundingClientRect();
    const beyond = [...menu.querySelectorAll('*')].filter(one => one.checkVisibility() && one.getBoundingClientRect().width > 1)
        .filter(one => one.getBoundingClientRect().right > right + 1 || one.getBoundingClientRect().left < left - 1);
    return [...(left < -1 || right > innerWidth + 1 ? ['the menu'] : []), ...beyond.map(one => one.className || one.tagName)];
}"""


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


def test_lengths_and_axes_follow_the_switches_and_menus_stay_inside_a_small_window(
    page: Page, springtime: Path
) -> None:
    page.goto(link_of(springtime))
    finished(page, (FCFS, EASY))
    expect(waits(page)).to_have_count(2)
    copy_seconds(page)
    human = first_words(waits(page))
    assert all(re.search(r" (h|d|min)\b", words) for words in human)
    switch(page, ids.UNITS, "0-03:05:00")
    expect(waits(page).first).to_have_text(SLURM)
    title = waits(page).first.locator("[data-seconds]").first.get_attribute("title") or ""
    assert title.startswith(f"{human[0]} · {first_words(waits(page))[0]} · ") and title.endswith(" s")
    open_tab(page, "numbers").get_by_text(re.compile("^All .* metrics, with their formulas")).click()
    expect(page.get_by_role("region", name="All metrics").locator("td[data-seconds]").first).to_have_text(SLURM)
    open_tab(page, "schedule")
    schedule_drawn(page, 2)
    axes_show_the_clock_of_the_log(page)
    page.reload()
    until(page, AXES, "time since the log's start", LATE)
    expect(component(page, ids.AXES).get_by_label("since the start")).to_be_checked()
    expect(waits(page).first).to_have_text(SLURM)
    expect(component(page, ids.UNITS).get_by_label("0-03:05:00")).to_be_checked()
    switch(page, ids.AXES, "dates")
    until(page, AXES, "date and time, Europe/Stockholm")
    grids_and_tables_follow(page)
    switch(page, ids.UNITS, "3 h 05 min")
    expect(waits(page).first).to_have_text(re.compile("^" + re.escape(human[0])))
    assert first_words(waits(page)) == human
    open_tab(page, "schedule")
    menus_stay_inside(page)


def copy_seconds(page: Page) -> None:
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


def grids_and_tables_follow(page: Page) -> None:
    """Those of tabs that were not open yet are written in the unit; so is what is there when it changes."""
    open_tab(page, "waiting")
    open_tab(page, "fairness").get_by_role("heading", name="All users").click()
    cells = component(page, ids.USERS_GRID).locator(".qs-length")
    expect(cells.first).to_have_text(SLURM)
    text = until(
        page,
        """() => { const table = document.querySelector('table[data-lengths]');
        if (!table) return null; const [[column]] = Object.entries(JSON.parse(table.dataset.lengths));
        const text = table.tBodies[0].rows[0].cells[column].textContent;        // written anew a moment after it has come
        return /^[0-9]+-/.test(text) && text; }""",
    )
    assert SLURM.match(text), text
    switch(page, ids.UNITS, "11\u202f100 s")
    expect(cells.first).to_have_text(re.compile(r"^[\d\u202f]+ s$"))


AXES = """wanted => {
    const charts = [...document.querySelectorAll('#views > :not([hidden]) .qs-gantt .js-plotly-plot')];
    const told = charts.map(chart => [...chart.querySelectorAll('.xtitle, .xtick text')].map(text => text.textContent).join('|'));
    return told.length === 2 && !told[0] && told[1].includes(wanted) && told[1];       // the lower of two has them
}"""


def axes_show_the_clock_of_the_log(page: Page) -> None:
    text = until(page, AXES, "date and time, Europe/Stockholm", LATE)
    assert "Sun 30 Mar 1997" in text
    places = page.evaluate("""() => { const charts = document.querySelectorAll('#views > :not([hidden]) .qs-gantt .js-plotly-plot');
        const {tickvals, ticktext, range} = charts[1]._fullLayout.xaxis;
        const all = tickvals.map((place, at) => [ticktext[at].split('<br>')[0], place]);
        return Object.fromEntries(all.filter(([, place]) => place >= range[0] && place <= range[1])); }""")
    assert places["06:00"] == 5 * 3600, "five hours after midnight: one of them did not exist"
    switch(page, ids.AXES, "since the start")
    assert "6 h" in until(page, AXES, "time since the log's start")


def menus_stay_inside(page: Page) -> None:
    if component(page, ids.UNITS).is_visible():
        page.get_by_text("Numbers and units", exact=True).click()
    for width, height in SMALL:
        page.set_viewport_size({"width": width, "height": height})
        for name in MENUS:
            menu_is_inside(page, name)


def menu_is_inside(page: Page, name: str) -> None:
    menu = page.locator("details", has=page.locator("summary", has_text=name)).filter(visible=True).last
    menu.locator("> summary").click()
    expect(menu.locator("> .qs-popup")).to_be_visible()
    until(page, f"() => ({OVER})().length === 0", timeout=PLACED)  # it is put in its place a moment after it opens
    assert page.evaluate(OVER) == [], name
    menu.locator("> summary").click()
    expect(menu.locator("> .qs-popup")).to_be_hidden()
