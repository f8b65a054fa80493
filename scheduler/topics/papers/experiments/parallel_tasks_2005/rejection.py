"""Section 4: rejection of tasks, where due dates are mandatory.

Every job is due a constant time after its submission.  At its submission it is planned as under conservative
backfilling, beside the jobs accepted before it; if it would end after its due date it is rejected, and runs nowhere.
Runtimes are known, so that a plan comes true and is moved by nobody who comes later: whoever is accepted is on time.
So the longest response, which the paper calls the maximum stretch, is at most that constant, by construction.

A schedule has every job of its workload, so what is accepted is a workload of its own.  It is found job by job: the
first that is late is taken out, and the rest simulated again; nobody before it is moved by that.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 4, which names rejection with the maximum stretch, with
throughput and as a criterion of its own, and has no rule; this one is ours.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.generators import make
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from scheduler.statistics.intervals import interval
from scheduler.topics.papers.experiments import CHOSEN, Claim, Experiment, Measured, Opening, Outcome, Part, Result
from scheduler.topics.papers.experiments.parallel_tasks_2005.jobs import late_by, rigid

HOURS = (1.0, 4.0, 12.0, 24.0)  # from submission to due date
HOUR = 3_600.0  # s
JOBS, PROCESSORS, LOAD = 150, 32, 1.2
SETTINGS = {"jobs": JOBS, "processors": PROCESSORS, "load": LOAD, "requested_factor": 1.0}
COUNTS = {"quick": 5, "full": 40}
SPREAD = 1_000_000
SHARE, LATE, MEAN, LONGEST, ON_TIME = range(5)  # of facts()
CLOSE = 1 + 1e-9


def parts(scale: str, seed: int) -> list[Part]:
    """One instance a part."""
    return [
        {"do": "rejection", "seed": seed * SPREAD + at, "label": f"instance {at + 1} of {COUNTS[scale]}"}
        for at in range(COUNTS[scale])
    ]


def run(part: Part) -> list[dict[str, list[float]]]:
    """For every due date: what comes of it with nobody rejected, and with those rejected who would be late."""
    jobs = workload(make("poisson", SETTINGS, part["seed"]))
    everybody = simulate(jobs, "conservative", decisions=None)
    rows = []
    for hours in HOURS:
        some = accepted(jobs, hours * HOUR)
        rows.append(
            {
                "everybody": facts(everybody, hours, jobs),
                "accepted": facts(simulate(some, "conservative", decisions=None), hours, jobs),
            }
        )
    return rows


def facts(schedule: Schedule, hours: float, jobs: Workload) -> list[float]:
    """Of a schedule of some of the jobs: [share of them all that it has, share of its own that are late, mean and
    longest response in s, jobs on time for each hour until the last job is due]."""
    too_late = late_by(schedule, hours * HOUR)
    until = float(jobs.jobs.submit.max() - jobs.jobs.submit.min()) / HOUR + hours
    return [
        len(too_late) / len(jobs),
        float(too_late.mean()),
        float(schedule.response.mean()),
        float(schedule.response.max()),
        float((~too_late).sum()) / until,
    ]


def accepted(jobs: Workload, allowed: float) -> Workload:
    """The jobs that are not rejected; allowed: s from submission to due date."""
    table = jobs.jobs
    rows = np.arange(len(table))
    while True:
        some = rigid(table.submit[rows], table.runtime[rows], table.processors[rows], jobs.platform.processors)
        first = first_late(simulate(some, "conservative", decisions=None), allowed)
        if first is None:
            return some
        rows = np.delete(rows, first)


def first_late(schedule: Schedule, allowed: float) -> int | None:
    """The row of the first job, by submission, that is late."""
    rows = np.flatnonzero(late_by(schedule, allowed))
    return int(rows[0]) if len(rows) else None


def outcome(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Means over instances, with their intervals."""
    without, within = (np.array([[row[who] for row in rows] for rows in results]) for who in ("everybody", "accepted"))
    measured = []  # without, within: [instances, due dates, 5]
    for at, hours in enumerate(HOURS):
        due = f"due after {hours:g} h"
        measured += [
            mean(f"{due}: share late where nobody is rejected", without[:, at, LATE]),
            mean(f"{due}: share rejected", 1 - within[:, at, SHARE]),
            mean(f"{due}: jobs on time an hour where nobody is rejected", without[:, at, ON_TIME]),
            mean(f"{due}: jobs on time an hour, with rejection", within[:, at, ON_TIME]),
        ]
    return Outcome(tuple(measured), claims(without, within), (chart(without.mean(axis=0), within.mean(axis=0)),))


def claims(without: np.ndarray, within: np.ndarray) -> tuple[Claim, ...]:
    """[instances, due dates, 5] of everybody and of those accepted: a sentence of the paper, and what we see."""
    every, some, longest = without.mean(axis=0), within.mean(axis=0), within[:, :, LONGEST].max(axis=0) / HOUR
    throughput, rejected, response = (
        tuple(f"{text} at {hours:g} h" for hours, text in zip(HOURS, texts, strict=True))
        for texts in (
            pairs(every[:, ON_TIME], some[:, ON_TIME], ".2f"),
            [f"{1 - a:.0%} rejected, else {b:.0%} late" for a, b in zip(some[:, SHARE], every[:, LATE], strict=True)],
            pairs(every[:, MEAN] / HOUR, some[:, MEAN] / HOUR, ".2f"),
        )
    )
    return (
        Claim(
            "With rejection a bound on the maximum stretch (the longest time from submission to completion) can "
            "be guaranteed, close to real time systems. This holds by construction: whoever would end later is "
            "rejected.",
            not within[:, :, LATE].any() and bool(np.all(longest <= np.array(HOURS) * CLOSE)),
            f"In {len(within)} instances nobody accepted was late; the longest response is "
            + ", ".join(f"{value:.2f} h of {hours:g} h" for hours, value in zip(HOURS, longest, strict=True))
            + f"; with nobody rejected it is {without[:, :, LONGEST].max() / HOUR:,.0f} h.",
        ),
        Claim(
            "With mandatory due dates the throughput, as jobs on time for each hour, is larger with rejection.",
            bool(np.all(some[:, ON_TIME] > every[:, ON_TIME])),
            f"From {', '.join(throughput)}.",
            finding=True,
        ),
        Claim(
            "Fewer jobs have to be rejected than would be late.",
            bool(np.all(1 - some[:, SHARE] < every[:, LATE])),
            f"{', '.join(rejected)}.",
            finding=True,
        ),
        Claim(
            "Those accepted have a shorter mean response.",
            bool(np.all(some[:, MEAN] < every[:, MEAN])),
            f"In hours, from {', '.join(response)}.",
            finding=True,
        ),
    )


def pairs(before: np.ndarray, after: np.ndarray, form: str) -> list[str]:
    """Values with nobody rejected and with rejection, in words."""
    return [f"{a:{form}} to {b:{form}}" for a, b in zip(before, after, strict=True)]


def chart(every: np.ndarray, some: np.ndarray) -> Chart:
    """Means [due dates, 5] of both."""
    shares = {"late, nobody rejected": every[:, LATE], "rejected": 1 - some[:, SHARE]}
    return Chart(
        "Jobs late without rejection, and jobs rejected",
        "hours from submission to due date",
        "share of jobs",
        tuple(Series(name, HOURS, tuple(values.tolist()), kind="points") for name, values in shares.items()),
        x_log=True,
        caption=(f"With {HOURS[0]:g} h {1 - some[0, SHARE]:.0%} are rejected in place of {every[0, LATE]:.0%} late.",),
    )


def mean(name: str, values: np.ndarray) -> Measured:
    """The mean of values, one an instance, with its interval."""
    low, high = interval(lambda rows: values[rows].mean(), len(values))
    return Measured(name, float(values.mean()), low, high)


EXPERIMENT = Experiment(
    "rejection",
    "Rejection of tasks with mandatory due dates",
    "section 4",
    "How many jobs have to be rejected so that all others are on time?",
    (
        ("jobs", f"{JOBS}, Poisson arrivals, load {LOAD:g}", CHOSEN),
        ("processors", str(PROCESSORS), CHOSEN),
        (
            "due dates",
            f"{', '.join(format(hours, 'g') for hours in HOURS)} h after submission, the same for all jobs",
            CHOSEN,
        ),
        ("who is rejected", "who would be late when planned at its submission, under conservative backfilling", CHOSEN),
        ("instances", "40; 5 at quick scale", CHOSEN),
    ),
    (),
    parts,
    run,
    outcome,
    {"quick": 1.6, "full": 13},
    (
        "The paper names rejection and has no rule of who is rejected; this one is ours.",
        "It says that throughput is useful with rejection, and has no number of it; what we measure is ours.",
        "A schedule here has every job of its workload, so the accepted jobs are simulated as a workload of their own.",
    ),
    (
        Opening(
            "the first instance, with nobody rejected",
            {"kind": "generate", "generator": "poisson", "params": SETTINGS, "seed": 0},
            (("conservative", {}), ("easy", {})),
        ),
    ),
)
