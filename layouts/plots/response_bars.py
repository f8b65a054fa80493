"""Mean response of each run as a bar, with the median and the ninth decile on it (Klusáček and Rudová 2012, figure 1).

Response: end - submit.  The mean is what the paper compares; the marks tell whether it speaks of most jobs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing.axes import SAME, compared, duration_axis, end_of
from layouts.figures import Figure, bar, lay_out, scatter
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words import caveats
from layouts.words.above_machine import comparable, left_out
from layouts.words.contrasts import contrast
from layouts.words.short_names import short
from scheduler.durations import human

HIGH = 90.0  # percent of the jobs below the upper mark
WIDE = 0.4  # of a row, the height of a bar
LONGEST = 30  # letters of a name above its bar


class Response(NamedTuple):
    """Responses of the jobs of a run, in s."""

    mean: float
    median: float
    high: float  # 90th percentile, linear between order statistics


def responses(run: FinishedRun) -> Response:
    """Mean, median and 90th percentile of a run that has jobs."""
    values = run.schedule.response
    median, high = np.percentile(values, (50.0, HIGH))
    return Response(float(values.mean()), float(median), float(high))


def measured(runs: Sequence[FinishedRun]) -> list[tuple[FinishedRun, Response]]:
    """The runs that have jobs and fit the machine."""
    return [(run, responses(run)) for run in comparable(runs) if len(run.schedule.placed)]


def base_of(pairs: Sequence[tuple[FinishedRun, Response]], baseline: int) -> tuple[FinishedRun, Response]:
    """The run others are compared with; the first one where the baseline is not shown."""
    return next(((run, values) for run, values in pairs if run.index == baseline), pairs[0])


def against(mean: float, base: float) -> str:
    """The difference of two means in words: 14 h 20 min (40.0 %) longer than."""
    if abs(mean - base) < SAME:
        return "the same as"
    share = ""
    if base > 0:
        times, part = theme.number(mean / base), theme.percent(abs(mean / base - 1))
        share = f" ({times} times)" if mean >= 2 * base else f" ({part})"
    amount, word = compared(mean - base).rsplit(" ", 1)
    return f"{amount}{share} {word} than"


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """A row per run from top to bottom; x: response."""
    pairs = measured(runs)
    if not pairs:
        return theme.empty("No run has jobs to show.", view.scheme)
    top = end_of([max(values.mean, values.high) for _, values in pairs])
    chart = Figure()
    for row, (run, values) in enumerate(pairs):
        chart.add_traces(_row(run, values, row, view.scheme))
        _cut(chart, values, row, top)
        _name(chart, run, values, row, base_of(pairs, view.baseline), view.scheme)
        _mark(chart, run, row, view, top)
    chart.add_annotation(
        x=1,
        xref="paper",
        y=1,
        yref="paper",
        xanchor="right",
        yanchor="bottom",
        showarrow=False,
        text="bar: mean, \u25c6: median, \u2503: 90 % of jobs are below",
        font={"size": 11},
    )
    lay_out(
        chart,
        template=theme.template(view.scheme),
        uirevision="response_bars",
        margin={"t": 28, "l": 40},
        xaxis=duration_axis(top, "response (end - submit)", 6),
        yaxis={
            "title": {"text": "runs"},
            "showticklabels": False,
            "ticks": "",
            "showgrid": False,
            "fixedrange": True,
            "range": [max(len(pairs), 2) - 0.5, -0.6 if len(pairs) < 3 else -1.0],
        },
    )
    return chart


def _row(run: FinishedRun, values: Response, row: int, scheme: str) -> list:
    """The bar, and the two marks on it."""
    color = theme.run_color(run.index, scheme)
    text = (
        f"<b>{theme.safe(run.name)}</b><br>mean {human(values.mean)}<br>half of the jobs within "
        f"{human(values.median)}<br>90 % within {human(values.high)}"
    )
    hover = {"hovertext": [text, text], "hovertemplate": "%{hovertext}<extra></extra>"}
    mean_bar = bar(
        x=[values.mean],
        y=[row],
        width=WIDE,
        orientation="h",
        textposition="none",
        marker={"color": theme.faded(color, 0.5), "line": {"color": color, "width": 1.5}},
        **hover,
    )
    marks = [
        scatter(
            x=[value],
            y=[row],
            mode="markers",
            hovertext=[text],
            hovertemplate=hover["hovertemplate"],
            marker={"symbol": symbol, "size": size, "color": color, "line": {"width": width, "color": edge}},
        )
        for value, symbol, size, width, edge in (
            (values.median, "diamond", 11, 1, theme.BACKGROUND[scheme]),
            (values.high, "line-ns", 24, 3, color),
        )
    ]
    return [mean_bar, *marks]


def _name(
    chart: Figure, run: FinishedRun, values: Response, row: int, base: tuple[FinishedRun, Response], scheme: str
) -> None:
    """The run's name and its mean beside the baseline's, above the bar."""
    text = f"<b>{theme.safe(short(run.name, LONGEST))}</b><br>mean {human(values.mean)}"
    text += " (baseline)" if run is base[0] else f", {against(values.mean, base[1].mean).removesuffix(' than')}"
    chart.add_annotation(
        x=0,
        y=row - WIDE / 2,
        xanchor="left",
        yanchor="bottom",
        showarrow=False,
        text=text,
        align="left",
        font={"color": theme.run_color(run.index, scheme)},
    )


def _cut(chart: Figure, values: Response, row: int, top: float) -> None:
    """What of a row lies beyond the axis."""
    marks = (("mean", values.mean), ("median", values.median), ("90 %", values.high))
    beyond = [f"{name} {human(value)}" for name, value in marks if value > top]
    if beyond:
        chart.add_annotation(x=top, y=row, xanchor="right", showarrow=False, text=f"{', '.join(beyond)} \u2192")


def _mark(chart: Figure, run: FinishedRun, row: int, view: View, top: float) -> None:
    """The response of the selected job in each row; at the right edge what is longer than the axis."""
    view = run.view(view)
    if view.job is None or not 0 <= view.job < len(run.schedule.placed):
        return
    mine, job = float(run.schedule.response[view.job]), run.schedule.workload.jobs.job_id[view.job]
    right, text = mine > top / 2, f"job {job}: {human(mine)}"
    sign = "\u2192" if mine > top else "\u2502"
    chart.add_annotation(
        x=min(mine, top),
        y=row + WIDE / 2,
        yanchor="middle",
        showarrow=False,
        font={"size": 11},
        xanchor="right" if right else "left",
        text=f"{text} {sign}" if right else f"{sign} {text}",
        bgcolor=theme.faded(theme.BACKGROUND[view.scheme], 0.8),
    )


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """The baseline's mean, what the others are beside it, and what half of the jobs see."""
    pairs = measured(runs)
    if not pairs:
        return ["No run has jobs to show.", *left_out(runs)]
    base, first = base_of(pairs, view.baseline)
    opening = f"{base.name}: a job takes {human(first.mean)} from submission to end on average"
    others = [f"{run.name} {against(values.mean, first.mean)} that" for run, values in pairs if run is not base]
    opening += f"; {'; '.join(others)}" if others else ""
    medians = ", ".join(f"{human(values.median)} under {run.name}" for run, values in pairs)
    return [f"{opening}.", f"Half of the jobs are done within {medians}.", *left_out(runs)]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The mean of every run."""
    brief = contrast(
        "On average a job is done within", [(run.name, values.mean) for run, values in measured(runs)], human
    )
    return " ".join(filter(None, [brief, *left_out(runs)]))


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """One row per run, in seconds and in words."""
    pairs = measured(runs)
    rows = []
    for run, values in pairs:
        base = base_of(pairs, view.baseline)
        rows.append(
            {
                "run": run.name,
                "mean": human(values.mean),
                "median": human(values.median),
                "90 % within": human(values.high),
                "mean (s)": values.mean,
                "median (s)": values.median,
                "90 % within (s)": values.high,
                f"beside {base[0].name}": compared(values.mean - base[1].mean),
            }
        )
    return rows


PLOT = Plot(
    "response_bars",
    "Response",
    "How long from submission to the result?",
    figure,
    caption,
    table,
    max_points=4 * 3,
    one_panel=True,
    per_name=54,
    place=15,
    follows_job=True,
    caveats=(caveats.both_kinds,),
    variant=("response", "means"),
    mixed=True,
    headline=headline,
)
