"""Jobs and processor-hours of the values of a column as bars: queues, partitions, groups, states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing.picks import Pick
from layouts.figures import Figure, bar, lay_out
from layouts.state.view import View
from scheduler.analysis.categories import UNKNOWN, Categories
from scheduler.durations import HOUR
from scheduler.model.user_names import label
from scheduler.model.workload import Workload
from scheduler.query.conditions import Condition

MOST = 12  # bars; the last one is all others then


class Kind(NamedTuple):
    """What the bars are of."""

    key: str  # of the plot
    field: str  # of a filter
    noun: str
    values: Callable[[Workload], Categories]
    name: Callable[[Workload, int], str | int]  # of a value


def named_by(column: str) -> Callable[[Workload, int], str | int]:
    """Names of the values of a column of the jobs; their numbers where the log tells none."""
    return lambda workload, value: "unknown" if value == UNKNOWN else label(workload, value, column)


def figure(kind: Kind, workload: Workload, view: View) -> Figure:
    """Two bars for each value, share of the jobs and of the work, and for all others together."""
    if not len(workload):
        return theme.empty("This workload has no jobs.", view.scheme)
    names, jobs, work = _bars(kind, workload)
    places = np.arange(len(names))
    texts = [
        f"{name}: {theme.counted(int(count), 'job')}, {theme.number(done / HOUR)} processor-hours"
        for name, count, done in zip(names, jobs, work, strict=True)
    ]
    chart = Figure(
        [
            bar(
                orientation="h",
                y=places + shift,
                x=values / max(float(values.sum()), 1e-9),
                width=0.38,
                name=what,
                customdata=texts,
                marker={"color": color, "line": {"width": 0}, **hatched},
                hovertemplate="%{customdata}<br>%{x:.1%} of the " + what + "<extra></extra>",
            )
            for values, what, color, shift, hatched in (
                (work, "work", theme.ACCENT[view.scheme], -0.2, {}),
                (jobs, "jobs", theme.GREY[view.scheme], 0.2, {"pattern": {"shape": "/", "solidity": 0.25, "size": 6}}),
            )
        ]
    )
    return lay_out(
        chart,
        template=theme.template(view.scheme),
        margin={"t": 34, "r": 24},
        uirevision=kind.key,
        meta={"pick": kind.key},
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "itemclick": False, "itemdoubleclick": False},
        xaxis={
            "title": {"text": "share of the work (processor-seconds) and of the jobs"},
            "tickformat": ".0%",
            "rangemode": "tozero",
            "showgrid": True,
        },
        yaxis={
            "tickvals": places,
            "ticktext": names,
            "range": [len(names) - 0.4, -0.6],
            "showgrid": False,
            "title": {"text": kind.noun},
        },
    )


def _bars(kind: Kind, workload: Workload) -> tuple[list[str], np.ndarray, np.ndarray]:
    """Names for a figure, jobs and work of the bars."""
    totals = kind.values(workload)
    count = len(totals.value) if len(totals.value) <= MOST else MOST - 1
    names = [theme.safe(kind.name(workload, value)) for value in totals.value[:count].tolist()]
    if count == len(totals.value):
        return names, totals.jobs, totals.work
    jobs, work = (np.append(values[:count], values[count:].sum()) for values in (totals.jobs, totals.work))
    return [*names, f"{theme.counted(len(totals.value) - count, 'other')}"], jobs, work


def several(kind: Kind, workload: Workload) -> bool:
    """Whether there is anything to tell apart."""
    return not len(workload) or len(kind.values(workload).value) > 1


def caption(kind: Kind, workload: Workload) -> list[str]:
    """The value with most work, and the one with most jobs."""
    if not len(workload):
        return ["This workload has no jobs."]
    totals = kind.values(workload)
    name, often = (f"{kind.noun} {kind.name(workload, int(totals.value[at]))}" for at in (0, int(totals.jobs.argmax())))
    share, part = float(totals.work[0] / max(totals.work.sum(), 1e-9)), float(totals.jobs.max() / totals.jobs.sum())
    opening = f"Of {theme.counted(len(totals.value), 'value')} {name} has most work, {theme.percent(share)}"
    if often == name:
        return [f"{opening}, and most jobs, {theme.percent(part)}."]
    return [f"{opening}; {often} has most jobs, {theme.percent(part)}."]


def table(kind: Kind, workload: Workload) -> list[dict[str, Any]]:
    """Every value, most work first."""
    if not len(workload):
        return []
    totals = kind.values(workload)
    return [
        {kind.noun: kind.name(workload, value), "jobs": jobs, "work (processor-hours)": work / HOUR}
        for value, jobs, work in zip(*(column.tolist() for column in totals), strict=True)
    ]


def picked(kind: Kind, workload: Workload, pick: Pick) -> str:
    """Jobs of the value of a bar; of the last one, where it is all others, those of everything else."""
    if not len(workload):
        return ""
    values = kind.values(workload).value.tolist()
    count = len(values) if len(values) <= MOST else MOST - 1
    at = int(np.clip(np.floor(pick.y0 + 0.5), 0, min(len(values), MOST) - 1))
    return _condition(kind.field, "=", [values[at]]) if at < count else _condition(kind.field, "!=", values[:count])


def _condition(name: str, sign: str, values: Sequence[int]) -> str:
    if sign == "=" and values[0] != UNKNOWN:
        return str(Condition(name, "=", float(values[0])))
    return f"{name}{sign}{','.join('unknown' if value == UNKNOWN else str(value) for value in values)}"
