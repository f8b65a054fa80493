"""Figure 1: mean wait with the mean bounded slowdown as the area of a circle, and mean response, per log."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.charts import Chart, Series
from scheduler.durations import human
from scheduler.topics.papers.experiments import Experiment, Measured, Outcome, Part, Result
from scheduler.topics.papers.experiments.fairness_2012.claims import FIGURE_1, checked
from scheduler.topics.papers.experiments.fairness_2012.logs import LOGS
from scheduler.topics.papers.experiments.fairness_2012.runs import OnLog, by_log, differences, parts, plain, run
from scheduler.topics.papers.experiments.fairness_2012.settings import (
    CPU_SECONDS,
    DIFFERENCES,
    EXPLAINED,
    OPENINGS,
    SETTINGS,
)

SLOWDOWN = "mean bounded slowdown (1 s)"
UNITS = ((7_200.0, 3_600.0, "h"), (120.0, 60.0, "min"), (0.0, 1.0, "s"))  # from, length, name


def outcome(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Values, claims, and two charts per log."""
    logs = by_log(parts, results)
    return Outcome(
        tuple(value for log in logs for value in measured(log)),
        checked(FIGURE_1, logs),
        tuple(chart for log in logs for chart in (bubbles(log), responses(log))),
        differences(logs),
    )


def measured(log: OnLog) -> list[Measured]:
    """Mean wait, response and slowdown under each policy."""
    return [
        Measured(
            f"{log.title}, {one.name}: {name}",
            getattr(one, what),
            *one.interval(what),
            unit=unit,
            cell=(log.title, one.name, name),
        )
        for one in log.under.values()
        for name, what, unit in (
            ("mean wait", "wait", "s"),
            ("mean response", "response", "s"),
            (SLOWDOWN, "slowdown", ""),
        )
    ]


def bubbles(log: OnLog) -> Chart:
    """Mean wait as height, mean slowdown as area."""
    drawn = [one for one in log.under.values() if one.policy != "fcfs"]
    length, unit = scaled([one.wait for one in drawn])
    series = Series(
        "mean wait",
        tuple(one.name for one in drawn),
        tuple(one.wait / length for one in drawn),
        kind="bubbles",
        sizes=tuple(one.slowdown for one in drawn),
    )
    return Chart(
        f"{log.title}: mean wait and bounded slowdown",
        "policy",
        f"mean wait ({unit})",
        (series,),
        caption=(f"The area of a circle is the {SLOWDOWN}, written below it.", *left_out(log, "wait")),
        size_title=SLOWDOWN,
    )


def responses(log: OnLog) -> Chart:
    """Mean response as bars."""
    drawn = [one for one in log.under.values() if one.policy != "fcfs"]
    length, unit = scaled([one.response for one in drawn])
    series = Series(
        "mean response", tuple(one.name for one in drawn), tuple(one.response / length for one in drawn), kind="bars"
    )
    return Chart(
        f"{log.title}: mean response", "policy", f"mean response ({unit})", (series,), caption=left_out(log, "response")
    )


def scaled(values: Sequence[float]) -> tuple[float, str]:
    """(s in it, name) of the unit these lengths of time are drawn in."""
    most = max(values, default=0.0)
    return next((length, unit) for least, length, unit in UNITS if most >= least)


def left_out(log: OnLog, name: str) -> tuple[str, ...]:
    """What FCFS, which is left out of the chart as in the paper, came to."""
    if not log.has("fcfs"):
        return ()
    fcfs = log.under["fcfs"]
    slowdown = f" with a slowdown of {plain(fcfs.slowdown)}" if name == "wait" else ""
    return (f"FCFS is left out, as in the paper: mean {name} {human(getattr(fcfs, name))}{slowdown}.",)


EXPERIMENT = Experiment(
    "fig1",
    "Mean wait, slowdown and response on six logs",
    "section 5.2, figure 1",
    "How long do jobs wait under six policies, on logs of real machines?",
    SETTINGS,
    (),
    parts,
    run,
    outcome,
    CPU_SECONDS,
    DIFFERENCES,
    OPENINGS,
    logs=LOGS,
    explained=EXPLAINED,
)
