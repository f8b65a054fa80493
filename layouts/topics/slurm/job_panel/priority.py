"""The priority of a job while it waited, by its parts, in the drawer: stacked columns, a sentence, a table."""

from __future__ import annotations

import numpy as np
from dash import html

from layouts import theme
from layouts.memory.cache import cached
from layouts.pages.compare.job_panel import JobPart, portions
from layouts.state.view import FinishedRun
from scheduler.durations import instant
from scheduler.topics.slurm.replay.priorities import PARTS
from scheduler.topics.slurm.replay.priority_over_time import OverTime, priority_over_time

WORDS = {
    "age": "age",
    "fairshare": "fair share",
    "job_size": "job size",
    "partition": "partition",
    "qos": "QOS",
    "association": "association",
    "tres_cpu": "processors",
    "tres_memory": "memory",
    "tres_node": "nodes",
}


def folded(run: FinishedRun, job: int) -> list:
    """The chart of a job (row of jobs) in a run, folded; nothing where its priority has no parts."""
    over_time = cached(("priority", job), lambda: priority_over_time(run.schedule, job), run.schedule)
    if over_time is None or not over_time.parts:
        return []
    number = run.schedule.workload.jobs.job_id[job]
    caption = f"The priority of job {number} under {run.name}"
    return [
        html.Details(
            [
                html.Summary("Its priority over time"),
                html.P(finding(over_time), className="qs-small"),
                columns(over_time),
                ends(over_time),
                table(over_time, caption),
            ],
            className="qs-twin qs-priority",
        )
    ]


def finding(over_time: OverTime) -> str:
    """What became of the priority while the job waited, and which part did it: a sentence."""
    first, last = over_time.total[0], over_time.total[-1]
    changes = {name: float(points[-1] - points[0]) for name, points in over_time.parts.items()}
    largest = max(changes, key=lambda name: abs(changes[name]))
    if abs(changes[largest]) < 1:
        most = max(over_time.parts, key=lambda name: float(over_time.parts[name][-1]))
        return (
            f"Its priority was {theme.counted(int(last), 'point')} all the time; {WORDS[most]} gave "
            f"{points_of(over_time.parts[most][-1])} of them."
        )
    sign = "+" if changes[largest] > 0 else "\u2212"
    change = f"{WORDS[largest]} changed most, by {sign}{points_of(abs(changes[largest]))}."
    if last == first:
        return f"Its priority was {theme.counted(int(last), 'point')} at its submission and when it started; {change}"
    return (
        f"Its priority {'rose' if last > first else 'fell'} from {theme.counted(int(first), 'point')} at its "
        f"submission to {points_of(last)} when it started; {change}"
    )


def points_of(value: float) -> str:
    """Points of a priority, in whole numbers: 28 489."""
    return theme.number(round(float(value)))


def columns(over_time: OverTime) -> html.Div:
    """A column for each instant, as wide as it lasts, its parts one above the other."""
    widths = np.diff(np.append(over_time.time, over_time.until))
    highest = float(np.sum(list(over_time.parts.values()), axis=0).max())
    bars = [
        html.Div(
            [
                html.Span(
                    className=f"qs-part qs-part-{PARTS.index(name)}",
                    style={"flex": f"0 0 {100 * max(points[step], 0) / highest:.3f}%"},
                )
                for name, points in over_time.parts.items()
            ],
            className="qs-priority-column",
            style={"flexGrow": f"{widths[step] / widths.sum():.6f}"},
        )
        for step in range(len(widths))
    ]
    return html.Div(bars, className="qs-priority-chart", role="img", **{"aria-label": finding(over_time)})


def ends(over_time: OverTime) -> html.Div:
    """What the left and the right edge of the chart are."""
    return html.Div(
        [html.Span(f"submitted {instant(float(over_time.time[0]))}"), html.Span(f"started {instant(over_time.until)}")],
        className="qs-small qs-soft qs-priority-ends",
    )


def table(over_time: OverTime, caption: str) -> html.Table:
    """The points of each part at the submission and at the start, with the sign of each in the chart."""
    rows = [
        html.Tr(
            [
                html.Th([portions.key(PARTS.index(name)), WORDS[name]], scope="row"),
                *(html.Td(points_of(points[step])) for step in (0, -1)),
            ]
        )
        for name, points in reversed(list(over_time.parts.items()))
    ]
    total = html.Tr(
        [html.Th("priority", scope="row"), *(html.Td(points_of(over_time.total[step])) for step in (0, -1))]
    )
    return portions.table(caption, ("points of", "at its submission", "when it started"), [*rows, total])


JOB_PART = JobPart("priority", folded)
