"""Python for browsers: the files of Pyodide, the worker that runs it, and the loop that plays a program.

    /pyodide/VERSION/NAME       a file of Pyodide, packed as it is kept
    /own-policy/worker.js       the worker, with a content security policy of its own
    /own-policy/loop.py         the loop, the same file that tests and the command line use

The files of Pyodide are a third party's, as its makers publish them (npm: pyodide; layouts/frontend/renew_pyodide.js),
with their license beside them.  Nothing loads them before somebody writes or runs a program.  A program may do what it
likes in its worker, but the policy of the worker's own answer lets it load these files and nothing else, from nowhere
else: no address of this server, no other host, no eval, no further worker.
"""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

from layouts.server.caching import YEAR
from layouts.server.hosts import is_own
from scheduler.program_files import folder
from scheduler.topics.own_policy import loop

PYODIDE = next((folder("assets") / "third_party").glob("pyodide-*[0-9]"))
VERSION = PYODIDE.name.removeprefix("pyodide-")
FOLDER = f"/pyodide/{VERSION}/"
WORKER = Path(__file__).parents[2] / "frontend" / "own_policy" / "worker.js"
LOOP = Path(loop.__file__)
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".zip": "application/zip", ".json": "application/json"}
FILES = {path.name.removesuffix(".gz"): path for path in PYODIDE.iterdir() if path.name != "SHA256SUMS"}
KEPT = f"public, max-age={YEAR}, immutable"


def register(server: Flask) -> None:
    """Add the files to a server."""
    server.add_url_rule(f"{FOLDER}<name>", "pyodide", packed)
    server.add_url_rule("/own-policy/worker.js", "own-policy-worker", worker)
    server.add_url_rule("/own-policy/loop.py", "own-policy-loop", lambda: text(LOOP, "text/plain"))


def packed(name: str) -> Response:
    """A file of Pyodide, as it is kept where the browser takes gzip; its address names its version."""
    path = FILES.get(name)
    if path is None:
        abort(404)
    content, is_packed = path.read_bytes(), path.suffix == ".gz"
    if is_packed and not request.accept_encodings["gzip"]:
        content, is_packed = gzip.decompress(content), False
    response = Response(content, mimetype=TYPES[Path(name).suffix])
    response.headers["Cache-Control"] = KEPT
    response.vary.add("Accept-Encoding")
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    return response


def worker() -> Response:
    """The script of the worker, with the policy that holds for all that runs in it."""
    response = text(WORKER, "text/javascript")
    response.headers["Content-Security-Policy"] = worker_policy(host_of_page() + request.script_root)
    response.headers["Cache-Control"] = "private, no-cache"  # its policy names the host it was asked by
    return response


def host_of_page() -> str:
    """By which host the browser knows this server: a proxy may have given the request another one."""
    page = urlsplit(request.referrer or "")
    return page.netloc if is_own(f"{page.scheme}://{page.netloc}") else request.host


def worker_policy(root: str) -> str:
    """What a worker may load: the files of Pyodide of this server, which may compile WebAssembly.

    root: the host, with the prefix of a proxy.

    No source of a policy names a folder but by its host; without a scheme it is that of the page.
    """
    place = f"{root}{FOLDER}"
    return (
        f"default-src 'none'; script-src {place} 'wasm-unsafe-eval'; connect-src {place}; worker-src 'none'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def text(path: Path, kind: str) -> Response:
    """One of our own files; kept for good where the address names the text that is there."""
    response = Response(path.read_bytes(), mimetype=kind)
    if request.args.get("v") == digest(path):
        response.headers["Cache-Control"] = KEPT
    return response


@cache
def digest(path: Path) -> str:
    """Twelve hex digits that name the text of a file, as it was when it was first asked for."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def addresses() -> dict[str, str]:
    """Where a page finds the worker, the loop and Pyodide, relative to the root of the dashboard."""
    return {
        "worker": f"own-policy/worker.js?v={digest(WORKER)}",
        "loop": f"own-policy/loop.py?v={digest(LOOP)}",
        "pyodide": FOLDER.removeprefix("/"),
    }
