"""Plain twins of easy_sjbf, backfill_fair and the ordered queues: passes for the loop of rigid.py.

A queue that is ordered anew at each pass is a rule of rigid.py that is shown the waiting jobs in another order.
Priorities are Fractions, so that equal ones are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from tests.cases.strategies import Case
from tests.naive import rigid as naive
from tests.naive.rigid import Job, Known, Rule


def shortest_request(job: Job) -> int:
    """By what the jobs behind the head are tried in turn."""
    return job.requested_time


def easy_sjbf(known: Known, jobs: Sequence[Job], by: Callable[[Job], int] = shortest_request, **parts) -> list[int]:
    """EASY, the jobs behind the head ordered by requested time; equal ones in order of submission."""
    heads = len(naive.fcfs(known, jobs))
    behind = sorted(known.queue[heads + 1 :], key=lambda row: by(jobs[row]))
    return naive.easy(replace(known, queue=known.queue[: heads + 1] + behind), jobs, **parts)


# -- queues with an order of their own --------------------------------------------------------------------------------

Order = Callable[[Job, int], Fraction | int]  # of a job and its wait so far; the largest first

ORDERS: dict[str, Order] = {
    "sjf": lambda job, wait: -job.requested_time,
    "lpt": lambda job, wait: job.requested_time,
    "ljf": lambda job, wait: job.processors,
    "saf": lambda job, wait: -job.requested_time * job.processors,
    "wfp3": lambda job, wait: Fraction(wait, job.requested_time) ** 3 * job.processors,
}
PASSING: dict[str, Rule] = {"none": naive.fcfs, "easy": naive.easy, "any": naive.backfill}


class Ordered:
    """The queue in the order of a key, largest first, equal ones in order of submission."""

    def __init__(self, order: Order, rule: Rule):
        self.order, self.rule = order, rule
        self.submitted: dict[int, int] = {}  # there is a pass at every submission, so it is when we first see a job

    def __call__(self, known: Known, jobs: Sequence[Job]) -> list[int]:
        for row in known.queue:
            self.submitted.setdefault(row, known.now)
        queue = sorted(known.queue, key=lambda row: -self.key(jobs, row, known.now))  # sorted() keeps ties as they were
        return self.rule(replace(known, queue=queue), jobs)

    def key(self, jobs: Sequence[Job], row: int, now: int) -> Fraction | int:
        return self.order(jobs[row], now - self.submitted[row])


# -- the user who has waited most for what he got goes first ----------------------------------------------------------


class BackfillFair:
    """Whatever fits starts, in the order of (NUWT of the user over his completed jobs, highest first; submission).

    What a user waited and what he got are sums that only grow, but for the halvings: a completed job counts, from
    its end on, as often halved as there were halvings since.
    """

    def __init__(self, users: Sequence[int], new_user: float = 0, halving: int | None = None):
        self.users, self.new_user, self.halving = users, new_user, halving
        self.submitted: dict[int, int] = {}
        self.started: dict[int, int] = {}
        self.ended: dict[int, int] = {}

    def __call__(self, known: Known, jobs: Sequence[Job]) -> list[int]:
        for row in known.queue:
            self.submitted.setdefault(row, known.now)
        for row in self.started:
            if row not in known.running:
                self.ended.setdefault(row, known.now)  # there is a pass at every end
        priority = {user: self.priority(jobs, user, known.now) for user in {self.users[row] for row in known.queue}}
        queue = sorted(known.queue, key=lambda row: self.turn(priority[self.users[row]]))
        chosen = naive.backfill(replace(known, queue=queue), jobs)
        self.started.update({row: known.now for row in chosen})
        return chosen

    def turn(self, priority: float | Fraction) -> float | Fraction:
        """Smallest first."""
        return -priority

    def priority(self, jobs: Sequence[Job], user: int, now: int) -> float | Fraction:
        mine = self.counted(user)
        if not mine:
            return self.new_user
        waits = sum(self.weight(row, now) * (self.started[row] - self.submitted[row]) for row in mine)
        areas = sum(self.weight(row, now) * jobs[row].runtime * jobs[row].processors for row in mine)
        return Fraction(waits) / areas

    def counted(self, user: int) -> list[int]:
        """The jobs of a user that count."""
        return [row for row in self.ended if self.users[row] == user]

    def weight(self, row: int, now: int) -> Fraction:
        """A half for each halving in (end, now]: one at an instant comes before the ends of that instant."""
        return Fraction(1, 2 ** (self.halvings(now) - self.halvings(self.ended[row])))

    def halvings(self, now: int) -> int:
        """How many there were until then: at every multiple after the first submission of the workload."""
        return (now - min(self.submitted.values())) // self.halving if self.halving else 0


# -- solving a case ---------------------------------------------------------------------------------------------------


def users(case: Case) -> list[int]:
    """The user of each row."""
    return case.workload.jobs.user.tolist()


def by_rule(make: Callable[[Case], Rule], ends_first: bool = True) -> Callable[[Case], list[int]]:
    """Starts; make: a new rule for each case, for some remember what they saw."""
    return lambda case: naive.run(make(case), case.jobs, case.processors, case.campaigns, ends_first).starts


def fair(
    rules: type[BackfillFair] = BackfillFair, new_user: float = 0, halving: int | None = None
) -> Callable[[Case], list[int]]:
    """Starts by BF-FAIR, or by what differs from it by a part."""
    return by_rule(lambda case: rules(users(case), new_user, halving))
