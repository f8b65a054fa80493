"""The charts of a figure of Compare in light colors, as they are drawn on a light page: for files made on a dark one.

Colors of bars, patterns and pictures are chosen for their background, so a dark chart is no light one recolored.
"""

from __future__ import annotations

import json
from typing import Any

from layouts import ids
from layouts.callbacks import Services
from layouts.link import Link
from layouts.pages import compare_gantts, compare_runs
from layouts.plots import all_plots, gantt
from layouts.view import Shown, View
from scheduler.errors import InputError


def figures(services: Services, key: str, shown: Link) -> str:
    """JSON {id of a graph on the page: its light figure} of the view of that key.

    Raises InputError where there is no such view of these runs, StoreError where a run is gone.
    """
    plots, runs = all_plots(), compare_runs.finished(services, shown.runs, shown.runs)
    if key not in plots or not runs or not plots[key].applies(runs):
        raise InputError(f"There is no figure {key[:40]!r} of these runs.")
    view = compare_gantts.view_of(shown.window, shown.job, "light", shown.mode, shown.plan, shown.look, shown.range,
                                  shown.baseline, runs)
    made = _gantts(runs, view) if plots[key].per_run else _other(key, runs, view)
    named = ((json.dumps(identity, sort_keys=True, separators=(",", ":")), figure) for identity, figure in made)
    return "{" + ",".join(f"{json.dumps(name)}:{figure.to_json()}" for name, figure in named) + "}"


def _gantts(runs: list[Shown], view: View) -> list[tuple[dict[str, Any], Any]]:
    made = [(ids.gantt(run.key, source), compare_gantts.lane(gantt.PLOT, runs, run, source, view))
            for run, source in compare_gantts.lanes(runs, view)]
    compare_gantts.tidy([figure for _, figure in made], runs, view)
    return made


def _other(key: str, runs: list[Shown], view: View) -> list[tuple[dict[str, Any], Any]]:
    plot = all_plots()[key]
    return [((ids.timed if plot.axis else ids.graph)("all", key), plot.figure(runs, view))]

