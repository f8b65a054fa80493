"""/health: to everybody that the server answers; to this machine, or to who has the token, how it does.

The variable QUEUESCOPE_HEALTH_TOKEN names a token; then only requests with "Authorization: Bearer TOKEN" are told more,
wherever they come from.  Without one, those from this machine are, unless a proxy on it hands them on for others.
"""

from __future__ import annotations

import hmac
import os
import platform
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.metadata import version
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import psutil
from flask import Flask, Response, jsonify, request

from scheduler import __version__
from scheduler.broker import leases
from scheduler.errors import QueuescopeError
from scheduler.program_files import commit, data_mark
from scheduler.results.queue.registry import RunRegistry

TOKEN = "QUEUESCOPE_HEALTH_TOKEN"
HANDED_ON = ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via")
PACKAGES = ("dash", "plotly", "numba", "numpy", "pandas")


def register(server: Flask, registry: RunRegistry, data: Path, pages: Callable[[], Mapping[str, int]]) -> None:
    """Add GET /health to a server.  data: the folder of its data; pages: tells how its page processes do."""

    @server.get("/health", endpoint="health")
    def health() -> tuple[Response, int]:
        """{status: ok}, and to who may know it the rest; 503 where the registry of runs cannot be read."""
        facts: dict[str, Any] = {"status": "ok"}
        status = 200
        if may_know():
            facts, status = report(registry)
            facts |= {"data": data_mark(data), "pages": dict(pages())}
        return jsonify(facts), status


def may_know() -> bool:
    """Whether who asks is told more than that the server answers."""
    token = os.environ.get(TOKEN)
    if token:
        sent = request.headers.get("Authorization", "")
        return hmac.compare_digest(sent.encode(), f"Bearer {token}".encode())
    with suppress(ValueError):
        return ip_address(request.remote_addr or "").is_loopback and not any(map(request.headers.get, HANDED_ON))
    return False


def report(registry: RunRegistry) -> tuple[dict[str, Any], int]:
    """What a probe is told, and the status it gets."""
    facts: dict[str, Any] = {
        "status": "ok",
        "memory": {
            "process_bytes": psutil.Process().memory_info().rss,
            "machine_available_bytes": psutil.virtual_memory().available,
        },
        "versions": {
            "queuescope": __version__,
            "commit": commit(),
            "python": platform.python_version(),
            **{name: version(name) for name in PACKAGES},
        },
    }
    try:
        facts["queue"] = registry.counts()
        facts["odd_records"] = len(registry.odd)
        facts["workers"] = leases.workers() if registry.remote else {"at_once": registry.limits.at_once}
    except QueuescopeError as error:
        return facts | {"status": "failing", "problem": str(error)}, 503
    return facts, 200
