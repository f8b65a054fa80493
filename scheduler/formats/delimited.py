"""Tables in text: CSV and its kin, cells parted by commas, semicolons, tabs or bars, columns named in the first line.

Which column is what is guessed from the usual names, and told by the reading where that fails; units of times and the
time zone of dates likewise.  Lines before the names that begin with # are a header: "# MaxProcs: 100" is the machine.
"""

from __future__ import annotations

import hashlib
import re

from scheduler.formats import Format
from scheduler.formats.reading.cost import Cost
from scheduler.formats.reading.decompression import head as plain_head
from scheduler.formats.reading.decompression import plain
from scheduler.formats.reading.preview import Preview
from scheduler.formats.reading.table_fields import FIELDS, params, plain_name
from scheduler.formats.reading.table_trace import TableReader
from scheduler.formats.reading.table_trace import preview as preview_of
from scheduler.formats.reading.table_writer import columns_of
from scheduler.formats.reading.text_table import SEPARATORS, decoded, opened, records, separator_of
from scheduler.model.trace import Trace
from scheduler.params import Param

LIMIT = 1 << 30  # bytes of plain text
SEPARATOR = Param("separator", None, kind=str, choices=tuple(SEPARATORS), help="what parts the cells")
USUAL = frozenset(word for field in FIELDS.values() for word in field.usual.split())
LEAST = 2  # columns of usual names, for a file to be taken for a table of jobs
RECIPE = "; |"  # begins the lines of a header that hold how the jobs were taken


def read(content: bytes, name: str, separator: str = "", **reading: str) -> Trace:
    """The trace in a table; raises FormatError, ParamError."""
    text = plain(content, name, LIMIT)
    table = opened(text, name, separator)
    reader = TableReader(name, table.columns, reading, table.keys)
    cells, line, notes = records(table, reader.used)
    return reader.trace(cells.column, line, (*table.notes, *notes), hashlib.sha256(text).hexdigest())


def write(trace: Trace) -> bytes:
    """The trace as CSV: the columns that say something, missing values as empty cells.

    Of the header only the recipe of the jobs is kept, as lines of comment before the names; other programs skip them
    where they are told that # begins a comment.
    """
    import pyarrow as pa  # type: ignore[import-untyped]
    import pyarrow.csv as writer  # type: ignore[import-untyped]

    buffer = pa.BufferOutputStream()
    writer.write_csv(pa.table(columns_of(trace)), buffer, writer.WriteOptions(quoting_style="needed"))
    recipe = "".join(f"#{line[1:]}\n" for line in trace.header.splitlines() if line.startswith(RECIPE))
    return recipe.encode() + bytes(buffer.getvalue().to_pybytes())


def preview(content: bytes, name: str, separator: str = "", **reading: str) -> Preview:
    """The columns and the first rows of a table; raises FormatError where there are none."""
    begin = plain_head(content)
    begin = begin[: begin.rfind(b"\n") + 1] or begin
    table = opened(begin, name, separator)
    cells, _, _ = records(table, table.columns)
    basis = preview_of(name, table.columns, cells.column, reading)
    return Preview(basis.columns, basis.rows, {**basis.reading, "separator": table.separator}, basis.missing)


def sniff(head: bytes) -> bool:
    """Whether a file begins with a line that names columns as tables of jobs do."""
    text = decoded(head)[0] if head else b""
    lines = (line.strip() for line in text.decode(errors="replace").splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    separator = separator_of(first)
    if not separator or first[0] in "{[;":
        return False
    names = {plain_name(cell.strip("\"'")) for cell in first.split(SEPARATORS[separator])}
    return len(names & USUAL) >= LEAST


FORMAT = Format(
    "delimited",
    "table as text (CSV, TSV)",
    "trace",
    (".csv", ".tsv"),
    sniff,
    read,
    write,
    "Y. Shafranovich, Common Format and MIME Type for CSV Files, RFC 4180",
    (*params(), SEPARATOR),
    preview,
    cost=Cost(re.compile(rb"(?m)^[^#\s]"), 65, 3, 350, 2.2e-8),
)
