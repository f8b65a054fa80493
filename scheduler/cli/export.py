"""`export TRACE --policy KEY... --out FILE`: run policies on a trace, for other viewers or as a bundle to pass on.

A Chrome trace (.json, .json.gz) shows the runs side by side in Perfetto and its like; a bundle (.zip) holds each
run's jobs, metrics, certificate and command.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from scheduler.cli.assignments import SEED, assigned
from scheduler.cli.files import STDIN, check_targets, suffix_of, write
from scheduler.cli.source import declare_trace, make_workload, read_trace, recipe_of, trace_paths, workload_options
from scheduler.command import Command
from scheduler.errors import InputError
from scheduler.params import checked
from scheduler.registry import find

if TYPE_CHECKING:
    from scheduler.model.schedule import Schedule
    from scheduler.model.trace import Trace
    from scheduler.preparation.recipe import Recipe

MOST_RUNS = 6


def declare(parser: ArgumentParser) -> None:
    """Add the options of this command."""
    declare_trace(parser)
    parser.add_argument(
        "--policy",
        action="append",
        required=True,
        metavar="KEY [NAME=VALUE]...",
        help='which policy, its parameters after it, in quotes: "faircamp placement=list"; may be repeated',
    )
    parser.add_argument("--seed", metavar="S", help=SEED.help + " (default: 0)")
    parser.add_argument(
        "--users",
        action="store_true",
        help="name users by their numbers in the log; left out: by the order of their first job",
    )
    parser.add_argument(
        "--out",
        required=True,
        metavar="FILE",
        help="a Chrome trace, .json or .json.gz, or a bundle, .zip; - is standard output, as a Chrome trace",
    )


def run(args: Namespace) -> int:
    """Simulate and write; raises InputError, AuditFailed."""
    setups, seed, options = _setups(args.policy), SEED.check(args.seed), workload_options(args)
    paths = trace_paths(args)
    suffix = suffix_of(args.out, (".json", ".json.gz", ".zip"))
    check_targets([args.out], sources=paths)
    trace = read_trace(paths, args.reading)
    workload = make_workload(trace, options)
    schedules = [_simulated(workload, policy, params, seed) for policy, params in setups]
    pieces = (
        _bundle(args, trace, schedules)
        if suffix == ".zip"
        else _trace(args, schedules, suffix, recipe_of(args, options, trace))
    )
    write({args.out: b"".join(pieces)})
    return 0


def _setups(policies: list[str]) -> list[tuple[str, dict[str, Any]]]:
    """(key, checked parameters) of each policy; raises InputError."""
    from scheduler.policies import all_policies
    from scheduler.results.sources import setups

    asked = [setup for text in policies for setup in setups(text)]
    if not asked:
        raise InputError("--policy names none; wanted: the key of a policy, which `policies` lists.")
    if len(asked) > MOST_RUNS:
        raise InputError(f"{len(asked)} policies are asked for; wanted: at most {MOST_RUNS} in a file.")
    return [(key, checked(find(all_policies(), key, "policy").params, params)) for key, params in asked]


def _simulated(workload: Any, policy: str, params: dict[str, Any], seed: int | None) -> Schedule:
    from scheduler.cli.progress import watched
    from scheduler.simulate import simulate

    return watched(
        lambda control: simulate(workload, policy, params, seed=seed, control=control, decisions=None), len(workload)
    )


def _names(schedules: list[Schedule]) -> list[str]:
    """Policies with what differs from their defaults."""
    from scheduler.policies import policy_of

    names = []
    for schedule in schedules:
        policy = policy_of(schedule.policy)
        differing = [
            f"{p.name} {schedule.params[p.name]}"
            for p in policy.params
            if schedule.params.get(p.name) not in (None, p.default)
        ]
        names.append(", ".join([policy.title, *differing]))
    return names


def _trace(args: Namespace, schedules: list[Schedule], suffix: str, recipe: Recipe) -> Iterator[bytes]:
    from scheduler.analysis.machine_over_time import steps_of
    from scheduler.analysis.placement import place
    from scheduler.exports import chrome_trace, recipe_text
    from scheduler.exports.packing import gzipped

    runs = [
        chrome_trace.Traced(name, schedule, place(schedule), steps_of(schedule))
        for name, schedule in zip(_names(schedules), schedules, strict=True)
    ]
    pieces = chrome_trace.pieces(runs, args.users, recipe_text.text(recipe, args.users))
    return gzipped(pieces) if suffix.endswith(".gz") else pieces


def _bundle(args: Namespace, trace: Trace, schedules: list[Schedule]) -> Iterator[bytes]:
    from scheduler.exports.bundle import Taken, files
    from scheduler.exports.packing import zipped
    from scheduler.metrics import measure
    from scheduler.results.records import of_run, of_workload

    source = (
        {}
        if trace_paths(args) == [STDIN]
        else {
            "kind": "log" if args.log else "file",
            "name": args.log or args.trace[0],
            "files": args.trace,
            "reading": assigned(args.reading, "--reading"),
        }
    )
    record = of_workload(schedules[0].workload, source)
    runs = [
        Taken(name, of_run("", schedule, measure(schedule)), record, schedule)
        for name, schedule in zip(_names(schedules), schedules, strict=True)
    ]
    return zipped(files(runs, args.users))


COMMAND = Command("export", "run policies on a trace and write them for other viewers, or as a bundle", declare, run)
