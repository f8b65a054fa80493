"""Many equal tasks, which cannot be cut, on workers behind links that differ: as many as possible in a window.

Seen from the end of the window, the last task of a worker has to have arrived by T - work, the one before it by
T - work - max(transfer, work), and so on.  So a worker stands for one-task workers with these deadlines and one
length of message, and the question is how many messages one port can send in time.  Taking them by length, shortest
first, and keeping each with which all kept ones still arrive in time, is optimal.  The shortest window that holds n
tasks is found by bisection.

What is filled so are the holes of a schedule, with the runs of a multi-parametric job (section 7.2).

Source: Dutot et al. 2005, sections 3.1 and 7.2; Beaumont, Legrand and Robert 2002 (heterogeneous fork graphs), from
general knowledge; that taking the shortest is optimal is checked against all possibilities in the tests.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.errors import ParamError
from scheduler.topics.divisible.platform import Star, Worker
from scheduler.topics.divisible.timeline import COMPUTE, SEND, Piece, Timeline

SLACK = 1e-9  # of the window: a message that late is in time, for floats are rounded
HALVINGS = 60
MOST_TASKS = 500


class _Sent:
    """Messages that all arrive in time, in the order of their deadlines."""

    def __init__(self, most: int) -> None:
        self.count, self.worker = 0, np.zeros(most, np.int64)
        self.deadline, self.arrival = np.zeros(most), np.zeros(most)

    def add(self, worker: int, deadline: float, length: float, slack: float) -> bool:
        """Keep one more, if then all still arrive in time; whether they do."""
        n = self.count
        at = int(np.searchsorted(self.deadline[:n], deadline))
        arrival = (self.arrival[at - 1] if at else 0.0) + length
        late = self.arrival[at:n] + length > self.deadline[at:n] + slack
        if n == len(self.deadline) or arrival > deadline + slack or late.any():
            return False
        self.arrival[at + 1 : n + 1] = self.arrival[at:n] + length
        for kept, value in ((self.deadline, deadline), (self.worker, worker)):
            kept[at + 1 : n + 1] = kept[at:n]
            kept[at] = value
        self.arrival[at], self.count = arrival, n + 1
        return True


def within(workers: Sequence[Worker], window: float, most: int = MOST_TASKS) -> list[int]:
    """The worker of each task, in the order they are sent: as many as end within the window, at most `most`."""
    sent = _Sent(most)
    for place in sorted(range(len(workers)), key=lambda i: (workers[i].sending(1.0), workers[i].computing(1.0))):
        transfer, work = workers[place].sending(1.0), workers[place].computing(1.0)
        deadline = window - work
        while sent.add(place, deadline, transfer, SLACK * window):
            deadline -= max(transfer, work)
    return sent.worker[: sent.count].tolist()


def plan(star: Star, tasks: int) -> Timeline:
    """So many tasks, all over as early as possible.  Raises ParamError for too many."""
    if tasks > MOST_TASKS:
        raise ParamError(f"load = {tasks} tasks; wanted: at most {MOST_TASKS}.")
    chosen = [0] * tasks
    low, high = 0.0, timeline(star, chosen).completion
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        order = within(star.workers, middle, tasks)
        if len(order) < tasks:
            low = middle
        else:
            chosen, high = order, middle
        if high - low <= SLACK * high:
            break
    return timeline(star, chosen)


def timeline(star: Star, chosen: Sequence[int]) -> Timeline:
    """These tasks sent one after the other, each computed as soon as it and its worker are there."""
    pieces, port, free = [], 0.0, [0.0] * len(star.workers)
    for place in chosen:
        arrival = port + star.workers[place].sending(1.0)
        begin = max(arrival, free[place])
        free[place] = begin + star.workers[place].computing(1.0)
        pieces += [Piece(place, SEND, port, arrival, 1.0), Piece(place, COMPUTE, begin, free[place], 1.0)]
        port = arrival
    return Timeline(star, float(len(chosen)), tuple(pieces))
