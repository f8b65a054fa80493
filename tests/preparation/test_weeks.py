"""Weeks of a log as workloads: which jobs, at which times, and what is said of a week there is not."""

from __future__ import annotations

import numpy as np
import pytest

from scheduler.errors import ParamError, WorkloadError
from scheduler.formats import swf
from scheduler.preparation import weeks
from scheduler.preparation.build import workload
from tests.preparation.test_workload import note, trace

WEEK = 604_800
HEADER = "; MaxProcs: 8\n; UnixStartTime: 1000000\n"


def submitted(*times):
    return trace(*({"submit": time} for time in times), header=HEADER)


LOG = submitted(50, 50 + WEEK - 1, 50 + WEEK, 60 + WEEK, 49 + 2 * WEEK, 50 + 3 * WEEK)


def test_weeks_are_counted_from_the_first_submission_with_empty_ones():
    assert weeks.count(LOG) == 4 and weeks.count(submitted(50)) == 1 and weeks.count(submitted(0, WEEK - 1)) == 1
    assert weeks.count(submitted(-1, 50, 40 + WEEK)) == 1  # a submission that is not known is none
    assert weeks.window(LOG, 2) == (50 + WEEK, 50 + 2 * WEEK)


def test_a_week_has_its_jobs_at_times_from_its_beginning():
    made = [workload(LOG, week=week).jobs for week in (1, 2, 4)]
    assert [jobs.job_id.tolist() for jobs in made] == [[1, 2], [3, 4, 5], [6]]
    assert [jobs.submit.tolist() for jobs in made] == [[0, WEEK - 1], [0, 10, WEEK - 1], [0]]
    assert [jobs.line.tolist() for jobs in made] == [[3, 4], [5, 6, 7], [8]]


def test_the_clock_of_the_machine_goes_with_the_week():
    made = workload(LOG, week=2)
    assert made.platform.start_time == 1_000_000 + 50 + WEEK and made.options["week_begin"] == 50 + WEEK
    assert note(made, "week").text == "Times are counted from the beginning of week 2, second 604850 of the log."
    unknown = workload(trace({}, {"submit": WEEK}), week=2)
    assert unknown.platform.start_time == 0 and unknown.jobs.submit.tolist() == [0]


def test_a_week_that_is_not_asked_for_changes_nothing():
    made = workload(LOG)
    assert made.options["week"] is None and "week_begin" not in made.options and made.jobs.submit[0] == 50


def test_a_load_is_met_inside_a_week():
    made = workload(LOG, week=2, load=0.5)
    assert made.jobs.submit[0] == 0 and made.area / (8 * (made.jobs.submit[-1] - made.jobs.submit[0])) == pytest.approx(
        0.5
    )


def test_the_first_jobs_of_a_week_can_be_taken():
    assert workload(LOG, week=2, first=2).jobs.job_id.tolist() == [3, 4]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"week": 5}, "t.swf has submissions in 4 weeks, so there is no week 5; choose one from 1 to 4."),
        ({"week": 3}, "No usable job is submitted from"),
        ({"week": 1, "begin": 3}, "A week and times from and to both say"),
        ({"week": 1, "end": 3}, "leave one out"),
    ],
)
def test_a_week_that_cannot_be_taken_is_said_in_a_sentence(options, words):
    with pytest.raises(WorkloadError) as error:
        workload(LOG, **options)
    assert words in str(error.value)


@pytest.mark.parametrize("week", [0, -1, 1.5, "first"])
def test_a_week_is_a_whole_number_from_1(week):
    with pytest.raises(ParamError, match=r"week = .*; wanted: a whole number from 1"):
        workload(LOG, week=week)


def test_campaigns_can_be_inferred_inside_a_week():
    made = workload(LOG, week=2, campaigns="inferred", arrivals="recorded")
    assert made.jobs.campaign.tolist() == [0, 0, 1]


def test_a_real_log_is_cut_into_its_weeks(real_log):
    log = swf.read(real_log("KTH-SP2-1996-2.1-cln.swf.gz").read_bytes(), "KTH")
    count = weeks.count(log)
    made = [workload(log, week=week).jobs for week in range(1, count + 1)]
    assert count == 48 and sum(map(len, made)) == 28_467
    assert all(jobs.submit.min() >= 0 and jobs.submit.max() < WEEK for jobs in made)
    whole = workload(log).jobs.submit
    again = np.concatenate([jobs.submit + week * WEEK for week, jobs in enumerate(made)])
    assert np.array_equal(again + whole[0], whole)
