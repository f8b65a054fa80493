"""Boxes of labels, buttons, fields and charts on every page, in every tab of Compare and at every usual size, in light and
dark: none lies on another one, no text is cut, and no page scrolls sideways.

A page is loaded once and the window is resized; what is wrong is found by boxes.js, as sentences.  Every tab is measured
at some sizes; with --all at every size, in each of the comparisons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from layouts.topics import all_pages
from scheduler.policies import all_policies
from tests.browser.steps import (
    EASY,
    FCFS,
    LATE,
    OSTRICH,
    SAMPLES,
    Page,
    choose,
    compare,
    component,
    drawn,
    every_picture,
    expect,
    ids,
    loaded,
    log,
    open_tab,
    open_workload,
    tabs,
    until,
    workload_link,
)
from tests.browser.test_access import PAGES as OTHERS
from tests.browser.test_access import go_to, home, reader, titled, wear  # noqa: F401 - reader is a fixture
from tests.cases.width import ALL as LONG
from tests.topics.parts import of_topics

ALL = ((1440, 900), (1920, 1080), (1280, 720), (768, 1024), (390, 844))
SIZES = {"light": ALL, "dark": ALL} if LONG else {"light": ALL[-1:], "dark": ALL[:1]}  # colors move no box
NARROW = {"light": ALL[-1:]}  # the usual run of Compare
FAULTS = Path(__file__).with_name("boxes.js").read_text(encoding="utf-8")
NOW = """([width, height]) => innerWidth === width && innerHeight === height
    && document.documentElement.clientWidth <= width"""
AT_REST = """() => { const now = [...document.querySelectorAll('#page, #page .js-plotly-plot .main-svg')].map(
    one => Math.round(one.getBoundingClientRect().width)).join(); const same = window.restingWidths === now;
    window.restingWidths = now; return same && ![...document.querySelectorAll('.js-plotly-plot')].some(
    chart => chart.clientWidth > 0 && chart._fullLayout && Math.abs(chart._fullLayout.width - chart.clientWidth) > 2); }"""


def workload(page: Page) -> None:
    go_to(page, workload_link("steady-load.swf"))
    loaded(page, LATE)
    every_picture(page)


def workload_forms(page: Page) -> None:
    """The form of a generator, and every field of the options explained."""
    workload(page)
    component(page, ids.WORKLOAD_BODY).get_by_text("Change the workload").click()
    explained = page.locator(".qs-options-form .mantine-InputWrapper-description").first
    expect(explained).to_be_hidden()
    page.get_by_text("Explain the fields").click()
    expect(explained).to_be_visible()
    component(page, ids.WORKLOAD_BODY).locator(".qs-more > summary").click()
    page.get_by_text("Open another workload").click()
    page.get_by_role("tab", name="Generate").click()
    expect(page.get_by_role("button", name="Generate", exact=True)).to_be_visible()


def by_hand(page: Page) -> None:
    go_to(page, "/by-hand")
    expect(page.locator(".hand-chart").first).to_be_visible(timeout=LATE)


def answered(page: Page) -> None:
    home(page)
    page.get_by_role("button", name="None of them").click()
    expect(component(page, ids.HOME_WHY)).to_contain_text("backfilled")


def experiment(page: Page) -> None:
    page.goto("/papers?experiment=ostrich-2013/fig3")
    expect(page.get_by_role("heading", level=2).first).to_be_visible(timeout=LATE)


def beside(page: Page) -> None:
    for name in ("convoy.swf", "steady-load.swf"):
        open_workload(page)
        choose(page, SAMPLES / name)
        loaded(page, LATE)
        expect(component(page, ids.OPEN_WORK)).to_contain_text(name)
    page.get_by_role("link", name="Set beside another workload").click()
    component(page, ids.BESIDE_SECOND).click()
    page.get_by_role("option", name="convoy.swf").click()
    expect(page.get_by_role("heading", level=2).first).to_have_text("steady-load.swf beside convoy.swf", timeout=LATE)


ELSEWHERE = ("catalogue", *(name for names in of_topics("visits", "MEASURED") for name in names))
PAGES: dict[str, Callable[[Page], None]] = {
    **{name: OTHERS[name] for name in ELSEWHERE},
    "experiment": experiment,
    "beside": beside,
    "home": home,
    "home answered": answered,
    "workload": workload,
    "workload forms": workload_forms,
    "learn": titled("/learn", "Learn"),
    "glossary": titled("/glossary", "Glossary"),
    "by hand": by_hand,
    "papers": titled("/papers", "Papers"),
    **{path: OTHERS[path] for path in all_pages() if path in OTHERS},
}


USUAL = {"home answered", "by hand", "tasks"}.union(*of_topics("visits", "USUAL"))  # the others with --all


def wide(names: Iterable[str]) -> list[Any]:
    """The names as parameters, those that are not usual for --all alone."""
    return [pytest.param(name, marks=[] if name in USUAL else pytest.mark.exhaustive) for name in names]


@pytest.mark.parametrize("name", wide(PAGES))
def test_no_box_is_on_another_one_and_no_text_is_cut(reader: Page, name: str) -> None:  # noqa: F811
    reader.set_viewport_size({"width": 1280, "height": 720})
    PAGES[name](reader)
    assert not faults_of_boxes(reader)


def faults_of_boxes(page: Page) -> dict[str, list[str]]:
    """Boxes on others and texts that are cut, by scheme and size of the window."""
    found: dict[str, list[str]] = {}
    for scheme, sizes in SIZES.items():
        wear(page, scheme)
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            until(page, NOW, [width, height])
            until(page, AT_REST)
            if faults := page.evaluate(FAULTS):
                found[f"{scheme} {width}x{height}"] = faults
    return found


MRT, DEMT, CONSERVATIVE, SJBF, CAMPAIGN_FCFS = (
    all_policies()[key].title for key in ("mrt", "demt", "conservative", "easy_sjbf", "campaign_fcfs")
)
COMPARISONS = {  # two runs, four of a log with dates, campaigns with long names, moldable tasks
    "jobs": ("steady-load.swf", (FCFS, EASY)),
    "log": (log(), (FCFS, EASY, CONSERVATIVE, SJBF)),
    "campaigns": ("short-and-long-users.swf", (OSTRICH, CAMPAIGN_FCFS)),
    "tasks": ("three-tasks.swf", (MRT, DEMT)),
}


@pytest.mark.parametrize("name", wide(COMPARISONS))
def test_no_box_is_on_another_one_in_any_tab_of_compare(page: Page, name: str) -> None:
    compare(page, *COMPARISONS[name])
    found: dict[str, list[str]] = {}
    for scheme, sizes in (SIZES if LONG else NARROW).items():
        open_tab(page, tabs(page)[0])  # its charts tell when all tabs are made anew in these colors
        wear(page, scheme)
        for tab in tabs(page):
            open_tab(page, tab)
            for width, height in sizes:
                page.set_viewport_size({"width": width, "height": height})
                until(page, NOW, [width, height])
                drawn(page)
                until(page, AT_REST)
                if faults := page.evaluate(FAULTS):
                    found[f"{tab}, {scheme} {width}x{height}"] = faults
    assert not found


PLANTED = """() => { const plant = html => { const made = document.createElement('div'); made.innerHTML = html;
    document.querySelector('#page').append(made); };
    plant('<button style="position:absolute;left:50px;top:400px">one</button><button style="position:absolute;left:70px;top:405px">two</button>');
    plant('<p style="width:40px;overflow:hidden;white-space:nowrap">much longer than that</p>');
    plant('<div style="width:3000px;height:5px">.</div>'); }"""


def test_what_is_planted_is_found(reader: Page) -> None:  # noqa: F811
    page = reader
    page.set_viewport_size({"width": 1280, "height": 720})
    titled("/glossary", "Glossary")(page)
    assert page.evaluate(FAULTS) == []
    page.evaluate(PLANTED)
    found = "\n".join(page.evaluate(FAULTS))
    for words in ('overlap: button. "one" and button. "two"', 'cut: p. "much longer than that"', "the page is"):
        assert words in found
