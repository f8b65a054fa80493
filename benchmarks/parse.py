"""CPU time to read SWF logs, against gunzip and pandas' C reader in the same process.

    python benchmarks/parse.py LOG.swf.gz ...        (default: the logs of the folder QUEUESCOPE_TRACES)

Prints, for each log: jobs, CPU seconds of reading it (notes and hash included), of gunzip + pandas, and their ratio;
then CPU seconds of making the workload and of writing the log back.  The best of several repetitions counts.
"""

from __future__ import annotations

import gzip
import io
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import pandas as pd

from scheduler.formats import swf
from scheduler.model.trace import Trace
from scheduler.preparation.build import workload

REPETITIONS = 5


def main(paths: list[str]) -> None:
    files = [Path(path) for path in paths] or sorted(Path(os.environ.get("QUEUESCOPE_TRACES", ".")).glob("**/*.swf.gz"))
    print(f"{'log':36} {'jobs':>9} {'read s':>8} {'pandas s':>8} {'ratio':>6} {'workload s':>10} {'write s':>8}")
    for file in files:
        print(line(file))


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
