"""How long a run goes on after somebody has cancelled it, as Markdown: on this machine, and by way of a broker.

    python benchmarks/load/cancelled.py [--jobs 200000] [--times 5]

Runs that take long are asked for one after the other; each is cancelled as soon as it runs and has taken AFTER seconds.
What is measured is the time until its worker has put it away, which is when its place is free again.  All policies are
compiled before, which cannot be cancelled.  On this machine a worker process is started for each run, as the web server
does; by way of a broker a worker with two processes works them off, with a Redis of its own (redis-server has to be
installed).  The compiled simulator is that of your own home.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # the benchmarks that are used here, too

import _path
import numpy as np
from simulate import mixed
from visitors import PATIENCE, new_home

from layouts.server.background import dispatch
from scheduler.broker import leases
from scheduler.broker.address import SETTING
from scheduler.errors import StoreError
from scheduler.results.queue.registry import CANCELLED, QUEUED, RUNNING, UNKNOWN
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from scheduler.simulate import simulate

POLICIES = ("easy", "conservative", "tabu", "slurm", "backfill_fair", "slack_based", "gang")
AFTER = 1.0  # s that a run goes on before it is cancelled
GLANCE = 0.01  # s
FEW = 200  # jobs of the runs for which policies are compiled
PASSWORD = "of-this-benchmark"


def until(holds: Any, what: str) -> None:
    """Wait until holds() is true."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise SystemExit(f"{what} did not happen within {PATIENCE:g} s")
        time.sleep(GLANCE)


def measured(runs: Runs, workload: str, policies: Sequence[str], times: int) -> dict[str, list[float]]:
    """Seconds from cancelling to cancelled, by policy; a run that was done before is left out."""
    seconds: dict[str, list[float]] = {policy: [] for policy in policies}
    for policy in policies:
        for _ in range(times):
            key = _submitted(runs, workload, policy)
            until(lambda key=key: _state(runs, key) != QUEUED, "the beginning of a run")
            time.sleep(AFTER)
            if _state(runs, key) != RUNNING:
                break
            began = time.monotonic()
            runs.cancel(key, "somebody")
            until(lambda key=key: _state(runs, key) != RUNNING, "the end of a cancelled run")
            if _state(runs, key) == CANCELLED:
                seconds[policy].append(time.monotonic() - began)
    return seconds


def _submitted(runs: Runs, workload: str, policy: str) -> str:
    """The key of a run that is asked for."""
    return runs.submit([{"do": "simulate", "workload": workload, "policy": policy}], "somebody")[0].key


def _state(runs: Runs, key: str) -> str:
    """The state that the worker of a run has written down last."""
    return (runs.jobs.get(key) or {"state": UNKNOWN})["state"]


@contextmanager
def broker(home: str) -> Iterator[None]:
    """A Redis of its own and a worker with two processes."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    redis = subprocess.Popen(
        [
            "redis-server",
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
            "--requirepass",
            PASSWORD,
            "--save",
            "",
            "--dir",
            home,
        ],
        stdout=subprocess.DEVNULL,
    )
    os.environ[SETTING] = f"redis://:{PASSWORD}@127.0.0.1:{port}/0"
    worker = subprocess.Popen(
        [sys.executable, "-m", "scheduler", "worker", "--processes", "2"],
        cwd=_path.ROOT,
        env={"QUEUESCOPE_CODE": str(home()), **os.environ, "QUEUESCOPE_HOME": home},
        stderr=subprocess.DEVNULL,
    )
    try:
        until(_is_there, "the start of the worker")
        yield
    finally:
        worker.terminate()
        worker.wait()
        redis.kill()
        redis.wait()
        del os.environ[SETTING]


def _is_there() -> bool:
    try:
        return bool(leases.workers())
    except StoreError:
        return False


def print_times(place: str, seconds: dict[str, list[float]]) -> None:
    """A line of Markdown for each policy."""
    for policy, values in seconds.items():
        if values:
            print(f"| {place} | {policy} | {len(values)} | {np.median(values):.2f} s | {max(values):.2f} s |")
        else:
            print(f"| {place} | {policy} | 0 | done before it was cancelled | |")


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    asked.add_argument("--jobs", type=int, default=200_000)
    asked.add_argument("--times", type=int, default=5)
    options = asked.parse_args()
    print(f"{_path.machine()}; {options.jobs:,} jobs\n")
    print("| where | policy | times | median | most |\n|---|---|---:|---:|---:|")
    for policy in POLICIES:
        simulate(mixed(FEW, seed=1), policy, decisions=None)
    with new_home() as home:
        store = Store(Path(home))
        workload = store.put_workload(mixed(options.jobs, seed=1), {})
        here = Runs(store)
        dispatcher = dispatch(Path(home), here.jobs)
        print_times("this machine", measured(here, workload, POLICIES, options.times))
        dispatcher.close()
        with broker(home):
            print_times("a broker", measured(Runs(Store(Path(home))), workload, POLICIES, options.times))


if __name__ == "__main__":
    main()
