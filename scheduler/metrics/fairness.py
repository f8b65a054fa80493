"""How evenly users are treated: the normalized user wait time (NUWT), its mean and its spread.

A user's NUWT is the time all their jobs waited over the processor time they all used: 1 means a second of waiting for
each processor-second.  Mean and deviation leave out users with a single job, who can be far off by chance; `uwt` and
`fairness_f` are over everybody.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.analysis.worked_numbers import begin, figure, job_name
from scheduler.metrics import Each, Example, Metric, percentile
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import user_name
from scheduler.wording import counted

SOURCE = "Klusáček and Rudová 2012, formulas 1 to 5"
NUWT = "sum of waits / sum of processors x runtime"
AT_LEAST = 2  # jobs of a user whose NUWT enters mean and deviation


class Nuwt(NamedTuple):
    """One row per user with jobs, in dense-user order."""

    user: np.ndarray  # [users] i8, dense
    value: np.ndarray  # [users] f8, NUWT
    jobs: np.ndarray  # [users] i8, how many


def nuwt(schedule: Schedule) -> Nuwt:
    """Normalized wait of every user; those with AT_LEAST jobs are the ones nuwt_mean and nuwt_std count."""
    jobs = schedule.jobs
    count = np.bincount(jobs.user)
    user = np.flatnonzero(count)
    waited, used = np.bincount(jobs.user, schedule.wait), np.bincount(jobs.user, jobs.runtime * jobs.processors)
    return Nuwt(user, waited[user] / used[user], count[user])


def _counted(schedule: Schedule) -> np.ndarray:
    users = nuwt(schedule)
    return users.value[users.jobs >= AT_LEAST]


def uwt(schedule: Schedule) -> float | None:
    """Mean NUWT over all users."""
    value = nuwt(schedule).value
    return float(np.mean(value)) if len(value) else None


def fairness_f(schedule: Schedule) -> float | None:
    """Sum over all users of (uwt - NUWT)^2."""
    value = nuwt(schedule).value
    return float(np.sum((np.mean(value) - value) ** 2)) if len(value) else None


def nuwt_mean(schedule: Schedule) -> float | None:
    """Mean NUWT over users with at least two jobs."""
    value = _counted(schedule)
    return float(np.mean(value)) if len(value) else None


def nuwt_std(schedule: Schedule) -> float | None:
    """Standard deviation (ddof 0) of NUWT over users with at least two jobs."""
    value = _counted(schedule)
    return float(np.std(value)) if len(value) else None


def nuwt_median(schedule: Schedule) -> float | None:
    """Median NUWT over users with at least two jobs."""
    value = _counted(schedule)
    return float(np.median(value)) if len(value) else None


def nuwt_p90(schedule: Schedule) -> float | None:
    """90th percentile of NUWT over users with at least two jobs, linear between order statistics."""
    value = _counted(schedule)
    return percentile(value, 90) if len(value) else None


def users(schedule: Schedule) -> float:
    """Users with jobs."""
    return len(nuwt(schedule).user)


def users_in_nuwt(schedule: Schedule) -> float:
    """Users with at least two jobs."""
    return len(_counted(schedule))


def each_user(schedule: Schedule, _threshold: float) -> Each:
    """The NUWT of every user, at the first of their jobs."""
    users = nuwt(schedule)
    return Each(np.unique(schedule.jobs.user, return_index=True)[1], users.value)


def each_counted(schedule: Schedule, threshold: float) -> Each:
    """The same of the users with AT_LEAST jobs."""
    counted = nuwt(schedule).jobs >= AT_LEAST
    row, value = each_user(schedule, threshold)
    return Each(row[counted], value[counted])


def _own_jobs(schedule: Schedule, row: int) -> np.ndarray:
    """Rows of the jobs of a job's user."""
    return np.flatnonzero(schedule.jobs.user == schedule.jobs.user[row])


def _alone(schedule: Schedule, row: int) -> str:
    """What follows of a user with a single job."""
    return (
        " It is their only job, so means that leave such users out do not count it."
        if len(_own_jobs(schedule, row)) < AT_LEAST
        else ""
    )


def nuwt_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """The NUWT of the user of one job."""
    own = _own_jobs(schedule, row)
    waited = float(schedule.wait[own].sum())
    used = float(np.dot(schedule.jobs.processors[own].astype(float), schedule.jobs.runtime[own]))
    return (
        f"{begin(job_name(schedule, row))}: NUWT of this user, {counted(len(own), 'job')}: {NUWT} = "
        f"{figure(waited, 's')} / {figure(used, 'processor-s')} = {figure(waited / used)}."
        f"{_alone(schedule, row)}"
    )


def unfairness_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """What the user of one job adds to the sum."""
    users = nuwt(schedule)
    mean, own = float(np.mean(users.value)), float(users.value[users.user == schedule.jobs.user[row]][0])
    return (
        f"{begin(job_name(schedule, row))}: this user adds (UWT - NUWT)^2 = ({figure(mean)} - {figure(own)})^2 = "
        f"{figure((mean - own) ** 2)}."
    )


def count_example(schedule: Schedule, row: int, _threshold: float) -> str:
    """That the user of one job is counted, or why not."""
    number = int(schedule.workload.jobs.user_id[row])
    name = begin(user_name(schedule.workload, number))
    return (
        f"{name}, who submitted job {schedule.workload.jobs.job_id[row]}, has "
        f"{figure(len(_own_jobs(schedule, row)))} of the {counted(len(schedule.jobs), 'job')}.{_alone(schedule, row)}"
    )


METRICS = (
    Metric(
        "uwt",
        "User wait time (UWT)",
        "fairness",
        "",
        "lower",
        f"mean over all users of NUWT = {NUWT}",
        SOURCE,
        uwt,
        pitfall="A user with one tiny job weighs as much as one with thousands.",
        example=Example(nuwt_example, each_user),
    ),
    Metric(
        "fairness_f",
        "Unfairness F",
        "fairness",
        "",
        "lower",
        "sum over all users of (UWT - NUWT)^2",
        SOURCE,
        fairness_f,
        pitfall="A sum: it grows with the number of users, so compare it on the same workload only.",
        example=Example(unfairness_example, each_user, "max"),
    ),
    Metric(
        "nuwt_mean",
        "Mean NUWT",
        "fairness",
        "",
        "lower",
        f"mean over users with at least two jobs of {NUWT}",
        SOURCE,
        nuwt_mean,
        pitfall="Users with a single job are left out; see how many users are counted.",
        main={"jobs": 7},
        heading="Wait per unit of work (NUWT), mean",
        over_all="uwt",
        example=Example(nuwt_example, each_counted),
    ),
    Metric(
        "nuwt_std",
        "Deviation of NUWT",
        "fairness",
        "",
        "lower",
        "standard deviation (ddof 0) of NUWT over users with at least two jobs",
        SOURCE,
        nuwt_std,
        pitfall="Small when everybody waits equally long, also when that is very long.",
        main={"jobs": 8},
        heading="Wait per unit of work (NUWT), deviation",
        over_all="fairness_f",
        example=Example(nuwt_example, each_counted),
    ),
    Metric(
        "nuwt_median",
        "Median NUWT",
        "fairness",
        "",
        "lower",
        f"median over users with at least two jobs of {NUWT}",
        SOURCE,
        nuwt_median,
        pitfall="Says nothing about the half of the users that fared worse.",
        over_all="uwt",
        example=Example(nuwt_example, each_counted),
    ),
    Metric(
        "nuwt_p90",
        "90th percentile of NUWT",
        "fairness",
        "",
        "lower",
        f"90th percentile over users with at least two jobs of {NUWT}",
        SOURCE,
        nuwt_p90,
        pitfall="Silent about the worst tenth of the users.",
        over_all="uwt",
        example=Example(nuwt_example, each_counted),
    ),
    Metric(
        "users",
        "Users",
        "fairness",
        "users",
        "",
        "users with at least one job",
        SOURCE,
        users,
        example=Example(count_example, each_user),
    ),
    Metric(
        "users_in_nuwt",
        "Users in NUWT",
        "fairness",
        "users",
        "",
        "users with at least two jobs",
        SOURCE,
        users_in_nuwt,
        example=Example(count_example, each_counted),
    ),
)
