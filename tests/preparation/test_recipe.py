"""Recipes: written and read again, refused in a sentence, and the same jobs on the page, in a call and from a link."""

from __future__ import annotations

import json
import tomllib
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from layouts.pages.workload import recipe_box
from layouts.state import link, origin
from layouts.state.link import Link
from scheduler.errors import InputError, ParamError
from scheduler.formats import swf
from scheduler.model.workload_options import CALL_NAMES, OPTIONS, WorkloadOptions
from scheduler.preparation import dated_options, recipe
from scheduler.preparation.build import workload
from scheduler.preparation.recipe import Recipe
from scheduler.results.records import of_workload

# Jobs 2 and 5 share a number, job 3 never had processors, job 4 runs past its request.
LOG = b"""; MaxProcs: 8
1 0 0 100 2 -1 -1 2 600 -1 1 1 1 1 1 1 -1 -1
2 50 0 10 2 -1 -1 2 20 -1 1 1 1 1 1 1 -1 -1
3 60 -1 50 -1 -1 -1 1 100 -1 5 2 1 1 1 1 -1 -1
4 80 0 90 1 -1 -1 1 60 -1 1 2 1 1 1 1 -1 -1
2 90 0 10 1 -1 -1 1 60 -1 1 2 1 1 1 1 -1 -1
6 95 0 10 1 -1 -1 1 60 -1 1 3 1 1 1 1 -1 -1
"""
TRACE = swf.read(LOG, "small.swf")
OPTIONS_TRIED = [
    {},
    {"leave_out": "duplicate_ids,ran_past_request"},
    {"unallocated": "keep", "first": 4},
    {"processors": 16, "load": 0.5},
    {"begin": 50.0, "end": 95.5, "overrun": "extend"},
    {"campaigns": "inferred", "gap": 60.0},
    {"clusters": "4,4"},
    {"needs": "drawn", "need_seed": 7},
    {"estimates": "factor", "factor": 3.0, "leave_out": "killed_at_limit"},
]


def record(**options):
    work = workload(TRACE, **options)
    return work, json.loads(json.dumps(of_workload(work, {"kind": "upload", "key": "0" * 64, "name": "small.swf"})))


@pytest.mark.parametrize("options", OPTIONS_TRIED, ids=str)
def test_a_recipe_followed_gives_the_same_jobs(options):
    work, kept = record(**options)
    text = recipe.write(recipe.of_record(kept))
    again = recipe.read(text)
    assert workload(TRACE, again.options).hash == work.hash
    assert (again.log, again.sha256) == ("small.swf", TRACE.sha256) and recipe.write(again) == text


@pytest.mark.parametrize("options", OPTIONS_TRIED, ids=str)
def test_page_call_and_link_give_the_same_jobs(options, tmp_path, run):
    work, kept = record(**options)
    (tmp_path / "small.swf").write_bytes(LOG)
    text = recipe.write(recipe.of_record(kept))
    (tmp_path / "small.toml").write_text(text)
    code, out, _ = run("inspect", tmp_path / "small.swf", "--recipe", tmp_path / "small.toml")
    told = json.loads(out)
    assert code == 0 and told["jobs"] == len(work) and told["work"] == work.area
    effective = {CALL_NAMES.get(name, name): value for name, value in work.options.items()}
    assert told["options"] == json.loads(json.dumps(effective))
    followed = link.read(link.write(Link(origin=origin.of_records(kept, [])))).origin
    assert workload(TRACE, WorkloadOptions.of(followed.options)).hash == work.hash


def test_a_recipe_says_only_what_somebody_chose():
    _, kept = record(leave_out="ran_past_request,duplicate_ids", first=3)
    tables = tomllib.loads(recipe.write(recipe.of_record(kept)))
    assert tables == {
        "queuescope_recipe": 1,
        "log": {"name": "small.swf", "sha256": TRACE.sha256},
        "cleaning": {"leave_out": ["duplicate_ids", "ran_past_request"]},
        "filter": {"first": 3},
    }
    _, kept = record(processors=16)
    assert tomllib.loads(recipe.write(recipe.of_record(kept)))["platform"] == {"processors": 16}


def test_options_of_a_call_replace_those_of_its_recipe(tmp_path, run):
    (tmp_path / "small.swf").write_bytes(LOG)
    (tmp_path / "a.toml").write_text(
        'queuescope_recipe = 1\n[filter]\nfirst = 2\n[cleaning]\nleave_out = ["duplicate_ids"]\n'
    )
    for words, jobs in (([], 2), (["--first", "3"], 3)):
        code, out, _ = run("inspect", tmp_path / "small.swf", "--recipe", tmp_path / "a.toml", *words)
        assert (
            code == 0 and json.loads(out)["jobs"] == jobs and json.loads(out)["options"]["leave_out"] == "duplicate_ids"
        )


def test_the_reading_of_a_recipe_is_part_of_the_source():
    wanted = recipe.read('queuescope_recipe = 1\n[reading]\ntime_zone = "Europe/Berlin"\n')
    assert wanted.reading == {"time_zone": "Europe/Berlin"} and recipe.read(recipe.write(wanted)) == wanted
    source = {"kind": "upload", "key": "k", "name": "n", "reading": {"a": "b"}}
    assert recipe_box.read_as(source, wanted) == {
        "kind": "upload",
        "key": "k",
        "name": "n",
        "reading": {"time_zone": "Europe/Berlin"},
    }
    assert "reading" not in recipe_box.read_as(source, Recipe())


DATED = LOG.replace(b"; MaxProcs", b"; UnixStartTime: 1338508800\n; TimeZoneString: UTC\n; MaxProcs")  # 2012-06-01
SINCE_MINUTE_1 = [
    'from = "2012-06-01 00:01"',
    "from = 2012-06-01T00:01:00",
    "from = 2012-06-01 00:01:00",
    'from = "60"',
    'from = "1min"',
    "from = 60",
    'where = "submit>=2012-06-01T00:01"',
    'where = ["submit>=2012-06-01T00:01"]',
    'where = "submit>=1min"',
]


@pytest.mark.parametrize(
    "line", [f"{one}\nto = {to}" for one in SINCE_MINUTE_1 for to in ('"2012-06-01T00:01:35"', 95)]
)
def test_dates_of_a_recipe_take_the_same_jobs_on_page_and_in_a_call(line, tmp_path, run):
    """Jobs 3, 4 and the second 2, submitted at 60, 80 and 90 s; the third line never ran."""
    text = f"queuescope_recipe = 1\n[filter]\n{line}\n"
    trace, wanted = swf.read(DATED, "dated.swf"), recipe.read(text)
    expected = workload(trace, begin=60.0, end=95.0)
    assert expected.jobs.job_id.tolist() == [4, 2]
    assert workload(trace, dated_options.resolved(dated_options.checked(wanted.asked), trace)).hash == expected.hash
    assert recipe.read(recipe.write(wanted)) == wanted
    (tmp_path / "dated.swf").write_bytes(DATED)
    (tmp_path / "dated.toml").write_text(text)
    code, out, err = run("inspect", tmp_path / "dated.swf", "--recipe", tmp_path / "dated.toml")
    assert (code, err) == (0, "") and json.loads(out)["jobs"] == 2 and json.loads(out)["work"] == expected.area


def test_a_recipe_of_a_log_with_dates_is_written_in_dates():
    trace = swf.read(DATED, "dated.swf")
    for begin, end, lines in (
        (60.0, 95.0, {"from": "2012-06-01T00:01", "to": "2012-06-01T00:01:35"}),
        (0.0, 80.5, {"from": "2012-06-01", "to": 80.5}),
    ):
        work = workload(trace, begin=begin, end=end)
        text = recipe.write(recipe.of_record(json.loads(json.dumps(of_workload(work, {})))))
        assert tomllib.loads(text)["filter"] == lines
        assert (
            workload(trace, dated_options.resolved(dated_options.checked(recipe.read(text).asked), trace)).hash
            == work.hash
        )


def test_a_day_of_a_recipe_without_quotes_is_one():
    assert recipe.read("queuescope_recipe = 1\n[filter]\nfrom = 2012-06-01\n").dates == {"begin": "2012-06-01"}
    with pytest.raises(ParamError, match=r"from = 2012-06-01.*without a time zone"):
        recipe.read("queuescope_recipe = 1\n[filter]\nfrom = 2012-06-01T00:00:00Z\n")


def test_a_recipe_with_dates_is_refused_for_a_log_without(tmp_path, run):
    wanted = recipe.read("queuescope_recipe = 1\n[filter]\nfrom = 2012-06-01\n")
    with pytest.raises(ParamError, match="does not tell when it starts"):
        dated_options.resolved(dated_options.checked(wanted.asked), TRACE)
    (tmp_path / "small.swf").write_bytes(LOG)
    (tmp_path / "a.toml").write_text(recipe.write(wanted))
    code, out, err = run("inspect", tmp_path / "small.swf", "--recipe", tmp_path / "a.toml")
    assert code == 2 and out == "" and "does not tell when it starts" in err


@pytest.mark.parametrize(
    ("line", "words", "jobs"),
    [
        ('where = "user=1 or user=3"', ["--from", "2012-06-01 00:01"], 1),
        ("from = 2012-06-01T00:01:00", ["--where", "user=1 or user=3"], 1),
        ("from = 2012-06-01T00:01:00", ["--from", "0"], 5),
        ("from = 60", ["--from", "2012-06-01"], 5),
        ("from = 60\nfirst = 1", ["--to", "2012-06-01T00:01:35"], 1),
    ],
)
def test_dates_and_filters_of_a_recipe_and_of_a_call_go_together(line, words, jobs, tmp_path, run):
    (tmp_path / "dated.swf").write_bytes(DATED)
    (tmp_path / "a.toml").write_text(f"queuescope_recipe = 1\n[filter]\n{line}\n")
    code, out, _ = run("inspect", tmp_path / "dated.swf", "--recipe", tmp_path / "a.toml", *words)
    assert code == 0 and json.loads(out)["jobs"] == jobs


@pytest.mark.parametrize("command", [["usage"], ["wait", "2 processors for 1 h"], ["inspect"]])
def test_every_command_reads_a_file_as_its_recipe_says(command, tmp_path, run):
    (tmp_path / "jobs.csv").write_text("when,submit,runtime,processors\n0,5000,10,2\n60,6000,10,2\n")
    (tmp_path / "a.toml").write_text('queuescope_recipe = 1\n[reading]\nsubmit = "none"\n[platform]\nprocessors = 4\n')
    code, _, err = run(command[0], *command[1:], tmp_path / "jobs.csv", "--recipe", tmp_path / "a.toml")
    assert code == 2 and "none" in err


WRONG = {
    "": "has no queuescope_recipe",
    "first = ": "is no TOML",
    "queuescope_recipe = 2": "queuescope_recipe = 2",
    "queuescope_recipe = 1\nfirst = 3": "'first' is no table",
    "queuescope_recipe = 1\n[cook]\na = 1": "'cook' is no table",
    "queuescope_recipe = 1\n[filter]\nfrist = 3": "did you mean first",
    "queuescope_recipe = 1\n[filter]\nfirst = 3\n[jobs]\nfirst = 4": "sets first twice",
    "queuescope_recipe = 1\n[filter]\nfirst = [1.5]": "first = ",
    "queuescope_recipe = 1\n[filter]\nfirst = {a = 1}": "first = ",
    "queuescope_recipe = 1\n[jobs]\nsize = 1979-05-27": "size = ",
    "queuescope_recipe = 1\n[reading]\nx = []": "[reading]",
    'queuescope_recipe = 1\n[cleaning]\nleave_out = ["a-b"]': "leave_out = ",
    "x" * 70_000: "70,000 characters",
    "queuescope_recipe = 1\n[filter]\nwhat = " + "[" * 5_000: "is no TOML",
}


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text[:40])
def test_what_is_no_recipe_is_refused_in_a_sentence(text):
    with pytest.raises(InputError) as error:
        recipe.read(text)
    assert WRONG[text] in str(error.value) and "\n" not in str(error.value) and len(str(error.value)) < 400


@given(st.text(max_size=80), st.sampled_from(["log", "reading"]))
def test_every_text_is_written_so_that_it_reads_again(text, table):
    made = Recipe(log=text) if table == "log" else Recipe({"zone": text})
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair: no text of a file
        return
    assert recipe.read(recipe.write(made)) == made


@given(
    st.recursive(
        st.integers() | st.text(max_size=8) | st.booleans() | st.floats(),
        lambda inner: st.lists(inner, max_size=3),
        max_leaves=6,
    ),
    st.sampled_from(sorted(OPTIONS)),
)
def test_any_value_is_taken_or_refused_in_a_sentence(value, name):
    text = json.dumps(value, ensure_ascii=True)
    try:
        made = recipe.read(f"queuescope_recipe = 1\n[jobs]\n{name} = {text}\n")
    except (InputError, ParamError) as error:
        assert "\n" not in str(error)
    else:
        assert recipe.read(recipe.write(made)).options == made.options, asdict(made.options)


@pytest.mark.parametrize("options", [{"leave_out": "published_filter"}, {}])
def test_a_recipe_replays_on_a_real_log(options, real_log):
    name = "KTH-SP2-1996-2.swf.gz"
    trace = swf.read(real_log(name).read_bytes(), name)
    work = workload(trace, **options)
    kept = json.loads(json.dumps(of_workload(work, {"kind": "log", "name": name})))
    assert workload(trace, recipe.read(recipe.write(recipe.of_record(kept))).options).hash == work.hash
