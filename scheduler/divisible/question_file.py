"""A question about a divisible load as a TOML file.

    mode = "single"
    load = 12
    workers = "1/4, 2/2"

or, in place of the last line, a [[workers]] for each worker with speed, bandwidth and latency.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from scheduler.divisible.workers import PARTS
from scheduler.errors import FormatError


def words(content: bytes, name: str) -> dict[str, Any]:
    """The words of a file, not checked yet.  Raises FormatError naming the file."""
    try:
        made = tomllib.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:     # also a number of thousands of digits, or brackets as deep
        raise FormatError(f"{name!r} does not read as TOML: {str(error)[:200]}.") from None
    if isinstance(made.get("workers"), list):
        made["workers"] = ", ".join(_worker(worker, place, name) for place, worker in enumerate(made["workers"]))
    return made


def _worker(worker: Any, place: int, name: str) -> str:
    if not isinstance(worker, Mapping) or not {"speed", "bandwidth"} <= set(worker) <= set(PARTS):
        raise FormatError(f"Worker {place + 1} of {name!r} is {str(worker)[:60]}; wanted: speed and bandwidth, and "
                          "latency where there is one.")
    return "/".join(str(worker[part]) for part in PARTS if part in worker)
