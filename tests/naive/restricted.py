"""A plain twin of EASY that keeps off reserved processors: every processor has a number, and a time when it is free.

At an instant jobs end, then arrive.  Jobs start from the front of the queue while they fit, on the free processors of
lowest number.  The first that does not fit reserves as many processors as it needs: of those available at the earliest
time at which there are enough, the ones available last, and of these those of the highest numbers.  The others start,
in order, on free processors that are not reserved.  All of it is forgotten at the next instant.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.naive.rigid import Job


def solve(jobs: Sequence[Job], processors: int) -> list[int]:
    """Starts, by row of jobs."""
    start: dict[int, int] = {}
    holds: dict[int, list[int]] = {}  # row: its processors, while it runs
    queue: list[int] = []
    instants = {job.submit for job in jobs}
    while instants:
        now = min(instants)
        instants.remove(now)
        for row in [row for row in holds if start[row] + jobs[row].runtime <= now]:
            del holds[row]
        queue += [row for row, job in enumerate(jobs) if job.submit == now]
        for row in decide(jobs, processors, queue, holds, start, now):
            instants.add(now + jobs[row].runtime)
    return [start[row] for row in range(len(jobs))]


def decide(
    jobs: Sequence[Job], processors: int, queue: list[int], holds: dict[int, list[int]], start: dict[int, int], now: int
) -> list[int]:
    """Start whom it may concern; who was."""
    begun: list[int] = []

    def begin(row: int, allowed: list[int]) -> None:
        holds[row], start[row] = allowed[: jobs[row].processors], now
        queue.remove(row)
        begun.append(row)

    while queue and len(idle(processors, holds)) >= jobs[queue[0]].processors:
        begin(queue[0], idle(processors, holds))
    if queue:
        reserved = reservation(jobs, processors, holds, start, now, jobs[queue[0]].processors)
        for row in queue[1:]:
            allowed = [one for one in idle(processors, holds) if one not in reserved]
            if len(allowed) >= jobs[row].processors:
                begin(row, allowed)
    return begun


def idle(processors: int, holds: dict[int, list[int]]) -> list[int]:
    """Free processors by number."""
    taken = {one for held in holds.values() for one in held}
    return [one for one in range(processors) if one not in taken]


def reservation(
    jobs: Sequence[Job], processors: int, holds: dict[int, list[int]], start: dict[int, int], now: int, needed: int
) -> set[int]:
    """The processors kept for the head."""
    available = dict.fromkeys(range(processors), now)
    for row, held in holds.items():
        available |= dict.fromkeys(held, start[row] + jobs[row].requested_time)
    shadow = sorted(available.values())[needed - 1]
    there = [one for one in available if available[one] <= shadow]
    return set(sorted(there, key=lambda one: (available[one], one))[-needed:])
