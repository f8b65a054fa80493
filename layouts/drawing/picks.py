"""What somebody picks in a chart of a workload, a bar or a range of it, as conditions of a filter.

What a browser sends is two ranges in the coordinates of the axes; a click is a range of no length.  A plot that can be
picked says so in its layout (`meta`), and which conditions a pick means (`WorkloadPlot.pick`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from scheduler.durations import DAY, HOUR, MINUTE
from scheduler.durations import number as plain
from scheduler.model.calendars import calendar_of_workload
from scheduler.model.workload import Workload
from scheduler.query.instants import Date, written

FAR = 1e12
STEPS = (1, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY)  # s: a range is as fine as a two-hundredth of it


class Pick(NamedTuple):
    """A part of a chart, in the coordinates of its axes; an axis without numbers counts from 0."""

    x0: float
    x1: float
    y0: float
    y1: float


def read(sent: Any) -> Pick | None:
    """A pick as a browser sends it; None for anything else."""
    values: list[Any] = [sent.get(name) for name in Pick._fields] if isinstance(sent, Mapping) else []
    if len(values) != 4 or not all(
        isinstance(one, int | float) and not isinstance(one, bool) and abs(one) < FAR and math.isfinite(one)
        for one in values
    ):
        return None
    (x0, x1), (y0, y1) = sorted(map(float, values[:2])), sorted(map(float, values[2:]))
    return Pick(x0, x1, y0, y1)


def meta(plot: str) -> dict[str, Any]:
    """The layout of a chart that can be picked: by a drag along its x axis, or a click."""
    return {"meta": {"pick": plot}, "dragmode": "select", "selectdirection": "h"}


def submitted(workload: Workload, begin: float, end: float) -> str:
    """Jobs submitted in a time of the chart: by dates where the log has them, else by seconds of the file."""
    step = next((one for one in reversed(STEPS) if one <= (end - begin) / 200), STEPS[0])
    calendar = calendar_of_workload(workload)
    if calendar is None:
        low, high = (written(_rounded(of_file(workload, at), step)) for at in (begin, end))
    else:
        low, high = (_date(_rounded(at + calendar.shift(at), step)) for at in (begin, end))
    return f"submit>={low} submit<{high}"


def submitted_in(workload: Workload, edges: np.ndarray, pick: Pick) -> str:
    """Jobs submitted in a range of time of a chart of bins with these ends; of a click those of its bin."""
    at = int(np.clip(np.searchsorted(edges, pick.x0, "right") - 1, 0, len(edges) - 2))
    begin, end = (pick.x0, pick.x1) if pick.x1 > pick.x0 else (edges[at], edges[at + 1])
    begin, end = (float(np.clip(place, edges[0], edges[-1])) for place in (begin, end))
    return submitted(workload, begin, end) if begin < end else ""


def of_file(workload: Workload, time: float) -> float:
    """The second of the file that a second of the workload is, for a week and for another load."""
    first = float(workload.jobs.submit[0]) if len(workload) else 0.0
    factor = float(workload.options.get("time_factor", 1.0))
    return first + (time - first) / factor + float(workload.options.get("week_begin", 0.0))


def _rounded(value: float, step: float) -> float:
    return round(value / step) * step


def _date(local: float) -> str:
    return str(Date(local, float(DAY) if local % DAY == 0 else 0.0))


def lasting(field: str, low: float, high: float) -> str:
    """Jobs with a length of time between two places of an axis of logarithms."""
    begin, end = (10 ** min(max(place, -3.0), 12.0) for place in (low, high))
    step = next((one for one in reversed(STEPS) if one <= begin / 20), 1)
    begin, end = _rounded(begin, step), max(_rounded(end, step), _rounded(begin, step) + step)
    return f"{field}>={written(begin)} {field}<{written(end)}"


def counted(field: str, low: int, high: int) -> str:
    """Jobs with a count from low to high, both included."""
    return f"{field}={low}" if low == high else f"{field}>={plain(low)} {field}<={plain(high)}"


def bars(pick: Pick, count: int) -> tuple[int, int]:
    """The first and the last bar of a pick, of bars that stand at 0, 1, 2, ..."""
    first, last = (int(np.clip(np.floor(place + 0.5), 0, count - 1)) for place in (pick.x0, pick.x1))
    return first, last


def step_of(field: str, lengths: np.ndarray, step: int) -> str:
    """Jobs with a length of time of one step; the last step has no end."""
    return steps_of(field, lengths, step, step)


def steps_of(field: str, lengths: np.ndarray, first: int, last: int) -> str:
    """Jobs with a length of time of these steps; the last step of all has no end."""
    least = f"{field}>={written(float(lengths[first]))}" if lengths[first] > 0 else ""
    most = f"{field}<{written(float(lengths[last + 1]))}" if last + 1 < len(lengths) else ""
    return " ".join(filter(None, (least, most)))
