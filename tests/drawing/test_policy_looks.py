"""One look per policy in every figure, and the small pictures of the table of papers."""

from __future__ import annotations

import pytest

from layouts.drawing.policy_looks import look, looks, policy_place
from layouts.pages.papers import experiment_list
from scheduler.papers import all_experiments
from scheduler.policies import all_policies
from tests.pages.test_pages import components

pytestmark = pytest.mark.core


def test_a_policy_has_the_same_look_in_every_figure() -> None:
    alone, among = looks(("EASY backfilling",)), looks(("FCFS", "something else", "EASY, 24 h", "OStrich"))
    assert alone["EASY backfilling"] == among["EASY, 24 h"]
    assert policy_place("FCFS") == policy_place("fcfs") == 0 and policy_place("EASY") == 1
    assert policy_place("something else") is None and policy_place("easygoing") is None
    twice = looks(("EASY, restricted", "EASY, textbook"))
    assert twice["EASY, restricted"] != twice["EASY, textbook"] and len({one.color for one in twice.values()}) == 1
    every = [look(place) for place in range(len(all_policies()))]
    assert len(set(every)) == len(every)  # no two policies look alike
    assert among["something else"].color not in {among[name].color for name in ("FCFS", "EASY, 24 h", "OStrich")}


def test_the_table_has_a_row_and_where_there_is_one_a_picture_for_every_experiment() -> None:
    table = experiment_list.table()
    rows = [part for part in components(table, "Tr") if isinstance(getattr(part, "id", None), dict)]
    assert [row.id["key"] for row in rows] == list(all_experiments())
    drawn = experiment_list.thumbnails()
    assert set(drawn) <= set(all_experiments()) and len(drawn) > len(rows) / 2
    assert len(components(table, "Img")) == 2 * len(drawn)  # in light and in dark
    for series in (series for shown in drawn.values() for series in shown):
        assert all(0 <= x <= 1 and (y is None or -1e-9 <= y <= 1) for x, y in series["points"]) and series["points"]
