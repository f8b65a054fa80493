"""What a row of the log may say at its moment, policy by policy: the order of the queue, and who may start or not.

A row is a verdict on one job.  It is checked against the machine as it was then (replay.py), by the rule as a textbook
tells it.  Whoever is refused is refused before anybody starts who comes after it in the order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.naive.formula import ByFormula
from tests.naive.rigid import Job, Known
from tests.why.reader import Row, Told, Wrong, claim
from tests.why.replay import STARTS, Machine, moments

Place = Callable[[Machine, int], tuple]  # where a job stands in a queue, smallest first
Verdict = Callable[["Rules", Machine, Row], None]
VERDICTS: dict[str, Verdict] = {}


def verdict(*rules: str) -> Callable[[Verdict], Verdict]:
    def declare(check: Verdict) -> Verdict:
        VERDICTS.update(dict.fromkeys(rules, check))
        return check

    return declare


# ---- the order of the queue ------------------------------------------------------------------------------------------


def by_submission(machine: Machine, job: int) -> float:
    return 0.0


def area(machine: Machine, job: int) -> float:
    told = machine.told
    return told.needed[job] * told.requested[job] + told.params.get("aging", 0) * told.submit[job]


def wfp3(machine: Machine, job: int) -> float:
    told = machine.told
    times = (machine.now - told.submit[job]) / told.requested[job]
    return -(times * times * times) * told.needed[job]


def by_queue(machine: Machine, job: int) -> float:
    """Queues that are named go first, in the order of their names, then the others by their numbers."""
    number = int(machine.told.made.workload.jobs.queue[job])
    named = [int(one) for one in (machine.told.params["queues"] or "").split(",") if one]
    return named.index(number) if number in named else len(named) + number


def fair(machine: Machine, job: int) -> float:
    """The waits of the user's jobs that have ended by their work, more is better."""
    told = machine.told
    users = told.made.workload.jobs.user
    over = [other for other in machine.ended if users[other] == users[job]]
    work = sum((told.end[other] - told.start[other]) * told.needed[other] for other in over)
    waits = sum(told.start[other] - told.submit[other] for other in over)
    return -(waits / work if work else told.params["new_user"])


KEYS: dict[str, Callable[[Machine, int], float]] = {
    "sjf": lambda machine, job: machine.told.requested[job],
    "lpt": lambda machine, job: -machine.told.requested[job],
    "ljf": lambda machine, job: -machine.told.needed[job],
    "saf": area,
    "wfp3": wfp3,
    "priority_queues": by_queue,
    "backfill_fair": fair,
}
HEADS_BY_SUBMISSION = {"easy_sjbf": KEYS["sjf"]}  # how those behind the head are ordered


class Rules:
    """The order of the queue of a run, and whom the blocked head lets pass."""

    def __init__(self, told: Told):
        self.told, self.key = told, KEYS.get(told.policy, by_submission)
        self.behind = HEADS_BY_SUBMISSION.get(told.policy, self.key)
        self.restricted = told.policy == "easy_restricted"
        self.formula = Formula(told) if told.policy == "formula" else None
        if self.formula:
            self.key, self.behind = self.formula.key, self.formula.key_behind

    def place(self, machine: Machine, job: int) -> tuple:
        return (round(self.key(machine, job), 9), machine.came[job])

    def place_behind(self, machine: Machine, job: int) -> tuple:
        return (round(self.behind(machine, job), 9), machine.came[job])

    def first(self, machine: Machine) -> int:
        """The first of those who wait and may start."""
        return min(self.allowed(machine), key=lambda job: self.place(machine, job))

    def allowed(self, machine: Machine) -> list[int]:
        return [job for job in machine.waiting if self.formula is None or self.formula.may_start(machine, job)]

    def before(self, machine: Machine, job: int) -> list[int]:
        """Those behind the head who are looked at before a job."""
        head, place = self.first(machine), self.place_behind(machine, job)
        return [
            one for one in self.allowed(machine) if one not in (head, job) and self.place_behind(machine, one) < place
        ]

    def before_in_plan(self, machine: Machine, job: int) -> list[int]:
        """Those who are planned before a job."""
        place = self.place(machine, job)
        order = sorted((self.place(machine, one), one) for one in self.allowed(machine))
        return [one for at, one in order if at < place]

    def promise(self, machine: Machine, head: int) -> tuple[float, int]:
        lent = [row.job for row in machine.begun if row.kind == "backfill"] if self.restricted else []
        return machine.promise(head, tuple(lent))

    def may_pass(self, machine: Machine, job: int, shadow: float, extra: int) -> bool:
        in_time = not self.restricted and machine.now + self.told.requested[job] <= shadow
        return machine.fits(job) and (in_time or self.told.needed[job] <= extra)


class Formula:
    """What a formula says at a moment: as its twin does, with what has started in the pass."""

    def __init__(self, told: Told):
        users = told.made.workload.jobs.user.tolist()
        params = told.params
        self.told = told
        self.jobs = [Job(*row) for row in zip(told.submit, told.requested, told.requested, told.needed, strict=True)]
        self.twin = ByFormula(
            params["priority"],
            told.machine,
            users,
            may_start=params.get("may_start") or "1",
            behind=params.get("behind") or None,
            half_life=params.get("half_life"),
        )
        self.values: dict[tuple[Any, ...], float] = {}  # what was computed, by job and the stand of the machine

    def known(self, machine: Machine) -> tuple[Known, list[int]]:
        """(what is so when the pass begins, who has started in it since)."""
        begun = [row.job for row in machine.begun]
        start = {job: self.told.start[job] for job in machine.due if job not in begun}
        self.twin.submitted = {job: self.told.submit[job] for job in machine.came}
        self.twin.started = {job: self.told.start[job] for job in (*start, *machine.ended)}
        self.twin.ended = {job: self.told.end[job] for job in machine.ended}
        queue = sorted([*machine.waiting, *begun], key=machine.came.get)
        return Known(machine.now, queue, start, self.told.machine), begun

    def kept(self, what: str, machine: Machine, job: int, begun: int, value: Callable[[], float]) -> float:
        stand = (what, machine.now, len(machine.came), len(machine.ended), begun, job)
        if stand not in self.values:
            self.values[stand] = value()
        return self.values[stand]

    def key(self, machine: Machine, job: int) -> float:
        def value() -> float:
            return self.twin.key(self.known(machine)[0], self.jobs, job, self.twin.priority)

        return self.kept("key", machine, job, 0, value)

    def key_behind(self, machine: Machine, job: int) -> float:
        if self.twin.behind is self.twin.priority:
            return self.key(machine, job)
        heads = [row.job for row in machine.begun if row.kind == "start"]

        def value() -> float:
            return self.twin.key(self.known(machine)[0], self.jobs, job, self.twin.behind, heads)

        return self.kept("behind", machine, job, len(heads), value)

    def may_start(self, machine: Machine, job: int) -> bool:
        if not self.told.params.get("may_start"):
            return True
        known, begun = self.known(machine)
        return self.twin.allowed(known, self.jobs, job, begun)


# ---- one row ---------------------------------------------------------------------------------------------------------


def contradictions(told: Told) -> list[str]:
    """What is wrong with the rows of a log."""
    rules, wrong = Rules(told), []
    for row, machine in moments(told):
        if row.kind in ("arrive", "end"):
            continue
        try:
            claim(row.free == machine.free, machine.free, "were free")
            claim(row.needed == told.needed[row.job], "it needs", told.needed[row.job])
            claim(row.job in machine.waiting, "it does not wait")
            claim(row.kind not in STARTS or machine.fits(row.job), "it does not fit")
            VERDICTS[row.rule](rules, machine, row)
        except (Wrong, KeyError, ValueError) as why:
            wrong.append(f"{told.policy} {told.params} {row}: {why!r}")
    return wrong


def too_large(machine: Machine, row: Row) -> None:
    claim(row.needed > machine.free, "it fits")


def of_the_head(rules: Rules, machine: Machine, row: Row) -> None:
    """The blocker is the first of the queue, and does not fit itself."""
    claim(row.blocker == rules.first(machine), "the first is", rules.first(machine))
    claim(not machine.fits(row.blocker), "the first fits")


def in_turn(rules: Rules, machine: Machine, row: Row) -> None:
    """Nobody has started in this pass that is looked at after it."""
    for other in machine.begun:
        place = rules.place if other.kind == "start" else rules.place_behind
        claim(
            other.kind == "start" or place(machine, other.job) < place(machine, row.job),
            other.job,
            "is looked at later, and has started",
        )


def value_is(rules: Rules, machine: Machine, row: Row) -> None:
    """The number by which it stands where it does."""
    if rules.told.policy in KEYS and rules.told.policy != "priority_queues" and row.value == row.value:
        claim(abs(abs(row.value) - abs(rules.key(machine, row.job))) <= 1e-9 * max(1.0, abs(row.value)), "its value")


@verdict("head_fits")
def head_fits(rules: Rules, machine: Machine, row: Row) -> None:
    claim(row.job == rules.first(machine), "the first is", rules.first(machine))


@verdict("head_blocked")
def head_blocked(rules: Rules, machine: Machine, row: Row) -> None:
    too_large(machine, row)
    claim(row.job == rules.first(machine), "the first is", rules.first(machine))


@verdict("reserved")
def reserved(rules: Rules, machine: Machine, row: Row) -> None:
    head_blocked(rules, machine, row)
    claim((row.shadow, row.extra) == machine.promise(row.job), "its promise is", machine.promise(row.job))
    claim(machine.due[row.blocker] == row.shadow, "that job is not due then")


@verdict("behind_head")
def behind_head(rules: Rules, machine: Machine, row: Row) -> None:
    of_the_head(rules, machine, row)
    claim(row.job != row.blocker, "it is the first")
    value_is(rules, machine, row)


@verdict("does_not_fit")
def does_not_fit(rules: Rules, machine: Machine, row: Row) -> None:
    too_large(machine, row)
    if rules.told.policy in PLANNING or rules.told.params.get("passing") in ("reservations", "conservative"):
        before_later_ones(rules, machine, row)
        return
    in_turn(rules, machine, row)
    value_is(rules, machine, row)
    if row.blocker >= 0:
        of_the_head(rules, machine, row)
        nobody_else(rules, machine, row)


def nobody_else(rules: Rules, machine: Machine, row: Row) -> None:
    """Of those who are looked at before it nobody may pass the head."""
    head = rules.first(machine)
    if rules.told.params.get("passing", "easy") == "easy" and rules.told.policy not in ("backfill", "backfill_fair"):
        shadow, extra = rules.promise(machine, head)
    else:
        shadow, extra = np.inf, 0
    for other in rules.before(machine, row.job):
        claim(not rules.may_pass(machine, other, shadow, extra), "before it may start", other)


@verdict("would_delay_head")
def would_delay_head(rules: Rules, machine: Machine, row: Row) -> None:
    of_the_head(rules, machine, row)
    in_turn(rules, machine, row)
    claim(machine.fits(row.job), "it does not fit")
    claim((row.shadow, row.extra) == machine.promise(row.blocker), "the promise is", machine.promise(row.blocker))
    claim(machine.now + rules.told.requested[row.job] > row.shadow, "it is over in time")
    claim(row.needed > row.extra, "that is left over")
    nobody_else(rules, machine, row)
    value_is(rules, machine, row)


@verdict("ends_by_shadow", "within_extra")
def passes_head(rules: Rules, machine: Machine, row: Row) -> None:
    of_the_head(rules, machine, row)
    promise = rules.promise(machine, row.blocker)
    claim((row.shadow, row.extra) == promise, "the promise is", promise)
    in_time = machine.now + rules.told.requested[row.job] <= row.shadow and not rules.restricted
    claim(in_time == (row.rule == "ends_by_shadow") and (in_time or row.needed <= row.extra), "another rule")
    nobody_else(rules, machine, row)


@verdict("fits_now")
def fits_now(rules: Rules, machine: Machine, row: Row) -> None:
    claim(not machine.fits(rules.first(machine)), "the first fits")
    nobody_else(rules, machine, row)


@verdict("passes_wide")
def passes_wide(rules: Rules, machine: Machine, row: Row) -> None:
    of_the_head(rules, machine, row)
    nobody_else(rules, machine, row)


@verdict("highest_priority")
def highest_priority(rules: Rules, machine: Machine, row: Row) -> None:
    claim(abs(row.value + fair(machine, row.job)) < 1e-9, "his priority is", -fair(machine, row.job))
    first = rules.first(machine)
    claim((row.kind == "backfill") == (first != row.job), "the first is", first)
    nobody_else(rules, machine, row)


@verdict("awaits_condition")
def awaits_condition(rules: Rules, machine: Machine, row: Row) -> None:
    claim(rules.formula and not rules.formula.may_start(machine, row.job), "its condition holds")


# ---- plans -----------------------------------------------------------------------------------------------------------

PLANNING = ("conservative", "tabu", "selective", "slack_based")
RESERVING = ("reserve",)


def plan_of(rules: Rules, machine: Machine, row: Row) -> dict[int, float]:
    """The starts of the reservations that are made when a job is looked at; its own is left out."""
    told, now = rules.told, machine.now
    planned = {job: made.shadow for job, made in machine.reserved.items() if job in machine.waiting and job != row.job}
    if told.policy == "formula":
        before = rules.before_in_plan(machine, row.job)
        kept = before[: told.params["reservations"] if told.params["passing"] == "reservations" else None]
        return {job: planned[job] for job in kept}
    if told.policy in ("selective", "slack_based"):
        return {job: start for job, start in planned.items() if holds_before(machine, job, row)}
    if row.rule == "rebuilt" or (told.params.get("compression") == "rebuild" and machine.early):
        planned = {job: start for job, start in planned.items() if machine.came[job] < machine.came[row.job]}
    for job in machine.waiting:  # planned for now at its submission, of which there is no row
        if job not in machine.reserved and machine.came[job] < machine.came[row.job] and told.submit[job] == now:
            planned[job] = now
    return planned


def holds_before(machine: Machine, job: int, row: Row) -> bool:
    """Whether a job has its reservation of this pass before another is looked at: holders in their order, then others."""
    order = list(machine.reserved)
    return row.job not in order or order.index(job) < order.index(row.job)


def unsettled(rules: Rules, machine: Machine) -> bool:
    """Whether jobs end at this instant that still run: the log does not tell who is planned on their processors."""
    holders = rules.told.policy in ("selective", "slack_based")
    return holders and any(rules.told.end[job] == machine.now for job in machine.due)


def first_short(rules: Rules, machine: Machine, plan: dict[int, float], job: int, begin: float) -> float:
    """When processors are first short if a job starts at an instant; inf never."""
    told = rules.told
    taken = [(machine.now, end, told.needed[other]) for other, end in machine.due.items()]
    taken += [(start, start + told.requested[other], told.needed[other]) for other, start in plan.items()]
    until = begin + told.requested[job]
    for time in sorted({begin, *(start for start, _, _ in taken if begin < start < until)}):
        if told.machine - sum(size for start, end, size in taken if start <= time < end) < told.needed[job]:
            return time
    return np.inf


def earliest(rules: Rules, machine: Machine, plan: dict[int, float], job: int) -> float:
    ends = {*machine.due.values(), *(start + rules.told.requested[other] for other, start in plan.items())}
    return next(
        time
        for time in sorted({machine.now, *(end for end in ends if end > machine.now)})
        if first_short(rules, machine, plan, job, time) == np.inf
    )


def before_later_ones(rules: Rules, machine: Machine, row: Row) -> None:
    """Nobody has started in this pass whose turn comes later."""
    policy, begun = rules.told.policy, machine.begun
    if policy in ("conservative", "tabu"):
        moves = machine.early and rules.told.params.get("compression") != "none"
        is_new = row.job in machine.arrived
        again = row.job in machine.refused and machine.refused[row.job].blocker in [one.job for one in begun]
        claim(not begun or again or not (moves or is_new) or row.shadow == machine.now, "others have started")
    elif policy in ("selective", "slack_based"):
        late = [one.job for one in begun if one.rule == "delays_none" and machine.came[one.job] > machine.came[row.job]]
        claim(not late, "looked at later, and started:", late)
    else:
        in_turn(rules, machine, row)


@verdict("earliest_gap", "reserved_in_turn", "waited_long")
def earliest_gap(rules: Rules, machine: Machine, row: Row) -> None:
    before_later_ones(rules, machine, row)
    if unsettled(rules, machine):
        return
    time = earliest(rules, machine, plan_of(rules, machine, row), row.job)
    claim(row.shadow == time, "the earliest is", time)


@verdict("compressed", "rebuilt", "searched")
def moved(rules: Rules, machine: Machine, row: Row) -> None:
    plan = plan_of(rules, machine, row)
    before = machine.reserved[row.job].shadow
    claim(row.rule != "compressed" or row.shadow < before, "it was for", before)
    claim(row.rule == "searched" or first_short(rules, machine, plan, row.job, row.shadow) == np.inf, "no room there")
    claim(row.rule == "searched" or machine.early, "nobody ended early")


@verdict("behind_reservation")
def behind_reservation(rules: Rules, machine: Machine, row: Row) -> None:
    claim(machine.fits(row.job), "it does not fit")
    if rules.restricted:
        of_the_head(rules, machine, row)
        in_turn(rules, machine, row)
        shadow, extra = rules.promise(machine, row.blocker)
        claim((row.shadow, row.extra) == (shadow, extra) and row.needed > extra, "the promise is", shadow, extra)
        nobody_else(rules, machine, row)
        return
    before_later_ones(rules, machine, row)
    if unsettled(rules, machine):
        return
    plan = plan_of(rules, machine, row)
    short = first_short(rules, machine, plan, row.job, machine.now)
    claim(plan.get(row.blocker) == row.shadow, "that job's reservation is for", plan.get(row.blocker))
    asked = rules.told.requested[row.blocker]
    claim(row.shadow <= short < row.shadow + asked, "processors are first short at", short)


@verdict("left_in_plan")
def left_in_plan(rules: Rules, machine: Machine, row: Row) -> None:
    claim(machine.fits(row.job), "it does not fit")
    plan = plan_of(rules, machine, row)
    claim(first_short(rules, machine, plan, row.job, machine.now) == np.inf, "others need its processors")
    claim(machine.reserved[row.job].shadow == row.shadow, "its reservation is for", machine.reserved[row.job].shadow)


@verdict("due")
def due(rules: Rules, machine: Machine, row: Row) -> None:
    claim(row.job not in machine.reserved or machine.reserved[row.job].shadow == machine.now, "that is another time")


@verdict("delays_none")
def delays_none(rules: Rules, machine: Machine, row: Row) -> None:
    plan = {job: start for job, start in plan_of(rules, machine, row).items() if start > machine.now}
    claim(first_short(rules, machine, plan, row.job, machine.now) == np.inf, "it delays somebody")
