"""The upload route: a log is copied to the store in pieces, never held in memory, and answered in one sentence.

The browser sends the plain bytes of the file with the header X-Requested-With, which no other site can set without
asking; its name travels in X-File-Name and is used for showing only.  Limits and names are the store's business.  The
door has received the file whole (layouts/web_processes/bodies.py).
"""

from __future__ import annotations

import re
from functools import partial
from urllib.parse import unquote

import orjson
from flask import Flask, Response, jsonify, request

from layouts.server.hosts import from_our_pages
from layouts.server.refusals import refusal
from layouts.server.web import holder, visitor
from scheduler.errors import QueuescopeError
from scheduler.exports import anonymous
from scheduler.formats import parquet, swf
from scheduler.formats.reading import account_tree, several
from scheduler.model.trace import Trace
from scheduler.results import sources
from scheduler.results.limits import PAGE_MEMORY
from scheduler.results.queue import deletion
from scheduler.results.store import Store
from scheduler.results.uploads import Upload

LARGER: dict[str, int | None] = {"upload": None}  # the store counts
PIECE = 1 << 20  # bytes copied at a time
STRANGE = "This address takes files from the pages of this dashboard only."
NUMBERS = "X-Numbers"  # "yes": replace users, accounts and job names before anything is kept
PLAIN_NAME = re.compile(r"(\.(swf|gz|txt|csv|tsv|json|parquet|gwf|xz|zst|tar))+$", re.IGNORECASE)


def register(server: Flask, store: Store) -> None:
    """Add POST /upload to the server."""
    server.add_url_rule("/upload", "upload", lambda: receive(store), methods=["POST"])


def receive(store: Store) -> Response:
    """Save the body of this request; 200 with the key, or 4xx/5xx with a sentence."""
    if not from_our_pages():
        return Response(orjson.dumps({"message": STRANGE}), 403, mimetype="application/json")
    name = shown_name(request.headers.get("X-File-Name", ""))
    try:
        store = store.held_by(holder())
        saved = store.save_upload(iter(partial(request.stream.read, PIECE), b""), name)
        if request.headers.get(NUMBERS) == "yes":
            saved = numbered(store, saved)
        deletion.claim(store, saved.key, visitor())
    except QueuescopeError as error:
        return refusal(error, True)
    return jsonify(key=saved.key, name=saved.name, bytes=saved.bytes, plain=saved.plain_bytes)


def numbered(store: Store, sent: Upload) -> Upload:
    """The log with numbers in place of names, kept as SWF, or as Parquet where it tells more than SWF holds.

    What was sent is not kept, whether it reads as a log or not, but where somebody has sent it before with its names.
    Raises InputError for a file that does not read as a log, and Refused for one that takes longer than an answer may.
    """
    try:
        if cost := sources.estimate({"kind": "upload", "key": sent.key, "name": sent.name}, store):
            sources.check_affordable(cost, sent.name, PAGE_MEMORY, store.limits.answer)
        trace = anonymous.numbered(sources.parse(store.upload(sent.key), sent.name))
        content, suffix = plain_file(trace)
    finally:
        if not deletion.is_claimed(store, sent.key):
            store.forget("uploads", sent.key)
    return store.save_upload([content], f"{PLAIN_NAME.sub('', sent.name)}{suffix}")


def plain_file(trace: Trace) -> tuple[bytes, str]:
    """(content, ending of the name) of the file that keeps a log; with its tree of accounts, where it has one."""
    entry = parquet if trace.names or trace.extra else swf
    content, suffix = entry.write(trace), entry.FORMAT.suffixes[0]
    if not trace.accounts:
        return content, suffix
    return several.archive({f"log{suffix}": content, "accounts.txt": account_tree.written(trace.accounts)}), ".tar"


def shown_name(header: str) -> str:
    """The name of the file as sent, without folders and control characters, at most 120 characters."""
    name = unquote(header).replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(c for c in name if c.isprintable())[:120] or "upload.swf"
