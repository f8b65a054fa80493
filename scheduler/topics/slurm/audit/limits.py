"""Rules of partitions, QOS and accounts of Slurm, read anew from the texts that a run was made with.

The texts are parameters of the run (`partitions`, `qos`, `accounts`, `jobs`, `maintenance`, `nodes`): records parted
by semicolons, each a key and fields NAME=VALUE.  Which nodes a job held is not recorded, so the rule of partitions is
that some choice of nodes would have done: at no instant do jobs of several partitions together hold more processors
than the nodes of these have.  For each set of partitions that is necessary, for all together sufficient (Hall 1935).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from typing import NamedTuple

import numpy as np

from scheduler.audit.messages import Violation, first_row, instant, job_name
from scheduler.durations import human, number
from scheduler.model.occupancy import holding
from scheduler.model.schedule import Schedule
from scheduler.wording import counted

MOST_NODES = 4_096  # that a machine without a text of nodes is divided into
ALL_SETS = 7  # partitions up to which every set of them is looked at; beyond it pairs, and all together
PROCESSORS, JOBS = "processor", "job"
KINDS = ("cpus", "jobs", "nodes", "submitjobs")  # of what limits of groups, users and accounts are


class Record(NamedTuple):
    """A record of a text: its number in the log (-1 none), its name, its fields in small letters."""

    number: int
    name: str
    fields: dict[str, str]

    def amount(self, field: str) -> float | None:
        """The number a field has; None where it is not there."""
        return float(self.fields[field]) if field in self.fields else None


class Peak(NamedTuple):
    """The first start at which more is in use than may be."""

    job: int
    time: float
    used: int


def records(schedule: Schedule, name: str) -> list[Record]:
    """The records of a text of the run; [] where it has none."""
    result = []
    for text in filter(None, (part.strip() for part in (schedule.params.get(name) or "").split(";"))):
        words = text.split()
        fields = {key.lower(): value for key, _, value in (word.partition("=") for word in words if "=" in word)}
        key, _, label = words[0].partition(":")
        result.append(Record(int(key) if key.lstrip("-").isdecimal() else -1, label or key, fields))
    return result


# ---- what is in use when --------------------------------------------------------------------------------------------


class Timeline:
    """The intervals in which some jobs run."""

    def __init__(self, schedule: Schedule):
        stays = holding(schedule.placed, schedule.segments)
        self.job, self.begin, self.end, self.size = stays.job, stays.begin, stays.end, stays.processors

    def peak(self, rows: np.ndarray, amount: np.ndarray, most: float, spared: np.ndarray | None = None) -> Peak | None:
        """The first start of a chosen job with more than `most` in use; rows: [n] bool; amount: [intervals].

        spared: [n] bool, jobs that count and are not held back; of those that start at one instant they come last.
        """
        inside = np.flatnonzero(rows[self.job])
        begin, end, amount = self.begin[inside], self.end[inside], amount[inside]
        free = np.zeros(len(inside), bool) if spared is None else spared[self.job[inside]]
        by_start, by_end = np.lexsort((free, begin)), np.argsort(end)
        ended = np.searchsorted(end[by_end], begin[by_start] + instant(begin), side="right")
        used = np.cumsum(amount[by_start]) - np.concatenate(([0], np.cumsum(amount[by_end])))[ended]
        first = first_row((used > most) & ~free[by_start])
        if first is None:
            return None
        return Peak(int(self.job[inside[by_start[first]]]), float(begin[by_start[first]]), int(used[first]))

    def beside(self, rows: np.ndarray, kept: list[tuple[float, float, int]], most: int) -> Peak | None:
        """The first instant with more than `most` in use by chosen jobs or kept; kept: (begin, end, processors)."""
        inside = np.flatnonzero(rows[self.job])
        begin = np.append(self.begin[inside], [one for one, _, _ in kept])
        end = np.append(self.end[inside], [one for _, one, _ in kept])
        amount = np.append(self.size[inside], [one for _, _, one in kept])
        by_start, by_end = np.argsort(begin, kind="stable"), np.argsort(end)
        ended = np.searchsorted(end[by_end], begin[by_start] + instant(begin), side="right")
        used = np.cumsum(amount[by_start]) - np.concatenate(([0], np.cumsum(amount[by_end])))[ended]
        first = first_row(used > most)
        return None if first is None else Peak(-1, float(begin[by_start[first]]), int(used[first]))


def _too_many(schedule: Schedule, peak: Peak, most: float, what: str, whose: str) -> str:
    job = job_name(schedule.workload, peak.job, "job")
    return f"{peak.used} of {counted(int(most), what)} of {whose} in use at {number(peak.time)} s, when {job} starts."


# ---- partitions -----------------------------------------------------------------------------------------------------


def has_partitions(schedule: Schedule) -> bool:
    """Whether the run had partitions."""
    return bool(schedule.params.get("partitions"))


def node_sizes(schedule: Schedule) -> np.ndarray:
    """[nodes] processors of each."""
    text, processors = schedule.params.get("nodes"), schedule.workload.platform.processors
    if text:
        pairs = [piece.split("x") for piece in text.replace(" ", "").split(",") if piece]
        return np.repeat([int(each) for _, each in pairs], [int(count) for count, _ in pairs])
    each = -(-processors // MOST_NODES)
    return np.diff(np.append(np.arange(0, processors, each), processors))


def members(record: Record, nodes: int) -> np.ndarray:
    """[nodes] whether each is one of a partition."""
    text = record.fields.get("nodes", "ALL")
    inside = np.full(nodes, text == "ALL")
    for piece in text.split(",") if text != "ALL" else ():
        first, _, last = piece.partition("-")
        inside[int(first) - 1 : int(last or first)] = True
    return inside


def partition_jobs(schedule: Schedule) -> Violation:
    """Jobs no longer than MaxTime, on no more nodes than MaxNodes, and none of a partition that is not up."""
    jobs, largest = schedule.workload.jobs, int(node_sizes(schedule).max())
    for one in records(schedule, "partitions"):
        mine, name = jobs.partition == one.number, f"partition {one.name}"
        if one.fields.get("state", "UP").upper() != "UP":
            row = first_row(mine)
            if row is not None:
                return f"{job_name(schedule.workload, row)} runs in {name}, which is not up."
        longest, most = one.amount("maxtime"), one.amount("maxnodes")
        violation = _too_long(schedule, mine, longest, f"the MaxTime of {name}")
        row = None if most is None else first_row(mine & (-(-jobs.processors // largest) > most))
        if row is not None and not violation:
            job = job_name(schedule.workload, row)
            violation = f"{job} needs more nodes than the MaxNodes of {name}, {number(most or 0)}."
        if violation:
            return violation
    return None


def _too_long(schedule: Schedule, mine: np.ndarray, longest: float | None, what: str) -> Violation:
    asked = schedule.workload.jobs.requested_time
    row = None if longest is None else first_row(mine & (asked > longest))
    if row is None or longest is None:
        return None
    return f"{job_name(schedule.workload, row)} asks for {human(asked[row])}, more than {what}, {human(longest)}."


def partition_space(schedule: Schedule) -> Violation:
    """Jobs of a set of partitions never hold more processors than the nodes of these have together."""
    timeline, sizes, parts = Timeline(schedule), node_sizes(schedule), records(schedule, "partitions")
    jobs = schedule.workload.jobs
    inside = [members(one, len(sizes)) for one in parts]
    for chosen in partition_sets(len(parts)):
        nodes = np.logical_or.reduce([inside[at] for at in chosen])
        mine = np.isin(jobs.partition, [parts[at].number for at in chosen])
        most = int(sizes[nodes].sum())
        peak = timeline.peak(mine, timeline.size, most)
        if peak:
            names = ", ".join(parts[at].name for at in chosen)
            return _too_many(schedule, peak, most, PROCESSORS, f"partition{'s' * (len(chosen) > 1)} {names}")
    return None


def has_reservations(schedule: Schedule) -> bool:
    """Whether the run had reservations for maintenance."""
    return bool(schedule.params.get("maintenance"))


def reservations(schedule: Schedule) -> Violation:
    """Jobs of a set of partitions never hold more processors than their nodes outside the reservations have.

    Where a partition is not named it has all nodes.
    """
    timeline, sizes, jobs = Timeline(schedule), node_sizes(schedule), schedule.workload.jobs
    kept = records(schedule, "maintenance")
    parts = [*records(schedule, "partitions"), Record(-1, "of all nodes", {})]
    named = [one.number for one in parts[:-1]]
    inside, taken = [members(one, len(sizes)) for one in parts], [members(one, len(sizes)) for one in kept]
    for chosen in partition_sets(len(parts)):
        nodes = np.logical_or.reduce([inside[at] for at in chosen])
        mine = np.isin(jobs.partition, [parts[at].number for at in chosen])
        mine |= ~np.isin(jobs.partition, named) & (len(parts) - 1 in chosen)
        beside = [
            (float(one.fields["start"]), float(one.fields["end"]), int(sizes[nodes & out].sum()))
            for one, out in zip(kept, taken, strict=True)
        ]
        most = int(sizes[nodes].sum())
        peak = timeline.beside(mine, beside, most)
        if peak:
            names = "s" * (len(chosen) > 1) + " " + ", ".join(parts[at].name for at in chosen)
            return (
                f"{peak.used} of {counted(most, 'processor')} of partition{names} in use or kept for maintenance at "
                f"{number(peak.time)} s."
            )
    return None


def partition_sets(count: int) -> Iterator[tuple[int, ...]]:
    """Sets of partitions, small ones first."""
    if count <= ALL_SETS:
        return chain.from_iterable(combinations(range(count), many) for many in range(1, count + 1))
    return chain(combinations(range(count), 1), combinations(range(count), 2), (tuple(range(count)),))


# ---- QOS ------------------------------------------------------------------------------------------------------------


def has_qos(schedule: Schedule) -> bool:
    """Whether the run had QOS, and their limits were enforced."""
    return bool(schedule.params.get("qos")) and bool(schedule.params.get("enforce_limits", True))


def qos(schedule: Schedule) -> Violation:
    """No job and no group of jobs beyond a limit of its QOS."""
    jobs, timeline, account = schedule.workload.jobs, Timeline(schedule), accounts_of(schedule)
    whose = {"grp{}": np.zeros(len(jobs), np.int64), "max{}peruser": jobs.user_id, "max{}peraccount": account}
    for one in records(schedule, "qos"):
        mine, name = jobs.queue == one.number, f"QOS {one.name}"
        violation = _too_long(schedule, mine, one.amount("maxwall"), f"the MaxWall of {name}")
        violation = violation or _too_wide(schedule, mine, one.amount("maxcpusperjob"), f"MaxCPUsPerJob of {name}")
        for form, members_of in whose.items():
            for kind in KINDS:
                field = form.format(kind)
                violation = violation or _grouped(
                    schedule, timeline, mine, members_of, one.amount(field), kind, f"{name} ({field})"
                )
        if violation:
            return violation
    return None


def _too_wide(schedule: Schedule, mine: np.ndarray, most: float | None, what: str) -> Violation:
    size = schedule.workload.jobs.processors
    row = None if most is None else first_row(mine & (size > most))
    if row is None or most is None:
        return None
    return (
        f"{job_name(schedule.workload, row)} has {counted(size[row], 'processor')}, more than {what}, {number(most)}."
    )


def _grouped(
    schedule: Schedule,
    timeline: Timeline,
    mine: np.ndarray,
    whose: np.ndarray,
    most: float | None,
    kind: str,
    name: str,
    spared: np.ndarray | None = None,
) -> Violation:
    """A limit of each of `whose` among some jobs.

    Jobs on so many nodes hold no more processors than these have, and jobs that run are in the system, too.
    """
    if most is None:
        return None
    what, amount = JOBS, np.ones(len(timeline.job), np.int64)
    if kind in ("cpus", "nodes"):
        what, amount = PROCESSORS, timeline.size
        most = most if kind == "cpus" else most * int(node_sizes(schedule).max())
    if kind == "submitjobs" and spared is not None:
        mine = mine & ~spared
    for one in np.unique(whose[mine]).tolist():
        peak = timeline.peak(mine & (whose == one), amount, most, spared)
        if peak:
            return _too_many(schedule, peak, most, what, name)
    return None


# ---- accounts -------------------------------------------------------------------------------------------------------


def has_accounts(schedule: Schedule) -> bool:
    """Whether the run had a tree of accounts, and their limits were enforced."""
    return bool(schedule.params.get("accounts")) and bool(schedule.params.get("enforce_limits", True))


def accounts_of(schedule: Schedule) -> np.ndarray:
    """[n] the place among the records of the account of each job; below -1 where the texts do not have it.

    It is that of the job's group; where no account has that group, the one the user is in, if that is just one.
    """
    jobs, entries = schedule.workload.jobs, records(schedule, "accounts")
    place = {one.fields["account"]: at for at, one in enumerate(entries) if "user" not in one.fields}
    group = {int(one.fields["group"]): at for at, one in enumerate(entries) if "group" in one.fields}
    users: dict[int, list[str]] = {}
    for one in entries:
        if "user" in one.fields:
            users.setdefault(_user(one), []).append(one.fields.get("account", "root"))
    result = []
    for code, user in zip(jobs.group.tolist(), jobs.user_id.tolist(), strict=True):
        alone = users.get(user, [])
        inside = place.get(alone[0], -1) if len(alone) == 1 else -2 - abs(code)
        result.append(group.get(code, inside))
    return np.array(result, np.int64)


def _user(record: Record) -> int:
    return int(record.fields["user"].partition(":")[0])


def accounts(schedule: Schedule) -> Violation:
    """No account and no user of one beyond its limits, all below it counted.

    A limit of the QOS of a job stands in for the same one of its account.
    """
    jobs, timeline, account = schedule.workload.jobs, Timeline(schedule), accounts_of(schedule)
    entries, none = records(schedule, "accounts"), np.zeros(len(schedule.workload), np.int64)
    for at, one in enumerate(entries):
        mine = below(entries, at, account, jobs.user_id)
        name = f"user {_user(one)}" if "user" in one.fields else f"account {one.fields['account']}"
        for kind in KINDS:
            field = f"grp{kind}"
            violation = _grouped(
                schedule, timeline, mine, none, one.amount(field), kind, f"{name} ({field})", _spared(schedule, field)
            )
            if violation:
                return violation
        violation = _of_users(schedule, timeline, entries, at, mine, name)
        if violation:
            return violation
    return None


def _spared(schedule: Schedule, *fields: str) -> np.ndarray:
    """[n] whether the QOS of each job has one of these limits."""
    named = [one.number for one in records(schedule, "qos") if any(field in one.fields for field in fields)]
    return np.isin(schedule.workload.jobs.queue, named)


def _of_users(
    schedule: Schedule, timeline: Timeline, entries: list[Record], at: int, mine: np.ndarray, name: str
) -> Violation:
    """Limits of each user in an account, where none nearer to the user says something else."""
    one, jobs, account = entries[at], schedule.workload.jobs, accounts_of(schedule)
    for field, kind in (("maxjobs", "jobs"), ("maxsubmitjobs", "submitjobs")):
        if field in one.fields:
            pair = account * (int(jobs.user_id.max()) + 1) + jobs.user_id
            violation = _grouped(
                schedule,
                timeline,
                _nearest(entries, at, field, mine, account, jobs.user_id),
                pair,
                one.amount(field),
                kind,
                f"{name} ({field})",
                _spared(schedule, f"{field}peruser", f"{field}peraccount"),
            )
            if violation:
                return violation
    for field, check in (("maxwall", _too_long), ("maxcpusperjob", _too_wide)):
        if field in one.fields:
            chosen = _nearest(entries, at, field, mine, account, jobs.user_id) & ~_spared(schedule, field)
            violation = check(schedule, chosen, one.amount(field), f"{field} of {name}")
            if violation:
                return violation
    return None


def _nearest(
    entries: list[Record], at: int, field: str, mine: np.ndarray, account: np.ndarray, user: np.ndarray
) -> np.ndarray:
    """[n] the jobs of an entry, without those for which an entry below it has the field, too."""
    left = mine.copy()
    for other, one in enumerate(entries):
        inside = below(entries, other, account, user) if other != at and field in one.fields else None
        if inside is not None and not (inside & ~mine).any() and (other > at):
            left &= ~inside
    return left


def below(entries: list[Record], at: int, account: np.ndarray, user: np.ndarray) -> np.ndarray:
    """[n] whether jobs belong to an entry of the tree, or to one below it."""
    entry, names = entries[at], [one.fields.get("account", "root") for one in entries]
    if "user" in entry.fields:
        above = [place for place, one in enumerate(entries) if names[place] == names[at] and "user" not in one.fields]
        return (user == _user(entry)) & np.isin(account, above or [-1])
    below = {names[at]}
    for place, one in enumerate(entries):
        if "user" not in one.fields and one.fields.get("parent", "root") in below:
            below.add(names[place])
    return np.isin(
        account, [place for place, one in enumerate(entries) if "user" not in one.fields and names[place] in below]
    )


# ---- what jobs were submitted with ----------------------------------------------------------------------------------


def has_jobs(schedule: Schedule) -> bool:
    """Whether the run had a text of jobs."""
    return bool(schedule.params.get("jobs"))


def submitted(schedule: Schedule) -> Violation:
    """No job before its time or before one that it depends on has ended, no array with more at a time than it may."""
    jobs, placed = schedule.workload.jobs, schedule.placed
    row = {number_of: at for at, number_of in enumerate(jobs.job_id.tolist())}
    listed = [(row[one.number], one.fields) for one in records(schedule, "jobs") if one.number in row]
    soon, arrays = instant(placed.start), dict[str, list[int]]()
    for at, fields in listed:
        begin = jobs.submit[at] + float(fields.get("delay", 0))
        if placed.start[at] < begin - soon:
            return f"{job_name(schedule.workload, at)} starts before its time to begin, {number(begin)} s."
        for other in (row[int(text)] for text in filter(None, fields.get("after", "").split(",")) if int(text) in row):
            if placed.start[at] < placed.end[other] - soon:
                return (
                    f"{job_name(schedule.workload, at)} starts before the end of "
                    f"{job_name(schedule.workload, other, 'job')}, on which it depends."
                )
        if "array" in fields and "atonce" in fields:
            arrays.setdefault(f"{fields['array']} {fields['atonce']}", []).append(at)
    timeline = Timeline(schedule)
    for name, rows in arrays.items():
        (array, at_once), mine = name.split(), np.isin(np.arange(len(jobs)), rows)
        peak = timeline.peak(mine, np.ones(len(timeline.job), np.int64), int(at_once))
        if peak:
            return _too_many(schedule, peak, int(at_once), JOBS, f"array {array}")
    return None
