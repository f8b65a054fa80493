"""Jobs of which the log tells neither how many processors they had nor how many they asked for."""

from scheduler.health import Evidence, Finding
from scheduler.health.archive.log_facts import Log, jobs


def look(log: Log) -> Evidence | None:
    """Jobs with a runtime but no processor count at all."""
    none = log.ran & (log.size <= 0)
    count = int(none.sum())
    return Evidence(f"{jobs(count)} with a runtime but without a processor count.", none) if count else None


FINDING = Finding(
    "no_processors",
    "No processors",
    11,
    "They are never simulated: the work they did is missing from every load and utilization.",
    look,
    always=True,
)
