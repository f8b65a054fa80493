"""Dates on axes: the browser writes the same ticks as the server, over a change of the clock, too."""

from __future__ import annotations

import pytest

from layouts import calendar_axis
from scheduler.durations import DAY, HOUR
from tests.browser.steps import Page
from tests.conftest import REPOSITORY
from tests.test_calendars import SPRING, made

ASSETS = REPOSITORY / "assets"


def test_the_browser_writes_the_same_ticks(page: Page) -> None:
    calendar, change = made(SPRING - 100 * DAY, "Europe/Stockholm", 400 * DAY), 100 * DAY
    spans = (3, 40, 600, HOUR, 5 * HOUR, DAY, 3 * DAY, 9 * DAY, 60 * DAY, 200 * DAY, 4_000 * DAY)
    page.set_content("<body></body>")
    for name in ("calendar.js", "gantt_ticks.js"):
        page.add_script_tag(content=(ASSETS / name).read_text())
    for t0, t1 in ((change - span / 3, change + span) for span in spans):
        places, texts = page.evaluate("([pieces, a, b]) => window.queuescope.calendarTicks(pieces, a, b)",
                                      [calendar.pieces, t0, t1])
        assert (pytest.approx(places), texts) == calendar_axis.ticks(calendar, t0, t1), (t0, t1)
