"""What readers take beside what is said of it in advance: `python -m tests.hostile.cost 1 5 20`, megabytes of text.

Each file is read in a process of its own.  Prints a line of JSON for each: format, bytes, and of the jobs, the bytes of
memory and the seconds of the processor what was said and what was measured; `loop` are the seconds of a loop of Python
that adds the numbers below a million, on the same machine in the same minute.
"""

from __future__ import annotations

import gzip
import json
import os
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scheduler.formats import estimate, parse
from tests.cases.logs_of_formats import LOGS, NAMES

SAMPLE = 2_000  # jobs that tell how long one is


def results(sizes: list[float]) -> Iterator[dict[str, Any]]:
    """A line for each format and size, plain and packed with gzip."""
    for key, make in LOGS.items():
        per_job = len(make(SAMPLE)) / SAMPLE
        for size in sizes:
            content = make(int(size * 1e6 / per_job))
            yield {"format": key, **result(content, NAMES[key])}
            yield {"format": f"{key}, packed", **result(gzip.compress(content), f"{NAMES[key]}.gz")}


def result(content: bytes, name: str) -> dict[str, Any]:
    """What is said of a file, and what reading it took."""
    said = estimate(content, name)
    assert said is not None, name
    end, begin = os.pipe()
    process = os.fork()
    if not process:
        os.write(begin, json.dumps(measured(content, name)).encode())
        os._exit(0)
    os.close(begin)
    with os.fdopen(end) as pipe:
        took = json.loads(pipe.read())
    os.waitpid(process, 0)
    return {
        "bytes": len(content),
        "said": {"jobs": said.jobs, "memory": said.memory, "seconds": said.seconds},
        "took": took,
    }


def measured(content: bytes, name: str) -> dict[str, float]:
    """Jobs, the most memory more than before, and seconds of the processor of reading, in this process."""
    began, before = time.process_time(), _memory()
    jobs = len(parse(content, name))
    seconds = time.process_time() - began
    most = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    sum(number for number in range(1_000_000))
    return {"jobs": jobs, "memory": most - before, "seconds": seconds, "loop": time.process_time() - began}


def _memory() -> int:
    """Bytes of memory of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    for line in results([float(word) for word in sys.argv[1:]] or [1.0, 5.0]):
        print(json.dumps(line), flush=True)
