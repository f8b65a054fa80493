"""A table in a text file: one record a line, cells parted by a separator, the names of the columns in the first line.

Lines before it that begin with # are a header ("# Key: value").  Records with more or fewer cells than there are
columns are skipped and counted, never cut or filled up.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from scheduler.errors import FormatError
from scheduler.formats.reading.density import check
from scheduler.model.notes import Note

SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
BOMS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
BLOCK = 1 << 26  # bytes read at once; a record has to fit
MOST_COLUMNS = 2_000
LONGEST_HEAD = 1 << 20  # bytes of the line that names them
END = re.compile(rb"[\r\n]")
KEY = re.compile(r"#[# \t]*([A-Za-z][\w-]*)[ \t]*:(?!//)[ \t]*(.*)")


@dataclass(frozen=True)
class Opened:
    """The text of a table and its first line."""

    text: bytes  # UTF-8, the records alone
    columns: tuple[str, ...]  # each name once
    separator: str  # one of SEPARATORS
    line: int  # of the first record, from 1
    keys: dict[str, str]
    notes: tuple[Note, ...] = ()


def decoded(content: bytes) -> tuple[bytes, Note | None]:
    """The content as UTF-8; what is in no Unicode is taken as Latin-1, and the note says so."""
    for mark, name in BOMS.items():
        if content.startswith(mark):
            return content.decode(name, "replace").encode(), None
    try:
        content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return content.decode("latin-1").encode(), Note("not_utf8", 1, (line,), "repair", {"line": line})
    return content, None


def opened(content: bytes, name: str, separator: str = "") -> Opened:
    """The names of the columns and where the records begin; raises FormatError where there are none."""
    text, note = decoded(content)
    at, line = 0, 1
    keys: dict[str, str] = {}
    while (
        at < len(text)
        and (first := text[at : _end(text, at)].strip()) is not None
        and (not first or first.startswith(b"#"))
    ):
        if match := KEY.match(first.decode(errors="replace")):
            keys.setdefault(match[1], match[2].rstrip())
        at, line = _next(text, at), line + 1
    head = text[at : min(_end(text, at), at + LONGEST_HEAD)].decode(errors="replace").strip("\r\n")
    chosen = separator or separator_of(head)
    columns = _columns(head, chosen)
    if not chosen or len(columns) < 2 or not any(map(_is_word, columns)):
        raise FormatError(
            f"{name} is no table: line {line} ({head[:60]!r}) does not name columns; wanted: names "
            "parted by commas, semicolons, tabs or bars, and below it one line for each job."
        )
    if len(columns) > MOST_COLUMNS:
        raise FormatError(f"{name} has {len(columns):,} columns; wanted: at most {MOST_COLUMNS:,}.")
    return Opened(text[_next(text, at) :], _unique(columns), chosen, line + 1, keys, (note,) if note else ())


def _end(text: bytes, at: int) -> int:
    """Where the line ends that begins there."""
    end = END.search(text, at, at + BLOCK)
    return end.start() if end else len(text)


def _next(text: bytes, at: int) -> int:
    """Where the next line begins."""
    end = _end(text, at)
    return end + 2 if text[end : end + 2] == b"\r\n" else end + 1


def separator_of(head: str) -> str:
    """The separator that parts a line into most cells; "" where none does."""
    numbers = {name: len(_columns(head, name)) for name in SEPARATORS}
    most = max(numbers, key=lambda name: numbers[name])
    return most if numbers[most] > 1 else ""


def _columns(head: str, separator: str) -> list[str]:
    if not separator:
        return []
    try:
        return [cell.strip() for cell in next(csv.reader([head], delimiter=SEPARATORS[separator]), [])]
    except csv.Error:
        return head.split(SEPARATORS[separator])


def _is_word(cell: str) -> bool:
    return bool(re.search(r"[^\W\d_]", cell))


def _unique(columns: Sequence[str]) -> tuple[str, ...]:
    """Each name once: the second `user` is `user (2)`, one without a name `column 3`."""
    names: dict[str, int] = {}  # how many columns of a name there are so far
    for number, column in enumerate(columns, 1):
        plain = name = "".join(c for c in column if c.isprintable())[:120] or f"column {number}"
        while name in names:
            names[plain] += 1
            name = f"{plain} ({names[plain]})"
        names[name] = 1
    return tuple(names)


def records(table: Opened, used: Sequence[str]) -> tuple[Any, np.ndarray, list[Note]]:
    """(cells of these columns as an Arrow table of text, line of each record, what was skipped).

    Raises FormatError where the text does not fall into records, or its lines cannot have that many cells.
    """
    check(table.text.count(b"\n"), "lines", len(table.text), "The table", len(table.columns))
    cells, skipped = _parsed(table, used, '"')
    if any("\n" in text for _, text in skipped) or cells is None:  # a quote that is never closed swallows the rest
        plain, others = _parsed(table, used, False)
        if plain is not None and (cells is None or plain.num_rows > cells.num_rows):
            cells, skipped = plain, others
    if cells is None:
        raise FormatError(
            "The text does not fall into records: a quoted cell is never closed; close the quotes, or "
            "write the file without them."
        )
    numbers = np.delete(np.arange(1, cells.num_rows + len(skipped) + 1), [number - 1 for number, _ in skipped])
    table_of, kept, blank = _without_blank(cells, numbers)
    notes = _skipped(skipped, table.line)
    inside = _lines(table.text) - cells.num_rows - sum(_lines(text.encode()) for _, text in skipped)
    if inside > 0:
        notes.append(Note("lines_quoted", inside, level="warning"))
    if blank:
        notes.append(Note("rows_blank", blank))
    return table_of, kept + table.line - 1, notes


def _lines(text: bytes) -> int:
    """How many lines a text has, whichever way they end."""
    ends = text.count(b"\n") + text.count(b"\r") - text.count(b"\r\n")
    return ends + (not text.endswith((b"\n", b"\r")) and bool(text))


def _parsed(table: Opened, used: Sequence[str], quote: Any) -> tuple[Any, list[tuple[int, str]]]:
    """(Arrow table or None, [(number of a record that was skipped, its text)])."""
    import pyarrow as pa  # type: ignore[import-untyped]
    import pyarrow.csv as reader  # type: ignore[import-untyped]

    skipped: list[tuple[int, str]] = []

    def skip(row: Any) -> str:
        skipped.append((row.number, row.text))
        return "skip"

    if not table.text:
        return pa.table({name: pa.array([], pa.string()) for name in used}), skipped
    names = [str(number) for number in range(len(table.columns))]
    wanted = [str(table.columns.index(name)) for name in used]
    try:
        cells = reader.read_csv(
            io.BytesIO(table.text),
            reader.ReadOptions(use_threads=False, block_size=min(BLOCK, len(table.text) + 1), column_names=names),
            reader.ParseOptions(
                delimiter=SEPARATORS[table.separator],
                quote_char=quote,
                ignore_empty_lines=False,
                newlines_in_values=bool(quote),
                invalid_row_handler=skip,
            ),
            reader.ConvertOptions(
                column_types={name: pa.string() for name in wanted}, include_columns=wanted, strings_can_be_null=False
            ),
        )
    except pa.ArrowInvalid:
        return None, skipped
    return cells.rename_columns(list(used)), skipped


def _without_blank(table: Any, numbers: np.ndarray) -> tuple[Any, np.ndarray, int]:
    """Without the lines that have nothing in any of the columns; how many these are."""
    import pyarrow as pa
    import pyarrow.compute as pc  # type: ignore[import-untyped]

    if not table.num_columns:
        return table, numbers, 0
    some = np.zeros(table.num_rows, bool)
    for column in table.columns:
        if some.all():
            break
        some |= pc.not_equal(column, "").to_numpy(zero_copy_only=False) if column.num_chunks else some
    if some.all():
        return table, numbers, 0
    return table.filter(pa.array(some)), numbers[some], int((~some).sum())


def _skipped(rows: Sequence[tuple[int, str]], first: int) -> list[Note]:
    if not rows:
        return []
    lines = sum(max(_lines(text.encode()), 1) for _, text in rows)
    number, text = rows[0]
    return [
        Note(
            "row_width",
            lines,
            tuple(number + first - 1 for number, _ in rows[:3]),
            "warning",
            {"line": number + first - 1, "first": text[:40]},
        )
    ]
