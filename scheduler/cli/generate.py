"""`generate KEY`: a trace of a workload model, the same for the same seed."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from scheduler.cli.assignments import SEED, assigned, declare_params
from scheduler.cli.files import check_targets, suffix_of, write
from scheduler.cli.tables import gzipped
from scheduler.command import Command
from scheduler.params import checked
from scheduler.registry import find


def declare(parser: ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("key", metavar="KEY", help="which generator; `generators` lists them")
    declare_params(parser)
    parser.add_argument(
        "--out", required=True, metavar="FILE", help="the trace to write: .swf or .swf.gz; - is standard output, as SWF"
    )


def run(args: Namespace) -> int:
    """Write the trace; raises InputError."""
    from scheduler.formats import swf
    from scheduler.generators import all_generators
    from scheduler.statistics.random_draws import stream

    generator = find(all_generators(), args.key, "generator")
    values, seed = checked(generator.params, assigned(args.param)), SEED.check(args.seed) or 0
    suffix = suffix_of(args.out, (".swf", ".swf.gz"))
    check_targets([args.out])
    trace = generator.generate(stream(seed), seed=seed, **values)
    write({args.out: gzipped(swf.write(trace), suffix)})
    return 0


COMMAND = Command("generate", "write a trace of a workload model", declare, run)
