"""A row per campaign, from the completion it was promised to its real one: who is early, who is late, and by how much.

Color says which side, and so does the arrow at the real completion; a thin mark stands where a completion cannot be
later, where that is proven.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing.tables import First
from layouts.figures import Trace, scatter
from layouts.gantt.lateness import PROMISES, Lags, bound, lags
from layouts.gantt.rectangles import Window
from layouts.state.view import FinishedRun
from scheduler.durations import human
from scheduler.model.user_names import user_labels

MOST_ROWS = 120  # drawn as bars; beyond it rows are lower than two pixels
ARROWED = 5.0  # pixels of a row: below it there is no room for arrows
LABELED = 15.0  # pixels between two names of users
MOST_BORDERS = 200  # lines between users


class Side(NamedTuple):
    """Campaigns on one side of what they were promised."""

    sign: int
    symbol: str
    color: int
    sign_text: str
    words: str


SIDES = (
    Side(-1, "triangle-left", theme.EARLIER, "◂", "before"),
    Side(0, "diamond", theme.EARLIER, "◆", "at"),
    Side(1, "triangle-right", theme.LATER, "▸", "after"),
)


def title(run: FinishedRun) -> str:
    """What the chart is of, in a few words."""
    return (
        "lag behind the virtual completion"
        if lags(run.schedule).kind == "virtual"
        else "lateness: completion against deadline"
    )


def thick(window: Window, pixels: float) -> float:
    """[0, 1]: how much of a row its bar fills; all of it where rows are thin."""
    return 0.7 if pixels / (window[3] - window[2]) >= ARROWED else 1.0


def marks(run: FinishedRun, window: Window, scheme: str, pixels: float) -> list[Trace]:
    """Arrows at the real completions, and the bound, of the rows in the window; pixels: height of the window."""
    lag_rows = lags(run.schedule)
    high = pixels / (window[3] - window[2])
    if high < ARROWED:
        return []
    y = len(lag_rows) - 0.5 - np.arange(len(lag_rows))
    seen = (y + 0.5 > window[2]) & (y - 0.5 < window[3])
    return [*_bound(run, lag_rows, y, seen, scheme, high), *_arrows(lag_rows, y, seen, scheme, high)]


def _arrows(lag_rows: Lags, y: np.ndarray, seen: np.ndarray, scheme: str, high: float) -> list[Trace]:
    traces = []
    for side in SIDES:
        mine = seen & (np.sign(lag_rows.lag) == side.sign)
        color = theme.hue(side.color, scheme)
        marker = {
            "symbol": side.symbol,
            "color": color,
            "size": min(0.75 * high, 11.0),
            "line": {"color": theme.outline(color, scheme), "width": 1},
        }
        if mine.any():
            traces.append(
                scatter(
                    x=lag_rows.completed[mine],
                    y=y[mine],
                    mode="markers",
                    marker=marker,
                    hoverinfo="skip",
                    cliponaxis=False,
                )
            )
    return traces


def _bound(run: FinishedRun, lag_rows: Lags, y: np.ndarray, seen: np.ndarray, scheme: str, high: float) -> list[Trace]:
    """A thin upright mark in each row, where its completion can be at the latest."""
    most = bound(run.schedule)
    if most is None or not seen.any():
        return []
    marker = {"symbol": "line-ns", "size": min(0.8 * high, 18.0), "line": {"color": theme.INK[scheme], "width": 1}}
    return [scatter(x=lag_rows.promised[seen] + most, y=y[seen], mode="markers", marker=marker, hoverinfo="skip")]


def borders(run: FinishedRun, extent: Window, scheme: str) -> list[Trace]:
    """Lines between users."""
    lag_rows = lags(run.schedule)
    between = len(lag_rows) - np.flatnonzero(np.diff(lag_rows.user))[:MOST_BORDERS] - 1.0
    if not len(between):
        return []
    x = np.tile([extent[0], extent[1], np.nan], len(between))
    return [
        scatter(
            x=x,
            y=np.repeat(between, 3),
            mode="lines",
            line={"color": theme.FAINT[scheme], "width": 1},
            hoverinfo="skip",
        )
    ]


def axis(run: FinishedRun, window: Window, pixels: float) -> dict:
    """The axis of rows: the users whose rows are in the window, as many as there is room for."""
    lag_rows = lags(run.schedule)
    ids = theme.user_labels(run.schedule.workload)
    edges = np.concatenate(([0], np.flatnonzero(np.diff(lag_rows.user)) + 1, [len(lag_rows)]))
    places, texts, last = [], [], np.inf
    for first, end in pairwise(edges.tolist()):
        top, bottom = min(len(lag_rows) - first, window[3]), max(len(lag_rows) - end, window[2])
        middle = (top + bottom) / 2
        if top > bottom and (last - middle) * pixels / (window[3] - window[2]) >= LABELED:
            places.append(middle)
            texts.append(f"user {ids[lag_rows.user[first]]}")
            last = middle
    return {"title": {"text": "campaigns by user"}, "tickmode": "array", "tickvals": places, "ticktext": texts}


def legend(run: FinishedRun, window: Window, scheme: str, pixels: float) -> str:
    """What colors, arrows and marks mean, in words of their color."""
    large = pixels / (window[3] - window[2]) >= ARROWED
    kind, most = lags(run.schedule).kind, bound(run.schedule)
    parts = [
        f'<span style="color:{theme.hue(side.color, scheme)}">■ {side.sign_text}</span> {side.words}'
        for side in SIDES
        if side.sign
    ]
    parts[0] += f" the {PROMISES[kind]}"
    return "   ".join(parts + ([f"| latest proven: + {human(most)}"] if most is not None and large else []))


def describe(run: FinishedRun) -> list[str]:
    """How many campaigns are early and late, and the latest of them."""
    schedule = run.schedule
    lag_rows = lags(schedule)
    if not len(lag_rows):
        return [f"{run.name}: no campaign was promised anything."]
    lag, promise, most = lag_rows.lag, PROMISES[lag_rows.kind], bound(schedule)
    worst = int(lag.argmax())
    counts = ", ".join(
        f"{theme.number(int((np.sign(lag) == side.sign).sum()))} {side.words} it"
        for side in SIDES
        if (np.sign(lag) == side.sign).any()
    )
    sentences = [f"{run.name}: of {theme.counted(len(lag_rows), 'campaign')}, by their {promise}: {counts}."]
    if lag[worst] > 0:
        sentences.append(f"The latest is {name(run, lag_rows, worst)}, by {human(float(lag[worst]))}.")
    if most is not None:
        sentences.append(f"At most {human(most)}, twice the longest job, is possible.")
    return sentences


def name(run: FinishedRun, lag_rows: Lags, row: int) -> str:
    """Campaign 2 of user 3."""
    campaigns, ids = run.schedule.workload.table("campaigns"), user_labels(run.schedule.workload)
    return f"campaign {campaigns.index[lag_rows.campaign[row]] + 1} of user {ids[lag_rows.user[row]]}"


def table(run: FinishedRun, most: int) -> list[dict]:
    """The first campaigns in the order of their rows; times in seconds."""
    lag_rows, campaigns = lags(run.schedule), run.schedule.workload.table("campaigns")
    ids, promise = user_labels(run.schedule.workload), PROMISES[lag_rows.kind]
    return First(
        (
            {
                "run": run.name,
                "user": ids[lag_rows.user[row]],
                "campaign": int(campaigns.index[lag_rows.campaign[row]]) + 1,
                promise: float(lag_rows.promised[row]),
                "real completion": float(lag_rows.completed[row]),
                "lag": float(lag_rows.lag[row]),
            }
            for row in range(min(len(lag_rows), most))
        ),
        len(lag_rows),
    )
