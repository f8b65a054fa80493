"""Who is who stays here: users, groups and programs are numbered anew, in the order of their first job.

The same workload gives the same numbers in every file of an export and for every run.  What is left of a log's header
are the lines that say what the machine is and whom to thank; free text may name people.  Submission times and job
numbers stay: who has the original log can still find a job in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from scheduler.columns import headers
from scheduler.model.account_tree import Account, Tree
from scheduler.model.trace import Trace

# Lines of a header that hold numbers, the machine, or whom to thank for the log.
KEPT = (
    "Version",
    "Computer",
    "Installation",
    "Acknowledge",
    "Information",
    "Conversion",
    "MaxJobs",
    "MaxRecords",
    "Preemption",
    "UnixStartTime",
    "TimeZone",
    "TimeZoneString",
    "StartTime",
    "EndTime",
    "MaxNodes",
    "MaxProcs",
    "MaxRuntime",
    "MaxMemory",
    "AllowOveruse",
    "MaxQueues",
    "MaxPartitions",
    "Queuescope-Campaigns",
    "Queuescope-Needs",
    "Queuescope-Moldable",
    "Queuescope-Clusters",
)
WHO = ("user_id", "group_id", "executable")  # columns that say who: users, accounts, job names
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
    """A log in which users, groups or accounts and job names are numbers, in the order of their first job.

    The tree of accounts stays, with the same numbers for names; accounts and users without jobs have the next ones.
    """
    columns = {
        name: renumbered(column).astype(float) if name in WHO else column for name, column in trace.columns.items()
    }
    names = {name: listed for name, listed in trace.names.items() if name not in WHO}
    return replace(trace, header=header(trace.header), columns=columns, names=names, accounts=_tree(trace, columns))


def _tree(trace: Trace, columns: Mapping[str, np.ndarray]) -> Tree:
    """The tree of accounts with numbers for names.  columns: of the log, with the new numbers."""
    accounts, users = (
        _numbers_of_names(trace, columns, name, texts)
        for name, texts in (
            ("group_id", [one.name for one in trace.accounts]),
            ("user_id", [one.user for one in trace.accounts]),
        )
    )
    return tuple(
        Account(accounts[one.name], accounts.get(one.parent, ""), users[one.user] if one.user else "", one.shares)
        for one in trace.accounts
    )


def _numbers_of_names(
    trace: Trace, columns: Mapping[str, np.ndarray], name: str, more: Iterable[str]
) -> dict[str, str]:
    """{name in the log, or in `more`: its new number} for a column."""
    before, first = np.unique(trace.columns[name], return_index=True)
    listed = trace.names.get(name, ())
    new = {
        listed[int(old) - 1] if 0 < old <= len(listed) else str(int(old)): str(int(columns[name][row]))
        for old, row in zip(before.tolist(), first.tolist(), strict=True)
        if old >= 0
    }
    for text in more:
        new.setdefault(text, str(len(new) + 1))
    return new


def names(user_id: np.ndarray, original: bool) -> np.ndarray:
    """[n] texts: "u1", "u2", ... in the order of first appearance, or the numbers of the file where `original`."""
    numbers = user_id if original else renumbered(user_id)
    distinct, which = np.unique(numbers, return_inverse=True)
    texts = [("user " if original else "u") + str(number) if number >= 0 else "unknown" for number in distinct.tolist()]
    return np.array(texts, dtype=object)[which]


def header(text: str) -> str:
    """The lines of an SWF header that name no user."""
    lines = (line for line in text.splitlines() if (match := LINE.match(line)) and match[1] in (*KEPT, *headers()))
    return "".join(f"{line}\n" for line in lines)
