"""The menus of Compare on a phone and on a tablet: all that they have is inside them, and they are inside the window."""

from __future__ import annotations

import pytest

from tests.browser.steps import EASY, FCFS, SAMPLES, Page, expect, finished, link_of, open_tab, schedule_drawn, until

PLACED = 20_000  # ms, far more than it takes
MENUS = ("Add a run", "What if", "Numbers and units", "Settings")
# What reaches over the edge of the menu that is open, or of the window, by more than a pixel.
OVER = """() => {
    const menu = [...document.querySelectorAll('details[open] > .qs-popup')].find(one => one.checkVisibility());
    if (!menu) return ['no menu'];
    const {left, right} = menu.getBoundingClientRect();
    const beyond = [...menu.querySelectorAll('*')].filter(one => one.checkVisibility() && one.getBoundingClientRect().width > 1)
        .filter(one => one.getBoundingClientRect().right > right + 1 || one.getBoundingClientRect().left < left - 1);
    return [...(left < -1 || right > innerWidth + 1 ? ['the menu'] : []), ...beyond.map(one => one.className || one.tagName)];
}"""


@pytest.mark.parametrize("size", [(390, 844), (768, 1024)])
def test_all_of_a_menu_is_inside_it(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(link_of(SAMPLES / "five-jobs.swf", (FCFS, EASY), "schedule"))
    finished(page, (FCFS, EASY))
    open_tab(page, "schedule")
    schedule_drawn(page, 2)
    for name in MENUS:
        menu = page.locator("details", has=page.locator("summary", has_text=name)).filter(visible=True).last
        menu.locator("> summary").click()
        expect(menu.locator("> .qs-popup")).to_be_visible()
        until(page, f"() => ({OVER})().length === 0", timeout=PLACED)  # it is put in its place a moment after it opens
        assert page.evaluate(OVER) == [], name
        menu.locator("> summary").click()
        expect(menu.locator("> .qs-popup")).to_be_hidden()
