"""The player: schedules of the same jobs, drawn and stepped through in the browser (frontend/stepping/player.js)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import orjson
from dash import html

from layouts import theme
from scheduler.durations import UNITS, in_unit
from scheduler.explain.story import story
from scheduler.model.schedule import Schedule


def player(
    schedules: Sequence[Schedule],
    names: Sequence[str],
    unit: str,
    *,
    at: float | None = None,
    job: int = -1,
    is_held: bool = False,
    tools: bool = True,
    first_difference: bool = False,
) -> html.Div:
    """One to four schedules at an instant.

    unit: one of UNITS, of the axis and of the sentences.  at: s, the end where it is None; first_difference: the first
    instant at which they decide differently instead.  job: row of the job that is marked.  is_held: what is decided at
    that instant is not shown before a step is made.  tools: whether there are buttons, queue and log.
    """
    story_data = story(schedules, names, times=in_unit(unit))
    for run in story_data["runs"]:
        run["log"] = run["log"] if tools else []
        run["code"] = run["code"] if tools else []
    story_data |= {
        "unit": {"seconds": UNITS[unit], "name": unit},
        "mark": job,
        "held": is_held,
        "tools": tools,
        "colors": colors(schedules[0]),
        "at": place_of(story_data, at, first_difference),
    }
    text = orjson.dumps(story_data).decode()
    return html.Div(
        className="qs-player",
        key=hashlib.sha256(text.encode()).hexdigest()[:16],
        **{"data-story": text, "aria-label": f"Schedules of {' and '.join(names)}", "role": "group"},
    )


def place_of(story_data: dict[str, Any], at: float | None, first_difference: bool) -> int:
    """The place among the instants at which a player opens."""
    instants = np.asarray(story_data["instants"])
    if first_difference and story_data["differences"]:
        return int(story_data["differences"][0])
    if at is None:
        return len(instants) - 1
    return max(int(np.searchsorted(instants, at + 1e-6, side="right")) - 1, 0)


def colors(schedule: Schedule) -> list[str] | None:
    """The colors of the jobs by their users; None where there is one user."""
    if len(np.unique(schedule.workload.jobs.user)) < 2:
        return None
    hues = theme.user_colors(schedule.workload)[schedule.workload.jobs.user]
    return [theme.hue(int(hue)) for hue in hues]
