"""Jobs that ran longer than they asked for."""

from scheduler.health import Evidence, Finding
from scheduler.health.archive.log_facts import Log, jobs

MINUTE = 60  # s


def look(log: Log) -> Evidence | None:
    """Runtime above the requested time."""
    over = log["runtime"] - log["requested_time"]
    past = log.asked & (over > 0)
    count, long = int(past.sum()), int((past & (over > MINUTE)).sum())
    if not count:
        return None
    more = f"{long:,}" if long else "none"
    return Evidence(f"{jobs(count)} ran longer than requested, {more} of them by more than a minute.", past)


FINDING = Finding(
    "ran_past_request",
    "Ran past the request",
    31,
    "A policy that plans with requested times cannot run them as recorded: runtimes are cut or requests are raised.",
    look,
    "The jobs are not simulated, and no runtime or request is changed.",
)
