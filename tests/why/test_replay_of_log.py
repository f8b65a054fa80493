"""Every row of a log is true at its moment: the pass is played again in plain Python, and contradicts none.

Random workloads on one machine.  What the rules of each policy ask for is in verdicts.py; logs that tell of another
moment of the pass, as they once did, are contradicted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from scheduler.simulate import simulate
from tests.cases import strategies
from tests.cases.width import width
from tests.why.other_verdicts import contradictions_of_gang
from tests.why.reader import Row, Told
from tests.why.replay import STARTS, moments
from tests.why.test_why_told import POLICIES, params, run
from tests.why.verdicts import contradictions

WORKLOADS = width(40, 200)
ROWS = width(3, 1_000)  # of each rule whose numbers are changed
SHARES = width(3, 1)  # the usual run shares the workloads out among the policies
QUEUES = {"queues": "2,0"}  # jobs come from three of them
OTHERS: dict[str, tuple[dict[str, Any], ...]] = {  # beside those drawn
    "formula": (
        {"priority": "wait / requested_time", "may_start": "processors < 6 or wait > 5", "passing": "easy"},
        {"priority": "-user_used - area", "half_life": 60.0, "passing": "conservative"},
        {"behind": "-area", "passing": "easy"},
    ),
    "saf": ({"aging": 1.0, "passing": "easy"},),
    "priority_queues": ({**QUEUES, "passing": "easy"}, {**QUEUES, "passing": "none"}),
    "tabu": ({"period": 10.0},),
    "selective": ({"limit": 1.5},),
    "slack_based": ({"slack": 2.0},),
}
ON_ONE_MACHINE = (
    "backfill",
    "backfill_fair",
    "conservative",
    "easy",
    "easy_restricted",
    "easy_sjbf",
    "fcfs",
    "formula",
    "ljf",
    "lpt",
    "priority_queues",
    "saf",
    "selective",
    "sjf",
    "slack_based",
    "tabu",
    "wfp3",
)
OF_CAMPAIGNS = ("camp", "campaign_fcfs", "faircamp", "multicamp", "multicmax", "ostrich")


def log_of(key: str, number: int) -> Told | None:
    """A run of a policy on a workload: its parameters drawn, or one of the others listed; None of jobs it does not run."""
    if key in OF_CAMPAIGNS:
        made = run(key, number)
        return Told(made) if made is not None else None
    work = strategies.rigid(number).workload
    if key == "priority_queues":
        work.jobs.columns["queue"] = work.jobs.user.copy()
    ways = (params(POLICIES[key], number), *OTHERS.get(key, ()))
    chosen = ways[number // 3 % len(ways)]
    return Told(simulate(work, key, chosen, seed=number if POLICIES[key].random else None, decisions="all"))


@pytest.mark.parametrize("key", [key for key in (*ON_ONE_MACHINE, *OF_CAMPAIGNS) if key in POLICIES])
def test_no_row_is_contradicted(key: str) -> None:
    own = range(list(POLICIES).index(key) % SHARES, WORKLOADS, SHARES)
    logs = [log for number in own if (log := log_of(key, number)) is not None]
    assert sum(len(log.log) for log in logs) > len(own)
    assert [wrong for log in logs for wrong in contradictions(log)] == []


def test_no_row_of_gang_scheduling_is_contradicted() -> None:
    wrong: list[str] = []
    for number in range(WORKLOADS):
        chosen = {"quantum": (1.0, 3.0, 60.0)[number % 3], "slots": 2 + number % 4}
        wrong += contradictions_of_gang(
            Told(simulate(strategies.rigid(number).workload, "gang", chosen, decisions="all"))
        )
    assert wrong == []


# ---- the replay can tell ---------------------------------------------------------------------------------------------


def after_the_pass(told: Told) -> list[Row]:
    """The log as it was once: who is refused is told last, with what is free then."""
    rows: list[Row] = []
    late: list[Row] = []
    free = told.machine
    for row, machine in moments(told):
        if late and (row.time > late[0].time or row.kind in ("arrive", "end")):
            rows += [_as_now(one, free) for one in late]
            late = []
        free = machine.free - (row.needed if row.kind in STARTS else 0)
        (late if row.kind == "skip" else rows).append(row)
    return [*rows, *(_as_now(one, free) for one in late)]


def _as_now(row: Row, free: int) -> Row:
    return row._replace(free=free, rule="does_not_fit" if row.needed > free else row.rule)


@pytest.mark.parametrize("key", ["easy", "easy_sjbf", "backfill_fair", "conservative", "slack_based"])
def test_a_log_that_tells_of_the_end_of_the_pass_is_contradicted(key: str) -> None:
    wrong: list[str] = []
    for number in range(12):
        told = log_of(key, number)
        told.log = after_the_pass(told)
        wrong += contradictions(told)
    assert wrong


@pytest.mark.parametrize("column", ["free", "needed", "shadow", "extra", "blocker"])
def test_a_number_of_another_moment_is_contradicted(column: str) -> None:
    """Each number of a refusal under EASY one too large."""
    told = log_of("easy", 3)
    log = told.log
    refused = [row for row in log if row.rule == "would_delay_head"]
    for row in refused:
        told.log = [row._replace(**{column: getattr(row, column) + 1}) if one is row else one for one in log]
        assert contradictions(told) != []
    assert refused


def unnoticed(told: Told, check: Callable[[Told], list[str]], is_checked: Callable[[int], bool]) -> list[Any]:
    """(column, row) of a log whose number may be one too large; is_checked: whether the rows on a job are looked at."""
    log, unseen, looked_at = told.log, [], Counter[tuple[str, str]]()
    for at, row in enumerate(log):
        if row.kind in ("arrive", "end") or not is_checked(row.job):
            continue
        looked_at[row.kind, row.rule] += 1
        if looked_at[row.kind, row.rule] > ROWS:
            continue
        for column in ("free", "needed", "shadow", "blocker", "value"):
            changed = row._replace(**{column: getattr(row, column) + 1})
            told.log = [*log[:at], changed, *log[at + 1 :]]
            if str(changed) != str(row) and not check(told):
                unseen.append((column, row))
    return unseen
