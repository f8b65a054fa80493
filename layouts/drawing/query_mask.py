"""The jobs a query means, as a mask over the jobs that all runs share: what is lit in every chart.

A query is about one run: where it asks for waits or starts, those under the baseline count.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from layouts.memory.cache import cached
from layouts.state.view import FinishedRun, View
from scheduler.analysis.query import Query, parse
from scheduler.errors import QueryError
from scheduler.model.schedule import Schedule


def chosen(runs: Sequence[FinishedRun], view: View) -> np.ndarray | None:
    """[jobs] bool: the jobs the query of the view means under its baseline; None where it has none that reads."""
    if not runs or not view.only:
        return None
    base = baseline(runs, view.baseline)
    return of_run(base.key, base.schedule, view.only)


def baseline(runs: Sequence[FinishedRun], index: int) -> FinishedRun:
    """The run of that place; the first one where it is not there (not finished yet)."""
    return next((run for run in runs if run.index == index), runs[0])


def of_run(key: str, schedule: Schedule, text: str) -> np.ndarray | None:
    """[jobs] bool: what a query means in the run of that key, read-only; None where the text is none of this log."""
    try:
        return of_query(schedule, parse(text))
    except QueryError:
        return None


def of_query(schedule: Schedule, query: Query) -> np.ndarray:
    """[jobs] bool: what a query means in a run, read-only; raises QueryError where its log does not tell that."""
    return cached(("rows of a query", str(query)), lambda: _frozen(query.rows(schedule)), schedule)


def _frozen(mask: np.ndarray) -> np.ndarray:
    mask.setflags(write=False)
    return mask
