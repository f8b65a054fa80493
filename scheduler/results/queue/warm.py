"""Compile every kernel before somebody waits for it: each policy runs on samples of a few jobs, then each task does a
little of what it uses beside them.

A kernel is compiled once per combination of types: with and without a closed loop, with and without decision log.
"""

from __future__ import annotations

import logging
import time
from itertools import product
from pathlib import Path

from scheduler.analysis.placement import place
from scheduler.compiled import CODE
from scheduler.errors import QueuescopeError, Unsupported
from scheduler.fingerprint import fingerprint
from scheduler.formats import parse
from scheduler.model.workload import Workload
from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.results.sources import path_of
from scheduler.results.tasks import all_tasks
from scheduler.simulate import simulate

log = logging.getLogger("queuescope.runs")

SAMPLES = ("five-jobs.swf", "ostrich-appendix.swf")  # recorded arrivals, and a closed loop of campaigns
LOGS = ("auto", None)


def warm() -> None:
    """Run every policy on every sample it is suited for; what fails is said in the log, and by the run itself later."""
    began = time.monotonic()
    ways = [(key, params) for key, policy in all_policies().items() for params in ({}, *policy.other_kernels)]
    for sample, decisions, (policy, params) in product(samples(), LOGS, ways):
        try:
            place(simulate(sample, policy, params, decisions=decisions))
        except Unsupported:
            continue
        except QueuescopeError as error:
            log.warning("warm policy=%s sample=%s error=%s", policy, sample.name, error)
    for task in all_tasks().values():
        if task.warm:
            task.warm()
    mark = _mark()
    for old in mark.parent.glob("warm-*"):
        old.unlink()
    mark.touch()
    log.info("warm seconds=%.2f", time.monotonic() - began)


def is_warm() -> bool:
    """Whether all kernels of these sources have been compiled."""
    return _mark().exists()


def _mark() -> Path:
    return CODE / f"warm-{fingerprint(__name__)}"


def samples() -> list[Workload]:
    """The workloads every kernel is tried on."""
    return [workload(parse(path_of("sample", name).read_bytes(), name)) for name in SAMPLES]
