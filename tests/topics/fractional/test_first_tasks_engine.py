"""Jobs whose first tasks differ from the others: worked examples of placing, packing, yields and of a whole schedule."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.errors import Unsupported
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import checked
from scheduler.simulate import new_control
from scheduler.topics.fractional.adapters.fractional import fractional_jobs
from scheduler.topics.fractional.engine.greedy import new_greedy, place, would_fit
from scheduler.topics.fractional.engine.nodes import UNIT, FirstTasks, Fractional, fractional, new_nodes, put
from scheduler.topics.fractional.engine.packing import mcb8, new_packing
from scheduler.topics.fractional.engine.yields import base, fill_up, new_yields
from scheduler.topics.fractional.policies import dfrs
from tests.topics.fractional.fractions import RUN, shared

TENTH = UNIT // 10
Kind = tuple[int, float, float]  # tasks, need, memory


def jobs_of(*rows: tuple[Kind, Kind]) -> Fractional:
    """Jobs (first tasks, others) that are there from the start."""
    first, others = zip(*rows, strict=True)
    (count, need, memory), (more, *of_others) = (map(np.array, zip(*kind, strict=True)) for kind in (first, others))
    return fractional(
        np.zeros(len(rows)), np.ones(len(rows)), count + more, *of_others, first=FirstTasks(count, need, memory)
    )


def sharing(jobs: list[tuple[float, float, Kind, Kind]], nodes: int) -> Workload:
    """Jobs (submit, runtime, first tasks, others)."""
    work = shared(
        [(submit, runtime, first[0] + others[0], *others[1:]) for submit, runtime, first, others in jobs], nodes
    )
    for at, name in enumerate(("first_tasks", "first_cpu_need", "first_memory")):
        work.jobs.columns[name] = np.array([job[2][at] for job in jobs])
    return work


# ---- kinds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "others"),
    [((0, 0.9, 0.9), (3, 0.5, 0.2)), ((3, 0.5, 0.2), (0, 0.9, 0.9)), ((1, 0.5, 0.2), (2, 0.5, 0.2))],
)
def test_tasks_that_do_not_differ_are_of_one_kind(first: Kind, others: Kind) -> None:
    jobs = jobs_of((first, others))
    assert (jobs.need.tolist(), jobs.memory.tolist(), jobs.count.tolist()) == ([5 * TENTH], [2 * TENTH], [3])
    assert jobs.split.tolist() == [0]


def test_kinds_are_the_others_of_all_jobs_and_then_the_first_tasks_of_all() -> None:
    jobs = jobs_of(((1, 0.9, 0.8), (2, 0.5, 0.2)), ((0, 0.1, 0.1), (2, 0.4, 0.3)))
    assert jobs.need[:3].tolist() == [5 * TENTH, 4 * TENTH, 9 * TENTH] and jobs.count.tolist() == [2, 2, 1, 0]
    assert (jobs.ptr.tolist(), jobs.split.tolist()) == ([0, 3, 5], [1, 3])


# ---- placing ---------------------------------------------------------------------------------------------------------

LEADER = ((1, 1.0, 0.8), (2, 0.25, 0.3))


def test_greedy_places_the_first_task_and_then_the_others_by_load_and_memory() -> None:
    # The first task on node 0 leaves no memory for another one there: both others go to node 1.
    jobs = jobs_of(LEADER)
    nodes = new_nodes(jobs, 2)
    assert place(jobs, nodes, new_greedy(2), 0)
    assert nodes.node.tolist() == [0, 1, 1]
    assert (nodes.load.tolist(), nodes.used.tolist()) == ([UNIT, UNIT // 2], [8 * TENTH, 6 * TENTH])


@pytest.mark.parametrize("job", [LEADER, ((1, 0.5, 0.3), (3, 0.5, 0.4)), ((2, 0.5, 0.6), (1, 0.5, 0.1))])
def test_a_job_of_two_kinds_is_placed_as_a_whole_or_not_at_all(job: tuple[Kind, Kind]) -> None:
    jobs = jobs_of(job)
    nodes, greedy = new_nodes(jobs, 1), new_greedy(1)
    assert not place(jobs, nodes, greedy, 0) and not would_fit(jobs, nodes, greedy, 0)
    assert nodes.load.tolist() == nodes.used.tolist() == greedy.count.tolist() == [0]


def test_asking_whether_a_job_fits_changes_nothing() -> None:
    jobs = jobs_of(LEADER)
    nodes = new_nodes(jobs, 2)
    assert would_fit(jobs, nodes, new_greedy(2), 0)
    assert nodes.load.tolist() == nodes.used.tolist() == [0, 0]


@pytest.mark.parametrize(("need", "level"), [(1.0, 116 / 128), (0.9, 127 / 128)])
def test_mcb8_packs_both_kinds_by_themselves(need: float, level: float) -> None:
    # First tasks are in the list of CPU, the others in that of memory, and each node takes one of both as long as
    # need x level + 0.1 x level is a node at most: up to 1 / 1.1 = 116.4 / 128, or 1, which is never tried.
    jobs = jobs_of(((2, need, 0.2), (2, 0.1, 0.8)))
    p = new_packing(1, 4, 2, len(jobs.need))
    assert mcb8(jobs, new_nodes(jobs, 2), p, 1, 1, False) == 1
    assert p.best.tolist() == [0, 1, 0, 1] and p.level[0] == level


# ---- yields ----------------------------------------------------------------------------------------------------------


def test_yields_count_the_need_of_each_task() -> None:
    # Node 0: 1.0 of job 0's first task and 0.6 of job 1; node 1: 0.2 of job 0's other and 0.6 of job 2.
    jobs = jobs_of(((1, 1.0, 0.1), (1, 0.2, 0.1)), ((0, 1.0, 1.0), (1, 0.6, 0.1)), ((0, 1.0, 1.0), (1, 0.6, 0.1)))
    nodes, y = new_nodes(jobs, 2), new_yields(3, 2)
    nodes.node[:] = [0, 1, 0, 1]
    nodes.mapped[:] = 1
    for job in range(3):
        put(jobs, nodes, job)
    assert base(jobs, nodes, y, np.arange(3), 3, 1) == pytest.approx(1.6)
    fill_up(jobs, nodes, y, np.arange(3), 3, 1)
    assert y.target.tolist() == pytest.approx([1 / 1.6, 1 / 1.6, 1.0])


# ---- a whole schedule ------------------------------------------------------------------------------------------------


def test_a_job_of_two_kinds_has_one_yield_and_rows_for_each_kind() -> None:
    # The first task and one other stand on node 0, which they fill to 1.25: one yield of 0.8, also for the others on
    # node 1, which has memory for two.
    rows, places = played(sharing([(0, 80, (1, 1.0, 0.5), (3, 0.25, 0.5))], 2))
    assert list(zip(rows.begin, rows.end, rows.yield_, rows.kind, strict=True)) == [(0, 100, pytest.approx(0.8), RUN)]
    assert list(zip(places.first, places.count, places.tasks, strict=True)) == [(0, 1, 1), (0, 1, 1), (1, 1, 2)]


def test_the_same_job_takes_longer_where_all_tasks_count_like_the_first() -> None:
    rows, _ = played(sharing([(0, 80, (4, 1.0, 0.5), (0, 0.25, 0.5))], 2))
    assert (rows.end.tolist(), rows.yield_.tolist()) == ([160], [0.5])


def played(work: Workload) -> tuple[Table, Table]:
    """(segments, places) under Greedy."""
    values = checked(dfrs.PARAMS, {"scheme": "Greedy *"})
    machine, segments = dfrs.play(
        fractional_jobs(work), work.platform.processors, dfrs.rules(values), new_control(), None
    )
    tables = dfrs.tables(work, machine, segments)
    return tables["segments"], tables["places"]


# ---- what is refused -------------------------------------------------------------------------------------------------


def test_whole_percents_are_for_tasks_that_are_alike() -> None:
    with pytest.raises(Unsupported, match=r"quantized.*alike.*leave first_cpu and first_memory out"):
        fractional_jobs(sharing([(0, 10, *LEADER)], 2), quantized=True)
    assert len(fractional_jobs(sharing([(0, 10, (0, 1.0, 1.0), LEADER[1])], 2), quantized=True).need) == 1


def test_a_job_that_fits_no_empty_platform_is_refused() -> None:
    with pytest.raises(
        Unsupported,
        match=r"Job 102 \(line 12\) has 3 tasks \(1 with 0\.8 of a node's memory each, and "
        r"2 with 0\.3",
    ):
        fractional_jobs(sharing([(0, 10, (1, 0.5, 0.2), (1, 0.5, 0.3)), (0, 10, *LEADER)], 1))
