"""Figure 5: the distribution of the maximum stretch under FCFS with 20 users."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.statistics.intervals import place, samples
from scheduler.topics.papers.experiments import Band, Claim, Experiment, Measured, Outcome, Part, Published, Result
from scheduler.topics.papers.experiments.campaign_scheduling_2012.fig4 import (
    COUNTS,
    FEW,
    STATED_SETTINGS,
    THREE,
    estimate,
    opening,
)
from scheduler.topics.papers.experiments.campaign_scheduling_2012.instances import Instances, parts, run

WHERE = "section VII, text and figure 5"
USERS, LOW, HIGH, EXTREME = 20, 10.0, 50.0, 100.0
STATED_COUNT = 1_000  # instances of the text
DRAWS = 200  # samples of that many, of up to 40,000
SEEN = Band(sample=STATED_COUNT, room=0.5)
SEVEN = (
    "The text has seven instances that reach the hundreds, of 1,000 or of 10,000; ours are 40 of 1,000. The tail "
    "hangs on users who have a single short campaign, and so on the number of campaigns, which is fitted here to "
    "the ratios of figure 4: with 400 jobs it is 29 of 1,000, with 10,000 jobs 3. And bars of one instance may "
    "not be seen in the drawn figure."
)
EDGES = np.concatenate((np.arange(0, 205, 5.0), [np.inf]))
MIDDLE = "FCFS: instances with a maximum stretch from 10 to 50"
BEYOND = "FCFS: instances at 100 or above, of 1,000"


def of_figure(scale: str, seed: int) -> list[Part]:
    """The instances of figure 4 with 20 users."""
    return parts(FEW, USERS, COUNTS[scale][FEW][1], seed)


def outcome(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """The histogram, and what the text says of it."""
    instances = Instances(results)
    fcfs, fair = instances.fcfs, instances.faircamp

    def middle(rows: np.ndarray) -> float:
        return float(100 * ((fcfs[rows] >= LOW) & (fcfs[rows] <= HIGH)).mean())

    def beyond(rows: np.ndarray) -> float:
        return float(STATED_COUNT * (fcfs[rows] >= EXTREME).mean())

    drawn = np.array([beyond(rows) for rows in samples(instances.count, STATED_COUNT, DRAWS)])
    ends, percentile = place(drawn, 7)
    measured = (
        estimate(MIDDLE, middle, instances.count),
        replace(estimate(BEYOND, beyond, instances.count), sampled=ends, percentile=percentile),
        Measured("FCFS: median of the maximum stretch", float(np.median(fcfs))),
        Measured("FCFS: mean of the maximum stretch", float(fcfs.mean())),
        Measured("FCFS: largest maximum stretch", float(fcfs.max())),
    )
    hundreds, share = int((fcfs >= EXTREME).sum()), middle(np.arange(instances.count))
    claims = (
        Claim(
            f"The overwhelming majority of instances lies between 10 and 50 (with {FEW} jobs, fitted; read as: more "
            "than 80 %).",
            share > 80,
            f"{share:.1f} % of {instances.count:,}.",
        ),
        Claim(
            f"A few instances reach the hundreds (with {FEW} jobs, fitted; read as: some, and fewer than one in ten, "
            "are at 100 or above).",
            0 < hundreds < 0.1 * instances.count,
            f"{hundreds:,} of {instances.count:,} are at 100 or more; the largest is {fcfs.max():,.0f}.",
        ),
        Claim(
            "FCFS has no bound, FAIRCAMP has.",
            bool(fcfs.max() > USERS >= fair.max()),
            f"Largest under FCFS {fcfs.max():,.0f}, under FAIRCAMP {fair.max():.1f} with {USERS} users.",
        ),
    )
    return Outcome(measured, claims, (_chart(instances),))


def _chart(instances: Instances) -> Chart:
    x = (*(f"{low:.0f}" for low in EDGES[:-2]), f"{EDGES[-2]:.0f}+")
    series = [
        Series(name, x, tuple((1_000 * np.histogram(values, EDGES)[0] / instances.count).tolist()), kind="bars")
        for name, values in (("FCFS", instances.fcfs), ("FAIRCAMP", instances.faircamp))
    ]
    return Chart(
        "Figure 5: maximum stretch with 20 users",
        "maximum stretch, from",
        "instances of 1,000",
        tuple(series),
        y_log=True,
        caption=(
            f"Median under FCFS {np.median(instances.fcfs):.1f}, mean {instances.fcfs.mean():.1f}: a few instances "
            "carry the mean.",
        ),
    )


EXPERIMENT = Experiment(
    "fig5",
    "Maximum stretch under FCFS, instance by instance",
    WHERE,
    "How is the maximum stretch under FCFS spread over instances with 20 users?",
    (
        *STATED_SETTINGS,
        ("jobs of an instance", f"{FEW}, fitted to the ratios of figure 4", "10,000"),
        ("instances", "40,000 (4,000 at quick scale)", "1,000 (text), 10,000 (caption of figure 4)"),
    ),
    (
        Published(
            BEYOND,
            7,
            SEEN,
            f"{WHERE}: seven that reach the hundreds can be seen; ours with {FEW} jobs, fitted",
            explained=SEVEN,
        ),
    ),
    of_figure,
    run,
    outcome,
    {"quick": 1.0, "full": 10.0},
    (
        "The text counts 10,000 jobs for each instance; here they have 600, about 60 campaigns, which is fitted to "
        "the ratios of figure 4.",
        "Whether figure 5 shows the 1,000 instances of the text or the 10,000 of the caption of figure 4 is not "
        "stated; of 10,000, seven would be 0.7 of 1,000, still farther from ours.",
    ),
    (opening("the first instance with 20 users", {}, *THREE),),
)
