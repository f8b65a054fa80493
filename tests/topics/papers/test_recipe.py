"""The recipe of an experiment gives one that is reproduced."""

from __future__ import annotations

import sys

from scheduler.results.progress import Progress
from scheduler.results.store import Store
from scheduler.topics.papers.tasks.reproduce import package_of, reproduce
from tests.house.test_docs import recipe

__all__ = ["recipe"]  # a fixture


def test_the_experiment_of_the_recipes_is_reproduced(recipe, monkeypatch, tmp_path):
    experiment = recipe("paper")["EXPERIMENT"]
    monkeypatch.setitem(sys.modules, package_of("new-2030/waits"), sys.modules[__name__])  # stands for its folder
    monkeypatch.setattr(
        "scheduler.topics.papers.tasks.reproduce.all_experiments", lambda: {"new-2030/waits": (None, experiment)}
    )
    record = reproduce(Store(tmp_path), "new-2030/waits", "quick", 0, Progress())
    assert (record["verdict"], record["parts"]) == ("reproduced", 2)
    assert 50_000 < record["values"][0]["low"] < record["values"][0]["high"] < 200_000
