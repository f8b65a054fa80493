"""`usage TRACE --per week,queue`: who used the machine, per week, queue, partition, group or user."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from scheduler.cli.files import STDOUT, check_targets, write
from scheduler.cli.output import as_json, declare_json, say, table
from scheduler.cli.source import declare_trace, make_workload, read_trace, recipe_of, trace_paths, workload_options
from scheduler.command import Command
from scheduler.durations import human
from scheduler.errors import InputError

if TYPE_CHECKING:
    from scheduler.model.workload import Workload

HEADS = {
    "jobs": "jobs",
    "users": "users",
    "processor_hours": "processor-hours",
    "share_of_work": "of the work",
    "utilization": "utilization",
    "median_wait": "median wait",
    "wait_90": "90 % wait at most",
}


def declare(parser: ArgumentParser) -> None:
    """Add the options of this command."""
    declare_trace(parser)
    parser.add_argument(
        "--per",
        default="week",
        metavar="WHAT[,WHAT]",
        help="one or two of week, queue (or qos), partition, group (or account) and user (default: week)",
    )
    parser.add_argument(
        "--accounts",
        action="store_true",
        help="the tree of accounts with the users of each, in place "
        "of --per; name the output of sshare or sacctmgr dump beside the log for more than one level",
    )
    parser.add_argument("--out", metavar="FILE", help=f"write all columns as CSV; {STDOUT} for standard output")
    declare_json(parser)


def run(args: Namespace) -> int:
    """Print or write the report; raises InputError."""
    from scheduler.analysis.workloads import usage
    from scheduler.exports import recipe_text, usage_csv

    by, paths = tuple(name.strip() for name in args.per.split(",")), trace_paths(args)
    if args.out:
        check_targets([args.out], sources=paths)
    options = workload_options(args)
    trace = read_trace(paths, args.reading)
    workload = make_workload(trace, options)
    if args.out:
        recipe = recipe_text.of_workload(recipe_of(args, options, trace), workload)
        lines = recipe_text.table_lines(recipe)
        write(
            {
                args.out: (
                    usage_csv.accounts(workload, lines) if args.accounts else usage_csv.written(workload, by, lines)
                ).encode()
            }
        )
        return 0
    if args.accounts:
        return _tree(workload, args.json)
    rows, by = usage.rows(workload, by), usage.named(by)
    if args.json:
        say(as_json(rows))
        return 0
    body = [[*(str(row[name]) for name in by), *(_cell(name, row[name]) for name in HEADS)] for row in rows]
    say(table([*by, *HEADS.values()], body, numbers=range(len(by), len(by) + len(HEADS))))
    _beside(workload)
    return 0


def _tree(workload: Workload, plain: bool) -> int:
    """Print the tree of accounts; raises InputError where the log tells none."""
    from scheduler.analysis.workloads import account_levels

    if not account_levels.applies(workload):
        raise InputError("This log tells no accounts of its jobs, so there is no tree of them.")
    rows = account_levels.whole(workload)
    if plain:
        say(as_json(rows))
        return 0
    body = [
        [
            "  " * (row["depth"] - (not row["user"])) + (row["user"] or row["account"]),
            *(_cell(name, row[name]) for name in HEADS),
        ]
        for row in rows
    ]
    say(table(["account, user", *HEADS.values()], body, numbers=range(1, 1 + len(HEADS))))
    _beside(workload)
    return 0


def _beside(workload: Workload) -> None:
    """Say what is simulated otherwise, below the report."""
    from scheduler.analysis.workloads import usage

    if text := usage.changes(workload):
        say(f"\n{text}")


def _cell(name: str, value: Any) -> str:
    if value != value:
        return ""
    if "wait" in name:
        return human(value)
    return f"{value:.1%}" if name in ("share_of_work", "utilization") else f"{value:,.0f}"


COMMAND = Command("usage", "who used the machine, per week, queue, partition, group or user", declare, run)
