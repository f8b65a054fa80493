"""Write what came of the experiments of papers to their folder `outcomes`, where the Papers page reads it.

    python docs/make_paper_outcomes.py [--minutes 10] [--scale full] [PAPER/EXPERIMENT ...]

Seed 0; experiments on logs need QUEUESCOPE_TRACES.  Parts that are in the store are not run again.  A long
experiment is run sweep by sweep, each over everything it compares; after so many minutes no sweep is begun, and the
file says how many parts were run.  What has no complete sweep keeps the file it has.  --minutes 0 runs nothing.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scheduler.errors import QueuescopeError  # noqa: E402
from scheduler.results.progress import Progress  # noqa: E402
from scheduler.results.sources import Source  # noqa: E402
from scheduler.results.store import Store  # noqa: E402
from scheduler.topics.papers.experiments import SCALES, Experiment, all_experiments  # noqa: E402
from scheduler.topics.papers.results.logs import check, files  # noqa: E402
from scheduler.topics.papers.results.outcomes import path_of, written  # noqa: E402
from scheduler.topics.papers.tasks.reproduce import kept_part, part_key, parts_of, run_parts  # noqa: E402

SEED = 0


def make(name: str, experiment: Experiment, store: Store, scale: str, seconds: float, commit: str, day: str) -> str:
    """Run and write one; what was done, in words."""
    logs = check(name, experiment, [], store)
    count = sweeps(name, experiment, store, scale, logs)
    whole = 1 + max(part.get("sweep", 0) for part in parts_of(experiment, scale, SEED, logs))
    until = time.monotonic() + seconds
    while count < whole and time.monotonic() < until:
        count += 1
        run_parts(store, name, scale, SEED, Progress(), logs, count)
    if not count:
        return "nothing was run"
    ran = run_parts(store, name, scale, SEED, Progress(), logs, count)
    facts = {
        "experiment": name,
        "scale": scale,
        "seed": SEED if experiment.random else None,
        "day": day,
        "commit": commit,
        "cpu_seconds": ran.cpu_seconds,
        "parts": len(ran.parts),
        "of_parts": ran.of_parts,
        **({"logs": [log._asdict() for log in files(logs)]} if logs else {}),
    }
    text = written(experiment.outcome(ran.parts, ran.results), facts)
    path_of(name).parent.mkdir(parents=True, exist_ok=True)
    path_of(name).write_bytes(text)
    return f"{count} of {whole} sweeps, {len(text):,} bytes"


def sweeps(name: str, experiment: Experiment, store: Store, scale: str, logs: Sequence[Source]) -> int:
    """How many of the first sweeps are kept with all of their parts."""
    missing = [
        part.get("sweep", 0)
        for part in parts_of(experiment, scale, SEED, logs)
        if kept_part(store, part_key(name, part)) is None
    ]
    return (
        min(missing) if missing else 1 + max(part.get("sweep", 0) for part in parts_of(experiment, scale, SEED, logs))
    )


def commit_here() -> str:
    """The commit of the sources, shortened."""
    return subprocess.run(
        ["git", "rev-parse", "--short=12", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def main() -> None:
    """Run and write."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("experiments", nargs="*", help="all of them where none is named")
    parser.add_argument("--scale", choices=SCALES, default=SCALES[-1], help="quick for what takes hours")
    parser.add_argument("--minutes", type=float, default=10.0, help="for each experiment (default: 10)")
    args = parser.parse_args()
    store, day, commit = Store(), f"{datetime.now(UTC):%Y-%m-%d}", commit_here()
    for name in args.experiments or all_experiments():
        try:
            message = make(name, all_experiments()[name][1], store, args.scale, 60 * args.minutes, commit, day)
        except QueuescopeError as error:
            message = str(error)
        print(f"{name}: {message}", flush=True)


if __name__ == "__main__":
    main()
