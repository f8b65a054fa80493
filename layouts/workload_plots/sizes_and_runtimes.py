"""Which sizes run how long: jobs by processors and runtime."""

from __future__ import annotations

import numpy as np

from layouts import theme
from layouts.drawing import heat_map, picks
from layouts.drawing.picks import Pick
from layouts.figures import Figure, lay_out
from layouts.state.view import View
from layouts.words import unit_names
from layouts.words.length_steps import NAMES, processors_of, size_name
from layouts.workload_plots import WorkloadPlot
from scheduler.analysis.workloads.workload_profile import LENGTHS, sizes_by_runtime, sizes_of
from scheduler.kinds import are_as_logged
from scheduler.model.workload import Workload


def figure(workload: Workload, view: View) -> Figure:
    """A row per step of processors, a column per step of runtime."""
    if not len(workload):
        return theme.empty("This workload has no jobs.", view.scheme)
    jobs, noun = sizes_by_runtime(workload), f"{unit_names.piece(workload)}s"
    names = [size_name(step) for step in range(len(jobs))]
    texts = [
        [
            f"{name} {noun}, runtime {length}<br>{theme.counted(int(count), 'job')}, "
            f"{theme.percent(float(count / jobs.sum()))}"
            for length, count in zip(NAMES, row, strict=True)
        ]
        for name, row in zip(names, jobs, strict=True)
    ]
    chart = heat_map.figure(jobs, NAMES, names, ("runtime", f"{noun} of a job"), texts, view.scheme)
    return lay_out(chart, uirevision="sizes_and_runtimes", meta={"pick": "sizes_and_runtimes"})


def caption(workload: Workload) -> list[str]:
    """The most frequent cell, and whether large jobs run longer."""
    if not len(workload):
        return ["This workload has no jobs."]
    jobs, piece = sizes_by_runtime(workload), unit_names.piece(workload)
    size, length = np.unravel_index(int(jobs.argmax()), jobs.shape)
    share = theme.percent(float(jobs.max() / jobs.sum()))
    return [
        f"Most jobs of one kind, {share}, have {processors_of(int(size), piece)} and a runtime of {NAMES[int(length)]}."
    ]


def table(workload: Workload) -> list[dict]:
    """One row per cell with jobs."""
    if not len(workload):
        return []
    jobs, noun = sizes_by_runtime(workload), f"{unit_names.piece(workload)}s"
    return [
        {noun: size_name(size), "runtime": NAMES[length], "jobs": int(jobs[size, length])}
        for size, length in np.argwhere(jobs).tolist()
    ]


def picked(workload: Workload, pick: Pick) -> str:
    """Jobs of a cell; nothing where sizes are tasks or chosen by the policy."""
    if not len(workload) or not are_as_logged(workload):
        return ""
    most = len(sizes_by_runtime(workload)) - 1
    size, length = int(np.clip(round(pick.y0), 0, most)), int(np.clip(round(pick.x0), 0, len(LENGTHS) - 1))
    return f"{picks.counted('processors', *sizes_of(size))} {picks.step_of('runtime', LENGTHS, length)}"


WORKLOAD_PLOT = WorkloadPlot(
    "sizes_and_runtimes",
    "Sizes and runtimes",
    "Which sizes run how long?",
    figure,
    caption,
    table,
    32 * len(LENGTHS),
    pick=picked,
)
