"""Jobs that were cancelled without ever having processors, and have a runtime all the same.

The archive says that a job which was cancelled before it started has a runtime of 0 or no processors; some logs have a
runtime all the same (63, 180 or 1,801 s in SDSC-BLUE), which is no time on processors.
"""

from scheduler.health import Evidence, Finding
from scheduler.health.archive.log_facts import Log, jobs, verb


def look(log: Log) -> Evidence | None:
    """Status 5, a runtime, processors asked for but none allocated, where the log tells allocations."""
    never = log.never_allocated & log.usable
    count = int(never.sum())
    if not count:
        return None
    return Evidence(
        f"{jobs(count)} {verb(count, 'has', 'have')} a runtime but {verb(count, 'was', 'were')} cancelled "
        "without ever having processors (status 5, none allocated).",
        never,
    )


FINDING = Finding(
    "never_allocated",
    "Never allocated",
    20,
    "Kept, they run on the processors they asked for: load and peak use are higher than they ever were.",
    look,
    "The jobs are not simulated.",
    ("unallocated", "drop", "keep"),
)
