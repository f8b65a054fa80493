"""The table of all experiments, and the small picture of each."""

from __future__ import annotations

from layouts.topics.papers import experiment_list
from scheduler.topics.papers.experiments import all_experiments
from tests.pages.test_pages import components


def test_the_table_has_a_row_and_where_there_is_one_a_picture_for_every_experiment() -> None:
    table = experiment_list.table()
    rows = [part for part in components(table, "Tr") if isinstance(getattr(part, "id", None), dict)]
    assert [row.id["key"] for row in rows] == list(all_experiments())
    drawn = experiment_list.thumbnails()
    assert set(drawn) <= set(all_experiments()) and len(drawn) > len(rows) / 2
    assert len(components(table, "Img")) == 2 * len(drawn)  # in light and in dark
    for series in (series for shown in drawn.values() for series in shown):
        assert all(0 <= x <= 1 and (y is None or -1e-9 <= y <= 1) for x, y in series["points"]) and series["points"]
