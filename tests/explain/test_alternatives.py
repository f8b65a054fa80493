"""The jobs passed over when a job started, against the log read row by row; and what another request would have done."""

from __future__ import annotations

import re

import pytest

from scheduler.engine.decision_log import KINDS, RULES
from scheduler.explain.alternatives import MOST_PASSED, passed_over, what_if
from scheduler.explain.english.decisions import REASONS
from scheduler.explain.words import Names, sentences, words
from scheduler.model.schedule import Schedule
from scheduler.replay.changed_request import SIZE, TIME, ChangedRequest, changed_request
from scheduler.simulate import simulate
from tests.cases import strategies
from tests.cases.small import workload

# Jobs 102 to 108 need the whole machine; 109 is small and passes all of them.
CROWD = workload([(0, 50, 3), *((at, 10, 4) for at in range(1, 8)), (8, 5, 1)], 4)
WIDE = workload([(0, 7_210, 3), (1, 3_600, 4), (10, 1_800, 1)], 4, requested=[7_210, 3_600, 14_400])


def rows(run: Schedule, job: int, until: float) -> list[str]:
    """The rules by which a job waited, of all rows up to an instant."""
    table = run.table("decisions")
    return [
        RULES[rule]
        for time, kind, about, rule in zip(
            table.time.tolist(), table.kind.tolist(), table.job.tolist(), table.rule.tolist(), strict=True
        )
        if about == job and time <= until and KINDS[kind] in ("skip", "reserve")
    ]


def test_a_job_that_is_backfilled_passes_all_that_wait():
    passed = passed_over(simulate(CROWD, "easy"), 8)
    assert passed.time == 8 and [one.job for one in passed.first] == [1, 2, 3, 4, 5] and passed.more == 2
    assert words(passed.first[0].reason, Names(CROWD)) == (
        "it was first in the queue, but it needs 4 processors and 1 was free at 1 s; by requested times it was "
        "promised a start at 50 s, when job 101 is due to end."
    )
    assert (
        words(passed.first[1].reason, Names(CROWD))
        == "it did not fit: it needs 4 processors and 1 was free at 2 s; job 102 was first in "
        "the queue."
    )


@pytest.mark.parametrize("key", ["easy", "conservative", "sjf", "backfill", "fcfs"])
def test_they_are_those_that_came_before_and_started_after_with_the_last_reason_of_the_log(key):
    seen = 0
    for seed in range(8):
        run = simulate(strategies.rigid(seed).workload, key)
        placed = [
            (float(a), row, float(b))
            for row, (a, b) in enumerate(zip(run.placed.submit, run.placed.start, strict=True))
        ]
        for submit, job, start in placed:
            waiting = [
                row for _, row, later in sorted(one for one in placed if one[:2] < (submit, job)) if later > start
            ]
            passed = passed_over(run, job)
            assert [one.job for one in passed.first] == waiting[:MOST_PASSED]
            assert passed.more == max(0, len(waiting) - MOST_PASSED) and passed.time == start
            for one in passed.first:
                rules = rows(run, one.job, start)
                assert bool(one.reason) == bool(rules and rules[-1] in REASONS)
                assert re.match(r"(?:it|all|campaigns|no) ", words(one.reason, Names(run.workload)))
                seen += 1
    assert seen or key == "fcfs"


def test_without_a_log_there_is_nothing_to_tell():
    assert passed_over(simulate(CROWD, "easy", decisions=None), 8).first == ()


def test_a_reason_that_was_not_kept_is_not_made_up():
    passed = passed_over(simulate(CROWD, "easy", decisions=(7.5, 20.0)), 8)
    assert [one.reason for one in passed.first] == [None] * MOST_PASSED


def _sentence(run, fact):
    return sentences([fact], run)[0]


def test_sentences_on_another_request():
    run = simulate(WIDE, "easy")
    request = changed_request(run, 2)
    assert request == ChangedRequest(TIME, 7_200.0, 10.0, backfilled=True, shorter_too=True)
    assert _sentence(run, what_if(run, 2, request)) == (
        "With a requested time of 2 h 00 min or less, not 4 h 00 min, it would have been "
        "backfilled at 10 s, 3 h 00 min earlier."
    )
    assert _sentence(run, what_if(run, 1, ChangedRequest(SIZE, 1, 1.0, False, False))) == (
        "With 1 processor, not 4, and the same runtime it would have started at 1 s, 2 h 00 min earlier."
    )
    assert _sentence(run, what_if(run, 2, ChangedRequest(TIME, 7_199.5, 10.0, True, False))).startswith(
        "With a requested time of 7199.5 s, not 4 h 00 min, it would have been"
    )
