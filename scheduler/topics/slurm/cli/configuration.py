"""Files of a cluster that say the parameters of a policy: the options that name them, and what was not read of them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from scheduler.cli.files import read
from scheduler.command import ParameterFiles
from scheduler.errors import InputError

if TYPE_CHECKING:
    from scheduler.model.trace import Trace
    from scheduler.policies import Policy
    from scheduler.topics.slurm.files.configuration import Configuration

FILES = {
    "slurm_conf": "parameters from a slurm.conf; Include is not followed, and what is not read is told",
    "sshare": "the tree of accounts from what `sshare -a -P` or `sacctmgr dump` prints",
    "slurm_qos": "QOS and their limits from what `sacctmgr show qos -P` prints",
    "slurm_jobs": "nice values, dependencies, begin times, arrays, reservations and memory that jobs ask for, of "
    "what `sacct -a -X -P -o JobIDRaw,JobID,Submit,Eligible,Reservation,ReqMem,ReqCPUS,AllocTRES,"
    "SubmitLine` prints",
    "slurm_reservations": "reservations from what `SLURM_TIME_FORMAT=%%s scontrol -o show reservation` prints",
}
KEY = "slurm"  # of the policy; importing it takes long
SHOWN_LINES = 40  # settings that are not simulated or not known, each on a line


def declare_files(parser: ArgumentParser) -> None:
    """Add the options of files."""
    group = parser.add_argument_group("configuration of a cluster (parameters given by --param go before it)")
    for name, text in FILES.items():
        group.add_argument("--" + name.replace("_", "-"), metavar="FILE", help=text)


def configured(args: Namespace, policy: Policy, trace: Trace) -> Configuration:
    """The parameters that the files say, and what is not read of them; raises InputError."""
    from scheduler.topics.slurm.files.configuration import Configuration, of_files

    paths = {name: getattr(args, name) for name in FILES if getattr(args, name)}
    if not paths:
        return Configuration({}, ())
    if policy.key != KEY:
        raise InputError(
            f"The policy {policy.key} takes no files of a cluster; leave "
            f"{', '.join('--' + name.replace('_', '-') for name in paths)} out."
        )
    return of_files({name: read(path).decode("utf-8", "replace") for name, path in paths.items()}, trace.names)


def unread(configuration: Configuration) -> list[str]:
    """Sentences on what of the files is not read: how much, and each line that has a bearing on it."""
    from scheduler.topics.slurm.files.records import CLEAR

    if not configuration.params and not configuration.ignored:
        return []
    ignored = [one for one in configuration.ignored if one.why != CLEAR]
    lines = [f"{one.file} line {one.line}: {one.text} {one.why}." for one in ignored[:SHOWN_LINES]]
    more = [f"and {len(ignored) - SHOWN_LINES:,} more."] if len(ignored) > SHOWN_LINES else []
    return [configuration.summary(), *lines, *more]


def parameters(args: Namespace, policy: Policy, trace: Trace) -> tuple[dict[str, Any], list[str]]:
    """The same for `simulate`: {parameter: value}, and the sentences; raises InputError."""
    configuration = configured(args, policy, trace)
    return configuration.params, unread(configuration)


PARAMETER_FILES = ParameterFiles("configuration", declare_files, parameters)
