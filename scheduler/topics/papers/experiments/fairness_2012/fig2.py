"""Figure 2: the distribution of normalized user wait times (NUWT) up to 10, their mean and deviation, per log."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.topics.papers.experiments import Experiment, Measured, Outcome, Part, Result
from scheduler.topics.papers.experiments.fairness_2012.claims import checked
from scheduler.topics.papers.experiments.fairness_2012.claims_of_users import FIGURE_2
from scheduler.topics.papers.experiments.fairness_2012.logs import LOGS
from scheduler.topics.papers.experiments.fairness_2012.runs import BEYOND, OnLog, by_log, differences, parts, plain, run
from scheduler.topics.papers.experiments.fairness_2012.settings import (
    CPU_SECONDS,
    DIFFERENCES,
    EXPLAINED,
    OPENINGS,
    SETTINGS,
)

# of the distribution: finer where most users are
GRID = np.unique(np.concatenate([np.arange(51) / 50, np.arange(1, 91) / 10 + 1]))
NUWT = "wait over processor time used (NUWT)"


def outcome(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Values, claims, and two charts per log."""
    logs = by_log(parts, results)
    return Outcome(
        tuple(value for log in logs for value in measured(log)),
        checked(FIGURE_2, logs),
        tuple(chart for log in logs for chart in (distribution(log), bars(log))),
        differences(logs),
    )


def measured(log: OnLog) -> list[Measured]:
    """NUWT of the users with several jobs, and UWT and F of all, under each policy."""
    return [
        Measured(
            f"{log.title}, {one.name}: {name}",
            value,
            *(one.interval(what) if what else (None, None)),
            cell=(log.title, one.name, name),
        )
        for one in log.under.values()
        for name, value, what in (
            ("mean NUWT", one.mean, "mean"),
            ("deviation", one.deviation, "deviation"),
            ("median", one.percentile(50), ""),
            ("90th percentile", one.percentile(90), ""),
            (f"users beyond {BEYOND:g}", one.beyond, "beyond"),
            ("UWT, all users", one.uwt, "uwt"),
            ("F, all users", one.f, "f"),
        )
    ]


def distribution(log: OnLog) -> Chart:
    """The share of users up to each NUWT, cut at 10."""
    series = tuple(
        Series(one.name, tuple(GRID.tolist()), tuple(shares(one.nuwt)), kind="steps") for one in log.under.values()
    )
    users = max((len(one.nuwt) for one in log.under.values() if not one.draws), default=0)
    return Chart(
        f"{log.title}: distribution of NUWT",
        NUWT,
        "users up to it (%)",
        series,
        caption=(f"{users:,} users with several jobs, cut at {BEYOND:g} as in the paper.", tail(log)),
    )


def shares(nuwt: np.ndarray) -> list[float]:
    """Percent of users up to each value of the grid; nuwt: sorted."""
    return (100 * np.searchsorted(nuwt, GRID, side="right") / max(len(nuwt), 1)).tolist()


def tail(log: OnLog) -> str:
    """Who is beyond the end of the axis."""
    cut = [f"{one.name} {one.beyond:,} (up to {plain(one.nuwt[-1])})" for one in log.under.values() if one.beyond]
    return f"Users beyond it: {', '.join(cut)}." if cut else "Nobody is beyond it."


def bars(log: OnLog) -> Chart:
    """Mean and deviation, without FCFS."""
    drawn = [one for one in log.under.values() if one.policy != "fcfs"]
    x = tuple(one.name for one in drawn)
    return Chart(
        f"{log.title}: mean and deviation of NUWT",
        "policy",
        "NUWT",
        (
            Series("mean", x, tuple(one.mean for one in drawn), kind="bars"),
            Series("standard deviation", x, tuple(one.deviation for one in drawn), kind="bars"),
        ),
        caption=left_out(log),
    )


def left_out(log: OnLog) -> tuple[str, ...]:
    """What FCFS, which is left out of the chart as in the paper, came to."""
    fcfs = log.under.get("fcfs")
    if fcfs is None or fcfs.mean is None:
        return ()
    return (f"FCFS is left out, as in the paper: mean {plain(fcfs.mean)}, deviation {plain(fcfs.deviation or 0.0)}.",)


EXPERIMENT = Experiment(
    "fig2",
    "How evenly users wait on six logs",
    "section 5.2, figure 2",
    "How evenly do users wait, for the processor time they use, under six policies?",
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
