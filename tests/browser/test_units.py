"""Lengths of time in the unit of the reader: the switch above the run table, what follows it, what is copied."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.steps import Locator, Page, component, expect, ids, link_of, until

pytest.importorskip("playwright.sync_api")

SLURM = re.compile(r"^\d+-\d\d:\d\d:\d\d")


@pytest.fixture(scope="module")
def steady(warm: Any) -> str:
    """The link of FCFS beside EASY on a log of some weeks."""
    return link_of(warm, "steady-load.swf")


def choose(page: Page, unit: str) -> None:
    component(page, ids.UNITS).get_by_text(unit, exact=True).click()


def waits(page: Page) -> Locator:
    """The mean waits of the run table."""
    return page.get_by_role("region", name="Run table").locator("tbody tr td:nth-of-type(1)")


def first_words(cells: Locator) -> list[str]:
    return cells.evaluate_all("cells => cells.map(cell => cell.firstChild.data)")


def test_the_switch_writes_all_tables_and_is_remembered(page: Page, steady: str) -> None:
    page.goto(steady)
    expect(waits(page)).to_have_count(2)
    human = first_words(waits(page))
    assert all(re.search(r" (h|d|min)\b", words) for words in human)
    choose(page, "0-03:05:00")
    expect(waits(page).first).to_have_text(SLURM)
    told = waits(page).first.get_attribute("title") or ""
    assert told.startswith(f"{human[0]} · {first_words(waits(page))[0]} · ") and told.endswith(" s")
    page.get_by_text(re.compile("^All .* metrics, with their formulas")).click()       # comes later
    longest = page.get_by_role("region", name="All metrics").locator("td[data-seconds]").first
    expect(longest).to_have_text(SLURM)
    page.reload()
    expect(waits(page).first).to_have_text(SLURM)
    expect(component(page, ids.UNITS).get_by_label("0-03:05:00")).to_be_checked()
    choose(page, "3 h 05 min")
    expect(waits(page).first).to_have_text(re.compile("^" + re.escape(human[0])))
    assert first_words(waits(page)) == human


def test_grids_and_tables_under_figures_follow(page: Page, steady: str) -> None:
    page.goto(steady)
    expect(waits(page)).to_have_count(2)
    choose(page, "0-03:05:00")
    page.get_by_role("link", name="All users").click()
    cells = component(page, ids.USERS_GRID).locator(".qs-length")
    expect(cells.first).to_have_text(SLURM)
    seconds = until(page, """() => { const table = document.querySelector('table[data-lengths]');
        if (!table) return null; const [[column, values]] = Object.entries(JSON.parse(table.dataset.lengths));
        return [table.tBodies[0].rows[0].cells[column].textContent, values[0]]; }""")
    assert SLURM.match(seconds[0]), seconds
    choose(page, "11\u202f100 s")
    expect(cells.first).to_have_text(re.compile(r"^[\d\u202f]+ s$"))


def test_what_is_copied_are_seconds(page: Page, steady: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(steady)
    expect(waits(page)).to_have_count(2)
    raw = waits(page).evaluate_all("cells => cells.map(cell => cell.dataset.seconds)")
    waits(page).first.click(click_count=3)
    page.keyboard.press("Control+c")
    assert page.evaluate("() => navigator.clipboard.readText()") == raw[0]
    shown = first_words(waits(page))
    page.get_by_role("region", name="Run table").locator("tbody").evaluate("body => getSelection().selectAllChildren(body)")
    page.keyboard.press("Control+c")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert set(raw) <= set(re.split(r"[\t\n]", copied)), copied
    assert first_words(waits(page)) == shown       # and the page still says it for people
