"""What users do over time: who is active, how long they think between jobs, and how they submit in bursts.

Numbers of the jobs of a workload as the log recorded them.  A think time is the time from the end of a job to the next
submission of its user; it is negative where the user did not wait for that end.  Zakay and Feitelson, On identifying
user session boundaries in parallel workload logs, JSSPP 2012.  Bursts are those of scheduler.query.submission_times.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.analysis.workloads.workload_profile import edges_over_time
from scheduler.durations import HOUR
from scheduler.model.workload import Workload
from scheduler.query.submission_times import burst_of, by_user

SESSION = 8 * HOUR  # s: who comes back later is taken to have been away
STEPS = 20  # doubling steps of the jobs of a burst: the last one holds all larger


class Activity(NamedTuple):
    """Users and jobs per bin of time."""

    edges: np.ndarray  # [bins + 1] s
    users: np.ndarray  # [bins] how many submit a job
    jobs: np.ndarray  # [bins] submitted
    first: np.ndarray  # [bins] dense number of the user with most jobs; -1 without jobs
    most: np.ndarray  # [bins] jobs of that user


def activity(workload: Workload) -> Activity:
    """How many users submit, and who submits most, over the time of the submissions."""
    edges, jobs = edges_over_time(workload), workload.jobs
    place = np.searchsorted(edges, jobs.submit, "right") - 1
    pair, count = np.unique(place * workload.users + jobs.user, return_counts=True)
    of_bin, user, bins = pair // workload.users, pair % workload.users, len(edges) - 1
    order = np.lexsort((user, -count, of_bin))
    _, top = np.unique(of_bin[order], return_index=True)
    first, most = np.full(bins, -1), np.zeros(bins, np.int64)
    rows = order[top]
    first[of_bin[rows]], most[of_bin[rows]] = user[rows], count[rows]
    return Activity(edges, np.bincount(of_bin, minlength=bins), np.bincount(place, minlength=bins), first, most)


class Thinking(NamedTuple):
    """Times between a job and the next submission of its user."""

    seconds: np.ndarray  # [n] from the end of a job to the next submission of its user; negative: not waited for
    user: np.ndarray  # [n] dense number of the user
    unknown: int  # jobs with a next one whose end the log does not tell


def think_times(workload: Workload) -> Thinking:
    """The think times of all users who are known, in the order of (user, submission)."""
    jobs = workload.as_recorded.jobs
    order = by_user(np.where(jobs.user_id >= 0, jobs.user, -1), jobs.submit)
    before, after = order[:-1], order[1:]
    same = jobs.user[before] == jobs.user[after]
    before, after = before[same], after[same]
    recorded = jobs.recorded_wait[before] >= 0
    end = jobs.submit[before] + jobs.recorded_wait[before] + jobs.runtime[before]
    return Thinking((jobs.submit[after] - end)[recorded], jobs.user[before][recorded], int((~recorded).sum()))


class Bursts(NamedTuple):
    """Bursts by doubling steps of their jobs: 1, 2, 3 to 4, 5 to 8, ..."""

    bursts: np.ndarray  # [steps]
    jobs: np.ndarray  # [steps] in these bursts
    largest: int  # jobs of the largest one
    user: int  # dense number of its user; -1 without jobs
    of_job: np.ndarray  # [n] jobs of the burst a job belongs to; 0 where its user is not known


def bursts(workload: Workload) -> Bursts:
    """How many jobs users submit at once."""
    jobs = workload.jobs
    burst = burst_of(np.where(jobs.user_id >= 0, jobs.user, -1), jobs.submit)
    of_job = np.zeros(len(jobs), np.int64)
    if not (burst >= 0).any():
        return Bursts(np.zeros(1, np.int64), np.zeros(1, np.int64), 0, -1, of_job)
    size = np.bincount(burst[burst >= 0])
    of_job[burst >= 0] = size[burst[burst >= 0]]
    step = np.minimum(np.ceil(np.log2(size)).astype(np.int64), STEPS)
    top = int(size.argmax())
    return Bursts(
        np.bincount(step),
        np.bincount(step, weights=size).astype(np.int64),
        int(size[top]),
        int(jobs.user[int((burst == top).argmax())]),
        of_job,
    )


def jobs_of_step(step: int) -> tuple[int, int]:
    """The jobs of a burst of a step, both included."""
    return (1 if step == 0 else 2 ** (step - 1) + 1), 2**step
