"""Lines of numbers parted by blanks, read all at once.

Lines and fields are found over the bytes of the text; lines that consist of digits, signs and points alone go to
pandas' C reader in one piece, cut after the last field wanted.  What is not such a line is left to the caller.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np
import pandas as pd

from scheduler.model.number_text import WHOLE

PLAIN = b"0123456789.+- \t\n"
IS_ODD = bytes(0 if code in PLAIN else 1 for code in range(256))
CHUNK = 1 << 22  # bytes looked at in one piece where many may be odd


@dataclass(frozen=True)
class Layout:
    """Where lines and fields are in a text that begins and ends with a newline."""

    text: bytes
    ends: np.ndarray  # [lines + 1] offsets of newlines; line i is text[ends[i] + 1 : ends[i + 1]]
    starts: np.ndarray  # [fields] offsets of first bytes of fields
    first: np.ndarray  # [lines + 1] index into starts of the first field of a line

    @property
    def raw(self) -> np.ndarray:
        """The bytes of the text."""
        return np.frombuffer(self.text, np.uint8)

    @property
    def counts(self) -> np.ndarray:
        """[lines] fields in each line."""
        return np.diff(self.first)

    def begins(self, rows: np.ndarray) -> np.ndarray:
        """[rows] first byte of the first field of these lines, which have one."""
        return self.raw[self.starts[self.first[:-1][rows]]]

    def fields(self, row: int) -> list[bytes]:
        """The fields of one line."""
        return self.line(row).split()

    def line(self, row: int) -> bytes:
        """The text of one line."""
        return self.text[self.ends[row] + 1 : self.ends[row + 1]]

    def after(self, wanted: int) -> np.ndarray:
        """[lines] offset of the first field that is too much, or of the end of a line that has none."""
        surplus = self.counts > wanted
        offsets = self.ends[1:].copy()
        offsets[surplus] = self.starts[self.first[:-1][surplus] + wanted]
        return offsets


def layout(body: bytes) -> Layout:
    """The lines of a text, which may end in \\n, \\r\\n or \\r; the text of the layout has \\n only."""
    text = b"\n" + (body.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in body else body)
    if not text.endswith(b"\n"):
        text += b"\n"
    raw = np.frombuffer(text, np.uint8)
    blank = raw <= ord(" ")
    starts = np.flatnonzero(blank[:-1] > blank[1:]) + 1
    ends = np.flatnonzero(raw == ord("\n"))
    return Layout(text, ends, starts, np.searchsorted(starts, ends))


def numbers(where: Layout, wanted: int) -> tuple[np.ndarray, np.ndarray]:
    """Values [wanted, n] of the lines of at least so many plain numbers, and the index of each line.

    Exact: a line is left out if one of its first `wanted` fields is written in another way, is no number, or is too
    large for float64 to hold every whole number.
    """
    chosen = (where.counts >= wanted) & ~_odd(where, wanted)
    if not chosen.any():
        return np.zeros((wanted, 0)), np.zeros(0, np.int64)
    try:
        values = _table(_only(where, chosen, wanted), wanted)
    except ValueError:
        chosen &= ~_malformed(where)
        values = _table(_only(where, chosen, wanted), wanted) if chosen.any() else np.zeros((wanted, 0))
    rows = np.flatnonzero(chosen)
    if not len(rows) or (values.min() >= -WHOLE and values.max() <= WHOLE):
        return values, rows
    good = (np.abs(values) <= WHOLE).all(axis=0)
    return values[:, good], rows[good]


def _odd(where: Layout, wanted: int) -> np.ndarray:
    """[lines] whether a byte that is not of PLAIN stands before the end of the last field wanted."""
    odd = np.zeros(len(where.ends) - 1, bool)
    if not where.text.translate(None, PLAIN):
        return odd
    marks, after = np.frombuffer(where.text.translate(IS_ODD), np.uint8), where.after(wanted)
    for begin in range(0, len(marks), CHUNK):
        at = np.flatnonzero(marks[begin : begin + CHUNK]) + begin
        line = np.searchsorted(where.ends, at) - 1
        odd[line[at < after[line]]] = True
    return odd


def _malformed(where: Layout) -> np.ndarray:
    """[lines] whether a field of digits, signs and points is no number, like 1-2, 1.2.3 or a sign alone."""
    raw = where.raw
    digit, point = (raw >= ord("0")) & (raw <= ord("9")), raw == ord(".")
    sign, blank = (raw == ord("-")) | (raw == ord("+")), raw <= ord(" ")
    bad = np.zeros(len(raw), bool)
    bad[1:-1] = sign[1:-1] & ~(blank[:-2] & (digit[2:] | point[2:]))
    bad[1:-1] |= point[1:-1] & ~(digit[:-2] | digit[2:])
    points = np.flatnonzero(point)
    of = np.searchsorted(where.starts, points, side="right")
    bad[points[1:][of[1:] == of[:-1]]] = True
    lines = np.zeros(len(where.ends) - 1, bool)
    lines[np.searchsorted(where.ends, np.flatnonzero(bad)) - 1] = True
    return lines


def _only(where: Layout, chosen: np.ndarray, wanted: int) -> bytes:
    """The text of the chosen lines, without surplus fields; the others are left blank."""
    if not (where.counts[chosen] > wanted).any() and not where.counts[~chosen].any():
        return where.text
    cut = np.where(chosen, where.after(wanted), where.ends[:-1] + 1)
    some = cut < where.ends[1:]
    step = np.zeros(len(where.text), np.int8)
    step[cut[some]] = 1
    step[where.ends[1:][some]] = -1
    return where.raw[np.cumsum(step, dtype=np.int8) == 0].tobytes()


def _table(text: bytes, wanted: int) -> np.ndarray:
    """[wanted, lines]; raises ValueError for what is not a number."""
    return (
        pd.read_csv(
            io.BytesIO(text),
            sep=r"\s+",
            header=None,
            names=range(wanted),
            index_col=False,
            engine="c",
            dtype="float64",
            na_filter=False,
        )
        .to_numpy()
        .T
    )
