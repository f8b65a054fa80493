"""Whether jobs can all be complete by their deadlines on shared nodes, if tasks may move at any time at no cost.

Memory does not count.  A job may use up to rate = tasks x need nodes at once, and has rate x runtime node-seconds of
work.  Time is cut at all submissions and deadlines; inside a slot it does not matter when work is done, so it is a
question of filling slots.

In a slot where all jobs that may use it fit at full rate nobody is in anybody's way, so all do: that much work is
settled beforehand, jobs of which nothing is left are forgotten, and then the next slots may turn out to be free.

Source: Casanova, Stillwell and Vivien 2011, theorem 1 and linear system (1), scaled: work in place of portions of jobs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.topics.fractional.engine.filling import fill, new_filling

MOST_PAIRS = 20_000_000  # of a job and a slot it may use and has to compete for: about 1 GB


class TooLarge(Exception):
    """More jobs compete over more slots than there is memory for; tells how many pairs."""


class Load(NamedTuple):
    """What jobs ask for."""

    submit: np.ndarray  # [n] f8, s
    work: np.ndarray  # [n] f8, node-s
    rate: np.ndarray  # [n] f8, nodes it can use at once
    nodes: float


class Slots(NamedTuple):
    """Time between consecutive submissions and deadlines."""

    length: np.ndarray  # [slots] f8, s
    first: np.ndarray  # [n] i8: first slot of each job
    after: np.ndarray  # [n] i8: first slot that is too late


def in_the_way(load: Load, deadline: np.ndarray) -> np.ndarray:
    """[n] bool: jobs that cannot all meet their deadlines, whatever the others do; none where all can.

    deadline: [n] f8, s, not before submit + runtime.  A shortage of a millionth of the smallest job is rounding.
    Raises TooLarge beyond MOST_PAIRS.
    """
    slots = _slots(load.submit, deadline)
    least = max(1e-6 * float(load.work[load.work > 0].min(initial=np.inf)), 1e-12 * float(load.work.sum()))
    rest, busy = _settled(load, slots, least)
    culprit = np.zeros(len(rest), bool)
    rows = np.flatnonzero(rest > least)
    rows = rows[np.argsort(deadline[rows], kind="stable")]
    if len(rows):
        place = np.concatenate((np.zeros(1, np.int64), np.cumsum(busy)))
        first, after = place[slots.first[rows]], place[slots.after[rows]]
        if int(np.sum(after - first)) > MOST_PAIRS:
            raise TooLarge(int(np.sum(after - first)))
        filling = new_filling(first, after, load.rate[rows], rest[rows], slots.length[busy], load.nodes)
        fill(filling, least / (16 * len(rows)))
        if filling.left.sum() > least:
            culprit[rows] = filling.level[: len(rows)] >= 0
    return culprit


def _slots(submit: np.ndarray, deadline: np.ndarray) -> Slots:
    cut = np.unique(np.concatenate((submit, deadline)))
    return Slots(np.diff(cut), np.searchsorted(cut, submit), np.searchsorted(cut, deadline))


def _settled(load: Load, slots: Slots, least: float) -> tuple[np.ndarray, np.ndarray]:
    """[n] f8, node-s: work that is left for slots where jobs compete; [slots] bool: where they do."""
    alive = load.work > 0
    while True:
        asked = np.zeros(len(slots.length) + 1)
        np.add.at(asked, slots.first[alive], load.rate[alive])
        np.subtract.at(asked, slots.after[alive], load.rate[alive])
        busy = np.cumsum(asked)[:-1] > load.nodes * (1 + 1e-12)
        free = np.concatenate((np.zeros(1), np.cumsum(np.where(busy, 0.0, slots.length))))
        rest = np.where(alive, load.work - load.rate * (free[slots.after] - free[slots.first]), 0.0)
        if np.array_equal(alive, rest > least):
            return rest, busy
        alive = rest > least


def possible_work(load: Load, rows: np.ndarray, deadline: np.ndarray) -> float:
    """Node-seconds that these jobs can get between them by their deadlines, each as if it were never complete."""
    time = np.concatenate((load.submit[rows], deadline[rows]))
    order = np.argsort(time, kind="stable")
    asked = np.cumsum(np.concatenate((load.rate[rows], -load.rate[rows]))[order])[:-1]
    return float(np.sum(np.minimum(asked, load.nodes) * np.diff(time[order])))
