"""A prefix before all paths, where a proxy serves more than this program: https://lab.example.org/queuescope/.

The setting QUEUESCOPE_PREFIX names it.  Everything in this program speaks of paths without it.  A request loses it
here, whether the proxy has taken it off or not, and addresses in answers get it: href, src and source in JSON and HTML.
In the browser withPrefix() of frontend/internals.js does the same for what scripts make.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from flask import Response, request

from layouts.server.calls import ROUTE
from scheduler.errors import InputError

if TYPE_CHECKING:
    from dash import Dash

SETTING = "QUEUESCOPE_PREFIX"
PREFIX = re.compile(r"(/(?!\.)[A-Za-z0-9._~-]{1,60}){1,4}")
KINDS = ("application/json", "text/html")
ATTRIBUTES = "href|src|source|action"
SLASH = r"(?:/|\\u002f)"  # Dash writes some of them so
PLACE = "url"  # the dcc.Location, whose pathname is that of the browser


def of_setting(text: str | None = None) -> str:
    """The prefix without a slash at its end, "" none.  Raises InputError, one sentence."""
    prefix = (os.environ.get(SETTING, "") if text is None else text).strip().rstrip("/")
    if prefix and not PREFIX.fullmatch(prefix):
        raise InputError(f"{SETTING} is {prefix[:60]!r}; wanted: the path before all addresses, such as /queuescope.")
    return prefix


def register(app: Dash, prefix: str) -> None:
    """Serve below the prefix; nothing is done without one.  Call it after all that answers and packs is registered."""
    if not prefix:
        return
    server = app.server
    server.config["SESSION_COOKIE_PATH"] = f"{prefix}/"
    server.wsgi_app = below(server.wsgi_app, prefix)
    server.before_request_funcs.setdefault(None, []).insert(0, lambda: own_paths(prefix))
    addresses = address_pattern(prefix)
    server.after_request(lambda response: prefixed(response, prefix, addresses))


def below(serve: Callable[..., Iterable[bytes]], prefix: str) -> Callable[..., Iterable[bytes]]:
    """The same application below a prefix: its part of the path goes into SCRIPT_NAME."""

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        if path == prefix:
            start_response("308 Permanent Redirect", [("Location", f"{prefix}/"), ("Content-Length", "0")])
            return []
        if path.startswith(f"{prefix}/"):
            environ["PATH_INFO"] = path[len(prefix) :]
        environ["SCRIPT_NAME"] = prefix
        return serve(environ, start_response)

    return application


def own_paths(prefix: str) -> None:
    """Take the prefix off the path of the page that a callback is told."""
    if request.endpoint != ROUTE or request.method != "POST":
        return
    body = request.get_json(silent=True)  # kept by Flask: Dash is given the same
    if not isinstance(body, dict):
        return
    for part in ("inputs", "state"):
        entries = body.get(part)
        for entry in entries if isinstance(entries, list) else ():
            if isinstance(entry, dict) and entry.get("id") == PLACE and entry.get("property") == "pathname":
                entry["value"] = within(entry.get("value"), prefix)


def within(path: Any, prefix: str) -> Any:
    """A path without the prefix.

    >>> within("/lab/compare", "/lab"), within("/lab", "/lab"), within("/labels", "/lab")
    ('/compare', '/', '/labels')
    """
    if not isinstance(path, str) or not f"{path}/".startswith(f"{prefix}/"):
        return path
    return path[len(prefix) :] or "/"


def address_pattern(prefix: str) -> re.Pattern[bytes]:
    """Where an address of this server stands in JSON or HTML, without the prefix."""
    ahead = re.escape(prefix).replace("/", SLASH)
    before = rf"""("(?:{ATTRIBUTES})":"|\b(?:{ATTRIBUTES})=["']|url\()"""
    return re.compile(rf"{before}(?={SLASH}(?!{SLASH}))(?!{ahead}{SLASH})".encode())


def prefixed(response: Response, prefix: str, addresses: re.Pattern[bytes]) -> Response:
    """The answer with the prefix in its addresses."""
    where = response.headers.get("Location", "")
    if where.startswith("/") and not f"{where}/".startswith(f"{prefix}/"):
        response.headers["Location"] = prefix + where
    if response.mimetype in KINDS and not response.is_streamed and not response.direct_passthrough:
        response.set_data(addresses.sub(lambda match: match[1] + prefix.encode(), response.get_data()))
    return response
