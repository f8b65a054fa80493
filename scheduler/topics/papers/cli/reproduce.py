"""`reproduce PAPER/EXPERIMENT --out FILE.json`: run an experiment of a paper again, beside its published numbers."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scheduler.cli.assignments import SEED
from scheduler.cli.files import check_targets, read, suffix_of, write
from scheduler.cli.output import as_json
from scheduler.cli.source import trace_path
from scheduler.command import Command

if TYPE_CHECKING:
    from scheduler.results.store import Store


def declare(parser: ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("experiment", metavar="PAPER/EXPERIMENT", help="which experiment; `papers` lists them")
    parser.add_argument(
        "--scale", metavar="quick|full", default=None, help="quick for a look (the default), full for the verdict"
    )
    parser.add_argument("--seed", metavar="S", default=None, help="of the first instance (default: 0)")
    parser.add_argument(
        "--log",
        metavar="NAME|FILE",
        default=None,
        help="of an experiment on logs: a log of the folder QUEUESCOPE_TRACES names, or a file "
        "(default: all of the paper's that are in that folder)",
    )
    parser.add_argument(
        "--out",
        required=True,
        metavar="FILE.json",
        help="values, claims and differences, as JSON; - is standard output",
    )


def run(args: Namespace) -> int:
    """Run what is not kept yet and write the outcome; raises InputError."""
    from scheduler.cli.progress import followed
    from scheduler.durations import human
    from scheduler.results.progress import Progress
    from scheduler.results.specs import check, key
    from scheduler.results.store import Store
    from scheduler.topics.papers.tasks.reproduce import contract, reproduced

    suffix_of(args.out, (".json",))
    store, progress = Store(), Progress()
    spec = check(
        {
            "do": "reproduce",
            "experiment": args.experiment,
            "scale": args.scale,
            "seed": SEED.check(args.seed),
            "logs": named(args.log, store),
        },
        store,
    )
    check_targets([args.out])

    def status() -> str:
        left = "" if progress.eta is None else f" ({progress.percent:.0f} %, about {human(progress.eta)} left)"
        return f"{progress.message}{left}"

    record = followed(lambda: reproduced(store, key(spec), spec, progress), progress.stop, status)
    write({args.out: (as_json(contract(record)) + "\n").encode()})
    return 0


def named(log: str | None, store: Store) -> list[dict[str, Any]]:
    """The source of the log a call names; a file is kept as if it had been uploaded.  Raises InputError, Refused."""
    from scheduler.results import sources

    if log is None:
        return []
    path = Path(log if Path(log).is_file() or len(Path(log).parts) > 1 else trace_path(None, log))
    if path.name in sources.logs() and path.samefile(sources.path_of("log", path.name)):
        return [{"kind": "log", "name": path.name}]
    upload = store.save_upload([read(str(path))], path.name)
    return [{"kind": "upload", "key": upload.key, "name": upload.name}]


COMMAND = Command("reproduce", "run an experiment of a paper beside its published numbers", declare, run)
