"""Reservations: processors of the machine that are somebody else's from one instant to another, known beforehand.

Written 50:3600-7200, 50 processors from 3,600 to 7,200 s; several are set apart by commas.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scheduler.errors import ParamError, Unsupported
from scheduler.model.marks import RESERVED, Mark
from scheduler.model.time_range import LONGEST
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.wording import counted

MOST_RESERVATIONS = 100
WANTED = "wanted: processors:from-to in seconds, such as 50:3600-7200, several set apart by commas"


class Reservation(NamedTuple):
    """Processors that are not there for a time."""

    processors: int
    begin: float  # s
    end: float  # s


def read(text: str) -> tuple[Reservation, ...]:
    """Reservations in the order they are written; raises ParamError for what is none.

    >>> read("50:3600-7200, 5:0-60")[1]
    Reservation(processors=5, begin=0.0, end=60.0)
    """
    reservations = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        size, _, span = word.partition(":")
        begin, _, end = span.partition("-")
        try:
            reservations.append(Reservation(int(size), float(begin), float(end)))
        except ValueError:
            raise ParamError(f"reservations: {word[:40]!r} is none; {WANTED}.") from None
        if reservations[-1].processors < 1 or not 0 <= reservations[-1].begin < reservations[-1].end:
            raise ParamError(f"reservations: {word[:40]!r} has no processors or ends before it begins; {WANTED}.")
        if reservations[-1].end > LONGEST:
            raise ParamError(f"reservations: {word[:40]!r} ends after {LONGEST:,.0f} s; {WANTED}, until then at most.")
        if len(reservations) > MOST_RESERVATIONS:
            raise ParamError(f"reservations: there are more than {MOST_RESERVATIONS}; {WANTED}, at most so many.")
    return tuple(reservations)


def reserved(of: Sequence[Reservation], time: float) -> int:
    """Processors that are not there at an instant, s."""
    return sum(one.processors for one in of if one.begin <= time < one.end)


def check_room(workload: Workload, params: Mapping[str, Any]) -> None:
    """Raise Unsupported where more is reserved than there is."""
    reservations, m = read(params["reservations"] or ""), workload.platform.processors
    for one in reservations:
        if (many := reserved(reservations, one.begin)) > m:
            raise Unsupported(
                f"At {one.begin:g} s {counted(many, 'processor')} {'is' if many == 1 else 'are'} reserved, and "
                f"the machine has {m}; reserve no "
                "more than there are."
            )


def marks_of(reservations: Sequence[Reservation]) -> tuple[Mark, ...]:
    """What is written over the charts."""
    return tuple(
        Mark(one.begin, one.end, RESERVED, f"{counted(one.processors, 'processor')} reserved", float(one.processors))
        for one in reservations
    )


RESERVATIONS = Param(
    "reservations",
    None,
    kind=str,
    test=read,
    examples=("50:3600-7200", "20:0-1800, 100:5000-9000"),
    help="processors:from-to in s, several set apart by commas; empty: none",
)
