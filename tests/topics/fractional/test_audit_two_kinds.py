"""Jobs with tasks of two kinds: the audit passes what is right, and every rule has a planted fault."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scheduler.audit.schedule import audit, audited_rows
from scheduler.formats import schedule_csv
from scheduler.model.schedule import Certificate, Schedule
from scheduler.model.table import Table
from scheduler.simulate import simulate
from tests.cases.small import changed
from tests.topics.fractional.two_kinds import FIRST, JOBS, by_hand, two_kinds


def found(made: Schedule) -> str:
    return audit(made).first_violation or ""


def test_both_kinds_on_one_node_pass() -> None:
    assert audit(by_hand()).first_violation is None


@pytest.mark.parametrize(
    ("first", "jobs", "words"),
    [
        (
            (1, 1, 0.8),
            JOBS[0],
            "Node 2 holds tasks with 1.05 of its memory at 4 s, when job 101 (line 11) gets a place on it",
        ),
        ((1, 1, 0.5), (0, 8, 3, 0.25, 0.55), "Node 2 holds tasks with 1.1 of its memory at 0 s"),
        ((1, 1, 0.5), (0, 8, 3, 0.5, 0.25), "Node 2 holds tasks with 1.2 of its CPU at 4 s"),
        ((1, 0.6, 0.5), (0, 8, 3, 0.7, 0.25), "Node 1 holds tasks with 1.06 of its CPU at 4 s"),
    ],
)
def test_needs_of_either_kind_are_counted(first, jobs, words: str) -> None:
    assert words in found(by_hand(two_kinds([jobs, JOBS[1]], [first, FIRST[1]])))


def test_too_fast_for_both_kinds_together_is_found() -> None:
    faster = {"yield_": [1, 0.9, 1], "end": [4, 4 + 4 / 0.9, 7]}
    assert "Node 2 holds tasks with 1.125 of its CPU at 4 s" in found(by_hand(segments=faster))


def test_nodes_of_the_others_before_those_of_the_first_are_found() -> None:
    assert found(by_hand(places={"first": [0, 1, 0, 1, 0], "count": [1, 1, 2, 1, 1]})) == (
        "Job 101 (line 11) has first tasks and others in one run of nodes, from node 1 on, from 4 s on; wanted: the "
        "nodes of its first 1, then those of its other tasks."
    )


def test_one_run_for_tasks_that_all_need_the_same_passes() -> None:
    work = two_kinds([(0, 4, 2, 0.5, 0.5)], [(1, 0.5, 0.5)])
    made = simulate(work, "fcfs")
    segments = Table.of("segments", job=[0], begin=[0], end=[4], yield_=[1], processors=[2], kind=[0])
    places = Table.of("places", segment=[0], first=[0], count=[2], tasks=[1])
    assert found(replace(made, segments=segments, places=places)) == ""


def test_too_few_tasks_are_told_before_their_kinds() -> None:
    assert "has 2 tasks on nodes from 4 s on; wanted: 3" in found(by_hand(places={"count": [1, 1, 1, 1, 1]}))


def test_moves_of_one_kind_count() -> None:
    made = by_hand()
    assert "was moved 1 time by its segments, not 0 times" in found(
        replace(made, placed=changed(made.placed, migrations=[0, 0]))
    )


# ---- the machine as one pool ----------------------------------------------------------------------------------------


def test_a_pool_gives_what_both_kinds_need() -> None:
    """Job 101 can use 1.5 nodes, job 102 a half: two nodes are enough for both, of one each has a half."""
    made = simulate(two_kinds(), "equipartition")
    assert made.table("segments").yield_.tolist() == [1, 1] and made.placed.end.tolist() == [8, 7]
    narrow = simulate(two_kinds(nodes=1), "equipartition")
    s = narrow.table("segments")
    assert s.yield_[s.job == 0].tolist() == pytest.approx([2 / 3, 1 / 3, 2 / 3]) and audit(narrow).passed


def test_too_much_of_a_pool_is_found() -> None:
    made = simulate(two_kinds(), "equipartition")
    made.workload.jobs.columns["cpu_need"] = np.array([0.5, 0.5])
    assert found(made) == "Jobs get the CPU of 2.5 nodes at 4 s; there are 2."


# ---- as a file ------------------------------------------------------------------------------------------------------


def swapped() -> Schedule:
    """One job of two tasks whose first task and other task change their nodes at 4 s."""
    made = simulate(two_kinds([(0, 8, 2, 0.25, 0.25)], [(1, 1, 0.5)]), "fcfs")
    segments = Table.of("segments", job=[0, 0], begin=[0, 4], end=[4, 8], yield_=[1, 1], processors=[2, 2], kind=[0, 0])
    places = Table.of("places", segment=[0, 0, 1, 1], first=[0, 1, 1, 0], count=[1] * 4, tasks=[1] * 4)
    return replace(made, segments=segments, places=places, placed=changed(made.placed, migrations=[1]))


@pytest.mark.parametrize("made", [by_hand(), swapped()], ids=["by hand", "swapped"])
def test_a_file_keeps_which_kind_stands_where(made: Schedule) -> None:
    assert found(made) == ""
    certificate, back = read(made, schedule_csv.write(made).decode())
    assert certificate.first_violation is None and back is not None
    assert rows(back.table("places")) == rows(made.table("places"))
    assert back.placed.migrations.tolist() == made.placed.migrations.tolist()


def read(made: Schedule, text: str) -> tuple[Certificate, Schedule | None]:
    return audited_rows(made.workload, schedule_csv.read_schedule(text))


def rows(table: Table) -> dict[str, list]:
    return {name: column.tolist() for name, column in table.columns.items()}


@pytest.mark.parametrize(
    ("nodes", "words"),
    [
        ("2:1;2:1;1:1", None),  # the nodes of one kind may stand in any order
        ("1:1;2:1;2:1", "Node 1 holds tasks with 1.3 of its CPU at 4 s"),
        ("1-2:1;2:1", "first tasks and others in one run"),
    ],
)
def test_the_order_of_kinds_in_a_file_counts(nodes: str, words: str | None) -> None:
    text = schedule_csv.write(by_hand()).decode()
    assert "run,2:1;1-2:1\n" in text
    certificate, _ = read(by_hand(), text.replace("run,2:1;1-2:1\n", f"run,{nodes}\n"))
    assert certificate.passed if words is None else words in (certificate.first_violation or "")
