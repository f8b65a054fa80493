"""`worker`: processes that work off runs of a broker, on this machine; as many machines as one likes may have one."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from scheduler.cli.output import note
from scheduler.command import Command
from scheduler.errors import InputError
from scheduler.params import Param

PROCESSES = Param("processes", None, low=1, high=1_000, kind=int)
EXAMPLE = "10m"


def declare(parser: ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("--processes", metavar="N", help="runs under way at once (default: the number of cores)")
    parser.add_argument(
        "--idle-exit",
        metavar="TIME",
        help="end when there was nothing to do for so long, such as 10m or 90s (default: never)",
    )


def run(args: Namespace) -> int:
    """Work until told to end; raises InputError where no broker is named, or celery is missing."""
    from scheduler.broker.address import address, masked
    from scheduler.query import instants

    address()  # what is wrong with it is said before anything starts
    processes = PROCESSES.check(args.processes) or len(os.sched_getaffinity(0))
    if args.idle_exit:
        os.environ["QUEUESCOPE_IDLE_EXIT"] = str(instants.seconds(_minutes(args.idle_exit)))
    try:
        from scheduler.results.worker import app
    except ImportError as error:
        raise InputError(
            f"A worker needs the packages celery and redis ({error}); install them with pip install "
            "'queuescope[cluster]', or requirements-cluster.txt."
        ) from None
    note(f"Queuescope: a worker with {processes} processes for {masked()}  (Ctrl-C stops it)")
    app.worker_main(
        [
            "--quiet",
            "worker",
            f"--concurrency={processes}",
            "--without-gossip",
            "--without-mingle",
            "--without-heartbeat",
            "--loglevel=WARNING",
            "-n",
            f"worker-{os.getpid()}@%h",
        ]
    )
    return 0


def _minutes(text: str) -> str:
    """10m is what Slurm's scripts write for ten minutes."""
    return f"{text}in" if text.endswith("m") else text


COMMAND = Command("worker", "work off runs of a broker (QUEUESCOPE_BROKER)", declare, run)
