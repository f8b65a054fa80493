"""What a row of the log of FairCamp may say where all jobs of a campaign are put on processors together.

Each processor has a queue.  Of an instant, what is over leaves, campaigns that are complete become ready, the next job
of each processor that became free starts; then, while a processor is free, all jobs of the campaign with the earliest
deadline are put on processors; then those who wait are told why.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from tests.topics.campaigns.log_verdicts import campaign_place
from tests.topics.campaigns.naive.faircamp import lpt
from tests.topics.campaigns.naive.modified_lpt import Machines
from tests.topics.campaigns.sentences import members, portion
from tests.why.reader import Row, Told
from tests.why.replay import Machine

Reason = tuple[str, int]  # rule, blocker


def contradictions_of_commit(told: Told) -> list[str]:
    """What is wrong with the rows of a log at the first instant at which anything is."""
    queues = Processors(told)
    for now, rows in groupby(told.log, key=lambda row: row.time):
        wrong = [f"{told.params} at {now}: {why}" for why in queues.contradictions(now, list(rows))]
        if wrong:
            return wrong
    return []


class Processors:
    """What each processor runs and will run, and the campaigns that wait."""

    def __init__(self, told: Told):
        self.told, self.machine = told, Machine(told, told.machine)
        self.runs: list[int] = [-1] * told.machine
        self.queues: list[list[int]] = [[] for _ in self.runs]
        self.came: set[int] = set()
        self.ready: list[int] = []  # campaigns, all jobs of which are submitted, and none on a processor
        self.reasons: dict[int, Reason] = {}  # last told of a job

    def contradictions(self, now: float, rows: list[Row]) -> Iterator[str]:
        """Goes through an instant; what its rows say that is not so."""
        ended = [row.job for row in rows if row.kind == "end"]
        begun, refused = ([row for row in rows if row.kind == kind] for kind in ("start", "skip"))
        freed = [self.runs.index(job) for job in ended]
        for place in freed:
            self.runs[place] = -1
        self.submit(now, [row.job for row in rows if row.kind == "arrive"])
        expected = list(self.starts(now, freed))
        if [(row.job, row.blocker, row.free, row.value) for row in begun] != expected:
            yield f"there start {expected}, not {begun}"
        if any((row.rule, row.needed) != ("earliest_deadline", 1) for row in begun):
            yield f"another rule of {begun}"
        for row in refused:
            if (row.rule, row.blocker) != self.reason(row.job) or (row.free, row.needed) != (self.free, 1):
                yield f"job {row.job} waits by {self.reason(row.job)} with {self.free} free, not {row}"
            self.reasons[row.job] = (row.rule, row.blocker)
        for job in self.came.difference(self.machine.due):
            if self.reasons.get(job) != self.reason(job):
                yield f"job {job} waits by {self.reason(job)}, and {self.reasons.get(job)} was told"

    @property
    def free(self) -> int:
        return self.runs.count(-1)

    def submit(self, now: float, jobs: list[int]) -> None:
        self.came |= set(jobs)
        told = self.told
        self.ready += {told.campaign[job] for job in jobs if self.came.issuperset(members(told, told.campaign[job]))}
        self.ready.sort(key=lambda campaign: campaign_place(self.machine, members(told, campaign)[0]))

    # -- starts

    def starts(self, now: float, freed: list[int]) -> Iterator[tuple[int, int, int, float]]:
        """(job, the first of the campaign that is next, processors free, its deadline) of each in turn."""
        yield from self.go_on(now, freed)
        while self.free and self.ready:
            self.commit(now, self.ready.pop(0))
            yield from self.go_on(now, range(len(self.runs)))

    def go_on(self, now: float, places: Iterator[int]) -> Iterator[tuple[int, int, int, float]]:
        for place in places:
            if self.runs[place] < 0 and self.queues[place]:
                job = self.queues[place].pop(0)
                yield job, self.next(), self.free, portion(self.told, job).deadline
                self.runs[place] = job
                self.machine.due[job] = now + self.told.requested[job]

    def next(self) -> int:
        """The first job of the first campaign that is ready; -1 none."""
        return self.in_order(self.ready[0])[0] if self.ready else -1

    def in_order(self, campaign: int) -> list[int]:
        """Its jobs as they are put on processors."""
        asked, order = self.told.requested, self.told.params["order"]
        sign = {"lpt": -1, "mlpt": -1, "spt": 1}.get(order, 0)
        return sorted(members(self.told, campaign), key=lambda job: (sign * asked[job], job))

    def commit(self, now: float, campaign: int) -> None:
        """Each job goes to the processor that is free first by requested times, or as modified LPT has it."""
        asked = self.told.requested
        left = [
            (self.machine.due[run] - now if run >= 0 else 0) + sum(asked[job] for job in queue)
            for run, queue in zip(self.runs, self.queues, strict=True)
        ]
        put = modified if self.told.params["order"] == "mlpt" else lpt
        for queue, jobs in zip(self.queues, put(left, self.in_order(campaign), asked), strict=True):
            queue += jobs

    # -- those who wait

    def reason(self, job: int) -> Reason:
        campaign = self.told.campaign[job]
        if not self.came.issuperset(members(self.told, campaign)):
            return "campaign_incomplete", -1
        if campaign not in self.ready:
            return "queued", next(run for run, queue in zip(self.runs, self.queues, strict=True) if job in queue)
        return ("no_free_processor", -1) if campaign == self.ready[0] else ("later_deadline", self.next())


def modified(left: list[float], jobs: list[int], asked: list[float]) -> list[list[int]]:
    """Jobs of each processor: times until processors are free are put on machines like jobs, one on each."""
    machines = Machines(len(left), {job: asked[job] for job in jobs})
    both = [(-time, 0, place) for place, time in enumerate(left)] + [(-asked[job], 1, job) for job in jobs]
    of: dict[int, int] = {}  # machine of each processor
    for length, is_job, number in sorted(both, key=lambda entry: entry[:2]):
        if is_job:
            machines.rows[machines.least()].append(number)
            continue
        before = [len(times) for times in machines.ready]
        if length:
            machines.put(-length)
        else:  # it takes no room, and nothing is exchanged for it
            place = min((place for place, count in enumerate(before) if not count), key=lambda q: (machines.load(q), q))
            machines.ready[place].append(0)
        of[number] = next(place for place, times in enumerate(machines.ready) if len(times) > before[place])
    return [sorted(machines.rows[of[place]], key=jobs.index) for place in range(len(left))]
