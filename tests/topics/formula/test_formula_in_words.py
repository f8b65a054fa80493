"""What is said of runs of a formula: their names, and why their jobs wait and start."""

from __future__ import annotations

from typing import Any

from layouts.pages.compare.runs import run_list
from scheduler.explain.job import explain
from scheduler.simulate import simulate
from tests.cases.small import workload
from tests.explain.test_order import MOVES


def test_a_job_behind_one_that_may_not_start_yet_is_not_called_the_first_of_all():
    """Job 2 comes before job 3, and has to wait for 2 s before it may start."""
    work = workload([(0, 5, 1), (0, 5, 1)], 1)
    chosen = {"priority": "-number", "may_start": "number > 1 or wait > 2", "passing": "none"}
    told = " ".join(explain(simulate(work, "formula", chosen, decisions="all"), 1))
    assert "as the first in the queue of those that may start: it needs 1 processor and 1 was free." in told


def test_who_took_the_processors_beside_a_reservation_that_is_made_anew_is_told():
    told = "From 5 s to 10 s it held a reservation for 20 s in the plan that was made anew then, in the order of the formula (it needs 2 processors and 3 were free at 5 s); job 105 took 2 of them then."  # fmt: skip
    assert told in explain(simulate(MOVES, "formula", {"priority": "-submit", "passing": "conservative"}), 3)


def test_a_run_of_a_formula_is_named_by_it():
    def run_of(priority: str, **params: Any) -> dict[str, Any]:
        return {"policy": "formula", "params": {"priority": priority, "passing": "easy", **params}, "seed": None}

    aging, long = run_of("-area + 1000 * wait"), "-requested_time * 2 + wait / {} - processors * 17 + user_used / 3600"
    assert run_list.names([aging]) == ["Formula: -area + 1000 * wait"]
    assert run_list.names([aging, run_of("wait", passing="none")]) == [
        "Formula: -area + 1000 * wait, passing easy",
        "Formula: wait, passing none",
    ]
    assert run_list.names([run_of(long.format(3))]) == ["Formula: -requested_tim \u2026 * 17 + user_used / 3600"]
    assert run_list.names([run_of(long.format(3)), run_of(long.format(5))]) == [
        f"Formula: {long.format(number)}" for number in (3, 5)
    ]
    assert run_list.names([{"policy": "formula", "params": None}]) == ["Formula"]
