"""A formula is a parameter of the policies of an experiment, too."""

from __future__ import annotations

from scheduler.simulate import simulate
from tests.cases.small import workload as small
from tests.formula.test_everywhere import AGING, ROWS, services
from tests.topics.papers.made_paper import KEY, experiment, parts, register

__all__ = ["services"]  # a fixture


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
