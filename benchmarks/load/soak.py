"""Does anything grow: memory, threads, descriptors and files of a server that is used all the time, as Markdown.

    python benchmarks/load/soak.py [--minutes 30] [--visitors 20] [--port 8063]

The visitors of `visitors.py` and of `comparers.py` use the program under gunicorn, half of them each, on this machine
only.  Their logs and comparisons come again after LOGS and COMPARISONS of them, as they do where a class works, so that
what is kept reaches its size; what grows after that is a leak.  Every EVERY seconds the processes and the folder of
data are looked at.  The first third of the time is for what is kept to be filled; growth is the mean of the last third
against that of the second, and the slope of a line through both.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from itertools import cycle
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.append(str(Path(__file__).resolve().parents[1]))  # the benchmarks that are used here, too

import _path
import comparers
import numpy as np
import psutil
import visitors
from visitors import PATIENCE, Visitor, new_home, running

EVERY = 15.0  # s between two looks
LOGS = 40  # different logs that are sent
COMPARISONS = 40  # different comparisons that are opened
MEGABYTE = 1e6


class Look(NamedTuple):
    """What a server needs at a moment.  Memory is what no other process shares (unique set size), MB."""

    seconds: float
    web_memory: float
    largest_web_process: float
    other_memory: float
    web_processes: float
    other_processes: float
    threads: float
    descriptors: float
    files: float
    data: float


class SameLogs(visitors.Crowd):
    """Visitors whose logs come again."""

    def log_name(self, number: int, turn: int) -> str:
        return f"{(7 * number + turn) % LOGS}.swf"


def look(server: psutil.Process, home: Path, began: float) -> Look:
    """The processes of a server, web and others, and its folder without machine code."""
    web, other, threads, descriptors = [], [], 0, 0
    for process in (server, *server.children(recursive=True)):
        try:
            with process.oneshot():
                memory = process.memory_full_info().uss / MEGABYTE
                (web if is_web(process) else other).append(memory)
                threads, descriptors = threads + process.num_threads(), descriptors + process.num_fds()
        except psutil.Error:  # it has ended meanwhile
            continue
    sizes = [size for path in home.iterdir() if path.name != "compiled" for size in file_sizes(path)]
    return Look(
        time.monotonic() - began,
        sum(web),
        max(web, default=0.0),
        sum(other),
        len(web),
        len(other),
        threads,
        descriptors,
        len(sizes),
        sum(sizes) / MEGABYTE,
    )


def is_web(process: psutil.Process) -> bool:
    """Whether it answers requests; else it works off runs."""
    return any("gunicorn" in word for word in process.cmdline())


def file_sizes(path: Path) -> list[int]:
    """Bytes of the files of a folder, or of a file; what goes meanwhile is left out."""
    sizes = []
    for one in (path, *path.rglob("*")):
        try:
            if one.is_file():
                sizes.append(one.stat().st_size)
        except OSError:
            continue
    return sizes


def table(looks: list[Look]) -> list[str]:
    """A line of Markdown for each quantity: its mean in the second and in the last third, and the slope."""
    whole = np.array(looks)
    late = whole[whole[:, 0] > whole[-1, 0] / 3]
    middle = late[:, 0] <= 2 * whole[-1, 0] / 3
    lines = [
        "| what | begin | second third | last third | growth | a line through both, an hour |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for at, name in enumerate(Look._fields[1:], 1):
        before, after = late[middle, at].mean(), late[~middle, at].mean()
        slope = 3_600 * np.polyfit(late[:, 0], late[:, at], 1)[0]
        cells = (
            name.replace("_", " "),
            f"{whole[0, at]:,.0f}",
            f"{before:,.1f}",
            f"{after:,.1f}",
            f"{100 * (after / before - 1):+.1f} %" if before else "",
            f"{slope:+,.1f}",
        )
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def main() -> None:
    """Let them in, look, and print the table."""
    asked = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    asked.add_argument("--minutes", type=float, default=30.0)
    asked.add_argument("--visitors", type=int, default=20)
    asked.add_argument("--port", type=int, default=8063)
    options = asked.parse_args()
    seconds, looks = 60 * options.minutes, list[Look]()
    with new_home() as home:
        keys = comparers.comparisons(Path(home), COMPARISONS)
        with running(options.port, home) as process:
            SameLogs(options.port, PATIENCE).wish(Visitor(options.port), "first.swf", Random(0))
            steps = comparers.recorded(options.port, keys[0])
            loading = SameLogs(options.port, seconds)
            comparing = comparers.Crowd(options.port, steps, keys[0], cycle(keys[1:]), visitors.READING)
            half, began = options.visitors // 2, time.monotonic()
            threads = [threading.Thread(target=loading.visit, args=(number,)) for number in range(half)]
            threads += [
                threading.Thread(target=comparing.visit, args=(number, began + seconds))
                for number in range(options.visitors - half)
            ]
            for thread in threads:
                thread.start()
            while time.monotonic() < began + seconds:
                looks.append(look(psutil.Process(process.pid), Path(home), began))
                time.sleep(EVERY)
            for thread in threads:
                thread.join()
    print(_path.machine())
    print(
        f"{options.visitors} visitors, {options.minutes:g} minutes; loads: "
        + (", ".join(f"{count} {what}" for what, count in loading.ends.most_common()) or "none")
        + f"; comparisons: {comparing.opened}, faults: {dict(comparing.faults) or 'none'}\n"
    )
    print("\n".join(table(looks)))


if __name__ == "__main__":
    main()
