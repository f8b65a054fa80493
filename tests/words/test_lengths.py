"""Lengths that follow the unit chosen on the page: what elements say."""

from __future__ import annotations

import json

from layouts.frame import controls
from layouts.pages.compare.table.intervals import marks_of_mean, with_half
from layouts.words import lengths
from scheduler.durations import human
from scheduler.metrics import all_metrics


def test_an_element_says_its_seconds_and_all_units():
    assert lengths.marked(11_100) == {"data-seconds": "11100", "title": "3 h 05 min · 0-03:05:00 · 11100 s"}
    assert lengths.marked(0.25, "this run: {}")["data-frame"] == "this run: {}"
    assert lengths.marked(None) == lengths.marked(-1) == lengths.marked(float("nan")) == {}


def test_a_mean_over_replicas_is_rounded_as_its_words_are():
    wait = all_metrics()["wait_mean"]
    assert with_half(wait, 6_913, 171) == "1 h 55 min ± 3 min"
    said = marks_of_mean(wait, 6_913, 171)
    assert (said["data-seconds"], said["data-half"]) == ("6900", "180")
    assert marks_of_mean(wait, 6_913, None)["data-seconds"] == "6913"
    assert marks_of_mean(all_metrics()["utilization"], 0.5, 0.1) == {}


def test_words_that_know_their_seconds_say_them():
    assert lengths.marked_text(human(60))["data-seconds"] == "60"
    assert lengths.marked_text("60 s") == lengths.marked_text(human(-1)) == {}


def test_a_table_under_a_figure_says_the_seconds_of_its_columns_at_once():
    made = controls.table([{"run": "one", "mean": human(11_123.5), "jobs": 3}, {"run": "two", "mean": human(-1)}], "t")
    assert json.loads(made.to_plotly_json()["props"]["data-lengths"]) == {"1": [11_123.5, None]}
    assert made.data["body"] == [["one", "3 h 05 min", "3"], ["two", "—", "—"]]
    plain = controls.table([{"run": "one", "jobs": 3}], "t")
    assert "data-lengths" not in plain.to_plotly_json()["props"]
