"""Every workload model: one file each, found by looking in this folder.

`generate(random, seed=..., **params)` returns a Trace; the same seed and parameters give the same trace with every
version of numpy, because only PCG64's `random()` is used and transformed here (random_draws.py).  Generated times are
whole seconds; the header names generator, parameters, seed and MaxProcs.

May import `preparation`, `statistics`, `model` and `generators.traces`.  Others use `all_generators`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scheduler import registry
from scheduler.model.trace import Trace
from scheduler.params import Param, checked
from scheduler.statistics.random_draws import stream

SEED = Param("seed", 0, low=0, high=2**63 - 1, help="the same seed gives the same trace")


@dataclass(frozen=True)
class Generator:
    """A named workload model; make(key, params, seed) runs it."""

    key: str
    title: str
    family: str  # archive model | teaching | campaign | moldable | grid
    generate: Callable[..., Trace]  # generate(random: numpy Generator(PCG64), seed: int, **params) -> Trace
    source: str
    params: tuple[Param, ...] = ()
    groups: Mapping[int, str] = field(default_factory=dict, hash=False)  # {number in its files: what the group is}


def all_generators() -> Mapping[str, Generator]:
    """{key: Generator}, in alphabetical order."""
    return registry.load(__name__, "GENERATOR")


def make(key: str, params: Mapping[str, Any] | None = None, seed: int = 0) -> Trace:
    """The trace of a generator; raises UnknownKey, or ParamError naming what is wrong with the parameters or seed."""
    generator: Generator = registry.find(all_generators(), key, "generator")
    seed = SEED.check(seed)
    values = checked(generator.params, params)
    return generator.generate(stream(seed), seed=seed, **values)
