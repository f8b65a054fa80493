"""A job's wait cut into parts by reason, which sum to the wait, each with the jobs in its way; also as a sentence.

Parts are told in whole seconds, minutes or hours, so that what is read sums to the wait only to that rounding; the
seconds behind them sum exactly (reasons.py; to the rounding of sums where times are no whole numbers).  Where no log
was kept, time in which the job would have fitted has no reason that could be told.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.batch_begins import held_until
from scheduler.durations import human
from scheduler.engine.log import RESERVE, SKIP
from scheduler.held import BUSY, ORDER, RESERVATION, RULE
from scheduler.log_words import job_name
from scheduler.reasons import reasons
from scheduler.schedule import Schedule
from scheduler.table import Table

NEAR = 1e-6     # s; instants of campaigns that are so close are one


class Culprit(NamedTuple):
    """A job in the way of another one."""

    job: int            # row of jobs; -1 where none is known
    seconds: float


class WaitPart(NamedTuple):
    """What of a wait had one kind of reason."""

    kind: int           # of held.KINDS; all that was held is RESERVATION where `known` is False
    known: bool         # whether it is known what held the job; always so without room
    seconds: float
    culprits: tuple[Culprit, ...]   # they sum to `seconds`; longest first, then lowest row, unknown ones last
    rule: str = ""                  # in words, where a rule is known without a log


def parts_of(schedule: Schedule, job: int) -> list[WaitPart]:
    """The wait of a job (row of jobs) by kind of reason, in the order of held.KINDS; none for one that did not wait."""
    table = reasons(schedule, np.array([job]))
    known = _known(schedule, job, table.take(table.kind != BUSY))
    kinds = table.kind if known else np.minimum(table.kind, RESERVATION)    # without a log, all that was held is one
    parts = [_part(kind, known or kind == BUSY, table.take(kinds == kind)) for kind in np.unique(kinds).tolist()]
    rule = held_until(schedule, job)
    return [part._replace(kind=RULE, known=True, rule=rule) if rule and not part.known else part for part in parts]


def wait_parts(schedule: Schedule, job: int) -> str | None:
    """"Of this wait 3 min no room (...), 20 s behind the reservation of job 12." None for a job that did not wait.

    job: row of jobs.
    """
    told = [(human(part.seconds), _words(schedule, part)) for part in parts_of(schedule, job)]
    if len(told) <= 1:
        return f"All of this wait: {told[0][1]}." if told else None
    return f"Of this wait {', '.join(' '.join(part) for part in told)}."


def _known(schedule: Schedule, job: int, rows: Table) -> bool:
    """Whether the log was kept all the while the job was held."""
    d = schedule.decisions
    if d is None or not len(rows):
        return False
    told = d.time[(d.job == job) & np.isin(d.kind, (SKIP, RESERVE))]
    return len(told) > 0 and bool(told[0] <= rows.begin[0] + NEAR and d.time[-1] >= rows.end[-1] - NEAR)


def _part(kind: int, known: bool, rows: Table) -> WaitPart:
    """The rows of one kind."""
    jobs, which = np.unique(rows.culprit, return_inverse=True)
    time = np.bincount(which, rows.end - rows.begin)
    order = np.lexsort((jobs, -time, jobs < 0))
    culprits = tuple(Culprit(int(jobs[at]), float(time[at])) for at in order)
    return WaitPart(kind, known, float((rows.end - rows.begin).sum()), culprits)


def _words(schedule: Schedule, part: WaitPart) -> str:
    """What a part was for, with its main culprit."""
    main = part.culprits[0]
    name = job_name(schedule, main.job) if main.job >= 0 else ""
    some = "mostly " if len(part.culprits) > 1 else ""
    if schedule.shares_nodes:
        return _on_nodes(part, f"{some}until {name} made way" if name else "")
    if part.kind == BUSY:
        return f"no room (fewer processors free than it needs{f', {some}until {name} made way' if name else ''})"
    if not part.known:
        nobody = "a log does not tell why" if schedule.policy == "recorded" else "why was not kept"
        return f"held back though it would have fitted ({nobody})"
    if part.rule:
        return f"held back {part.rule}"
    told = {RESERVATION: ("behind the reservation of another job", f"behind reservations, mostly of {name}" if some
                          else f"behind the reservation of {name}"),
            ORDER: ("behind jobs that go first", f"behind jobs that go first ({some}{name})"),
            RULE: ("held by a rule of the policy", f"held by a rule of the policy ({some}for {name})")}
    return told[part.kind][1 if name else 0]


def _on_nodes(part: WaitPart, until: str) -> str:
    """The same where jobs share nodes."""
    if not part.known:
        return "without nodes (why was not kept)"
    return {BUSY: f"no memory for all of its tasks{f' ({until})' if until else ''}",
            ORDER: "left out when all jobs were placed anew, for jobs of higher priority",
            RULE: "until the next period, for jobs are placed at periods only"}[part.kind]
