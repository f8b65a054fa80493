"""Figures drawn small: what they leave out, and what they make room for."""

from __future__ import annotations

import pytest

from layouts.drawing.compact_figure import MARGIN, compact
from layouts.figures import Figure


def test_names_above_a_plot_have_their_room():
    chart = Figure()
    for line in range(3):
        chart.add_annotation(text="a run · more", x=0, y=1, xref="paper", yref="paper", yshift=8 + 18 * line)
    small = compact(chart).checked()
    assert small.layout.margin.t == 8 + 36 + 20
    assert [note.text for note in small.layout.annotations] == ["a run"] * 3
    assert compact(Figure()).checked().layout.margin.to_plotly_json() == MARGIN


def test_names_of_rows_have_their_room():
    chart = Figure(layout={"yaxis": {"tickvals": [1, 2], "ticktext": ["cluster 1 · 128", "2"]}})
    assert compact(chart).checked().layout.margin.l == 6 * 15 + 10


@pytest.mark.parametrize(
    ("places", "kept"),
    [([1, 2, 3], [1, 2, 3]), ([0, 2, 4, 6, 8, 10, 11.5], [0, 4, 8, 11.5]), ([1, 2, 3, 4, 5, 6], [1, 3, 6])],
)
def test_many_ticks_are_thinned_out_but_for_the_last(places, kept):
    chart = compact(Figure(layout={"xaxis": {"tickvals": places, "ticktext": list(map(str, places))}})).checked()
    assert list(chart.layout.xaxis.tickvals) == kept and list(chart.layout.xaxis.ticktext) == list(map(str, kept))


def test_ticks_of_times_are_left_to_the_scripts_that_go_by_the_width():
    places = list(range(8))
    chart = compact(
        Figure(layout={"xaxis": {"tickvals": places, "ticktext": list("abcdefgh"), "minallowed": 0}})
    ).checked()
    assert list(chart.layout.xaxis.tickvals) == places


@pytest.mark.parametrize(("rows", "ticks"), [(1, 4), (2, 4), (4, 2)])
def test_low_rows_have_few_ticks(rows, ticks):
    layout = {f"yaxis{row + 1}" if row else "yaxis": {"title": {"text": "processors"}} for row in range(rows)}
    chart = compact(Figure(layout=layout)).checked()
    assert [axis.nticks for axis in chart.select_yaxes()] == [ticks] * rows
    assert not any(axis.title.text for axis in chart.select_yaxes())


def test_ticks_outside_of_the_range_are_not_counted():
    axis = {"range": [-0.1, 4.5], "tickvals": list(range(7)), "ticktext": list("abcdefg")}
    assert list(compact(Figure(layout={"xaxis": axis})).checked().layout.xaxis.ticktext) == list("abcdefg")


@pytest.mark.parametrize(("text", "more"), [("Jan<br>1997", 14), ("26 d", 0)])
def test_dates_have_room_for_their_second_line(text, more):
    axis = {"tickvals": [0], "ticktext": [text], "minallowed": 0}
    assert compact(Figure(layout={"xaxis": axis})).checked().layout.margin.b == MARGIN["b"] + more
