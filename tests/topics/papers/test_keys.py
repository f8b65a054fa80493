"""What decides the key of an experiment: the sources of its paper, and all they import."""

from __future__ import annotations

import pytest

from scheduler.fingerprint import CURRENT
from scheduler.topics.papers.tasks.reproduce import package_of
from tests.results.test_fingerprint import closure, edited, follows_the_sources

FAIRNESS = (package_of("fairness-2012/fig1"),)
EXPERIMENTS = "scheduler.topics.papers.experiments"


def test_what_a_paper_runs_is_inside():
    assert {
        f"{EXPERIMENTS}.fairness_2012.fig1",
        f"{EXPERIMENTS}.fairness_2012.runs",
        "scheduler.policies.tabu",
        "scheduler.topics.campaigns.preparation.inferred_campaigns",
        "scheduler.audit.capacity",
    } <= closure(FAIRNESS)


def test_other_papers_and_what_runs_them_are_outside():
    outside = {
        f"{EXPERIMENTS}.ostrich_2013",
        "scheduler.topics.papers.tasks.reproduce",
        "scheduler.topics.papers.cli.reproduce",
        "scheduler.results.queue.registry",
        "layouts.theme",
    }
    assert outside <= set(CURRENT) and not outside & closure(FAIRNESS)


def test_a_line_changed_inside_changes_the_key_and_none_outside():
    inside, before = closure(FAIRNESS), CURRENT.of(FAIRNESS)
    for module in list(CURRENT)[::10]:
        assert (edited(module).of(FAIRNESS) != before) == (module in inside), module


def test_the_key_of_an_experiment_follows_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    follows_the_sources({"do": "reproduce", "experiment": "ostrich-2013/fig2"}, monkeypatch)
