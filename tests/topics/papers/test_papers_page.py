"""The Papers page without a browser: addresses, words, tables, charts, and a made-up experiment from run to verdict."""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from layouts import site as entry
from layouts.drawing import data_charts
from layouts.frame import openings, samples
from layouts.frame.callbacks import Services
from layouts.frame.openings import open_sample, open_setup
from layouts.server import web
from layouts.state.link import read as read_link
from layouts.topics.papers import address as papers_address
from layouts.topics.papers import experiment, experiment_list, outcome, states, value_tables
from layouts.topics.papers import logs as papers_logs
from layouts.topics.papers import papers_page as papers
from layouts.topics.papers.address import Asked
from layouts.topics.papers.states import Trial
from scheduler import registry
from scheduler.charts import Chart, Series
from scheduler.errors import InputError
from scheduler.results import sources
from scheduler.results.queue.runs import Runs, Status
from scheduler.results.sources import Sample, setups
from scheduler.results.store import Store
from scheduler.topics.papers import experiments as declared
from scheduler.topics.papers.experiments import (
    Band,
    Claim,
    Experiment,
    Measured,
    Opening,
    Outcome,
    Paper,
    PaperLog,
    Published,
)
from scheduler.topics.papers.results import logs, outcomes
from scheduler.topics.papers.tasks.reproduce import package_of
from scheduler.topics.papers.verdicts import (
    CORRECTED,
    FAILED,
    INFORMATION,
    PARTLY,
    REPRODUCED,
    RULE,
    UNDECIDABLE,
    UNSTATED,
)
from tests.cases.small_log import swf
from tests.pages.test_pages import components, texts
from tests.topics.papers import made_paper

NAME = "made-2020/halves"
APPENDIX = {"kind": "sample", "name": "ostrich-appendix.swf"}
FIVE = {"kind": "sample", "name": "five-jobs.swf"}
BARS = Chart(
    "Half of it",
    "what",
    "half",
    (
        Series("ours", ("two", "four"), (1.0, 2.0), (0.9, 1.9), (1.1, 2.1), kind="bars"),
        Series("ours", ("two", "four"), (1.0, 2.5), published=True, kind="bars"),
    ),
    caption=("Four has the larger half.",),
)


def halves(scale: str, seed: int) -> list[dict[str, Any]]:
    return [{"label": f"half of {number + seed}", "number": number + seed} for number in (2, 4)]


def put_together(parts: Any, results: Any) -> Outcome:
    return Outcome(
        (Measured("half of 2", results[0], results[0] - 0.1, results[0] + 0.1), Measured("half of 4", results[1])),
        (Claim("Half is less.", True, "1 of 2."), Claim("Half is more.", False, "2 of 4.")),
        (BARS,),
    )


HALVES = Experiment(
    "halves",
    "Halves of numbers",
    "table 1",
    "Is half of a number less than it?",
    (("numbers", "2 and 4", "stated"), ("division", "exact", "chosen"), ("rounds", "1", "3")),
    (
        Published("half of 2", 1.0, Band(0.1), "table 1", "s"),
        Published("half of 4", 2.5, Band(0.04), "table 1", "s", explained="It was rounded up."),
    ),
    halves,
    lambda part: part["number"] / 2,
    put_together,
    {"quick": 1.0, "full": 200.0},
    ("Table 1 rounds up.",),
    (
        Opening("Five jobs", FIVE, (("fcfs", {}), ("easy", {}))),
        Opening("A policy that is none", FIVE, (("esay", {}),)),
        Opening(
            "A million",
            {"kind": "generate", "generator": "poisson", "params": {"jobs": 1_000_000}, "seed": 1},
            (("easy", {}),),
        ),
    ),
)
MADE = Paper(
    "made-2020",
    "On halves",
    "A. Author",
    2020,
    "Made Up",
    "https://example.org/halves",
    (HALVES,),
    ("Page 3 says third for half.",),
)


@pytest.fixture(autouse=True)
def made(monkeypatch: pytest.MonkeyPatch) -> Paper:
    """A paper of our own, the only one of these tests."""
    monkeypatch.setitem(sys.modules, package_of(NAME), made_paper)  # stands for the paper's folder, as everywhere
    load = registry.load
    monkeypatch.setattr(
        registry, "load", lambda where, what, *more: {MADE.key: MADE} if what == "PAPERS" else load(where, what, *more)
    )
    monkeypatch.setattr(samples, "PUBLICATIONS", {MADE.key: MADE})
    assert list(declared.all_experiments()) == [NAME]
    return MADE


@pytest.fixture(scope="module")
def dash(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return entry.create_app(tmp_path_factory.mktemp("papers"))


@pytest.fixture
def services(dash: Any, tmp_path: Path) -> Iterator[Services]:
    store = Store(tmp_path)
    with dash.server.test_request_context("/"):
        yield Services(tmp_path, store, Runs(store))


# -- addresses


@pytest.mark.parametrize(
    "search", ["?e=../../x", "?e=<script>", "?e=made-2020", "?e=made-2020/halves/..", "?e=" + "x" * 5000]
)
def test_an_experiment_that_is_none_is_said_and_nothing_is_open(search: str) -> None:
    asked = papers_address.read(search)
    assert asked.experiment == "" and "no experiment" in asked.problem and len(asked.problem) < 200


@pytest.mark.parametrize(
    ("more", "word"),
    [
        ("scale=huge", "quick or full"),
        ("seed=-1", "seed = -1"),
        ("seed=1e999", "seed"),
        ("seed=x", "seed"),
        ("seed=" + "9" * 400, "seed"),
        ("scale=..%2Fx&seed=nan", "quick or full"),
    ],
)
def test_a_scale_or_seed_that_is_none_is_said_and_left_out(more: str, word: str) -> None:
    asked = papers_address.read(f"?e={NAME}&{more}")
    assert asked[:3] == (NAME, None, 0) and word in asked.problem


@pytest.mark.parametrize(
    ("search", "words"),
    [
        ("?e=../../x", "no experiment '../../x'"),
        ("?e=<script>alert(1)</script>", "no experiment"),
        (f"?e={NAME}&scale=huge", "no scale 'huge'"),
        (f"?e={NAME}&seed=-1", "seed = -1"),
    ],
)
def test_the_page_says_what_is_wrong_with_its_address(services: Services, search: str, words: str) -> None:
    assert words in texts(papers.restored(services, search, "")[-1])


def test_an_address_says_again_what_was_written() -> None:
    address = papers_address.write(NAME, "full", 3)
    assert address == "/papers?e=made-2020/halves&scale=full&seed=3"
    assert papers_address.read(address.removeprefix("/papers")) == Asked(NAME, "full", 3)
    assert papers_address.read("") == papers_address.read(None) == Asked()


def test_what_draws_no_lots_has_no_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MADE.__dict__, "experiments", (replace(HALVES, random=False),))
    assert papers_address.read(f"?e={NAME}&seed=7").seed == 0
    found = Trial(NAME, "full", 0, "", "done", None, {"verdict": REPRODUCED})
    assert experiment.after(found, MADE.experiments[0]) == []


# -- words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "about 1 s"),
        (60.0, "about 60 s"),
        (150.0, "about 3 min"),
        (9_000.0, "about 2 h 30 min"),
        (None, "unknown time"),
    ],
)
def test_times_are_rough(seconds: float | None, words: str) -> None:
    assert states.rough_time(seconds) == words


def test_states_are_told_in_words_and_a_sign() -> None:
    def said(state: str, record: Any = None, **status: Any) -> tuple:
        return states.wording(Trial(NAME, "quick", 0, "", state, Status(state, **status), record))

    assert said("unknown") == ("○", "not run (about 1 s)", "open")
    assert said("running", percent=41.7, eta_seconds=12.0)[1] == "running, 42 %, about 12 s left"
    assert said("queued")[1] == "waiting for its turn"
    assert said("queued", begins=170.0)[1] == "waiting, begins in about 3 min"
    assert said("cancelled")[1] == "cancelled, can be run again"
    signs = [said("done", {"verdict": verdict})[0] for verdict in (REPRODUCED, CORRECTED, PARTLY, FAILED, UNDECIDABLE)]
    assert signs == ["✓", "≈", "~", "✗", "?"]
    assert said("done", {"verdict": PARTLY, "parts": 3, "of_parts": 12})[1] == f"{PARTLY} (25 % of quick scale)"


def row(published: Published | None, referred: bool = False, **value: Any) -> list[str]:
    cells = outcome.value_row(published, {"name": "n", **value} if value else None, referred).children
    return [" ".join(texts(cell).split()).replace("\u202f", " ") for cell in cells]


def test_a_value_is_told_with_its_interval_and_band() -> None:
    share = Published("above 20", 40.0, Band(0.1), "figure 3a", "%")
    assert row(share, ours=39.81, low=39.0, high=40.5, verdict=REPRODUCED) == [
        "above 20 figure 3a",
        "40 %",
        "39.81 % 39 to 40.5",
        "36 to 44 %",
        "✓ reproduced",
    ]
    assert row(share)[2:] == ["—", "36 to 44 %", "○ not run yet"]
    assert row(share, ours=None, low=None, high=None, verdict=FAILED)[2::2] == ["—", "✗ not reproduced"]
    assert row(None, ours=400, verdict=UNSTATED) == ["n", "—", "400", "—", "· for information"]


def test_samples_are_told_with_the_place_of_the_printed_number() -> None:
    mean = Published("short users", 12.8, Band(sample=40), "figure 3b")
    assert row(mean)[3] == "samples of 40"
    assert row(mean, ours=15.2, samples=[12.94, 24.82], percentile=0.8, verdict=FAILED)[3] == (
        "12.94 to 24.82 samples of 40; 12.8 is at 1 %"
    )


def test_the_reference_is_another_statement() -> None:
    mean = Published("mean", 4.9, Band(0.25), "table 2", reference=4.4)
    assert row(mean, True, ours=4.5, agrees=True, verdict=REPRODUCED)[-2:] == ["4.4 agrees", "✓ reproduced"]
    assert row(mean, True, ours=6.0, agrees=False, verdict=REPRODUCED)[-2:] == ["4.4 differs", "✓ reproduced"]
    assert row(mean, True)[-2:] == ["4.4", "○ not run yet"]
    assert row(replace(mean, reference=None), True, ours=6.0, verdict=REPRODUCED)[-2:] == ["—", "✓ reproduced"]


def test_what_is_not_met_says_why_and_what_would_decide_it() -> None:
    one = Published("n", 1.0, Band(0.1), "table 1")
    assert row(one, ours=2.0, verdict=FAILED, explained="It was rounded.")[-1] == (
        "✗ not reproduced our explanation: It was rounded."
    )
    assert row(one, ours=2.0, verdict=UNDECIDABLE, decided_by="The number of users.")[-1] == (
        "? undecidable would be decided by: The number of users."
    )
    assert row(one, ours=1.0, verdict=REPRODUCED, decided_by="The number of users.")[-1] == "✓ reproduced"
    claims = [
        {"text": "It is.", "holds": False, "evidence": "Not.", "verdict": FAILED, "explained": "It was rounded."},
        {"text": "It was.", "holds": True, "evidence": "So.", "verdict": CORRECTED, "corrected": "was, not is"},
        {"text": "We saw it.", "holds": True, "evidence": "So.", "verdict": REPRODUCED, "finding": True},
    ]
    papers_say, we_say = (" ".join(texts(card).split()) for card in outcome.claims_card(claims))
    assert "✗ does not hold: It is. Not. our explanation: It was rounded." in papers_say
    assert "≈ holds where the paper is corrected: It was. So. Corrected: was, not is." in papers_say
    assert we_say == "Our findings ✓ holds: We saw it. So."


def test_a_number_for_information_and_one_the_paper_does_not_state() -> None:
    assert row(Published("n", 6.3, None, "figure 3b"), ours=6.0, verdict=INFORMATION)[1:] == [
        "6.3",
        "6",
        "—",
        "· for information",
    ]
    assert row(Published("n", None, None, "figure 3b"), ours=6.0, verdict=UNSTATED)[1:] == [
        "not stated in the paper",
        "6",
        "—",
        "· not stated in the paper",
    ]


def test_a_misprint_stands_with_both_numbers_and_the_arithmetic() -> None:
    due = Published(
        "the last deadline", 22.0, Band(1e-9), "section VI.C", "s", meant=32.0, corrected="2 x 10 + 12 = 32, not 22"
    )
    assert row(due, ours=32.0, verdict=CORRECTED) == [
        "the last deadline section VI.C",
        "22 s",
        "32 s",
        "exactly 32 s",
        "≈ reproduced where the paper is corrected corrected: 2 x 10 + 12 = 32, not 22",
    ]


def test_a_table_shows_what_the_paper_prints_beside_ours() -> None:
    values = [
        {"name": f"{row} {column}", "ours": ours, "published": printed, "cell": ["pauses", row, column]}
        for row, column, ours, printed in (
            ("EASY", "mean", 1.5, 1.4),
            ("EASY", "max", 3.0, None),
            ("FCFS", "mean", 2.5, None),
            ("FCFS", "max", 4.0, None),
        )
    ]
    rows = [
        [texts(cell).strip() for cell in line.children]
        for line in components(value_tables.card("pauses", values, 0), "Tr")
    ]
    assert rows == [["policy", "mean", "mean, printed", "max"], ["EASY", "1.5", "1.4", "3"], ["FCFS", "2.5", "—", "4"]]


def test_a_table_says_which_printed_numbers_are_reproduced_and_why_others_are_not() -> None:
    values = [
        {
            "name": row,
            "ours": 3.0,
            "published": 2.0,
            "cell": ["pauses", row, "max"],
            "sample": 300,
            "verdict": said,
            "explained": "Traces were heavier." if said == FAILED else "",
        }
        for row, said in (("EASY", REPRODUCED), ("FCFS", FAILED), ("SJF", INFORMATION))
    ]
    card = value_tables.card("pauses", values, 0)
    cells = [" ".join(texts(line.children[2]).split()) for line in components(card, "Tr")[1:]]
    assert cells == ["2 ✓ reproduced", "2 ✗ not reproduced", "2"], "words for those who do not see the sign"
    assert [sign.to_plotly_json()["props"]["aria-label"] for sign in components(card, "Span")] == [REPRODUCED, FAILED]
    assert "1 of 2 printed numbers marked here are reproduced, judged by their place among samples of 300" in texts(
        card
    )
    assert "Traces were heavier." in texts(card)


@pytest.mark.parametrize(
    ("accepted", "words"),
    [((7.0, 7.0), "exactly 7 s"), ((2.0, None), "at least 2 s"), ((None, 3.0), "at most 3 s"), (None, "—")],
)
def test_ranges_in_words(accepted: Any, words: str) -> None:
    assert outcome.accepted_text(accepted, "s") == words


def test_settings_say_what_the_paper_tells() -> None:
    rows = components(experiment.settings(HALVES), "Tr")[1:]
    assert [" | ".join(texts(cell).strip() for cell in line.children) for line in rows] == [
        "numbers | 2 and 4 | stated",
        "division | exact | not stated; chosen here",
        "rounds | 1 | changed from 3",
    ]


def test_the_foot_tells_differences_errata_and_setups() -> None:
    said = texts(experiment.foot(MADE, HALVES, NAME))
    assert "Table 1 rounds up." in said and "Page 3 says third for half." in said and "Open in Compare" in said
    command = texts(experiment.command(NAME, "full", 2))
    assert "python -m scheduler reproduce made-2020/halves --scale full --seed 2 --out halves.json" in command


def test_a_card_names_paper_and_experiments_and_its_link_takes_nothing_along() -> None:
    card = experiment_list.group(MADE)
    assert "On halves" in texts(card) and "A. Author. Made Up, 2020." in texts(card) and "table 1" in texts(card)
    outside = components(card, "A")[0]
    assert outside.rel == "noopener noreferrer" and outside.href == "https://example.org/halves"
    assert experiment_list.reference("javascript:alert(1)") == "javascript:alert(1)"  # text, no link


# -- charts

LINES = Chart(
    "Stretch",
    "users",
    "stretch",
    (
        Series("FCFS", (5, 10, 20), (2.0, 6.0, 17.0), (1.9, 5.8, 16.5), (2.1, 6.3, 18.0)),
        Series("FairCamp", (5, 10, 20), (1.5, 2.5, None)),
        Series("FCFS", (5, 10, 20), (2.1, 6.1, 17.2), published=True),
        Series("FairCamp", (5, 10, 20), (1.6, 2.4, 5.0), published=True, kind="points"),
    ),
    y_log=True,
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("chart", [LINES, BARS])
def test_published_series_differ_by_more_than_color(chart: Chart, scheme: str) -> None:
    figure = data_charts.figure(chart, scheme).checked()
    for series, trace in zip(chart.series, figure.data, strict=True):
        partner = next(
            other
            for own, other in zip(chart.series, figure.data, strict=True)
            if own.published != series.published and own.name == series.name
        )
        assert ("published" in trace.name) == series.published
        if series.kind == "bars":
            assert (trace.marker.pattern.shape == "/") == series.published
            assert trace.marker.line.color == partner.marker.line.color
        else:
            assert trace.marker.symbol.endswith("-open") == series.published
            assert trace.marker.color == partner.marker.color
    assert figure.layout.showlegend


def test_a_published_series_says_so() -> None:
    assert [data_charts.label(replace(LINES.series[0], published=one)) for one in (False, True)] == [
        "FCFS",
        "FCFS, published",
    ]


def test_a_histogram_of_many_bars_is_an_outline_and_missing_values_have_no_label() -> None:
    many = replace(BARS, series=tuple(Series(name, (*range(40), "more"), (1.0,) * 41, kind="bars") for name in "ab"))
    outlines = data_charts.figure(many).checked().data
    assert {trace.type for trace in outlines} == {"scatter"} and outlines[0].line.dash != outlines[1].line.dash
    assert data_charts.figure(many).checked().layout.xaxis.type == "category"
    few = data_charts.figure(replace(BARS, series=(Series("a", (1, 2), (1.0, None), kind="bars"),))).checked().data[0]
    assert few.type == "bar" and list(few.textposition) == ["outside", "none"] and list(few.text) == ["1", ""]


def test_intervals_become_error_bars() -> None:
    bars = data_charts.figure(LINES).checked().data[0].error_y
    assert bars.array == pytest.approx([0.1, 0.3, 1.0]) and bars.arrayminus == pytest.approx([0.1, 0.2, 0.5])
    assert data_charts.figure(LINES).checked().data[1].error_y.array is None


def test_logarithmic_axes_leave_out_what_has_no_logarithm() -> None:
    zero = replace(LINES, series=(Series("a", (1, 10, 1000), (0.0, 5.0, 50.0), kind="steps"),), x_log=True)
    figure = data_charts.figure(zero).checked()
    assert figure.layout.yaxis.type == figure.layout.xaxis.type == "log"
    assert figure.data[0].y == (None, 5.0, 50.0) and figure.data[0].line.shape == "hv"
    assert list(figure.layout.xaxis.ticktext) == [
        "1",
        "2",
        "5",
        "10",
        "20",
        "50",
        "100",
        "200",
        "500",
        "1\u202f000",
        "2\u202f000",
        "5\u202f000",
    ]


def test_a_chart_survives_being_stored() -> None:
    stored = json.loads(json.dumps(asdict(LINES)))
    assert data_charts.of_record(stored) == LINES
    assert data_charts.of_record(stored | {"unknown": 1}) == LINES


def test_a_chart_has_its_data_as_a_table() -> None:
    rows = data_charts.rows(LINES)
    assert rows[0] == {
        "users": 5,
        "FCFS": 2.0,
        "FCFS: interval": "1.9 to 2.1",
        "FairCamp": 1.5,
        "FCFS, published": 2.1,
        "FairCamp, published": 1.6,
    }
    twice = replace(LINES, series=(Series("a", (1, 1), (2.0, 3.0)),))
    assert data_charts.rows(twice) == [
        {"series": "a", "users": 1, "stretch": 2.0},
        {"series": "a", "users": 1, "stretch": 3.0},
    ]
    assert [line["what"] for line in data_charts.rows(BARS)] == ["two", "four"]


def test_text_of_a_chart_is_no_markup() -> None:
    figure = data_charts.figure(replace(BARS, x_title="<b>x</b>")).checked()
    assert "<b>" not in figure.layout.xaxis.title.text


# -- samples that open finished


def test_a_line_of_policies_is_read() -> None:
    assert setups("ostrich, faircamp placement=list base=auto,multicamp") == (
        ("ostrich", {}),
        ("faircamp", {"placement": "list", "base": "auto"}),
        ("multicamp", {}),
    )
    assert setups("") == setups("  ") == ()


@pytest.mark.parametrize("text", [",", "fcfs,,easy", "fcfs depth", "fcfs depth=", "=1", "a=b c=d"])
def test_a_line_of_policies_that_cannot_be_read_is_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match="wanted: policies separated by commas"):
        setups(text)


def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, policies: str) -> None:
    """A folder of samples with one whose header names these policies."""
    text = (sources.SAMPLES / "five-jobs.swf").read_text().splitlines(keepends=True)
    kept = [line for line in text if not line.startswith(("; Policies", "; Shows", "; Title"))]
    lines = [*kept[:1], f"; Shows: made-2020, table 1\n; Policies: {policies}\n", *kept[1:]]
    folder = tmp_path / "samples"
    folder.mkdir()
    (folder / "mine.swf").write_text("".join(lines))
    monkeypatch.setattr(sources, "SAMPLES", folder)


def test_a_sample_opens_finished(services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf(tmp_path, monkeypatch, "fcfs, easy")
    sample = sources.samples()[0]
    assert sample == Sample("mine.swf", sample.lesson, "made-2020, table 1", "fcfs, easy", "mine.swf")
    shown = samples.shelf([sample])
    assert "From “On halves” (2020)" in texts(shown) and "Open finished" in texts(shown) and "table 1" in texts(shown)
    opened = open_sample(services, "mine.swf")
    assert opened.message is None and opened.href.startswith("/compare?w=")
    asked = read_link(opened.href.partition("?")[2])
    assert opened.request["keys"] == list(asked.runs) and len(asked.runs) == 2
    services.runs.work(asked.runs)
    starts = [services.store.schedule(key).placed.start[3] for key in asked.runs]
    assert starts == [39_600, 21_600]
    assert open_sample(services, "mine.swf").href == opened.href and "keys" not in str(
        open_sample(services, "mine.swf")[0]
    )


@pytest.mark.parametrize(
    ("policies", "word"),
    [
        ("fcfs depth=3", "no parameter 'depth'"),
        ("nonesuch", "nonesuch"),
        ("ostrich", "campaigns"),
        ("fcfs x", "wanted: policies"),
        ("fcfs, easy, backfill, recorded, fcfs, easy, fcfs", "7 policies"),
    ],
)
def test_wrong_policies_of_a_sample_are_a_sentence(
    policies: str, word: str, services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf(tmp_path, monkeypatch, policies)
    assert ("mine.swf" in texts(samples.shelf(sources.samples()))) == (policies != "nonesuch")
    opened = open_sample(services, "mine.swf")
    assert word in texts(opened.message) and "href" not in str(opened.href) and "keys" not in str(opened.request)


def test_a_sample_without_policies_has_no_finished_to_open(services: Services) -> None:
    plain = Sample("a.swf", "Something.")
    assert "Open finished" not in texts(samples.shelf([plain]))
    assert "no sample" in texts(open_sample(services, "../secret.swf").message)


def test_every_sample_of_ours_names_policies_that_can_be_read() -> None:
    found = [setups(sample.policies) for sample in sources.samples()]
    assert any(found) and all(len(runs) <= 4 for runs in found)


def test_a_large_workload_is_made_elsewhere(services: Services) -> None:
    opening = HALVES.openings[2]
    opened = open_setup(services, opening.source, opening.options, opening.runs)
    assert "1\u202f000\u202f000 jobs" in texts(opened.message) and "EASY" in texts(opened.message)
    assert components(opened.message, "Anchor")[0].href == f"/workload?load={opened.request['keys'][0]}"
    assert "/compare" not in str(opened.href)


def test_a_workload_made_at_once_has_the_key_of_its_load(services: Services) -> None:
    opened = open_setup(services, FIVE, {}, (("fcfs", {}),))
    load = {"do": "load", "source": FIVE, "options": {}}
    assert services.store.loaded(services.runs.key(load)) == read_link(opened.href.partition("?")[2]).workload
    assert services.runs.status(services.runs.key(load)).state == "done"
    assert not openings.at_once({"kind": "log", "name": "big.swf"})


# -- from run to verdict


def asked(scale: str = "quick", seed: int = 0) -> dict[str, Any]:
    return {"experiment": NAME, "scale": scale, "seed": seed, "log": ""}


def reproduced(services: Services, scale: str = "quick", seed: int = 0) -> Trial:
    request, _, off, said = papers.run_it(services, asked(scale, seed), scale, str(seed))
    assert said is None and off is False
    services.runs.work(request["keys"])
    return states.find(services, NAME, scale, seed)


def test_from_run_to_verdict(services: Services) -> None:
    before = states.trial_of(services, Asked(NAME))
    assert (before.state, before.scale, before.record) == ("unknown", "quick", None)
    assert "not run yet" in texts(outcome.result(HALVES, before, "light"))
    assert "Not run yet" in texts(experiment.controls(before, HALVES))
    found = reproduced(services)
    assert found.state == "done" and found.record is not None and found.record["verdict"] == PARTLY
    shown = outcome.result(HALVES, found, "light")
    said = texts(shown)
    assert "~ reproduced in part (quick)" in " ".join(said.split()) and "does not hold:" in said
    assert (
        "4 items of the paper: 2 reproduced, 2 not reproduced." in said
        and "our explanation: It was rounded up." in said
    )
    assert RULE in said and "1 of 2." in said
    assert len(components(shown, "Graph")) == 1 and "Filled: ours." in said and "Quick scale, seed 0" in said
    assert all(graph.config["showSendToCloud"] is False for graph in components(shown, "Graph"))
    buttons = [button.id["key"] for button in components(experiment.controls(found, HALVES), "Button")]
    assert buttons == ["full/0", "quick/1"]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """The outcome of the made-up experiment that is kept with the program."""
    facts = {
        "experiment": NAME,
        "scale": "full",
        "seed": 0,
        "day": "2026-11-23",
        "commit": "abc1234",
        "cpu_seconds": 540.0,
        "parts": 2,
        "of_parts": 8,
    }
    monkeypatch.setattr(outcomes, "FOLDER", tmp_path / "outcomes")
    outcomes.path_of(NAME).parent.mkdir(parents=True)
    outcomes.path_of(NAME).write_bytes(outcomes.written(put_together([], [1.0, 2.5]), facts))
    forget = (outcomes.kept.cache_clear, outcomes.record_of.cache_clear)
    for one in forget:
        one()
    yield facts
    for one in forget:
        one()


def test_what_is_kept_with_the_program_is_shown_at_once(services: Services, kept: dict[str, Any]) -> None:
    found = states.trial_of(services, Asked(NAME))
    assert (found.state, found.scale) == (states.KEPT, "full")
    assert states.wording(found)[1] == "reproduced in part (25 % of full scale)"
    words = " ".join(texts(outcome.result(HALVES, found, "light")).split())
    assert "Full scale, seed 0: 9 min 00 s of CPU, 2026-11-23, commit abc1234." in words
    assert "2 of its 8 parts were run" in words and "not run on this server" in words
    controls = experiment.controls(found, HALVES)
    assert "Run before, and kept with the program." in texts(controls)
    assert [(button.children, button.id["key"]) for button in components(controls, "Button")] == [
        ("Run again here, about 4 min", "full/0"),
        ("At quick scale, about 1 s", "quick/0"),
    ]
    saved = outcome.file(found)
    assert saved is not None and json.loads(saved["content"])["commit"] == "abc1234"
    assert papers.restored(services, f"?e={NAME}", "")[0] == asked("full")


def test_what_was_run_here_goes_before_what_is_kept(services: Services, kept: dict[str, Any]) -> None:
    assert states.trial_of(services, Asked(NAME, "quick")).state == "unknown"
    assert states.trial_of(services, Asked(NAME, "full", 1)).state == "unknown", "it is of another seed"
    reproduced(services, "full")
    assert (
        states.trial_of(services, Asked(NAME)).state == states.trial_of(services, Asked(NAME, "full")).state == "done"
    )


def test_what_is_kept_of_an_experiment_on_logs_needs_no_log(
    services: Services, kept: dict[str, Any], on_logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("QUEUESCOPE_TRACES")
    found = states.trial_of(services, Asked(NAME))
    assert found.state == states.KEPT and found.record is not None
    said = experiment.controls(found, ON_LOGS)
    assert "To run it again here, choose a log." in texts(said) and not components(said, "Button")
    assert states.wording(found)[2] != "open" and outcome.result(ON_LOGS, found, "light")


def test_the_newest_outcome_of_the_default_seed_is_shown_by_itself(services: Services) -> None:
    reproduced(services, "full")
    assert states.trial_of(services, Asked(NAME)).scale == "full"
    reproduced(services, "quick")
    assert states.trial_of(services, Asked(NAME)).scale == "quick"
    assert states.trial_of(services, Asked(NAME, "full")).state == "done"
    assert states.trial_of(services, Asked(NAME, None, 5)).state == "unknown"
    shown = papers.restored(services, f"?e={NAME}", "")
    assert shown[0] == asked("quick") and shown[1] == papers.CLASS[True] and shown[2] is False


def test_the_outcome_is_a_file_as_the_command_line_writes_it(services: Services) -> None:
    saved = outcome.file(reproduced(services, seed=3))
    assert saved is not None and saved["filename"] == "made-2020-halves-quick-seed3.json"
    content = json.loads(saved["content"])
    assert (content["experiment"], content["scale"], content["seed"]) == (NAME, "quick", 3)
    assert [(value["name"], value["ours"]) for value in content["values"]] == [("half of 2", 2.5), ("half of 4", 3.5)]


DIGITS = "made-2020/halves/" + "9" * 5_000  # more than Python makes a number of


def test_what_cannot_be_run_is_said_and_nothing_started(services: Services) -> None:
    for data, scale, seed, word in (
        (asked(), "huge", "0", "huge"),
        (asked(), "quick", "-1", "seed = -1"),
        ({"experiment": "../../x"}, "quick", "0", "experiment"),
        (None, "", "", ""),
    ):
        request, href, _, said = papers.run_it(services, data, scale, seed)
        assert word in texts(said) and texts(said) and "keys" not in str(request) and "papers" not in str(href)
    for key in ("made-2020/halves/9", "made-2020/halves/-1", "../../x/0", "made-2020/halves/1", "0", "", DIGITS):
        opened = papers.opened_setup(services, key)
        assert texts(opened.message) and "compare" not in str(opened.href)


def test_the_form_leads_to_another_address() -> None:
    assert papers.chosen(asked(), "full", 0)[0] == f"/papers?e={NAME}&scale=full"
    assert papers.chosen(asked(), "quick", 7)[0] == f"/papers?e={NAME}&scale=quick&seed=7"
    for same in (papers.chosen(asked(), "quick", 0), papers.chosen(None, "full", 1), papers.chosen(asked(), "huge", 0)):
        assert "papers" not in str(same[0])
    assert "seed = -4" in texts(papers.chosen(asked(), "quick", -4)[1])


def test_only_what_changed_is_answered(services: Services) -> None:
    running = Trial(
        NAME,
        "quick",
        0,
        "k" * 24,
        "running",
        SimpleNamespace(state="running", percent=40.0, eta_seconds=3.0, message="Part 2 of 5."),
    )
    shape = {"open": [running.key, "running"], "active": [NAME]}
    first = papers.seen(running, {NAME: running}, shape, None, None, [], [NAME, "other/one"])
    assert "Running, 40 %, about 3 s left. Part 2 of 5." in texts(first[0]) and "Cancel" in texts(first[0])
    assert "running, 40 %" in texts(first[2][0]) and not texts(first[2][1]).strip() and first[-1] is False
    later = papers.seen(running, {NAME: running}, shape, shape, first[4], [{"key": running.key}], [NAME])
    assert not texts(later[0]).strip() and "Running, 40 %" in texts(later[1][0])  # the bar moves, the buttons stay
    done = running._replace(state="done", record={"verdict": REPRODUCED})
    last = papers.seen(done, {NAME: done}, {"open": [done.key, "done"], "active": []}, shape, first[4], [], [NAME])
    assert "Done." in texts(last[0]) and last[4] == {"key": done.key, "finished": True} and last[-1] is True


def test_a_stopped_run_can_be_run_again(services: Services) -> None:
    request, *_ = papers.run_it(services, asked(), "quick", "0")
    services.runs.cancel(request["keys"][0])
    services.runs.work(request["keys"])
    found = states.find(services, NAME, "quick", 0)
    assert found.state == "cancelled"
    controls = experiment.controls(found, HALVES)
    assert "Run again" in texts(controls) and "is kept" in texts(controls)
    assert reproduced(services).state == "done"


# -- an experiment on logs

BUBBLES = Chart(
    "Waits",
    "policy",
    "mean wait (h)",
    (Series("mean wait", ("BF", "TS"), (2.0, 1.0), kind="bubbles", sizes=(100.0, 25.0)),),
    size_title="slowdown",
)
ON_LOGS = replace(
    HALVES,
    published=(),
    logs=(PaperLog("KTH SP2", ("KTH-SP2-1996-2",), 4, 3),),
    parts=lambda scale, seed, logs: [
        {"log": log.sha256, "first": None, "name": log.name, "label": log.name} for log in logs
    ],
    run=lambda part, trace, begin: float(begin(len(trace))[1]) + len(trace),
    outcome=lambda parts, results: Outcome(
        (
            Measured("KTH SP2, BF: mean wait", 90.0 * results[0], unit="s", cell=("KTH SP2", "BF", "mean wait")),
            Measured("KTH SP2, TS: slowdown", 2.5, cell=("KTH SP2", "TS", "slowdown")),
        ),
        (Claim("It is so.", False, "It is not.", judged=False),),
        (BUBBLES,),
        ("Two jobs never ran.",),
    ),
    openings=(Opening("this log", {}, (("fcfs", {}), ("easy", {})), {"estimates": "exact"}),),
)


@pytest.fixture
def on_logs(made: Paper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The made-up experiment on logs, and a folder with its paper's log and another one."""
    monkeypatch.setitem(MADE.__dict__, "experiments", (ON_LOGS,))
    folder = tmp_path / "traces"
    folder.mkdir()
    (folder / "KTH-SP2-1996-2.swf").write_text(swf())
    (folder / "other.swf").write_text(swf(header="; MaxProcs: 8\n"))
    monkeypatch.setenv("QUEUESCOPE_TRACES", str(folder))
    return folder


def test_the_log_is_part_of_the_address(on_logs: Path) -> None:
    sent = "a" * 64 + "/my log.swf"
    for log in ("other.swf", sent, ""):
        address = papers_address.write(NAME, "full", 3, log)
        assert papers_address.read(address.removeprefix("/papers")) == Asked(NAME, "full", 3, log=log)
    assert papers_address.named(sent) == "my log.swf" and papers_address.named("other.swf") == "other.swf"
    said = papers.chosen(asked(), "quick", 0, "other.swf")
    assert said[0] == f"/papers?e={NAME}&scale=quick&log=other.swf"
    assert "papers" not in str(papers.chosen(asked(), "quick", 0, papers_logs.OF_PAPER)[0])


def test_an_experiment_without_logs_has_no_log(services: Services) -> None:
    assert papers_address.read(f"?e={NAME}&log=other.swf").log == ""
    assert papers_logs.choice(services, HALVES, "")[2] is True and not papers_logs.finished(
        services, HALVES, Trial(NAME, "quick", 0, "", "done", None)
    )


def offered(services: Services, log: str = "") -> dict[str, list[str]]:
    return {
        group["group"]: [item["label"] for item in group["items"]]
        for group in papers_logs.choices(services, ON_LOGS, log)
    }


def test_logs_of_the_server_and_uploads_of_the_visitor_can_be_chosen(services: Services, on_logs: Path) -> None:
    assert offered(services) == {
        "Of the paper": ["the log of the paper", "KTH SP2: KTH-SP2-1996-2"],
        "On this server": ["other"],
    }
    for who, content in ((web.visitor(), "mine"), ("somebody else", "theirs")):
        sent = services.store.save_upload([f"; {content}\n{swf()}".encode()], f"{content}.swf")
        services.runs.submit([{"do": "load", "source": {"kind": "upload", "key": sent.key, "name": sent.name}}], who)
    assert offered(services)["Your uploads"] == ["mine.swf"]
    (mine,) = services.runs.uploads_of(web.visitor())
    for chosen in (logs.describe(mine), "other.swf"):
        assert offered(services, chosen) == offered(services)  # nothing twice
    theirs = f"{sent.key}/theirs.swf"  # who has the link has the log
    assert offered(services, theirs)["Your uploads"] == ["mine.swf", "theirs.swf"]
    assert states.find(services, NAME, "quick", 0, theirs).state == "unknown"


def test_from_a_log_to_its_outcome(services: Services, on_logs: Path) -> None:
    request, href, _, said = papers.run_it(services, asked() | {"log": "other.swf"}, "quick", "0")
    assert said is None and "papers" not in str(href)
    services.runs.work(request["keys"])
    found = states.trial_of(services, Asked(NAME, "quick", log="other.swf"))
    shown = outcome.result(ON_LOGS, found, "light")
    words = " ".join(texts(shown).split())
    assert "6 min 00 s" in words and "2.5" in words and "Two jobs never ran." in words and "on other" in words
    assert "does not hold, not judged:" in words and "Shown and not judged: 1." in words
    assert "of the paper:" not in words and "not judged (quick)" in words
    saved = outcome.file(found)
    assert saved is not None and saved["filename"] == "made-2020-halves-other-quick-seed0.json"
    assert json.loads(saved["content"])["logs"][0]["name"] == "other"
    default = states.trial_of(services, Asked(NAME, "quick"))
    assert default.state == "unknown" and outcome.result(ON_LOGS, default, "light") == []
    assert not papers_logs.finished(services, ON_LOGS, default)  # neither of the paper nor an upload
    paper = papers.run_it(services, asked() | {"log": "KTH-SP2-1996-2.swf"}, "full", "0")[0]
    services.runs.work(paper["keys"])
    links = components(papers_logs.finished(services, ON_LOGS, found), "Anchor")
    assert [link.href for link in links] == [
        f"/papers?e={NAME}&scale=full",
        f"/papers?e={NAME}&scale=full&log=KTH-SP2-1996-2.swf",
    ]


def test_without_a_log_the_page_says_what_to_do(
    services: Services, on_logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("QUEUESCOPE_TRACES")
    found = states.trial_of(services, Asked(NAME))
    said = experiment.controls(found, ON_LOGS)
    assert "none of its paper's (KTH-SP2-1996-2)" in texts(said) and not components(said, "Button")
    assert components(said, "Anchor")[0].href == "/workload"
    assert states.wording(found) == ("○", "choose a log", "open")
    with pytest.raises(InputError, match="no log"):
        states.find(services, NAME, "quick", 0, "other.swf")
    assert "Choose a log" in texts(papers.opened_setup(services, f"{NAME}/0", Asked(NAME)).message)


@pytest.mark.parametrize(("log", "processors"), [("", 4), ("KTH-SP2-1996-2.swf", 4), ("other.swf", 8)])
def test_the_log_opens_in_compare(services: Services, on_logs: Path, log: str, processors: int) -> None:
    opened = papers.opened_setup(services, f"{NAME}/0", Asked(NAME, "quick", log=log))
    assert opened.message is None and opened.href.startswith("/compare?w=")
    link = read_link(opened.href.partition("?")[2])
    record = services.store.workload_record(link.workload)
    assert (record["processors"], record["options"]["estimates"], len(link.runs)) == (processors, "exact", 2)


def test_the_command_names_the_log(on_logs: Path) -> None:
    assert "--seed 0 --log other --out" in texts(experiment.command(NAME, "quick", 0, "other.swf"))
    sent = texts(experiment.command(NAME, "quick", 0, "a" * 64 + "/my log.swf"))
    assert "--log 'my log.swf' --out" in sent


def test_bubbles_have_their_size_as_area_and_in_words() -> None:
    trace = data_charts.figure(BUBBLES).checked().data[0]
    assert (trace.marker.sizemode, list(trace.text), trace.textposition) == ("area", ["100", "25"], "bottom center")
    # plotly: diameter = sqrt(size / sizeref) twice over, so the largest is BUBBLE wide
    assert (2 * 100 / trace.marker.sizeref) ** 0.5 == pytest.approx(data_charts.BUBBLE)
    axis = data_charts.figure(BUBBLES).checked().layout.yaxis
    assert axis.range == (0.0, 2.5) and list(axis.ticktext) == ["0", "0.5", "1", "1.5", "2", "2.5"]
    low = (
        data_charts.figure(replace(BUBBLES, series=(replace(BUBBLES.series[0], y=(2.0, 0.1)),))).checked().layout.yaxis
    )
    assert low.range[0] == pytest.approx(-0.5) and low.tickvals[0] == 0  # room for the words below a circle
    alone = replace(BUBBLES, series=(replace(BUBBLES.series[0], y=(0.0, 0.0), sizes=(0.0, 0.0)),))
    assert data_charts.figure(alone).checked().data[0].marker.sizeref == 1
    assert data_charts.rows(BUBBLES) == [
        {"policy": "BF", "mean wait": 2.0, "slowdown": 100.0},
        {"policy": "TS", "mean wait": 1.0, "slowdown": 25.0},
    ]
    assert data_charts.of_record(json.loads(json.dumps(asdict(BUBBLES)))) == BUBBLES


# -- what the points of a line stand for

CURVE = Chart(
    "Trade",
    "makespan",
    "weighted sum",
    (
        Series(
            "few",
            (1.5, 1.4, 1.395, 1.39, 1.3, 1.31),
            (3.0, 2.0, 1.9, 1.95, 2.5, 2.9),
            along=(1.05, 1.1, 1.15, 1.2, 2.0, 6.3),
        ),
        Series("many", (1.1, 1.2), (1.0, 1.2), along=(1.05, 6.3)),
    ),
    along_title="alpha",
)


def test_some_points_of_a_line_say_what_they_stand_for_and_the_pointer_finds_all() -> None:
    few, many = data_charts.figure(CURVE).checked().data
    assert list(few.text) == ["alpha 1.05", "", "1.15", "", "2", "6.3"]  # both ends, the lowest; one has room
    assert list(many.text) == ["alpha 1.05", "6.3"]
    assert list(few.customdata) == list(CURVE.series[0].along) and "alpha %{customdata:,.4~r}<br>" in few.hovertemplate
    assert few.marker.size[3] < few.marker.size[2]


def test_axes_of_one_criterion_against_the_other_begin_by_one_rule() -> None:
    layout = data_charts.figure(CURVE).checked().layout
    assert layout.xaxis.rangemode == layout.yaxis.rangemode
    alone = replace(CURVE, series=(Series("few", (1.0, 2.0), (1.0, 2.0)),), along_title="")
    assert data_charts.figure(alone).checked().layout.yaxis.rangemode == "tozero"


def test_what_is_written_along_lines_does_not_touch() -> None:
    x = tuple(1 + i / 1000 for i in range(300))
    chart = replace(CURVE, series=(Series("dense", x, tuple(3 - value for value in x), along=x),))
    written = data_charts.landmarks(chart)["dense"]
    assert written[0] == 0 and written[-1] == 299 and 3 < len(written) < 20
    along = [(x[at] - x[0]) / (x[-1] - x[0]) for at in written[:-1]]  # of both axes: the line is a diagonal
    nearest = min(b - a for a, b in itertools.pairwise(along))
    assert (
        nearest * data_charts.USUAL[0] > data_charts.CLEAR[0] or nearest * data_charts.USUAL[1] > data_charts.CLEAR[1]
    )


def test_a_chart_of_such_lines_as_a_table() -> None:
    assert data_charts.rows(CURVE)[1] == {"series": "few", "alpha": 1.1, "makespan": 1.4, "weighted sum": 2.0}
    assert len(data_charts.rows(CURVE)) == 8


def test_a_table_says_what_its_rows_are() -> None:
    value = {"name": "mean, alpha 1.5: 25 tasks", "ours": 1.25, "cell": ["mean", "alpha 1.5", "25 tasks"]}
    heads = [
        texts(value_tables.card("mean", [value | more], 0).children[1].children.children[1])
        for more in ({"rows": "alpha"}, {"rows": "policy"}, {})
    ]  # the last as it was once stored
    assert [head.split()[0] for head in heads] == ["alpha", "policy", "policy"]
