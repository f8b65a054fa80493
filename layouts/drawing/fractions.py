"""Jobs that share processors: on each processor those that run at an instant are stacked, each as high as its part.

A part is the CPU a task gets, its need times its job's yield, times the tasks of the job there.  A job that pays a
penalty holds its part, too; one that has no part shares what the others leave free.  Where the parts on some processor
add up to more than one, as on a node of several processors, every processor has so many rows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.kinds import answer
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table

NEAR = 1e-9  # rows: a smaller difference is rounding


class Pieces(NamedTuple):
    """[pieces]: parts of segments that are one rectangle, by segment."""

    segment: np.ndarray  # i8, row of segments
    begin: np.ndarray  # f8, s
    end: np.ndarray  # f8, s
    low: np.ndarray  # f8, rows
    high: np.ndarray  # f8, rows


class _Slots(NamedTuple):
    """[slots]: what one piece has on one processor between two changes there."""

    piece: np.ndarray
    at: np.ndarray  # which span between two changes
    order: np.ndarray  # by span, then by job


def pieces(schedule: Schedule, places: Table) -> Pieces | None:
    """The pieces of a schedule; None where no processor is shared, which needs segments of less than a whole one and a
    policy that says where they are."""
    if not schedule.shares_nodes:
        return None
    segments = schedule.table("segments")
    of_places = answer(schedule.workload, lambda kind: kind.of_places)
    share = segments.yield_[places.segment] * (of_places(schedule) if of_places else 1.0)
    if not bool((share < 1).any()):
        return None
    lasting = segments.end[places.segment] > segments.begin[places.segment]
    places, share = places.take(lasting), share[lasting]
    place = np.repeat(np.arange(len(places)), places.count)
    node = places.first[place] + np.arange(len(place)) - np.repeat(np.cumsum(places.count) - places.count, places.count)
    parts = places.segment[place], node, (places.tasks * share)[place]
    return _stacked(segments, *_together(*parts))


def _together(segment: np.ndarray, node: np.ndarray, part: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """One part of a segment on each node, by segment, then by node: both kinds of its tasks may stand there."""
    wide = int(node.max(initial=0)) + 1
    keys, which = np.unique(segment * wide + node, return_inverse=True)
    return keys // wide, keys % wide, np.bincount(which, part, len(keys))


def _stacked(segments: Table, segment: np.ndarray, node: np.ndarray, part: np.ndarray) -> Pieces:
    time, rank = np.unique(np.concatenate((segments.begin[segment], segments.end[segment])), return_inverse=True)
    key = np.tile(node, 2) * len(time) + rank
    changes = np.unique(key)
    first, last = np.searchsorted(changes, key[: len(node)]), np.searchsorted(changes, key[len(node) :])
    piece = np.repeat(np.arange(len(node)), last - first)
    span = np.repeat(first - np.cumsum(last - first) + (last - first), last - first) + np.arange(len(piece))
    slots = _Slots(piece, span, np.lexsort((segments.job[segment[piece]], span)))
    height = _heights(part[piece], span, len(changes))
    unit = max(1.0, float(np.ceil(np.bincount(span, height).max(initial=0.0) - NEAR)))
    below = _below(slots, height) + unit * node[piece]
    begin, end = time[changes[span] % len(time)], time[changes[np.minimum(span + 1, len(changes) - 1)] % len(time)]
    return _joined(Pieces(segment[piece], begin, end, below, below + height), piece)


def _heights(part: np.ndarray, span: np.ndarray, spans: int) -> np.ndarray:
    """Who has no part shares what is left of the processor."""
    none = part <= 0
    left = np.maximum(1.0 - np.bincount(span, part, spans), 0.0) / np.maximum(np.bincount(span, none, spans), 1.0)
    return np.where(none, left[span], part)


def _below(slots: _Slots, height: np.ndarray) -> np.ndarray:
    """The sum of the heights of those below in the same span."""
    below, order = np.zeros(len(height)), slots.order
    total = np.cumsum(height[order]) - height[order]
    opens = np.flatnonzero(np.diff(slots.at[order], prepend=-1) != 0)
    below[order] = total - np.repeat(total[opens], np.diff(opens, append=len(order)))
    return below


def _joined(parts: Pieces, piece: np.ndarray) -> Pieces:
    """Neighbors in time of one piece with the same edges as one, without those of no height."""
    same = (np.diff(piece) == 0) & (np.abs(np.diff(parts.low)) <= NEAR) & (np.abs(np.diff(parts.high)) <= NEAR)
    opens, closes = np.append(True, ~same)[: len(piece)], np.append(~same, True)[: len(piece)]
    joined = Pieces(parts.segment[opens], parts.begin[opens], parts.end[closes], parts.low[opens], parts.high[opens])
    kept = joined.high - joined.low > NEAR
    return Pieces(*(column[kept] for column in joined))
