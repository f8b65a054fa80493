"""The queue in the order of a formula: who is first is who starts, and parts have the values worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.explain.policy_view import policy_view
from scheduler.simulate import simulate
from scheduler.topics.formula.formula_order import MOST_BEFORE, MOST_ROWS, formula_order, passes, place_of
from scheduler.topics.formula.formula_values import Names, value_of
from scheduler.topics.formula.names import NAMES
from scheduler.topics.formula.reading import read
from tests.cases import strategies
from tests.cases.small import workload

FORMULAS = (
    "-requested_time",
    "(wait + requested_time) / requested_time",
    "-user_used",
    "user_waiting - user_running + wait / 7",
    "free * processors - queue_length * wait",
    "processors if load > 0.5 else -area",
    "hour + now - submit * machine % 5",
    "max(wait, 3) * min(processors, 2) - abs(requested_time - 4)",
    "log2(processors) + sqrt(wait) - exp(-area)",
    "(wait > 3 and not processors == 1) + floor(log(requested_time)) * 2**processors",
    "number % 3 or user",
    "log10(wait) + 0 * (queue + group + partition + campaign)",
)


@pytest.mark.parametrize("formula", FORMULAS)
def test_where_nobody_passes_the_first_of_the_order_start(formula):
    """One view of every pass; the program that ran is another one, which knows nothing of the finished schedule."""
    several = 0
    for seed in range(12):
        work = strategies.rigid(seed).workload
        schedule = simulate(work, "formula", {"priority": formula, "passing": "none"})
        view, numbers = formula_order(schedule), work.jobs.job_id
        for one in passes(schedule):
            order = [
                cells[0] for begin, _, _, cells in sorted(view["rows"], key=lambda row: row[:3]) if begin == one.begin
            ]
            started = {str(numbers[job]) for job in one.jobs if schedule.placed.start[job] == one.begin}
            assert set(order[: len(started)]) == started, (seed, one.begin)
            several += len(order) > len(started) > 0
    assert several


def test_what_is_old_counts_less():
    """Rounding decides between users who have used the same, so values are compared and not places."""
    several = 0
    for seed in range(12):
        schedule = simulate(
            strategies.rigid(seed).workload, "formula", {"priority": "-user_used", "passing": "none", "half_life": 90.0}
        )
        for one in passes(schedule):
            value = value_of(read("-user_used"), Names(schedule, one))
            starts = schedule.placed.start[one.jobs] == one.begin
            if starts.any() and not starts.all():
                assert value[starts].min() >= value[~starts].max() - 1e-9
                several += value[starts].min() > value[~starts].max() + 1e-3
    assert several


def test_every_name_is_among_these_formulas():
    assert all(any(name in formula for formula in FORMULAS) for name in NAMES)


def test_parts_have_the_values_worked_out_by_hand():
    """Job 1 holds both processors to 10 s; job 3, of 2 s, has waited from 2 s on, job 2, of 8 s, from 1 s on."""
    schedule = simulate(
        workload([(0, 10, 2), (1, 8, 1), (2, 2, 1)], 2), "formula", {"priority": "wait / requested_time"}
    )
    view = policy_view(schedule)
    assert view["columns"] == ["job", "wait", "requested_time", "priority"] and view["ordered"]
    at_10 = [row for row in view["rows"] if row[0] == 10.0]
    assert at_10 == [[10.0, 12.0, 0, ["103", "8", "2", "4"]], [10.0, 12.0, 1, ["102", "9", "8", "1.125"]]]
    nothing = [
        row[3][-1] for row in policy_view(simulate(schedule.workload, "formula", {"priority": "log(0 - wait)"}))["rows"]
    ]
    assert "no number" in nothing and "-inf" in nothing


def test_the_place_of_a_job_is_that_among_those_who_wait_when_it_is_submitted():
    """Held against a plain count of those with a higher value, or the same and an earlier submission."""
    later = 0
    for seed in range(12):
        work = strategies.rigid(seed).workload
        schedule = simulate(work, "formula", {"priority": "-area", "passing": "none"})
        jobs, placed = work.jobs, schedule.placed
        area = jobs.processors * jobs.requested_time
        for job in range(len(work)):
            now = placed.submit[job]
            waiting = [row for row in range(len(work)) if placed.submit[row] <= now <= placed.start[row]]
            before = [row for row in waiting if (area[row], placed.submit[row], row) < (area[job], now, job)]
            place = place_of(schedule, job)
            assert (place.begin, place.place, place.waiting) == (now, len(before) + 1, len(waiting)), (seed, job)
            assert place.rows[-1][:2] == (str(len(before) + 1), str(jobs.job_id[job]))
            assert len(place.rows) == min(len(before), MOST_BEFORE) + 1 or place.rows[3][0] == "\u2026"
            later += len(before) > MOST_BEFORE
    assert later


def test_other_policies_and_long_queues_have_none():
    work = workload([(0, 1_000 + job, 2) for job in range(220)], 2)
    assert policy_view(simulate(work, "sjf")) is None
    assert formula_order(simulate(work, "formula")) is None
    assert sum(len(one.jobs) for one in passes(simulate(work, "formula"))) > MOST_ROWS
    assert np.all([one.begin < one.until for one in passes(simulate(work, "formula"))])
