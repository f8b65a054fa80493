"""A formula is a parameter of the policies of an experiment, too."""

from __future__ import annotations

import pytest

from layouts.frame.callbacks import Services
from scheduler.policies import all_policies
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from scheduler.simulate import simulate
from tests.cases.small import workload as small
from tests.topics.papers.made_paper import KEY, experiment, parts, register

AGING = "-area + 1000 * wait"
ROWS = [(7 * i, 20 + 13 * i % 50, 1 + i % 4) for i in range(40)]


@pytest.fixture
def services(tmp_path) -> Services:
    store = Store(tmp_path / "home")
    return Services(store.root, store, Runs(store))


@pytest.mark.skipif("formula" not in all_policies(), reason="formulas are a topic of their own")
def test_an_experiment_of_a_paper_simulates_formulas(services, monkeypatch):
    def run(part):
        jobs = small([(submit, runtime + part["number"], size) for submit, runtime, size in ROWS], 4)
        return [
            float(simulate(jobs, policy, params).wait.mean())
            for policy, params in (("formula", {"priority": AGING}), ("saf", {"passing": "easy", "aging": 1000}))
        ]

    waits = []
    register(monkeypatch, experiment(lambda part: waits.append(run(part)) or part["number"] / 2))
    (ticket,) = services.runs.submit([{"do": "reproduce", "experiment": KEY, "scale": "quick", "seed": 0}], "me")
    services.runs.work([ticket.key])
    assert services.runs.status(ticket.key).state == "done", services.runs.status(ticket.key).message
    assert len(waits) == len(parts("quick", 0)) and all(one == other > 0 for one, other in waits)
