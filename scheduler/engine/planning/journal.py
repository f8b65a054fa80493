"""The journal of a search: one row for each iteration, evenly thinned when there are too many.

Whole ticks are kept: every first, second, fourth, ... one, as many as there is room for.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part

COLUMNS = (
    "time",
    "waiting",
    "iteration",
    "job",
    "accepted",
    "weight",
    "bounded_stretch",
    "wait",
    "response",
    "unfairness",
)
ROWS, TICKS, STRIDE, ITERATIONS, ACCEPTED = range(5)  # cells of Journal.count


class Journal(NamedTuple):
    """Rows of columns.SEARCH and what was counted."""

    rows: np.ndarray  # [capacity, 10] f8, COLUMNS
    tick: np.ndarray  # [capacity] i8, the number of the tick of each row
    count: np.ndarray  # [5] i8: rows kept, ticks so far, every how many ticks are kept, iterations, accepted
    most: np.ndarray  # [2] i8: ticks and iterations after which the search is given up


def new_journal(capacity: int, ticks: int, iterations: int) -> Journal:
    """An empty journal of a search that is given up after so many ticks, or so many iterations."""
    return Journal(
        np.empty((capacity, len(COLUMNS))),
        np.zeros(capacity, np.int64),
        np.array([0, 0, 1, 0, 0]),
        np.array([ticks, iterations]),
    )


@part
def spent(journal):
    """Whether there have been as many ticks, or iterations, as there may be."""
    return journal.count[TICKS] >= journal.most[0] or journal.count[ITERATIONS] >= journal.most[1]


@part
def write(journal, time, waiting, iteration, job, accepted, weight, best):
    """One iteration of the present tick, 0 the plan as it was; best: [4] criteria of the best plan after it."""
    if iteration > 0:
        journal.count[ITERATIONS] += 1
        journal.count[ACCEPTED] += accepted
    if journal.count[TICKS] % journal.count[STRIDE] != 0:
        return
    row = journal.count[ROWS]
    if row == len(journal.rows):
        _thin(journal)
        row = journal.count[ROWS]
        if row == len(journal.rows) or journal.count[TICKS] % journal.count[STRIDE] != 0:
            return
    cells = journal.rows[row]
    cells[0], cells[1], cells[2], cells[3], cells[4], cells[5] = time, waiting, iteration, job, accepted, weight
    for k in range(4):
        cells[6 + k] = best[k]
    journal.tick[row] = journal.count[TICKS]
    journal.count[ROWS] = row + 1


@inner
def _thin(journal):
    """Keep every second of the kept ticks."""
    stride, kept = 2 * journal.count[STRIDE], 0
    for row in range(journal.count[ROWS]):
        if journal.tick[row] % stride == 0:
            for k in range(journal.rows.shape[1]):
                journal.rows[kept, k] = journal.rows[row, k]
            journal.tick[kept] = journal.tick[row]
            kept += 1
    journal.count[STRIDE], journal.count[ROWS] = stride, kept
