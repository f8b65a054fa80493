"""What Compare says of fair starts, of trimmed numbers, of other requested times and of promises, without a browser."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from layouts.frame.callbacks import run_spec, start
from layouts.pages.compare import compare_page as compare
from layouts.pages.compare.runs import changed_workload, run_list
from layouts.pages.compare.table import metrics_table
from layouts.pages.compare.views import fair_starts
from layouts.state.view import FinishedRun
from layouts.words import caveats
from scheduler.errors import InputError
from scheduler.formats import all_formats
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from tests.pages.test_pages import components, dash, loaded, services, simulated, texts  # noqa: F401

SAMPLES = Path(__file__).parents[2] / "sample_traces"
WRONG = "bad-estimates.swf"  # runtimes far below what is requested


def sample(name: str = WRONG, **options: str) -> Workload:
    return workload(all_formats()["swf"].read((SAMPLES / name).read_bytes(), name), **options)


def run(jobs: Workload, policy: str, **params: str) -> FinishedRun:
    return FinishedRun("0" * 24, policy.upper(), 0, simulate(jobs, policy, params), {"policy": policy, "metrics": {}})


# -- promises and compression


@pytest.mark.parametrize(
    ("compression", "said"),
    [("start", "planned starts"), ("arrival", "submission"), ("rebuild", "anew"), ("none", "do not judge")],
)
def test_the_page_says_which_conservative_is_meant(compression, said):
    shown = run(sample(), "conservative", compression=compression)
    sentences = caveats.compression(shown.schedule.workload, [shown])
    assert (
        len(sentences) == 1 and said in sentences[0] and sentences[0].startswith("When a job ends early, CONSERVATIVE")
    )


def test_with_exact_estimates_nothing_ends_early_and_nothing_is_said():
    shown = run(sample(estimates="exact"), "conservative")
    assert caveats.compression(shown.schedule.workload, [shown]) == []


def test_broken_promises_are_counted():
    shown = run(sample(), "conservative", compression="start")
    assert caveats.slipped(shown.schedule.workload, [shown]) == []
    told = Table.of("promises", time=[0, 0, 1], job=[0, 1, 0], start=[-1, 1e9, 1e9], cluster=[0, 0, 0])
    broken = replace(shown, schedule=replace(shown.schedule, promises=told))
    said = caveats.slipped(shown.schedule.workload, [broken])
    assert len(said) == 1 and "1 of 2 jobs started later than first promised" in said[0]


# -- fair starts


def test_fair_starts_are_measured_on_demand(services):  # noqa: F811
    runs = simulated(services, loaded(services, WRONG), ["fcfs", "backfill"])
    before = fair_starts.card(services, runs, [services.runs.status(fair_starts.key_of(services, r)) for r in runs])
    assert texts(before).count("Measure the delay") == 2 and before.open is False
    started = start(services, [fair_starts.spec(r.key) for r in runs])
    assert started.problem == ""
    services.runs.work(started.keys)
    after = fair_starts.card(services, runs, [services.runs.status(key) for key in started.keys])
    said = texts(after)
    assert after.open is True and "Measure" not in said
    assert "No job started later than without those that came after it. All" in said  # first come, first served
    assert "of jobs started later than without those that came after them; the mean miss" in said


def test_closed_arrivals_have_no_fair_starts_and_the_page_says_so(services):  # noqa: F811
    runs = simulated(services, loaded(services, "ostrich-appendix.swf"), ["ostrich"])
    assert fair_starts.key_of(services, runs[0]) is None
    assert len(fair_starts.refusal(services, runs[0])) > 20
    assert not components(fair_starts.card(services, runs, [None]), "Button")


def test_a_sample_says_that_it_is_one():
    record = {"jobs": 200, "of": 28_481, "exact": False, "mean": 60.0, "low": 30.0, "high": 90.0, "delayed_share": 0.5}
    assert fair_starts.outcome(record) == (
        "50.0 % of jobs started later than without those that came after them; the "
        "mean miss over all jobs is 1 min 00 s (95 %: 30 s to 1 min 30 s). A sample "
        "of 200 jobs of 28\u202f481."
    )


# -- trimmed numbers


def test_trimmed_numbers_stand_in_the_same_table():
    shown = replace(
        run(sample(), "easy"),
        record={"policy": "easy", "metrics": {"wait_mean": 7_200.0}, "trimmed": {"wait_mean": 3_600.0}},
    )
    assert "2 h 00 min" in texts(metrics_table.metric_table([shown], 0))
    table = texts(metrics_table.metric_table(run_list.trimmed([shown]), 0))
    assert "1 h 00 min" in table and "2 h 00 min" not in table


# -- the same jobs with other requested times


def with_change(services, key, change):  # noqa: F811
    """The workload a worker makes of another one."""
    started = start(services, [changed_workload.change_spec(services, key, change)])
    services.runs.work(started.keys)
    return changed_workload.workload_with(services, key, change)


def test_a_run_with_exact_estimates_stands_beside_one_without(services):  # noqa: F811
    key = loaded(services, WRONG)
    exact = with_change(services, key, {"estimates": "exact"})
    assert exact != key and changed_workload.workload_with(services, key, {}) == key
    assert with_change(services, exact, {"estimates": "requested"}) == key
    jobs, asked = services.store.workload(exact), services.store.workload(key)
    assert np.array_equal(jobs.jobs.requested_time, jobs.jobs.runtime)
    assert np.array_equal(jobs.jobs.runtime, asked.jobs.runtime)
    specs = [run_spec(key, "easy"), run_spec(exact, "easy")]
    started = start(services, specs)
    services.runs.work(started.keys)
    runs = run_list.finished(services, started.keys, started.keys)
    assert [shown.name for shown in runs] == [
        "EASY backfilling, estimates requested",
        "EASY backfilling, estimates exact",
    ]


def test_other_workloads_have_no_counterparts(services):  # noqa: F811
    keys = [simulated(services, loaded(services, name), ["easy"])[0].key for name in (WRONG, "five-jobs.swf")]
    with pytest.raises(InputError, match=r"different logs, bad-estimates\.swf and five-jobs\.swf, so"):
        run_list.finished(services, keys, keys)


def test_unknown_estimates_are_refused(services):  # noqa: F811
    key = loaded(services, WRONG)
    with pytest.raises(InputError, match="wanted: one of requested, exact"):
        changed_workload.workload_with(services, key, {"estimates": "guessed"})


def test_the_form_offers_every_way_of_estimating():
    choice = changed_workload.choice("any", "requested times")
    assert [item["value"] for item in choice.data] == ["as opened", *changed_workload.CHOICES]
    assert compare.trim_choice().hidden is True
