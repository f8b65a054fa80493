"""The table of a sweep as a file: Parquet or CSV, one row per run, the same columns whatever was run."""

from __future__ import annotations

import csv
import io
from typing import Any

import pyarrow  # type: ignore[import-untyped]
import pyarrow.parquet  # type: ignore[import-untyped]

from scheduler.results.records import Record

TEXT = ("policy", "name", "params", "trace_sha256", "workload_hash")
WHOLE = ("slice", "replica", "seed", "jobs")
SUFFIXES = (".parquet", ".csv")


def content(record: Record, suffix: str) -> bytes:
    """The table of a record as a file of that suffix."""
    return parquet(record) if suffix == ".parquet" else comma_separated(record).encode()


def parquet(record: Record) -> bytes:
    """Text, i8 and f8 columns; null is what does not apply."""
    columns = {name: pyarrow.array(values, _type(name)) for name, values in record["columns"].items()}
    buffer = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(columns), buffer)
    return buffer.getvalue()


def comma_separated(record: Record) -> str:
    """A line per run below the names of the columns; empty is what does not apply, numbers in shortest form."""
    buffer = io.StringIO()
    lines = csv.writer(buffer, lineterminator="\n")
    columns: dict[str, list[Any]] = record["columns"]
    lines.writerow(columns)
    lines.writerows(zip(*columns.values(), strict=True))
    return buffer.getvalue()


def _type(name: str) -> Any:
    return pyarrow.string() if name in TEXT else pyarrow.int64() if name in WHOLE else pyarrow.float64()
