"""Damaged tables, Parquet files and Batsim workloads: every line is a job or counted, or a sentence says what is wrong."""

from __future__ import annotations

import io
import json
from contextlib import suppress
from random import Random

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scheduler.columns import SWF
from scheduler.errors import FormatError, InputError
from scheduler.formats import batsim, delimited, parquet, parse, preview
from scheduler.formats.reading.several import archive
from scheduler.model.trace import Trace
from scheduler.preparation.build import workload
from tests.cases.strategies import EXPLORE

FILES = 2_006 if EXPLORE else 170  # of each kind
LINES = 25
CELLS = (
    "",
    "x",
    "-1",
    "1e400",
    "nan",
    "2019-13-45 00:00:00",
    "2019-01-01",
    "9" * 400,
    '"',
    '""',
    "a,b",
    "\x00",
    "é",
    "1-2-3",
    "0x1",
    "1e5",
    "-5",
    "12:61:99",
    "99999-01-01",
    "2019-01-01 00:00:00+99:99",
    "9223372036854775807",
    "1.5.2",
    "\u0661",
)
HEAD = "id,user,submit_time,start_time,run_time,cores,walltime,state"


def row(number: int) -> list[str]:
    return [
        str(number),
        f"user{number % 4}",
        f"2019-01-01 {number % 24:02}:00:00",
        f"2019-01-02 {number % 24:02}:00:00",
        str(60 + number),
        str(1 + number % 8),
        "2:00:00",
        "COMPLETED",
    ]


def table(seed: int) -> bytes:
    """A table of which a few lines and bytes are damaged."""
    draw = Random(f"table {seed}")
    rows = [row(number) for number in range(LINES)]
    for _ in range(draw.randrange(1, 6)):
        cells = draw.choice(rows)
        kind = draw.randrange(4)
        if kind < 2:
            cells[draw.randrange(len(cells))] = draw.choice(CELLS)
        elif kind == 2:
            del cells[draw.randrange(len(cells)) :]
        else:
            cells.append(draw.choice(CELLS))
        cells[:] = cells or [""]
    text = draw.choice(("\n", "\r\n", "\r")).join([HEAD, *map(",".join, rows), ""]).encode()
    return damaged(draw, text) if draw.randrange(3) == 0 else text


def damaged(draw: Random, content: bytes) -> bytes:
    """Some bytes lost, doubled or replaced."""
    made = bytearray(content)
    for _ in range(draw.randrange(1, 8)):
        at, kind = draw.randrange(len(made)), draw.randrange(4)
        if kind == 0:
            made[at] = draw.randrange(256)
        elif kind == 1:
            del made[at : at + draw.randrange(1, 40)]
        elif kind == 2:
            made[at:at] = bytes(draw.randrange(256) for _ in range(draw.randrange(1, 10)))
        else:
            made[at] ^= 1 << draw.randrange(8)
        made = made or bytearray(b"x")
    return bytes(made[: draw.choice((len(made), len(made), draw.randrange(len(made)) + 1))])


def counted(trace: Trace, *rules: str) -> int:
    return sum(note.count for note in trace.notes if note.rule in rules)


def read(reader, content: bytes) -> Trace | None:
    """The trace, or None where it was refused in words."""
    try:
        trace = reader.read(content, "damaged")
    except FormatError as error:
        assert str(error) and "\n" not in str(error) and "Traceback" not in str(error)
        return None
    assert set(trace.columns) == set(SWF) and all(np.isfinite(column).all() for column in trace.columns.values())
    assert (np.diff(trace.line) > 0).all()
    with suppress(InputError):
        workload(trace, processors=10_000_000)
    return trace


@pytest.mark.parametrize("begin", range(0, FILES, 34))
def test_no_line_of_a_table_is_lost_without_a_word(begin):
    opened = 0
    for seed in range(begin, begin + 34):
        content = table(seed)
        trace = read(delimited, content)
        if trace is None:
            continue
        opened += 1
        lines = len(
            delimited.decoded(content)[0].replace(b"\r\n", b"\n").replace(b"\r", b"\n").rstrip(b"\n").split(b"\n")
        )
        told = len(trace) + counted(trace, "row_width", "rows_blank", "lines_quoted")
        assert told - counted(trace, "rows_blank") <= lines - 1 <= told, seed
    assert opened >= 17


@pytest.fixture(scope="module")
def sound() -> Trace:
    return delimited.read("\n".join([HEAD, *(",".join(row(number)) for number in range(LINES))]).encode(), "sound.csv")


@pytest.mark.parametrize("begin", range(0, FILES, 34))
def test_a_damaged_parquet_file_is_read_whole_or_refused(sound, begin):
    content = parquet.write(sound)
    for seed in range(begin, begin + 34):
        draw = Random(f"parquet {seed}")
        trace = read(parquet, damaged(draw, content))
        assert trace is None or len(trace) == LINES


@pytest.mark.parametrize(
    ("kind", "number"),
    [
        (pa.timestamp("ms"), 10**15),
        (pa.date32(), -(2**31)),
        (pa.duration("s"), 2**62),
        (pa.timestamp("ms", "Nowhere/City"), 10**12),
    ],
)
def test_a_time_that_python_cannot_hold_is_shown_by_its_number(kind, number):
    rows = {"submit_time": [0, 5], "run_time": [5, 5], "cores": [1, 1], "start_time": pa.array([number, None], kind)}
    buffer = io.BytesIO()
    pq.write_table(pa.table(rows), buffer)
    first = preview(buffer.getvalue(), "x.parquet")[1]
    assert [row[3] for row in first.rows] == [str(number), ""]
    assert len(read(parquet, buffer.getvalue())) == 2


def value(draw: Random):
    return draw.choice((None, "", "x", -1, 0, 1e400, [], {}, [1], True, "7", 2**70, -0.5, {"type": "delay"}, 1e-300))


def batsim_file(seed: int) -> tuple[bytes, int]:
    """(a workload with a few wrong values, how many jobs it lists)."""
    draw = Random(f"batsim {seed}")
    jobs = [
        {"id": number, "subtime": number * 10, "res": 1 + number % 4, "walltime": 100, "profile": f"d{number % 3}"}
        for number in range(LINES)
    ]
    profiles = {
        "d0": {"type": "delay", "delay": 10},
        "d1": {"type": "DelayProfile", "delay": 20.5},
        "d2": {"type": "composed", "repeat": 2, "seq": ["d0", "d1"]},
    }
    for _ in range(draw.randrange(1, 6)):
        kind = draw.randrange(4)
        if kind == 0:
            jobs[draw.randrange(LINES)][draw.choice(("id", "subtime", "res", "walltime", "profile"))] = value(draw)
        elif kind == 1:
            jobs[draw.randrange(LINES)] = value(draw) if draw.randrange(2) else {}
            jobs[:] = [job if isinstance(job, dict) else {} for job in jobs]
        elif kind == 2:
            key = draw.choice(tuple(profiles))
            profiles[key] = (
                value(draw)
                if draw.randrange(2)
                else {
                    **(profiles[key] if isinstance(profiles[key], dict) else {}),
                    draw.choice(("type", "delay", "seq", "repeat")): value(draw),
                }
            )
        else:
            del jobs[draw.randrange(len(jobs))]
            jobs.append({"id": "new", "subtime": 3, "res": 1, "profile": "d0"})
    made = {"nb_res": draw.choice((8, 8, 8, value(draw))), "jobs": jobs, "profiles": profiles}
    text = (
        json.dumps(made, allow_nan=False)
        if "Infinity" not in json.dumps(made)
        else json.dumps(made).replace("Infinity", "1e400")
    )
    content = text.encode()
    return (damaged(draw, content), -1) if draw.randrange(3) == 0 else (content, len(jobs))


@pytest.mark.parametrize("begin", range(0, FILES, 34))
def test_every_job_of_a_batsim_workload_is_read_or_told(begin):
    for seed in range(begin, begin + 34):
        content, jobs = batsim_file(seed)
        trace = read(batsim, content)
        if trace is not None and jobs >= 0:
            assert len(trace) == jobs
            missing = int((trace.columns["runtime"] == -1).sum())
            assert missing == counted(trace, "profile_unknown", "profile_no_delay"), seed


@pytest.mark.parametrize("seed", range(20))
def test_a_damaged_archive_is_read_or_refused(seed):
    content = damaged(Random(f"archive {seed}"), archive({"a.csv": table(seed), "b.csv": table(seed + 1)}))
    try:
        parse(content, "damaged.tar")
    except InputError as error:
        assert "\n" not in str(error)
