"""Into how many pieces campaigns are cut, and where the last piece begins: x is time, one line per campaign.

A campaign's line goes from its submission to its completion; its pieces are the thick parts, from the first to the
last start of each, and the last piece is filled (no later campaign interrupts it).  The campaigns with most pieces are
drawn; how many there are of each number of pieces is said.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from layouts import theme
from layouts.drawing import axes
from layouts.drawing.axes import extent, window_of
from layouts.plots import Plot
from layouts.state.view import Shown, View
from scheduler.durations import human, moment
from scheduler.metrics.pieces import Pieces, pieces, pieces_per_campaign
from scheduler.model.virtual_campaigns import by_campaign

LINES, FEWER = 12, 6    # campaigns drawn of one run, of each of several
WHAT = ("A piece is a row of starts of one campaign that no other campaign's start interrupts; the thin line goes from "
        "its submission to its completion.")
MOST_PIECES = 60    # pieces drawn per campaign


def chosen(shown: Shown, view: View, lines: int = LINES) -> np.ndarray:
    """Campaigns to draw: those with most pieces, and the one of the selected job; in order of submission."""
    counts, submit = pieces_per_campaign(shown.schedule), by_campaign(shown.schedule).submit
    most = np.lexsort((submit, -counts))[:lines]
    jobs = shown.schedule.workload.jobs
    if view.job is not None and 0 <= view.job < len(jobs) and jobs.campaign[view.job] not in most:
        most = np.append(most[:-1], jobs.campaign[view.job])
    return most[np.argsort(submit[most], kind="stable")]


def applies(runs: Sequence[Shown]) -> bool:
    """Whether a run of a policy that knows campaigns cuts one of them."""
    return any(shown.schedule.has_virtual and bool((pieces_per_campaign(shown.schedule) > 1).any())
               for shown in runs)


def figure(runs: Sequence[Shown], view: View) -> go.Figure:
    """One row of campaigns per run; x: seconds."""
    known = [shown for shown in runs if shown.schedule.has_virtual]
    if not known:
        return theme.empty("No run shown has campaigns.", view.scheme)
    whole = extent(runs)
    t0, t1 = window_of(view, whole)
    rows, made = theme.rows(len(known), 0.28 / max(len(known), 2)), go.Figure()
    for row, shown in enumerate(known):
        campaigns, found = chosen(shown, view, _lines_of(known)), pieces(shown.schedule)
        made.add_traces(_lines(shown, campaigns, found, row, view.scheme))
        names = [f"user {user}, no. {number}" for user, number in (_who(shown, int(c)) for c in campaigns)]
        made.update_layout({theme.row_axis(row).replace("y", "yaxis"): {
            "domain": list(rows[row]), "tickvals": list(range(len(names))), "ticktext": names, "fixedrange": True,
            "range": [len(names) - 0.4, -0.6], "showgrid": False, "automargin": False, "tickfont": {"size": 10}}})
        made.add_annotation(x=0, xref="paper", y=rows[row][1], yref="paper", xanchor="left", yanchor="bottom",
                            showarrow=False, font={"color": theme.run_color(shown.index, view.scheme)},
                            text=f"<b>{theme.safe(shown.name)}</b> · thick: pieces, filled: the last one")
    made.update_layout(
        template=theme.template(view.scheme), uirevision="pieces", margin=theme.TIME_MARGIN | {"t": 16},
        hovermode="closest",
        xaxis=axes.time_axis(runs[0].schedule.workload, t0, t1, whole) | {"anchor": theme.last_row(rows)},
        meta={"queuescope": {"kind": "time", "group": theme.group(runs[0].schedule.workload),
                             **axes.meta(runs[0].schedule.workload, whole[1]),
                             "extent": [*whole, None, None], "window": [t0, t1, None, None]}})
    return made


def _lines(shown: Shown, campaigns: np.ndarray, found: Pieces, row: int, scheme: str) -> list[go.Scatter]:
    """A thin line per campaign from submission to completion, and its pieces upon it."""
    of, color, axis = by_campaign(shown.schedule), theme.run_color(shown.index, scheme), theme.row_axis(row)
    x, y = _segments(of.submit[campaigns], of.real_end[campaigns], np.arange(len(campaigns)))
    made = [go.Scatter(x=x, y=y, yaxis=axis, mode="lines", line={"color": theme.GREY[scheme], "width": 1},
                       hoverinfo="skip")]
    for last in (False, True):
        each = [_of(found, int(campaign), last)[:MOST_PIECES] for campaign in campaigns]
        piece, places = np.concatenate(each), np.repeat(np.arange(len(each)), [len(rows) for rows in each])
        x, y = _segments(found.start[piece], np.maximum(found.last[piece], found.start[piece]), places)
        said = [text for p in piece for text in (_said_of(found, int(p)),) * 3]
        made.append(go.Scatter(
            x=x, y=y, yaxis=axis, mode="lines+markers", hovertext=said, hovertemplate="%{hovertext}<extra></extra>",
            line={"color": color if last else theme.faded(color, 0.55), "width": 6},
            marker={"size": 8, "symbol": "square" if last else "square-open", "color": color}))
    return made


def _of(found: Pieces, campaign: int, last: bool) -> np.ndarray:
    """Rows of a campaign's last piece, or of all before it."""
    low, high = np.searchsorted(found.campaign, (campaign, campaign + 1))
    return np.arange(high - 1, high) if last else np.arange(low, high - 1)


def _segments(begin: np.ndarray, end: np.ndarray, y: np.ndarray) -> tuple[list, list]:
    """Lines from begin to end at heights y, as one trace with gaps."""
    x = [value for a, b in zip(begin.tolist(), end.tolist(), strict=True) for value in (a, b, None)]
    return x, [value for place in y.tolist() for value in (place, place, None)]


def _said_of(found: Pieces, piece: int) -> str:
    return (f"{theme.counted(int(found.jobs[piece]), 'job')} started from {moment(float(found.start[piece]))} to "
            f"{moment(float(found.last[piece]))}")


def _lines_of(known: Sequence[Shown]) -> int:
    return LINES if len(known) == 1 else FEWER


def _who(shown: Shown, campaign: int) -> tuple[int, int]:
    """The user of a campaign, and which of the user's it is, from 1 on."""
    workload = shown.schedule.workload
    user = int(theme.user_ids(workload)[workload.table("campaigns").user[campaign]])
    return user, int(workload.table("campaigns").index[campaign]) + 1


def _name(shown: Shown, campaign: int) -> str:
    user, number = _who(shown, campaign)
    return f"campaign {number} of user {user}"


def caption(runs: Sequence[Shown], view: View) -> str:
    """What a piece is; how many campaigns are cut, into how many pieces at most, and how long the last one takes."""
    known = [shown for shown in runs if shown.schedule.has_virtual]
    told = [WHAT, *map(_said, known)]
    if any(len(chosen(shown, view, _lines_of(known))) < len(by_campaign(shown.schedule)) for shown in known):
        told.append("The campaigns with most pieces are drawn.")
    return " ".join(told) if known else "No run shown has campaigns."


def _said(shown: Shown) -> str:
    counts, found = pieces_per_campaign(shown.schedule), pieces(shown.schedule)
    cut, most = int((counts > 1).sum()), int(counts.argmax())
    if not cut:
        return f"{shown.name}: no campaign is cut into pieces."
    last = _of(found, most, True)[0]
    return (f"{shown.name}: {cut} of {theme.counted(len(counts), 'campaign')} {'is' if cut == 1 else 'are'} cut into "
            f"pieces, {_name(shown, most)} into {theme.number(int(counts[most]), 6)}; the last of these takes "
            f"{human(float(found.end[last] - found.start[last]))}.")


def table(runs: Sequence[Shown], view: View) -> list[dict]:
    """The drawn campaigns: pieces, and the last one."""
    rows, known = [], [shown for shown in runs if shown.schedule.has_virtual]
    for shown in known:
        found, counts = pieces(shown.schedule), pieces_per_campaign(shown.schedule)
        for campaign in chosen(shown, view, _lines_of(known)).tolist():
            last = int(_of(found, campaign, True)[0])
            rows.append({"run": shown.name, "campaign": _name(shown, campaign), "pieces": int(counts[campaign]),
                         "last piece from": moment(float(found.start[last])),
                         "complete": moment(float(found.end[last]))})
    return rows


PLOT = Plot("pieces", "Pieces of campaigns", "Whose campaigns are interrupted, and how often?", figure, caption, table,
            axis="time", max_points=4 * LINES * (3 * MOST_PIECES + 6), applies=applies, tab="campaigns")
