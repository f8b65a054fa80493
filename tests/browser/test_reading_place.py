"""Where somebody reads in a tab of Compare: the link, a reload and the way back lead there again."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from tests.browser.steps import EASY, FCFS, SAMPLES, Page, expect, finished, link_of, open_tab, until
from tests.cases.width import width

LOG = SAMPLES / "steady-load.swf"
SOMEWHERE, SHARE = "figure-users", 20  # percent of it that lie above the foot of the tabs
NOWHERE = ("figure-nothing~40", "%22%3E~3", "figure-users")
PLACED = re.compile(r"[?&]place=figure-[a-z_]+~\d+")
# How far the heading of a view is from the foot of the tabs, pixels; null while it is not there.
BELOW = """name => { const one = document.getElementById(name), tabs = document.getElementById('tabs');
    return one && one.offsetParent ? one.closest('.qs-figure').getBoundingClientRect().top - tabs.getBoundingClientRect().bottom : null; }"""
# Neither the page nor its address has moved for half a second, more than the page takes to write a place down.
AT_REST = """() => { const now = [scrollY, location.search].join(); window.restLooks = now === window.restingAt ? window.restLooks + 1 : 0;
    window.restingAt = now; return window.restLooks >= 8; }"""
SCROLLED = """([name, share]) => { const one = document.getElementById(name), tabs = document.getElementById('tabs');
    if (!one || !one.offsetParent) return false;
    const {top, height} = one.closest('.qs-figure').getBoundingClientRect();
    return height > 100 && Math.abs(tabs.getBoundingClientRect().bottom - top - share / 100 * height) < 12; }"""
NEAR = f"([name, wanted]) => {{ const now = ({BELOW})(name); return now !== null && Math.abs(now - wanted) < 12; }}"


def reading(page: Page, tab: str) -> tuple[str, float]:
    """Scroll to the middle of the last view of a tab: (the view that its address names, pixels below the tabs)."""
    open_tab(page, tab)
    last = page.locator("[role=tabpanel]:not([hidden]) .qs-figure h3[id]").last
    expect(last).to_be_visible()
    page.mouse.move(700, 600)
    page.mouse.wheel(0, 640)
    expect(page).to_have_url(PLACED)
    until(page, AT_REST)
    view = re.search(r"place=([a-z_-]+)~", page.url)
    assert view is not None
    return view[1], page.evaluate(BELOW, view[1])


def test_a_link_a_reload_and_the_way_back_lead_to_the_place_that_was_read(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(link_of(LOG, (FCFS, EASY), "fairness") + f"&place={SOMEWHERE}~{SHARE}")
    finished(page, (FCFS, EASY))
    until(page, SCROLLED, [SOMEWHERE, SHARE])
    view, below = reading(page, "fairness")
    link = page.url
    page.reload()
    until(page, NEAR, [view, below])
    open_tab(page, "idle")
    expect(page).not_to_have_url(PLACED)
    page.go_back()
    until(page, NEAR, [view, below])
    assert parse_qs(urlsplit(page.url).query) == parse_qs(urlsplit(link).query)


def test_an_address_that_names_no_place_opens_the_tab_from_the_top(page: Page) -> None:
    for at in NOWHERE[: width(1, 3)]:
        page.goto(f"{link_of(LOG, (FCFS, EASY), 'fairness')}&place={at}")
        finished(page, (FCFS, EASY))
        expect(page.locator("[role=tabpanel]:not([hidden]) .qs-figure").first).to_be_visible()
        assert page.evaluate("scrollY") == 0
