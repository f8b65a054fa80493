"""Papers and experiments as data: every registered one is complete, and its small version gives what it declares."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scheduler.errors import InputError, ParamError
from scheduler.params import checked
from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.results import sources
from scheduler.results.store import Store
from scheduler.simulate import check_supported, new_control, simulate
from scheduler.topics.papers import verdicts
from scheduler.topics.papers.experiments import (
    ASIDE,
    SCALES,
    Experiment,
    LogFile,
    Measured,
    Outcome,
    Part,
    all_experiments,
    all_papers,
)
from scheduler.topics.papers.experiments.ostrich_2013 import appendix_a, fig2, fig3, instances, other_load
from scheduler.topics.papers.results.outcomes import record_of
from tests.cases import strategies
from tests.cases.every_case import every_case
from tests.cases.width import width

EXPERIMENTS = all_experiments()
LOG = "steady-load.swf"  # what experiments on logs are tried on
each = pytest.mark.parametrize("key", EXPERIMENTS)


def parts_of(experiment: Experiment, scale: str, seed: int) -> list[Part]:
    """The parts of an experiment; of one on logs those of a sample."""
    if not experiment.logs:
        return list(experiment.parts(scale, seed))
    return list(experiment.parts(scale, seed, [LogFile(LOG.removesuffix(".swf"), sample(LOG).sha256)]))


def done(experiment: Experiment, part: Part) -> Any:
    """The result of a part."""
    if not experiment.logs:
        return experiment.run(part)
    return experiment.run(part, sample(LOG), lambda _jobs: new_control())


def small(part: dict[str, Any]) -> dict[str, Any]:
    """The part with at most two of its instances (three with --all), or 60 jobs of its log or of a long trace."""
    if "first" in part and "log" in part:
        return part | {"first": 60}
    if part["do"] in ("traces", "timing"):  # of 1,000 jobs
        return part | {"jobs": 60, "count": 1}
    if part["do"] == "tasks":  # of up to 200 moldable ones
        return part | {"tasks": part["tasks"] // 10, "processors": 12, "count": 2}
    return part | {"count": min(part["count"], width(2, 3))} if "count" in part else part


@cache
def tried(key: str) -> Outcome:
    """What comes of a quick run with few instances, its results as they are kept."""
    experiment = EXPERIMENTS[key][1]
    parts = [small(part) for part in parts_of(experiment, "quick", 0)]
    return experiment.outcome(parts, [json.loads(json.dumps(done(experiment, part))) for part in parts])


# -- every paper


def test_keys_are_folders_and_links_are_links():
    for key, paper in all_papers().items():
        assert key == paper.key and paper.link.startswith("https://") and paper.experiments
        assert {type(one).__module__ for one in paper.experiments} == {"scheduler.topics.papers.experiments"}
        assert {one.run.__module__.split(".")[4] for one in paper.experiments} == {key.replace("-", "_")}
    assert {"ostrich-2013", "campaign-scheduling-2012"} <= set(all_papers())
    assert [paper.year for paper in all_papers().values()] == sorted(
        (paper.year for paper in all_papers().values()), reverse=True
    )


@every_case("key", EXPERIMENTS)
@every_case("scale", SCALES)
def test_parts_are_json_and_told_apart(key, scale):
    experiment = EXPERIMENTS[key][1]
    parts = parts_of(experiment, scale, 3)
    assert parts and json.loads(json.dumps(parts)) == parts
    assert parts == parts_of(experiment, scale, 3), "the same every time"
    labels = [part["label"] for part in parts]
    assert len(set(labels)) == len(labels) and all(labels)
    assert (parts == parts_of(experiment, scale, 4)) is not experiment.random


def test_parts_that_say_the_same_mean_the_same():
    """Results are kept by paper and part, whoever runs it."""
    runs: dict[str, set] = {}
    for paper, experiment in EXPERIMENTS.values():
        for part in parts_of(experiment, "full", 0):
            told = {name: value for name, value in part.items() if name not in ASIDE}
            said = json.dumps([paper.key, told], sort_keys=True)
            runs.setdefault(said, set()).add(experiment.run)
    assert all(len(functions) == 1 for functions in runs.values())


@every_case("key", EXPERIMENTS)
def test_what_was_published_is_said_with_its_place(key):
    experiment = EXPERIMENTS[key][1]
    names = [published.name for published in experiment.published]
    assert len(set(names)) == len(names)
    for published in experiment.published:
        assert published.where and published.name
        assert published.value is not None, "what the paper prints no number of is a claim"
    assert experiment.where and experiment.title and experiment.question.endswith("?")
    assert set(experiment.cpu_seconds) == set(SCALES) and all(value > 0 for value in experiment.cpu_seconds.values())
    for text in experiment.differences:
        assert text[0].isupper() and text.endswith(".")
    assert all(len(row) == 3 and all(isinstance(word, str) and word for word in row) for row in experiment.settings)


@each
def test_a_small_run_gives_what_is_declared(key):
    experiment, made = EXPERIMENTS[key][1], tried(key)
    names = [measured.name for measured in made.measured]
    assert len(set(names)) == len(names) and {published.name for published in experiment.published} <= set(names)
    for measured in made.measured:
        ends = [value for value in (measured.low, measured.ours, measured.high) if value is not None]
        assert all(np.isfinite(ends)) and (len(ends) < 3 or ends[0] <= ends[2])
    assert all(
        claim.text.endswith(".") and claim.evidence.endswith(".") and isinstance(claim.holds, bool)
        for claim in made.claims
    )
    for chart in made.charts:
        assert chart.title and chart.x_title and chart.y_title and chart.series
        assert all(text.endswith(".") for text in chart.caption), chart.caption
        for series in chart.series:
            assert len(series.x) == len(series.y) and len(series.low) == len(series.high)
            assert len(series.low) in (0, len(series.y))
            assert series.kind in ("lines", "bars", "points", "steps", "bubbles")
            assert len(series.sizes) == (len(series.y) if series.kind == "bubbles" else 0)
            assert len(series.along) in (0, len(series.y)) and bool(series.along) == bool(chart.along_title)
            assert chart.size_title or series.kind != "bubbles"


@each
def test_openings_open(key, tmp_path):
    store = Store(tmp_path)
    experiment = EXPERIMENTS[key][1]
    assert experiment.openings and len({opening.title for opening in experiment.openings}) == len(experiment.openings)
    for opening in experiment.openings:
        assert bool(opening.source) is not bool(experiment.logs)
        trace = sample(LOG) if experiment.logs else sources.trace_of(sources.check(dict(opening.source), store), store)
        made = workload(trace, **opening.options)
        assert 1 <= len(opening.runs) <= 4
        for policy, params in opening.runs:
            entry = all_policies()[policy]
            checked(entry.params, params)
            check_supported(entry, made)


def test_samples_are_read_by_name_only():
    assert len(sample("five-jobs.swf")) == 5
    for name in ("none.swf", "../README.md", "/etc/passwd", ""):
        with pytest.raises(InputError, match="no sample"):
            sample(name)


# -- ostrich-2013


def measured(made: Outcome) -> dict[str, Measured]:
    return {value.name: value for value in made.measured}


def test_appendix_a_number_by_number():
    made = tried("ostrich-2013/appendix-a")
    corrected = {"User 1: virtual completion announced at 2 s", "User 2: virtual completion announced at 2 s"}
    assert all(
        verdicts.of_value(published, measured(made)[published.name])
        == (verdicts.CORRECTED if published.name in corrected else verdicts.REPRODUCED)
        for published in appendix_a.PUBLISHED
    ) and all(claim.holds for claim in made.claims)
    final = {name.split(":")[0]: value.ours for name, value in measured(made).items() if "final" in name}
    assert final == {"User 1": 14, "User 2": 8, "User 3, first": 7, "User 3, second": 10}
    stretch = [value.ours for name, value in measured(made).items() if name.endswith(": stretch")]
    assert stretch == pytest.approx([15 / 8, 5 / 3, 1, 2])


def test_figure_1_with_the_numbers_of_user_3():
    """Submitted at 2 and 5, jobs of 3, 2, 2, 1, 1, 1 and of 2, 2, 2, 2 s on six processors."""
    cells = {value.cell[1:]: value.ours for value in tried("ostrich-2013/appendix-a").measured if value.cell}
    of_symbol = {
        symbol.split(":")[0].split(" ")[0]: [cells[symbol, column] for column in appendix_a.COLUMNS]
        for symbol, _ in cells
    }
    assert of_symbol == {
        "t": [2, 5],
        "s": [2, 7],
        "C": [5, 9],
        "Δ": [3, 4],
        "W": [10, 8],
        "l": [3, 2],
        "D": [1, 2],
        "tt": [None, 0],
        "s̃": [2, 7],
        "C̃": [7, 10],
    }


def test_the_tight_instance_in_numbers():
    """Of k users the stretch is k + (k - 1) W' / W: 3 of 2 users with W' = W, 39 of 20."""
    made = tried("ostrich-2013/tight")
    first = made.charts[0].series[0]
    assert first.y == pytest.approx([3, 5, 9, 19, 39]) and all(claim.holds for claim in made.claims)
    assert measured(made)["Stretch over theorem 1, 20 users, W' = 1 W"].ours == pytest.approx(39 / 40.03)


def test_what_is_announced_comes_true_when_nothing_comes_between():
    """From the last virtual event before its completion on, a campaign is announced for when it will be complete."""
    checks = 0
    for seed in range(60):
        schedule = simulate(strategies.workload(strategies.exact(strategies.closed(seed, widest=1))), "ostrich")
        virtual = schedule.virtual
        events = np.unique(np.concatenate((virtual.start, virtual.end)))
        for campaign, end in enumerate(virtual.end.tolist()):
            last = float(events[events < end - 1e-6].max())
            if virtual.start[campaign] <= last:
                assert appendix_a.announced(schedule, campaign, last) == pytest.approx(end, abs=1e-6)
                assert appendix_a.announced(schedule, campaign, end + 1) is None
                checks += 1
    assert checks > 200


def test_fig3_counts_by_hand():
    """Two campaigns of a short user, one of a long one: stretches 1, 2.5 and 25."""
    row = {"campaigns": 3, "high": 1, "low": 1, "length": 9.0, "histogram": [0] * 41, "short": [2.5], "long": [25.0]}
    other = {"campaigns": 1, "high": 0, "low": 1, "length": 3.0, "histogram": [0] * 41, "short": [1.0, 1.5], "long": []}
    found = instances.Instances("ostrich", [{"ostrich": [row]}, {"ostrich": [other]}])
    every = np.arange(2)
    assert found.share_high(every) == 25 and found.share_high(np.array([0, 0])) == pytest.approx(100 / 3)
    assert found.mean("short", every) == pytest.approx(5 / 3) and found.median("short", every) == 1.5
    assert found.mean("long", np.array([0, 0])) == 25
    assert found.mean_of_all() == 7.5 and found.length.tolist() == [9, 3]
    # of 2.5 and 25 the deviation is 11.25 and the mean 13.75, of 1 and 1.5 they are 0.25 and 1.25
    assert found.spread() == pytest.approx((11.25 / 13.75 + 0.25 / 1.25) / 2)


def test_instances_open_as_the_generator_makes_them():
    part = instances.parts({"users": 20}, 12, 2)[1]
    assert (part["first"], part["count"], part["seed"]) == (10, 2, 2)
    by_hand = workload(
        sources.trace_of(
            {
                "kind": "generate",
                "generator": "ostrich_profiles",
                "seed": 2_000_010,
                "params": checked(_generator().params, part["settings"]),
            },
            None,
        )
    )
    drawn = instances.drawn(part["settings"], 2_000_010)
    assert drawn.hash == by_hand.hash and by_hand.trace_sha256 and not drawn.trace_sha256


def _generator():
    from scheduler.generators import all_generators

    return all_generators()["ostrich_profiles"]


def test_what_is_kept_of_an_instance_is_what_its_schedule_says():
    schedule = simulate(instances.drawn({"users": 6, "jobs": 300, "processors": 8}, 5), "ostrich")
    kept = instances.kept(schedule)
    jobs, placed = schedule.workload.jobs, schedule.placed
    worst: dict[int, float] = {}
    for campaign in np.unique(jobs.campaign):
        rows = jobs.campaign == campaign
        alone = max(jobs.runtime[rows].sum() / 8, jobs.runtime[rows].max())
        value = (placed.end[rows].max() - placed.submit[rows].min()) / alone
        user = int(jobs.user_id[rows][0])
        worst[user] = max(worst.get(user, 0), value)
    assert kept["short"] == pytest.approx([worst[user] for user in sorted(worst) if user <= 3])
    assert kept["long"] == pytest.approx([worst[user] for user in sorted(worst) if user > 3])
    assert kept["campaigns"] == len(np.unique(jobs.campaign)) == sum(kept["histogram"])


def test_fig2_measures_the_spans_of_the_example():
    """Appendix A by hand: user 3's second campaign waits from 5 to 7, and is executed in one piece from 7 to 9."""
    schedule = simulate(workload(sample(appendix_a.SAMPLE)), "ostrich")
    taken, allowed = fig2.spans(schedule)
    assert taken[:, 3].tolist() == [2, 0, 2]
    # three users at once, six processors, longest job 3; W = 8 after W' = 10, longest of its own 2
    assert allowed[:, 3].tolist() == pytest.approx([3 * 10 / 6, 3 + 3 * 8 / 6, 3 + 2 + 8 / 6])
    assert taken.sum(axis=0).tolist() == pytest.approx((schedule.virtual.real_end - schedule.virtual.submit).tolist())
    assert fig2.executed(schedule)["idle"] == 0
    # only user 1 starts jobs later than its campaign's virtual completion, if any does: the others are done before
    assert fig2.after_virtual_completion(schedule)["late_split"] == 0


def test_more_load_of_others_leaves_the_watched_user_alone():
    def of(**more: int):
        made = instances.drawn({"users": 4, "jobs": 200, "processors": 4, "new_campaign": 0.1} | more, 1)
        own = made.jobs.user_id == other_load.WATCHED
        return made, np.sort(made.jobs.runtime[own]).tolist(), len(np.unique(made.jobs.campaign[own]))

    (base, own, count), (larger, *same), (longer, *also) = of(), of(others_jobs=3), of(others_campaigns=3)
    assert same == also == [own, count] and 0 < len(own) < 200
    assert len(larger) == len(longer) == len(own) + 3 * (200 - len(own))
    assert len(larger.campaigns) == len(base.campaigns)
    assert len(longer.campaigns) == count + 3 * (len(base.campaigns) - count)
    others = [sorted(made.campaigns.work[made.campaigns.user != 0]) for made in (base, larger, longer)]
    assert others[1] == [3 * work for work in others[0]] and others[2] == sorted(3 * others[0])
    assert set(longer.campaigns.longest) == set(larger.campaigns.longest) == set(base.campaigns.longest)


def test_more_than_a_machine_can_hold_is_refused():
    with pytest.raises(ParamError, match=r"others_jobs = 1000 .* makes more than 5,000,000 jobs of 10,000"):
        instances.drawn({"others_jobs": 1_000, "others_campaigns": 2}, 0)


def test_figure_3_is_within_its_bands():
    """Twelve instances are enough for the bands that are wide."""
    parts = instances.parts({"users": 20}, 12, 0)
    made = fig3.EXPERIMENT.outcome(parts, [instances.run(part) for part in parts])
    found = measured(made)
    assert 36 < found["FCFS: campaigns with a stretch above 20"].ours < 45
    assert 1.0 < found["OStrich: campaigns with a stretch above 20"].ours < 2.6
    assert found["Campaigns below 2, OStrich over FCFS"].ours > 2
    assert [claim.text.split(" (")[0] for claim in made.claims if not claim.holds] == [
        "OStrich does not heavily discriminate users by their profiles"
    ]


@pytest.mark.parametrize(("key", "count"), [("fig3", 4), ("fig3-k15", 5), ("fig3-think", 7)])
def test_no_setting_meets_all_numbers_of_figure_3(key, count):
    """As the page says of the outcomes that are kept."""
    values = [one for one in record_of(f"ostrich-2013/{key}")["values"] if one["published"] is not None]
    met = [one for one in values if one["verdict"] in (verdicts.REPRODUCED, verdicts.CORRECTED)]
    assert (len(values), len(met)) == (9, count)


def test_sample_of_appendix_a_is_the_one_of_the_folder():
    (part,) = appendix_a.parts("quick", 0)
    assert part["sha256"] == sample(part["sample"]).sha256 and (Path(sources.SAMPLES) / part["sample"]).is_file()
