"""The tabs of Compare: which plots stand where, which tab a link opens, and what is sent of them."""

from __future__ import annotations

import json

import orjson
import pytest

from layouts.frame.callbacks import Services, run_spec
from layouts.pages.compare import tab_bar
from layouts.pages.compare.runs import run_list
from layouts.pages.compare.tabs import all_tabs
from layouts.pages.compare.views import advice_line, distribution_choice
from layouts.plots import all_plots
from layouts.state import link
from layouts.state.link import Link
from layouts.state.view import FinishedRun, View
from scheduler.explain.advice import RULES
from scheduler.preparation.build import workload as load
from scheduler.preparation.samples import sample
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from scheduler.simulate import simulate
from tests.cases.small import workload
from tests.pages.test_pages import components, texts

WORK = workload([(0, 5, 1), (1, 5, 2), (2, 1, 1)], 2)


@pytest.fixture
def services(tmp_path):
    store = Store(tmp_path)
    return Services(tmp_path, store, Runs(store))


@pytest.fixture
def runs(services):
    """FCFS and EASY, simulated and kept."""
    key = services.store.put_workload(WORK)
    keys = [
        ticket.key
        for ticket in services.runs.submit([run_spec(key, policy) for policy in ("fcfs", "easy")], "somebody")
    ]
    services.runs.work(keys)
    return run_list.finished(services, keys, keys)


def test_a_view_has_the_note_of_the_first_run_with_advice_and_its_numbers_are_buttons():
    jobs = load(sample("bad-estimates.swf"))
    runs = [
        FinishedRun(f"{at}" * 24, policy.upper(), at, simulate(jobs, policy), {})
        for at, policy in enumerate(("fcfs", "easy", "sjf"))
    ]
    note = advice_line.line(all_plots()["waits"], runs)
    assert " ".join(texts(note).split()).startswith("Note on EASY: Jobs ask for 10.5 times the processor time")
    [button] = components(note, "Button")
    assert getattr(button, "data-lights").startswith("requested_time>=") and texts(button).startswith("24 jobs")
    assert "requested" in getattr(button, "data-field").split("|")
    assert (
        advice_line.line(all_plots()["waits"], runs[:1]) is None
        and advice_line.line(all_plots()["who_pays"], runs) is None
    )


def test_every_subject_of_advice_has_a_view_and_no_view_another():
    assert sorted(plot.advice for plot in all_plots().values() if plot.advice) == sorted(
        {rule.subject for rule in RULES}
    )


def test_every_plot_names_a_tab():
    assert {plot.tab for plot in all_plots().values()} <= set(all_tabs())


def test_tabs_have_places_of_their_own_and_stand_in_that_order():
    places = [tab.place for tab in all_tabs().values()]
    assert places == sorted(set(places))


@pytest.mark.parametrize(
    ("search", "wanted"),
    [
        ("?tab=waiting", "waiting"),
        ("?tab=waiting&job=3", "waiting"),
        ("?tab=no_such_tab&job=3", "schedule"),
        ("?job=3", "schedule"),
        ("?t0=0&t1=5", "schedule"),
        ("?mode=lag", "schedule"),
        ("?r0=1&r1=2", "schedule"),
        ("?sweep=0123456789", "numbers"),
        ("?tab=%3Cscript%3E", ""),
        ("", ""),
    ],
)
def test_a_link_without_a_tab_opens_the_one_that_shows_what_it_names(search, wanted):
    assert tab_bar.of_link(link.read(search)) == (wanted or next(iter(all_tabs())))


def test_the_tab_stands_in_the_link():
    assert link.write(Link(tab="idle")) == "?tab=idle" and link.read("?tab=idle").tab == "idle"
    assert link.read("?tab=" + "x" * 61).tab == ""


def test_only_the_tab_that_is_shown_is_made(services, runs):
    keys = list(all_tabs())
    *bodies, bar_hidden, offered, tab = tab_bar.filled(services, runs, View(), "waiting")
    contents, hidden = (
        dict(zip(keys, bodies[: len(keys)], strict=True)),
        dict(zip(keys, bodies[len(keys) :], strict=True)),
    )
    assert tab is tab_bar.no_update and bar_hidden is False
    assert "Waits of all jobs" in orjson.dumps(contents.pop("waiting")).decode()
    assert hidden == {key: key in ("campaigns", "sharing", "moldable", "grid") for key in keys}
    places = {key: made for key, made in contents.items() if made is not None}
    assert set(places) == {key for key in keys if not hidden[key]} - {"waiting"}
    assert all(len(made) == 1 and made[0].id["plot"] == f"tab-{key}" for key, made in places.items())
    actions = json.loads(offered)["actions"]
    assert [one["tab"] for one in actions if "view" not in one] == [key for key in keys if not hidden[key]]
    histogram = next(one for one in actions if one.get("view") == "figure-stretch_histogram")
    assert histogram["say"].startswith("View: Histogram of stretches. ") and histogram["tab"] == "waiting"
    assert [value for _, value in histogram["choices"]] == ["stretch", "histogram"]


def test_a_tab_these_runs_do_not_have_gives_way_to_the_first(services, runs):
    first = next(iter(all_tabs()))
    assert tab_bar.filled(services, runs, View(), "moldable")[-1] == first
    assert tab_bar.filled(services, runs, View(), {"no": "key"})[-1] == first
    assert tab_bar.content_of(services, "tab-moldable", runs, View()) is None
    assert tab_bar.content_of(services, "tab-no_such", runs, View()) is None
    assert tab_bar.content_of(services, "tab-idle", runs, View()) is not None


def test_nothing_is_offered_before_a_run_is_finished(services):
    *_, bar_hidden, offered, tab = tab_bar.filled(services, [], View(), "idle")
    assert bar_hidden is True and offered is None and tab is tab_bar.no_update


# ---- one distribution, metric and form chosen ----------------------------------------------------------------------


def test_every_variant_is_of_the_same_tab_and_one_of_a_kind():
    plots = [plot for plot in all_plots().values() if plot.variant]
    assert len({(plot.tab, plot.variant) for plot in plots}) == len(plots)
    assert all(len(plot.variant) == 2 for plot in plots)


def test_a_metric_and_a_form_name_one_plot(runs):
    plots = distribution_choice.variants(runs, "waiting")
    assert distribution_choice.metrics(plots) == ["wait", "response", "stretch"]
    for metric in distribution_choice.metrics(plots):
        for form in distribution_choice.forms(plots, metric):
            assert distribution_choice.chosen(plots, metric, form).variant == (metric, form)
    assert distribution_choice.chosen(plots, "wait", "histogram").variant[0] == "wait"  # which has none
    assert distribution_choice.chosen(plots, "no such", "") is plots[0]
    assert distribution_choice.chosen([], "wait", "means") is None


def test_the_tab_begins_with_the_first_of_them(runs, services):
    made = all_tabs()["waiting"].content(services, runs, View())
    first = distribution_choice.variants(runs, "waiting")[0]
    assert f"figure-{first.key}" in str(made) and "figure-wait_reasons" in str(made)
    others = distribution_choice.variants(runs, "waiting")[1:]
    assert others and not any(f"figure-{plot.key}'" in str(made) for plot in others)
