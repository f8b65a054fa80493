"""What browsers and proxies may keep: files whose address names their version for a year, all else is asked again.

Dash puts the version of a package, or the time an own file was changed, into the addresses of scripts and styles; an
address that names another version than the one that is there is not to be kept.
"""

from __future__ import annotations

import re

from flask import Flask, Response, request

YEAR = 365 * 86_400  # s
ASSETS, PACKAGES = "/assets/", "/_dash-component-suites/"
VERSION = re.compile(r"\.v[\w-]+m\d+\.")  # in the name of a package's file, as Dash writes it


def register(server: Flask) -> None:
    """Say of every answer of a server how long it may be kept."""
    server.after_request(with_lifetime)


def with_lifetime(response: Response) -> Response:
    """The answer, saying how long it may be kept; whatever said so already stays."""
    if request.method in ("GET", "HEAD") and response.status_code in (200, 304) and _named(response):
        response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    elif "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-cache"
    return response


def _named(response: Response) -> bool:
    """Whether the address names the version that is answered."""
    if request.path.startswith(PACKAGES):
        return VERSION.search(request.path) is not None
    changed = request.args.get("m", "")
    there = (response.get_etag()[0] or "").partition("-")[0]
    return request.path.startswith(ASSETS) and changed == there != ""
