"""Searches: what they read as, what they find, and the sentences of those that do not read."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.analysis.query import LONGEST, MEASURED, Query, parse
from scheduler.errors import InputError, QueryError
from scheduler.formats import all_formats
from scheduler.preparation.build import workload
from scheduler.query import fields
from scheduler.query.conditions import COMPARE, Condition
from scheduler.query.instants import seconds
from scheduler.simulate import simulate
from tests.cases import small
from tests.cases.every_case import every_case

WORK = small.workload(
    [(0, 100, 1), (10, 50, 4), (20, 7200, 2), (30, 60, 4), (86_400, 90, 3)],
    4,
    users=[7, 9, 7, 37, -1],
    requested=[100, 60, 7200, 600, 90],
)
RUN = small.schedule(WORK, [0, 7_300, 100, 100_000, 86_400])  # waits 0, 7290, 80, 99970, 0; ids 101..105

KNOWN = fields.fields_of(fields.RUN)
FULL_WIDTH = {sign: sign + 0xFEE0 for sign in range(33, 127)}


def found(text, run=RUN):
    return np.flatnonzero(parse(text).rows(run)).tolist()


@every_case(
    "text, rows",
    [
        ("job 103", [2]),
        ("Job=103", [2]),
        ("job103", [2]),
        ("job != 103", [0, 1, 3, 4]),
        ("job 4711", []),
        ("user 7", [0, 2]),
        ("user 7 wait>1min", [2]),
        ("user 7 and wait>1min", [2]),
        ("user -1", [4]),
        ("user<9", [0, 2]),
        ("user=unknown", [4]),
        ("user!=7", [1, 3]),
        ("user!=7,unknown", [1, 3]),
        ("size>=3", [1, 3, 4]),
        ("size 4", [1, 3]),
        ("processors=4", [1, 3]),
        ("size≥3 size≤3", [4]),
        ("size>4", []),
        ("wait>1d", [3]),
        ("wait>=7290", [1, 3]),
        ("wait>2h1min30s", [3]),
        ("wait>2h1min29s", [1, 3]),
        ("wait=0", [0, 4]),
        ("wait>0.5h wait<1d", [1]),
        ("runtime>=2h", [2]),
        ("runtime=1min30s", [4]),
        ("requested=10min", [3]),
        ("requested_time=10min", [3]),
        ("stretch>=100", [1, 3]),
        ("stretch=1", [0, 4]),
        ("response>1d", [3]),
        ("submit>=1d", [4]),
        ("start>=1d3h", [3]),
        ("start>=1 d 03:00:00", [3]),
        ("start=00:01:40", [2]),
        ("end<=2min", [0]),
        ("wait>1 h  size > 2", [1, 3]),
        ("wait>1h,size>2", [1, 3]),
        ("longest wait", [3]),
        ("largest stretch", [3]),
        ("longest wait user 7", [2]),
        ("largest size", [1]),
        ("longest runtime", [2]),
        ("longest wait job 4711", []),
        ("size>=3".translate(FULL_WIDTH), [1, 3, 4]),
        ("queue 3", []),
        ("group!=3", []),
        ("campaign 1", []),
        ("job\u00a0103", [2]),
        ("submit>-1", [0, 1, 2, 3, 4]),
        ("user=9,37", [1, 3]),
        ("user=7,9 size>2", [1]),
        ("wait=0,80", [0, 2, 4]),
        ("wait>1h or size>=3", [1, 3, 4]),
        ("not wait>1h", [0, 2, 4]),
        ("not (user=7 or size=4)", []),
        ("not user=7 not wait>1d", [1]),
        ("user 7 (wait>1min or runtime<=100)", [0, 2]),
        ("wait>1e4", [3]),
        ("wait>9\u202f000", [3]),
    ],
)
def test_what_a_search_finds(text, rows):
    assert found(text) == rows


def test_campaigns_are_numbered_within_their_user():
    run = small.schedule(
        small.campaigns([(1, -1, 0, [2.0]), (1, 0, 0, [3.0, 3.0]), (2, -1, 0, [4.0])], 4, [0, 2, 0]), [0, 2, 2, 0]
    )
    assert found("campaign 1", run) == [0, 3]
    assert found("campaign 2", run) == [1, 2]
    assert found("campaign!=1", run) == [1, 2]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("wiat>1d", "Found 'wiat>1d' at character 1; wanted: a field. Did you mean wait?"),
        ("user 7 usr 8", "Found 'usr' at character 8; wanted: a field. Did you mean user?"),
        (
            "job",
            "Found the end of the search; wanted: a comparison of job (=, !=, <=, <, >=, >) with a number, such as "
            "job 37.",
        ),
        (
            "wait 1d",
            "Found '1d' at character 6; wanted: a comparison of wait (=, !=, <=, <, >=, >) with a number, such as "
            "wait>=1h.",
        ),
        (
            "wait>5m",
            "Found '5m' at character 6; wanted: a time after wait, such as 90, 30s, 10min, 2h, 1d, 4wk or 2d4h.",
        ),
        ("size>=1.5", "Found '1.5' at character 7; wanted: a whole number after processors."),
        (
            "job x",
            "Found 'x' at character 5; wanted: a comparison of job (=, !=, <=, <, >=, >) with a number, such as job 37.",
        ),
        ("4711", "Found '4711' at character 1; wanted: a field before the number, such as job 4711."),
        (
            "wait>1h xor size>2",
            'Found \'xor\' at character 9; wanted: conditions with a comparison each, and "and", "or" or '
            '"not" between them.',
        ),
        ("wait>1h or", 'Found the end of the search; wanted: a condition after "or".'),
        ("(wait>1h", "Found the end of the search; wanted: a closing bracket."),
        (
            "executable=1",
            "Found 'executable=1' at character 1; wanted: a field that a search knows; executable can only be asked "
            "for in a filter of the workload.",
        ),
        (
            "submit>=2012-13-01",
            "Found '2012-13-01' at character 9; wanted: a time after submit, such as 90, 30s, 10min, 2h, 1d, "
            "4wk or 2d4h, or a date such as 2012-06-01.",
        ),
        (
            "longest user",
            "Found 'user' at character 9; wanted: what is to be longest or largest (wait, stretch, response, "
            "runtime, requested_time, processors), such as longest wait.",
        ),
        (
            "job 99999999999999999999",
            "Found '99999999999999999999' at character 5; wanted: a whole number after job, at most 9007199254740992.",
        ),
        ("", "The search is empty; wanted: conditions such as job 4711, user 37, wait>1d or processors>=64."),
        ("wait>1d " * 40, f"The search has 320 characters; wanted: at most {LONGEST}."),
    ],
)
def test_what_does_not_read(text, sentence):
    with pytest.raises(QueryError) as error:
        parse(text)
    assert str(error.value) == sentence
    assert isinstance(error.value, InputError)


@every_case(
    "text",
    [
        "'; DROP TABLE jobs; --",
        "__import__('os')",
        "wait>nan",
        "wait>inf",
        "wait>1e309",
        "wait>>1",
        "<script>alert(1)</script>",
        "wait>1.2.3",
        "size>0x10",
        "user=3,,",
        "user=(3)",
        "not",
        "((((((((((((wait>1))))))))))))",
        "wait>1h)",
        "wait>(1h",
        "\x00wait>1",
        "wait>1\u202e",
        "job ٣x",
        "longest",
        "wait>--1",
        "wait>1dsize>2",
        "start>12:75",
        "😀>3",
        "job 1_000",
    ],
)
def test_hostile_or_broken_text_gets_a_sentence(text):
    with pytest.raises(QueryError) as error:
        parse(text)
    assert re.fullmatch(
        r"Found .* at character \d+; wanted: .*|Found the end of the search; wanted: .*", str(error.value)
    )
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 300


@given(st.text(max_size=250))
def test_any_text_reads_or_gets_a_sentence(text):
    try:
        query = parse(text)
    except QueryError as error:
        assert str(error).endswith((".", "?"))
    else:
        assert parse(str(query)) == query


def conditions():
    numbers = {
        "time": st.integers(0, 10**12) | st.floats(0, 1e12),
        "instant": st.integers(0, 10**12) | st.floats(0, 1e12),
        "ratio": st.floats(0, 1e12),
        "count": st.integers(0, 10**9),
        "number": st.integers(0, 2**53),
    }
    return st.sampled_from(list(KNOWN)).flatmap(
        lambda name: st.builds(
            Condition, st.just(name), st.sampled_from(list(COMPARE)), numbers[KNOWN[name].kind].map(float), st.just(())
        )
    )


@given(st.lists(conditions(), max_size=5).map(tuple), st.sampled_from(["", *MEASURED]))
def test_the_normal_form_reads_back(found, most):
    query = Query(found, most)
    if len(str(query)) <= LONGEST and (found or most):
        assert parse(str(query)) == query
        assert str(parse(str(query))) == str(query)


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("wait>90", "wait>1min30s"),
        ("start>=2 d 04:00:00", "start>=2d4h"),
        ("wait>0", "wait>0"),
        ("user = 37", "user 37"),
        ("wait>0.5", "wait>0.5"),
        ("LONGEST  Wait", "longest wait"),
        ("largest wait", "longest wait"),
        ("wait>4wk", "wait>28d"),
        ("size==4", "processors=4"),
        ("and job 3 and", "job 3"),
        ("submit>-90", "submit>-90"),
    ],
)
def test_normal_forms(text, normal):
    assert str(parse(text)) == normal


def test_which_depend_on_the_policy_and_which_ask_for_one_job():
    assert [
        parse(text).of_run
        for text in ("wait>1", "size>1 start>3", "largest stretch", "job 3", "runtime>3 user 2", "longest runtime")
    ] == [True, True, True, False, False, False]
    assert [parse(text).one for text in ("job 3", "longest wait user 3", "job 3 user 2", "job>3", "user 3")] == [
        True,
        True,
        False,
        False,
        False,
    ]


def test_no_jobs_match_nothing():
    empty = small.schedule(small.workload([], 4), [])
    assert parse("longest wait").rows(empty).tolist() == []
    assert parse("size>=0").rows(empty).tolist() == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("90", 90),
        ("2d4h", 187_200),
        (" 1 d 00:00:30 ", 86_430),
        ("1.5h", 5_400),
        ("-5", -5),
        ("00:01:30", 90),
        ("1\u202f000", 1000),
        ("4 wk 2 d", 2_592_000),
    ],
)
def test_times_alone(text, value):
    assert seconds(text) == value


@pytest.mark.parametrize("text", ["", "abc", "1x", "5 m", "1d 2", "1e400", "nan", "12:99"])
def test_what_is_no_time(text):
    with pytest.raises(QueryError, match="wanted: a time such as 90"):
        seconds(text)


def test_jobs_are_found_by_how_they_ended_in_the_log_where_it_tells():
    text = "; MaxProcs: 4\n" + "".join(
        f"{job} {job} 0 10 1 -1 -1 1 10 -1 {status} 1 1 1 1 1 -1 -1\n" for job, status in enumerate((1, 0, 5, -1), 1)
    )
    run = simulate(workload(all_formats()["swf"].read(text.encode(), "ended.swf")), "fcfs")
    assert [parse(asked).rows(run).tolist() for asked in ("status=1", "status!=1", "status=0,5")] == [
        [True, False, False, False],
        [False, True, True, False],
        [False, True, True, False],
    ]
    assert found("status=1") == [] and found("status=unknown") == [0, 1, 2, 3, 4]  # this log tells of none
