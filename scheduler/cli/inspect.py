"""`inspect TRACE`: what is in a log and what had to be repaired, as JSON."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from scheduler.cli import Command
from scheduler.cli.output import as_json, say
from scheduler.cli.source import declare_trace, make_workload, read_trace, trace_path, workload_options

if TYPE_CHECKING:
    from scheduler.model.trace import Trace
    from scheduler.model.workload import Workload


def run(args: Namespace) -> int:
    """Print the description; raises InputError."""
    path, options = trace_path(args.trace, args.log), workload_options(args)
    trace = read_trace(path)
    say(as_json(description(trace, make_workload(trace, options))))
    return 0


def description(trace: Trace, workload: Workload) -> dict[str, Any]:
    """Counts, span (s), load, users, and every repair with its count and first lines.

    load: work / (processors x span of the submissions); None where all jobs are submitted at once.  inferred: what was
    inferred of campaigns, in numbers; None where nothing was.  requested_times: how many are the log's own, filled in
    with the runtime or made by a model, and the median of runtime / requested time over the log's own.
    """
    from scheduler.model.workload_options import CALL_NAMES
    from scheduler.preparation.campaign_gaps import counted
    from scheduler.preparation.measured import requests
    inferred = counted(workload)
    submit, platform = workload.jobs.submit, workload.platform
    span = float(submit[-1] - submit[0]) if len(submit) else 0.0
    return {
        "trace": trace.name,
        "trace_sha256": trace.sha256,
        "lines": len(trace),
        "jobs": len(workload),
        "left_out": len(trace) - len(workload),
        "users": workload.users,
        "campaigns": workload.campaign_count or None,
        "inferred": None if inferred is None else inferred._asdict() | {"share": inferred.share},
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
        "notes": [note.describe() for note in workload.notes],
    }


COMMAND = Command("inspect", "describe a trace: counts, span, load, users, every repair", declare_trace, run)
