"""Reservations as the kernel `slurm` has them: for maintenance, and for jobs of some users and accounts that ask for
them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.errors import Unsupported
from scheduler.model.calendars import calendar_of_workload
from scheduler.model.workload import Workload
from scheduler.topics.slurm.adapters.setup import Setup, members
from scheduler.topics.slurm.engine.maintenance import Maintenance
from scheduler.topics.slurm.engine.reservations import NONE, Reserved
from scheduler.topics.slurm.engine.sets import pack, words_of
from scheduler.topics.slurm.files import reservations as texts
from scheduler.topics.slurm.files.reservations import Reservation
from scheduler.topics.slurm.files.times import NEVER, Moment


def maintenance_of(workload: Workload, params: Mapping[str, Any], nodes: int) -> Maintenance:
    """What nobody may use; raises Unsupported for nodes or a time that there is not."""
    kept = texts.maintenance(params["maintenance"] or "")
    mine = [one for one in texts.reservations(params["reservations"] or "") if one.is_for_nobody]
    times = [*((one.begin, one.end) for one in kept), *(_times(workload, one) for one in mine)]
    begin, end = np.array(times, float).reshape(-1, 2).T
    return Maintenance(begin.copy(), end.copy(), _sets([*kept, *mine], nodes))


def reserved_of(workload: Workload, setup: Setup, params: Mapping[str, Any]) -> Reserved:
    """What jobs may use that ask for it; raises Unsupported for nodes or a time that there is not."""
    mine = [one for one in texts.reservations(params["reservations"] or "") if not one.is_for_nobody]
    begin, end = np.array([_times(workload, one) for one in mine], float).reshape(-1, 2).T
    place, used = {one.name: at for at, one in enumerate(mine)}, np.full(len(workload), NONE)
    for row, name in setup.asks:
        if name in place and _may_use(mine[place[name]], setup, row, int(workload.jobs.user_id[row])):
            used[row] = place[name]
    flexible = np.array([one.is_flexible for one in mine], bool)
    never = flexible | (params["resv_over_run"] >= NEVER)
    stop = np.where(never, np.inf, end + params["resv_over_run"])
    return Reserved(
        begin.copy(), end.copy(), stop, _sets(mine, len(setup.sizes)), flexible, used, np.full(len(mine), NONE)
    )


def stoppable(reserved: Reserved) -> int:
    """How many jobs are bound to a reservation at whose end, or some time later, they are stopped."""
    return int(np.isfinite(reserved.stop[reserved.used[reserved.used >= 0]]).sum())


def opening(reserved: Reserved) -> np.ndarray:
    """[n] s, from when on each job may join the queue: when its reservation begins; -inf where it is bound to none."""
    result = np.full(len(reserved.used), -np.inf)
    bound = np.flatnonzero(reserved.used >= 0)
    bound = bound[~reserved.flexible[reserved.used[bound]]]
    result[bound] = reserved.begin[reserved.used[bound]]
    return result


def _may_use(one: Reservation, setup: Setup, row: int, user: int) -> bool:
    """Whether a job is of the users and of the accounts that a reservation names."""
    line, at = [], int(setup.association[row])
    while at > 0:
        entry = setup.tree[at - 1]
        line += [] if entry.is_user else [entry.account, str(entry.number)]
        at = int(setup.parent[at])
    may = (not one.users or user in one.users) and user not in one.not_users
    return (
        may and (not one.accounts or not set(line).isdisjoint(one.accounts)) and set(line).isdisjoint(one.not_accounts)
    )


def _times(workload: Workload, one: Reservation) -> tuple[float, float]:
    """(begin, end) of a reservation, s of the log."""
    begin, end = (_second(workload, one.name, moment) for moment in (one.begin, one.end))
    if end <= begin:
        raise Unsupported(
            f"Reservation {one.name} ends at {end:,.0f} s of the log and begins at {begin:,.0f} s; wanted: a later end."
        )
    return begin, end


def _second(workload: Workload, name: str, moment: Moment) -> float:
    if moment.clock == "log":
        return moment.seconds
    calendar, begin = calendar_of_workload(workload), workload.platform.second_0
    if calendar is None or begin is None:
        raise Unsupported(
            f"Reservation {name} has a date, and the times of this workload have none; give Start and "
            "End in seconds of the log."
        )
    return moment.seconds - begin if moment.clock == "unix" else calendar.second(moment.seconds)


def _sets(kept: list[Any], nodes: int) -> np.ndarray:
    """[reservations] sets of their nodes; raises Unsupported for nodes that there are not."""
    for one in kept:
        last = max((last for _, last in one.nodes), default=0)
        if last > nodes:
            raise Unsupported(
                f"Reservation {one.name} has nodes up to {last:,}, and there are {nodes:,}; change its "
                "nodes, or those of the machine (nodes)."
            )
    inside = np.array([members(one, nodes) for one in kept], bool).reshape(len(kept), nodes)
    return pack(inside) if kept else np.zeros((0, words_of(nodes)), np.int64)
