"""How much a request may bring: bytes, and how deep its JSON is nested.  More is refused before it is parsed.

Parsed JSON takes many times the memory of its text, and code that walks through a value calls itself once a level.  So
both are limited in one place, whether the length was announced or the body comes in chunks of any number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import orjson
from flask import Flask, Response, request
from flask.json.provider import DefaultJSONProvider
from werkzeug.exceptions import RequestEntityTooLarge

MOST = 8 << 20  # bytes of a request, unless its route takes more
DEEPEST = 64  # lists and objects inside each other; what our pages send has about ten
PARTS = 500_000  # lists, objects and values of one JSON
# Matches at every quote, also at one that is never closed, so that the text is read once whatever is in it.
TEXTS = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:["\\]|\Z)', re.DOTALL)
NO_BRACKETS = bytes(sorted(set(range(256)) - set(b"[]{}")))


class Json(DefaultJSONProvider):
    """JSON as browsers write it: without NaN, Infinity and halves of characters; whole numbers of 64 bits at most."""

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """The value of a text."""
        return orjson.loads(s)


def register(server: Flask, larger: Mapping[str, int | None]) -> None:
    """Limit every request to a server.

    larger: {endpoint: bytes} of the routes that take more; None where a route counts for itself.
    """
    server.json = Json(server)
    server.before_request(lambda: admitted(larger))
    server.register_error_handler(
        RequestEntityTooLarge,
        lambda _: refused(
            413,
            f"The request holds more than the {larger.get(request.endpoint or '', MOST):,} bytes this address takes.",
        ),
    )


def admitted(larger: Mapping[str, int | None]) -> Response | None:
    """Set the limit of this request, and look at its JSON; an answer where it is refused."""
    most = larger.get(request.endpoint or "", MOST)
    request.max_content_length = None if most is None else most + 1  # a body in chunks is cut there, not refused
    if not request.is_json or most is None:
        return None
    text = request.get_data()
    if len(text) > most:
        raise RequestEntityTooLarge
    if b"\0" in text:
        return refused(400, "The request is no JSON in UTF-8.")
    bare = TEXTS.sub(b"", text)
    if sum(map(bare.count, (b",", b"[", b"{"))) > PARTS:
        return refused(413, f"The JSON of the request has more than {PARTS:,} parts.")
    if depth(bare) > DEEPEST:
        return refused(400, f"The JSON of the request is nested more than {DEEPEST} deep.")
    return None


def refused(status: int, text: str) -> Response:
    """A sentence."""
    return Response(f"{text}\n", status, mimetype="text/plain")


def depth(bare: bytes) -> int:
    """How many lists and objects of a JSON without its texts are inside each other, at most."""
    brackets = np.frombuffer(bare.translate(None, NO_BRACKETS), np.uint8)
    opens = (brackets == ord("[")) | (brackets == ord("{"))
    return int(np.cumsum(np.where(opens, 1, -1), dtype=np.int32).max(initial=0))
