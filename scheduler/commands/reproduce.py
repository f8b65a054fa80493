"""`reproduce PAPER/EXPERIMENT --out FILE.json`: run an experiment of a paper again, beside its published numbers."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from scheduler.commands import Command
from scheduler.commands.assignments import SEED
from scheduler.commands.files import check_suffix, check_targets, write
from scheduler.commands.output import as_json


def declare(parser: ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("experiment", metavar="PAPER/EXPERIMENT", help="which experiment; `papers` lists them")
    parser.add_argument("--scale", metavar="quick|full", default=None,
                        help="quick for a look (the default), full for the verdict")
    parser.add_argument("--seed", metavar="S", default=None, help="of the first instance (default: 0)")
    parser.add_argument("--out", required=True, metavar="FILE.json", help="values, claims and differences, as JSON")


def run(args: Namespace) -> int:
    """Run what is not kept yet and write the outcome; raises InputError."""
    from scheduler.commands.progress import followed
    from scheduler.durations import human
    from scheduler.results.progress import Progress
    from scheduler.results.reproduce import contract
    from scheduler.results.specs import check, key
    from scheduler.results.store import Store
    from scheduler.results.tasks import reproduced
    check_suffix(args.out, (".json",))
    store, progress = Store(), Progress()
    spec = check({"do": "reproduce", "experiment": args.experiment, "scale": args.scale,
                  "seed": SEED.check(args.seed)}, store)
    check_targets([args.out])

    def told() -> str:
        left = "" if progress.eta is None else f" ({progress.percent:.0f} %, about {human(progress.eta)} left)"
        return f"{progress.message}{left}"

    record = followed(lambda: reproduced(store, key(spec), spec, progress), progress.stop, told)
    write({args.out: (as_json(contract(record)) + "\n").encode()})
    return 0


COMMAND = Command("reproduce", "run an experiment of a paper beside its published numbers", declare, run)
