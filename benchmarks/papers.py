"""CPU seconds of the experiments of papers, every part run, as a Markdown table.

    python benchmarks/papers.py [--scale quick|full] [--log NAME|FILE] [PAPER/EXPERIMENT ...]

Each experiment runs in a store of its own that is thrown away, so nothing kept from earlier counts; kernels are
compiled before.  One on logs runs on --log, else on those of its paper that the folder QUEUESCOPE_TRACES has; with
neither it is left out, and the table says so.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import _path

from scheduler.errors import InputError
from scheduler.registry import find
from scheduler.results.progress import Progress
from scheduler.results.sources import Source
from scheduler.results.store import Store
from scheduler.topics.papers.cli.reproduce import named
from scheduler.topics.papers.experiments import SCALES, all_experiments
from scheduler.topics.papers.results.logs import check
from scheduler.topics.papers.tasks.reproduce import reproduce

LIMITS = {("campaign-scheduling-2012/fig4", "full"): 180.0}  # s


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("experiments", nargs="*", help="all of them where none is named")
    parser.add_argument("--scale", choices=SCALES, default="quick")
    parser.add_argument("--log", metavar="NAME|FILE", help="what experiments on logs are run on")
    args = parser.parse_args()
    print(_path.machine())
    print(f"| experiment ({args.scale}) | parts | CPU s of the parts | CPU s in all | limit used | verdict |")
    print("|---|---:|---:|---:|---:|---|")
    for key in args.experiments or all_experiments():
        with tempfile.TemporaryDirectory() as folder:
            warmed, measured = Store(Path(folder) / "warm"), Store(Path(folder) / "measured")
            try:
                logs = [logs_of(key, args.log, store) for store in (warmed, measured)]
            except InputError as error:
                if args.log or args.experiments:
                    parser.error(str(error))
                print(f"| `{key}` | | | | | left out: no log of its paper is in the folder of logs |", flush=True)
                continue
            warm = reproduce(warmed, key, "quick", 1, Progress(), logs[0])
            began = time.process_time()
            record = reproduce(measured, key, args.scale, 0, Progress(), logs[1])
            whole = time.process_time() - began
        limit = LIMITS.get((key, args.scale))
        used = f"{whole / limit:.0%}" if limit else ""
        assert warm["experiment"] == record["experiment"] == key
        print(
            f"| `{key}` | {record['parts']} | {record['cpu_seconds']:.2f} | {whole:.2f} | {used} | "
            f"{record['verdict']} |",
            flush=True,
        )


def logs_of(key: str, log: str | None, store: Store) -> list[Source]:
    """What an experiment on logs is run on; empty for one that takes none.  Raises InputError."""
    _, experiment = find(all_experiments(), key, "experiment")
    return check(key, experiment, named(log, store), store) if experiment.logs else []


if __name__ == "__main__":
    main()
