"""Two workloads beside each other on the command line."""

from __future__ import annotations

import json

from tests.cases.csv_rows import rows_of
from tests.cases.small_log import is_one_sentence


def test_a_log_beside_its_wide_jobs(run, log):
    code, out, err = run("beside", log, log, "--second-where", "processors>=3")
    assert (code, err) == (0, "")
    lines = {line.split("  ")[0]: line for line in out.splitlines()}
    assert "median 1st" in out.splitlines()[0] and "+" in lines["processors"]


def test_all_numbers_as_json_and_csv_are_the_same(run, log):
    _, out, _ = run("beside", log, log, "--json")
    rows = json.loads(out)
    _, text, _ = run("beside", log, log, "--out", "-")
    again = rows_of(text)
    assert [row["measure"] for row in rows] == [row["measure"] for row in again]
    assert {row["size"] for row in again} == {"negligible"}
    for row, cells in zip(rows, again, strict=True):
        assert [float(cells[name]) for name in ("first_mean", "second_p90")] == [row["first_mean"], row["second_p90"]]


def test_a_filter_that_no_job_meets_is_said(run, log):
    code, out, err = run("beside", log, log, "--second-where", "user=99")
    assert code == 2 and out == "" and "user" in err and is_one_sentence(err)
