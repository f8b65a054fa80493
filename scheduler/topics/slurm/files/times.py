"""Times as Slurm writes them: lengths of slurm.conf, and instants."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import NamedTuple

ENDLESS = ("UNLIMITED", "INFINITE", "NONE")
NEVER = 10**9  # s after which something happens that never does; a number, so that files can hold it
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


def over_run(text: str) -> int:
    """Seconds of ResvOverRun, which is in minutes; NEVER where it has no end.  Raises ValueError.

    >>> over_run("5"), over_run("UNLIMITED")
    (300, 1000000000)
    """
    if text.upper() in ("UNLIMITED", "INFINITE"):
        return NEVER
    if not text.isdecimal() or 60 * int(text) >= NEVER:
        raise ValueError(text)
    return 60 * int(text)


def over_run_text(seconds: float) -> str:
    """The least ResvOverRun, in minutes, of so many seconds; UNLIMITED of NEVER."""
    return "UNLIMITED" if seconds >= NEVER else str(-(-round(seconds) // 60))


def seconds(text: str) -> int:
    """Seconds of such a time; raises ValueError, also for one without end."""
    value = minutes(text)
    if value is None:
        raise ValueError(text)
    return round(60 * value)


def time_text(seconds: float) -> str:
    """ "2-12:30:00" of whole seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 1440}-{minutes // 60 % 24:02d}:{minutes % 60:02d}:{rest:02d}"


class Moment(NamedTuple):
    """An instant; clock: "log" for seconds of the log, "unix" for seconds since 1970 in UTC, "local" for seconds since
    1970-01-01 00:00 on the clock of the machine."""

    clock: str
    seconds: float


def moment(text: str) -> Moment:
    """The instant that is meant by "3600", "@1772438400" or "2026-03-02T08:00:00"; raises ValueError.

    >>> moment("@60"), moment("1970-01-02T00:00:01")
    (Moment(clock='unix', seconds=60.0), Moment(clock='local', seconds=86401.0))
    """
    number = text.removeprefix("@")
    if re.fullmatch(r"\d{1,12}(\.\d{1,6})?", number):
        return Moment("unix" if text.startswith("@") else "log", float(number))
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?", text):
        raise ValueError(text)
    return Moment("local", datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())
