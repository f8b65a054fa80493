"""Every job by its wait under the baseline and under another run: above the diagonal it waits longer, below it shorter.

Both axes are the same, logarithmic, with zero in the corner.  Of more jobs than can be drawn, each place of a fine grid
keeps the job whose wait changes most there, so that no lone job is lost; the largest differences are always drawn.
Where nodes can be shared it is the response, for a job that does not wait may still be slow.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing.axes import compared
from layouts.drawing.paired_waits import ALONE, LISTED, RUNGS, Paid, applies, others, part_of, signed_log, spans, verb
from layouts.drawing.tables import First
from layouts.figures import Figure, Trace, lay_out, scatter
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words.short_names import short
from scheduler.durations import human
from scheduler.kinds import by_response, compared_of
from scheduler.model.user_names import label, users_known

MOST = 1_500  # points of all panels
FINEST = 160  # places of the grid along an axis, to begin with
BEND = 1.0  # s: a shorter wait is drawn close to zero
MOST_TICKS = 6
ROWS = 200  # of the table
SIDES, LOW_GAP = ((0.0, 0.43), (0.57, 1.0)), 0.31  # of the width and height: two panels side by side, and rows
SYMBOLS = ("triangle-down", "circle", "triangle-up")  # shorter, as long, longer: not by color alone
SIZE, CHOSEN = 7, 15  # pixels of a point, and of the selected job's


class Pair(NamedTuple):
    """The jobs of two runs."""

    base: FinishedRun
    other: FinishedRun
    before: np.ndarray  # [pairs] f8, s, wait under the baseline; of responses where nodes can be shared
    after: np.ndarray  # [pairs] f8, s, under the other run
    paid: Paid


def pairs(runs: Sequence[FinishedRun], view: View) -> list[Pair]:
    """The baseline beside every other run of its jobs, of those that fit the machine."""
    rows = []
    for base, other, paid in others(runs, view):
        before, after = (compared_of(run.schedule)[of_pairs] for run, of_pairs in ((base, paid.job), (other, paid.own)))
        rows.append(Pair(base, other, before, after, paid))
    return rows


def panels(runs: Sequence[FinishedRun]) -> Sequence[FinishedRun]:
    """The runs that have a panel: all but the baseline."""
    return runs[1:]


def kept(pair: Pair, most: int, chosen: int | None = None) -> np.ndarray:
    """[points] i8, pairs in their order: all, or one of each place of a grid, and those never left out.

    These are the LISTED jobs that gain most, as many that lose most, and the chosen one.
    """
    n = len(pair.before)
    if n <= most:
        return np.arange(n)
    own = np.flatnonzero(pair.paid.job == (-1 if chosen is None else chosen))
    never = np.unique(np.concatenate((pair.paid.order[:LISTED], pair.paid.order[-LISTED:], own)))
    first = np.lexsort((np.arange(n), -np.abs(pair.paid.by)))  # of each place the job that changes most
    spots = np.stack([signed_log(pair.before, BEND), signed_log(pair.after, BEND)]) / (
        signed_log(longest(pair), BEND) or 1.0
    )
    cells = FINEST
    while True:
        place = (spots * cells).astype(np.int64).clip(max=cells - 1)
        _, at = np.unique((place[0] * cells + place[1])[first], return_index=True)
        rows = np.union1d(first[at], never)
        if len(rows) <= most:
            return rows
        cells = cells * 4 // 5


def longest(pair: Pair) -> float:
    """The longest wait of either run, s."""
    return float(max(pair.before.max(), pair.after.max()))


def drawn(drawn_pairs: Sequence[Pair], chosen: int | None) -> list[np.ndarray]:
    """The jobs that each panel shows."""
    return [kept(pair, MOST // len(drawn_pairs), chosen) for pair in drawn_pairs]


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """x: wait (or response) under the baseline; y: under the other run; a panel for each run but the baseline."""
    drawn_pairs = pairs(runs, view)
    if not drawn_pairs:
        return theme.empty(ALONE, view.scheme)
    most, chart = max(map(longest, drawn_pairs)), Figure()
    for at, (pair, jobs) in enumerate(zip(drawn_pairs, drawn(drawn_pairs, view.job), strict=True)):
        chart.add_trace(_points(runs, pair, jobs, view, at))
        _frame(chart, pair, at, place(at, len(drawn_pairs)), most, view.scheme)
    below = theme.wrapped(f"{measure(drawn_pairs[0])} under {drawn_pairs[0].base.name}", 44)
    chart.add_annotation(text=below, x=0.5, y=0, xref="paper", yref="paper", yanchor="top", yshift=-24, showarrow=False)
    return lay_out(
        chart,
        template=theme.template(view.scheme),
        uirevision="job_scatter",
        hovermode="closest",
        margin={"t": 64, "r": 16, "b": 58},
        meta={"jobs": True},
    )


def place(at: int, count: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """The domains (x, y) of a panel: two side by side, further ones below them."""
    rows = theme.rows(math.ceil(count / 2), LOW_GAP)
    return ((0.0, 1.0) if count == 1 else SIDES[at % 2]), rows[at // 2]


def _points(runs: Sequence[FinishedRun], pair: Pair, jobs: np.ndarray, view: View, at: int) -> Trace:
    """Every point is a job; customdata: [job, from, to], where it can be seen in the charts."""
    by = np.sign(pair.paid.by[jobs]).astype(int) + 1
    colors = [theme.hue(color, view.scheme) for color in (theme.EARLIER, theme.OTHERS, theme.LATER)]
    rows = pair.paid.job[jobs]
    begin, end = spans(runs, rows)
    chosen = rows == (-1 if view.job is None else view.job)
    return scatter(
        x=signed_log(pair.before[jobs], BEND),
        y=signed_log(pair.after[jobs], BEND),
        mode="markers",
        name=theme.safe(pair.other.name),
        xaxis=_axis("x", at),
        yaxis=_axis("y", at),
        marker={
            "color": [colors[sign] for sign in by],
            "symbol": [SYMBOLS[sign] for sign in by],
            "size": np.where(chosen, CHOSEN, SIZE),
            "opacity": 0.75,
            "line": {"width": np.where(chosen, 2, 0), "color": theme.INK[view.scheme]},
        },
        hovertext=_texts(pair, jobs),
        hovertemplate="%{hovertext}; click to see the job<extra></extra>",
        customdata=np.stack([rows, np.round(begin, 3), np.round(end, 3)], axis=1).tolist(),
    )


def _texts(pair: Pair, jobs: np.ndarray) -> list[str]:
    """What the tip says of each job."""
    ids, do = pair.base.schedule.workload.jobs.job_id[pair.paid.job], verb(pair.base.schedule.workload)
    base, other = theme.safe(pair.base.name), theme.safe(pair.other.name)
    return [
        f"job {ids[job]} {do}s {human(float(pair.before[job]))} under {base},<br>{human(float(pair.after[job]))} "
        f"under {other}: {compared(float(pair.paid.by[job]))}"
        for job in jobs.tolist()
    ]


def _frame(
    chart: Figure,
    pair: Pair,
    at: int,
    domains: tuple[tuple[float, float], tuple[float, float]],
    most: float,
    scheme: str,
) -> None:
    """The axes of a panel, its diagonal, and above it the run and how many jobs lie on both sides."""
    end, x, y = float(signed_log(max(most, 10.0), BEND)), _axis("x", at), _axis("y", at)
    values = ticks(most)
    axis: dict[str, Any] = {
        "range": [-0.04 * end, 1.06 * end],
        "fixedrange": True,
        "showgrid": True,
        "tickvals": [float(signed_log(value, BEND)) for value, _ in values],
        "ticktext": [name for _, name in values],
        "automargin": False,
    }
    title = {"text": "" if at % 2 else f"{measure(pair)} under the run above"}
    lay_out(
        chart,
        {
            _axis("xaxis", at): axis | {"anchor": y, "domain": list(domains[0])},
            _axis("yaxis", at): axis | {"anchor": x, "domain": list(domains[1]), "title": title},
        },
    )
    chart.add_shape(
        type="line",
        x0=0,
        y0=0,
        x1=end,
        y1=end,
        xref=x,
        yref=y,
        layer="below",
        line={"color": theme.GREY[scheme], "width": 1, "dash": "dash"},
    )
    n, sides = (
        len(pair.before),
        ((theme.LATER, "▲", pair.paid.longer, "longer"), (theme.EARLIER, "▼", pair.paid.shorter, "shorter")),
    )
    shares = "<br>".join(
        f'<span style="color:{theme.hue(color, scheme)}">{sign} {part_of(part, n)} {word}</span>'
        for color, sign, part, word in sides
    )
    name = theme.wrapped(short(pair.other.name, 36), 20)
    chart.add_annotation(
        text=f"<b>{name}</b><br>{shares}",
        x=0,
        y=1,
        align="left",
        xref=f"{x} domain",
        yref=f"{y} domain",
        xanchor="left",
        yanchor="bottom",
        showarrow=False,
    )


def measure(pair: Pair) -> str:
    """What the axes show."""
    return "response" if by_response(pair.base.schedule.workload) else "wait"


def _axis(name: str, at: int) -> str:
    return name if at == 0 else f"{name}{at + 1}"


def ticks(most: float) -> list[tuple[float, str]]:
    """(s, label) of zero and of rungs up to the longest wait."""
    rungs = [(value, name) for value, name in RUNGS if value <= max(most, 10.0)]
    step = math.ceil(len(rungs) / MOST_TICKS)
    return [(0.0, "0"), *rungs[::-step][::-1]]


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """What a point is, and how many of the jobs are drawn."""
    drawn_pairs = pairs(runs, view)
    if not drawn_pairs:
        return [ALONE]
    jobs = [pair.paid.job for pair in drawn_pairs]
    rows = [job[points] for job, points in zip(jobs, drawn(drawn_pairs, None), strict=True)]
    count, n = (len(np.unique(np.concatenate(parts))) for parts in (rows, jobs))
    some = f" ({theme.number(count)} of {theme.counted(n, 'job')} drawn)" if count < n else ""
    do = verb(drawn_pairs[0].base.schedule.workload)
    return [f"A job above the line {do}s longer than under the baseline{some}."]


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """The jobs with the largest differences: their waits in every run, s."""
    drawn_pairs = pairs(runs, view)
    if not drawn_pairs:
        return []
    work = drawn_pairs[0].base.schedule.workload
    jobs = work.jobs
    largest = np.max([_of_base(pair, np.abs(pair.paid.by), 0.0) for pair in drawn_pairs], axis=0)
    before = compared_of(drawn_pairs[0].base.schedule)
    after = {pair.other.name: _of_base(pair, pair.after, np.nan) for pair in drawn_pairs}
    rows = np.lexsort((np.arange(len(largest)), -largest))[:ROWS]
    what = measure(drawn_pairs[0])
    has_users = users_known(drawn_pairs[0].base.schedule.workload)
    return First(
        [
            {
                "job": int(jobs.job_id[job]),
                **({"user": label(work, int(jobs.user_id[job]))} if has_users else {}),
                f"{what} under {drawn_pairs[0].base.name}": human(float(before[job])),
                **{
                    f"{what} under {name}": None if np.isnan(waits[job]) else human(float(waits[job]))
                    for name, waits in after.items()
                },
            }
            for job in rows.tolist()
        ],
        len(largest),
    )


def _of_base(pair: Pair, values: np.ndarray, missing: float) -> np.ndarray:
    """[jobs of the baseline] f8: values of pairs, and what stands for jobs that the other run does not have."""
    of_jobs = np.full(len(pair.base.schedule.placed), missing)
    of_jobs[pair.paid.job] = values
    return of_jobs


PLOT = Plot(
    "job_scatter",
    "Waits of two runs",
    "Which jobs wait longer than under the baseline?",
    figure,
    caption,
    table,
    max_points=MOST,
    applies=applies,
    height=390,
    panels=panels,
    wide_from=1,
    place=7,
    follows_job=True,
    mixed=True,
    tab="winners",
)
