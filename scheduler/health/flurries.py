"""Flurries: one user submits far more than the log is used to.

D. Tsafrir and D. G. Feitelson, Instability in parallel job scheduling simulation: the role of workload flurries, IPDPS
2006, shows that a flurry can decide which policy looks better.  Here it is a week in which one user submits more jobs
than all users together in a usual one (the median over the weeks in which anybody does).  On the logs that the archive
cleaned of flurries the rule finds hardly any.
"""

import numpy as np

from scheduler.durations import WEEK
from scheduler.health import Evidence, Finding
from scheduler.health.archive.log_facts import Log, jobs
from scheduler.model.user_names import label

FEWEST = 100  # jobs; also the fewest of a log in which flurries are looked for
WEEKS = 4  # with submissions: below that nothing is usual
MOST_LISTED = 3


def look(log: Log) -> Evidence | None:
    """The jobs of users in weeks in which they submit more than all users in the usual week."""
    rows = np.flatnonzero((log["submit"] >= 0) & (log["user_id"] >= 0))
    if len(rows) < FEWEST:
        return None
    submit = log["submit"][rows]
    _, week = np.unique((submit - submit.min()) // WEEK, return_inverse=True)
    of_week = np.bincount(week)
    if len(of_week) < WEEKS:
        return None
    usual = float(np.median(of_week))
    users, user = np.unique(log["user_id"][rows], return_inverse=True)
    _, pair, count = np.unique(week * len(users) + user, return_inverse=True, return_counts=True)
    of_job = count[pair] > max(usual, FEWEST - 1)
    if not of_job.any():
        return None
    flurry = np.zeros(len(log), bool)
    flurry[rows[of_job]] = True
    return Evidence(
        f"{jobs(int(flurry.sum()))} of flurries, weeks in which one user submits more than all users "
        f"together in a usual week ({usual:,.0f} jobs): {_listed(log, users[user[of_job]])}.",
        flurry,
    )


def _listed(log: Log, user: np.ndarray) -> str:
    """'user 3 (2,000), user 7 (500)', most jobs first."""
    users, count = np.unique(user, return_counts=True)
    order = np.argsort(-count, kind="stable")
    words = [f"user {label(log.trace, int(users[at]))} ({count[at]:,})" for at in order[:MOST_LISTED]]
    return ", ".join(words) + (f" and {len(users) - MOST_LISTED:,} more" if len(users) > MOST_LISTED else "")


FINDING = Finding(
    "flurries",
    "Flurries",
    60,
    "One user's burst can decide which policy looks better: compare runs with it and without it.",
    look,
    "The jobs of that user in these weeks are not simulated.",
)
