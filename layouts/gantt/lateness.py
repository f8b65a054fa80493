"""How far each campaign's real completion is from the one it was promised: its virtual one, or its deadline.

A lag below zero means earlier than promised.  Campaigns stand in rows, those of a user together, in the order of
their submissions; a row is the same in every run of a workload in which submissions keep their order.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scheduler.bounds import all_guarantees
from scheduler.durations import human
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.virtual_campaigns import by_campaign

PROMISES = {"virtual": "virtual completion", "deadline": "deadline"}
SAME = 1e-9  # relative to the instants: a smaller difference is rounding


@dataclass(frozen=True)
class Lags:
    """[campaigns], in the order of their rows from the top."""

    kind: str  # "virtual" | "deadline": what was promised
    campaign: np.ndarray  # i8, row of campaigns
    user: np.ndarray  # i8, dense number
    promised: np.ndarray  # f8, s
    completed: np.ndarray  # f8, s: real completion

    def __len__(self) -> int:
        return len(self.campaign)

    @property
    def lag(self) -> np.ndarray:
        """[campaigns] f8, s: real completion - promised; exactly 0 where only rounding is between them."""
        return differences(self.completed, self.promised)


def differences(completed: np.ndarray, promised: np.ndarray) -> np.ndarray:
    """[...] f8, s: completed - promised, 0 where that is rounding."""
    apart = completed - promised
    return np.where(np.abs(apart) <= SAME * np.maximum(np.abs(promised), 1.0), 0.0, apart)


def kind_of(schedule: Schedule) -> str:
    """What a run promises its campaigns: "virtual" completions, "deadline", or "" for nothing."""
    if schedule.is_fluid:
        return "virtual"
    return "deadline" if schedule.has_deadlines else ""


def promised(table: Table, kind: str) -> np.ndarray:
    """[rows] f8, s: the promised instants of a table `virtual`."""
    return table.end if kind == "virtual" else table.deadline


def lags(schedule: Schedule) -> Lags:
    """The lags of the campaigns that were promised an instant; raises ValueError where the run promises nothing."""
    kind = kind_of(schedule)
    if not kind:
        raise ValueError("this schedule promises its campaigns no instant of completion")
    table = by_campaign(schedule)
    table = table.take(np.isfinite(promised(table, kind)) & np.isfinite(table.real_end))
    user = schedule.workload.table("campaigns").user[table.campaign]
    order = np.lexsort((table.campaign, table.submit, user))
    return Lags(kind, table.campaign[order], user[order], promised(table, kind)[order], table.real_end[order])


def bound(schedule: Schedule) -> float | None:
    """The most a lag can be where that is proven, s; None where it is not."""
    latest = (guarantee.latest(schedule) for guarantee in all_guarantees().values() if guarantee.latest)
    return next((most for most in latest if most is not None), None)


def in_words(lag: float, kind: str) -> str:
    """finished 12 min 00 s after its virtual completion."""
    if lag == 0:
        return f"finished at its {PROMISES[kind]}"
    return f"finished {human(abs(lag))} {'after' if lag > 0 else 'before'} its {PROMISES[kind]}"
