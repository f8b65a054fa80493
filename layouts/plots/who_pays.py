"""Who pays for a policy: how much longer or shorter the same jobs wait than under the baseline.

Every job is compared with itself.  The jobs stand side by side in the order of their difference, those that gain most
on the left; where a curve leaves zero says how many gain, lose, or do not care.  Both directions are logarithmic above
a minute.  What the losers lose in all is not what the winners gain: no policy only moves waiting about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing.axes import compared, signed
from layouts.drawing.paired_waits import (
    ALONE,
    FEW,
    LISTED,
    RUNGS,
    Paid,
    applies,
    others,
    part_of,
    share_text,
    signed_log,
    spans,
    verb,
)
from layouts.drawing.tables import First
from layouts.figures import Figure, Trace, lay_out, scatter
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words import caveats
from layouts.words.above_machine import left_out
from layouts.words.contrasts import contrast
from layouts.words.short_names import short
from scheduler.durations import human
from scheduler.kinds import by_response
from scheduler.model.user_names import of_user, user_labels, users_known
from scheduler.statistics.week_blocks import Difference

BENDS = (1.0, 60.0)  # s: below it the axis is about linear; the second one where differences reach 10 min
SIDES = ("lose most", "gain most")
MOST = 1_500  # points of all curves: each carries a job
GAP = 0.27  # of the height, between two names
MOST_RUNGS = 5


def linear_limit(low: float, high: float) -> float:
    """Where an axis from `low` to `high` seconds turns logarithmic."""
    return BENDS[max(-low, high) >= 10 * BENDS[1]]


def ticks(low: float, high: float) -> tuple[list[float], list[str]]:
    """(places, labels) of the bent axis from `low` to `high` seconds: zero, and rungs to either side."""
    bend = linear_limit(low, high)
    rungs = [(value, name) for value, name in RUNGS if bend <= value <= max(-low, high)]
    rungs = rungs[::-2][::-1] if len(rungs) > MOST_RUNGS else rungs
    labels = [(-value, f"\u2212{name}") for value, name in reversed(rungs) if value <= -low]
    labels += [(0.0, "0"), *((value, f"+{name}") for value, name in rungs if value <= high)]
    return [float(signed_log(value, bend)) for value, _ in labels], [name for _, name in labels]


def bounds(low: float, high: float) -> tuple[float, float]:
    """The range of the bent axis: a little more than from `low` to `high`, with zero in it."""
    bend = linear_limit(low, high)
    ends = float(signed_log(min(low, 0.0), bend)), float(signed_log(max(high, 0.0), bend))
    room = 0.06 * (ends[1] - ends[0]) or 1.0
    return ends[0] - room, ends[1] + room


def kept(values: Paid, most: int) -> np.ndarray:
    """Ranks that are drawn: even steps, both ends, and the ranks where gains end and losses begin."""
    n = len(values.by)
    ranks = np.round(np.linspace(0, n - 1, min(most - 4, n))).astype(int)
    first, last = round(values.shorter * n), n - round(values.longer * n)
    edges = np.array([first - 1, first, last - 1, last])
    return np.unique(np.concatenate((ranks, edges[(edges >= 0) & (edges < n)])))


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """x: share of the jobs, ordered by y; y: wait (or response) - that under the baseline; a curve per run but that."""
    triples = others(runs, view)
    if not triples:
        return theme.empty(ALONE, view.scheme)
    low = min(float(values.by.min()) for *_, values in triples)
    high = max(float(values.by.max()) for *_, values in triples)
    bend, ends, (places, texts) = linear_limit(low, high), bounds(low, high), ticks(low, high)
    chart = Figure([_curve(runs, run, values, bend, view.scheme, MOST // len(triples)) for _, run, values in triples])
    what = "response" if by_response(triples[0][0].schedule.workload) else "wait"
    chart.add_shape(
        type="line", x0=0, x1=1, xref="paper", y0=0, y1=0, line={"color": theme.GREY[view.scheme], "width": 1}
    )
    _names(chart, triples, bend, ends, view.scheme)
    _mark(chart, triples, bend, view)
    return lay_out(
        chart,
        template=theme.template(view.scheme),
        uirevision="who_pays",
        margin={"r": 148, "t": 16},
        hovermode="closest",
        meta={"jobs": True},
        xaxis={
            "title": {"text": "share of the jobs, largest gain first"},
            "range": [0, 1],
            "tickformat": ".0%",
            "fixedrange": True,
        },
        yaxis={
            "title": {"text": theme.wrapped(f"{what} - {what} under {triples[0][0].name}", 40)},
            "range": list(ends),
            "tickvals": places,
            "ticktext": texts,
            "fixedrange": True,
        },
    )


def _curve(runs: Sequence[FinishedRun], run: FinishedRun, values: Paid, bend: float, scheme: str, most: int) -> Trace:
    """Every drawn point is a job; customdata: [job, from, to], where it can be seen in the charts."""
    ranks = kept(values, most - 2)
    pairs, n = values.order[ranks], len(values.by)
    jobs, ids, do = values.job[pairs], run.schedule.workload.jobs.job_id[values.own], verb(run.schedule.workload)
    begin, end = spans(runs, jobs)
    texts = [
        f"job {ids[pair]} {do}s {compared(float(values.by[pair]))}<br>gaining more or losing less: "
        f"{part_of(rank / n, n)} of the jobs"
        for pair, rank in zip(pairs, ranks, strict=True)
    ]
    at = np.concatenate(([0], np.arange(len(ranks)), [len(ranks) - 1]))  # the ends once more: each job is a step
    x = np.concatenate(([0.0], (ranks + 0.5) / n, [1.0]))
    return scatter(
        x=x,
        y=signed_log(values.by[pairs], bend)[at],
        mode="lines",
        name=theme.safe(run.name),
        line=theme.run_line(run.index, scheme) | {"shape": "hvh"},
        hovertext=[texts[k] for k in at],
        customdata=np.stack([jobs, np.round(begin, 3), np.round(end, 3)], axis=1)[at].tolist(),
        hovertemplate="%{hovertext}; click to see the job<extra>%{fullData.name}</extra>",
    )


def _names(
    chart: Figure,
    triples: Sequence[tuple[FinishedRun, FinishedRun, Paid]],
    bend: float,
    ends: tuple[float, float],
    scheme: str,
) -> None:
    """Name and shares of each run, as high as its mean difference lies."""
    means = [float(signed_log(values.mean.mean, bend)) for *_, values in triples]
    share = [(mean - ends[0]) / (ends[1] - ends[0]) for mean in means]
    for (_, run, values), place in zip(triples, theme.spread(share, GAP, 0.08, 0.92), strict=True):
        longer, shorter = (part_of(part, len(values.by)) for part in (values.longer, values.shorter))
        chart.add_annotation(
            x=1,
            xref="paper",
            y=place,
            yref="paper",
            xanchor="left",
            yanchor="middle",
            xshift=6,
            showarrow=False,
            align="left",
            font={"color": theme.run_color(run.index, scheme)},
            text=f"<b>{theme.wrapped(short(run.name, 32), 20)}</b><br>{longer} longer,<br>{shorter} shorter",
        )


def _mark(chart: Figure, triples: Sequence[tuple[FinishedRun, FinishedRun, Paid]], bend: float, view: View) -> None:
    """Where the selected job stands in each run."""
    for _, run, values in triples:
        pair = np.flatnonzero(values.job == (-1 if view.job is None else view.job))
        if not len(pair):
            continue
        by, rank = float(values.by[pair[0]]), int(np.flatnonzero(values.order == pair[0])[0])
        share, y = (rank + 0.5) / len(values.by), float(signed_log(by, bend))
        chart.add_trace(
            scatter(
                x=[share],
                y=[y],
                mode="markers",
                hoverinfo="skip",
                marker={
                    "size": 9,
                    "color": theme.run_color(run.index, view.scheme),
                    "line": {"width": 2, "color": theme.INK[view.scheme]},
                },
            )
        )
        chart.add_annotation(
            x=share,
            y=y,
            yshift=8,
            yanchor="bottom",
            xanchor="right" if share > 0.5 else "left",
            showarrow=False,
            bgcolor=theme.faded(theme.BACKGROUND[view.scheme], 0.8),
            text=f"job {run.schedule.workload.jobs.job_id[values.own[pair[0]]]}: {signed(by)}",
        )


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """Shares, who pays most, and the mean difference, run by run."""
    triples = others(runs, view)
    summary = (
        ALONE
        if not triples
        else f"Beside {triples[0][0].name}: " + "; ".join(_sentence(*triple) for triple in triples) + "."
    )
    return [summary, *left_out(runs)]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The share of jobs that wait longer than under the baseline; of one other run the share that wait shorter, too."""
    triples = others(runs, view)
    return " ".join([_brief(triples), *left_out(runs)]) if triples else ""


def _brief(triples: Sequence[tuple[FinishedRun, FinishedRun, Paid]]) -> str:
    base, do = triples[0][0].name, verb(triples[0][1].schedule.workload)
    if len(triples) > 1:
        return contrast(
            f"Share of jobs that {do} longer than under {base}:",
            [(run.name, values.longer) for _, run, values in triples],
            share_text,
        )
    _, run, values = triples[0]
    longer, shorter = (part_of(part, len(values.by)) for part in (values.longer, values.shorter))
    return f"Under {run.name} {longer} of the jobs {do} longer than under {base}, {shorter} shorter."


def _sentence(base: FinishedRun, run: FinishedRun, values: Paid) -> str:
    do = verb(run.schedule.workload)
    both = "" if run.rows is None else " that both have"
    opening = f"under {run.name} {_shares(values, do, both)}, on average {mean_with_interval(values.mean, span(run))}"
    if not users_known(run.schedule.workload):
        return opening
    if values.total[-1] <= 0:
        return f"{opening}, and no user pays: none {do}s longer in all"
    user = user_labels(base.schedule.workload)[values.user[-1]]
    return f"{opening}, and user {user} pays most: {human(float(values.total[-1]))} more in all"


def _shares(values: Paid, do: str, both: str = "") -> str:
    """How many jobs wait (or take) longer, how many shorter: counts where they are too few for percentages."""
    n = len(values.by)
    longer, shorter = part_of(values.longer, n), part_of(values.shorter, n)
    if n >= FEW:
        return f"{longer} of jobs{both} {do} longer, {shorter} shorter"
    return f"{longer} of {theme.counted(n, 'job')}{both} {do}{'s' * (longer == '1')} longer, {shorter} shorter"


def span(run: FinishedRun) -> float:
    """Seconds from the first to the last submission."""
    return float(np.ptp(run.schedule.placed.submit))


def mean_with_interval(difference: Difference, span: float = np.inf) -> str:
    """The mean difference a job with its interval over weeks drawn again, and whether it is one at all.

    span: s between the first and the last submission; of less than a week no word of weeks is said.
    """
    opening, weeks = f"{signed(difference.mean)} a job", theme.counted(difference.weeks, "week")
    if span < theme.WEEK:
        return opening
    if difference.low is None or difference.high is None:
        return f"{opening} ({weeks}: too few to say how sure that is)"
    doubt = "" if difference.clear else ", so perhaps none"
    return f"{opening} (95 %: {signed(difference.low)} to {signed(difference.high)} over {weeks}{doubt})"


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """The jobs and the users that lose and gain most, a column per run, in words."""
    triples = others(runs, view)
    lists = {run.name: ranked(base, values) for base, run, values in triples}
    rows: list[dict] = []
    total = 0
    for which in [(what, side) for what in ("jobs", "users") for side in SIDES]:
        columns = {name: lists_of[which].first for name, lists_of in lists.items()}
        for rank in range(max(map(len, columns.values()), default=0)):
            rows.append(
                {
                    "list": " that ".join(which),
                    "rank": rank + 1,
                    **{name: losers[rank].words if rank < len(losers) else None for name, losers in columns.items()},
                }
            )
        total += max((lists_of[which].total for lists_of in lists.values()), default=0)
    return First(rows, total, "of each list")


class Loser(NamedTuple):
    """A job or a user that loses or gains."""

    job: int  # row of jobs; -1 for a user
    by: float  # s
    words: str


class Ranked(NamedTuple):
    """The first of those that lose, or gain, and how many there are."""

    first: list[Loser]
    total: int


def ranked(base: FinishedRun, values: Paid) -> dict[tuple[str, str], Ranked]:
    """{(jobs | users, lose most | gain most): at most LISTED of them, the largest difference first}."""
    lists = {}
    for side, sign in zip(SIDES, (1, -1), strict=True):
        pairs = values.order[::-1][:LISTED] if sign > 0 else values.order[:LISTED]
        losers = [_job(base, values, int(pair)) for pair in pairs if sign * values.by[pair] > 0]
        lists["jobs", side] = Ranked(losers, int(np.count_nonzero(sign * values.by > 0)))
        rows = range(len(values.user) - 1, -1, -1) if sign > 0 else range(len(values.user))
        rows = rows if users_known(base.schedule.workload) else range(0)
        losers = [_user(base, values, row) for row in rows[:LISTED] if sign * values.total[row] > 0]
        lists["users", side] = Ranked(losers, int(np.count_nonzero(sign * values.total > 0)) if len(rows) else 0)
    return lists


def _job(base: FinishedRun, values: Paid, pair: int) -> Loser:
    work, by, job = base.schedule.workload, float(values.by[pair]), int(values.job[pair])
    who = of_user(work, int(work.jobs.user_id[job]))
    return Loser(job, by, f"job {work.jobs.job_id[job]}{who} {verb(work)}s {compared(by)}")


def _user(base: FinishedRun, values: Paid, row: int) -> Loser:
    work, by, user = base.schedule.workload, float(values.total[row]), values.user[row]
    over = theme.counted(int(np.count_nonzero(work.jobs.user[values.job] == user)), "job")
    return Loser(-1, by, f"user {user_labels(work)[user]} {verb(work)}s {compared(by)} in all, over {over}")


PLOT = Plot(
    "who_pays",
    "Who pays",
    "Which jobs and users fare worse than under the baseline, and which better?",
    figure,
    caption,
    table,
    max_points=MOST + 4 * 3,
    applies=applies,
    height=330,
    one_panel=True,
    per_name=76,
    wide_from=1,
    place=6,
    follows_job=True,
    below="losers and gainers",
    caveats=(caveats.both_kinds,),
    mixed=True,
    tab="winners",
    headline=headline,
)
