"""Axes: of time with dates or as lengths, of processors; and the span of time that panels share.

Dates: ticks at round times of the machine's clock, summer time included.

frontend/gantt/ticks.js holds the same rule for zooming in the browser, where a reader may choose seconds since the
log's start instead.

Lengths: an axis that begins at zero, and what is longer than what, in words.

A bar so long that the others could not be told apart any more is cut; its number then stands beside an arrow.

>>> words(3.5 * 3_600), words(0.0), compared(-90.0), compared(0.0)
('3 h 30 min', '0 s', '1 min 30 s shorter', 'as long')

Ticks of a logarithmic axis of processors: powers of two, as machines and allotments are counted.

The span of time that panels over the same runs share, and the part of it that is shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

import numpy as np

from layouts import theme
from layouts.figures import Figure, lay_out
from layouts.state.view import FinishedRun, View
from scheduler.durations import DAY, HOUR, MINUTE, WEEK, human
from scheduler.model.calendars import Calendar, calendar_of
from scheduler.model.workload import Workload

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
EPOCH = date(1970, 1, 1).toordinal()
MONDAY = 4 * DAY  # s from the epoch to a Monday
MONTH = 30.44 * DAY


class Step(NamedTuple):
    """The distance of ticks: seconds, or whole months where `months` is not 0."""

    seconds: float
    months: int = 0


STEPS = (
    *(Step(float(unit * count)) for unit in (1, MINUTE) for count in (1, 2, 5, 10, 15, 30)),
    *(Step(float(HOUR * hours)) for hours in (1, 2, 3, 6, 8, 12)),
    *(Step(float(days * DAY)) for days in (1, 2, 7, 14)),
    *(Step(months * MONTH, months) for months in (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1_200)),
)


def time_axis(
    workload: Workload, t0: float, t1: float, extent: tuple[float, float], wanted: int = 8, titled: bool = True
) -> dict[str, Any]:
    """An axis of seconds of the log, with dates where the log tells when it starts; else theme.time_axis().

    titled: whether there is room for a title and for labels of two lines.
    """
    axis = theme.time_axis(t0, t1, extent, wanted=wanted)
    calendar = calendar_of(workload, extent[1])
    if calendar is not None:
        places, texts = ticks(calendar, t0, t1, wanted)
        texts = texts if titled else [text.replace("<br>", " ") for text in texts]  # it has room for one line
        axis |= {"tickvals": places, "ticktext": texts, "title": {"text": title(calendar)}}
    return axis if titled else axis | {"title": {"text": ""}}


def title(calendar: Calendar) -> str:
    """What the axis shows, and in which zone."""
    return f"date and time, {theme.safe(calendar.zone)}"


def meta(workload: Workload, end: float) -> dict[str, Any]:
    """What the browser is told of a chart: {"calendar": {title, pieces}}; nothing without a calendar."""
    calendar = calendar_of(workload, end)
    return (
        {}
        if calendar is None
        else {"calendar": {"title": title(calendar), "pieces": [list(one) for one in calendar.pieces]}}
    )


def name_row(chart: Figure, domain: tuple[float, float], run: FinishedRun, scheme: str, more: str = "") -> None:
    """Write the name of a run above its row, in its color, and what more there is to say; domain: of the row."""
    chart.add_annotation(
        x=0,
        xref="paper",
        y=domain[1],
        yref="paper",
        xanchor="left",
        yanchor="bottom",
        showarrow=False,
        font={"color": theme.run_color(run.index, scheme)},
        text=f"<b>{theme.safe(run.name)}</b>{more}",
    )


def rows_over_time(
    chart: Figure,
    workload: Workload,
    window: tuple[float, float],
    whole: tuple[float, float],
    domains: Sequence[tuple[float, float]],
    **layout: Any,
) -> Figure:
    """A chart of rows with one axis of time: its legend above, the axis below the last row, and what the browser is
    told.  window, whole: s; domains: of the rows; layout: what else it has, its legend added to what is usual."""
    legend = theme.legend_on_top() | {"font": {"size": 11}} | layout.pop("legend", {})
    return lay_out(
        chart,
        showlegend=True,
        margin=theme.TIME_MARGIN | {"t": 40},
        legend=legend,
        xaxis=time_axis(workload, *window, whole, 5) | {"anchor": theme.last_row(domains)},
        meta={
            "queuescope": {
                "kind": "time",
                "group": theme.group(workload),
                **meta(workload, whole[1]),
                "extent": [*whole, None, None],
                "window": [*window, None, None],
            }
        },
        **layout,
    )


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
        ticks_of = (_begin(n * step.months) for n in range(first, last + 1))
        yield from (local for local in ticks_of if low <= local <= high)
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


SAME = 0.001  # s: a smaller difference is none
HIDES = 4.0  # times the second longest bar: a longer one is cut
CUT = 1.5  # times the second longest bar: where it is cut


def duration_axis(top: float, title: str, wanted: int = 5, low: float = 0.0) -> dict[str, Any]:
    """An axis of seconds from `low` to `top` with at most about `wanted` ticks from zero on."""
    top = max(top, 1e-3)
    step = theme.step_for(top, wanted)
    ticks = [n * step for n in range(math.floor(top / step + 1e-9) + 1)]
    return {
        "title": {"text": title},
        "range": [low, top],
        "tickvals": ticks,
        "ticktext": [words(t) for t in ticks],
        "fixedrange": True,
        "showgrid": True,
    }


def end_of(values: Sequence[float], room: float = 1.05) -> float:
    """Where an axis of bars ends: beyond the longest, or beyond the second where the longest would hide the others."""
    ranked = sorted(values)
    hides = len(ranked) > 1 and ranked[-1] > HIDES * ranked[-2] > 0
    return room * (CUT * ranked[-2] if hides else ranked[-1]) or 1.0


def words(seconds: float) -> str:
    """A round length as short as it can be said: 1 h, 1 h 30 min, 2 d."""
    if seconds < 1:
        return f"{seconds:g} s"
    return theme.parts(seconds, 1.0)


def compared(seconds: float) -> str:
    """A difference of lengths in words."""
    if abs(seconds) < SAME:
        return "as long"
    return f"{human(abs(seconds))} {'longer' if seconds > 0 else 'shorter'}"


def signed(seconds: float) -> str:
    """A difference of lengths with its sign."""
    if abs(seconds) < SAME:
        return "0 s"
    return f"{'+' if seconds > 0 else chr(0x2212)}{human(abs(seconds))}"


MOST = 8  # ticks, of which more would cover each other


def powers(most: int) -> list[int]:
    """1, 2, 4, .. up to `most`; every second one where they are many."""
    numbers = [2**power for power in range(most.bit_length())]
    return numbers[::2] if len(numbers) > MOST else numbers


Span = tuple[float, float]


def extent(runs: Sequence[FinishedRun]) -> Span:
    """First submit and last end of all runs, virtual schedules included, s: the same as that of their Gantts."""
    schedules = [run.schedule for run in runs]
    first = min(float(schedule.placed.submit.min()) for schedule in schedules)
    ends = [float(schedule.placed.end.max()) for schedule in schedules]
    ends += [float(schedule.table("virtual").end.max()) for schedule in schedules if schedule.is_fluid]
    return first, max(*ends, first + 1.0)


def window_of(view: View, whole: Span) -> Span:
    """The view's window of time within the whole; the whole where it is empty."""
    t0 = max(whole[0], view.t0) if view.t0 is not None and np.isfinite(view.t0) else whole[0]
    t1 = min(whole[1], view.t1) if view.t1 is not None and np.isfinite(view.t1) else whole[1]
    return (t0, t1) if t0 < t1 else whole
