"""Advice: each rule speaks where its condition holds and nowhere else, and its query means the jobs it counts."""

from __future__ import annotations

import re

import numpy as np
import pytest

from scheduler.analysis.query import parse
from scheduler.explain.advice import RULES, Wide, advice
from scheduler.explain.words import Names, in_pieces, words
from scheduler.formats import swf
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.simulate import simulate
from scheduler.wording import subject
from tests.cases import small

# 5 of 10 processors are busy until 100; job 102 wants all, and while it waits jobs 103 and 104 would fit, but for too long.
GAP = small.workload([(0, 100, 5), (1, 50, 10), (2, 200, 5), (3, 200, 5)], 10)
CONVOY = workload(sample("convoy.swf"))  # job 2 wants the whole machine, sixty short jobs stand behind it
ALONE = small.workload(
    [(0, 10, 1)] + [(1, 10, 1)] * 4 + [(200, 10, 1), (300, 10, 1), (400, 200, 1)], 1, users=[5, 5, 5, 5, 5, 6, 7, 8]
)
TURNS = small.workload([(at, 10, 1) for at in range(12)], 1, users=[5, 6, 7, 8] * 3)
LONG = workload(sample("bad-estimates.swf"))  # requested times up to twenty times the runtime

# {rule: (where it speaks, where it is silent)}, each as (workload, policy)
CASES = {
    "behind_reservations": ((GAP, "easy"), (GAP, "backfill")),
    "few_wide_jobs": ((CONVOY, "fcfs"), (CONVOY, "easy")),
    "one_user": ((ALONE, "fcfs"), (TURNS, "fcfs")),
    "long_requests": ((LONG, "easy"), (LONG, "fcfs")),
}
SUBJECT = {rule.key: rule.subject for rule in RULES}


def said(key, case):
    """The pieces of an advice; None without one."""
    work, policy = CASES[key][case]
    fact = advice(simulate(work, policy), SUBJECT[key])
    return None if fact is None else in_pieces(fact, Names(work))


def text(pieces):
    return "".join(pieces)


def jobs_in(pieces):
    """(words, query) of the pieces that stand for jobs."""
    return [(str(piece), subject(piece)) for piece in pieces if subject(piece) is not None]


def test_every_rule_is_tried_here():
    assert set(CASES) == set(SUBJECT)
    assert len(set(SUBJECT.values())) == len(SUBJECT)  # one sentence for a view at most


@pytest.mark.parametrize("key", CASES)
def test_it_speaks_where_its_condition_holds_and_only_there(key):
    sentence = said(key, 0)
    assert text(sentence).endswith(".") and len(text(sentence)) < 300
    assert said(key, 1) is None
    assert jobs_in(sentence)


@pytest.mark.parametrize("key", CASES)
def test_the_query_of_a_number_means_so_many_jobs(key):
    [(name, query)] = jobs_in(said(key, 0))
    rows = parse(query).rows(simulate(*CASES[key][0]))
    count = re.match(r"(\d+) jobs?\b", name)
    assert rows.any() and (count is None or rows.sum() == int(count[1]))
    assert count is not None or name == f"User {query.split()[1]}"


def test_idle_behind_a_reservation_by_hand():
    # idle while jobs waited: 5 processors from 1 to 2, which job 102 does not fit, and from 2 to 100 behind its reservation
    assert text(said("behind_reservations", 0)).startswith(
        f"{100 * 490 / 495:.0f} % of what was idle while jobs waited was kept for reservations, most of them of 1 job of 10 processors"
    )


def test_jobs_and_processors_are_counted():
    for wide, name in (
        (Wide(1, 1, 1.0, 9.0), "1 job of 1 processor or more"),
        (Wide(2048, 1500, 1.0, 9.0), "1,500 jobs of 2,048 processors or more"),
    ):
        assert (words(wide.fact, Names()), wide.fact.query) == (name, f"processors>={wide.least}")


def test_a_user_who_waits_by_hand():
    # jobs of user 5 wait 9 + 19 + 29 + 39 s, nobody else does; they are 50 of 270 s of work
    assert text(said("one_user", 0)).startswith("User 5 has 100 % of all waiting and 19 % of the work.")


def test_surplus_of_requests_by_hand():
    run = simulate(LONG, "easy")
    [(_, query)] = jobs_in(said("long_requests", 0))
    jobs, least = LONG.jobs, float(query.removeprefix("requested_time>="))
    surplus = (jobs.requested_time - jobs.runtime) * jobs.processors
    above = jobs.requested_time >= least
    assert surplus[above].sum() >= surplus.sum() / 2 > surplus[jobs.requested_time > least].sum()
    ratio = (jobs.requested_time * jobs.processors).sum() / (jobs.runtime * jobs.processors).sum()
    assert text(said("long_requests", 0)).startswith(f"Jobs ask for {ratio:.1f} times the processor time that they use")
    assert np.isin(run.workload.jobs.requested_time, [least]).any()


def test_a_log_without_requested_times_is_not_told_to_ask_for_less():
    times = "".join(f"{job} {job} -1 50 1 -1 -1 1 -1 -1 1 1 -1 -1 -1 -1 -1 -1\n" for job in range(1, 9))
    assert advice(simulate(workload(swf.read(f"; MaxProcs: 2\n{times}".encode(), "a.swf")), "easy"), "requests") is None


@pytest.mark.parametrize("subject", sorted(set(SUBJECT.values())))
def test_no_jobs_need_no_advice(subject):
    assert advice(small.schedule(small.workload([], 4), []), subject) is None
