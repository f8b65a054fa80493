"""Every workload model: one file each, found by looking in this folder.

`generate(random, seed=..., **params)` returns a Trace; the same seed and parameters give the same trace with every
version of numpy, because only PCG64's `random()` is used and transformed here (random_draws.py).  Generated times are
whole seconds; the header names generator, parameters, seed and MaxProcs.

A topic adds a model as a file in its folder `generators`, or columns to the jobs of others, as ADDITION.

May import `preparation`, `statistics`, `model` and `generators.traces`.  Others use `all_generators`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

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
    extensible: bool = False  # whether topics add columns to its jobs (Addition)
    groups: Mapping[int, str] = field(default_factory=dict, hash=False)  # {number in its files: what the group is}


class Added(NamedTuple):
    """What is added to a trace: columns of SWF, keys of its header, and sentences for that."""

    columns: Mapping[str, np.ndarray]
    header: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Addition:
    """What a topic adds to the jobs of generators that are `extensible`.

    key: the name of the module.  params: those that these have besides.  add: of the random numbers after the
    generator's own, the columns of its jobs and all parameters; None where nobody asks for it.
    """

    key: str
    params: tuple[Param, ...]
    add: Callable[[np.random.Generator, Mapping[str, np.ndarray], Mapping[str, Any]], Added | None]


def all_generators() -> Mapping[str, Generator]:
    """{key: Generator}, in alphabetical order, with the parameters of what topics add."""
    more = tuple(param for addition in _additions() for param in addition.params)
    return {
        key: replace(generator, params=(*generator.params, *more)) if generator.extensible else generator
        for key, generator in registry.load(__name__, "GENERATOR").items()
    }


def additions(
    random: np.random.Generator, columns: Mapping[str, np.ndarray], params: Mapping[str, Any]
) -> tuple[Added, ...]:
    """What topics add to these jobs, as Addition says."""
    of_topics = (addition.add(random, columns, params) for addition in _additions())
    return tuple(added for added in of_topics if added is not None)


def _additions() -> tuple[Addition, ...]:
    return tuple(registry.load(__name__, "ADDITION").values())


def make(key: str, params: Mapping[str, Any] | None = None, seed: int = 0) -> Trace:
    """The trace of a generator; raises UnknownKey, or ParamError naming what is wrong with the parameters or seed."""
    generator: Generator = registry.find(all_generators(), key, "generator")
    seed = SEED.check(seed)
    values = checked(generator.params, params)
    return generator.generate(stream(seed), seed=seed, **values)
