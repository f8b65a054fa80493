"""Figure 5: the distribution of the maximum stretch under FCFS with 20 users."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.papers import Chart, Claim, Experiment, Measured, Outcome, Part, Published, Result, Series
from scheduler.papers.campaign_scheduling_2012.fig4 import COUNTS, FEW, JOBS, STATED_SETTINGS, THREE, estimate, opening
from scheduler.papers.campaign_scheduling_2012.instances import Instances, parts, run

WHERE = "section VII, text and figure 5"
USERS, LOW, HIGH, EXTREME = 20, 10.0, 50.0, 200.0
EDGES = np.concatenate((np.arange(0, 205, 5.0), [np.inf]))
MIDDLE = "FCFS: instances with a maximum stretch from 10 to 50"
BEYOND = "FCFS: instances above 200, of 1,000"


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
        return float(1_000 * (fcfs[rows] > EXTREME).mean())

    measured = (estimate(MIDDLE, middle, instances.count), estimate(BEYOND, beyond, instances.count),
                Measured("FCFS: median of the maximum stretch", float(np.median(fcfs))),
                Measured("FCFS: mean of the maximum stretch", float(fcfs.mean())),
                Measured("FCFS: largest maximum stretch", float(fcfs.max())))
    hundreds, share = int((fcfs >= 100).sum()), middle(np.arange(instances.count))
    claims = (
        Claim("The overwhelming majority of instances lies between 10 and 50 (read as: more than 80 %).",
              share > 80, f"{share:.1f} % of {instances.count:,}.", corrected=JOBS),
        Claim("A few instances reach the hundreds.", 0 < hundreds < 0.1 * instances.count,
              f"{hundreds:,} of {instances.count:,} are at 100 or more; the largest is {fcfs.max():,.0f}."),
        Claim("FCFS has no bound, FAIRCAMP has.", bool(fcfs.max() > USERS >= fair.max()),
              f"Largest under FCFS {fcfs.max():,.0f}, under FAIRCAMP {fair.max():.1f} with {USERS} users."),
    )
    return Outcome(measured, claims, (_chart(instances),))


def _chart(instances: Instances) -> Chart:
    x = (*(f"{low:.0f}" for low in EDGES[:-2]), f"{EDGES[-2]:.0f}+")
    series = [Series(name, x, tuple((1_000 * np.histogram(values, EDGES)[0] / instances.count).tolist()), kind="bars")
              for name, values in (("FCFS", instances.fcfs), ("FAIRCAMP", instances.faircamp))]
    return Chart("Figure 5: maximum stretch with 20 users", "maximum stretch, from", "instances of 1,000",
                 tuple(series), y_log=True,
                 caption=f"Median under FCFS {np.median(instances.fcfs):.1f}, mean {instances.fcfs.mean():.1f}: a few "
                 "instances carry the mean.")


EXPERIMENT = Experiment(
    "fig5", "Maximum stretch under FCFS, instance by instance", WHERE,
    "How is the maximum stretch under FCFS spread over instances with 20 users?",
    (*STATED_SETTINGS, ("jobs of an instance", f"{FEW}", "10,000"),
     ("instances", "40,000 (4,000 at quick scale)", "1,000 (text), 10,000 (caption of figure 4)")),
    (Published(BEYOND, 7, None, f"{WHERE}: seven can be seen, of an unclear number of instances",
               decided_by="Whether the figure shows the 1,000 instances of the text or the 10,000 of the caption of "
                          "figure 4; with 10,000 seven would be 0.7 of 1,000."),),
    of_figure, run, outcome, {"quick": 1.0, "full": 10.0},
    ("The text counts 10,000 jobs for each instance; the distribution it describes belongs to instances of about 60 "
     "campaigns, as figure 4 does.",),
    (opening("the first instance with 20 users", {}, *THREE),))
