"""Two workloads beside each other: what the address names, the sentences, the tables and the charts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from layouts import ids
from layouts import site as entry
from layouts.pages.beside import beside_page, charts
from scheduler.analysis.workloads.two_workloads import MEASURES, differences
from scheduler.errors import StoreError
from scheduler.generators import make
from scheduler.preparation.build import workload
from scheduler.results.store import Store
from tests.cases import small
from tests.cases.callbacks import answer
from tests.pages.test_pages import texts

KEYS = "a" * 24, "b" * 24
FIRST = small.workload([(0, 10, 1), (10, 20, 2), (20, 30, 4)], 4, users=[1, 1, 2], requested=[10, 40, 30])
SECOND = small.workload([(0, 100, 4), (50, 200, 8)], 16, users=[1, 2], requested=[100, 200])
RUNTIME = next(measure for measure in MEASURES if measure.key == "runtime")


def test_the_address_and_back():
    assert beside_page.asked(beside_page.address(*KEYS).partition("?")[2]) == KEYS
    assert beside_page.asked(beside_page.address(KEYS[0], "").partition("?")[2]) == (KEYS[0], "")
    assert beside_page.asked(None) == ("", "")


def test_a_workload_that_is_gone_leaves_the_other_one_chosen(tmp_path):
    app, first = entry.create_app(tmp_path), Store(tmp_path).put_workload(FIRST)
    search = beside_page.address(KEYS[0], first).removeprefix(beside_page.PATH)
    values = {f"{ids.URL}.search": search, f"{ids.URL}.pathname": beside_page.PATH}
    said = answer(app, f"{ids.URL}.search", values, ids.BESIDE_BODY)
    choices = said[ids.BESIDE_NAMES]["data"]
    assert (choices["first"], choices["second"], list(choices["names"])) == ("", first, [first])
    assert said[ids.BESIDE_BODY]["children"] == [] and "not kept on this server" in str(said[ids.BESIDE_MESSAGE])


@pytest.mark.parametrize("search", ["?w=../../etc", "?w=" + "a" * 24 + "&other=<b>"])
def test_what_is_no_key_is_refused(search):
    with pytest.raises(StoreError, match="is no key of a workload"):
        beside_page.asked(search)


@pytest.mark.parametrize(
    "text", [f"https://host/workload?w={KEYS[1]}", f"/compare?runs=cc&w={KEYS[1]}", f" {KEYS[1]} "]
)
def test_a_pasted_link_names_its_workload(text):
    assert beside_page.key_of_link(text) == KEYS[1]


@pytest.mark.parametrize("text", ["", "https://host/workload", "?w=no", "x" * 5000])
def test_what_is_no_link_is_refused(text):
    with pytest.raises(StoreError, match="is no link of a workload"):
        beside_page.key_of_link(text)


def test_two_of_one_name_are_told_apart():
    record = {"name": "a.swf", "options": {}}
    assert beside_page.names_of("x", "y", {"x": record, "y": record}) == ("a.swf (first)", "a.swf (second)")
    assert beside_page.names_of("x", "y", {"x": record, "y": record | {"name": "b.swf"}}) == ("a.swf", "b.swf")


def test_the_page_says_what_differs_most():
    text = texts(beside_page.body(FIRST, SECOND, ("one", "two"), "light"))
    assert "The second differs most in time between submissions (large; half at most 50 s instead of 10 s)" in text
    assert "Medians 20 s and 2 min 30 s, those of the second higher." in text
    assert "Hours of the week" not in text  # neither tells a date


def test_a_workload_beside_itself():
    assert (
        beside_page.finding(FIRST, FIRST, differences(FIRST, FIRST))
        == "By none of these measures do the two differ more than negligibly."
    )


def test_the_largest_difference_comes_first():
    rows = beside_page.differences_table(differences(FIRST, SECOND))
    sizes = [abs(float(row["Cliff's delta"])) for row in rows]
    assert sizes == sorted(sizes, reverse=True) and rows[0]["size"] == "large"


@pytest.mark.parametrize(
    ("gap", "delta", "texts_of"),
    [
        (0.0, 0.0, ("0 points", "0.00")),
        (0.004, -0.004, ("less than 1 point", "0.00")),
        (0.012, 0.011, ("1 point", "+0.01")),
        (0.126, -0.25, ("13 points", "-0.25")),
    ],
)
def test_small_differences_are_written_as_people_write_them(gap, delta, texts_of):
    one = differences(FIRST, SECOND)[0]._replace(gap=gap, delta=delta)
    assert (charts.gap_text(one).partition(" at ")[0], charts.delta_text(one)) == texts_of


def test_lines_of_many_values_keep_their_ends_and_their_shares():
    values = np.random.default_rng(1).lognormal(8, 3, 50_000)
    x, share = charts.steps(values)
    assert len(x) <= charts.MOST and (x[0], x[-1], share[-1]) == (values.min(), values.max(), 1)
    assert share == pytest.approx([(values <= one).mean() for one in x])
    assert np.diff(share).max() < 0.01


def test_names_stay_text():
    chart = charts.distribution(RUNTIME, [np.ones(2), np.ones(3)], ["<b>x</b>", "y"], "dark")
    assert chart.data and all("<b>" not in trace["name"] for trace in chart.data)


def test_hours_of_the_week_where_both_logs_have_a_clock():
    poisson = workload(make("poisson", {"jobs": 300}, 3))
    dated = replace(poisson, platform=replace(poisson.platform, start_time=1_338_508_799, time_zone="UTC"))
    text = texts(beside_page.body(dated, dated, ("one", "two"), "light"))
    assert "0.0 % of the jobs of one would have to come at another hour to have the other's week." in text
