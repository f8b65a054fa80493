"""A divisible load on the command line and on the page: what is read, what is refused, what is drawn and said."""

from __future__ import annotations

import csv
import json

import pytest
from dash import html

from layouts import ids, site
from layouts.frame import shell
from layouts.server import page_files
from layouts.topics.divisible import answer as lessons_answer
from layouts.topics.divisible import divisible_page as lessons
from layouts.topics.divisible import load_address, load_charts, load_form
from scheduler.topics.divisible.answer import answer
from scheduler.topics.divisible.platform import Worker
from scheduler.topics.divisible.question import PARAMS, question
from scheduler.topics.divisible.samples import SAMPLES
from tests.cases import callbacks
from tests.cases.every_case import every_case
from tests.cases.small_log import is_one_sentence
from tests.cli.test_cli_tables import list_of
from tests.pages.test_pages import components, texts
from tests.state.test_hostile_links import reads_any_address_soon

CELLS = [(0, "speed", 1), (0, "bandwidth", 2), (0, "latency", 0), (1, "speed", "3"), (1, "bandwidth", 1.5)]


# -- the command line


@pytest.mark.parametrize("name", ["two_alike", "mirrored", "stealing", "steady"])
def test_a_sample_is_answered_as_by_hand(run, name):
    code, out, err = run("divisible", "--sample", name)
    assert (code, err) == (0, "")
    assert json.loads(out)["facts"][0]["value"] == pytest.approx(SAMPLES[name].completion)


def test_words_of_the_call_go_before_those_of_the_sample(run):
    _, out, _ = run("divisible", "--sample", "two_alike", "--load", "6", "--workers", "1/1,1/1,1/1/0")
    assert json.loads(out)["facts"][0]["value"] == pytest.approx(6 * 8 / 7)


def test_the_timeline_is_written_as_csv_and_as_json(run, tmp_path):
    table, whole = tmp_path / "plan.csv", tmp_path / "plan.json"
    assert run("divisible", "--sample", "two_alike", "--out", str(table))[0] == 0
    assert run("divisible", "--sample", "two_alike", "--out", str(whole))[0] == 0
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [
        (row["worker"], row["kind"], float(row["begin"]), float(row["end"]), float(row["load"]), row["partner"])
        for row in rows
    ] == [
        ("worker 1", "send", 0, 2, 2, "master"),
        ("worker 1", "compute", 2, 4, 2, ""),
        ("worker 2", "send", 2, 3, 1, "master"),
        ("worker 2", "compute", 3, 4, 1, ""),
    ]
    assert len(json.loads(whole.read_text())["timeline"]) == 4


def test_a_question_is_read_from_a_file(run, tmp_path):
    file = tmp_path / "load.toml"
    file.write_text(
        "load = 3\n[[workers]]\nspeed = 1\nbandwidth = 2\n[[workers]]\nspeed = 1\nbandwidth = 1\nlatency = 0\n"
    )
    assert json.loads(run("divisible", str(file))[1])["facts"][0]["value"] == pytest.approx(3)


def test_samples_are_listed(run):
    lines, listed = list_of(run, ["divisible", "--samples"])
    assert [line.split()[0] for line in lines[2:]] == [entry["key"] for entry in listed] == list(SAMPLES)


def test_the_timeline_does_not_mix_with_the_answer(run):
    code, out, err = run("divisible", "--sample", "two_alike", "--out", "-")
    assert (code, out) == (2, "") and "name a file" in err and is_one_sentence(err)


@pytest.mark.parametrize(
    "words, said",
    [
        (["--workers", "4"], "Worker 1 is '4'"),
        (["--sample", "two_alik"], "did you mean two_alike"),
        (["--mode", "steady", "--out", "x.csv"], "no timeline"),
        (["--out", "plan.txt"], ".csv"),
        (["no such file"], "no such file"),
        (["file.toml", "--sample", "bus"], "two questions"),
        (["--rounds", "0"], "from 1 to 50"),
        (["--seed", "1.5"], "whole number"),
    ],
)
def test_a_wrong_call_is_answered_by_a_sentence(run, words, said):
    code, out, err = run("divisible", *words)
    assert (code, out) == (2, "") and said in err
    is_one_sentence(err)


@pytest.mark.parametrize(
    "content, said",
    [
        (b"load = ", "does not read as TOML"),
        (b"\xff", "does not read as TOML"),
        (b"lod = 3", "did you mean load"),
        (b"[[workers]]\nspeed = 1\n", "wanted: speed and bandwidth"),
        (b"workers = [3]", "Worker 1"),
        (b"load = [1]", "load = "),
    ],
)
def test_a_wrong_file_is_answered_by_a_sentence(run, tmp_path, content, said):
    file = tmp_path / "load.toml"
    file.write_bytes(content)
    code, out, err = run("divisible", str(file))
    assert (code, out) == (2, "") and said in err
    is_one_sentence(err)


# -- where it is


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return site.create_app(tmp_path_factory.mktemp("home"))


def test_former_links_lead_on(app):
    client = app.server.test_client()
    load = client.get("/lessons?workers=1/1,1/1&load=3")
    assert load.status_code == 302 and load.headers["Location"] == "/divisible?workers=1/1,1/1&load=3"
    assert client.get("/lessons").headers["Location"] == "/learn"


def test_its_path_is_answered_with_its_page(app):
    page = json.dumps(callbacks.answer(app, f"{ids.URL}.pathname", {f"{ids.URL}.pathname": "/divisible"}, ids.PAGE))
    assert lessons.LEAD in page and "The load and the workers" in page
    assert [link.href for link in shell.links("/divisible") if hasattr(link, "aria-current")] == ["/learn"]


def test_its_styles_come_with_those_of_the_pages(app):
    styles = app.server.test_client().get(page_files.STYLES).text
    assert styles.index(".qs-figures {") < styles.index(".qs-load {")


def test_any_address_is_read_soon():
    reads_any_address_soon(load_address.asked)


# -- the address and the form


@every_case("name", SAMPLES)
def test_an_address_brings_every_sample_back(name):
    asked = question(SAMPLES[name].asked)
    back, problem = load_address.asked(load_address.address(asked.asked).partition("?")[2])
    assert problem == "" and load_form.sample_of(back) == name
    assert back.platform == asked.platform


@pytest.mark.parametrize(
    "search, said",
    [
        ("?mode=magic", "mode = 'magic'"),
        ("?workers=1/2,x", "speed of worker 2"),
        ("?load=nan&rounds=3", "load = 'nan'"),
        ("?load=inf", "load = inf"),
        ("?platform=bus", "Here is an example"),
        ("?workers=" + "1/1," * 30, "at most 20"),
        ("?workers=%00", "speed of worker 1"),
        ("?seed=-1", "seed = -1"),
    ],
)
def test_what_an_address_says_wrong_is_told_and_left_out(search, said):
    found, problem = load_address.asked(search)
    assert said in problem and ("Here is an example" in problem or "What is usual" in problem)
    assert found.asked["mode"] == "single" and answer(found).facts


def test_other_words_of_an_address_are_passed_over():
    assert load_address.asked("?utm=1&runs=../../etc") == (load_address.USUAL, "")
    assert load_address.address(load_address.USUAL.asked) == "/divisible"


def test_a_form_is_the_question_it_shows():
    found = load_address.of_form({"mode": "single", "load": 6, "platform": "star", "seed": ""}, CELLS)
    assert (found.platform.workers, found.asked["load"]) == ((Worker(1, 2), Worker(3, 1.5)), 6)
    bus = load_address.of_form({"platform": "bus"}, CELLS)
    assert bus.platform.workers == (Worker(1, 2), Worker(3, 2))


@pytest.mark.parametrize(
    "given, numbers",
    [
        ({"load": ""}, CELLS),
        ({"mode": "rounds", "rounds": None}, CELLS),
        ({"mode": ["single"]}, CELLS),
        ({"load": {"a": 1}}, CELLS),
        ({"load": "1e999"}, CELLS),
        ({"rounds": True}, CELLS),
        ({}, [(0, "speed", {"x": 1}), (0, "bandwidth", 1)]),
        ({}, [(0, "speed", "1/1,1/1"), (0, "bandwidth", 1)]),
        ({}, [("0", "speed", 1)]),
        ({}, []),
        ({}, [(0, "speed", None), (0, "bandwidth", 1)]),
        ({}, [(row, part, 1) for row in range(21) for part in ("speed", "bandwidth")]),
    ],
)
def test_whatever_a_browser_sends_is_answered_by_a_sentence(given, numbers):
    body, link, said, _ = lessons.answered(given, numbers, "light")
    assert "wanted" in texts(said) or "at most" in texts(said)
    assert body is link
    assert "The chart is that" in texts(said)
    assert "The chart is that" not in texts(lessons.answered(given, numbers, "light", before=False)[2])


def test_an_answer_has_numbers_chart_table_lesson_and_link():
    given = dict(SAMPLES["mirrored"].asked)
    body, link, said, sample = lessons.answered(
        given, [(0, "speed", 1), (0, "bandwidth", 1), (1, "speed", 1), (1, "bandwidth", 1)], "dark"
    )
    assert (said, sample) == (None, "mirrored")
    assert link == "/divisible?workers=1/1,1/1&load=4&returns=mirrored"
    assert "9 s" in texts(body) and "The last to receive" in texts(body)
    assert "--returns=mirrored" in texts(body) and "as a table (6 rows)" in texts(body)
    assert len(components(body, "Graph")) == 1


def test_workers_come_and_go():
    one, two = Worker(1, 2), Worker(3, 1.5)
    assert lessons.changed(CELLS, False, None) == [one, two]
    assert lessons.changed(CELLS, True, None) == [one, two, two]
    assert lessons.changed(CELLS, False, 0) == [two]
    assert lessons.changed(CELLS[:3], False, 0) == [one]
    assert lessons.changed([(0, "speed", "x"), (0, "bandwidth", -1)], True, None) == [lessons.FRESH] * 2
    assert lessons.changed([], False, None) == [lessons.FRESH]


@pytest.mark.parametrize("platform, columns", [("star", [3, 3]), ("bus", [3, 1]), ("tree", [2])])
def test_a_row_has_the_numbers_a_worker_has_of_its_own(platform, columns):
    made = load_form.worker_rows((Worker(1, 2), Worker(3, 2)), platform)
    rows = [cell.id["row"] for cell in components(made, "NumberInput")]
    assert [rows.count(row) for row in dict.fromkeys(rows)] == columns


@pytest.mark.parametrize(
    "asked, shown",
    [
        ({"mode": "single", "returns": "none"}, {"load", "order", "returns"}),
        ({"mode": "single", "returns": "same"}, {"load", "order", "returns", "ratio"}),
        ({"mode": "single", "returns": "best"}, {"load", "returns", "ratio"}),
        ({"mode": "rounds"}, {"load", "rounds", "growth"}),
        ({"mode": "stealing"}, {"load", "grain", "seed"}),
        ({"mode": "tasks"}, {"load", "window"}),
        ({"mode": "single", "platform": "tree", "returns": "none"}, {"load", "degree", "height", "returns"}),
        ({"mode": "single", "platform": "tree", "returns": "same"}, {"load", "degree", "height", "returns", "ratio"}),
    ],
)
def test_only_what_is_asked_is_shown(asked, shown):
    names = {param.name for param in load_form.PARAMS} - {"mode", "platform", "workers"}
    assert {name for name in names if not load_form.hidden(name, asked)} == shown


# -- the charts


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_timeline_is_drawn_piece_by_piece_with_a_pattern_for_what_is_done(scheme):
    found = answer(question(SAMPLES["mirrored"].asked))
    made = load_charts.timeline_figure(found.timeline, scheme).checked()
    assert [(bar.name, bar.marker.pattern.shape) for bar in made.data] == [
        ("receives", "/"),
        ("computes", ""),
        ("returns the result", "x"),
    ]
    computes = made.data[1]
    assert [*zip(computes.base, computes.x, strict=True)] == [(3, 3), (4, 1)]
    assert len(made.data[0].x) == 4  # two messages, each at the port of the master and at the worker
    assert list(made.layout.yaxis.ticktext) == ["master's port", "worker 1", "worker 2"]


def test_a_caption_counts_what_is_there():
    assert " ".join(load_charts.caption(answer(question(SAMPLES["same_order"].asked)).timeline)) == (
        "4 units are computed by 2 workers after 2 messages; all is over at 8 s. The port of the master is busy "
        "100.0 % of the time."
    )
    assert "1 worker gets nothing." in " ".join(
        load_charts.caption(answer(question(SAMPLES["latency"].asked)).timeline)
    )
    assert "1 message carried what was stolen" in " ".join(
        load_charts.caption(answer(question(SAMPLES["stealing"].asked)).timeline)
    )


def test_what_cannot_be_cut_is_counted_in_tasks():
    found = answer(question({"mode": "tasks", "load": 5}))
    said = texts(html.Div(lessons_answer.body(found, "light")))
    assert "load (tasks)" in str(lessons_answer.shares(found))
    assert "5 tasks are computed by" in said and "units" not in said
    assert "5 units are computed" in " ".join(load_charts.caption(answer(question({"load": 5})).timeline))


def test_the_form_names_no_unit_that_another_way_does_not_have():
    rows = texts(load_form.worker_rows([Worker(1, 2), Worker(3, 4)], "star"))
    assert "speed (per s)" in rows and "units" not in rows
    load = next(param for param in PARAMS if param.name == "load")
    assert load_form.field(load, 5).label == "load"


def test_words_of_the_command_stay_whole():
    found = answer(question({"mode": "tasks", "load": 5}))
    words = [
        one.children for one in lessons_answer.command(found)._traverse() if getattr(one, "className", "") == "qs-word"
    ]
    assert words[:4] == ["python", "-m", "scheduler", "divisible"] and "--mode=tasks" in words


def test_a_large_tree_is_cut_and_its_table_is_not():
    found = answer(question({"platform": "tree", "workers": "1/9", "degree": 7, "height": 2}))
    made = load_charts.timeline_figure(found.timeline).checked()
    assert len(made.layout.yaxis.ticktext) == load_charts.MOST_ROWS
    assert max(y for bar in made.data for y in bar.y) < load_charts.MOST_ROWS
    assert "first 40 rows" in " ".join(load_charts.caption(found.timeline)) and len(found.timeline.rows()) == 57 + 56


def test_the_steady_state_is_drawn_as_rates():
    found = answer(question(SAMPLES["steady"].asked))
    fed, more = load_charts.rates_figure(found).checked().data
    assert (list(fed.x), list(more.x), more.marker.pattern.shape) == ([1, 0.5], [0, 9.5], "/")
    assert [row["port of the master (%)"] for row in load_charts.steady_rows(found)] == [50, 50]
    assert "Steady state" in texts(lessons_answer.body(found, "light"))
