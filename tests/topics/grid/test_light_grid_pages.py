"""Light grids on the pages: local users and grid runs apart, clusters named, policies of grids chosen at first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from layouts import theme
from layouts.drawing import data_charts
from layouts.pages.compare.gantts import gantt_panel, looks
from layouts.pages.compare.runs import run_list
from layouts.pages.compare.table import change, metrics_table
from layouts.pages.workload import body, suitable_policies
from layouts.plots import all_plots
from layouts.state import link
from layouts.state.page_state import PageState
from layouts.state.view import FinishedRun, View
from layouts.words import caveats as guards
from scheduler.charts import Chart, Series
from scheduler.metrics import all_metrics, main_metrics, measure
from scheduler.model.trace import Platform
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.simulate import simulate
from tests.cases import small
from tests.pages.test_pages import texts

DAY = 86_400


def shown(policy: str, index: int, name: str = "light-grid.swf", **params: str) -> FinishedRun:
    made = simulate(workload(sample(name)), policy, params)
    return FinishedRun(f"{index:024x}", policy, index, made, {"policy": policy, "metrics": measure(made), "params": {}})


@pytest.fixture(scope="module")
def runs() -> list[FinishedRun]:
    return [shown("best_effort", 0), shown("work_exchange", 1)]


def test_the_run_table_tells_local_users_from_grid_runs(runs: list[FinishedRun]) -> None:
    said = texts(metrics_table.metric_table(runs, 0))
    head = said[: said.index("All 48 metrics")]
    for wanted in ("Mean wait of local jobs", "Mean response of grid runs", "Kills of grid runs", "Wasted work"):
        assert wanted in head
    assert "NUWT" not in head and "best_effort: mean wait of local jobs 1.25 s, but job 9 waits 5 s." in said
    assert "work_exchange: mean wait of local jobs 2.5 s, but job 9 waits 9 s." in said


def test_ties_are_those_of_local_jobs(runs: list[FinishedRun]) -> None:
    again = shown("best_effort", 1, kill="oldest")
    jobs, placed = again.schedule.workload, again.schedule.placed
    assert guards.tie_noise(jobs, [runs[0], again]) == []  # not about no difference at all
    later = placed.start + 0.02 * (np.arange(len(placed)) == np.flatnonzero(jobs.jobs.grid == 0)[0])
    moved = replace(again, schedule=replace(again.schedule, placed=small.changed(placed, start=later)))
    assert guards.tie_noise(jobs, [runs[0], moved])[0].startswith(
        "best_effort and best_effort differ by 0.4 % in mean wait of local jobs"
    )


def test_views_over_all_jobs_say_that_they_count_both_kinds(runs: list[FinishedRun]) -> None:
    work = runs[0].schedule.workload
    caveats = all_plots()["who_pays"].caveats
    assert guards.sentences_of(caveats, work, runs)[0].startswith("Counts 4 local jobs and 6 grid runs alike")
    assert guards.sentences_of(caveats, workload(sample("five-jobs.swf")), [shown("easy", 0, "five-jobs.swf")]) == []
    of_all_jobs = {"who_pays", "wait_slowdown", "response_bars", "waits", "responses"}
    assert {key for key, plot in all_plots().items() if guards.both_kinds in plot.caveats} == of_all_jobs


def test_a_metric_without_any_value_takes_no_column() -> None:
    assert "NUWT" not in texts(metrics_table.key_table(*of_single_jobs()))
    assert "NUWT" in texts(metrics_table.metric_table([shown("easy", 0, "convoy.swf")], 0))


def of_single_jobs() -> tuple[list[FinishedRun], FinishedRun, list]:
    run = shown("easy", 0, "split-clusters.swf")  # every user has one job
    chosen = [metric for metric in main_metrics("jobs") if metrics_table.says(metric, [run])]
    return [run], run, chosen


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("grid_wasted", 35_999.0, "35\u202f999 processor-s"),
        ("grid_wasted", 36_000.0, "10 processor-h"),
        ("grid_wasted", 0.0, "0 processor-s"),
        ("grid_throughput", 191.2, "191 per hour"),
    ],
)
def test_areas_and_rates_are_in_units_people_use(key: str, value: float, text: str) -> None:
    assert change.value_text(all_metrics()[key], value) == text


def test_the_policies_of_grids_are_chosen_at_first() -> None:
    assert suitable_policies.policies(workload(sample("light-grid.swf")))[1] == ["best_effort", "work_exchange"]
    assert suitable_policies.policies(workload(sample("split-clusters.swf")))[1] == ["fcfs", "easy"]


def test_charts_of_a_light_grid_are_colored_by_kind_unless_a_link_says_otherwise(runs: list[FinishedRun]) -> None:
    def color(search: str, shown: list[FinishedRun]) -> str:
        return gantt_panel.view_of(PageState(link.read(search)), shown).color

    rigid = [shown("easy", 0, "five-jobs.swf")]
    assert [color("?", runs), color("?color=size", runs), color("?color=user", runs)] == ["grid", "size", "user"]
    assert [color("?", rigid), color("?color=size", rigid)] == ["user", "size"]
    assert link.write(link.read("?rows=users")) == "?rows=users"
    assert link.write(link.read("?color=user")) == "?color=user"
    assert getattr(looks.control(runs, View()), "data-usual-color") == "grid"


def test_numbers_of_a_workload_name_clusters_and_say_why_there_is_no_load() -> None:
    long = small.workload([(0, 100, 1), (10, 5, 1)], 4)
    said = texts(body.figures(replace(long, platform=Platform(4, clusters=(2, 2)))))
    assert "in 2 clusters" in said and "longest job outlasts the span" in said
    short = texts(body.figures(small.workload([(0, 5, 1), (10, 5, 1)], 4)))
    assert "clusters" not in short and "outlasts" not in short


def test_numbers_of_a_light_grid_tell_local_jobs_from_runs() -> None:
    work = workload(sample("light-grid.swf"))
    assert "4 local jobs of 2 clusters, 6 runs of 1 grid job" in texts(body.figures(work))
    assert "local job" not in texts(body.figures(small.workload([(0, 5, 1), (10, 5, 1)], 4)))


def test_bounded_stretch_is_explained_where_it_has_a_column(runs: list[FinishedRun]) -> None:
    rigid = [shown("easy", 0, "five-jobs.swf")]
    assert guards.bounded(runs[0].schedule.workload, runs) == []
    assert len(guards.bounded(rigid[0].schedule.workload, rigid)) == 1


@pytest.mark.parametrize(
    ("sizes", "title", "first"),
    [
        ((30, 8), "", "cluster 1 · 30"),
        ((300, 80), "cluster · its processors", "1 · 300"),
        ((30, 1_000), "cluster · its processors", "1 · 30"),
    ],
)
def test_names_of_clusters_stay_within_the_margin(sizes: tuple[int, int], title: str, first: str) -> None:
    parted = replace(small.workload([(0, 5, 1), (0, 5, 1)], 308), platform=Platform(sum(sizes), clusters=sizes))
    run = FinishedRun("0" * 24, "easy", 0, simulate(parted, "easy"), {})
    axis = all_plots()["gantt"].figure([run], View()).checked().layout.yaxis
    assert (axis.title.text, axis.ticktext[-1]) == (title, first)


def test_choices_in_names_of_runs_are_words() -> None:
    specs = [{"policy": "mixed_tasks", "params": {"way": way}, "options": {}} for way in ("first_batch", "apart")]
    assert [name.rpartition(", ")[2] for name in run_list.names(specs)] == ["way first batch", "way apart"]


def test_eight_days_on_a_narrow_axis_are_days() -> None:
    places, words = theme.time_ticks(0, 8.1 * DAY, 4)
    inside = [word for place, word in zip(places, words, strict=True) if 0 <= place <= 8.1 * DAY]
    assert inside == ["0 d", "3 d", "6 d"]


def test_a_long_title_stands_beside_a_chart_in_two_lines() -> None:
    title = "weighted sum of completion times over its bound, mean"
    chart = Chart("Figure", "alpha", title, (Series("one", (1.0, 2.0), (1.0, 2.0)),))
    assert data_charts.figure(chart).checked().layout.yaxis.title.text == title.replace("its bound", "its<br>bound")
