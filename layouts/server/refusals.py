"""What this program raises on purpose, as an answer: the sentence, and a status that says whose turn it is."""

from __future__ import annotations

import orjson
from flask import Response

from scheduler.errors import DiskFull, InputError, QueuescopeError, Refused, StoreError

STATUS: tuple[tuple[type[QueuescopeError], int], ...] = (
    (DiskFull, 507),
    (Refused, 413),
    (InputError, 400),
    (StoreError, 503),
)


def refusal(error: QueuescopeError, of_script: bool) -> Response:
    """Why there is no answer: JSON for our scripts, else a line of text.  An error may have a `status` of its own."""
    status = getattr(error, "status", 0) or next((status for kind, status in STATUS if isinstance(error, kind)), 500)
    if of_script:
        response = Response(orjson.dumps({"message": str(error)}), status, mimetype="application/json")
    else:
        response = Response(f"{error}\n", status, mimetype="text/plain")
    if status == 503:
        response.headers["Retry-After"] = "5"
    return response
