"""The priorities of jobs over time, part by part, as sprio prints them: of a simulated or a recorded run.

They change at the ticks of a clock (PriorityCalcPeriod); in between a job keeps the priority of the last tick, or of
the moment at which it joined the queue.  It grows old from then on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from scheduler.adapters.rigid import rigid
from scheduler.model.workload import Workload
from scheduler.topics.slurm.adapters import allotted, cluster_of, fixed_factors, settings_of, setup_of
from scheduler.topics.slurm.engine.passes import Cluster
from scheduler.topics.slurm.kernels.slurm import trace_factors

PARTS = ("age", "fairshare", "job_size", "partition", "qos", "association", "tres_cpu", "tres_memory", "tres_node")


class Priorities(NamedTuple):
    """What the priorities of all jobs are made of."""

    ticks: np.ndarray  # [ticks] f8, s
    share: np.ndarray  # [ticks, associations] fair-share factors from each tick on
    association: np.ndarray  # [n] i8
    joined: np.ndarray  # [n] f8, s, when each job joins the queue
    fixed: Mapping[str, np.ndarray]  # {part: [n]}, weighted
    at_first: Mapping[str, np.ndarray]  # the same until the first tick behind that
    weights: Mapping[str, float]  # of age and fair share
    max_age: float

    def parts(self, job: np.ndarray, time: float) -> dict[str, np.ndarray]:
        """{part: [jobs]}, weighted, of jobs (rows) that wait at a time, s."""
        tick = int(np.searchsorted(self.ticks, time, "right")) - 1
        heard = self.ticks[tick] if tick >= 0 else -np.inf
        seen = np.maximum(self.joined[job], heard)  # when the priority of each was made last
        at = np.searchsorted(self.ticks, seen, "right") - 1
        share = np.where(at >= 0, self.share[at, self.association[job]], 0.0)
        age = np.clip((seen - self.joined[job]) / self.max_age, 0, 1)
        return {
            "age": self.weights["age"] * age,
            "fairshare": self.weights["fairshare"] * share,
            **{
                name: np.where(self.joined[job] > heard, self.at_first[name][job], column[job])
                for name, column in self.fixed.items()
            },
        }

    def total(self, job: np.ndarray, time: float) -> np.ndarray:
        """[jobs] the priority: the whole number below the sum, at least 1."""
        return np.floor(np.maximum(sum(self.parts(job, time).values()), 1))


def priorities(
    workload: Workload, params: Mapping[str, Any], start: np.ndarray, ticks: np.ndarray | None = None
) -> Priorities:
    """The priorities under multifactor; start: [n] s.  ticks: of the clock, s; None: as the policy has them."""
    jobs, _, _ = rigid(workload, np.zeros(2, np.int64))
    setup, settings = setup_of(workload, params), settings_of(workload, params)
    end = start + workload.jobs.runtime
    if ticks is None:
        first = settings.origins[0] - params["calc_period"]  # so that none is before the first
        ticks = first + np.arange(0.0, end.max() - first + 1, params["calc_period"])
    cluster = cluster_of(workload, setup, params)
    factors = np.zeros((len(ticks), len(setup.parent)))
    trace_factors(jobs, cluster, settings, ticks, start, end, np.argsort(end, kind="stable"), factors)
    asked = workload.jobs.processors
    sizes = allotted(asked, setup.sizes, params["whole_nodes"]), asked
    fixed, at_first = (
        {
            name: params[f"weight_{name}"] * column
            for name, column in fixed_factors(workload, setup, params, size).items()
        }
        for size in sizes
    )
    weights = {name: float(params[f"weight_{name}"]) for name in ("age", "fairshare")}
    return Priorities(
        ticks, factors, setup.association, joined_of(cluster, end), fixed, at_first, weights, float(params["max_age"])
    )


def joined_of(cluster: Cluster, end: np.ndarray) -> np.ndarray:
    """[n] s, when each job joins the queue, but for limits on submissions; end: [n] s.

    It has been submitted, its time has come, its reservation has begun, and the jobs it depends on have ended.
    """
    outside = cluster.outside
    joined = np.maximum(outside.begin, outside.opens)
    np.maximum.at(joined, np.repeat(np.arange(len(end)), np.diff(outside.ptr)), end[outside.before])
    return joined
