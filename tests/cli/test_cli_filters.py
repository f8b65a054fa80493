"""Filters and dates on the command line."""

from __future__ import annotations

import json

import pytest

from tests.cases.small_log import HEADER, ROWS, is_one_sentence, swf

DATED = (
    HEADER + "; UnixStartTime: 1338508799\n; TimeZoneString: UTC\n"
)  # 2012-05-31 23:59:59; job 2 is submitted at 1001 s


@pytest.fixture
def dated(tmp_path):
    path = tmp_path / "dated.swf"
    path.write_text(swf(ROWS, DATED))
    return str(path)


@pytest.mark.parametrize(
    ("options", "jobs"),
    [
        (["--where", "user=5"], 2),
        (["--where", "user=5 processors>=3"], 1),
        (["--where", "not user=5"], 1),
        (["--from", "2012-06-01 00:16:40"], 2),
        (["--to", "2012-06-01T00:16:40"], 1),
        (["--from", "2012-06-01"], 3),
        (["--from", "2012-06-01 00:16:40", "--where", "user=6 or job=1"], 1),
        (["--from", "16min41s"], 2),
        (["--from", "31 May 2012", "--to", "2012-06-01T00:16:41"], 2),
    ],
)
def test_a_call_takes_the_jobs_of_a_filter_and_of_dates(run, dated, options, jobs):
    code, out, err = run("inspect", dated, *options)
    assert (code, err) == (0, "") and json.loads(out)["jobs"] == jobs


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--where", "usr=5"], "Did you mean user?"),
        (["--where", "user=99"], "meets the filter user 99"),
        (["--from", "2013-06-01"], "meets the filter submit>=2013-06-01"),
        (["--from", "noon"], "from = 'noon': Found 'noon'"),
        (["--from", "2012-06-31"], "wanted: a time such as 90"),
    ],
)
def test_what_cannot_be_taken_is_said_in_a_sentence(run, dated, options, words):
    code, out, err = run("inspect", dated, *options)
    assert code == 2 and out == "" and words in err and is_one_sentence(err)


def test_a_log_without_a_date_refuses_one(run, log):
    code, _, err = run("inspect", log, "--from", "2012-06-01")
    assert code == 2 and "does not tell when it starts" in err and is_one_sentence(err)
