"""Scheduling on Large Scale Distributed Platforms: From Models to Implementations (IJFCS 2005), and its experiments."""

from __future__ import annotations

from scheduler.topics.papers.experiments import Paper
from scheduler.topics.papers.experiments.parallel_tasks_2005 import (
    batch_boundaries,
    contradictions,
    fig3,
    fig4,
    killed_runs,
    large_task,
    rejection,
)
from scheduler.topics.papers.experiments.parallel_tasks_2005.settings import LENGTHS, LPTF_ORDER

PAPERS = (
    Paper.of(
        "parallel-tasks-2005",
        (
            contradictions.EXPERIMENT,
            rejection.EXPERIMENT,
            fig3.EXPERIMENT,
            *fig4.EXPERIMENTS,
            large_task.EXPERIMENT,
            batch_boundaries.EXPERIMENT,
            killed_runs.EXPERIMENT,
        ),
        (
            "Section 6.1 calls tasks with X around 0.9 highly parallel. By its own formula, p(j) = p(j-1) (X + j) / "
            "(1 + j), these hardly get any faster. Tasks with X around 0.1 do. Here highly parallel is X around 0.1 "
            "and weakly parallel is X around 0.9.",
            LENGTHS,
            LPTF_ORDER,
        ),
    ),
)
