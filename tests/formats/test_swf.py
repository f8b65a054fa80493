from __future__ import annotations

import gzip
import hashlib
import re
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.columns import SWF
from scheduler.errors import FormatError
from scheduler.formats import all_formats, schedule_csv, swf
from scheduler.formats.reading.decompression import plain
from scheduler.model import number_text
from scheduler.preparation.build import workload
from tests.cases import small
from tests.cases.every_case import every_case

JOB = "1 0 5 60 4 -1 -1 4 90 -1 1 7 2 -1 3 -1 -1 -1"
LOGS = {  # jobs, lines of header, sha256 of the text: from the index that came with the logs
    "KTH-SP2-1996-2.swf.gz": (28_489, "df76b94e5f670db52179688a98deec3e1887d10adb39f96c900b8e92abb386ab"),
    "KTH-SP2-1996-2.1-cln.swf.gz": (28_476, "fba36494c4e4257f72182e8b629ebb0bcb054b3b82851ef957445bd627adcc87"),
    "SDSC-BLUE-2000-4.2-cln.swf.gz": (243_306, "13892839f430583231a14bb811fd50a31b5b529eb37faacdbbefb71e73390e3e"),
    "HPC2N-2002-2.1-cln.swf.gz": (202_876, "e2f6fb358e207aedac5cd1f9e30b7bf1198050cb2ef09abe6c050ab92fe9bf61"),
    "METACENTRUM-2009-2.swf.gz": (103_656, "ea27bbff7260e450f06ffce0fa0401b591e878a16afa1d289d9d14d28a20e4da"),
    "LANL-CM5-1994-4.1-cln.swf.gz": (122_060, "4766a62dabcc7403ec0a55534aff297203e692ddbf6637bd40100a3800f6354a"),
    "LLNL-Thunder-2007-1.1-cln.swf.gz": (121_039, "aad5a3120a6adf0342d46fb4830e022121cdfbd3de9ecdd9cf10145b8864b6a5"),
    "NASA-iPSC-1993-3.1-cln.swf.gz": (18_239, "9d997a2c20a7f7b0b6d81638d756ce8b2c524c4f2e9ec78da36001743ca33d76"),
    "SDSC-SP2-1998-first4961.swf.gz": (4_961, "f727faf6e1fe75acfebc23167ab9f4559bbecb888dcb08fbe15238834147ef47"),
    "SDSC-SP2-1998-rebuilt.swf.gz": (54_006, "3868170f4fb2cb77b238e3b2cc18696cf5a8ff82b51396fc3721b6f1572da30f"),
    "CTC-SP2-1996-rebuilt.swf.gz": (77_199, "5f7ea5b9b2606355573db754848e6f45a861967d1ee03f0e4c6430d0c3fc0d15"),
    "lublin_256.swf.gz": (10_000, "a394ab3d81179ebcf645a1cbd593a60b6dff7f11a510e1e6285c45f43310c962"),
    "alea/wagap-2013.swf.gz": (17_900, None),
    "alea/hpc2n-alea-3170.swf.gz": (3_170, None),
}


def read(text: str | bytes, name: str = "x.swf", **options):
    return swf.read(text.encode() if isinstance(text, str) else text, name, **options)


def note(trace, rule):
    return {n.rule: n for n in trace.notes}.get(rule)


def same(one, two) -> bool:
    return (
        one.header == two.header
        and len(one) == len(two)
        and all(np.array_equal(one.columns[name], two.columns[name]) for name in SWF)
    )


# --- what a file is -----------------------------------------------------------------------------------------------


def test_a_line_of_numbers_becomes_eighteen_columns():
    trace = read(f"; MaxProcs: 8\n{JOB}\n")
    assert [trace.columns[name][0] for name in SWF] == [float(word) for word in JOB.split()]
    assert trace.line.tolist() == [2] and trace.number("MaxProcs") == 8 and not trace.notes
    assert trace.sha256 == hashlib.sha256(f"; MaxProcs: 8\n{JOB}\n".encode()).hexdigest()


def test_the_format_is_registered_and_knows_its_own():
    form = all_formats()["swf"]
    assert form.sniff(b"\n ; Version: 2\n") and form.sniff(b"\xef\xbb\xbf" + JOB.encode() + b" {1,2} x")
    assert not form.sniff(b'{"jobs": []}') and not form.sniff(b"job_id,start\n1,2\n") and not form.sniff(b"")


def test_header_keys_take_the_first_value_of_all_spellings():
    trace = read(
        ";       MaxJobs: 51987 \n; MaxProcs : 100\n;\n; \n;\tsee: http://x\n;   http://y\n;; Note: one\n"
        "; Note: two\n; UnixStartTime: 0\n; 1| 2| 3\n;Queue:  1  \n; Queue: 2 - prose: more\n" + JOB
    )
    assert trace.keys == {
        "MaxJobs": "51987",
        "MaxProcs": "100",
        "see": "http://x",
        "Note": "one",
        "UnixStartTime": "0",
        "Queue": "1",
    }


def test_header_is_kept_byte_for_byte():
    header = b"\xef\xbb\xbf; Note: caf\xe9 \xc3\x85ke\r\n;\r\n\r\n ; MaxProcs: 5  \r\n"
    trace = read(header + JOB.encode() + b"\r\n")
    assert swf.write(trace).startswith(header) and trace.line.tolist() == [5] and trace.number("MaxProcs") == 5
    assert same(read(swf.write(trace)), trace)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_blank_lines_tabs_and_a_missing_last_newline(end):
    text = end.join(
        ["; c: d", "", JOB, "", "   ", " \t" + JOB.replace(" ", "\t"), "", JOB.replace(" ", "  \t ") + "  "]
    )
    trace = read(text)
    assert trace.line.tolist() == [3, 6, 8] and (trace.columns["runtime"] == 60).all() and not trace.notes


def test_comments_after_the_first_job_are_counted():
    trace = read(f"; a\n{JOB}\n; b\n  ;c\n{JOB}\n")
    assert trace.header == "; a\n" and trace.line.tolist() == [2, 5]
    assert (note(trace, "comment_inside").count, note(trace, "comment_inside").lines) == (2, (3, 4))


def test_surplus_fields_are_dropped_and_counted():
    trace = read(f"{JOB} 7\n{JOB}\n{JOB} {{1241,1}} q_1d 1:ppn=64#excl ;\n")
    assert len(trace) == 3 and (trace.columns["think_time"] == -1).all() and trace.columns["job_id"].tolist() == [1] * 3
    assert (note(trace, "surplus_fields").count, note(trace, "surplus_fields").lines) == (2, (1, 3))


@every_case(
    "odd",
    [
        "nan",
        "inf",
        "-inf",
        "1e400",
        "-1e400",
        "1e16",
        "99999999999999999999",
        "0x10",
        "1_0",
        "1,5",
        "--1",
        "+-1",
        "1.2.3",
        "1-2",
        ".",
        "-",
        "abc",
        "1e",
        "Infinity",
        "\u0661",
        "True",
    ],
)
def test_what_is_not_a_number_skips_its_line(odd):
    trace = read(f"{JOB}\n{JOB.replace(' 60 ', f' {odd} ')}\n{JOB}\n")
    assert trace.line.tolist() == [1, 3] and (trace.columns["runtime"] == 60).all()
    found = note(trace, "not_a_number")
    assert (found.count, found.lines) == (1, (2,)) and "field 4 (runtime) of line 2" in found.text


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("1e3", 1000.0),
        ("+7", 7.0),
        ("5.", 5.0),
        (".5", 0.5),
        ("-0", 0.0),
        ("007", 7.0),
        ("142.00", 142.0),
        ("0.1", 0.1),
        ("35012304659472", 35012304659472.0),
        ("9007199254740992", 2.0**53),
        ("0.30000000000000004", 0.1 + 0.2),
    ],
)
def test_numbers_in_all_their_spellings(word, value):
    trace = read(JOB.replace(" 60 ", f" {word} "))
    assert trace.columns["runtime"][0] == value and same(read(swf.write(trace)), trace)


def test_short_lines_are_skipped_and_counted():
    trace = read(f"{JOB}\n1 2 3\n{JOB[:-3]}\n{JOB}\n")
    assert trace.line.tolist() == [1, 4] and note(trace, "short_line").lines == (2, 3)
    assert note(trace, "short_line").level == "warning"


def test_many_odd_lines_are_read_and_counted_like_few():
    kinds = (JOB, JOB.replace("1 0", "1e0 0", 1), JOB + " 9e0", "x" + JOB[1:], JOB.replace("7 2", "7\0002"), "1 2")
    rounds = swf.CHUNK // 2
    trace = read("\n".join([JOB, *kinds * rounds]))
    assert np.array_equal(trace.line, [1, *(6 * i + k for i in range(rounds) for k in (2, 3, 4))])
    assert all((column == column[0]).all() for column in trace.columns.values())
    counts = {found.rule: (found.count, found.lines, found.values.get("first", "")) for found in trace.notes}
    assert counts == {
        "short_line": (2 * rounds, (6, 7, 12), "line 7 has 2 fields ('1 2')"),
        "not_a_number": (rounds, (5, 11, 17), "field 1 (job_id) of line 5 is 'x', not a number"),
        "surplus_fields": (rounds, (4, 10, 16), ""),
    }


@pytest.mark.parametrize(
    "odd", ["", "1 2 3", "; c", JOB + " 7", JOB.replace(" 60 ", " x "), JOB.replace(" 60 ", " 6e1 ")]
)
def test_lines_are_whole_numbers_whatever_was_skipped(odd):
    trace = read(f"{JOB}\n{odd}\n{JOB}\n")
    assert trace.line.dtype == np.int64 and trace.line[0] == 1 and trace.line[-1] == 3
    assert all(type(line) is int for found in trace.notes for line in found.lines)
    assert all(type(line) is int for found in workload(trace, processors=9).notes for line in found.lines)


# --- nonsense -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ["is empty"]),
        (b" \n\n\t", ["is empty"]),
        (b"; Version: 2\n;\n", ["no job", "only comments", "18 numbers"]),
        (b"; Version: 2", ["no job", "only comments"]),
        (b"hello world\n" + JOB.encode()[:20], ["line 1 has 2 fields", "'hello world'", "18 numbers"]),
        (b"; x\n" + b"a " * 18, ["field 1 (job_id) of line 2 is 'a'"]),
        (b"\x7fELF\x02\x01\x00\x00" * 9, ["not a text file"]),
        (JOB.encode("utf-16"), ["not a text file"]),
        (b"PK\x03\x04\xff\xfe binary", ["line 1 has 2 fields"]),
        (b"job_id,start\n1,2\n", ["line 1 has 1 field "]),
    ],
)
def test_nonsense_gets_one_clear_sentence(content, words):
    with pytest.raises(FormatError) as error:
        read(content, "up.swf")
    assert str(error.value).startswith("up.swf ") and all(word in str(error.value) for word in words)
    assert "\n" not in str(error.value) and len(str(error.value)) < 300


@given(st.binary(max_size=300))
def test_any_bytes_read_or_are_refused(content):
    try:
        trace = read(content)
    except FormatError as error:
        assert "x.swf" in str(error)
    else:
        assert len(trace) > 0


# --- gzip ---------------------------------------------------------------------------------------------------------


def test_gzip_of_several_members_padded_with_zeros():
    text = f"; MaxProcs: 3\n{JOB}\n{JOB}\n".encode()
    packed = gzip.compress(text[:30]) + gzip.compress(b"") + gzip.compress(text[30:]) + b"\0" * 100
    assert same(read(packed), read(text)) and read(packed).sha256 == read(text).sha256


@pytest.mark.parametrize(
    "broken",
    [
        lambda packed: packed[:-1],
        lambda packed: packed[: len(packed) // 2],
        lambda packed: packed[:3],
        lambda packed: packed[:40] + bytes([packed[40] ^ 255]) + packed[41:],
        lambda packed: packed[:-6] + b"\1\2\3\4\5\6",
        lambda packed: packed + b"garbage",
        lambda packed: packed + packed[:5],
        lambda packed: packed + b"\0\0x",
    ],
)
def test_broken_gzip_is_refused(broken):
    packed = gzip.compress("".join(f"{i} {JOB}\n" for i in range(50)).encode())
    with pytest.raises(FormatError, match=r"x\.swf is a (damaged )?gzip file.*transfer it again"):
        read(broken(packed))


def test_a_gzip_bomb_is_stopped_at_the_limit():
    bomb = gzip.compress(b" " * 10_000_000)
    with pytest.raises(FormatError, match=r"more than 0\.953674 MiB"):
        read(bomb, limit=1_000_000)
    with pytest.raises(FormatError, match="more than"):
        read(gzip.compress(b"1" * 600_000) * 2, limit=1_000_000)
    with pytest.raises(FormatError, match="more than"):
        read(b"1" * 1_000_001, limit=1_000_000)
    assert len(plain(gzip.compress(b"1" * 1_000_000), "x", 1_000_000)) == 1_000_000


def test_a_file_of_very_many_members_is_refused():
    with pytest.raises(FormatError, match="members"):
        read(gzip.compress(b"") * 10_001)


def test_large_members_are_unpacked_whole():
    text = np.random.default_rng(1).bytes(3_000_000).hex().encode()
    packed = zlib.compress(text, 1, wbits=31) + zlib.compress(text[:77], 1, wbits=31)
    assert plain(packed, "x") == text + text[:77]


# --- the two ways of reading agree with a third, and with writing -----------------------------------------------------

WORDS = st.sampled_from(
    ["0", "1", "-1", "12", "3.5", "-2", "7", "100"] * 3
    + [
        "+3",
        "5.",
        ".5",
        "1e3",
        "nan",
        "inf",
        "1e400",
        "abc",
        "1-2",
        "1.2.3",
        "--5",
        "+",
        ".",
        "9007199254740993",
        "1_0",
        ";",
        "x;y",
        "\x0c",
        "\x00",
        "\xff",
        "NA",
        "",
        '"1"',
        "True",
        "00012",
        "99999999999999999999",
    ]
)
LINES = st.one_of(
    st.lists(st.integers(-1, 9).map(str), min_size=18, max_size=18).map(" ".join),
    st.lists(WORDS, min_size=16, max_size=20).map(" ".join),
    st.tuples(st.lists(st.integers(-1, 9).map(str), min_size=18, max_size=18), st.lists(WORDS, max_size=3)).map(
        lambda pair: "\t".join(pair[0] + pair[1])
    ),
    st.sampled_from(["", "  ", "; c", ";MaxProcs: 4", " ;", "1 2"]),
)
FILES = st.lists(st.tuples(LINES, st.sampled_from(["\n"] * 4 + ["\r\n", "\r"])), min_size=1, max_size=12).map(
    lambda lines: "".join(line + end for line, end in lines).encode("latin-1")
)


def naive(content: bytes) -> list[tuple[int, list[float]]]:
    """Line number and values of every job: no numpy, no pandas."""
    found = []
    for number, line in enumerate(content.splitlines(), 1):
        fields = line.split()[:18]
        good = [re.fullmatch(rb"[+-]?(\d+[.]?\d*|[.]\d+)([eE][+-]?\d+)?", word) for word in fields]
        if len(fields) == 18 and all(good) and all(abs(float(word)) <= 2**53 for word in fields):
            found.append((number, [float(word) for word in fields]))
    return found


@given(FILES)
def test_reading_agrees_with_a_plain_reader(content):
    wanted = naive(content)
    try:
        trace = read(content)
    except FormatError:
        assert not wanted
        return
    assert trace.line.tolist() == [number for number, _ in wanted]
    assert np.array_equal(np.array(list(trace.columns.values())).T, np.array([values for _, values in wanted]))


@given(FILES)
def test_every_line_is_a_job_a_comment_blank_or_counted(content):
    try:
        trace = read(content)
    except FormatError:
        return
    comments = len(trace.header.splitlines())
    skipped = sum(n.count for n in trace.notes if n.rule != "surplus_fields")
    blank = sum(not line.strip() for line in content.splitlines()[comments:])
    assert comments + len(trace) + skipped + blank == len(content.splitlines())


VALUES = st.one_of(st.integers(-1, 2**53).map(float), st.floats(-1e15, 1e15, allow_nan=False))


@given(st.lists(st.lists(VALUES, min_size=18, max_size=18), min_size=1, max_size=8))
def test_any_numbers_survive_writing_and_reading(rows):
    columns = dict(zip(SWF, np.array(rows).T, strict=True))
    trace = swf.Trace("x", columns, np.arange(1, len(rows) + 1), "; MaxProcs: 4\n")
    assert same(read(swf.write(trace)), trace)


def test_whole_numbers_are_written_without_point_and_others_shortest():
    assert number_text.texts(np.array([3.0, 0.1, -1.0, 1e-7, 2.0**53, 1e22])) == [
        "3",
        "0.1",
        "-1",
        "1e-07",
        "9007199254740992",
        "1e+22",
    ]
    assert number_text.texts(np.array([2.5, 2.5])) == ["2.5", "2.5"] and number_text.texts(np.zeros(0)) == []
    assert number_text.texts(np.array([7, -1])) == ["7", "-1"] and number_text.number(0.25) == "0.25"


# --- real logs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LOGS)
def test_real_logs_read_completely_and_survive_a_round_trip(name, real_log):
    jobs, sha256 = LOGS[name]
    content = real_log(name).read_bytes()
    trace = read(content, name)
    assert len(trace) == jobs and sha256 in (None, trace.sha256)
    again = read(swf.write(trace), name)
    assert same(again, trace) and (sha256 is None or np.array_equal(again.line, trace.line))
    text = gzip.decompress(content).split(b"\n")
    for row in (0, jobs // 2, jobs - 1):  # a line of the file is what its row says
        fields = text[trace.line[row] - 1].split()
        told = [float(word) for word in fields[:18]]
        if trace.names:  # of Alea: the queue stands in field 20
            told[14] = trace.names["queue"].index(fields[19].decode()) + 1
            assert trace.extra["nodes"][row] == len(set(fields[18].strip(b"{}").split(b",")))
        assert told == [trace.columns[key][row] for key in SWF]


def test_notes_on_real_logs(real_log):
    wagap = read(real_log("alea/wagap-2013.swf.gz").read_bytes())
    assert note(wagap, "surplus_fields").count == 17_900 and wagap.columns["job_id"][0] == 0 and wagap.header == ""
    assert wagap.columns["requested_memory"].max() > 2**32
    assert read(real_log("METACENTRUM-2009-2.swf.gz").read_bytes()).keys == {}


# --- schedules ------------------------------------------------------------------------------------------------------


def scheduled(text: str, starts: list[float], submits: list[float] | None = None):
    trace = read(text)
    work = workload(trace)
    return trace, work, small.schedule(work, starts, submits)


TWO = f"; MaxProcs: 8\n; Note: kept\n{JOB.replace('1 0 5', '2 10 5')}\n{JOB} 99\n{JOB.replace(' 60 ', ' 0 ')}\n"


def test_schedule_as_swf_has_simulated_waits_and_keeps_the_rest():
    trace, work, schedule = scheduled(TWO, [0.5, 100])
    out = swf.write_schedule(trace, work, schedule)
    again = read(out)
    assert again.header.startswith(trace.header) and again.header.count("\n") == trace.header.count("\n") + 2
    assert again.header.rsplit("\n; Note: ", 1)[1].startswith("written by Queuescope ")
    assert again.columns["job_id"].tolist() == [1, 2] and again.columns["wait"].tolist() == [0.5, 90]
    kept = set(SWF) - {"wait", "runtime", "allocated_processors"}
    assert all(np.array_equal(again.columns[name], trace.columns[name][[1, 0]]) for name in kept)
    assert again.columns["allocated_processors"].tolist() == [4, 4] and again.number("MaxProcs") == 8


def test_schedule_as_swf_tells_runtime_and_size_used():
    text = f"; MaxProcs: 8\n{JOB.replace(' 60 4 ', ' 95 -1 ')}\n"
    trace = read(text)
    work = workload(trace, overrun="cut")
    out = read(swf.write_schedule(trace, work, small.schedule(work, [3])))
    assert (out.columns["runtime"][0], out.columns["allocated_processors"][0], out.columns["wait"][0]) == (90, 4, 3)
    moved = swf.write_schedule(trace, work, small.schedule(work, [9], [4]))
    assert read(moved).columns["wait"][0] == 5 and b"1 job was submitted at another time" in moved


def test_schedule_as_csv_is_exact():
    _, _, schedule = scheduled(TWO, [0.1, 1e9 + 0.5], [0, 12])
    assert schedule_csv.write(schedule).decode().splitlines() == [
        "job_id,user_id,submit,start,end,processors",
        "1,7,0,0.1,60.1,4",
        "2,7,12,1000000000.5,1000000060.5,4",
    ]


def test_schedule_csv_reads_back():
    _, work, schedule = scheduled(TWO, [0.1, 1e9 + 0.5])
    columns = schedule_csv.read_schedule(schedule_csv.write(schedule).decode())
    assert np.array_equal(columns["start"], schedule.placed.start) and columns["job_id"].dtype == np.int64
    assert np.array_equal(columns["end"], schedule.placed.end) and columns["line"].tolist() == [2, 3]
    assert np.array_equal(columns["processors"], work.jobs.processors)


def test_schedule_csv_takes_columns_in_any_order_and_leaves_out_unknown_ones():
    columns = schedule_csv.read_schedule("\ufeffcolor, start ,job_id\r\nred,1.5,3\r\n\r\nblue,2,4\r\n")
    assert set(columns) == {"start", "job_id", "line"} and columns["line"].tolist() == [2, 4]
    assert columns["start"].tolist() == [1.5, 2] and columns["job_id"].tolist() == [3, 4]
    assert len(schedule_csv.read_schedule("job_id,start\n")["start"]) == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text + "\n\n",
        lambda text: text.replace(",", ", "),
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("1000", "1e3"),
        lambda text: (
            text.replace("t\n", "t,color\n", 1)
            .replace("5\n", "5,red\n")
            .replace(".\n", ".,red\n")
            .replace("8\n", "8,red\n")
        ),
    ],
)
def test_schedule_csv_reads_the_same_however_it_is_written(change):
    text = "job_id,end,start\n1,5,0.25\n\n-3,1000,2.\n4,7,+8\n"
    columns = schedule_csv.read_schedule(change(text))
    assert columns["job_id"].tolist() == [1, -3, 4] and columns["start"].tolist() == [0.25, 2, 8]
    assert columns["end"].tolist() == [5, 1000, 7] and columns["line"].tolist() == [2, 4, 5]


@given(
    st.lists(
        st.lists(st.sampled_from(["1", "2.5", "", "-", " 3", "1 2", "nan", "1e2"]), max_size=3).map(",".join),
        max_size=4,
    )
)
def test_any_schedule_csv_is_read_line_by_line_or_refused(lines):
    full = [(number, line.split(",")) for number, line in enumerate(lines, 2) if line.strip()]
    try:
        columns = schedule_csv.read_schedule("\n".join(["start,job_id", *lines]))
    except FormatError:
        assert any(len(words) != 2 or {"", "-", "1 2", "nan"} & set(words) or words[1] == "2.5" for _, words in full)
        return
    assert columns["line"].tolist() == [number for number, _ in full]
    assert [columns["start"].tolist(), columns["job_id"].tolist()] == [
        [float(words[k]) for _, words in full] for k in (0, 1)
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "does not name the column job_id"),
        ("job_id,end\n1,2\n", "does not name the column start"),
        ("1,2\n3,4\n", "does not name the column job_id ('1, 2')"),
        ("job_id,start,start\n", "column start twice"),
        ("job_id,start\n1,2\n3\n", "Line 3 of s.csv has 1 field; wanted: 2"),
        ("job_id,start\n1,2,3\n", "Line 2"),
        ("job_id,start\n1,x\n", "Line 2 of s.csv: start is 'x'; wanted: a number"),
        ("job_id,start\n\n1,2\n1.5,2\n", "Line 4 of s.csv: job_id is '1.5'; wanted: a whole number"),
        ("job_id,start\n1,nan\n", "start is 'nan'"),
        ("job_id,start\n1,inf\n", "start is 'inf'"),
        ("job_id,start\n1_0,1\n", "job_id is '1_0'"),
        ("job_id,start\n,1\n", "job_id is ''"),
        ("job_id,start\n1,1e300\n", "1e300"),
    ],
)
def test_nonsense_schedules_are_refused_with_line_and_column(text, words):
    with pytest.raises(FormatError) as error:
        schedule_csv.read_schedule(text, "s.csv")
    assert words in str(error.value)


def test_comments_may_begin_with_a_hash():
    trace = read(f"# MaxProcs: 8\n#\n{JOB}\n# inside\n{JOB}\n")
    assert trace.number("MaxProcs") == 8 and trace.line.tolist() == [3, 5] and note(trace, "comment_inside").count == 1
    assert all_formats()["swf"].sniff(b"# MaxProcs: 8\n\n" + JOB.encode()) and not all_formats()["swf"].sniff(
        b"# a,b\n1,2\n"
    )
    assert swf.write(trace).startswith(b"# MaxProcs: 8\n#\n")
