"""`convert IN... OUT`: write a log in another format; with workload options, the jobs of the workload they make.

The name of OUT says the format: .swf, .json (Batsim), .csv or .parquet, packed where .gz, .xz or .zst follows.  With
--numbers it holds no names of users, accounts and jobs.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from typing import TYPE_CHECKING

from scheduler.cli.files import STDOUT, check_targets, write
from scheduler.cli.output import note
from scheduler.cli.source import (
    declare_log,
    declare_workload,
    make_workload,
    read_trace,
    recipe_of,
    trace_paths,
    workload_options,
)
from scheduler.command import Command
from scheduler.errors import InputError

if TYPE_CHECKING:
    from scheduler.formats import Format


def declare(parser: ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "files",
        nargs="*",
        metavar="IN... OUT",
        help="a trace, or several that are one log (unless --log names it); what to write",
    )
    parser.add_argument(
        "--numbers",
        action="store_true",
        help="write numbers in place of users, accounts and job names, and no free text of the header",
    )
    declare_log(parser)
    declare_workload(parser)


def run(args: Namespace) -> int:
    """Write the file; raises InputError."""
    from scheduler.exports import anonymous, recipe_text
    from scheduler.exports.workload_log import log_of
    from scheduler.formats.reading.decompression import packed
    from scheduler.model.workload_options import AS_RECORDED

    if len(args.files) < (1 if args.log else 2):
        raise InputError("Name what to read and what to write: convert IN... OUT, or convert --log NAME OUT.")
    args.trace, target = args.files[:-1], args.files[-1]
    form, options, paths = format_of(target), workload_options(args), trace_paths(args)
    check_targets([target], sources=paths)
    trace = read_trace(paths, args.reading)
    if options != AS_RECORDED:
        its_recipe = recipe_text.comment(recipe_of(args, options, trace), users=not args.numbers)
        trace = log_of(make_workload(trace, options), trace)
    else:
        its_recipe = ""
    trace = anonymous.numbered(trace) if args.numbers else trace
    trace = replace(trace, header=trace.header + its_recipe)
    assert form.write is not None
    write({target: packed(form.write(trace), target)})
    for lost in trace.notes:
        if lost.level == "warning":
            note(lost.text)
    return 0


def format_of(target: str) -> Format:
    """The format that the name of an output asks for; raises InputError."""
    from scheduler.formats import trace_formats
    from scheduler.formats.reading.decompression import bare

    written = [entry for entry in trace_formats().values() if entry.write]
    chosen = next((entry for entry in written if bare(target).endswith(entry.suffixes)), None)
    if chosen is None or target == STDOUT:
        names = ", ".join(entry.suffixes[0] for entry in written)
        raise InputError(
            f"{target!r} does not say in which format to write; wanted: a name ending in one of {names}, "
            "packed where .gz, .xz or .zst follows."
        )
    return chosen


COMMAND = Command("convert", "write a log, or a part of it, in another format", declare, run)
