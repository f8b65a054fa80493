"""Home: a question before its answer, five jobs drawn up to an instant, and the shipped comparison of a real log."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import numpy as np
import pytest

from layouts import ids
from layouts.pages.home import five_jobs, home_page, real_log
from scheduler.durations import human
from tests.pages.test_pages import texts

pytestmark = pytest.mark.core
ROOT = Path(__file__).parents[2]
PERCENT = re.compile(r"([0-9.]+)%")


@pytest.fixture(scope="module")
def pair() -> five_jobs.Comparison:
    return five_jobs.comparison()


def bars(panel: object) -> list:
    return [part for part in panel._traverse() if "qs-mini-bar" in (getattr(part, "className", None) or "")]  # type: ignore[attr-defined]


def ends(bar: object) -> float:
    """Percent of the whole time at which a bar ends."""
    return sum(float(PERCENT.fullmatch(bar.style[side])[1]) for side in ("left", "width"))  # type: ignore[attr-defined, index]


def test_the_two_schedules_are_those_of_the_worked_example(pair):
    assert pair.schedules[0].placed.start.tolist() == [0, 0, 28800, 39600, 39600]
    assert pair.schedules[1].placed.start.tolist() == [0, 0, 28800, 21600, 39600]
    assert pair.divergence == 21600 and pair.job == 3 and pair.instants[pair.asked] == 21600


def test_the_page_opens_at_a_question_and_does_not_tell_the_answer(pair):
    said = re.sub(r"\s+([:,])", r"\1", " ".join(texts(home_page.body(pair)).split()))
    assert five_jobs.question(pair) == "At 6 h, 3 processors are free. Which job does EASY start?"
    for words in (
        "job 3: 4 processors for 3 h, first in the queue",
        "job 4: 2 processors for 1 h",
        "job 5: 1 processor for 4 h",
    ):
        assert words in said
    assert "earlier" not in said and "backfilled" not in said
    drawn = five_jobs.charts(pair, pair.asked, True)
    assert all(len(bars(panel)) == 2 for panel in drawn[:2]) and "job 4" not in texts(drawn)


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        (3, "Right. That is what EASY does."),
        (None, "Not so. That is what FCFS does."),
        (2, "Not so. Neither policy does that."),
        (4, "Not so. Neither policy does that."),
    ],
)
def test_every_answer_is_told_what_both_policies_do(pair, chosen, words):
    said = five_jobs.verdict(pair, chosen)
    assert said == f"{words} FCFS starts none of them; EASY starts job 4."


def test_what_the_answer_follows_from_is_said_with_the_question(pair):
    assert "Job 1 is running, and has asked for 1 processor until 8 h." in five_jobs.known_by_then(pair)
    assert five_jobs.known_by_then(pair) in texts(home_page.body(pair))


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        (3, ""),
        (2, "Job 3 needs 4 processors, and at 6 h only 3 are free. It is promised 8 h, when job 1 is due to end."),
        (4, "By its requested time job 5 would run until 10 h and delay job 3, which is promised 8 h."),
        (
            None,
            "If nobody started, 3 processors would be idle for nothing. Job 4 is backfilled ahead of job 3: it needs "
            "2 processors and 3 were free, and by its requested time it is over at 7 h, not after the reservation at "
            "8 h.",
        ),
    ],
)
def test_every_wrong_answer_is_told_why_it_is_wrong(pair, chosen, words):
    assert five_jobs.objection(pair, chosen) == words
    assert words in texts(home_page.words(pair, pair.asked, home_page.NOBODY if chosen is None else str(chosen)))


def test_an_answer_brings_the_reasons_and_the_result(pair):
    said = texts(home_page.words(pair, pair.asked, "3"))
    for sentence in (
        "Job 4 under FCFS: ",
        "From 3 h to 8 h it stood behind job 3",
        "It was backfilled at 6 h ahead of",
    ):
        assert sentence in said
    assert "06:00" not in said
    assert (
        "job 4 starts 5 h earlier, and nobody waits longer: the mean wait is 3 h 24 min instead of 4 h 24 min" in said
    )
    assert (
        home_page.row_of(pair, "17") is False and home_page.row_of(pair, {"a": 1}) is False
    )  # a browser may send anything


def test_nothing_is_drawn_beyond_the_instant_but_the_reservation(pair):
    total = float(pair.instants[-1])
    for step, now in enumerate(pair.instants):
        for panel in five_jobs.charts(pair, step, False)[:2]:
            for bar in bars(panel):
                assert ends(bar) <= 100 * (now / total + five_jobs.SLIVER) + 0.01
    assert "reserved" not in texts(five_jobs.charts(pair, 0, False))
    at_three = int(np.searchsorted(pair.instants, 10800))
    assert "reserved for job 3" in str(five_jobs.charts(pair, at_three, False))


def test_a_chart_is_told_in_words(pair):
    assert (
        five_jobs.in_words(pair, 0, 21600.0, True)
        == "First come, first served (FCFS), until 6 h: job 1 from 0 h, job 2 from 0 h."
    )
    assert "job 4 from 6 h" in five_jobs.in_words(pair, 1, 21600.0, False)


def test_what_happens_is_said_in_grammatical_sentences(pair):
    said = [five_jobs.events(pair, step) for step in range(len(pair.instants))]
    assert said[0] == "At 0 h: jobs 1 and 2 are submitted; jobs 1 and 2 start under both."
    assert said[2] == "At 3 h: jobs 4 and 5 are submitted."
    assert said[3] == "At 6 h: job 2 ends under both; job 4 starts under EASY."
    assert said[6] == "At 11 h: job 3 ends under both; job 5 starts under both; job 4 starts under FCFS."


def test_the_page_is_served_finished_once_the_jobs_are_simulated():
    five_jobs.comparison.cache_clear()
    assert ids.HOME_WAIT in str(home_page.layout()) and ids.HOME_STEP not in str(home_page.layout())
    five_jobs.comparison()
    assert ids.HOME_WAIT not in str(home_page.layout()) and ids.HOME_STEP in str(home_page.layout())


def test_nothing_on_the_page_needs_plotly():
    assert "Graph(" not in str(home_page.layout())


# -- the real log


def test_the_shipped_comparison_says_what_its_numbers_say():
    shown = real_log.result()
    first, second = shown["runs"]
    finding = real_log.finding(shown).replace(real_log.KEPT, " ")
    assert human(first["wait_mean"]) in finding and human(second["wait_mean"]) in finding
    assert first["wait_mean"] > 10 * second["wait_mean"]
    assert f"{100 * shown['changed']['longer'] / shown['log']['jobs']:.1f} % of the jobs wait longer" in finding
    said = texts(real_log.card(None))
    assert shown["log"]["sha256"] in said and shown["made"]["source"]["thanks"] in said and "Open it" not in said
    assert "Open it in Compare" in texts(real_log.card("KTH-SP2-1996-2.1-cln.swf.gz"))


def test_no_job_of_the_log_is_shipped():
    """Curves and numbers of ours only: few enough that no job can be told from them."""
    text = real_log.FILE.read_text()
    assert len(text) < 10_000 < real_log.result()["log"]["jobs"]


def test_the_axis_reaches_over_all_values():
    for most in (1, 7, 38.2, 940.9, 1_000, 123_456):
        step, top = real_log.scale(most)
        assert top >= most and top / step == pytest.approx(round(top / step)) and 1 <= top / step <= real_log.LEVELS + 1


@pytest.fixture(scope="module")
def maker():
    spec = importlib.util.spec_from_file_location("make_public_result", ROOT / "docs" / "make_public_result.py")
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_the_script_counts_what_the_worked_example_shows(maker):
    content = (ROOT / "sample_traces" / "five-jobs.swf").read_bytes()
    made = json.loads(maker.text_of(maker.result(content, "five-jobs.swf")))
    assert [run["wait_mean"] for run in made["runs"]] == [15840.0, 12240.0]  # 4 h 24 min, 3 h 24 min
    assert made["changed"] == {"wait": [15840.0, 12240.0], "longer": 0, "shorter": 1, "job": 1, "loss": 0.0}
    waiting = made["waiting"]
    width = (waiting["end"] - waiting["begin"]) / maker.BUCKETS
    assert [sum(jobs) * width for jobs in waiting["jobs"]] == pytest.approx([5 * 15840, 5 * 12240], rel=1e-3)
    assert made["waits"]["share"][1][0] == pytest.approx(0.4) and made["waits"]["share"][0][-1] == 1.0
    assert made["log"]["jobs"] == 5 and len(made["log"]["sha256"]) == 64


def test_the_shipped_file_is_what_the_script_makes_of_the_log(maker, real_log):
    log = real_log("KTH-SP2-1996-2.1-cln.swf.gz")
    import gzip

    assert maker.text_of(maker.result(gzip.decompress(log.read_bytes()), log.name)) == maker.WRITTEN.read_text()
