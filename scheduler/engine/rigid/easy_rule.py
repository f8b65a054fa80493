"""EASY's rule: who may pass the blocked head of a queue, which holds a reservation.

The shadow time of the head is the earliest at which, by requested times, it will fit; the extra processors are those it
will then leave over.  A job behind the head may start if it fits now and either ends, by its requested time, at or
before the shadow time, or takes no more than the extra processors, which it then uses up.

Times in seconds, sizes in processors.  Source: Lifka 1995; Mu'alem and Feitelson 2001.
"""

from __future__ import annotations

from scheduler.compiled import part
from scheduler.engine.decision_log import (
    BEHIND_RESERVATION,
    DOES_NOT_FIT,
    ENDS_BY_SHADOW,
    WITHIN_EXTRA,
    WOULD_DELAY_HEAD,
)


@part
def in_time(now, requested, shadow):
    """Whether a job that starts now ends, by its requested time, at or before the shadow time."""
    return now + requested <= shadow


@part
def may_pass(size, requested, now, free, shadow, extra):
    """Whether a job may start now, ahead of the head."""
    return size <= free and (size <= extra or in_time(now, requested, shadow))


@part
def left_of_extra(size, requested, now, shadow, extra):
    """The extra processors that are left when a job has passed the head."""
    return extra if in_time(now, requested, shadow) else extra - size


@part
def why_it_passes(requested, now, shadow):
    """The rule of the log by which a job passes the head."""
    return ENDS_BY_SHADOW if in_time(now, requested, shadow) else WITHIN_EXTRA


@part
def why_it_waits(size, free, restricted):
    """The rule of the log by which a job behind the head does not start when it is looked at."""
    if size > free:
        return DOES_NOT_FIT
    return BEHIND_RESERVATION if restricted else WOULD_DELAY_HEAD
