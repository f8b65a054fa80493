"""A plain twin of the policy by formula: the text is evaluated by Python itself, the rules are loops over what is known.

A formula is Python on purpose, so that eval() of the tests can read it; numbers are numpy's, which divide by zero.
Reservations are lists of [begin, end, processors); the earliest gap is looked for at every instant at which one ends.
On several clusters a job starts in the lowest one it fits into beside the reservations, which are of one cluster each.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np

from tests.naive.rigid import Job, Known

FUNCTIONS = {
    "min": lambda *values: reduce(np.minimum, values),
    "max": lambda *values: reduce(np.maximum, values),
    "abs": abs,
    "sqrt": np.sqrt,
    "exp": np.exp,
    "log": np.log,
    "log2": np.log2,
    "log10": np.log10,
    "float64": np.float64,
    "floor": np.floor,
    "__builtins__": {},
}
Function = Callable[[dict[str, float]], float]


def python(text: str) -> Function:
    """A formula as a function of its names."""
    code = compile(ast.fix_missing_locations(_Numbers().visit(ast.parse(text, mode="eval"))), "formula", "eval")
    return lambda names: eval(code, FUNCTIONS, names)


class _Numbers(ast.NodeTransformer):
    """Makes every number of a formula one of numpy's."""

    def visit_Constant(self, node: ast.Constant) -> ast.Call:
        return ast.Call(ast.Name("float64", ast.Load()), [node], [])


class ByFormula:
    """A rule for the loop of rigid.py: `priority`, highest first, nan last; `may_start`; who may pass a blocked job."""

    def __init__(
        self,
        priority: str | Function,
        machine: int,
        users: Sequence[int],
        passing: str = "none",
        reservations: int = 1,
        may_start: str | Function = "1",
        behind: str | None = None,
        half_life: float | None = None,
    ):
        self.priority = python(priority) if isinstance(priority, str) else priority
        self.may_start = python(may_start) if isinstance(may_start, str) else may_start
        self.behind = self.priority if behind is None else python(behind)
        self.machine, self.users, self.passing, self.half_life = machine, users, passing, half_life
        self.reservations = {"easy": 1, "reservations": reservations, "conservative": len(users)}.get(passing, 0)
        self.left_out = 0  # at the last pass, by the condition
        self.submitted: dict[int, float] = {}
        self.started: dict[int, float] = {}
        self.ended: dict[int, float] = {}

    def __call__(self, known: Known, jobs: Sequence[Job]) -> list[int]:
        for row in known.queue:
            self.submitted.setdefault(row, known.now)
        for row in self.started:
            if row not in known.running:
                self.ended.setdefault(row, known.now)
        keys = {row: self.key(known, jobs, row, self.priority) for row in known.queue}
        chosen = self.chosen(known, jobs, sorted(known.queue, key=keys.get))
        self.started.update(dict.fromkeys(chosen, known.now))
        return chosen

    def key(self, known: Known, jobs: Sequence[Job], row: int, order: Function, chosen: Sequence[int] = ()) -> float:
        with np.errstate(all="ignore"):
            value = float(order(self.names(known, jobs, row, list(chosen))))
        return np.inf if np.isnan(value) else -value

    def names(self, known: Known, jobs: Sequence[Job], row: int, chosen: list[int]) -> dict[str, float]:
        """What is so when `chosen` have started at this pass."""
        job, user, now = jobs[row], self.users[row], known.now
        running = [*known.running, *chosen]
        waiting = [other for other in known.queue if other not in chosen]
        busy = sum(jobs[other].processors for other in running)
        mine = [other for other in {*self.started, *running} if self.users[other] == user]
        names = {
            "submit": self.submitted[row],
            "processors": job.processors,
            "requested_time": job.requested_time,
            "area": job.requested_time * job.processors,
            "user": user + 1,
            "number": row + 1,
            "wait": now - self.submitted[row],
            "now": now,
            "hour": now % 86400 / 3600,
            "free": self.machine - busy,
            "machine": self.machine,
            "load": 1 - (self.machine - busy) / self.machine,
            "queue_length": len(waiting),
            "user_running": sum(jobs[other].processors for other in running if self.users[other] == user),
            "user_waiting": sum(self.users[other] == user for other in waiting),
            "user_used": sum(
                jobs[other].processors * self.weighted(self.started.get(other, now), self.ended.get(other, now), now)
                for other in mine
            ),
        }
        return {name: np.float64(value) for name, value in names.items()}

    def weighted(self, begin: float, end: float, now: float) -> float:
        """The length of [begin, end), each instant by its age: half for every half-life."""
        if self.half_life is None:
            return end - begin
        rate = np.log(2) / self.half_life
        return (np.exp(-rate * (now - end)) - np.exp(-rate * (now - begin))) / rate

    def chosen(self, known: Known, jobs: Sequence[Job], queue: list[int]) -> list[int]:
        chosen: list[int] = []
        blocked = self.left_out = 0
        taken = [
            (known.now, start + jobs[row].requested_time, jobs[row].processors) for row, start in known.running.items()
        ]
        queue = list(queue)
        while queue:
            row = queue.pop(0)
            if blocked and self.passing == "none":
                break
            if not self.allowed(known, jobs, row, chosen):
                self.left_out += 1
                continue
            size, length = jobs[row].processors, jobs[row].requested_time
            free = self.names(known, jobs, row, chosen)["free"]
            gap = self.earliest(taken, known.now, size, length)
            if size <= free and gap == known.now:
                chosen.append(row)
                taken.append((known.now, known.now + length, size))
                continue
            blocked += 1
            if blocked == 1 and self.behind is not self.priority:
                queue.sort(
                    key=lambda other: (self.key(known, jobs, other, self.behind, chosen), known.queue.index(other))
                )
            if blocked <= self.reservations:
                taken.append((gap, gap + length, size))
        return chosen

    def allowed(self, known: Known, jobs: Sequence[Job], row: int, chosen: list[int]) -> bool:
        with np.errstate(all="ignore"):
            value = float(self.may_start(self.names(known, jobs, row, chosen)))
        return value != 0 and not np.isnan(value)

    def earliest(self, taken: list[tuple[float, float, int]], now: float, size: int, length: float) -> float:
        """When so many processors are free for so long."""
        for begin in sorted({now, *(end for _, end, _ in taken if end > now)}):
            instants = [begin, *(time for time, _, _ in taken if begin < time < begin + length)]
            if all(
                size + sum(other for b, e, other in taken if b <= instant < e) <= self.machine for instant in instants
            ):
                return begin
        raise AssertionError("the job is wider than the machine")


class ByFormulaOnClusters(ByFormula):
    """The same on clusters of some sizes, in one of which each job runs; names look at all of them together."""

    def __init__(self, priority: str, sizes: Sequence[int], users: Sequence[int], **rules: object):
        super().__init__(priority, sum(sizes), users, **rules)
        self.sizes = sizes

    def __call__(self, known: Any, jobs: Sequence[Job]) -> list[tuple[int, int]]:
        self.where = {row: cluster for row, (_, cluster) in known.running.items()}
        running = {row: start for row, (start, _) in known.running.items()}
        chosen = super().__call__(replace(known, running=running), jobs)
        return [(row, self.where[row]) for row in chosen]

    def chosen(self, known: Known, jobs: Sequence[Job], queue: list[int]) -> list[int]:
        chosen: list[int] = []
        blocked = self.left_out = 0
        now, queue = known.now, list(queue)
        taken = [
            (now, start + jobs[row].requested_time, jobs[row].processors, self.where[row])
            for row, start in known.running.items()
        ]
        while queue:
            row = queue.pop(0)
            if blocked and self.passing == "none":
                break
            if not self.allowed(known, jobs, row, chosen):
                self.left_out += 1
                continue
            size, length = jobs[row].processors, jobs[row].requested_time
            gap, cluster = min(
                (self.gap(taken, cluster, now, size, length), cluster)
                for cluster in range(len(self.sizes))
                if size <= self.sizes[cluster]
            )
            if gap == now:
                chosen.append(row)
                self.where[row] = cluster
                taken.append((now, now + length, size, cluster))
                continue
            blocked += 1
            if blocked == 1 and self.behind is not self.priority:
                queue.sort(
                    key=lambda other: (self.key(known, jobs, other, self.behind, chosen), known.queue.index(other))
                )
            if blocked <= self.reservations:
                taken.append((gap, gap + length, size, cluster))
        return chosen

    def gap(
        self, taken: list[tuple[float, float, int, int]], cluster: int, now: float, size: int, length: float
    ) -> float:
        """When so many processors of a cluster are free for so long."""
        here = [(begin, end, other) for begin, end, other, there in taken if there == cluster]
        begins = sorted({now, *(end for _, end, _ in here if end > now)})
        return next(
            begin
            for begin in begins
            if all(
                size + sum(other for b, e, other in here if b <= instant < e) <= self.sizes[cluster]
                for instant in [begin, *(time for time, _, _ in here if begin < time < begin + length)]
            )
        )
