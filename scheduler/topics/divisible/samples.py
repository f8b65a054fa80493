"""Small questions by name, each of which shows one thing; their answers can be checked by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scheduler.registry import find


class Sample(NamedTuple):
    """A question with what it shows.  completion: s, of the steady state units/s; by hand."""

    title: str
    shows: str
    asked: Mapping[str, Any]
    completion: float


TWO = "1/1, 1/1"
SAMPLES: dict[str, Sample] = {
    "two_alike": Sample(
        "Two workers alike",
        "The first gets twice as much as the second, and both end together: 2/3 sent and 2/3 "
        "computed, then 1/3 of each.",
        {"workers": TWO, "load": 3},
        4,
    ),
    "fast_link_first": Sample(
        "The faster link first",
        "Workers alike but for their links: 2 of 3 units go to the fast link and both end at 3.",
        {"workers": "1/2, 1/1", "load": 3},
        3,
    ),
    "slow_link_first": Sample(
        "The slower link first",
        "The same two workers served the other way round end later.",
        {"workers": "1/2, 1/1", "load": 3, "order": "slowest"},
        3.6,
    ),
    "bus": Sample(
        "A bus",
        "On a bus the order does not matter: with the fast or the slow worker first, all is over at the same time.",
        {"platform": "bus", "workers": "1/1, 2", "load": 7, "order": "speed"},
        8.4,
    ),
    "tree": Sample(
        "A tree of seven nodes",
        "A node with two children is worth 19/9 of a node, and the whole tree 3459/1369: all "
        "seven end at 1369 s, with whole units each.",
        {"platform": "tree", "workers": "1/2", "load": 3459},
        1369,
    ),
    "tree_mirrored": Sample(
        "Results up a tree",
        "A root with two children, and results as large as the load: 9 units stay at the root, 6 "
        "and 4 go down, and the last result is up just when the root has done its own.",
        {"platform": "tree", "workers": "1/4", "height": 1, "load": 19, "returns": "mirrored"},
        9,
    ),
    "latency": Sample(
        "A latency that does not pay",
        "The second worker would need 4 s only to begin, so the first does all.",
        {"workers": "1/1, 1/1/4", "load": 3, "order": "best"},
        6,
    ),
    "mirrored": Sample(
        "Results, mirrored",
        "The last to receive is the first to return.",
        {"workers": TWO, "load": 4, "returns": "mirrored"},
        9,
    ),
    "same_order": Sample(
        "Results, first in, first out",
        "The same workers, the results in the order of the messages: the port is never idle, and all is over earlier.",
        {"workers": TWO, "load": 4, "returns": "same"},
        8,
    ),
    "rounds": Sample(
        "Four rounds",
        "One worker that computes as fast as it receives: in one round it waits for all of the load, in "
        "four only for a quarter.",
        {"workers": "1/1", "load": 4, "mode": "rounds"},
        5,
    ),
    "growing": Sample(
        "Rounds that grow",
        "Sending takes half as long as computing, so each round is twice the one before: 1, 2, 4.",
        {"workers": "1/2", "load": 7, "mode": "rounds", "rounds": 3, "growth": "growing"},
        7.5,
    ),
    "stealing": Sample(
        "Work stealing",
        "The slow worker takes half of 16 units first, the fast one half of the rest. It comes "
        "back for more whenever it has nothing left, and its fourth time steals 2.25 units of the slow worker's.",
        {"workers": "1/4, 4/4", "load": 16, "mode": "stealing", "grain": 1},
        7.75,
    ),
    "window": Sample(
        "Tasks in a window",
        "Within 7 s the worker with the fast link does 3 tasks and the other one 1.",
        {"workers": "0.5/1, 0.5/0.5", "load": 100, "mode": "tasks", "window": 7},
        7,
    ),
    "tasks": Sample(
        "Five tasks",
        "Five of the same tasks cannot be over before 9 s.",
        {"workers": "0.5/1, 0.5/0.5", "load": 5, "mode": "tasks"},
        9,
    ),
    "steady": Sample(
        "Bandwidth before speed",
        "The fast link keeps its slow worker busy in half of the time; in the other half the "
        "slow link brings half a unit, however fast its worker is.",
        {"workers": "1/2, 10/1", "mode": "steady"},
        1.5,
    ),
}


def sample(name: str) -> Sample:
    """The sample of a name.  Raises UnknownKey with the close matches."""
    named: Sample = find(SAMPLES, name, "sample of a divisible load")
    return named
