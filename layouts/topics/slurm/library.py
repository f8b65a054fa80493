"""What several values of a setting trade, in Python: the figure of the page, and the lines that make it again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol
from urllib.parse import parse_qs

from layouts.drawing import data_charts
from layouts.state import link
from layouts.topics.slurm import trade_off
from scheduler.exports.python_lines import of_runs, run_records
from scheduler.model.schedule import Schedule
from scheduler.results.store import Store

WIDTH = 1_000  # pixels of the figure


class Run(Protocol):
    """As `queuescope.compare` gives them."""

    @property
    def schedule(self) -> Schedule:
        """Of the run."""


def trade_off_figure(runs: Iterable[Run], scheme: str = "light") -> Any:
    """What a setting of the policy `slurm` trades, as *Slurm, what if* draws it: the mean wait against what the account
    that lacks most lacks of its share while its jobs wait; without accounts by the values of the setting.

    runs: of one log, that differ in one setting.  A figure of Plotly.  Raises InputError where they do not.
    """
    schedules = [run.schedule for run in runs]
    setting = trade_off.setting_of(schedules)
    figure = trade_off.figure(trade_off.trade_off(setting, schedules), setting, scheme).checked()
    return figure.update_layout(width=WIDTH, height=data_charts.HEIGHT)


def python(store: Store, search: str) -> list[str] | None:
    """The lines that compare the runs of an address and draw what their setting trades; None where another figure is
    asked for.  Raises StoreError where a run is not kept any more.
    """
    asked = link.read(search)
    if not asked.runs or parse_qs(search.lstrip("?")).get("figure") != [trade_off.FIGURE]:
        return None
    return [*of_runs(run_records(store, asked.runs))[:-1], "qs.trade_off_figure(runs).show()"]
