"""Reads every hostile input in a process of its own, within limits that the system keeps: `python -m tests.hostile.reading`.

Prints a line of JSON for each: its kind, how it ended, and what it took.  Words behind it choose the kinds that have one
of them in their name.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scheduler.errors import QueuescopeError
from scheduler.formats import parquet, parse
from scheduler.policies import all_policies
from tests.hostile.inputs import Input, inputs

SECONDS, SECONDS_OF_MB = 6, 3  # of CPU that any input may take, and a megabyte more of it
MEMORY, MEMORY_OF_BYTE = 150 << 20, 80  # bytes of the same
ADDRESSES = 3 << 30  # bytes that a process may ask for, so that a fault harms nobody
WITHOUT_WORDS = "ended without a word"


def results(words: list[str]) -> Iterator[dict[str, Any]]:
    """What became of each input."""
    load()
    for one in inputs():
        if not words or any(word in one.kind for word in words):
            yield result(one)


def load() -> None:
    """Load what reads tables, and policies, once and not in each process."""
    trace = parse(b"job_id,submit_time,run_time,cores,user\n1,1,1,1,a\n", "a.csv")
    parse(parquet.write(trace), "a.parquet")
    all_policies()


def result(one: Input) -> dict[str, Any]:
    """What became of an input; seconds of CPU, bytes of memory."""
    content = one.content()
    seconds = SECONDS + SECONDS_OF_MB * len(content) // 10**6
    end, begin = os.pipe()
    process = os.fork()
    if not process:
        base = _pages(0)
        resource.setrlimit(resource.RLIMIT_AS, (base + ADDRESSES, base + ADDRESSES))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        os.write(begin, json.dumps([_pages(1), *ending(one, content)]).encode())
        os._exit(0)
    os.close(begin)
    with os.fdopen(end) as pipe:
        told = pipe.read()
    _, status, used = os.wait4(process, 0)
    base, is_fine, words = (
        json.loads(told) if told else (0, False, f"{WITHOUT_WORDS}: {signal.strsignal(status & 127)}")
    )
    memory = 1024 * used.ru_maxrss - base if told else 0
    return {
        "kind": one.kind,
        "bytes": len(content),
        "seconds": round(used.ru_utime + used.ru_stime, 2),
        "memory": memory,
        "is_fine": is_fine and memory <= MEMORY + MEMORY_OF_BYTE * len(content),
        "words": words,
    }


def ending(one: Input, content: bytes) -> tuple[bool, str]:
    """(whether it is one that an input may have, how reading it ended)."""
    try:
        one.read(content)
    except QueuescopeError as error:
        return True, str(error)
    except BaseException as error:
        return False, repr(error)[:200]
    return True, "read"


def _pages(field: int) -> int:
    """Bytes of this process: 0 of addresses, 1 of memory."""
    return int(Path("/proc/self/statm").read_text().split()[field]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    for line in results(sys.argv[1:]):
        print(json.dumps(line), flush=True)
