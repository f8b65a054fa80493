"""The recipe in a file that this program wrote, whatever kind of file it is: `--recipe figure.svg` follows it.

Read with suspicion: what comes out is a text that `recipe.read` checks like any other.
"""

from __future__ import annotations

import csv
import html
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

from scheduler.errors import InputError
from scheduler.exports.recipe_text import BAR, NUMBERED, PAIR_BARS, TABLE_BAR
from scheduler.formats.reading.decompression import plain

PNG, PDF, ZIP, PARQUET = b"\x89PNG\r\n\x1a\n", b"%PDF-", b"PK\x03\x04", b"PAR1"
KEYWORD = b"Recipe"  # of the text in a PNG
IN_PDF = re.compile(rb"/QueuescopeRecipe <FEFF([0-9A-F]*)>")
METADATA, METADATA_END = (re.compile(rf"<{slash}(?:\w+:)?metadata[^<>]*>") for slash in ("", "/"))
EVALYS = "job_id,workload_name,"  # begins a file for evalys
OF_SEVERAL = (
    "holds the recipes of several workloads; copy the lines of one of them, without what stands before them, "
    "into a file of its own."
)
MEMBER = "recipe.toml"  # of a bundle
LARGEST = 64 << 20  # bytes of a file that are looked through
LONGEST = 1 << 20  # bytes of a recipe inside an archive


def recovered(content: bytes, name: str) -> str:
    """The text of the recipe in a file: a recipe itself, or a table, log, figure or bundle that holds one.

    Raises InputError, one sentence, where there is none.
    """
    kinds = {PNG: _of_png, PDF: _of_pdf, ZIP: _of_zip, PARQUET: _of_parquet}
    for begin, reader in kinds.items():
        if content.startswith(begin):
            return _there(reader(content), name)
    try:
        text = plain(content, name, LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(
            f"{name!r} is not UTF-8 text; wanted: a recipe, which is TOML, or a file of this program that holds one."
        ) from None
    if text.lstrip().startswith(("{", "[{")):
        return _there(_of_json(text), name)
    if "<svg" in text[:2_000]:
        opening = METADATA.search(text)
        closing = METADATA_END.search(text, opening.end()) if opening else None
        return _there(html.unescape(text[opening.end() : closing.start()]) if opening and closing else "", name)
    return of_lines(text, name)


def _there(text: str, name: str) -> str:
    if all(line.startswith("#") or not line.strip() for line in text.splitlines()):
        raise InputError(
            f"{name!r} holds no recipe; wanted: a recipe (TOML), or a table, log, figure or bundle that "
            "this program wrote with one."
        )
    return _of_one(text, name)


def _of_one(text: str, name: str) -> str:
    """The text, where it is about one workload; raises InputError."""
    if text.startswith(NUMBERED.format(1).rstrip()):
        raise InputError(f"{name!r} {OF_SEVERAL}")
    return text


def of_lines(text: str, name: str) -> str:
    """Of a table or log, the lines behind bars; of any other text all of it."""
    if text.startswith(PAIR_BARS[0].rstrip()):
        raise InputError(f"{name!r} {OF_SEVERAL}")
    for bar in (TABLE_BAR, BAR):
        short = bar.rstrip()  # of a line that is empty
        lines = [line[len(bar) :] for line in text.splitlines() if line.startswith(bar) or line == short]
        if lines:
            return _of_one("".join(f"{line}\n" for line in lines), name)
    return _of_evalys(text, name) if text.startswith(EVALYS) else _of_one(text, name)


def _of_evalys(text: str, name: str) -> str:
    """The column metadata of the first job."""
    try:
        row = next(csv.DictReader(io.StringIO(text)), {})
    except csv.Error:
        row = {}
    return _there(str(row.get("metadata") or ""), name)


def _of_json(text: str) -> str:
    """Of a Chrome trace its other data, of a workload of Batsim its description."""
    try:
        entries: Any = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(entries, dict):
        return ""
    other = entries.get("otherData")
    if isinstance(other, dict):
        return str(other.get("recipe") or "")
    lines = str(entries.get("description") or "").splitlines()
    return "".join(f"{line[len(BAR) :]}\n" for line in lines if line.startswith(BAR.rstrip()))


def _of_png(content: bytes) -> str:
    for kind, data in _chunks(content):
        keyword, _, rest = data.partition(b"\0")
        if kind == b"iTXt" and keyword == KEYWORD and rest[:2] == b"\0\0":
            return rest[2:].split(b"\0", 2)[-1].decode("utf-8", "replace")
    return ""


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """(kind, data) of the chunks of a PNG as far as they are whole."""
    at = len(PNG)
    while at + 12 <= len(content):
        length = int.from_bytes(content[at : at + 4], "big")
        kind, data = content[at + 4 : at + 8], content[at + 8 : at + 8 + length]
        if len(data) < length or zlib.crc32(kind + data) != int.from_bytes(
            content[at + 8 + length : at + 12 + length], "big"
        ):
            return
        yield kind, data
        at += 12 + length


def _of_pdf(content: bytes) -> str:
    match = IN_PDF.search(content)
    return bytes.fromhex(match[1][: len(match[1]) // 4 * 4].decode()).decode("utf-16-be", "replace") if match else ""


def _of_zip(content: bytes) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entry = archive.getinfo(MEMBER)
            return archive.read(entry).decode("utf-8", "replace") if entry.file_size <= LONGEST else ""
    except (zipfile.BadZipFile, KeyError, NotImplementedError, OSError, RuntimeError, zlib.error):
        return ""


def _of_parquet(content: bytes) -> str:
    from pyarrow import ArrowException, BufferReader  # type: ignore[import-untyped]
    from pyarrow.parquet import read_schema  # type: ignore[import-untyped]

    from scheduler.formats.parquet import HEADER

    try:
        header = (read_schema(BufferReader(content)).metadata or {}).get(HEADER, b"").decode("utf-8", "replace")
    except (ArrowException, OSError, ValueError):
        return ""
    return "".join(f"{line[len(BAR) :]}\n" for line in header.splitlines() if line.startswith(BAR.rstrip()))
