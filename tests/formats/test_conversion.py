"""What is written reads back as it was: every format that is written, made logs and real ones, and the files that stand here."""

from __future__ import annotations

import json
from io import BytesIO

import numpy as np
import pytest

from scheduler import formats
from scheduler.columns import SWF
from scheduler.errors import InputError
from scheduler.exports import recipe_text, workload_log
from scheduler.formats import parquet, parse, trace_formats
from scheduler.formats.reading.decompression import SUFFIXES, packed, plain
from scheduler.model.trace import Trace
from scheduler.preparation import recipe
from scheduler.preparation.build import workload
from scheduler.results.records import of_workload
from tests.cases.small_log import called, is_one_sentence, swf
from tests.conftest import TEST_LOGS, WITHOUT_LOGS

WRITTEN = [entry for entry in trace_formats().values() if entry.write]
TABLE = (
    "job,user,submitted,started,ended,procs,timelimit,queue,state,nodes\n"
    '1,anna,2020-01-01 00:00:00.5,2020-01-01 00:01:00,2020-01-01 01:00:00,4,01:30:00,"a,b",COMPLETED,2\n'
    "2,Jürgen,2020-01-02 00:00:00,,,8,,long,CANCELLED by 7,\n"
    "4,,2020-01-01 12:00:00,2020-01-01 12:00:00,2020-01-01 12:00:01.25,1,00:10:00,long,FAILED,1\n"
)


def texts(trace: Trace, column: str) -> list:
    """The values of a column, names where it has them."""
    values = trace.columns.get(column, trace.extra.get(column))
    return [
        trace.names[column][int(value) - 1] if column in trace.names and value > 0 else value
        for value in values.tolist()
    ]


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_table_written_and_read_says_the_same(suffix):
    trace = parse(TABLE.encode(), "jobs.csv")
    again = parse(next(entry for entry in WRITTEN if suffix in entry.suffixes).write(trace), f"again{suffix}")
    assert [texts(again, name) for name in SWF] == [texts(trace, name) for name in SWF]
    assert [texts(again, name) for name in ("state", "nodes")] == [texts(trace, name) for name in ("state", "nodes")]
    assert again.keys["UnixStartTime"] == trace.keys["UnixStartTime"] and again.columns["status"].tolist() == [1, 5, 0]
    assert again.columns["submit"].tolist() == [0.5, 86_400, 43_200] and again.columns["runtime"].tolist() == [
        3540,
        -1,
        1.25,
    ]


@pytest.mark.parametrize("entry", WRITTEN, ids=lambda entry: entry.key)
@pytest.mark.parametrize(
    "name", ["KTH-SP2-1996-2.swf.gz", "NASA-iPSC-1993-3.1-cln.swf.gz", "sacct/NREL-eagle-sample.csv.gz"]
)
def test_real_logs_survive_every_format(entry, name, real_log):
    trace = parse(real_log(name).read_bytes(), name)
    one = workload(trace, processors=20_000)
    other = workload(parse(entry.write(trace), f"again{entry.suffixes[0]}"), processors=20_000)
    for column in ("runtime", "processors", "requested_time"):
        assert np.array_equal(getattr(one.jobs, column), getattr(other.jobs, column)), column
    assert np.array_equal(one.jobs.submit - one.jobs.submit[0], other.jobs.submit - other.jobs.submit[0])
    begins = [made.platform.start_time + made.jobs.submit[0] for made in (one, other)]
    assert one.users == other.users and (entry.key == "batsim" or begins[0] == begins[1])


@pytest.mark.parametrize("suffix", SUFFIXES.values())
def test_what_is_packed_is_unpacked(suffix):
    assert plain(packed(b"jobs" * 1000, f"x{suffix}"), "x") == b"jobs" * 1000
    assert packed(b"jobs", "x.csv") == b"jobs"


def test_the_header_of_a_log_is_kept_in_parquet():
    trace = parse(swf().encode(), "x.swf")
    assert parse(parquet.write(trace), "x.parquet").number("MaxProcs") == 4


# --- a workload as a log --------------------------------------------------------------------------------------------


def test_a_workload_is_written_with_what_was_changed_and_without_what_was_filled_in():
    trace = parse((swf() + "9 1004 7 20 2 -1 -1 2 -1 -1 1 6 2 -1 1 -1 -1 -1\n").encode(), "x.swf")
    made = workload(trace, processors=8, begin=1001, estimates="requested")
    log = workload_log.log_of(made, trace)
    assert log.columns["job_id"].tolist() == [2, 3, 9] and log.columns["requested_time"].tolist() == [12, 5, -1]
    assert log.number("MaxProcs") == 8 and log.header.count("MaxProcs") == 1 and "3 of 5 lines" in log.header
    again = workload(parse(trace_formats()["swf"].write(log), "again.swf"))
    assert np.array_equal(again.jobs.submit, made.jobs.submit) and again.platform.processors == 8


def test_users_of_a_workload_are_hidden_unless_asked_for():
    trace = parse(("# MaxProcs: 16\n# Note: for anna\n" + TABLE).encode(), "jobs.csv")
    made = workload(trace)
    for name in workload_log.formats_written():
        assert b"anna" not in workload_log.written(made, trace, name)
    assert b"anna" in workload_log.written(made, trace, "workload.csv", users=True)


RECIPES = [
    {"where": "processors<=2", "overrun": "extend"},
    {"first": 2, "processors": 16},
    {"begin": 1001.0},
    {"leave_out": "ran_past_request"},
]


def recipe_in(name: str, content: bytes) -> str:
    """The recipe that a file holds, as its own format gives it out."""
    if name.endswith(".parquet"):
        import pyarrow.parquet as files

        return recipe_text.of_comment(files.read_schema(BytesIO(content)).metadata[parquet.HEADER].decode())
    return recipe_text.of_comment(json.loads(content)["description"] if name.endswith(".json") else content.decode())


@pytest.mark.parametrize("users", [False, True])
@pytest.mark.parametrize("options", RECIPES, ids=str)
@pytest.mark.parametrize("name", ["workload.swf", "workload.json", "workload.parquet"])
def test_the_recipe_in_a_file_takes_the_same_jobs_again(name, options, users):
    trace = parse(swf().encode(), "x.swf")
    made = workload(trace, **options)
    content = workload_log.written(made, trace, name, users, recipe.of_record(of_workload(made, {})))
    again = recipe.read(recipe_in(name, content))
    assert workload(trace, again.options).hash == made.hash and again.sha256 == trace.sha256
    assert len(parse(content, name)) == len(made)  # the lines of the recipe are no jobs and no keys
    if name.endswith("swf"):
        assert set(parse(content, name).keys) <= {*trace.keys, "Note", "MaxProcs"}


def test_a_file_without_users_has_no_filter_that_names_them():
    trace = parse(("# MaxProcs: 16\n" + TABLE).encode(), "jobs.csv")
    made = workload(trace, where="processors<=8 (user=anna or processors>90)")
    for name in workload_log.formats_written():
        told = recipe.of_record(of_workload(made, {}))
        assert b"anna" not in workload_log.written(made, trace, name, False, told)
        if name != "workload.csv":
            assert "anna" in recipe_in(name, workload_log.written(made, trace, name, True, told))
            assert "left out here" in recipe_in(name, workload_log.written(made, trace, name, False, told))


def test_a_workload_of_a_whole_log_has_no_recipe():
    trace = parse(swf().encode(), "x.swf")
    made = workload(trace)
    assert (
        recipe_in(
            "workload.swf",
            workload_log.written(made, trace, "workload.swf", True, recipe.of_record(of_workload(made, {}))),
        )
        == ""
    )


# --- the command ----------------------------------------------------------------------------------------------------


def test_convert_writes_what_the_name_asks_for(tmp_path, capsys):
    (tmp_path / "jobs.csv").write_text(TABLE)
    for name in ("a.swf", "b.json", "c.parquet", "d.csv.xz", "e.swf.zst"):
        assert called(capsys, "convert", tmp_path / "jobs.csv", tmp_path / name) == (0, "", "")
        assert len(parse((tmp_path / name).read_bytes(), name)) == (2 if name == "b.json" else 3)


def test_what_convert_and_simulate_write_holds_the_recipe(tmp_path, capsys):
    (tmp_path / "x.swf").write_text(swf())
    (tmp_path / "a.toml").write_text('queuescope_recipe = 1\n[filter]\nwhere = "processors<=2"\nto = "2 h"\n')
    assert called(capsys, "convert", tmp_path / "x.swf", tmp_path / "y.swf", "--recipe", tmp_path / "a.toml")[0] == 0
    called(
        capsys,
        "simulate",
        tmp_path / "x.swf",
        "--policy",
        "fcfs",
        "--recipe",
        tmp_path / "a.toml",
        "--out",
        tmp_path / "z.swf",
    )
    called(
        capsys,
        "export",
        tmp_path / "x.swf",
        "--policy",
        "fcfs",
        "--recipe",
        tmp_path / "a.toml",
        "--out",
        tmp_path / "t.json",
    )
    texts = [recipe_text.of_comment((tmp_path / name).read_text()) for name in ("y.swf", "z.swf")]
    for text in (*texts, json.loads((tmp_path / "t.json").read_text())["otherData"]["recipe"]):
        assert (recipe.read(text).options.where, recipe.read(text).options.end) == ("processors<=2", 7_200.0)
    called(capsys, "simulate", tmp_path / "x.swf", "--policy", "fcfs", "--out", tmp_path / "z.swf")
    assert recipe_text.of_comment((tmp_path / "z.swf").read_text()) == ""


@pytest.mark.parametrize("suffix", [".csv", ".swf", ".parquet"])
def test_convert_writes_numbers_for_names(tmp_path, capsys, suffix):
    (tmp_path / "jobs.csv").write_text(TABLE)
    more = ("--where", "user=anna", "--processors", "8")
    for options in ((), more):
        assert (
            called(capsys, "convert", tmp_path / "jobs.csv", tmp_path / f"out{suffix}", "--numbers", *options)[0] == 0
        )
        content = (tmp_path / f"out{suffix}").read_bytes()
        assert b"anna" not in content and "Jürgen".encode() not in content
        trace = parse(content, f"out{suffix}")
        assert trace.columns["user_id"].tolist() == ([1.0] if options else [1.0, 2.0, -1.0])
        assert "user_id" not in trace.names


def test_convert_takes_a_part_and_several_files(tmp_path, capsys):
    (tmp_path / "a.csv").write_text(TABLE)
    (tmp_path / "b.csv").write_text(TABLE.replace("2020-01", "2020-02"))
    call = ("convert", tmp_path / "a.csv", tmp_path / "b.csv", tmp_path / "out.swf", "--processors", 16, "--first", 3)
    code, out, err = called(capsys, *call)
    assert (code, out) == (0, "") and "3 job numbers belong to several jobs" in err
    assert len(parse((tmp_path / "out.swf").read_bytes(), "out.swf")) == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("convert", "a.csv"), "what to write"),
        (("convert", "a.csv", "b.txt"), "ending in one of"),
        (("convert", "a.csv", "a.csv"), "named twice"),
        (("convert", "a.csv", "b.swf", "--reading", "submit=nothing"), "does not have"),
        (("inspect", "a.csv", "a.csv", "--processors", "8"), "different names"),
        (("convert", "a.csv", "b.swf", "--reading", "x"), "name=value"),
    ],
)
def test_what_cannot_be_converted_is_said(tmp_path, capsys, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text(TABLE)
    code, out, err = called(capsys, *words)
    assert (code, out) == (2, "") and said in err and len(err.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


@pytest.mark.parametrize(
    "name", ["SDSC-SP2-1998-first4961.swf.gz", "KTH-SP2-1996-2.swf.gz", "sacct/NREL-eagle-sample.csv.gz"]
)
def test_the_counts_made_in_pieces_are_those_of_the_workload(name, real_log, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(parquet, "PIECE", 700)
    trace = parse(real_log(name).read_bytes(), name)
    (tmp_path / "x.parquet").write_bytes(parquet.write(trace))
    made = [
        json.loads(called(capsys, "inspect", tmp_path / "x.parquet", "--processors", 20_000, *more)[1])
        for more in ([], ["--counts"])
    ]
    for fact in ("lines", "jobs", "left_out", "users", "first_submit", "last_submit", "span", "work", "load"):
        assert made[1][fact] == pytest.approx(made[0][fact], rel=1e-12), fact
    jobs = workload(trace, processors=20_000).jobs
    assert (made[1]["longest"], made[1]["widest"]) == (jobs.runtime.max(), jobs.processors.max())


# --- every file that stands here --------------------------------------------------------------------------------------


@pytest.mark.skipif(not TEST_LOGS.is_dir(), reason=WITHOUT_LOGS)
def test_every_real_file_opens_or_is_refused_in_a_sentence():
    """What others wrote about their logs is refused; what is a log by its name opens, with at least one job."""
    opened, refused = [], []
    for path in sorted(path for path in TEST_LOGS.rglob("*") if path.is_file()):
        try:
            assert len(parse(path.read_bytes(), path.name)), path.name
            opened.append(path.name)
        except InputError as error:
            refused.append(path.name)
            assert "\n" not in str(error) and "wanted" in str(error).lower() and is_one_sentence(str(error)), path.name
    logs = (*formats.suffixes(), formats.ARCHIVE, ".log", ".txt")
    of_logs = [name for name in refused if name.removesuffix(".gz").endswith(logs)]
    assert opened and of_logs == []
