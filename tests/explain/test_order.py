"""Whose value was better of a job behind another one, and who took the processors that a job was refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scheduler.engine.decision_log import KINDS
from scheduler.explain.decision import decision_of, reason
from scheduler.explain.job import explain
from scheduler.explain.words import Names, words
from scheduler.model.trace import Platform
from scheduler.simulate import simulate
from tests.cases.small import changed, workload
from tests.cases.strategies import Case
from tests.naive.rigid import Job

BOTH = [(0, 4, 2), (1, 5, 2), (2, 2, 2)]  # jobs that want both of two processors
# On three processors: user 1 waits 4 s for his first job, user 2 does not wait.
USERS = workload([(0, 4, 3), (0, 2, 1), (0, 2, 2), (6, 5, 2), (6, 5, 2)], 3, [2, 1, 2, 2, 1])


def of_queues(*numbers):
    work = workload(BOTH, 2)
    return replace(work, jobs=changed(work.jobs, queue=list(numbers)))


def refusals(made, job, length="long"):
    """The reasons for which it waits, as they were decided."""
    log, names = made.decisions, Names(made.workload)
    rows = [row for row in range(len(log)) if log.job[row] == job and KINDS[log.kind[row]] in ("skip", "reserve")]
    return [words(reason(made, decision_of(made, row)), names, length) for row in rows]


@pytest.mark.parametrize(
    ("queues", "passing", "told"),
    [
        ((1, 1, 3), "none", "it stood behind job 102, which nothing may pass (job 102 came to queue 1, job 103 to queue 3, which goes behind that)."),
        ((1, 3, 3), "none", "it stood behind job 102, which nothing may pass (both came to queue 3, and job 102 was submitted first)."),
        ((1, 1, 3), "any", "it did not fit: it needs 2 processors and none was free at 2 s."),
        ((-1, -1, -1), "none", "it stood behind job 102, which nothing may pass."),
    ],
)  # fmt: skip
def test_the_queue_that_goes_first_is_told(queues, passing, told):
    assert refusals(simulate(of_queues(*queues), "priority_queues", {"passing": passing}), 2)[0] == told


def test_the_queues_are_told_in_short():
    made = simulate(of_queues(1, 1, 3), "priority_queues")
    fact = reason(made, decision_of(made, [*made.decisions.job].index(2) + 1))
    assert words(fact.order, Names(made.workload), "short") == "queue 1 before 3"


def test_the_user_who_waited_more_is_told():
    """At 6 s the first user has waited 4 s for 2 processor-seconds, the second 4 s for 16."""
    made = simulate(USERS, "backfill_fair")
    assert refusals(made, 3)[-1] == (
        "it did not fit: it needs 2 processors and 1 was left at 6 s, after job 105 started (the user of job 105 has "
        "priority 2, that of job 104 0.25)."
    )


def test_who_took_the_processors_of_a_cluster_is_told():
    """Beside a full cluster: when the fifth job is refused two processors are free, one since then; two jobs take them."""
    rows = [(0, 30, 4), (0, 10, 2), (0, 2, 1), (1, 5, 4), (2, 20, 2), (2, 5, 1), (2, 6, 1)]
    work = replace(workload(rows, 8), platform=Platform(8, clusters=(4, 4)))
    assert (
        "From 2 s to 7 s it would have fitted (it needs 2 processors and 2 were free in the emptiest cluster at 2 s), but "
        "by its requested time it would have run until 22 s, past 10 s, when job 104 is to start and leave no processor "
        "over; job 106 took 1 of them then."
    ) in explain(simulate(work, "easy"), 4)


def test_all_who_took_the_processors_are_told():
    """Of three that would have been too few by one for the third job, the fourth and the fifth take one each."""
    rows = [(0, 10, 1), (1, 5, 4), (2, 20, 2), (2, 5, 1), (2, 6, 1)]
    assert any(
        line.endswith("leave no processor over; job 104 and job 105 took 2 of them then.")
        for line in explain(simulate(workload(rows, 4), "easy"), 2)
    )


# Beside a reservation two processors are free for a job that has to wait, until another one takes them.
BESIDE = workload([(0, 10, 2), (1, 10, 3), (2, 20, 2), (4, 4, 1)], 4)
ENDS_EARLY = workload([(0, 5, 4), (1, 5, 2), (6, 4, 3)], 4, requested=[10, 5, 4])
# The second job ends 7 s before it has to, which moves the reservations of the third and of the fourth.
MOVES = workload([(0, 10, 2), (0, 5, 1), (1, 10, 5), (2, 20, 2), (5, 5, 2)], 5, requested=[10, 12, 10, 20, 5])


@pytest.mark.parametrize(
    ("work", "policy", "params", "job", "told"),
    [
        (BESIDE, "slack_based", {"slack": 1}, 2, "From 4 s to 10 s after 2 s it had waited for long enough to hold a reservation, which was for 20 s (it needs 2 processors and 2 were free at 4 s); job 104 took 1 of them then."),
        (ENDS_EARLY, "conservative", {"compression": "none"}, 1, "From 5 s to 6 s it would have fitted (it needs 2 processors and 4 were free at 5 s; job 103 took 3 of them at 6 s) and delayed nobody, but its reservation for 10 s was left where it was: this kind of compression does not move it."),
    ],
)  # fmt: skip
def test_who_took_the_processors_beside_reservations_is_told(work, policy, params, job, told):
    assert told in explain(simulate(work, policy, params), job)


def test_who_took_the_processors_before_a_queue_was_looked_at_is_told():
    """The fourth job would fit in the first cluster, of whose queue only the first job is looked at; the fifth comes from
    the other one, which is full."""
    sizes = Job(0, 10, 10, 2), Job(0, 20, 20, 4), Job(1, 10, 10, 3), Job(2, 5, 5, 1), Job(3, 4, 4, 2)
    made = simulate(Case(8, sizes, clusters=(4, 4), homes=(0, 1, 0, 0, 1)).workload, "work_exchange", {"depth": 0})
    assert (
        "From 2 s to 10 s it would have fitted without delaying job 3 (it needs 1 processor and 2 were free in cluster 1 "
        "at 2 s; job 5 took them all at 3 s), but of every queue only the first job and 0 behind it are looked at."
    ) in explain(made, 3)
