"""Ticks of a logarithmic axis of processors: powers of two, as machines and allotments are counted."""

from __future__ import annotations

MOST = 8        # ticks, of which more would cover each other


def powers(most: int) -> list[int]:
    """1, 2, 4, .. up to `most`; every second one where they are many."""
    found = [2 ** power for power in range(most.bit_length())]
    return found[::2] if len(found) > MOST else found
