"""What browser and server both write is the same: ticks of time, dates on axes over a change of the clock, and lengths."""

from __future__ import annotations

import pytest

from layouts import theme
from layouts.drawing import axes
from scheduler.durations import DAY, HOUR, human, in_all_units, in_seconds, slurm
from tests.browser.steps import Page
from tests.conftest import REPOSITORY
from tests.model.test_calendars import SPRING, calendar_between

ASSETS = REPOSITORY / "assets"


def test_the_browser_writes_the_same_ticks_since_the_start(page: Page) -> None:
    page.set_content("<body></body>")
    page.add_script_tag(content=(ASSETS / "gantt_ticks.js").read_text())
    for t0, t1 in ((0, 40), (0, 7_200), (273_600, 277_200), (-50, 90), (3e7, 3e7 + 1), (3e7, 3e7 + 0.01), (0, 2e9), (1e6, 3e6),
                   (0, 2e6), (12.5, 86_400)):
        places, texts = page.evaluate("([a, b]) => window.queuescope.timeTicks(a, b)", [t0, t1])
        assert (pytest.approx(places), texts) == theme.time_ticks(t0, t1), (t0, t1)


def test_the_browser_writes_the_same_dates(page: Page) -> None:
    calendar, change = calendar_between(SPRING - 100 * DAY, "Europe/Stockholm", 400 * DAY), 100 * DAY
    spans = (3, 40, 600, HOUR, 5 * HOUR, DAY, 3 * DAY, 9 * DAY, 60 * DAY, 200 * DAY, 4_000 * DAY)
    page.set_content("<body></body>")
    for name in ("calendar.js", "gantt_ticks.js"):
        page.add_script_tag(content=(ASSETS / name).read_text())
    for t0, t1 in ((change - span / 3, change + span) for span in spans):
        places, texts = page.evaluate("([pieces, a, b]) => window.queuescope.calendarTicks(pieces, a, b)",
                                      [calendar.pieces, t0, t1])
        assert (pytest.approx(places), texts) == axes.ticks(calendar, t0, t1), (t0, t1)


def test_the_browser_writes_the_same_lengths(page: Page) -> None:
    known = [0, 0.5, 0.001, 1e-5, 12.3456, 59.97, 59.9996, 60, 90.4, 999.4, 999.6, 3_599.7, 11_100, 11_100.25, 86_399.6,
             187_200, 1_234_567.8, 5e8, -1]
    page.set_content("<body></body>")
    page.add_script_tag(content=(ASSETS / "durations.js").read_text())
    for name, rule in (("human", human), ("slurm", slurm), ("inSeconds", in_seconds), ("inAllUnits", in_all_units)):
        said = page.evaluate("([name, known]) => known.map(window.queuescope[name])", [name, known])
        assert said == [str(rule(seconds)).replace("1e-05", "0.00001") for seconds in known], name
