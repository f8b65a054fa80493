"""The generator of moldable tasks: lengths, weights, and how much faster tasks get with more processors."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from scheduler.errors import ParamError
from scheduler.generators import make
from scheduler.preparation.build import workload
from scheduler.topics.moldable.allotments import dense, speedup_curve
from scheduler.topics.moldable.generators.parallel_tasks import within


def made(seed=1, **params):
    return workload(make("parallel_tasks", {"jobs": 400, "processors": 50} | params, seed))


def curve(**params):
    work = made(**params)
    return speedup_curve(work.jobs, work.table("shapes"), work.platform.processors)


@pytest.mark.parametrize("parallelism", ["cirne", "highly", "weakly"])
@pytest.mark.parametrize("draws", ["step", "task"])
def test_tasks_are_monotone_as_they_come(parallelism, draws):
    work = made(parallelism=parallelism, draws=draws)
    table = dense(work.jobs, work.table("shapes"), 50)[:, 1:]
    cost = table * np.arange(1, 51)
    assert np.all(np.diff(table) <= 0) and np.all(np.diff(cost) >= -1e-9 * cost[:, 1:])
    assert not {"work_raised", "allotment_slower"} & {note.rule for note in work.notes}
    assert np.all(work.jobs.processors == 1) and np.all(work.jobs.shapes == 50)
    assert np.array_equal(table[:, 0], work.jobs.runtime)


def test_more_runtimes_than_a_workload_may_have_are_not_drawn():
    with pytest.raises(
        ParamError,
        match=r"jobs = 100,000 tasks .* processors = 10,000 have 1,000,000,000 runtimes; "
        "wanted: at most 5,000,000 together",
    ):
        make("parallel_tasks", {"jobs": 100_000, "processors": 10_000, "parallelism": "weakly"}, 1)


def test_uniform_lengths_and_weights():
    work = made(jobs=5_000, processors=2)
    hours = work.jobs.runtime / 1_000
    assert hours.min() >= 1 and hours.max() <= 10 and hours.mean() == pytest.approx(5.5, rel=0.02)
    weight = work.jobs.weight
    assert weight.min() >= 1 and weight.max() <= 10 and weight.mean() == pytest.approx(5.5, rel=0.02)
    assert np.array_equal(work.jobs.submit, np.zeros(5_000))


def test_mixed_lengths_are_two_humps():
    lengths = made(jobs=5_000, processors=2, lengths="mixed").jobs.runtime / 1_000
    small = lengths < 4
    assert small.mean() == pytest.approx(0.7, abs=0.02) and lengths.min() > 0
    assert lengths[small].mean() == pytest.approx(1.0, abs=0.02)
    assert lengths[~small].mean() == pytest.approx(100.5, rel=0.03)


def test_highly_parallel_tasks_get_much_faster_and_weakly_parallel_ones_hardly():
    high, weak = (curve(parallelism=word, processors=200, jobs=100).mean for word in ("highly", "weakly"))
    assert high[-1] == pytest.approx(38, rel=0.1) and weak[-1] == pytest.approx(2.5, rel=0.1)
    assert high[0] == weak[0] == 1 and np.all(np.diff(high) > 0)


def test_one_draw_for_a_task_spreads_the_curve_as_the_closed_form_says():
    # mean over X, normal around 0.1 with deviation 0.2 on [0, 1], of Gamma(X + 2) / 2 x (j + 1)! / Gamma(X + j + 1) ...
    x = within(np.linspace(0.0005, 0.9995, 1_000), np.full(1_000, 0.1), 0.2, 0.0, 1.0)
    wanted = [math.exp(math.lgamma(v + 2) + math.lgamma(52) - math.lgamma(2 + v + 49) - math.lgamma(3)) for v in x]
    found = curve(parallelism="highly", draws="task", jobs=1_500)
    assert found.mean[-1] == pytest.approx(np.mean(wanted), rel=0.05)
    assert found.low[-1] == pytest.approx(np.percentile(wanted, 10), rel=0.1)
    assert found.high[-1] == pytest.approx(np.percentile(wanted, 90), rel=0.1)


def test_of_mixed_lengths_the_large_tasks_are_the_parallel_ones():
    work = made(lengths="mixed", parallelism="by_length")
    speedup = work.jobs.runtime / dense(work.jobs, work.table("shapes"), 50)[:, 50]
    large = work.jobs.runtime > 10_000
    assert speedup[large].mean() > 10 and speedup[~large].mean() < 3


def test_cirne_and_berman_s_tasks_follow_downey_s_law():
    trace = make("parallel_tasks", {"jobs": 4_000, "processors": 50}, 3)
    words = [rest.split() for rest in trace.more]
    assert {found[1] for found in words} == {"downey"}
    average, sigma = (np.array([float(found[at]) for found in words]) for at in (2, 3))
    assert average.min() >= 1 and sigma.min() == 0
    # log2 A is uniform from 0.12 to 13.5 where one processor is enough (63 % of jobs), and less wide for the others
    log2 = np.log2(average)
    assert 13 < log2.max() < 13.52 and 5.8 < np.median(log2) < 6.8
    assert sigma[sigma > 0].mean() == pytest.approx(1.52, rel=0.05)  # of a normal distribution cut at 0
    assert np.mean(sigma == 0) == pytest.approx(0.143, abs=0.02)


def test_a_normal_distribution_cut_to_a_range():
    uniform = (np.arange(20_000) + 0.5) / 20_000
    x = within(uniform, np.full(20_000, 0.1), 0.2, 0.0, 1.0)
    assert x.min() >= 0 and x.max() <= 1 and np.all(np.diff(x) > 0)
    assert x.mean() == pytest.approx(0.20, abs=0.005)
    assert within(np.array([0.0]), np.array([1.0]), 0.4, 0.0, np.inf)[0] > 0


def test_submissions_within_a_time():
    work = made(within=5_000)
    assert work.jobs.submit.min() >= 0 and work.jobs.submit.max() < 5_000 and np.all(np.diff(work.jobs.submit) >= 0)
    assert work.jobs.submit.mean() == pytest.approx(2_500, rel=0.1)


def test_a_longer_unit_scales_lengths_only():
    one, two = (make("parallel_tasks", {"jobs": 20, "unit": unit}, 4) for unit in (1_000, 2_000))
    assert np.abs(two.columns["runtime"] / one.columns["runtime"] - 2).max() < 1e-3 and one.more == two.more


def test_one_processor_is_enough():
    for parallelism in ("cirne", "highly", "weakly"):
        for draws in ("step", "task"):
            work = made(processors=1, parallelism=parallelism, draws=draws, jobs=3)
            assert work.jobs.shapes.tolist() == [1, 1, 1]


def test_the_file_says_what_it_holds():
    text = make("parallel_tasks", {"jobs": 2}, 1).header
    assert re.search(r"^; Queuescope-Moldable: 1$", text, re.MULTILINE) and "field 19 is the weight" in text


def test_a_length_may_be_that_on_the_fewest_processors_of_a_job():
    """The same jobs; by Cirne and Berman 37 % need more than one processor, up to 41, and with these they are longer."""
    one, fewest = (
        make("parallel_tasks", {"jobs": 4_000, "processors": 50, "length_on": on}, 3) for on in ("one", "fewest")
    )
    assert one.more == fewest.more
    times = fewest.columns["runtime"] / one.columns["runtime"]
    assert np.mean(times > 1.001) == pytest.approx(0.37, abs=0.03) and 1 == times.min() < 30 < times.max() < 41.01
    asked = make("parallel_tasks", {"jobs": 4_000, "processors": 200, "length_on": "asked"}, 3)
    assert asked.more == one.more  # 20 % ask for one processor, the median is 6, the most 102
    assert 2 < np.median(asked.columns["runtime"] / one.columns["runtime"]) < 5
    small = make("parallel_tasks", {"jobs": 4_000, "processors": 3, "length_on": "fewest"}, 3)
    assert np.max(small.columns["runtime"] / one.columns["runtime"]) <= 3.001
