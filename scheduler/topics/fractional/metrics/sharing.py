"""How jobs fare on shared nodes: how fast they get on, and how long they are paused, slowed and held up.

Over its whole response a job gets on at runtime / response, the mean of its yield where waiting, pauses and penalties
count as 0: it is the inverse of its stretch.  The mean and the least of these are ours; the yield of the paper is that
of an instant, allocated over needed CPU, and has a view of its own.  Measured of every policy where tasks have needs,
so that those that give jobs whole nodes can be compared; then only the wait makes it less than 1.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from scheduler.analysis.worked_numbers import begin, figure, job_name, length
from scheduler.metrics import Example, Metric, of_jobs, over
from scheduler.model.schedule import Schedule
from scheduler.topics.fractional.analysis.response_parts import response_parts

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


def yield_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """The yield of one job."""
    runtime, response = float(schedule.workload.jobs.runtime[row]), float(schedule.response[row])
    return (
        f"Yield of {job_name(schedule, row)}: runtime / response = {figure(runtime, 's')} / "
        f"{figure(response, 's')} = {figure(runtime / response)}."
    )


def part_example(name: str) -> Callable[[Schedule, int, float], str]:
    """One part of the response of one job: what the other parts leave of it; name: of a column of response_parts."""

    def sentence(schedule: Schedule, row: int, _threshold: float) -> str:
        seconds = {part: float(column[row]) for part, column in response_parts(schedule)._asdict().items()}
        others = [part for part in seconds if part != name]
        numbers = " - ".join(
            figure(value, "s") for value in (float(schedule.response[row]), *(seconds[part] for part in others))
        )
        return (
            f"{begin(job_name(schedule, row))}, {name}: response - {' - '.join(others)} = {numbers} = "
            f"{length(seconds[name])}."
        )

    return sentence


METRICS = (
    Metric(
        "yield_mean",
        "Mean yield",
        "sharing",
        "",
        "higher",
        "mean over jobs of runtime / response",
        SOURCE,
        over(yields, np.mean),
        needs=NEEDS,
        pitfall="Long jobs are hardly touched by a wait that is a disaster for short ones: look at the least too.",
        main={"needs": 5},
        example=Example(yield_example, of_jobs(yields)),
    ),
    Metric(
        "yield_min",
        "Least yield",
        "sharing",
        "",
        "higher",
        "minimum over jobs of runtime / response",
        SOURCE,
        over(yields, np.min),
        needs=NEEDS,
        pitfall="One job decides it, often one of a few seconds.",
        example=Example(yield_example, of_jobs(yields), "min"),
    ),
    Metric(
        "paused_mean",
        "Mean time paused",
        "sharing",
        "s",
        "lower",
        "mean over jobs of the time without nodes after the first start",
        SOURCE,
        over(paused, np.mean),
        needs=NEEDS,
        pitfall=ALSO_REST,
        main={"needs": 6},
        example=Example(part_example("paused"), of_jobs(paused)),
    ),
    Metric(
        "slowed_mean",
        "Mean time lost to sharing",
        "sharing",
        "s",
        "lower",
        "mean over jobs of the integral of 1 - yield while they make progress",
        SOURCE,
        over(slowed, np.mean),
        needs=NEEDS,
        pitfall=ALSO_REST,
        example=Example(part_example("slowed"), of_jobs(slowed)),
    ),
    Metric(
        "penalty_mean",
        "Mean time in penalties",
        "sharing",
        "s",
        "lower",
        "mean over jobs of the time on nodes without progress, after a pause or a move",
        "Casanova, Stillwell and Vivien 2011, section 5.1",
        over(penalty, np.mean),
        needs=NEEDS,
        pitfall=ALSO_REST,
        example=Example(part_example("penalty"), of_jobs(penalty)),
    ),
)
