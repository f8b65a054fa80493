"""`audit TRACE SCHEDULE.csv`: whether a schedule, whoever made it, keeps the rules of its workload and machine."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scheduler.cli.assignments import assigned, declare_param
from scheduler.cli.files import read
from scheduler.cli.output import say
from scheduler.cli.source import declare_log, declare_workload, make_workload, read_trace, trace_path, workload_options
from scheduler.command import Command
from scheduler.errors import InputError
from scheduler.params import checked
from scheduler.registry import find
from scheduler.wording import counted

if TYPE_CHECKING:
    from scheduler.audit import Check
    from scheduler.model.workload import Workload
    from scheduler.policies import Policy


def declare(parser: ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "files", nargs="*", metavar="TRACE SCHEDULE.csv", help="the trace (unless --log names it), the schedule"
    )
    declare_log(parser)
    parser.add_argument(
        "--policy",
        metavar="KEY",
        help="the policy that made it, where its rules differ (recorded) or it promises more than "
        "others; with its --param where these say what becomes of the machine",
    )
    declare_param(parser)
    declare_workload(parser)


def run(args: Namespace) -> int:
    """Print one line; 0, or 1 with the first violation; raises InputError."""
    trace_file, schedule_file = _files(args)
    options, policy = workload_options(args), _policy(args.policy)
    values = _values(policy, args.param)
    workload = make_workload(read_trace([trace_file], args.reading), options)
    columns = read_columns(schedule_file)

    from scheduler.audit.schedule import audit_rows

    feasible = policy is None or policy.feasible
    certificate = audit_rows(
        workload, columns, feasible, _promise(policy, values, workload), _machine(policy, values, workload)
    )
    if certificate.first_violation:
        say(certificate.first_violation)
        return 1
    passed = f"Passed: {counted(certificate.jobs, 'job')}, {counted(len(certificate.checks), 'check')}."
    say(" ".join((passed, *certificate.reports)))
    return 0


def _files(args: Namespace) -> tuple[str, str]:
    wanted = 1 if args.log else 2
    if len(args.files) != wanted:
        raise InputError(
            f"Files named: {len(args.files)}; wanted: "
            + ("the schedule alone, as --log names the trace." if args.log else "a trace and a schedule.")
        )
    return trace_path(None if args.log else args.files[0], args.log), args.files[-1]


def _policy(key: str | None) -> Policy | None:
    if key is None:
        return None
    from scheduler.policies import all_policies

    return find(all_policies(), key, "policy")


def _values(policy: Policy | None, texts: list[str]) -> dict[str, Any]:
    """The policy's parameters, checked."""
    if policy is None and texts:
        raise InputError(f"--param {texts[0]} is a parameter of no policy here; name the policy with --policy.")
    return {} if policy is None else checked(policy.params, assigned(texts))


def _promise(policy: Policy | None, values: dict[str, Any], workload: Workload) -> Check | None:
    """What the policy promises besides; raises Unsupported."""
    if policy is None or policy.spares is None:
        return None
    from scheduler.simulate import check_supported, promise_of

    check_supported(policy, workload, values)
    return promise_of(policy, workload, values)


def _machine(policy: Policy | None, values: dict[str, Any], workload: Workload) -> Mapping[str, Any]:
    """Tables of the machine that follow from the policy's parameters; raises Unsupported."""
    if policy is None or policy.machine is None:
        return {}
    from scheduler.simulate import check_supported

    check_supported(policy, workload, values)
    return policy.machine(workload, values)


def read_columns(path: str) -> Mapping[str, Any]:
    """{name: numbers} of a schedule file (.csv or .csv.gz); raises InputError, FormatError."""
    from scheduler.formats.schedule_csv import read_file

    return read_file(read(path), path)


COMMAND = Command("audit", "check a schedule against its trace", declare, run)
