"""Which jobs are left out because of what is known of a log: the findings that `leave_out` names.

Masks are of the whole log as read, whatever part of it is taken, so a finding names the same jobs in every part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from scheduler.errors import Remedy, WorkloadError
from scheduler.health import Finding, all_findings, jobs_left_out, leavable
from scheduler.model.notes import OF_FINDING
from scheduler.model.trace import Trace
from scheduler.model.workload_options import WorkloadOptions, findings
from scheduler.registry import find


def effective(options: WorkloadOptions) -> WorkloadOptions:
    """The options with one way of saying each thing: jobs that another option leaves out stand in that one only.

    Raises UnknownKey for what is no finding, WorkloadError for one whose jobs cannot be left out, or where leave_out
    and that option contradict each other.
    """
    if options.leave_out is None:
        return options
    keys: list[str] = []
    others: dict[str, Any] = {}
    for one in _named(options.leave_out):
        if one.option is None:
            keys += [one.key] * (not one.always)  # these are left out in any case
        else:
            others |= _elsewhere(one, options)
    return replace(options, leave_out=",".join(keys) or None, **others)


def _named(text: str) -> Iterator[Finding]:
    for key in findings(text):
        one = find(all_findings(), key, "finding")
        if not (one.always or one.left_out):
            raise WorkloadError(
                f"The finding {key} is of the log as a whole, so it names no jobs that leave_out could leave out",
                (Remedy("leave_out", words=f"choose among {', '.join(leavable())}"),),
            )
        yield one


def _elsewhere(one: Finding, options: WorkloadOptions) -> dict[str, Any]:
    """The option that leaves out the jobs of a finding; raises WorkloadError where it was asked to keep them."""
    assert one.option is not None
    name, drop, keep = one.option
    if getattr(options, name) == keep:
        raise WorkloadError(
            f"leave_out names {one.key}, and {name} {keep} keeps these jobs",
            (Remedy(name, words="leave out one of the two"), Remedy("leave_out")),
        )
    return {name: drop}


def left_out(trace: Trace, options: WorkloadOptions) -> list[tuple[str, str, np.ndarray]]:
    """(rule of the note, title of the finding, [n] bool) of each finding to leave out; options: effective ones."""
    if options.leave_out is None:
        return []
    return [(OF_FINDING + one.key, one.title, mask) for one, mask in jobs_left_out(trace, options.leave_out.split(","))]
