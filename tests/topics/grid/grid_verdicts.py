"""What a row of the log of best effort may say at its moment: who is killed, which run starts where, and why others wait.

The local jobs of a cluster are a queue of their own, whose rows are those of its policy on that cluster alone.  Of an
instant, what is over leaves and what is submitted joins the queue; then processors are taken from the grid and local
jobs start, which kills runs; then runs start; then those left are told why they wait.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from scheduler.params import checked
from scheduler.policies import all_policies
from tests.topics.grid.naive import fork
from tests.why.reader import Row, Told
from tests.why.replay import STARTS
from tests.why.verdicts import contradictions


def contradictions_of_best_effort(told: Told) -> list[str]:
    """What is wrong with the rows of a log: of those on runs, at the first instant at which anything is."""
    grid, wrong = Grid(told), [wrong for home in range(len(sizes(told))) for wrong in contradictions(local(told, home))]
    times = {row.time for row in told.log} | {time for one in grid.away for time in (one.begin, one.end)}
    for now in sorted(times):
        rows = [row for row in told.log if row.time == now]
        found = [f"{told.params} at {now}: {why}" for why in grid.contradictions(now, rows)]
        if found:
            return wrong + found
    return wrong


def sizes(told: Told) -> tuple[int, ...]:
    return told.clusters or (told.machine,)


def local(told: Told, home: int) -> Told:
    """The local jobs of a cluster alone, as a run of their policy."""
    part = copy.copy(told)
    part.machine, part.clusters, part.policy = sizes(told)[home], (), told.params["local"]
    part.params = checked(all_policies()[part.policy].params, None)
    part.log = [row for row in told.log if not told.grid[row.job] and told.home[row.job] == home]
    return part


class Away(NamedTuple):
    """Processors taken from the grid."""

    size: int
    cluster: int
    begin: float
    end: float


class Reason(NamedTuple):
    """Why a run waits."""

    rule: str
    free: int
    blocker: int = -1
    shadow: float = inf


class Grid:
    """The clusters, and the queue of runs."""

    def __init__(self, told: Told):
        self.told, self.clusters, marks, links = told, range(len(sizes(told))), told.made.marks, told.made.links
        self.idle = list(sizes(told))  # by cluster; fewer than none where local jobs use processors that are away
        self.due: list[dict[int, float]] = [{} for _ in self.idle]  # of its local jobs that run: end by requested time
        self.apply: list[set[int]] = [set() for _ in self.idle]  # local jobs that wait
        self.runs: list[dict[int, float]] = [{} for _ in self.idle]  # runs that run, as they started: since when
        self.queue: list[int] = []
        self.sending, self.sent = -inf, -1  # until when the server sends, and the run it sent last
        self.reasons: dict[int, tuple[str, int]] = {}  # rule and blocker last told of a run
        self.speeds = [1.0] * len(self.idle) if links is None else links.speed.tolist()
        self.transfers = [0.0] * len(self.idle) if links is None else links.transfer.tolist()
        self.away = [] if marks is None else [Away(*one) for one in taken(told.params["away"])]

    def contradictions(self, now: float, rows: list[Row]) -> Iterator[str]:
        """Goes through an instant; what its rows on runs say that is not so."""
        mine = [row for row in rows if self.told.grid[row.job]]
        killed, begun, refused = ([row for row in mine if row.kind == kind] for kind in ("kill", "start", "skip"))
        self.leave(now, rows)
        expected = list(self.make_room(now, [row for row in rows if row.kind in STARTS and row not in mine]))
        if [(row.job, row.rule, row.blocker, row.free, row.needed, row.value) for row in killed] != expected:
            yield f"killed are {expected}, not {killed}"
        for row in begun:
            run, cluster = self.queue[0] if self.queue else -1, self.target(now)
            rule = "packed_in_fork" if self.told.params["filling"] == "fork" else "fills_hole"
            expected_start = (run, cluster, rule, self.idle[cluster], 1, -1)
            if (row.job, row.value, row.rule, row.free, row.needed, row.blocker) != expected_start:
                yield f"run {run} starts in {cluster} with {self.idle[cluster]} idle, not {row}"
                return
            self.start(now, row.job, int(row.value))
        if self.target(now) >= 0:
            yield f"run {self.queue[0]} could start in {self.target(now)}"
        yield from self.waits(now, refused)

    def leave(self, now: float, rows: list[Row]) -> None:
        """Who is over leaves, who is submitted joins; processors come back."""
        told = self.told
        for row in rows:
            home = told.home[row.job]
            if row.kind == "arrive":
                self.queue = sorted({*self.queue, row.job}) if told.grid[row.job] else self.queue
                if not told.grid[row.job]:
                    self.apply[home].add(row.job)
            elif row.kind == "end" and told.grid[row.job]:
                cluster = next(one for one in self.clusters if row.job in self.runs[one])
                self.idle[cluster] += 1
                del self.runs[cluster][row.job]
            elif row.kind == "end":
                self.idle[home] += told.needed[row.job]
                del self.due[home][row.job]
        for one in self.away:
            self.idle[one.cluster] += one.size if one.end == now else 0

    # -- kills

    def make_room(self, now: float, starts: list[Row]) -> Iterator[tuple[int, str, int, int, int, float]]:
        """Processors are taken away, and local jobs start in the order of their rows: who is killed, and what is told."""
        for one in self.away:
            if one.begin == now:
                self.idle[one.cluster] -= one.size
                yield from self.kill(now, one.cluster, 0, 1, "taken_away", -1)
        for job in sorted(row.job for row in starts):
            home, size = self.told.home[job], self.told.needed[job]
            yield from self.kill(now, home, size, size, "local_start", job)
            self.idle[home] -= size
            self.apply[home].remove(job)
            self.due[home][job] = now + self.told.requested[job]

    def kill(
        self, now: float, cluster: int, enough: int, needed: int, rule: str, killer: int
    ) -> Iterator[tuple[int, str, int, int, int, float]]:
        runs = self.runs[cluster]
        last = self.told.params["kill"] == "youngest"
        while self.idle[cluster] < enough and runs:
            run = max(runs, key=lambda one: (runs[one], one)) if last else min(runs, key=lambda one: (runs[one], one))
            yield (run, rule, killer, self.idle[cluster], needed, now - runs.pop(run))
            self.idle[cluster] += 1
            self.queue = sorted({*self.queue, run})
            self.reasons.pop(run, None)

    # -- starts

    def until(self, cluster: int) -> float:
        """Before that no local job is expected to start there."""
        return min(self.due[cluster].values(), default=inf) if self.apply[cluster] else inf

    def takes(self, run: int, cluster: int, seconds: float) -> float:
        return self.transfers[cluster] + seconds / self.speeds[cluster]

    def target(self, now: float) -> int:
        """The cluster in which the first run may start; -1 none."""
        if not self.queue or self.sending > now:
            return -1
        run, filling = self.queue[0], self.told.params["filling"]
        asked = self.told.requested[run]
        if filling == "fork":
            works = [asked / speed for speed in self.speeds]
            windows = [self.until(cluster) - now for cluster in self.clusters]
            return fork.first([max(one, 0) for one in self.idle], windows, self.transfers, works, len(self.queue))
        return next(
            (
                one
                for one in self.clusters
                if self.idle[one] > 0 and (filling == "now" or now + self.takes(run, one, asked) <= self.until(one))
            ),
            -1,
        )

    def start(self, now: float, run: int, cluster: int) -> None:
        self.queue.remove(run)
        self.idle[cluster] -= 1
        self.runs[cluster][run] = now
        self.sending, self.sent = now + self.transfers[cluster], run

    # -- those who wait

    def waits(self, now: float, refused: list[Row]) -> Iterator[str]:
        """What is told of those left; and whoever waits for another reason than was told last is told of."""
        for row in refused:
            reason = self.reason(now, row.job) if row.job in self.queue else None
            seen = Reason(row.rule, row.free, row.blocker, row.shadow if row.shadow == row.shadow else inf)
            if seen != reason or row.needed != 1:
                yield f"run {row.job} waits by {reason}, not {row}"
            self.reasons[row.job] = (row.rule, row.blocker)
        for run in self.queue:
            if self.reasons.get(run) != (self.reason(now, run).rule, self.reason(now, run).blocker):
                yield f"run {run} waits by {self.reason(now, run)}, and {self.reasons.get(run)} was told"

    def reason(self, now: float, run: int) -> Reason:
        idle = sum(max(one, 0) for one in self.idle)
        if idle == 0:
            return Reason("no_hole", 0)
        if self.sending > now:
            return Reason("server_busy", idle, self.sent if self.sent != run else -1, self.sending)
        if run == self.queue[0]:
            return Reason("window_short", idle, -1, max(self.until(one) for one in self.clusters if self.idle[one] > 0))
        return Reason("behind_run", idle, self.queue[0])


def taken(text: str) -> Iterator[tuple[int, int, float, float]]:
    """(processors, cluster, from, to) of each that is taken away."""
    for entry in text.split(","):
        size, cluster, times = entry.split(":")
        begin, end = times.split("-")
        yield int(size), int(cluster) - 1, float(begin), float(end)
