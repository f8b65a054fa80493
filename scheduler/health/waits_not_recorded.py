"""Jobs of which nobody knows how long they waited."""

import numpy as np

from scheduler.health import Evidence, Finding
from scheduler.health.archive.log_facts import Log, jobs


def look(log: Log) -> Evidence | None:
    """Usable jobs with an unknown wait; worse where the header says that submit times are start times."""
    unknown = log.usable & (log["wait"] < 0)
    count, of = int(unknown.sum()), int(np.count_nonzero(log.usable))
    if log.submit_is_start and of:
        return Evidence(
            f"The header says that submit times are start times; {count:,} of {jobs(of)} have no recorded "
            "wait. Replaying this log tells little about waits.",
            level="warning",
        )
    if not count:
        return None
    if count < of:
        return Evidence(f"{count:,} of {jobs(of)} have no recorded wait.", unknown)
    return Evidence("No wait is recorded.")


FINDING = Finding(
    "waits_not_recorded",
    "Waits not recorded",
    41,
    "Simulated waits cannot be compared with those of the real machine.",
    look,
    level="info",
)
