"""How the users' normalized wait times are spread: one stepped line per run.

NUWT of a user: the sum of waits over the sum of processors x runtime (Klusáček and Rudová 2012).  As there, users with
one job are left out and the axis ends at 10; those beyond it stand in a strip at its right, by their logarithms.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from layouts import theme
from layouts.figures import Figure, Trace, lay_out, scatter
from layouts.memory.cache import cached
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words import caveats
from layouts.words.contrasts import contrast
from scheduler.metrics.fairness import AT_LEAST, nuwt
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import user_labels, user_name, users_known

CUT = 10.0
MOST = 4_000
STRIP = (10.3, 11.7)  # of the axis: where the users beyond CUT stand, by their logarithms up to the largest
MOST_BEYOND = 400  # users beyond CUT that are drawn, of each run
GAP = 0.18  # of the height, between two names of two lines


class Users(NamedTuple):
    """Normalized wait times of the users with at least two jobs, and how many have one."""

    user: np.ndarray  # [users] i8, dense number, by value
    value: np.ndarray  # [users] f8, s per processor-second, ascending
    single: int


def users(schedule: Schedule) -> Users:
    """The users of a schedule in the order of their NUWT (ties: number)."""
    waits = nuwt(schedule)
    kept = waits.jobs >= AT_LEAST
    user, value = waits.user[kept], waits.value[kept]
    order = np.argsort(value, kind="stable")
    return Users(user[order], value[order], int((~kept).sum()))


def users_of(run: FinishedRun) -> Users:
    """The same of a run, kept."""
    return cached("nuwt of users", lambda: users(run.schedule), run.schedule)


def curve(value: np.ndarray, most: int = MOST) -> tuple[np.ndarray, np.ndarray]:
    """(x, fraction) of the cumulative distribution up to CUT as corners of a step line, ties joined, ends included."""
    x, last = np.unique(value, return_index=False, return_counts=True)
    fraction = np.cumsum(last) / max(len(value), 1)
    x, fraction = x[x <= CUT], fraction[: np.searchsorted(x, CUT, "right")]
    if len(x) > most - 2:
        keep = np.unique(np.round(np.linspace(0, len(x) - 1, most - 2)).astype(int))
        x, fraction = x[keep], fraction[keep]
    end = fraction[-1] if len(fraction) else 0.0
    return np.concatenate(([0.0], x, [CUT])), np.concatenate(([0.0], fraction, [end]))


def lower_median(value: np.ndarray) -> float:
    """The smallest of the ascending values that at least half of them do not exceed: one user's, as the line shows."""
    return float(value[(len(value) - 1) // 2])


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """The distribution of every run, each named at its right end."""
    pairs = [(run, users_of(run)) for run in runs]
    pairs = [(run, values) for run, values in pairs if len(values.value)]
    if not pairs:
        return theme.empty("No user has two jobs or more, so there is nothing to compare.", view.scheme)
    most = max(float(values.value[-1]) for _, values in pairs)
    chart = Figure([_line(run, values, view.scheme, MOST // len(pairs)) for run, values in pairs])
    chart.add_traces([_beyond(run, values, most, view.scheme) for run, values in pairs if values.value[-1] > CUT])
    lay_out(
        chart,
        marks(runs, view),
        template=theme.template(view.scheme),
        uirevision="nuwt_cdf",
        hovermode="closest",
        margin={"r": 148, "t": 16},
        xaxis={
            "title": {"text": "NUWT (s per processor-second)"},
            "range": [0, STRIP[1] + 0.1 if most > CUT else CUT],
            "showgrid": True,
            **_ticks(most),
        },
        yaxis={"title": {"text": "share of users"}, "range": [0, 1.02], "tickformat": ".0%"},
    )
    return chart


def _line(run: FinishedRun, values: Users, scheme: str, most: int) -> Trace:
    x, fraction = curve(values.value, most)
    return scatter(
        x=x,
        y=fraction,
        mode="lines",
        line=theme.run_line(run.index, scheme) | {"shape": "hv"},
        name=theme.safe(run.name),
        hovertemplate="%{y:.1%} of users wait at most %{x:,.3~r} s per processor-second<extra>%{fullData.name}</extra>",
    )


def _ticks(most: float) -> dict[str, list]:
    """Ticks up to CUT, and of the strip beyond it its end; none of their own where no user is beyond."""
    if most <= CUT:
        return {}
    own = [2.0 * tick for tick in range(int(CUT) // 2 + 1)]
    return {"tickvals": [*own, STRIP[1]], "ticktext": [*(f"{tick:g}" for tick in own), theme.number(most)]}


def place_beyond(value: np.ndarray, most: float) -> np.ndarray:
    """Where values beyond CUT stand in the strip, which ends with `most`; logarithmic."""
    low, high = STRIP
    return low + (high - low) * np.log(value / CUT) / np.log(most / CUT)


def _beyond(run: FinishedRun, values: Users, most: float, scheme: str) -> Trace:
    """The users beyond the axis, each a mark as high as the share of users who wait at most as much."""
    rows = np.flatnonzero(values.value > CUT)
    rows = rows[np.unique(np.round(np.linspace(0, len(rows) - 1, min(MOST_BEYOND, len(rows)))).astype(int))]
    ids = theme.user_labels(run.schedule.workload)
    texts = [
        f"user {ids[values.user[row]]}: {theme.number(float(values.value[row]))} s per processor-second"
        for row in rows.tolist()
    ]
    return scatter(
        x=place_beyond(values.value[rows], most),
        y=(rows + 1) / len(values.value),
        mode="markers",
        name=f"{theme.safe(run.name)}, beyond {CUT:g}",
        hovertext=texts,
        showlegend=False,
        marker={"size": 7, "symbol": "diamond-open", "color": theme.run_color(run.index, scheme)},
        hovertemplate="%{hovertext}<extra></extra>",
    )


def marks(runs: Sequence[FinishedRun], view: View) -> dict[str, list]:
    """The name of each run at the end of its line, and where the user of the selected job stands on it."""
    pairs = [(run, values) for run in runs if len((values := users_of(run)).value)]
    ends = [float((values.value <= CUT).mean()) for _, values in pairs]
    notes = [
        {
            "x": 1,
            "xref": "paper",
            "y": place,
            "xanchor": "left",
            "xshift": 6,
            "showarrow": False,
            "align": "left",
            "text": f"<b>{theme.wrapped(run.name)}</b><br>{theme.percent(end)} below {CUT:g}",
            "font": {"color": theme.run_color(run.index, view.scheme)},
        }
        for (run, _), end, place in zip(pairs, ends, theme.spread(ends, GAP, 0.0, 1.0), strict=True)
    ]
    beyond = any(values.value[-1] > CUT for _, values in pairs)
    if beyond:
        notes.append(
            {
                "x": sum(STRIP) / 2,
                "y": 0.0,
                "yanchor": "bottom",
                "showarrow": False,
                "text": f"beyond {CUT:g}",
                "font": {"size": 11},
            }
        )
    strip = {
        "type": "rect",
        "x0": STRIP[0] - 0.2,
        "x1": STRIP[1] + 0.1,
        "y0": 0,
        "y1": 1,
        "yref": "paper",
        "layer": "below",
        "line": {"width": 0},
        "fillcolor": theme.faded(theme.INK[view.scheme], 0.06),
    }
    return {
        "annotations": notes + [mark for run, values in pairs for mark in _mark(run, values, view)],
        "shapes": [strip] if beyond else [],
    }


def _mark(run: FinishedRun, values: Users, view: View) -> list[dict[str, Any]]:
    """Where the user of the selected job stands in a run; nothing beyond the axis."""
    jobs = run.schedule.workload.jobs
    selected = view.job is not None and 0 <= view.job < len(jobs)
    at = np.flatnonzero(values.user == jobs.user[view.job]) if selected else np.zeros(0, np.int64)
    if not len(at) or values.value[at[0]] > CUT:
        return []
    spot = {"x": float(values.value[at[0]]), "y": (int(at[0]) + 1) / len(values.value), "showarrow": False}
    color = {"color": theme.run_color(run.index, view.scheme)}
    return [
        spot | {"text": "\u25c6", "font": color | {"size": 20, "shadow": f"0 0 2px {theme.INK[view.scheme]}"}},
        spot
        | {
            "text": theme.safe(user_name(run.schedule.workload, int(jobs.user_id[view.job]))),
            "font": color,
            "xanchor": "left",
            "yanchor": "top",
            "xshift": 6,
            "bgcolor": theme.faded(theme.BACKGROUND[view.scheme], 0.8),
        },
    ]


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """The median of each run, and who is not drawn: beyond the axis in each run, and left out of all."""
    pairs = [(run, users_of(run)) for run in runs]
    sentences = [_sentence(run, values) for run, values in pairs]
    single = max((values.single for _, values in pairs), default=0)
    sentences += [f"{theme.counted(single, 'user')} with one job left out."] if single else []
    return sentences or ["No run is shown yet."]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The median of every run."""
    pairs = [(run, users_of(run)) for run in runs]
    return contrast(
        "Half of the users have a NUWT of at most",
        [(run.name, lower_median(values.value)) for run, values in pairs if len(values.value)],
        theme.number,
    )


def _sentence(run: FinishedRun, values: Users) -> str:
    if not len(values.value):
        return f"{run.name}: no user has two jobs or more."
    beyond = int((values.value > CUT).sum())
    median, count = theme.number(lower_median(values.value)), theme.counted(len(values.value), "user")
    opening = f"{run.name}: half of {count} wait at most {median} s per processor-second of their work"
    if not beyond:
        return opening + "."
    worst = user_labels(run.schedule.workload)[values.user[-1]]
    return (
        f"{opening}; {beyond} {'lies' if beyond == 1 else 'lie'} beyond {CUT:g}, the worst at "
        f"{theme.number(float(values.value[-1]))} (user {worst})."
    )


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """Every user of the distribution with the value in each run."""
    values: dict[int, dict] = {}
    for run in runs:
        waits, ids = users_of(run), user_labels(run.schedule.workload)
        for user, value in zip(waits.user.tolist(), waits.value.tolist(), strict=True):
            values.setdefault(user, {"user": ids[user]})[run.name] = value
    last = runs[-1].name if runs else ""
    return [row for _, row in sorted(values.items(), key=lambda pair: (-pair[1].get(last, 0.0), pair[0]))]


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether users are known, and one has two jobs."""
    return any(users_known(run.schedule.workload) and len(users_of(run).value) for run in runs)


PLOT = Plot(
    "nuwt_cdf",
    "Normalized user wait time",
    "Do some users wait much more than others?",
    figure,
    caption,
    table,
    max_points=MOST + 4 + 6 * MOST_BEYOND,
    applies=applies,
    marks=marks,
    one_panel=True,
    per_name=56,
    place=10,
    caveats=(caveats.left_out_of_nuwt,),
    tab="fairness",
    glance=1,
    variant=("normalized wait", "cumulative"),
    headline=headline,
)
