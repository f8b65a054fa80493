"""The tabs and views of a comparison, offered by name in the search field."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from layouts import ids
from layouts.pages.compare.tabs import Tab
from layouts.plots import Plot, all_plots
from layouts.state.view import FinishedRun


def options(tabs: Iterable[Tab], runs: Sequence[FinishedRun]) -> str:
    """JSON of what the search field offers (frontend/frame/search.js): the tabs, and the views in them."""
    actions: list[dict[str, Any]] = []
    for tab in tabs:
        actions.append({"say": f"Tab: {tab.title}", "tab": tab.key})
        actions += [
            entry(plot)
            for plot in all_plots().values()
            if plot.tab == tab.key and not plot.per_run and plot.applies(runs)
        ]
    return json.dumps({"searches": [], "actions": actions})


def entry(plot: Plot) -> dict[str, Any]:
    """One view: its title and question, the tab it is in, its heading, and what has to be chosen for it to be there."""
    choices = [
        [name_of(ids.spread(plot.tab, part)), value]
        for part, value in zip(("metric", "form"), plot.variant, strict=False)
    ]
    return {
        "say": f"View: {plot.title}. {plot.question}",
        "tab": plot.tab,
        "view": f"figure-{plot.key}",
        "choices": choices,
    }


def name_of(identity: dict[str, Any]) -> str:
    """The id of an element as Dash writes it into the page."""
    return json.dumps(identity, sort_keys=True, separators=(",", ":"))
