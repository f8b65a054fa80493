"""A plain twin of the tabu search on a platform of several clusters: a move may carry a job into another one.

The search is that of tabu.py, the plan that of clusters.py.  What is written down here is what a move does
where a reservation is a start and a cluster; nothing is kept of a plan but these two, of every waiting job.
"""

from __future__ import annotations

from collections.abc import Iterable

from tests.cases.strategies import Case
from tests.naive import tabu as naive_tabu
from tests.naive.clusters import Conservative
from tests.naive.conservative import Taken, earliest
from tests.naive.queues import users

Place = tuple[int, int]  # (planned start, cluster)
Places = dict[int, Place]  # of the waiting jobs, by row


class Tabu(naive_tabu.Tabu, Conservative):
    """jobs, sizes of the clusters, campaigns; the rest as on one machine.  found: clusters of the plan last tried."""

    found: dict[int, int]

    def search(self) -> None:
        before, self.tabu = self.places(), self.at_first()
        for number in range(self.budget()):
            self.iterate(number + 1)
        for row in self.queue:
            if self.places()[row] != before[row]:
                self.promises.append((self.now, row, *self.places()[row]))

    def places(self) -> Places:
        return {row: (start, self.where[row]) for row, start in self.plan.items()}

    def take(self, new: dict[int, int]) -> None:
        super().take(new)
        self.where |= self.found

    def moved(self, row: int) -> dict[int, int]:
        """Planned starts after the move of a job; their clusters are in `found`."""
        new = self.places()
        before = new.pop(row)
        for other in self.followers(row):
            new[other] = self.forward(other, new.pop(other), new)
        new[row] = self.back(row, before, new)
        self.found = {other: cluster for other, (_, cluster) in new.items()}
        return {other: start for other, (start, _) in new.items()}

    def followers(self, row: int) -> list[int]:
        """Who may move forward when a job was taken out: those planned after it, in the order of the plan."""
        order = self.by_start(self.plan)
        return order[order.index(row) + 1 :]

    def forward(self, row: int, old: Place, others: Places) -> Place:
        """A job moves only to start earlier."""
        new = self.best(self.choices(row, others, range(len(self.sizes))))
        return new if new[0] < old[0] else old

    def back(self, row: int, old: Place, others: Places) -> Place:
        """Where the job that was taken out is put, whatever it had."""
        return self.best(self.choices(row, others, range(len(self.sizes))))

    def choices(self, row: int, others: Places, clusters: Iterable[int]) -> list[Place]:
        """The earliest start in each of the clusters that are large enough."""
        job = self.jobs[row]
        return [
            (earliest(job, self.now, self.held(cluster, others), self.sizes[cluster]), cluster)
            for cluster in clusters
            if job.processors <= self.sizes[cluster]
        ]

    def best(self, choices: list[Place]) -> Place:
        """The earliest, in the lowest cluster of several."""
        return min(choices)

    def held(self, cluster: int, others: Places) -> Taken:
        """Of a cluster: by running jobs, until as far as is known they end, and by other reservations."""
        running = [
            (start, self.until(row), self.jobs[row].processors)
            for row, start in self.done.start.items()
            if row not in self.ended and self.where[row] == cluster
        ]
        planned = [
            (start, start + self.jobs[row].requested_time, self.jobs[row].processors)
            for row, (start, there) in others.items()
            if there == cluster
        ]
        return running + planned


def search(case: Case, rules: type[Tabu] = Tabu, **params) -> Tabu:
    """The search after the run, for what it tells."""
    found = rules(case.jobs, case.clusters, case.campaigns, users=users(case), **params)
    found.run()
    return found
