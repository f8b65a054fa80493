"""Runs whose jobs have no counterparts in each other: what differs is named, wherever two runs meet."""

from __future__ import annotations

import pytest

from layouts.pages.compare.runs import run_list
from scheduler.analysis.counterparts import apart, of_record, of_workload
from scheduler.errors import InputError
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.results import specs
from tests.pages.test_pages import dash, loaded, services, simulated  # noqa: F401

FIVE = "five-jobs.swf"


def differ(first: dict, second: dict, name: str = FIVE) -> str:
    """What is said of two workloads of a sample with these options."""
    return apart(*(of_workload(workload(sample(name), **options)) for options in (first, second)))


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ({}, {"processors": 8}, "the same jobs, but on different machines (processors 4 and 8)"),
        (
            {},
            {"clusters": "4,4"},
            "the same jobs, but on different machines (processors 4 and 8, clusters not set and 4,4)",
        ),
        ({}, {"size": "allocated"}, ""),  # as many as requested, job by job
        ({}, {"begin": 3600.0}, "the same log, but with different options of the workload (begin not set and 3600)"),
        ({}, {"first": 3}, "the same log, but with different options of the workload (first not set and 3)"),
        (
            {"first": 2, "processors": 1_000},
            {"first": 3, "processors": 2_000},
            "the same log, but with different options of the workload (processors 1,000 and 2,000, first 2 and 3)",
        ),
        ({}, {"processors": 4}, ""),
        ({"estimates": "exact"}, {}, ""),
        ({"estimates": "factor", "factor": 3}, {}, ""),
    ],
)
def test_what_differs_is_named(first, second, said):
    assert differ(first, second) == said


def test_jobs_scaled_to_the_load_of_another_machine_are_not_the_same():
    said = differ({"load": 0.5}, {"load": 0.5, "processors": 8})
    assert said.startswith("the same log, but with different options of the workload (processors 4 and 8, time factor ")


def test_another_log_is_named_and_one_of_the_same_name_too():
    five, four = (of_workload(workload(sample(name))) for name in (FIVE, "extra-processors.swf"))
    lost = ", so their jobs have no counterparts"
    assert apart(five, four) == f"different logs, five-jobs.swf and extra-processors.swf{lost}"
    assert apart(five, four._replace(name=FIVE)) == f"different logs, both called five-jobs.swf{lost}"


def test_compare_shows_different_machines_and_refuses_other_options(services):  # noqa: F811
    keys = [
        simulated(services, loaded(services, FIVE, **options), ["easy"])[0].key
        for options in ({}, {"processors": 8}, {"end": 8_000})
    ]
    names = [run.name for run in run_list.finished(services, keys[:2], keys[:2])]
    assert names == ["EASY backfilling, 4 processors", "EASY backfilling, 8 processors"]
    with pytest.raises(
        InputError,
        match=r"^These runs are of the same log, but with different options of the workload "
        r"\(end not set and 8,?000.*\); compare runs of one log",
    ):
        run_list.finished(services, keys, keys)
    record = services.store.record(keys[0])
    assert apart(of_record(record), of_record(services.store.workload_record(record["workload"]))) == ""


def test_a_finished_run_keeps_its_place_among_those_that_are_under_way(services):  # noqa: F811
    first, second = (run.key for run in simulated(services, loaded(services, FIVE), ["fcfs", "easy"]))
    assert [run.index for run in run_list.finished(services, [first, second], [second])] == [1]


def test_replicas_say_what_differs_also_where_it_is_the_requested_times(services):  # noqa: F811
    keys = [
        simulated(services, loaded(services, FIVE, **options), ["easy"])[0].key
        for options in ({}, {"processors": 8}, {"estimates": "factor"})
    ]
    for other, said in ((keys[1], "on different machines"), (keys[2], "with different requested times")):
        with pytest.raises(InputError, match=f"the same jobs, but {said}.*; replicas compare policies on one"):
            specs.check({"do": "replicas", "runs": [keys[0], other], "replicas": 3, "shake": 10}, services.store)
