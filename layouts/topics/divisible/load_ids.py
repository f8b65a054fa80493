"""The name of every component of the page of a divisible load."""

from __future__ import annotations

from typing import Any

FORM = "load-form"  # the fields, filled as the address says
WORKERS = "load-workers"  # the rows of workers
SAMPLE = "load-sample"  # which example to show
ADD = "load-add"
MESSAGE = "load-said"  # what is wrong with the question
LINK_MESSAGE = "load-link-said"  # what could not be read of the link
ANSWER = "load-answer"
LINK = "load-link"  # store: the address of what is shown, which the browser writes into its bar
SAVED = "load-saved"  # store: nothing ever, the output of that


def worker(row: Any, part: Any) -> dict[str, Any]:
    """A number of a worker of a divisible load; part: speed, bandwidth, latency, or remove, the button."""
    return {"type": "load-worker", "row": row, "part": part}


def field(name: Any) -> dict[str, Any]:
    """The place of a field of a divisible load, which is hidden where it is not asked."""
    return {"type": "load-field", "name": name}
