"""The audit of virtual schedules: it passes what is right, also of campaigns in portions, and names planted faults."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scheduler.audit.schedule import audit
from scheduler.model.table import Table
from tests.audit.test_audit import STARTS, TWO_USERS, closed, fluid, violation
from tests.cases.small import changed, schedule


def test_closed_loop_passes():
    found = audit(closed(**fluid()))
    assert found.passed, found.first_violation
    assert len(found.checks) == 14


@pytest.mark.parametrize(
    ("column", "values", "words"),
    [
        ("campaign", [0, 1, 1], "does not hold each of the 3 campaigns"),
        ("campaign", [0, 1, 3], "does not hold each of the 3 campaigns"),
        ("start", [0, -1, 6], "Campaign 0 of user 9 (first job 104 (line 14)) starts in the virtual schedule at -1 s"),
        ("end", [6, 4, 5], "Campaign 1 of user 5 (first job 105 (line 15)) is complete in the virtual schedule at 5 s"),
        ("eligible", [0, 3.5, 6], "Job 104 (line 14) starts at 3 s, but its campaign may not start before 3.5 s"),
        ("eligible", [0, np.nan, 6], "may not start before nan s"),
        ("submit", [0, 0, 5], "is submitted at 6 s, not at 5 s"),
        ("real_start", [0, 0, 8], "really starts at 3 s, not at 0 s"),
        ("real_end", [5, 7, 11], "is really complete at 10 s, not at 11 s"),
        ("end", [5, 4, 8], "gets 6 processor-seconds in the virtual schedule; wanted: its work, 8"),
        ("start", [0, 1, 6], "gets 3 processor-seconds in the virtual schedule; wanted: its work, 4"),
    ],
)
def test_a_wrong_virtual_cell_is_named(column, values, words):
    tables = fluid()
    tables["virtual"] = changed(tables["virtual"], **{column: values})
    assert words in violation(audit(closed(**tables)))


@pytest.mark.parametrize(
    ("share", "words"),
    [
        ([1, 1.5, 2, 0, 0, 2, 0], "Virtual shares add up to 2.5 of 2 processors at 0 s"),
        ([1, 1, 2, 0.5, 0, 2, 0], "Virtual shares add up to 2.5 of 2 processors at 4 s"),
        ([1, 1, 1, 0, 0, 2, 0], "Campaign 0 of user 5 (first job 101 (line 11)) gets 6 processor-seconds"),
    ],
)
def test_wrong_shares_are_named(share, words):
    tables = fluid()
    tables["shares"] = changed(tables["shares"], share=share)
    assert words in violation(audit(closed(**tables)))


# The second campaign of user 5 in two portions, 2 s apart.
PARTED = replace(
    TWO_USERS,
    jobs=changed(TWO_USERS.jobs, submit=[0, 0, 0, 0, 6, 8]),
    campaigns=changed(TWO_USERS.campaigns, inferred=[0, 0, 1]),
)


def parted(submits=(0, 0, 0, 0, 6, 8), keep=(0, 1, 2, 3), **columns):
    """Virtual schedule of PARTED, by hand: as fluid(), but the last two jobs get two processors for 1 s each."""
    virtual = Table.of(
        "virtual",
        campaign=[0, 1, 2, 2],
        submit=[0, 0, 6, 8],
        start=[0, 0, 6, 8],
        end=[6, 4, 7, 9],
        tag=[8, 4, 10, 12],
        deadline=[np.nan] * 4,
        eligible=[0, 0, 6, 8],
        real_start=[0, 3, 8, 8],
        real_end=[5, 7, 10, 10],
    )
    shares = Table.of("shares", time=[0, 0, 4, 4, 7, 8, 9], user=[0, 1, 0, 1, 0, 0, 0], share=[1, 1, 2, 0, 0, 2, 0])
    return schedule(
        PARTED, STARTS, submits, "ostrich", virtual=changed(virtual, **columns).take(np.array(keep)), shares=shares
    )


def test_portions_pass_in_any_order():
    assert audit(parted()).passed and audit(parted(keep=(3, 1, 0, 2))).passed


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            {"submits": (0, 0, 0, 0, 6, 7)},
            "Job 106 (line 16) is submitted at 7 s; wanted: 8 s, which is 1 s of think time",
        ),
        ({"keep": (0, 1, 2)}, "Campaign 1 of user 5 (first job 105 (line 15)) is submitted at 8 s, not at 6 s"),
        ({"keep": (0, 1, 2, 3, 3)}, "has a row for jobs submitted at 8 s, and there are none"),
        ({"eligible": [0, 0, 6, 8.5]}, "Job 106 (line 16) starts at 8 s, but its campaign may not start before 8.5 s."),
        ({"start": [0, 0, 6, 7.5]}, "starts in the virtual schedule at 7.5 s, before its submission at 8 s"),
        ({"real_end": [5, 7, 10, 9]}, "is really complete at 10 s, not at 9 s"),
        ({"end": [6, 4, 8, 9]}, None),
        ({"end": [6, 4, 6.5, 9]}, "gets 1 processor-seconds in the virtual schedule; wanted: its work, 2"),
        ({"end": [6, 4, 8.5, 9]}, "gets 3 processor-seconds in the virtual schedule; wanted: its work, 2"),
    ],
)
def test_a_wrong_portion_is_named(change, words):
    found = audit(parted(**change))
    assert found.passed if words is None else words in violation(found)


def test_without_a_fluid_schedule_the_rest_is_checked():
    unknown = [np.nan] * 4
    plain = {"start": unknown, "end": unknown, "tag": unknown}
    found = audit(replace(parted(**plain), shares=None))
    assert found.passed and len(found.checks) == 11
    wrong = violation(audit(replace(parted(**plain, eligible=[0, 0, 6, 9]), shares=None)))
    assert wrong == "Job 106 (line 16) starts at 8 s, but its campaign may not start before 9 s."
    assert "really starts at 3 s" in violation(audit(replace(parted(**plain, real_start=[0, 4, 8, 8]), shares=None)))


def test_shares_without_a_fluid_schedule_are_no_work():
    unknown = [np.nan] * 4
    assert "gets nan" in violation(audit(parted(start=unknown, end=unknown)))


def test_missing_shares_are_missing_work():
    tables = fluid()
    tables["shares"] = tables["shares"].take(np.zeros(7, bool))
    assert "gets 0 processor-seconds" in violation(audit(closed(**tables)))


def test_jobs_outside_campaigns_are_not_in_the_virtual_schedule():
    loose = replace(TWO_USERS, jobs=changed(TWO_USERS.jobs, campaign=[0, 0, 0, -1, 2, 2]))
    assert "Job 104 (line 14) is in no campaign" in violation(audit(replace(closed(**fluid()), workload=loose)))


def test_rows_of_the_virtual_schedule_come_in_any_order():
    tables = fluid()
    tables["virtual"] = tables["virtual"].take(np.array([2, 0, 1]))
    assert audit(closed(**tables)).passed


def test_work_by_requested_times_is_accepted():
    longer = replace(TWO_USERS, jobs=changed(TWO_USERS.jobs, requested_time=TWO_USERS.jobs.runtime * 2))
    tables = fluid()
    tables["shares"] = changed(tables["shares"], time=[0, 0, 8, 8, 12, 12, 16])
    tables["virtual"] = changed(tables["virtual"], start=[0, 0, 12], end=[12, 8, 16])
    assert audit(replace(closed(**tables), workload=longer)).passed
