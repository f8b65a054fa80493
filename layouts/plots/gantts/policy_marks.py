"""What a policy marks in time, drawn over a Gantt chart: batches, shelves, periods and reservations.

Periods are bands over all rows, reservations of processors for somebody else bands on as many rows as they take, the
others a line where each begins, with a halo that parts it from the outlines of jobs; labels stand above the rows where
there is room, those of marks that begin together in one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.figures import Trace, scatter
from layouts.gantt.rectangles import Window
from layouts.state.view import FinishedRun
from scheduler.analysis.placement import place_reserved
from scheduler.durations import moment
from scheduler.model.marks import RESERVED
from scheduler.model.table import Table

MOST = 300  # marks of a window that are drawn: the longest
WIDTH, HALO = 1.5, 4.0  # pixels
LETTER, GAP = 6.0, 6.0  # pixels: of a label's letter, between two labels
KINDS = ("batch", "shelf", "period", "reservation", "absence")  # in the order of marks.kind


class Kind(NamedTuple):
    """How marks of a kind look."""

    band: bool
    dash: str
    pattern: str


LOOKS = (
    Kind(False, "solid", ""),
    Kind(False, "dash", ""),
    Kind(True, "dot", ""),
    Kind(True, "dashdot", "x"),
    Kind(False, "dashdot", ""),
)


def inside(run: FinishedRun, window: Window) -> Table | None:
    """The marks that meet a window, by begin, then as listed; the MOST longest of many; None where there are none."""
    if not run.schedule.has_marks:
        return None
    marks = run.schedule.table("marks")
    rows = np.flatnonzero((marks.end >= window[0]) & (marks.begin < window[1]))
    rows = rows[np.argsort(marks.begin[rows] - marks.end[rows], kind="stable")[:MOST]]
    rows = rows[np.lexsort((rows, marks.begin[rows]))]
    return marks.take(rows) if len(rows) else None


def traces(
    run: FinishedRun, window: Window, extent: Window, scheme: str, pixels: float, processors: bool = False
) -> list[Trace]:
    """A halo of the lines, a trace of each kind, and one of labels.

    pixels: width of the window on a usual screen.  processors: whether the rows are those of the real schedule, so
    that reservations have some of their own.
    """
    marks = inside(run, window)
    if marks is None:
        return []
    lines = [
        _of_kind(marks.take(marks.kind == kind), kind, extent, scheme)
        for kind in np.unique(marks.kind).tolist()
        if kind != RESERVED or not processors
    ]
    lines += _reserved(run, window, extent, scheme) if processors else []
    halo = {"color": theme.BACKGROUND[scheme], "width": HALO}
    halos = [line | {"line": halo} for line in lines if "fill" not in line]
    return [*halos, *lines, _labels(marks, window, scheme, pixels)]


def _reserved(run: FinishedRun, window: Window, extent: Window, scheme: str) -> list[Trace]:
    """Reservations on rows that no job of the schedule has meanwhile."""
    marks = run.schedule.table("marks")
    row, first, count = place_reserved(run.schedule)
    seen = (marks.end[row] >= window[0]) & (marks.begin[row] < window[1])
    some = np.flatnonzero((marks.kind == RESERVED) & ~np.isin(np.arange(len(marks)), row))  # of unknown size
    low, high = (
        np.concatenate((edge, np.full(len(some), bound)))
        for edge, bound in zip((first[seen], (first + count)[seen]), extent[2:], strict=True)
    )
    reservations = marks.take(np.concatenate((row[seen], some)))
    return [_of_kind(reservations, RESERVED, extent, scheme, (low, high))] if len(reservations) else []


def _of_kind(
    marks: Table, kind: int, extent: Window, scheme: str, rows: tuple[np.ndarray, np.ndarray] | None = None
) -> Trace:
    look = LOOKS[kind]
    gap = np.full(len(marks), np.nan)
    p0, p1 = (np.full(len(marks), bound) for bound in extent[2:]) if rows is None else rows
    corners = (
        (marks.begin, marks.begin, marks.end, marks.end, marks.begin, gap)
        if look.band
        else (marks.begin, marks.begin, gap)
    )
    height = (p0, p1, p1, p0, p0, gap) if look.band else (p0, p1, gap)
    ink = theme.INK[scheme]
    fill: dict = {} if not look.band else {"fill": "toself", "fillcolor": theme.faded(ink, 0.08)}
    if look.pattern:
        fill["fillpattern"] = {
            "shape": look.pattern,
            "size": 9,
            "solidity": 0.12,
            "fgcolor": theme.faded(ink, 0.5),
            "bgcolor": theme.faded(ink, 0.08),
        }
    return scatter(
        x=np.stack(corners, axis=1).ravel(),
        y=np.stack(height, axis=1).ravel(),
        mode="lines",
        line={
            "color": theme.faded(ink, 0.6) if look.band else ink,
            "dash": look.dash,
            "width": 1 if look.band else WIDTH,
        },
        hoverinfo="skip",
        name=KINDS[kind],
        **fill,
    )


def _labels(marks: Table, window: Window, scheme: str, pixels: float) -> Trace:
    """Above the rows, where marks begin, their labels; those left out that would cover the one before."""
    places, texts, free = [], [], -np.inf
    begin = np.maximum(marks.begin, window[0])
    for x in np.unique(begin).tolist():
        across = (x - window[0]) / (window[1] - window[0]) * pixels
        text = joined([name(marks, at) for at in np.flatnonzero(begin == x).tolist()], int((pixels - across) / LETTER))
        if across >= free and text:
            places.append(x)
            texts.append(theme.safe(text))
            free = across + LETTER * len(text) + GAP
    return scatter(
        x=places,
        y=[window[3]] * len(places),
        mode="text",
        text=texts,
        textposition="top right",
        textfont={"size": 11, "color": theme.INK[scheme]},
        cliponaxis=False,
        hoverinfo="skip",
        name="marks",
    )


def joined(names: Sequence[str], room: int) -> str:
    """Names in so many letters: all of them, those numbered one after the other at once; else the first; "" none.

    A name that begins with the one before stands for both.

    >>> joined(["batch 3", "shelf 1", "shelf 2"], 30), joined(["batch 3", "shelf 1", "shelf 2"], 12)
    ('batch 3, shelf 1-2', 'batch 3, …')
    """
    short: list[str] = []
    first = ""  # name and number of the first of those that follow each other
    for before, one in zip(["", *names], names, strict=False):
        if _follows(before, one):
            short[-1] = f"{first}-{one.rpartition(' ')[2]}"
        elif short and one.startswith(f"{short[-1]}, "):  # batch 1, then batch 1, first shelf
            short[-1] = first = one
        else:
            short.append(one)
            first = one
    texts = (", ".join([*short[:count], *(["…"] if count < len(short) else [])]) for count in range(len(short), 0, -1))
    return next((text for text in texts if len(text) <= room), "")


def _follows(before: str, one: str) -> bool:
    """Whether a name is that before with the next number."""
    (kind, _, number), (other, _, later) = before.rpartition(" "), one.rpartition(" ")
    return kind == other and number.isdecimal() and later.isdecimal() and int(later) == int(number) + 1


def name(marks: Table, at: int) -> str:
    """What a mark is called: its label, else its kind."""
    return str(marks.label[at]) or KINDS[int(marks.kind[at])]


def describe(run: FinishedRun) -> str:
    """How many of each kind a run has, and the first of them; empty where it has none."""
    if not run.schedule.has_marks or not len(run.schedule.table("marks")):
        return ""
    marks = run.schedule.table("marks")
    plural = {"batch": "batches", "shelf": "shelves", "period": "periods", "reservation": "reservations"}
    counts = [(KINDS[kind], int((marks.kind == kind).sum())) for kind in np.unique(marks.kind).tolist()]
    counts_text = ", ".join(f"{theme.number(count)} {kind if count == 1 else plural[kind]}" for kind, count in counts)
    first = int(marks.begin.argmin())
    begin, many, called = moment(float(marks.begin[first])), len(marks) > 1, name(marks, first)
    own = "" if KINDS[int(marks.kind[first])] in called else f" ({called})"  # "first shelf" tells nothing new
    return f"{run.name} marks {counts_text}{', the first' if many else ''}{own} from {begin}."
