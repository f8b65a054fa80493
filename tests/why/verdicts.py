"""What a row of the log may say at its moment, policy by policy: the order of the queue, and who may start or not.

A row is a verdict on one job.  It is checked against the machine as it was then (replay.py), by the rule as a textbook
tells it.  Whoever is refused is refused before anybody starts who comes after it in the order.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np

from tests.topics.parts import of_topics
from tests.why.reader import Row, Told, Wrong, claim
from tests.why.replay import STARTS, Machine, moments
from tests.why.ruling import KEYS, VERDICTS, Rules, fair, too_large, verdict

# [(whether a log is of them, {rule: its verdict there})]: what topics mean by rules of the core
OF_TOPICS = list(of_topics("log_verdicts", "VERDICTS"))

# ---- one row ---------------------------------------------------------------------------------------------------------


def contradictions(told: Told) -> list[str]:
    """What is wrong with the rows of a log."""
    rules, wrong, now = Rules(told), [], 0.0
    for row, machine in moments(told):
        if row.time > now:
            wrong += [
                f"{told.policy} {told.params} {one}: the job in the way does not wait" for one in outdated(machine)
            ]
            now = row.time
        if row.kind in ("arrive", "end"):
            continue
        try:
            claim(row.free == machine.free, machine.free, "were free")
            claim(row.needed == told.needed[row.job], "it needs", told.needed[row.job])
            claim(row.job in machine.waiting or row.kind == "hold", "it does not wait")
            claim(row.kind not in STARTS or machine.fits(row.job), "it does not fit")
            verdict_on(row, told)(rules, machine, row)
        except (Wrong, KeyError, ValueError) as why:
            wrong.append(f"{told.policy} {told.params} {row}: {why!r}")
    return wrong


def verdict_on(row: Row, told: Told) -> Callable[[Rules, Machine, Row], None]:
    """The verdict of the rule of a row, as this log means it."""
    of_topics = (verdicts[row.rule] for is_theirs, verdicts in OF_TOPICS if row.rule in verdicts and is_theirs(told))
    return next(of_topics, None) or VERDICTS[row.rule]


def outdated(machine: Machine) -> list[Row]:
    """The reasons of those who wait when a pass is over that name a job which waits no more."""
    last = [row for job, row in machine.refused.items() if job in machine.waiting]
    reserved = [machine.reserved[row.job].seq > row.seq if row.job in machine.reserved else False for row in last]
    return [
        row
        for row, is_reserved in zip(last, reserved, strict=True)
        if row.rule in WAITS_FOR and row.blocker >= 0 and row.blocker not in machine.waiting and not is_reserved
    ]


WAITS_FOR = ("behind_head", "does_not_fit", "would_delay_head", "behind_reservation", "behind_wide")


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
    if rules.told.policy in KEYS and row.value == row.value:
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
    claim(rules.own and not rules.own.may_start(machine, row.job), "its condition holds")


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
        is_made = machine.came[job] < machine.came[row.job] or job not in machine.arrived  # before this pass
        if job not in machine.reserved and is_made and told.submit[job] == now:
            planned[job] = now
    return planned


def holds_before(machine: Machine, job: int, row: Row) -> bool:
    """Whether a job has its reservation of this pass before another is looked at: holders in their order, then others."""
    order = list(machine.reserved)
    return row.job not in order or order.index(job) < order.index(row.job)


def plans_of(rules: Rules, machine: Machine, row: Row) -> list[dict[int, float]]:
    """The plan; of holders, where jobs end at this instant that still run, with any of those who are planned for now on
    their processors, of whom there is no row before they start."""
    plan, told = plan_of(rules, machine, row), rules.told
    if told.policy not in ("selective", "slack_based") or all(told.end[job] > machine.now for job in machine.due):
        return [plan]
    silent = [job for job in machine.waiting if job not in machine.reserved and job != row.job]
    some = [jobs for count in range(3) for jobs in combinations(silent, count)]
    return [plan | dict.fromkeys(jobs, machine.now) for jobs in some]


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
    times = [earliest(rules, machine, plan, row.job) for plan in plans_of(rules, machine, row)]
    claim(row.shadow in times, "the earliest is", times)


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
    plans = [plan for plan in plans_of(rules, machine, row) if plan.get(row.blocker) == row.shadow]
    claim(plans, "that job's reservation is for", plan_of(rules, machine, row).get(row.blocker))
    shorts = [first_short(rules, machine, plan, row.job, machine.now) for plan in plans]
    asked = rules.told.requested[row.blocker]
    claim(any(row.shadow <= short < row.shadow + asked for short in shorts), "processors are first short at", shorts)


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
