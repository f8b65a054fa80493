"""Jobs without a submit time."""

from scheduler.health import Evidence, Finding
from scheduler.health.archive.log_facts import Log, jobs


def look(log: Log) -> Evidence | None:
    """Submit times below 0, which mean that none is known."""
    unknown = log["submit"] < 0
    count = int(unknown.sum())
    return Evidence(f"{jobs(count)} without a submit time.", unknown) if count else None


FINDING = Finding(
    "no_submit_time",
    "No submit time",
    12,
    "They are never simulated: nobody knows when they joined the queue, and a start time is no submit time.",
    look,
    always=True,
)
