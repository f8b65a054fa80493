"""Outcomes that are kept with the program: files say all that was found, and every experiment has one that is whole."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from layouts.words.contrasts import WORDS, counted, line_and_whole
from scheduler.charts import Chart, Series
from scheduler.topics.papers.experiments import SCALES, Band, Claim, Measured, Outcome, all_experiments
from scheduler.topics.papers.results import outcomes
from scheduler.topics.papers.results.outcomes import kept, path_of, read, record_of, written
from scheduler.topics.papers.verdicts import FAILED, INFORMATION, KINDS, UNDECIDABLE, UNSTATED
from tests.cases.every_case import every_case

EXPERIMENTS = all_experiments()
each = every_case("key", sorted(EXPERIMENTS))
MOST = 120_000  # bytes of a file

MADE = Outcome(
    (
        Measured("x", 1 / 3, 0.25, 0.5, sampled=(0.1, 0.7), percentile=12.5),
        Measured("y", None, judged=False),
        Measured("t, a: max", 2.0, cell=("t", "a", "max"), printed=1.5, band=Band(sample=9, room=0.05)),
    ),
    (Claim("It is.", False, "It is not.", explained="Because."), Claim("We saw it.", True, "So.", finding=True)),
    (Chart("Title", "x", "y", (Series("ours", (1, 2), (1.0, None), published=True),), x_log=True, caption=("Two.",)),),
    ("Two are left out.",),
)
FACTS = {
    "experiment": "a/b",
    "scale": "full",
    "seed": 0,
    "day": "2026-11-23",
    "commit": "abc",
    "cpu_seconds": 1.5,
    "parts": 1,
    "of_parts": 2,
}


def test_a_file_gives_back_what_was_written() -> None:
    text = written(MADE, FACTS)
    experiment = next(experiment for _, experiment in EXPERIMENTS.values() if not experiment.published)
    again = read(experiment, json.loads(text))
    assert (again.claims, again.charts, again.differences) == (MADE.claims, MADE.charts, MADE.differences)
    assert again.measured[1:] == MADE.measured[1:] and again.measured[0].ours == pytest.approx(1 / 3, abs=1e-12)
    assert {name: json.loads(text)[name] for name in FACTS} == FACTS


def test_exact_numbers_stay_exact_enough() -> None:
    told = json.loads(written(Outcome((Measured("x", 1.970197137064),)), FACTS))
    assert told["measured"][0]["ours"] == pytest.approx(1.970197137064, abs=1e-10)


def test_there_is_no_file_of_nothing() -> None:
    known = {path.relative_to(outcomes.FOLDER).with_suffix("").as_posix() for path in outcomes.FOLDER.glob("*/*.json")}
    assert known == EXPERIMENTS.keys()


@each
def test_what_is_kept_says_how_it_came_about(key: str) -> None:
    told = kept(key)
    assert told is not None and told["experiment"] == key and told["scale"] in SCALES
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", told["day"]) and re.fullmatch(r"[0-9a-f]{7,40}", told["commit"])
    assert told["parts"] == told["of_parts"] or told["scale"] == "full", "of quick scale all is run"
    assert 0 < told["parts"] <= told["of_parts"] and told["cpu_seconds"] >= 0
    assert (told["seed"] is not None) is EXPERIMENTS[key][1].random
    assert bool(told.get("logs")) is bool(EXPERIMENTS[key][1].logs)
    assert path_of(key).stat().st_size < MOST
    if told["parts"] < told["of_parts"] and "traces" in json.dumps(told["charts"]):
        assert any("are run" in text for text in told["differences"]), "how few is said in words"


@each
def test_captions_are_sentences_and_begin_with_a_short_line(key: str) -> None:
    for chart in read(EXPERIMENTS[key][1], kept(key) or {}).charts:
        assert all(text.endswith(".") for text in chart.caption), chart.caption
        assert counted(line_and_whole(list(chart.caption))[0]) <= WORDS


@each
def test_all_that_is_published_was_measured(key: str) -> None:
    names = {one["name"] for one in (kept(key) or {})["measured"]}
    assert {one.name for one in EXPERIMENTS[key][1].published} <= names


@each
def test_nothing_is_left_without_a_sentence(key: str) -> None:
    """What is not reproduced has our explanation; what is undecidable, what would decide it."""
    record = record_of(key)
    assert record is not None
    for one in (*record["values"], *(claim for claim in record["claims"] if not claim.get("finding"))):
        if one["verdict"] == FAILED:
            assert len(one["explained"]) > 40, one
        if one["verdict"] == UNDECIDABLE:
            assert len(one["decided_by"]) > 40, one


@each
def test_a_printed_number_is_never_said_to_be_unstated(key: str) -> None:
    for value in (record_of(key) or {})["values"]:
        assert (value["verdict"] == UNSTATED) is (value["published"] is None)


def test_deviations_of_table_2_and_means_of_table_3_are_judged() -> None:
    for key in ("dfrs-2011/table2", "dfrs-2011/table3"):
        cells = [
            value for value in (record_of(key) or {})["values"] if "cell" in value and value["published"] is not None
        ]
        apart = [
            value
            for value in cells
            if value["cell"][2] == "std." or (value["cell"][2].endswith(", mean") and value["verdict"] != INFORMATION)
        ]
        assert len(apart) >= 20 and {value["verdict"] for value in apart} <= set(KINDS) | {"not judged"}


def test_a_number_published_since_is_not_measured_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key, experiment = next((key, experiment) for key, (_, experiment) in EXPERIMENTS.items() if experiment.published)
    made = read(experiment, {"measured": [], "claims": [], "charts": [], "differences": []})
    assert {one.name for one in made.measured} == {one.name for one in experiment.published}
    assert not any(one.judged for one in made.measured), key
