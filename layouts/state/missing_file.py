"""A file that arrives while the page shows a link that needs one: is it that file?"""

from __future__ import annotations

from typing import Any, Protocol

from layouts.state import link
from layouts.state.link import Link
from layouts.state.origin import DIGITS


class Serving(Protocol):
    """What has a store."""

    @property
    def store(self) -> Any: ...


def wanted(services: Serving, path: Any, search: Any) -> Link | None:
    """The link of the page where it needs a file that this server does not have; else None."""
    asked = link.read(search) if str(path or "").rstrip("/") == "/compare" and isinstance(search, str) else Link()
    return asked if asked.origin and asked.workload and not services.store.has_workload(asked.workload) else None


def wrong_file_message(needed: Link, name: str, sha256: str) -> str:
    """What is said of a file that is not the one; empty where it is."""
    file = needed.origin
    if file is None or file.matches(sha256):
        return ""
    return (
        f"{name} (sha256 {short_hash(sha256)}) is another file than the one this link needs, {file.name} (sha256 "
        f"{short_hash(file.sha256)}). Nothing has changed: drop that one here, or open {name} on the Workload page."
    )


def short_hash(sha256: str) -> str:
    """How a hash begins."""
    return f"{sha256[:DIGITS]}…"
