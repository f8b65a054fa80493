"""`doctor`: whether a deployment is as it has to be, a line a check, with what to do where it is not."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import NamedTuple

from scheduler import __version__
from scheduler.broker.address import in_use
from scheduler.cli.output import say
from scheduler.command import Command
from scheduler.errors import QueuescopeError
from scheduler.wording import counted

SKEW = 5.0  # s the clocks of two machines may differ
LEAST = 2 << 30  # bytes of free disk
GIB = 2**30
LISTS = "requirements.txt", "requirements-cluster.txt"  # without and with a broker


class Finding(NamedTuple):
    """What a check says, and whether it is as it has to be."""

    good: bool
    sentence: str


def declare(parser: ArgumentParser) -> None:
    """This command has no options."""


def run(args: Namespace) -> int:
    """Print one line a check; 0 where all is well, else 1."""
    worst = 0
    for name, check in CHECKS.items():
        try:
            finding = check()
        except (QueuescopeError, OSError) as error:
            finding = Finding(False, str(error))
        except SystemExit as error:  # a folder that others may write to ends the program elsewhere
            finding = Finding(False, str(error))
        worst |= not finding.good
        say(f"{'ok  ' if finding.good else 'FAIL'}  {name:<10}{finding.sentence}")
    return worst


def _versions() -> Finding:
    """Python and the packages, against what this version wants."""
    from packaging.requirements import Requirement

    wrong, extra = [], "cluster" if in_use() else ""
    try:
        wanted = [Requirement(text) for text in requires("queuescope") or ()]
    except PackageNotFoundError:
        wanted = [Requirement(line) for name in LISTS[: 2 if extra else 1] for line in _listed(name)]
    for one in wanted:
        if one.marker is not None and not one.marker.evaluate({"extra": extra}):
            continue
        try:
            there = version(one.name)
        except PackageNotFoundError:
            wrong.append(f"{one.name} is missing")
            continue
        if not one.specifier.contains(there, prereleases=True):
            wrong.append(f"{one.name} {there} is there, wanted: {one.specifier}")
    if wrong:
        return Finding(False, f"{'; '.join(wrong)}. Install what {' and '.join(LISTS[: 2 if extra else 1])} list.")
    return Finding(
        True, f"Queuescope {__version__}, Python {platform.python_version()}, {len(wanted)} packages as required."
    )


def _listed(name: str) -> list[str]:
    file = Path(__file__).parents[2] / name
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return [line for line in lines if line and not line.startswith(("#", "-"))]


def _packages() -> Finding:
    """Whether Python finds our packages and not others of the same names."""
    here = Path(__file__).parents[2]
    for name in ("scheduler", "layouts", "app", "queuescope"):
        for folder in sys.path:
            path = Path(folder or ".").resolve()
            if (path / name / "__init__.py").is_file() or (path / f"{name}.py").is_file():
                if path != here.resolve():
                    return Finding(
                        False,
                        f"Another {name!r} in {path} is in the way; remove it, or install Queuescope "
                        "in an environment of its own.",
                    )
                break
    return Finding(True, f"The program is in {here}.")


def _data() -> Finding:
    """Whether the folder of data can be written, and whether files are renamed there."""
    import shutil

    from scheduler.home import home

    folder = home()
    with tempfile.TemporaryDirectory(dir=folder, prefix=".doctor-") as draft:
        (Path(draft) / "a").write_bytes(b"x" * 1_000)
        (Path(draft) / "a").rename(Path(draft) / "b")
        if (Path(draft) / "b").read_bytes() != b"x" * 1_000:
            return Finding(False, f"{folder} does not give back what was written; check its disk.")
        skew = abs((Path(draft) / "b").stat().st_mtime - time.time())
    if skew > SKEW:
        return Finding(
            False, f"The clock of {folder} differs by {skew:.0f} s from that of this machine; set both by NTP."
        )
    free = shutil.disk_usage(folder).free
    return Finding(
        free >= LEAST,
        f"{folder} can be written, {free / GIB:.0f} GiB are free"
        + ("." if free >= LEAST else f"; wanted: at least {LEAST // GIB} GiB."),
    )


def _code() -> Finding:
    """Whether kernels are compiled, and where the machine code lies."""
    from scheduler import compiled
    from scheduler.policies import WORKLOADS, usual_policies
    from scheduler.preparation.build import workload
    from scheduler.preparation.samples import sample
    from scheduler.simulate import simulate

    began = time.monotonic()
    jobs = workload(sample("five-jobs.swf"))
    policies = usual_policies(WORKLOADS[0])
    for policy in policies:
        simulate(jobs, policy)
    return Finding(
        True,
        f"{len(policies)} policies ran on five jobs in {time.monotonic() - began:.1f} s; machine code "
        f"is in {compiled.CODE}, for this user alone.",
    )


def _limits() -> Finding:
    """Whether the limits can be read."""
    import psutil

    from scheduler.results.limits import Limits

    limits, memory = Limits.of_environment(), psutil.virtual_memory().total
    return Finding(
        True,
        f"{counted(limits.at_once, 'run')} at once, {limits.visitor_runs} open of one visitor, "
        f"{limits.open_runs} of all; {memory / GIB:.0f} GiB of memory.",
    )


def _hosts() -> Finding:
    """The settings of a server that people reach by a name."""
    names, secure = os.environ.get("QUEUESCOPE_HOSTS", ""), os.environ.get("QUEUESCOPE_SECURE_COOKIES") == "yes"
    if not names:
        return Finding(True, "QUEUESCOPE_HOSTS is not set: the server answers by addresses in digits and as localhost.")
    return Finding(True, f"The server answers as {names}, cookies over {'HTTPS only' if secure else 'HTTP, too'}.")


def _broker() -> Finding:
    """Whether the broker answers, whether it holds what it is told, and how far its clock is from ours."""
    from scheduler.broker import address, leases
    from scheduler.broker.values import Values, reachable

    if not address.in_use():
        return Finding(True, "None is named: runs are worked off on this machine.")
    place, values = address.masked(), Values("doctor")
    token = f"{time.time()}"
    values.set("here", token, expire=10)
    if values.get("here") != token:
        return Finding(False, f"{place} does not give back what it is told; is it a replica that cannot be written?")
    with reachable() as redis:
        seconds, micro = redis.time()
        policy = (redis.info("memory") or {}).get("maxmemory_policy", "noeviction")
    skew = abs(seconds + micro / 1e6 - time.time())
    if skew > SKEW:
        return Finding(
            False, f"The clock of {place} differs by {skew:.0f} s from that of this machine; set both by NTP."
        )
    if policy != "noeviction":
        return Finding(
            False,
            f"{place} throws values away when its memory is full (maxmemory-policy {policy}); wanted: noeviction.",
        )
    workers = leases.workers()
    other = sorted({str(one["version"]) for one in workers} - {__version__})
    if other:
        return Finding(
            False,
            f"{place} has workers of version {' and '.join(other)}, this is {__version__}; they "
            "would refuse its runs, so end them and start those of this version.",
        )
    return Finding(
        True,
        f"{place} answers, {counted(leases.places(), 'place')} of {counted(len(workers), 'worker')}"
        + ("." if workers else "; start one with `queuescope worker`, else runs wait."),
    )


CHECKS: dict[str, Callable[[], Finding]] = {
    "versions": _versions,
    "packages": _packages,
    "data": _data,
    "code": _code,
    "limits": _limits,
    "hosts": _hosts,
    "broker": _broker,
}

COMMAND = Command("doctor", "check a deployment: versions, folders, compiled code, limits, broker", declare, run)
