"""Jobs that ended when the time they asked for was over: most of these were killed."""

from scheduler.health import Evidence, Finding
from scheduler.health.archive.log_facts import Log, jobs, verb

GRACE = 60  # s: systems look at their clocks now and then, and jobs take a moment to die


def look(log: Log) -> Evidence | None:
    """Runtime from the requested time to a minute more."""
    over = log["runtime"] - log["requested_time"]
    killed = log.asked & (over >= 0) & (over <= GRACE)
    count = int(killed.sum())
    if not count:
        return None
    return Evidence(
        f"{jobs(count)} ended when the requested time was over, or up to a minute later: "
        f"{verb(count, 'it was', 'they were')} probably killed.",
        killed,
    )


FINDING = Finding(
    "killed_at_limit",
    "Killed at the limit",
    30,
    "Their runtimes are those of the limit, not of the program: with another limit they would run longer.",
    look,
    "The jobs are not simulated; what is left looks better estimated than it was.",
    level="info",
)
