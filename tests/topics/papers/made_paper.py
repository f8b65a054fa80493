"""A paper nobody wrote, for tests: an experiment that notes which of its parts it runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from scheduler import registry
from scheduler.charts import Chart, Series
from scheduler.topics.papers.experiments import (
    CHOSEN,
    Band,
    Claim,
    Experiment,
    LogFile,
    Measured,
    Opening,
    Outcome,
    Paper,
    PaperLog,
    Part,
    Published,
)
from scheduler.topics.papers.tasks.reproduce import package_of

KEY = "made-2020/halves"
NUMBERS = {"quick": 4, "full": 8}
OPENING = Opening("five jobs", {"kind": "sample", "name": "five-jobs.swf"}, (("fcfs", {}),))


def parts(scale: str, seed: int) -> list[Part]:
    """Numbers to be halved; the first four are the same at both scales."""
    return [
        {"do": "halve", "number": 10 * seed + i, "label": f"number {i} of {NUMBERS[scale]}"}
        for i in range(NUMBERS[scale])
    ]


def outcome(_parts: Sequence[Part], halves: Sequence[float]) -> Outcome:
    """The sum of the halves, published; and the largest of them, which is not."""
    total = sum(halves)
    return Outcome(
        (Measured("largest", max(halves)), Measured("sum", total, total - 1, total + 1)),
        (Claim("Halves are less than 10 together.", total < 10, f"Their sum is {total:g}."),),
        (Chart("Halves", "number", "half", (Series("ours", tuple(range(len(halves))), tuple(halves)),)),),
    )


def experiment(run: Callable[[Part], Any], random: bool = True) -> Experiment:
    """Halves of 0, 1, 2, ...; their sum is published for quick scale and seed 0."""
    return Experiment(
        "halves",
        "Halves",
        "section 1",
        "How much are halves?",
        (("numbers", "4", CHOSEN),),
        (Published("sum", 3.0, Band(room=0.5), "table 1", "s"),),
        parts,
        run,
        outcome,
        {"quick": 0.1, "full": 0.2},
        ("Nobody wrote this paper.",),
        (OPENING,),
        random,
    )


def on_logs(run: Callable[..., Any]) -> Experiment:
    """Halves of the jobs of a log, in two parts per log."""

    def of_logs(scale: str, _seed: int, logs: Sequence[LogFile]) -> list[Part]:
        return [
            {
                "do": "half",
                "log": log.sha256,
                "first": None,
                "half": half,
                "name": log.name,
                "weight": 1 + 2 * half,
                "label": f"{log.name}, half {half}",
            }
            for log in logs
            for half in (0, 1)
        ]

    return replace(
        experiment(run),
        published=(),
        parts=of_logs,
        openings=(Opening("the log", {}, (("fcfs", {}),)),),
        logs=(PaperLog("Small", ("small-1", "small-2"), 4, 3),),
    )


def noted(ran: list[int]) -> Callable[[Part], float]:
    """A run that notes the number in `ran`."""

    def run(part: Part) -> float:
        ran.append(part["number"])
        return part["number"] / 2

    return run


def register(patch: pytest.MonkeyPatch, one: Experiment) -> None:
    """Make its paper the only one there is; this module stands for the paper's package."""
    patch.setitem(sys.modules, package_of(KEY), sys.modules[__name__])
    paper = Paper("made-2020", "Halves", "A. Nobody", 2020, "Nowhere", "https://example.org", (one,))
    load = registry.load
    patch.setattr(
        registry,
        "load",
        lambda where, what, *more: {paper.key: paper} if what == "PAPERS" else load(where, what, *more),
    )
