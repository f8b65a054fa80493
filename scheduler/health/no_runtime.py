"""Jobs without a runtime above 0: cancelled before they started, or a fault of the log."""

import numpy as np

from scheduler.health import Evidence, Finding
from scheduler.health.archive.log_facts import Log, jobs


def look(log: Log) -> Evidence | None:
    """Runtimes of 0 and runtimes below 0, which mean that none is known."""
    zero, below = (int(np.count_nonzero(mask)) for mask in (log["runtime"] == 0, log["runtime"] < 0))
    if not zero + below:
        return None
    parts = ([f"{zero:,} of 0 s"] if zero else []) + ([f"{below:,} unknown"] if below else [])
    return Evidence(f"{jobs(zero + below)} without a runtime above 0: {', '.join(parts)}.", log["runtime"] <= 0)


FINDING = Finding(
    "no_runtime",
    "No runtime",
    10,
    "They are never simulated, so the queue of the log was longer than that of a simulation.",
    look,
    always=True,
    level="info",
)
