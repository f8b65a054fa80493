"""Many simulations at once: sweeps, replicas, experiments of papers; what is kept is not done again."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queuescope.logs import Trace
from queuescope.work import bar, done
from scheduler.formats import parse
from scheduler.results import specs
from scheduler.results.reproduce import contract
from scheduler.results.store import Store
from scheduler.results.sweeps.plan import Plan, plan_of, read
from scheduler.results.sweeps.sweep import sweep as run_sweep

if TYPE_CHECKING:
    import pandas as pd

    from queuescope.runs import Runs


def sweep(plan: str | os.PathLike[str] | Mapping[str, Any], store: Store | None = None) -> pd.DataFrame:
    """Every policy of a plan at every load, on every slice, with every seed: a row a run.

    plan: a file (docs/sweeps.md), or what such a file holds as a mapping, then with `trace` the path of a log.  It
    runs in processes of its own, so call it below `if __name__ == "__main__":` in a script.  Raises InputError.
    """
    import pandas as pd
    store = store or Store()
    chosen, folder = _plan(plan)
    path = folder / str(chosen.trace) if chosen.trace else Path(_log(str(chosen.log)))
    trace = parse(path.read_bytes(), path.name)
    with bar() as draw:
        record = run_sweep(store, chosen, str(path), trace, lambda complete, reused, total: draw(
            100 * complete / max(total, 1), f"{complete} of {total} runs"))
    frame = pd.DataFrame(record["columns"])
    frame.attrs["key"] = record["key"]
    return frame


def _plan(plan: str | os.PathLike[str] | Mapping[str, Any]) -> tuple[Plan, Path]:
    """The plan and the folder its trace is named from."""
    if isinstance(plan, Mapping):
        return plan_of(plan, "sweep"), Path()
    path = Path(plan)
    return read(path.read_bytes(), path.stem), path.parent


def _log(name: str) -> str:
    from scheduler.cli.source import trace_path
    return trace_path(None, name)


def replicas(runs: Runs, count: int = 20, shake: float | None = None) -> pd.DataFrame:
    """The metrics of runs on shaken copies of their workload: `Runs.replicas`."""
    return runs.replicas(count, shake)


def reproduce(experiment: str, scale: str = "quick", seed: int = 0, log: Trace | None = None,
              store: Store | None = None) -> dict[str, Any]:
    """An experiment of a paper, run again beside its published numbers: what `python -m scheduler reproduce` writes.

    experiment: such as "ostrich-2013/fig3".  Raises UnknownKey, InputError.
    """
    store = store or (log.store if log is not None else Store())
    asked = {"do": "reproduce", "experiment": experiment, "scale": scale, "seed": seed,
             "logs": [] if log is None else [dict(log.source)]}
    spec = specs.check(asked, store)
    key = specs.key(spec)
    done(store, {key: spec}, {key: experiment})
    return contract(store.experiment(key) or {})
