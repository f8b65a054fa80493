"""A figure of plain dictionaries is what plotly's objects make of the same calls, and is sent as they are sent."""

from __future__ import annotations

import json

import numpy as np
import plotly.graph_objects as go
import pytest
from plotly.io.json import to_json_plotly

from layouts import theme
from layouts.figures import Figure, bar, lay_out, lay_out_axes, scatter

FIRST = {"xaxis": {"title": {"text": "time"}, "range": [0, 5]}, "margin": {"l": 10}, "showlegend": True}
NUMBERS = np.array([1.5, np.nan, 3.0])


@pytest.mark.parametrize(
    "change",
    [
        {"xaxis": {"title": {"font": {"size": 9}}, "tickvals": [0, 1]}},
        {"yaxis3": {"anchor": "x"}},
        {"margin": {"t": 5}, "meta": {"queuescope": {"runs": ["a"]}}},
        {"annotations": [{"text": "here", "x": 1, "y": 2}]},
        {},
    ],
)
def test_a_layout_is_changed_as_plotly_changes_it(change):
    ours = lay_out(Figure(), FIRST, **change)
    theirs = go.Figure().update_layout(FIRST).update_layout(**change).to_plotly_json()
    assert ours.checked().to_plotly_json() == theirs
    assert json.loads(to_json_plotly(ours))["layout"].get("yaxis3") == theirs["layout"].get("yaxis3")


def test_traces_notes_and_shapes_are_sent_as_plotly_sends_them():
    line = {"x": np.arange(3), "y": NUMBERS, "mode": "lines", "line": {"width": 2}, "customdata": np.eye(3)}
    bars = {"x": ["a", "b"], "y": [1, 2], "hovertext": np.array(["one", "two"])}
    note, edge = {"text": "here", "x": 1, "y": 2}, {"type": "line", "x0": 0, "x1": 1, "y0": 0, "y1": 1}
    ours = Figure(scatter(**line), {"xaxis": {"range": [0, 5]}})
    ours.add_traces([bar(**bars)])
    ours.add_annotation(**note)
    ours.add_annotation(note, y=3)
    ours.add_shape(**edge)
    theirs = go.Figure([go.Scatter(**line), go.Bar(**bars)], {"xaxis": {"range": [0, 5]}})
    theirs.add_annotation(**note)
    theirs.add_annotation(note, y=3)
    theirs.add_shape(**edge)
    theirs.layout.template = None
    sent = json.loads(to_json_plotly(ours))
    assert sent == json.loads(to_json_plotly(theirs)) and set(sent["data"][0]["y"]) == {"dtype", "bdata"}


def test_what_is_not_named_stays_at_every_depth():
    chart = Figure(layout=FIRST)
    lay_out(chart, {"xaxis": {"title": {"font": {"size": 9}}}}, xaxis={"title": {"standoff": 2}})
    assert chart.layout["xaxis"] == {"title": {"text": "time", "font": {"size": 9}, "standoff": 2}, "range": [0, 5]}
    assert lay_out(chart, meta={"queuescope": {"b": 1}}).meta == {"b": 1}
    assert FIRST["xaxis"] == {"title": {"text": "time"}, "range": [0, 5]}, "the parts themselves stay as they are"


def test_none_takes_away_what_was_set():
    chart = lay_out(Figure(layout=FIRST), xaxis={"title": None})
    assert "title" not in json.loads(to_json_plotly(chart))["layout"]["xaxis"]


def test_all_axes_of_a_letter_are_changed_and_no_other():
    chart = lay_out_axes(Figure(layout={"xaxis": {}, "xaxis2": {"range": [0, 1]}, "yaxis": {}}), "x", nticks=3)
    assert chart.layout == {"xaxis": {"nticks": 3}, "xaxis2": {"range": [0, 1], "nticks": 3}, "yaxis": {}}


@pytest.mark.parametrize(
    "wrong",
    [
        Figure(layout={"xaxis": {"colour": "red"}}),
        Figure(scatter(x=[1], marker_size=2.5, sizes=3)),
        Figure(bar(orientation="across")),
    ],
)
def test_what_plotly_does_not_know_is_refused_by_the_check(wrong):
    with pytest.raises(ValueError, match=r"colour|sizes|orientation"):
        wrong.checked()


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([0.02, 4_000], ["0.01", "0.1", "1", "10", "100", "1\u202f000"]),
        ([93, 99], ["96"]),
        ([71, 99], ["71", "99"]),
        ([5], ["5"]),
        ([18, 60], ["20", "50"]),
        ([1, 4], ["1", "2"]),
        ([1e-3, 2e-3], ["0.001", "0.002"]),
    ],
)
def test_an_axis_of_logarithms_has_labels_however_short_it_is(values, texts):
    axis = theme.log_axis("jobs", np.array(values, float))
    low, high = (10**place for place in axis["range"])
    assert axis["ticktext"] == texts and low < min(values) and high > max(values)
    assert len(axis["tickvals"]) == len(texts) and all(low <= tick <= high for tick in axis["tickvals"])
