"""A plain twin of work exchange between clusters: rounds of own queues and one taken job, from the rules.

Nothing is kept between rounds but who waits where and who runs where.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf

from tests.naive.rigid import Job


@dataclass(frozen=True)
class Rules:
    """easy: else first come, first served; donor: how queues are ranked (wrong ones differ)."""

    easy: bool = True
    runs_only: bool = False
    depth: int = 1_000
    newest_queue_first: bool = False
    may_delay: bool = False
    credit: float = inf  # what a cluster may owe
    never_paid_back: bool = False
    consensus: bool = False
    speeds: Sequence[Fraction] = ()


@dataclass
class Place:
    """A cluster: its size, who waits, and who runs since when."""

    size: int
    queue: list[int] = field(default_factory=list)
    running: dict[int, int] = field(default_factory=dict)
    owed: int = 0  # by the others, less what it owes them
    speed: Fraction = Fraction(1)
    factor: Sequence[Fraction] = ()  # of every job: the speed its times are for

    def takes(self, seconds: int, row: int) -> Fraction:
        return seconds * self.factor[row] / self.speed

    def load(self, jobs: Sequence[Job], now: int) -> Fraction:
        """What runs and waits here, by requested times, over the processors."""
        left = sum(
            jobs[row].processors * (start + self.takes(jobs[row].requested_time, row) - now)
            for row, start in self.running.items()
        )
        return (left + sum(self.area(row, jobs) for row in self.queue)) / Fraction(self.size)

    def area(self, row: int, jobs: Sequence[Job]) -> Fraction:
        return jobs[row].processors * self.takes(jobs[row].requested_time, row)

    def free(self, jobs: Sequence[Job]) -> int:
        return self.size - sum(jobs[row].processors for row in self.running)

    def reservation(self, jobs: Sequence[Job]) -> tuple[int, int]:
        """(shadow, extra) of the first job, which does not fit now."""
        needed = jobs[self.queue[0]].processors
        ends = {row: start + self.takes(jobs[row].requested_time, row) for row, start in self.running.items()}
        for shadow in sorted(ends.values()):
            held = sum(jobs[row].processors for row, end in ends.items() if end > shadow)
            if self.size - held >= needed:
                return shadow, self.size - held - needed
        raise AssertionError("a job wider than its cluster")

    def may(self, row: int, jobs: Sequence[Job], now: int, rules: Rules) -> bool:
        """Whether a job that stands behind all that wait here may start."""
        job = jobs[row]
        if job.processors > self.free(jobs):
            return False
        if not self.queue or rules.may_delay:
            return True
        if not rules.easy:
            return False
        shadow, extra = self.reservation(jobs)
        return now + self.takes(job.requested_time, row) <= shadow or job.processors <= extra


def dealt(sizes: Sequence[int], homes: Sequence[int]) -> list[int]:
    """The cluster of each job: its home, or of runs as many in a row as a cluster has processors."""
    turns = [cluster for cluster, size in enumerate(sizes) for _ in range(size)]
    runs = iter(range(len(homes)))
    return [home if home >= 0 else turns[next(runs) % len(turns)] for home in homes]


def solve(
    sizes: Sequence[int], jobs: Sequence[Job], homes: Sequence[int], rules: Rules = Rules()
) -> list[tuple[int, int]]:
    """(start, cluster) of every job."""
    speeds = rules.speeds or [Fraction(1)] * len(sizes)
    factor = [speeds[home] if home >= 0 else Fraction(1) for home in homes]
    places, where = (
        [Place(size, speed=speed, factor=factor) for size, speed in zip(sizes, speeds, strict=True)],
        dealt(sizes, homes),
    )
    found: dict[int, tuple[int, int]] = {}
    now, came = -1, 0
    while len(found) < len(jobs) or any(place.running for place in places):
        ends = [start + place.takes(jobs[row].runtime, row) for place in places for row, start in place.running.items()]
        now = min(time for time in [*ends, *(job.submit for job in jobs)] if time > now)
        for place in places:
            place.running = {
                row: start for row, start in place.running.items() if start + place.takes(jobs[row].runtime, row) > now
            }
        while came < len(jobs) and jobs[came].submit <= now:
            places[where[came]].queue.append(came)
            came += 1
        _settle(places, jobs, homes, now, rules, found)
    return [found[row] for row in range(len(jobs))]


def _settle(
    places: list[Place],
    jobs: Sequence[Job],
    homes: Sequence[int],
    now: int,
    rules: Rules,
    found: dict[int, tuple[int, int]],
) -> None:
    while True:
        for number, place in enumerate(places):
            _own(place, number, jobs, now, rules, found)
        if rules.consensus:
            if not _agree(places, jobs, homes, now, rules):
                return
        elif not any(_take(places, number, jobs, homes, now, rules, found) for number in range(len(places))):
            return


def _agree(places: list[Place], jobs: Sequence[Job], homes: Sequence[int], now: int, rules: Rules) -> bool:
    """Whether any job moved to another queue."""
    moved = False
    while (move := _move(places, jobs, homes, now, rules)) is not None:
        giver, taker, row = move
        giver.queue.remove(row)
        taker.queue.append(row)
        price = jobs[row].processors * jobs[row].requested_time if homes[row] >= 0 else 0
        giver.owed -= price
        taker.owed += price
        moved = True
    return moved


def _move(
    places: list[Place], jobs: Sequence[Job], homes: Sequence[int], now: int, rules: Rules
) -> tuple[Place, Place, int] | None:
    loads = [place.load(jobs, now) for place in places]
    down, up = (sorted(range(len(places)), key=lambda number: (sign * loads[number], number)) for sign in (-1, 1))
    for giver in down:
        for taker in up:
            a, b = places[giver], places[taker]
            better = []
            for row in a.queue[: 1 + rules.depth] if giver != taker else []:
                after = loads[giver] - a.area(row, jobs) / a.size, loads[taker] + b.area(row, jobs) / b.size
                lent = homes[row] < 0 or (
                    not rules.runs_only and jobs[row].processors * jobs[row].requested_time - a.owed <= rules.credit
                )
                if lent and jobs[row].processors <= b.size and max(after) < max(loads[giver], loads[taker]):
                    better.append(row)
            if better:
                return a, b, better[-1]
    return None


def _begin(source: Place, place: Place, number: int, row: int, now: int, found: dict[int, tuple[int, int]]) -> None:
    source.queue.remove(row)
    place.running[row] = now
    found[row] = now, number


def _own(
    place: Place, number: int, jobs: Sequence[Job], now: int, rules: Rules, found: dict[int, tuple[int, int]]
) -> None:
    while place.queue and jobs[place.queue[0]].processors <= place.free(jobs):
        _begin(place, place, number, place.queue[0], now, found)
    if rules.easy:
        for row in place.queue[1 : 1 + rules.depth]:
            if place.may(row, jobs, now, Rules()):
                _begin(place, place, number, row, now, found)


def _take(
    places: list[Place],
    number: int,
    jobs: Sequence[Job],
    homes: Sequence[int],
    now: int,
    rules: Rules,
    found: dict[int, tuple[int, int]],
) -> bool:
    place = places[number]
    others = sorted(
        (other for other in places if other is not place and other.queue),
        key=lambda other: other.queue[0],
        reverse=rules.newest_queue_first,
    )
    for other in others:
        for row in other.queue[: 1 + rules.depth]:
            price = jobs[row].processors * jobs[row].requested_time if homes[row] >= 0 else 0
            lent = homes[row] < 0 or (not rules.runs_only and price - other.owed <= rules.credit)
            if lent and place.may(row, jobs, now, rules):
                other.owed -= price
                place.owed += 0 if rules.never_paid_back else price
                _begin(other, place, number, row, now, found)
                return True
    return False
