"""Explanations name the culprit and the numbers, and say when a reason is not known; first divergences are the first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scheduler.engine.decision_log import RULES
from scheduler.errors import UnknownKey
from scheduler.explain.english.decisions import REASONS, STARTS
from scheduler.explain.job import explain, first_divergence
from scheduler.explain.words import Names, words
from scheduler.simulate import simulate
from tests.cases import strategies
from tests.cases.small import campaigns, changed, schedule, workload

A = workload([(0, 4, 3), (0, 3, 4), (1, 2, 1), (1, 6, 1), (1, 2, 2)], 4)  # five jobs on which the policies differ
B = workload([(0, 4, 3), (0, 3, 2), (0, 5, 4), (1, 8, 1)], 4)
# appendix A of ostrich-2013
SETS = [
    (1, -1, 0, [2] * 24),
    (2, -1, 0, [3, 3, 2, 2, 2, 2, 2, 1, 1]),
    (3, -1, 0, [3, 2, 2, 1, 1, 1]),
    (3, 2, 0, [2] * 4),
]
APPENDIX = campaigns(SETS, 6, [0, 0, 2, 5])

# On two processors: one job of 4 s; one of 1 s on both; one of 1 s.
NARROW = campaigns([(1, -1, 0, [4]), (2, -1, 0, [1]), (3, -1, 0, [1])], 2, [0, 0, 0])
ONE_WIDE = replace(NARROW, jobs=changed(NARROW.jobs, processors=[1, 2, 1]))


def busy_hour(seed):
    """30 jobs in 40 seconds, far more than 8 processors can do."""
    random = np.random.default_rng(seed)
    submit = np.sort(random.integers(0, 40, 30))
    return workload(np.stack([submit, random.integers(1, 20, 30), random.integers(1, 9, 30)], 1), 8)


def text(work, policy, job, params=None, **options):
    return "\n".join(explain(simulate(work, policy, params, **options), job))


def test_what_it_asked_for_and_got():
    lines = explain(simulate(A, "easy"), 3)
    assert lines[0] == ("Job 104 (line 14) of user 7 was submitted at 1 s and asked for 1 of 4 processors for 6 s.")
    assert lines[1] == "It waited 6 s, started at 7 s and ran for 6 s, until 13 s."
    assert lines[2] == (
        "For 5 s too few processors were free (held mostly by job 102); for 1 s processors were kept free "
        "for the reservation of job 102."
    )
    assert lines[3] == "It could start when job 102 ended, which freed 4 processors and made room for it."


@pytest.mark.parametrize(
    ("work", "policy", "job", "words"),
    [
        (A, "fcfs", 0, "It started at once and ran for 4 s, until 4 s."),
        (A, "fcfs", 0, "It started at 0 s as the first in the queue: it needs 3 processors and 4 were free."),
        (
            A,
            "fcfs",
            1,
            "From 0 s to 4 s it was first in the queue once job 101 had started, but it needs 4 processors and 1 was left at 0 s.",
        ),
        (A, "fcfs", 4, "From 4 s to 7 s it stood behind job 103, which nothing may pass."),
        (A, "easy", 1, "it was promised a start at 4 s, when job 101 is due to end."),
        (A, "easy", 3, "it was promised a start at 7 s, when job 102 is due to end, leaving 3 processors over."),
        (
            A,
            "easy",
            2,
            "It was backfilled at 1 s ahead of job 102: it needs 1 processor and 1 was free, and by its requested "
            "time it is over at 3 s, not after the reservation at 4 s.",
        ),
        (
            A,
            "easy",
            3,
            "From 1 s to 3 s it did not fit: it needs 1 processor and none was left at 1 s, after job 103 started; job 102 was first",
        ),
        (A, "easy", 3, "it would have run until 9 s, past 4 s, when job 102 is to start and leave no processor over."),
        (B, "easy", 3, "that is no more than the 2 which job 102 will leave over at its reservation at 4 s."),
        (
            A,
            "backfill",
            1,
            "From 0 s to 9 s it did not fit: it needs 4 processors and 1 was left at 0 s, after job 101 started.",
        ),
        (A, "backfill", 4, "ahead of jobs submitted earlier: it needs 2 processors and 3 were free"),
        (APPENDIX, "ostrich", 0, "From 2 s to 3 s campaigns with a smaller tag went first, such as that of job 134."),
        (APPENDIX, "ostrich", 10, "From 4 s to 9 s all processors were busy."),
        (APPENDIX, "ostrich", 39, "From 5 s to 7 s its campaign was not allowed to start"),
        (APPENDIX, "ostrich", 39, "In the virtual schedule its campaign started at 7 s and was complete at 10 s."),
        (APPENDIX, "ostrich", 39, "its campaign had the smallest tag (24) of those that may start."),
        (
            APPENDIX,
            "ostrich",
            0,
            "It could start when job 135, job 136, job 138 and 1 more ended, which freed 4 processors and made",
        ),
        (
            APPENDIX,
            "campaign_fcfs",
            30,
            "From 0 s to 6 s campaigns that were ready earlier went first, such as that of job 101.",
        ),
        (APPENDIX, "ostrich", 39, "the user's previous campaign (the one of job 134) was not complete."),
        (APPENDIX, "ostrich", 39, "Its campaign was allowed to start from 7 s on."),
        (APPENDIX, "ostrich", 39, "of those that may start. Next in order was the campaign of job 101."),
        (APPENDIX, "campaign_fcfs", 30, "its campaign was submitted first of those with jobs left to start."),
        (
            ONE_WIDE,
            "campaign_fcfs",
            1,
            "From 0 s to 4 s it did not fit: it needs 2 processors and 1 was left at 0 s, after job 101 started.",
        ),
        (ONE_WIDE, "ostrich", 0, "From 0 s to 1 s job 102 went first and did not fit"),
    ],
)
def test_reasons_name_the_culprit_and_the_numbers(work, policy, job, words):
    assert words in text(work, policy, job)


def test_a_job_that_loses_its_room_within_a_pass_is_told_why_it_was_refused_and_who_took_it():
    """When it was tried 2 processors were free; the job behind it took one, as it is over by the reservation."""
    lines = explain(simulate(workload([(0, 10, 2), (1, 5, 4), (2, 20, 2), (2, 5, 1)], 4), "easy"), 2)
    assert (
        "From 2 s to 10 s it would have fitted (it needs 2 processors and 2 were free at 2 s), but by its requested "
        "time it would have run until 22 s, past 10 s, when job 102 is to start and leave no processor over; job 104 "
        "took 1 of them then."
    ) in lines


def test_a_job_that_loses_its_room_later_is_told_when():
    """The next to come takes the processor, a second after it was refused."""
    lines = explain(simulate(workload([(0, 10, 3), (1, 5, 4), (2, 20, 1), (3, 5, 1)], 4), "easy"), 2)
    assert any(
        line.endswith("job 102 is to start and leave no processor over; job 104 took it at 3 s.") for line in lines
    )


def test_the_lesson_your_own_estimate_is_told_by_its_log():
    """Job 3 fits, but asks for too long; job 4 gets the processor."""
    work = workload([(0, 6, 3), (1, 2, 4), (2, 3, 1), (2, 4, 1)], 4, requested=[6, 2, 10, 4])
    assert (
        "From 2 s to 6 s it would have fitted (it needs 1 processor and 1 was free at 2 s), but by its requested time it "
        "would have run until 12 s, past 6 s, when job 102 is to start and leave no processor over; job 104 took it then."
    ) in explain(simulate(work, "easy"), 2)


def test_a_wide_job_may_be_passed_or_not():
    assert (
        "From 0 s to 4 s job 102 went first and did not fit, and nothing may pass it (1 processor free at 0 s)."
        in text(ONE_WIDE, "campaign_fcfs", 2)
    )
    assert (
        "It was backfilled at 0 s ahead of job 102, which went first but did not fit: it needs 1 processor and 1 was "
        "free, and this policy holds nothing back for others." in text(ONE_WIDE, "campaign_fcfs", 2, {"wide": "pass"})
    )


@pytest.mark.parametrize("policy", ["ostrich", "campaign_fcfs"])
@pytest.mark.parametrize("wide", ["wait", "pass"])
def test_every_second_of_a_wait_in_campaigns_has_a_reason(policy, wide):
    for seed in range(10):
        made = simulate(strategies.portioned(seed).workload, policy, {"wide": wide})
        for job in range(len(made.placed)):
            lines = [line.split() for line in explain(made, job) if line.startswith("From ")]
            edges = [float(number) for words in lines for number in (words[1], words[4])]
            submit, start = made.placed.submit[job], made.placed.start[job]
            assert edges == pytest.approx(
                [submit, *np.repeat(edges[1:-1:2], 2), start] if start > submit else [], rel=1e-4
            )


@pytest.mark.parametrize(("real_end", "words"), [(8, "which was met"), (13, "which was missed")])
def test_a_deadline_is_told_and_whether_it_was_met(real_end, words):
    virtual = simulate(NARROW, "campaign_fcfs").virtual
    virtual = changed(virtual, deadline=[12, 12, 12], real_end=[real_end] * 3)
    made = schedule(NARROW, [0, 0, 1], policy="campaign_fcfs", virtual=virtual)
    assert f"The deadline of its campaign was 12 s, {words}." in explain(made, 0)


@pytest.mark.parametrize("policy", ["fcfs", "easy", "backfill"])
@pytest.mark.parametrize("seed", range(5))
def test_every_second_of_a_wait_has_a_reason(policy, seed):
    made = simulate(busy_hour(seed), policy)
    for job in range(30):
        lines = explain(made, job)
        spans = [line.split()[1:5] for line in lines if line.startswith("From ")]
        edges = [float(number) for begin, _, _, end in spans for number in (begin, end)]
        assert edges[::2] == [made.placed.submit[job], *edges[1:-1:2]][: len(spans)]
        assert (edges[-1] if spans else made.placed.submit[job]) == made.placed.start[job]
        assert lines[-1].startswith(("It started at", "It was backfilled at")) and "by the rule" not in lines[-1]


def test_many_reasons_are_counted_not_listed(monkeypatch):
    monkeypatch.setattr("scheduler.explain.job.MOST_REASONS", 2)
    lines = [line for line in explain(simulate(busy_hour(0), "easy"), 23) if line.startswith("From ")]
    assert lines[0].startswith("From 32 s to 40 s") and lines[-1].startswith("From 108 s to 123 s")
    assert lines[1:-1] == ["From 40 s to 108 s it had 12 more reasons, left out here."]


def test_a_moved_reservation_is_told():
    assert "was moved" in text(workload([(0, 9, 1), (0, 5, 1), (0, 5, 2)], 2, requested=[20, 30, 5]), "easy", 2)


def test_a_reason_that_was_not_kept_is_said_to_be_unknown():
    assert text(A, "easy", 3, decisions=None).endswith(
        "No decisions were logged in this run, so its reasons are not known."
    )
    assert "Why it waited from 1 s to 4 s was not kept." in text(A, "easy", 3, decisions=(3.5, 99.0))
    assert text(A, "easy", 3, decisions=(0.0, 5.0)).endswith(
        "The decision to start it was not kept, so the reason for it is not known."
    )
    assert text(A, "easy", 0, decisions=(3.5, 99.0)).splitlines()[2] == (
        "No decision on this job was kept (the log covers 4 s to 13 s), so its reasons are not known."
    )


def test_a_log_does_not_tell_why():
    recorded = replace(A, jobs=changed(A.jobs, recorded_wait=[0, 4, 0, 6, 6]))
    assert text(recorded, "recorded", 3).endswith("It started then because the log says so; a log does not tell why.")


@pytest.mark.parametrize("job", [-1, 5, 10**9])
def test_jobs_that_are_none(job):
    with pytest.raises(UnknownKey, match="rows run from 0 to 4"):
        explain(simulate(A, "easy"), job)


def test_every_rule_of_the_log_has_words():
    """Those of shared nodes are told elsewhere: test_explain_sharing.py has a story for each.

    So are kills, as they are no reason to wait or start: test_light_grid.py, tests/slurm/test_preemption.py, tests/slurm/test_reservations.py.
    """
    shared = {
        "placed_at_arrival",
        "forced_in",
        "made_way",
        "room_left",
        "packed_at_period",
        "packed_at_arrival",
        "packed_at_end",
        "packed_for_stretch",
        "memory_short",
        "left_out",
        "awaits_period",
        "equal_share",
    }
    kills = {"virtual_start", "local_start", "taken_away", "slurm_requeued", "slurm_cancelled", "slurm_over_run"}
    assert set(RULES) - set(REASONS) - set(STARTS) == {"none"} | kills | shared


# ---- first divergence -----------------------------------------------------------------------------------------------


def test_a_start_that_comes_later_in_the_other():
    fcfs, easy = simulate(A, "fcfs"), simulate(A, "easy")
    found = first_divergence(fcfs, easy)
    assert found[:3] == (1, -1, 2)
    assert (
        words(found.fact, Names(A))
        == "The schedules first differ at 1 s: easy backfills job 103, fcfs starts job 103 at 7 s."
    )
    turned = first_divergence(easy, fcfs)
    assert turned[:3] == (1, 2, -1) and turned.fact == found.fact


def test_two_jobs_at_one_instant():
    made = workload([(0, 5, 2), (0, 9, 2), (0, 3, 1)], 2)
    found = first_divergence(schedule(made, [0, 5, 14]), schedule(made, [5, 10, 0]))
    assert found[:3] == (0, 0, 2)
    assert (
        words(found.fact, Names(made))
        == "The schedules first differ at 0 s: the first run starts job 101, the second run starts job 103."
    )


def test_jobs_that_start_alike_do_not_count():
    made = workload([(0, 5, 1)] * 4, 4)
    found = first_divergence(schedule(made, [0, 0, 0, 9]), schedule(made, [0, 5, 0, 9]))
    assert found[:3] == (0, 1, -1)


def test_starting_and_backfilling_are_different_acts():
    made = workload([(0, 5, 1)] * 2, 4)
    found = first_divergence(schedule(made, [0, 3]), schedule(made, [0, 3], policy="backfill", flags=[0, 1]))
    assert found[:3] == (3, 1, 1)
    assert (
        words(found.fact, Names(made))
        == "The schedules first differ at 3 s: easy starts job 102, backfill backfills job 102."
    )


def test_equal_schedules_do_not_diverge():
    assert first_divergence(simulate(B, "easy"), simulate(B, "backfill")) is None


@pytest.mark.parametrize("seed", range(20))
def test_nothing_differs_before(seed):
    random = np.random.default_rng(seed)
    made = workload([(0, 5, 1)] * 10, 99)
    a, b = (schedule(made, random.integers(0, 5, 10)) for _ in "ab")
    found = first_divergence(a, b)
    for time in range(5):
        sets = [set(np.flatnonzero(run.placed.start == time).tolist()) for run in (a, b)]
        if sets[0] != sets[1]:
            wanted = [min(one - other, default=-1) for one, other in (sets, sets[::-1])]
            assert [found.time, found.job_in_a, found.job_in_b] == [time, *wanted]
            return
    assert found is None


def test_different_workloads_cannot_be_compared():
    with pytest.raises(ValueError, match="same workload"):
        first_divergence(simulate(A, "easy"), simulate(B, "easy"))
    assert first_divergence(simulate(A, "easy"), simulate(replace(A), "easy")) is None
