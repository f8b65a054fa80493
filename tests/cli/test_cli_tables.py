"""What the command line prints for people: tables that fit a terminal, the main metrics, and results on stdout."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import subprocess
import sys

import pytest

from scheduler.__main__ import main
from scheduler.cli import output
from scheduler.cli.output import WIDTH, cut, fitting, table
from scheduler.kinds import all_kinds
from scheduler.metrics import TABLES, all_metrics, main_metrics
from tests.cases.csv_rows import rows_of
from tests.cases.small_log import EASY, FCFS, PROGRAM, ROOT, is_one_sentence, swf

LISTS = {"policies": ["policies"], "metrics": ["metrics"], "generators": ["generators"], "formats": ["formats"]}


# ---- lists ----------------------------------------------------------------------------------------------------------


def keys_of(name, said):
    """The keys of the same list as JSON."""
    return [entry["key"] for entry in said]


@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_a_table_of_at_most_a_hundred_columns_and_as_json_has_the_same_entries(run, name):
    lines, listed = list_of(run, LISTS[name])
    keys = keys_of(name, listed)
    assert [line.split(" ")[0] for line in lines[2:]] == keys, "keys are never cut: they are typed again"


def list_of(run, words):
    """(lines of the table, the same list as JSON) that a call prints, the table as wide as it may be."""
    code, out, err = run(*words)
    lines = out.splitlines()
    assert (code, err) == (0, "") and max(map(len, lines)) <= WIDTH == 100
    begins = [found.start() for found in re.finditer("-+", lines[1])]
    assert set(lines[1]) == {"-", " "} and begins[0] == 0 and len(begins) == len(re.split(r"  +", lines[0]))
    for begin in begins[1:]:  # two blanks before every column, in every row
        assert {line[begin - 2 : begin] for line in lines} <= {"  ", ""}, begin
    return lines, json.loads(run(*words, "--json")[1])


def test_the_tables_say_units_and_defaults(run):
    rows = {line.split()[0]: line for line in run("metrics")[1].splitlines()}
    assert rows["key"].split() == ["key", "title", "unit", "better", "family"]
    assert re.search(r"Mean wait +s +lower +wait$", rows["wait_mean"])
    assert re.search(r"Utilization +1 +neither +machine$", rows["utilization"])
    rows = {line.split()[0]: line for line in run("policies")[1].splitlines()}
    assert "order=lpt, wide=wait" in rows["multicamp"] and rows["easy"].rstrip().endswith("backfilling  ties=ends")


def test_parameters_are_told_as_they_are_given():
    from scheduler.cli.listing import parameters
    from scheduler.generators import Generator
    from scheduler.params import Param

    declared = (
        Param("gap", 120.0, unit="s"),
        Param("share", 0.25),
        Param("mode", "all", choices=("all", "none")),
        Param("strict", True),
        Param("limit", None, kind=int, unit="jobs"),
        Param("names", ""),
    )
    entry = Generator("made", "Made", "teaching", lambda **_: None, "ours", declared)
    assert parameters(entry) == "gap=120 s, share=0.25, mode=all, strict=yes, limit, names"


def test_wide_texts_are_cut_with_an_ellipsis_and_the_first_column_is_not(monkeypatch):
    monkeypatch.setattr(output, "can_print", lambda text: True)
    made = table(
        ("key", "text", "n"), [("k" * 40, "x" * 150, "1"), ("short", "fits", "1,000")], numbers=[2]
    ).splitlines()
    assert made[2] == "k" * 40 + "  " + "x" * 50 + "…" + "  " + "    1"
    assert made[3] == "short".ljust(40) + "  " + "fits".ljust(51) + "  1,000"
    assert fitting([10, 10]) == [10, 10] and fitting([19, 80, 5, 40]) == [19, 35, 5, 35]


@pytest.mark.parametrize(
    ("encoding", "wanted"), [("utf-8", "a long wo…"), ("ascii", "a long..."), ("latin-1", "a long...")]
)
def test_the_ellipsis_is_one_that_the_terminal_can_show(monkeypatch, encoding, wanted):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    assert cut("a long word in a row", 10) == wanted
    assert cut("as it is", 8) == "as it is"


# ---- the main metrics -----------------------------------------------------------------------------------------------


def test_without_metrics_the_main_ones_are_printed_and_with_them_nothing(run, log, tmp_path):
    code, out, err = run("simulate", log, "--policy", "fcfs", "--out", tmp_path / "out.csv")
    assert (code, err) == (0, "") and (tmp_path / "out.csv").read_text() == FCFS
    lines = {line.split()[0]: re.split(r"  +", line) for line in out.splitlines()[2:]}
    # waits are 0, 9 and 18 s: worked out in small_log.py
    assert lines["wait_mean"] == ["wait_mean", "Mean wait", "9", "s"]
    assert lines["wait_max"] == ["wait_max", "Maximum wait", "18", "s"]
    assert lines["utilization"] == ["utilization", "Utilization", "75.0", "%"]
    assert lines["makespan"] == ["makespan", "Makespan", "25", "s"]
    assert list(lines) == [metric.key for metric in main_metrics("jobs") if metric.key in lines]
    assert not [key for key in lines if key.startswith("campaign")], "there are no campaigns here"
    assert run(
        "simulate", log, "--policy", "fcfs", "--out", tmp_path / "out.csv", "--metrics", tmp_path / "m.json"
    ) == (0, "", "")


def test_long_times_are_also_told_in_words_and_large_numbers_have_groups(run, tmp_path):
    log = tmp_path / "long.swf"
    log.write_text(swf({1: (0, 11_100, 4, 4, 11_100, 1), 2: (0, 11_100, 4, 4, 11_100, 2)}))
    out = run("simulate", log, "--policy", "fcfs", "--out", tmp_path / "out.csv")[1]
    assert re.search(r"^wait_max +Maximum wait +11,100  s     3 h 05 min$", out, re.MULTILINE)


def test_the_threshold_and_trimming_reach_the_printed_numbers(run, tmp_path):
    log = tmp_path / "ten.swf"
    log.write_text(swf({job: (job, 5, 1, 1, 5, job) for job in range(1, 11)}, "; MaxProcs: 1\n"))
    whole, inner = (
        run("simulate", log, "--policy", "fcfs", "--out", tmp_path / "out.csv", *more)[1]
        for more in ((), ("--trim", "0.2", "--threshold", "5"))
    )
    assert re.search(r"Maximum wait +36  s", whole) and re.search(r"Maximum wait +28  s", inner)
    assert "Mean bounded stretch (10 s)" in whole and "Mean bounded stretch (5 s)" in inner


def test_users_that_a_log_does_not_tell_get_no_numbers(run, tmp_path):
    log = tmp_path / "nobody.swf"
    log.write_text(swf({job: (0, 10, 4, 4, 10, -1) for job in (1, 2, 3)}))
    out = run("simulate", log, "--policy", "fcfs", "--out", tmp_path / "out.csv")[1]
    assert "wait_mean" in out and "nuwt" not in out


def test_every_table_of_main_metrics_has_distinct_places():
    tables = (*TABLES, *(kind for kind in all_kinds() if main_metrics(kind)))
    for name in tables:
        places = [metric.main[name] for metric in main_metrics(name)]
        assert len(places) >= 3 and places == list(range(1, len(places) + 1)), name
    with pytest.raises(KeyError):
        main_metrics("jobs of all kinds")
    assert {name for metric in all_metrics().values() for name in metric.main} == set(tables)


@pytest.mark.parametrize(
    ("sample", "policy", "some"),
    [
        ("three-tasks.swf", "mrt", "makespan_ratio"),
        ("light-grid.swf", "best_effort", "grid_kills"),
        ("ostrich-appendix.swf", "ostrich", "campaign_stretch_mean"),
    ],
)
def test_the_main_metrics_are_those_of_the_kind_of_workload(run, tmp_path, sample, policy, some):
    code, out, _ = run("simulate", ROOT / "sample_traces" / sample, "--policy", policy, "--out", tmp_path / "out.csv")
    assert code == 0 and some in [line.split()[0] for line in out.splitlines()]


# ---- results on stdout ----------------------------------------------------------------------------------------------


def test_out_dash_is_the_schedule_alone_and_notes_go_to_stderr(log, capsysbinary):
    assert main(["simulate", log, "--policy", "easy", "--out", "-"]) == 0
    out, err = capsysbinary.readouterr()
    assert out.decode() == EASY
    assert err.decode().startswith("metric") and "wait_mean" in err.decode()


def test_requested_times_that_were_filled_in_are_told(run, tmp_path):
    log = tmp_path / "log.swf"
    log.write_text(
        "; MaxProcs: 4\n"
        + "".join(
            f"{job} {job} -1 60 2 -1 -1 2 {asked} -1 1 1 1 -1 -1 -1 -1 -1\n"
            for job, asked in ((1, -1), (2, 90), (3, -1))
        )
    )
    call = ("simulate", log, "--policy", "easy", "--out", tmp_path / "out.csv")
    assert run(*call)[2] == "Note: 2 of 3 jobs have no requested time in the log; their runtimes stand for it.\n"
    log.write_text(log.read_text().replace(" 2 -1 -1 1 1", " 2 90 -1 1 1"))
    assert run(*call)[2] == ""


def test_commands_can_be_joined_by_pipes():
    made = subprocess.run(
        [*PROGRAM, "generate", "poisson", "--param", "jobs=30", "--out", "-"], cwd=ROOT, capture_output=True, check=True
    )
    assert made.stderr == b"" and b"; MaxProcs: " in made.stdout
    said = subprocess.run(
        [*PROGRAM, "simulate", "-", "--policy", "fcfs", "--out", "-"],
        cwd=ROOT,
        input=made.stdout,
        capture_output=True,
        check=True,
    )
    assert len(list(csv.DictReader(said.stdout.decode().splitlines()))) == 30 and said.stderr.startswith(b"metric")


def test_other_files_may_be_standard_output_too(log, tmp_path, capsysbinary):
    call = ["simulate", str(log), "--policy", "easy", "--out", str(tmp_path / "out.csv")]
    assert main([*call, "--metrics", "-"]) == 0
    out, err = capsysbinary.readouterr()
    assert json.loads(out)["wait_mean"] == 3 and err == b""
    assert main([*call, "--decisions", "-"]) == 0
    out, err = capsysbinary.readouterr()
    assert out.startswith(b"seq,time,kind,job,") and err.startswith(b"metric")


@pytest.mark.parametrize("more", [["--out", "-", "--metrics", "-"], ["--out", "-", "--decisions", "-"]])
def test_two_results_do_not_share_standard_output(run, log, more):
    code, out, err = run("simulate", log, "--policy", "easy", *more)
    assert (code, out) == (2, "") and "'-' is named twice" in err and is_one_sentence(err)


def test_an_export_goes_to_standard_output_as_a_chrome_trace(log, capsysbinary):
    assert main(["export", log, "--policy", "easy", "--out", "-"]) == 0
    out, err = capsysbinary.readouterr()
    assert json.loads(out)["traceEvents"] and err == b""


def test_a_reader_of_the_schedule_that_leaves_early_is_no_error(log):
    process = subprocess.Popen(
        [*PROGRAM, "simulate", log, "--policy", "easy", "--out", "-"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == 0 and err.startswith(b"metric") and b"Error" not in err


def test_a_failed_audit_writes_nothing_to_standard_output(run, log, monkeypatch):
    from scheduler import simulate as module
    from scheduler.errors import AuditFailed

    def fails(*args, **more):
        raise AuditFailed("Job 1 starts before it is submitted.")

    monkeypatch.setattr(module, "simulate", fails)
    code, out, err = run("simulate", log, "--policy", "easy", "--out", "-")
    assert (code, out) == (1, "") and "nothing was written" in err and is_one_sentence(err)


def test_the_names_of_compressed_files_still_say_how_they_are_written(run, log, tmp_path):
    run("simulate", log, "--policy", "easy", "--out", tmp_path / "out.swf.gz")
    assert gzip.decompress((tmp_path / "out.swf.gz").read_bytes()).startswith(b"; Version")


def test_the_usage_report_is_a_table_a_file_and_json(run, tmp_path):
    log, out_file = tmp_path / "log.swf", tmp_path / "usage.csv"
    log.write_text(swf())
    code, out, err = run("usage", log, "--per", "user")
    assert (code, err) == (0, "")
    rows = [line.split()[:3] for line in out.splitlines()]
    assert rows[0] == ["user", "jobs", "users"] and sorted(rows[2:]) == [["5", "2", "1"], ["6", "1", "1"]]
    assert [row["jobs"] for row in json.loads(run("usage", log, "--json")[1])] == [3]
    assert run("usage", log, "--per", "user", "--out", out_file)[0] == 0
    assert sorted(row["user"] for row in rows_of(out_file.read_text())) == ["5", "6"]
    for name, column in (("account", "group"), ("qos", "queue"), ("group", "group")):
        code, out, err = run("usage", log, "--per", name)
        assert code == 0 and not err and out.startswith(f"{column} ")
    code, _, err = run("usage", log, "--per", "partition,weather")
    assert code == 2 and is_one_sentence(err) and "wanted: one or two of week, queue, group, user" in err
