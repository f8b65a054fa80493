"""A workload as a log: the jobs that its options leave, with the values that policies are given.

What was only filled in (a requested time that the log does not tell) is missing again, so that nobody takes it for
measured.  Fields that no option changes are as in the log; its header is kept, with the machine and one more note.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scheduler.errors import InputError
from scheduler.exports import anonymous, recipe_text
from scheduler.formats import Format, trace_formats
from scheduler.formats.swf import KEY, told_clusters
from scheduler.kinds import are_as_logged
from scheduler.model.trace import Trace
from scheduler.model.workload import Workload
from scheduler.preparation.recipe import Recipe
from scheduler.preparation.repairs import RULES
from scheduler.program_files import made_by
from scheduler.wording import counted

FILLED = RULES["estimate_missing"]


def log_of(workload: Workload, trace: Trace, recipe: str = "") -> Trace:
    """The jobs of a workload as a trace, in (submit, line) order; `workload` is made of `trace`.

    recipe: lines of comment for the header, which tell how the jobs were taken (recipe_text.comment).
    Raises InputError for jobs that a log of rigid jobs cannot tell: those that share nodes, moldable tasks.
    """
    if not are_as_logged(workload):
        raise InputError(
            "Jobs that share nodes or may choose their processors are written as they are in their log "
            "only; leave out the workload options."
        )
    jobs = workload.jobs
    kept = trace.take(np.searchsorted(trace.line, jobs.line))
    filled = (jobs.repaired & FILLED) > 0
    columns = {
        **kept.columns,
        "submit": jobs.submit.astype(float),
        "runtime": jobs.runtime.astype(float),
        "requested_processors": jobs.processors.astype(float),
        "requested_time": np.where(filled, -1.0, jobs.requested_time),
    }
    header = told_clusters(_with_machine(trace.header, workload.platform.processors), workload.platform)
    keys = {**trace.keys, "MaxProcs": str(workload.platform.processors)}
    words = (
        f"; Note: {len(jobs):,} of {counted(len(trace), 'line')}, as the options of a workload left them\n"
        f"; Note: written by {made_by()}\n"
    )
    return replace(kept, columns=columns, header=header + words + recipe, keys=keys)


WHO = ("user_id", "group_id", "executable")


def hidden(trace: Trace) -> Trace:
    """The trace with users, groups and programs numbered anew, without their names and the free text of its header."""
    return anonymous.numbered(trace)


def formats_written() -> dict[str, Format]:
    """{name of a file: its format} of the files a workload is written to: workload.swf, workload.csv, ..."""
    return {f"workload{entry.suffixes[0]}": entry for entry in trace_formats().values() if entry.write}


def written(workload: Workload, trace: Trace, name: str, users: bool = False, taken: Recipe | None = None) -> bytes:
    """The file of that name, one of formats_written(), with the recipe of the workload where the format has a header.

    users: with their numbers and names.  Raises InputError.
    """
    entry, log = formats_written()[name], log_of(workload, trace)
    log = log if users else hidden(log)
    assert entry.write is not None
    return entry.write(replace(log, header=log.header + recipe_text.comment(taken or Recipe(), users)))


def _with_machine(header: str, processors: int) -> str:
    """The header with that number of processors, in the place of the one it tells."""
    header += "\n" * bool(header and not header.endswith(("\n", "\r")))
    line = f"; MaxProcs: {processors}"
    entry = next((match for match in KEY.finditer(header) if match.group(1) == "MaxProcs"), None)
    if entry is None:
        return f"{header}{line}\n"
    return header[: entry.start()] + line + header[entry.end() :].removeprefix("\r")
