"""The Grid Workload Format: 29 fields a line, comments begin with '#'.

The first 16 fields are those of the Standard Workload Format, but for users, groups, programs, queues and partitions,
which may be names.  Of the others the site a job ran at takes the place of the partition where that is not told; what
network, disk and platform it asked for is not read.  Jobs of a composite (field 19) are jobs like any other.

Source: A. Iosup et al., The Grid Workloads Archive, Future Generation Computer Systems 24(7), 2008.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

from scheduler.columns import SWF
from scheduler.errors import FormatError
from scheduler.formats import Format
from scheduler.formats.reading.cost import Cost
from scheduler.formats.reading.decompression import plain
from scheduler.formats.reading.table_trace import TableReader
from scheduler.formats.reading.text_table import KEY, Opened, decoded, records
from scheduler.model.trace import Trace

FIELDS = (
    *list(SWF)[:16],
    "original_site",
    "site",
    "structure",
    "structure_params",
    "used_network",
    "used_disk",
    "used_resources",
    "requested_platform",
    "requested_network",
    "requested_disk",
    "requested_resources",
    "organization",
    "project",
)
NAMES = {column: column for column in list(SWF)[:16]}
LIMIT = 1 << 30  # bytes of plain text
BLANKS = re.compile(rb"[ \t]+")
EDGES = re.compile(rb"(?m)^\t|\t(?=\r?$)")
LINE = re.compile(rb"\s*(?:\S+[ \t]+){28}\S+[ \t]*\r?(?:\n|\Z)")


def read(content: bytes, name: str) -> Trace:
    """The trace in a GWF file; lines that have no 29 fields are skipped and counted.  Raises FormatError."""
    whole = plain(content, name, LIMIT)
    text, note = decoded(whole)
    header, body = _parted(text)
    if not body.strip():
        raise FormatError(f"{name} holds no job: there are only comments; wanted: lines of {len(FIELDS)} fields.")
    rows = re.sub(rb"(?m)^#.*$", b"", EDGES.sub(b"", BLANKS.sub(b"\t", body.replace(b'"', b"'"))))
    table = Opened(rows, FIELDS, "tab", header.count(b"\n") + 1, {})
    reader = TableReader(name, FIELDS, NAMES | {"partition": _partition(body)}, _keys(header))
    cells, line, notes = records(table, reader.used)
    if not len(line):
        raise FormatError(f"{name} holds no job: no line has {len(FIELDS)} fields.")
    return reader.trace(cells.column, line, (*((note,) if note else ()), *notes), hashlib.sha256(whole).hexdigest())


def _partition(body: bytes) -> str:
    """Which field tells where a job ran: the partition, or the site where no line of the first thousand tells one."""
    lines = [line.split() for line in body.splitlines()[:1_000]]
    return "partition" if any(len(fields) == len(FIELDS) and fields[15] != b"-1" for fields in lines) else "site"


def _parted(text: bytes) -> tuple[bytes, bytes]:
    """(comments and blank lines before the first job, the rest)."""
    at = 0
    while at < len(text):
        end = text.find(b"\n", at) + 1 or len(text)
        line = text[at:end].strip()
        if line and not line.startswith(b"#"):
            break
        at = end
    return text[:at], text[at:]


def _keys(header: bytes) -> Mapping[str, str]:
    keys: dict[str, str] = {}
    for line in header.decode(errors="replace").splitlines():
        if match := KEY.match(line.strip()):
            keys.setdefault(match[1], match[2].rstrip())
    return keys


def sniff(head: bytes) -> bool:
    """Whether the first line that is no comment has 29 fields, of which the first four are numbers."""
    _, body = _parted(decoded(head)[0] if head else b"")
    first = body.split(b"\n", 1)[0].split()
    return len(first) == len(FIELDS) and all(re.fullmatch(rb"-?\d+(\.\d+)?", word) for word in first[:4])


FORMAT = Format(
    "gwf",
    "Grid Workload Format",
    "trace",
    (".gwf",),
    sniff,
    read,
    None,
    "A. Iosup et al., The Grid Workloads Archive, Future Generation Computer Systems 24(7), 2008",
    cost=Cost(re.compile(rb"(?m)^[ \t]*+\d"), 100, 40, 2_000, 20e-8),
)
