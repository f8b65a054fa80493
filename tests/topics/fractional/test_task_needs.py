"""What tasks need where those of a job are of two kinds, and where they are not."""

from __future__ import annotations

import pytest

from scheduler.model.occupancy import listed_before
from scheduler.model.table import Table
from scheduler.topics.fractional import task_needs
from scheduler.topics.fractional.task_needs import Kind, kinds, mean, of_places, total
from tests.cases.small import workload
from tests.topics.fractional.fractions import shared
from tests.topics.fractional.two_kinds import by_hand, two_kinds


def test_sums_and_means_count_both_kinds() -> None:
    jobs = two_kinds().jobs
    assert total(jobs, "cpu_need").tolist() == [1.5, 0.5] and total(jobs, "memory").tolist() == [1.0, 0.25]
    assert mean(jobs, "cpu_need").tolist() == [0.5, 0.5] and mean(jobs, "memory").tolist() == [1 / 3, 0.25]
    assert kinds(jobs, 0) == (Kind(1, 1.0, 0.5), Kind(2, 0.25, 0.25)) and kinds(jobs, 1) == (Kind(1, 0.5, 0.25),)


def test_a_job_with_only_first_tasks_has_their_needs() -> None:
    jobs = two_kinds([(0, 5, 2, 0.25, 0.25)], [(2, 0.5, 0.75)]).jobs
    assert kinds(jobs, 0) == (Kind(2, 0.5, 0.75),)
    assert total(jobs, "cpu_need").tolist() == [1.0] and mean(jobs, "memory").tolist() == [0.75]


def test_tasks_that_need_the_same_are_of_one_kind() -> None:
    jobs = two_kinds([(0, 5, 3, 0.1, 0.25)], [(1, 0.1, 0.25)]).jobs
    assert task_needs.first_tasks(jobs).tolist() == [0] and kinds(jobs, 0) == (Kind(3, 0.1, 0.25),)
    assert mean(jobs, "cpu_need").tolist() == [0.1]


def test_without_first_tasks_needs_are_those_of_the_columns() -> None:
    jobs = shared([(0, 5, 3, 0.1, 0.3)], 3).jobs
    assert mean(jobs, "cpu_need") is jobs.cpu_need and total(jobs, "memory").tolist() == [0.3 * 3]
    plain = workload([(0, 5, 3)], 3).jobs
    assert total(plain, "memory").tolist() == [3] and kinds(plain, 0) == (Kind(3, 1, 1),)


def test_the_order_of_places_says_which_kind_stands_there() -> None:
    made = by_hand()
    assert of_places(made, "cpu_need").tolist() == [1, 0.25, 1, 0.25, 0.5]
    assert of_places(made, "memory").tolist() == [0.5, 0.25, 0.5, 0.25, 0.25]
    rows = made.table("places").segment == 1
    assert of_places(made, "memory", rows.nonzero()[0]).tolist() == [0.5, 0.25]


def test_tasks_listed_before_are_of_the_same_segment() -> None:
    places = by_hand().table("places")
    assert listed_before(places.segment, places.count * places.tasks).tolist() == [0, 1, 0, 1, 0]


def test_a_table_has_all_columns_of_first_tasks_or_none() -> None:
    columns = two_kinds().jobs.columns
    with pytest.raises(ValueError, match=r"missing \['first_memory'\]"):
        Table.of("jobs", **{name: column for name, column in columns.items() if name != "first_memory"})
    assert "first_tasks" in two_kinds().jobs and "first_tasks" not in shared([(0, 5, 1, 1, 1)], 1).jobs
