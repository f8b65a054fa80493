"""Runs of one log side by side although the machine, the requests or the jobs differ."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import numpy as np
import orjson
import pytest
from dash import no_update

from layouts.drawing.paired_waits import others
from layouts.frame.callbacks import run_spec, start
from layouts.pages.compare.job_panel import drawer
from layouts.pages.compare.runs import change_form, changed_workload, coming_runs, run_list
from layouts.plots import all_plots
from layouts.state import link, origin
from layouts.state.link import Link
from layouts.state.view import View, alike
from scheduler.errors import InputError
from scheduler.preparation.workload_change import apply_change
from scheduler.results import records as of_record
from scheduler.results.keys import short_hash
from scheduler.results.store import NAMED
from tests.pages.test_pages import dash, loaded, services, texts  # noqa: F401

LOG = "five-jobs.swf"


EMPTY = {"processors": None, "cap": None, "away": None, "load": None, "estimates": "as opened", "of": "baseline"}


def compared(services, key, *policies):  # noqa: F811
    """The link of finished runs on a workload."""
    keys = start(services, [run_spec(key, policy) for policy in policies]).keys
    services.runs.work(keys)
    return Link(key, runs=tuple(keys))


def arrived(services, asked, new):  # noqa: F811
    """What comes of what was asked once a worker has made the workloads."""
    assert new.address is no_update
    services.runs.work(new.request["keys"])
    return coming_runs.followed(services, asked, orjson.loads(orjson.dumps(new.awaited)))


def beside(services, key, **form):  # noqa: F811
    """EASY on a workload, and EASY on the same with what a form says: the runs as Compare shows them."""
    asked = compared(services, key, "easy")
    new = change_form.asked(services, asked, EMPTY | form)
    if new.awaited:
        assert "The run joins the table" in texts(new.message)
        new = arrived(services, asked, new)
    assert new.message is None, texts(new.message)
    services.runs.work(new.request["keys"])
    keys = link.read(urlsplit(new.address).query).runs
    assert keys == (*asked.runs, *new.request["keys"])
    return run_list.beside_baseline(run_list.finished(services, keys, keys), 0)


def test_a_larger_machine_stands_beside_the_one_of_the_log(services):  # noqa: F811
    runs = beside(services, loaded(services, LOG), processors=12)
    had = runs[0].schedule.workload.platform.processors
    assert [run.name for run in runs] == [f"EASY backfilling, {had} processors", "EASY backfilling, 12 processors"]
    assert all(run.rows is None for run in runs)
    ((base, other, paid),) = others(runs, View())
    assert paid.job.tolist() == list(range(5))
    assert np.allclose(paid.by, other.schedule.wait - base.schedule.wait)


def test_without_a_user_the_jobs_of_the_others_are_matched(services):  # noqa: F811
    runs = beside(services, loaded(services, LOG), away="user=1")
    base, other = runs
    left = base.schedule.workload.jobs.user_id != 1
    assert (
        0 < left.sum() < 5 and other.schedule.workload.jobs.job_id.tolist() == base.schedule.jobs.job_id[left].tolist()
    )
    assert other.rows.own.tolist() == [list(np.flatnonzero(left)).index(row) if left[row] else -1 for row in range(5)]
    ((_, _, paid),) = others(runs, View())
    assert paid.job.tolist() == np.flatnonzero(left).tolist()
    assert np.allclose(paid.by, other.schedule.wait - base.schedule.wait[left])
    assert list(alike(runs)) == [base]


def test_of_all_runs_shown_the_log_is_read_once(services):  # noqa: F811
    asked = compared(services, loaded(services, LOG), "fcfs", "easy")
    new = change_form.asked(services, asked, EMPTY | {"processors": 12, "of": "all"})
    assert len(new.request["keys"]) == 1 and "2 runs join the table" in texts(new.message)
    assert len(arrived(services, asked, new).request["keys"]) == 2


CHANGES = [
    {"processors": 12},
    {"cap": 5.0},
    {"where": "user!=1"},
    {"load": 0.4},
    {"estimates": "exact"},
    {"processors": 12, "where": "user!=1", "load": 0.4, "cap": 5.0},
]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("options", [{}, {"first": "4", "load": "0.5"}], ids=["whole", "first, scaled"])
def test_the_worker_makes_the_very_workload_that_a_change_makes(services, change, options):  # noqa: F811
    key = loaded(services, LOG, **options)
    base, source = services.store.workload(key), services.store.workload_record(key)["source"]
    expected = of_record.of_workload(apply_change(services.runs.trace(key), base, change), source)
    tickets = services.runs.submit([{"do": "change", "workload": key, "change": change}], "somebody")
    services.runs.work([tickets[0].key])
    kept = services.runs.result(tickets[0].key)
    record = services.store.workload_record(kept)
    assert short_hash([NAMED, expected]) == kept
    assert {name: record[name] for name in expected} == orjson.loads(orjson.dumps(expected))
    assert changed_workload.workload_with(services, key, change) == kept


def test_what_is_awaited_says_how_far_it_is_and_can_be_cancelled_and_asked_for_again(services):  # noqa: F811
    asked = compared(services, loaded(services, LOG), "easy")
    new = change_form.asked(services, asked, EMPTY | {"processors": 12, "cap": "5 s"})
    (task,) = new.request["keys"]
    waiting = coming_runs.followed(services, asked, new.awaited)
    assert waiting.awaited == new.awaited and waiting.address is no_update
    assert "Making five-jobs.swf with 12 processors, cap 5 s." in texts(waiting.message)
    assert "Cancel" in texts(waiting.message)
    assert services.runs.cancel(task)
    stopped = coming_runs.followed(services, asked, new.awaited)
    assert stopped.awaited is None and "Cancelled." in texts(stopped.message)
    again = change_form.asked(services, asked, EMPTY | {"processors": 12, "cap": "5 s"})
    assert again.request["keys"] == [task]
    assert arrived(services, asked, again).address.startswith("/compare?")


def test_what_cannot_be_made_is_said_in_the_words_of_who_tried(services):  # noqa: F811
    asked = compared(services, loaded(services, LOG), "easy")
    new = change_form.asked(services, asked, EMPTY | {"away": "processors>=1"})
    stopped = arrived(services, asked, new)
    assert stopped.awaited is None and stopped.address is no_update
    assert "None of the 5 jobs of this trace that can be simulated meets the filter" in texts(stopped.message)


def test_runs_that_were_to_come_are_forgotten_with_another_comparison(services):  # noqa: F811
    asked = compared(services, loaded(services, LOG), "easy")
    new = change_form.asked(services, asked, EMPTY | {"processors": 12})
    other = coming_runs.followed(services, Link("f" * 24), new.awaited)
    assert other.awaited is None and other.message is None and other.address is no_update


@pytest.mark.parametrize(
    "spoiled",
    [
        7,
        [],
        {"on": 1},
        {"runs": []},
        {"runs": [7]},
        {"runs": [{"of": "a"}]},
        {"runs": {"of": 1}},
        {"runs": [{"of": 3, "change": {}, "policy": "easy", "params": {}, "seed": None}]},
        {"runs": [{"of": "x", "change": {}, "policy": "easy", "params": {}, "seed": None}] * 7},
    ],
)
def test_what_a_browser_kept_is_read_with_suspicion(services, spoiled):  # noqa: F811
    answer = coming_runs.followed(services, Link("f" * 24), spoiled)
    assert answer.awaited is None and coming_runs.WRONG in texts(answer.message)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"change": {"first": 3}}, "cannot be changed between runs"),
        ({"change": {"processors": "x"}}, "processors"),
        ({"of": "0" * 24}, "no longer|not kept|not here|gone"),
        ({"policy": "esay"}, "easy"),
        ({"params": {"q": 1}}, "q"),
    ],
)
def test_values_that_a_browser_kept_are_checked_like_any_other(services, row, words):  # noqa: F811
    key = loaded(services, LOG)
    run = {"of": key, "change": {}, "policy": "easy", "params": {}, "seed": None} | row
    answer = coming_runs.followed(services, Link(key), {"on": key, "runs": [run]})
    assert answer.awaited is None and re.search(words, texts(answer.message))


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ({"workload": "0" * 24}, "no longer kept"),
        ({"change": {}}, "has these options already"),
        ({"change": {"first": 3}}, "cannot be changed between runs"),
        ({"change": 7}, "pairs of a name and a value"),
        ({"change": {"where": "usr=3"}}, "user"),
    ],
)
def test_a_change_that_makes_no_sense_is_refused_in_a_sentence(services, spec, words):  # noqa: F811
    asked = {"do": "change", "workload": loaded(services, LOG), "change": {"processors": 12}}
    with pytest.raises(InputError, match=words):
        services.runs.key(asked | spec)


def test_a_selected_job_keeps_its_number_in_every_run(services):  # noqa: F811
    base, other = beside(services, loaded(services, LOG), away="user=1")
    ids = base.schedule.jobs.job_id
    for row in range(5):
        own = other.view(View(job=row)).job
        assert own is None or other.schedule.jobs.job_id[own] == ids[row]
    assert sum(other.view(View(job=row)).job is None for row in range(5)) == 5 - len(other.schedule.jobs.job_id)


def test_every_plot_is_drawn_of_runs_with_other_jobs(services):  # noqa: F811
    runs = beside(services, loaded(services, LOG), away="user=1")
    view = View(job=4, only="processors>=1")
    drawn = [
        key
        for key, plot in all_plots().items()
        if plot.applies(runs) and (plot.figure(runs, view), " ".join(plot.caption(runs, view)), plot.table(runs, view))
    ]
    assert {"gantt", "who_pays", "waits", "underutilization"} <= set(drawn)
    other = [key for key, plot in all_plots().items() if key in drawn and not plot.mixed]
    assert all(runs[1].name in " ".join(all_plots()[key].caption(runs, view)) for key in other)


def test_nothing_changed_is_said_and_so_is_the_same_run(services):  # noqa: F811
    key = loaded(services, LOG)
    with pytest.raises(InputError, match="Nothing is changed yet; fill in a field"):
        beside(services, key)
    processors = services.store.workload(key).platform.processors
    asked = compared(services, key, "easy")
    same = change_form.asked(services, asked, EMPTY | {"processors": processors})
    assert same.address is no_update and "its run is shown already; change something else" in texts(same.message)


@pytest.mark.parametrize(
    "changes",
    [{"processors": "120"}, {"estimates": "exact", "cap": "43200"}, {"where": "user!=37 queue!=1,2", "load": "0.9"}],
)
def test_a_link_says_what_differs(changes):
    run = origin.Run("easy", {"order": "sjf"}, 3, changes)
    assert origin.run(origin.part(run)) == run


def test_the_facts_of_a_job_name_the_runs_they_leave_out(services):  # noqa: F811
    base, other = beside(services, loaded(services, LOG), away="user=1")
    assert f"Not here, as other jobs are in it: {other.name}." in texts(
        drawer.job_facts([base], 4, 0, None, [other.name])
    )
    assert "Not here" not in texts(drawer.job_facts([base], 4))
