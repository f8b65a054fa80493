"""Jobs that do not tell how long they asked for; how well users estimate is told by the others only."""

import numpy as np

from scheduler.health import Evidence, Finding
from scheduler.health.archive.log_facts import Log, jobs, percent, verb
from scheduler.wording import counted


def look(log: Log) -> Evidence | None:
    """Usable jobs without a requested time; of the others the median of runtime / requested time, at most 1 each."""
    missing = log.usable & ~log.asked
    count, there = int(missing.sum()), int(log.asked.sum())
    if not count:
        return None
    if not there:
        return Evidence("No job has a requested time, so the log does not tell how users estimate.", missing)
    used = np.minimum(log["runtime"][log.asked] / log["requested_time"][log.asked], 1.0)
    return Evidence(
        f"{jobs(count)} {verb(count, 'has', 'have')} no requested time; the {counted(there, 'other')} used "
        f"{percent(float(np.median(used)))} of theirs (median).",
        missing,
    )


FINDING = Finding(
    "no_requested_time",
    "No requested time",
    32,
    "Policies that plan need a request. Where the runtime stands for it, they know these runtimes in advance.",
    look,
    "The jobs are not simulated; estimates of the others are those of their users.",
    filled="unrequested",
)
