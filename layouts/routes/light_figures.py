"""The charts of Compare in light colors, as they are drawn on a light page: for files made on a dark one.

Figures of Compare are drawn anew: colors of bars, patterns and pictures are chosen for their background, so a dark
chart is no light one recolored.  In other figures each color of the dark scheme is replaced by that of the light one;
the pairs follow from layouts/theme.py and what plots commonly make of it, and are not listed again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from plotly.io.json import to_json_plotly

from layouts import ids, theme
from layouts.frame.callbacks import Services
from layouts.pages.compare.gantts import gantt_panel
from layouts.pages.compare.runs import run_list
from layouts.plots import all_plots, gantt
from layouts.plots.gantts.ghost import pale
from layouts.state.link import Link
from layouts.state.page_state import PageState
from layouts.state.view import FinishedRun, View
from scheduler.errors import InputError

LIGHT, DARK = "light", "dark"


def palette() -> dict[str, str]:
    """{"#rrggbb" of the dark scheme: "#rrggbb" of the light one}; what is the same in both is left out."""
    colors = dict(_pairs({name: value for name, value in vars(theme).items() if name.isupper()}))
    hues = [(theme.hue(index, DARK), theme.hue(index, LIGHT)) for index in range(theme.COLORS)]
    for dark, light in hues:
        ghost = pale(dark, DARK), pale(light, LIGHT)
        colors |= {
            dark: light,
            theme.outline(dark, DARK): theme.outline(light, LIGHT),
            ghost[0]: ghost[1],
            theme.outline(ghost[0], DARK): theme.outline(ghost[1], LIGHT),
        }
    return {dark: light for dark, light in colors.items() if dark != light}


def _pairs(value: Any) -> Iterator[tuple[str, str]]:
    """(dark, light) of everything in a value that is told for both schemes."""
    if isinstance(value, dict) and set(value) == {LIGHT, DARK}:
        yield from _same_place(value[DARK], value[LIGHT])
    elif isinstance(value, dict):
        for part in value.values():
            yield from _pairs(part)


def _same_place(dark: Any, light: Any) -> Iterator[tuple[str, str]]:
    if isinstance(dark, str) and isinstance(light, str):
        if dark.startswith("#") and light.startswith("#"):
            yield dark.lower(), light.lower()
    elif isinstance(dark, list | tuple):
        for one, other in zip(dark, light, strict=True):
            yield from _same_place(one, other)


def figures(services: Services, key: str, state: Link) -> str:
    """JSON {id of a graph on the page: its light figure} of the view of that key.

    Raises InputError where there is no such view of these runs, StoreError where a run is gone.
    """
    plots, runs = all_plots(), run_list.of_page(services, PageState(state, state.runs))
    if key not in plots or not runs or not plots[key].applies(runs):
        raise InputError(f"There is no figure {key[:40]!r} of these runs.")
    view = gantt_panel.view_of(PageState(state), runs)
    charts = _gantts(runs, view) if plots[key].per_run else _other(key, runs, view)
    named = ((json.dumps(identity, sort_keys=True, separators=(",", ":")), figure) for identity, figure in charts)
    return "{" + ",".join(f"{json.dumps(name)}:{to_json_plotly(figure)}" for name, figure in named) + "}"


def _gantts(runs: list[FinishedRun], view: View) -> list[tuple[dict[str, Any], Any]]:
    charts = [
        (ids.gantt(run.key, source), gantt_panel.lane(gantt.PLOT, runs, run, source, view))
        for run, source in gantt_panel.lanes(runs, view)
    ]
    gantt_panel.tidy([figure for _, figure in charts], runs, view)
    return charts


def _other(key: str, runs: list[FinishedRun], view: View) -> list[tuple[dict[str, Any], Any]]:
    plot = all_plots()[key]
    return [((ids.timed if plot.axis else ids.graph)("all", key), plot.figure(runs, view))]
