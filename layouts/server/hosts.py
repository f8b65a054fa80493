"""By which names this server is reached, and whether a request comes from its own pages.

A page of another site can have its name point to this machine (DNS rebinding): then the browser takes both for one
site, and lets it read everything.  But such a request names the other site as its host, so only hosts are answered that
nobody else can be called: addresses in digits, this machine, and the names that the setting QUEUESCOPE_HOSTS lists.
What changes something has to come from an own page, too, as far as the browser tells (Origin, Sec-Fetch-Site).
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request
from werkzeug.sansio.utils import host_is_trusted

SETTING = "QUEUESCOPE_HOSTS"  # names with commas or blanks between; .example.org stands for all below it, too
CHANGING = frozenset(("POST", "PUT", "PATCH", "DELETE"))
OPEN = frozenset(("health",))  # endpoints that tell nothing of runs, for probes by any name
HOST = re.compile(r"(?:\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?", re.IGNORECASE)


def register(server: Flask) -> None:
    """Refuse requests to other hosts, and changes that other sites ask for."""
    server.config[SETTING] = names(os.environ.get(SETTING, ""))
    server.before_request(refusal)


def names(setting: str) -> tuple[str, ...]:
    """The names of a setting."""
    return tuple(word.lower() for word in re.split(r"[\s,]+", setting) if word)


def answer_as(host: str) -> None:
    """Page processes that begin from now on answer by the host the server was told to listen on, too."""
    os.environ[SETTING] = f"{os.environ.get(SETTING, '')} {host}"


def refusal() -> Response | None:
    """Why this request is not answered, in a sentence; None where it is."""
    if request.endpoint in OPEN:
        return None
    if not ours(request.host, _listed()):
        return _sentence(
            400,
            f"This server does not answer as {request.host[:80]!r}; whoever runs it lists the names "
            f"it is reached by in the setting {SETTING}.",
        )
    if request.method in CHANGING and not own_origin():
        return _sentence(
            403,
            "This request comes from a page of another site. If it does not, whoever runs this "
            f"server lists the name in the address bar in the setting {SETTING}.",
        )
    return None


def ours(host: str, listed: Sequence[str] = ()) -> bool:
    """Whether a host (with or without port) can only be this server."""
    if not HOST.fullmatch(host):
        return False
    name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    with suppress(ValueError):
        return bool(ip_address(name))
    return name in ("localhost", socket.gethostname().lower()) or (bool(listed) and host_is_trusted(name, listed))


def is_own(origin: str) -> bool:
    """Whether addresses of this server begin so: http or https, and a host that can only be this one."""
    with suppress(ValueError):
        parts = urlsplit(origin)
        return (
            parts.scheme in ("http", "https")
            and origin == f"{parts.scheme}://{parts.netloc}"
            and ours(parts.netloc, _listed())
        )
    return False


def own_origin() -> bool:
    """Whether the browser says that an own page sent this; what tells nothing (a program) is believed.

    A proxy may have given the request another host, so the browser's own word counts first, then the listed names.
    """
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site == "same-origin":
        return True
    if origin is None:
        return site in (None, "none")
    with suppress(ValueError):
        sent = urlsplit(origin).netloc
        return bool(sent) and (sent == request.host or (bool(_listed()) and host_is_trusted(sent, _listed())))
    return False


def from_our_pages() -> bool:
    """Whether a page of this server sent this: with the header that no other site can set unasked, too."""
    return request.headers.get("X-Requested-With") == "fetch" and own_origin()


def _listed() -> tuple[str, ...]:
    return current_app.config.get(SETTING, ())


def _sentence(status: int, text: str) -> Response:
    return Response(f"{text}\n", status, mimetype="text/plain")
