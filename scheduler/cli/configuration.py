"""Files of a cluster that say the parameters of a policy: the options that name them, and what was not read of them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from scheduler.cli.files import read
from scheduler.cli.output import note
from scheduler.errors import InputError

if TYPE_CHECKING:
    from scheduler.model.trace import Trace
    from scheduler.policies import Policy

FILES = {
    "slurm_conf": "parameters from a slurm.conf; Include is not followed, and what is not read is told",
    "sshare": "the tree of accounts from what `sshare -a -P` or `sacctmgr dump` prints",
    "slurm_qos": "QOS and their limits from what `sacctmgr show qos -P` prints",
    "slurm_jobs": "nice values, dependencies, begin times, arrays, reservations and memory that jobs ask for, of "
    "what `sacct -a -X -P -o JobIDRaw,JobID,Submit,Eligible,Reservation,ReqMem,ReqCPUS,AllocTRES,"
    "SubmitLine` prints",
    "slurm_reservations": "reservations from what `SLURM_TIME_FORMAT=%%s scontrol -o show reservation` prints",
}
SHOWN_LINES = 40  # settings that are not read, each on a line


def declare_files(parser: ArgumentParser) -> None:
    """Add the options of files."""
    group = parser.add_argument_group("configuration of a cluster (parameters given by --param go before it)")
    for name, text in FILES.items():
        group.add_argument("--" + name.replace("_", "-"), metavar="FILE", help=text)


def configured(args: Namespace, policy: Policy, trace: Trace, ignored: list[Any] | None = None) -> dict[str, Any]:
    """The parameters that the files say; what is not read is told, and added to `ignored`.  Raises InputError."""
    paths = {name: getattr(args, name) for name in FILES if getattr(args, name)}
    if not paths:
        return {}
    if policy.configure is None:
        raise InputError(
            f"The policy {policy.key} takes no files of a cluster; leave "
            f"{', '.join('--' + name.replace('_', '-') for name in paths)} out."
        )
    texts = {name: read(path).decode("utf-8", "replace") for name, path in paths.items()}
    outcome = policy.configure(texts, trace.names)
    if ignored is not None:
        ignored += outcome.ignored
    for one in outcome.ignored[:SHOWN_LINES]:
        note(f"{one.file} line {one.line}: {one.text} {one.why}.")
    if len(outcome.ignored) > SHOWN_LINES:
        note(f"and {len(outcome.ignored) - SHOWN_LINES:,} more.")
    note(outcome.summary())
    return outcome.params
