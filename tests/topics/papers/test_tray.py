"""Experiments under way: what they are called, and where they are shown."""

from __future__ import annotations

from types import SimpleNamespace

from layouts.routes import run_routes
from layouts.topics.papers import address
from scheduler.results.store import Store


def test_an_experiment_has_a_name_and_a_place(tmp_path):
    services = SimpleNamespace(store=Store(tmp_path))
    paper = {"do": "reproduce", "experiment": "ostrich-2013/fig3", "scale": "full", "seed": 2}
    on_log = {
        "do": "reproduce",
        "experiment": "fairness-2012/fig1",
        "scale": "quick",
        "seed": None,
        "logs": [{"kind": "log", "name": "a/b.swf.gz", "sha256": "x"}],
    }
    assert run_routes.named(services, paper).endswith(" (full)")
    assert address.read(run_routes.address("k" * 24, paper).partition("?")[2])[:3] == ("ostrich-2013/fig3", "full", 2)
    assert address.read(run_routes.address("k" * 24, on_log).partition("?")[2]).log == "a/b.swf.gz"
