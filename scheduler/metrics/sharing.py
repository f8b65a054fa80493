"""How jobs fare on shared nodes: how fast they get on, and how long they are paused, slowed and held up.

Over its whole response a job gets on at runtime / response, the mean of its yield where waiting, pauses and penalties
count as 0: it is the inverse of its stretch.  Measured of every policy where tasks have needs, so that those that give
jobs whole nodes can be compared; then only the wait makes it less than 1.
"""

from __future__ import annotations

import numpy as np

from scheduler.analysis.response_parts import response_parts
from scheduler.metrics import Metric, over
from scheduler.model.schedule import Schedule

SOURCE = "Casanova, Stillwell and Vivien 2011, sections 2.2 and 4.1"
NEEDS = frozenset({"needs"})
ALSO_REST = "See the other parts too: a policy can make one of them short at the cost of another."


def yields(schedule: Schedule) -> np.ndarray:
    """[n]: runtime / response, the mean yield of each job from its submission to its completion."""
    return schedule.workload.jobs.runtime / schedule.response


def paused(schedule: Schedule) -> np.ndarray:
    """[n] s: without nodes, after the first start."""
    return response_parts(schedule).paused


def slowed(schedule: Schedule) -> np.ndarray:
    """[n] s: integral of 1 - yield while the job makes progress."""
    return response_parts(schedule).slowed


def penalty(schedule: Schedule) -> np.ndarray:
    """[n] s: on nodes without progress, after a pause or a move."""
    return response_parts(schedule).penalty


METRICS = (
    Metric("yield_mean", "Mean yield", "sharing", "", "higher", "mean over jobs of runtime / response", SOURCE,
           over(yields, np.mean), needs=NEEDS,
           pitfall="Long jobs are hardly touched by a wait that is a disaster for short ones: look at the least too.",
           main={"shared nodes": 5}),
    Metric("yield_min", "Least yield", "sharing", "", "higher", "minimum over jobs of runtime / response", SOURCE,
           over(yields, np.min), needs=NEEDS, pitfall="One job decides it, often one of a few seconds."),
    Metric("paused_mean", "Mean time paused", "sharing", "s", "lower",
           "mean over jobs of the time without nodes after the first start", SOURCE, over(paused, np.mean), needs=NEEDS,
           pitfall=ALSO_REST, main={"shared nodes": 6}),
    Metric("slowed_mean", "Mean time lost to sharing", "sharing", "s", "lower",
           "mean over jobs of the integral of 1 - yield while they make progress", SOURCE, over(slowed, np.mean),
           needs=NEEDS, pitfall=ALSO_REST),
    Metric("penalty_mean", "Mean time in penalties", "sharing", "s", "lower",
           "mean over jobs of the time on nodes without progress, after a pause or a move",
           "Casanova, Stillwell and Vivien 2011, section 5.1", over(penalty, np.mean), needs=NEEDS, pitfall=ALSO_REST),
)
