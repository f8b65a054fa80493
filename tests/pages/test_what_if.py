"""Runs of one log side by side although the machine, the requests or the jobs differ."""

from __future__ import annotations

import numpy as np
import pytest

from layouts.drawing.paired_waits import others
from layouts.frame.callbacks import start
from layouts.pages.compare.job_panel import drawer
from layouts.pages.compare.runs import change_form, run_list
from layouts.plots import all_plots
from layouts.state import origin
from layouts.state.link import Link
from layouts.state.view import View, alike
from scheduler.errors import InputError
from tests.pages.test_pages import dash, loaded, services, texts  # noqa: F401

LOG = "five-jobs.swf"


def beside(services, key, **form):  # noqa: F811
    """EASY on a workload, and EASY on the same with what a form says: the runs as Compare shows them."""
    empty = {"processors": None, "cap": None, "away": None, "load": None, "estimates": "as opened", "of": "baseline"}
    first = start(services, [{"do": "simulate", "workload": key, "policy": "easy", "params": {}, "seed": None,
                              "decisions": "auto"}]).keys
    services.runs.work(first)
    request, _, said = change_form.asked(services, Link(key, runs=tuple(first)), empty | form)
    assert "The run joins the table" in texts(said)
    services.runs.work(request["keys"])
    keys = [*first, *request["keys"]]
    return run_list.beside_baseline(run_list.finished(services, keys, keys), 0)


def test_a_larger_machine_stands_beside_the_one_of_the_log(services):  # noqa: F811
    runs = beside(services, loaded(services, LOG), processors=12)
    had = runs[0].schedule.workload.platform.processors
    assert [run.name for run in runs] == [f"EASY backfilling, {had} processors", "EASY backfilling, 12 processors"]
    assert all(run.rows is None for run in runs)
    (base, other, paid), = others(runs, View())
    assert paid.job.tolist() == list(range(5))
    assert np.allclose(paid.by, other.schedule.wait - base.schedule.wait)


def test_without_a_user_the_jobs_of_the_others_are_matched(services):  # noqa: F811
    runs = beside(services, loaded(services, LOG), away="user=1")
    base, other = runs
    left = base.schedule.workload.jobs.user_id != 1
    assert 0 < left.sum() < 5 and other.schedule.workload.jobs.job_id.tolist() == base.schedule.jobs.job_id[left].tolist()
    assert other.rows.own.tolist() == [list(np.flatnonzero(left)).index(row) if left[row] else -1 for row in range(5)]
    (_, _, paid), = others(runs, View())
    assert paid.job.tolist() == np.flatnonzero(left).tolist()
    assert np.allclose(paid.by, other.schedule.wait - base.schedule.wait[left])
    assert list(alike(runs)) == [base]


def test_of_all_runs_shown_the_log_is_read_once(services, monkeypatch):  # noqa: F811
    key = loaded(services, LOG)
    runs = start(services, [{"do": "simulate", "workload": key, "policy": policy, "params": {}, "seed": None, "decisions": "auto"}
                            for policy in ("fcfs", "easy")]).keys
    services.runs.work(runs)
    read, trace = [], services.runs.trace
    monkeypatch.setattr(services.runs, "trace", lambda key: read.append(key) or trace(key))
    form = {"processors": 12, "cap": None, "away": None, "load": None, "estimates": "as opened", "of": "all"}
    request, _, said = change_form.asked(services, Link(key, runs=tuple(runs)), form)
    assert read == [key] and len(request["keys"]) == 2 and "2 runs join the table" in texts(said)


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
    drawn = [key for key, plot in all_plots().items() if plot.applies(runs) and (
        plot.figure(runs, view), plot.caption(runs, view), plot.table(runs, view))]
    assert {"gantt", "who_pays", "waits", "underutilization"} <= set(drawn)
    other = [key for key, plot in all_plots().items() if key in drawn and not plot.mixed]
    assert all(runs[1].name in all_plots()[key].caption(runs, view) for key in other)


def test_nothing_changed_is_said_and_so_is_the_same_run(services):  # noqa: F811
    key = loaded(services, LOG)
    with pytest.raises(InputError, match="Nothing is changed yet; fill in a field"):
        beside(services, key)
    processors = services.store.workload(key).platform.processors
    with pytest.raises(InputError, match="its run is shown already; change something else"):
        beside(services, key, processors=processors)


@pytest.mark.parametrize("changes", [
    {"processors": "120"}, {"estimates": "exact", "cap": "43200"}, {"where": "user!=37 queue!=1,2", "load": "0.9"}])
def test_a_link_says_what_differs(changes):
    run = origin.Run("easy", {"order": "sjf"}, 3, changes)
    assert origin.run(origin.part(run)) == run


def test_the_facts_of_a_job_name_the_runs_they_leave_out(services):  # noqa: F811
    base, other = beside(services, loaded(services, LOG), away="user=1")
    assert f"Not here, as other jobs are in it: {other.name}." in texts(drawer.job_facts([base], 4, 0, None, [other.name]))
    assert "Not here" not in texts(drawer.job_facts([base], 4))
