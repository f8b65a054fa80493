"""CPU seconds of the experiments of papers, every part run, as a Markdown table.

    python benchmarks/papers.py [--scale quick|full] [PAPER/EXPERIMENT ...]

Each experiment runs in a store of its own that is thrown away, so nothing kept from earlier counts; kernels are
compiled before.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import _path

from scheduler.papers import SCALES, all_experiments
from scheduler.results.progress import Progress
from scheduler.results.reproduce import reproduce
from scheduler.results.store import Store

LIMITS = {("campaign-scheduling-2012/fig4", "full"): 180.0}      # s


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("experiments", nargs="*", help="all of them where none is named")
    parser.add_argument("--scale", choices=SCALES, default="quick")
    args = parser.parse_args()
    print(_path.machine())
    print(f"| experiment ({args.scale}) | parts | CPU s of the parts | CPU s in all | limit used | verdict |")
    print("|---|---:|---:|---:|---:|---|")
    for key in args.experiments or all_experiments():
        with tempfile.TemporaryDirectory() as folder:
            warm = reproduce(Store(Path(folder) / "warm"), key, "quick", 1, Progress())
            began = time.process_time()
            record = reproduce(Store(Path(folder) / "measured"), key, args.scale, 0, Progress())
            whole = time.process_time() - began
        limit = LIMITS.get((key, args.scale))
        used = f"{whole / limit:.0%}" if limit else ""
        assert warm["experiment"] == record["experiment"] == key
        print(f"| `{key}` | {record['parts']} | {record['cpu_seconds']:.2f} | {whole:.2f} | {used} | "
              f"{record['verdict']} |", flush=True)


if __name__ == "__main__":
    main()
