"""One stacked bar per run, cut into shares: whose they are the tint tells, what they are pattern and words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from layouts import theme
from layouts.view import Shown
from scheduler.schedule import Schedule

LABELED = 0.07      # shares that carry their number
LETTER = 0.013      # of the axis for each letter: shares with so much room carry their name too
WIDTH = 0.5         # of a bar; the rest of its row is for labels


class Part(NamedTuple):
    """What one kind of part looks like."""

    name: str
    strength: float     # of the run's tint, 0..1
    pattern: str        # plotly's name of a pattern, "" plain


def figure(runs: Sequence[Shown], shares: np.ndarray, said: Sequence[Sequence[str]], parts: Sequence[Part], title: str,
           scheme: str) -> go.Figure:
    """shares: [runs, parts], each row sums to 1 or is all 0; said: [runs][parts] what the pointer is told."""
    made = go.Figure()
    begin = np.cumsum(shares, axis=1) - shares
    for column, part in enumerate(parts):
        made.add_trace(_bars(runs, shares[:, column], begin[:, column], [row[column] for row in said], part, scheme))
        _label(made, shares[:, column], begin[:, column], part.name)
    names = [theme.wrapped(shown.name) for shown in runs]
    made.update_layout(template=theme.template(scheme), barmode="overlay", bargap=0.0, hovermode="closest",
                       xaxis={"title": {"text": title}, "range": [0, 1.02], "tickformat": "~%", "fixedrange": True},
                       yaxis={"title": {"text": "run"}, "tickvals": list(range(len(runs))), "ticktext": names,
                              "range": [len(runs) - 0.5, -0.6], "showgrid": False, "fixedrange": True})
    made.update_layout(theme.legend_below(len(parts)))
    return made


def _bars(runs: Sequence[Shown], share: np.ndarray, begin: np.ndarray, said: Sequence[str], part: Part,
          scheme: str) -> go.Bar:
    colors = [theme.run_color(shown.index, scheme) for shown in runs]
    fills = [_mixed(color, part.strength, scheme) for color in colors]
    return go.Bar(
        x=share, base=begin, y=np.arange(len(runs)), width=WIDTH, orientation="h", name=part.name, hovertext=said,
        hovertemplate="%{hovertext}<extra></extra>", textposition="none",
        marker={"color": fills, "line": {"width": [1 if part_ > 0 else 0 for part_ in share.tolist()], "color": colors},
                "pattern": {"shape": part.pattern, "fillmode": "overlay", "fgcolor": theme.INK[scheme],
                            "fgopacity": 0.6, "size": 7, "solidity": 0.3}})


def _mixed(color: str, strength: float, scheme: str) -> str:
    """A tint on the background; opaque, for a pattern would fade with what it is drawn on."""
    behind = theme.rgb(theme.BACKGROUND[scheme])
    return "#" + "".join(f"{round(strength * part + (1 - strength) * back):02x}"
                         for part, back in zip(theme.rgb(color), behind, strict=True))


def _label(made: go.Figure, share: np.ndarray, begin: np.ndarray, name: str) -> None:
    """The share above its part of the bar, with its name where there is room."""
    for row in np.flatnonzero(share >= LABELED).tolist():
        text = theme.percent(float(share[row]))
        text = f"{name} {text}" if share[row] >= LETTER * len(f"{name} {text}") else text
        made.add_annotation(x=float(begin[row]), y=row - WIDTH / 2, xanchor="left", yanchor="bottom", showarrow=False,
                            text=text, font={"size": 10})


def unsure(schedule: Schedule, held: float) -> str:
    """How far it is known what jobs were held back for; held: how much that is, no matter of what."""
    if held == 0:
        return ""
    if schedule.policy == "recorded":
        return " A log does not tell why a job that would have fitted was held back."
    if schedule.decisions is None:
        return " No decisions were kept of this run: what was held counts as what its policy mainly holds for."
    return ""
