"""A formula is a parameter like any other: by hand, in sweeps, experiments of papers and replicas.

Smallest area first with aging is simulated in each, and held against one direct simulation with the built-in policy.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask

from layouts.frame.callbacks import Services
from layouts.pages.by_hand import hand_runs, next_steps, parameters, request
from layouts.pages.compare.runs import what_if
from layouts.state import hand_link, link
from layouts.state.hand_link import Sheet
from scheduler.results import sources
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from scheduler.results.sweeps import plan as sweep_plan
from scheduler.results.sweeps.sweep import sweep
from scheduler.results.tasks import result
from scheduler.simulate import simulate
from tests.cases.small import workload as small
from tests.cases.small_log import ROOT

AGING = "-area + 1000 * wait"
ROWS = [(7 * i, 20 + 13 * i % 50, 1 + i % 4) for i in range(40)]
HAND = "?m=4&p=fcfs,formula,easy&j=0.3.100;1.4.90;2.2.80;3.1.10;4.4.5"


@pytest.fixture
def services(tmp_path: Path) -> Services:
    store = Store(tmp_path / "home")
    return Services(store.root, store, Runs(store))


# -- by hand


def test_by_hand_takes_a_formula_from_its_link():
    sheet = hand_link.read(f"{HAND}&f=-area%2B1000*wait&passing=any")
    assert (sheet.expression, sheet.passing, sheet.bad) == (AGING, "any", ())
    assert hand_link.read(hand_link.write(sheet)) == sheet
    assert not hand_runs.awaited(sheet, 300)
    assert hand_runs.awaited(sheet, 300.0) == []
    fcfs, formula, easy = hand_runs.runs(sheet)
    assert formula.schedule.params["priority"] == AGING and formula.schedule.params["passing"] == "any"
    jobs = fcfs.schedule.workload
    assert (
        formula.schedule.placed.start.tolist()
        == simulate(jobs, "saf", {"passing": "any", "aging": 1000}).placed.start.tolist()
    )
    assert formula.schedule.placed.start.tolist() != fcfs.schedule.placed.start.tolist()
    assert easy.schedule.policy == "easy"


def test_a_form_has_no_fields_for_what_stands_beside_the_policies():
    forms = parameters.forms(hand_link.read("?m=2&p=fcfs,formula&j=0.1.5"))
    fields = [field.id["name"] for form in forms for field in form.children[1].children]
    assert "formula.may_start" in fields and not {"formula.priority", "formula.passing"} & set(fields)


def test_by_hand_says_what_is_wrong_with_a_formula():
    sheet = hand_link.read(f"{HAND}&f=wiat")
    assert (sheet.expression, len(sheet.jobs)) == ("", 5)
    assert sheet.bad == ("In the link: priority, character 1: 'wiat' is no name of formulas; did you mean wait?",)
    assert "passing = 'sideways'" in hand_link.read(f"{HAND}&passing=sideways").bad[0]
    state = request.read(
        {
            "rows": [request.cells(job) for job in sheet.jobs],
            "processors": 4,
            "policies": ["formula"],
            "priority": "wait +",
        }
    )
    assert [problem.text for problem in state.problems] == [
        "Priority, character 7: the end of the formula stands where a value is wanted after '+'; write a number, a "
        "name such as wait, or a bracket."
    ]


def test_what_is_usual_is_no_part_of_the_link_by_hand():
    state = request.read(
        {
            "rows": [request.cells(job) for job in hand_link.read(HAND).jobs],
            "processors": 4,
            "passing": "easy",
            "policies": ["formula"],
            "priority": "-estimate",
        }
    )
    assert (state.sheet.expression, state.sheet.passing) == ("", "") and "f=" not in hand_link.write(state.sheet)


def test_by_hand_opens_in_compare_with_its_formula_and_a_slice_comes_back(services):
    pages = Flask(__name__)
    pages.secret_key = "of a test"
    with pages.test_request_context():
        asked, href, message = next_steps.opened(services, hand_link.read(f"{HAND}&f=-area%2B1000*wait"))
    assert message is None
    services.runs.work(asked["keys"])
    keys = link.read(href.partition("?")[2]).runs
    schedule = services.store.schedule(keys[1])
    assert (schedule.policy, schedule.params["priority"], schedule.params["passing"]) == ("formula", AGING, "easy")
    run = SimpleNamespace(index=0, schedule=schedule, name="Formula")
    ways = what_if.offer([run], None, None, 0)
    sheet = hand_link.read(ways[0].href.partition("?")[2])
    assert (sheet.policies, sheet.expression, len(sheet.jobs)) == (("formula",), AGING, 5)


# -- sweeps, replicas


def test_a_sweep_runs_formulas(services, no_processes):
    log = ROOT / "sample_traces" / "five-jobs.swf"
    plan = sweep_plan.read(
        f"""
trace = "{log}"
[[policies]]
policy = "formula"
params = {{priority = "-area + 1000*wait", passing = "easy"}}
name = "aging"
[[policies]]
policy = "saf"
params = {{passing = "easy", aging = 1000}}
""".encode(),
        "plan",
    )
    record = sweep(services.store, plan, str(log), sources.parse(log.read_bytes(), log.name), lambda *_: None)
    first, second = record["columns"]["wait_mean"]
    assert first == second > 0 and AGING in record["columns"]["params"][0]


def test_replicas_of_a_formula(services):
    workload = services.store.put_workload(small(ROWS, 4))
    asked = [
        {"do": "simulate", "workload": workload, "policy": "formula", "params": {"priority": AGING}},
        {"do": "simulate", "workload": workload, "policy": "saf", "params": {"passing": "easy", "aging": 1000}},
    ]
    keys = [ticket.key for ticket in services.runs.submit(asked, "me")]
    services.runs.work(keys)
    (ticket,) = services.runs.submit([{"do": "replicas", "runs": keys, "replicas": 3, "shake": 10}], "me")
    services.runs.work([ticket.key])
    assert services.runs.status(ticket.key).state == "done", services.runs.status(ticket.key).message
    by_formula, built_in = result(services.store, ticket.key)["metrics"]["wait_mean"]
    assert by_formula == built_in and len(set(by_formula)) == 3


def test_policies_of_a_header_may_have_formulas():
    assert sources.setups('fcfs, formula priority="min(wait, 60) / area" passing=any,easy') == (
        ("fcfs", {}),
        ("formula", {"priority": "min(wait, 60) / area", "passing": "any"}),
        ("easy", {}),
    )


def test_a_sheet_without_formulas_has_no_parameters():
    assert hand_link.params_of(Sheet(expression=AGING), "easy") == {}
    assert hand_link.params_of(Sheet(expression=AGING), "formula") == {"priority": AGING}
