"""The runs of jobs by hand: simulated in this process, while somebody types or waits for the sheet.

A kernel that was never called here is loaded or compiled in a thread of its own; until it is there the page is told so
and asks again.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import NamedTuple

import numpy as np

from layouts.memory.cache import cached
from layouts.server.cpu_time_limit import in_time
from layouts.state.hand_link import Sheet, params_of, set_params
from scheduler.analysis.placement import place
from scheduler.errors import Cancelled, QueuescopeError, Unsupported
from scheduler.manual.cells import Job
from scheduler.manual.typed_jobs import share_nodes, workload
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.policies import all_policies
from scheduler.simulate import check_supported, simulate

LOG = logging.getLogger("queuescope")
PATIENCE = 0.5  # s an answer waits for kernels
HALF = 50.0  # per cent of a node
TINY = (Job(1, 0.0, 1, 2.0, 2.0, 1), Job(2, 0.0, 1, 1.0, 1.0, 2), Job(3, 1.0, 1, 1.0, 1.0, 1))


class Run(NamedTuple):
    """A policy's schedule of a sheet, or the sentence on why there is none."""

    policy: str
    schedule: Schedule | None
    problem: str = ""
    params: tuple[tuple[str, str], ...] = ()  # (name, value) of those that are set in its form

    @property
    def name(self) -> str:
        """What the policy is called, with the parameters that are set."""
        return name(self.policy, self.params)


def name(policy: str, params: Sequence[tuple[str, str]]) -> str:
    """What a policy is called with some of its parameters: Fractional scheduling (DFRS), period 300."""
    return ", ".join([all_policies()[policy].title, *(f"{param.replace('_', ' ')} {value}" for param, value in params)])


@cache
def _readied(policy: str, closed: bool, shared: bool) -> threading.Event:
    """Set once the policy's kernels are in this process; asked for the first time, somebody begins with it."""
    done = threading.Event()
    threading.Thread(target=_ready, args=(policy, closed, shared, done), daemon=True, name=f"ready-{policy}").start()
    return done


def _ready(policy: str, closed: bool, shared: bool, done: threading.Event) -> None:
    jobs = tuple(
        job._replace(campaign=at + 1 if closed else None, cpu_need=HALF if shared else None)
        for at, job in enumerate(TINY)
    )
    try:
        for params in ({}, *all_policies()[policy].other_kernels):
            place(simulate(workload(jobs, 2), policy, params))
    except QueuescopeError:
        LOG.debug("%s is not suited to a first try", policy)
    finally:
        done.set()


def awaited(sheet: Sheet, patience: float = PATIENCE) -> list[str]:
    """Titles of the policies whose kernels are not there yet; waits so many seconds for them."""
    closed = bool(sheet.jobs) and sheet.jobs[0].campaign is not None
    events = {policy: _readied(policy, closed, share_nodes(sheet.jobs)) for policy in sheet.policies}
    return [all_policies()[policy].title for policy, event in events.items() if not event.wait(patience / len(events))]


def able(sheet: Sheet) -> tuple[str, ...]:
    """Keys of the policies that can run the jobs of a checked sheet, with their usual parameters."""
    return cached(("able", sheet.jobs, sheet.processors), lambda: _able(workload(sheet.jobs, sheet.processors)))


def _able(jobs: Workload) -> tuple[str, ...]:
    keys = []
    for key, policy in all_policies().items():
        with suppress(Unsupported):
            check_supported(policy, jobs)
            keys.append(key)
    return tuple(keys)


def runs(sheet: Sheet) -> list[Run]:
    """Every policy of a checked sheet, audited.

    Raises WorkloadError for a sheet without jobs, OutOfTime where all of it takes too long.
    """
    with in_time() as control:
        return cached(("by hand", sheet), lambda: _run(sheet, control))


def _run(sheet: Sheet, control: np.ndarray) -> list[Run]:
    jobs = workload(sheet.jobs, sheet.processors, sheet.title)
    policy_runs = []
    for policy in sheet.policies:
        params = set_params(sheet, policy)
        try:
            policy_runs.append(
                Run(
                    policy,
                    simulate(jobs, policy, params_of(sheet, policy), seed=sheet.seed, control=control),
                    params=params,
                )
            )
        except Cancelled:
            raise
        except QueuescopeError as error:
            policy_runs.append(Run(policy, None, str(error), params))
    return policy_runs
