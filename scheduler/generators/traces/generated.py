"""A generated trace: columns of whole numbers and a header that says how to make it again.

The header names generator, parameters and seed, and MaxProcs; `swf_text` is the file it will be, so a generated trace
has the hash and the line numbers of that file before anybody writes it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

import numpy as np
import pyarrow  # type: ignore[import-untyped]
import pyarrow.csv  # type: ignore[import-untyped]

from scheduler.columns import SWF
from scheduler.model.trace import Trace

UNKNOWN = -1
COMPLETED = 1  # SWF status


def trace_of(
    key: str,
    seed: int,
    params: Mapping[str, Any],
    processors: int,
    columns: Mapping[str, np.ndarray],
    notes: Sequence[str],
    extra: Sequence[tuple[str, str]] = (),
    hashed: bool = True,
    more: Sequence[str] = (),
) -> Trace:
    """A trace of these columns (whole numbers, one length, in the order of the file).

    Columns left out are unknown, but for job_id (1..n), status (completed), allocated_processors (as requested).
    notes: sentences for the header.  extra: further header keys.  hashed: off where thousands are made that nobody will
    ask for by hash; writing the file costs ten times what drawing it does.
    more: [n] what stands behind the 18th field of each line, where tasks are moldable.
    """
    n = len(columns["submit"])
    full = {name: np.full(n, float(UNKNOWN)) for name in SWF}
    full |= {
        "job_id": np.arange(1.0, n + 1),
        "status": np.full(n, float(COMPLETED)),
        "allocated_processors": columns["requested_processors"],
    }
    full |= dict(columns)
    full = {name: np.asarray(full[name], dtype=float) for name in SWF}
    keys = [
        ("Version", "2.2"),
        ("Generator", key),
        ("Parameters", _words(params)),
        ("Seed", str(seed)),
        ("MaxJobs", str(n)),
        ("MaxRecords", str(n)),
        ("MaxProcs", str(processors)),
        *extra,
        *(("Note", note) for note in notes),
    ]
    header = "".join(f"; {name}: {value}\n" for name, value in keys)
    line = np.arange(1, n + 1) + len(keys)
    digest = hashlib.sha256(_file(header, full, more)).hexdigest() if hashed else ""
    return Trace(f"{key}-{seed}.swf", full, line, header, sha256=digest, keys=dict(reversed(keys)), more=tuple(more))


def _words(params: Mapping[str, Any]) -> str:
    """Parameters as `name=value`, those not set left out."""
    return " ".join(f"{name}={value}" for name, value in params.items() if value is not None)


def swf_text(header: str, columns: Mapping[str, np.ndarray], more: Sequence[str] = ()) -> str:
    """The file: header, then one line of 18 whole numbers per job, and what there is more of it."""
    return _file(header, columns, more).decode()


def _file(header: str, columns: Mapping[str, np.ndarray], more: Sequence[str] = ()) -> bytes:
    lines, table = BytesIO(), pyarrow.table({name: columns[name].astype(np.int64) for name in SWF})
    how = pyarrow.csv.WriteOptions(include_header=False, delimiter=" ", quoting_style="none")
    pyarrow.csv.write_csv(table, lines, how)
    body = lines.getvalue()
    if len(more):
        body = b"".join(b"%s %s\n" % (line, rest.encode()) for line, rest in zip(body.splitlines(), more, strict=True))
    return header.encode() + body
