"""The synthetic traces of section 5.3.2: jobs of Lublin and Feitelson's model with needs, as they come or at a load.

Trace i of an experiment with seed S is what the generator `lublin99` makes with seed S x 1,000,000 + i, so any of them
opens in Compare.  A trace at a load is the same jobs with the times between submissions multiplied by a constant.
A part runs one algorithm on a few traces; the bound on their maximum stretch is a part, too, computed once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scheduler.generators import all_generators, lublin99
from scheduler.model.workload import Workload
from scheduler.params import checked
from scheduler.preparation.build import workload
from scheduler.statistics.random_draws import stream
from scheduler.topics.papers.experiments import Part
from scheduler.topics.papers.experiments.dfrs_2011.algorithms import PENALTY, PERIOD, settings
from scheduler.topics.papers.experiments.dfrs_2011.measures import under

SPREAD = 1_000_000  # between the seeds of two experiments
JOBS = 1_000
NEEDS = {"needs": True}
UNSCALED = None
LOADS = tuple(tenths / 10 for tenths in range(1, 10))
TRACES, SOME, PER_LOAD = 100, 3, 100  # unscaled; at quick scale; at each load
QUICK_LOADS = (0.1, 0.5, 0.9)  # the ends are what the paper tells numbers of
TOGETHER = 3  # traces of a part


def parts(
    names: Sequence[str],
    count: int,
    seed: int,
    load: float | None = UNSCALED,
    penalty: float = PENALTY,
    period: float = PERIOD,
) -> list[Part]:
    """`count` traces under each algorithm, and their bounds where BOUND is among the names; TOGETHER in a part."""
    return [
        {
            "do": "traces",
            "row": name,
            "settings": dict(settings(name, penalty, period)),
            "load": load,
            "jobs": JOBS,
            "seed": seed,
            "first": first,
            "count": many,
            "sweep": first // TOGETHER,
            "label": label(name, count, first, many, load, penalty, period),
        }
        for first, many in _portions(count)
        for name in names
    ]


def scaled(
    names: Sequence[str],
    scale: str,
    seed: int,
    loads: Sequence[float] = LOADS,
    penalty: float = PENALTY,
    period: float = PERIOD,
) -> list[Part]:
    """The traces at several loads; quick: one at each of those that are also among QUICK_LOADS."""
    count = PER_LOAD if scale == "full" else 1
    return [
        part
        for load in loads
        if scale == "full" or load in QUICK_LOADS
        for part in parts(names, count, seed, load, penalty, period)
    ]


def unscaled(
    names: Sequence[str], scale: str, seed: int, penalty: float = PENALTY, period: float = PERIOD
) -> list[Part]:
    """The traces as the model makes them."""
    return parts(names, TRACES if scale == "full" else SOME, seed, UNSCALED, penalty, period)


def _portions(count: int) -> Iterator[tuple[int, int]]:
    """(first, how many)."""
    return ((first, min(TOGETHER, count - first)) for first in range(0, count, TOGETHER))


def label(name: str, count: int, first: int, many: int, load: float | None, penalty: float, period: float) -> str:
    """Of a part, for people."""
    which = f"trace {first + 1}" if many == 1 else f"traces {first + 1} to {first + many}"
    apart = "".join(f", {key} {value:g} s" for key, value in settings(name, penalty, period).items())
    return f"{name}{'' if load is UNSCALED else f', load {load:g}'}{apart}, {which} of {count}"


def differences(parts: Sequence[Part]) -> tuple[str, ...]:
    """How many traces there are, where they are fewer than the paper's."""
    counts: dict[float | None, int] = {}
    for part in parts:
        counts[part["load"]] = max(counts.get(part["load"], 0), part["first"] + part["count"])
    return tuple(
        f"Only {count} of the {TRACES} {'unscaled traces' if load is UNSCALED else f'traces at load {load:g}'} are run."
        for load, count in counts.items()
        if count < TRACES
    )


def run(part: Part) -> list[dict[str, float]]:
    """What is kept of each trace under the algorithm of the part."""
    return [
        under(drawn(part["seed"] * SPREAD + i, part["jobs"], part["load"]), part["row"], part["settings"])
        for i in range(part["first"], part["first"] + part["count"])
    ]


def drawn(seed: int, jobs: int = JOBS, load: float | None = UNSCALED) -> Workload:
    """The workload of a trace."""
    params = checked(all_generators()["lublin99"].params, {"jobs": jobs, **NEEDS})
    return workload(lublin99.generate(stream(seed), seed=seed, **params), load=load)


def source(seed: int = 0) -> dict[str, Any]:
    """A trace as Compare takes it."""
    return {"kind": "generate", "generator": "lublin99", "params": NEEDS, "seed": seed}
