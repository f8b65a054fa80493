"""Placement: the lowest free processors, never two jobs on one; virtual streams: stacked shares that add up to work."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scheduler.analysis.placement import place, place_reserved, place_virtual
from scheduler.engine.rigid.placing import new_free_processors, place_jobs
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from tests.audit.test_audit import closed, fluid
from tests.cases.every_case import every_case
from tests.cases.small import campaigns, changed, schedule, workload


def processors_of(made: Schedule) -> list[set[int]]:
    """The processors of every job as sets, checked to be sorted, merged runs."""
    places, held = place(made), [set() for _ in made.placed.job]
    last: dict[int, int] = {}
    assert np.all(np.diff(places.segment) >= 0) and np.all(places.tasks == 1) and np.all(places.count > 0)
    for job, first, count in zip(places.segment.tolist(), places.first.tolist(), places.count.tolist(), strict=True):
        assert first > last.get(job, -2) + 1, "runs that touch should be one"
        last[job] = first + count - 1
        held[job] |= set(range(first, first + count))
    return held


def by_hand(made: Schedule) -> list[set[int]]:
    """The rule, literally: go through the starts; take the lowest processors that no running job holds."""
    placed, held = made.placed, [set() for _ in made.placed.job]
    for job in sorted(placed.job.tolist(), key=lambda j: (placed.start[j], j)):
        now = placed.start[job]
        running = [held[k] for k in placed.job.tolist() if held[k] and placed.start[k] <= now < placed.end[k]]
        taken, free = set().union(*running), 0
        while len(held[job]) < placed.processors[job]:
            held[job] |= {free} - taken
            free += 1
    return held


def test_lowest_processors_and_several_rectangles():
    made = schedule(workload([(0, 2, 1), (0, 9, 1), (0, 4, 1), (0, 9, 1), (3, 5, 2), (4, 1, 1)], 5), [0, 0, 0, 0, 3, 4])
    assert processors_of(made) == [{0}, {1}, {2}, {3}, {0, 4}, {2}]
    places = place(made)
    assert places.segment.tolist() == [0, 1, 2, 3, 4, 4, 5]
    assert (places.first.tolist(), places.count.tolist()) == ([0, 1, 2, 3, 0, 4, 2], [1] * 7)


def test_ends_come_before_starts_and_equal_starts_in_job_order():
    made = schedule(workload([(0, 5, 4), (0, 5, 1), (0, 5, 3)], 4), [0, 5, 5])
    assert processors_of(made) == [{0, 1, 2, 3}, {0}, {1, 2, 3}]


@every_case("seed", range(60))
def test_agrees_with_the_rule_taken_literally(seed):
    random = np.random.default_rng(seed)
    n = int(random.integers(1, 60))
    rows = np.stack([np.zeros(n), random.integers(1, 12, n), random.integers(1, 9, n)], 1)
    made = schedule(workload(rows, 8), random.integers(0, 40, n))  # far more than there is room for
    assert processors_of(made) == by_hand(made)


def test_oversubscribed_schedules_get_rows_above_the_machine():
    assert processors_of(schedule(workload([(0, 5, 3), (0, 5, 3)], 4), [0, 0])) == [{0, 1, 2}, {3, 4, 5}]


def test_a_runtime_too_short_for_the_clock():
    made = schedule(workload([(1e9, 1e-9, 2), (1e9, 5, 2)], 4), [1e9, 1e9])
    assert processors_of(made) == [{0, 1}, {2, 3}]


def test_no_jobs_no_places():
    assert len(place(schedule(workload([], 4), []))) == 0


def test_a_short_buffer_is_asked_for_again():
    start, end = np.zeros(3), np.array([1.0, 2.0, 3.0])
    rows, first, count = np.arange(3), np.zeros(2, np.int64), np.zeros(2, np.int64)
    floor = new_free_processors(3, 6)
    assert not place_jobs(rows, rows, start, end, np.array([1, 2, 3]), floor, first, count)
    first, count = np.append(first, [0, 0]), np.append(count, [0, 0])
    assert place_jobs(rows, rows, start, end, np.array([1, 2, 3]), floor, first, count)
    assert (first[:3].tolist(), count[:3].tolist()) == ([0, 1, 3], [1, 2, 3])


# ---- virtual --------------------------------------------------------------------------------------------------------


def rows_of(streams):
    return sorted(zip(*(column.tolist() for column in streams), strict=True))


def test_streams_of_a_schedule_worked_by_hand():
    assert rows_of(place_virtual(closed(**fluid()))) == [
        (0, 0, 4, 0, 1),
        (0, 4, 6, 0, 2),
        (1, 0, 4, 1, 2),
        (2, 6, 8, 0, 2),
    ]


def test_without_shares_users_share_equally():
    tables = fluid()
    del tables["shares"]
    assert rows_of(place_virtual(closed(**tables))) == rows_of(place_virtual(closed(**fluid())))


def test_a_stream_that_goes_on_unchanged_is_one_rectangle():
    """User 5's second campaign follows its first at 4 without a gap: user 9 notices nothing."""
    made = campaigns([(5, -1, 0, [4]), (9, -1, 0, [8]), (5, 0, 0, [4])], 2, [0, 0, 4])
    nan = [np.nan] * 3
    virtual = Table.of(
        "virtual",
        campaign=[0, 1, 2],
        submit=[0, 0, 4],
        start=[0, 0, 4],
        end=[4, 8, 8],
        tag=[4, 8, 8],
        deadline=nan,
        eligible=[0, 0, 4],
        real_start=[0, 0, 4],
        real_end=[4, 8, 8],
    )
    assert rows_of(place_virtual(schedule(made, [0, 0, 4], [0, 0, 4], virtual=virtual))) == [
        (0, 0, 4, 0, 1),
        (1, 0, 8, 1, 2),
        (2, 4, 8, 0, 1),
    ]


def test_areas_of_streams_are_the_work_of_campaigns():
    streams, made = place_virtual(closed(**fluid())), closed()
    area = np.bincount(streams.campaign, (streams.end - streams.begin) * (streams.high - streams.low))
    assert area.tolist() == made.workload.campaigns.work.tolist()


def test_campaigns_that_take_no_virtual_time_are_not_drawn():
    tables = fluid()
    tables["virtual"] = changed(tables["virtual"], end=[6, 4, 6])
    assert {row[0] for row in rows_of(place_virtual(closed(**tables)))} == {0, 1}


def test_no_virtual_schedule_is_said():
    with pytest.raises(ValueError, match="no virtual schedule"):
        place_virtual(closed())
    with pytest.raises(ValueError, match="no virtual schedule"):
        place_virtual(replace(closed(**fluid()), workload=workload([(0, 1, 1)] * 6, 2)))


def test_reservations_take_rows_that_no_job_has_meanwhile():
    marks = Table.of(
        "marks", begin=[2.0, 1.0, 0.0], end=[6.0, 3.0, 9.0], kind=[3, 0, 3], label=["", "", ""], value=[2, 2, np.nan]
    )
    made = schedule(workload([(0, 4, 1), (0, 1, 2), (2, 9, 1), (6, 2, 2)], 4), [0, 0, 2, 6], marks=marks)
    assert [column.tolist() for column in place_reserved(made)] == [
        [0],
        [2],
        [2],
    ]  # the others take none, or nobody knows
    assert processors_of(made) == [{0}, {1, 2}, {1}, {0, 2}]
    longer = schedule(workload([(0, 4, 1), (3, 9, 1)], 4), [0, 3], marks=marks)
    assert [column.tolist() for column in place_reserved(longer)] == [[0], [1], [2]]
    assert processors_of(longer) == [{0}, {3}]
    assert [len(column) for column in place_reserved(schedule(workload([(0, 4, 1)], 4), [0]))] == [0, 0, 0]
