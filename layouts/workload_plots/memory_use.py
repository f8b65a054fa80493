"""Used against requested memory per processor, where the log tells both."""

from __future__ import annotations

import numpy as np

from layouts import theme
from layouts.drawing import heat_map
from layouts.drawing.picks import Pick
from layouts.figures import Figure, lay_out
from layouts.state.view import View
from layouts.words.left_out_jobs import left_out
from layouts.workload_plots import WorkloadPlot
from scheduler.analysis.categories import memory
from scheduler.model.workload import Workload

UNITS = ((30, "TB"), (20, "GB"), (10, "MB"), (0, "kB"))  # powers of two of kB
MOST = 40  # steps of memory, of either axis


def size(power: int) -> str:
    """2 ** power kB: 512 MB, 4 GB."""
    least, unit = next(one for one in UNITS if power >= one[0])
    return f"{2 ** (power - least)} {unit}"


def applies(workload: Workload) -> bool:
    """Where the log tells both of some jobs."""
    return not len(workload) or bool(memory(workload).jobs.any())


def figure(workload: Workload, view: View) -> Figure:
    """A row per step of used memory, a column per step of requested memory."""
    if not len(workload):
        return theme.empty("This workload has no jobs.", view.scheme)
    cells = memory(workload)
    names = [f"\u2264 {size(cells.low + step)}" for step in range(len(cells.jobs))]
    texts = [
        [
            f"requested {asked}, used {used} per processor<br>{theme.counted(int(count), 'job')}"
            for asked, count in zip(names, row, strict=True)
        ]
        for used, row in zip(names, cells.jobs, strict=True)
    ]
    chart = heat_map.figure(
        cells.jobs, names, names, ("requested memory per processor", "used memory"), texts, view.scheme
    )
    every = max(1, -(-len(names) // 8))
    return lay_out(
        chart,
        uirevision="memory_use",
        meta={"pick": "memory_use"},
        yaxis={"tickvals": list(range(0, len(names), every)), "ticktext": names[::every]},
    )


def caption(workload: Workload) -> list[str]:
    """How much of what they ask for jobs use, and of how many that is known."""
    if not len(workload):
        return ["This workload has no jobs."]
    cells = memory(workload)
    if not len(cells.part):
        return ["The log does not tell both used and requested memory."]
    return [
        f"Half of the jobs use at most {theme.percent(float(np.median(cells.part)))} of the memory they request, "
        f"{theme.percent(float((cells.part > 1).mean()))} use more than that.",
        *left_out(cells.unknown, "both"),
    ]


def table(workload: Workload) -> list[dict]:
    """One row per cell with jobs."""
    if not len(workload):
        return []
    cells = memory(workload)
    return [
        {
            "used at most": size(cells.low + used),
            "requested at most": size(cells.low + asked),
            "jobs": int(cells.jobs[used, asked]),
        }
        for used, asked in np.argwhere(cells.jobs).tolist()
    ]


def picked(workload: Workload, pick: Pick) -> str:
    """Jobs of a cell."""
    if not len(workload):
        return ""
    cells = memory(workload)
    used, asked = (int(np.clip(round(place), 0, len(cells.jobs) - 1)) for place in (pick.y0, pick.x0))
    return " ".join(
        _between(name, cells.low + step, step == 0)
        for name, step in (("used_memory", used), ("requested_memory", asked))
    )


def _between(name: str, power: int, first: bool) -> str:
    """Above half of a power of two and at most it, in kB; the first step has no lower end but 0."""
    low = 0 if first or power == 0 else 2 ** (power - 1)
    return f"{name}>{low}kB {name}<={2**power}kB"


WORKLOAD_PLOT = WorkloadPlot(
    "memory_use",
    "Memory",
    "How much of the memory they request do jobs use?",
    figure,
    caption,
    table,
    MOST * MOST,
    place=1_080,
    applies=applies,
    pick=picked,
)
