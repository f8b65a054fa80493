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
    """What a topic shows of a job in a run, behind what its wait is made of.

    key: the name of the module.  content: of a run and a job (row of jobs); nothing where the run is not of the topic.
    """

    key: str
    content: Callable[[FinishedRun, int], list[Any]]


def job_parts() -> Mapping[str, JobPart]:
    """{key: JobPart}, in alphabetical order."""
    return registry.load(__name__, "JOB_PART")
