"""Time and memory to read large tables: 2.2 million jobs as CSV and Parquet, 44 million jobs as Parquet in pieces.

    python benchmarks/tables.py FOLDER      (needs 2 GB there; makes the stand-ins where they are missing)

Prints, for each file, seconds, CPU seconds and the most memory of `inspect` in a process of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv as csv
import pyarrow.parquet as parquet

ROOT = Path(__file__).parents[1]
BEGIN = 1_546_300_800  # 1 January 2019
PART = 2_200_000  # jobs
MACHINE = "60000"
STATES = ("COMPLETED", "FAILED", "CANCELLED", "TIMEOUT")


def jobs(first: int, begin: int, random: np.random.Generator) -> pa.Table:
    """PART jobs, submitted one after the other from second `begin` on, in columns as accounting exports them."""
    submit = begin + np.cumsum(random.integers(0, 60, PART))
    start = submit + random.integers(0, 36_000, PART)
    end = start + random.integers(1, 86_400, PART)
    return pa.table(
        {
            "job_id": np.arange(first, first + PART),
            "user": named("user", 800, random),
            "account": named("project", 60, random),
            "partition": named("part", 6, random),
            "submit_time": stamps(submit),
            "start_time": stamps(start),
            "end_time": stamps(end),
            "processors_req": random.integers(1, 512, PART),
            "wallclock_req": random.integers(1, 200, PART) * 600,
            "state": pa.array(np.array(STATES)[random.integers(0, len(STATES), PART)]),
        }
    )


def named(word: str, count: int, random: np.random.Generator) -> pa.Array:
    """Names of users and the like."""
    return pa.array(np.array([f"{word}{number:04}" for number in range(count)])[random.integers(0, count, PART)])


def stamps(seconds: np.ndarray) -> pa.Array:
    """Unix times as time stamps."""
    return pa.array(seconds * 1_000_000, pa.timestamp("us"))


def stand_ins(folder: Path) -> list[tuple[Path, Sequence[str]]]:
    """[(file, options of inspect)], made where they are not there."""
    small, large = (folder / "jobs-2.csv", folder / "jobs-2.parquet"), folder / "jobs-44.parquet"
    if not small[1].exists():
        table = jobs(0, BEGIN, np.random.Generator(np.random.PCG64(1)))
        csv.write_csv(table, small[0])
        parquet.write_table(table, small[1])
    if not large.exists():
        random, writer = np.random.Generator(np.random.PCG64(2)), None
        for part in range(20):
            table = jobs(part * PART, BEGIN + part * 66_000_000, random)
            writer = writer or parquet.ParquetWriter(large, table.schema)
            writer.write_table(table, row_group_size=1_000_000)
        assert writer is not None
        writer.close()
    return [(small[0], ()), (small[1], ()), (large, ("--counts",))]


def measured(file: Path, options: Sequence[str]) -> tuple[float, Any]:
    """(seconds, what the system counted) of a process that inspects a file."""
    began = time.perf_counter()
    words = [sys.executable, "-m", "scheduler", "inspect", str(file), "--processors", MACHINE, *options]
    child = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"inspect ended with {child.returncode}")
    return time.perf_counter() - began, usage


def main(folder: str) -> None:
    print(f"{'file':20} {'MB':>7} {'s':>7} {'CPU s':>7} {'memory GiB':>10}")
    for file, options in stand_ins(Path(folder)):
        seconds, usage = measured(file, options)
        cpu = usage.ru_utime + usage.ru_stime
        size, memory = file.stat().st_size / 1e6, usage.ru_maxrss / 2**20
        print(f"{file.name:20} {size:7,.0f} {seconds:7.1f} {cpu:7.1f} {memory:10.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
