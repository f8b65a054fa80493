"""The worst that happened to each user: the largest stretch among a user's campaigns, and by profile.

As in ostrich-2013, figure 3b, on a logarithmic scale.  The means are carried by single users with one tiny campaign,
so the median stands beside each mean.  A profile is a group of the file (generated workloads: 1 short, 2 long jobs).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.figures import Figure, Trace, bar, lay_out, scatter
from layouts.plots import Plot
from layouts.state.view import FinishedRun, View
from layouts.words.contrasts import contrast
from scheduler.generators import all_generators
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import user_labels
from scheduler.model.workload import Workload
from scheduler.topics.campaigns.metrics.campaigns import campaign_stretch

MOST_USERS = 60  # drawn one by one; more are the profiles only
MOST_GROUPS = 8  # more are no profiles but numbers
LEVEL = 6  # labels that fit side by side


class Worst(NamedTuple):
    """One row per user with campaigns."""

    user: np.ndarray  # [users] i8, dense
    profile: np.ndarray  # [users] i8, group of the file; -1 unknown
    value: np.ndarray  # [users] f8, largest campaign stretch


def worst(schedule: Schedule) -> Worst:
    """The largest campaign stretch of every user."""
    jobs, campaigns, stretch = schedule.workload.jobs, schedule.workload.table("campaigns"), campaign_stretch(schedule)
    owner = campaigns.user[stretch.campaign]
    highest, group = np.zeros(schedule.workload.users), np.full(schedule.workload.users, -1)
    np.maximum.at(highest, owner, stretch.value)
    group[jobs.user] = jobs.group
    users = np.unique(owner)
    return Worst(users, group[users], highest[users])


def profiles(workload: Workload, values: Worst) -> list[tuple[str, np.ndarray]]:
    """(name, rows of `values`) of every profile; all users alone where the file knows no groups."""
    group_names = next((model.groups for key, model in all_generators().items() if workload.name.startswith(key)), {})
    groups = np.unique(values.profile)
    if not 2 <= len(groups) <= MOST_GROUPS:
        return [("all users", np.arange(len(values.user)))]
    return [
        (group_names.get(int(group), f"group {group}"), np.flatnonzero(values.profile == group)) for group in groups
    ]


def applies(runs: Sequence[FinishedRun]) -> bool:
    """Whether the workload has campaigns."""
    return any(run.schedule.workload.has_campaigns for run in runs)


def figure(runs: Sequence[FinishedRun], view: View) -> Figure:
    """Bars per profile (mean) with the median as a mark, then one mark per user; y: stretch, logarithmic."""
    pairs = [(run, worst(run.schedule)) for run in runs if run.schedule.workload.has_campaigns]
    if not pairs:
        return theme.empty("This workload has no campaigns.", view.scheme)
    workload = pairs[0][0].schedule.workload
    names = [name for name, _ in profiles(workload, pairs[0][1])]
    chart = Figure()
    for run, values in pairs:
        chart.add_traces(_profiles(run, values, view.scheme))
        if len(values.user) <= MOST_USERS:
            chart.add_trace(_users(run, values, view))
    order = [*names, *_labels(workload, _by_worst(pairs[0][1]))]
    top, level = max(float(values.value.max()) for _, values in pairs), len(order) <= LEVEL
    places, texts = theme.ratio_ticks(top)
    lay_out(
        chart,
        template=theme.template(view.scheme),
        uirevision="max_stretch",
        barmode="group",
        scattermode="group",
        scattergap=0.3,
        xaxis={
            "type": "category",
            "categoryorder": "array",
            "categoryarray": order,
            "tickangle": 0 if level else -40,
            "title": {"text": _axis(pairs[0][1], names)},
        },
        yaxis={
            "type": "log",
            "title": {"text": "largest stretch<br>of a user's campaigns"},
            "tickvals": [10**place for place in places],
            "ticktext": texts,
            "fixedrange": True,
            "range": [np.log10(0.8), np.log10(1.3 * max(top, 1.0))],
        },
        **theme.legend_below(len(pairs) if len(pairs) > 1 else 0, 50 if level else 90),
    )
    chart.add_annotation(
        x=1,
        xref="paper",
        y=1,
        yref="paper",
        xanchor="right",
        yanchor="bottom",
        showarrow=False,
        text="bar: mean, \u25c6: median, small marks: users",
        font={"size": 11},
    )
    lay_out(chart, margin={"t": 28})
    return chart


def _axis(values: Worst, names: Sequence[str]) -> str:
    """What stands from left to right."""
    first = "all users" if len(names) == 1 else "kind of users"
    return first if len(values.user) > MOST_USERS else f"{first}, then each user, worst off first"


def _by_worst(values: Worst) -> list[int]:
    """Users from the worst off to the best, by the first run; none where they are too many."""
    if len(values.user) > MOST_USERS:
        return []
    return [int(user) for user in values.user[np.argsort(-values.value, kind="stable")]]


def _labels(workload: Workload, users: Sequence[int]) -> list[str]:
    names = theme.user_labels(workload)
    return [f"user {names[user]}" for user in users]


def _profiles(run: FinishedRun, values: Worst, scheme: str) -> list:
    """Means as bars, medians as diamonds on them."""
    parts = profiles(run.schedule.workload, values)
    names, color = [name for name, _ in parts], theme.run_color(run.index, scheme)
    means = [float(values.value[rows].mean()) for _, rows in parts]
    medians = [float(np.median(values.value[rows])) for _, rows in parts]
    texts = [
        f"{name}: mean {theme.number(mean)}, median {theme.number(median)} over {theme.counted(len(rows), 'user')}"
        for (name, rows), mean, median in zip(parts, means, medians, strict=True)
    ]
    group = f"run {run.index}"
    mean_bars = bar(
        x=names,
        y=means,
        name=theme.safe(run.name),
        offsetgroup=group,
        legendgroup=group,
        marker={"color": theme.faded(color, 0.55), "line": {"color": color, "width": 1.5}},
        hovertext=texts,
        hovertemplate="%{hovertext}<extra></extra>",
        textposition="none",
    )
    mark = scatter(
        x=names,
        y=medians,
        mode="markers",
        showlegend=False,
        legendgroup=group,
        offsetgroup=group,
        marker={
            "symbol": "diamond",
            "size": 10,
            "color": color,
            "line": {"color": theme.BACKGROUND[scheme], "width": 1},
        },
        hovertext=texts,
        hovertemplate="%{hovertext}<extra></extra>",
    )
    return [mean_bars, mark]


def _users(run: FinishedRun, values: Worst, view: View) -> Trace:
    """One mark per user; the selected job's user larger."""
    workload, symbols = run.schedule.workload, ("circle", "square", "triangle-up", "x")
    chosen = -1 if view.job is None or not 0 <= view.job < len(workload) else int(workload.jobs.user[view.job])
    order = np.argsort(-values.value, kind="stable")
    return scatter(
        x=_labels(workload, values.user[order].tolist()),
        y=values.value[order],
        mode="markers",
        name=theme.safe(run.name),
        offsetgroup=f"run {run.index}",
        showlegend=False,
        marker={
            "symbol": symbols[run.index % 4],
            "color": theme.run_color(run.index, view.scheme),
            "opacity": 1,
            "size": [14 if user == chosen else 9 for user in values.user[order]],
        },
        hovertemplate="%{x}: largest stretch %{y:,.3~r}<extra>%{fullData.name}</extra>",
    )


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """Mean and median of every profile, run by run."""
    sentences = [_sentence(run) for run in runs if run.schedule.workload.has_campaigns]
    return sentences or ["This workload has no campaigns."]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The mean over the users, in every run."""
    return contrast(
        "The largest stretch of a user is on average",
        [(run.name, float(worst(run.schedule).value.mean())) for run in runs if run.schedule.workload.has_campaigns],
        theme.number,
    )


def _sentence(run: FinishedRun) -> str:
    values = worst(run.schedule)
    groups = profiles(run.schedule.workload, values)
    parts = [
        f"{theme.number(float(values.value[rows].mean()))}{f' for {name}' if len(groups) > 1 else ''} (median "
        f"{theme.number(float(np.median(values.value[rows])))})"
        for name, rows in groups
    ]
    return f"{run.name}: the largest stretch of a user is on average {', '.join(parts)}."


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """Every user with profile and largest stretch in each run, worst first."""
    rows: dict[int, dict] = {}
    for run in runs:
        if not run.schedule.workload.has_campaigns:
            continue
        values, ids = worst(run.schedule), user_labels(run.schedule.workload)
        for name, members in profiles(run.schedule.workload, values):
            for user, value in zip(values.user[members].tolist(), values.value[members].tolist(), strict=True):
                rows.setdefault(user, {"user": ids[user], "profile": name})[run.name] = value
    last = runs[-1].name if runs else ""
    return [row for _, row in sorted(rows.items(), key=lambda pair: (-pair[1].get(last, 0.0), pair[0]))]


PLOT = Plot(
    "max_stretch",
    "Worst stretch of each user",
    "Which users, and which kind of users, fare badly?",
    figure,
    caption,
    table,
    max_points=4 * (2 * 40 + MOST_USERS),
    applies=applies,
    height=360,
    one_panel=True,
    place=5,
    follows_job=True,
    tab="campaigns",
    headline=headline,
)
