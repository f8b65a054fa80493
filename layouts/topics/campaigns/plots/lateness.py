"""Deadlines and completions: every campaign as a point, late above the diagonal.

The deadlines are those of the run that sets them (FairCamp: k times the length of the user's work so far); campaigns
of the other runs are measured against the same deadlines, so an off-line reference or a baseline can stand beside.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing.tables import First
from layouts.figures import Figure, Trace, lay_out, scatter
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words.contrasts import contrast
from scheduler.durations import human, moment
from scheduler.model.user_names import user_labels
from scheduler.model.virtual_campaigns import by_campaign

MOST = 4_000  # points, shared by the runs
ROWS = 400  # of the table
SYMBOLS = ("circle", "square-open", "triangle-up-open", "x-thin-open")


class Late(NamedTuple):
    """The campaigns of a run against the deadlines of another (or its own), from the first submission on."""

    campaign: np.ndarray  # [campaigns] i8
    deadline: np.ndarray  # [campaigns] f8, s
    complete: np.ndarray  # [campaigns] f8, s

    @property
    def lateness(self) -> np.ndarray:
        """[campaigns] s: completion - deadline, below 0 where it is early."""
        return self.complete - self.deadline


def setter(runs: Sequence[FinishedRun]) -> FinishedRun | None:
    """The first run that sets deadlines."""
    return next((run for run in runs if _sets(run)), None)


def _sets(run: FinishedRun) -> bool:
    return run.schedule.has_deadlines


def late(runs: Sequence[FinishedRun]) -> list[tuple[FinishedRun, Late]]:
    """Every campaign run against the deadlines of the first run that sets some; empty where none does."""
    source = setter(runs)
    if source is None:
        return []
    due = by_campaign(source.schedule)
    begin, pairs = float(due.submit.min()), []
    for run in runs:
        if run.schedule.has_virtual:
            mine = by_campaign(run.schedule)
            deadline = mine.deadline if np.isfinite(mine.deadline).any() else due.deadline
            pairs.append((run, Late(mine.campaign, deadline - begin, mine.real_end - begin)))
    return pairs


def kept(values: Late, most: int) -> np.ndarray:
    """Campaigns to draw: all where they are few, else the latest ones and an even choice of the others."""
    if len(values.campaign) <= most:
        return np.arange(len(values.campaign))
    latest = np.argsort(-values.lateness, kind="stable")[: most // 4]
    even = np.argsort(values.deadline, kind="stable")[np.linspace(0, len(values.campaign) - 1, most // 2).astype(int)]
    return np.union1d(latest, even)


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether a run sets deadlines."""
    return setter(runs) is not None


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """x: deadline, y: completion, both since the first submission; the diagonal is on time."""
    pairs = late(runs)
    if not pairs:
        return theme.empty("No run shown sets deadlines.", view.scheme)
    top = 1.03 * max(float(max(values.deadline.max(), values.complete.max())) for _, values in pairs)
    chart = Figure([_points(run, values, view, MOST // len(pairs)) for run, values in pairs])
    chart.add_shape(type="line", x0=0, y0=0, x1=top, y1=top, line={"color": theme.INK[view.scheme], "width": 1})
    for share, text, side in ((0.02, "above the line: late", "left"), (0.98, "below: in time", "right")):
        chart.add_annotation(
            x=share,
            y=1 - share,
            xref="paper",
            yref="paper",
            text=text,
            showarrow=False,
            xanchor=side,
            yanchor="top" if side == "left" else "bottom",
            font={"size": 11},
        )
    places, texts = theme.time_ticks(0, top, 5)
    axis = {"range": [0, top], "tickvals": places, "ticktext": texts}
    lay_out(
        chart,
        template=theme.template(view.scheme),
        uirevision="lateness",
        hovermode="closest",
        xaxis=axis | {"title": {"text": "deadline of a campaign"}},
        yaxis=axis | {"title": {"text": "its completion"}},
        **theme.legend_below(len(pairs), 64),
    )
    lay_out(chart, margin={"l": 88})
    return chart


def _points(run: FinishedRun, values: Late, view: View, most: int) -> Trace:
    jobs, rows = run.schedule.workload.jobs, kept(values, most)
    inside = view.job is not None and 0 <= view.job < len(jobs)
    chosen = int(jobs.campaign[view.job]) if inside else -1
    texts = [
        f"{theme.safe(_name(run, int(values.campaign[row])))}<br>{_late(float(values.lateness[row]))}" for row in rows
    ]
    return scatter(
        x=values.deadline[rows],
        y=values.complete[rows],
        mode="markers",
        name=theme.safe(run.name),
        marker={
            "symbol": SYMBOLS[run.index % 4],
            "color": theme.run_color(run.index, view.scheme),
            "opacity": 1,
            "size": np.where(values.campaign[rows] == chosen, 16, 9),
        },
        hovertext=texts,
        hovertemplate="%{hovertext}<extra>%{fullData.name}</extra>",
    )


def _name(run: FinishedRun, campaign: int) -> str:
    workload = run.schedule.workload
    user = user_labels(workload)[workload.table("campaigns").user[campaign]]
    return f"campaign {int(workload.table('campaigns').index[campaign]) + 1} of user {user}"


def _late(seconds: float) -> str:
    if seconds == 0:
        return "exactly on time"
    return f"{human(abs(seconds))} {'after' if seconds > 0 else 'before'} its deadline"


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """Whose deadlines they are, how many each run meets, and the worst miss."""
    source, sentences = setter(runs), [_sentence(run, values) for run, values in late(runs)]
    if source is None:
        return ["No run shown sets deadlines."]
    if all(_sets(run) for run, _ in late(runs)):
        return sentences
    return [*sentences, f"Runs without deadlines are measured against those of {source.name}."]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The share of missed deadlines in every run."""
    return contrast(
        "Share of deadlines that are missed:",
        [(run.name, float((values.lateness > 1e-6).mean())) for run, values in late(runs)],
        theme.percent,
    )


def _sentence(run: FinishedRun, values: Late) -> str:
    misses, total = int((values.lateness > 1e-6).sum()), len(values.campaign)
    if not misses:
        return f"{run.name} meets all {theme.counted(total, 'deadline')}."
    worst = int(values.lateness.argmax())
    return (
        f"{run.name} misses {misses} of {theme.counted(total, 'deadline')}; the worst, "
        f"{_name(run, int(values.campaign[worst]))}, by {human(float(values.lateness[worst]))}."
    )


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """The first campaigns by deadline: completion and lateness in each run."""
    pairs = late(runs)
    if not pairs:
        return []
    rows: dict[int, dict] = {}
    first, total = _soonest([values for _, values in pairs])
    for run, values in pairs:
        order = np.argsort(values.deadline, kind="stable")
        for row in order[np.isin(values.campaign[order], first)]:
            campaign = int(values.campaign[row])
            entry = rows.setdefault(
                campaign, {"campaign": _name(run, campaign), "deadline": moment(float(values.deadline[row]))}
            )
            entry[f"{run.name}: completion"] = moment(float(values.complete[row]))
            entry[f"{run.name}: lateness"] = _late(float(values.lateness[row]))
    return First(rows.values(), total)


def _soonest(columns: Sequence[Late]) -> tuple[np.ndarray, int]:
    """The ROWS campaigns with the earliest deadlines, and how many there are."""
    campaign, deadline = (
        np.concatenate([getattr(values, name) for values in columns]) for name in ("campaign", "deadline")
    )
    order = np.argsort(deadline, kind="stable")
    different, at = np.unique(campaign[order], return_index=True)
    return different[np.argsort(at)][:ROWS], len(different)


PLOT = Plot(
    "lateness",
    "Deadlines and completions",
    "Who is complete before the deadline, and who is not?",
    figure,
    caption,
    table,
    max_points=MOST,
    applies=applies,
    height=460,
    one_panel=True,
    place=3,
    follows_job=True,
    tab="campaigns",
    headline=headline,
)
