"""A plain twin of gang scheduling: a matrix of time slots and processors, whose slots take turns on the machine.

A job gets its processors in the first slot, in order of their making, that has enough left; else in a new slot, put
last, if there are fewer than `most`; else it waits, and all behind it.  One slot has the machine: its jobs run.  After
`quantum` seconds the next slot in order has it, the first one after the last; so, too, when all jobs of the slot have
ended.  An empty slot is gone.  A slot alone keeps the machine; if its quantum is over when another one comes, that has
the machine at once.  At an instant: ends, submissions, then the turn.
Source: dfrs-2011, section 2, after Ousterhout: "tasks in a parallel job are executed during the same synchronized time
slices"; "in any time slice the use of any node is dedicated to a single application".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Job = tuple[int, int, int]  # submit, runtime, processors


@dataclass
class Slot:
    """Rows of its jobs that have not ended."""

    jobs: list[int] = field(default_factory=list)


@dataclass
class Result:
    """Pieces of each row, (begin, end); neighbors joined."""

    pieces: dict[int, list[tuple[int, int]]]


def run(jobs: Sequence[Job], processors: int, quantum: int, most: int) -> Result:
    """Second by second; times are whole."""
    slots: list[Slot] = []
    queue: list[int] = []
    left = {row: runtime for row, (_, runtime, _) in enumerate(jobs)}
    ran: dict[int, list[int]] = {row: [] for row in left}
    current, since, now = None, 0, 0
    while left:
        for row in [row for slot in slots for row in slot.jobs if left.get(row) == 0]:
            del left[row]
            next(slot for slot in slots if row in slot.jobs).jobs.remove(row)
        after = _after(slots, current)
        slots = [slot for slot in slots if slot.jobs]
        if current is not None and not current.jobs:
            current, since = next((slot for slot in after if slot.jobs), None), now
        queue += [row for row, job in enumerate(jobs) if job[0] == now]
        while queue and _placed(queue[0], jobs, processors, slots, most):
            queue.pop(0)
        if current is None and slots:
            current, since = slots[0], now
        if current is not None and len(slots) > 1 and now - since >= quantum:
            current, since = _after(slots, current)[0], now
        for row in current.jobs if current is not None else ():
            ran[row].append(now)
            left[row] -= 1
        now += 1
    return Result({row: _joined(seconds) for row, seconds in ran.items()})


def _after(slots: list[Slot], current: Slot | None) -> list[Slot]:
    """The other slots in the order of their turns."""
    if current is None:
        return slots
    at = next(i for i, slot in enumerate(slots) if slot is current)
    return slots[at + 1 :] + slots[:at]


def _placed(row: int, jobs: Sequence[Job], processors: int, slots: list[Slot], most: int) -> bool:
    for slot in slots:
        if sum(jobs[other][2] for other in slot.jobs) + jobs[row][2] <= processors:
            slot.jobs.append(row)
            return True
    if len(slots) < most:
        slots.append(Slot([row]))
        return True
    return False


def _joined(seconds: list[int]) -> list[tuple[int, int]]:
    pieces: list[tuple[int, int]] = []
    for second in seconds:
        if pieces and pieces[-1][1] == second:
            pieces[-1] = (pieces[-1][0], second + 1)
        else:
            pieces.append((second, second + 1))
    return pieces
