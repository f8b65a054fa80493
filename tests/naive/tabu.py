"""A plain twin of the tabu search on a conservative plan; what a plan is worth is told in Fractions.

Klusáček and Rudová 2012.  A move takes one job out, lets those planned after it move forward, and puts the job where
it fits then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor
from typing import NamedTuple

from tests.cases.strategies import Case
from tests.naive.conservative import Conservative
from tests.naive.queues import users
from tests.naive.rigid import Campaign, Job

LEAST = Fraction(1, 10**9)
ALL_ONES = 2**64 - 1


def splitmix64(seed: int) -> Callable[[], Fraction]:
    """Draws from 0 to 1 (Steele, Lea, Flood 2014): multiples of 2^-53."""
    state = seed & ALL_ONES

    def draw() -> Fraction:
        nonlocal state
        state = (state + 0x9E3779B97F4A7C15) & ALL_ONES
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & ALL_ONES
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & ALL_ONES
        z ^= z >> 31
        return Fraction(z >> 11, 2**53)

    return draw


class Worth(NamedTuple):
    """Means over the waiting jobs, and F over the users."""

    bounded_stretch: Fraction
    wait: Fraction
    response: Fraction
    unfairness: Fraction


class Iteration(NamedTuple):
    """One line of the search; job None: all were tabu."""

    time: int
    waiting: int
    iteration: int
    job: int | None
    accepted: bool
    weight: Fraction | None
    best: Worth


def mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


class Tabu(Conservative):
    """users: of each row; weights: of bounded stretch, wait, response and F."""

    def __init__(
        self,
        jobs: Sequence[Job],
        machine: int,
        campaigns: Sequence[Campaign] = (),
        *,
        users: Sequence[int],
        seed: int = 0,
        period: int = 300,
        iterations: float = 2,
        most: int = 200,
        tabu_length: int = 10,
        weights: Sequence[float] = (1, 1, 1, 1),
    ):
        super().__init__(jobs, machine, campaigns, "start")
        self.users, self.period, self.iterations, self.tabu_length = users, period, iterations, tabu_length
        self.most = most
        self.weights = [Fraction(weight) for weight in weights]
        self.draw = splitmix64(seed)
        self.tabu: list[int] = []
        self.told: list[Iteration] = []

    def events(self) -> list[int]:
        ticks = [self.now + self.period - (self.now - self.first) % self.period] if self.queue else []
        return super().events() + ticks

    def instant(self) -> None:
        super().instant()
        if self.ticks():
            self.search()
            self.start()

    def ticks(self) -> bool:
        """Whether it is time, and somebody waits."""
        return self.now > self.first and (self.now - self.first) % self.period == 0 and bool(self.queue)

    def search(self) -> None:
        before, self.tabu = dict(self.plan), self.at_first()
        for number in range(self.budget()):
            self.iterate(number + 1)
        for row in self.queue:
            if self.plan[row] != before[row]:
                self.promises.append((self.now, row, self.plan[row]))

    def at_first(self) -> list[int]:
        """What is tabu at the beginning of a tick."""
        return []

    def budget(self) -> int:
        """Iterations of this tick."""
        return min(self.most, floor(Fraction(self.iterations) * len(self.queue)))

    def iterate(self, number: int) -> None:
        candidates = [row for row in self.queue if row not in self.tabu]
        if not candidates:
            self.forget()
            self.tell(number, None, False, None)
            return
        row = candidates[floor(self.draw() * len(candidates))]
        new = self.moved(row)
        weight = self.better(self.worth(self.plan), self.worth(new))
        accepted = self.accept(weight)
        if accepted:
            self.take(new)
        self.tabu = [*self.tabu, row][-self.tabu_length :] if self.tabu_length else []
        self.tell(number, row, accepted, weight)

    def take(self, new: dict[int, int]) -> None:
        self.plan = new

    def forget(self) -> None:
        self.tabu = []

    def accept(self, weight: Fraction) -> bool:
        return weight > LEAST

    def tell(self, number: int, row: int | None, accepted: bool, weight: Fraction | None) -> None:
        self.told.append(Iteration(self.now, len(self.queue), number, row, accepted, weight, self.worth(self.plan)))

    def moved(self, row: int) -> dict[int, int]:
        """The plan after the move of a job."""
        order = self.by_start(self.plan)
        new = {other: start for other, start in self.plan.items() if other != row}
        for later in order[order.index(row) + 1 :]:
            del new[later]
            new[later] = self.place(later, new)
        new[row] = self.place(row, new)
        return new

    # -- what a plan is worth ---------------------------------------------------------------------------------------

    def better(self, best: Worth, new: Worth) -> Fraction:
        """Weighted sum of the relative improvements."""
        return sum(
            (weight * self.relative(b, n) for weight, b, n in zip(self.weights, best, new, strict=True)), Fraction(0)
        )

    @staticmethod
    def relative(best: Fraction, new: Fraction) -> Fraction:
        if best == 0:
            return Fraction(0 if new == 0 else -1)
        return (best - new) / best

    def worth(self, plan: dict[int, int]) -> Worth:
        waits = {row: Fraction(start - self.done.submit[row]) for row, start in plan.items()}
        responses = {row: wait + self.jobs[row].requested_time for row, wait in waits.items()}
        stretches = [max(Fraction(1), responses[row] / max(self.jobs[row].requested_time, 1)) for row in plan]
        return Worth(mean(stretches), mean(list(waits.values())), mean(list(responses.values())), self.unfairness(plan))

    def unfairness(self, plan: dict[int, int]) -> Fraction:
        """F: how far the users' waits per area are from each other."""
        known = self.known_users(plan)
        per_area = [self.per_area(user, plan) for user in sorted(known)]
        middle = mean(per_area)
        return sum(((middle - own) ** 2 for own in per_area), Fraction(0))

    def known_users(self, plan: dict[int, int]) -> set[int]:
        return {self.users[row] for row in self.arrived}

    def per_area(self, user: int, plan: dict[int, int]) -> Fraction:
        """NUWT over all jobs the user has submitted."""
        mine = [row for row in self.arrived if self.users[row] == user]
        starts = self.done.start | plan
        waits = sum(starts[row] - self.done.submit[row] for row in mine)
        return Fraction(waits, sum(self.time(row) * self.jobs[row].processors for row in mine))

    def time(self, row: int) -> int:
        """The runtime where it is known, because the job has ended."""
        return self.jobs[row].runtime if row in self.ended else self.jobs[row].requested_time


def search(case: Case, rules: type[Tabu] = Tabu, **params) -> Tabu:
    """The search after the run, for what it tells."""
    found = rules(case.jobs, case.processors, case.campaigns, users=users(case), **params)
    found.run()
    return found


def searched(rules: type[Tabu] = Tabu, **params) -> Callable[[Case], list[int]]:
    """Starts of a case; ticks are often, for the cases are short."""
    return lambda case: search(case, rules, **{"period": 3, "seed": 1} | params).done.starts
