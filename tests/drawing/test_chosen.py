"""Searches and the selected range of Compare on the server: masks, steps from match to match, the table and its file."""

from __future__ import annotations

import csv
import io
import math
from dataclasses import replace
from types import SimpleNamespace
from uuid import uuid4

import numpy as np
import pytest
from dash import no_update

from layouts import ids
from layouts.drawing import query_mask
from layouts.pages.compare.search import search_box
from layouts.pages.compare.search.matches import answer, of_query, stepped
from layouts.pages.compare.window import range_panel
from layouts.pages.compare.window.range_table import comma_separated, rows, table
from layouts.pages.compare.window.range_users import records
from layouts.state import link, page_state
from layouts.state.link import Link
from layouts.state.view import FinishedRun, View
from scheduler.analysis.idle_over_time import idle_steps
from scheduler.analysis.query import parse
from scheduler.analysis.window_summary import range_numbers
from scheduler.model.calendars import calendar_between
from scheduler.query import instants
from scheduler.simulate import simulate
from tests.cases import small

WORK = small.workload([(0, 4, 3), (0, 3, 4), (1, 2, 1), (1, 6, 1), (1, 2, 2)], 4, users=[7, 7, 8, 9, 9])
START = (-np.inf, -1)


@pytest.fixture
def runs():
    return [
        FinishedRun(uuid4().hex, name, at, simulate(WORK, key), {})
        for at, (key, name) in enumerate((("fcfs", "FCFS"), ("easy", "EASY")))
    ]


# -- which jobs


def test_the_query_of_a_view_is_about_its_baseline(runs):
    masks = [query_mask.chosen(runs, View(only="wait>0", baseline=index)) for index in (0, 1)]
    assert [np.flatnonzero(mask).tolist() for mask in masks] == [
        np.flatnonzero(run.schedule.wait > 0).tolist() for run in runs
    ]
    assert masks[0].tolist() != masks[1].tolist()


def test_without_a_query_that_reads_there_is_no_mask(runs):
    assert query_mask.chosen(runs, View()) is None
    assert query_mask.chosen(runs, View(only="wiat>0")) is None
    assert query_mask.chosen([], View(only="wait>0")) is None


def test_a_mask_is_made_once_and_cannot_be_written(runs):
    first = query_mask.chosen(runs, View(only="wait>60"))
    assert query_mask.chosen(runs, View(only="wait > 1 min")) is first
    with pytest.raises(ValueError, match="read-only"):
        first[0] = True


def test_a_baseline_that_is_not_there_is_the_first_run(runs):
    assert query_mask.baseline(runs, 5) is runs[0]
    assert query_mask.baseline(runs, 1) is runs[1]


# -- searching


def ask(runs, text, lit="", by=1, place=START):
    return answer(runs, runs[0], text, lit, by, place)


def test_a_job_is_gone_to_and_nothing_is_lit(runs):
    found = ask(runs, "job 103", "wait>0")
    assert (found.only, found.goto["job"], found.problem) == ("", 2, "")
    assert found.goto["t0"] < found.goto["t1"]
    assert found.message == "Job 103 of user 8, 1 processor, waits 6 s, stretch 4."


def test_many_are_lit_first_and_stepped_through_then(runs):
    first = ask(runs, "user 7")
    assert (first.only, first.goto) == ("user 7", None)
    assert first.message.startswith("2 of 5 jobs, ")
    work = [job * size for job, size in zip(WORK.jobs.runtime, WORK.jobs.processors, strict=True)]
    assert f"{100 * (work[0] + work[1]) / sum(work):.1f} % of the processor-seconds." in first.message
    second = ask(runs, "user = 7", first.only)
    assert second.goto["job"] == 0
    assert second.message.startswith("Match 1 of 2: Job 101 of user 7")


def test_times_are_said_to_be_those_of_the_baseline(runs):
    assert "(times under the baseline, FCFS)." in ask(runs, "wait>0").message
    assert "baseline" not in ask(runs[:1], "wait>0").message
    assert "baseline" not in ask(runs, "size>=2").message


def test_nothing_found_and_nothing_read(runs):
    assert ask(runs, "job 9999").message == "No job matches job 9999."
    assert ask(runs, "size>4").message == "No job matches processors>4."
    assert ask(runs, "wiat>4", "user 7")[:3] == ("user 7", None, "")
    assert ask(runs, "wiat>4").problem.endswith("Did you mean wait?")
    assert of_query(runs, runs[0], "nonsense").startswith("Found 'nonsense'")


def test_steps_go_in_order_of_starts_and_around(runs):
    run, mask = runs[0], parse("job>0").rows(runs[0].schedule)
    start = run.schedule.placed.start
    order = sorted(range(5), key=lambda row: (start[row], row))
    for by in (1, -1):
        row, seen = order[0], []
        for _ in range(5):
            row = stepped(run, mask, (start[row], row), by)
            seen.append(row)
        assert seen == (order[1:] + order[:1] if by > 0 else order[:0:-1] + order[:1])
    assert stepped(run, mask, START, 1) == order[0]
    assert stepped(run, mask, (np.inf, 5), -1) == order[-1]


@pytest.mark.parametrize("job", [None, True, -1, 5, 2.5, "2", [2]])
def test_a_job_that_makes_no_sense_is_no_place(runs, job):
    def place(sent, window, by):
        return search_box.place(runs[0], link.of_stores({"job": sent, "window": window}), by)

    assert place(job, {"t0": 3.0, "t1": 9.0}, 1) == (3.0, -1)
    assert place(job, {"t0": 3.0, "t1": 9.0}, -1) == (9.0, 5)
    assert place(job, "window", 1) == START
    assert place(2, None, 1) == (float(runs[0].schedule.placed.start[2]), 2)


@pytest.mark.parametrize(
    ("asked", "button", "expected"),
    [
        ({"text": " wait>0 ", "by": 1}, None, ("wait>0", 1)),
        ({"text": "wait>0", "by": -1}, None, ("wait>0", -1)),
        ({"text": "wait>0", "by": "x"}, None, ("wait>0", 1)),
        ({"text": 3}, None, ("", 1)),
        ("wait>0", None, ("", 0)),
        (None, ids.SEARCH_NEXT, ("user 7", 1)),
        (None, ids.SEARCH_BEFORE, ("user 7", -1)),
        (None, ids.SEARCH_CLEAR, ("", 0)),
    ],
)
def test_what_a_browser_sends_is_looked_at(asked, button, expected):
    assert search_box.wanted(asked, button, "user 7") == expected


def test_lighting_leaves_the_other_looks_as_they_are():
    assert search_box.with_highlight(link.of_stores({"look": {"color": "size", "evil": 3}}), "user 7") == {
        "color": "size",
        "only": "user 7",
    }
    assert search_box.with_highlight(Link(only="user 7"), "") is None
    assert search_box.with_highlight(Link(only="user 7"), "user 7") is no_update


def test_offered_searches_find_something(runs):
    offered = search_box.searches(runs, View())
    assert len(offered) >= 5
    assert all(parse(one["text"]).rows(runs[0].schedule).any() for one in offered)
    assert search_box.searches([], View()) == []


# -- the range


def columns(runs, view):
    store = SimpleNamespace(derived=lambda key, name, compute, schedule: compute(schedule))
    return range_panel.columns(SimpleNamespace(store=store), runs, view)


def test_two_times_make_a_range():
    assert range_panel.typed("1d", "2 d 04:00:00") == ({"r0": 86_400.0, "r1": 187_200.0}, None, None)
    assert range_panel.typed("x", "")[1:] == (
        f"Found 'x'; wanted: {instants.WANTED}.",
        f"Found ''; wanted: {instants.WANTED}.",
    )
    clock = calendar_between(838_000_000, "UTC", 10**7)  # 1996-07-22 01:46:40
    assert range_panel.typed("1996-07-23", "1996-07-23 06:30", clock)[0] == {"r0": 80_000.0, "r1": 103_400.0}
    assert "does not tell when it starts" in range_panel.typed("1996-07-22", "1d")[1]
    assert range_panel.typed("2d", "1d") == (no_update, None, "Found 1 d 00:00:00; wanted: a time after 2 d 00:00:00.")
    assert range_panel.typed(None, [3])[0] is no_update


def test_what_is_written_is_what_is_typed():
    for time in (0.0, 7.0, 3_599.5, 187_200.0, -90.0):
        assert range_panel.typed(range_panel.written(time), "9wk")[0]["r0"] == time


@pytest.mark.parametrize(
    "window", [None, {}, "x", {"t0": 4}, {"t0": 9.0, "t1": 3.0}, {"t0": math.nan, "t1": 3}, {"t0": -9, "t1": 99}]
)
def test_a_window_that_makes_no_sense_is_everything(runs, window):
    ends = max(float(run.schedule.placed.end.max()) for run in runs)
    assert range_panel.of_window(runs, link.of_stores({"window": window}).window) == {"r0": 0.0, "r1": ends}


def test_the_window_shown_is_the_range(runs):
    assert range_panel.of_window(runs, {"t0": 2.0, "t1": 5.0, "p0": 0, "p1": 1}) == {"r0": 2.0, "r1": 5.0}


def test_rows_of_the_table_with_a_query(runs):
    found = columns(runs, View(r0=2.0, r1=8.0, only="user 9"))
    own = [range_numbers(run.schedule, 2.0, 8.0, idle_steps(run.schedule)) for run in runs]
    assert [column.numbers.counts for column in found] == [one.counts for one in own]
    mine = WORK.jobs.user_id == 9
    assert [column.matches.counts for column in found] == [
        range_numbers(run.schedule, 2.0, 8.0, jobs=mine).counts for run in runs
    ]
    names = [row.name for row in rows(found)]
    assert names[:5] == ["submitted", "started", "ended", "running at any time in it", "waiting at any time in it"]
    assert "paused at any time in it" not in names
    text = str(table(found, runs[0], "a range"))
    assert "of these 2 match the query" in text
    assert "★ FCFS" in text


def test_parts_of_the_idle_time_in_the_table_sum_to_it(runs):
    found = columns(runs, View(r0=-3.0, r1=30.0))
    listed = list(rows(found))
    idle_row = next(row for row in listed if row.name == "idle")
    for column in found:
        assert sum(row.read(column.numbers) for row in listed if row.part) == idle_row.read(column.numbers)


def test_the_file_has_whole_numbers_without_a_point(runs):
    found = columns(runs, View(r0=0.0, r1=8.0, only="user 9"))
    lines = list(csv.reader(io.StringIO(comma_separated(found, ["7", "8", "9"]))))
    assert lines[0] == ["group", "number", "unit", "FCFS", "EASY"]
    assert {len(line) for line in lines} == {5}
    by_name = {tuple(line[:2]): line[3:] for line in lines}
    assert by_name["jobs", "submitted"] == ["5", "5"]
    assert by_name["jobs", "submitted, matches of the query"] == ["2", "2"]
    assert by_name["processors", "used"] == [str(int(column.numbers.used)) for column in found]
    assert by_name["user 7", "used"][0] == "24"
    assert not any(value.endswith(".0") for line in lines for value in line)


def test_every_user_of_any_run_is_listed_once(runs):
    found = columns(runs, View(r0=0.0, r1=3.0))
    listed = records(found, found[0])
    assert len({row["user"] for row in listed}) == len(listed)
    assert listed[0]["user"] == 7
    for index in (0, 1):
        assert sum(row.get(f"share{index}", 0.0) for row in listed) == pytest.approx(1.0)


def test_a_range_with_rows_counts_the_jobs_drawn_there(runs, monkeypatch):
    drawn = SimpleNamespace(
        row=np.array([0, 1, 2, 3, 4]), low=np.array([0.0, 1, 2, 3, 0]), high=np.array([1.0, 2, 3, 4, 4])
    )
    asked = []
    monkeypatch.setattr(
        range_panel.picture_routes, "run_with_bars", lambda store, key, source: asked.append(source) or (None, drawn)
    )
    view = View(r0=0.0, r1=20.0, q0=1.0, q1=2.5)
    found = columns(runs[:1], view)
    assert asked == ["real"]
    assert found[0].numbers.counts["started"] == 3  # 1, 2, and 4, which is drawn over all rows
    assert found[0].numbers.idle_by_reason is None
    assert columns(runs[:1], replace(view, only="user=9"))[0].matches.counts["started"] == 1  # not 3, drawn above
    assert "only jobs drawn in processors 2 to 3 of each run" in range_panel.in_words(runs, view)
    assert "—" in str(table(found, runs[0], "a range"))


@pytest.mark.parametrize(
    "span", [None, {}, {"r0": 3}, {"r0": 5, "r1": 2}, {"r0": "a", "r1": 2}, [1, 2], {"r0": math.inf, "r1": 2}]
)
def test_a_range_that_makes_no_sense_is_none(span):
    assert page_state.read({"range": span}).view().r0 is None
