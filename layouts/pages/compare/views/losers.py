"""Who loses and who gains most by a policy: under the curve of all jobs the first few by name, each to be looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from dash import html

from layouts import theme
from layouts.drawing.paired_waits import others, spans
from layouts.plots.who_pays import SIDES, Loser, Ranked, ranked
from layouts.state.view import FinishedRun, View
from scheduler.model.user_names import users_known

TITLES = {
    ("jobs", SIDES[0]): "Jobs that lose most",
    ("jobs", SIDES[1]): "Jobs that gain most",
    ("users", SIDES[0]): "Users who lose most",
    ("users", SIDES[1]): "Users who gain most",
}


def lists(runs: Sequence[FinishedRun], view: View) -> html.Details | None:
    """For each run but the baseline four lists, open where it is one run; None where nothing is compared."""
    comparisons = others(runs, view)
    if not comparisons:
        return None
    titles = (
        TITLES
        if users_known(comparisons[0][0].schedule.workload)
        else {which: title for which, title in TITLES.items() if which[0] == "jobs"}
    )
    parts = [of_run(runs, run, ranked(base, values), titles) for base, run, values in comparisons]
    head = f"Who loses and gains most beside {comparisons[0][0].name}; a job opens in the charts"
    return html.Details([html.Summary(head), *parts], className="qs-twin", open=len(comparisons) == 1)


def of_run(
    runs: Sequence[FinishedRun],
    run: FinishedRun,
    rankings: dict[tuple[str, str], Ranked],
    titles: Mapping[tuple[str, str], str],
) -> html.Div:
    """The lists of a run, jobs before users."""
    parts = [
        html.Div(
            [
                html.H5(title + first_of_more(rankings[which])),
                entries(runs, rankings[which].first, f"{title}, {run.name}"),
            ]
        )
        for which, title in titles.items()
    ]
    return html.Div([html.H4(run.name), *parts], className=f"qs-losers qs-run-{run.index}")


def first_of_more(ranking: Ranked) -> str:
    """That a list holds the first of more."""
    listed = len(ranking.first)
    return f" (the first {listed} of {theme.number(ranking.total)})" if ranking.total > listed else ""


def entries(runs: Sequence[FinishedRun], losers: Sequence[Loser], title: str) -> html.Ol | html.P:
    """Jobs are buttons that show the job (frontend/compare/jobs.js), users are sentences."""
    if not losers:
        return html.P("None.", className="qs-soft qs-small")
    rows = np.array([max(one.job, 0) for one in losers])
    begin, end = spans(runs, rows)
    return html.Ol(
        [
            html.Li(one.words if one.job < 0 else button(one, t0, t1))
            for one, t0, t1 in zip(losers, begin.tolist(), end.tolist(), strict=True)
        ],
        tabIndex="0",
        **{"aria-label": title},
    )


def button(one: Loser, t0: float, t1: float) -> html.Button:
    """A job by name; the script reads where it is from the attributes."""
    return html.Button(
        one.words,
        type="button",
        className="qs-pick",
        **{"data-job": str(one.job), "data-from": f"{t0:.3f}", "data-to": f"{t1:.3f}"},
    )
