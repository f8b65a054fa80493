"""Section 4: rejection of tasks, where due dates are mandatory.

A job is due some times its runtime after its submission.  At its submission it is planned as under conservative
backfilling, beside the jobs accepted before it; if it would end after its due date it is rejected, and runs nowhere.
Runtimes are known, so that a plan comes true and is moved by nobody who comes later: whoever is accepted is on time.

A schedule has every job of its workload, so what is accepted is a workload of its own.  It is found job by job: the
first that is late is taken out, and the rest simulated again; nobody before it is moved by that.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 4, which names rejection with the maximum stretch, with
throughput and as a criterion of its own, and has no rule; this one is ours.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.generators import make
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.papers import CHOSEN, Chart, Claim, Experiment, Measured, Opening, Outcome, Part, Result, Series
from scheduler.papers.parallel_tasks_2005.jobs import late, rigid
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from scheduler.statistics.intervals import interval

SLACKS = (1.5, 3.0, 10.0, 30.0)
JOBS, PROCESSORS, LOAD = 150, 32, 1.2
SETTINGS = {"jobs": JOBS, "processors": PROCESSORS, "load": LOAD, "requested_factor": 1.0}
COUNTS = {"quick": 5, "full": 40}
SPREAD = 1_000_000


def parts(scale: str, seed: int) -> list[Part]:
    """One instance a part."""
    return [{"do": "rejection", "seed": seed * SPREAD + at, "label": f"instance {at + 1} of {COUNTS[scale]}"}
            for at in range(COUNTS[scale])]


def run(part: Part) -> list[list[float]]:
    """For every slack: shares of jobs late without rejection, rejected, late of those accepted; mean responses, s."""
    jobs = workload(make("poisson", SETTINGS, part["seed"]))
    everybody = simulate(jobs, "conservative", decisions=None)
    rows = []
    for slack in SLACKS:
        some = accepted(jobs, slack)
        kept = simulate(some, "conservative", decisions=None)
        rows.append([float(late(everybody, slack).mean()), 1 - len(some) / len(jobs), float(late(kept, slack).mean()),
                     float(everybody.response.mean()), float(kept.response.mean())])
    return rows


def accepted(jobs: Workload, slack: float) -> Workload:
    """The jobs that are not rejected."""
    table = jobs.jobs
    rows = np.arange(len(table))
    while True:
        some = rigid(table.submit[rows], table.runtime[rows], table.processors[rows], jobs.platform.processors)
        first = first_late(simulate(some, "conservative", decisions=None), slack)
        if first is None:
            return some
        rows = np.delete(rows, first)


def first_late(schedule: Schedule, slack: float) -> int | None:
    """The row of the first job, by submission, that is late."""
    rows = np.flatnonzero(late(schedule, slack))
    return int(rows[0]) if len(rows) else None


def outcome(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Means over instances, with their intervals."""
    values, measured = np.array(results), []        # values: [instances, slacks, 5]
    for at, slack in enumerate(SLACKS):
        for name, column in (("late where nobody is rejected", 0), ("rejected", 1)):
            measured.append(mean(f"slack {slack:g}: share {name}", values[:, at, column]))
    means = values.mean(axis=0)
    sooner = [f"{without:,.0f} s to {with_:,.0f} s at slack {slack:g}"
              for slack, (*_, without, with_) in zip(SLACKS, means, strict=True)]
    claims = (
        Claim("With rejection the maximum stretch can be guaranteed, close to real time systems.",
              not values[:, :, 2].any(),
              f"In {len(values)} instances and for {len(SLACKS)} due dates {means[:, 2].max():.0%} of the "
              "accepted jobs were late."),
        Claim("Fewer jobs have to be rejected than would be late.", bool(np.all(means[:, 1] < means[:, 0])),
              "; ".join(f"slack {slack:g}: {rejected:.0%} rejected, else {too_late:.0%} late"
                        for slack, (too_late, rejected, *_) in zip(SLACKS, means, strict=True)) + ".", finding=True),
        Claim("Those accepted have a shorter mean response.", bool(np.all(means[:, 4] < means[:, 3])),
              "From " + ", ".join(sooner) + ".", finding=True))
    chart = Chart("Jobs late without rejection, and jobs rejected", "slack: due so many times the runtime after",
                  "share of jobs", tuple(Series(name, SLACKS, tuple(means[:, column].tolist()), kind="points")
                                         for name, column in (("late, nobody rejected", 0), ("rejected", 1))),
                  x_log=True, caption=f"At slack {SLACKS[0]:g} {means[0, 1]:.0%} are rejected in place of "
                  f"{means[0, 0]:.0%} late.")
    return Outcome(tuple(measured), claims, (chart,))


def mean(name: str, values: np.ndarray) -> Measured:
    """The mean of values, one an instance, with its interval."""
    low, high = interval(lambda rows: values[rows].mean(), len(values))
    return Measured(name, float(values.mean()), low, high)


EXPERIMENT = Experiment(
    "rejection", "Rejection of tasks with mandatory due dates", "section 4",
    "How many jobs have to be rejected so that all others are on time?",
    (("jobs", f"{JOBS}, Poisson arrivals, load {LOAD:g}", CHOSEN), ("processors", str(PROCESSORS), CHOSEN),
     ("due dates", "submission + slack x runtime", CHOSEN),
     ("who is rejected", "who would be late when planned at its submission, under conservative backfilling", CHOSEN),
     ("instances", "40; 5 at quick scale", CHOSEN)),
    (), parts, run, outcome, {"quick": 1.6, "full": 13},
    ("The paper names rejection and has no rule of who is rejected; this one is ours.",
     "A schedule here has every job of its workload, so the accepted jobs are simulated as a workload of their own."),
    (Opening("the first instance, with nobody rejected",
             {"kind": "generate", "generator": "poisson", "params": SETTINGS, "seed": 0},
             (("conservative", {}), ("easy", {}))),))
