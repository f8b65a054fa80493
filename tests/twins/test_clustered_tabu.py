"""tabu on several clusters against its plain twin: starts, clusters, every move it tries, and what each plan is worth.

Cases: few instants and few sizes, so that clusters are equally good again and again, jobs that end early, and ticks
every few seconds.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from scheduler.engine import decision_log
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.policies import tabu
from scheduler.simulate import simulate
from tests.cases import plan_cases
from tests.cases.strategies import Case, count
from tests.naive import clusters as naive_clusters
from tests.naive import tabu as naive_tabu
from tests.naive.clustered_tabu import Tabu, search
from tests.naive.rigid import Job
from tests.naive.tabu import Worth
from tests.twins.test_clusters_twin import same_until_known
from tests.twins.test_conservative_twins import starts
from tests.twins.test_tabu_twins import assert_worth, by_program, told
from tests.wrong.clustered_tabu import SEARCHES, WAY

WAYS = [
    {"period": 10},
    {"period": 5, "tabu_length": 0, "seed": 2**53 - 1},
    {"period": 10, "tabu_length": 1, "iterations": 3.5, "seed": 5},
    {"period": 15, "tabu_length": 2, "most": 5, "seed": 6},
    {"period": 30, "tabu_length": 3, "iterations": 6.0, "seed": 7},
    {"period": 60, "iterations": 8.0, "seed": 8},
    {"period": 7, "iterations": 0.5, "seed": 9},
    {"period": 10, "weights": (0.0, 1.0, 0.0, 0.25), "seed": 10},
    {"period": 20, "weights": (0.0, 0.0, 0.0, 1.0), "tabu_length": 3, "seed": 11},
    {"period": 10, "weights": (2.0, 0.0, 1.0, 0.0), "tabu_length": 1, "iterations": 4.0, "seed": 12},
]
every_way = pytest.mark.parametrize("way", WAYS, ids=str)
Promise = tuple[float, int, float, int]  # (when, job, start, cluster)


def cases(number: int = 120) -> list[Case]:
    """Some of them with more jobs."""
    return plan_cases.of("clustered", count(number)) + plan_cases.of("crowded", count(number) // 10)


def solved(case: Case, **params) -> Tabu:
    return _solved(case, tuple(({"seed": 1} | params).items()))


@cache
def _solved(case: Case, params: tuple) -> Tabu:
    return search(case, **dict(params))


def clusters(twin: naive_clusters.Conservative) -> list[int]:
    return [twin.where[row] for row in range(len(twin.jobs))]


def rows(table: Table | None, job: str = "job", start: str = "start", cluster: str = "cluster") -> list[Promise]:
    """(time, job, start, cluster) of a table that may call them otherwise."""
    assert table is not None
    return list(zip(*(table.columns[name].tolist() for name in ("time", job, start, cluster)), strict=True))


def reservations(run: Schedule) -> list[Promise]:
    """Those of the log."""
    assert run.decisions is not None
    return rows(run.decisions.take(run.decisions.kind == decision_log.RESERVE), start="shadow", cluster="value")


def first(promises: list[Promise]) -> dict[int, Promise]:
    """What each job was told when it was submitted."""
    return {promise[1]: promise for promise in reversed(promises)}


def reserved(promises: list[Promise]) -> list[Promise]:
    """Promises of a twin without those of newcomers that start at once: nothing is reserved for these."""
    return [one for one in promises if one[0] < one[2] or one != first(promises)[one[1]]]


# -- the kernel does as the twin --------------------------------------------------------------------------------------


@every_way
def test_starts_clusters_and_moves_are_those_of_the_twin(way: dict) -> None:
    accepted = 0
    for seed, case in enumerate(cases()):
        run, twin = by_program(case, **way), solved(case, **way)
        wanted = [
            (one.time, one.waiting, one.iteration, -1 if one.job is None else one.job, one.accepted)
            for one in twin.told
        ]
        assert (starts(run), run.placed.cluster.tolist()) == (twin.done.starts, clusters(twin)), f"clustered {seed}"
        assert told(run) == wanted, f"clustered {seed}"
        assert_worth(run, twin.told)
        accepted += sum(one.accepted for one in twin.told)
    assert accepted > 5


@every_way
def test_promises_and_reservations_are_those_of_the_twin(way: dict) -> None:
    """Before and after each search, not the plans tried between; without a log there are the first ones."""
    elsewhere = 0
    for seed, case in enumerate(cases(60)):
        logged, run, twin = by_program(case, decisions="all", **way), by_program(case, **way), solved(case, **way)
        assert sorted(reservations(logged)) == sorted(reserved(twin.promises)), f"clustered {seed}"
        assert first(rows(logged.promises)) == first(rows(run.promises)) == first(twin.promises), f"clustered {seed}"
        assert set(rows(logged.promises)) == set(twin.promises), f"clustered {seed}"
        assert len(run.promises or ()) == len(case.jobs)
        elsewhere += sum(one[3] != first(twin.promises)[one[1]][3] for one in twin.promises)
    assert elsewhere > 3


@pytest.mark.parametrize("name", SEARCHES)
def test_a_wrong_search_is_told_from_the_kernel(name: str) -> None:
    rules, seed = SEARCHES[name]
    case = plan_cases.clustered(seed)
    run = by_program(case, decisions="all", **WAY)
    found = starts(run), run.placed.cluster.tolist(), sorted(reservations(run))
    right, wrong = (search(case, rule, seed=1, **WAY) for rule in (Tabu, rules))
    assert found == outcome(right)
    assert found != outcome(wrong)


def outcome(twin: Tabu) -> tuple[list[int], list[int], list[Promise]]:
    return twin.done.starts, clusters(twin), sorted(reserved(twin.promises))


# -- one cluster, or none of use --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "way", [{}, {"period": 1, "tabu_length": 1}, {"period": 2, "iterations": 3.5, "seed": 4}], ids=str
)
def test_one_cluster_is_the_machine(way: dict) -> None:
    for case in plan_cases.of("searched", count(40)):
        alone = replace(case, clusters=(case.processors,))
        twin, usual = (
            search(alone, **{"seed": 1, "period": 3} | way),
            naive_tabu.search(case, **{"seed": 1, "period": 3} | way),
        )
        assert (twin.done.starts, twin.told) == (usual.done.starts, usual.told)
        assert twin.promises == [(*promise, 0) for promise in usual.promises]
        run = by_program(alone, **way)
        assert (starts(run), run.placed.cluster.tolist()) == (twin.done.starts, [0] * len(case.jobs))


@pytest.mark.parametrize("place", [0, 1, 2])
def test_clusters_too_small_for_every_job_change_nothing(place: int) -> None:
    """Then the kernel for clusters does what the one for one machine does."""
    for case in plan_cases.of("searched", count(40)):
        wide = replace(
            case,
            processors=2 * case.processors,
            jobs=tuple(replace(job, processors=2 * job.processors) for job in case.jobs),
        )
        sizes = [1, 1]
        sizes.insert(place, wide.processors)
        among, usual = by_program(replace(wide, processors=sum(sizes), clusters=tuple(sizes))), by_program(wide)
        assert (starts(among), set(among.placed.cluster)) == (starts(usual), {place})
        for name, column in (usual.search or Table("search", {})).columns.items():
            np.testing.assert_array_equal(among.search.columns[name], column)


# -- what has to hold -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "nothing", [{"iterations": 0.0}, {"weights": (0.0, 0.0, 0.0, 0.0)}, {"period": 10**6}], ids=str
)
def test_without_a_search_it_is_conservative(nothing: dict) -> None:
    for case in cases():
        twin, plain = solved(case, **nothing), naive_clusters.Conservative(case.jobs, case.clusters, case.campaigns)
        assert (twin.done.starts, twin.where, twin.promises) == (plain.run().starts, plain.where, plain.promises)
        run, usual = by_program(case, **nothing), simulate(case.workload, "conservative", {"compression": "start"})
        assert starts(run) == starts(usual)
        assert run.placed.cluster.tolist() == usual.placed.cluster.tolist()


class _Watched(Tabu):
    """Looks at every plan that is taken."""

    def take(self, new: dict[int, int]) -> None:
        super().take(new)
        assert min(new.values()) >= self.now
        running = {row: start for row, start in self.done.start.items() if row not in self.ended}
        held = [
            (start, start + self.jobs[row].requested_time, self.jobs[row].processors, self.where[row])
            for row, start in (running | new).items()
        ]
        assert_room(held, self.sizes)


def assert_room(held: list[tuple[int, int, int, int]], sizes: tuple[int, ...]) -> None:
    """No cluster holds more than it has at any instant; held: (begin, end, processors, cluster)."""
    for cluster, size in enumerate(sizes):
        here = [one for one in held if one[3] == cluster]
        for instant, *_ in here:
            assert sum(processors for begin, end, processors, _ in here if begin <= instant < end) <= size


def test_every_plan_has_room_in_the_clusters() -> None:
    for case in cases():
        twin = search(case, _Watched, seed=1, period=10, tabu_length=2)
        ran = [
            (twin.done.start[row], twin.done.end[row], job.processors, twin.where[row])
            for row, job in enumerate(case.jobs)
        ]
        assert_room(ran, case.clusters)
        assert all(twin.done.submit[row] <= start for row, start in twin.done.start.items())


def test_an_accepted_plan_is_better_by_its_weights() -> None:
    for case in cases():
        moves = solved(case, period=10).told
        for before, after in pairwise(moves):
            gained = before.best != after.best
            assert not gained or before.time != after.time or after.accepted
        assert all(move.accepted == (move.weight > naive_tabu.LEAST) for move in moves if move.weight is not None)


def test_it_matters_that_there_are_several() -> None:
    """Else the kernels would be compared where clusters make no difference."""
    runs = [(by_program(case, period=10), by_program(replace(case, clusters=()), period=10)) for case in cases(30)]
    assert sum(starts(one) != starts(other) for one, other in runs) > 3


def test_what_is_still_to_come_changes_nothing() -> None:
    compared = 0
    for case in cases():
        draw, made = Random(str(case)), by_program(case, period=10).placed
        row = draw.randrange(len(case.jobs))
        job = case.jobs[row]
        jobs = [replace(one, runtime=draw.randint(1, one.requested_time)) if one is job else one for one in case.jobs]
        compared += same_until_known(made, by_program(replace(case, jobs=tuple(jobs)), period=10).placed, row)
    assert compared


# -- what is kept of many searches


@pytest.mark.parametrize("clusters", [True, False])
def test_of_many_searches_every_so_manieth_is_kept_whole(clusters: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    thinned = 0
    for case in cases()[:40]:
        case = case if clusters else replace(case, clusters=())
        every = searches(by_program(case, period=5))
        room = max([len(rows) for rows in every], default=1) + 3
        monkeypatch.setattr(tabu, "KEPT", room)
        kept = searches(by_program(case, period=5))
        monkeypatch.undo()
        stride = next(2**k for k in range(20) if sum(map(len, every[:: 2**k])) <= room)
        assert kept == every[::stride]
        thinned += stride > 1
    assert thinned


def searches(run: Schedule) -> list[list[tuple]]:
    """The rows of each search: how it began, then its moves, each with its number."""
    assert run.search is not None
    rows = list(zip(*(column.tolist() for column in run.search.columns.values()), strict=True))
    first = np.flatnonzero(run.search.iteration == 0).tolist()
    assert first[:1] == [0] * bool(rows)
    return [rows[begin:end] for begin, end in pairwise([*first, len(rows)])]


# -- worked by hand ---------------------------------------------------------------------------------------------------

# Clusters of 2 and 2, every job takes all of one.  The first runs in cluster 0 until 10, the second in cluster 1 until
# 12.  The third (30 s) is planned for 10 in cluster 0, the fourth (5 s) for 12 in cluster 1.  At the tick at 5, with
# the third taken out, the fourth moves from 12 in cluster 1 to 10 in cluster 0, until 15; so the third is put back in
# cluster 1, at 12.  Both are in the other cluster then.
CROSSED = Case(4, (Job(0, 10, 10, 2), Job(0, 12, 12, 2), Job(0, 30, 30, 2), Job(0, 5, 5, 2)), clusters=(2, 2))


def test_a_move_carries_jobs_to_other_clusters() -> None:
    """By whichever draw comes first: with the fourth taken out nobody is behind it, and it is put back where it was."""
    for seed in range(5):
        run, twin = by_program(CROSSED, seed=seed, period=5, decisions="all"), solved(CROSSED, seed=seed, period=5)
        wanted = ([0, 0, 12, 10], [0, 1, 1, 0])
        assert (twin.done.starts, clusters(twin)) == wanted
        assert (starts(run), run.placed.cluster.tolist()) == wanted
        moved = [(0, 2, 10, 0), (0, 3, 12, 1), (5, 2, 12, 1), (5, 3, 10, 0)]
        assert sorted(twin.promises) == [(0, 0, 0, 0), (0, 1, 0, 1), *moved]
        assert sorted(reservations(run)) == moved


def test_what_such_a_move_is_worth() -> None:
    """Waits 10 and 12, then 12 and 10, of 30 s and 5 s.

    Bounded stretch: (40/30 + 17/5)/2 = 71/30, then (42/30 + 15/5)/2 = 11/5.  Wait: 11 both times; response
    (40 + 17)/2 = (42 + 15)/2 = 57/2 both times.  Users 0 (first and fourth job), 1 and 2 get 30, 24 and 60 processor-s;
    waits per area 12/30, 0, 10/60, mean 17/90, differences 19/90, 17/90, 2/90; then 10/30, 0, 12/60, mean 8/45,
    differences 7/45, 8/45, 1/45.
    """
    before = Worth(Fraction(71, 30), Fraction(11), Fraction(57, 2), Fraction(19**2 + 17**2 + 2**2, 90**2))
    after = Worth(Fraction(11, 5), Fraction(11), Fraction(57, 2), Fraction(7**2 + 8**2 + 1, 45**2))
    weight = Fraction(5, 71) + Fraction(654 - 456, 654)  # (71/30 - 66/30) / (71/30), and F in 1/8100
    for seed in range(5):
        twin = solved(CROSSED, seed=seed, period=5)
        taken = next(move for move in twin.told if move.accepted)
        assert (taken.time, taken.job, taken.best, taken.weight) == (5, 2, after, weight)
        assert twin.better(before, after) == weight
        run = by_program(CROSSED, seed=seed, period=5)
        assert run.search is not None
        row = run.search.take(run.search.accepted == 1)
        found = [row.columns[name].tolist() for name in ("bounded_stretch", "wait", "response", "unfairness", "weight")]
        assert found == [pytest.approx([float(value)], rel=1e-12) for value in (*after, weight)]


# Three clusters of 2, busy until 12, 10 and 12.  The long job is planned for 10 in cluster 1, the short one for 12, in
# cluster 0 and not in cluster 2.  The move takes the short one to 10 in cluster 1; the long one is put back at 12, when
# cluster 0 and cluster 2 are both free: in cluster 0, and cluster 2 stays idle.
LOWEST = Case(
    6, (Job(0, 12, 12, 2), Job(0, 10, 10, 2), Job(0, 12, 12, 2), Job(0, 30, 30, 2), Job(0, 5, 5, 2)), clusters=(2, 2, 2)
)

# Clusters of 3 and 4.  The first takes cluster 0 until 28, the second 2 processors of cluster 1 until 30.  The third
# needs all of cluster 1: at 30.  The fourth, of 2 processors for 12 s, comes at 19: in cluster 1 it would be in the way
# of the third until 31, so it is planned for 28 in cluster 0.  At the tick at 20, with the third taken out, the fourth
# could start at once beside the second; but it is planned before the third, so it does not move.
NOT_BEFORE = Case(7, (Job(0, 28, 28, 3), Job(0, 30, 30, 2), Job(0, 10, 10, 4), Job(19, 12, 12, 2)), clusters=(3, 4))


@pytest.mark.parametrize(
    ("case", "period", "wanted"),
    [(LOWEST, 5, ([0, 0, 0, 12, 10], [0, 1, 2, 0, 1])), (NOT_BEFORE, 10, ([0, 0, 30, 28], [0, 1, 1, 0]))],
    ids=["lowest", "not before"],
)
def test_small_examples(case: Case, period: int, wanted: tuple[list[int], list[int]]) -> None:
    for seed in range(5):
        twin, run = solved(case, seed=seed, period=period), by_program(case, seed=seed, period=period)
        assert (twin.done.starts, clusters(twin)) == wanted
        assert (starts(run), run.placed.cluster.tolist()) == wanted


def test_all_jobs_would_move_otherwise() -> None:
    """The example above is one where it matters: at 20 beside the second, and the third at 32, are better."""
    wrong = search(NOT_BEFORE, SEARCHES["jobs planned before it move"].rules, seed=1, period=10)
    assert (wrong.done.starts, clusters(wrong)) == ([0, 0, 32, 20], [0, 1, 1, 1])
