"""The calendar of a log: the clock of its zone, ticks at round times of it, and the same ticks in the browser."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from layouts.drawing import axes
from scheduler.formats import swf
from scheduler.model.calendars import calendar_between, calendar_of
from scheduler.preparation.build import workload
from tests.cases import small_log

HOUR, DAY = 3_600, 86_400
STOCKHOLM = ZoneInfo("Europe/Stockholm")
SPRING = int(datetime(1997, 3, 30, tzinfo=STOCKHOLM).timestamp())  # 02:00 does not exist on this day
AUTUMN = int(datetime(1997, 10, 26, tzinfo=STOCKHOLM).timestamp())  # 02:00 comes twice on this day


def log(header, **options):
    text = small_log.swf(header=small_log.HEADER + header)
    return workload(swf.read(text.encode(), "small"), **options)


def seen(calendar, t0, t1, wanted=8):
    """{position: label} of the ticks inside the window."""
    return {place: text for place, text in zip(*axes.ticks(calendar, t0, t1, wanted), strict=True) if t0 <= place <= t1}


def test_offsets_change_at_the_second_the_zone_changes():
    calendar = calendar_between(SPRING, "Europe/Stockholm", 300 * DAY)
    assert calendar.zone == "Europe/Stockholm"
    assert calendar.pieces == (
        (0, SPRING + HOUR),
        (2 * HOUR, SPRING + 2 * HOUR),
        (AUTUMN + 3 * HOUR - SPRING, SPRING + HOUR),
    )
    assert calendar.shift(2 * HOUR) - calendar.shift(2 * HOUR - 1) == HOUR


def test_the_hour_that_does_not_exist_has_no_tick_and_the_one_that_comes_twice_has_two():
    assert list(seen(calendar_between(SPRING, "Europe/Stockholm", DAY), 0, 5 * HOUR).values()) == [
        "00:00<br>Sun 30 Mar 1997",
        "01:00",
        "03:00",
        "04:00",
        "05:00",
        "06:00",
    ]
    assert seen(calendar_between(AUTUMN, "Europe/Stockholm", DAY), 0, 5 * HOUR) == {
        0: "00:00<br>Sun 26 Oct 1997",
        HOUR: "01:00",
        2 * HOUR: "02:00",
        3 * HOUR: "02:00",
        4 * HOUR: "03:00",
        5 * HOUR: "04:00",
    }


@pytest.mark.parametrize("hours", [1, 2, 3, 6, 12, 24, 48, 168, 720, 5_000])
def test_every_tick_tells_the_clock_that_the_zone_has_then(hours):
    calendar = calendar_between(SPRING - 100 * DAY, "Europe/Stockholm", 400 * DAY)
    places, texts = axes.ticks(calendar, 99 * DAY, 99 * DAY + hours * HOUR)
    assert places == sorted(set(places))
    known = [(place, text) for place, text in zip(places, texts, strict=True) if 0 <= place <= 400 * DAY]  # of the log
    assert len(known) >= 3
    for place, text in known:
        clock = datetime.fromtimestamp(SPRING - 100 * DAY + place, STOCKHOLM)
        small = text.split("<br>")[0]
        assert small in (
            f"{clock:%H:%M}",
            f"{clock:%H:%M:%S}",
            f"{clock:%a} {clock.day} {clock:%b}",
            f"{clock:%b}",
            f"{clock:%Y}",
        )
        if ":" not in small:
            assert (clock.hour, clock.minute, clock.second) == (0, 0, 0), "days begin at midnight of the zone"


def test_weeks_begin_on_mondays_months_on_their_first_day():
    calendar = calendar_between(SPRING, "Europe/Stockholm", 3_000 * DAY)
    assert {text[:3] for text in seen(calendar, 0, 50 * DAY).values()} == {"Mon"}
    assert list(seen(calendar, 0, 240 * DAY).values())[:3] == ["Apr<br>1997", "May", "Jun"]
    assert list(seen(calendar, 0, 2_900 * DAY).values())[:2] == ["1998", "1999"]
    assert next(iter(seen(calendar, 30, 80).values())) == "00:00:30<br>Sun 30 Mar 1997"


def test_below_a_second_ticks_are_those_of_seconds():
    assert next(iter(seen(calendar_between(SPRING, "", DAY), 10, 11, 5).values())) == "10.0 s"


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("", "UTC (the log does not tell its time zone)"),
        ("Mars/Olympus", "UTC (the log's time zone Mars/Olympus is not known here)"),
        ("../../etc/passwd", "UTC (the log's time zone ../../etc/passwd is not known here)"),
        ("Europe", "UTC (the log's time zone Europe is not known here)"),
    ],
)
def test_a_zone_that_is_not_known_is_utc_and_the_title_says_so(zone, words):
    calendar = calendar_between(SPRING, zone, 300 * DAY)
    assert calendar.pieces == ((0, SPRING),)
    assert axes.title(calendar) == f"date and time, {words}"


def test_names_of_zones_from_a_log_are_text_in_a_title():
    assert "<b>" not in axes.title(calendar_between(SPRING, "<b>", DAY))


@pytest.mark.parametrize(
    ("header", "options"),
    [
        ("", {}),
        ("; UnixStartTime: 0\n", {}),
        ("; UnixStartTime: 99999999999999999999\n", {}),
        (f"; UnixStartTime: {SPRING}\n", {"load": 0.5}),
    ],
)
def test_no_calendar_where_times_are_no_times_of_it(header, options):
    work = log(header, **options)
    assert calendar_of(work, 2_000.0) is None and axes.meta(work, 2_000.0) == {}
    assert axes.time_axis(work, 0, 100, (0, 100))["title"]["text"] == "time since the log's start"


def test_an_axis_has_dates_and_the_zone_where_the_log_tells_them():
    work = log(f"; UnixStartTime: {SPRING}\n; TimeZoneString: Europe/Stockholm\n")
    axis = axes.time_axis(work, 0, 2 * HOUR, (0, 2 * HOUR))
    assert axis["title"]["text"] == "date and time, Europe/Stockholm" and "01:00" in axis["ticktext"]
    assert axes.time_axis(work, 0, HOUR, (0, HOUR), titled=False)["title"]["text"] == ""
    assert "00:00 Sun 30 Mar 1997" in axes.time_axis(work, 0, HOUR, (0, HOUR), titled=False)["ticktext"]
    assert axes.meta(work, 2_000.0)["calendar"]["pieces"] == [[0, SPRING + HOUR], [2 * HOUR, SPRING + 2 * HOUR]]
    assert calendar_of(work, 1e12) is None
