"""The views of a tab, each with its question, caption, guards and table, and where runs part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dash import dcc, html, no_update

from layouts import ids
from layouts.drawing.compact_figure import compact
from layouts.frame.callbacks import Services
from layouts.frame.controls import spoken
from layouts.pages.compare.gantts import gantt_panel
from layouts.pages.compare.job_panel import marks
from layouts.pages.compare.views import advice_line, guarantees, idle_stretches, losers
from layouts.pages.compare.views import lazy_views as compare_late
from layouts.plots import Plot, all_plots, gantt
from layouts.state.view import FinishedRun, View
from layouts.words import caveats

WORKED_OUT = "What processors are idle for is being worked out."
BELOW: dict[str, Callable[[Sequence[FinishedRun], View], Any]] = {  # what stands below a plot, as it says in `below`
    "losers and gainers": losers.lists,
    "idle stretches": lambda runs, view: idle_stretches.section(runs),
}
EMPTY = 120  # pixels of a figure with nothing but a sentence in it
TALLER = 110  # pixels for each run after the second, in plots with a row per run


def figures(services: Services, runs: Sequence[FinishedRun], view: View, tab: str, beside: bool = False) -> list:
    """The plots of a tab that these runs have: those over time one below the other, the rest side by side.

    beside: those over time side by side, too.
    """
    plots = [
        plot
        for plot in all_plots().values()
        if plot.tab == tab and plot.applies(runs) and not (plot.per_run or plot.variant)
    ]
    waits = idle_stretches.late(services, runs)
    drawings = {
        plot.key: later(plot, runs, view) if plot.slow and waits else figure(plot, runs, view) for plot in plots
    }
    over_time = [plot for plot in plots if plot.axis]
    rest = sorted((plot for plot in plots if not plot.axis), key=lambda plot: plot.place)
    below, in_grid = ([], over_time + rest) if beside else (over_time, rest)
    grid = [html.Div([drawings[plot.key] for plot in in_grid], className="qs-grid")] if in_grid else []
    return [*(drawings[plot.key] for plot in below), *grid]


def proven(runs: Sequence[FinishedRun]) -> list:
    """What was proven of the policies, checked on these runs; nothing where there is no such theorem."""
    panel = guarantees.panel(runs)
    return [] if panel is None else [panel]


def later(plot: Plot, runs: Sequence[FinishedRun], view: View) -> html.Div:
    """The place of a plot whose data take long to find: it is asked for at once."""
    return compare_late.place(
        plot.key, plot.title, f"figure-{plot.key}", height(plot, runs), runs, view, wide(plot, runs), WORKED_OUT
    )


def content(services: Services, key: str, runs: Sequence[FinishedRun], view: View) -> Any:
    """What belongs into the place of a plot; None where there is none of that name."""
    plot = all_plots().get(key)
    if plot is None or not plot.applies(runs):
        return None
    if plot.slow:
        idle_stretches.prepare(services, runs)
    return figure(plot, runs, view)


def figure(plot: Plot, runs: Sequence[FinishedRun], view: View) -> html.Figure:
    """A plot that shows all runs in one figure."""
    drawn = plot.figure(runs, view)
    high = height(plot, runs) if plot.axis or drawn.data else EMPTY
    identity = ids.timed("all", plot.key) if plot.axis else ids.graph("all", plot.key)
    graph = dcc.Graph(id=identity, figure=drawn, config=gantt_panel.CONFIG, style={"height": high})
    named = BELOW[plot.below](runs, view) if plot.below else None
    lit = marks.below(plot, runs, view)
    return spoken(
        plot.title,
        plot.question,
        plot.caption(runs, view),
        html.Div([graph, lit, named, remarks(plot, runs), advice_line.line(plot, runs)]),
        plot.table(runs, view),
        plot.key,
        wide(plot, runs),
        plot.headline(runs, view) if plot.headline else "",
    )


def height(plot: Plot, runs: Sequence[FinishedRun]) -> int:
    """Pixels of a chart."""
    return plot.height + more(plot, runs)


def wide(plot: Plot, runs: Sequence[FinishedRun]) -> bool:
    """Whether a plot takes the whole width of the page."""
    return plot.wide_from is not None and len(runs) >= plot.wide_from


def more(plot: Plot, runs: Sequence[FinishedRun]) -> int:
    """Pixels that a plot of many runs is higher than one of two."""
    if plot.one_panel:
        return plot.per_name * max(0, len(runs) - 3)
    return TALLER * max(0, len(plot.panels(runs)) - 2)


def redrawn(
    runs: Sequence[FinishedRun],
    view: View,
    charts: Sequence[dict],
    others: Sequence[dict],
    bars: bool,
    group: Any = None,
) -> tuple[list, list]:
    """New figures for a window: the Gantt charts when bars are to replace their pictures, the others always.

    group: whose window it is; where each run has its own axes, the charts of the other runs stay.
    """
    plots, run_of_chart = (
        all_plots(),
        {
            (run.key, source): run
            for run, source in gantt_panel.lanes(runs, view)
            if view.shared or group in (None, gantt_panel.group_of(run))
        },
    )
    new_figures = [
        gantt_panel.lane(gantt.PLOT, runs, run_of_chart[asked["run"], asked["source"]], asked["source"], view)
        if bars and (asked["run"], asked["source"]) in run_of_chart
        else no_update
        for asked in charts
    ]
    gantt_panel.tidy([figure for figure in new_figures if figure is not no_update], runs, view)
    drawn = [plots[asked["plot"]].figure(runs, view) if runs and asked["plot"] in plots else None for asked in others]
    return new_figures, [
        no_update if one is None else compact(one) if asked["run"] == marks.SMALL else one
        for asked, one in zip(others, drawn, strict=True)
    ]


def remarks(plot: Plot, runs: Sequence[FinishedRun]) -> html.Ul | None:
    """What to mind of a view."""
    sentences = caveats.sentences_of(plot.caveats, runs[0].schedule.workload, runs)
    return (
        html.Ul([html.Li(text, className="qs-guard") for text in sentences], className="qs-guards")
        if sentences
        else None
    )
