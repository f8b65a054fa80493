"""Projector mode: large text, high bars, thick edges, no chrome; steps by keys; blank; kept in the link."""

from __future__ import annotations

import re

import pytest

from tests.browser.steps import LATE, SOON, Page, component, expect, ids, link_of, open_tab, until
from tests.browser.test_navigation import VOICE, five, opened

__all__ = ["five"]

SMALLEST = """() => {
    const walk = document.createTreeWalker(document.getElementById('page'), NodeFilter.SHOW_TEXT), sizes = [];
    while (walk.nextNode()) {
        const holder = walk.currentNode.parentElement, box = holder.getBoundingClientRect();
        if (!walk.currentNode.textContent.trim() || box.width < 2 || box.height < 2 || holder.closest('.qs-unseen')) continue;
        if (getComputedStyle(holder).visibility === 'hidden') continue;
        sizes.push([parseFloat(getComputedStyle(holder).fontSize), walk.currentNode.textContent.slice(0, 40)]);
    }
    const small = sizes.filter(([size]) => size < 20);
    return sizes.length && !small.length ? 20 : null;
}"""
EDGES = """() => {
    const edges = [...document.querySelectorAll('#page .barlayer .point path')].map(path => parseFloat(path.style.strokeWidth));
    return edges.length && edges.every(width => width >= 2) ? edges.length : null;
}"""
LOWEST = """() => Math.min(...[...document.querySelectorAll('#page .barlayer .point path')].map(
    path => path.getBoundingClientRect().height).filter(height => height > 0))"""


@pytest.fixture(scope="module")
def campaigns() -> str:
    """The link of OStrich beside first come, first served, on a sample with campaigns."""
    return link_of("ostrich-appendix.swf", ("OStrich", "Campaigns, first come, first served"))


@pytest.fixture
def small_window(page: Page) -> Page:
    page.set_viewport_size({"width": 1024, "height": 768})
    return page


SMALLEST_BAR = """() => [...document.querySelectorAll('.qs-mini-bar')].map(
    bar => [bar.getBoundingClientRect().height, parseFloat(getComputedStyle(bar).fontSize)])"""


def test_home_is_large_steps_and_is_blanked_until_any_key(small_window: Page) -> None:
    page = small_window
    page.goto("/")
    expect(component(page, ids.HOME_CHARTS)).to_contain_text("job 2", timeout=LATE)
    page.keyboard.press("p")
    expect(page.locator(".mantine-AppShell-header")).to_be_hidden()
    expect(page.get_by_role("heading", name="cuts the mean wait")).to_be_hidden()
    expect(page).to_have_url(re.compile(r"present=1"))
    assert all(height >= 14 and letters >= 20 for height, letters in page.evaluate(SMALLEST_BAR))
    page.keyboard.press("ArrowRight")
    said = component(page, ids.HOME_WHY)
    expect(said).to_contain_text("At 7 h")
    page.keyboard.press("PageUp")
    expect(said).to_contain_text("backfilled")
    blank_until_any_key(page)
    page.keyboard.press("Escape")
    expect(page.locator(".mantine-AppShell-header")).to_be_visible()
    expect(page).not_to_have_url(re.compile("present"))


def blank_until_any_key(page: Page) -> None:
    before = component(page, ids.HOME_BODY).inner_text()
    page.keyboard.press("b")
    blank = page.locator(".qs-blank")
    expect(blank).to_be_visible()
    assert blank.bounding_box() == {"x": 0, "y": 0, "width": 1024, "height": 768}
    others = "() => +getComputedStyle(document.querySelector('.qs-blank')).zIndex - Math.max(...TOPS)".replace(
        "TOPS",
        "[...document.querySelectorAll('body *:not(.qs-blank)')].map(part => +getComputedStyle(part).zIndex || 0)",
    )
    assert page.evaluate(others) > 0  # nothing shines on it
    page.keyboard.press("ArrowLeft")  # only brings it back
    expect(blank).to_have_count(0)
    assert component(page, ids.HOME_BODY).inner_text() == before


def test_compare_is_large_stays_so_in_the_link_and_is_turned_by_keys(small_window: Page, five: str) -> None:
    page = small_window
    opened(page, f"{five}&present=1")
    expect(component(page, ids.STATES)).to_be_hidden()
    expect(component(page, ids.ZOOM_IN)).to_be_hidden()
    until(page, SMALLEST)
    until(page, EDGES)
    until(
        page, f"() => {{ const lowest = ({LOWEST})(); return Number.isFinite(lowest) && lowest >= 20; }}"
    )  # rows follow the charts
    root = "document.documentElement"
    until(page, f"() => {root}.scrollWidth <= {root}.clientWidth")
    page.keyboard.press("Period")
    expect(page.locator(VOICE)).to_contain_text("job 1,")
    expect(component(page, ids.FACTS).get_by_role("heading", level=2)).to_contain_text("Job 1 ")
    panel = component(page, ids.FACTS).bounding_box()
    assert panel["y"] > 0.45 * 768 and panel["width"] == 1024  # the chart stays in sight
    page.keyboard.press("Escape")  # first the facts
    expect(component(page, ids.FACTS).get_by_role("heading")).to_have_count(0)
    expect(component(page, ids.STATES)).to_be_hidden()
    page.get_by_role("button", name="Leave the presentation").click()
    expect(component(page, ids.STATES)).to_be_visible()
    a_slide_is_drawn_for_its_width_again_and_arrows_do_what_is_said_after_a_press_on_a_control(page)


CUT = """() => {
    const slide = document.querySelector('[data-slide]');
    if (!slide) return [];                  // between two of them
    const box = slide.getBoundingClientRect();
    const out = [...slide.querySelectorAll('h2, h3, p, td, th, .dash-graph')].filter(one => one.offsetParent)
        .map(one => one.getBoundingClientRect()).filter(one => one.right > innerWidth + 1 || one.left < -1 || one.bottom > innerHeight - 40);
    const root = document.documentElement;
    return [box.width > 600, out.length, root.scrollWidth > root.clientWidth, slide.scrollHeight > slide.clientHeight + 2];
}"""
BAR = "#slide-bar span"
# What the bar says and the heading of the slide, of one moment; false while the slide is still to come or is taken away.
SLIDE = """() => {
    const slide = document.querySelector('[data-slide]'), bar = document.querySelector('#slide-bar span');
    if (!slide || !bar || slide.matches('.qs-coming') || slide.querySelector('.qs-coming')) return false;
    const heading = slide.querySelector('h2, h3');
    return [bar.textContent, heading ? heading.innerText : ''];
}"""


def shown_slide(page: Page) -> tuple[str, str]:
    """The text of the bar and the heading of the slide, once it has its content."""
    bar, heading = until(page, SLIDE, timeout=LATE)
    return bar, heading


def test_every_view_of_a_comparison_has_the_screen_for_itself(page: Page, campaigns: str) -> None:
    page.goto(f"{campaigns}&present=1")
    seen = []
    page.keyboard.press("PageUp")  # there is nothing before the first
    while len(seen) < 30:
        before, heading = shown_slide(page)
        if not before.startswith("Step"):  # which is as long as what is told of a step
            until(page, f"() => JSON.stringify(({CUT})()) === '[true,0,false,false]'")
        if heading == "Gantt chart" and before.startswith("Schedule"):
            expect(page.locator("[data-slide] .qs-chip").first).to_be_visible()  # which color is whose
        seen.append((before, heading))
        if before.startswith("Numbers"):
            break
        if before.startswith("Step"):  # where keys step
            page.get_by_role("button", name="Next view").click()
        else:
            page.keyboard.press("ArrowRight")
        until(page, f"before => ![undefined, before].includes(document.querySelector('{BAR}')?.textContent)", before)
    tabs = [text.split(" \u00b7 ")[0] for text, _ in seen]
    assert list(dict.fromkeys(tabs)) == page.evaluate(
        "() => [...document.querySelectorAll('#tabs [role=tab]')].filter(one => !one.hidden).map(one => one.textContent)"
    )
    assert {"Two panels", "Overlay", "Lateness"} <= {part for text, _ in seen for part in text.split(" \u00b7 ")}, seen
    assert seen[-1][0].startswith("Numbers and export") and seen[-1][1] == "Runs in numbers"
    page.reload()
    expect(page.locator(BAR)).to_contain_text("Numbers and export", timeout=LATE)
    page.get_by_role("button", name="Previous view").click()
    expect(page.locator(BAR)).not_to_contain_text("Numbers and export")
    page.keyboard.press("Escape")
    expect(page.locator("[data-slide]")).to_have_count(0)
    expect(page).not_to_have_url(re.compile("present"))


DRAWN_FOR = """() => {
    const slide = document.querySelector('[data-slide]'), charts = slide ? [...slide.querySelectorAll('.qs-play-chart, .main-svg')] : [];
    const shown = charts.filter(one => one.getBoundingClientRect().width > 0);
    return shown.length ? Math.min(...shown.map(one => one.getBoundingClientRect().width / slide.clientWidth)) : null;
}"""


def turn(page: Page, name: str, tab: str) -> None:
    """Press a control of the slides until a tab is shown."""
    for _ in range(6):
        before, _ = shown_slide(page)
        if before.startswith(tab):
            return
        page.get_by_role("button", name=name).click()
        until(page, f"before => ![undefined, before].includes(document.querySelector('{BAR}')?.textContent)", before)
    raise AssertionError(f"{tab} is not among the slides")


def a_slide_is_drawn_for_its_width_again_and_arrows_do_what_is_said_after_a_press_on_a_control(page: Page) -> None:
    open_tab(page, "steps")
    page.keyboard.press("p")
    said, status = page.locator(".qs-toast"), page.locator("#panel-steps .qs-play-status")
    turn(page, "Next view", "Step")
    until(page, f"() => ({DRAWN_FOR})() > 0.5")
    turn(page, "Previous view", "Fairness")
    expect(said).to_contain_text("arrows show the next view")
    until(page, f"() => ({DRAWN_FOR})() > 0.5")
    turn(page, "Next view", "Step")
    until(page, f"() => ({DRAWN_FOR})() > 0.5", timeout=SOON // 4)
    expect(said).to_contain_text("here arrows step")
    expect(page.locator("#next-slide")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(status).to_contain_text("step 2 of")
    page.get_by_role("button", name="Previous view").click()
    expect(said).to_contain_text("arrows show the next view")
    page.keyboard.press("ArrowRight")
    expect(page.locator(BAR)).to_contain_text("Step by step")
    expect(said).to_contain_text("here arrows step")
