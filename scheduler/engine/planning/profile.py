"""The availability profile: how many processors are free from now on, as a step function of time.

Running jobs hold their processors until their expected end, reservations while they are planned to run.  A profile is a
list of steps; step i lasts from time[i] to time[i+1], the last one for ever.  Neighbors always differ, so the list is
as short as it can be: at most two steps for each job that runs or is planned.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, move, part

FIRST, LAST = 0, 1  # cells of Profile.span


class Profile(NamedTuple):
    """Steps span[FIRST]..span[LAST] of the arrays; those before have passed."""

    time: np.ndarray  # [capacity] f8, ascending
    free: np.ndarray  # [capacity] i8
    span: np.ndarray  # [2] i8, the first and the last step


def room_for(jobs: int) -> int:
    """Cells for the steps of so many jobs, and as many that have passed."""
    return 4 * jobs + 8


@part
def step_at(profile, time):
    """The step that holds at a time, which must not lie before the first one."""
    low, high = profile.span[FIRST], profile.span[LAST] + 1
    while high - low > 1:
        middle = (low + high) // 2
        if profile.time[middle] <= time:
            low = middle
        else:
            high = middle
    return low


@inner
def forget(profile, now):
    """Drop the steps that have passed; the first one then begins now."""
    first = step_at(profile, now)
    profile.span[FIRST] = first
    profile.time[first] = now


@inner
def copy(source, target):
    """Make target the same profile (its arrays must be as long)."""
    first, last = source.span[FIRST], source.span[LAST]
    for i in range(first, last + 1):
        target.time[i - first], target.free[i - first] = source.time[i], source.free[i]
    target.span[FIRST], target.span[LAST] = 0, last - first


@inner
def clear(profile, now, processors):
    """All processors free from now on."""
    profile.span[FIRST] = profile.span[LAST] = 0
    profile.time[0], profile.free[0] = now, processors


@part
def _to_the_front(profile):
    """Move the steps to the begin of the arrays, over those that have passed."""
    first, last = profile.span[FIRST], profile.span[LAST]
    move(profile.time, 0, first, last - first + 1)
    move(profile.free, 0, first, last - first + 1)
    profile.span[FIRST], profile.span[LAST] = 0, last - first


@part
def _split(profile, time):
    """The step that begins at a time, made if there is none."""
    i = step_at(profile, time)
    if profile.time[i] == time:
        return i
    last = profile.span[LAST]
    move(profile.time, i + 2, i + 1, last - i)
    move(profile.free, i + 2, i + 1, last - i)
    profile.time[i + 1], profile.free[i + 1] = time, profile.free[i]
    profile.span[LAST] = last + 1
    return i + 1


@part
def _join(profile, i):
    """Make one of step i and the one before, if they are equal."""
    if i <= profile.span[FIRST] or i > profile.span[LAST] or profile.free[i] != profile.free[i - 1]:
        return
    last = profile.span[LAST]
    move(profile.time, i, i + 1, last - i)
    move(profile.free, i, i + 1, last - i)
    profile.span[LAST] = last - 1


@inner
def change(profile, begin, end, processors):
    """Free so many processors more (fewer if negative) in [begin, end); begin must not lie before the first step."""
    if not begin < end:
        return
    if profile.span[LAST] + 3 > len(profile.time):
        _to_the_front(profile)
    first = _split(profile, begin)
    last = _split(profile, end)
    for i in range(first, last):
        profile.free[i] += processors
    _join(profile, last)
    _join(profile, first)


@inner
def shift(profile, begin, start, size, length):
    """Move what a job holds from `begin` to an earlier time; where the two overlap nothing changes."""
    change(profile, start, min(begin, start + length), -size)
    change(profile, max(begin, start + length), begin + length, size)


@inner
def earliest_before(profile, begin, before, size, length):
    """The earliest time in [begin, before) at which `size` processors are free for `length` seconds, else `before`."""
    i, last, start = step_at(profile, begin), profile.span[LAST], begin
    while start < before:
        if profile.free[i] < size:
            start = profile.time[i + 1]
        elif i == last or profile.time[i + 1] >= start + length:
            return start
        i += 1
    return before


@inner
def earlier(profile, begin, size, length, start, before):
    """The earliest time in [begin, start) at which a job could start that is reserved at `start`; else `start`.

    What the job itself has reserved counts as free, so only the steps before `start` have to be looked at.  Times from
    `before` on are not looked for.
    """
    i, last, time = step_at(profile, begin), profile.span[LAST], begin
    while time < start and time < before:
        if profile.free[i] < size:
            time = profile.time[i + 1]
        elif i == last or profile.time[i + 1] >= min(time + length, start):
            return time
        i += 1
    return start
