"""Figures as still pictures: marks at the places where plotly draws them, words in the figure's own places."""

from __future__ import annotations

import re
from urllib.parse import unquote

import numpy as np
import pytest
from dash import html

from layouts.drawing.static_figure import Axis, axis_of, drawn, labels, notes, static_figure, words
from layouts.figures import Figure, bar, scatter

AXES = {"xaxis": {"range": [0, 10]}, "yaxis": {"range": [0, 4]}}


def paths(figure: Figure) -> list[str]:
    return re.findall(r'<path d="(.*?)"', unquote(drawn(figure)))


@pytest.mark.parametrize(
    "axis, value, share",
    [
        (Axis(0, 10), 2.5, 0.25),
        (Axis(0, 10, 0.5, 1.0), 5, 0.75),
        (Axis(0, 3, log=True), 10, 1 / 3),
        (Axis(5, 5), 5, 0.0),
    ],
)
def test_a_value_has_its_place_along_an_axis(axis, value, share):
    assert axis.place(value) == pytest.approx(share)


def test_what_lies_far_outside_stays_near_the_figure():
    assert list(Axis(0, 1).place([-1e12, 1e12])) == [-1.0, 2.0]


def test_a_line_goes_from_the_lower_left_to_the_upper_right():
    assert paths(Figure(scatter(x=[0, 10], y=[0, 4], line={"color": "red", "dash": "dot"}), AXES)) == ["M0 1000L1000 0"]


def test_a_line_in_steps_holds_its_value_until_the_next():
    assert paths(Figure(scatter(x=[0, 5, 10], y=[0, 2, 4], line={"shape": "hv"}), AXES)) == [
        "M0 1000L500 1000L500 500L1000 500L1000 0"
    ]


def test_areas_lie_on_each_other_and_what_is_nowhere_is_left_out():
    stack = [
        scatter(x=[0, 10], y=[1, 1], stackgroup="a", fillcolor="red"),
        scatter(x=[0, 1], y=[0, 0], stackgroup="a", fillcolor="blue"),
        scatter(x=[0, 10], y=[2, 2], stackgroup="a", fillcolor="green"),
    ]
    stack[1]["x"], stack[1]["y"] = [0, 5, 10], [0, 0, 0]
    text = unquote(drawn(Figure(stack, AXES)))
    assert re.findall(r'd="([^"]*)" fill="(\w+)"', text) == [
        ("M0 750L1000 750L1000 1000L0 1000Z", "red"),
        ("M0 250L1000 250L1000 750L0 750Z", "green"),
    ]


def test_bars_stand_or_lie_and_each_has_its_color():
    standing = bar(x=[1, 5], y=[4, 2], width=2, marker={"color": ["red", "blue"]})
    lying = bar(x=[5], y=[2], base=[5], width=[4], orientation="h", marker={"color": "red"})
    assert paths(Figure([standing, lying], AXES)) == [
        "M0 1000H200V0H0Z",
        "M400 1000H600V500H400Z",
        "M500 1000H1000V0H500Z",
    ]


def test_each_mark_is_on_its_own_axes():
    layout = {
        "xaxis": {"range": [0, 10]},
        "yaxis": {"range": [0, 4], "domain": [0.5, 1]},
        "yaxis2": {"range": [0, 4], "domain": [0, 0.4]},
    }
    both = [scatter(x=[0, 10], y=[4, 4]), scatter(x=[0, 10], y=[4, 4], yaxis="y2")]
    assert paths(Figure(both, layout)) == ["M0 0L1000 0", "M0 600L1000 600"]


def test_an_axis_without_a_range_takes_in_all_its_numbers():
    figure = Figure([scatter(x=[3, 7], y=[10, 1000]), scatter(x=[-1], y=[5])], {"xaxis": {}, "yaxis": {"type": "log"}})
    assert axis_of(figure, "xaxis")[:2] == (-1, 7)
    assert axis_of(figure, "yaxis")[:2] == pytest.approx((np.log10(5), 3))


def test_a_long_line_is_drawn_of_a_part_of_its_points():
    points = np.arange(5_000)
    (path,) = paths(
        Figure(scatter(x=points, y=points), {"xaxis": {"range": [0, 5_000]}, "yaxis": {"range": [0, 5_000]}})
    )
    assert 300 < path.count("L") < 500


def test_words_have_their_bold_parts_and_lines():
    parts = words("<b>First<br>come</b> · real")
    assert isinstance(parts[0], html.B) and [type(one) for one in parts[0].children] == [str, html.Br, str]
    assert parts[1:] == [" · real"]


def test_ticks_within_the_range_and_notes_stand_at_their_places():
    figure = Figure(
        scatter(x=[0, 10], y=[0, 4]),
        {
            "xaxis": {"range": [0, 10], "tickvals": [-5, 5], "ticktext": ["no", "5 h"], "title": {"text": "time"}},
            "yaxis": {"range": [0, 4]},
        },
    )
    figure.add_annotation(
        x=1, xref="paper", y=2, xanchor="left", xshift=6, yanchor="bottom", text="EASY", font={"color": "red"}
    )
    figure.add_annotation(x=1, y=2, text="elsewhere")
    assert [(one.children, getattr(one, "style", None)) for one in labels(figure)] == [
        (["5 h"], {"left": "50.00%"}),
        (["time"], None),
    ]
    (note,) = notes(figure, "dark")
    assert note.className == "qs-still-note qs-of-dark" and note.style["left"] == "calc(100.00% + 6px)"
    assert (note.style["bottom"], note.style["color"]) == ("50.00%", "red")


def test_a_still_has_both_schemes_and_the_pictures_below_the_marks():
    layout = {**AXES, "margin": {"l": 40, "r": 8, "t": 26, "b": 38}, "title": {"text": "<b>FCFS</b>"}}
    figures = {
        scheme: Figure(scatter(x=[0, 10], y=[0, 4], line={"color": color}), layout)
        for scheme, color in (("light", "red"), ("dark", "blue"))
    }
    figures["light"].add_image({"source": "/picture/one"})
    picture = static_figure(figures, 230)
    title, data = picture.children
    assert picture.style == {"height": 230} and title.style == {"left": 40}
    assert data.style == {"left": 40, "right": 8, "top": 26, "bottom": 38}
    assert [(one.className, one.src[:8]) for one in data.children] == [
        ("qs-of-light", "/picture"),
        ("qs-of-light", "data:ima"),
        ("qs-of-dark", "data:ima"),
    ]
    assert "blue" in unquote(data.children[2].src) and "red" not in unquote(data.children[2].src)
