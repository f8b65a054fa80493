"""Experiments of papers in Python: one is run again beside its published numbers, and the lines that do it."""

from __future__ import annotations

from typing import Any, Protocol

from layouts.topics.papers import address
from queuescope.work import done
from scheduler.errors import InputError
from scheduler.exports.python_lines import IMPORT
from scheduler.results import specs, tasks
from scheduler.results.sources import Source
from scheduler.results.store import Store
from scheduler.topics.papers.experiments import SCALES
from scheduler.topics.papers.tasks.reproduce import contract


class Log(Protocol):
    """A log as `queuescope.load` gives it."""

    @property
    def store(self) -> Store:
        """Where it is kept."""

    @property
    def source(self) -> Source:
        """What it is made of."""


def reproduce(
    experiment: str, scale: str = "quick", seed: int = 0, log: Log | None = None, store: Store | None = None
) -> dict[str, Any]:
    """An experiment of a paper, run again beside its published numbers: what `python -m scheduler reproduce` writes.

    experiment: such as "ostrich-2013/fig3".  Raises UnknownKey, InputError.
    """
    store = store or (log.store if log is not None else Store())
    asked = {
        "do": "reproduce",
        "experiment": experiment,
        "scale": scale,
        "seed": seed,
        "logs": [] if log is None else [dict(log.source)],
    }
    spec = specs.check(asked, store)
    key = specs.key(spec)
    done(store, {key: spec}, {key: experiment})
    return contract(tasks.result(store, key) or {})


def python(search: str) -> list[str]:
    """The lines that reproduce the experiment of an address.  Raises InputError where it names none."""
    asked = address.read(search)
    if not asked.experiment:
        raise InputError("That address names no experiment; choose one of the list.")
    return lines(asked.experiment, asked.scale or SCALES[0], asked.seed, address.named(asked.log))


def lines(experiment: str, scale: str, seed: int = 0, log: str = "") -> list[str]:
    """The lines that reproduce an experiment of a paper.  log: the name of a log for it; "": those of the paper."""
    more = (f", seed={seed}" if seed else "") + (f", log=qs.load({log!r})" if log else "")
    return [
        IMPORT,
        f"outcome = qs.reproduce({experiment!r}, scale={scale!r}{more})",
        'outcome["verdict"], outcome["values"]',
    ]
