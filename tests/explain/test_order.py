"""Of a job behind another one it is told whose value was better: of queues, and of users by what they waited for."""

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
