"""The editor of formulas: what comes of one in words and as a picture, why a job has its place, and waiting for code."""

from __future__ import annotations

import base64
import threading
from pathlib import Path
from typing import Any

import pytest
from dash import html

from layouts.frame import open_work
from layouts.frame.callbacks import Services
from layouts.routes import run_routes
from layouts.state.link import Link
from layouts.state.page_state import PageState
from layouts.topics.formula import formula_editor
from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from scheduler.simulate import simulate
from scheduler.topics.formula.errors import NeverHolds
from tests.cases.small import workload as small

pytestmark = pytest.mark.core
POLICY = all_policies()["formula"]
JOBS = workload(sample("five-jobs.swf"))


@pytest.fixture
def services(tmp_path: Path) -> Services:
    store = Store(tmp_path)
    return Services(store.root, store, Runs(store))


def parts(made: Any, kind: type) -> list[Any]:
    """All components of a kind, in their order."""
    if isinstance(made, list | tuple):
        return [one for part in made for one in parts(part, kind)]
    return [made] * isinstance(made, kind) + (
        parts(made.children, kind) if getattr(made, "children", None) is not None else []
    )


def words(made: Any) -> str:
    """All texts of a component."""
    if made is None or isinstance(made, str | int):
        return str(made or "")
    return " ".join(
        words(part) for part in (made if isinstance(made, list | tuple) else [getattr(made, "children", None)])
    )


def page_of(services: Services, *policies: str) -> PageState:
    key = services.store.put_workload(JOBS)
    runs = tuple(
        ticket.key
        for ticket in services.runs.submit(
            [{"do": "simulate", "workload": key, "policy": one} for one in policies], "me"
        )
    )
    services.runs.work(runs)
    return PageState(Link(key, runs=runs), finished=runs)


def params(**asked: Any) -> dict[str, Any]:
    return {param.name: param.default for param in POLICY.params} | asked


def test_waits_and_pictures_stand_beside_those_of_the_baseline(services: Services) -> None:
    said, drawn = formula_editor.outcome(
        services, page_of(services, "fcfs"), POLICY, params(priority="-submit", passing="none")
    )
    assert (
        "On these 5 jobs: mean wait 4 h 24 min, longest 8 h 00 min; the baseline, First come, first served: 4 h 24 min, 8 h 00 min."
        in words(said)
    )
    pictures = parts(drawn, html.Img)
    assert [one.className for one in pictures] == ["qs-of-light", "qs-of-dark"] * 2
    assert all(base64.b64decode(one.src.partition(",")[2]).startswith(b"\x89PNG") for one in pictures)
    assert pictures[0].src == pictures[2].src and pictures[0].src != pictures[1].src  # it is first come, first served
    assert "this formula: who has the 4 processors in the" in pictures[2].alt
    _, other = formula_editor.outcome(services, page_of(services, "fcfs"), POLICY, params(passing="any"))
    assert parts(other, html.Img)[2].src != pictures[2].src


def test_without_a_baseline_there_is_one_picture(services: Services) -> None:
    said, drawn = formula_editor.outcome(services, PageState(Link(services.store.put_workload(JOBS))), POLICY, params())
    assert "baseline" not in words(said) and len(parts(drawn, html.Figure)) == 1


def test_warnings_of_the_run_are_told(services: Services) -> None:
    said, _ = formula_editor.outcome(
        services, page_of(services), POLICY, params(priority="1 / (wait - wait)", half_life=3600.0)
    )
    assert "divided by zero" in words(said) and "half_life changes nothing" in words(said)
    with pytest.raises(NeverHolds, match=r"^may_start, character 17: job 1 "):
        formula_editor.outcome(services, page_of(services), POLICY, params(may_start="machine > 0 and free < 0"))


def test_the_place_of_a_job_is_explained_with_every_part() -> None:
    """At 2 s the values are 2 / 8 for job 102 and 0 / 2 for job 103."""
    schedule = simulate(small([(0, 10, 2), (1, 8, 1), (2, 2, 1)], 2), "formula", {"priority": "wait / requested_time"})
    table = formula_editor.why_there(schedule, 103)
    assert (
        words(parts(table, html.Caption)[0])
        == "Why is job 103 number 2 of 2 in the queue when it is submitted, at 2 s?"
    )
    rows = [[words(cell) for cell in parts(row, html.Td)] for row in parts(parts(table, html.Tbody), html.Tr)]
    assert [words(cell) for cell in parts(table, html.Th)] == ["place", "job", "wait", "requested_time", "priority"]
    assert rows == [["1", "102", "1", "8", "0.125"], ["2", "103", "0", "2", "0"]]
    assert words(formula_editor.why_there(schedule, "")) == words(
        formula_editor.why_there(schedule, 102)
    )  # it waits longest
    assert (
        words(formula_editor.why_there(schedule, 101)) == "Job 101 is alone in the queue when it is submitted, at 0 s."
    )
    assert (
        words(formula_editor.why_there(schedule, 7)) == "There is no job 7 among these; the numbers go from 101 to 103."
    )


def test_while_code_is_compiled_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """What loads it may take long: the answer does not wait for it."""
    begun, go_on = threading.Event(), threading.Event()

    def slow(*_: Any, **__: Any) -> None:
        begun.set()
        go_on.wait(60)

    monkeypatch.setattr(formula_editor, "simulate", slow)
    formula_editor.ready.cache_clear()
    event = formula_editor.ready("formula")
    assert begun.wait(60) and not event.wait(0)
    assert "once per installation" in words(formula_editor.compiling())
    go_on.set()
    assert event.wait(60) and formula_editor.ready("formula") is event
    formula_editor.ready.cache_clear()


def test_header_and_tray_call_a_run_by_its_formula(services: Services) -> None:
    key = services.store.put_workload(JOBS)
    asked = [
        {"do": "simulate", "workload": key, "policy": "formula", "params": {"priority": text}}
        for text in ("-area + 1000*wait", "wait")
    ]
    runs = tuple(
        ticket.key
        for ticket in services.runs.submit([*asked, {"do": "simulate", "workload": key, "policy": "easy"}], "me")
    )
    services.runs.work(runs)
    assert open_work.run_titles(services, Link(key, runs=runs)) == [
        "Formula: -area + 1000 * wait",
        "Formula: wait",
        "EASY",
    ]
    assert (
        run_routes.run(services, runs[0]) == "Formula: -area + 1000 * wait"
        and run_routes.run(services, "f" * 24) == "a run that is gone"
    )
