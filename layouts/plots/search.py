"""One search of a policy that searches its plan for a better one: the four criteria over its moves.

Left, the criteria of the best plan so far, each relative to what it was when the search began; they change only where a
move is accepted, which is marked.  Right, what every search gained: the sum of the weights of its accepted moves.  The
search that is shown is the last one before the selected job started, else the one that gained most.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing import axes
from layouts.drawing.tables import First, joined
from layouts.figures import Figure, Trace, lay_out, scatter
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words.contrasts import contrast
from scheduler.durations import human, instant
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table

CRITERIA = {"bounded_stretch": "bounded stretch", "wait": "wait", "response": "response", "unfairness": "unfairness F"}
MOST = 400  # accepted moves drawn of a search
STEMS = 600  # searches drawn in the panel of all of them
ROWS = 200  # of the table, per run
LEFT, RIGHT = (0.0, 0.5), (0.82, 1.0)  # shares of the width; labels stand between
LABEL = 0.06  # least distance of two labels, of the height of a panel
AIR = 0.08


class Ticks(NamedTuple):
    """The searches that are kept, in order of time."""

    first: np.ndarray  # [ticks] i8, first row of the table
    last: np.ndarray  # [ticks] i8, last row
    time: np.ndarray  # [ticks] f8, s
    gain: np.ndarray  # [ticks] f8, sum of the weights of the accepted moves


class Course(NamedTuple):
    """How one search went."""

    iteration: np.ndarray  # [points] i8: the beginning, every accepted move, the end
    value: np.ndarray  # [4, points] f8, criteria relative to the beginning; nan where that was 0 and they are not
    begin: np.ndarray  # [4] f8, criteria at the beginning
    end: np.ndarray  # [4] f8
    rows: np.ndarray  # [accepted] i8, rows of the table
    has_beginning: bool  # whether the beginning is known; else it is the plan after the first move


def ticks(table: Table) -> Ticks:
    """The searches of a table `search`."""
    if not len(table):
        return Ticks(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0), np.zeros(0))
    first = np.flatnonzero(np.append(True, np.diff(table.time) != 0))
    gained = np.where(table.accepted == 1, table.weight, 0.0)
    return Ticks(first, np.append(first[1:], len(table)) - 1, table.time[first], np.add.reduceat(gained, first))


def chosen(schedule: Schedule, searches: Ticks, job: int | None) -> int:
    """Which search is shown: the last one before the job started while it waited, else the one that gained most."""
    if job is not None and 0 <= job < len(schedule.placed):
        before = int(np.searchsorted(searches.time, schedule.placed.start[job], "right")) - 1
        if before >= 0 and searches.time[before] >= schedule.placed.submit[job]:
            return before
    return int(searches.gain.argmax())


def course(table: Table, first: int, last: int) -> Course:
    """The search of these rows of a table; a row of iteration 0, where there is one, tells the beginning."""
    criteria = np.stack([table.columns[name][first : last + 1] for name in CRITERIA])
    accepted = table.accepted[first : last + 1] == 1
    has_beginning = not accepted[0]
    rows = np.flatnonzero(accepted)
    at = np.unique(np.concatenate(([0], rows, [last - first])))
    begin, value = criteria[:, :1], criteria[:, at]
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(begin > 0, value / begin, np.where(value == 0, 1.0, np.nan))
    iteration = table.iteration[first : last + 1][at]
    if has_beginning:  # nothing had changed before the first iteration
        iteration[0] = 0
    return Course(iteration, ratio, begin[:, 0], criteria[:, -1], rows + first, has_beginning)


def searched(runs: Sequence[FinishedRun]) -> list[FinishedRun]:
    """The runs whose policy searches, and did."""
    return [run for run in runs if run.schedule.has_search and len(run.schedule.table("search"))]


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether a run searches."""
    return bool(searched(runs))


def shown_course(run: FinishedRun, view: View) -> tuple[Ticks, int, Course]:
    """All searches of a run, which of them is shown, and how it went."""
    table = run.schedule.table("search")
    searches = ticks(table)
    at = chosen(run.schedule, searches, view.job)
    return searches, at, course(table, int(searches.first[at]), int(searches.last[at]))


# ---- figure ---------------------------------------------------------------------------------------------------------


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """A row per run: left x iteration, y share of the beginning; right x time, y gain of every search."""
    searching = searched(runs)
    if not searching:
        return theme.empty("No run shown searches its plan.", view.scheme)
    domains, chart = theme.rows(len(searching), 0.2), Figure()
    for row, run in enumerate(searching):
        searches, at, one = shown_course(run, view)
        chart.add_traces(
            [
                *_lines(run, one, row, view.scheme),
                *_moves(run, one, row, view.scheme),
                *_stems(run, searches, at, row, view.scheme),
            ]
        )
        _frame(chart, run, searches, at, one, row, domains[row], view.scheme)
    lay_out(
        chart,
        template=theme.template(view.scheme),
        uirevision="search",
        hovermode="closest",
        margin={"l": 64, "r": 16, "t": 16, "b": 54},
    )
    return chart


def _axes(row: int, side: int) -> tuple[str, str]:
    """Names of the axes of a panel: row from the top, side 0 left, 1 right."""
    number = 2 * row + side + 1
    return ("x", "y") if number == 1 else (f"x{number}", f"y{number}")


def _kept(one: Course) -> np.ndarray:
    """Points to draw: all where they are few, else an even choice with both ends."""
    count = len(one.iteration)
    return np.arange(count) if count <= MOST else np.unique(np.linspace(0, count - 1, MOST).astype(int))


def _lines(run: FinishedRun, one: Course, row: int, scheme: str) -> list[Trace]:
    x, y = _axes(row, 0)
    at, color = _kept(one), theme.run_color(run.index, scheme)
    return [
        scatter(
            x=one.iteration[at],
            y=one.value[k][at],
            mode="lines",
            xaxis=x,
            yaxis=y,
            name=name,
            line={"shape": "hv", "color": color, "dash": theme.DASHES[k], "width": 2},
            hovertemplate=f"mean {name}: %{{y:.1%}} after %{{x}} moves<extra></extra>".replace(
                "mean unfairness", "unfairness"
            ),
        )
        for k, name in enumerate(CRITERIA.values())
    ]


def _moves(run: FinishedRun, one: Course, row: int, scheme: str) -> list[Trace]:
    """A mark below each accepted move."""
    x, y = _axes(row, 0)
    table, jobs = run.schedule.table("search"), run.schedule.workload.jobs
    rows = one.rows if len(one.rows) <= MOST else one.rows[np.linspace(0, len(one.rows) - 1, MOST).astype(int)]
    texts = [
        f"move {table.iteration[at]}: job {jobs.job_id[table.job[at]]}, weight {theme.number(table.weight[at])}"
        for at in rows
    ]
    return [
        scatter(
            x=table.iteration[rows],
            y=np.full(len(rows), _range(one)[0]),
            mode="markers",
            xaxis=x,
            yaxis=y,
            marker={"symbol": "triangle-up", "size": 9, "color": theme.INK[scheme]},
            hovertext=texts,
            name="accepted",
            cliponaxis=False,
            hovertemplate="%{hovertext}<extra></extra>",
        )
    ]


def _range(one: Course) -> tuple[float, float]:
    """Of the shares of a search, with air."""
    low, high = float(np.nanmin(one.value)), float(np.nanmax(one.value))
    air = AIR * max(high - low, 0.1)
    return low - air, high + air


def _stems(run: FinishedRun, searches: Ticks, at: int, row: int, scheme: str) -> list[Trace]:
    """A stem per search, the best of its stretch of time where there are many; the one shown is marked."""
    x, y = _axes(row, 1)
    kept, color = best_of(searches, STEMS), theme.run_color(run.index, scheme)
    time, gain = searches.time[kept], searches.gain[kept]
    lines = {
        "x": np.stack((time, time, np.full(len(time), np.nan)), axis=1).ravel(),
        "y": np.stack((np.zeros(len(time)), gain, np.full(len(time), np.nan)), axis=1).ravel(),
    }
    return [
        scatter(**lines, mode="lines", xaxis=x, yaxis=y, line={"color": color, "width": 1.5}, hoverinfo="skip"),
        scatter(
            x=[searches.time[at]],
            y=[searches.gain[at]],
            mode="markers",
            xaxis=x,
            yaxis=y,
            marker={"symbol": "circle", "size": 10, "color": theme.INK[scheme]},
            name="shown",
            hovertemplate=f"shown on the left: {instant(float(searches.time[at]))}<extra></extra>",
        ),
    ]


def best_of(searches: Ticks, most: int) -> np.ndarray:
    """All searches where they are few, else that with the largest gain of every equal stretch of time."""
    if len(searches.time) <= most:
        return np.arange(len(searches.time))
    span = float(searches.time[-1] - searches.time[0]) or 1.0
    bucket = np.minimum((searches.time - searches.time[0]) / span * most, most - 1).astype(int)
    order = np.lexsort((-searches.gain, bucket))
    return np.sort(order[np.append(True, np.diff(bucket[order]) != 0)])


def _frame(
    chart: Figure,
    run: FinishedRun,
    searches: Ticks,
    at: int,
    one: Course,
    row: int,
    domain: tuple[float, float],
    scheme: str,
) -> None:
    """Axes, the name of the run, and a label at the end of each line."""
    (x0, y0), (x1, y1), (low, high) = _axes(row, 0), _axes(row, 1), _range(one)
    t0, t1 = float(searches.time[0]), float(searches.time[-1])
    air = AIR * (t1 - t0) or 1.0
    places, texts = theme.time_ticks(t0 - air, t1 + air, 2)
    plain = {"domain": list(domain), "automargin": False}
    lay_out(
        chart,
        {
            _axis(x0): {"domain": list(LEFT), "anchor": y0, "title": {"text": "moves tried"}},
            _axis(y0): plain
            | {"anchor": x0, "range": [low, high], "tickformat": ".0%", "title": {"text": "share of the beginning"}},
            _axis(x1): {
                "domain": list(RIGHT),
                "anchor": y1,
                "range": [t0 - air, t1 + air],
                "tickvals": places,
                "ticktext": texts,
                "title": {"text": "time of the search"},
            },
            _axis(y1): plain | {"anchor": x1, "rangemode": "tozero", "nticks": 4, "title": {"text": "gain"}},
        },
    )
    color = theme.run_color(run.index, scheme)
    axes.name_row(chart, domain, run, scheme, f" · search at {instant(float(searches.time[at]))}")
    last = np.nan_to_num(one.value[:, -1], nan=high)
    ends = theme.spread(last.tolist(), LABEL * (high - low), low, high)
    for name, value, end in zip(CRITERIA.values(), one.value[:, -1], ends, strict=True):
        text = f"{name.removeprefix('bounded ').removesuffix(' F')} {theme.percent(float(value))}"
        chart.add_annotation(
            x=LEFT[1],
            xref="paper",
            y=end,
            yref=y0,
            xanchor="left",
            showarrow=False,
            xshift=4,
            text=text,
            font={"size": 11, "color": color},
        )


def _axis(name: str) -> str:
    """x2 -> xaxis2."""
    return f"{name[0]}axis{name[1:]}"


# ---- in words -------------------------------------------------------------------------------------------------------


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """What the search of each run tried, took and gained."""
    return [one for run in searched(runs) for one in _sentences(run, view)] or ["No run shown searches its plan."]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The share of searches that gained something, in every run that searches."""
    return contrast(
        "Share of searches with a better plan:",
        [(run.name, float((shown_course(run, view)[0].gain > 0).mean())) for run in searched(runs)],
        theme.percent,
    )


def _sentences(run: FinishedRun, view: View) -> list[str]:
    searches, at, one = shown_course(run, view)
    table = run.schedule.table("search")
    tried, waiting = int(table.iteration[searches.last[at]]), int(table.waiting[searches.first[at]])
    better = int((searches.gain > 0).sum())
    lead = (
        f"{run.name}: at {instant(float(searches.time[at]))} the search tried {theme.counted(tried, 'move')} on a "
        f"plan of {theme.counted(waiting, 'job')} and took {theme.number(len(one.rows))}"
    )
    changes = ", ".join(
        f"{name} from {_in_words(key, one.begin[k])} to {_in_words(key, one.end[k])}"
        for k, (key, name) in enumerate(CRITERIA.items())
    )
    since = "" if one.has_beginning else ", counted from after the first move"
    rest = (
        f"Of {theme.number(len(searches.time))} searches kept {theme.number(better)} found a better plan."
        if len(searches.time) > 1
        else "It was the only search."
    )
    return [f"{lead}{since}: {changes}.", rest]


def _in_words(criterion: str, value: float) -> str:
    return human(value) if criterion in ("wait", "response") else theme.number(value)


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """The accepted moves of the searches that are shown, with the criteria after each."""
    return joined(_rows(run, view) for run in searched(runs))


def _rows(run: FinishedRun, view: View) -> First:
    """The first accepted moves of the search of a run that is shown."""
    _, _, one = shown_course(run, view)
    moves, jobs = run.schedule.table("search"), run.schedule.workload.jobs
    return First(
        (
            {
                "run": run.name,
                "move": int(moves.iteration[at]),
                "job": int(jobs.job_id[moves.job[at]]),
                "weight": float(moves.weight[at]),
            }
            | {name: float(moves.columns[key][at]) for key, name in CRITERIA.items()}
            for at in one.rows[:ROWS]
        ),
        len(one.rows),
    )


PLOT = Plot(
    "search",
    "Search for a better plan",
    "What does the search improve, and when?",
    figure,
    caption,
    table,
    max_points=4 * (5 * MOST + 3 * STEMS + 1),
    applies=applies,
    panels=searched,
    tab="schedule",
    headline=headline,
)
