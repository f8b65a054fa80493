"""Searches on clusters that are wrong on purpose, each by one part: see queues.py.

Most are mistakes in which cluster a job may go to, and in who moves when a job was taken out.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.naive import tabu as naive_tabu
from tests.naive.clustered_tabu import Place, Places, Tabu


class _MovesStayInside(Tabu):
    """The jobs behind move forward in their own cluster only."""

    def forward(self, row: int, old: Place, others: Places) -> Place:
        return min(old, *self.choices(row, others, [old[1]]))


class _BackInside(Tabu):
    """The job is put back into its own cluster."""

    def back(self, row: int, old: Place, others: Places) -> Place:
        return self.best(self.choices(row, others, [old[1]]))


class _HighestCluster(Tabu):
    """Of several clusters the last."""

    def best(self, choices: list[Place]) -> Place:
        return min(choices, key=lambda place: (place[0], -place[1]))


class _FirstLargeEnough(Tabu):
    """The first cluster with room for the job, whenever that is."""

    def best(self, choices: list[Place]) -> Place:
        return choices[0]


class _SmallestLargeEnough(Tabu):
    """Of several clusters the smallest."""

    def best(self, choices: list[Place]) -> Place:
        return min(choices, key=lambda place: (place[0], self.sizes[place[1]], place[1]))


class _ClustersNotTakenOver(Tabu):
    """The starts of a better plan, in the clusters of the plan before."""

    def take(self, new: dict[int, int]) -> None:
        naive_tabu.Tabu.take(self, new)


class _ClustersTakenOverAnyway(Tabu):
    """The clusters of every plan that was tried."""

    def moved(self, row: int) -> dict[int, int]:
        new = super().moved(row)
        self.where |= self.found
        return new


class _TiesMove(Tabu):
    """A job that can start no earlier goes to the lowest cluster where it starts as early."""

    def forward(self, row: int, old: Place, others: Places) -> Place:
        return min(old, self.best(self.choices(row, others, range(len(self.sizes)))))


class _StaysInItsCluster(Tabu):
    """The job that was taken out stays in its cluster where that is no worse."""

    def back(self, row: int, old: Place, others: Places) -> Place:
        choices = self.choices(row, others, range(len(self.sizes)))
        return min(choices, key=lambda place: (place[0], place[1] != old[1], place[1]))


class _AllMove(Tabu):
    """Jobs planned before it move, too."""

    def followers(self, row: int) -> list[int]:
        return [other for other in self.by_start(self.plan) if other != row]


class _OnlyItsClusterMoves(Tabu):
    """Of the jobs behind, only those in the cluster where processors became free."""

    def followers(self, row: int) -> list[int]:
        return [other for other in super().followers(row) if self.where[other] == self.where[row]]


class _ClusterByCluster(Tabu):
    """The jobs behind move in the order of their clusters."""

    def followers(self, row: int) -> list[int]:
        return sorted(super().followers(row), key=lambda other: self.where[other])


class _TiesByCluster(Tabu):
    """Of those planned for one instant, the one in the lowest cluster comes first in the order of the plan."""

    def by_start(self, plan: dict[int, int]) -> list[int]:
        return sorted(plan, key=lambda row: (plan[row], self.where[row], self.queue.index(row)))


class _InOrderOfSubmission(Tabu):
    """The jobs behind move in the order in which they came."""

    def followers(self, row: int) -> list[int]:
        return sorted(super().followers(row), key=self.queue.index)


class _EachFromTheOldPlan(Tabu):
    """A job that moves looks at where the others were planned when the search of the move began."""

    def forward(self, row: int, old: Place, others: Places) -> Place:
        return super().forward(row, old, {other: self.places()[other] for other in others})


class _PutBackFirst(Tabu):
    """The job is put back before the others move: it finds a place that may have been there all along."""

    def moved(self, row: int) -> dict[int, int]:
        old, others = self.places().pop(row), {other: place for other, place in self.places().items() if other != row}
        new = super().moved(row)
        start, cluster = self.back(row, old, others)
        self.found[row] = cluster
        return new | {row: start}


class _TellsStartsOnly(Tabu):
    """A reservation that goes to another cluster at the same time is not told."""

    def search(self) -> None:
        told, before = len(self.promises), dict(self.plan)
        super().search()
        self.promises[told:] = [promise for promise in self.promises[told:] if promise[2] != before[promise[1]]]


class Example(NamedTuple):
    """The wrong rules, and a case of plan_cases.clustered where they tell, with WAY."""

    rules: type[Tabu]
    seed: int


WAY = {"period": 10, "tabu_length": 2}

SEARCHES = {
    "moves stay in the cluster": Example(_MovesStayInside, 1),
    "put back into its own cluster": Example(_BackInside, 2),
    "highest of several clusters": Example(_HighestCluster, 28),
    "first cluster that is large enough": Example(_FirstLargeEnough, 1),
    "smallest of several clusters": Example(_SmallestLargeEnough, 28),
    "clusters are not taken over": Example(_ClustersNotTakenOver, 11),
    "clusters of every plan are taken over": Example(_ClustersTakenOverAnyway, 12),
    "moves to start as early in a lower cluster": Example(_TiesMove, 49),
    "put back into its own cluster if that is no later": Example(_StaysInItsCluster, 1),
    "jobs planned before it move": Example(_AllMove, 275),
    "only jobs of its cluster move": Example(_OnlyItsClusterMoves, 13),
    "cluster by cluster": Example(_ClusterByCluster, 7),
    "ties by cluster": Example(_TiesByCluster, 7),
    "in order of submission": Example(_InOrderOfSubmission, 4),
    "each from the old plan": Example(_EachFromTheOldPlan, 7),
    "put back before the others move": Example(_PutBackFirst, 2),
    "only changed starts are told": Example(_TellsStartsOnly, 33),
}
