"""One stacked bar per run, an amount cut into parts: whose it is the tint tells, what a part is pattern and words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.figures import Figure, Trace, bar, lay_out
from layouts.state.view import FinishedRun, View
from scheduler.policies import decides

WIDTH = 0.5  # of a bar; the rest of its row is for labels
LABEL = 0.3  # of a row, for the shares above its bar
FONT = 10  # size of the letters of a share; where its part is too narrow for that, plotly leaves it out


class Part(NamedTuple):
    """One kind of part: what it is called, how the pointer and the caption say it, and what it looks like."""

    name: str
    phrase: str
    strength: float  # of the run's tint, 0..1
    pattern: str  # plotly's name of a pattern, "" plain


Amounts = Callable[[FinishedRun], np.ndarray]  # [parts] of a run


def shares(amount: np.ndarray) -> np.ndarray:
    """[parts]: the parts as shares of their sum; all 0 where there is nothing."""
    return amount / amount.sum() if amount.sum() > 0 else np.zeros(len(amount))


def figure(
    runs: Sequence[FinishedRun],
    view: View,
    amounts: Amounts,
    parts: Sequence[Part],
    in_words: Callable[[Part, float, str], str],
    title: str,
) -> Figure:
    """in_words(part, amount, share): what the pointer is told below the run's name.  title: of the axis of shares."""
    runs = [run for run in runs if len(run.schedule.placed)]
    if not runs:
        return theme.empty("No run has jobs to show.", view.scheme)
    areas = [amounts(run) for run in runs]
    cut = np.stack([shares(amount) for amount in areas])
    begin, chart = np.cumsum(cut, axis=1) - cut, Figure()
    for column, part in enumerate(parts):
        share = cut[:, column]
        texts = [
            f"{theme.safe(run.name)}<br>{in_words(part, float(amount[column]), theme.percent(float(one)))}"
            for run, amount, one in zip(runs, areas, share, strict=True)
        ]
        chart.add_trace(_bars(runs, share, begin[:, column], texts, part, view.scheme))
    chart.add_trace(_labels(cut, begin, view.scheme))
    names = [theme.wrapped(run.name) for run in runs]
    lay_out(
        chart,
        template=theme.template(view.scheme),
        barmode="overlay",
        bargap=0.0,
        hovermode="closest",
        uniformtext={"mode": "hide", "minsize": FONT},
        xaxis={"title": {"text": title}, "range": [0, 1.02], "tickformat": "~%", "fixedrange": True},
        yaxis={
            "title": {"text": "run"},
            "tickvals": list(range(len(runs))),
            "ticktext": names,
            "range": [len(runs) - 0.5, -0.6],
            "showgrid": False,
            "fixedrange": True,
        },
    )
    return lay_out(chart, theme.legend_below(len(parts)))


def caption(
    runs: Sequence[FinishedRun], sentence: Callable[[FinishedRun], str], amount_held: Callable[[FinishedRun], float]
) -> list[str]:
    """A sentence for each run, and what is not known of some.  amount_held: what was held back, no matter for what."""
    runs = [run for run in runs if len(run.schedule.placed)]
    sentences = [*map(sentence, runs), *_unsure([run for run in runs if amount_held(run) > 0])]
    return sentences or ["No run has jobs to show."]


def table(runs: Sequence[FinishedRun], amounts: Amounts, parts: Sequence[Part], unit: str) -> list[dict]:
    """One row per part: its amount and share of each run."""
    runs = [run for run in runs if len(run.schedule.placed)]
    rows: list[dict] = [{"reason": part.name} for part in parts] if runs else []
    for run in runs:
        amount = amounts(run)
        for row, one, share in zip(rows, amount.tolist(), shares(amount).tolist(), strict=True):
            row[f"{run.name}: {unit}"], row[f"{run.name}: share"] = one, share
    return rows


def _bars(
    runs: Sequence[FinishedRun], share: np.ndarray, begin: np.ndarray, texts: Sequence[str], part: Part, scheme: str
) -> Trace:
    colors = [theme.run_color(run.index, scheme) for run in runs]
    fills = [mixed(color, part.strength, scheme) for color in colors]
    return bar(
        x=share,
        base=begin,
        y=np.arange(len(runs)),
        width=WIDTH,
        orientation="h",
        name=part.name,
        hovertext=texts,
        hovertemplate="%{hovertext}<extra></extra>",
        textposition="none",
        marker={
            "color": fills,
            "line": {"width": [1 if part_ > 0 else 0 for part_ in share.tolist()], "color": colors},
            "pattern": {
                "shape": part.pattern,
                "fillmode": "overlay",
                "fgcolor": theme.INK[scheme],
                "fgopacity": 0.6,
                "size": 7,
                "solidity": 0.3,
            },
        },
    )


def mixed(color: str, strength: float, scheme: str) -> str:
    """A tint on the background; opaque, for a pattern would fade with what it is drawn on."""
    behind = theme.rgb(theme.BACKGROUND[scheme])
    return "#" + "".join(
        f"{round(strength * part + (1 - strength) * back):02x}"
        for part, back in zip(theme.rgb(color), behind, strict=True)
    )


def _labels(cut: np.ndarray, begin: np.ndarray, scheme: str) -> Trace:
    """The shares [runs, parts] above their parts: the words of unseen bars, as plotly measures those."""
    rows = np.repeat(np.arange(len(cut)), cut.shape[1])
    texts = [theme.percent(float(share)) if share > 0 else "" for share in cut.ravel()]
    return bar(
        x=cut.ravel(),
        base=begin.ravel(),
        y=rows - (WIDTH + LABEL) / 2,
        width=LABEL,
        orientation="h",
        text=texts,
        textposition="inside",
        insidetextanchor="start",
        textangle=0,
        hoverinfo="skip",
        showlegend=False,
        textfont={"size": FONT, "color": theme.INK[scheme]},
        marker={"color": "rgba(0, 0, 0, 0)"},
    )


def _unsure(runs: Sequence[FinishedRun]) -> list[str]:
    """How far it is known what jobs of these runs were held back for."""
    unkept = [run.name for run in runs if not run.schedule.has_decisions and decides(run.schedule.policy)]
    which = "these runs" if len(unkept) > 1 and len(unkept) == len(runs) else ", ".join(unkept)
    return (
        [f"No decisions were kept of {which}: what was held counts as what the policy mainly holds for."]
        if unkept
        else []
    )
