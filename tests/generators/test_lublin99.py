"""The Lublin-Feitelson model: its output has the statistics of the original program's, and its parts are what they say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from scheduler.errors import ParamError
from scheduler.generators import lublin99, make
from scheduler.preparation.build import workload
from scheduler.statistics.random_draws import Gamma, hyper, stream
from tests.cases import lublin99_reference as reference
from tests.cases.every_case import every_case

SEEDS, THEIRS = 12, 50  # runs here and of the original program
PROGRAM = {"jobs": 10_000, "processors": 128}


def read(text):
    """{name: [numbers as text]} of the lines of a reference."""
    return {name: words.split() for name, words in (line.split(": ") for line in text.strip().splitlines())}


STATISTICS, CLASSES = read(reference.STATISTICS), read(reference.CLASSES)


def statistics(columns):
    """The statistics of the reference, of the columns of a trace on 128 processors."""
    submit, size, runtime = (columns[name] for name in ("submit", "requested_processors", "runtime"))
    gap, hour = np.diff(submit), np.bincount((submit // 3_600 % 24).astype(int), minlength=24) / len(submit)
    found = {
        "jobs": len(submit),
        "span_days": submit[-1] / 86_400,
        "serial": (size == 1).mean(),
        "power_of_two": np.isin(size, 2 ** np.arange(1, 8)).mean(),
        "interactive": (columns["queue"] == 0).mean(),
        "log_runtime_mean": np.log(runtime).mean(),
        "log_runtime_sd": np.log(runtime).std(),
        "runtime_max": runtime.max(),
        "gap_max": gap.max(),
        "gap_zero": (gap == 0).mean(),
        "correlation": np.corrcoef(size, runtime)[0, 1],
        "load_128": size @ runtime / (128 * submit[-1]),
        "work_mean": size @ runtime / len(size),
    }
    for name, values in (("size", size), ("runtime", runtime), ("gap", gap)):
        found |= {f"{name}_mean": values.mean(), f"{name}_cv": values.std() / values.mean()}
        found |= {f"{name}_p{p}": np.percentile(values, p) for p in (1, 5, 10, 25, 50, 75, 90, 95, 99)}
    found |= {f"size_is_{2**k}": (size == 2**k).mean() for k in range(8)} | {f"hour{k:02}": hour[k] for k in range(24)}
    for low, high in ((1, 1), (2, 4), (5, 16), (17, 64), (65, 128)):
        some = runtime[(size >= low) & (size <= high)]
        if len(some):
            found |= {
                f"runtime_mean of size {low}-{high}": some.mean(),
                f"runtime_median of size {low}-{high}": np.median(some),
            }
    return found


@pytest.fixture(scope="module")
def traces():
    return {
        kind: [make("lublin99", PROGRAM | {"classes": kind}, seed).columns for seed in range(1, SEEDS + 1)]
        for kind in ("one", "two")
    }


@pytest.fixture(scope="module")
def ours(traces):
    """{kind: {statistic: [SEEDS]}}."""
    return {kind: columns_of([statistics(columns) for columns in runs]) for kind, runs in traces.items()}


def columns_of(runs):
    return {name: np.array([run[name] for run in runs]) for name in runs[0]}


def rounding(text):
    """Half a unit of the last digit printed."""
    return 0.5 * 10.0 ** -len(text.partition(".")[2])


@every_case("kind, place", [("one", 0), ("two", 2)])
@every_case("name", STATISTICS)
def test_the_mean_of_each_statistic_is_that_of_the_program(ours, kind, place, name):
    # both means are of some runs: 4 standard deviations of their difference, a much narrower band than of one run
    mean, deviation = map(float, STATISTICS[name][place : place + 2])
    found = ours[kind][name]
    allowed = 4 * math.sqrt(deviation**2 / THEIRS + found.std(ddof=1) ** 2 / SEEDS)
    assert abs(found.mean() - mean) <= allowed + rounding(STATISTICS[name][place])


@pytest.mark.parametrize(("kind", "place"), [("one", 0), ("two", 2)])
def test_a_single_trace_is_like_one_of_the_program(ours, kind, place):
    far = []
    for name, words in STATISTICS.items():
        mean, deviation = map(float, words[place : place + 2])
        if abs(ours[kind][name][0] - mean) > 4 * deviation + rounding(words[place]):
            far.append((name, ours[kind][name][0], words))
    assert far == []


@pytest.mark.parametrize(("queue", "place"), [(0, 0), (1, 1)])
def test_interactive_and_batch_jobs_are_each_like_those_of_the_program(traces, queue, place):
    runs = [
        statistics({name: column[columns["queue"] == queue] for name, column in columns.items()})
        for columns in traces["two"]
    ]
    for name, words in CLASSES.items():
        found = np.array([run[name] for run in runs])
        allowed = 4 * found.std(ddof=1) * math.sqrt(1 / THEIRS + 1 / SEEDS)
        assert abs(found.mean() - float(words[place])) <= allowed + rounding(words[place]), name


def test_the_statistics_notice_another_model():
    for change, name in (
        ({"power_of_two": 0.65}, "power_of_two"),
        ({"serial": 0.2}, "size_is_1"),
        ({"all_day": 1.05}, "gap_p50"),
    ):
        mean, deviation = map(float, STATISTICS[name][:2])
        off = statistics(make("lublin99", PROGRAM | {"classes": "one"} | change, 1).columns)[name]
        assert abs(off - mean) > 4 * deviation, name


# -- parts ------------------------------------------------------------------------------------------------------------


def test_the_daily_cycle_is_that_of_the_program():
    table = np.array([line.split() for line in reference.DAY.strip().splitlines()], dtype=float)
    kinds = (lublin99.ONE[0], *lublin99.TWO)
    for column, of in zip(table.T, kinds, strict=True):
        assert lublin99.daily(of.day) == pytest.approx(column, abs=6e-9)


def test_the_clock_goes_through_buckets_as_one_walks_through_them():
    speed = lublin99.daily(lublin99.ONE[0].day)
    work = np.array([0.0, 0.1, speed[0], 3.7, 40.0, 48.0, 48.2, 200.3])
    assert lublin99.clock(work, speed) == pytest.approx([walked(amount, speed) for amount in work], abs=1e-6)


def walked(work, speed):
    bucket = 0
    while work > speed[bucket % 48]:
        work -= speed[bucket % 48]
        bucket += 1
    return 1_800 * (bucket + work / speed[bucket % 48])


def test_sizes_have_the_probabilities_that_follow_from_the_parameters():
    # 128 processors, one class: P(size >= 32) = 0.14 x (0.576 + 0.18 x (7 - log2 31.5) / 2.5)
    size = np.concatenate(
        [make("lublin99", {"jobs": 50_000, "classes": "one"}, seed).columns["requested_processors"] for seed in (1, 2)]
    )
    share = 0.14 * (0.576 + 0.18 * (7 - math.log2(31.5)) / 2.5)
    assert (size >= 32).mean() == pytest.approx(share, abs=4 * math.sqrt(share * (1 - share) / len(size)))
    assert size.mean() == pytest.approx(12.134, abs=4 * 21.5 / math.sqrt(len(size)))


@pytest.mark.parametrize("processors", [1, 3, 16, 100, 1_000])
@pytest.mark.parametrize("kind", ["one", "two"])
def test_jobs_fit_any_machine(kind, processors):
    size = make("lublin99", {"processors": processors, "classes": kind, "power_of_two": 0.3, "serial": 0.1}, 2).columns[
        "requested_processors"
    ]
    assert size.min() == 1 and size.max() <= processors
    assert processors < 4 or size.max() > processors / 2


def test_serial_and_powers_of_two_are_as_asked_for():
    size = make("lublin99", {"jobs": 5_000, "serial": 0.5, "power_of_two": 0.5}, 3).columns["requested_processors"]
    assert (size == 1).mean() == pytest.approx(0.5, abs=0.03) and set(np.log2(size) % 1) == {0.0}
    assert set(make("lublin99", {"serial": 1}).columns["requested_processors"]) == {1}


def test_times_are_in_order_and_below_their_limits(traces):
    for columns in traces["two"][:3]:
        assert np.all(np.diff(columns["submit"]) >= 0) and columns["runtime"].min() >= 1
        assert columns["runtime"].max() <= math.exp(12)
        for queue in (0, 1):
            assert np.diff(columns["submit"][columns["queue"] == queue]).max() <= 2 * 86_400 + 48 * math.exp(13)
    assert set(np.concatenate([columns["queue"] for columns in traces["one"]])) == {0}


def test_another_parameter_leaves_the_other_draws_alone():
    plain, other = make("lublin99", seed=5).columns, make("lublin99", {"serial": 0.9}, 5).columns
    assert np.array_equal(plain["submit"], other["submit"]) and not np.array_equal(plain["runtime"], other["runtime"])
    same = plain["requested_processors"] == other["requested_processors"]
    assert np.array_equal(plain["runtime"][same], other["runtime"][same])


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"classes": "three"}, "classes = 'three'; wanted: one of two, one"),
        ({"serial": 1.2}, "serial = 1.2; wanted: a number"),
        ({"jobs": "many"}, "jobs = 'many'; wanted: a whole number"),
    ],
)
def test_wrong_parameters_are_said_in_a_sentence(params, words):
    with pytest.raises(ParamError, match=words):
        make("lublin99", params)


# -- gamma ------------------------------------------------------------------------------------------------------------


def test_gamma_draws_have_mean_variance_and_a_cut_that_is_a_condition():
    of, uniform = Gamma(4.2, 0.94), stream(1).random(200_000)
    drawn = of.drawn(uniform)
    assert drawn.mean() == pytest.approx(4.2 * 0.94, rel=0.01) and drawn.var() == pytest.approx(4.2 * 0.94**2, rel=0.02)
    cut, kept = of.drawn(uniform, 5.0), drawn[drawn <= 5]
    assert cut.max() <= 5 and np.quantile(cut, [0.1, 0.5, 0.9]) == pytest.approx(
        np.quantile(kept, [0.1, 0.5, 0.9]), rel=0.01
    )
    assert Gamma(1, 2.0).below(2.0) == pytest.approx(1 - math.exp(-1))  # shape 1 is exponential


def test_what_is_drawn_again_is_drawn_from_both():
    # exponentials of mean 1 and 4, half each, at most 2: the first is below 2 more often, so it is chosen more often
    random, n = stream(2), 200_000
    drawn = hyper(Gamma(1, 1.0), Gamma(1, 4.0), np.full(n, 0.5), *random.random((2, n)), 2.0)
    both = np.where(random.random(n) < 0.5, -np.log1p(-random.random(n)), -4 * np.log1p(-random.random(n)))
    assert drawn.max() <= 2
    assert np.quantile(drawn, [0.1, 0.5, 0.9]) == pytest.approx(np.quantile(both[both <= 2], [0.1, 0.5, 0.9]), rel=0.02)


# -- as workloads -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("load", [0.1, 0.5, 0.9])
def test_a_load_keeps_the_jobs_and_multiplies_the_times_between_them(load):
    trace = make("lublin99", seed=4)
    plain, scaled = workload(trace), workload(trace, load=load)
    span = scaled.jobs.submit[-1] - scaled.jobs.submit[0]
    assert scaled.area / (128 * span) == pytest.approx(load, rel=1e-12)
    assert np.diff(scaled.jobs.submit) == pytest.approx(
        np.diff(plain.jobs.submit) * scaled.options["time_factor"], rel=1e-9, abs=1e-6
    )
    for name in ("job_id", "runtime", "processors"):
        assert np.array_equal(scaled.jobs.columns[name], plain.jobs.columns[name])
