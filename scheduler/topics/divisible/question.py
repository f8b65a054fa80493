"""A question about a divisible load: the platform, how much there is, and how it is to be distributed.

The same words serve the command line, a TOML file, the page and its address.  As a file:

    mode = "single"
    load = 12
    workers = "1/4, 2/2"

or, in place of the last line, a [[workers]] for each worker with speed, bandwidth and latency.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from scheduler.errors import FormatError, ParamError
from scheduler.params import Param, checked
from scheduler.toml_tables import tables
from scheduler.topics.divisible import tree, workers
from scheduler.topics.divisible.multi_round import GROWTHS
from scheduler.topics.divisible.platform import Star, Tree
from scheduler.topics.divisible.returns import RETURNS
from scheduler.topics.divisible.single_round import ORDERS
from scheduler.topics.divisible.workers import PARTS

MODES = {
    "single": "Single round",
    "rounds": "Several rounds",
    "stealing": "Work stealing",
    "tasks": "Tasks that cannot be cut",
    "steady": "Steady state",
}
PLATFORMS = ("star", "bus", "tree")
MOST_ROUNDS = 50
MOST_GRAINS = 100_000

PARAMS = (
    Param("mode", "single", help="how the load is distributed", choices=tuple(MODES)),
    Param(
        "platform",
        "star",
        help="workers behind links of their own, behind one bus, or a tree of equal nodes",
        choices=PLATFORMS,
    ),
    Param(
        "workers",
        "1/4, 2/2, 1.5/1",
        help="each as speed/bandwidth or speed/bandwidth/latency; what is left out is "
        "that of the worker before; of a tree, its node",
        test=workers.read,
    ),
    Param("load", 12.0, 1e-6, 1e9, "units", "how much there is to compute; of tasks, how many"),
    Param("order", "bandwidth", help="single: who is served first", choices=ORDERS),
    Param("returns", "none", help="single: how results come back", choices=RETURNS),
    Param("ratio", 1.0, 1e-3, 1e3, help="units of result per unit of load, where results come back"),
    Param("rounds", 4, 1, MOST_ROUNDS, help="rounds: how many"),
    Param(
        "growth",
        "equal",
        help="rounds: all alike, or each as large as it can be sent while the last is computed",
        choices=GROWTHS,
    ),
    Param("grain", 0.5, 1e-9, 1e9, "units", "stealing: who has less than two of these is left alone"),
    Param("seed", 0, 0, 2**53 - 1, help="stealing: of the victims drawn"),
    Param(
        "window",
        None,
        1e-9,
        1e9,
        "s",
        "tasks: as many as fit in so long, at most the load; empty: all of them",
        kind=float,
    ),
    Param("degree", 2, 1, 20, help="tree: nodes below each node"),
    Param("height", 2, 0, 8, help="tree: levels below the root"),
)
USED = {  # by mode, what else it asks
    "single": ("order", "returns", "ratio"),
    "rounds": ("rounds", "growth"),
    "stealing": ("grain", "seed"),
    "tasks": ("window",),
    "steady": (),
}


class Question(NamedTuple):
    """A checked question.  asked: all its words; platform: what they describe."""

    asked: Mapping[str, Any]
    platform: Star | Tree


def counted_in(asked: Mapping[str, Any]) -> str:
    """What a load is counted in: tasks where they cannot be cut, else units."""
    return "tasks" if asked["mode"] == "tasks" else "units"


def question(settings: Mapping[str, Any] | None = None) -> Question:
    """A question of the words given, defaults for the rest.  Raises ParamError, one sentence."""
    asked = checked(PARAMS, settings)
    for name in ("load", "ratio", "grain", "window"):
        if asked[name] is not None and not math.isfinite(asked[name]):
            raise ParamError(f"{name} = {asked[name]}; wanted: a number that is not infinite.")
    platform = _platform(asked)
    on_tree = asked["mode"] in ("single", "steady") and asked["returns"] in tree.RETURNS
    if isinstance(platform, Tree) and not on_tree:
        raise ParamError(
            "On a tree a single round, with results mirrored or in the same order, and the steady state "
            "are known; choose one of these, or a star."
        )
    if asked["mode"] == "tasks" and asked["load"] != int(asked["load"]):
        raise ParamError(f"load = {asked['load']:g}; wanted: a whole number of tasks, for they cannot be cut.")
    if asked["mode"] == "stealing" and asked["load"] > MOST_GRAINS * asked["grain"]:
        raise ParamError(
            f"grain = {asked['grain']:g} is too fine for a load of {asked['load']:g}; wanted: at least "
            f"{asked['load'] / MOST_GRAINS:g}."
        )
    return Question(asked, platform)


def _platform(asked: Mapping[str, Any]) -> Star | Tree:
    named = workers.read(asked["workers"])
    if asked["platform"] == "tree":
        if len(named) > 1:
            raise ParamError(f"workers names {len(named)} workers; wanted for a tree: one, for all nodes are alike.")
        return Tree(asked["degree"], asked["height"], named[0])
    if asked["platform"] == "bus" and len({(worker.bandwidth, worker.latency) for worker in named}) > 1:
        raise ParamError(
            "The workers of a bus share one bandwidth and latency; name these for the first worker only, "
            "such as 1/4, 2, 3, or choose a star."
        )
    return Star(named)


def describe(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The words that differ from the defaults: what an address or a command line has to say."""
    return {param.name: asked[param.name] for param in PARAMS if asked[param.name] != param.default}


def words(content: bytes, name: str) -> dict[str, Any]:
    """The words of a file, not checked yet.  Raises FormatError naming the file."""
    try:
        entries = tables(content.decode("utf-8"))
    except ValueError as error:
        raise FormatError(f"{name!r} does not read as TOML: {str(error)[:200]}.") from None
    if isinstance(entries.get("workers"), list):
        entries["workers"] = ", ".join(_worker(worker, place, name) for place, worker in enumerate(entries["workers"]))
    return entries


def _worker(worker: Any, place: int, name: str) -> str:
    if not isinstance(worker, Mapping) or not {"speed", "bandwidth"} <= set(worker) <= set(PARTS):
        raise FormatError(
            f"Worker {place + 1} of {name!r} is {str(worker)[:60]}; wanted: speed and bandwidth, and "
            "latency where there is one."
        )
    return "/".join(str(worker[part]) for part in PARTS if part in worker)
