"""One row of the decision log about one job, and the fact that tells why the job waits, or starts, by its rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from scheduler.durations import human
from scheduler.engine.decision_log import BACKFILL, COLUMNS, END, KILL, MIGRATE, PAUSE, RESERVE, SKIP, START
from scheduler.explain import stories
from scheduler.explain.english.decisions import REASONS, STARTS
from scheduler.facts import Cluster, Duration, Fact, Instant, Job, Number, Processors
from scheduler.kinds import answer
from scheduler.model.schedule import Schedule
from scheduler.policies import policy_of
from scheduler.rules import rule_name

WAITING, STARTING = (SKIP, RESERVE), (START, BACKFILL)  # kinds of rows
FREEING = (END, KILL, PAUSE, MIGRATE)  # kinds of rows after which more may be free
Values = Mapping[str, Any]


class Decision(NamedTuple):
    """One row of `decisions`."""

    time: float
    kind: int
    job: int
    rule: str
    blocker: int
    shadow: float
    extra: int
    free: int
    needed: int
    value: float
    row: int

    @property
    def starts(self) -> bool:
        """Whether it is a start."""
        return self.kind in STARTING


Own = Callable[[Schedule, Decision], Values]  # what the reason of one rule tells besides


def decision_of(schedule: Schedule, row: int) -> Decision:
    """A row of `decisions`."""
    columns = schedule.table("decisions").columns
    cells = {name: columns[name][row].item() for name in COLUMNS}
    return Decision(**cells | {"rule": rule_name(cells["rule"])}, row=row)


def last_decision(schedule: Schedule, job: int, time: float, kinds: Sequence[int]) -> Decision | None:
    """The last row on a job (row of jobs) up to an instant (s) that is of these kinds; None where none was kept."""
    if not schedule.has_decisions:
        return None
    d = schedule.table("decisions")
    rows = np.flatnonzero((d.job == job) & (d.time <= time) & np.isin(d.kind, kinds))
    return decision_of(schedule, int(rows[-1])) if len(rows) else None


def reason(schedule: Schedule, d: Decision) -> Fact:
    """Why a job waits, or starts, by a decision."""
    act, phrases = ("starts", STARTS) if d.starts else ("waits", REASONS)
    if d.rule not in phrases and not any(f"{act}_{d.rule}" in story.phrases for story in stories().values()):
        return Fact(f"{act}_by_rule", rule=d.rule)
    own = own_values().get(d.rule, _nothing)
    return Fact(f"{act}_{d.rule}", **_of_row(schedule, d), **own(schedule, d))


def own_values() -> dict[str, Own]:
    """{rule: what its reason tells besides}, of the core and of topics."""
    return {**OWN, **{rule: own for story in stories().values() for rule, own in story.values.items()}}


def _nothing(schedule: Schedule, d: Decision) -> Values:
    return {}


# ---- what every reason may tell -------------------------------------------------------------------------------------


def _of_row(schedule: Schedule, d: Decision) -> dict[str, Any]:
    counted = _counted_in(schedule, d)
    there = counted.get("cluster")
    return {
        "time": Instant(d.time),
        "blocker": known_job(d.blocker),
        "needed": Processors(d.needed),
        "free": d.free,
        "shadow": Instant(d.shadow) if d.shadow == d.shadow else None,
        "extra": Processors(max(d.extra, 0)),
        "may_start": schedule.params.get("may_start") or None,
        **counted,
        "after": started_before(schedule, d, there),
        **_taken(schedule, d, there),
    }


def known_job(job: int) -> Job | None:
    """A row of jobs; None for -1."""
    return Job(job) if job >= 0 else None


def _homes(schedule: Schedule) -> np.ndarray | None:
    """[n] the cluster that each job keeps to, where the kind of the workload says so."""
    keeps_to = answer(schedule.workload, lambda kind: kind.keeps_to)
    return keeps_to(schedule.workload) if keeps_to else None


def _counted_in(schedule: Schedule, d: Decision) -> dict[str, Any]:
    """Where `free` is counted: of a start the cluster of the job; else the one in whose queue it is, or the one with
    most of them."""
    homes = _homes(schedule)
    home = homes[d.job] if homes is not None else -1
    local = bool(home >= 0)
    spares = local and policy_of(schedule.policy).spares is not None  # others make way for such jobs
    if not schedule.workload.has_clusters:
        return {"local": spares}
    if d.starts:
        return {"local": spares, "cluster": Cluster(schedule.placed.cluster[d.job])}
    if homes is not None and d.kind == SKIP and d.value == d.value and not spares:
        return {"cluster": Cluster(d.value)}
    return {"local": spares, "cluster": Cluster(home)} if local else {"emptiest": True}


def started_before(schedule: Schedule, d: Decision, there: int | None) -> tuple[Job, ...]:
    """The jobs that started at the instant of a decision to wait, before it; there: the only cluster that counts."""
    log = schedule.table("decisions")
    if d.starts:
        return ()
    first = int(np.searchsorted(log.time, d.time))
    return tuple(Job(log.job[at]) for at in range(first, d.row) if _takes(schedule, at, there))


def _takes(schedule: Schedule, row: int, there: int | None) -> bool:
    """Whether a row of `decisions` is a start in that cluster, or anywhere (None); of no job that makes way."""
    log, homes = schedule.table("decisions"), _homes(schedule)
    if log.kind[row] not in STARTING:
        return False
    spares = policy_of(schedule.policy).spares is not None
    makes_way = homes is not None and spares and bool(homes[log.job[row]] < 0)
    return not makes_way and there in (None, schedule.placed.cluster[log.job[row]])


def _taken(schedule: Schedule, d: Decision, there: int | None) -> Values:
    """Who took processors which were enough for a job that was refused: in one instant, before the next decision on
    the job, and before anything is free again; in the only cluster with so many."""
    log, left = schedule.table("decisions"), d.free
    takers: list[int] = []
    if d.kind not in WAITING or left < d.needed:
        return {}
    if schedule.workload.has_clusters and there is None:
        there = _only_room(schedule, d)
        if there is None:
            return {}
    for at in range(d.row + 1, len(log)):
        if left < d.needed or log.job[at] == d.job or log.kind[at] in FREEING:
            break
        if _takes(schedule, at, there):
            left -= int(log.needed[at])
            takers = [*(row for row in takers if log.time[row] == log.time[at]), at]
    if left >= d.needed:
        return {}
    taken, time = int(log.needed[takers].sum()), float(log.time[takers[0]])
    return {
        "takers": tuple(Job(log.job[at]) for at in takers),
        "taken": taken,
        "part": taken < d.free,
        "later": None if time == d.time else Instant(time),
    }


def _only_room(schedule: Schedule, d: Decision) -> int | None:
    """The cluster in which a job would have fitted when it was refused; None where there were several."""
    log, placed, sizes = schedule.table("decisions"), schedule.placed, schedule.workload.platform.clusters
    now = np.flatnonzero(log.time == d.time)
    begun = log.job[[at for at in now if at < d.row and log.kind[at] in (START, BACKFILL)]]
    ending = log.job[[at for at in now if at > d.row and log.kind[at] == END]]
    runs = (placed.start < d.time) & (placed.end > d.time)
    runs[begun], runs[ending] = True, True
    free = np.array(sizes) - np.bincount(placed.cluster[runs], placed.processors[runs], len(sizes))
    has_room = np.flatnonzero(free >= d.needed)
    return int(has_room[0]) if len(has_room) == 1 and free.max() == d.free else None


# ---- what the reason of one rule tells besides ----------------------------------------------------------------------


def requested_time(schedule: Schedule, job: int, cluster: float) -> float:
    """The time a job asks for in a cluster (from 0; nan: its own), s: more or less where clusters differ in speed."""
    jobs = schedule.workload.jobs
    asked = float(jobs.requested_time[job])
    if not schedule.has_links or schedule.kills or cluster != cluster:
        return asked
    speed, homes = schedule.table("links").speed, _homes(schedule)
    home = int(homes[job]) if homes is not None else -1
    own = 1.0 if home < 0 else float(speed[home])
    return asked * own / float(speed[int(cluster)])


def _until(schedule: Schedule, d: Decision) -> Values:
    """Until when it would run, in the cluster in whose queue it stood."""
    length = requested_time(schedule, d.job, d.value)
    return {"length": Duration(length), "until": Instant(d.time + length)}


def _pool(schedule: Schedule, d: Decision) -> Values:
    """The cluster, where there are several and it is known which."""
    has_one = schedule.workload.has_clusters and d.value == d.value
    return {"pool": Cluster(d.value) if has_one else None}


def value_as(name: str, typed: Callable[[float], Any]) -> Own:
    """The value of the row under a name, where it has one."""
    return lambda schedule, d: {name: typed(d.value) if d.value == d.value else None}


# ---- why one job goes before another in a queue that is not in order of submission ----------------------------------

Measure = Callable[[Schedule, np.ndarray, float], np.ndarray]  # of jobs (rows of jobs) at an instant, s


def area(schedule: Schedule, rows: np.ndarray, time: float) -> np.ndarray:
    """Processor-s, with what they count for their age."""
    jobs, aging = schedule.workload.jobs, float(schedule.params.get("aging", 0.0))
    return jobs.requested_time[rows] * jobs.processors[rows] + aging * schedule.placed.submit[rows]


def wait_priority(schedule: Schedule, rows: np.ndarray, time: float) -> np.ndarray:
    """(wait / requested time)^3 x processors."""
    jobs, wait = schedule.workload.jobs, time - schedule.placed.submit[rows]
    return (wait / jobs.requested_time[rows]) ** 3 * jobs.processors[rows]


def queue(schedule: Schedule, rows: np.ndarray, time: float) -> np.ndarray:
    """Their numbers; nan where the log has none."""
    numbers = schedule.workload.jobs.queue[rows]
    return np.where(numbers >= 0, numbers, np.nan)


def rounded(value: float) -> Number:
    """A number as far as people read one: five significant digits."""
    return Number(f"{value:.5g}")


ORDERS: Mapping[str, tuple[str, Measure, Callable[[Any], Any]]] = {  # Policy.ordered_by: what it is, how it is told
    "requested time": ("asked", lambda schedule, rows, time: schedule.workload.jobs.requested_time[rows], Duration),
    "size": ("asked", lambda schedule, rows, time: schedule.workload.jobs.processors[rows], Processors),
    "area": ("area", area, rounded),
    "age": ("priority", wait_priority, rounded),
    "queue": ("queue", queue, int),
}


def _order(schedule: Schedule, d: Decision) -> Values:
    """The values by which it was behind; none where jobs go in order of submission, or the numbers read the same."""
    ordered_by = policy_of(schedule.policy).ordered_by
    if ordered_by == "fairness":
        return _fairness(schedule, d)
    if not ordered_by or d.value != d.value or d.blocker < 0 or schedule.params.get("ties") == "submissions":
        return {}
    kind, measure, typed = ORDERS[ordered_by] if isinstance(ordered_by, str) else ("priority", ordered_by, rounded)
    mine, other = measure(schedule, np.array([d.job, d.blocker]), d.time).tolist()
    return _before(d.job, d.blocker, mine, other, typed, **{kind: True})


def _fairness(schedule: Schedule, d: Decision) -> Values:
    """The same of the job that started last before its turn, whose user went first."""
    log, row = schedule.table("decisions"), d.row - 1
    while row > 0 and log.time[row] == d.time and log.kind[row] == SKIP:
        row -= 1
    if row < 0 or log.time[row] != d.time or log.kind[row] not in (START, BACKFILL):
        return {}
    started, users = int(log.job[row]), schedule.workload.jobs.user
    new_user = float(schedule.params["new_user"])  # what the log leaves out where no job of a user has ended
    mine, other = (new_user if value != value else value for value in (d.value, float(log.value[row])))
    return _before(d.job, started, mine, other, rounded, fairness=True, same_user=bool(users[started] == users[d.job]))


def _before(job: int, blocker: int, mine: float, other: float, typed: Callable[[Any], Any], **kind: bool) -> Values:
    """That another job is before it, by its own value and that of the other, where both are numbers."""
    if np.isnan((mine, other)).any():
        return {}
    if mine != other and (human(mine) == human(other) if typed is Duration else typed(mine) == typed(other)):
        return {}
    jobs = {"blocker": Job(blocker), "job": Job(job)}
    return {"order": Fact("before_in_order", alike=mine == other, mine=typed(mine), other=typed(other), **jobs, **kind)}


IN_PLANS = ("reserved", "earliest_gap", "reserved_in_turn", "compressed", "rebuilt", "searched")
IN_GRIDS = ("fills_hole", "packed_in_fork", "agreed", "taken_over")
OWN: Mapping[str, Own] = {
    **dict.fromkeys(IN_PLANS, _pool),
    **dict.fromkeys(IN_GRIDS, lambda schedule, d: {"pool": Cluster(d.value)}),
    **dict.fromkeys(("behind_head", "does_not_fit"), _order),
    "ends_by_shadow": _until,
    "would_delay_head": lambda schedule, d: {**_until(schedule, d), **_order(schedule, d)},
    "highest_priority": value_as("number", rounded),
    "waited_long": value_as("length", Duration),
    "within_extra": lambda schedule, d: {"over": d.extra},
    "by_program": lambda schedule, d: {"reason": schedule.program_reasons[int(d.value)] if d.value >= 0 else None},
    "left_in_plan": lambda schedule, d: {"clusters": schedule.workload.has_clusters},
    "no_hole": lambda schedule, d: {"taken_away": schedule.has_marks},
    "beyond_depth": lambda schedule, d: {"depth": int(schedule.params["depth"])},
}
