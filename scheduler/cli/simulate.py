"""`simulate TRACE --policy KEY --out FILE`: run a policy, audit the schedule, write it whole or not at all.

Without `--metrics FILE` the main metrics are printed as a table: on stdout, or on stderr where stdout is the
schedule's.
"""

from __future__ import annotations

import math
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from scheduler.cli import parameter_files
from scheduler.cli.assignments import SEED, assigned, declare_params
from scheduler.cli.files import STDOUT, check_targets, suffix_of, write
from scheduler.cli.output import as_json, note, say
from scheduler.cli.source import declare_trace, make_workload, read_trace, recipe_of, trace_paths, workload_options
from scheduler.command import Command
from scheduler.errors import InputError
from scheduler.params import Param, checked
from scheduler.registry import find
from scheduler.topics import offer, policy_options

if TYPE_CHECKING:
    from scheduler.model.schedule import Schedule
    from scheduler.model.trace import Trace
    from scheduler.model.workload import Workload
    from scheduler.policies import Policy

THRESHOLD = Param(
    "threshold", 10.0, low=0, high=1e9, unit="s", help="runtimes below this count as this in bounded stretch"
)
TRIM = Param("trim", 0.0, low=0, high=0.49, help="share of jobs left out at each end, in order of submission")


def declare(parser: ArgumentParser) -> None:
    """Add the options of this command."""
    declare_trace(parser)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--policy", metavar="KEY", help="which policy; `policies` lists them")
    for option in policy_options():
        which.add_argument(option.name, metavar=option.metavar, help=option.help)
    declare_params(parser)
    for files in parameter_files().values():
        files.declare(parser)
    parser.add_argument("--threshold", metavar="S", default=THRESHOLD.default, help=THRESHOLD.help + " (default: 10)")
    parser.add_argument(
        "--trim",
        metavar="SHARE",
        default=TRIM.default,
        help="leave that share of the jobs at each end, in order of submission, out of metrics over "
        "jobs or users (default: 0)",
    )
    parser.add_argument(
        "--fair-start",
        action="store_true",
        help="also measure how much later jobs start than without those submitted after them",
    )
    parser.add_argument(
        "--out", required=True, metavar="FILE", help="the schedule: .csv, .swf or .swf.gz; - is standard output, as CSV"
    )
    parser.add_argument(
        "--metrics", metavar="FILE.json", help="all metrics, as JSON; where it is left out, the main ones are printed"
    )
    parser.add_argument("--decisions", metavar="FILE.csv", help="why each job started or went on waiting")
    parser.add_argument("--decisions-window", metavar="T0:T1|all", help="which decisions to keep, by time in seconds")


def run(args: Namespace) -> int:
    """Simulate and write; raises InputError, AuditFailed."""
    from scheduler.cli.figures import figures, main_figures
    from scheduler.cli.progress import watched
    from scheduler.cli.tables import schedule_file
    from scheduler.exports import recipe_text
    from scheduler.replay.fair_start_times import check as check_fair_start
    from scheduler.simulate import simulate

    policy = _policy(args)
    asked, seed = assigned(args.param), SEED.check(args.seed)
    checked(policy.params, asked)
    threshold, trim, options = THRESHOLD.check(args.threshold), TRIM.check(args.trim), workload_options(args)
    window = _window(args, policy)
    paths = trace_paths(args)
    suffix = _check_files(args, paths)
    trace = read_trace(paths, args.reading)
    from_files, unread = _of_files(args, policy, trace)
    values = checked(policy.params, from_files | asked)
    workload = make_workload(trace, options)
    _check_length(args, workload)
    if args.fair_start:
        check_fair_start(policy, workload)
    schedule = watched(
        lambda control: simulate(workload, policy.key, values, seed=seed, control=control, decisions=window),
        len(workload),
    )
    metrics = figures(trace, schedule, threshold, trim) if args.metrics else {}
    contents = _contents(args, schedule, metrics | (_fair(schedule) if args.fair_start else {}))
    recipe = (recipe_text.run_lines if suffix == ".csv" else recipe_text.comment)(
        recipe_of(args, options, trace), users=True
    )
    write({args.out: schedule_file(trace, schedule, suffix, recipe), **contents})
    if not args.metrics:
        (note if STDOUT in (args.out, args.decisions) else say)(main_figures(schedule, threshold, trim))
    _tell_filled(policy, workload)
    for sentence in unread:
        note(sentence)
    return 0


def _policy(args: Namespace) -> Policy:
    """The policy a call names, by its key or an option of a topic; raises InputError."""
    from scheduler.policies import all_policies

    for option in policy_options():
        if (value := getattr(args, option.dest)) is not None:
            return option.policy(value)
    offer()
    return find(all_policies(), args.policy, "policy")


def _of_files(args: Namespace, policy: Policy, trace: Trace) -> tuple[dict[str, Any], list[str]]:
    """The parameters that files of topics say, and sentences on what of these was not read; raises InputError."""
    params, unread = dict[str, Any](), list[str]()
    for files in parameter_files().values():
        values, sentences = files.read(args, policy, trace)
        params |= values
        unread += sentences
    return params, unread


def _check_files(args: Namespace, paths: list[str]) -> str:
    """Which format the schedule is written in; raises InputError where a file cannot be written."""
    suffix = suffix_of(args.out, (".csv", ".swf", ".swf.gz"))
    check_targets([args.out, args.metrics, args.decisions], sources=paths)
    if args.fair_start and not args.metrics:
        raise InputError("--fair-start is measured, but nothing says where to; add --metrics FILE.json.")
    return suffix


def _window(args: Namespace, policy: Policy) -> Any:
    """What simulate() is told of decisions; raises InputError."""
    if args.decisions is None:
        if args.decisions_window is not None:
            raise InputError("--decisions-window says which decisions, but not where to; add --decisions FILE.csv.")
        return None
    if not policy.logs:
        raise InputError(f"The policy {policy.key} writes no decisions; leave --decisions out.")
    return "auto" if args.decisions_window is None else parse_window(args.decisions_window)


def parse_window(text: str) -> str | tuple[float, float]:
    """ "all", or (T0, T1) in seconds of "T0:T1"; raises InputError."""
    if text == "all":
        return text
    try:
        begin, end = (float(part) for part in text.split(":"))
        if not (math.isfinite(begin) and math.isfinite(end) and begin < end):
            raise ValueError
    except ValueError:
        raise InputError(
            f"--decisions-window {text!r} is no window; wanted: all, or T0:T1 in seconds with T0 before T1."
        ) from None
    return begin, end


def _check_length(args: Namespace, workload: Workload) -> None:
    from scheduler.simulate import LOGGED

    if args.decisions and args.decisions_window is None and len(workload) > LOGGED:
        raise InputError(
            f"Above {LOGGED:,} jobs decisions are kept for a window only, and there are {len(workload):,} "
            "jobs; add --decisions-window T0:T1, or all."
        )


def _tell_filled(policy: Policy, workload: Workload) -> None:
    """Tell which requested times were filled in, where the policy may look at them."""
    from scheduler.preparation.requested_times import filled_words

    words = filled_words(workload) if "requested_time" in policy.information else ""
    if words:
        note(f"Note: {words}.")


def _fair(schedule: Schedule) -> dict[str, Any]:
    from scheduler.cli.figures import fair_figures
    from scheduler.cli.progress import watched
    from scheduler.replay.fair_start_times import chosen, fair_start, to_simulate

    jobs = to_simulate(schedule, chosen(len(schedule.placed)))
    return fair_figures(watched(lambda control: fair_start(schedule, control=control), jobs))


def _contents(args: Namespace, schedule: Schedule, metrics: dict[str, Any]) -> dict[str, bytes]:
    """{file: content} of what else was asked for."""
    from scheduler.cli.tables import decisions_file

    contents = {}
    if args.metrics:
        contents[args.metrics] = (as_json(metrics) + "\n").encode()
    if args.decisions:
        contents[args.decisions] = decisions_file(schedule)
    return contents


COMMAND = Command("simulate", "run a policy on a trace and write the schedule", declare, run)
