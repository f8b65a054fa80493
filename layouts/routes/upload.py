"""The upload route: a log is streamed to the store in pieces, never held in memory, and answered in one sentence.

The browser sends the plain bytes of the file with the header X-Requested-With, which no other site can set without
asking; its name travels in X-File-Name and is used for showing only.  Limits and names are the store's business.
A few large files come at once, the next ones wait for their turn, and each has to come at a pace, so that slow ones do
not keep everybody else waiting.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import unquote

from flask import Flask, Response, jsonify, request
from werkzeug.exceptions import ClientDisconnected

from layouts.server.hosts import from_our_pages
from layouts.server.paced import GRACE, RATE
from layouts.server.turns import USUAL, Turns
from layouts.server.web import visitor
from scheduler.errors import DiskFull, InputError, Refused, StoreError
from scheduler.exports import anonymous
from scheduler.formats import parquet, swf
from scheduler.formats.reading import account_tree, several
from scheduler.model.trace import Trace
from scheduler.results import sources
from scheduler.results.queue import deletion
from scheduler.results.store import Store
from scheduler.results.uploads import Upload

LARGER: dict[str, int | None] = {"upload": None}  # the store counts
AT_ONCE = 3  # large uploads under way in this process
PIECE = 1 << 20
DRAINED = 64 << 20  # bytes of a refused upload that are still read, so that the browser hears why
DRAINING = 10.0  # s that takes at most: a thread is not to wait for who sends slowly

NUMBERS = "X-Numbers"  # "yes": replace users, accounts and job names before anything is kept
PLAIN_NAME = re.compile(r"(\.(swf|gz|txt|csv|tsv|json|parquet|gwf|xz|zst|tar))+$", re.IGNORECASE)

BROKEN = "The file was cut off, or came too slowly; send it again, over a faster line or compressed with gzip."


def register(server: Flask, store: Store) -> None:
    """Add POST /upload to the server."""
    turns = Turns(AT_ONCE)
    server.add_url_rule("/upload", "upload", lambda: in_turn(store, turns), methods=["POST"])


def in_turn(store: Store, turns: Turns) -> tuple[Response, int]:
    """The answer to an upload; 403 where it comes from elsewhere, 503 where others took too long to wait for.

    A file that is not larger than usual needs no turn: it is there whole.
    """
    if not from_our_pages():
        return answer(403, "This address takes files from the pages of this dashboard only.")
    if request.content_length is not None and request.content_length <= USUAL:
        return receive(store)
    if not turns.take():
        busy, status = answer(503, f"This server is receiving {AT_ONCE} other files just now; try again in a minute.")
        busy.headers["Retry-After"] = "60"
        return busy, status
    try:
        return receive(store)
    finally:
        turns.end()


def receive(store: Store) -> tuple[Response, int]:
    """Save the body of this request; 200 with the key, or 4xx/5xx with a sentence."""
    name = shown_name(request.headers.get("X-File-Name", ""))
    try:
        saved = store.save_upload(pieces(), name, visitor())
        if request.headers.get(NUMBERS) == "yes":
            saved = numbered(store, saved)
        deletion.claim(store, saved.key, visitor())
    except DiskFull as error:
        return refuse(507, str(error))
    except Refused as error:
        return refuse(413, str(error))
    except InputError as error:
        return refuse(400, str(error))
    except StoreError as error:
        return refuse(503, str(error))
    return jsonify(key=saved.key, name=saved.name, bytes=saved.bytes, plain=saved.plain_bytes), 200


def numbered(store: Store, sent: Upload) -> Upload:
    """The log with numbers in place of names, kept as SWF, or as Parquet where it tells more than SWF holds.

    What was sent is not kept, whether it reads as a log or not, but where somebody has sent it before with its names.
    Raises InputError for a file that does not read as a log.
    """
    try:
        trace = anonymous.numbered(sources.parse(store.upload(sent.key), sent.name))
        content, suffix = plain_file(trace)
    finally:
        if not deletion.is_claimed(store, sent.key):
            store.forget("uploads", sent.key)
    return store.save_upload([content], f"{PLAIN_NAME.sub('', sent.name)}{suffix}", visitor())


def plain_file(trace: Trace) -> tuple[bytes, str]:
    """(content, ending of the name) of the file that keeps a log; with its tree of accounts, where it has one."""
    entry = parquet if trace.names or trace.extra else swf
    content, suffix = entry.write(trace), entry.FORMAT.suffixes[0]
    if not trace.accounts:
        return content, suffix
    return several.archive({f"log{suffix}": content, "accounts.txt": account_tree.written(trace.accounts)}), ".tar"


def pieces() -> Iterator[bytes]:
    """The body of this request, a megabyte at a time; raises InputError where it ends early or comes too slowly."""
    waited, total = 0.0, 0
    while True:
        began = time.monotonic()
        try:
            piece = request.stream.read(PIECE)
        except (OSError, ClientDisconnected):
            raise InputError(BROKEN) from None
        waited, total = waited + time.monotonic() - began, total + len(piece)
        if not piece:
            return
        if waited > GRACE + total / RATE:
            raise InputError(BROKEN)
        yield piece


def refuse(status: int, message: str) -> tuple[Response, int]:
    """An answer given before the body was read to its end: read a little more, or the browser sees a broken line."""
    left, until = DRAINED, time.monotonic() + DRAINING
    with suppress(InputError):
        for piece in pieces():
            left -= len(piece)
            if left <= 0 or time.monotonic() > until:
                break
    return answer(status, message)


def answer(status: int, message: str) -> tuple[Response, int]:
    """A sentence as JSON."""
    return jsonify(message=message), status


def shown_name(header: str) -> str:
    """The name of the file as sent, without folders and control characters, at most 120 characters."""
    name = unquote(header).replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(c for c in name if c.isprintable())[:120] or "upload.swf"
