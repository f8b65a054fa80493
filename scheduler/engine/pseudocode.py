"""A policy as a few lines to read, each with the rules of the decision log that it decides by.

A page that steps through a run shows these lines and marks the ones that decided something at that instant.  They say
what the policy does, not how its kernel does it fast.
"""

from __future__ import annotations

from typing import NamedTuple

from scheduler.engine.backfill_rule import WITH_RESERVATION, WITHOUT
from scheduler.engine.decision_log import (
    BEHIND_HEAD,
    BEHIND_RESERVATION,
    BEHIND_WIDE,
    DELAYS_NONE,
    DOES_NOT_FIT,
    DUE,
    ENDS_BY_SHADOW,
    FITS_NOW,
    HEAD_BLOCKED,
    HEAD_FITS,
    OTHER_CLUSTER,
    PASSES_WIDE,
    RESERVED,
    WAITED_LONG,
    WITHIN_EXTRA,
    WOULD_DELAY_HEAD,
)

# what lights a line of a policy that plans and keeps no decisions: a batch is planned, a job starts, processors are
# dealt anew, a user's turn begins
PLANNED, STARTED, DEALT, TURN = "planned", "started", "dealt", "turn"
NO_RUN = ("",)  # a line that chooses between the values of `passing`: a run has one of them


class Line(NamedTuple):
    """A line; blanks at its begin say how deep it lies."""

    text: str
    rules: tuple[int, ...] = ()  # of the decision log: what is decided by it
    event: str = ""  # of a policy without decisions: PLANNED, STARTED, DEALT or TURN
    passing: tuple[str, ...] = ()  # it applies under these values of the parameter `passing` only; empty: always
    clusters: bool = False  # it applies to several clusters only


def strict_queue(order: str) -> tuple[Line, ...]:
    """A queue in an order (a phrase), whose first job nobody passes."""
    return (
        Line(f"keep the queue in order of {order}"),
        Line("at every submission and every end:"),
        Line("    while the first job of the queue fits:"),
        Line("        start it", (HEAD_FITS,)),
        Line("    it waits for free processors", (HEAD_BLOCKED,)),
        Line("    all others wait behind it", (BEHIND_HEAD,)),
    )


def passing_queue(order: str) -> tuple[Line, ...]:
    """A queue in an order (a phrase); the parameter `passing` says who may pass its first job."""
    return (
        *strict_queue(order)[:-1],
        Line("    if passing is none:", passing=NO_RUN),
        Line("        all others wait behind it", (BEHIND_HEAD, BEHIND_WIDE), passing=("none",)),
        Line("    if passing is any:", passing=NO_RUN),
        Line("        start every job that fits", (FITS_NOW, PASSES_WIDE), passing=(WITHOUT,)),
        Line("    if passing is reservation:", passing=NO_RUN),
        *(
            line._replace(text=f"    {line.text}", passing=(WITH_RESERVATION,))
            for line in behind_reservation("the queue")
        ),
        Line("    jobs that do not fit wait", (DOES_NOT_FIT,), passing=(WITH_RESERVATION, WITHOUT)),
    )


def behind_reservation(order: str) -> tuple[Line, ...]:
    """What EASY does behind a first job that does not fit; order: a phrase, of those behind it."""
    return (
        Line("    reserve for it the shadow time, when enough are free", (RESERVED,)),
        Line(f"    for every other job that fits, in order of {order}:"),
        Line("        if it ends by the shadow time: start it", (ENDS_BY_SHADOW,)),
        Line("        if it takes extra processors only: start it", (WITHIN_EXTRA,)),
        Line("        if it runs in another cluster: start it", (OTHER_CLUSTER,), clusters=True),
        Line("        else it waits: it would delay the first job", (WOULD_DELAY_HEAD, BEHIND_RESERVATION)),
    )


def easy(order: str) -> tuple[Line, ...]:
    """EASY; order: a phrase, of the jobs behind the first one."""
    return (
        *strict_queue("submission")[:4],
        *behind_reservation(order),
        Line("    jobs that do not fit wait", (DOES_NOT_FIT,)),
    )


def after_waiting(waited: str) -> tuple[Line, ...]:
    """Reservations for those who have waited long; waited: a phrase, when a job has."""
    return (
        Line("at every submission and every end:"),
        Line(f"    a job {waited} holds a reservation from now on"),
        Line("    for every holder, in the order in which they came to hold one:"),
        Line("        if its reservation is due: start it", (DUE,)),
        Line("        else reserve the earliest gap that fits it", (WAITED_LONG,)),
        Line("    for every other job that fits, in order of submission:"),
        Line("        if it delays no reservation: start it", (DELAYS_NONE,)),
        Line("        else it waits", (BEHIND_RESERVATION,)),
        Line("    jobs that do not fit wait", (DOES_NOT_FIT,)),
    )


def applying(lines: tuple[Line, ...], passing: str, has_clusters: bool) -> tuple[Line, ...]:
    """The lines that can apply to a run; those of its way of `passing` no deeper than the line that chooses it."""
    kept = (
        line for line in lines if (not line.passing or passing in line.passing) and (has_clusters or not line.clusters)
    )
    return tuple(line._replace(text=line.text[4:]) if len(line.passing) == 1 else line for line in kept)


def line_of_event(lines: tuple[Line, ...], event: str) -> int:
    """The place of the line that an event lights; -1 where none does."""
    return next((place for place, line in enumerate(lines) if line.event == event), -1)


def line_of(lines: tuple[Line, ...], rule: int) -> int:
    """The place of the line that decides by a rule; -1 where none does."""
    return next((place for place, line in enumerate(lines) if rule in line.rules), -1)
