"""Compile every kernel before somebody waits for it: each policy runs on samples of a few jobs, then a little of each
experiment.

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
from scheduler.papers import SCALES, all_experiments
from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.results.sources import path_of
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
    experiments()
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


def experiments() -> None:
    """Run one instance of the first part of every experiment: what they use beside the policies is compiled, too.

    Those on logs use nothing but policies.
    """
    for key, (_, experiment) in all_experiments().items():
        if experiment.logs:
            continue
        part = experiment.parts(SCALES[0], 0)[0]
        try:
            experiment.run({**part, "count": 1} if "count" in part else part)
        except QueuescopeError as error:
            log.warning("warm experiment=%s error=%s", key, error)


def samples() -> list[Workload]:
    """The workloads every kernel is tried on."""
    return [workload(parse(path_of("sample", name).read_bytes(), name)) for name in SAMPLES]
