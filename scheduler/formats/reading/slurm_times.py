"""The instants of Slurm's records in Unix time, and which of two instants a local time stands for.

In the hour in which a clock is set back a local time without a zone stands for two instants.  What else a record tells
decides where it can: a job is submitted, eligible, started and ended in this order, and ran as long as Elapsed says.
"""

from __future__ import annotations

from itertools import pairwise, product
from typing import NamedTuple

import numpy as np

from scheduler.formats.reading.local_times import instants
from scheduler.formats.reading.slurm_records import FIELDS, Records, note, quoted
from scheduler.formats.reading.slurm_values import duration, is_nothing, seconds
from scheduler.model.notes import OF_FIELD, Note

TITLES = {name.lower(): name for name in FIELDS}
NAMES = ("submit", "eligible", "start", "end")
OUT_OF_ORDER, OTHER_LENGTH, LATER = 1e3, 1e3, 1.0


class Times(NamedTuple):
    """Of each record: Unix times and lengths in s, nan where nothing is told."""

    submit: np.ndarray
    eligible: np.ndarray
    start: np.ndarray
    end: np.ndarray
    elapsed: np.ndarray  # on processors, without the time it was suspended
    suspended: np.ndarray  # 0 where nothing is told
    local: bool  # whether any time was without a zone


def times(records: Records, zone: str, notes: list[Note | None]) -> Times:
    """The times of all records; what cannot be read, and what a clock showed twice or never, is noted."""
    first, second, skipped, local = {}, {}, np.zeros(len(records), bool), False
    for name in NAMES:
        early, late, is_local, never = _column(records, name, zone, notes)
        first[name], second[name] = early, late
        skipped |= never
        local |= bool(is_local.any())
    elapsed, suspended = _lengths(records, notes)
    twice = np.any([first[name] < second[name] for name in NAMES], axis=0)
    if twice.any():
        _choose(first, second, elapsed + suspended, np.flatnonzero(twice), records, notes)
    notes.append(note("hour_skipped", records.line[skipped], "warning", zone=zone))
    return Times(**first, elapsed=elapsed, suspended=suspended, local=local)


def _column(records: Records, name: str, zone: str, notes: list[Note | None]) -> tuple[np.ndarray, ...]:
    """(earlier, later, local, never shown) [n] of a column; nan where it is missing or has no time."""
    if name not in records.fields:
        nothing = np.full(len(records), np.nan)
        return nothing, nothing, np.zeros(len(records), bool), np.zeros(len(records), bool)
    texts = records.fields[name]
    column_times = instants(texts.values, zone)
    early, late = (np.where(values == 0, np.nan, values) for values in (column_times.first, column_times.second))
    bad = np.isnan(column_times.first)
    bad[bad] = [not is_nothing(texts.values[place]) for place in np.flatnonzero(bad).tolist()]
    unreadable(records, name, bad[texts.codes], "no time", notes)
    return early[texts.codes], late[texts.codes], column_times.local[texts.codes], column_times.skipped[texts.codes]


def _lengths(records: Records, notes: list[Note | None]) -> tuple[np.ndarray, np.ndarray]:
    """Elapsed and suspended, s."""
    elapsed = np.full(len(records), np.nan)
    for name, read in (("elapsed", duration), ("elapsedraw", seconds)):  # the exact one last
        value = numbers(records, name, read, notes)
        elapsed = np.where(value >= 0, value, elapsed)
    suspended = numbers(records, "suspended", duration, notes)
    return elapsed, np.maximum(suspended, 0)


def numbers(records: Records, name: str, read: object, notes: list[Note | None]) -> np.ndarray:
    """[n] the numbers of a column, -1 where it is missing or tells nothing; what cannot be read is noted."""
    if name not in records.fields:
        return np.full(len(records), -1.0)
    values = records.fields[name].of(read)  # type: ignore[arg-type]
    unreadable(records, name, np.isnan(values), "no such value", notes)
    return np.where(np.isnan(values), -1.0, values)


def unreadable(records: Records, name: str, bad: np.ndarray, what: str, notes: list[Note | None]) -> None:
    """Note the records whose value of a field cannot be read."""
    rows = np.flatnonzero(bad)
    first = quoted(records.fields[name][rows[0]]) if len(rows) else ""
    notes.append(note(OF_FIELD + name, records.line[rows], "warning", field=TITLES[name], what=what, first=first))


def _choose(
    first: dict[str, np.ndarray],
    second: dict[str, np.ndarray],
    length: np.ndarray,
    rows: np.ndarray,
    records: Records,
    notes: list[Note | None],
) -> None:
    """Put into `first`, for the rows with a time that was shown twice, the choice that contradicts least.

    What is said of the order and of the length counts before all; else the earlier instant is taken.
    """
    best: dict[str, np.ndarray] = {}
    least = np.full(len(rows), np.inf)
    runner_up = np.full(len(rows), np.inf)
    for picks in product((0, 1), repeat=len(NAMES)):
        chosen = {name: (second if pick else first)[name][rows] for name, pick in zip(NAMES, picks, strict=True)}
        one = np.any(
            [~(first[name][rows] < second[name][rows]) & bool(pick) for name, pick in zip(NAMES, picks, strict=True)],
            axis=0,
        )  # no second instant to be picked
        cost = np.where(one, np.inf, _contradictions(chosen, length[rows]) + LATER * sum(picks))
        better = cost < least
        runner_up = np.where(better, least, np.minimum(runner_up, cost))
        best = {name: np.where(better, chosen[name], best.get(name, chosen[name])) for name in NAMES}
        least = np.minimum(cost, least)
    for name in NAMES:
        first[name][rows] = best[name]
    open_rows = rows[runner_up - least < OUT_OF_ORDER / 2]
    notes.append(note("hour_twice", records.line[rows], way="slurm", open=len(open_rows)))


def _contradictions(chosen: dict[str, np.ndarray], length: np.ndarray) -> np.ndarray:
    """[n] how much times contradict each other and the length of the run."""
    cost = np.zeros(len(length))
    for before, after in pairwise(NAMES):
        with np.errstate(invalid="ignore"):
            cost += OUT_OF_ORDER * (chosen[after] < chosen[before])
    ran = chosen["end"] - chosen["start"]
    with np.errstate(invalid="ignore"):
        return cost + OTHER_LENGTH * (np.abs(ran - length) > 60)
