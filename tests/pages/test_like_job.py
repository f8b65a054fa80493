"""A search for a job in words on Compare: how long jobs like it wait, and one more at the begin of the selected range."""

from __future__ import annotations

from uuid import uuid4

import numpy as np
import pytest

from layouts.pages.compare.search import like_job
from layouts.state.view import FinishedRun
from scheduler.durations import human
from scheduler.errors import ParamError
from scheduler.simulate import simulate
from tests.cases import small
from tests.pages.test_wait_card import WORK, like_it

# One processor, 200 jobs of 10 s, one every 5 s: job k waits 5 k s, and starts at 10 k s.
GROWING = small.workload([(5 * at, 10, 1) for at in range(200)], 1)


def runs_of(work, *policies: str) -> list[FinishedRun]:
    return [FinishedRun(uuid4().hex, key.upper(), index, simulate(work, key), {}) for index, key in enumerate(policies)]


def answer(text: str = "1 processor for 10 s", moment: float | None = None) -> tuple[list[list[str]], str]:
    shown, said = like_job.content(runs_of(GROWING, "fcfs"), 0, text, moment)
    return shown.data["body"], said


def test_waits_of_jobs_like_it_and_of_one_more():
    # Waits of 0, 5, ..., 995 s: the median is 497.5 s, and 90 % are at most 895.5 s.  The last submission is at 995 s; the
    # jobs 0 to 99 had started.  Of 100 values the second bounds the 5 % quantile from below and the 99th the 95 %
    # quantile from above: P(Binomial(100, 0.95) <= 98) = 0.963, <= 97: 0.882.  No interval holds while waits grow; it was
    # tried where 59 had started, from 580 s on: for the jobs 116 to 199.
    shown, said = answer()
    assert shown == [["under FCFS", "200", "8 min 18 s", "14 min 56 s", "5 s to 8 min 10 s", "0.0 % of 84"]]
    assert said.startswith("One more, submitted with the last job: ") and "90.0 % are aimed at." in said
    assert said.endswith("Fewer held under FCFS: do not rely on it there.")


@pytest.mark.parametrize(
    ("moment", "wanted"),
    [(600.0, "0 s to 5 min 00 s"), (300.0, "0 s or more: 31 jobs had started"), (-1.0, "not known: none had started")],
)
def test_one_more_at_the_begin_of_the_selected_range(moment, wanted):
    shown, said = answer(moment=moment)
    assert shown[0][4] == wanted and (shown[0][5] == "—") == (moment < 600)
    assert ("submitted at 00:10:00: " in said) == (moment == 600)


def test_each_run_has_a_row_and_so_has_the_log():
    runs = runs_of(WORK, "fcfs", "easy")
    shown, _ = like_job.content(runs, 1, "8 processors for 2 h", None)
    rows = {row[0]: row[2:4] for row in shown.data["body"]}
    assert list(rows) == ["as recorded", "under FCFS", "under EASY"]
    for run in runs:
        wait = run.schedule.wait[like_it()]
        assert rows[f"under {run.name}"] == [human(float(np.median(wait))), human(float(np.quantile(wait, 0.9)))]
    recorded = WORK.jobs.recorded_wait[like_it() & (WORK.jobs.recorded_wait >= 0)]
    assert rows["as recorded"] == [human(float(np.median(recorded))), human(float(np.quantile(recorded, 0.9)))]


def test_each_run_has_its_waits_by_time_of_day():
    runs = runs_of(WORK, "fcfs", "easy")
    told = like_job.by_day(runs, 1, "8 processors for 2 h")
    rows = [row for row in told.children[1].children.data["body"] if row[0] == "under EASY"]
    submit, wait = WORK.jobs.submit[like_it()], runs[1].schedule.wait[like_it()]
    hour = ((submit + WORK.platform.start_time) % 86_400 // 3_600).astype(int)  # its clock shows UTC
    for at, row in enumerate(rows):
        part = wait[hour // 6 == at]
        assert row[1:] == [
            f"{6 * at:02}:00 to {6 * at + 6:02}:00",
            str(len(part)),
            *(human(float(np.quantile(part, share))) if len(part) else "—" for share in (0.5, 0.9)),
        ]
    assert len(rows) == 4 and like_job.by_day(runs_of(GROWING, "fcfs"), 0, "1 processor for 10 s") is None


@pytest.mark.parametrize(
    "text",
    ["user=1", "processors>=1", "wait>0 processors>=1 requested_time>=1", "64 processors for 8 h", "no query at all"],
)
def test_other_searches_and_jobs_that_are_not_there_have_no_card(text):
    assert like_job.content(runs_of(GROWING, "fcfs"), 0, text, None) is None


def test_a_typed_moment_selects_the_range_from_it_on():
    runs = runs_of(WORK, "fcfs")
    end = float(runs[0].schedule.placed.end.max())
    chosen = like_job.range_from(runs, "1 d")
    assert chosen["r0"] == 86_400.0 and chosen["r1"] >= end and like_job.range_from(runs, " ") is None
    dated = like_job.range_from(runs, "2012-06-02 00:00")
    assert dated["r0"] == pytest.approx(1_338_595_200 - WORK.platform.start_time, abs=86_400)
    with pytest.raises(ParamError, match="wanted: a time such as"):
        like_job.range_from(runs, "noon")
    with pytest.raises(ParamError, match="is behind the end of the runs; wanted: a time before"):
        like_job.range_from(runs, "90000 d")
