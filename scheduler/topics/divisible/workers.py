"""Workers in one line of text: "4/2, 2/1/0.5" are two of them, each speed/bandwidth or speed/bandwidth/latency.

What is left out is that of the worker before: in "4/2, 3, 1" all have a bandwidth of 2, as in a bus.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from scheduler.errors import ParamError
from scheduler.topics.divisible.platform import MOST_WORKERS, Worker

WANTED = "speed/bandwidth or speed/bandwidth/latency, such as 4/2 or 2/1/0.5"
PARTS = ("speed", "bandwidth", "latency")
LOW, HIGH = 1e-6, 1e6  # of speeds and bandwidths, units/s; latencies from 0, s
LONGEST = 4_000  # characters


def read(text: str) -> tuple[Worker, ...]:
    """The workers of a text.  Raises ParamError: what was found, where, what is wanted."""
    if len(text) > LONGEST:
        raise ParamError(f"workers has {len(text):,} characters; wanted: at most {LONGEST:,}.")
    workers: list[Worker] = []
    for place, part in enumerate(text.strip().rstrip(",").split(",")):
        workers.append(_worker(part.strip(), place, workers[-1] if workers else None))
    if len(workers) > MOST_WORKERS:
        raise ParamError(f"workers names {len(workers)} workers; wanted: at most {MOST_WORKERS}.")
    return tuple(workers)


def _worker(text: str, place: int, before: Worker | None) -> Worker:
    numbers = [_number(part, name, place) for part, name in zip(text.split("/"), PARTS, strict=False)]
    if text.count("/") > 2 or (len(numbers) < 2 and before is None):
        raise ParamError(f"Worker {place + 1} is {text[:40]!r}; wanted: {WANTED}.")
    bandwidth = numbers[1] if len(numbers) > 1 else before.bandwidth if before else numbers[0]
    latency = numbers[2] if len(numbers) > 2 else before.latency if before and len(numbers) == 1 else 0.0
    return Worker(numbers[0], bandwidth, latency)


def _number(text: str, name: str, place: int) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    low = 0.0 if name == "latency" else LOW
    if not low <= number <= HIGH:
        entry = "missing" if text.strip() in ("", "?") else repr(text[:40])
        raise ParamError(
            f"The {name} of worker {place + 1} is {entry}; wanted: a number from {low:g} to {HIGH:g} ({WANTED})."
        )
    return number


def write(workers: Sequence[Worker]) -> str:
    """The text of workers, nothing left out but latencies of 0."""
    return ", ".join(
        "/".join(f"{part:.12g}" for part in (w.speed, w.bandwidth, *([w.latency] if w.latency else [])))
        for w in workers
    )
