"""Times as slurm.conf writes them."""

from __future__ import annotations

import re

ENDLESS = ("UNLIMITED", "INFINITE", "NONE")
TIME = re.compile(r"(?:(\d{1,6})-)?(\d{1,9})(?::(\d{1,9}))?(?::(\d{1,9}))?")


def minutes(text: str) -> float | None:
    """Minutes of "60", "60:30" (minutes and seconds), "1:00:00", "2-12", "2-12:30" or "2-12:30:00"; None without end.

    Raises ValueError for anything else.
    """
    if text.upper() in ENDLESS:
        return None
    match = TIME.fullmatch(text)
    if match is None:
        raise ValueError(text)
    days, *rest = match.groups()
    first, second, third = (int(part) if part else 0 for part in rest)
    if days is not None:
        return 1440.0 * int(days) + 60 * first + second + third / 60
    if rest[2] is not None:
        return 60.0 * first + second + third / 60
    return first + second / 60


def exempt_seconds(text: str) -> int:
    """Seconds of PreemptExemptTime, of which -1 is none; raises ValueError, also for one without end."""
    return 0 if text == "-1" else seconds(text)


def seconds(text: str) -> int:
    """Seconds of such a time; raises ValueError, also for one without end."""
    value = minutes(text)
    if value is None:
        raise ValueError(text)
    return round(60 * value)
