"""A trace as the columns of a table: those that say something, under the names they are found by when read again.

Numbers that have names are written as the names.  Submit times are Unix times where the log tells when it begins, else
seconds of the log.  What is missing (-1) is null.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from scheduler.columns import SWF
from scheduler.model.number_text import WHOLE
from scheduler.model.trace import Trace

STATE = "state"  # of `extra`: told by name, in the place of the status, which follows from it


def columns_of(trace: Trace) -> dict[str, Any]:
    """{column: Arrow array} of a trace."""
    base = float(max(trace.number("UnixStartTime") or 0, 0))
    values = {name: trace.columns[name] for name in SWF} | dict(trace.extra)
    if STATE in trace.names and STATE in values:
        values.pop("status")
    arrays = {}
    for name, column in values.items():
        has_value = column != -1
        if name in ("submit", "eligible") and base:
            column = np.where(has_value, column + base, column)
        if has_value.any() or name in ("job_id", "submit"):
            arrays[name] = _named(column, trace.names[name]) if name in trace.names else _numbers(column, has_value)
    return arrays


def _numbers(column: np.ndarray, has_value: np.ndarray) -> Any:
    import pyarrow as pa  # type: ignore[import-untyped]

    whole = bool((column == np.trunc(column)).all() and (np.abs(column) <= WHOLE).all())
    return pa.array(column.astype(np.int64) if whole else column, mask=~has_value)


def _named(column: np.ndarray, names: tuple[str, ...]) -> Any:
    import pyarrow as pa

    has_value = (column >= 1) & (column <= len(names))
    codes = pa.array(np.where(has_value, column - 1, 0).astype(np.int32), mask=~has_value)
    return pa.DictionaryArray.from_arrays(codes, pa.array(names, pa.string())).cast(pa.string())
