"""Jobs that a number is not about, as the log does not tell of them what it needs."""

from __future__ import annotations

from layouts.theme import counted


def left_out(count: int, lacking: str) -> list[str]:
    """["3 jobs without a known end are left out."]; empty where there is none.  lacking: "a known end"."""
    return [f"{counted(count, 'job')} without {lacking} {'is' if count == 1 else 'are'} left out."] if count else []
