"""Answers are sent compressed where the browser takes that: scripts and styles at their smallest, other text quickly.

Files whose address names their version are compressed once and kept; what a callback answers is compressed as it
comes, and small answers are sent as they are.  Pictures, large downloads and parts of files are left alone.  gzip, of
the standard library, is enough: a first visit is below what is aimed at, and any other way needs a package more.
"""

from __future__ import annotations

import gzip
import re

from flask import Flask, Response, request

from layouts.memory.cache import Cache

LEAST = 2_048  # bytes below which compression saves no packet
MOST = 8_000_000  # bytes: what is larger is a download, and would be held in memory
QUICK, SMALLEST = 4, 9  # levels of gzip
TEXTS = (
    "application/json",
    "application/javascript",
    "text/javascript",
    "text/css",
    "text/html",
    "text/plain",
    "text/csv",
    "image/svg+xml",
)
_FILES = Cache(16_000_000)


def register(server: Flask) -> None:
    """Compress what a server answers.  Call it before all that changes answers: what is registered last runs first."""
    server.after_request(compressed)


def compressed(response: Response) -> Response:
    """The answer, compressed where that is of use; browsers are told that it depends on what they take."""
    if response.mimetype not in TEXTS or response.status_code != 200 or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    if not (request.accept_encodings["gzip"] and _is_whole(response)):
        return response
    response.direct_passthrough = False  # a file is read, not handed to the server as it is
    content = response.get_data()
    if len(content) >= LEAST:
        response.set_data(_packed(response, content))
        response.headers["Content-Encoding"] = "gzip"
        etag, _ = response.get_etag()
        if etag:
            response.set_etag(etag, weak=True)  # the same text, other bytes
    return response


def _is_whole(response: Response) -> bool:
    """Whether all of an answer is there, or in a file; what is sent while it is made is left alone."""
    if request.method == "HEAD" or (response.content_length or 0) > MOST:
        return False
    return response.direct_passthrough or not response.is_streamed


def _packed(response: Response, content: bytes) -> bytes:
    if "immutable" not in response.headers.get("Cache-Control", ""):
        return gzip.compress(content, QUICK, mtime=0)
    key = request.path, response.get_etag()[0], len(content)
    return _FILES.get(key, lambda: gzip.compress(content, SMALLEST, mtime=0))


def prepare(server: Flask) -> None:
    """Compress what the first visitor would wait for: the scripts and styles of a page."""
    client = server.test_client()
    for address in addresses(client.get("/").get_data(as_text=True)):
        client.get(address, headers={"Accept-Encoding": "gzip"}, buffered=True)


def addresses(page: str) -> list[str]:
    """Where the scripts and styles of a page are, those among them that come later: of plotly and of the grid."""
    files = re.findall(r'(?:src|href)="(/[^"]+)"', page)
    return files + [f"/{name}" for name in re.findall(r'content="/?((?:assets|_dash-component-suites)/[^"]+)"', page)]
