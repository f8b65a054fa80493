"""The journal of fractional scheduling: what every job did from when to when, at which yield, and where.

One row for each time in which a job's nodes and yield stay the same, in the order in which they end; a time that
begins with a penalty is two rows.  Nodes are written once when a job gets them, as runs of neighbors with as many
tasks, and rows point at them; those of first tasks that differ from the others come first, and no run has both.
Buffers are bounded: whoever writes asks `fits` first, and goes on once they have grown.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner

RUN, PENALTY, KILLED = 0, 1, 2  # kinds of a segment, as those who write them know them
SEGMENTS, RUNS = 0, 1  # cells of count


class Segments(NamedTuple):
    """Rows so far: count[SEGMENTS] segments, count[RUNS] runs."""

    count: np.ndarray  # [2] i8
    job: np.ndarray  # [rows] i8
    begin: np.ndarray  # [rows] f8, s
    end: np.ndarray  # [rows] f8, s
    yield_: np.ndarray  # [rows] f8
    kind: np.ndarray  # [rows] i1, RUN or PENALTY
    place: np.ndarray  # [rows, 2] i8, first run and the one behind the last
    first: np.ndarray  # [runs] i4, first node
    nodes: np.ndarray  # [runs] i4, how many from there on
    tasks: np.ndarray  # [runs] i4, tasks on each of them


def new_segments(rows: int, runs: int) -> Segments:
    """Empty, with room for that many."""
    return Segments(
        np.zeros(2, np.int64),
        np.zeros(rows, np.int64),
        np.zeros(rows),
        np.zeros(rows),
        np.zeros(rows),
        np.zeros(rows, np.int8),
        np.zeros((rows, 2), np.int64),
        np.zeros(runs, np.int32),
        np.zeros(runs, np.int32),
        np.zeros(runs, np.int32),
    )


def larger(old: Segments, rows: int, runs: int) -> Segments:
    """The same rows with room for that many at least; at least twice what there was where it has to grow."""
    copy = new_segments(_size(len(old.job), rows), _size(len(old.first), runs))
    for column, grown in zip(old, copy, strict=True):
        grown[: len(column)] = column
    return copy


def _size(have: int, wanted: int) -> int:
    return have if wanted <= have else max(wanted, 2 * have)


@inner
def fits(segments, rows, runs):
    """Whether there is room for that many more."""
    return segments.count[SEGMENTS] + rows <= len(segments.job) and segments.count[RUNS] + runs <= len(segments.first)


@inner
def write(segments, job, begin, end, yield_, kind, place):
    """One segment, unless it has no length; place: [2] first run and the one behind the last."""
    if not end > begin:
        return
    row = segments.count[SEGMENTS]
    segments.count[SEGMENTS] = row + 1
    segments.job[row], segments.begin[row], segments.end[row] = job, begin, end
    segments.yield_[row], segments.kind[row] = yield_, kind
    segments.place[row, 0], segments.place[row, 1] = place[0], place[1]


@inner
def write_runs(segments, nodes, split, place):
    """The nodes of a job's tasks as runs, nodes[:split] and nodes[split:], each ascending; fills place."""
    place[0] = segments.count[RUNS]
    _write_kind(segments, nodes[:split])
    _write_kind(segments, nodes[split:])
    place[1] = segments.count[RUNS]


@inner
def _write_kind(segments, nodes):
    """Runs of nodes, ascending."""
    begin = at = segments.count[RUNS]
    i, last = 0, len(nodes)
    while i < last:
        node, tasks = nodes[i], 0
        while i < last and nodes[i] == node:
            tasks += 1
            i += 1
        neighbor = at > begin and segments.first[at - 1] + segments.nodes[at - 1] == node
        if neighbor and segments.tasks[at - 1] == tasks:
            segments.nodes[at - 1] += 1
            continue
        segments.first[at], segments.nodes[at], segments.tasks[at] = node, 1, tasks
        at += 1
    segments.count[RUNS] = at
