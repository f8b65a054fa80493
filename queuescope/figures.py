"""The figures of Compare as functions of runs: the same figures, with the same data, as Plotly figures of their own.

A Gantt chart of many jobs is a picture.  On the page the server draws it at its own address; here it is drawn at once
and is part of the figure.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import parse_qsl, urlsplit

import plotly.graph_objects as go

from layouts.drawing.counterparts import beside_baseline
from layouts.gantt import picture_request, picture_routes
from layouts.plots import all_plots
from layouts.state.view import FinishedRun, View
from layouts.workload_plots import all_workload_plots
from scheduler.errors import ParamError, QueryError, UnknownKey
from scheduler.model.calendars import calendar_of_platform
from scheduler.model.workload import Workload
from scheduler.query import instants
from scheduler.registry import find
from scheduler.results.store import Store

if TYPE_CHECKING:
    import pandas as pd


WIDTH = 1_000  # pixels of a figure
PIXELS = (1_600, 500)  # of the picture of a Gantt chart
APART = 60  # pixels between the charts of several runs

Window = tuple[float | str, float | str]


class Comparison(Protocol):
    """What figures need of runs side by side."""

    store: Store
    keys: tuple[str, ...]

    @property
    def names(self) -> list[str]:
        """What each run is called."""

    def position(self, which: str) -> int:
        """Where a run stands."""


class Figures:
    """The figures of these runs: each plot of docs/reference/plots.md is a method of that name."""

    def __init__(self, runs: Comparison):
        self.runs = runs

    def __getattr__(self, key: str) -> Callable[..., go.Figure]:
        if key.startswith("_"):
            raise AttributeError(key)
        try:
            return partial(self.draw, find(all_plots(), key, "plot").key)
        except UnknownKey as error:
            raise AttributeError(str(error)) from None

    def __dir__(self) -> list[str]:
        return sorted({*all_plots(), "caption", "draw", "rows"})

    def draw(
        self, key: str, window: Window | None = None, job: int | None = None, run: str | int | None = None, **view: Any
    ) -> go.Figure:
        """A figure by its key.

        window: begin and end, in seconds, as lengths ("2d") or dates; job: the number of a selected job; run: of a
        Gantt chart, one run alone (else all are drawn, one below the other).  view: other fields of `View`, such as
        scheme="dark", color="stretch", only="user=37".  Raises UnknownKey, ParamError, QueryError.
        """
        plot, runs = find(all_plots(), key, "plot"), self._finished()
        shown = self._view(runs, window, job, view)
        if not plot.applies(runs):
            raise ParamError(f"{plot.title} does not fit these runs: they have nothing that it shows.")
        if not plot.per_run:
            return plot.figure(runs, shown).checked().update_layout(width=WIDTH, height=plot.height)
        chosen = range(len(runs)) if run is None else [self.runs.position(run) if isinstance(run, str) else run]
        charts = [self._whole(plot.figure(runs, shown, run=at).checked()) for at in chosen]
        return (
            charts[0].update_layout(width=WIDTH, height=plot.height) if len(charts) == 1 else below(charts, plot.height)
        )

    def caption(self, key: str, **view: Any) -> str:
        """What a figure says of these runs, in sentences."""
        plot, runs = find(all_plots(), key, "plot"), self._finished()
        shown = self._view(runs, view.pop("window", None), view.pop("job", None), view)
        return " ".join(plot.caption(runs, shown))

    def rows(self, key: str, **view: Any) -> pd.DataFrame:
        """The data of a figure as a table."""
        import pandas as pd

        plot, runs = find(all_plots(), key, "plot"), self._finished()
        return pd.DataFrame(plot.table(runs, self._view(runs, view.pop("window", None), view.pop("job", None), view)))

    def _finished(self) -> list[FinishedRun]:
        """The runs as plots see them."""
        store = self.runs.store
        runs = [
            FinishedRun(key, name, index, store.schedule(key), store.record(key))
            for index, (key, name) in enumerate(zip(self.runs.keys, self.runs.names, strict=True))
        ]
        return beside_baseline(runs, 0)

    def _view(
        self, runs: Sequence[FinishedRun], window: Window | None, job: int | None, fields: dict[str, Any]
    ) -> View:
        first = runs[0].schedule.workload
        clock = calendar_of_platform(first.platform)
        if window is not None:
            begin, end = (instants.seconds(str(value), clock) for value in window)
            if not begin < end:
                raise QueryError(f"The window {window!r} is empty; wanted: a begin before its end.")
            fields = {**fields, "t0": begin, "t1": end}
        if job is not None:
            rows = (first.jobs.job_id == job).nonzero()[0]
            if not len(rows):
                raise UnknownKey(f"The runs have no job {job}.")
            fields = {**fields, "job": int(rows[0])}
        try:
            return replace(View(), **fields)
        except TypeError as error:
            raise ParamError(f"A figure does not take this: {error}; its fields are those of View.") from None

    def _whole(self, figure: go.Figure) -> go.Figure:
        """A Gantt chart with its picture inside."""
        for image in figure.layout.images:
            if str(image.source).startswith("/picture/"):
                image.source = self._picture(str(image.source))
        return figure

    def _picture(self, address: str) -> str:
        """A picture of an address of the server, larger, as data."""
        parts = urlsplit(address)
        key, source, name = parts.path.removeprefix("/picture/").split("/")
        args = dict(parse_qsl(parts.query))
        lane = picture_request.lane(key, source, args, tuple(picture_routes.DRAW))
        wanted = replace(picture_request.picture(lane, name, args), width=PIXELS[0], height=PIXELS[1])
        content, _ = picture_routes.DRAW[lane.source](self.runs.store, wanted)
        return "data:image/png;base64," + base64.b64encode(content).decode()


class Jobs(Protocol):
    """What figures need of a log."""

    @property
    def workload(self) -> Workload:
        """Its jobs with their machine."""


class LogFigures:
    """The figures of the Workload page: each plot of `layouts/workload_plots/` is a method of that name."""

    def __init__(self, log: Jobs):
        self.log = log

    def __getattr__(self, key: str) -> Callable[..., go.Figure]:
        if key.startswith("_"):
            raise AttributeError(key)
        try:
            return partial(self.draw, find(all_workload_plots(), key, "plot").key)
        except UnknownKey as error:
            raise AttributeError(str(error)) from None

    def __dir__(self) -> list[str]:
        return sorted({*all_workload_plots(), "caption", "draw", "rows"})

    def draw(self, key: str, scheme: str = "light") -> go.Figure:
        """A figure by its key.  Raises UnknownKey, ParamError where this log has nothing that it shows."""
        plot = find(all_workload_plots(), key, "plot")
        if not plot.applies(self.log.workload):
            raise ParamError(f"{plot.title} does not fit this log: it has nothing that the figure shows.")
        return plot.figure(self.log.workload, View(scheme=scheme)).checked().update_layout(width=WIDTH)

    def caption(self, key: str) -> str:
        """What a figure says of this log, in sentences."""
        return " ".join(find(all_workload_plots(), key, "plot").caption(self.log.workload))

    def rows(self, key: str) -> pd.DataFrame:
        """The data of a figure as a table."""
        import pandas as pd

        return pd.DataFrame(find(all_workload_plots(), key, "plot").table(self.log.workload))


def below(charts: Sequence[go.Figure], height: int) -> go.Figure:
    """Charts one below the other in one figure, on one axis of time; what refers to an axis goes to its own."""
    count = len(charts)
    whole = go.Figure(layout=go.Layout(template=charts[0].layout.template, barmode="overlay", showlegend=False))
    step, gap = 1 / count, APART / (height * count)
    for at, chart in enumerate(charts):
        number = "" if at == 0 else str(at + 1)
        top = 1 - at * step
        axes = {"x": f"x{number}", "y": f"y{number}"}
        for trace in chart.data:
            whole.add_trace(trace.update(xaxis=axes["x"], yaxis=axes["y"]))
        layout = chart.layout.to_plotly_json()
        whole.layout[f"xaxis{number}"] = {**layout["xaxis"], "anchor": axes["y"], "matches": "x" if at else None}
        whole.layout[f"yaxis{number}"] = {
            **layout["yaxis"],
            "anchor": axes["x"],
            "domain": [max(top - step + gap, 0.0), top - gap / 2],
        }
        for kind in ("shapes", "images", "annotations"):
            moved = [_moved(one, axes) for one in layout.get(kind, ())]
            whole.layout[kind] = (*whole.layout[kind], *(one for one in moved if one is not None))
        whole.add_annotation(
            text=(layout.get("title") or {}).get("text", ""),
            x=0,
            y=top,
            xref="paper",
            yref="paper",
            xanchor="left",
            yanchor="bottom",
            showarrow=False,
        )
    return whole.update_layout(width=WIDTH, height=height * count, margin={"t": 50})


def _moved(one: dict[str, Any], axes: dict[str, str]) -> dict[str, Any] | None:
    """A shape, picture or annotation on the axes of its chart; None for words of the page's own margins."""
    refs = {name: str(one.get(name, "")) for name in ("xref", "yref")}
    if "paper" in refs.values() and "text" in one:
        return None
    return {**one, **{name: _axis(value, axes[name[0]]) for name, value in refs.items() if value}}


def _axis(ref: str, own: str) -> str:
    """ "x" or "x domain" of a chart by itself as the same of its own axis; the whole of a chart is its domain."""
    return f"{own} domain" if ref == "paper" else own + ref[1:]
