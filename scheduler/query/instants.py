"""Instants and lengths of time as text: seconds, lengths with units, the clock of a log, dates.

The fields of the pages, links, the command line and the language of questions read them by this module alone.  A date
is what the clock of the machine shows; which second of the log that is, only a calendar (scheduler.model.calendars)
knows.

>>> read("2d4h"), read("1 d 00:00:30"), str(read("3 Nov 1996 14:30")), str(read("2012-06"))
(187200.0, 86430.0, '1996-11-03T14:30', '2012-06')
"""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

import numpy as np

from scheduler.durations import DAY, HOUR, MINUTE, WEEK, YEAR, number
from scheduler.errors import QueryError

EPOCH = datetime(1970, 1, 1)
FAR = 2.0**53  # numbers beyond it are not exact
LONGEST = 60  # characters of an instant that stands alone
UNITS = {"s": 1, "min": MINUTE, "h": HOUR, "d": DAY, "wk": WEEK, "w": WEEK, "y": YEAR}
SHORT = (("d", DAY), ("h", HOUR), ("min", MINUTE), ("s", 1))  # units a length is written with
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
TIMES = "90, 30s, 10min, 2h, 1d, 4wk or 2d4h"
WITHOUT_DATES = "seconds since its start, or a length of time such as 36h or 60wk"
WANTED = f"a time such as {TIMES}, or a date such as 2012-06-01 or 2012-06-01 14:00"

NUM = r"[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?"
UNIT = r"(?:s|min|h|d|wk?|y)(?![^\W\d_])"
NUMBER = re.compile(rf"[+-]?(?:{NUM})")
PIECE = re.compile(rf"\s*({NUM})\s*({UNIT})")
CLOCK = re.compile(r"\s*([0-9]{1,9}):([0-5][0-9])(?::([0-5][0-9](?:\.[0-9]+)?))?(?![0-9:])")
GROUPED = re.compile(r"(?<=[0-9])[\u202f\u2009\u00a0](?=[0-9]{3}(?![0-9]))")
THOUSANDS = re.compile(r"[+-]?[0-9]{1,3}(?: [0-9]{3})+")
TIME_OF_DAY = r"(?:(?:\s*T\s*|\s+)(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2}))?)?(?![0-9:\w-])"
ISO = re.compile(r"(?P<year>[0-9]{4})-(?P<month>[0-9]{1,2})(?:-(?P<day>[0-9]{1,2}))?" + TIME_OF_DAY, re.IGNORECASE)
WORDS = re.compile(
    r"(?:[A-Za-z]{3},?\s+)?(?P<day>[0-9]{1,2})\s+(?P<month>[A-Za-z]{3,9})\s+(?P<year>[0-9]{4})" + TIME_OF_DAY,
    re.IGNORECASE,
)


class Clock(Protocol):
    """What a date needs to become a second of a log: scheduler.model.calendars.Calendar."""

    def second(self, local: float) -> float:
        """The second of the log at which the clock shows so many seconds since 1970-01-01 00:00."""

    def local(self, seconds: np.ndarray) -> np.ndarray:
        """[n] seconds since 1970-01-01 00:00 that the clock shows at seconds of the log."""


class Date(NamedTuple):
    """A date on the clock of the machine: from `begin` (s since 1970-01-01 00:00) for `length` s, 0 for an instant."""

    begin: float
    length: float = 0.0

    def __str__(self) -> str:
        at = EPOCH + timedelta(seconds=self.begin)
        if self.length:
            return f"{at:%Y-%m-%d}" if self.length == DAY else f"{at:%Y-%m}"
        return f"{at:%Y-%m-%dT%H:%M}" + (f":{at:%S}" if at.second else "")

    def seconds(self, clock: Clock | None) -> tuple[float, float]:
        """[begin, end) in seconds of a log; raises QueryError where the log has no clock."""
        if clock is None:
            raise QueryError(f"{self} is a date, and this log does not tell when it starts; wanted: {WITHOUT_DATES}.")
        return clock.second(self.begin), clock.second(self.begin + self.length)


def plain(text: str) -> str:
    """A text in the letters it is read in: without narrow spaces between thousands, full-width signs as usual ones."""
    return unicodedata.normalize("NFKC", GROUPED.sub("", text))


def read(text: str) -> float | Date:
    """Seconds or a date of a text that stands alone; raises QueryError."""
    asked = plain(text[: LONGEST + 1]).strip()
    asked = asked.replace(" ", "") if THOUSANDS.fullmatch(asked) else asked
    for reader in (date, length):
        value, at = reader(asked, 0)
        if value is not None and at == len(asked) <= LONGEST and (isinstance(value, Date) or abs(value) <= FAR):
            return value
    raise QueryError(f"Found {text[:30]!r}; wanted: {WANTED}.")


def seconds(text: str, clock: Clock | None = None) -> float:
    """The second of a log that a text means, a day by its first; raises QueryError."""
    value = read(text)
    return value.seconds(clock)[0] if isinstance(value, Date) else value


def length(text: str, at: int) -> tuple[float | None, int]:
    """(seconds, where they end) of a number, pieces with units, or days and a clock (2 d 04:00:00); (None, at) else."""
    begin, negative = at, text[at : at + 1] == "-"
    at += negative or text[at : at + 1] == "+"
    total, pieces = 0.0, 0
    while piece := PIECE.match(text, at):
        total, pieces, at = total + float(piece[1]) * UNITS[piece[2]], pieces + 1, piece.end()
    if clock := CLOCK.match(text, at):
        total += int(clock[1]) * HOUR + int(clock[2]) * MINUTE + float(clock[3] or 0)
        at = clock.end()
    if pieces or clock:
        return (-total if negative else total), at
    match = NUMBER.match(text, begin)
    return (float(match[0]), match.end()) if match else (None, begin)


def date(text: str, at: int) -> tuple[Date | None, int]:
    """(date, where it ends); (None, at) where there is none, or it is no day of the calendar."""
    for form in (ISO, WORDS):
        if match := form.match(text, at):
            value = _date(**match.groupdict())
            return (value, match.end()) if value else (None, at)
    return None, at


def _date(
    year: str, month: str, day: str | None, hour: str | None, minute: str | None, second: str | None
) -> Date | None:
    if not month.isdigit() and month[:3].lower() not in MONTHS:
        return None
    which = int(month) if month.isdigit() else MONTHS.index(month[:3].lower()) + 1
    try:
        begin = datetime(int(year), which, int(day or 1), int(hour or 0), int(minute or 0), int(second or 0))
        if day is None:
            after = datetime(begin.year + which // 12, which % 12 + 1, 1)
            return None if hour else Date((begin - EPOCH).total_seconds(), (after - begin).total_seconds())
    except ValueError:
        return None
    return Date((begin - EPOCH).total_seconds(), 0.0 if hour else float(DAY))


def written(value: float) -> str:
    """A length as short as it reads: 1d6h; seconds where it is no whole number of them."""
    if value <= 0 or value != int(value):
        return number(value)
    left, text = int(value), ""
    for unit, size in SHORT:
        count, left = divmod(left, size)
        text += f"{count}{unit}" if count else ""
    return text
