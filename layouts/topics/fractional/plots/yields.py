"""How fast jobs run on shared nodes, over time: how many at full speed, how many slowed, in a penalty, paused, waiting.

A job at yield 1/2 gets half of the CPU it needs.  Where a window has few jobs, each has a line of its own, its yield
over time: broken where it is paused, marked where it pays a penalty.  Where there are many they are counted: every
submitted job that is not complete is in one of the layers at each instant, those that run at the bottom, fast ones
first.  Counts of long runs are time-weighted means of equal buckets.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from layouts import theme
from layouts.drawing import axes
from layouts.drawing.axes import extent, window_of
from layouts.drawing.step_curves import Curves, curves, extended, in_parts, means
from layouts.figures import Figure, Trace, lay_out, scatter
from layouts.gantt import coloring
from layouts.memory.cache import cached
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words.contrasts import contrast
from scheduler.durations import human
from scheduler.model.schedule import PENALTY as PAYS
from scheduler.model.schedule import Schedule
from scheduler.model.step_functions import levels
from scheduler.model.table import Table

FEW = 8  # jobs in a window, each with a line
BUCKETS = 700  # in all, shared by the runs
APART = 0.014  # of yield, between lines that would be one
STEPS = 400  # segments of a line that are drawn
PARTS = 24  # of the table
NEAR = 1e-9
EDGES = (0.1, 0.5, 1 - NEAR)  # of classes of yields
NAMES = ("full speed", "half to full", "a tenth to half", "below a tenth", "penalty", "paused", "waiting")
FASTEST, PENALTY, PAUSED, WAITING = 0, 4, 5, 6
PATTERNS = ("", "", "", "", "x", "/", ".")
SYMBOLS = ("circle", "square", "triangle-up", "x")

Counts = tuple[np.ndarray, np.ndarray]  # time [rows] s; [layers, rows] jobs


def counts(run: FinishedRun) -> Counts:
    """(time [rows] s, [7, rows] jobs in each layer from then on) of a run that shares nodes."""
    return cached("yields", lambda: _counts(run.schedule), run.schedule)


def _counts(schedule: Schedule) -> Counts:
    s, placed = _segments(schedule), schedule.placed
    layer, runs = _layers(s), len(s)
    begin = np.concatenate((s.begin, placed.start, placed.submit))
    end = np.concatenate((s.end, placed.end, placed.start))
    changes = np.zeros((len(NAMES), len(begin)), np.int64)
    changes[layer, np.arange(runs)] = 1
    changes[PAUSED, runs : runs + len(placed)] = 1  # from start to end, less the time it has nodes
    changes[PAUSED, :runs] = -1
    changes[WAITING, runs + len(placed) :] = 1
    time, *layers = levels(np.concatenate((begin, end)), *(np.concatenate((row, -row)) for row in changes))
    return time, np.stack(layers).astype(float)


def _layers(s: Table) -> np.ndarray:
    """[segments]: the layer of each."""
    return np.where(s.kind == PAYS, PENALTY, len(EDGES) - np.searchsorted(EDGES, s.yield_, "right"))


def _segments(schedule: Schedule) -> Table:
    return schedule.table("segments")


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether jobs share nodes in a run."""
    return any(run.schedule.shares_nodes for run in runs)


def _sharing_nodes(runs: Sequence[FinishedRun]) -> list[FinishedRun]:
    return [run for run in runs if run.schedule.shares_nodes and len(run.schedule.placed)]


def present(run: FinishedRun, t0: float, t1: float) -> np.ndarray:
    """Rows of the jobs that run, or are paused, at some time in [t0, t1)."""
    placed = run.schedule.placed
    return placed.job[(placed.start < t1) & (placed.end > t0)]


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """A row per run that shares nodes; x: seconds, y: the yield of each job, or how many jobs run how fast."""
    runs = _sharing_nodes(runs)
    if not runs:
        return theme.empty("In no run shown do jobs share nodes.", view.scheme)
    whole = extent(runs)
    t0, t1 = window_of(view, whole)
    rows, chart = theme.rows(len(runs)), Figure()
    few, listed = single(runs, t0, t1), set[int]()
    jobs = np.unique(np.concatenate([present(run, t0, t1) for run in runs])).tolist() if few else []
    for row, run in enumerate(runs):
        chart.add_traces(
            _lines(run, t0, t1, row, jobs, listed, view.scheme)
            if few
            else _stack(run, curves(*counts(run), t0, t1, BUCKETS // len(runs)), row, view.scheme)
        )
        axes.name_row(chart, rows[row], run, view.scheme)
    axis = {"range": [-0.06, 1.08], "tickvals": [0, 0.5, 1]} if few else {"rangemode": "tozero", "nticks": 4}
    lay_out(chart, theme.row_axes(rows, axis | {"fixedrange": True, "automargin": False}, "yield" if few else "jobs"))
    return axes.rows_over_time(
        chart,
        runs[0].schedule.workload,
        (t0, t1),
        whole,
        rows,
        template=theme.template(view.scheme),
        uirevision="yields",
        hovermode="closest" if few else "x unified",
        legend={"traceorder": "normal"},
    )


def single(runs: Sequence[FinishedRun], t0: float, t1: float) -> bool:
    """Whether every job of the window has a line of its own."""
    return len(np.unique(np.concatenate([present(run, t0, t1) for run in runs]))) <= FEW


def _stack(run: FinishedRun, steps: Curves, row: int, scheme: str) -> list[Trace]:
    """The layers from the bottom up."""
    traces = []
    for layer, (name, pattern) in enumerate(zip(NAMES, PATTERNS, strict=True)):
        fill = color(layer, scheme)
        traces.append(
            scatter(
                x=steps.time,
                y=extended(steps.level[layer]),
                mode="lines",
                yaxis=theme.row_axis(row),
                stackgroup=f"run{row}",
                name=name,
                legendgroup=name,
                showlegend=row == 0,
                fillcolor=fill,
                line={"shape": "hv", "width": 0, "color": fill},
                fillpattern={
                    "shape": pattern,
                    "fillmode": "replace",
                    "bgcolor": fill,
                    "size": 7,
                    "fgcolor": theme.INK[scheme],
                    "fgopacity": 0.6,
                    "solidity": 0.3,
                },
                hovertemplate=f"%{{y:,.3~r}} {name}<extra></extra>",
            )
        )
    return traces


def color(layer: int, scheme: str) -> str:
    """Of a layer: speeds on a scale of lightness, slower is stronger; the others grey and paler, told by patterns."""
    if layer < PENALTY:
        return coloring.scale(coloring.MORE[scheme], PENALTY)[layer]
    pale = (0.75, 0.5, 0.25)[layer - PENALTY]
    parts = zip(theme.rgb(theme.GREY[scheme]), theme.rgb(theme.BACKGROUND[scheme]), strict=True)
    return "#" + "".join(f"{round(pale * part + (1 - pale) * back):02x}" for part, back in parts)


def _lines(
    run: FinishedRun, t0: float, t1: float, row: int, jobs: list[int], listed: set[int], scheme: str
) -> list[Trace]:
    """A line for each job of the window, and a mark at the middle of every penalty.

    jobs: those of all runs, which decide on colors; listed: those in the legend already, which grow.
    """
    jobs_table, traces = run.schedule.workload.jobs, []
    for job in present(run, t0, t1).tolist():
        rows, rank = rows_of(run.schedule, job, t0, t1)[:STEPS], jobs.index(job)
        at = int(jobs_table.job_id[job])
        traces.append(
            scatter(
                **path(run.schedule, rows, APART * (rank - (len(jobs) - 1) / 2)),
                mode="lines+markers",
                yaxis=theme.row_axis(row),
                name=f"job {at}",
                legendgroup=f"job {at}",
                showlegend=job not in listed,
                line={"color": theme.hue(rank, scheme), "width": 2, "dash": theme.DASHES[rank % len(theme.DASHES)]},
                hovertemplate="%{customdata}<extra>%{fullData.name}</extra>",
            )
        )
        listed.add(job)
    return traces


def rows_of(schedule: Schedule, job: int, t0: float, t1: float) -> np.ndarray:
    """Rows of segments of a job that meet [t0, t1), in time."""
    s = _segments(schedule)
    first, last = np.searchsorted(s.job, (job, job + 1))
    rows = np.arange(first, last)
    return rows[(s.begin[rows] < t1) & (s.end[rows] > t0)]


def path(schedule: Schedule, rows: np.ndarray, shift: float = 0.0) -> dict:
    """x, y, customdata and marker of a line: level in each segment, 0 and a cross in penalties, a gap in pauses.

    shift: by how much the line is drawn higher than it is.
    """
    s = _segments(schedule)
    x: list[float | None] = []
    y: list[float | None] = []
    texts: list[str] = []
    sizes: list[int] = []
    for at, after in zip(rows.tolist(), [*rows.tolist()[1:], -1], strict=True):
        pays = bool(s.kind[at] == PAYS)
        level, begin, end = 0.0 if pays else float(s.yield_[at]), float(s.begin[at]), float(s.end[at])
        words = f"{'penalty' if pays else f'yield {theme.number(level)}'} for {human(end - begin)}"
        x += [begin, (begin + end) / 2, end]
        y += [level + shift] * 3
        texts += [words] * 3
        sizes += [0, 8 if pays else 0, 0]
        if after >= 0 and float(s.begin[after]) > end:
            x, y, texts, sizes = [*x, None], [*y, None], [*texts, ""], [*sizes, 0]
    return {"x": x, "y": y, "customdata": texts, "marker": {"size": sizes, "symbol": "x-thin", "line": {"width": 2}}}


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """What a yield is, and how long jobs run at which speed in each run."""
    sentences = [_sentence(run) for run in _sharing_nodes(runs)]
    if not sentences:
        return ["In no run shown do jobs share nodes."]
    return [
        "A yield of 1/2 is half of the CPU a job needs.",
        f"Where at most {FEW} jobs run, each has a line of its own, a little beside those it would cover: zoom in.",
        *sentences,
    ]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The mean yield of jobs that run, in every run."""
    return contrast(
        "Jobs that run have a mean yield of", [(run.name, _mean(run)) for run in _sharing_nodes(runs)], theme.number
    )


def _mean(run: FinishedRun) -> float:
    s = _segments(run.schedule)
    length, runs = s.end - s.begin, s.kind != PAYS
    running = float(length[runs].sum())
    return float((length * s.yield_)[runs].sum()) / running if running > 0 else 0.0


def _sentence(run: FinishedRun) -> str:
    s, placed = _segments(run.schedule), run.schedule.placed
    length, runs = s.end - s.begin, s.kind != PAYS
    running = float(length[runs].sum())
    full = float(length[runs & (s.yield_ >= 1 - NEAR)].sum())
    paid, paused = int(np.count_nonzero(s.kind == PAYS)), int(placed.preemptions.sum())
    fast = theme.percent(full / running if running > 0 else 0.0)
    return (
        f"{run.name}: while they run, jobs have a yield of {theme.number(_mean(run))} on average and are at full "
        f"speed {fast} of the time; {theme.counted(paused, 'pause')}, "
        f"{theme.counted(int(placed.migrations.sum()), 'move')}, "
        f"{theme.number(paid)} penalt{'y' if paid == 1 else 'ies'}."
    )


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """Twenty-four equal parts of the window: jobs in each layer on average, run by run."""
    runs = _sharing_nodes(runs)
    if not runs:
        return []
    edges = np.linspace(*window_of(view, extent(runs)), PARTS + 1)
    return in_parts(edges, NAMES, {run.name: means(*counts(run), edges) for run in runs})


PLOT = Plot(
    "yields",
    "How fast jobs run",
    "Which jobs are slowed, paused or held up, and when?",
    figure,
    caption,
    table,
    axis="time",
    max_points=max(len(NAMES) * (BUCKETS + 64), 6 * FEW * 4 * STEPS),
    applies=applies,
    tab="sharing",
    headline=headline,
)
