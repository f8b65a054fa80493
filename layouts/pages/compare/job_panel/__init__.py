"""The selected job: facts, why it waited, and its marks in every chart.

A topic shows more of a job by a file in its folder `job_panel` that declares JOB_PART.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from layouts.state.view import FinishedRun
from scheduler import registry


@dataclass(frozen=True)
class JobPart:
    """What a topic shows of a job in a run.

    key: the name of the module.  content: of a run and a job (row of jobs), behind what its wait is made of; nothing
    where the run is not of the topic.  in_place_of_wait: what stands where else the wait is divided by reasons, before
    all that is told of the job; None where the run is not of the topic.
    """

    key: str
    content: Callable[[FinishedRun, int], list[Any]] | None = None
    in_place_of_wait: Callable[[FinishedRun, int], list[Any] | None] | None = None


def job_parts() -> Mapping[str, JobPart]:
    """{key: JobPart}, in alphabetical order."""
    return registry.load(__name__, "JOB_PART")
