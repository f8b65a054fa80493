"""Into how many pieces campaigns are cut, and where the last piece begins: x is time, one line per campaign.

A campaign's line goes from its submission to its completion; its pieces are the thick parts, from the first to the
last start of each, and the last piece is filled (no later campaign interrupts it).  The campaigns with most pieces are
drawn; how many there are of each number of pieces is said.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from layouts import theme
from layouts.drawing import axes
from layouts.drawing.axes import extent, window_of
from layouts.figures import Figure, Trace, lay_out, scatter
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words.contrasts import contrast
from scheduler.durations import human, moment
from scheduler.model.user_names import user_labels
from scheduler.model.virtual_campaigns import by_campaign
from scheduler.topics.campaigns.metrics.pieces import Pieces, pieces, pieces_per_campaign

LINES, FEWER = 12, 6  # campaigns drawn of one run, of each of several
WHAT = (
    "A piece is a row of starts of one campaign that no other campaign's start interrupts; the thin line goes from "
    "its submission to its completion."
)
MOST_PIECES = 60  # pieces drawn per campaign


def chosen(run: FinishedRun, view: View, lines: int = LINES) -> np.ndarray:
    """Campaigns to draw: those with most pieces, and the one of the selected job; in order of submission."""
    counts, submit = pieces_per_campaign(run.schedule), by_campaign(run.schedule).submit
    most = np.lexsort((submit, -counts))[:lines]
    jobs = run.schedule.workload.jobs
    if view.job is not None and 0 <= view.job < len(jobs) and jobs.campaign[view.job] not in most:
        most = np.append(most[:-1], jobs.campaign[view.job])
    return most[np.argsort(submit[most], kind="stable")]


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether a run of a policy that knows campaigns cuts one of them."""
    return any(run.schedule.has_virtual and bool((pieces_per_campaign(run.schedule) > 1).any()) for run in runs)


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """One row of campaigns per run; x: seconds."""
    with_campaigns = [run for run in runs if run.schedule.has_virtual]
    if not with_campaigns:
        return theme.empty("No run shown has campaigns.", view.scheme)
    whole = extent(runs)
    t0, t1 = window_of(view, whole)
    rows, chart = theme.rows(len(with_campaigns), 0.28 / max(len(with_campaigns), 2)), Figure()
    for row, run in enumerate(with_campaigns):
        campaigns, cut = chosen(run, view, _lines_of(with_campaigns)), pieces(run.schedule)
        chart.add_traces(_lines(run, campaigns, cut, row, view.scheme))
        names = [theme.safe(f"user {user}, no. {number}") for user, number in (_who(run, int(c)) for c in campaigns)]
        lay_out(
            chart,
            {
                theme.row_axis(row).replace("y", "yaxis"): {
                    "domain": list(rows[row]),
                    "tickvals": list(range(len(names))),
                    "ticktext": names,
                    "fixedrange": True,
                    "range": [len(names) - 0.4, -0.6],
                    "showgrid": False,
                    "automargin": False,
                    "tickfont": {"size": 10},
                }
            },
        )
        axes.name_row(chart, rows[row], run, view.scheme, " · thick: pieces, filled: the last one")
    lay_out(
        chart,
        template=theme.template(view.scheme),
        uirevision="pieces",
        margin=theme.TIME_MARGIN | {"t": 16},
        hovermode="closest",
        xaxis=axes.time_axis(runs[0].schedule.workload, t0, t1, whole) | {"anchor": theme.last_row(rows)},
        meta={
            "queuescope": {
                "kind": "time",
                "group": theme.group(runs[0].schedule.workload),
                **axes.meta(runs[0].schedule.workload, whole[1]),
                "extent": [*whole, None, None],
                "window": [t0, t1, None, None],
            }
        },
    )
    return chart


def _lines(run: FinishedRun, campaigns: np.ndarray, cut: Pieces, row: int, scheme: str) -> list[Trace]:
    """A thin line per campaign from submission to completion, and its pieces upon it."""
    of, color, axis = by_campaign(run.schedule), theme.run_color(run.index, scheme), theme.row_axis(row)
    x, y = _segments(of.submit[campaigns], of.real_end[campaigns], np.arange(len(campaigns)))
    traces = [
        scatter(x=x, y=y, yaxis=axis, mode="lines", line={"color": theme.GREY[scheme], "width": 1}, hoverinfo="skip")
    ]
    for last in (False, True):
        each = [_of(cut, int(campaign), last)[:MOST_PIECES] for campaign in campaigns]
        piece, places = np.concatenate(each), np.repeat(np.arange(len(each)), [len(rows) for rows in each])
        x, y = _segments(cut.start[piece], np.maximum(cut.last[piece], cut.start[piece]), places)
        texts = [text for p in piece for text in (_piece_text(cut, int(p)),) * 3]
        traces.append(
            scatter(
                x=x,
                y=y,
                yaxis=axis,
                mode="lines+markers",
                hovertext=texts,
                hovertemplate="%{hovertext}<extra></extra>",
                line={"color": color if last else theme.faded(color, 0.55), "width": 6},
                marker={"size": 8, "symbol": "square" if last else "square-open", "color": color},
            )
        )
    return traces


def _of(cut: Pieces, campaign: int, last: bool) -> np.ndarray:
    """Rows of a campaign's last piece, or of all before it."""
    low, high = np.searchsorted(cut.campaign, (campaign, campaign + 1))
    return np.arange(high - 1, high) if last else np.arange(low, high - 1)


def _segments(begin: np.ndarray, end: np.ndarray, y: np.ndarray) -> tuple[list, list]:
    """Lines from begin to end at heights y, as one trace with gaps."""
    x = [value for a, b in zip(begin.tolist(), end.tolist(), strict=True) for value in (a, b, None)]
    return x, [value for place in y.tolist() for value in (place, place, None)]


def _piece_text(cut: Pieces, piece: int) -> str:
    return (
        f"{theme.counted(int(cut.jobs[piece]), 'job')} started from {moment(float(cut.start[piece]))} to "
        f"{moment(float(cut.last[piece]))}"
    )


def _lines_of(with_campaigns: Sequence[FinishedRun]) -> int:
    return LINES if len(with_campaigns) == 1 else FEWER


def _who(run: FinishedRun, campaign: int) -> tuple[str | int, int]:
    """The user of a campaign, and which of the user's it is, from 1 on."""
    workload = run.schedule.workload
    user = user_labels(workload)[workload.table("campaigns").user[campaign]]
    return user, int(workload.table("campaigns").index[campaign]) + 1


def _name(run: FinishedRun, campaign: int) -> str:
    user, number = _who(run, campaign)
    return f"campaign {number} of user {user}"


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """What a piece is; how many campaigns are cut, into how many pieces at most, and how long the last one takes."""
    with_campaigns = [run for run in runs if run.schedule.has_virtual]
    sentences = [WHAT, *map(_sentence, with_campaigns)]
    if any(
        len(chosen(run, view, _lines_of(with_campaigns))) < len(by_campaign(run.schedule)) for run in with_campaigns
    ):
        sentences.append("The campaigns with most pieces are drawn.")
    return sentences if with_campaigns else ["No run shown has campaigns."]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The share of campaigns that are cut, in every run."""
    return contrast(
        "Share of campaigns cut into pieces:",
        [(run.name, float((pieces_per_campaign(run.schedule) > 1).mean())) for run in runs if run.schedule.has_virtual],
        theme.percent,
    )


def _sentence(run: FinishedRun) -> str:
    counts, parts = pieces_per_campaign(run.schedule), pieces(run.schedule)
    cut, most = int((counts > 1).sum()), int(counts.argmax())
    if not cut:
        return f"{run.name}: no campaign is cut into pieces."
    last = _of(parts, most, True)[0]
    return (
        f"{run.name}: {cut} of {theme.counted(len(counts), 'campaign')} {'is' if cut == 1 else 'are'} cut into "
        f"pieces, {_name(run, most)} into {theme.number(int(counts[most]), 6)}; the last of these takes "
        f"{human(float(parts.end[last] - parts.start[last]))}."
    )


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """The drawn campaigns: pieces, and the last one."""
    rows, with_campaigns = [], [run for run in runs if run.schedule.has_virtual]
    for run in with_campaigns:
        cut, counts = pieces(run.schedule), pieces_per_campaign(run.schedule)
        for campaign in chosen(run, view, _lines_of(with_campaigns)).tolist():
            last = int(_of(cut, campaign, True)[0])
            rows.append(
                {
                    "run": run.name,
                    "campaign": _name(run, campaign),
                    "pieces": int(counts[campaign]),
                    "last piece from": moment(float(cut.start[last])),
                    "complete": moment(float(cut.end[last])),
                }
            )
    return rows


PLOT = Plot(
    "pieces",
    "Pieces of campaigns",
    "Whose campaigns are interrupted, and how often?",
    figure,
    caption,
    table,
    axis="time",
    height=300,
    max_points=4 * LINES * (3 * MOST_PIECES + 6),
    applies=applies,
    tab="campaigns",
    headline=headline,
)
