"""The layout of a figure is changed as plotly changes it."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
import pytest

from layouts import theme
from layouts.drawing.figure_layout import lay_out

FIRST = {"xaxis": {"title": {"text": "time"}, "range": [0, 5]}, "margin": {"l": 10}, "showlegend": True}


@pytest.mark.parametrize("change", [
    {"xaxis": {"title": {"font": {"size": 9}}, "tickvals": [0, 1]}},
    {"yaxis3": {"anchor": "x"}},
    {"margin": {"t": 5}, "meta": {"queuescope": {"runs": ["a"]}}},
    {"template": theme.template("dark"), "annotations": [{"text": "here", "x": 1, "y": 2}]},
    {},
])
def test_it_is_what_plotly_would_make_of_it(change):
    ours = lay_out(go.Figure(), FIRST, **change)
    assert ours.to_plotly_json() == go.Figure().update_layout(FIRST).update_layout(**change).to_plotly_json()


def test_what_is_not_named_stays_at_every_depth():
    chart = go.Figure(layout=FIRST)
    lay_out(chart, {"xaxis": {"title": {"font": {"size": 9}}}}, xaxis={"title": {"standoff": 2}})
    assert chart.layout.xaxis.to_plotly_json() == {
        "title": {"text": "time", "font": {"size": 9}, "standoff": 2}, "range": [0, 5]}
    assert lay_out(chart, meta={"a": {"b": 1}}).layout.meta == {"a": {"b": 1}}


def test_none_takes_away_what_was_set():
    assert lay_out(go.Figure(layout=FIRST), xaxis={"title": None}).layout.xaxis.title.text is None


def test_what_plotly_does_not_know_is_refused():
    with pytest.raises(ValueError, match="colour"):
        lay_out(go.Figure(), xaxis={"colour": "red"})


@pytest.mark.parametrize(("values", "texts"), [
    ([0.02, 4_000], ["0.01", "0.1", "1", "10", "100", "1\u202f000"]), ([93, 99], ["93", "99"]), ([5], ["5"]), ([18, 60], ["20", "50"]),
    ([1, 4], ["1", "2"]), ([1e-3, 2e-3], ["0.001", "0.002"])])
def test_an_axis_of_logarithms_has_labels_however_short_it_is(values, texts):
    axis = theme.log_axis("jobs", np.array(values, float))
    low, high = (10 ** place for place in axis["range"])
    assert axis["ticktext"] == texts and low < min(values) and high > max(values)
    assert len(axis["tickvals"]) == len(texts) and all(low <= tick <= high for tick in axis["tickvals"])
