"""The strip above the Gantt charts: its brush shows the window of all charts, and moves it by mouse and by keys."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.steps import Locator, Page, expect, release, until
from tests.browser.test_navigation import RANGES, five, opened, steady, together

__all__ = ["five", "steady"]


def strip(page: Page) -> Locator:
    return page.get_by_role("group", name="The whole log in a strip")


def slider(page: Page, name: str) -> Locator:
    return strip(page).get_by_role("slider", name=name)


def field(page: Page) -> dict[str, float]:
    """The box of the brush's field: the whole of the log."""
    place = strip(page).locator(".qs-brush")
    place.scroll_into_view_if_needed()
    box: Any = place.bounding_box()
    return box


def come_to(page: Page, t0: float, t1: float, tolerance: float) -> list[float]:
    """Wait until both Gantt charts show this time; their window."""
    return until(
        page,
        f"""([t0, t1, tolerance]) => {{
        const all = {RANGES};
        return all.length && all.every(range => Math.abs(range[0] - t0) <= tolerance && Math.abs(range[1] - t1) <= tolerance) ? all[0] : null;
    }}""",
        [t0, t1, tolerance],
    )


def pulled(page: Page, begin: float, end: float) -> None:
    """Drag from share to share of the strip."""
    box = field(page)
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + begin * box["width"], middle)
    page.mouse.down()
    page.mouse.move(box["x"] + end * box["width"], middle, steps=4)
    release(page)


def test_a_drag_of_the_window_moves_it_and_a_drag_beside_it_makes_another(page: Page, steady: str) -> None:
    whole = opened(page, steady)
    length = whole[1] - whole[0]
    page.keyboard.press("Shift+w")
    narrow = together(page, whole)
    middle = ((narrow[0] + narrow[1]) / 2 - whole[0]) / length
    pulled(page, middle, middle + 0.2)
    moved = come_to(page, narrow[0] + 0.2 * length, narrow[1] + 0.2 * length, 0.01 * length)  # and not only pass it
    assert moved[1] - moved[0] == pytest.approx(narrow[1] - narrow[0], rel=0.02)
    pulled(page, 0.05, 0.15)
    come_to(page, whole[0] + 0.05 * length, whole[0] + 0.15 * length, 0.01 * length)


def test_keys_move_the_window_and_its_ends(page: Page, steady: str) -> None:
    whole = opened(page, steady)
    slider(page, "End of the window").focus()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    length = whole[1] - whole[0]
    narrow = come_to(page, whole[0], whole[0] + 0.9**5 * length, 1e-3 * length)  # each a tenth of what is shown then
    slider(page, "Window of the charts").focus()
    page.keyboard.press("End")
    last = together(page, narrow)
    assert last[1] == pytest.approx(whole[1]) and last[1] - last[0] == pytest.approx(narrow[1] - narrow[0], rel=0.01)
    now = slider(page, "Window of the charts").get_attribute("aria-valuetext")
    page.keyboard.press("Home")
    first = together(page, last)
    assert first[0] == pytest.approx(whole[0])
    expect(slider(page, "Window of the charts")).not_to_have_attribute("aria-valuetext", str(now))


def test_keys_in_one_frame_all_count_and_all_time_ends_them(page: Page, steady: str) -> None:
    """On a slow machine several presses of a key come between two pictures; and `0` before the window has come to rest."""
    whole = opened(page, steady)
    slider(page, "End of the window").focus()
    press = "for (let n = 0; n < 3; n++) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {code: 'ArrowLeft', bubbles: true}));"
    page.evaluate(press)
    come_to(page, whole[0], whole[0] + 0.9**3 * (whole[1] - whole[0]), 1)
    expect(page).to_have_url(re.compile(r"[?&]t1="))
    page.evaluate(f"""() => {{
        {press}
        document.activeElement.blur();
        document.body.dispatchEvent(new KeyboardEvent('keydown', {{key: '0', code: 'Digit0', bubbles: true}}));
    }}""")
    expect(page).to_have_url(re.compile(rf"[?&]t1={whole[1]:.0f}\b"))  # told when the charts are at rest
    assert come_to(page, whole[0], whole[1], 1) == page.evaluate("window.queuescope.window()") == whole


def test_the_strip_follows_the_charts(page: Page, five: str) -> None:
    opened(page, five)
    window = slider(page, "Window of the charts")
    before = window.get_attribute("aria-valuetext")
    page.keyboard.press("w")
    expect(window).not_to_have_attribute("aria-valuetext", str(before))
    page.keyboard.press("0")
    expect(window).to_have_attribute("aria-valuetext", str(before))
