"""Rows of the decision log of a policy that is no kernel: they are written from Python."""

from __future__ import annotations

from scheduler.engine.decision_log import Log


def append(log: Log, row: tuple[float, ...]) -> None:
    """Write a row of decision_log.COLUMNS; one at a time that is not asked for is counted only."""
    if not log.window[0] <= row[0] < log.window[1]:
        log.count[1] += 1
        return
    if log.count[0] < len(log.rows):
        log.rows[int(log.count[0])] = row
    log.count[0] += 1
