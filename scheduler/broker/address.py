"""Where the broker is: from the environment or a file of its owner, never from a call; and how it is told in logs.

The address holds a password.  A command line can be read by everybody on a machine, so it is taken from the variable
QUEUESCOPE_BROKER, or from the file that QUEUESCOPE_BROKER_FILE names, which nobody else may read.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from scheduler.errors import InputError

SETTING, FILE = "QUEUESCOPE_BROKER", "QUEUESCOPE_BROKER_FILE"
SCHEMES = ("redis", "rediss")
UNVERIFIED = ("none", "optional", "cert_none", "cert_optional", "false", "no", "0")
SECRET = re.compile(r"//[^/?#]*@")  # a password may hold an @: up to the last one
EXAMPLE = "redis://:password@host:6379/0, or rediss:// for TLS"


def in_use() -> bool:
    """Whether runs are worked off by way of a broker."""
    return bool(os.environ.get(SETTING) or os.environ.get(FILE))


def address() -> str:
    """The address of the broker.  Raises InputError, which never quotes it, where there is none or it is not safe."""
    return checked(os.environ.get(SETTING) or _of_file(os.environ.get(FILE, "")))


def _of_file(name: str) -> str:
    if not name:
        raise InputError(f"No broker is named; set {SETTING} to {EXAMPLE}, or {FILE} to a file that holds it.")
    try:
        status, text = Path(name).stat(), Path(name).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"The file that {FILE} names cannot be read ({getattr(error, 'strerror', None) or error}); "
            "wanted: a file with the address of the broker."
        ) from None
    if status.st_mode & 0o077 or status.st_uid not in (0, os.geteuid()):
        raise InputError(
            f"Others may read the file that {FILE} names, which holds a password; make it yours alone "
            f"(chmod 600 {name})."
        )
    return text


def checked(text: str) -> str:
    """An address; raises InputError where it is none of Redis, or asks for TLS without checking certificates."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in SCHEMES or not parts.hostname or port == 0 or not re.fullmatch(r"/?\d{0,4}", parts.path):
        raise InputError(f"What {SETTING} or {FILE} holds is no address of Redis; wanted: {EXAMPLE}.")
    for name, value in parse_qsl(parts.query):
        if name in ("ssl_cert_reqs", "ssl_check_hostname") and value.lower() in UNVERIFIED:
            raise InputError(
                f"The address of the broker asks for TLS that checks no certificate ({name}={value}); "
                "leave that out, and name your authority with ssl_ca_certs where it is your own."
            )
    return text


def masked(text: str | None = None) -> str:
    """An address without its password and without what follows "?".

    >>> masked("rediss://me:secret@host:6380/1?ssl_ca_certs=x")
    'rediss://***@host:6380/1'
    """
    return SECRET.sub("//***@", address() if text is None else text).partition("?")[0]


def is_encrypted(text: str) -> bool:
    """Whether what is sent to that address is encrypted."""
    return text.startswith("rediss://")


def client() -> Any:
    """The connection of this process to the broker.  Raises InputError where there is none, or redis is missing."""
    return _client(address(), os.getpid())


@cache
def _client(text: str, process: int) -> Any:
    """One a process: a fork has connections of its parent."""
    try:
        import redis
    except ImportError:
        raise InputError(
            "A broker needs the packages celery and redis; install them with pip install "
            "'queuescope[cluster]', or requirements-cluster.txt."
        ) from None
    return redis.Redis.from_url(
        text, socket_timeout=10, socket_connect_timeout=5, health_check_interval=30, decode_responses=False
    )
