"""What experiments use is compiled before somebody waits for it."""

from __future__ import annotations

from dataclasses import replace

from scheduler.topics.papers.experiments import all_experiments
from scheduler.topics.papers.tasks import reproduce


def test_a_little_of_every_experiment_is_warmed(monkeypatch):
    ran = {}
    known = {
        key: (paper, replace(one, run=lambda part, key=key: ran.update({key: part})))
        for key, (paper, one) in all_experiments().items()
    }
    monkeypatch.setattr(reproduce, "all_experiments", lambda: known)
    assert reproduce.TASK.warm is reproduce.warm
    reproduce.warm()
    alone = {key for key, (_, one) in known.items() if not one.logs}  # the others wait for somebody's log
    assert set(ran) == alone and {part.get("count", 1) for part in ran.values()} == {1}
