"""`replay LOG --slurm-conf FILE`: a log simulated under its own configuration, held against its recorded waits; with
`--change`, who gains and who pays when settings are changed, and their lines of slurm.conf; with `--sweep`, what
several values of one setting trade.

Changes are advised on only where the replay is near enough to the record; `--anyway` shows them all the same.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scheduler.cli.assignments import assigned, declare_params
from scheduler.cli.files import read
from scheduler.cli.output import as_json, declare_json, note, say, table
from scheduler.cli.source import declare_trace, make_workload, read_trace, trace_paths, workload_options
from scheduler.command import Command
from scheduler.durations import human, number
from scheduler.errors import InputError
from scheduler.params import checked
from scheduler.topics.slurm.cli.configuration import configured, declare_files, unread
from scheduler.wording import counted

if TYPE_CHECKING:
    from scheduler.model.schedule import Schedule
    from scheduler.model.trace import Trace
    from scheduler.model.workload_options import WorkloadOptions
    from scheduler.policies import Policy
    from scheduler.topics.slurm.calibration.agreement import Row, Verdict
    from scheduler.topics.slurm.calibration.gains import Gain
    from scheduler.topics.slurm.calibration.trade_off import Point

MOST_ROWS = 10  # groups of a part in a table; JSON has all
ROW_HEADS = ("of", "", "jobs", "recorded mean", "simulated", "median error", "within", "rank corr.")
GAIN_HEADS = ("of", "", "jobs", "before", "after", "difference", "95 % over weeks", "outcome")
POINT_HEADS = ("mean wait", "lacks most of its share", "its share", "lacks while it waits")
NODES = "node_count"  # a change that is no parameter
MOST_VALUES = 12


def declare(parser: ArgumentParser) -> None:
    """Add the options of this command."""
    declare_trace(parser)
    declare_files(parser)
    declare_params(parser)
    parser.add_argument(
        "--within", metavar="S", help="a wait that is off by no more than this counts as met (default: 300)"
    )
    parser.add_argument(
        "--change",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"a parameter that is changed after the replay, or {NODES}=N nodes; may be repeated",
    )
    parser.add_argument(
        "--sweep",
        metavar="NAME=V1,V2,...",
        help="values of one parameter: the mean wait, and the account that lacks most of its share",
    )
    parser.add_argument(
        "--anyway",
        action="store_true",
        help="show what a change does even where the replay is not near enough to the record",
    )
    declare_json(parser)


def run(args: Namespace) -> int:
    """Print the agreement, and what the changes do; raises InputError."""
    from scheduler.topics.slurm.calibration.agreement import WITHIN, agreement, verdict
    from scheduler.topics.slurm.calibration.evidence import not_simulated
    from scheduler.topics.slurm.policies.slurm import POLICY

    policy, within = POLICY, WITHIN.check(args.within or WITHIN.default)
    asked, changes = assigned(args.param), assigned(args.change, "--change")
    options = workload_options(args)
    trace = read_trace(trace_paths(args), args.reading)
    configuration = configured(args, policy, trace)
    before = checked(policy.params, configuration.params | asked)
    swept = _swept(args.sweep)
    base = _simulated(policy, trace, options, before)
    rows = agreement(base.workload, base.wait, within)
    judgement = verdict(rows, len(base.workload))
    missing = not_simulated(base.workload, before, configuration.ignored)
    is_asked = bool(changes or swept)
    answer = {"agreement": [row._asdict() for row in rows], "within": within, **judgement._asdict(), "missing": missing}
    if not args.json:
        _print_verdict(judgement)
    if changes and (judgement.advises or args.anyway):
        answer |= _changed(args, policy, trace, options, before, changes, base)
    if swept and (judgement.advises or args.anyway):
        answer |= _traded(args, policy, trace, options, before, *swept)
    if args.json:
        say(as_json(answer))
        return 0
    if is_asked and not (judgement.advises or args.anyway):
        say("\nWhat the change does is not shown, as the simulation is too far from the record; --anyway shows it.")
    _print_agreement(rows, within, missing)
    for sentence in unread(configuration):
        note(sentence)
    return 0


def _simulated(policy: Policy, trace: Trace, options: WorkloadOptions, params: dict[str, Any]) -> Schedule:
    """The schedule on the machine that the parameters name."""
    from scheduler.cli.progress import watched
    from scheduler.simulate import simulate
    from scheduler.topics.slurm.files.records import node_sizes

    sizes = node_sizes(params["nodes"] or "")
    taken = replace(options, processors=sum(sizes)) if sizes and options.processors is None else options
    workload = make_workload(trace, taken)
    return watched(
        lambda control: simulate(workload, policy.key, params, control=control, decisions=None), len(workload)
    )


def _changed(
    args: Namespace,
    policy: Policy,
    trace: Trace,
    options: WorkloadOptions,
    before: dict[str, Any],
    changes: dict[str, str],
    base: Schedule,
) -> dict[str, Any]:
    """What the changes do, printed or for JSON; raises InputError."""
    from scheduler.topics.slurm.calibration.gains import gains
    from scheduler.topics.slurm.files.changed_lines import changed_lines, resized

    after = dict(before)
    if NODES in changes:
        if not changes[NODES].isdecimal():
            raise InputError(f"{NODES}={changes[NODES][:20]}; wanted: a whole number of nodes.")
        after = resized(before, int(changes[NODES][:9]))
    after = checked(policy.params, after | {name: value for name, value in changes.items() if name != NODES})
    conf = read(args.slurm_conf).decode("utf-8", "replace") if args.slurm_conf else ""
    changed = _simulated(policy, trace, options, after)
    effect, written = gains(changed.workload, base.wait, changed.wait), changed_lines(conf, before, after)
    if not args.json:
        _print_gains(effect)
        say("\n".join(["\nLines of slurm.conf:", *written.lines, *written.elsewhere, *written.commands]))
    return {
        "gains": [one._asdict() | {"outcome": one.outcome} for one in effect],
        "lines": written.lines,
        "elsewhere": written.elsewhere,
        "commands": written.commands,
    }


def _swept(text: str | None) -> tuple[str, list[str]] | None:
    """(parameter, its values) of NAME=V1,V2,...; raises InputError."""
    if not text:
        return None
    name, _, values = text.partition("=")
    listed = list(dict.fromkeys(value.strip() for value in values.split(",") if value.strip()))
    if not 2 <= len(listed) <= MOST_VALUES:
        raise InputError(
            f"--sweep {text[:60]} has {counted(len(listed), 'value')}; wanted: NAME=V1,V2,... with 2 to "
            f"{MOST_VALUES} of them, such as weight_fairshare=0,1000,10000."
        )
    return name.strip(), listed


def _traded(
    args: Namespace,
    policy: Policy,
    trace: Trace,
    options: WorkloadOptions,
    before: dict[str, Any],
    name: str,
    values: Sequence[str],
) -> dict[str, Any]:
    """What the values of a parameter trade, printed or for JSON; raises InputError."""
    from scheduler.topics.slurm.calibration.trade_off import trade_off

    settings = [checked(policy.params, before | {name: value}) for value in values]
    points = trade_off(name, [_simulated(policy, trace, options, params) for params in settings])
    if not args.json:
        _print_points(name, points)
    return {
        "sweep": {
            "setting": name,
            "points": [one._asdict() | {"worst": None if one.worst is None else one.worst._asdict()} for one in points],
        }
    }


def _print_points(name: str, points: Sequence[Point]) -> None:
    body = [
        [
            number(one.value),
            human(one.mean_wait),
            *(
                ("", "", "")
                if one.worst is None
                else (one.worst.account, f"{one.worst.share:.1%}", f"{one.worst.lacks:.1%}")
            ),
        ]
        for one in points
    ]
    say("\n" + table((name, *POINT_HEADS), body, numbers=(0, 1, 3, 4)))
    say(
        '\n"lacks while it waits" is the mean part of the machine that the account holds below its share, or below '
        "what its jobs ask for where that is less, while one of them waits."
    )


def _print_verdict(judgement: Verdict) -> None:
    """Whether the simulation is near enough to the record, and why not."""
    near = "near" if judgement.advises else "not near"
    say(" ".join([f"The simulation is {near} enough to the record to advise.", *judgement.reasons]))


def _print_agreement(rows: Sequence[Row], within: float, missing: Sequence[str]) -> None:
    """What the verdict rests on, and what is not simulated."""
    body = [
        [
            row.part,
            row.name,
            f"{row.jobs:,}",
            human(row.recorded_mean),
            human(row.simulated_mean),
            human(row.median_error),
            f"{row.within:.0%}",
            "" if row.rank is None else f"{row.rank:.2f}",
        ]
        for row in _first(rows)
    ]
    say("\n" + table(ROW_HEADS, body, numbers=range(2, 8)))
    say(f'\n"within" is the share of the jobs whose simulated wait is within {human(within)} of the recorded one.')
    for sentence in missing:
        note(sentence)


def _print_gains(effect: Sequence[Gain]) -> None:
    body = [
        [
            one.part,
            one.name,
            f"{one.jobs:,}",
            human(one.before),
            human(one.after),
            _signed(one.difference),
            "" if one.low is None or one.high is None else f"{_signed(one.low)} to {_signed(one.high)}",
            one.outcome,
        ]
        for one in _first(effect)
    ]
    say("\n" + table(GAIN_HEADS, body, numbers=range(2, 7)))


def _first(rows: Sequence[Any]) -> list[Any]:
    """Of each part the first rows."""
    return [
        row
        for part in dict.fromkeys(row.part for row in rows)
        for row in [one for one in rows if one.part == part][:MOST_ROWS]
    ]


def _signed(seconds: float) -> str:
    return ("-" if seconds < 0 else "+" if seconds > 0 else "") + human(abs(seconds))


COMMAND = Command("replay", "a log under its own slurm.conf and its waits; what a change does", declare, run)
