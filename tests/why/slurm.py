"""What is said of a job under the policy slurm, which decides at passes: each sentence against the starts and the log."""

from __future__ import annotations

from tests.why.reader import Range, Row, Told, claim, sentence
from tests.why.rigid import ENOUGH, FREE, counted, each, reason
from tests.why.starts import fits, started


@sentence("From {T:begin} to {T:end} no pass of the scheduler had looked at it yet.")
def no_pass(told: Told, job: int, begin: Range, end: Range) -> None:
    rows = told.rows(job, "skip", "reserve", "start", "backfill")
    claim(told.policy == "slurm", "it decides at every event")
    claim(told.submit[job] in begin and rows and rows[0].time in end, "it was first looked at", rows[:1])


@sentence(*each("From {T:begin} to {T:end} it went first in its partition, and the nodes of that had no room for it (it needs FREE; Slurm: "
                "Resources).", FREE))
def resources(told: Told, job: int, begin, end, p, there, at, free=None) -> None:
    row = reason(told, job, begin, end, "slurm_resources")
    counted(told, job, row, p, free, there, at)
    claim((free or 0) < p, "it would have fitted")


@sentence("From {T:begin} to {T:end} {J:other} went before it and had no room, so the main pass started nobody behind it, and the "
          "backfill pass had not started it yet (Slurm: Priority).")
def priority(told: Told, job: int, begin, end, other) -> None:
    row = reason(told, job, begin, end, "slurm_priority")
    waits_before(told, row, other)
    claim(not any(one.job == other and one.time == row.time for one in told.begun[row.time]), "that job started then")


@sentence("From {T:begin} to {T:end} nodes it would have needed were reserved for jobs before it, {J:other} first; the backfill pass "
          "expected it to start at {T:shadow} (Slurm: Priority).")
def reserved(told: Told, job: int, begin, end, other, shadow) -> None:
    row = reason(told, job, begin, end, "slurm_reserved")
    waits_before(told, row, other)
    claim(row.shadow in shadow and row.shadow > row.time, "it was expected at", row.shadow)


def waits_before(told: Told, row: Row, other: int) -> None:
    """The one named is the one of the log, and waits then."""
    claim(row.blocker == other, "in the way was", row.blocker)
    claim(told.submit[other] <= row.time <= told.start[other], "that job did not wait then")


@sentence(*each("It started at {T:at} by the main pass, in its turn: it needs FREE, and no job before it in its partition was left "
                "without room.", ENOUGH))
def main_pass(told: Told, job: int, at, p, free, there) -> None:
    row = started(told, job, at, False, "slurm_main")
    fits(told, job, row, p, free, there)


@sentence(*each("It was backfilled at {T:at} by the backfill pass<, ahead of {J:other}>: it needs FREE, on nodes that no job before it had "
                "reserved for the time it asks for.", ENOUGH),
          *each("It started at {T:at} by the backfill pass: it needs FREE, on nodes that no job before it had reserved for the time it asks "
                "for.", ENOUGH))
def backfill_pass(told: Told, job: int, at, p, free, there, other=None) -> None:
    rows = [row for row in told.rows(job, "start", "backfill") if row.rule == "slurm_backfill" and row.time in at]
    claim(rows and told.start[job] in at, "it was not started by the backfill pass then")
    fits(told, job, rows[0], p, free, there)
    claim(rows[0].blocker == (-1 if other is None else other), "it went ahead of", rows[0].blocker)
    claim(other is None or told.submit[other] <= rows[0].time <= told.start[other], "that job did not wait then")
