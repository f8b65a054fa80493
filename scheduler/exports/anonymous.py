"""Who is who stays here: users, groups and programs are numbered anew, in the order of their first job.

The same workload gives the same numbers in every file of an export and for every run.  What is left of a log's header
are the lines that say what the machine is and whom to thank; free text may name people.  Submission times and job
numbers stay: who has the original log can still find a job in it.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from scheduler.model.trace import Trace

# Lines of a header that hold numbers, the machine, or whom to thank for the log.
KEPT = ("Version", "Computer", "Installation", "Acknowledge", "Information", "Conversion", "MaxJobs", "MaxRecords",
        "Preemption", "UnixStartTime", "TimeZone", "TimeZoneString", "StartTime", "EndTime", "MaxNodes", "MaxProcs",
        "MaxRuntime", "MaxMemory", "AllowOveruse", "MaxQueues", "MaxPartitions", "Queuescope-Campaigns",
        "Queuescope-Needs", "Queuescope-Moldable", "Queuescope-Clusters", "Queuescope-Grid")
WHO = ("user_id", "group_id", "executable")     # columns that say who: users, accounts, job names
LINE = re.compile(r"[ \t]*;[; \t]*([A-Za-z][\w-]*)[ \t]*:")


def renumbered(values: np.ndarray) -> np.ndarray:
    """[n] i8: 1, 2, ... in the order of first appearance; what is below 0 (not known) stays as it is."""
    numbers, first, which = np.unique(values, return_index=True, return_inverse=True)
    number = np.empty(len(numbers), np.int64)
    has_number = numbers >= 0
    number[np.argsort(np.where(has_number, first, len(values)), kind="stable")] = np.arange(1, len(numbers) + 1)
    number[~has_number] = numbers[~has_number]
    return number[which]


def numbered(trace: Trace) -> Trace:
    """A log in which users, groups or accounts and job names are numbers, in the order of their first job."""
    columns = {name: renumbered(column).astype(float) if name in WHO else column
               for name, column in trace.columns.items()}
    return replace(trace, header=header(trace.header), columns=columns)


def names(user_id: np.ndarray, original: bool) -> np.ndarray:
    """[n] texts: "u1", "u2", ... in the order of first appearance, or the numbers of the file where `original`."""
    numbers = user_id if original else renumbered(user_id)
    distinct, which = np.unique(numbers, return_inverse=True)
    texts = [("user " if original else "u") + str(number) if number >= 0 else "unknown" for number in distinct.tolist()]
    return np.array(texts, dtype=object)[which]


def header(text: str) -> str:
    """The lines of an SWF header that name no user."""
    lines = (line for line in text.splitlines() if (match := LINE.match(line)) and match[1] in KEPT)
    return "".join(f"{line}\n" for line in lines)
