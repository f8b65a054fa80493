"""A user who has a large part of the log."""

import numpy as np

from scheduler.health import Evidence, Finding
from scheduler.health.archive.log_facts import Log, percent
from scheduler.model.user_names import label

LARGE = 0.25  # of the jobs or of the work
FEWEST = 100  # jobs


def look(log: Log) -> Evidence | None:
    """The user with the largest share of work or of jobs, where that is a quarter or more and there are others."""
    rows = np.flatnonzero(log.usable & (log["user_id"] >= 0))
    users, user = np.unique(log["user_id"][rows], return_inverse=True)
    if len(rows) < FEWEST or len(users) < 2:
        return None
    share = np.bincount(user) / log.usable.sum()
    area = log.size * log["runtime"]
    work = np.bincount(user, area[rows]) / area[log.usable].sum()
    first = int(np.argmax(np.maximum(share, work)))
    if max(share[first], work[first]) < LARGE:
        return None
    return Evidence(
        f"User {label(log.trace, int(users[first]))} has {percent(float(share[first]))} of the jobs and "
        f"{percent(float(work[first]))} of the work.",
        log["user_id"] == users[first],
    )


FINDING = Finding(
    "one_user",
    "One user's share",
    62,
    "Means over jobs are mostly this user's: look at means over users as well.",
    look,
    "The jobs of this user are not simulated.",
    level="info",
)
