"""Sizes that are all multiples of a number: whole nodes are allocated."""

import numpy as np

from scheduler.health import Evidence, Finding
from scheduler.health.archive.log_facts import Log
from scheduler.wording import counted

FEWEST = 100  # jobs


def look(log: Log) -> Evidence | None:
    """The greatest common divisor of all sizes, where it is above 1."""
    size = log.size[log.usable]
    if len(size) < FEWEST or (size != np.floor(size)).any() or size.max() > 2**53:
        return None
    divisor = int(np.gcd.reduce(size.astype(np.int64)))
    if divisor < 2:
        return None
    nodes, processors = log.trace.number("MaxNodes"), log.trace.number("MaxProcs")
    same = nodes and processors and processors == nodes * divisor
    of_header = f", as many as a node has ({counted(nodes, 'node')} in the header)" if nodes and same else ""
    return Evidence(f"All sizes are multiples of {divisor:,} processors{of_header}.")


FINDING = Finding(
    "node_granularity",
    "Whole nodes",
    71,
    "A job of one processor holds a whole node, so utilization counts processors that did nothing.",
    look,
    level="info",
)
