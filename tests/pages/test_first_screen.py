"""The first screen of Compare: runs in one line, the finding, the table of one line a run, and the small views."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from layouts.drawing.compact_figure import short_note, short_title
from layouts.frame.callbacks import Services, run_spec
from layouts.pages.compare.job_panel import marks
from layouts.pages.compare.runs import run_list
from layouts.pages.compare.table import finding_line, summary_table
from layouts.pages.compare.views import glance
from layouts.plots import all_plots
from layouts.state.view import FinishedRun, View
from scheduler.metrics import all_metrics, measure
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from scheduler.simulate import simulate
from tests.cases.small import campaigns, workload
from tests.pages.test_pages import components, texts

WORK = workload([(0, 8, 1), (0, 6, 3), (2, 3, 4), (3, 1, 2), (3, 4, 1)], 4, users=[1, 1, 2, 2, 3])


def shown(policies=("fcfs", "easy"), work=WORK, names=()) -> list[FinishedRun]:
    made = []
    for index, policy in enumerate(policies):
        schedule = simulate(work, policy)
        record = {"metrics": measure(schedule), "params": {}, "threshold": 10.0}
        made.append(FinishedRun(f"{index}" * 24, names[index] if names else policy.upper(), index, schedule, record))
    return made


def with_values(*values: float | None) -> list[FinishedRun]:
    schedule = SimpleNamespace(certificate=None)
    return [
        FinishedRun(str(at), f"run {at}", at, schedule, {"metrics": {"wait_mean": value, "makespan": value}})
        for at, value in enumerate(values)
    ]


# ---- the table ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "best"),
    [
        ((5.0, 3.0, 4.0), {"1"}),
        ((3.0, 3.0, 4.0), {"0", "1"}),
        ((3.0, 3.0), set()),
        ((None, 3.0, 4.0), {"1"}),
        ((3.0,), set()),
    ],
)
def test_the_best_of_a_column_is_marked_where_runs_differ(values, best):
    assert summary_table.best_of(all_metrics()["wait_mean"], with_values(*values)) == best


def test_where_neither_direction_is_better_nothing_is_best():
    assert summary_table.best_of(all_metrics()["makespan"], with_values(3.0, 4.0)) == set()


def test_the_table_has_one_line_a_run_and_says_what_its_signs_mean():
    runs = shown()
    said = texts(summary_table.table(runs, 0))
    rows = components(summary_table.table(runs, 0), "Tr")
    assert len(rows) == 1 + 2 and "baseline" in said and " best" in said and "better" in said
    assert "qs-best" in str(rows[2]) and "qs-best" not in str(rows[1])


def test_a_change_stands_in_a_line_as_its_share_and_in_words_for_who_asks():
    runs = shown()
    said, titles = texts(summary_table.table(runs, 0)), str(summary_table.table(runs, 0))
    assert (
        "▼\u00a023\u00a0%" in said
        and "1 s shorter (-23 %), better" in said
        and "title='1 s shorter (-23 %), better'" in titles
    )


def test_notes_on_one_run_stand_with_it_the_others_with_the_table():
    runs = shown(("fcfs", "sjf"), names=("FCFS", "FCFS, shortest first"))
    notes = summary_table.notes_of(runs)
    assert any("knows runtimes" in text for text in notes["1" * 24])
    assert not any("shortest first" in text for text in notes["0" * 24])
    assert any("Submit times are fixed" in text for text in notes[""])
    named_users = summary_table.notes_of(shown(("fcfs", "sjf"), names=("users", "time")))
    assert {key: len(texts) for key, texts in named_users.items()} == {key: len(texts) for key, texts in notes.items()}


# ---- the finding ----------------------------------------------------------------------------------------------------


def test_the_finding_names_its_job_as_a_button():
    # waits: FCFS 0, 0, 6, 8, 8; EASY 0, 0, 6, 3, 8
    box = finding_line.line(shown(), 0)
    assert "EASY cuts the mean wait of FCFS from 4.4 s to 3.4 s; no job waits longer." in texts(box)
    back = finding_line.line(shown(), 1)
    assert "FCFS raises the mean wait of EASY from 3.4 s to 4.4 s; no job waits less." in texts(back)
    # shortest first lets the job of 9 s wait: 0, 1 + 2 + 2 instead of 0, and the others less
    work = workload([(0, 5, 1), (1, 9, 1), (2, 2, 1), (2, 2, 1)], 1)
    runs = shown(("fcfs", "sjf"), work)
    said = finding_line.line(runs, 0)
    assert "SJF cuts the mean wait of FCFS from" in texts(said) and "; only " in texts(said)
    assert [getattr(one, "data-job") for one in components(said, "Button")] == ["1"]


def test_the_finding_follows_the_baseline_by_its_place_among_all_runs():
    runs = [run for run in shown(("sjf", "fcfs", "easy")) if run.index != 0]  # the first is not finished yet
    assert "EASY cuts the mean wait of FCFS" in texts(finding_line.line(runs, 1))
    assert "FCFS raises the mean wait of EASY" in texts(finding_line.line(runs, 2))


# ---- the runs in one line -------------------------------------------------------------------------------------------


@pytest.fixture
def services(tmp_path):
    store = Store(tmp_path)
    return Services(tmp_path, store, Runs(store))


def test_a_finished_run_has_star_audit_hide_and_remove_a_running_one_cancel(services):
    key = services.store.put_workload(WORK)
    keys = [
        ticket.key
        for ticket in services.runs.submit([run_spec(key, policy) for policy in ("fcfs", "easy")], "somebody")
    ]
    before = run_list.chips(services, keys, [services.runs.status(one) for one in keys], 0)
    assert "Cancel: EASY backfilling" in str(before) and "Audit passed" not in texts(before)
    services.runs.work(keys)
    chips = run_list.chips(services, keys, [services.runs.status(one) for one in keys], 1)
    assert all(
        "Audit passed" in texts(chip) and f"Remove: {name}" in str(chip) and f"Hide: {name}" in str(chip)
        for chip, name in zip(chips, ("First come, first served", "EASY backfilling"), strict=True)
    )
    assert "★" in texts(chips[1]) and "Baseline: First come" in str(chips[0]) and "Baseline: EASY" not in str(chips[1])
    alone = run_list.chips(services, keys[:1], [services.runs.status(keys[0])], 0)
    assert "Hide" not in str(alone)


# ---- the small views ------------------------------------------------------------------------------------------------


def test_a_glance_is_of_the_first_plots_that_apply():
    usual = [plot.key for plot in glance.plots(shown())]
    assert usual == ["nuwt_cdf", "stretch_histogram", "underutilization"]
    alone = workload([(0, 5, 1), (1, 5, 2)], 2, users=[1, 2])  # no user with two jobs
    instead = [plot.key for plot in glance.plots(shown(work=alone))]
    assert len(instead) == 3 and "nuwt_cdf" not in instead and all(all_plots()[key].glance for key in instead)


def test_small_gantts_show_the_virtual_schedule_below_the_real_one(services):
    work = campaigns([(1, -1, 0, [2, 2]), (2, -1, 0, [3])], 2, [0, 0])
    key = services.store.put_workload(work)
    keys = [
        ticket.key
        for ticket in services.runs.submit(
            [run_spec(key, policy) for policy in ("ostrich", "campaign_fcfs")], "somebody"
        )
    ]
    services.runs.work(keys)
    runs = run_list.finished(services, keys, keys)
    graphs = components(glance.gantts(services, runs, View(mode="lag", rows="users", beside="overlay")), "Graph")
    assert [graph.id["source"] for graph in graphs] == ["real", "virtual", "real"]
    assert all(graph.id["type"] == "glance" for graph in graphs)
    again = glance.redrawn(
        runs, View(t0=0.0, t1=2.0), [graph.id for graph in graphs] + [{"run": "x", "source": "real"}]
    )
    assert [list(made.layout["xaxis"]["range"]) for made in again[:3]] == [[0, 2]] * 3 and again[3] is glance.no_update


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("time", "time"),
        ("wait (s)", "wait (s)"),
        ("normalized user wait time (s per processor-s)", "normalized user wait time"),
        ("bounded stretch (10 s), logarithmic", "bounded stretch, logarithmic"),
    ],
)
def test_long_titles_of_axes_are_cut(title, expected):
    assert short_title(title) == expected


def test_places_of_small_views_are_of_plots_that_apply():
    assert glance.content(None, "glance-no_such", shown(), View()) is None
    assert glance.content(None, "nuwt_cdf", shown(), View()) is None
    assert glance.content(None, "glance-nuwt_cdf", shown(), View()) is not None


def test_a_selected_job_is_marked_in_small_views_by_short_words():
    runs = shown()
    small, large = (
        marks.patch(all_plots()["stretch_histogram"], runs, View(job=3), False, size).to_plotly_json()
        for size in (True, False)
    )
    short, whole = (
        next(one["params"]["value"] for one in made["operations"] if one["location"][-1] == "annotations")
        for made in (small, large)
    )
    assert len(short) == len(whole) and any("median" in note["text"] for note in whole)
    assert not any("median" in note["text"] for note in short) and any("job 104" in note["text"] for note in short)
    assert short_note({"text": "A · more"}) == {"text": "A", "font": {"size": 11}}
