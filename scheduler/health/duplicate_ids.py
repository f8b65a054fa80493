"""Jobs that have the number of another job."""

import numpy as np

from scheduler.health import Evidence, Finding
from scheduler.health.archive.log_facts import Log, jobs


def look(log: Log) -> Evidence | None:
    """Every line whose job number stands on a line before it."""
    ids = log["job_id"]
    _, first = np.unique(ids, return_index=True)
    again = np.ones(len(log), bool)
    again[first] = False
    count = int(again.sum())
    if not count:
        return None
    numbers = len(np.unique(ids[again]))
    return Evidence(
        f"{jobs(count)} with the number of a job before: {numbers:,} number{'s' * (numbers != 1)} used more than once.",
        again,
    )


FINDING = Finding(
    "duplicate_ids",
    "Duplicate job numbers",
    50,
    "They may be one job written twice, requeued or an array; jobs of other runs cannot be matched by their number.",
    look,
    "Of each number only the first job is simulated.",
)
