"""A Gantt chart as SVG text, for few jobs: bars one can focus and drag on the page by hand, bars on paper.

It takes a millisecond where a figure takes a hundred, and needs no script.  Colors are those of the other Gantts; lines
and letters take the color of their surroundings.  All text is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any, NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing import fractions
from scheduler.analysis.placement import place
from scheduler.durations import human
from scheduler.model.occupancy import holding
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import of_user, user_labels

LEFT, RIGHT, TOP = 46.0, 14.0, 15.0  # pixels around the axes; above them submissions are marked
MARK, BESIDE = 4.0, 11.0  # pixels: half the width of such a mark; what a number beside it needs at least
BELOW, SECOND = 26.0, 13.0  # pixels below them; more where labels have a second line
FEW_ROWS = 6  # processors whose rows all have a number
RULED = 16  # processors beyond which rows are not ruled
LETTER, LINE = 8.0, 12.0  # pixels: what a digit needs in a bar
INSIDE, OUTSIDE = 10.0, 3.0  # pixels of the handle at a bar's right edge; later bars may cover what is outside
FINEST = (1.0, 60.0, 3_600.0, 86_400.0)


@dataclass(frozen=True)
class Frame:
    """Where times and processors are on the drawing."""

    t0: float  # s
    t1: float  # s
    processors: int
    width: float  # pixels, axes included
    height: float

    def x(self, time: float) -> float:
        """Pixels from the left of an instant, within the axes."""
        inside = min(max(time, self.t0), self.t1)
        return LEFT + (inside - self.t0) / (self.t1 - self.t0) * (self.width - LEFT - RIGHT)

    def y(self, processor: float) -> float:
        """Pixels from the top of the lower edge of a processor, the first one at the bottom."""
        return self.height - self.below - processor / self.processors * (self.height - TOP - self.below)

    @cached_property
    def below(self) -> float:
        """Pixels below the axes."""
        return BELOW + (SECOND if any("<br>" in text for _, text in self.labels) else 0.0)

    @cached_property
    def labels(self) -> list[tuple[float, str]]:
        """The ticks of time: seconds, and what stands there."""
        places, texts = theme.time_ticks(self.t0, self.t1, self.ticks)
        return [
            (time, text) for time, text in zip(places, texts, strict=True) if self.t0 - 1e-9 <= time <= self.t1 + 1e-9
        ]

    @property
    def ticks(self) -> int:
        """How many ticks there is room for."""
        return int(min(max((self.width - LEFT - RIGHT) // 80, 3), 12))

    @property
    def step(self) -> float:
        """Seconds between ticks."""
        return theme.step_for(self.t1 - self.t0, self.ticks)

    @property
    def unit(self) -> float:
        """Seconds of the unit of the axis: what its labels count."""
        return max((unit for unit in FINEST if self.step >= unit and self.step % unit == 0), default=1.0)


def span(schedules: Sequence[Schedule], least: float = 0.0) -> tuple[float, float]:
    """The time that holds every schedule, from its first submission on, a little beyond its last end."""
    first = min((float(one.placed.submit.min()) for one in schedules), default=0.0)
    last = max((float(one.placed.end.max()) for one in schedules), default=first + 1.0)
    first = 0.0 if first < 0.5 * last else first
    return first, max(last + 0.02 * (last - first), first + 1.0, least)


def chart(frame: Frame, schedule: Schedule | None, title: str, live: bool = False, ruled: bool = False) -> str:
    """The drawing of a schedule, or of empty axes; live: bars can be focused and have a handle; ruled: time units."""
    parts = [
        *grid(frame, ruled or schedule is None),
        *(bars(frame, schedule, live) if schedule is not None else []),
        *axes(frame),
        *(arrivals(frame, schedule) if schedule is not None else []),
    ]
    role = "group" if live else "img"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hand-chart" role="{role}" '
        f'aria-label="{escape(title)}" viewBox="0 0 {_px(frame.width)} {_px(frame.height)}" '
        f'width="{_px(frame.width)}" height="{_px(frame.height)}">{"".join(parts)}</svg>'
    )


def grid(frame: Frame, ruled: bool) -> Iterator[str]:
    """A line per processor where they are few; ruled: a line per tick, and fainter ones between."""
    left, right, bottom, top = frame.x(frame.t0), frame.x(frame.t1), frame.y(0), frame.y(frame.processors)
    yield (
        f'<rect class="hand-ground" x="{_px(left)}" y="{_px(top)}" width="{_px(right - left)}" '
        f'height="{_px(bottom - top)}"/>'
    )
    if frame.processors <= RULED:
        for row in range(1, frame.processors):
            yield _line("hand-rule", left, frame.y(row), right, frame.y(row))
    fine = frame.step / next(cut for cut in (6, 5, 4, 3, 2, 1) if _fits(frame, frame.step / cut))
    for kind, step in (("hand-rule", fine), ("hand-tick", frame.step)) if ruled else (("hand-rule", frame.step),):
        for time in _steps(frame, step):
            yield _line(kind, frame.x(time), top, frame.x(time), bottom)


def _fits(frame: Frame, step: float) -> bool:
    """Whether lines so many seconds apart are whole units of the axis, and at least 8 pixels from each other."""
    apart = step / (frame.t1 - frame.t0) * (frame.width - LEFT - RIGHT)
    return step == frame.step or (apart >= 8 and step % frame.unit == 0)


def _steps(frame: Frame, step: float) -> list[float]:
    first = int(np.ceil(frame.t0 / step - 1e-9))
    return [n * step for n in range(first, int(np.floor(frame.t1 / step + 1e-9)) + 1)]


def axes(frame: Frame) -> Iterator[str]:
    """Ticks of time below, processors at the left."""
    bottom = frame.y(0)
    yield _line("hand-axis", frame.x(frame.t0), bottom, frame.x(frame.t1), bottom)
    for time, text in frame.labels:
        at, lines = _px(frame.x(time)), [escape(line) for line in text.split("<br>")]
        below = "".join(
            f'<text x="{at}" y="{_px(bottom + 17 + SECOND * row)}" text-anchor="middle">{line}</text>'
            for row, line in enumerate(lines)
        )
        yield _line("hand-axis", frame.x(time), bottom, frame.x(time), bottom + 4) + below
    yield from _processors(frame)


def _processors(frame: Frame) -> Iterator[str]:
    step = max(1, -(-frame.processors // FEW_ROWS))
    for row in [*range(0, frame.processors - step // 2, step), frame.processors]:
        yield (f'<text x="{_px(LEFT - 6)}" y="{_px(frame.y(row) + 4)}" text-anchor="end">{row}</text>')
    middle = (frame.y(0) + frame.y(frame.processors)) / 2
    yield (f'<text transform="translate(11 {_px(middle)}) rotate(-90)" text-anchor="middle">processors</text>')


def arrivals(frame: Frame, schedule: Schedule) -> Iterator[str]:
    """A mark above the axes at each instant at which jobs are submitted, and their numbers where there is room."""
    jobs_at: dict[float, list[int]] = {}
    for row in np.argsort(schedule.placed.submit, kind="stable").tolist():
        jobs_at.setdefault(float(schedule.placed.submit[row]), []).append(int(schedule.jobs.job_id[row]))
    places = [frame.x(time) for time in jobs_at]
    for at, (time, numbers) in enumerate(jobs_at.items()):
        x, room = places[at], (places[at + 1] if at + 1 < len(places) else frame.width) - places[at]
        label = ", ".join(map(str, numbers))
        fits = room >= MARK + BESIDE + LETTER * len(label)
        many = f"Jobs {label} are" if len(numbers) > 1 else f"Job {label} is"
        text = (
            f'<text class="hand-arrival-number" x="{_px(x + MARK + 2)}" y="{_px(TOP - 4)}">{label}</text>'
            if fits
            else ""
        )
        mark = f'<path d="M{_px(x - MARK)} {_px(TOP - 9)}h{_px(2 * MARK)}l{_px(-MARK)} 8z"/>'
        yield (
            f'<g class="hand-arrival" data-jobs="{" ".join(map(str, numbers))}"><title>{many} submitted at '
            f"{escape(human(time))}</title>{mark}{text}</g>"
        )


class Piece(NamedTuple):
    """A rectangle of a job: from start to end on the processors low to high."""

    start: float  # s
    end: float  # s
    low: float
    high: float


def pieces(schedule: Schedule) -> dict[int, list[Piece]]:
    """{row of jobs: its rectangles}, in the order of their starts; jobs that share a node are stacked in its row."""
    places = schedule.table("places") if schedule.has_places else place(schedule)
    shared = fractions.pieces(schedule, places)
    if shared is not None:
        return _of_shared(schedule, shared)
    intervals = holding(schedule.placed, schedule.segments)
    pieces_of: dict[int, list[Piece]] = {}
    for at in np.argsort(intervals.begin[places.segment], kind="stable"):
        segment, first = int(places.segment[at]), float(places.first[at])
        pieces_of.setdefault(int(intervals.job[segment]), []).append(
            Piece(
                float(intervals.begin[segment]), float(intervals.end[segment]), first, first + float(places.count[at])
            )
        )
    return pieces_of


def _of_shared(schedule: Schedule, shared: fractions.Pieces) -> dict[int, list[Piece]]:
    job = schedule.table("segments").job[shared.segment]
    pieces_of: dict[int, list[Piece]] = {}
    for at in np.argsort(shared.begin, kind="stable").tolist():
        pieces_of.setdefault(int(job[at]), []).append(
            Piece(float(shared.begin[at]), float(shared.end[at]), float(shared.low[at]), float(shared.high[at]))
        )
    return pieces_of


def bars(frame: Frame, schedule: Schedule, live: bool) -> Iterator[str]:
    """The bars of all jobs in the order of their starts; live: each a button with a handle at its last piece."""
    colors = theme.user_colors(schedule.workload)[schedule.workload.jobs.user]
    for row, mine in pieces(schedule).items():
        yield _job(frame, schedule, row, mine, theme.hue(int(colors[row])), live)


def _job(frame: Frame, schedule: Schedule, row: int, mine: Sequence[Piece], color: str, live: bool) -> str:
    jobs, start = schedule.jobs, float(schedule.placed.start[row])
    number, runtime = int(jobs.job_id[row]), float(jobs.runtime[row])
    body = "".join(_outline(frame, piece.start, piece.end, piece) for piece in mine)
    drawn = f'<path class="hand-body" d="{body}" fill="{color}" stroke="{edge(color)}"/>'
    drawn += "".join(_number(frame, piece, number, color) for piece in mine)
    if not live:
        return f"<g><title>{escape(describe(schedule, row))}</title>{drawn}</g>"
    last = max(piece.end for piece in mine)
    pixel = (frame.t1 - frame.t0) / (frame.x(frame.t1) - frame.x(frame.t0))
    grip = "".join(
        _outline(frame, last - INSIDE * pixel, last + OUTSIDE * pixel, piece) for piece in mine if piece.end == last
    )
    return (
        f'<g class="hand-bar" role="button" tabindex="-1" data-job="{number}" data-start="{start:.10g}" '
        f'data-runtime="{runtime:.10g}" aria-label="{escape(describe(schedule, row))}">{drawn}'
        f'<path class="hand-grip" d="{grip}"/></g>'
    )


def describe(schedule: Schedule, row: int) -> str:
    """A job for those who do not see its bar."""
    jobs, placed, wait = schedule.workload.jobs, schedule.placed, float(schedule.wait[row])
    who = of_user(schedule.workload, int(jobs.user_id[row]))
    size = theme.counted(int(placed.processors[row]), "processor")
    waited = f"waited {human(wait)}" if wait > 0 else "did not wait"
    return (
        f"Job {jobs.job_id[row]}{who}: {size}, {human(float(placed.start[row]))} to "
        f"{human(float(placed.end[row]))}, {waited}"
    )


def _outline(frame: Frame, start: float, end: float, piece: Piece) -> str:
    """The part of a path that goes around the processors of a piece from start to end; a pixel wide at least."""
    left, top = frame.x(start), frame.y(piece.high)
    wide, high = max(frame.x(end) - left, 1.0), frame.y(piece.low) - top
    return f"M{_px(left)} {_px(top)}h{_px(wide)}v{_px(high)}h{_px(-wide)}z"


def _number(frame: Frame, piece: Piece, number: int, color: str) -> str:
    """The job's number in the middle of a piece that has room for it."""
    x0, x1, top, bottom = frame.x(piece.start), frame.x(piece.end), frame.y(piece.high), frame.y(piece.low)
    if x1 - x0 < LETTER * len(str(number)) or bottom - top < LINE:
        return ""
    return (
        f'<text class="hand-number" x="{_px((x0 + x1) / 2)}" y="{_px((top + bottom) / 2 + 4)}" '
        f'text-anchor="middle" fill="{text_color_on(color)}">{number}</text>'
    )


def edge(color: str) -> str:
    """The outline of a bar of that color."""
    return theme.outline(color)


def text_color_on(color: str) -> str:
    """Black or white, whichever is easier to read on that color (relative luminance and contrast as in WCAG 2)."""
    part = np.array(theme.rgb(color)) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return "#000000" if (float(linear @ (0.2126, 0.7152, 0.0722)) + 0.05) ** 2 >= 1.05 * 0.05 else "#ffffff"


def users(schedule: Schedule) -> str:
    """Whose the colors are: a square and a number for each user, as HTML."""
    workload = schedule.workload
    colors, ids, names = theme.user_colors(workload), theme.user_ids(workload), user_labels(workload)
    named: list[tuple[str, Any]] = [
        (theme.hue(int(colors[user])), names[user])
        for user in np.argsort(ids, kind="stable")
        if colors[user] < theme.OTHERS
    ]
    named += [(theme.hue(theme.OTHERS), "others")] if (colors == theme.OTHERS).any() else []
    mark = '<span class="hand-user"><i class="hand-mark">\u25bc</i> a job is submitted</span>'
    squares = [
        f'<span class="hand-user"><i style="background:{color}"></i> {escape(str(name))}</span>'
        for color, name in named
    ]
    return " ".join([mark, "user", *squares])


def _line(kind: str, x0: float, y0: float, x1: float, y1: float) -> str:
    return f'<line class="{kind}" x1="{_px(x0)}" y1="{_px(y0)}" x2="{_px(x1)}" y2="{_px(y1)}"/>'


def _px(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
