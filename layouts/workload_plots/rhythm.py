"""When in the week jobs are submitted: by day of the week and hour of the day."""

from __future__ import annotations

import numpy as np

from layouts import theme
from layouts.drawing import heat_map, picks
from layouts.drawing.picks import Pick
from layouts.figures import Figure, lay_out
from layouts.state.view import View
from layouts.workload_plots import WorkloadPlot
from scheduler.analysis.workloads.workload_profile import calendar, week_hours
from scheduler.model.calendars import calendar_of_workload
from scheduler.model.workload import Workload

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
COUNTED = tuple(f"day {day}" for day in range(1, 8))  # of a log without a clock


def days(workload: Workload) -> tuple[str, ...]:
    """What the seven days are called."""
    return DAYS if calendar(workload) else COUNTED


def figure(workload: Workload, view: View) -> Figure:
    """A row per day of the week, a column per hour."""
    if not len(workload):
        return theme.empty("This workload has no jobs.", view.scheme)
    jobs, names = week_hours(workload), days(workload)
    texts = [
        [
            f"{name}, {hour:02}:00 to {hour + 1:02}:00<br>{theme.counted(int(jobs[day, hour]), 'job')} submitted"
            for hour in range(24)
        ]
        for day, name in enumerate(names)
    ]
    hours = "hour of the day" if calendar(workload) else "hours, each day counted from the log's start"
    short = [name[:3] if name in DAYS else name for name in names]
    chart = heat_map.figure(
        jobs, [f"{hour:02}" for hour in range(24)], short, (hours, "day of the week"), texts, view.scheme
    )
    lay_out(chart, uirevision="rhythm", yaxis={"autorange": False, "range": [6.5, -0.5]})
    return lay_out(chart, picks.meta("rhythm") if calendar_of_workload(workload) else {})


def caption(workload: Workload) -> list[str]:
    """The busiest hour of the day, and what weekends have."""
    if not len(workload):
        return ["This workload has no jobs."]
    jobs = week_hours(workload)
    by_hour, weekend = jobs.sum(axis=0), float(jobs[5:].sum() / jobs.sum())
    hour = int(by_hour.argmax())
    most = theme.percent(float(by_hour[hour] / jobs.sum()))
    busiest = f"Most jobs, {most}, come from {hour:02}:00 to {hour + 1:02}:00."
    if not calendar(workload):
        return [busiest, "Days are counted from the log's start, as it tells no dates."]
    return [busiest, f"Saturday and Sunday have {theme.percent(weekend)} (2 of 7 days are {theme.percent(2 / 7)})."]


def table(workload: Workload) -> list[dict]:
    """One row per day and hour."""
    if not len(workload):
        return []
    return [
        {"day": name, "hour": hour, "jobs submitted": int(jobs)}
        for name, row in zip(days(workload), week_hours(workload), strict=True)
        for hour, jobs in enumerate(row)
    ]


def applies(workload: Workload) -> bool:
    """Not where submissions follow completions, or all come within a few hours."""
    return not workload.is_closed and (not len(workload) or float(np.ptp(workload.jobs.submit)) > 0)


def picked(workload: Workload, pick: Pick) -> str:
    """Jobs of the hours and the days of these cells; nothing where they are counted from the log's start."""
    if not len(workload) or not calendar_of_workload(workload):
        return ""
    hours, days = picks.bars(pick, 24), picks.bars(Pick(pick.y0, pick.y1, 0, 0), 7)
    of_days = "" if days == (0, 6) else picks.counted("weekday", days[0] + 1, days[1] + 1)
    return f"{of_days} {picks.counted('hour', *hours)}".strip()


WORKLOAD_PLOT = WorkloadPlot(
    "rhythm",
    "Hours and days",
    "When in the week are jobs submitted?",
    figure,
    caption,
    table,
    7 * 24,
    applies=applies,
    pick=picked,
)
