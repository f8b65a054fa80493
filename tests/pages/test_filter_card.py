"""The filter of the Workload page: its chips, and that what is picked in a chart takes just the jobs shown there."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from layouts.drawing import picks
from layouts.drawing.picks import Pick
from layouts.pages.workload import filter_card
from layouts.workload_plots import (
    all_workload_plots,
    arrivals,
    load_over_time,
    logged_waits,
    runtimes,
    sizes,
    sizes_and_runtimes,
    top_users,
)
from scheduler.analysis.query import names_of
from scheduler.analysis.workloads import workload_profile as profile
from scheduler.errors import QueryError
from scheduler.generators import make
from scheduler.model.workload_options import WorkloadOptions
from scheduler.preparation.build import workload
from scheduler.query.conditions import check_names
from scheduler.query.fields import LOG
from scheduler.query.grammar import parse
from tests.query.test_filters import LOG_MADE

LUBLIN = make("lublin99", {"jobs": 400}, 3)


def buttons(where):
    """{label: key or condition} of the buttons of the card."""
    card = filter_card.card(workload(LOG_MADE, where=where), WorkloadOptions(where=where).where or "")
    found = [part for part in card._traverse() if getattr(part, "aria-label", None)]
    return {
        getattr(part, "aria-label"): part.id["key"]
        if isinstance(getattr(part, "id", None), dict)
        else getattr(part, "data-condition")
        for part in found
        if "condition" in getattr(part, "aria-label")
    }


def test_each_condition_has_a_chip_that_edits_and_one_that_removes_it():
    assert buttons("processors>=4 queue=1,2 (user=1 or runtime>1h)") == {
        "Edit the condition processors>=4": "processors>=4",
        "Remove the condition processors>=4": "=queue=1,2 (user 1 or runtime>1h)",
        "Edit the condition queue=1,2": "queue=1,2",
        "Remove the condition queue=1,2": "=processors>=4 (user 1 or runtime>1h)",
        "Edit the condition (user 1 or runtime>1h)": "(user 1 or runtime>1h)",
        "Remove the condition (user 1 or runtime>1h)": "=processors>=4 queue=1,2",
    }
    assert buttons("") == {}


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("user=alise", "This log has no user 'alise'; did you mean alice?"),
        ("processors>=4 not (user=alice or user=1,bop)", "This log has no user 'bop'; did you mean bob?"),
    ],
)
def test_a_name_the_log_does_not_have_is_answered_with_the_nearest(where, words):
    names = names_of(workload(replace(LOG_MADE, names={"user_id": ("alice", "bob", "carla", "dave")})))
    with pytest.raises(QueryError, match=re.escape(words)):
        check_names(parse(where, LOG), names)
    check_names(parse("user=ALICE queue=other", LOG), names)  # of queues this log keeps no names


@pytest.mark.parametrize(
    ("before", "more", "after"),
    [
        ("", "user=1", "user 1"),
        ("user=2 wait>1h", "user=1", "wait>1h user 1"),
        ("(user=2 or user=3)", "user=1", "(user 2 or user 3) user 1"),
        ("submit>=1d submit<2d", "submit>=5d submit<6d", "submit>=5d submit<6d"),
    ],
)
def test_a_pick_takes_the_place_of_conditions_on_its_fields(before, more, after):
    assert filter_card.with_conditions(before, more) == after


@pytest.mark.parametrize(
    "sent",
    [
        None,
        3,
        "x",
        [],
        {},
        {"plot": "sizes"},
        {"plot": "none", "x0": 0, "x1": 1, "y0": 0, "y1": 1},
        {"plot": ["sizes"], "x0": 0, "x1": 1, "y0": 0, "y1": 1},
        {"plot": "sizes", "x0": "0", "x1": 1, "y0": 0, "y1": 1},
        {"plot": "sizes", "x0": float("nan"), "x1": 1, "y0": 0, "y1": 1},
        {"plot": "speedups", "x0": 0, "x1": 1, "y0": 0, "y1": 1},
        {"plot": "sizes", "x0": True, "x1": 1, "y0": 0, "y1": 1},
        {"plot": "sizes", "x0": 1e300, "x1": 1, "y0": 0, "y1": 1},
    ],
)
def test_a_pick_that_means_nothing_changes_nothing(sent):
    assert filter_card.picked(workload(LOG_MADE), "user 1", sent) == "user 1"


@pytest.mark.parametrize("place", [-1e11, -1.0, 0.0, 3.3, 1e11])
def test_a_pick_anywhere_reads_as_a_filter(place):
    for name, plot in all_workload_plots().items():
        if plot.pick is not None:
            where = filter_card.picked(
                workload(LOG_MADE), "", {"plot": name, "x0": place, "x1": place, "y0": place, "y1": place}
            )
            assert WorkloadOptions(where=where).where == (where or None)


def at(place):
    return Pick(place, place, place, place)


def test_a_click_on_a_bar_takes_its_jobs():
    for trace in (LOG_MADE, LUBLIN):
        work = workload(trace)
        days, steps = arrivals.arrivals(work), sizes.sizes(work)
        for bar in np.flatnonzero(days.jobs)[:4].tolist():
            taken = workload(trace, where=arrivals.picked(work, at(days.edges[bar : bar + 2].mean())))
            assert len(taken) == days.jobs[bar]
        for bar in np.flatnonzero(steps.jobs).tolist():
            assert len(workload(trace, where=sizes.picked(work, at(bar - 0.2)))) == steps.jobs[bar]


def test_a_range_of_a_chart_takes_its_jobs():
    work = workload(LOG_MADE)
    day = picks.submitted(work, 2 * 86_400 + 7_200, 4 * 86_400 + 7_200)  # the log begins at 22:00
    assert day == "submit>=2012-05-31 submit<2012-06-02"
    assert len(workload(LOG_MADE, where=day)) == ((work.jobs.submit >= 180_000) & (work.jobs.submit < 352_800)).sum()
    low, high = np.log10(1_200), np.log10(90_001)
    assert runtimes.picked(work, Pick(low, high, 0, 1)) == "runtime>=20min runtime<1d1h1s"


def test_a_click_on_a_cell_takes_its_jobs():
    for plot, cells in (
        (sizes_and_runtimes, profile.sizes_by_runtime),
        (logged_waits, lambda of: profile.recorded_waits(of).jobs),
    ):
        work = workload(LOG_MADE, overrun="extend")
        for size, length in np.argwhere(cells(work)).tolist():
            where = plot.picked(work, Pick(length, length, size, size))
            jobs = work.jobs
            low, high = profile.sizes_of(size)
            long = jobs.runtime if plot is sizes_and_runtimes else jobs.requested_time
            wanted = (jobs.processors >= low) & (jobs.processors <= high) & (profile.length_step(long) == length)
            asked = LOG_MADE.columns["requested_time"][jobs.line - jobs.line.min()] > 0
            taken = workload(LOG_MADE, where=where, overrun="extend").jobs.job_id
            assert set(jobs.job_id[wanted & asked]) - set(taken.tolist()) <= set(
                jobs.job_id[jobs.repaired > 0].tolist()
            )
            assert cells(work)[size, length] <= wanted.sum() and len(taken)


def test_a_range_of_the_load_over_time_takes_the_jobs_submitted_then():
    work = workload(LOG_MADE)
    edges = profile.over_time(work).edges
    for at in (3, 40, 100):
        where = load_over_time.picked(work, Pick(edges[at] + 60, edges[at] + 60, 0, 0))
        inside = (work.jobs.submit >= edges[at]) & (work.jobs.submit < edges[at + 1])
        assert where.count("submit") == 2
        if inside.any():
            assert workload(LOG_MADE, where=where).jobs.job_id.tolist() == work.jobs.job_id[inside].tolist()


def test_a_click_on_a_user_takes_the_jobs_of_that_user():
    work = workload(LOG_MADE)
    found, ids = top_users.users(work), work.jobs.user_id
    assert len(found.user) == 5 and not top_users.picked(workload(LUBLIN), at(0))  # that model tells no users
    for bar, user in enumerate(found.user.tolist()):
        number = int(ids[work.jobs.user == user][0])
        where = top_users.picked(work, at(bar))
        assert where == (f"user={number}" if number >= 0 else "user=unknown")
        assert len(workload(LOG_MADE, where=where)) == (ids == number).sum()


def test_a_click_on_everybody_else_leaves_out_the_users_shown(monkeypatch):
    monkeypatch.setattr(top_users, "BARS", 2)
    work = workload(LOG_MADE)
    first, second, *others = top_users.users(work).user.tolist()
    where = top_users.picked(work, at(2))
    taken = workload(LOG_MADE, where=where)
    known = [user for user in others if int(work.jobs.user_id[work.jobs.user == user][0]) >= 0]
    assert where.startswith("user!=") and "," in where
    assert len(taken) == np.isin(work.jobs.user, known).sum() and first != second


@pytest.mark.parametrize("options", [{}, {"week": 2}, {"load": 0.5}, {"load": 3.0}])
def test_times_of_a_week_and_of_a_load_are_those_of_the_file(options):
    work = workload(LOG_MADE, **options)
    for row in (0, 2, 6):
        of_file = float(LOG_MADE.columns["submit"][LOG_MADE.line == work.jobs.line[row]][0])
        assert picks.of_file(work, float(work.jobs.submit[row])) == pytest.approx(of_file)


def test_what_does_not_read_is_refused_where_conditions_are_added():
    with pytest.raises(QueryError):
        filter_card.with_conditions("user=1", "usr=2")
