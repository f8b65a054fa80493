"""Recorded starts that use more processors at once than the machine has."""

import numpy as np

from scheduler.health import Evidence, Finding
from scheduler.health.archive.log_facts import Log
from scheduler.wording import counted


def look(log: Log) -> Evidence | None:
    """The most processors in use at once by the recorded starts, with and without jobs that never had processors.

    Where waits are unknown there are no recorded starts, but for a log whose header says that submit times are those.
    """
    wait = np.where(log["wait"] < 0, 0.0, log["wait"]) if log.submit_is_start else log["wait"]
    placed = log.usable & (wait >= 0)
    peak = most_at_once(log, placed, wait)
    if not 0 < log.processors < peak:
        return None
    words = f"At its fullest the log holds {peak:,} of {counted(log.processors, 'processor')}"
    without = placed & ~log.never_allocated
    if (without != placed).any():
        words += f"; {most_at_once(log, without, wait):,} without the jobs that never had any"
    return Evidence(f"{words}.")


def most_at_once(log: Log, placed: np.ndarray, wait: np.ndarray) -> int:
    """Processors in use at the fullest instant; ends come before starts at one time."""
    start = (log["submit"] + wait)[placed]
    size = np.ceil(log.size[placed])
    time = np.concatenate([start + log["runtime"][placed], start])
    change = np.concatenate([-size, size])
    order = np.argsort(time, kind="stable")  # ends stand first among equal times
    return int(np.cumsum(change[order]).max(initial=0))


FINDING = Finding(
    "peak_above_machine",
    "More used than there is",
    40,
    "No schedule can do that, so the recorded run is not ranked, nothing is called better beside it, and it does not "
    "set the axes of the others.",
    look,
)
