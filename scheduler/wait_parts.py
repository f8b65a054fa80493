"""One sentence on a job's wait: its parts by reason, which sum to the wait, each with its main culprit.

Parts are told in whole seconds, minutes or hours, so that what is read sums to the wait only to that rounding; the
seconds behind them sum exactly (reasons.py).  Where no log was kept, time in which the job would have fitted has no
reason that could be told.
"""

from __future__ import annotations

import numpy as np

from scheduler.durations import human
from scheduler.engine.log import RESERVE, SKIP
from scheduler.held import BUSY, ORDER, RESERVATION, RULE
from scheduler.log_words import job_name
from scheduler.reasons import reasons
from scheduler.schedule import Schedule
from scheduler.table import Table

NEAR = 1e-6     # s; instants of campaigns that are so close are one


def wait_parts(schedule: Schedule, job: int) -> str | None:
    """"Of this wait 3 min no room (...), 20 s behind the reservation of job 12." None for a job that did not wait.

    job: row of jobs.
    """
    table = reasons(schedule, np.array([job]))
    if not len(table):
        return None
    known = _known(schedule, job, table.take(table.kind != BUSY))
    kinds = table.kind if known else np.minimum(table.kind, RESERVATION)    # without a log, all that was held is one
    parts = [_part(schedule, table.take(kinds == kind), known) for kind in np.unique(kinds).tolist()]
    if len(parts) == 1:
        return f"All of this wait: {parts[0][1]}."
    return f"Of this wait {', '.join(' '.join(part) for part in parts)}."


def _known(schedule: Schedule, job: int, rows: Table) -> bool:
    """Whether the log was kept all the while the job was held."""
    d = schedule.decisions
    if d is None or not len(rows):
        return False
    told = d.time[(d.job == job) & np.isin(d.kind, (SKIP, RESERVE))]
    return len(told) > 0 and bool(told[0] <= rows.begin[0] + NEAR and d.time[-1] >= rows.end[-1] - NEAR)


def _part(schedule: Schedule, rows: Table, known: bool) -> tuple[str, str]:
    """(how long, what for) of the rows of one kind."""
    culprit, share = _main(rows)
    name = job_name(schedule, culprit) if culprit >= 0 else ""
    some = "mostly " if share < 1 else ""
    return human(float((rows.end - rows.begin).sum())), _words(int(rows.kind[0]), name, some, known, schedule.policy)


def _words(kind: int, name: str, some: str, known: bool, policy: str) -> str:
    """What a part was for; some: "mostly " where the culprit is not the only one."""
    if kind == BUSY:
        return f"no room (fewer processors free than it needs{f', {some}until {name} made way' if name else ''})"
    if not known:
        nobody = "a log does not tell why" if policy == "recorded" else "why was not kept"
        return f"held back though it would have fitted ({nobody})"
    told = {RESERVATION: ("behind the reservation of another job", f"behind reservations, mostly of {name}" if some
                          else f"behind the reservation of {name}"),
            ORDER: ("behind jobs that go first", f"behind jobs that go first ({some}{name})"),
            RULE: ("held by a rule of the policy", f"held by a rule of the policy ({some}for {name})")}
    return told[kind][1 if name else 0]


def _main(rows: Table) -> tuple[int, float]:
    """(the job in the way for the longest time, -1 unknown; its share of the time)."""
    culprits, which = np.unique(rows.culprit, return_inverse=True)
    time = np.bincount(which, rows.end - rows.begin)
    most = int(np.argmax(np.where(culprits >= 0, time, -1.0)))
    return int(culprits[most]), float(time[most] / time.sum())
