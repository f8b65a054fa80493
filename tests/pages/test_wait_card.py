"""How long would my job wait: the answer of Workload."""

from __future__ import annotations

import numpy as np
import pytest

from layouts.pages.workload import wait_card
from scheduler.analysis.like_jobs import Prediction
from scheduler.durations import human
from scheduler.errors import InputError
from scheduler.formats import swf
from scheduler.preparation.build import workload
from scheduler.preparation.requested_times import has_request
from tests.pages.test_pages import texts
from tests.query.test_filters import log as made_log

WORK = workload(made_log(1_500, 5))


def like_it():
    """[n] bool: jobs like one of 8 processors for 2 h; a requested time that was filled in is none."""
    jobs = WORK.jobs
    return (
        (jobs.processors >= 4)
        & (jobs.processors <= 16)
        & (jobs.requested_time >= 3600)
        & (jobs.requested_time <= 14_400)
        & has_request(WORK)
    )


def test_the_answer_counts_what_the_log_recorded():
    parts = wait_card.answer(WORK, "8 processors for 2 h", "")
    said, table = texts(parts), next(part for part in parts[-1]._traverse() if type(part).__name__ == "Table")
    waits = WORK.jobs.recorded_wait[like_it() & (WORK.jobs.recorded_wait >= 0)]
    assert (
        len(waits) > 20
        and f"Of {len(waits)} jobs like it half waited at most {human(float(np.median(waits)))}, 90 % at "
        f"most {human(float(np.quantile(waits, 0.9)))}."
        in said
    )
    assert "submitted at the end of the log" in said and sum(int(row[1]) for row in table.data["body"]) == len(waits)
    assert "processors>=4 processors<=16 requested_time>=1h requested_time<=4h" in said
    early = texts(wait_card.answer(WORK, "8 processors for 2 h", "2012-05-29"))
    assert "no upper bound is known" in early and "and 59 are needed" in early and "29 May 2012" in early
    assert "none had started" in texts(wait_card.answer(WORK, "8 processors for 2 h", "0"))
    assert "0 jobs like it none has a recorded wait" in texts(wait_card.answer(WORK, "1000 processors for 2 h", ""))


def test_the_answer_is_of_the_log_where_submit_times_are_scaled():
    scaled = workload(made_log(1_500, 5), load=2.0)
    assert (scaled.jobs.submit != WORK.jobs.submit).any()
    ours, theirs = (texts(wait_card.answer(work, "8 processors for 2 h", "")).strip() for work in (scaled, WORK))
    assert ours == theirs


def test_a_coverage_below_the_aim_is_said():
    assert (
        "80.7 % of 207 such jobs in the second half of the log the wait lay in the interval predicted at submission, "
        "less than the 90.0 % aimed at." in wait_card.coverage(Prediction(0, 1, 2, 100, 0.807, 207))
    )
    assert "; 90.0 % is aimed at." in wait_card.coverage(Prediction(0, 1, 2, 100, 0.95, 207))
    assert wait_card.coverage(Prediction(0, 1, 2, 100, float("nan"), 0)) == ""


def test_there_is_no_card_where_no_wait_was_recorded():
    bare = b"; MaxProcs: 4\n1 0 -1 5 1 -1 -1 1 9 -1 1 1 1 1 1 1 -1 -1\n"
    assert wait_card.card(workload(swf.read(bare, "bare.swf"))) is None and wait_card.card(WORK) is not None


@pytest.mark.parametrize(
    ("job", "at", "wanted"),
    [
        ("", "", "wanted: a job such as 64 processors for 8 h"),
        ("nonsense here", "", "wanted"),
        ("wait>1h", "", "depends on the policy"),
        ("64x8h", "noon", "wanted: a time such as"),
        ("64 processors for 8 h " + "or user=1 " * 100, "", "wanted"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(job, at, wanted):
    with pytest.raises(InputError, match=wanted):
        wait_card.answer(WORK, job, at)
