"""Every plot: one file each, a pure function figure(runs, view, **params) -> plotly Figure.

Same runs and view, same figure; no state, no callback, no Dash.  A plot reduces its data itself to at most
`max_points`; preparing the data is a function of its own returning arrays, tested without plotly.
`caption(runs, view)` are sentences: what the picture says of these runs, for eyes and for screen readers.

May import `layouts.gantt`, `layouts.plots.gantts`, and what these may.  Others use `Plot` and `all_plots`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from layouts.figures import Figure
from layouts.state.view import FinishedRun, View, alike
from layouts.words.caveats import Guard
from scheduler import registry
from scheduler.params import Param

HEIGHT = 340  # pixels of a chart that does not say otherwise
LAST = 1_000  # place of a plot that does not say where it stands


def always(runs: Sequence[FinishedRun]) -> bool:
    """A plot of any runs."""
    return True


def every(runs: Sequence[FinishedRun]) -> Sequence[FinishedRun]:
    """All runs, each of which has a panel."""
    return runs


@dataclass(frozen=True)
class Plot:
    """A named plot."""

    key: str
    title: str
    question: str  # "Who waits longest?"
    figure: Callable[..., Figure]  # (runs, view, **params)
    caption: Callable[[Sequence[FinishedRun], View], list[str]]  # all it says, above the table: whole sentences
    table: Callable[[Sequence[FinishedRun], View], list[dict]]  # the same data as rows, for the table twin
    params: tuple[Param, ...] = ()
    axis: str = ""  # what a drag selects: time | ""
    max_points: int = 4_000
    applies: Callable[[Sequence[FinishedRun]], bool] = always  # whether these runs have what it shows
    height: int = HEIGHT  # pixels, of up to three runs or of up to two panels
    one_panel: bool = False  # all runs in one panel; else each run has its own
    per_name: int = 0  # in one panel: pixels for each run after the third, where every run's name takes a row
    panels: Callable[[Sequence[FinishedRun]], Sequence[FinishedRun]] = every  # the runs that have a panel
    wide_from: int | None = None  # takes the whole width of the page from that many runs on
    tab: str = "waiting"  # of Compare, where it stands: the key of one of pages.compare.tabs
    place: int = LAST  # order on the page of plots without an axis of time: what few workloads have comes first
    variant: tuple[str, ...] = ()  # (metric, form): one of those that take the place of one distribution
    glance: int = 0  # place among the views that Overview shows small, of which it takes the first; 0: none
    follows_job: bool = False  # drawn anew for another selected job, which takes longer than marks
    brushes: str = ""  # field of a query that a drag over the plot selects jobs by
    slow: bool = False  # its data take long to find, so it comes after the page
    below: str = ""  # what the page shows below it: "losers and gainers" | "idle stretches"
    per_run: bool = False  # drawn once for each run, with modes of its own, above all others (the Gantt chart)
    advice: str = ""  # the subject of what a run suggests to change, told below it: explain.advice.Rule.subject
    caveats: tuple[Guard, ...] = ()  # what to mind, said below it
    # One quantity of every run in at most 20 words, said below the picture; without it what the caption begins with.
    headline: Callable[[Sequence[FinishedRun], View], str] | None = None
    mixed: bool = False  # also of runs with other jobs than the baseline; else it leaves these out
    # What of a figure's layout tells of the selected job, {"annotations": [...], "shapes": [...]}, and what of its
    # traces tells of the lit jobs, {trace: {property: value}}: known without the rest, for both change often.
    marks: Callable[[Sequence[FinishedRun], View], dict[str, list]] | None = None
    lights: Callable[[Sequence[FinishedRun], View], dict[int, dict]] | None = None


def of_same_jobs(plot: Plot) -> Plot:
    """A plot that shows, of the runs it is given, those of the baseline's jobs, and says which it leaves out."""

    def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
        return [*plot.caption(alike(runs), view), *_others(runs)]

    def headline(runs: Sequence[FinishedRun], view: View) -> str:
        brief = plot.headline(alike(runs), view) if plot.headline else ""
        return brief and " ".join([brief, *_others(runs)])

    marks, lights = plot.marks, plot.lights
    return replace(
        plot,
        caption=caption,
        headline=headline,
        figure=lambda runs, view, **params: plot.figure(alike(runs), view, **params),
        table=lambda runs, view: plot.table(alike(runs), view),
        applies=lambda runs: plot.applies(alike(runs)),
        panels=lambda runs: plot.panels(alike(runs)),
        marks=None if marks is None else lambda runs, view: marks(alike(runs), view),
        lights=None if lights is None else lambda runs, view: lights(alike(runs), view),
    )


def _others(runs: Sequence[FinishedRun]) -> list[str]:
    """Names the runs that a plot of the baseline's jobs leaves out."""
    others = [run.name for run in runs if run.rows is not None]
    return [f"Not shown, as other jobs are in it: {', '.join(others)}."] if others else []


def all_plots() -> Mapping[str, Plot]:
    """{key: Plot}, in alphabetical order."""
    return _entries()


@cache
def _entries() -> Mapping[str, Plot]:
    plots = registry.load(__name__, "PLOT")
    return {key: plot if plot.mixed else of_same_jobs(plot) for key, plot in plots.items()}
