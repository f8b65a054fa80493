"""The table of a sweep as a file: Parquet or CSV, one row per run, the same columns whatever was run.

The recipe of its jobs stands in it: in CSV as in that of a run, in Parquet as in that of a log.  Slices, loads and
seeds are columns.
"""

from __future__ import annotations

import csv
import io
from typing import Any

import pyarrow  # type: ignore[import-untyped]
import pyarrow.parquet  # type: ignore[import-untyped]

from scheduler.exports import recipe_text
from scheduler.formats.parquet import HEADER
from scheduler.model.workload_options import WorkloadOptions
from scheduler.preparation.recipe import Recipe
from scheduler.program_files import made_by
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
    table, lines = pyarrow.table(columns), recipe_text.comment(recipe_of(record), users=True)
    header = f"; Note: written by {made_by()}\n{lines}"
    pyarrow.parquet.write_table(table.replace_schema_metadata({HEADER: header.encode()}), buffer)
    return buffer.getvalue()


def comma_separated(record: Record) -> str:
    """A line per run below the names of the columns; empty is what does not apply, numbers in shortest form."""
    buffer = io.StringIO()
    buffer.write(recipe_text.run_lines(recipe_of(record), users=True))
    lines = csv.writer(buffer, lineterminator="\n")
    columns: dict[str, list[Any]] = record["columns"]
    lines.writerow(columns)
    lines.writerows(zip(*columns.values(), strict=True))
    return buffer.getvalue()


def recipe_of(record: Record) -> Recipe:
    """How the jobs of a sweep are taken, before they are cut into slices."""
    return Recipe(
        {},
        WorkloadOptions.of(record.get("options")),
        str(record.get("trace") or ""),
        str(record.get("trace_sha256") or ""),
    )


def _type(name: str) -> Any:
    return pyarrow.string() if name in TEXT else pyarrow.int64() if name in WHOLE else pyarrow.float64()
