"""Visitors of tests, and the addresses they come from."""

from __future__ import annotations

from scheduler.results.holders import Holder


def asking(visitor: str, address: str = "192.0.2.1") -> Holder:
    """Who asks, as the server writes it down."""
    return Holder.of(visitor, address, b"of the tests")
