"""The audit passes what is right and names what is wrong: every rule has a planted fault."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scheduler.audit.schedule import audit, audit_rows
from scheduler.model.table import Table
from tests.cases.every_case import every_case
from tests.cases.small import campaigns, changed, schedule, workload

FOUR = workload([(0, 4, 3), (0, 3, 4), (1, 2, 1), (1, 6, 1), (1, 2, 2)], 4)  # five jobs on which the policies differ
EASY = (0, 4, 1, 7, 7)

# User 5: 3 + 3 + 2 on two processors, then 2 + 2 one second after its completion.  User 9: one job of 4.
TWO_USERS = campaigns([(5, -1, 0, [3, 3, 2]), (9, -1, 0, [4]), (5, 0, 1, [2, 2])], 2, [0, 0, 6])
STARTS, SUBMITS = [0, 0, 3, 3, 8, 8], [0, 0, 0, 0, 6, 6]


def closed(starts=STARTS, submits=SUBMITS, **tables):
    return schedule(TWO_USERS, starts, submits, "ostrich", **tables)


def fluid():
    """Virtual schedule of TWO_USERS, worked by hand: one processor each until 4, then two for user 5."""
    virtual = Table.of(
        "virtual",
        campaign=[0, 1, 2],
        submit=[0, 0, 6],
        start=[0, 0, 6],
        end=[6, 4, 8],
        tag=[8, 4, 12],
        deadline=[np.nan] * 3,
        eligible=[0, 0, 6],
        real_start=[0, 3, 8],
        real_end=[5, 7, 10],
    )
    shares = Table.of("shares", time=[0, 0, 4, 4, 6, 6, 8], user=[0, 1, 0, 1, 0, 0, 0], share=[1, 1, 2, 0, 0, 2, 0])
    return {"virtual": virtual, "shares": shares}


def violation(found) -> str:
    assert found.first_violation is not None
    return found.first_violation


@pytest.mark.parametrize("starts", [(0, 4, 7, 7, 7), (0, 9, 1, 3, 4), EASY])
def test_feasible_schedules_pass(starts):
    found = audit(schedule(FOUR, starts))
    assert found.passed and found.jobs == 5 and not found.reports
    assert len(found.checks) == len(set(found.checks)) == 8


def test_ends_free_processors_before_starts_take_them():
    assert audit(schedule(workload([(0, 5, 4), (0, 5, 4)], 4), [0, 5])).passed


@pytest.mark.parametrize(
    ("column", "values", "words"),
    [
        ("start", (0, 4, 0.5, 7, 7), "Job 103 (line 13) starts at 0.5 s, before its submission at 1 s."),
        ("start", (0, 4, np.nan, 7, 7), "Job 103 (line 13) never starts."),
        (
            "start",
            (0, 4, 1, -np.inf, 7),
            "Job 104 (line 14) starts at -inf s, where float64 cannot tell who runs beside "
            "whom; wanted: less than 1,099,511,627,776 s from 0.",
        ),
        ("end", (4, 7, 4, 13, 9), "Job 103 (line 13) runs from 1 s to 4 s; wanted: 2 s long."),
        ("end", (4, 7, 3, 13, 9.001), "Job 105 (line 15) runs from 7 s to 9.001 s; wanted: 2 s long."),
        ("submit", (0, 0, 1, 2, 1), "Job 104 (line 14) is submitted at 2 s; wanted: 1 s, as in the workload."),
        ("processors", (3, 4, 1, 1, 1), "Job 105 (line 15) asks for 2 processors and is given 1."),
        ("job", (0, 1, 2, 4, 3), "Job 104 (line 14) is missing: its row holds the job of row 4."),
    ],
)
def test_a_wrong_cell_is_named(column, values, words):
    right = schedule(FOUR, EASY)
    placed = changed(right.placed, **{column: values})
    if column == "start":
        placed = changed(placed, end=placed.start + FOUR.jobs.runtime)
    assert violation(audit(replace(right, placed=placed))) == words


def test_a_missing_row_is_named():
    right = schedule(FOUR, EASY)
    assert "4 rows for 5 jobs" in violation(audit(replace(right, placed=right.placed.take(np.arange(4)))))


def test_too_many_processors():
    over = schedule(FOUR, (0, 4, 1, 1, 7))
    words = "5 of 4 processors busy at 1 s, when job 104 (line 14) starts; most: 5 at 1 s."
    assert violation(audit(over)) == words
    report = audit(over, feasible=False)
    assert report.passed and report.reports == (words,)


def test_only_space_is_excused():
    assert not audit(schedule(FOUR, (0, 4, 0, 7, 7)), feasible=False).passed


@pytest.mark.parametrize("shift", [0, 1e9, 0.123456789])
def test_times_may_lie_anywhere(shift):
    made = workload([(shift, 4.1, 3), (shift, 3.3, 4), (shift + 1, 2.7, 1)], 4)
    assert audit(schedule(made, [shift, shift + 4.1, shift + 4.1 + 3.3])).passed
    assert not audit(schedule(made, [shift, shift + 4.099, shift + 4.1 + 3.3])).passed


@every_case("seed", range(30))
def test_space_agrees_with_counting_second_by_second(seed):
    random = np.random.default_rng(seed)
    rows = np.stack([np.zeros(12), random.integers(1, 6, 12), random.integers(1, 4, 12)], 1)
    starts = random.integers(0, 20, 12)
    busy = np.zeros(30, int)
    for start, (_, runtime, processors) in zip(starts, rows.astype(int), strict=True):
        busy[start : start + runtime] += processors
    assert audit(schedule(workload(rows, busy.max()), starts)).passed
    if busy.max() > rows[:, 2].max():
        found = violation(audit(schedule(workload(rows, busy.max() - 1), starts)))
        assert found.startswith(f"{busy.max()} of {busy.max() - 1} processors")
        assert f"at {np.argmax(busy)} s" in found


# ---- closed loop ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("submits", "words"),
    [
        ([0, 0, 0, 0, 5, 5], "is submitted at 5 s; wanted: 6 s, which is 1 s of think time"),
        ([0, 0, 0, 0, 6, 7], "Job 106 (line 16) is submitted at 7 s; wanted: 6 s"),
        ([0, 1, 0, 0, 6, 6], None),
    ],
)
def test_closed_loop_submissions_follow_completions(submits, words):
    starts = [0, 1, 3, 4, 9, 9] if submits[1] else STARTS
    found = audit(closed(starts, submits))
    assert (words or "Job 102 (line 12) is submitted at 1 s; wanted: 0 s, as in the workload.") in violation(found)


def test_a_later_end_moves_the_next_campaign():
    assert "wanted: 7 s" in violation(audit(closed([0, 0, 4, 3, 9, 9])))
    assert audit(closed([0, 0, 4, 3, 9, 9], [0, 0, 0, 0, 7, 7])).passed


def test_recorded_arrivals_ignore_the_loop():
    fixed = replace(TWO_USERS, arrivals="recorded")
    assert audit(schedule(fixed, [0, 0, 5, 3, 7, 7])).passed
    assert not audit(closed([0, 0, 5, 3, 7, 7])).passed


# ---- schedules that come as rows ------------------------------------------------------------------------------------

IDS = [105, 104, 103, 102, 101]
BACKWARDS = {"job_id": IDS, "start": [7, 7, 1, 4, 0]}


def test_rows_pass_in_any_order():
    found = audit_rows(
        FOUR,
        BACKWARDS
        | {
            "end": [9, 13, 3, 7, 4],
            "submit": [1, 1, 1, 0, 0],
            "user_id": [7] * 5,
            "processors": [2, 1, 1, 4, 3],
            "color": list("abcde"),
        },
    )
    assert found.passed and found.jobs == 5 and found.checks[0] == "every job exactly once, with its user"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"job_id": [105, 104, 103, 102, 102]}, "Job 102 has 2 rows; wanted: 1."),
        ({"job_id": [105, 104, 103, 102, 77]}, "Row 5 names job 77; the workload has no such job."),
        ({"job_id": [105, 104, 103, 102, np.nan]}, "Row 5 names job nan"),
        ({"job_id": [105, 104, 103, 102], "start": [7, 7, 1, 4]}, "Job 101 (line 11) is missing (1 missing in all)."),
        ({"job_id": [], "start": []}, "Job 101 (line 11) is missing (5 missing in all)."),
        ({"start": [7, 7, 1, 4, np.nan]}, "Job 101 (line 11) never starts."),
        ({"start": [7, 7, 1, 3, 0]}, "7 of 4 processors busy at 3 s"),
        ({"end": [9, 13, 3, 7, 5]}, "Job 101 (line 11) runs from 0 s to 5 s"),
        ({"submit": [1, 1, 1, 0, -1]}, "Job 101 (line 11) is submitted at -1 s; wanted: 0 s"),
        ({"user_id": [7, 7, 7, 7, 8]}, "Job 101 (line 11) belongs to user 7, not to 8."),
        ({"processors": [2, 1, 1, 4, 3.5]}, "Job 101 (line 11) asks for 3 processors and is given"),
    ],
)
def test_wrong_rows_are_named(change, words):
    found = violation(audit_rows(FOUR, BACKWARDS | change))
    assert words in found


def test_rows_need_job_and_start():
    with pytest.raises(KeyError):
        audit_rows(FOUR, {"job_id": IDS})


def test_equal_job_ids_are_taken_in_order():
    twice = replace(FOUR, jobs=changed(FOUR.jobs, job_id=[1, 1, 2, 3, 4]))
    assert audit_rows(twice, {"job_id": [4, 1, 1, 2, 3], "start": [7, 0, 4, 1, 7]}).passed
    assert not audit_rows(twice, {"job_id": [4, 1, 1, 2, 3], "start": [7, 4, 0, 1, 7]}).passed


def test_rows_of_a_closed_loop():
    ids = TWO_USERS.jobs.job_id
    assert audit_rows(TWO_USERS, {"job_id": ids, "start": STARTS}).passed
    assert "before its submission at 6 s" in violation(
        audit_rows(TWO_USERS, {"job_id": ids, "start": [0, 0, 3, 3, 5, 8]})
    )
    assert "wanted: 6 s" in violation(
        audit_rows(TWO_USERS, {"job_id": ids, "start": STARTS, "submit": [0, 0, 0, 0, 6, 5]})
    )


def test_rows_may_be_excused_from_space():
    over = {"job_id": IDS, "start": [7, 1, 1, 4, 0]}
    assert not audit_rows(FOUR, over).passed
    assert audit_rows(FOUR, over, feasible=False).reports
