"""A file of the Grid Workload Format read from its definition: 29 fields a line, '#' begins a comment."""

from __future__ import annotations

NUMBERS = (
    "job_id",
    "submit",
    "wait",
    "runtime",
    "allocated_processors",
    "average_cpu_time",
    "used_memory",
    "requested_processors",
    "requested_time",
    "requested_memory",
    "status",
)


def jobs(text: str) -> list[dict[str, str]]:
    """{field: text} of each line of 29 fields, in order; user is the 12th field."""
    lines = (line.split() for line in text.splitlines() if not line.lstrip().startswith("#"))
    return [dict(zip((*NUMBERS, "user"), line, strict=False)) for line in lines if len(line) == 29]
