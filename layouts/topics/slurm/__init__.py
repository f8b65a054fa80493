"""Slurm, what if: a log replayed under its own slurm.conf, then with changed settings, and what a setting trades.

`plots` has a view of Compare, `job_panel` what that says of a job.  What is computed is in `scheduler.topics.slurm`,
without which this folder cannot be used; the scripts are in layouts/frontend/forms.

May import `scheduler`, `layouts.frame`, `layouts.words`, `layouts.topics`, and what these may.  Others use TOPIC.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from layouts.state.shapes import TEXT
from layouts.topics import Page, Topic
from layouts.topics.slurm import slurm_ids


def _page() -> ModuleType:
    from layouts.topics.slurm import slurm_page

    return slurm_page


def _python(services: Any, search: str) -> list[str] | None:
    from layouts.topics.slurm.library import python

    return python(services.store, search)


def _trade_off_figure() -> Callable:
    from layouts.topics.slurm.library import trade_off_figure

    return trade_off_figure


TOPIC = Topic(
    "slurm",
    (
        Page(
            path="/slurm",
            title="Slurm, what if: replay a log under its slurm.conf",
            under="/workload",
            module=_page,
            from_workload="Replay it under its slurm.conf",
            python=_python,
        ),
    ),
    library={"trade_off_figure": _trade_off_figure},
    styles=(Path(__file__).with_name("slurm.css"),),
    shapes={f"{slurm_ids.SETTING}.value": TEXT},
)
