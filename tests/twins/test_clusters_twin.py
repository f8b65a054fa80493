"""The rigid policies on several clusters against their plain twins, and what must hold whatever the rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from scheduler.adapters.priority_queue import SUBMISSION, run_in_order
from scheduler.analysis.idle import APART, idle_by_reason
from scheduler.analysis.wait_causes import reasons, waits_by_kind
from scheduler.engine.decision_log import RULES
from scheduler.explain.job import explain
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.trace import Platform
from scheduler.model.workload import Workload
from scheduler.simulate import new_control, simulate
from tests.cases import small, strategies
from tests.cases.strategies import Case, count
from tests.naive import clusters as naive_clusters
from tests.naive import queues as naive_queues
from tests.naive import reasons as naive_reasons
from tests.topics.parts import of_topics

Twin = Callable[[Case, tuple[int, ...]], tuple[list[int], list[int]]]


def sizes_for(case: Case, seed: int) -> tuple[int, ...]:
    """Two to four clusters, one of them with room for the widest job."""
    draw, widest = Random(seed), max(job.processors for job in case.jobs)
    made = [widest, *(draw.randint(1, widest) for _ in range(draw.randint(1, 3)))]
    draw.shuffle(made)
    return tuple(made)


def on(case: Case, sizes: tuple[int, ...]) -> Workload:
    return replace(case.workload, platform=Platform(sum(sizes), clusters=sizes))


@cache
def cases(closed: bool = False) -> list[tuple[Case, tuple[int, ...]]]:
    made = strategies.closed if closed else strategies.rigid
    found = [(seed, made(seed)) for seed in range(4_000, 4_000 + count(60))]
    return [(case, sizes_for(case, seed)) for seed, case in found]


def by(rule: Callable[[Case], naive_clusters.Rule]) -> Twin:
    def twin(case: Case, sizes: tuple[int, ...]) -> tuple[list[int], list[int]]:
        done, where = naive_clusters.run(rule(case), case.jobs, sizes, case.campaigns)
        return done.starts, [where[row] for row in sorted(where)]

    return twin


def conservative(compression: str) -> Twin:
    def twin(case: Case, sizes: tuple[int, ...]) -> tuple[list[int], list[int]]:
        made = naive_clusters.Conservative(case.jobs, sizes, case.campaigns, compression)
        return made.run().starts, [made.where[row] for row in range(len(case.jobs))]

    return twin


def queue(order: str, passing: str) -> Twin:
    rule = naive_clusters.PASSING[passing]
    return by(lambda case: naive_queues.Ordered(naive_queues.ORDERS[order], rule))


def of_topic(policy: str, params: dict[str, Any], rule: Callable[..., Any]) -> tuple[str, dict[str, Any], Twin]:
    """A policy of a topic; rule: of the users of the jobs, the sizes of the clusters, and the parameters."""

    def twin(case: Case, sizes: tuple[int, ...]) -> tuple[list[int], list[int]]:
        users = case.workload.jobs.user.tolist()
        return by(lambda _: rule(sizes=sizes, users=users, **params))(case, sizes)

    return policy, params, twin


TWINS: dict[str, tuple[str, dict[str, Any], Twin]] = {
    "fcfs": ("fcfs", {}, by(lambda case: naive_clusters.heads)),
    "easy": ("easy", {}, by(lambda case: naive_clusters.easy)),
    "easy_restricted": (
        "easy_restricted",
        {},
        by(lambda case: lambda known, jobs: naive_clusters.easy(known, jobs, restricted=True)),
    ),
    "easy_sjbf": (
        "easy_sjbf",
        {},
        by(lambda case: lambda known, jobs: naive_clusters.easy(known, jobs, shortest_first=True)),
    ),
    "backfill": ("backfill", {}, by(lambda case: naive_clusters.backfill)),
    "backfill_fair": ("backfill_fair", {}, by(lambda case: naive_clusters.Fair(case.workload.jobs.user.tolist()))),
    **{
        f"{order} {passing}": (order, {"passing": passing}, queue(order, passing))
        for order, passing in (("sjf", "none"), ("ljf", "easy"), ("saf", "any"), ("lpt", "easy"), ("wfp3", "easy"))
    },
    **{
        f"conservative {way}": ("conservative", {"compression": way}, conservative(way))
        for way in ("start", "arrival", "rebuild", "none")
    },
    **{name: of_topic(*each) for twins in of_topics("clusters", "TWINS") for name, each in twins.items()},
}
every_policy = pytest.mark.parametrize("name", list(TWINS))


def outcome(name: str, work: Workload, log: str | None = None) -> Schedule:
    """conservative is always logged here: that changes nothing, and one machine code serves all its tests."""
    key, params, _ = TWINS[name]
    return simulate(work, key, params, decisions="all" if key == "conservative" else log)


@every_policy
def test_the_kernel_does_as_its_twin(name: str) -> None:
    for case, sizes in cases():
        made = outcome(name, on(case, sizes))
        starts, where = TWINS[name][2](case, sizes)
        assert (made.placed.start.tolist(), made.placed.cluster.tolist()) == (starts, where), (case, sizes)


@every_policy
def test_it_matters_that_there_are_several(name: str) -> None:
    """Else the twins would be compared on cases where clusters make no difference."""
    key, params, _ = TWINS[name]
    apart = sum(
        outcome(name, on(case, sizes)).placed.start.sum()
        != simulate(
            replace(case.workload, platform=Platform(sum(sizes))), key, params, decisions="all"
        ).placed.start.sum()
        for case, sizes in cases()[:20]
    )
    assert apart > 3


@pytest.mark.parametrize("passing", ["none", "easy", "any"])
def test_one_cluster_is_the_machine(passing: str) -> None:
    policy = {"none": "fcfs", "easy": "easy", "any": "backfill"}[passing]
    for case, _ in cases():
        alone = run_in_order(case.workload, SUBMISSION, passing, new_control(), None)["placed"]
        usual = simulate(case.workload, policy, decisions=None).placed
        assert (alone.start.tolist(), alone.flags.tolist()) == (usual.start.tolist(), usual.flags.tolist())
        assert not alone.cluster.any()


def test_closed_arrivals_go_on_clusters_too() -> None:
    for case, sizes in cases(closed=True)[:8]:
        made = simulate(on(case, sizes), "easy", decisions=None)
        assert (made.placed.start.tolist(), made.placed.cluster.tolist()) == TWINS["easy"][2](case, sizes)


# ---- by hand --------------------------------------------------------------------------------------------------------


def made_by_hand(
    sizes: tuple[int, ...], rows: list[tuple[float, float, float]], policy: str
) -> tuple[list[float], list[int]]:
    work = replace(small.workload(rows, sum(sizes)), platform=Platform(sum(sizes), clusters=sizes))
    made = simulate(work, policy, decisions="all").placed
    return made.start.tolist(), made.cluster.tolist()


# Two clusters of 4.  102 leaves 1 + 2 processors free, and 103 needs 3 in one: together there are enough, apart there
# are not.  Its shadow is 6 in cluster 2.  104 fits into cluster 1; 105 does not end by 6, but fits nowhere else, and
# takes more than the one processor that is extra there.
SPLIT = [(0, 10, 3), (0, 6, 2), (1, 5, 3), (1, 20, 1), (2, 20, 2)]


@pytest.mark.parametrize(
    ("policy", "starts", "where"),
    [
        ("fcfs", [0, 0, 6, 6, 10], [0, 1, 1, 0, 0]),
        ("easy", [0, 0, 6, 1, 10], [0, 1, 1, 0, 0]),
        ("backfill", [0, 0, 10, 1, 2], [0, 1, 0, 0, 1]),
        ("conservative", [0, 0, 6, 1, 10], [0, 1, 1, 0, 0]),
    ],
)
def test_processors_of_two_clusters_do_not_add_up(policy: str, starts: list[float], where: list[int]) -> None:
    found = made_by_hand((4, 4), SPLIT, policy)
    assert found == (starts, where)


def test_the_lowest_of_several_clusters_and_the_earliest_shadow() -> None:
    # both clusters are free: the lower one.  At 1 both are full; cluster 2 is free first, at 3
    assert made_by_hand((2, 2), [(0, 5, 2), (0, 3, 2), (1, 1, 2)], "easy") == ([0, 0, 3], [0, 1, 1])
    # free at one instant: the lower one
    assert made_by_hand((2, 2), [(0, 3, 2), (0, 3, 2), (1, 1, 2)], "easy") == ([0, 0, 3], [0, 1, 0])
    # a job wider than cluster 1 goes to cluster 2, though that is free later
    assert made_by_hand((2, 3), [(0, 2, 2), (0, 9, 3), (1, 1, 3)], "conservative") == ([0, 0, 9], [0, 1, 1])


def test_a_reservation_moves_to_the_cluster_where_a_job_ended_early() -> None:
    rows = [(0, 3, 2), (0, 8, 2), (1, 1, 2)]
    work = replace(small.workload(rows, 4, requested=[9, 8, 1]), platform=Platform(4, clusters=(2, 2)))
    made = simulate(work, "conservative", decisions="all")
    assert (made.placed.start.tolist(), made.placed.cluster.tolist()) == ([0, 0, 3], [0, 1, 0])
    assert made.promises is not None
    told = made.promises.take(made.promises.job == 2)
    assert (told.time.tolist(), told.start.tolist(), told.cluster.tolist()) == ([1, 3], [8, 3], [1, 0])


# ---- the log --------------------------------------------------------------------------------------------------------


def test_the_log_counts_the_processors_of_one_cluster() -> None:
    work = replace(small.workload(SPLIT, 8), platform=Platform(8, clusters=(4, 4)))
    d = simulate(work, "easy", decisions="all").decisions
    assert d is not None
    told = [
        (RULES[rule], job, time, free)
        for rule, job, time, free in zip(d.rule, d.job.tolist(), d.time.tolist(), d.free.tolist(), strict=True)
        if time in (1, 2) and RULES[rule] != "none"
    ]
    assert told == [("reserved", 2, 1, 2), ("other_cluster", 3, 1, 1), ("would_delay_head", 4, 2, 2)]
    row = int(np.flatnonzero(d.rule == RULES.index("reserved"))[0])
    assert (d.shadow[row], d.extra[row], d.blocker[row], d.value[row]) == (6, 1, 1, 1)


SENTENCES = {
    2: (
        "asked for 3 of 8 processors in one of 2 clusters with up to 4 for 5 s.",
        "It waited 5 s, started at 6 s in cluster 2 and ran for 5 s, until 11 s.",
        "It could start when job 102 ended in cluster 2, which freed 2 processors and made room for it.",
        "From 1 s to 6 s it was first in the queue, but it needs 3 processors and 2 were free in the emptiest "
        "cluster at 1 s; by requested times it was promised a start at 6 s in cluster 2, when job 102 is due to end, "
        "leaving 1 processor over.",
    ),
    3: (
        "It was backfilled at 1 s ahead of job 103, which is to start in another cluster and is not delayed: it "
        "needs 1 processor and 1 was free in cluster 1.",
    ),
    4: (
        "For 4 s too few processors were free",
        "it would have fitted (it needs 2 processors and 2 were free in the emptiest cluster at 2 s)",
    ),
}


@pytest.mark.parametrize("job", list(SENTENCES))
def test_why_is_told_of_the_processors_of_a_cluster(job: int) -> None:
    work = replace(small.workload(SPLIT, 8), platform=Platform(8, clusters=(4, 4)))
    told = " ".join(explain(simulate(work, "easy", decisions="all"), job))
    for words in SENTENCES[job]:
        assert words in told, told


# ---- why jobs wait, why processors idle -----------------------------------------------------------------------------


@cache
def logged(name: str) -> list[Schedule]:
    return [outcome(name, on(case, sizes), "all") for case, sizes in cases()[:10]]


reasoned = pytest.mark.parametrize(
    "name",
    [
        "fcfs",
        "easy",
        "wfp3 easy",
        "conservative start",
        "conservative none",
        *(name for name in ("formula none", "formula easy behind", "formula conservative") if name in TWINS),
    ],
)


@reasoned
def test_reasons_are_those_of_a_plain_look(name: str) -> None:
    for made in logged(name):
        look, table = naive_clusters.Looked(made), reasons(made)
        rows = list(
            zip(*(table.columns[column].tolist() for column in ("job", "kind", "begin", "end", "culprit")), strict=True)
        )
        assert rows == [row for job in range(len(made.placed)) for row in naive_reasons.waits(look, job)]
        assert waits_by_kind(made).sum(axis=1).tolist() == made.wait.tolist()


@reasoned
def test_idle_parts_are_those_of_a_plain_look_and_sum_to_all_of_it(name: str) -> None:
    for made in logged(name):
        parts, placed = idle_by_reason(made), made.placed
        nothing, misfit, held, apart = naive_clusters.Looked(made).idle()
        assert (parts["no work"], parts["does not fit"], parts[APART]) == (nothing, misfit - apart, apart)
        assert sum(parts.values()) - nothing - misfit == held
        whole = made.workload.platform.processors * (placed.end.max() - placed.submit.min()) - made.workload.area
        assert sum(parts.values()) == whole
    assert any(idle_by_reason(made)[APART] for made in logged(name))


# ---- nobody sees the future -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "easy",
        "wfp3 easy",
        "backfill_fair",
        "conservative start",
        *(name for name in ("formula easy", "formula any", "formula conservative") if name in TWINS),
    ],
)
def test_what_is_still_to_come_changes_nothing(name: str) -> None:
    compared = 0
    for case, sizes in cases()[:20]:
        draw, made = Random(str(case)), outcome(name, on(case, sizes)).placed
        row = draw.randrange(len(case.jobs))
        job = case.jobs[row]
        other = replace(
            case,
            jobs=tuple(
                replace(job, runtime=draw.randint(1, job.requested_time)) if k == row else one
                for k, one in enumerate(case.jobs)
            ),
        )
        compared += same_until_known(made, outcome(name, on(other, sizes)).placed, row)
    assert compared


def same_until_known(made: Table, changed: Table, row: int) -> bool:
    """Assert that two runs start alike until a job ends in either of them; whether it ends at different times."""
    known = min(made.end[row], changed.end[row])
    before = made.start < known
    assert np.array_equal(before, changed.start < known)
    assert np.array_equal(made.start[before], changed.start[before])
    assert np.array_equal(made.cluster[before], changed.cluster[before])
    return bool(made.end[row] != changed.end[row])
