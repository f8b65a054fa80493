"""A plain twin of best-effort grid runs: the rules by events, as slowly and as obviously as they can be.

Every cluster's local jobs are scheduled by the twin of its policy (rigid.py), on their own.  Then time goes through all
instants at which something happens: ends, submissions, local starts with their kills, runs that start.  The rules are
small parts (`victim`, `may_start`, `back`), so that wrong ones differ by one part each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tests.naive import rigid as naive
from tests.naive.rigid import Job, Rule


@dataclass(frozen=True)
class Piece:
    """A run on a processor of a cluster; killer: the local job that made it leave, -1 none did (it ended, or had to go)."""

    begin: int
    end: int
    cluster: int
    killer: int = -1


@dataclass
class Grid:
    """What is known: starts of local jobs by row, pieces of runs by row, and who runs and waits now."""

    sizes: Sequence[int]
    jobs: Sequence[Job]
    homes: Sequence[int]
    start: dict[int, int]
    pieces: dict[int, list[Piece]]
    running: dict[int, tuple[int, int]] = field(default_factory=dict)  # run -> (begin, cluster)
    queue: list[int] = field(default_factory=list)
    done: set[int] = field(default_factory=set)
    away: Sequence[tuple[int, int, int, int]] = ()  # processors, cluster, from, to: not there for runs
    speeds: Sequence[Fraction] = ()
    transfers: Sequence[Fraction] = ()
    sent: Fraction = Fraction(-1)  # until when the server sends

    def takes(self, seconds: int, cluster: int) -> Fraction:
        """How long a run of so many seconds is in a cluster, its data being sent at first."""
        return (self.transfers[cluster] if self.transfers else 0) + Fraction(seconds) / (
            self.speeds[cluster] if self.speeds else 1
        )

    def local(self, cluster: int) -> list[int]:
        return [row for row, home in enumerate(self.homes) if home == cluster]

    def busy(self, cluster: int, now: int) -> list[int]:
        """Local jobs that run."""
        return [row for row in self.local(cluster) if self.start[row] <= now < self.start[row] + self.jobs[row].runtime]

    def idle(self, cluster: int, now: int) -> int:
        runs = sum(where == cluster for _, where in self.running.values())
        gone = sum(size for size, where, begin, end in self.away if where == cluster and begin <= now < end)
        return self.sizes[cluster] - sum(self.jobs[row].processors for row in self.busy(cluster, now)) - gone - runs

    def in_cluster(self, cluster: int) -> list[int]:
        """Runs that run there."""
        return [run for run, (_, where) in self.running.items() if where == cluster]


Victim = Callable[[Grid, list[int]], int]
MayStart = Callable[[Grid, int, int, int], bool]
Back = Callable[[Grid, int], None]
Where = Callable[[Grid, int, int, MayStart], int]


def youngest(grid: Grid, runs: list[int]) -> int:
    return max(runs, key=lambda run: (grid.running[run][0], run))


def oldest(grid: Grid, runs: list[int]) -> int:
    return min(runs, key=lambda run: (grid.running[run][0], run))


def now_(grid: Grid, run: int, cluster: int, now: int) -> bool:
    return True


def window(grid: Grid, run: int, cluster: int, now: int) -> bool:
    """Over, as requested, before a running local job is, as requested, if a local job waits here."""
    if not any(grid.jobs[row].submit <= now < grid.start[row] for row in grid.local(cluster)):
        return True
    ends = [grid.start[row] + grid.jobs[row].requested_time for row in grid.busy(cluster, now)]
    return all(now + grid.takes(grid.jobs[run].requested_time, cluster) <= end for end in ends)


def first_that_may(grid: Grid, run: int, now: int, may_start: MayStart) -> int:
    """The first cluster with an idle processor in which it may start; -1 none."""
    return next(
        (
            cluster
            for cluster in range(len(grid.sizes))
            if grid.idle(cluster, now) > 0 and may_start(grid, run, cluster, now)
        ),
        -1,
    )


def in_order(grid: Grid, run: int) -> None:
    grid.queue.append(run)
    grid.queue.sort()


def solve(
    sizes: Sequence[int],
    jobs: Sequence[Job],
    homes: Sequence[int],
    rule: Rule = naive.easy,
    victim: Victim = youngest,
    may_start: MayStart = now_,
    back: Back = in_order,
    away: Sequence[tuple[int, int, int, int]] = (),
    speeds: Sequence[Fraction] = (),
    transfers: Sequence[Fraction] = (),
    where: Where = first_that_may,
) -> Grid:
    """The whole schedule; rows of jobs are in the order of submission."""
    grid = Grid(
        sizes,
        jobs,
        homes,
        {},
        {row: [] for row, home in enumerate(homes) if home < 0},
        away=away,
        speeds=speeds,
        transfers=transfers,
    )
    for cluster, size in enumerate(sizes):
        rows = grid.local(cluster)
        if rows:
            grid.start |= dict(zip(rows, naive.run(rule, [jobs[row] for row in rows], size).starts, strict=True))
    came: set[int] = set()
    last = -1
    while len(grid.done) < len(grid.pieces):
        last = min(time for time in _instants(grid) if time > last)
        _end(grid, last)
        new = [run for run in grid.pieces if jobs[run].submit <= last and run not in came]
        came |= set(new)
        grid.queue += new
        _kill(grid, last, victim, back)
        _fill(grid, last, may_start, where)
    return grid


def _instants(grid: Grid) -> list[int]:
    """All instants at which something may happen, as far as is known."""
    times = [job.submit for job in grid.jobs]
    times += [at for row, start in grid.start.items() for at in (start, start + grid.jobs[row].runtime)]
    times += [at for _, _, begin, end in grid.away for at in (begin, end)]
    return times + [grid.sent] + [_over(grid, run) for run in grid.running]


def _over(grid: Grid, run: int) -> Fraction:
    begin, cluster = grid.running[run]
    return begin + grid.takes(grid.jobs[run].runtime, cluster)


def _end(grid: Grid, now: int) -> None:
    for run, (begin, cluster) in list(grid.running.items()):
        if _over(grid, run) == now:
            del grid.running[run]
            grid.done.add(run)
            grid.pieces[run].append(Piece(begin, now, cluster))


def _kill(grid: Grid, now: int, victim: Victim, back: Back) -> None:
    """Processors are taken away; then local jobs start in the order of their rows, each taking its share.

    idle() counts all that start now as running.
    """
    for cluster in range(len(grid.sizes)):
        starting = [row for row in grid.local(cluster) if grid.start[row] == now]
        later = sum(grid.jobs[row].processors for row in starting)
        killed_for(grid, cluster, now, later, -1, victim, back)
        for row in starting:
            later -= grid.jobs[row].processors
            killed_for(grid, cluster, now, later, row, victim, back)


def killed_for(grid: Grid, cluster: int, now: int, later: int, killer: int, victim: Victim, back: Back) -> None:
    """Runs leave until nobody lacks a processor, but for `later` of jobs whose turn comes, or no run is left."""
    while grid.idle(cluster, now) + later < 0 and grid.in_cluster(cluster):
        run = victim(grid, grid.in_cluster(cluster))
        begin, _ = grid.running.pop(run)
        grid.pieces[run].append(Piece(begin, now, cluster, killer))
        back(grid, run)


def _fill(grid: Grid, now: int, may_start: MayStart, where: Where) -> None:
    while grid.queue and grid.sent <= now:
        run = grid.queue[0]
        cluster = where(grid, run, now, may_start)
        if cluster < 0:
            return
        grid.queue.pop(0)
        grid.running[run] = now, cluster
        grid.sent = now + (grid.transfers[cluster] if grid.transfers else 0)
