"""Who pays for a policy: how much longer or shorter the same jobs wait than under the baseline.

Every job is compared with itself.  The jobs stand side by side in the order of their difference, those that gain most
on the left; where a curve leaves zero says how many gain, lose, or do not care.  Both directions are logarithmic above
a minute.  What the losers lose in all is not what the winners gain: no policy only moves waiting about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from layouts import theme
from layouts.drawing.axes import compared, signed
from layouts.drawing.paired_waits import (
    ALONE,
    FEW,
    LISTED,
    RUNGS,
    Paid,
    applies,
    bent,
    others,
    part_of,
    spans,
    verb,
)
from layouts.drawing.tables import First
from layouts.plots import Plot
from layouts.state.view import Shown, View
from layouts.words import caveats
from layouts.words.above_machine import left_out
from layouts.words.short_names import short
from scheduler.durations import human
from scheduler.model.user_names import of_user, users_known
from scheduler.statistics.week_blocks import Difference

BENDS = (1.0, 60.0)     # s: below it the axis is about linear; the second one where differences reach 10 min
SIDES = ("lose most", "gain most")
MOST = 1_500        # points of all curves: each carries a job
GAP = 0.27          # of the height, between two names
MOST_RUNGS = 5


def bend_for(low: float, high: float) -> float:
    """Where an axis from `low` to `high` seconds turns logarithmic."""
    return BENDS[max(-low, high) >= 10 * BENDS[1]]


def ticks(low: float, high: float) -> tuple[list[float], list[str]]:
    """(places, labels) of the bent axis from `low` to `high` seconds: zero, and rungs to either side."""
    bend = bend_for(low, high)
    rungs = [(value, name) for value, name in RUNGS if bend <= value <= max(-low, high)]
    rungs = rungs[::-2][::-1] if len(rungs) > MOST_RUNGS else rungs
    known = [(-value, f"\u2212{name}") for value, name in reversed(rungs) if value <= -low]
    known += [(0.0, "0"), *((value, f"+{name}") for value, name in rungs if value <= high)]
    return [float(bent(value, bend)) for value, _ in known], [name for _, name in known]


def bounds(low: float, high: float) -> tuple[float, float]:
    """The range of the bent axis: a little more than from `low` to `high`, with zero in it."""
    bend = bend_for(low, high)
    ends = float(bent(min(low, 0.0), bend)), float(bent(max(high, 0.0), bend))
    room = 0.06 * (ends[1] - ends[0]) or 1.0
    return ends[0] - room, ends[1] + room


def kept(found: Paid, most: int) -> np.ndarray:
    """Ranks that are drawn: even steps, both ends, and the ranks where gains end and losses begin."""
    n = len(found.by)
    ranks = np.round(np.linspace(0, n - 1, min(most - 4, n))).astype(int)
    first, last = round(found.shorter * n), n - round(found.longer * n)
    edges = np.array([first - 1, first, last - 1, last])
    return np.unique(np.concatenate((ranks, edges[(edges >= 0) & (edges < n)])))


def figure(runs: Sequence[Shown], view: View) -> go.Figure:
    """x: share of the jobs, ordered by y; y: wait (or response) - that under the baseline; a curve per run but that."""
    found = others(runs, view)
    if not found:
        return theme.empty(ALONE, view.scheme)
    low = min(float(values.by.min()) for *_, values in found)
    high = max(float(values.by.max()) for *_, values in found)
    bend, ends, (places, texts) = bend_for(low, high), bounds(low, high), ticks(low, high)
    made = go.Figure([_curve(runs, shown, values, bend, view.scheme, MOST // len(found)) for _, shown, values in found])
    what = "response" if found[0][0].schedule.workload.has_needs else "wait"
    made.add_hline(y=0, line={"color": theme.GREY[view.scheme], "width": 1})
    _names(made, found, bend, ends, view.scheme)
    _mark(made, found, bend, view)
    return made.update_layout(
        template=theme.template(view.scheme), uirevision="who_pays", margin={"r": 148, "t": 16}, hovermode="closest",
        meta={"jobs": True},
        xaxis={"title": {"text": "share of the jobs, largest gain first"}, "range": [0, 1],
               "tickformat": ".0%", "fixedrange": True},
        yaxis={"title": {"text": theme.wrapped(f"{what} - {what} under {found[0][0].name}", 40)}, "range": list(ends),
               "tickvals": places, "ticktext": texts, "fixedrange": True})


def _curve(runs: Sequence[Shown], shown: Shown, found: Paid, bend: float, scheme: str, most: int) -> go.Scatter:
    """Every drawn point is a job; customdata: [job, from, to], where it can be seen in the charts."""
    ranks = kept(found, most - 2)
    jobs, n = found.order[ranks], len(found.by)
    ids, do = shown.schedule.workload.jobs.job_id, verb(shown.schedule.workload)
    begin, end = spans(runs, jobs)
    said = [f"job {ids[job]} {do}s {compared(float(found.by[job]))}<br>gaining more or losing less: "
            f"{part_of(rank / n, n)} of the jobs" for job, rank in zip(jobs, ranks, strict=True)]
    at = np.concatenate(([0], np.arange(len(ranks)), [len(ranks) - 1]))     # the ends once more: each job is a step
    x = np.concatenate(([0.0], (ranks + 0.5) / n, [1.0]))
    return go.Scatter(x=x, y=bent(found.by[jobs], bend)[at], mode="lines", name=theme.safe(shown.name),
                      line=theme.run_line(shown.index, scheme) | {"shape": "hvh"}, hovertext=[said[k] for k in at],
                      customdata=np.stack([jobs, np.round(begin, 3), np.round(end, 3)], axis=1)[at].tolist(),
                      hovertemplate="%{hovertext}; click to see the job<extra>%{fullData.name}</extra>")


def _names(made: go.Figure, found: Sequence[tuple[Shown, Shown, Paid]], bend: float, ends: tuple[float, float],
           scheme: str) -> None:
    """Name and shares of each run, as high as its mean difference lies."""
    means = [float(bent(values.mean.mean, bend)) for *_, values in found]
    share = [(mean - ends[0]) / (ends[1] - ends[0]) for mean in means]
    for (_, shown, values), place in zip(found, theme.spread(share, GAP, 0.08, 0.92), strict=True):
        longer, shorter = (part_of(part, len(values.by)) for part in (values.longer, values.shorter))
        made.add_annotation(x=1, xref="paper", y=place, yref="paper", xanchor="left", yanchor="middle", xshift=6,
                            showarrow=False, align="left", font={"color": theme.run_color(shown.index, scheme)},
                            text=f"<b>{theme.wrapped(short(shown.name, 32), 20)}</b><br>{longer} longer,"
                                 f"<br>{shorter} shorter")


def _mark(made: go.Figure, found: Sequence[tuple[Shown, Shown, Paid]], bend: float, view: View) -> None:
    """Where the selected job stands in each run."""
    for _, shown, values in found:
        if view.job is None or not 0 <= view.job < len(values.by):
            continue
        by, rank = float(values.by[view.job]), int(np.flatnonzero(values.order == view.job)[0])
        share, y = (rank + 0.5) / len(values.by), float(bent(by, bend))
        made.add_scatter(x=[share], y=[y], mode="markers", hoverinfo="skip",
                         marker={"size": 9, "color": theme.run_color(shown.index, view.scheme),
                                 "line": {"width": 2, "color": theme.INK[view.scheme]}})
        made.add_annotation(x=share, y=y, yshift=8, yanchor="bottom", xanchor="right" if share > 0.5 else "left",
                            showarrow=False, bgcolor=theme.faded(theme.BACKGROUND[view.scheme], 0.8),
                            text=f"job {shown.schedule.workload.jobs.job_id[view.job]}: {signed(by)}")


def caption(runs: Sequence[Shown], view: View) -> str:
    """Shares, who pays most, and the mean difference, run by run."""
    found = others(runs, view)
    said = ALONE if not found else \
        f"Beside {found[0][0].name}: " + "; ".join(_said(shown, values) for _, shown, values in found) + "."
    return f"{said} {left_out(runs)}".rstrip()


def _said(shown: Shown, found: Paid) -> str:
    do = verb(shown.schedule.workload)
    said = f"under {shown.name} {_shares(found, do)}, on average {sure(found.mean, span(shown))}"
    if not users_known(shown.schedule.workload):
        return said
    if found.total[-1] <= 0:
        return f"{said}, and no user pays: none {do}s longer in all"
    user = theme.user_ids(shown.schedule.workload)[found.user[-1]]
    return f"{said}, and user {user} pays most: {human(float(found.total[-1]))} more in all"


def _shares(found: Paid, do: str) -> str:
    """How many jobs wait (or take) longer, how many shorter: counts where they are too few for percentages."""
    n = len(found.by)
    longer, shorter = part_of(found.longer, n), part_of(found.shorter, n)
    if n >= FEW:
        return f"{longer} of jobs {do} longer, {shorter} shorter"
    return f"{longer} of {theme.counted(n, 'job')} {do}{'s' * (longer == '1')} longer, {shorter} shorter"


def span(shown: Shown) -> float:
    """Seconds from the first to the last submission."""
    return float(np.ptp(shown.schedule.placed.submit))


def sure(found: Difference, span: float = np.inf) -> str:
    """The mean difference a job with its interval over weeks drawn again, and whether it is one at all.

    span: s between the first and the last submission; of less than a week no word of weeks is said.
    """
    said, weeks = f"{signed(found.mean)} a job", theme.counted(found.weeks, "week")
    if span < theme.WEEK:
        return said
    if found.low is None or found.high is None:
        return f"{said} ({weeks}: too few to say how sure that is)"
    doubt = "" if found.clear else ", so perhaps none"
    return f"{said} (95 %: {signed(found.low)} to {signed(found.high)} over {weeks}{doubt})"


def table(runs: Sequence[Shown], view: View) -> list[dict]:
    """The jobs and the users that lose and gain most, a column per run, in words."""
    found = others(runs, view)
    lists = {shown.name: ranked(shown, values) for _, shown, values in found}
    rows: list[dict] = []
    total = 0
    for which in [(what, side) for what in ("jobs", "users") for side in SIDES]:
        columns = {name: known[which].first for name, known in lists.items()}
        for rank in range(max(map(len, columns.values()), default=0)):
            rows.append({"list": " that ".join(which), "rank": rank + 1,
                         **{name: told[rank].words if rank < len(told) else None for name, told in columns.items()}})
        total += max((known[which].total for known in lists.values()), default=0)
    return First(rows, total, "of each list")


class Loser(NamedTuple):
    """A job or a user that loses or gains."""

    job: int            # row of jobs; -1 for a user
    by: float           # s
    words: str


class Ranked(NamedTuple):
    """The first of those that lose, or gain, and how many there are."""

    first: list[Loser]
    total: int


def ranked(shown: Shown, found: Paid) -> dict[tuple[str, str], Ranked]:
    """{(jobs | users, lose most | gain most): at most LISTED of them, the largest difference first}."""
    made = {}
    for side, sign in zip(SIDES, (1, -1), strict=True):
        jobs = found.order[::-1][:LISTED] if sign > 0 else found.order[:LISTED]
        losers = [_job(shown, found, int(job)) for job in jobs if sign * found.by[job] > 0]
        made["jobs", side] = Ranked(losers, int(np.count_nonzero(sign * found.by > 0)))
        rows = range(len(found.user) - 1, -1, -1) if sign > 0 else range(len(found.user))
        rows = rows if users_known(shown.schedule.workload) else range(0)
        losers = [_user(shown, found, row) for row in rows[:LISTED] if sign * found.total[row] > 0]
        made["users", side] = Ranked(losers, int(np.count_nonzero(sign * found.total > 0)) if len(rows) else 0)
    return made


def _job(shown: Shown, found: Paid, job: int) -> Loser:
    work, by = shown.schedule.workload, float(found.by[job])
    who = of_user(int(work.jobs.user_id[job]))
    return Loser(job, by, f"job {work.jobs.job_id[job]}{who} {verb(work)}s {compared(by)}")


def _user(shown: Shown, found: Paid, row: int) -> Loser:
    by, user = float(found.total[row]), theme.user_ids(shown.schedule.workload)[found.user[row]]
    return Loser(-1, by, f"user {user} {verb(shown.schedule.workload)}s {compared(by)} in all")


PLOT = Plot("who_pays", "Who pays", "Which jobs and users fare worse than under the baseline, and which better?",
            figure, caption, table, max_points=MOST + 4 * 3, applies=applies, height=380, one_panel=True, per_name=76,
            wide_from=1, place=6, follows_job=True, below="losers and gainers", caveats=(caveats.both_kinds,),
            tab="winners")
