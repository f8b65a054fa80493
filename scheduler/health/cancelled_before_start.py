"""Jobs that were cancelled while they waited."""

from scheduler.health import Evidence, Finding
from scheduler.health.archive.log_facts import CANCELLED, Log, jobs, verb


def look(log: Log) -> Evidence | None:
    """Status 5, cancelled, and no runtime above 0."""
    gone = (log["status"] == CANCELLED) & ~log.ran
    count = int(gone.sum())
    return Evidence(f"{jobs(count)} {verb(count, 'was', 'were')} cancelled before the start.", gone) if count else None


FINDING = Finding(
    "cancelled_before_start",
    "Cancelled before the start",
    13,
    "They are never simulated, though they stood in the queue: their users may have waited too long.",
    look,
    always=True,
    level="info",
)
