"""Which lines of a log belong to a finding, job by job and without arrays."""

from __future__ import annotations

from collections import Counter
from math import gcd
from statistics import median

from scheduler.model.trace import Trace

WEEK, DAY = 7 * 86_400, 86_400


def rows_of(trace: Trace) -> list[dict[str, float]]:
    return [{name: float(column[at]) for name, column in trace.columns.items()} for at in range(len(trace))]


def size(row: dict[str, float]) -> float:
    return row["allocated_processors"] if row["allocated_processors"] > 0 else row["requested_processors"]


def usable(row: dict[str, float]) -> bool:
    return row["runtime"] > 0 and size(row) > 0 and row["submit"] >= 0


def asked(row: dict[str, float]) -> bool:
    return usable(row) and row["requested_time"] > 0


def masks(trace: Trace) -> dict[str, list[bool]]:
    """{finding: which lines}, of findings that name jobs by a rule that holds line by line, or nearly so."""
    rows = rows_of(trace)
    tells = any(row["allocated_processors"] > 0 for row in rows)
    made = {
        "no_runtime": [row["runtime"] <= 0 for row in rows],
        "no_processors": [row["runtime"] > 0 and size(row) <= 0 for row in rows],
        "no_submit_time": [row["submit"] < 0 for row in rows],
        "cancelled_before_start": [row["status"] == 5 and row["runtime"] <= 0 for row in rows],
        "never_allocated": [
            usable(row) and tells and row["status"] == 5 and row["allocated_processors"] <= 0 for row in rows
        ],
        "killed_at_limit": [
            asked(row) and row["requested_time"] <= row["runtime"] <= row["requested_time"] + 60 for row in rows
        ],
        "ran_past_request": [asked(row) and row["runtime"] > row["requested_time"] for row in rows],
        "no_requested_time": [usable(row) and row["requested_time"] <= 0 for row in rows],
        "duplicate_ids": [row["job_id"] in {before["job_id"] for before in rows[:at]} for at, row in enumerate(rows)],
        "clock_jumps": clock_jumps(rows),
        "flurries": flurries(rows),
        "one_user": one_user(rows),
    }
    waits = [row["wait"] for row in rows if usable(row)]
    if any(wait >= 0 for wait in waits):  # where no wait is known, it is the log as a whole
        made["waits_not_recorded"] = [usable(row) and row["wait"] < 0 for row in rows]
    return made


def clock_jumps(rows: list[dict[str, float]]) -> list[bool]:
    back, before = [], -1.0
    for row in rows:
        back.append(0 <= row["submit"] < before)
        before = row["submit"] if row["submit"] >= 0 else before
    return back


def flurries(rows: list[dict[str, float]]) -> list[bool]:
    counted = [row for row in rows if row["submit"] >= 0 and row["user_id"] >= 0]
    if len(counted) < 100:
        return [False] * len(rows)
    first = min(row["submit"] for row in counted)
    weeks = Counter((row["submit"] - first) // WEEK for row in counted)
    if len(weeks) < 4:
        return [False] * len(rows)
    of_user = Counter(((row["submit"] - first) // WEEK, row["user_id"]) for row in counted)
    usual = median(weeks.values())
    return [
        row["submit"] >= 0
        and row["user_id"] >= 0
        and of_user[(row["submit"] - first) // WEEK, row["user_id"]] > max(usual, 99)
        for row in rows
    ]


def one_user(rows: list[dict[str, float]]) -> list[bool]:
    counted = [row for row in rows if usable(row)]
    named = [row for row in counted if row["user_id"] >= 0]
    jobs, work = Counter(row["user_id"] for row in named), Counter()
    for row in named:
        work[row["user_id"]] += size(row) * row["runtime"]
    if len(named) < 100 or len(jobs) < 2:
        return [False] * len(rows)
    whole = sum(size(row) * row["runtime"] for row in counted)
    share = {user: max(jobs[user] / len(counted), work[user] / whole) for user in sorted(jobs)}
    first = max(share, key=lambda user: share[user])
    return [share[first] >= 0.25 and row["user_id"] == first for row in rows]


def most_at_once(trace: Trace, without_never: bool = False) -> int:
    """Processors in use at the fullest instant of the recorded starts; ends count before starts at one time."""
    never = masks(trace)["never_allocated"]
    events = []
    for row, gone in zip(rows_of(trace), never, strict=True):
        if usable(row) and row["wait"] >= 0 and not (gone and without_never):
            start = row["submit"] + row["wait"]
            whole = -int(-size(row) // 1)
            events += [(start, 1, whole), (start + row["runtime"], 0, -whole)]
    busy = most = 0
    for _, _, change in sorted(events):
        busy += change
        most = max(most, busy)
    return most


def granularity(trace: Trace) -> int:
    return gcd(*(int(size(row)) for row in rows_of(trace) if usable(row)))
