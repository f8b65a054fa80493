"""Plans of runs that keep no decisions: simulated again at once or by a worker, kept, found again, and cancelled."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from dash import no_update

from layouts.frame.callbacks import Services, run_spec, start
from layouts.pages.compare.gantts import plan_state
from layouts.pages.compare.runs import kept_plans, run_list
from layouts.plots import gantt
from layouts.server.cpu_time_limit import OutOfTime
from layouts.state.link import Link
from layouts.state.page_state import PageState
from layouts.state.view import FinishedRun, View
from scheduler.errors import InputError
from scheduler.replay.plan import plan
from tests.pages.test_pages import dash, loaded, services, texts  # noqa: F401

SAMPLE, TIME = "early-end.swf", 6.5
LONG = 120.0  # s: on a busy machine quick runs take their time, too


def without_decisions(services: Services, policy: str = "conservative", name: str = SAMPLE) -> PageState:  # noqa: F811
    """A page with one finished run that keeps no decisions, at a moment of its plan."""
    started = start(services, [run_spec(loaded(services, name), policy) | {"decisions": None}])
    assert started.problem == ""
    services.runs.work(started.keys)
    return PageState(Link(runs=started.keys, plan=TIME), started.keys)


def only(services: Services, page: PageState) -> FinishedRun:  # noqa: F811
    (run,) = run_list.of_page(services, page)
    return run


def test_a_quick_run_is_simulated_at_once_and_has_the_plan_of_one_that_keeps_decisions(services, monkeypatch):  # noqa: F811
    monkeypatch.setattr(kept_plans, "QUICK", LONG)
    monkeypatch.setattr(kept_plans, "PATIENCE", LONG)
    page = without_decisions(services)
    run = only(services, page)
    started = start(services, [run_spec(str(run.record["workload"]), "conservative")])
    services.runs.work(started.keys)
    wanted = plan(services.store.schedule(started.keys[0]), TIME)
    assert run.plan is not None and len(wanted.job)
    assert [column.tolist() for column in run.plan] == [column.tolist() for column in wanted]
    assert only(services, replace(page, link=replace(page.link, plan=None))).plan is None


def test_a_slow_run_is_simulated_by_a_worker_and_its_plan_is_then_drawn(services, monkeypatch):  # noqa: F811
    page = without_decisions(services)
    at_once = only(services, page)
    monkeypatch.setattr(kept_plans, "QUICK", -1.0)
    run = only(services, page)
    view = View(plan=TIME)
    assert run.plan is None and kept_plans.awaited([run]) == [run]
    assert "has to be simulated again before it is shown" in " ".join(gantt.caption([run], view))
    assert [trace.name for trace in gantt.figure([run], view).checked().data if trace.name] == ["moment"]

    assert plan_state.ask(services, [run], TIME, False).problem == ""
    key = services.runs.key(kept_plans.spec(run, TIME))
    waiting = plan_state.line(services, run, services.runs.status(key), TIME)
    assert "Simulating again for the plan of Conservative" in texts(waiting) and "Cancel" in texts(waiting)
    services.runs.work([key])
    done = only(services, page)
    assert done.plan is not None and kept_plans.awaited([done]) == []
    assert all(np.array_equal(ours, theirs) for ours, theirs in zip(done.plan, at_once.plan, strict=True))
    assert "has one reservation" in " ".join(gantt.caption([done], view))
    before = {"time": TIME, "runs": [run.key]}
    assert plan_state.arrived(before, TIME, []) == before
    assert plan_state.arrived(before, TIME, [run]) is plan_state.arrived(before, 7.0, []) is no_update


def test_one_that_takes_longer_than_a_page_may_wait_is_left_to_a_worker_and_not_tried_again(services, monkeypatch):  # noqa: F811
    page = without_decisions(services)
    tried = []

    def late(*_):
        tried.append(1)
        raise OutOfTime("late")

    monkeypatch.setattr(kept_plans, "plan", late)
    assert only(services, page).plan is only(services, page).plan is None
    assert len(tried) == 1 and kept_plans.awaited([only(services, page)])


def test_one_that_was_cancelled_is_simulated_only_when_it_is_asked_for(services, monkeypatch):  # noqa: F811
    page = without_decisions(services)
    monkeypatch.setattr(kept_plans, "QUICK", -1.0)
    run = only(services, page)
    plan_state.ask(services, [run], TIME, False)
    key = services.runs.key(kept_plans.spec(run, TIME))
    assert services.runs.cancel(key)
    plan_state.ask(services, [run], TIME, False)
    status = services.runs.status(key)
    assert status.state == "cancelled"
    assert "Simulate again" in texts(plan_state.line(services, run, status, TIME))
    plan_state.ask(services, [run], TIME, True)
    assert services.runs.status(key).state == "queued"


def test_one_that_is_done_while_the_page_asks_is_looked_at_again(services, monkeypatch):  # noqa: F811
    page = without_decisions(services)
    monkeypatch.setattr(kept_plans, "QUICK", -1.0)
    run = only(services, page)
    plan_state.ask(services, [run], TIME, False)
    key = services.runs.key(kept_plans.spec(run, TIME))
    ask = services.runs.status

    def status(wanted):
        services.runs.work([key])  # a worker is done just after the page has read the runs
        return ask(wanted)

    monkeypatch.setattr(services.runs, "status", status)
    lines, awaited, _, looks_no_more = plan_state.looked(services, page, None, False)
    assert not texts(lines).strip() and awaited == {"time": TIME, "runs": [run.key]} and not looks_no_more
    _, _, ready, looks_no_more = plan_state.looked(services, page, awaited, False)
    assert ready == awaited and looks_no_more


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"time": "6"}, "wanted: an instant"),
        ({"time": None}, "wanted: an instant"),
        ({"time": True}, "wanted: an instant"),
        ({"time": float("nan")}, "wanted: an instant"),
        ({"run": "0" * 24}, "no longer kept"),
        ({"run": ["x"]}, "no longer kept"),
    ],
)
def test_a_wrong_request_is_refused_in_a_sentence(services, changed, words):  # noqa: F811
    run = only(services, without_decisions(services))
    with pytest.raises(InputError, match=words):
        services.runs.key(kept_plans.spec(run, TIME) | changed)


def test_runs_without_plans_or_with_decisions_are_not_simulated_again(services):  # noqa: F811
    fcfs = only(services, without_decisions(services, "fcfs"))
    assert fcfs.plan is None and not kept_plans.is_made_again(fcfs.schedule)
    with pytest.raises(InputError, match="Only a run that makes reservations"):
        services.runs.key(kept_plans.spec(fcfs, TIME))
