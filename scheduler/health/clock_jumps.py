"""Lines whose submit time lies before that of the line above: a clock that was set, or another order of the lines."""

import numpy as np

from scheduler.durations import human
from scheduler.health import Evidence, Finding
from scheduler.health.archive.log_facts import Log, jobs, verb


def look(log: Log) -> Evidence | None:
    """Submit times that go back from one line to the next, unknown ones left out."""
    rows = np.flatnonzero(log["submit"] >= 0)
    submit = log["submit"][rows]
    back = np.zeros(len(log), bool)
    back[rows[1:]] = np.diff(submit) < 0
    count = int(back.sum())
    if not count:
        return None
    most = human(float(-np.diff(submit).min()))
    return Evidence(
        f"{jobs(count)} {verb(count, 'was', 'were')} submitted before the job of the line above, by up to {most}.", back
    )


FINDING = Finding(
    "clock_jumps",
    "Submit times that go back",
    51,
    "Jobs are taken in the order of their submit times: where a clock was set, that is not the order they came in.",
    look,
    "The jobs after each step back are not simulated.",
)
