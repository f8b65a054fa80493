"""What the Parallel Workloads Archive removed of a log for its cleaned version."""

import numpy as np

from scheduler.health import Evidence, Finding
from scheduler.health.archive.known_logs import Filter, is_cleaned, published, recognized
from scheduler.health.archive.log_facts import Log, jobs, verb

MOST_LISTED = 4


def look(log: Log) -> Evidence | None:
    """The jobs that the filters of the archive name, each with the count that the archive states."""
    filters = published(log)
    if not filters:
        return None
    masks = [one.jobs(log) for one in filters]
    every = np.any(masks, axis=0)
    known_log = recognized(log)
    name = f"{known_log.name if known_log else 'a log'} of the Parallel Workloads Archive"
    stated = sum(one.removed for one in filters)
    more = f"; and {len(filters) - MOST_LISTED} more" if len(filters) > MOST_LISTED else ""
    if is_cleaned(log) and not every.any():
        listed = "; ".join(f"{one}: {one.removed:,}" for one in filters[:MOST_LISTED])
        return Evidence(f"This is {name}, cleaned: the archive removed {jobs(stated)} ({listed}{more}).", level="info")
    listed = "; ".join(
        _described(one, int(mask.sum())) for one, mask in zip(filters[:MOST_LISTED], masks, strict=False)
    )
    count = int(every.sum())
    return Evidence(
        f"This is {name}; its cleaned version leaves out {jobs(stated)}, of which {count:,} "
        f"{verb(count, 'is', 'are')} here: {listed}{more}.",
        every,
        level="info" if not count else "",
    )


def _described(one: Filter, here: int) -> str:
    """'user=2: 300 jobs', and what the archive states where that is another number."""
    return f"{one}: {here:,}" + ("" if here == one.removed else f" of {one.removed:,} stated")


FINDING = Finding(
    "published_filter",
    "Filter of the archive",
    61,
    "Papers mostly use the cleaned version: results on the raw log differ where a flurry or a test period is in it.",
    look,
    "The jobs that the archive names are not simulated.",
)
