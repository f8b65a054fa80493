"""The catalogue of public logs: entries are whole and cited, its filter, its command, and which log a file is."""

from __future__ import annotations

import argparse
import gzip
import io
import json
import re
import shlex
from datetime import datetime

import pandas
import pytest

from scheduler.__main__ import main
from scheduler.catalogue import ERAS, SIZES, USES, all_logs, chosen, recognized
from scheduler.cli import all_commands
from scheduler.cli.assignments import assigned
from scheduler.errors import InputError
from scheduler.formats import all_formats, params_of, parse, swf
from scheduler.health.archive.known_logs import LOGS as RECOGNIZED
from scheduler.health.archive.log_facts import Log
from tests.cases.every_case import every_case

pytestmark = pytest.mark.core
LOGS = list(all_logs().values())
MONTH = re.compile(r"(19|20)\d\d(-(0[1-9]|1[0-2]))?$")
ADDRESS = re.compile(r"https?://[\w.-]+/\S*$")
JOB = "1 0 0 100 2 -1 -1 2 60 -1 1 1 1 1 1 1 -1 -1\n"


@every_case("log", LOGS)
def test_an_entry_is_whole_and_names_its_sources(log):
    assert log.name and log.machine and log.sources and all(log.sources)
    for sentence in (log.why, log.terms, log.next, log.archive.about, *log.faults):
        assert sentence.endswith(".") and not sentence[0].islower()
    assert set(log.good_for) <= set(USES) and len(set(log.good_for)) == len(log.good_for)
    assert not log.format or all_formats()[log.format]
    assert not log.get or ADDRESS.match(log.get)
    assert all(not one or MONTH.match(one) for one in (log.begin, log.end)) and (log.begin <= log.end or not log.end)
    assert log.jobs >= 0 and log.processors >= 0 and log.about_jobs in ("", "about", "more than")
    assert all(re.fullmatch(r"[0-9a-f]{64}", one) for one in log.sha256)
    assert log.era in (*ERAS, "unknown") and log.size in (*SIZES, "unknown")
    if log.header is not None:
        assert set(log.header) == {"computer", "installation", "jobs"} and log.header["jobs"] == log.jobs


@every_case("log", [log for log in LOGS if log.command])
def test_the_call_of_an_entry_is_one_that_the_program_takes(log):
    python, m, package, command, *words = shlex.split(log.command)
    assert (python, m, package, command) == ("python", "-m", "scheduler", "inspect")
    parser = argparse.ArgumentParser(exit_on_error=False)
    all_commands()["inspect"].declare(parser)
    args = parser.parse_args([word if word != "N" else "8" for word in words])
    if args.reading:
        params_of(all_formats()[log.format], assigned(args.reading, "--reading"), log.name)


def test_a_log_that_does_not_open_here_has_no_call_and_says_what_to_do():
    closed = [log for log in LOGS if not log.format]
    assert {log.key for log in closed} >= {"philly", "frontier"} and not any(log.command for log in closed)
    assert all(log.format for log in LOGS if log.command)


def test_every_log_whose_filters_are_known_has_an_entry_of_its_name_and_size():
    for known in RECOGNIZED:
        entry = all_logs()[known.name.lower()]
        assert entry.name == known.name and entry.jobs == known.jobs and entry.header is None, "told once"
    assert len({one for log in LOGS for one in log.sha256}) == sum(len(log.sha256) for log in LOGS)


def test_the_filter_takes_what_meets_all_of_it():
    assert chosen() == LOGS
    keys = {log.key for log in chosen("backfilling", "1990s", "small")}
    assert keys == {"kth-sp2-1996"}
    assert all("gpus" in log.good_for for log in chosen("gpus")) and len(chosen("gpus")) >= 5
    assert sorted(log.key for era in (*ERAS, "unknown") for log in LOGS if log.era == era) == sorted(all_logs())
    for words in (("speed",), ("", "1880s"), ("", "", "tiny")):
        with pytest.raises(InputError, match=r"There is no .*; wanted:"):
            chosen(*words)


# ---- the command ------------------------------------------------------------------------------------------------------


def test_the_command_lists_and_tells(capsys):
    assert main(["catalogue"]) == 0
    listed = capsys.readouterr().out
    assert all(re.search(rf"^{re.escape(log.key)} ", listed, re.MULTILINE) for log in LOGS)
    assert "Nothing is downloaded" in listed and max(map(len, listed.splitlines())) <= 100
    assert main(["catalogue", "KTH-SP2-1996"]) == 0
    told = capsys.readouterr().out
    assert "28,490" in told and "104 of 100 processors" in told and "header of KTH-SP2-1996-2.swf" in told
    assert main(["catalogue", "--good-for", "energy", "--json"]) == 0
    assert {one["key"] for one in json.loads(capsys.readouterr().out)} == {log.key for log in chosen("energy")}
    assert main(["catalogue", "frontier", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["jobs"] is None, "unknown is said, not guessed"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["kth-sp2-1969"], "did you mean kth-sp2-1996"),
        (["--good-for", "x"], "There is no use 'x'; wanted: teaching"),
        (["--era", "20s"], "There is no era '20s'; wanted: 1990s"),
        (["--size", "big"], "There is no size 'big'"),
    ],
)
def test_a_wrong_call_says_what_is_wanted(words, said, capsys):
    assert main(["catalogue", *words]) == 2
    assert said in capsys.readouterr().err


# ---- which log a file is ------------------------------------------------------------------------------------------------


def header(computer: str, installation: str, jobs: int) -> bytes:
    return f"; Computer: {computer}\n; Installation: {installation}\n; MaxJobs: {jobs}\n; MaxProcs: 4\n{JOB}".encode()


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (header("IBM SP2", "Swedish Royal Institute of Technology (KTH)", 28_490), "kth-sp2-1996"),
        (header("IBM SP2", "SDSC", 73_496), "sdsc-sp2-1998"),
        (header("Bull / Dell mix", "UNILU Gaia Cluster", 51_987), "unilu-gaia-2014"),
        (header("IBM SP2", "SDSC", 73_497), None),
        (JOB.encode(), None),
    ],
)
def test_a_log_is_recognized_by_its_header(content, key):
    found = recognized(Log(swf.read(content, "renamed.swf")))
    assert (found.log.key if found else None) == key
    assert found is None or not found.exact


SHARED = (
    "KTH-SP2-1996-2.swf.gz",
    "KTH-SP2-1996-2.1-cln.swf.gz",
    "NASA-iPSC-1993-3.1-cln.swf.gz",
    "METACENTRUM-2009-2.swf.gz",
)


@pytest.mark.parametrize("name", SHARED)
def test_real_logs_are_recognized_by_their_text(name, real_log):
    found = recognized(Log(parse(real_log(name).read_bytes(), name)))
    assert found is not None and found.exact and found.log.name.lower() == found.log.key
    assert name.lower().startswith(found.log.key)


# By pandas, from the text alone.
PAST = r"([\d,]+) jobs (?:of the cleaned log )?run past their requested time"


@pytest.mark.parametrize("name", [*SHARED[:3], "HPC2N-2002-2.1-cln.swf.gz", "SDSC-BLUE-2000-4.2-cln.swf.gz"])
def test_facts_of_real_logs_are_those_of_their_files(name, real_log):
    text = gzip.decompress(real_log(name).read_bytes()).decode()
    log = next(log for log in LOGS if name.lower().startswith(log.key))
    keys = dict(re.findall(r"^; *(\w+): *(.*?) *$", text, re.MULTILINE))
    assert (log.jobs, log.processors) == (int(keys["MaxJobs"]), int(keys["MaxProcs"]))
    months = [
        datetime.strptime(" ".join((words := keys[key].split())[1:4] + words[-1:]), "%b %d %X %Y")
        for key in ("StartTime", "EndTime")
    ]
    assert [log.begin, log.end] == [f"{month:%Y-%m}" for month in months]
    jobs = pandas.read_csv(io.StringIO(text), sep=r"\s+", comment=";", header=None)
    past = int(((jobs[3] > jobs[8]) & (jobs[8] > 0)).sum())
    said = [int(count.replace(",", "")) for fault in log.faults for count in re.findall(PAST, fault)]
    assert said == ([past] if past else [])
