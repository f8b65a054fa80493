"""Curves of a sweep: means, intervals, what can be told apart, and how the chart says it."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import pytest

from layouts.pages.compare.sweeps import sweep_chart, sweep_list
from layouts.state import link
from layouts.state.link import Link
from scheduler.metrics import all_metrics
from scheduler.results.sweeps.curves import Against, Mean, curves, paired


def record(values: dict[str, list[float | None]], loads: list, slices: int, seeds: list) -> dict[str, Any]:
    """A record of policies with their values, in the order of loads, slices and seeds."""
    places = list(product(loads, range(slices), seeds))
    columns = {
        "name": [name for name in values for _ in places],
        "load_asked": [load for load, _, _ in places] * len(values),
        "slice": [part for _, part, _ in places] * len(values),
        "seed": [seed for *_, seed in places] * len(values),
        "wait_mean": [value for one in values.values() for value in one],
    }
    return {
        "policies": list(values),
        "loads": loads,
        "slices": slices,
        "seeds": seeds,
        "columns": columns,
        "threshold": 10.0,
    }


def test_curves_over_loads_are_means_over_slices_compared_in_pairs():
    one = [0.0, 10.0, 20.0, 30.0, 40.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    found = curves(record({"a": one, "b": [value + 1 for value in one]}, [0.5, 0.9], 5, [None]), "wait_mean")
    assert (found.axis, found.unit) == ("load", "slice") and found.curves[0].x == (0.5, 0.9)
    assert [point.mean for point in found.curves[1].points] == [21.0, 4.0]
    wide = found.curves[0].points[0]
    assert wide.low < 15 and wide.high > 25
    # the slices differ by far more than 1, and b is above a on every one of them
    assert found.against == (Against("b", 0.5, Mean(1.0, 1.0, 1.0, 5)), Against("b", 0.9, Mean(1.0, 1.0, 1.0, 5)))
    assert {one.verdict for one in found.against} == {"higher"}


def test_what_differs_both_ways_is_not_distinguishable_and_few_slices_are_not_judged():
    values = {"a": [0.0] * 6, "b": [1.0, -1.0, 2.0, -2.0, 1.5, -1.5], "c": [-1.0] * 6}
    found = curves(record(values, [None], 6, [None]), "wait_mean")
    assert found.axis == "slice" and [one.verdict for one in found.against] == ["same", "lower"]
    assert [point.mean for point in found.curves[1].points] == values["b"]
    few = curves(record({"a": [1.0, 2.0], "b": [3.0, 4.0]}, [None], 2, [None]), "wait_mean")
    assert few.against == (Against("b", None, Mean(2.0, None, None, 2)),) and few.against[0].verdict == "unknown"


def test_seeds_are_averaged_within_their_slice_before_slices_are_resampled():
    found = curves(record({"a": [1.0, 3.0, 10.0, 30.0]}, [0.5], 2, [0, 1]), "wait_mean")
    assert found.axis == "slice" and [point.mean for point in found.curves[0].points] == [2.0, 20.0]
    seeds = curves(record({"a": [1.0, 3.0]}, [0.5], 1, [4, 9]), "wait_mean")
    assert (seeds.axis, seeds.curves[0].x) == ("seed", (4, 9))


def test_a_policy_without_seeds_is_compared_with_every_seed_of_the_other():
    assert paired({0: 3.0, 1: 5.0}, {None: 1.0}) == Mean(3.0, None, None, 2)
    assert paired({None: 1.0}, {0: 3.0, 1: 5.0}) == Mean(-3.0, None, None, 2)
    assert paired({0: 1.0, 2: 4.0}, {2: 1.0}) == Mean(3.0, None, None, 1) and paired({}, {0: 1.0}) is None


def test_a_metric_that_is_undefined_has_no_point():
    found = curves(record({"a": [None, 2.0], "b": [1.0, None]}, [0.5, 0.9], 1, [None]), "wait_mean")
    assert [point and point.mean for point in found.curves[0].points] == [None, 2.0]
    assert [one.difference for one in found.against] == [None, None]


# -- the chart


def test_the_caption_says_what_is_worse_and_what_cannot_be_told():
    values = {"a": [0.0] * 10, "b": [600.0] * 5 + [5.0, -5.0, 7.0, -7.0, 1.0], "c": [-60.0] * 10}
    chart = sweep_chart.of_record(record(values, [0.5, 0.9], 5, [None]), "wait_mean")
    assert " ".join(chart.caption) == (
        "Means over 5 slices; bars: 95 % of the mean (slices resampled). Against a, paired by slice: b is above "
        "(worse) at load 0.5; not distinguishable at load 0.9. c is below (better) at load 0.5, 0.9."
    )
    assert (chart.title, chart.y_title, chart.series[1].y) == (
        "Mean wait by offered load",
        "Mean wait (s)",
        (600.0, 0.2),
    )


def test_where_only_slices_vary_the_difference_is_said():
    chart = sweep_chart.of_record(record({"a": [0.0] * 5, "b": [90.0] * 5}, [None], 5, [None]), "wait_mean")
    assert "One value per slice." in " ".join(chart.caption) and not chart.series[0].low
    assert "b is above (worse) (+1 min 30 s in the mean, 95 % +1 min 30 s to +1 min 30 s)." in " ".join(chart.caption)
    few = sweep_chart.of_record(record({"a": [0.0], "b": [90.0]}, [0.5], 1, [None]), "wait_mean")
    assert "b is not judged (too few pairs) (+1 min 30 s in the mean)." in " ".join(few.caption)


def test_every_line_has_its_name_at_its_end_and_none_covers_another():
    values = {name: [1_000.0 + place, 2_000.0 + place] for place, name in enumerate("abcdef")}
    figure = sweep_chart.figure(sweep_chart.of_record(record(values, [0.5, 0.9], 1, [None]), "wait_mean")).checked()
    names = figure.layout.annotations
    assert [name.text for name in names] == list(values) and {name.x for name in names} == {0.9}
    places = sorted(name.y / 2_005 * sweep_chart.BODY + name.yshift for name in names)
    assert all(b - a >= sweep_chart.LINE - 1e-6 for a, b in pairwise(places))
    assert figure.layout.yaxis.title.text == "Mean wait" and any("min" in text for text in figure.layout.yaxis.ticktext)


def test_only_metrics_that_are_defined_can_be_chosen():
    one = record({"a": [1.0]}, [0.5], 1, [None])
    one["columns"] |= {"utilization": [None], "makespan": [5.0]}
    assert sweep_chart.metrics_of(one) == [key for key in all_metrics() if key in ("wait_mean", "makespan")]
    assert sweep_chart.metric_of(one, "") == sweep_chart.metric_of(one, "utilization") == "wait_mean"
    assert sweep_chart.metric_of(one, "makespan") == "makespan"


def test_a_link_restores_the_sweep_and_its_metric():
    asked = Link("ab" * 12, sweep="cd" * 12, metric="wait_mean")
    assert link.read(link.write(asked)) == asked
    held = link.of_stores({"workload": asked.workload, "sweep": sweep_list.stored(asked)})
    assert held == asked
    assert link.write(Link(metric="wait_mean")) == ""


@pytest.mark.parametrize(
    ("search", "sweep", "metric", "bad"),
    [
        ("?sweep=../x&metric=wait_mean", "", "wait_mean", ("../x",)),
        (f"?sweep={'ab' * 12}&metric=<b>", "ab" * 12, "", ()),
    ],
)
def test_a_bad_link_is_read_with_suspicion(search, sweep, metric, bad):
    asked = link.read(search)
    assert (asked.sweep, asked.metric, asked.bad) == (sweep, metric, bad)


# -- a parameter that varies


def varied(values: dict[str, list[float | None]], points: dict[str, float]) -> dict[str, Any]:
    """A record in which the runs called "b, period x" have these values of period."""
    made = record(values, [None], 5, [None])
    return made | {"varied": {name: ["period", value, "b"] for name, value in points.items()}}


def test_a_parameter_is_the_axis_and_who_does_not_vary_it_a_level_line():
    values = {"a": [10.0] * 5, "b, period 900": [12.0] * 5, "b, period 300": [400.0] * 5}
    found = curves(varied(values, {"b, period 900": 900, "b, period 300": 300}), "wait_mean")
    assert (found.axis, found.unit) == ("period", "slice")
    assert [(one.name, one.x, [point.mean for point in one.points]) for one in found.curves] == [
        ("a", (300, 900), [10.0, 10.0]),
        ("b", (300, 900), [400.0, 12.0]),
    ]
    assert [(one.name, one.x, one.difference.mean) for one in found.against] == [("b", 300, 390.0), ("b", 900, 2.0)]


def test_values_far_apart_are_drawn_on_a_logarithmic_axis():
    values = {"a": [10.0] * 5, "b, period 900": [12.0] * 5, "b, period 300": [400.0] * 5}
    known = varied(values, {"b, period 900": 900, "b, period 300": 300})
    known["columns"]["policy"] = ["dfrs"] * 15
    chart = sweep_chart.of_record(known, "wait_mean")
    assert (chart.y_log, chart.x_title) == (True, "period (s)")
    assert "b is above (worse) at period 300, 900." in " ".join(chart.caption)
    figure = sweep_chart.figure(chart).checked()
    assert figure.layout.yaxis.type == "log"
    assert [one.y for one in figure.layout.annotations] == pytest.approx([1.0, 1.0791812])  # logarithms of 10 and 12
    near = {"a": [10.0] * 5, "b, period 900": [12.0] * 5}
    assert not sweep_chart.of_record(varied(near, {"b, period 900": 900}), "wait_mean").y_log
