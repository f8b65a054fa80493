"""Time to draw the picture of a Gantt, 1,000 to 1,000,000 jobs, as a Markdown table.

    python benchmarks/raster.py [--largest 1000000] [--repeat 5]

EASY on the mixed workload of benchmarks/simulate.py, 1,600 x 700 pixels; windows: everything, a tenth and a thousandth
of the time.  "preparing" is placing the jobs and sorting their rectangles (a job may be several), done once per run;
"picture" is painting and encoding.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import _path
from simulate import mixed

from layouts.gantt.raster import draw, png
from layouts.gantt.rectangles import Window, real
from scheduler.analysis.placement import place
from scheduler.simulate import simulate

WIDTH, HEIGHT = 1_600, 700
SHARES = (1.0, 0.1, 0.001)


def best(work: Callable[[], object], repeat: int) -> float:
    """CPU seconds of the quickest of `repeat` calls."""
    times = []
    for _ in range(repeat):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def zoomed(extent: Window, share: float) -> Window:
    """The middle `share` of the time."""
    t0, t1, p0, p1 = extent
    middle, half = (t0 + t1) / 2, (t1 - t0) * share / 2
    return middle - half, middle + half, p0, p1


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("--largest", type=int, default=1_000_000, help="leave out larger workloads")
    parser.add_argument("--repeat", type=int, default=5, help="pictures of each case; the best counts")
    args = parser.parse_args()
    warm = simulate(mixed(100), "easy", decisions=None)
    png(draw(real(warm, place(warm)), (0.0, 1e6, 0.0, 1e3), 100, 100)[0])
    print(_path.machine())
    print("| jobs | window | rectangles in it | preparing, CPU ms | picture, CPU ms | PNG, kB |")
    print("|---:|---:|---:|---:|---:|---:|")
    for jobs in (1_000, 10_000, 100_000, 250_000, 1_000_000):
        if jobs <= args.largest:
            show(jobs, args.repeat)


def show(jobs: int, repeat: int) -> None:
    """The rows of one workload."""
    schedule = simulate(mixed(jobs), "easy", decisions=None)
    once = best(lambda: real(schedule, place(schedule)), 1)
    drawn = real(schedule, place(schedule))
    for share in SHARES:
        window = zoomed(drawn.extent, share)
        index, count = draw(drawn, window, WIDTH, HEIGHT)
        took = best(lambda w=window: png(draw(drawn, w, WIDTH, HEIGHT)[0]), repeat)
        size = len(png(index)) / 1e3
        print(f"| {jobs:,} | {share:.1%} | {count:,} | {once * 1e3:.0f} | {took * 1e3:.1f} | {size:.0f} |", flush=True)


if __name__ == "__main__":
    main()
