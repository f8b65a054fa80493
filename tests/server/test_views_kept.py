"""The tabs of a comparison are made once for all who open its link, and are what they were made to be."""

from __future__ import annotations

from dataclasses import replace

import orjson
import pytest
from plotly.io.json import to_json_plotly

from layouts.frame.callbacks import Services, run_spec
from layouts.pages.compare import tab_bar
from layouts.pages.compare.runs import run_list
from layouts.pages.compare.tabs import all_tabs
from layouts.server.plain_html import joined
from layouts.state.view import View
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from tests.cases.small import workload

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


def test_views_are_kept_as_they_are_and_for_their_runs_and_selection_alone(services, runs):
    made, tab = [], all_tabs()["idle"]
    counted = replace(tab, content=lambda *given: made.append(given) or tab.content(*given))
    asked = [
        (runs, View()),
        (runs, View(scheme="dark")),
        (runs, View(t0=1.0, t1=4.0)),
        (runs, View(baseline=1)),
        (runs[:1], View()),
        (runs[::-1], View()),
        ([replace(runs[0], name="First"), runs[1]], View()),
        ([runs[0], replace(runs[1], index=3)], View()),
    ]
    for count, (shown, view) in enumerate(asked, 1):
        for _ in range(2):
            content = orjson.loads(orjson.dumps(tab_bar.written(services, counted, shown, view)))
            assert content == orjson.loads(to_json_plotly(joined(tab.content(services, shown, view))))
        assert len(made) == count


def test_every_tab_is_kept_by_itself(services, runs):
    kept = [
        orjson.dumps(tab_bar.written(services, tab, runs, View())) for tab in all_tabs().values() if tab.applies(runs)
    ]
    assert len(set(kept)) == len(kept) > 5


def test_views_with_a_plan_are_made_anew(services, runs):
    made: list[View] = []
    tab = replace(all_tabs()["idle"], content=lambda services, runs, view: made.append(view) or [len(made)])
    assert [tab_bar.written(services, tab, runs, View(plan=1.0)) for _ in range(2)] == [[1], [2]]


def test_views_of_another_home_are_its_own(services, runs, tmp_path):
    made, tab = [], all_tabs()["idle"]
    counted = replace(tab, content=lambda services, *given: made.append(services.home) or tab.content(services, *given))
    other = Services(tmp_path / "other", services.store, services.runs)
    first, second = (orjson.dumps(tab_bar.written(given, counted, runs, View())) for given in (services, other))
    assert first == second
    assert made == [services.home, other.home]
