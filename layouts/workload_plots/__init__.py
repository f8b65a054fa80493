"""Every plot of a workload before anything is simulated: one file each, a pure function of the workload.

Same rules as layouts.plots: no state, no callback; at most `max_points`; the caption says what the data say, in
whole sentences.

May import `layouts.drawing`, and what that may.  Others use `WorkloadPlot` and `all_workload_plots`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from layouts.drawing.picks import Pick
from layouts.figures import Figure
from layouts.state.view import View
from scheduler import registry
from scheduler.model.workload import Workload


def always(workload: Workload) -> bool:
    """A plot of any workload."""
    return True


@dataclass(frozen=True)
class WorkloadPlot:
    """A named plot of a workload."""

    key: str
    title: str
    question: str
    figure: Callable[[Workload, View], Figure]
    caption: Callable[[Workload], list[str]]
    table: Callable[[Workload], list[dict]]
    max_points: int = 1_000
    about: str = "jobs"  # the part of the page it belongs to: jobs | the key of a card of a topic
    place: int = 1_000  # order among those of its part
    applies: Callable[[Workload], bool] = always  # whether the workload has what it shows
    height: int = 230  # pixels of the chart
    pick: Callable[[Workload, Pick], str] | None = None  # conditions of a filter that a part of the chart means


def all_workload_plots() -> Mapping[str, WorkloadPlot]:
    """{key: WorkloadPlot}, in alphabetical order."""
    return registry.load(__name__, "WORKLOAD_PLOT")
