"""Divisible loads in Python: the lines that the page gives, and the tables of what they make."""

from __future__ import annotations

import pytest

import queuescope as qs
from layouts.topics.divisible import load_address
from scheduler.errors import ParamError
from scheduler.topics.divisible.answer import answer
from tests.cases.small_log import is_one_sentence
from tests.library.test_library import client, run_lines, store

__all__ = ["client", "store"]  # fixtures, used by their names


@pytest.mark.parametrize(
    "search",
    ["", "workers=1/1,1/1&load=3", "mode=steady", "workers=1/4&platform=tree&height=1&load=19&returns=mirrored"],
)
def test_the_lines_of_a_divisible_load_draw_the_chart_of_the_page(client, store, monkeypatch, search, tmp_path):
    text = client.get(f"/export/python.txt?page=/divisible&figure=divisible-load&{search}").text
    load = run_lines(text, monkeypatch, store, tmp_path)["load"]
    assert load.solution == answer(load_address.asked(search)[0]) and load.figure().data


def test_a_divisible_load_has_tables_and_says_where_it_has_none():
    load = qs.divisible(workers="1/1, 1/1", load=3)
    assert load.facts["completion"] == 4 and load.shares["load"].tolist() == [2, 1]
    assert {"worker", "kind", "begin", "end"} <= set(load.timeline.columns) and load.timeline.end.max() == 4
    steady = qs.divisible(mode="steady", platform="tree", workers="1/4")
    for ask in (lambda: steady.timeline, steady.figure):
        with pytest.raises(ParamError) as caught:
            ask()
        assert is_one_sentence(str(caught.value))
