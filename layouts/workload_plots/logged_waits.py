"""How long jobs waited in the log, by processors and requested time."""

from __future__ import annotations

import numpy as np

from layouts import theme
from layouts.drawing import heat_map, picks
from layouts.drawing.picks import Pick
from layouts.figures import Figure, lay_out
from layouts.state.view import View
from layouts.words import unit_names
from layouts.words.left_out_jobs import left_out
from layouts.words.length_steps import NAMES, processors_of, size_name
from layouts.workload_plots import WorkloadPlot
from scheduler.analysis.workloads.workload_profile import LENGTHS, recorded_waits, sizes_of
from scheduler.durations import human
from scheduler.kinds import are_as_logged
from scheduler.model.workload import Workload
from scheduler.preparation.requested_times import of_log


def applies(workload: Workload) -> bool:
    """Where the log has waits and requested times, and processors are a job's own."""
    both = (workload.jobs.recorded_wait >= 0) & of_log(workload)
    return not len(workload) or bool(both.any() and are_as_logged(workload))


def figure(workload: Workload, view: View) -> Figure:
    """A row per step of processors, a column per step of requested time; dark where half of its jobs waited long."""
    if not len(workload):
        return theme.empty("This workload has no jobs.", view.scheme)
    waits = recorded_waits(workload)
    names = [size_name(step) for step in range(len(waits.jobs))]
    noun = f"{unit_names.piece(workload)}s"
    texts = [
        [
            f"{name} {noun}, requested {length}<br>{theme.counted(int(jobs), 'job')}: half waited at most "
            f"{human(half)}, 90 % at most {human(most)}"
            if jobs
            else ""
            for length, jobs, half, most in zip(NAMES, *row, strict=True)
        ]
        for name, row in zip(names, np.stack(waits, axis=1), strict=True)
    ]
    chart = heat_map.figure(
        np.where(waits.jobs > 0, waits.median + 1.0, np.nan),
        NAMES,
        names,
        ("requested time", f"{noun} of a job"),
        texts,
        view.scheme,
    )
    return lay_out(chart, uirevision="logged_waits", meta={"pick": "logged_waits"})


def caption(workload: Workload) -> list[str]:
    """Median and nearly longest wait over all, and the cell where half wait longest."""
    if not len(workload):
        return ["This workload has no jobs."]
    both = (workload.jobs.recorded_wait >= 0) & of_log(workload)
    if not both.any():
        return ["The log has no job with both a recorded wait and a requested time."]
    half, most = np.quantile(workload.jobs.recorded_wait[both], (0.5, 0.9))
    waits = recorded_waits(workload)
    size, length = np.unravel_index(int(np.nanargmax(waits.median)), waits.median.shape)
    which = processors_of(int(size), unit_names.piece(workload))
    return [
        f"In the log half of the jobs waited at most {human(half)}, 90 % at most {human(most)}.",
        f"Longest waited those of {which} with a requested time of {NAMES[int(length)]}, half of them "
        f"{human(waits.median[size, length])} or more.",
        *left_out(len(workload) - int(both.sum()), "a recorded wait or requested time"),
    ]


def table(workload: Workload) -> list[dict]:
    """One row per cell with jobs."""
    if not len(workload):
        return []
    waits = recorded_waits(workload)
    return [
        {
            f"{unit_names.piece(workload)}s": size_name(size),
            "requested time": NAMES[length],
            "jobs": int(waits.jobs[size, length]),
            "median wait": human(waits.median[size, length]),
            "90 % wait at most": human(waits.most[size, length]),
        }
        for size, length in np.argwhere(waits.jobs).tolist()
    ]


def picked(workload: Workload, pick: Pick) -> str:
    """Jobs of a cell."""
    if not len(workload):
        return ""
    most = len(recorded_waits(workload).jobs) - 1
    size, length = int(np.clip(round(pick.y0), 0, most)), int(np.clip(round(pick.x0), 0, len(LENGTHS) - 1))
    return f"{picks.counted('processors', *sizes_of(size))} {picks.step_of('requested_time', LENGTHS, length)}"


WORKLOAD_PLOT = WorkloadPlot(
    "logged_waits",
    "Recorded waits",
    "How long did jobs wait in the log?",
    figure,
    caption,
    table,
    32 * len(LENGTHS),
    applies=applies,
    pick=picked,
)
