"""Axes of time with dates: ticks at round times of the machine's clock, summer time included.

assets/calendar.js holds the same rule for zooming in the browser, where a reader may choose seconds since the log's
start instead.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import date
from typing import Any, NamedTuple

from layouts import theme
from scheduler.analysis.calendars import Calendar, calendar_of
from scheduler.durations import DAY, HOUR, MINUTE, WEEK
from scheduler.model.workload import Workload

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
EPOCH = date(1970, 1, 1).toordinal()
MONDAY = 4 * DAY        # s from the epoch to a Monday
MONTH = 30.44 * DAY


class Step(NamedTuple):
    """The distance of ticks: seconds, or whole months where `months` is not 0."""

    seconds: float
    months: int = 0


STEPS = (*(Step(float(unit * count)) for unit in (1, MINUTE) for count in (1, 2, 5, 10, 15, 30)),
         *(Step(float(HOUR * hours)) for hours in (1, 2, 3, 6, 8, 12)),
         *(Step(float(days * DAY)) for days in (1, 2, 7, 14)),
         *(Step(months * MONTH, months) for months in (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1_200)))


def time_axis(workload: Workload, t0: float, t1: float, extent: tuple[float, float], wanted: int = 8,
              titled: bool = True) -> dict[str, Any]:
    """An axis of seconds of the log, with dates where the log tells when it starts; else theme.time_axis().

    titled: whether there is room for a title and for labels of two lines.
    """
    made = theme.time_axis(t0, t1, extent, wanted=wanted)
    calendar = calendar_of(workload, extent[1])
    if calendar is not None:
        places, texts = ticks(calendar, t0, t1, wanted)
        texts = texts if titled else [text.replace("<br>", " ") for text in texts]      # it has room for one line
        made |= {"tickvals": places, "ticktext": texts, "title": {"text": title(calendar)}}
    return made if titled else made | {"title": {"text": ""}}


def title(calendar: Calendar) -> str:
    """What the axis shows, and in which zone."""
    return f"date and time, {theme.safe(calendar.zone)}"


def meta(workload: Workload, end: float) -> dict[str, Any]:
    """What the browser is told of a chart: {"calendar": {title, pieces}}; nothing without a calendar."""
    calendar = calendar_of(workload, end)
    return {} if calendar is None else {
        "calendar": {"title": title(calendar), "pieces": [list(one) for one in calendar.pieces]}}


def ticks(calendar: Calendar, t0: float, t1: float, wanted: int = 8) -> tuple[list[float], list[str]]:
    """Positions (s of the log) and labels, one span beyond either side; the rule of theme.time_ticks() below a second.

    What is larger than a label, the date or the year, stands in a second line where it changes.
    """
    if not (math.isfinite(t0) and math.isfinite(t1) and t1 > t0):
        return [], []
    span = t1 - t0
    if span / wanted <= 0.5:
        return theme.time_ticks(t0, t1, wanted)
    step = next((one for one in STEPS if one.seconds >= span / wanted), STEPS[-1])
    places: list[float] = []
    texts, before, inside = [], "", False
    for place, local in _places(calendar, t0 - span, t1 + span, step):
        small, large = _text(local, step)
        enters = not inside and place >= t0 - 1e-9 * span
        inside = inside or enters
        places.append(place)
        texts.append(f"{small}<br>{large}" if large and (large != before or enters) else small)
        before = large
    return places, texts


def _places(calendar: Calendar, low: float, high: float, step: Step) -> Iterator[tuple[float, int]]:
    """(s of the log, local s) of each tick, piece by piece: an hour that comes twice has its ticks twice."""
    begins = [-math.inf, *(begin for begin, _ in calendar.pieces[1:]), math.inf]
    for (_, shift), begin, end in zip(calendar.pieces, begins, begins[1:], strict=False):
        first, last = max(low, begin), min(high, end)
        for local in _round(first + shift, last + shift, step) if first <= last else ():
            if begin <= local - shift < end:
                yield local - shift, local


def _round(low: float, high: float, step: Step) -> Iterator[int]:
    """Local seconds in [low, high] at which a tick may stand: weeks begin on Mondays."""
    if step.months:
        first, last = (_month(value) // step.months for value in (low, high))
        found = (_begin(n * step.months) for n in range(first, last + 1))
        yield from (local for local in found if low <= local <= high)
        return
    origin, size = MONDAY if step.seconds >= WEEK else 0, int(step.seconds)
    for n in range(math.ceil((low - origin) / size), math.floor((high - origin) / size) + 1):
        yield n * size + origin


def _month(local: float) -> int:
    """Months since the year 0, of local seconds."""
    day = date.fromordinal(EPOCH + math.floor(local / DAY))
    return 12 * day.year + day.month - 1


def _begin(month: int) -> int:
    """Local seconds of the begin of a month."""
    return (date(month // 12, month % 12 + 1, 1).toordinal() - EPOCH) * DAY


def _text(local: int, step: Step) -> tuple[str, str]:
    """(label, what stands below it): ("04:00", "Mon 3 Mar 1997"), ("Mon 3 Mar", "1997"), ("Mar", "1997")."""
    days, left = divmod(local, DAY)
    day = date.fromordinal(EPOCH + days)
    year, month = str(day.year), MONTHS[day.month - 1]
    if step.months:
        return (year, "") if step.months >= 12 else (month, year)
    named = f"{DAYS[day.weekday()]} {day.day} {month}"
    if step.seconds >= DAY:
        return named, year
    clock = f"{left // HOUR:02d}:{left % HOUR // MINUTE:02d}"
    return clock + (f":{left % MINUTE:02d}" if step.seconds < MINUTE else ""), f"{named} {year}"
