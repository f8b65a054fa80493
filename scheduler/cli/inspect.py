"""`inspect TRACE`: what is in a log and what had to be repaired, as JSON."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scheduler.cli.assignments import assigned
from scheduler.cli.files import STDIN, mapped
from scheduler.cli.output import as_json, say
from scheduler.cli.source import declare_trace, make_workload, read_trace, trace_paths, workload_options
from scheduler.command import Command
from scheduler.errors import InputError

if TYPE_CHECKING:
    from scheduler.model.trace import Trace
    from scheduler.model.workload import Workload


def run(args: Namespace) -> int:
    """Print the description; raises InputError."""
    paths, options = trace_paths(args), workload_options(args)
    if args.counts:
        say(as_json(_counts(paths, args.reading, options.processors)))
        return 0
    trace = read_trace(paths, args.reading)
    say(as_json(description(trace, make_workload(trace, options))))
    return 0


def declare(parser: ArgumentParser) -> None:
    """Add the options of this command."""
    declare_trace(parser)
    parser.add_argument(
        "--counts",
        action="store_true",
        help="the counts alone, made in pieces: of a Parquet file of any length (of the workload "
        "options, only --processors counts)",
    )


def _counts(paths: list[str], reading: list[str], processors: int | None) -> dict[str, Any]:
    """The counts of a log in pieces; raises InputError for several files, and for a format that has no pieces."""
    from scheduler.formats import params_of, recognize
    from scheduler.preparation.streamed_counts import counts

    if len(paths) > 1 or paths == [STDIN]:
        raise InputError("--counts takes one file; name it.")
    with mapped(paths[0]) as content:
        name = Path(paths[0]).name
        entry = recognize(content, name)
        if entry.pieces is None:
            raise InputError(
                f"{name} is in the format {entry.title}, which is read whole; leave out --counts, or "
                "write it as Parquet: convert IN OUT.parquet."
            )
        return {"trace": name} | counts(
            entry.pieces(content, name, **params_of(entry, assigned(reading, "--reading"), name)), processors
        )


def description(trace: Trace, workload: Workload) -> dict[str, Any]:
    """Counts, span (s), load, users, and every repair with its count and first lines.

    load: work / (processors x span of the submissions); None where all jobs are submitted at once.  inferred: what
    was inferred of groups of jobs, such as campaigns, in numbers; None where nothing was.  requested_times: how many
    are the log's own, filled in with the runtime or made by a model, and the median of runtime / requested time over
    the log's own.  health: what was found in the whole log, whatever part of it the workload takes.  catalogue: key
    of the entry that the log is; None for none.  workload_hash: of all that a policy sees of the jobs; a recipe gives
    the same one again.
    """
    from scheduler import catalogue
    from scheduler.health import diagnose
    from scheduler.health.archive.log_facts import Log
    from scheduler.model.workload_options import CALL_NAMES
    from scheduler.preparation import steps
    from scheduler.preparation.requested_times import requests

    inferred = [counts for step in steps() if step.inferred and (counts := step.inferred(workload)) is not None]
    recognition = catalogue.recognized(Log(trace))
    submit, platform = workload.jobs.submit, workload.platform
    span = float(submit[-1] - submit[0]) if len(submit) else 0.0
    return {
        "trace": trace.name,
        "trace_sha256": trace.sha256,
        "catalogue": recognition.log.key if recognition else None,
        "lines": len(trace),
        "jobs": len(workload),
        "workload_hash": workload.hash,
        "left_out": len(trace) - len(workload),
        "users": workload.users,
        "campaigns": workload.campaign_count or None,
        "inferred": inferred[0] if inferred else None,
        "processors": platform.processors,
        "clusters": list(platform.clusters),
        "start_time": platform.start_time,
        "time_zone": platform.time_zone,
        "first_submit": submit[0] if len(submit) else None,
        "last_submit": submit[-1] if len(submit) else None,
        "span": span,
        "work": workload.area,
        "load": workload.area / (platform.processors * span) if span > 0 else None,
        "requested_times": requests(workload)._asdict(),
        "arrivals": workload.arrivals,
        "options": {CALL_NAMES.get(name, name): value for name, value in workload.options.items()},
        "health": [
            {
                "finding": one.finding.key,
                "text": one.evidence.sentence,
                "level": one.level,
                "jobs": one.size,
                "effect": one.finding.effect,
            }
            for one in diagnose(trace, platform.processors)
        ],
        "notes": [note.describe() for note in workload.notes],
    }


COMMAND = Command("inspect", "describe a trace: counts, span, load, users, every repair", declare, run)
