"""Fractional scheduling: the examples of the paper, schedules by hand, and what holds in every run."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import linprog

from scheduler.engine.decision_log import KINDS
from scheduler.errors import Cancelled, ParamError, Unsupported
from scheduler.simulate import STOP, new_control, simulate
from scheduler.topics.fractional.adapters import fractional as fractional_module
from scheduler.topics.fractional.adapters.dfrs_scheme import parse, published
from scheduler.topics.fractional.engine.average import (
    COLUMNS,
    ROWS,
    Program,
    least_average_stretch,
    maximize,
    new_program,
    set_up,
)
from scheduler.topics.fractional.engine.greedy import new_greedy, place
from scheduler.topics.fractional.engine.nodes import PERCENT, UNIT, Fractional, fractional, new_nodes, put
from scheduler.topics.fractional.engine.packing import mcb8, new_packing
from scheduler.topics.fractional.engine.yields import base, fill_up, new_yields
from tests.cases.every_case import every_case
from tests.cases.small import workload
from tests.topics.fractional.fractions import PENALTY, RUN, Run, drawn, ran, shared, simulated

HERE = pytest.approx


def jobs_of(*rows: tuple[int, float, float]) -> Fractional:
    """Jobs (tasks, need, memory) that are there from the start."""
    tasks, need, memory = zip(*rows, strict=True)
    return fractional(np.zeros(len(rows)), np.ones(len(rows)), np.array(tasks), np.array(need), np.array(memory))


# ---- yields: the example with nodes {A, B} and {X, Y} ----------------------------------------------------------------

A, B, X, Y = range(4)
NEEDS = (1.0, 1.0, 1.0, 0.2)


def two_nodes():
    jobs = jobs_of(*((1, need, 0.1) for need in NEEDS))
    nodes = new_nodes(jobs, 2)
    nodes.node[:] = [0, 0, 1, 1]
    nodes.mapped[:] = 1
    for job in range(4):
        put(jobs, nodes, job)
    return jobs, nodes, new_yields(4, 2)


def test_the_least_yield_is_as_large_as_the_fullest_node_allows() -> None:
    jobs, nodes, y = two_nodes()
    assert base(jobs, nodes, y, np.arange(4), 4, 1) == 2.0
    assert y.target.tolist() == [0.5] * 4


def test_filling_up_stops_at_full_nodes() -> None:
    jobs, nodes, y = two_nodes()
    fill_up(jobs, nodes, y, np.arange(4), 4, 1)
    assert y.target.tolist() == HERE([0.5, 0.5, 5 / 6, 5 / 6])


def program(jobs, nodes, y, floor: float | None = None) -> Program:
    """The linear program from the base yields, or other floors."""
    rows, n = np.arange(len(jobs.submit)), len(jobs.submit)
    base(jobs, nodes, y, rows, n, 1)
    if floor is not None:
        y.target[:] = floor
    q = new_program(n, len(nodes.load), len(nodes.load), n)
    assert set_up(jobs, nodes, y, rows, n, q)
    return q


def test_the_average_is_largest_when_small_needs_come_first() -> None:
    jobs, nodes, y = two_nodes()
    q = program(jobs, nodes, y)
    q.gain[:] = 1.0
    maximize(q, y)
    assert y.target.tolist() == HERE([0.5, 0.5, 0.8, 1.0])


def crowded(seed: int):
    """Random jobs on nodes that have too little CPU for them, as many as once on the same nodes."""
    random = np.random.default_rng(seed)
    n, count = int(random.integers(1, 30)), int(random.integers(1, 12))
    rows = [(int(random.integers(1, 6)), float(random.choice((0.1, 0.25, 0.3, 1.0))), 1e-3) for _ in range(n)]
    jobs = jobs_of(*rows)
    nodes, y = new_nodes(jobs, count), new_yields(n, count)
    for job in range(n):
        part = slice(jobs.ptr[job], jobs.ptr[job + 1])
        nodes.node[part] = np.sort(random.integers(0, count, jobs.tasks[job]))
        put(jobs, nodes, job)
    nodes.mapped[:] = 1
    loads = np.zeros((count, n))
    np.add.at(loads, (nodes.node, np.repeat(np.arange(n), jobs.tasks)), np.repeat(jobs.need / UNIT, jobs.tasks))
    return jobs, nodes, y, loads


@every_case("seed", range(40))
def test_no_solver_finds_a_larger_average(seed: int) -> None:
    jobs, nodes, y, loads = crowded(seed)
    value = (
        np.random.default_rng(seed).choice((1.0, 0.5, 0.01), len(jobs.submit)) if seed % 2 else np.ones(loads.shape[1])
    )
    q = program(jobs, nodes, y)
    floor = y.target.copy()
    q.gain[: q.count[COLUMNS]] = value[q.job[: q.count[COLUMNS]]]
    maximize(q, y)
    known = linprog(-value, loads, np.maximum(1, loads @ floor), bounds=[(low, 1) for low in np.minimum(floor, 1)])
    assert float(value @ y.target) == HERE(-known.fun, abs=1e-7)
    assert (loads @ y.target <= 1 + 1e-9).all()
    assert ((floor - 1e-12 <= y.target) & (y.target <= 1 + 1e-12)).all()


@every_case("seed", range(40))
def test_no_step_makes_the_average_stretch_smaller(seed: int) -> None:
    """Where the slope of a convex function is nowhere down, it is least: linear in the slopes, a solver says so."""
    jobs, nodes, y, loads = crowded(seed)
    random, n = np.random.default_rng(seed), loads.shape[1]
    flow = random.integers(1, 5_000, n).astype(float)
    virtual = np.floor(flow * random.random(n))
    least_average_stretch(program(jobs, nodes, y, 0.01), y, flow, virtual, 600.0)
    assert (loads @ y.target <= 1 + 1e-9).all()
    assert ((y.target >= 0.01) & (y.target <= 1 + 1e-12)).all()
    stretch = (flow + 600) / (virtual + 600 * y.target)
    slope = -600 * stretch / (virtual + 600 * y.target)
    known = linprog(slope, loads, np.ones(len(loads)), bounds=[(0.01, 1)] * n)
    assert float(slope @ y.target) - known.fun <= 1e-4 * stretch.sum()


def test_nodes_with_the_same_tasks_count_once() -> None:
    jobs = jobs_of((3, 1.0, 0.1), (3, 0.5, 0.1), (1, 0.2, 0.1))
    nodes, y = new_nodes(jobs, 4), new_yields(3, 4)
    nodes.node[:] = [0, 1, 2, 0, 1, 2, 3]
    nodes.mapped[:] = 1
    for job in range(3):
        put(jobs, nodes, job)
    q = program(jobs, nodes, y)
    assert q.count[[ROWS, COLUMNS]].tolist() == [1, 2]
    assert y.target.tolist() == HERE([2 / 3, 2 / 3, 1.0])


def test_in_whole_percents_yields_are_cut_off() -> None:
    jobs, nodes, y = two_nodes()
    fill_up(jobs, nodes, y, np.arange(4), 4, PERCENT)
    assert y.target.tolist() == HERE([0.5, 0.5, 0.83, 0.8])  # 0.83 of 20 percent are 16 whole ones


# ---- packing ---------------------------------------------------------------------------------------------------------


def packed(jobs: Fractional, nodes: int) -> tuple[int, list[list[int]]]:
    """(jobs packed, nodes of each one's tasks), the first job having the highest priority."""
    n = len(jobs.submit)
    p = new_packing(n, int(jobs.ptr[-1]), nodes)
    p.chosen[:] = np.arange(n)
    count = mcb8(jobs, new_nodes(jobs, nodes), p, n, 1, False)
    return count, [p.best[jobs.ptr[job] : jobs.ptr[job + 1]].tolist() for job in range(count)]


def test_each_node_takes_one_of_each_kind() -> None:
    assert packed(jobs_of((2, 0.6, 0.2), (2, 0.3, 0.7)), 2) == (2, [[0, 1], [0, 1]])


def test_cpu_goes_first_and_the_imbalance_decides_what_comes_next() -> None:
    # At a yield of 127/128: .992 CPU does not stand with .496; by memory the second job stands beside the first.
    assert packed(jobs_of((1, 1.0, 0.1), (1, 0.5, 0.1), (1, 0.1, 0.9)), 2) == (3, [[0], [1], [1]])


def test_who_has_the_lowest_priority_is_left_out_when_memory_is_short() -> None:
    assert packed(jobs_of((1, 0.5, 0.6), (1, 0.5, 0.6), (1, 0.5, 0.1)), 1)[0] == 1
    assert packed(jobs_of((1, 0.5, 0.6), (1, 0.5, 0.4), (1, 0.5, 0.1)), 1) == (2, [[0], [0]])


def test_three_thirds_of_memory_fit() -> None:
    assert packed(jobs_of(*((1, 0.1, 1 / 3),) * 3), 1) == (3, [[0], [0], [0]])


def test_yields_are_tried_in_steps_of_a_128th() -> None:
    # At 127/128 the first job requires more CPU than memory, at 63/64 it would not, and the second would go first.
    assert packed(jobs_of((1, 1.0, 0.99), (1, 0.5, 0.995)), 2) == (2, [[0], [1]])


def test_a_task_is_taken_to_require_a_percent_at_least() -> None:
    assert packed(jobs_of((101, 0.003, 0.001)), 2) == (1, [[0] * 100 + [1]])


@every_case("seed", range(60))
def test_filling_equal_nodes_at_once_is_filling_them_one_by_one(seed: int) -> None:
    random = np.random.default_rng(seed)
    n, nodes = int(random.integers(1, 9)), int(random.integers(1, 20))
    rows = [
        (int(random.integers(1, 2 * nodes + 1)), random.integers(1, 11) / 10, random.integers(1, 11) / 10)
        for _ in range(n)
    ]
    count, where = packed(jobs_of(*rows), nodes)
    assert (count, where) == by_tasks(rows, nodes)


def by_tasks(rows, nodes):
    """MCB8 with lists of tasks, in whole parts of 12,800."""
    for count in range(len(rows), 0, -1):
        if sum(rows[j][0] * round(rows[j][2] * 10) for j in range(count)) > 10 * nodes:
            continue
        low, high, best = 0, 128, None
        while high - low > 1:
            step = (low + high) // 2
            ask = [max(128, round(rows[j][1] * 100) * step) for j in range(count)]
            found = fill_in(
                ask, [round(rows[j][2] * 10) * 1280 for j in range(count)], [row[0] for row in rows[:count]], nodes
            )
            low, high, best = (step, high, found) if found else (low, step, best)
        if best:
            return count, best
    return 0, []


def fill_in(ask, memory, tasks, nodes):
    left, where = list(tasks), [[] for _ in ask]
    by_cpu = sorted((j for j in range(len(ask)) if ask[j] > memory[j]), key=lambda j: (-ask[j], -memory[j], -j))
    by_memory = sorted((j for j in range(len(ask)) if ask[j] <= memory[j]), key=lambda j: (-memory[j], -ask[j], -j))
    for node in range(nodes):
        cpu = used = 0
        lists = [list(by_cpu), list(by_memory)]
        while any(lists):
            side = 0 if (cpu <= used and lists[0]) or not lists[1] else 1
            while lists[side]:
                j = lists[side][0]
                if left[j] and cpu + ask[j] <= 12_800 and used + memory[j] <= 12_800:
                    cpu, used = cpu + ask[j], used + memory[j]
                    left[j] -= 1
                    where[j].append(node)
                    break
                lists[side].pop(0)
    return None if any(left) else where


# ---- greedy placing --------------------------------------------------------------------------------------------------


def test_tasks_go_to_the_least_loaded_nodes_with_memory() -> None:
    jobs = jobs_of((1, 0.9, 0.1), (1, 0.2, 0.8), (3, 0.5, 0.3))
    nodes, greedy = new_nodes(jobs, 3), new_greedy(3)
    assert [place(jobs, nodes, greedy, job) for job in range(3)] == [True] * 3
    # loads .9, .2, 0: node 2, then (node 1 has no memory) again node 2 at .5, then node 0 at .9 before node 2 at 1.0
    assert nodes.node.tolist() == [0, 1, 0, 2, 2]
    assert nodes.load.tolist() == [14 * UNIT // 10, 2 * UNIT // 10, UNIT]


def test_a_job_is_placed_as_a_whole_or_not_at_all() -> None:
    jobs = jobs_of((3, 0.5, 0.6), (2, 0.5, 0.6))
    nodes, greedy = new_nodes(jobs, 2), new_greedy(2)
    assert not place(jobs, nodes, greedy, 0)
    assert nodes.load.tolist() == nodes.used.tolist() == [0, 0]
    assert place(jobs, nodes, greedy, 1)
    assert nodes.node.tolist()[3:] == [0, 1]


# ---- schedules by hand -----------------------------------------------------------------------------------------------


def test_a_job_alone_takes_its_runtime_under_every_published_name() -> None:
    for scheme in published():
        run = ran([(0, 1234.5, 3, 0.5, 0.4)], 2, str(scheme))
        assert (run.start, run.end) == ([0.0], [1234.5]), scheme


def test_two_jobs_share_a_node_and_the_rest_goes_on_alone() -> None:
    run = ran([(0, 100, 1, 1.0, 0.5), (40, 100, 1, 1.0, 0.5)], 1, "Greedy *")
    # 40 alone, 60 left each at one half: the first ends at 160, the second then has 40 left
    assert run.of(0) == [(0, 40, 1, RUN), (40, 160, 0.5, RUN)]
    assert run.of(1) == [(40, 160, 0.5, RUN), (160, 200, 1, RUN)]
    assert run.story == (
        (0, "arrive", 0),
        (0, "start", 0),
        (40, "arrive", 1),
        (40, "start", 1),
        (160, "end", 0),
        (200, "end", 1),
    )


def test_greedy_postpones_what_memory_cannot_hold() -> None:
    run = ran([(0, 100, 1, 1.0, 0.6), (10, 10, 1, 1.0, 0.6)], 1, "Greedy *")
    assert (run.start, run.end) == ([0, 100], [100, 110])


def test_greedy_p_pauses_and_the_paused_job_pays_the_penalty() -> None:
    run = ran([(0, 100, 1, 1.0, 0.6), (10, 10, 1, 1.0, 0.6)], 1, "GreedyP *")
    assert run.of(1) == [(10, 20, 1, RUN)]
    assert run.of(0) == [(0, 10, 1, RUN), (20, 320, 1, PENALTY), (320, 410, 1, RUN)]
    assert run.tables["placed"].preemptions.tolist() == [1, 0]
    assert run.story[2:] == (
        (10, "arrive", 1),
        (10, "pause", 0),
        (10, "start", 1),
        (20, "end", 1),
        (20, "resume", 0),
        (410, "end", 0),
    )


# Job 0 stands on node 0, job 1 on node 1; job 2 needs a whole node's memory but for .2, and of equal priorities the later
# submitted job has to go.
IN_THE_WAY = [(0, 1000, 1, 0.2, 0.6), (0, 1000, 1, 0.2, 0.3), (100, 50, 1, 0.2, 0.8)]


def test_greedy_p_pauses_who_is_in_the_way() -> None:
    run = ran(IN_THE_WAY, 2, "GreedyP *")
    assert run.of(0) == [(0, 1000, 1, RUN)]
    assert run.of(1) == [(0, 100, 1, RUN), (150, 450, 1, PENALTY), (450, 1350, 1, RUN)]
    assert run.of(2) == [(100, 150, 1, RUN)]
    assert run.nodes(1) == [((1, 1),)]


def test_greedy_pm_moves_who_is_in_the_way_to_where_there_is_room() -> None:
    run = ran(IN_THE_WAY, 2, "GreedyPM *")
    assert run.of(1) == [(0, 100, 1, RUN), (100, 400, 1, PENALTY), (400, 1300, 1, RUN)]
    assert run.nodes(1) == [((1, 1),), ((0, 1),)]
    assert run.tables["placed"].migrations.tolist() == [0, 1, 0]
    assert run.tables["placed"].preemptions.tolist() == [0, 0, 0]


def test_a_job_marked_for_pausing_stays_where_its_node_has_room_after_all() -> None:
    # Jobs 2, 1 and 0 are marked in this order until job 3 has a node's .8 twice; job 2 (.2) fits beside it, 1 and 0 do not.
    run = ran(
        [(0, 1000, 1, 0.2, 0.7), (0, 1000, 1, 0.2, 0.7), (0, 1000, 1, 0.2, 0.2), (100, 50, 2, 0.2, 0.8)], 2, "GreedyP *"
    )
    assert run.of(2) == [(0, 1000, 1, RUN)]
    assert run.tables["placed"].preemptions.tolist() == [1, 1, 0, 0]
    assert run.nodes(3) == [((0, 1), (1, 1))]


def test_an_arrival_at_the_instant_of_a_period_is_left_to_the_packing() -> None:
    # Greedy alone would put job 1 on the empty node; packing puts both on the first one, and job 0 was on it.
    run = ran([(0, 2000, 1, 0.4, 0.3), (600, 60, 1, 0.4, 0.3)], 2, "Greedy/per/minft=1000")
    assert run.nodes(1) == [((0, 1),)]
    late = ran([(0, 2000, 1, 0.4, 0.3), (601, 60, 1, 0.4, 0.3)], 2, "Greedy/per/minft=1000")
    assert late.nodes(1) == [((1, 1),)]


def test_the_period_alone_lets_jobs_wait_for_it() -> None:
    run = ran([(0, 100, 1, 1.0, 0.5), (1, 100, 1, 1.0, 0.5), (1300, 5, 1, 1.0, 0.5)], 1, "/per")
    assert run.start == [0, 600, 1800]
    assert run.end == [100, 700, 1805]


def test_a_star_takes_effect_at_arrivals_too_unless_told() -> None:
    # Job 2 makes job 1 go at 100 (of equal priorities the later one), job 3 makes job 0 go at 110 and leaves .3 over.
    jobs = [(0, 1000, 1, 0.2, 0.7), (0, 1000, 1, 0.2, 0.3), (100, 1000, 1, 0.2, 0.3), (110, 50, 1, 0.2, 0.4)]
    told = {when: ran(jobs, 1, "GreedyP *", star_on=when).story for when in ("event", "completion")}
    resumed = {when: [(time, job) for time, kind, job in story if kind == "resume"] for when, story in told.items()}
    assert resumed["event"][0] == (110, 1)
    assert resumed["completion"][0] == (160, 1)


def test_a_pinned_job_stays_through_the_packing_and_a_free_one_moves() -> None:
    # At 0 job 0 stands on node 0 and job 1 on node 1 (greedy spreads); at 600 the packing prefers one node for both.
    jobs = [(0, 5000, 1, 0.4, 0.2), (0, 5000, 1, 0.4, 0.2)]
    free = ran([(1, *job[1:]) for job in jobs], 2, "Greedy/per")
    assert free.nodes(1)[0] == ((1, 1),)
    assert free.nodes(1)[-1] == ((0, 1),)
    assert free.tables["placed"].migrations.sum() == 1
    pinned = ran([(1, *job[1:]) for job in jobs], 2, "Greedy/per/minft=6000")
    assert pinned.nodes(1) == [((1, 1),)]
    assert pinned.end == [5001, 5001]


def test_a_moved_job_holds_its_new_node_without_getting_on() -> None:
    jobs = [(1, 5000, 1, 0.4, 0.2), (1, 5000, 1, 0.4, 0.2)]
    moved = ran(jobs, 2, "Greedy/per")
    job = next(job for job in (0, 1) if len(moved.nodes(job)) > 1)
    assert [row[:2] + row[3:] for row in moved.of(job)] == [(1, 600, RUN), (600, 900, PENALTY), (900, 5301, RUN)]
    quick = ran(jobs, 2, "Greedy/per", penalty=0)
    assert quick.end == [5001, 5001]


def test_the_paper_s_example_of_virtual_time_decides_who_is_paused() -> None:
    # Job 0 runs 10 s at 1, is paused for 2 minutes and runs on: 10 + 15 s of virtual time after 30 s at one half.
    # We check the virtual time by when it ends: its runtime is 25 s, nothing is charged for pausing.
    jobs = [(0, 25, 1, 1.0, 0.5), (10, 120, 1, 0.1, 0.6), (130, 500, 1, 1.0, 0.4)]
    run = ran(jobs, 1, "GreedyP *", penalty=0)
    assert run.of(0) == [(0, 10, 1, RUN), (130, 160, 0.5, RUN)]


def test_priority_is_flow_over_virtual_time_squared() -> None:
    # When job 2 comes at 100, job 0 has flow 100, virtual 100 (1/100), job 1 flow 20, virtual 20 (1/20): 0 goes.
    jobs = [(0, 900, 1, 0.5, 0.5), (80, 900, 1, 0.5, 0.5), (100, 10, 1, 0.5, 0.5)]
    run = ran(jobs, 1, "GreedyP *", penalty=0)
    assert [row[:2] for row in run.of(0)][:2] == [(0, 100), (110, 910)]
    assert [row[:2] for row in run.of(1)] == [(80, 980)]


def test_runs_are_the_same_however_short_the_journal_is_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs, nodes = drawn(0)
    usual = ran(jobs, nodes, "MCB8 */per")
    monkeypatch.setattr("scheduler.topics.fractional.adapters.fractional.ROWS_PER_JOB", 0)
    assert ran(jobs, nodes, "MCB8 */per").rows == usual.rows


def test_a_linear_program_too_large_at_first_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs, nodes = drawn(0)
    usual, grown = ran(jobs, nodes, "MCB8 */opt=avg"), []
    monkeypatch.setattr("scheduler.topics.fractional.engine.fractions.ROOM", 1)
    wider = fractional_module._wider
    monkeypatch.setattr(fractional_module, "_wider", lambda *given: grown.append(1) or wider(*given))
    assert ran(jobs, nodes, "MCB8 */opt=avg").rows == usual.rows
    assert grown


def test_too_long_a_journal_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scheduler.topics.fractional.adapters.fractional.MOST_ROWS", 5)
    monkeypatch.setattr("scheduler.topics.fractional.adapters.fractional.ROWS_PER_JOB", 0)
    with pytest.raises(Unsupported, match="more than is kept; choose fewer jobs or a longer period"):
        ran(*drawn(0), "MCB8 */per")


def test_a_job_that_never_fits_is_refused_in_words() -> None:
    with pytest.raises(Unsupported, match=r"Job 101 \(line 11\) has 5 tasks and the 2 nodes have room for 4 of them"):
        ran([(0, 10, 5, 1.0, 0.5)], 2, "Greedy *")


def test_a_wrong_name_is_refused_before_anything_runs() -> None:
    with pytest.raises(ParamError, match="is no scheme"):
        ran([(0, 10, 1, 1.0, 0.5)], 2, "Greedy")


# ---- what holds in every run -----------------------------------------------------------------------------------------

NAMES = [str(scheme) for scheme in published() if scheme.bound != 300]


@pytest.mark.parametrize("name", [*NAMES, "GreedyP */per/opt=none", "/stretch-per/opt=none"])
def test_every_run_keeps_the_rules(name: str) -> None:
    for seed in range(40):
        jobs, nodes = drawn(seed)
        keeps_the_rules(jobs, nodes, ran(jobs, nodes, name), name)


def test_every_run_passes_the_audit_and_tells_what_happened() -> None:
    for seed in range(40):
        for name in ("GreedyPM */per/opt=min/minvt=600", "MCB8 */opt=min", "/stretch-per/opt=max"):
            run = simulated(*drawn(seed), name)
            assert run.certificate is not None
            assert run.certificate.passed
            assert "no node that gives more CPU than it has" in run.certificate.checks
            assert run.decisions is not None
            told = Counter((KINDS[kind], job) for kind, job in zip(run.decisions.kind, run.decisions.job, strict=True))
            for job in range(len(run.workload)):
                assert [told[kind, job] for kind in ("arrive", "start", "end", "migrate", "pause", "resume")] == [
                    1,
                    1,
                    1,
                    *[n[job] for n in (run.placed.migrations, run.placed.preemptions, run.placed.preemptions)],
                ]


def keeps_the_rules(jobs, nodes: int, run: Run, name: str) -> None:
    placed = run.tables["placed"]
    for job, (submit, runtime, tasks, need, _) in enumerate(jobs):
        rows = [row for row in run.rows if row.job == job]
        assert rows[0].begin == placed.start[job] >= submit
        assert rows[-1].end == placed.end[job]
        assert sum((r.end - r.begin) * r.yield_ for r in rows if r.kind == RUN) == HERE(runtime, abs=1e-4)
        assert all(sum(count for _, count in row.nodes) == tasks for row in rows)
        assert all(0 < row.yield_ <= 1 and row.end > row.begin for row in rows)
        assert all(a.end <= b.begin for a, b in pairwise(rows))
        pauses = [(a, b) for a, b in pairwise(rows) if a.end < b.begin]
        moves = [(a, b) for a, b in pairwise(rows) if a.end == b.begin and a.nodes != b.nodes]
        assert placed.migrations[job] == len(moves)
        assert placed.preemptions[job] == len(pauses)
        for _, b in pauses + moves:
            held = [row for row in rows if row.begin >= b.begin and row.nodes == b.nodes and row.kind == PENALTY]
            assert b.kind == PENALTY
            assert held[0].begin == b.begin
        for row in rows:
            if row.kind == PENALTY:
                since = max(b.begin for _, b in pauses + moves if b.begin <= row.begin)
                assert row.end <= since + 300
        for row in rows[1:]:
            began = [b.begin for _, b in pauses + moves if b.begin <= row.begin]
            if row.kind == RUN and began:
                assert row.begin >= began[-1] + 300
        assert need > 0
    at_every_instant(jobs, nodes, run, name)


def at_every_instant(jobs, nodes: int, run: Run, name: str) -> None:
    """Memory and CPU of every node, and the least yield, between any two changes."""
    for time in sorted({row.begin for row in run.rows}):
        cpu, memory, load = defaultdict(float), defaultdict(float), defaultdict(float)
        now = [row for row in run.rows if row.begin <= time < row.end]
        for row in now:
            _, _, _, need, share = jobs[row.job]
            for node, count in row.nodes:
                assert 0 <= node < nodes
                cpu[node] += count * need * row.yield_
                load[node] += count * need
                memory[node] += count * share
        assert max(memory.values(), default=0) <= 1 + 1e-9
        assert max(cpu.values(), default=0) <= 1 + 1e-7
        least = 1 / max(1.0, *load.values()) if load else 0.0
        if not name.startswith("/stretch"):
            assert min((row.yield_ for row in now), default=1.0) >= least - 1e-7
        if "opt=min" in name:
            for row in now:  # nobody can get more without somebody with as little or less getting less
                if row.yield_ < 1 - 1e-7:
                    full = [node for node, _ in row.nodes if cpu[node] >= 1 - 1e-6]
                    assert any(
                        row.yield_ >= max(other.yield_ for other in now if node in dict(other.nodes)) - 1e-6
                        for node in full
                    )


@pytest.mark.parametrize("name", ["GreedyP */opt=min", "GreedyPM */per/opt=min/minvt=600"])
def test_an_arrival_is_never_kept_waiting_where_it_is_let_in_by_force(name: str) -> None:
    for seed in range(40):
        jobs, nodes = drawn(seed)
        run = ran(jobs, nodes, name)
        alone = [
            job for job, (submit, *_) in enumerate(jobs) if sum(j[0] == submit for j in jobs) == 1 and submit % 600
        ]
        assert all(run.start[job] == jobs[job][0] for job in alone)


def test_pinned_jobs_keep_their_nodes_through_every_packing() -> None:
    for seed in range(60):
        jobs, nodes = drawn(seed)
        run = ran(jobs, nodes, "MCB8 */per/opt=min/minft=600")
        for job, (submit, *_) in enumerate(jobs):
            rows = [row for row in run.rows if row.job == job]
            for a, b in pairwise(rows):
                assert a.end < b.begin or a.nodes == b.nodes or a.end - submit >= 600


def test_a_run_stops_when_asked() -> None:
    work, control = shared(*drawn(0)), new_control()
    control[STOP] = 1
    with pytest.raises(Cancelled, match=r"stopped after 0 of 1\d jobs"):
        simulate(work, "dfrs", control=control)


def test_a_workload_that_tells_no_needs_is_refused_in_words() -> None:
    with pytest.raises(Unsupported, match="has to know what their tasks need, which this workload does not tell"):
        simulate(workload([(0, 1, 1)], 2), "dfrs")


def test_what_is_linear_raises_the_sum_of_yields() -> None:
    for seed in range(12):
        jobs, nodes = drawn(seed)
        first = {name: ran(jobs, nodes, f"Greedy */opt={name}") for name in ("avg", "min")}
        begin = min(job[0] for job in jobs)
        total = {name: sum(row.yield_ for row in run.rows if row.begin == begin) for name, run in first.items()}
        assert total["avg"] >= total["min"] - 1e-7


def test_whole_percents_are_whole() -> None:
    for seed in range(20):
        jobs, nodes = drawn(seed)
        for row in ran(jobs, nodes, "GreedyPM */per/opt=min/minvt=600", quantized=True).rows:
            share = 100 * row.yield_ * jobs[row.job][3]
            assert share == HERE(round(share), abs=1e-6)
            assert share >= 1 - 1e-6


def test_the_default_is_the_best_one_of_the_paper() -> None:
    assert str(parse("GreedyPM */per/minvt=600")) == "GreedyPM */per/opt=min/minvt=600"
