"""`why TRACE --policy KEY --job NUMBER`: why a job waited and started when it did, as sentences or as facts."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from scheduler.cli.assignments import SEED, assigned, declare_params
from scheduler.cli.output import as_json, say
from scheduler.cli.source import declare_trace, make_workload, read_trace, trace_paths, workload_options
from scheduler.command import Command
from scheduler.errors import InputError
from scheduler.params import checked
from scheduler.registry import find

if TYPE_CHECKING:
    from scheduler.explain.words import Names
    from scheduler.facts import Fact
    from scheduler.model.schedule import Schedule


def declare(parser: ArgumentParser) -> None:
    """Add the options of this command."""
    declare_trace(parser)
    parser.add_argument("--policy", metavar="KEY", required=True, help="which policy; `policies` lists them")
    declare_params(parser)
    parser.add_argument("--job", metavar="NUMBER", type=int, required=True, help="the job, by its number in the log")
    parser.add_argument("--short", action="store_true", help="each fact in a few words, one per line")
    parser.add_argument("--json", action="store_true", help="the facts with their values, as JSON")


def run(args: Namespace) -> int:
    """Simulate and explain; raises InputError where the log has no such job."""
    from scheduler.explain.job import facts
    from scheduler.explain.words import Names, sentences, words

    schedule = _simulated(args)
    about, names = facts(schedule, _row(schedule, args.job)), Names(schedule.workload)
    if args.json:
        say(as_json([{**described(fact, names), "text": words(fact, names)} for fact in about]))
    elif args.short:
        say("\n".join(words(fact, names, "short") for fact in about))
    else:
        say(" ".join(sentences(about, schedule)))
    return 0


def _simulated(args: Namespace) -> Schedule:
    from scheduler.cli.progress import watched
    from scheduler.policies import all_policies
    from scheduler.simulate import simulate

    policy, seed = find(all_policies(), args.policy, "policy"), SEED.check(args.seed)
    values, options = checked(policy.params, assigned(args.param)), workload_options(args)
    workload = make_workload(read_trace(trace_paths(args), args.reading), options)
    return watched(
        lambda control: simulate(workload, policy.key, values, seed=seed, control=control, decisions="all"),
        len(workload),
    )


def _row(schedule: Schedule, number: int) -> int:
    rows = (schedule.workload.jobs.job_id == number).nonzero()[0]
    if not len(rows):
        raise InputError(f"No simulated job has the number {number}; `simulate` writes those there are.")
    return int(rows[0])


def described(fact: Fact, names: Names) -> dict[str, Any]:
    """A fact as JSON: jobs by their numbers in the log, clusters from 1, times in seconds."""
    return {"what": fact.what} | {name: _value(value, names) for name, value in fact.values.items()}


def _value(value: Any, names: Names) -> Any:
    from scheduler.facts import Cluster, Fact, Job

    if isinstance(value, Fact):
        return described(value, names)
    if isinstance(value, tuple):
        return [_value(each, names) for each in value]
    if isinstance(value, Job) and names.workload is not None:
        return int(names.workload.jobs.job_id[value])
    return int(value) + 1 if isinstance(value, Cluster) else value


COMMAND = Command(key="why", title="explain why a job waited and started when it did", declare=declare, run=run)
