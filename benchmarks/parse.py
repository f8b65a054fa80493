"""CPU time to read SWF logs, against gunzip and pandas' C reader in the same process.

    python benchmarks/parse.py LOG.swf.gz ...        (default: the logs of the folder QUEUESCOPE_TRACES)
    python benchmarks/parse.py --odd                 (files whose every line is skipped or read in another way)

Prints, for each log: jobs, CPU seconds of reading it (notes and hash included), of gunzip + pandas, and their ratio;
then CPU seconds of making the workload and of writing the log back.  With --odd, for each kind of line of SWF and of
the CSV of a schedule: CPU seconds for a megabyte, and how many times what a loop of Python takes that adds the numbers
below a million.  The best of several repetitions counts.
"""

from __future__ import annotations

import gzip
import io
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import pandas as pd

from scheduler.formats import swf
from scheduler.formats.schedule_csv import read_file
from scheduler.model.trace import Trace
from scheduler.preparation.build import workload

REPETITIONS = 5
SIZE = 2_000_000  # bytes of a file of odd lines
SOUND = "1 0 0 1 1 -1 -1 1 1 -1 1 1 1 1 1 1 -1 -1\n"
COLUMNS = "job_id,submit,start,end,processors\n"
PIECES = "job_id,submit,start,end,processors,piece,outcome,killed_for\n"
NODES = "job_id,submit,start,end,processors,segment,yield,kind,nodes\n"
ODD = {  # {kind: (reader, first line, line)}
    "SWF, sound": (swf.read, "", SOUND),
    "SWF, too short": (swf.read, SOUND, "1 1\n"),
    "SWF, with exponents": (swf.read, SOUND, "1e1" + 17 * " 1" + "\n"),
    "SWF, exponents and more fields": (swf.read, SOUND, "1e1" + 17 * " 1" + " 7\n"),
    "SWF, last field a word": (swf.read, SOUND, 17 * "1 " + "x\n"),
    "SWF, too large a number": (swf.read, SOUND, 20 * "9" + 17 * " 1" + "\n"),
    "SWF, comments inside": (swf.read, SOUND, ";\n1\n"),
    "schedule, sound": (read_file, COLUMNS, "1,0,0,1,1\n"),
    "schedule, blanks": (read_file, COLUMNS, "1, 0,0,1,1\n"),
    "schedule, line ends of Windows": (read_file, COLUMNS, "1,0,0,1,1\r\n"),
    "schedule, short lines": (read_file, "job_id,start\n", "1,1 \n"),
    "schedule, pieces": (read_file, PIECES, "1,0,0,1,1,1,run,-1\n"),
    "schedule, nodes": (read_file, NODES, "1,0,0,1,1,1,1,run,1-4:2;7:1\n"),
    "schedule, comments": (read_file, "", "#\n"),
}


def main(paths: list[str]) -> None:
    """Print the table that is asked for."""
    if paths == ["--odd"]:
        odd_lines()
        return
    files = [Path(path) for path in paths] or sorted(Path(os.environ.get("QUEUESCOPE_TRACES", ".")).glob("**/*.swf.gz"))
    print(f"{'log':36} {'jobs':>9} {'read s':>8} {'pandas s':>8} {'ratio':>6} {'workload s':>10} {'write s':>8}")
    for file in files:
        print(line(file))


def odd_lines() -> None:
    """Print a line for each kind of odd lines."""
    loop = best(lambda: sum(number for number in range(1_000_000)))
    print(f"{'lines':32} {'s of 1 MB':>9} {'loops':>6}")
    for kind, (read, first, odd) in ODD.items():
        content = (first + odd * (SIZE // len(odd))).encode() + COLUMNS.encode() * (first == "" and odd == "#\n")
        seconds = best(partial(read, content, "odd")) / (len(content) / 1e6)
        print(f"{kind:32} {seconds:9.3f} {seconds / loop:6.2f}")


def line(file: Path) -> str:
    content = file.read_bytes()
    trace = swf.read(content, file.name)
    ours, theirs = best(lambda: swf.read(content, file.name)), best(lambda: baseline(content))
    build, written = best(lambda: jobs_of(trace)), best(lambda: swf.write(trace))
    return f"{file.name:36} {len(trace):9,} {ours:8.3f} {theirs:8.3f} {ours / theirs:6.2f} {build:10.3f} {written:8.3f}"


def baseline(content: bytes) -> pd.DataFrame:
    """As little as can be done with the same tools: no check, no header, no note."""
    text = io.BytesIO(gzip.decompress(content))
    return pd.read_csv(
        text,
        comment=";",
        sep=r"\s+",
        header=None,
        engine="c",
        usecols=range(18),
        names=range(18),
        index_col=False,
        on_bad_lines="skip",
    )


def jobs_of(trace: Trace) -> int:
    tells_size = trace.number("MaxProcs") is not None
    return len(workload(trace, processors=None if tells_size else 100_000))


def best(function: Callable[[], object]) -> float:
    """CPU seconds of the fastest repetition."""
    times = []
    for _ in range(REPETITIONS):
        began = time.process_time()
        function()
        times.append(time.process_time() - began)
    return min(times)


if __name__ == "__main__":
    main(sys.argv[1:])
