"""Many simulations at once: sweeps and replicas; what is kept is not done again."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queuescope.work import bar
from scheduler.errors import StoreError
from scheduler.formats import parse
from scheduler.registry import find
from scheduler.results.store import Store
from scheduler.results.sweeps.plan import Plan, plan_of, read
from scheduler.results.sweeps.sweep import load_record
from scheduler.results.sweeps.sweep import sweep as run_sweep
from scheduler.wording import counted

WIDTH = 1_000  # pixels of a figure

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

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
        record = run_sweep(
            store,
            chosen,
            str(path),
            trace,
            lambda complete, reused, total: draw(
                100 * complete / max(total, 1), f"{complete} of {counted(total, 'run')}"
            ),
        )
    frame = pd.DataFrame(record["columns"])
    frame.attrs |= {"key": record["key"], "home": str(store.root)}
    return frame


def sweep_figure(sweep: pd.DataFrame, metric: str = "", scheme: str = "light") -> go.Figure:
    """The chart of a sweep, as Compare draws it: a line a policy, with intervals of 95 %.

    sweep: what `sweep` gave.  metric: a key of docs/reference/metrics.md that the sweep has; "": a usual one.  Raises
    UnknownKey for another one, StoreError where the sweep is not kept any more.
    """
    from layouts.pages.compare.sweeps import sweep_chart

    record = load_record(Store(Path(sweep.attrs["home"])), sweep.attrs["key"]) if "key" in sweep.attrs else None
    if record is None:
        raise StoreError("This is no table of `sweep`, or the sweep is not kept any more; call `sweep` again.")
    keys = {key: key for key in sweep_chart.metrics_of(record)}
    chosen = find(keys, metric, "metric of this sweep") if metric else sweep_chart.metric_of(record, "")
    figure = sweep_chart.figure(sweep_chart.of_record(record, chosen), scheme).checked()
    return figure.update_layout(width=WIDTH, height=sweep_chart.HEIGHT)


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
