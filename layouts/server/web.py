"""What every answer of the server carries: security headers, who is asking, and pages for what does not exist."""

from __future__ import annotations

import base64
import hashlib
import os
import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, current_app, g, has_request_context, request, session
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from layouts.server import bodies, caching, calls, compression, hosts
from layouts.server.refusals import refusal
from scheduler.errors import DiskFull, QueuescopeError
from scheduler.results.folders import NO_SPACE, is_full
from scheduler.results.holders import NOBODY, Holder, network

if TYPE_CHECKING:
    from dash import Dash

VISITOR, NEW = "visitor", "has_new_cookie"
GUESSED = "QUEUESCOPE_GUESSED"  # in what a page process is told: s until codes of its address are answered again
DAYS = 90
SECURE = "QUEUESCOPE_SECURE_COOKIES"  # "yes": browsers send the cookie over HTTPS only


def register(
    app: Dash,
    secret: bytes,
    pages: Sequence[str],
    inline: Iterable[str],
    larger: Mapping[str, int | None],
    shapes: Mapping[str, Any],
) -> None:
    """Headers, cookie, limits and the 404 status.  Call it after every callback is declared (inline scripts).

    pages: the paths that exist.  inline: the scripts of the index page, which the policy has to allow.
    larger: see bodies.register(); shapes: see calls.register().
    """
    server = app.server
    with_cookies(server, secret)
    policy = content_policy([*app.csp_hashes(), *(script_hash(script) for script in inline)])
    compression.register(server)
    server.after_request(lambda response: with_security_headers(response, policy))
    caching.register(server)
    hosts.register(server)
    bodies.register(server, larger)
    server.register_error_handler(QueuescopeError, refused)
    server.register_error_handler(OSError, full)
    calls.register(app, shapes)
    only_pages(server, frozenset(pages))


def refused(error: QueuescopeError) -> Response:
    """What no route has an answer for: the registry of runs or the disk cannot be used."""
    return refusal(error, request.path.endswith(".json") or request.headers.get("X-Requested-With") == "fetch")


def full(error: OSError) -> Response:
    """A disk without space that nobody has told in words; other errors stay faults."""
    if not is_full(error):
        raise error
    return refused(DiskFull(NO_SPACE))


class Signer(TimestampSigner):
    """Signs the cookie.  Its age does not count, which is the browser's business: where the clock was ahead and is set
    right, what was signed meanwhile is from the future, and who has it would be taken for somebody else.
    """

    def unsign(self, signed_value: Any, max_age: Any = None, return_timestamp: Any = False) -> Any:
        """What was signed, as TimestampSigner has it."""
        return super().unsign(signed_value, None, return_timestamp)


class Sessions(SecureCookieSessionInterface):
    """The cookie, as Flask has it, of any age."""

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """What reads and writes it."""
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = Signer
        return serializer


def with_cookies(server: Flask, secret: bytes) -> None:
    """The server signs its cookie, and reads it."""
    server.secret_key = secret
    server.session_interface = Sessions()
    server.config.update(
        SESSION_COOKIE_NAME="queuescope",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=DAYS * 86_400,
        SESSION_REFRESH_EACH_REQUEST=False,
        SESSION_COOKIE_SECURE=os.environ.get(SECURE) == "yes",
    )


def content_policy(hashes: Sequence[str]) -> str:
    """Nothing from elsewhere, no inline script but these; styles inline, as plotly and Mantine set them."""
    return "; ".join(
        [
            "default-src 'self'",
            "script-src 'self' " + " ".join(hashes),
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "connect-src 'self'",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    )


def script_hash(script: str) -> str:
    """How a content security policy names an inline script."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() + "'"


def with_security_headers(response: Response, policy: str) -> Response:
    """The response with its security headers."""
    response.headers.setdefault("Content-Security-Policy", policy)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["X-Frame-Options"] = "DENY"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
    return response


def visitor() -> str:
    """Who is asking: a random id in a signed cookie, made at the first request that needs one."""
    if VISITOR not in session:
        session[VISITOR] = secrets.token_hex(12)
        session.permanent = True
        setattr(g, NEW, True)
    return session[VISITOR]


def address_of(environ: Mapping[str, Any]) -> str:
    """Where a request comes from: the address that a proxy on this machine tells, else the other side's own.

    What counts as one address is one here (holders.network).
    """
    address = str(environ.get("REMOTE_ADDR") or "")
    forwarded = str(environ.get("HTTP_X_FORWARDED_FOR") or "").rpartition(",")[2].strip()
    with suppress(ValueError):
        address = str(ip_address(forwarded)) if forwarded and ip_address(address).is_loopback else address
    return network(address)


def holder() -> Holder:
    """Who asks, and for whom what comes of it is kept; nobody outside of a request.

    Who sends no cookie gets one, and is this once whoever comes from the address without.
    """
    if not has_request_context():
        return NOBODY
    name, address, secret = visitor(), address_of(request.environ), current_app.secret_key or b""
    name = address if address and g.get(NEW) else name
    return Holder.of(name, address, secret.encode() if isinstance(secret, str) else secret)


def only_pages(server: Flask, pages: frozenset[str]) -> None:
    """Paths that are no page answer 404 - with the shell, which says so and offers the way back."""

    def is_index() -> bool:
        return request.url_rule is not None and request.url_rule.rule in ("/", "/<path:path>")

    def missing(response: Response) -> Response:
        if is_index() and (request.path.rstrip("/") or "/") not in pages:
            response.status_code = 404
        return response

    server.before_request(lambda: visitor() and None if is_index() else None)
    server.after_request(missing)
