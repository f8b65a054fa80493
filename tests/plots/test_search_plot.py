"""The plot of a search: what it makes of tables written by hand, and of the sample that is worked out by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import numpy as np
import pytest

from layouts.plots import search
from layouts.state.view import FinishedRun, View
from scheduler.formats import swf
from scheduler.model.table import Table
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from tests.cases import small

SAMPLE = Path(__file__).parents[2] / "sample_traces" / "searched-plan.swf"
# (time, iteration, job, accepted, weight, bounded stretch, wait, response, F)
TWO = [
    (300, 1, 2, 0, -0.5, 8.0, 400.0, 500.0, 2.0),
    (300, 2, 1, 1, 0.75, 6.0, 300.0, 400.0, 2.0),
    (300, 3, -1, 0, 0.0, 6.0, 300.0, 400.0, 2.0),
    (300, 4, 2, 1, 0.5, 2.0, 200.0, 300.0, 3.0),
    (300, 5, 3, 0, -1.0, 2.0, 200.0, 300.0, 3.0),
    (600, 1, 3, 1, 0.25, 2.0, 50.0, 100.0, 1.0),
    (600, 2, 2, 0, -2.0, 2.0, 50.0, 100.0, 1.0),
]


def table(rows) -> Table:
    time, iteration, job, accepted, weight, stretch, wait, response, unfairness = zip(*rows, strict=True)
    return Table.of(
        "search",
        time=time,
        waiting=np.full(len(rows), 3),
        iteration=iteration,
        job=job,
        accepted=accepted,
        weight=weight,
        bounded_stretch=stretch,
        wait=wait,
        response=response,
        unfairness=unfairness,
    )


def run(rows, name: str = "Tabu search", index: int = 0) -> FinishedRun:
    work = small.workload([(0, 500, 1), (10, 100, 1), (20, 100, 1), (30, 100, 1)], 1)
    schedule = small.schedule(work, [0, 600, 500, 700], policy="tabu", search=table(rows) if rows else None)
    return FinishedRun(uuid4().hex, name, index, schedule, {})


def test_searches_and_what_they_gain():
    found = search.ticks(table(TWO))
    assert found.time.tolist() == [300, 600]
    assert (found.first.tolist(), found.last.tolist()) == ([0, 5], [4, 6])
    assert found.gain.tolist() == [1.25, 0.25]


def test_the_course_of_a_search_changes_where_a_move_is_accepted():
    one = search.course(table(TWO), 0, 4)
    assert one.has_beginning
    assert one.iteration.tolist() == [0, 2, 4, 5]
    assert one.value.tolist() == [[1, 0.75, 0.25, 0.25], [1, 0.75, 0.5, 0.5], [1, 0.8, 0.6, 0.6], [1, 1, 1.5, 1.5]]
    assert one.rows.tolist() == [1, 3]
    assert (one.begin.tolist(), one.end.tolist()) == ([8, 400, 500, 2], [2, 200, 300, 3])


def test_where_the_first_move_is_accepted_the_beginning_is_not_known():
    assert not search.course(table(TWO), 5, 6).has_beginning
    begin = (600, 0, -1, 0, 0.0, 4.0, 100.0, 150.0, 1.0)
    told = search.course(table([begin, *TWO[5:]]), 0, 2)
    assert told.has_beginning
    assert told.value[:, -1].tolist() == pytest.approx([0.5, 0.5, 2 / 3, 1])


def test_a_criterion_that_is_zero_stays_or_is_not_drawn():
    rows = [(300, 1, 1, 0, 0.0, 1.0, 0.0, 5.0, 0.0), (300, 2, 2, 1, 0.1, 1.0, 0.0, 4.0, 0.5)]
    value = search.course(table(rows), 0, 1).value
    assert value[1].tolist() == [1, 1]
    assert np.isnan(value[3, 1])
    assert "unfairness —" in json.dumps(
        search.figure([run(rows)], View()).checked().to_dict(), ensure_ascii=False, default=list
    )


@pytest.mark.parametrize(("job", "time"), [(None, 300), (1, 600), (3, 600), (2, 300), (0, 300), (99, 300)])
def test_the_search_before_the_selected_job_started_else_the_best(job, time):
    shown = run(TWO)  # jobs 0 to 3 start at 0, 600, 500, 700
    found = search.ticks(shown.schedule.search)
    assert found.time[search.chosen(shown.schedule, found, job)] == time


def test_it_applies_where_a_run_searched():
    assert search.applies([run(TWO)])
    assert not search.applies([run(None)])
    assert not search.applies([])
    empty = run(TWO)
    nothing = replace(empty, schedule=replace(empty.schedule, search=table(TWO).take(np.zeros(7, bool))))
    assert not search.applies([nothing])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_figure(scheme):
    runs = [run(TWO), run(TWO[:5], "Tabu search, seed 2", 1), run(None, "FCFS", 2)]
    figure = search.figure(runs, View(scheme=scheme)).checked()
    assert figure.to_json() == search.figure(runs, View(scheme=scheme)).checked().to_json()
    lines = [trace for trace in figure.data if trace.line.shape == "hv"]
    assert [trace.name for trace in lines[:4]] == ["bounded stretch", "wait", "response", "unfairness F"]
    assert len(lines) == 8
    assert len({trace.line.dash for trace in lines[:4]}) == 4
    marks = [trace for trace in figure.data if trace.name == "accepted"]
    assert marks[0].x.tolist() == [2, 4]
    assert marks[0].hovertext == ("move 2: job 102, weight 0.75", "move 4: job 103, weight 0.5")
    told = [note.text for note in figure.layout.annotations]
    assert "wait 50.0 %" in told
    assert "<b>Tabu search</b> · search at 300 s" in told


def test_many_searches_and_moves_are_thinned_to_the_best():
    count = 5_000
    found = search.ticks(table([(300 * (i + 1), 1, 1, 1, 1 + (i == 77), 1.0, 1.0, 1.0, 1.0) for i in range(count)]))
    kept = search.best_of(found, 100)
    assert len(kept) <= 100
    assert 77 in kept
    long = run([(300, i + 1, 1, i % 2, 0.001, 2.0, 9e5 - i, 9e5 - i, 1.0) for i in range(20_000)])
    figure = search.figure([long], View()).checked()
    assert sum(len(trace.x) for trace in figure.data) <= search.PLOT.max_points
    wait = next(trace for trace in figure.data if trace.name == "wait")
    assert wait.y[-1] == pytest.approx((9e5 - 19_999) / 9e5)


def test_the_sample_in_words():
    shown = FinishedRun(
        uuid4().hex, "Tabu search", 0, simulate(workload(swf.read(SAMPLE.read_bytes(), "s")), "tabu"), {}
    )
    assert " ".join(search.caption([shown], View())) == (
        "Tabu search: at 300 s the search tried 4 moves on a plan of 2 jobs and took 1: bounded stretch from 6.55 to "
        "1.6, wait from 30 min 00 s to 7 min 30 s, response from 57 min 30 s to 35 min 00 s, unfairness F from 79.9 "
        "to 0.56. Of 2 searches kept 1 found a better plan."
    )
    (row,) = search.table([shown], View())
    assert (row["job"], row["wait"]) == (2, 450)
    assert row["weight"] == pytest.approx(2.890024, abs=1e-6)
    assert search.table([shown], View(job=1)) == []  # the search before job 2 started found nothing
    assert "at 10 min 00 s" not in " ".join(search.caption([shown], View(job=1)))
    assert "took 0" in " ".join(search.caption([shown], View(job=1)))


def test_without_a_search_it_says_so():
    assert " ".join(search.caption([run(None)], View())) == "No run shown searches its plan."
    assert not search.figure([run(None)], View()).checked().data


def test_the_caption_says_where_the_beginning_is_not_known():
    assert "took 1, counted from after the first move: bounded stretch from 2 to 2" in " ".join(
        search.caption([run(TWO)], View(job=1))
    )
