"""Numbers as text: whole ones without decimal point, others in the shortest form that reads back as the same number.

>>> texts(np.array([3.0, 0.1, -1.0]))
['3', '0.1', '-1']
"""

from __future__ import annotations

import numpy as np

WHOLE = 2.0**53  # beyond it float64 does not hold every whole number


def texts(column: np.ndarray) -> list[str]:
    """The numbers of a column, of finite values, as text."""
    if len(column) and column[0] == column[-1] and (column == column[0]).all():
        return _texts(column[:1]) * len(column)
    return _texts(column)


def _texts(column: np.ndarray) -> list[str]:
    if column.dtype.kind in "iu":
        return list(map(str, column.tolist()))
    broken = np.flatnonzero((column != np.floor(column)) | (np.abs(column) > WHOLE))
    whole = column
    if len(broken):
        whole = column.copy()
        whole[broken] = 0
    numerals = list(map(str, whole.astype(np.int64).tolist()))
    for row, value in zip(broken.tolist(), column[broken].tolist(), strict=True):
        numerals[row] = repr(value)
    return numerals


def number(value: float) -> str:
    """One number as text."""
    return _texts(np.array([value], dtype=float))[0]


def processors(count: int) -> str:
    """1 processor; 4 processors."""
    return f"{count} processor" if count == 1 else f"{count} processors"
