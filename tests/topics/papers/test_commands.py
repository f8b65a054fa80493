"""The list of papers in a terminal."""

from __future__ import annotations

import re

from tests.cli.test_cli_tables import list_of


def test_the_list_is_a_table_of_at_most_a_hundred_columns_and_as_json_has_the_same_entries(run):
    lines, listed = list_of(run, ["papers"])
    keys = [experiment["key"] for paper in listed for experiment in paper["experiments"]]
    assert [line.split(" ")[0] for line in lines[2:]] == keys, "keys are never cut: they are typed again"


def test_the_table_says_how_long_each_scale_takes(run):
    rows = {line.split()[0]: line for line in run("papers")[1].splitlines()}
    assert re.search(r" +\S.* s +\S.* (s|min)$", rows["ostrich-2013/fig3"])
