"""Tables in Parquet: columns as in a table of text, typed; only the columns that are read are unpacked.

A table of many millions of jobs is read in pieces (`pieces`), a row group or less at a time, so that it need not fit
into memory.  The header of a log that was written here is kept in the file's own key "queuescope.header".
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from scheduler.errors import FormatError
from scheduler.formats import Format
from scheduler.formats.reading.cost import Cost
from scheduler.formats.reading.decompression import plain
from scheduler.formats.reading.preview import Preview
from scheduler.formats.reading.table_fields import params
from scheduler.formats.reading.table_trace import ROWS, TableReader
from scheduler.formats.reading.table_trace import preview as preview_of
from scheduler.formats.reading.table_writer import columns_of
from scheduler.formats.reading.text_table import KEY
from scheduler.model.notes import Note
from scheduler.model.trace import Trace
from scheduler.wording import counted

MAGIC = b"PAR1"
LIMIT = 1 << 32  # bytes of a file
MOST_ROWS = 20_000_000  # of a trace that is held whole; some 200 bytes of memory each
ROWS_OF_BYTE = 4  # more of a byte of the file are rows that are all alike, which are no log
MOST_TEXT = 1 << 28  # bytes of a column of text in PIECE rows
PIECE = 500_000  # rows read at once
HEADER = b"queuescope.header"
COUNTED = ("cells_unread", "hour_twice")  # rules of notes that count what is in one piece


def read(content: bytes, name: str, **reading: str) -> Trace:
    """The trace in a Parquet file; raises FormatError, ParamError."""
    parts = list(pieces(content, name, MOST_ROWS, **reading))
    if not parts:
        raise FormatError(f"{name} holds no job: the table has no rows.")
    last = parts[-1]
    columns, extra = (
        {field: np.concatenate([getattr(part, which)[field] for part in parts]) for field in getattr(last, which)}
        for which in ("columns", "extra")
    )
    return replace(
        last,
        columns=columns,
        extra=extra,
        line=np.concatenate([part.line for part in parts]),
        notes=_together(parts),
        sha256=hashlib.sha256(plain(content, name, LIMIT)).hexdigest(),
    )


def _together(parts: Sequence[Trace]) -> tuple[Note, ...]:
    """The notes of pieces as those of one: counts of cells and times added up, by rule and column."""
    merged: dict[tuple[str, Any], Note] = {}
    for note in (note for part in parts for note in part.notes):
        key = (note.rule, note.values.get("column"))
        first = merged.setdefault(key, note)
        if first is not note and note.rule in COUNTED:
            merged[key] = replace(first, count=first.count + note.count)
    return tuple(merged.values())


def pieces(content: bytes, name: str, most: int | None = None, **reading: str) -> Iterator[Trace]:
    """The trace in pieces of PIECE rows; names and times are those of one trace.  Raises FormatError, ParamError."""
    import pyarrow as pa  # type: ignore[import-untyped]

    file = _opened(content, name)
    if most is not None and file.metadata.num_rows > most:
        raise FormatError(
            f"{name} has {file.metadata.num_rows:,} rows, and at most {most:,} are held at once; "
            "inspect --counts counts them in pieces, and a part of the file can be opened."
        )
    if file.metadata.num_rows > max(PIECE, ROWS_OF_BYTE * len(content)):
        raise FormatError(
            f"{name} has {counted(file.metadata.num_rows, 'row')} in {len(content):,} bytes, so they are all alike; "
            "wanted: a row for each job of a log."
        )
    reader = TableReader(name, _columns(file, name), reading, _keys(file))
    file = _opened(content, name, [one for one in reader.used if _is_text(file.schema_arrow.field(one).type)])
    row = 1
    try:
        for batch in file.iter_batches(PIECE, columns=reader.used, use_threads=False):
            line = np.arange(row, row + len(batch), dtype=np.int64)
            row += len(batch)
            yield reader.trace(partial(_cells, batch, name), line)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise _damaged(name, error) from None


def _is_text(kind: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_string(kind) or pa.types.is_binary(kind))


def _cells(batch: Any, name: str, column: str) -> Any:
    """The cells of a column; of text that would be too long with each cell written out, raises FormatError."""
    import pyarrow as pa
    import pyarrow.compute as pc  # type: ignore[import-untyped]

    cells = batch.column(column)
    if pa.types.is_dictionary(cells.type) and _is_text(cells.type.value_type):
        size = pc.sum(pc.take(pc.binary_length(cells.dictionary), cells.indices)).as_py() or 0
        if size > MOST_TEXT:
            raise FormatError(
                f"{name} has {size:,} bytes of text in {counted(len(batch), 'row')} of column {column[:60]}; wanted: "
                "names of a usual length."
            )
    return cells


def _opened(content: bytes, name: str, texts: Sequence[str] = ()) -> Any:
    """The file; texts: columns of which each text is kept once, as a few bytes may repeat one a million times."""
    import pyarrow as pa
    import pyarrow.parquet as parquet  # type: ignore[import-untyped]

    try:
        return parquet.ParquetFile(
            pa.BufferReader(pa.py_buffer(plain(content, name, LIMIT))),
            read_dictionary=texts or None,
            page_checksum_verification=True,
        )
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise _damaged(name, error) from None


def _damaged(name: str, error: Exception) -> FormatError:
    why = " ".join(str(error).split())[:120].rstrip(".")
    return FormatError(f"{name} is a Parquet file that cannot be read ({why}); transfer it again, or write it anew.")


def _columns(file: Any, name: str) -> tuple[str, ...]:
    """The columns that hold one value a row."""
    import pyarrow as pa

    try:
        schema = file.schema_arrow
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise _damaged(name, error) from None
    columns = tuple(field.name for field in schema if not pa.types.is_nested(field.type))
    if len(set(columns)) < len(columns):
        raise FormatError(f"{name} has two columns of one name; rename one of them.")
    return columns


def _keys(file: Any) -> Mapping[str, str]:
    text = (file.schema_arrow.metadata or {}).get(HEADER, b"").decode(errors="replace")
    keys: dict[str, str] = {}
    for line in text.splitlines():
        if match := KEY.match("#" + line.lstrip(" \t;")):
            keys.setdefault(match[1], match[2].rstrip())
    return keys


def preview(content: bytes, name: str, **reading: str) -> Preview:
    """The columns and the first rows; raises FormatError."""
    import pyarrow as pa

    file = _opened(content, name)
    columns = _columns(file, name)
    try:
        first = next(file.iter_batches(ROWS, columns=list(columns), use_threads=False), None)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise _damaged(name, error) from None
    if first is None:
        first = pa.RecordBatch.from_pydict({column: pa.array([], pa.string()) for column in columns})
    return preview_of(name, columns, first.column, reading)


def write(trace: Trace) -> bytes:
    """The trace as a Parquet file: the columns that say something, missing values as nulls."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    table = pa.table(columns_of(trace)).replace_schema_metadata({HEADER: trace.header.encode(errors="replace")})
    buffer = pa.BufferOutputStream()
    parquet.write_table(table, buffer, compression="zstd", write_page_checksum=True)
    return bytes(buffer.getvalue().to_pybytes())


def _rows(content: bytes, name: str) -> int:
    """How many rows the end of a file tells of; raises FormatError."""
    return int(_opened(content, name).metadata.num_rows)


def sniff(head: bytes) -> bool:
    """Whether a file begins like a Parquet file."""
    return head.startswith(MAGIC)


FORMAT = Format(
    "parquet",
    "Parquet",
    "trace",
    (".parquet",),
    sniff,
    read,
    write,
    "Apache Parquet, file format specification 2",
    params(),
    preview,
    pieces,
    cost=Cost(re.compile(rb"(?!)"), 4, 1, 110, 0.0, 8e-7, _rows),
)
