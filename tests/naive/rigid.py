"""Plain twins of fcfs, easy and backfill: the rules written down as slowly and as obviously as they can be.

One loop for all three.  At an instant: all ends, then all submissions in the order of the rows, then one scheduling
pass; or all submissions and a pass, where there are any, then all ends and a pass.  The pass is a function of what is known then: the queue in order, the running jobs by their requested times,
and the free processors.  Nothing is kept from one pass to the next but the queue itself.

The rules are made of small parts (`reservation`, `may_pass`, ...), so that the deliberately wrong ones of
tests/wrong/rules.py differ from these by one part each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Job:
    """A rigid job; in closed loop `submit` is the earliest possible and counts only for campaigns without previous."""

    submit: int
    runtime: int
    requested_time: int
    processors: int = 1


@dataclass(frozen=True)
class Campaign:
    """Rows of jobs submitted together, `think_time` after campaign `previous` is complete (-1: at their submit)."""

    user: int
    rows: tuple[int, ...]
    previous: int = -1
    think_time: int = 0


@dataclass(frozen=True)
class Known:
    """What a scheduling pass may look at.  queue: rows in order of arrival; running: start of each row that runs."""

    now: int
    queue: list[int]
    running: dict[int, int]
    free: int


Rule = Callable[[Known, Sequence[Job]], list[int]]


@dataclass
class Outcome:
    """submit, start and end of every row of jobs, realized."""

    submit: dict[int, int]
    start: dict[int, int]
    end: dict[int, int]

    @property
    def starts(self) -> list[int]:
        return [self.start[row] for row in sorted(self.start)]


def run(
    rule: Rule, jobs: Sequence[Job], machine: int, campaigns: Sequence[Campaign] = (), ends_first: bool = True
) -> Outcome:
    """Simulate; with campaigns the arrivals are closed."""
    done = Outcome(submit=_first_submissions(jobs, campaigns), start={}, end={})
    queue: list[int] = []
    arrived: set[int] = set()
    ended: set[int] = set()
    while len(ended) < len(jobs):
        now = _next_instant(done, arrived, ended)
        if not ends_first and _arrive(done, queue, arrived, now):
            _pass(rule, jobs, machine, done, queue, ended, now)
        _end(done, ended, campaigns, now)
        _arrive(done, queue, arrived, now)
        _pass(rule, jobs, machine, done, queue, ended, now)
    return done


def _first_submissions(jobs: Sequence[Job], campaigns: Sequence[Campaign]) -> dict[int, int]:
    if not campaigns:
        return {row: job.submit for row, job in enumerate(jobs)}
    return {row: jobs[row].submit for campaign in campaigns if campaign.previous < 0 for row in campaign.rows}


def _next_instant(done: Outcome, arrived: set[int], ended: set[int]) -> int:
    submissions = [time for row, time in done.submit.items() if row not in arrived]
    ends = [time for row, time in done.end.items() if row not in ended]
    return min(submissions + ends)


def _end(done: Outcome, ended: set[int], campaigns: Sequence[Campaign], now: int) -> None:
    """Ends of this instant; a campaign that is complete with them releases its successor."""
    before = set(ended)
    ended.update(row for row, time in done.end.items() if time == now)
    for campaign in campaigns:
        previous = campaigns[campaign.previous].rows if campaign.previous >= 0 else ()
        if previous and ended.issuperset(previous) and not before.issuperset(previous):
            done.submit.update({row: now + campaign.think_time for row in campaign.rows})


def _arrive(done: Outcome, queue: list[int], arrived: set[int], now: int) -> bool:
    """Whether anybody did."""
    new = sorted(row for row, time in done.submit.items() if time == now and row not in arrived)
    queue.extend(new)
    arrived.update(new)
    return bool(new)


def _pass(
    rule: Rule, jobs: Sequence[Job], machine: int, done: Outcome, queue: list[int], ended: set[int], now: int
) -> None:
    running = {row: start for row, start in done.start.items() if row not in ended}
    free = machine - sum(jobs[row].processors for row in running)
    for row in rule(Known(now, list(queue), running, free), jobs):
        queue.remove(row)
        done.start[row] = now
        done.end[row] = now + jobs[row].runtime


def fcfs(known: Known, jobs: Sequence[Job]) -> list[int]:
    """In order; the first that does not fit stops everybody behind it."""
    chosen: list[int] = []
    free = known.free
    for row in known.queue:
        if jobs[row].processors > free:
            break
        chosen.append(row)
        free -= jobs[row].processors
    return chosen


def backfill(known: Known, jobs: Sequence[Job]) -> list[int]:
    """In order; whatever fits starts, nothing is reserved."""
    chosen: list[int] = []
    free = known.free
    for row in known.queue:
        if jobs[row].processors <= free:
            chosen.append(row)
            free -= jobs[row].processors
    return chosen


def latest_end(job: Job, start: int) -> int:
    """When a running job ends as far as is known."""
    return start + job.requested_time


def reservation(need: int, free: int, releases: list[tuple[int, int]]) -> tuple[int, int]:
    """(shadow, extra): when `need` processors are free, and what is then left over; releases: (when, processors).

    All that is released at the shadow instant counts.
    """
    for shadow in sorted({end for end, _ in releases}):
        free_then = free + sum(processors for end, processors in releases if end <= shadow)
        if free_then >= need:
            return shadow, free_then - need
    raise AssertionError("the job is wider than the machine")


def ends_in_time(end: int, shadow: int) -> bool:
    """Whether a job that ends then is out of the way of the reservation."""
    return end <= shadow


def spend(extra: int, processors: int) -> int:
    """What is left of `extra` after a job was let pass that runs beyond the shadow."""
    return extra - processors


def easy(
    known: Known, jobs: Sequence[Job], until=latest_end, reserve=reservation, in_time=ends_in_time, spending=spend
) -> list[int]:
    """Heads while they fit; then a reservation for the head, and whoever fits now and does not delay it.

    Mu'alem and Feitelson 2001: a job may pass if it ends by the shadow or takes no more than the extra processors.
    """
    chosen = fcfs(known, jobs)
    waiting = known.queue[len(chosen) :]
    if not waiting:
        return chosen
    free = known.free - sum(jobs[row].processors for row in chosen)
    on = known.running | {row: known.now for row in chosen}
    releases = [(until(jobs[row], start), jobs[row].processors) for row, start in on.items()]
    shadow, extra = reserve(jobs[waiting[0]].processors, free, releases)
    for row in waiting[1:]:
        job = jobs[row]
        if job.processors > free:
            continue
        if not in_time(known.now + job.requested_time, shadow):
            if job.processors > extra:
                continue
            extra = spending(extra, job.processors)
        chosen.append(row)
        free -= job.processors
    return chosen
