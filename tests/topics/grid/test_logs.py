"""Every row of a log of a light grid is true at its moment, and so is every sentence made of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scheduler.simulate import simulate
from tests.cases.strategies import EXPLORE
from tests.topics.grid.grid_verdicts import contradictions_of_best_effort
from tests.topics.grid.test_best_effort import away
from tests.topics.grid.test_best_effort import cases as grids
from tests.why.other_verdicts import contradictions_of_exchange
from tests.why.reader import Told, all_of
from tests.why.test_replay_of_log import WORKLOADS, unnoticed
from tests.why.test_why_told import told_of


@pytest.mark.parametrize("protocol", ["market", "consensus"])
def test_no_row_of_exchanged_work_is_contradicted(protocol: str) -> None:
    wrong: list[str] = []
    for number, one in enumerate(grids()[:WORKLOADS]):
        chosen = {"protocol": protocol, "local": ("easy", "fcfs")[number % 2], "depth": (100, 2, 0, 1)[number // 2 % 4]}
        wrong += contradictions_of_exchange(Told(simulate(one.workload, "work_exchange", chosen, decisions="all")))
    assert wrong == []


def best_effort(number: int) -> Told:
    """A run of best effort: every policy of local jobs, every filling, some processors taken away, some clusters slow."""
    chosen: dict[str, Any] = {
        "local": ("fcfs", "easy", "backfill", "conservative", "easy_sjbf", "sjf")[number % 6],
        "kill": ("youngest", "oldest")[number // 6 % 2],
        "filling": ("now", "window", "fork")[number // 2 % 3],
        **({"away": away(number)} if number % 4 == 1 else {}),
        **({"speeds": "1,0.5,2"} if number % 5 == 2 else {}),
        **({"transfer": "1,0.5"} if number % 3 == 1 else {}),
    }
    return Told(simulate(grids()[number].workload, "best_effort", chosen, decisions="all"))


def test_no_row_of_best_effort_is_contradicted() -> None:
    logs = [best_effort(number) for number in range(min(WORKLOADS, len(grids())))]
    assert {"local_start", "taken_away", "packed_in_fork", "window_short", "server_busy", "behind_run"} <= {
        row.rule for told in logs for row in told.log
    }
    assert [wrong for told in logs for wrong in contradictions_of_best_effort(told)] == []


@pytest.mark.parametrize("number", [7, 13, 16])
def test_a_changed_number_of_a_run_is_contradicted(number: int) -> None:
    """Whatever a decision on a run tells: one too large."""
    told = best_effort(number)
    assert unnoticed(told, contradictions_of_best_effort, lambda job: told.grid[job]) == []


@pytest.mark.parametrize("protocol", ["market", "consensus"])
def test_no_sentence_on_exchanged_work_is_contradicted(protocol: str) -> None:
    """Queues of which only a part is looked at, accounts, clusters of several speeds; each move and each rule is met."""
    wrong: list[str] = []
    fine: list[str] = []
    for number, one in enumerate(grids()[: 150 if EXPLORE else 60]):
        draw = Random(f"exchanged {number}")
        chosen = {
            "protocol": protocol,
            "local": draw.choice(("easy", "fcfs")),
            "take": draw.choice(("all", "grid")),
            "depth": draw.choice((0, 1, 2, 100)),
            "credit": draw.choice((None, 0, 6)),
            **draw.choice(({}, {"speeds": "0.5,1"})),
        }
        made = simulate(one.workload, "work_exchange", chosen, decisions="all")
        told = Told(made)
        for about, lines in told_of(made):
            known, contradicted = all_of(told, about, lines)
            fine, wrong = fine + known, wrong + contradicted
    assert wrong == []
    wanted = {"would have fitted without delaying", "past"} | (
        {"moved to the end of the queue", "the queue that it had moved to"}
        if protocol == "consensus"
        else {"took it out of the queue"}
    )
    assert [words for words in wanted if not any(words in pattern for pattern in fine)] == []
