"""Tables in text against a naive twin, and what is said where they do not tell enough."""

from __future__ import annotations

import hashlib
from random import Random

import pytest

from scheduler.errors import FormatError, ParamError
from scheduler.formats import delimited, parse, recognize
from scheduler.model.trace import Trace
from scheduler.preparation.build import workload
from tests.cases.small_log import is_one_sentence
from tests.naive import tables as naive

HEAD = "id,user,submit_time,start_time,end_time,cores,walltime,state"
ROW = "7,anna,2019-01-01 08:55:55,2019-01-01 09:00:00,2019-01-01 10:00:00,4,02:00:00,COMPLETED"
USUAL = {
    "job_id": ("id", ""),
    "user_id": ("user", ""),
    "submit": ("submit_time", "date"),
    "start": ("start_time", "date"),
    "end": ("end_time", "date"),
    "allocated_processors": ("cores", ""),
    "requested_time": ("walltime", "s"),
}


def read(text: str | bytes, name: str = "jobs.csv", **reading: str) -> Trace:
    return delimited.read(text.encode() if isinstance(text, str) else text, name, **reading)


def note(trace: Trace, rule: str):
    return {one.rule: one for one in trace.notes}.get(rule)


def agrees(trace: Trace, expected: dict[str, list[float]]) -> bool:
    return all(
        trace.columns[field].tolist() == pytest.approx(values, rel=0, abs=1e-6)
        for field, values in expected.items()
        if field in trace.columns
    )


def test_a_table_becomes_a_trace():
    trace = read(f"{HEAD}\n{ROW}\n")
    assert {name: column[0] for name, column in trace.columns.items() if column[0] != -1} == {
        "job_id": 7,
        "submit": 0,
        "wait": 245,
        "runtime": 3600,
        "allocated_processors": 4,
        "requested_time": 7200,
        "status": 1,
        "user_id": 1,
    }
    assert trace.names == {"user_id": ("anna",), "state": ("COMPLETED",)} and trace.extra["state"].tolist() == [1]
    assert trace.keys["UnixStartTime"] == "1546332955" and trace.line.tolist() == [2]
    assert trace.sha256 == hashlib.sha256(f"{HEAD}\n{ROW}\n".encode()).hexdigest()


def table(seed: int, separator: str, zone: bool) -> str:
    """A table with missing cells, cells of every kind, and fractions."""
    draw = Random(seed)
    lines = [separator.join(HEAD.split(","))]
    for number in range(40):
        begin = f"2019-{draw.randrange(1, 13):02}-{draw.randrange(1, 29):02}"
        cells = [
            str(number),
            draw.choice(("anna", "bob", "Jürgen", "12", "", "None")),
            f"{begin}{draw.choice(' T')}10:00:{draw.randrange(60):02}{draw.choice(('', '.25', '.123456'))}",
            draw.choice(("", "Unknown", f"{begin} 11:00:00", f"{begin} 11:30")),
            f"{begin} 23:59:59",
            draw.choice(("1", "64", "2.0", "NA", " 8 ")),
            draw.choice(("3600", "1:30:00", "2-00:00:00", "90:00", "", "0.5")),
            "F",
        ]
        if zone:
            cells[2] += draw.choice(("Z", "+02:00", ""))
        lines.append(separator.join(cells))
    return "\n".join(lines) + draw.choice(("", "\n", "\n\n"))


@pytest.mark.parametrize("seed", range(12))
def test_tables_read_as_the_naive_twin_reads_them(seed):
    separator, zone = ",;\t|"[seed % 4], ("UTC", "Europe/Berlin", "America/New_York")[seed % 3]
    text = table(seed, separator, seed % 2 == 0)
    trace = read(text, time_zone=zone)
    expected = naive.trace(text, USUAL, zone, separator)
    assert len(trace) == len(expected["submit"]) and agrees(trace, expected)
    assert trace.names["user_id"] == naive.named([row["user"] for row in naive.rows(text, separator)])[1]


def test_a_real_table_reads_as_the_naive_twin_reads_it(real_log):
    import gzip

    content = real_log("sacct/NREL-eagle-sample.csv.gz").read_bytes()
    trace = parse(content, "NREL-eagle-sample.csv.gz")
    expected = naive.trace(
        gzip.decompress(content).decode(),
        {
            "job_id": ("job_id", ""),
            "submit": ("submit_time", "date"),
            "start": ("start_time", "date"),
            "end": ("end_time", "date"),
            "runtime": ("run_time", "s"),
            "requested_time": ("wallclock_req", "s"),
            "requested_processors": ("processors_req", ""),
            "user_id": ("user", ""),
            "group_id": ("account", ""),
            "partition": ("partition", ""),
            "queue": ("qos", ""),
        },
    )
    assert len(trace) == 1_000 and agrees(trace, expected)
    assert len(workload(trace, processors=20_000)) == 1_000


@pytest.mark.parametrize(("unit", "factor"), [("s", 1), ("ms", 1e3), ("us", 1e6), ("ns", 1e9)])
def test_the_unit_of_unix_times_is_seen_from_their_size(unit, factor):
    text = f"id,submit,runtime,procs\n1,{1_546_332_955 * factor:.0f},60,2\n2,{1_546_332_965 * factor:.0f},60,2\n"
    trace = read(text)
    assert trace.columns["submit"].tolist() == [0, 10] and trace.keys["UnixStartTime"] == "1546332955"
    assert delimited.preview(text.encode(), "x").reading["submit_unit"] == unit


def test_units_are_told_by_the_name_of_a_column_or_by_the_reading():
    text = "id,submit,run time (h),walltime_min,procs\n1,0,2,90,1\n"
    assert [read(text).columns[name][0] for name in ("runtime", "requested_time")] == [7_200, 5_400]
    assert read(text, runtime_unit="d").columns["runtime"][0] == 172_800


def test_the_reading_says_which_column_is_what():
    text = "a,b,c,d\n5,3,10,60\n"
    trace = read(text, submit="c", runtime="d", requested_processors="b", job_id="a")
    assert [trace.columns[name][0] for name in ("job_id", "submit", "runtime", "requested_processors")] == [
        5,
        10,
        60,
        3,
    ]
    left = read("submit,runtime,procs,user\n0,1,1,7\n", user_id="-")
    assert left.columns["user_id"].tolist() == [-1] and "user" in note(left, "columns_left").text


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("id,start_time,run_time,cores", "when a job was submitted"),
        ("id,submit_time,start_time,cores", "how long a job ran"),
        ("id,submit_time,run_time,nnodes", "Column nnodes tells nodes"),
    ],
)
def test_what_a_table_does_not_tell_is_refused_with_what_to_do(head, words):
    with pytest.raises(FormatError, match=words):
        read(f"{head}\n1,2,3,4\n")


def test_start_times_never_stand_for_submit_times():
    with pytest.raises(FormatError, match="no substitute"):
        read(f"{HEAD}\n" + ROW.replace("2019-01-01 08:55:55", "Unknown") + "\n")


def test_cells_that_do_not_read_are_missing_and_counted():
    trace = read(
        f"{HEAD}\n{ROW}\n{ROW.replace(',4,', ',four,')}\n{ROW.replace('02:00:00', 'long')}\n"
        f"{ROW.replace('2019-01-01 08:55:55', '2019-02-30 00:00:00')}\n1,2\n"
    )
    assert trace.columns["allocated_processors"].tolist() == [4, -1, 4, 4]
    assert trace.columns["requested_time"].tolist() == [7200, 7200, -1, 7200] and trace.columns["submit"][3] == -1
    lines = {
        one.text.split(" of column ")[1].split(" ")[0]: one.lines for one in trace.notes if one.rule == "cells_unread"
    }
    assert lines == {"cores": (3,), "walltime": (4,), "submit_time": (5,)}
    assert (note(trace, "row_width").count, note(trace, "row_width").lines) == (1, (6,))


def test_a_quote_that_is_never_closed_loses_one_line_at_most():
    rows = [ROW.replace("7,anna", f"{n},{name}") for n, name in enumerate(("a", '"b', "c", "d"))]
    trace = read("\n".join([HEAD, *rows]))
    assert len(trace) + (note(trace, "row_width").count if note(trace, "row_width") else 0) == 4 and len(trace) >= 3


def test_times_in_the_hour_that_a_clock_shows_twice_are_counted():
    text = "id,submit,runtime,procs\n1,2021-10-31 02:30:00,1,1\n2,2021-10-31 04:30:00,1,1\n"
    trace = read(text, time_zone="Europe/Berlin")
    assert note(trace, "hour_twice").count == 1 and trace.columns["submit"].tolist() == [0, 3 * 3600]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{HEAD}\n{ROW}\n", "delimited"),
        ("1 0 5 60 4 -1 -1 4 90 -1 1 7 2 -1 3 -1 -1 -1\n", "swf"),
        ("; Version: 2\n", "swf"),
    ],
)
def test_the_format_is_seen_from_the_content(text, found):
    assert recognize(text.encode(), "anything").key == found


def test_a_reading_of_another_format_is_refused():
    with pytest.raises(ParamError, match="Standard Workload Format"):
        parse(b"1 0 5 60 4 -1 -1 4 90 -1 1 7 2 -1 3 -1 -1 -1\n", "x.swf", {"submit": "a"})
    with pytest.raises(ParamError, match="does not have"):
        read(f"{HEAD}\n{ROW}\n", submit="nothing")


@pytest.mark.parametrize(
    "content", [b"a,b\n", b"", b"1,2,3\n4,5,6\n", b"submit,runtime,procs\n", b"\xff\xfe", b"id;submit\n1;2"]
)
def test_what_is_no_table_of_jobs_is_refused_in_a_sentence(content):
    with pytest.raises(FormatError) as refused:
        delimited.read(content, "x.csv")
    assert is_one_sentence(str(refused.value)) or "\n" not in str(refused.value)


def test_columns_of_one_name_are_told_apart_and_comments_are_a_header():
    text = "# MaxProcs: 64\n#\nsubmit,runtime,procs,user,user\n0,1,2,x,y\n"
    trace = read(text, user_id="user (2)")
    assert trace.names["user_id"] == ("y",) and trace.number("MaxProcs") == 64 and trace.line.tolist() == [4]


@pytest.mark.parametrize("code", ["utf-16", "utf-8-sig", "latin-1"])
def test_other_encodings_are_read(code):
    trace = read("submit,runtime,procs,user\n0,1,2,Jürgen\n".encode(code))
    assert trace.names["user_id"] == ("Jürgen",)
