"""Requested times made by models: what they are by definition, that nothing overruns, and that draws stay with jobs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from layouts.words.caveats import told_runtimes
from scheduler.errors import ParamError, WorkloadError
from scheduler.exports.workload_log import log_of
from scheduler.model.workload_options import OPTIONS, WorkloadOptions
from scheduler.preparation.build import workload
from scheduler.preparation.estimates import drawn, popular_values
from scheduler.preparation.repairs import RULES
from scheduler.preparation.requested_times import filled_words, of_log, requests
from scheduler.simulate import simulate
from tests.preparation.test_workload import note, overrunning, touched, trace

RUNTIMES = [60, 10, 400, 25, 60, 1, 3000, 90, 45, 700]
TEN = trace(*({"submit": 5 * k, "runtime": runtime, "requested_time": 4000} for k, runtime in enumerate(RUNTIMES)))


def asked(**options) -> list[float]:
    return workload(TEN, **options).jobs.requested_time.tolist()


def test_factor_asks_for_a_multiple_of_every_runtime():
    assert asked(estimates="factor") == [2 * runtime for runtime in RUNTIMES]
    assert asked(estimates="factor", factor=1.5) == [1.5 * runtime for runtime in RUNTIMES]
    assert asked(estimates="factor", factor=1) == asked(estimates="exact") == RUNTIMES


def test_uniform_asks_for_a_multiple_of_its_own_for_every_job():
    ratio = np.array(asked(estimates="uniform", factor=5)) / RUNTIMES
    assert (ratio >= 1).all() and (ratio < 5).all() and len(np.unique(ratio)) == 10
    wider = np.array(asked(estimates="uniform", factor=9)) / RUNTIMES
    assert wider - 1 == pytest.approx(2 * (ratio - 1))  # the same draws
    assert asked(estimates="uniform", factor=1) == RUNTIMES


def test_uniform_draws_are_spread_evenly():
    share = drawn(3, np.arange(1, 20_001))
    assert share.mean() == pytest.approx(0.5, abs=0.01)
    assert np.histogram(share, 10, (0, 1))[0] == pytest.approx(np.full(10, 2000), abs=200)


def test_the_same_seed_draws_the_same_and_another_one_others():
    first, again, other = (asked(estimates="uniform", estimate_seed=seed) for seed in (7, 7, 8))
    assert first == again and not set(first) & set(other)
    assert asked(estimates="uniform") == asked(estimates="uniform", estimate_seed=0)


@pytest.mark.parametrize("options", [{"first": 4}, {"begin": 20}, {"begin": 10, "end": 35}, {"load": 0.5}])
def test_a_job_keeps_its_draw_in_every_slice(options):
    whole, part = workload(TEN, estimates="uniform"), workload(TEN, estimates="uniform", **options)
    by_line = dict(zip(whole.jobs.line.tolist(), whole.jobs.requested_time.tolist(), strict=True))
    assert part.jobs.requested_time.tolist() == [by_line[line] for line in part.jobs.line.tolist()]


def test_draws_do_not_change_between_versions():
    assert drawn(0, np.array([1, 2, 3])) == pytest.approx([0.6369616873214543, 0.2697867137638703, 0.04097352393619469])


def test_popular_values_are_quantiles_of_the_runtimes():
    # sorted: 1 10 25 45 60 60 90 400 700 3000
    assert popular_values(np.array(RUNTIMES, float), 5).tolist() == [10, 45, 60, 400, 3000]
    assert asked(estimates="popular") == [60, 10, 400, 45, 60, 10, 3000, 400, 45, 3000]
    assert asked(estimates="popular", popular=1) == [3000] * 10
    assert asked(estimates="popular", popular=3) == [90, 45, 3000, 45, 90, 45, 3000, 90, 45, 3000]
    assert asked(estimates="popular", popular=1000) == RUNTIMES


def test_each_popular_value_is_asked_for_about_equally_often():
    runtimes = np.exp(np.random.default_rng(4).normal(6, 2, 5_000))
    values = popular_values(runtimes, 8)
    assert len(values) == 8 and values[-1] == runtimes.max()
    assert np.bincount(np.searchsorted(values, runtimes)).tolist() == [625] * 8


def test_what_was_done_is_counted_and_said():
    work = workload(TEN, estimates="factor", factor=3)
    said = note(work, "estimate_modeled")
    assert said.text == "10 jobs have 3 times their runtime as requested time, as asked for." and said.level == "repair"
    assert len(touched(work, "estimate_modeled")) == 10 and RULES["estimate_modeled"] == 8192
    assert "drawn with seed 5" in note(workload(TEN, estimates="uniform", estimate_seed=5), "estimate_modeled").text
    few = note(workload(TEN, estimates="popular", popular=2), "estimate_modeled").text
    assert (
        few
        == "10 jobs have their runtime rounded up to one of 2 values (1 min 00 s or 50 min 00 s) as requested time, as asked for."
    )
    one = note(workload(TEN, estimates="popular", popular=1), "estimate_modeled").text
    assert "rounded up to 50 min 00 s, the longest, as requested time" in one
    many = note(workload(TEN, estimates="popular", popular=10), "estimate_modeled").text
    assert "one of 9 values from 1 s to 50 min 00 s" in many
    assert note(workload(TEN), "estimate_modeled") is None


def test_a_job_that_asked_for_as_much_is_not_touched():
    work = workload(trace({"runtime": 45, "requested_time": 90}, {}, {"requested_time": -1}), estimates="factor")
    assert work.jobs.requested_time.tolist() == [90, 120, 120] and touched(work, "estimate_modeled") == [2, 3]


@pytest.mark.parametrize("estimates", ["factor", "uniform", "popular"])
def test_models_take_the_runtime_that_is_run_and_cut_only_when_told(estimates):
    work = workload(overrunning(0.001), estimates=estimates)
    assert work.jobs.runtime.tolist() == [400, 500, 100] and work.options["overrun_applied"] == "none"
    told = workload(overrunning(0.3), estimates=estimates, factor=1, popular=1000, overrun="cut")
    assert told.jobs.runtime.tolist() == told.jobs.requested_time.tolist() == [400, 200, 100]
    assert told.options["overrun_applied"] == "cut" and note(told, "overrun_extended") is None


@given(
    st.lists(st.floats(1e-3, 1e4), min_size=1, max_size=30),
    st.sampled_from(["factor", "uniform", "popular"]),
    st.floats(1, 1e6),
    st.integers(1, 1000),
    st.integers(0, 2**53 - 1),
)
def test_nothing_is_ever_below_its_runtime(runtimes, estimates, factor, popular, seed):
    jobs = workload(
        trace(*({"runtime": repr(runtime)} for runtime in runtimes)),
        estimates=estimates,
        factor=factor,
        popular=popular,
        estimate_seed=seed,
    ).jobs
    assert (jobs.requested_time >= jobs.runtime).all() and np.isfinite(jobs.requested_time).all()
    if estimates == "popular":
        assert len(np.unique(jobs.requested_time)) <= popular


@pytest.mark.parametrize(
    "option",
    [
        {"factor": 0.99},
        {"factor": "much"},
        {"popular": 0},
        {"popular": 1001},
        {"popular": 2.5},
        {"estimate_seed": -1},
        {"estimates": "guessed"},
    ],
)
def test_what_cannot_be_is_refused_by_name(option):
    with pytest.raises(ParamError, match=next(iter(option))):
        workload(TEN, **option)


def test_options_are_declared_and_kept():
    assert {"factor": 2.0, "estimate_seed": 0, "popular": 5}.items() <= workload(TEN).options.items()
    assert {"estimates", "factor", "estimate_seed", "popular"} <= set(OPTIONS)
    assert workload(TEN, estimates="popular", popular=3).options["popular"] == 3


def test_overestimates_change_what_is_backfilled():
    # three processors: the second job waits for all of them, the third fits beside the first if it says that it is short
    jobs = trace(
        {"runtime": 10, "requested_processors": 2},
        {"submit": 1, "runtime": 10, "requested_processors": 3},
        {"submit": 2, "runtime": 8, "requested_processors": 1},
        header="; MaxProcs: 3\n",
    )
    starts = {
        popular: simulate(workload(jobs, estimates="popular", popular=popular), "easy").placed.start.tolist()
        for popular in (1, 3)
    }
    assert starts == {1: [0, 10, 20], 3: [0, 10, 2]}


# --- what stands for a request that the log lacks ------------------------------------------------------------------------

SOME = trace(
    {"runtime": 100, "requested_time": 400},
    {"runtime": 30, "requested_time": -1},
    {"runtime": 50, "requested_time": 100},
    {"runtime": 90, "requested_time": 900},
    {"runtime": 1_000, "requested_time": 0},
)


@pytest.mark.parametrize(
    ("chosen", "expected", "words"),
    [
        (None, [400, 30, 100, 900, 1_000], "2 jobs without a requested time have their runtime as such."),
        ("runtime", [400, 30, 100, 900, 1_000], "2 jobs without a requested time have their runtime as such."),
        (
            "longest",
            [400, 900, 100, 900, 1_000],
            "2 jobs without a requested time have 15 min 00 s, the longest of the others, as such, or "
            "their runtime where that is longer.",
        ),
        (
            "usual",
            [400, 120, 100, 900, 4_000],
            "2 jobs without a requested time have 4 times their runtime as such, the median of the others.",
        ),
    ],
)
def test_what_stands_for_a_missing_request_is_chosen_and_never_measured(chosen, expected, words):
    work = workload(SOME, unrequested=chosen)
    assert work.jobs.requested_time.tolist() == expected and note(work, "estimate_missing").text == words
    assert requests(work) == (3, 2, 0, 0.25) and of_log(work).tolist() == [True, False, True, True, False]
    assert (work.jobs.requested_time >= work.jobs.runtime).all()
    assert filled_words(work).startswith("2 of 5 jobs have no requested time in the log; ")


def test_a_choice_that_was_not_made_changes_no_key():
    assert "unrequested" not in WorkloadOptions().as_json() and "unrequested" not in workload(SOME).options
    assert workload(SOME).hash == workload(SOME, unrequested=None).hash != workload(SOME, unrequested="longest").hash


def test_where_nobody_asks_the_longest_runtime_stands_and_nothing_is_usual():
    nobody = trace({"runtime": 100, "requested_time": -1}, {"runtime": 30, "requested_time": -1})
    work = workload(nobody, unrequested="longest")
    assert work.jobs.requested_time.tolist() == [100, 100] and requests(work).used is None
    assert filled_words(work) == "the log has no requested times; the longest runtime stands for them"
    with pytest.raises(WorkloadError, match="choose unrequested runtime or longest"):
        workload(nobody, unrequested="usual")


@pytest.mark.parametrize("chosen", [None, "longest", "usual"])
def test_what_was_filled_in_is_missing_again_in_a_file(chosen):
    written = log_of(workload(SOME, unrequested=chosen), SOME)
    assert written.columns["requested_time"].tolist() == [400, -1, 100, 900, -1]


def test_a_policy_does_not_know_runtimes_where_the_longest_request_stands_for_them():
    for chosen, words in (
        ("runtime", ["knows the runtimes of 2 of 5 jobs, for which the log has no requested time."]),
        ("longest", []),
        ("usual", ["is told a multiple of the runtime for 2 jobs without a requested time."]),
    ):
        assert told_runtimes(workload(SOME, unrequested=chosen)) == words
