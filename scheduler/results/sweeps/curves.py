"""What a sweep says of a metric: one curve per policy, and whether it can be told from the first policy's.

A point is the mean over what was repeated there: slices where there are several, each a mean over its seeds, else
replicas (shaken copies), each a mean over its seeds, else seeds.
Slices are what is resampled for its interval, for runs of one slice with other seeds are not independent.
Policies are compared in pairs - the same slice, the same seed under both - because slices differ from each other far
more than policies do: two curves whose intervals overlap can differ on every single slice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from scheduler.statistics.intervals import interval

OVER = {"load": "loads", "processors": "processors"}  # axis: what its values are called in a record
FEWEST = 5  # units below which resampling them says too little for an interval

Units = dict[Any, float]  # {slice or seed: value}


class Mean(NamedTuple):
    """A mean over units with its 95 %; low and high are None below FEWEST units."""

    mean: float
    low: float | None
    high: float | None
    units: int


class Row(NamedTuple):
    """One run of a sweep and its value of a metric."""

    name: str
    load: float | None
    processors: int | None
    slice: int
    replica: int | None
    seed: int | None
    value: float | None


class Curve(NamedTuple):
    """A policy: x of each point (load, processors, slice or seed), its mean; None where the metric is undefined."""

    name: str
    x: tuple[float, ...]
    points: tuple[Mean | None, ...]


class Against(NamedTuple):
    """A policy minus the first one at an x (None: over all), paired; difference None where there is no pair."""

    name: str
    x: float | None
    difference: Mean | None

    @property
    def verdict(self) -> str:
        """higher | lower | same (not distinguishable) | unknown (no pair or too few units)."""
        difference = self.difference
        if difference is None or difference.low is None or difference.high is None:
            return "unknown"
        return "same" if difference.low <= 0 <= difference.high else "higher" if difference.low > 0 else "lower"


class Curves(NamedTuple):
    """A metric over a sweep.

    axis: load | processors | slice | seed, or the parameter that varies; unit: what intervals are over (slice |
    replica | seed).
    """

    axis: str
    unit: str
    curves: tuple[Curve, ...]
    against: tuple[Against, ...]


def axis_of(record: Mapping[str, Any]) -> str:
    """What varies, and so is drawn from left to right: a parameter, load or processors before slice before seed."""
    if record.get("varied"):
        return str(next(iter(record["varied"].values()))[0])
    several = {
        "load": len(record["loads"]) > 1,
        "processors": len(record.get("processors", ())) > 1,
        "slice": record["slices"] > 1,
        "seed": len(record["seeds"]) > 1,
    }
    return next((name for name, varies in several.items() if varies), "slice")


def unit_of(record: Mapping[str, Any]) -> str:
    """What is resampled for an interval: slices where there are several, else replicas if there are any, else seeds."""
    return "slice" if record["slices"] > 1 else "replica" if record.get("replicas") else "seed"


def curves(record: Mapping[str, Any], metric: str) -> Curves:
    """The curves of a metric over a sweep's record."""
    if record.get("varied"):
        return along(record, metric)
    axis, unit, names = axis_of(record), unit_of(record), record["policies"]
    if axis in OVER:
        places = record[OVER[axis]]
        units = {(name, x): units_of(record, metric, name, x, unit, axis) for name in names for x in places}
        lines = [Curve(name, tuple(places), tuple(mean(units[name, x]) for x in places)) for name in names]
        against = [Against(name, x, paired(units[name, x], units[names[0], x])) for name in names[1:] for x in places]
    else:
        whole = {name: units_of(record, metric, name, record["loads"][0], unit) for name in names}
        lines = [single(record, metric, name, axis) for name in names]
        against = [Against(name, None, paired(whole[name], whole[names[0]])) for name in names[1:]]
    return Curves(axis, unit, tuple(lines), tuple(against))


def along(record: Mapping[str, Any], metric: str) -> Curves:
    """Over the values of a parameter; a policy that does not vary it has the same point at every value."""
    axis, unit, load = axis_of(record), unit_of(record), record["loads"][0]
    points = {name: record["varied"].get(name, (axis, None, name)) for name in record["policies"]}
    places = sorted({value for _, value, _ in points.values() if value is not None})
    units = {name: units_of(record, metric, name, load, unit) for name in points}
    lines, against, first = [], [], units[record["policies"][0]]
    for curve in dict.fromkeys(curve for _, _, curve in points.values()):
        own = {value: name for name, (_, value, called) in points.items() if called == curve}
        at = {x: own[x] if x in own else own.get(None) for x in places}
        there = {x: name for x, name in at.items() if name is not None}
        lines.append(Curve(curve, tuple(there), tuple(mean(units[name]) for name in there.values())))
        if record["policies"][0] not in own.values():
            against += [Against(curve, x, paired(units[name], first)) for x, name in there.items()]
    return Curves(axis, unit, tuple(lines), tuple(against))


def single(record: Mapping[str, Any], metric: str, name: str, axis: str) -> Curve:
    """The curve where one load was run: over slices, each with its seeds, or over seeds."""
    place = list(range(record["slices"])) if axis == "slice" else record["seeds"]
    rows = [row for row in _rows(record, metric) if row.name == name and row.value is not None]
    unit = "replica" if record.get("replicas") else "seed" if axis == "slice" else "slice"
    points = [mean(_means(unit, [row for row in rows if getattr(row, axis) in (x, None)])) for x in place]
    return Curve(name, tuple(place), tuple(points))


def units_of(
    record: Mapping[str, Any], metric: str, name: str, x: float | None, unit: str, axis: str = "load"
) -> Units:
    """{slice: mean over its seeds} of a policy at an x of an axis of OVER; {None: value} without lots.

    unit: slice, or replica, or seed, which then are the keys.
    """
    return _means(unit, [row for row in _rows(record, metric) if row.name == name and getattr(row, axis) == x])


def _means(unit: str, rows: Sequence[Row]) -> Units:
    """{unit: mean over its runs}, undefined values left out."""
    values_by_unit: dict[Any, list[float]] = {}
    for row in rows:
        if row.value is not None:
            values_by_unit.setdefault(getattr(row, unit), []).append(row.value)
    return {key: float(np.mean(values)) for key, values in values_by_unit.items()}


def _rows(record: Mapping[str, Any], metric: str) -> list[Row]:
    """Every run."""
    columns = record["columns"]
    copies, sizes = (columns.get(name) or [None] * len(columns["name"]) for name in ("replica", "processors_asked"))
    return list(
        map(
            Row,
            columns["name"],
            columns["load_asked"],
            sizes,
            columns["slice"],
            copies,
            columns["seed"],
            columns[metric],
        )
    )


def paired(units: Units, first: Units) -> Mean | None:
    """The mean of the differences of what both have; a policy that draws no lots has the same value at every seed."""
    keys = (
        list(units)
        if set(first) == {None}
        else list(first)
        if set(units) == {None}
        else [key for key in units if key in first]
    )
    return mean({key: units.get(key, units.get(None, 0.0)) - first.get(key, first.get(None, 0.0)) for key in keys})


def mean(units: Units) -> Mean | None:
    """The mean with its interval; None without units."""
    if not units:
        return None
    values = np.array(list(units.values()), float)
    enough = len(values) >= FEWEST
    low, high = interval(lambda rows: float(values[rows].mean()), len(values)) if enough else (None, None)
    return Mean(float(values.mean()), low, high, len(values))
