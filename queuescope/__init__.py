"""Queuescope as a library: logs, runs side by side, tables and figures, without the page.

    import queuescope as qs
    log = qs.load("my-cluster.swf.gz")
    runs = qs.compare(log, ["easy", "conservative", qs.policy("tabu", seed=3)])
    runs.table

A thin face over `scheduler`, which computes, and `layouts.plots`, which draws: what a call makes is kept in the same
store, under the same keys, as what the pages make.  Tables are pandas, figures Plotly.  Nothing heavy is imported
before it is used, and Dash only by `open()`.  Topics offer names of their own (`layouts.topics`).

May import `scheduler`, `layouts` and `app`.  Others use the names of EXPORTS.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from queuescope import place

if TYPE_CHECKING:
    from queuescope.foreign import audit, schedule
    from queuescope.logs import Trace, from_frame, generate, load, sample
    from queuescope.runs import Policy, Run, Runs, compare, policy
    from queuescope.studies import replicas, sweep, sweep_figure
    from scheduler import __version__

EXPORTS = {
    "logs": ("Trace", "from_frame", "generate", "load", "sample"),
    "runs": ("Policy", "Run", "Runs", "compare", "policy"),
    "studies": ("replicas", "sweep", "sweep_figure"),
    "foreign": ("audit", "schedule"),
}
HOMES = {name: module for module, names in EXPORTS.items() for name in names}

__all__ = [
    "Policy",
    "Run",
    "Runs",
    "Trace",
    "__version__",
    "audit",
    "compare",
    "from_frame",
    "generate",
    "load",
    "policy",
    "replicas",
    "sample",
    "schedule",
    "sweep",
    "sweep_figure",
]

place.check()


def __getattr__(name: str) -> Any:
    """What is imported when it is first used."""
    if name == "__version__":
        return import_module("scheduler").__version__
    if name in HOMES:
        value = getattr(import_module(f"queuescope.{HOMES[name]}"), name)
    elif name in _of_topics():
        value = _of_topics()[name]()
    else:
        raise AttributeError(f"module queuescope has no {name!r}; it has {', '.join(sorted([*HOMES, *_of_topics()]))}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, *_of_topics()])


def _of_topics() -> Mapping[str, Callable[[], Any]]:
    """{name: imports what topics offer under it}."""
    from layouts.topics import library  # after place.check(): what is in its way is told first

    return library()
