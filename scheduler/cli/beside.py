"""`beside FIRST SECOND`: two workloads beside each other, measure by measure, with how large each difference is."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from typing import Any

from scheduler.cli.files import STDOUT, check_targets, write
from scheduler.cli.output import as_json, declare_json, say, table
from scheduler.cli.source import declare_workload, make_workload, read_trace, recipe_of, workload_options
from scheduler.command import Command
from scheduler.durations import human

SIDES = ("first", "second")


def declare(parser: ArgumentParser) -> None:
    """Add the options of this command."""
    for side in SIDES:
        parser.add_argument(f"{side}_log", metavar=side.upper(), help=f"the log of the {side} workload")
    for side in SIDES:
        parser.add_argument(
            f"--{side}-where",
            metavar="FILTER",
            help=f"which jobs of the {side} are taken, in place of --where; both may be of one log",
        )
    declare_workload(parser)
    parser.add_argument(
        "--reading",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="how both logs are read where they do not tell; may be repeated",
    )
    parser.add_argument("--out", metavar="FILE", help=f"write all numbers as CSV; {STDOUT} for standard output")
    declare_json(parser)


def run(args: Namespace) -> int:
    """Print or write the differences; raises InputError."""
    from scheduler.analysis.workloads.two_workloads import rows
    from scheduler.exports import recipe_text, rows_csv

    if args.out:
        check_targets([args.out], sources=[args.first_log, args.second_log])
    options = workload_options(args)
    both, recipes = [], []
    for side in SIDES:
        where = getattr(args, f"{side}_where")
        taken = options if where is None else replace(options, where=where)
        trace = read_trace([getattr(args, f"{side}_log")], args.reading)
        both.append(make_workload(trace, taken))
        recipes.append(recipe_text.of_workload(recipe_of(args, taken, trace), both[-1]))
    differences = rows(*both)
    if args.out:
        write({args.out: (recipe_text.pair_lines(recipes) + rows_csv.written(differences)).encode()})
    elif args.json:
        say(as_json(differences))
    else:
        _print(differences)
    return 0


def _print(differences: list[dict[str, Any]]) -> None:
    heads = [
        "measure",
        *(f"{name} {side}" for name in ("median", "90 %") for side in ("1st", "2nd")),
        "delta",
        "size",
        "gap",
    ]
    body = [
        [
            row["measure"],
            *(_value(row, row[f"{side}_{name}"]) for name in ("median", "p90") for side in SIDES),
            _number(row["cliffs_delta"], "+.2f"),
            row["size"],
            _number(row["largest_gap"], ".0%"),
        ]
        for row in differences
    ]
    say(table(heads, body, numbers=range(1, 6)))


def _value(row: dict[str, Any], value: float) -> str:
    if value != value:
        return ""
    return human(value) if row["unit"] == "s" else f"{value:.4g}"


def _number(value: float, form: str) -> str:
    return "" if value != value else format(value, form)


COMMAND = Command("beside", "two workloads beside each other: how large each difference of their jobs is", declare, run)
