"""Times at which float64 loses what the audit compares are refused, and up to there every job is seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scheduler.audit.messages import instant
from scheduler.audit.schedule import audit, audit_rows
from scheduler.model.table import Table
from scheduler.model.time_range import LATEST, LONGEST, SHORTEST, TOGETHER
from tests.cases.every_case import every_case
from tests.cases.small import changed, schedule, workload

EIGHT = workload([(0, 100, 2)] * 8, 4)
LOST = "where float64 cannot tell who runs beside whom; wanted: less than 1,099,511,627,776 s from 0."
EPOCH = 1_700_000_000.123456


def all_at(start: float):
    """Eight jobs of two processors at once on four."""
    return audit_rows(EIGHT, {"job_id": EIGHT.jobs.job_id, "start": [start] * 8})


@pytest.mark.parametrize(
    ("start", "told"),
    [
        (1e18, "1e+18"),
        (1e16, "1e+16"),
        (2.0**53, "9.0072e+15"),
        (LATEST, "1.09951e+12"),
        (-1e18, "-1e+18"),
        (np.inf, "inf"),
        (-np.inf, "-inf"),
    ],
)
def test_times_at_which_jobs_cannot_be_told_apart_are_refused(start, told):
    assert all_at(start).first_violation == f"Job 101 (line 11) starts at {told} s, {LOST}"


def test_a_start_that_is_no_number_or_before_all_is_refused():
    assert all_at(np.nan).first_violation == "Job 101 (line 11) never starts."
    assert str(all_at(-5).first_violation).startswith("Job 101 (line 11) starts at -5 s, before its submission")


@every_case("power", range(64))
def test_at_no_magnitude_sixteen_of_four_processors_pass(power):
    assert not all_at(2.0**power).passed


@pytest.mark.parametrize(("column", "does"), [("submit", "is submitted"), ("end", "ends")])
def test_any_time_of_a_job_counts_also_of_a_run_that_is_not_expected_to_be_feasible(column, does):
    right = schedule(EIGHT, np.arange(4).repeat(2) * 100)
    far = np.append(right.placed.columns[column][:7], 1e18)
    found = audit(replace(right, placed=changed(right.placed, **{column: far})), feasible=False)
    assert found.first_violation == f"Job 108 (line 18) {does} at 1e+18 s, {LOST}"


@pytest.mark.parametrize("begin", [0, EPOCH, LONGEST, TOGETHER])
def test_the_shortest_jobs_are_seen_up_to_the_latest_time(begin):
    two = workload([(begin, SHORTEST, 4)] * 2, 4)
    assert audit(schedule(two, [begin, begin + SHORTEST])).passed
    assert str(audit(schedule(two, [begin, begin])).first_violation).startswith("8 of 4 processors busy")
    right = schedule(two, [begin, begin + SHORTEST])
    at_once = changed(right.placed, end=right.placed.start)
    assert "wanted: 0.001 s long." in str(audit(replace(right, placed=at_once)).first_violation)


def test_a_job_shorter_than_what_is_lost_is_refused():
    short = workload([(TOGETHER, 0.0005, 1)], 4)
    assert audit(schedule(short, [TOGETHER])).first_violation == (
        "Job 101 (line 11) runs for 0.0005 s in 1 piece, of which rounding may lose 0.00098 s; wanted: more."
    )
    assert audit(schedule(workload([(EPOCH, 0.0005, 1)], 4), [EPOCH])).passed


def in_pieces(count: int, at: float):
    """A job of a second that has so many pieces, each of the length of an instant."""
    begin = at + np.arange(count) * 2 * instant(np.array([at + 1]))
    one = schedule(workload([(at, 1, 1)], 1), [at])
    table = Table.of(
        "segments",
        job=np.zeros(count),
        begin=begin,
        end=begin + instant(begin),
        yield_=np.ones(count),
        processors=np.ones(count),
        kind=np.zeros(count),
    )
    placed = changed(one.placed, end=[table.end[-1]], preemptions=[count - 1])
    return replace(one, placed=placed, segments=table)


def test_a_job_in_pieces_as_long_as_an_instant_is_refused():
    found = audit(in_pieces(1_100, TOGETHER))
    assert str(found.first_violation).startswith(
        "Job 101 (line 11) runs for 1 s in 1,100 pieces, of which rounding may"
    )


def test_a_far_segment_is_refused():
    right = in_pieces(2, 0.0)
    far = changed(right.table("segments"), end=[0, np.inf])
    assert (
        audit(replace(right, segments=far)).first_violation
        == f"Job 101 (line 11) has a segment that ends at inf s, {LOST}"
    )


def test_a_far_reservation_hides_no_job():
    two = workload([(0, 5, 3)], 4)
    marks = Table.of("marks", begin=[2, 1e18], end=[4, 2e18], kind=[3, 3], value=[2, 4], cluster=[0, 0], label=[0, 0])
    assert (
        audit(schedule(two, [0], marks=marks)).first_violation == "5 of 4 processors busy or reserved at 2 s; most: 5."
    )
