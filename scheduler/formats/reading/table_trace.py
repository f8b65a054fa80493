"""A trace of a table: its columns by a mapping, what does not read counted, what is not told left missing.

The runtime of a job is its column, or the time from its start to its end; its wait is its column, or the time from its
submission to its start.  Submit times count from the whole second of the first one, if that is a date; the header that
is made for the trace tells it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from scheduler.columns import SWF
from scheduler.errors import FormatError
from scheduler.formats.reading import table_cells as cells_of
from scheduler.formats.reading.preview import Preview
from scheduler.formats.reading.table_cells import SINCE, Faults, Instants, Names
from scheduler.formats.reading.table_fields import DATE, FIELDS, TIMED, ZONE, Mapped, check_complete, mapped, missing
from scheduler.model.notes import Note
from scheduler.model.trace import Trace

ROWS = 10  # of a preview
EXTRA = ("eligible", "nodes", "gpus")
SHOWN_ZONE = "UTC"  # of dates that do not tell theirs, unless the reading does


@dataclass
class TableReader:
    """Reads a table, or one piece of it after the other: names keep their numbers, times their begin."""

    name: str
    columns: tuple[str, ...]  # of the file
    reading: Mapping[str, str]
    keys: Mapping[str, str] = field(default_factory=dict)  # of a header, if the file has one
    names: dict[str, Names] = field(default_factory=dict)
    base: float | None = None  # s: Unix time of second 0; 0 where times count from the begin of a log

    def __post_init__(self) -> None:
        self.mapped: Mapped = mapped(self.columns, self.reading)
        check_complete(self.name, self.columns, self.mapped.columns)

    @property
    def used(self) -> list[str]:
        """The columns that are read, each once."""
        return list(dict.fromkeys(self.mapped.columns.values()))

    def trace(
        self, column: Callable[[str], Any], line: np.ndarray, notes: Sequence[Note] = (), sha256: str = ""
    ) -> Trace:
        """The trace of rows; column(name): the cells of a column, an Arrow array; line: [n] i8, from 1.

        Raises FormatError where no job has a submit time, a runtime or processors: then something else was meant.
        """
        faults, n = Faults(), len(line)
        values = self._values(column, faults)
        times = self._instants(column, faults)
        if self.base is None:
            self.base = _begin(times["submit"])
        since = {name: times[name].since(self.base) for name in times}
        self._derive(values, since)
        nothing = np.broadcast_to(-1.0, n)
        columns = {name: values.get(name, nothing) for name in SWF} | {"submit": since["submit"]}
        extra = {name: column for name, column in (values | since).items() if name in EXTRA}
        if "status" in self.names:
            extra["state"] = columns["status"]
            columns["status"] = cells_of.statuses(self.names["status"], columns["status"])
        self._check_told(columns, n)
        keys = dict(self.keys) | _keys(self.base, str(self.reading.get(ZONE) or SHOWN_ZONE))
        return Trace(
            self.name,
            columns,
            line,
            header(keys),
            (*notes, *self._notes(faults, line)),
            sha256,
            keys,
            names=self._named(),
            extra=extra,
        )

    def _values(self, column: Callable[[str], Any], faults: Faults) -> dict[str, np.ndarray]:
        """[n] of every field that is no instant; -1 where missing."""
        values = {}
        for name, of in self.mapped.columns.items():
            kind = FIELDS[name].kind
            if kind == "length":
                values[name] = cells_of.lengths(column(of), self.mapped.units[name], of, faults)
            elif kind == "number":
                values[name] = cells_of.counts(column(of), of, faults)
            elif kind == "name":
                values[name] = cells_of.named(column(of), name, self.names, faults)
        return values

    def _instants(self, column: Callable[[str], Any], faults: Faults) -> dict[str, Instants]:
        zone = str(self.reading.get(ZONE) or SHOWN_ZONE)
        return {
            name: cells_of.instants(column(of), self.mapped.units[name], zone, of, faults)
            for name, of in self.mapped.columns.items()
            if FIELDS[name].kind == "instant"
        }

    @staticmethod
    def _derive(values: dict[str, np.ndarray], since: dict[str, np.ndarray]) -> None:
        """Runtimes and waits that follow from instants, where there is no column of them."""
        for name, first, last in (("runtime", "start", "end"), ("wait", "submit", "start")):
            if name not in values and {first, last} <= set(since):
                both = (since[first] != -1) & (since[last] != -1)
                values[name] = np.where(both, since[last] - since[first], -1.0)

    def _check_told(self, columns: Mapping[str, np.ndarray], n: int) -> None:
        if not n:
            raise FormatError(f"{self.name} holds no job: there is no row below the names of its columns.")
        if (columns["submit"] == -1).all():
            of = self.mapped.columns["submit"]
            raise FormatError(
                f"{self.name} tells no submit time: no cell of column {of[:60]} reads as a time; wanted: "
                "dates such as 2019-01-31 08:55:55, or numbers.  Start times are no substitute, as a "
                "schedule from them shows no wait."
            )

    def _named(self) -> dict[str, tuple[str, ...]]:
        """{column: its names}; jobs named by something else than numbers keep the number of their name."""
        return {
            "state" if name == "status" else name: tuple(names.numbers)
            for name, names in self.names.items()
            if name != "job_id"
        }

    def _notes(self, faults: Faults, line: np.ndarray) -> list[Note]:
        notes = [Note("columns_read", values={"columns": self._read_as()})]
        if left := [column for column in self.columns if column not in self.used]:
            notes.append(Note("columns_left", len(left), values={"columns": left}))
        for column, rows in faults.rows.items():
            lines = tuple(line[rows[:3]].tolist())
            notes.append(
                Note(
                    "cells_unread",
                    len(rows),
                    lines,
                    "warning",
                    {"column": column[:60], "first": str(faults.first[column]), "line": lines[0]},
                )
            )
        if "job_id" in self.names:
            notes.append(Note("jobs_numbered"))
        if faults.unzoned:
            zone = self.reading.get(ZONE)
            notes.append(
                Note("zone_given", values={"way": "asked" if zone else "usual", "zone": str(zone or SHOWN_ZONE)})
            )
        if faults.twice:
            notes.append(Note("hour_twice", faults.twice, level="warning", values={"way": "table"}))
        return notes

    def _read_as(self) -> list[list[str]]:
        """[field, its column, its unit] of each."""
        columns, units = self.mapped.columns, self.mapped.units
        return [[name, column[:40], units.get(name) or ""] for name, column in columns.items()]


def _begin(submit: Instants) -> float:
    """Unix time of second 0: that of the first submission where it is a date, else 0."""
    first = np.nanmin(submit.whole) if (~np.isnan(submit.whole)).any() else 0.0
    return float(first) if first >= SINCE else 0.0


def _keys(base: float, zone: str) -> dict[str, str]:
    return {"UnixStartTime": f"{base:.0f}", "TimeZoneString": zone} if base else {}


def header(keys: Mapping[str, str]) -> str:
    """The header of SWF that tells these keys."""
    return "".join(f"; {name}: {value}\n" for name, value in keys.items())


def preview(name: str, columns: Sequence[str], column: Callable[[str], Any], reading: Mapping[str, str]) -> Preview:
    """How the first rows would be read; column(name): the cells of the first rows of a column."""
    chosen = mapped(columns, reading)
    texts = [[cells_of.cell_text(cell)[:80] for cell in column(one)[:ROWS]] for one in columns]
    whole = dict(chosen.columns) | {
        f"{field}_unit": chosen.units[field] or _guessed_unit(column(of), field)
        for field, of in chosen.columns.items()
        if field in TIMED
    }
    if zone := reading.get(ZONE):
        whole[ZONE] = zone
    return Preview(tuple(columns), tuple(zip(*texts, strict=True)), whole, missing(chosen.columns))


def _guessed_unit(cells: Any, field: str) -> str:
    """The unit in which cells of a time are read where neither the reading nor the name of the column tells it."""
    import pyarrow as pa  # type: ignore[import-untyped]

    cells = cells_of.cleaned(cells)
    values = cells_of.floats(cells, cells_of.MOST_NANOSECONDS)
    is_number = not np.isnan(values).all()
    if FIELDS[field].kind == "length":
        return "s" if is_number or pa.types.is_null(cells.type) else "clock"
    return cells_of.unit_of_instants(values) if is_number else DATE
