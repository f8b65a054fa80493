"""What tasks need of a node: share of the jobs by the CPU and by the memory of a task, in tenths of a node.

Where the first tasks of jobs have needs of their own the bars are of the others, and the caption says so.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from layouts import theme
from layouts.drawing.picks import Pick
from layouts.figures import Figure, bar, lay_out
from layouts.state.view import View
from layouts.words.left_out_jobs import left_out
from layouts.workload_plots import WorkloadPlot
from scheduler.model.workload import Workload
from scheduler.preparation.requested_times import unrepaired_jobs
from scheduler.topics.fractional.kinds.needs import has_needs
from scheduler.topics.fractional.task_needs import first_tasks

STEPS = 10  # parts of a node
NEAR = 1e-9  # so that 0.3 is three tenths
NONE = "Nothing is known of what tasks need of a node."
KINDS = (("CPU", "/"), ("memory", ""))


class Needs(NamedTuple):
    """[STEPS] i8 each: jobs whose tasks need more than step / 10 of a node and at most (step + 1) / 10."""

    cpu: np.ndarray
    memory: np.ndarray


def needs(workload: Workload) -> Needs:
    """Jobs by the needs of a task, those that tell them; the workload has needs."""
    cpu, memory = (_steps(column) for column in stated_needs(workload))
    return Needs(np.bincount(cpu, minlength=STEPS), np.bincount(memory, minlength=STEPS))


def stated_needs(workload: Workload) -> tuple[np.ndarray, np.ndarray]:
    """CPU needs and memories, each of the jobs that tell them: what was filled in is left out, as are first tasks."""
    jobs = workload.jobs
    return jobs.cpu_need[unrepaired_jobs(workload, "need_unknown")], jobs.memory[
        unrepaired_jobs(workload, "memory_unknown")
    ]


def _steps(part: np.ndarray) -> np.ndarray:
    return np.clip(np.ceil(STEPS * part - NEAR).astype(np.int64) - 1, 0, STEPS - 1)


def label(step: int) -> str:
    """Of a step, for the axis: 30 % is what is above 20 %."""
    return f"{100 * (step + 1) // STEPS} %"


def applies(workload: Workload) -> bool:
    """Whether needs are known."""
    return has_needs(workload)


def figure(workload: Workload, view: View) -> Figure:
    """Two bars per tenth of a node: share of the jobs with such a CPU need, and with such a memory."""
    if not has_needs(workload) or not len(workload):
        return theme.empty(" ".join(caption(workload)), view.scheme)
    chart, labels = Figure(), [label(step) for step in range(STEPS)]
    colors = theme.ACCENT[view.scheme], theme.GREY[view.scheme]
    for (what, shape), jobs, color, shift in zip(KINDS, needs(workload), colors, (-0.2, 0.2), strict=True):
        chart.add_trace(
            bar(
                x=np.arange(STEPS) + shift,
                y=jobs / max(int(jobs.sum()), 1),
                width=0.38,
                name=what,
                customdata=labels,
                marker={
                    "color": color,
                    "line": {"width": 0},
                    "pattern": {
                        "shape": shape,
                        "fillmode": "overlay",
                        "fgcolor": theme.BACKGROUND[view.scheme],
                        "size": 7,
                        "solidity": 0.2,
                    },
                },
                hovertemplate="%{y:.1%} of the jobs need up to %{customdata} of a node's " + what + "<extra></extra>",
            )
        )
    return lay_out(
        chart,
        template=theme.template(view.scheme),
        margin={"t": 34},
        uirevision="needs",
        showlegend=True,
        **({"meta": {"pick": "needs"}} if can_be_picked(workload) else {}),
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "itemclick": False, "itemdoubleclick": False},
        xaxis={
            "title": {"text": "a task needs up to this part of a node"},
            "tickvals": list(range(STEPS)),
            "ticktext": labels,
            "range": [-0.6, STEPS - 0.4],
            "ticklabeloverflow": "allow",
        },
        yaxis={"title": {"text": "share of the jobs"}, "tickformat": ".0%", "rangemode": "tozero"},
    )


def caption(workload: Workload) -> list[str]:
    """Means of both, and how many jobs leave most of a node's memory to others."""
    if not len(workload):
        return ["This workload has no jobs."]
    if not has_needs(workload):
        return [NONE]
    cpu, memory = stated_needs(workload)
    shares = [
        f"{theme.percent(float(which.mean()))} of the jobs have tasks {words}."
        for which, words in (
            (cpu < 1 - NEAR, "that use less than a whole node's CPU"),
            (memory <= 0.5 + NEAR, "of which two fit into a node's memory"),
        )
        if len(which)
    ]
    return [
        *shares,
        *left_out(len(workload) - len(cpu), "a known CPU need"),
        *left_out(len(workload) - len(memory), "a known memory"),
        *_differing(workload),
    ]


def _differing(workload: Workload) -> list[str]:
    """Of how many jobs the bars show only the tasks behind the first ones."""
    count = int((first_tasks(workload.jobs) > 0).sum())
    has = "has a first task with needs of its own" if count == 1 else "have a first task with needs of its own"
    return [f"{theme.counted(count, 'job')} {has}, which is left out."] if count else []


def table(workload: Workload) -> list[dict]:
    """One row per tenth."""
    if not has_needs(workload):
        return []
    return [
        {"up to, of a node": label(step), "jobs with this CPU need": cpu, "jobs with this memory": memory}
        for step, (cpu, memory) in enumerate(zip(*(jobs.tolist() for jobs in needs(workload)), strict=True))
    ]


def can_be_picked(workload: Workload) -> bool:
    """Whether a filter knows these needs: those the file declares, not what is drawn or follows from processors."""
    return len(workload) > 0 and workload.options.get("needs") == "declared"


def picked(workload: Workload, pick: Pick) -> str:
    """Jobs of a bar: the left one of a tenth is of the CPU, the right one of the memory."""
    if not can_be_picked(workload):
        return ""
    step = int(np.clip(np.floor(pick.x0 + 0.5), 0, STEPS - 1))
    field = "cpu_need" if pick.x0 < step else "memory_need"
    least = f"{field}>{step / STEPS} " if step else ""
    return f"{least}{field}<={(step + 1) / STEPS}"


WORKLOAD_PLOT = WorkloadPlot(
    "needs",
    "Needs",
    "How much of a node does a task need?",
    figure,
    caption,
    table,
    2 * STEPS,
    applies=applies,
    pick=picked,
)
