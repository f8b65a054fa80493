"""The upload route: a log is streamed to the store in pieces, never held in memory, and answered in one sentence.

The browser sends the plain bytes of the file with the header X-Requested-With, which no other site can set without
asking; its name travels in X-File-Name and is used for showing only.  Limits and names are the store's business.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote

from flask import Flask, Response, jsonify, request

from scheduler.errors import DiskFull, InputError, Refused, StoreError
from scheduler.results.store import Store

PIECE = 1 << 20
DRAINED = 64 << 20      # how much of a refused upload is still read, so that the browser hears why


def register(server: Flask, store: Store) -> None:
    """Add POST /upload to the server."""
    server.add_url_rule("/upload", "upload", lambda: receive(store), methods=["POST"])


def receive(store: Store) -> tuple[Response, int]:
    """Save the body of this request; 200 with the key, or 4xx/5xx with a sentence."""
    if request.headers.get("X-Requested-With") != "fetch":
        return answer(403, "This address takes files from the pages of this dashboard only.")
    name = shown_name(request.headers.get("X-File-Name", ""))
    try:
        saved = store.save_upload(pieces(), name)
    except DiskFull as error:
        return refuse(507, str(error))
    except Refused as error:
        return refuse(413, str(error))
    except InputError as error:
        return refuse(400, str(error))
    except StoreError as error:
        return refuse(503, str(error))
    return jsonify(key=saved.key, name=saved.name, bytes=saved.bytes, plain=saved.plain_bytes), 200


def pieces() -> Iterator[bytes]:
    """The body of this request, a megabyte at a time."""
    while piece := request.stream.read(PIECE):
        yield piece


def refuse(status: int, message: str) -> tuple[Response, int]:
    """An answer given before the body was read to its end: read a little more, or the browser sees a broken line."""
    left = DRAINED
    while left > 0 and (piece := request.stream.read(PIECE)):
        left -= len(piece)
    return answer(status, message)


def answer(status: int, message: str) -> tuple[Response, int]:
    """A sentence as JSON."""
    return jsonify(message=message), status


def shown_name(header: str) -> str:
    """The name of the file as sent, without folders and control characters, at most 120 characters."""
    name = unquote(header).replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(c for c in name if c.isprintable())[:120] or "upload.swf"
