"""Clusters of a light grid that differ in speed, and data that has to be sent to them: against the plain twin, and by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from scheduler.audit.schedule import audit, audit_rows
from scheduler.errors import ParamError
from scheduler.explain.job import explain
from scheduler.formats import schedule_csv
from scheduler.model.table import Table
from scheduler.policies import all_policies
from scheduler.simulate import simulate
from scheduler.topics.grid import light_grid
from scheduler.topics.grid.engine.fork import AHEAD, new_fork
from tests.cases.strategies import Case, count
from tests.cases.width import width
from tests.naive.rigid import Job
from tests.topics.grid.naive import fork as naive_fork
from tests.topics.grid.naive import grid as naive_grid
from tests.topics.grid.naive.grid import Piece
from tests.topics.grid.parts import first_cluster
from tests.topics.grid.test_best_effort import FILLINGS, RULES, VICTIMS, cases, read

SPEEDS, TRANSFERS = (0.25, 0.5, 1, 2), (0, 0, 0.5, 1, 3)
VARIANTS = [
    {"filling": "now"},
    {"filling": "window", "kill": "oldest"},
    {"filling": "fork"},
    {"filling": "fork", "local": "fcfs"},
]


def differing(seed: int) -> dict[str, str]:
    """Speeds and transfers of the clusters of the case of that number, powers of two and halves."""
    draw, many = Random(f"links {seed}"), len(cases()[seed].clusters or (1,))
    return {
        "speeds": ",".join(str(draw.choice(SPEEDS)) for _ in range(many)),
        "transfer": ",".join(str(draw.choice(TRANSFERS)) for _ in range(many)),
    }


def by_twin(case: Case, params: dict, **parts) -> tuple[dict, dict]:
    exact = {
        name: [Fraction(word) for word in params[key].split(",")]
        for name, key in (("speeds", "speeds"), ("transfers", "transfer"))
    }
    filling = params.get("filling", "now")
    where = naive_fork.in_fork if filling == "fork" else naive_grid.first_that_may
    parts = (
        {
            "victim": VICTIMS[params.get("kill", "youngest")],
            "may_start": FILLINGS.get(filling, naive_grid.now_),
            "where": where,
        }
        | exact
        | parts
    )
    grid = naive_grid.solve(
        case.clusters or (case.processors,), case.jobs, case.homes, RULES[params.get("local", "easy")], **parts
    )
    return grid.start, grid.pieces


@pytest.mark.parametrize("params", VARIANTS, ids=lambda params: "-".join(params.values()))
def test_pieces_are_those_of_the_twin(params: dict) -> None:
    few = width(2, 1) if params["filling"] == "fork" else 1  # its twin tries every plan
    wrong, sent, cases_here = [], 0, cases()[: count(120) // few]
    for seed, case in enumerate(cases_here):
        asked = params | differing(seed)
        program = read(simulate(case.workload, "best_effort", asked, decisions=None), case)
        wrong += [seed] if program != by_twin(case, asked) else []
        sent += len(program[1])
    assert wrong == [] and sent > 7 * len(cases_here)


@pytest.mark.parametrize("wrong", [{"transfers": ()}, {"speeds": ()}, {"where": naive_grid.first_that_may}])
def test_a_wrong_grid_is_told_from_the_right_one(wrong: dict) -> None:
    numbered = [(case, {"filling": "fork"} | differing(seed)) for seed, case in enumerate(cases()[:80])]
    assert any(by_twin(case, asked) != by_twin(case, asked, **wrong) for case, asked in numbered)


# ---- the plan -------------------------------------------------------------------------------------------------------


def drawn_fork(seed: int) -> tuple[list, list, list, list, int]:
    """(idle, windows, transfers, works, runs) of two or three clusters."""
    draw = Random(f"fork {seed}")
    many = draw.randint(1, 3)
    windows = [draw.choice((float("inf"), float(draw.randint(1, 12)), float(draw.randint(1, 12)))) for _ in range(many)]
    return (
        [draw.randint(0, 2) for _ in range(many)],
        windows,
        [float(draw.choice(TRANSFERS)) for _ in range(many)],
        [draw.randint(1, 8) / 2 for _ in range(many)],
        draw.randint(1, 5),
    )


def test_the_first_cluster_is_that_of_the_plan_that_holds_most_runs() -> None:
    for seed in range(count(150)):
        idle, windows, transfers, works, runs = drawn_fork(seed)
        program = first_cluster(
            new_fork(len(idle)), np.array(idle), np.array(windows), np.array(transfers), np.array(works), runs
        )
        exact = [
            [number if number == float("inf") else Fraction(number) for number in numbers]
            for numbers in (windows, transfers, works)
        ]
        assert program == naive_fork.first(idle, *exact, runs), seed


def test_by_hand() -> None:
    """Window of 10 s; cluster 1 takes 1 s to reach and 4 s to work, cluster 2 2 s and 6 s, one processor each.  Seen from the end data has
    to be there by 6 and 1 (cluster 1), 4 (cluster 2): three runs, sent to 1, 2, 1, are there at 1, 3, 4.  The first in the other cluster
    would be there at 2, too late for the second run of cluster 1."""
    idle, windows, transfers, works = [1, 1], [10, 10], [1, 2], [4, 6]
    assert naive_fork.best(idle, windows, transfers, works, 5) == (2, 1)
    program = first_cluster(
        new_fork(2), np.array(idle), np.array(windows, float), np.array(transfers, float), np.array(works, float), 5
    )
    assert program == 0 and AHEAD == naive_fork.AHEAD
    late = naive_fork.messages((2, 2), idle, windows, transfers, works)
    assert late is None
    nowhere = first_cluster(new_fork(1), np.array([1]), np.array([4.0]), np.array([1.0]), np.array([4.0]), 5)
    assert nowhere == -1


# ---- a grid by hand -------------------------------------------------------------------------------------------------

# Clusters of 1 and 1, the second half as fast and reached in 2 s.  Three runs of 4 s.
RUNS = Case(2, (Job(0, 4, 4), Job(0, 4, 4), Job(0, 4, 4)), clusters=(1, 1), homes=(-1, -1, -1))
ASKED = {"speeds": "1,0.5", "transfer": "1,2"}


def test_a_grid_by_hand() -> None:
    """now: run 1 goes to cluster 1 (0 to 5), run 2 to cluster 2 as soon as the server can send (1 to 11), run 3 to cluster 1 at 5.
    With 5 s to cluster 1 and 1 s to cluster 2 all are over at 18 at the earliest, for example two in cluster 2, the first of which has to
    be there by 1; the data of the second goes to cluster 1, which is idle.  Without a plan the first goes to cluster 1."""
    now = simulate(RUNS.workload, "best_effort", ASKED, decisions="all")
    assert read(now, RUNS)[1] == {0: [Piece(0, 5, 0)], 1: [Piece(1, 11, 1)], 2: [Piece(5, 10, 0)]}
    assert now.segments is not None and now.segments.yield_.tolist() == [4 / 5, 4 / 10, 4 / 5]
    assert "the server was sending the data of job 1 until 1 s" in " ".join(explain(now, 1))
    fork = simulate(
        RUNS.workload, "best_effort", {"speeds": "1,0.5", "transfer": "5,1", "filling": "fork"}, decisions="all"
    )
    assert read(fork, RUNS)[1] == {0: [Piece(0, 9, 1)], 1: [Piece(1, 10, 0)], 2: [Piece(9, 18, 1)]}
    assert "so that most of the runs that waited would be over in time" in " ".join(explain(fork, 0))


def test_a_schedule_file_is_audited_with_the_speeds_of_its_policy() -> None:
    made = simulate(RUNS.workload, "best_effort", ASKED)
    rows = schedule_csv.read_schedule(schedule_csv.write(made).decode())
    machine = all_policies()["best_effort"].machine(RUNS.workload, made.params)
    assert audit_rows(RUNS.workload, rows, machine=machine).passed
    assert "gets on at 0.4 of its speed" in str(
        audit_rows(
            RUNS.workload, rows, machine={"links": Table.of("links", speed=[1, 1], transfer=[1, 2])}
        ).first_violation
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            {"speed": np.array([1.0, 1.0])},
            "gets on at 0.4 of its speed in cluster 2 from 1 s on; wanted: 0.6666666666666666.",
        ),
        ({"transfer": np.array([1.0])}, "speeds of 1 clusters"),
    ],
)
def test_the_audit_finds_what_is_not_so_of_the_clusters(change: dict, words: str) -> None:
    made = simulate(RUNS.workload, "best_effort", ASKED)
    assert made.links is not None
    columns = (
        {name: column[:1] for name, column in made.links.columns.items()}
        if len(change.get("transfer", ())) == 1
        else made.links.columns
    )
    assert words in str(audit(replace(made, links=Table("links", columns | change))).first_violation)


def test_the_audit_finds_data_that_is_sent_while_other_data_is() -> None:
    made = simulate(RUNS.workload, "best_effort", ASKED)
    assert made.segments is not None
    s, placed = dict(made.segments.columns), dict(made.placed.columns)
    for table, name, row in ((s, "begin", 1), (s, "end", 1), (placed, "start", 1), (placed, "end", 1)):
        table[name] = table[name].copy()
        table[name][row] -= 0.5
    early = replace(made, segments=Table("segments", s), placed=Table("placed", placed))
    assert "The data of job 2 (line 2) is sent from 0.5 s on; wanted: not before 1 s, when that of job 1" in str(
        audit(early).first_violation
    )


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"speeds": "1,fast"}, "wanted: numbers from 0.001"),
        ({"speeds": "0"}, "wanted: numbers from 0.001"),
        ({"transfer": "-1"}, "wanted: numbers from 0 "),
        ({"transfer": "nan"}, "wanted: numbers from 0 "),
    ],
)
def test_what_is_written_wrongly_is_refused(params: dict, words: str) -> None:
    with pytest.raises(ParamError, match=words):
        simulate(RUNS.workload, "best_effort", params)


def test_the_last_number_counts_for_the_clusters_left_over() -> None:
    assert light_grid.per_cluster(light_grid.read_speeds("2,0.5"), 4, 1.0).tolist() == [2, 0.5, 0.5, 0.5]
    assert light_grid.per_cluster((), 2, 1.0).tolist() == [1, 1] and light_grid.per_cluster(
        (1.0, 2.0, 3.0), 2, 1.0
    ).tolist() == [1, 2]
    assert [a < b for a, b in pairwise(light_grid.per_cluster(light_grid.read_transfers("1,2,3"), 3, 0.0))] == [
        True,
        True,
    ]
