"""Generators: the same trace for ever, and traces that are what their parameters say."""

from __future__ import annotations

import hashlib
import math
import re
from pathlib import Path

import numpy as np
import pytest

from scheduler.errors import ParamError, UnknownKey
from scheduler.formats import swf
from scheduler.generators import all_generators, make
from scheduler.generators.traces.generated import swf_text
from scheduler.preparation.build import workload
from scheduler.results.sources import samples
from scheduler.simulate import simulate
from scheduler.statistics.random_draws import exponential, lognormal, normal, stream, whole
from tests.cases.every_case import every_case
from tests.topics.parts import of_topics

SAMPLES = sorted((Path(__file__).parents[2] / "sample_traces").glob("*.swf"))

# The text of a trace with default parameters and seed 1.  A new digest means that stored traces can no longer be made
# again: say so in a note of the kind `results` (changes/README.md).
DIGESTS = {
    "lublin99": "b1f3b361e5d43d9980454d08ab79e9b74df9188669b052ada2ba90ad0ff4cc1e",
    "poisson": "707ae429b1e81a63b518355b23a374c5808827d1b7f0ada1587d63f5f645521c",
    **{key: digest for digests in of_topics("generated", "DIGESTS") for key, digest in digests.items()},
}


@pytest.mark.parametrize("key", DIGESTS)
def test_the_standard_trace_is_the_same_as_ever(key):
    trace = make(key, seed=1)
    assert trace.sha256 == DIGESTS[key]
    text = swf_text(trace.header, trace.columns, trace.more)
    assert hashlib.sha256(text.encode()).hexdigest() == trace.sha256


def test_every_generator_has_a_digest():
    assert set(all_generators()) == set(DIGESTS)


@pytest.mark.parametrize("key", DIGESTS)
def test_same_seed_same_trace_other_seed_other_trace(key):
    assert make(key, small(key, 50), 7).sha256 == make(key, small(key, 50), 7).sha256
    assert make(key, small(key, 50), 7).sha256 != make(key, small(key, 50), 8).sha256


def small(key, jobs):
    """Parameters of a trace of so many jobs; of a grid so many runs, and local jobs as they come."""
    return {"jobs": jobs} if key != "light_grid" else {"days": 0.05, "runs": jobs, "grid_jobs": 1}


@pytest.mark.parametrize("key", DIGESTS)
def test_the_header_is_enough_to_make_the_trace_again(key):
    machine = {"processors": 16} if key != "light_grid" else {"clusters": "12,4"}
    trace = make(key, small(key, 30) | machine, 3)
    params, seed = recipe(trace.header)
    assert make(trace.keys["Generator"], params, seed).sha256 == trace.sha256
    assert trace.number("MaxProcs") == 16
    assert trace.number("MaxJobs") == len(trace)
    assert len(trace) == 30 or key == "light_grid"
    assert trace.line[0] == trace.header.count("\n") + 1


def recipe(header):
    words = re.search(r"^; Parameters: (.*)$", header, re.MULTILINE).group(1)
    seed = re.search(r"^; Seed: (\d+)$", header, re.MULTILINE).group(1)
    return dict(word.split("=") for word in words.split()), int(seed)


@pytest.mark.parametrize("key", DIGESTS)
def test_one_job_and_whole_seconds(key):
    assert len(make(key, small(key, 1))) == 1 or key == "light_grid"
    for name, column in make(key, small(key, 200)).columns.items():
        assert np.array_equal(column, np.rint(column)), name


@pytest.mark.parametrize("key", DIGESTS)
def test_written_and_read_back_it_is_the_same_trace(key):
    trace = make(key, small(key, 120), 4)
    content = swf.write(trace)
    assert hashlib.sha256(content).hexdigest() == trace.sha256
    back = swf.read(content, "back.swf")
    assert back.header == trace.header and dict(back.keys) == dict(trace.keys)
    assert back.notes == () and np.array_equal(back.line, trace.line) and back.more == trace.more
    assert all(np.array_equal(back.columns[name], column) for name, column in trace.columns.items())


# -- draws --------------------------------------------------------------------------------------------------------


def test_draws_follow_the_stream_of_the_bit_generator():
    # what everybody sees who asks numpy's default generator of seed 1 for two numbers
    assert stream(1).random(2) == pytest.approx([0.5118216247002567, 0.9504636963259353], abs=0)


def test_whole_numbers_reach_both_ends_and_no_further():
    drawn = whole(stream(3), 2, 5, 20_000)
    counts = np.bincount(drawn, minlength=7)
    assert counts[:2].sum() == 0 and counts[6:].sum() == 0
    assert np.all(np.abs(counts[2:6] - 5_000) < 300)


def test_means_and_deviations():
    n = 200_000
    assert exponential(stream(1), 50.0, n).mean() == pytest.approx(50, rel=0.01)
    z = normal(stream(2), n)
    assert (z.mean(), z.std()) == (pytest.approx(0, abs=0.01), pytest.approx(1, rel=0.01))
    assert lognormal(stream(3), 1_000.0, 0.8, n).mean() == pytest.approx(1_000, rel=0.02)
    assert np.median(lognormal(stream(3), 1_000.0, 0.8, n)) == pytest.approx(1_000 * math.exp(-0.32), rel=0.02)


# -- poisson ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sizes", ["uniform", "powers_of_two", "serial"])
@pytest.mark.parametrize("runtimes", ["uniform", "exponential", "lognormal", "bimodal"])
def test_the_load_is_met(sizes, runtimes):
    params = {"sizes": sizes, "runtimes": runtimes, "load": 0.6, "processors": 20, "mean_runtime": 500}
    c = make("poisson", params).columns
    offered = (c["runtime"] * c["requested_processors"]).sum() / (20 * (c["submit"].max() - c["submit"].min()))
    assert offered == pytest.approx(0.6, rel=1e-3)
    assert c["runtime"].min() >= 1
    assert np.all(np.diff(c["submit"]) >= 0) and c["submit"][0] == 0


@pytest.mark.parametrize(
    ("sizes", "wanted"), [("uniform", set(range(1, 21))), ("powers_of_two", {1, 2, 4, 8, 16}), ("serial", {1})]
)
def test_sizes_are_those_asked_for(sizes, wanted):
    c = make("poisson", {"sizes": sizes, "processors": 20}).columns
    assert set(c["requested_processors"].astype(int)) == wanted


@pytest.mark.parametrize("runtimes", ["uniform", "exponential", "bimodal"])
def test_the_mean_runtime_is_met(runtimes):
    c = make("poisson", {"runtimes": runtimes, "jobs": 50_000, "mean_runtime": 1_000}).columns
    assert c["runtime"].mean() == pytest.approx(1_000, rel=0.05)


def test_bimodal_has_nothing_between_its_humps():
    c = make(
        "poisson", {"runtimes": "bimodal", "jobs": 20_000, "mean_runtime": 2_900, "long_share": 0.1, "long_ratio": 20}
    ).columns
    # short jobs around 1000 s, long ones around 20000 s, each half to one and a half times that
    assert not np.any((c["runtime"] > 1_500) & (c["runtime"] < 10_000))
    assert np.mean(c["runtime"] >= 10_000) == pytest.approx(0.1, abs=0.01)


def test_users_ask_for_at_least_what_they_need_and_at_most_the_factor():
    c = make("poisson", {"requested_factor": 3}).columns
    assert np.all(c["requested_time"] >= c["runtime"])
    assert np.all(c["requested_time"] <= 3 * c["runtime"] + 1)
    assert (c["requested_time"] / c["runtime"]).mean() == pytest.approx(2, rel=0.05)
    exact = make("poisson", {"requested_factor": 1}).columns
    assert np.array_equal(exact["requested_time"], exact["runtime"])


# -- refusals -----------------------------------------------------------------------------------------------------


def test_an_unknown_generator_is_answered_with_the_near_ones():
    with pytest.raises(UnknownKey, match="did you mean poisson"):
        make("poison")


@pytest.mark.parametrize(
    ("key", "params", "words"),
    [
        ("poisson", {"jobs": 0}, "jobs = 0; wanted: a whole number from 1"),
        ("poisson", {"largest": 65}, "largest = 65 is above processors = 64"),
        ("poisson", {"load": "nan"}, "load = 'nan'; wanted: a number"),
        ("poisson", {"size": "serial"}, "no parameter 'size' here; did you mean sizes"),
    ],
)
def test_bad_parameters_are_named(key, params, words):
    with pytest.raises(ParamError, match=re.escape(words)):
        make(key, params)


def test_a_seed_is_a_whole_number_from_0():
    with pytest.raises(ParamError, match="seed = -1; wanted: a whole number"):
        make("poisson", seed=-1)


# -- sample traces ------------------------------------------------------------------------------------------------


@every_case("path", SAMPLES)
def test_a_sample_says_its_lesson_and_where_it_comes_from(path):
    text = path.read_text()
    assert text.startswith("; Lesson: ")
    said = re.match(r"(; Lesson: .*\n)+; Title: .+\n(; Policies: .*\n)?", text)
    assert said is not None
    maker = re.search(r"^; Generator: (.*)$", text, re.MULTILINE).group(1)
    if maker == "none, made by hand":
        return check_hand_made(text)
    if maker not in all_generators():
        assert path.name not in {listed.name for listed in samples()}
        return None
    params, seed = recipe(text)
    trace = make(maker, params, seed)
    assert text == said.group(0) + swf_text(trace.header, trace.columns, trace.more)
    return None


def check_hand_made(text):
    rows = [line.split() for line in text.splitlines() if not line.startswith(";")]
    processors = int(re.search(r"^; MaxProcs: (\d+)$", text, re.MULTILINE).group(1))
    assert len(rows) == int(re.search(r"^; MaxJobs: (\d+)$", text, re.MULTILINE).group(1))
    assert [row[0] for row in rows] == [str(i + 1) for i in range(len(rows))]
    moldable = "; Queuescope-Moldable: 1" in text  # their weights and runtimes follow
    assert all((len(row) == 18 or (moldable and len(row) > 18)) and 1 <= int(row[7]) <= processors for row in rows)


def test_every_sample_stands_in_the_readme():
    readme = (SAMPLES[0].parent / "README.md").read_text()
    assert sorted(re.findall(r"^\| `([\w-]+\.swf)`", readme, re.MULTILINE)) == [path.name for path in SAMPLES]
    for path in SAMPLES:
        jobs = sum(not line.startswith(";") for line in path.read_text().splitlines())
        assert re.search(rf"^\| `{path.name}` \| {jobs:,} \|", readme, re.MULTILINE), path.name


@pytest.mark.parametrize("name", ["five-jobs", "four-policies", "extra-processors"])
@pytest.mark.parametrize("policy", ["FCFS", "backfill", "EASY"])
def test_the_starts_in_the_note_are_those_simulated(name, policy):
    content = (SAMPLES[0].parent / f"{name}.swf").read_bytes()
    told = re.search(rf"; Note: Starts.*?{policy} ([\d ]+)", content.decode())
    if told is None:
        assert (name, policy) == ("five-jobs", "backfill")
        return
    hour = 3_600 if "in hours" in told.group(0) else 1
    schedule = simulate(workload(swf.read(content, name)), policy.lower())
    assert (schedule.placed.start / hour).tolist() == [float(word) for word in told.group(1).split()]


def sample(name, **options):
    return workload(swf.read((SAMPLES[0].parent / f"{name}.swf").read_bytes(), name), **options)


def test_five_jobs_nobody_waits_longer():
    fcfs, easy = simulate(sample("five-jobs"), "fcfs"), simulate(sample("five-jobs"), "easy")
    assert np.all(easy.wait <= fcfs.wait)
    assert fcfs.placed.start[3] - easy.placed.start[3] == 5 * 3_600


def test_the_convoy_is_one():
    wait = {policy: simulate(sample("convoy"), policy).wait for policy in ("fcfs", "easy")}
    assert np.all(wait["fcfs"][2:] > 8 * 3_600)  # behind job 2 for most of its twelve hours
    assert np.median(wait["easy"][2:]) == 0
    assert wait["easy"][1] == wait["fcfs"][1]  # and nobody pays for it


def test_under_steady_load_fcfs_falls_behind_and_easy_does_not():
    made = sample("steady-load")
    last = slice(-200, None)
    assert simulate(made, "fcfs").wait[last].mean() > 10 * simulate(made, "easy").wait[last].mean()


def test_bad_estimates_cost_easy_something():
    waits = [simulate(sample("bad-estimates", estimates=known), "easy").wait.mean() for known in ("requested", "exact")]
    assert waits[0] > 1.2 * waits[1]
