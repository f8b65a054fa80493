"""A formula on several clusters: why jobs wait there, and when a condition of the hour lets them start."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scheduler.engine.decision_log import RULES
from scheduler.explain.job import explain
from scheduler.model.trace import Platform
from scheduler.simulate import simulate
from tests.cases import small
from tests.twins.test_clusters_twin import SENTENCES, SPLIT

pytestmark = pytest.mark.twins


def test_why_is_told_of_a_formula_that_changes() -> None:
    """Job 3 is reserved in cluster 2, job 5 for 10 s in cluster 1; job 4 delays neither."""
    work = replace(small.workload(SPLIT, 8), platform=Platform(8, clusters=(4, 4)))
    made = simulate(work, "formula", {"priority": "wait + 10 / number", "passing": "conservative"}, decisions="all")
    assert (made.placed.start.tolist(), made.placed.cluster.tolist()) == ([0, 0, 6, 1, 10], [0, 1, 1, 0, 0])
    d = made.table("decisions")
    reserved = d.take(d.rule == RULES.index("reserved_in_turn"))
    assert list(zip(reserved.time, reserved.job, reserved.shadow, reserved.value, strict=True)) == [
        (1, 2, 6, 1),
        (2, 4, 10, 0),
    ]
    assert "it needs 3 processors and 2 were free in the emptiest cluster at 1 s" in " ".join(explain(made, 2))
    assert (
        "From 2 s to 6 s it would have fitted (it needs 2 processors and 2 were free in the emptiest cluster at 2 s), "
        "but it would have taken processors that job 103 needs, reserved for 6 s" in " ".join(explain(made, 4))
    )
    assert "by its requested time it delays no reservation of another job" in " ".join(explain(made, 3))
    easy = simulate(work, "formula", {"priority": "wait + 10 / number", "passing": "easy"}, decisions="all")
    for job, sentences in SENTENCES.items():
        assert all(words in " ".join(explain(easy, job)) for words in sentences), explain(easy, job)


def test_a_condition_of_the_hour_holds_jobs_back_on_clusters_too() -> None:
    work = replace(small.workload([(0, 3000, 1), (5, 60, 2)], 4), platform=Platform(4, clusters=(2, 2)))
    made = simulate(work, "formula", {"may_start": "hour >= 20 or processors > 1"}, decisions="all")
    assert (made.placed.start.tolist(), made.placed.cluster.tolist()) == ([20 * 3600, 5], [0, 0])
