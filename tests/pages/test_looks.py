"""How Gantt charts of several runs stand together: which charts there are, what they tell, and what differs in runs."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace
from urllib.parse import urlsplit
from uuid import uuid4

import numpy as np
import pytest
from flask import Flask

from layouts.figures import Figure
from layouts.gantt import pair_hit_test, picture_routes, raster
from layouts.pages.compare.gantts import gantt_panel, looks
from layouts.pages.compare.table import settings
from layouts.pages.compare.views import view_list
from layouts.plots import all_plots
from layouts.plots.gantts import difference_chart, overlay_chart, stack
from layouts.state.view import BESIDE, COLORS, ROWS, FinishedRun, View
from scheduler.errors import StoreError
from scheduler.simulate import simulate
from tests.cases import small

SETS = [(1, -1, 0, [2.0] * 8), (2, -1, 0, [3.0, 3, 2, 2]), (3, -1, 0, [3.0, 2])]


class Several:
    """A store of several runs."""

    def __init__(self, *schedules):
        self.runs = {uuid4().hex: schedule for schedule in schedules}

    def schedule(self, key):
        if key not in self.runs:
            raise StoreError(f"There is no run {key}; simulate it again.")
        return self.runs[key]

    def derived(self, key, name, compute, schedule):
        return compute(schedule)

    def shown(self) -> list[FinishedRun]:
        names = {"fcfs": "FCFS", "easy": "EASY", "sjf": "SJF", "ostrich": "OStrich"}
        return [
            FinishedRun(key, names[run.policy], index, run, record(run))
            for index, (key, run) in enumerate(self.runs.items())
        ]


def record(run, **changes) -> dict:
    return {"params": run.params, "seed": run.seed, "options": run.workload.options} | changes


@pytest.fixture(scope="module")
def store() -> Several:
    """Four jobs on 4 processors; under EASY the last one starts at 2 beside the first, under FCFS at 12."""
    work = small.workload([(0, 8, 3), (1, 4, 4), (2, 2, 1), (3, 3, 2)], 4, users=[1, 2, 1, 3])
    return Several(*(simulate(work, policy) for policy in ("fcfs", "easy", "sjf")))


@pytest.fixture(scope="module")
def client(store):
    server = Flask(__name__)
    picture_routes.register(server, store)
    return server.test_client()


@pytest.fixture(scope="module")
def runs(store) -> list[FinishedRun]:
    return store.shown()


@pytest.fixture(scope="module")
def virtual() -> list[FinishedRun]:
    work = small.campaigns(SETS, 6, [0, 0, 2])
    return Several(simulate(work, "fcfs"), simulate(work, "ostrich")).shown()


def figures_of(runs, view: View) -> list[Figure]:
    """The figures of all charts."""
    return [
        gantt_panel.lane(all_plots()["gantt"], runs, run, source, view) for run, source in gantt_panel.lanes(runs, view)
    ]


def drawn(runs, view: View) -> list:
    """The figures of all charts, as objects of plotly."""
    return [figure.checked() for figure in figures_of(runs, view)]


def meta(figure) -> dict:
    return figure.layout.meta["queuescope"]


# -- which charts ----------------------------------------------------------------------------------------------------


def named(lanes) -> list[tuple[str, str]]:
    return [(run.name, source) for run, source in lanes]


def test_charts_of_each_arrangement(virtual):
    both = [("FCFS", "real"), ("OStrich", "real"), ("OStrich", "virtual")]
    assert named(gantt_panel.lanes(virtual)) == both
    assert named(gantt_panel.lanes(virtual, View(beside="stacked"))) == both
    assert named(gantt_panel.lanes(virtual, View(beside="difference"))) == [("OStrich", "difference")]
    assert named(gantt_panel.lanes(virtual, View(beside="overlay", baseline=1))) == [("FCFS", "overlay")]
    assert named(gantt_panel.lanes(virtual, View(beside="overlay", rows="users"))) == [("OStrich", "overlay-users")]
    assert named(gantt_panel.lanes(virtual, View(mode="lag", rows="queue"))) == [
        ("FCFS", "queue"),
        ("OStrich", "queue"),
    ]


@pytest.mark.parametrize("beside", BESIDE)
def test_a_single_run_has_nothing_beside_it(virtual, beside):
    assert named(gantt_panel.lanes(virtual[1:], View(beside=beside))) == [("OStrich", "real"), ("OStrich", "virtual")]
    assert looks.remarks(virtual[1:], View(beside=beside, shared=False)) == []


def test_what_has_no_place_in_an_arrangement_is_said(virtual, runs):
    said = looks.remarks(virtual, View(beside="difference"))
    assert len(said) == 1
    assert "Virtual schedules have no place in charts as difference" in said[0]
    assert "by users" in looks.remarks(virtual, View(rows="users"))[0]
    assert looks.remarks(virtual, View(beside="stacked")) == []
    assert looks.remarks(runs, View(beside="difference")) == []
    assert "Axes differ" in looks.remarks(runs, View(shared=False))[0]


# -- the choices -----------------------------------------------------------------------------------------------------


def parts(component) -> dict:
    """{id: component} of everything inside."""
    found = {getattr(one, "id", None): one for one in component._traverse()}
    return {key: one for key, one in found.items() if key}


def test_choices_show_the_state_of_the_view(runs):
    view = View(rows="sizes", color="change", beside="overlay", shared=False)
    shown = parts(looks.control(runs, view))
    assert [shown[key].value for key in ("look-rows", "look-color", "look-beside")] == ["sizes", "change", "overlay"]
    assert shown["look-shared"].checked is False
    assert [one["value"] for one in shown["look-rows"].data] == [rows for rows in ROWS if rows != "queues"]  # one queue
    assert [one["value"] for one in shown["look-color"].data] == [color for color in COLORS if color != "grid"]
    assert [one["value"] for one in shown["look-beside"].data] == list(BESIDE)


def test_one_run_has_no_change_and_no_neighbors(runs):
    control = looks.control(runs[:1], View(color="change"))
    shown = parts(control)
    assert [one["value"] for one in shown["look-color"].data] == [
        color for color in COLORS if color not in ("change", "grid")
    ]
    assert shown["look-color"].value == "user"
    hidden = [one for one in control._traverse() if getattr(one, "hidden", False)]
    assert [key for one in hidden for key in parts(one)] == ["look-beside", "look-shared"]


def test_color_and_mode_rest_where_they_mean_nothing(runs):
    color = {beside: parts(looks.control(runs, View(beside=beside)))["look-color"].disabled for beside in BESIDE}
    assert color == {"columns": False, "stacked": False, "difference": True, "overlay": False}
    assert [looks.modes_rest(runs, view) for view in (View(), View(beside="overlay"), View(rows="users"))] == [
        False,
        True,
        True,
    ]


# -- below each other ------------------------------------------------------------------------------------------------


def test_eight_charts_fit_in_one_and_a_half_screens(virtual):
    view, four = View(beside="stacked"), [replace(virtual[1], key=f"{at}" * 8, index=at) for at in range(4)]
    figures = figures_of(four, view)
    stack.drop_repeated_legends(figures)
    heights = [stack.height(figure, 8) for figure in figures]
    assert len(heights) == 8
    assert sum(heights) <= 1.5 * 720
    assert min(heights) >= 100


def test_charts_below_each_other_have_equal_areas_and_one_axis_of_time(runs, store):
    view, services = View(beside="stacked"), SimpleNamespace(store=store)
    figures = drawn(runs, view)
    graphs = [
        one
        for one in gantt_panel.columns(services, all_plots()["gantt"], runs, view)._traverse()
        if type(one).__name__ == "Graph"
    ]
    areas = {
        graph.style["height"] - graph.figure.layout["margin"]["t"] - graph.figure.layout["margin"]["b"]
        for graph in graphs
    }
    assert (len(graphs), len(areas)) == (3, 1)
    assert [figure.layout.xaxis.showticklabels for figure in figures] == [False, False, None]
    assert len({figure.layout.xaxis.range for figure in figures}) == 1


def test_what_colors_mean_is_not_said_twice(runs):
    figures = figures_of(runs, View(beside="stacked", color="size"))  # all have sizes, EASY alone backfills
    stack.drop_repeated_legends(figures)
    assert [sum(stack.legend(note) for note in figure.annotations) for figure in figures] == [1, 1, 0]
    assert [figure.layout["margin"]["t"] for figure in figures] == [stack.TITLE] * 3  # the row above says it


def test_every_chart_has_its_times_where_axes_differ(runs):
    figures = drawn(runs, View(beside="stacked", shared=False))
    assert [figure.layout.xaxis.showticklabels for figure in figures] == [None] * 3


def test_axes_of_their_own_make_groups_of_their_own(virtual):
    for beside in ("columns", "stacked"):
        figures = drawn(virtual, View(beside=beside, shared=False))
        assert [meta(figure)["group"] for figure in figures] == [
            gantt_panel.group_of(run) for run in (virtual[0], virtual[1], virtual[1])
        ]
    assert len({meta(figure)["group"] for figure in drawn(virtual, View())}) == 1


def test_a_window_of_one_run_leaves_the_others_where_axes_differ(runs):
    asked = [{"run": run.key, "source": "real"} for run in runs]
    view = View(t0=0, t1=3, shared=False)
    made, _ = view_list.redrawn(runs, view, asked, [], True, gantt_panel.group_of(runs[1]))
    assert [getattr(figure, "layout", None) is not None for figure in made] == [False, True, False]
    made, _ = view_list.redrawn(
        runs, replace(view, shared=True), asked, [], True, meta(drawn(runs, View())[0])["group"]
    )
    assert all(figure.layout is not None for figure in made)


# -- difference ------------------------------------------------------------------------------------------------------


def test_a_difference_says_what_and_against_what(runs):
    figure = drawn(runs, View(beside="difference"))[0]
    assert figure.layout.title.text == "<b>EASY</b> · difference from FCFS"
    assert "only in the baseline" in figure.layout.annotations[0].text
    assert figure.layout.yaxis.title.text == "busy processors"
    assert (meta(figure)["drawn"], meta(figure)["most"]) == ("picture", -1)
    assert not [trace for trace in figure.data if trace.type == "bar"]


def test_the_caption_of_a_difference_has_exact_numbers(runs):
    """EASY starts the job of 1 x 2 s at 2 instead of 12; all else runs as under FCFS (starts by hand)."""
    assert [run.schedule.placed.start.tolist() for run in runs[:2]] == [[0, 8, 12, 12], [0, 8, 2, 12]]
    said = " ".join(difference_chart.caption(runs[:2], View(beside="difference")))
    assert "by the number of busy processors" in said
    assert "EASY: 2 processor-seconds are busy only here and 2 only under FCFS" in said
    assert "46 are busy in both" in said
    assert "chosen for drawing" in said
    row = difference_chart.table(runs[:2], View())[0]
    assert list(row.values()) == ["EASY", "FCFS", 2, 2, 46, 0]


def test_the_caption_of_a_large_difference_tells_hours():
    """One hour is 3 600 s: 50 of them are apart, and shares of the whole have one form."""
    work = small.workload([(0, 8 * 3_600, 3), (3_600, 4 * 3_600, 4), (7_200, 2 * 3_600, 1), (10_800, 3 * 3_600, 2)], 4)
    runs = Several(*(simulate(work, policy) for policy in ("fcfs", "easy"))).shown()
    said = " ".join(difference_chart.caption(runs, View(beside="difference")))
    assert "EASY: 2 processor-h are busy only here and 2 only under FCFS, together 4.2 % of those of both runs" in said
    assert "46 are busy in both" in said


def test_runs_that_are_alike_do_not_differ(store):
    again = Several(*[store.shown()[0].schedule] * 1, replace(store.shown()[0].schedule, policy="easy")).shown()
    assert "EASY: no difference in what is busy." in " ".join(difference_chart.caption(again, View()))


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("kind", pair_hit_test.KINDS)
def test_pictures_and_places_of_all_rows(client, runs, rows, kind):
    for figure in drawn(runs, View(beside=kind, rows=rows)):
        said = meta(figure)
        answer = client.get(f"{said['picture']}0_10_0_4_40x20_light.png?{said['query']}")
        assert (answer.status_code, answer.data[:4]) == (200, b"\x89PNG")
        t, p = 1.0, said["extent"][3] - 0.5 if rows == "queue" else said["extent"][3] / 2
        found = client.get(f"{said['pick']}?t={t}&p={p}&dt=0.1&dp=0.1")
        assert found.status_code == 200
        job = client.get(f"{said['pick']}?job=0").json
        assert (job["job"], job["job_id"]) == (0, 101)
        assert job["rectangles"]
        json.dumps(figure.to_dict(), default=str)


@pytest.mark.parametrize("kind", pair_hit_test.KINDS)
def test_the_address_of_a_figure_is_that_of_its_pictures(runs, client, monkeypatch, kind):
    monkeypatch.setattr(overlay_chart, "MOST", 0)
    figure = drawn(runs, View(beside=kind, color="change", only="size>1"))[0]
    place = urlsplit(figure.layout.images[0].source)
    assert client.get(f"{place.path}?{place.query}").status_code == 200
    assert place.path.startswith(meta(figure)["picture"])


def place(client, runs, kind: str, t: float, p: float, rows: str = "processors", run: int = 1) -> dict:
    beside = pair_hit_test.beside(runs[run].key, runs[0].key, [one.key for one in runs])
    lane = raster.lane(pair_hit_test.source_of(kind, rows), beside)
    answer = client.get(f"/pick/{runs[run].key}/{lane}?t={t}&p={p}")
    assert answer.status_code == 200
    return answer.json


@pytest.mark.parametrize(
    ("t", "p", "job_id", "head"),
    [
        (1.0, 0.5, 101, "busy in both runs, with the same jobs"),
        (2.5, 3.5, 103, "busy only in this run"),
        (12.5, 2.5, 103, "busy only in the baseline"),
        (12.5, 1.5, 104, "busy in both runs, with the same jobs"),
    ],
)
def test_what_is_at_a_place_of_a_difference(client, runs, t, p, job_id, head):
    found = place(client, runs, "difference", t, p)
    assert (found["job_id"], found["lines"][0]) == (job_id, head)


def test_an_idle_place_of_a_difference(client, runs):
    found = place(client, runs, "difference", 1.0, 3.5)
    assert found["job"] is None
    assert found["lines"][0] == "idle in both runs"
    assert found["lines"][1].endswith("3 busy here, 3 busy in the baseline")


def test_a_job_in_a_difference_is_told_with_its_other_time(client, runs):
    lines = place(client, runs, "difference", 2.5, 3.5)["lines"]
    assert lines[1].endswith("4 busy here, 3 busy in the baseline")
    assert lines[-1] == "starts 10 s earlier than in the baseline"


def test_a_stretch_of_time_stands_for_a_job_in_a_stack(client, runs):
    assert place(client, runs, "difference", 2.5, 3.5)["rectangles"] == [[2, 4, 0, 4]]


def test_a_chart_of_two_without_a_baseline_is_refused(client, runs):
    for address in (f"/pick/{runs[1].key}/difference?t=1&p=1", f"/picture/{runs[1].key}/overlay/0_1_0_1_4x4_light.png"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert answer.json["error"].endswith(".")


def test_a_baseline_that_is_gone_or_of_other_jobs_is_refused(runs, virtual):
    odd = Several(runs[0].schedule, virtual[0].schedule)
    server = Flask(__name__)
    picture_routes.register(server, odd)
    first, second = odd.runs
    for base in (second, "0" * 24):
        answer = server.test_client().get(f"/pick/{first}/overlay~{base}?t=1&p=1")
        assert answer.status_code == 404
        assert answer.json["error"].endswith(".")


def test_closed_campaigns_are_compared_job_by_job(virtual):
    """A row of the queue is a job in both, also where campaigns are submitted at other times."""
    found = difference_chart.areas(virtual, View(rows="queue"))[0][1]
    work = virtual[0].schedule.workload.area
    assert found.same + found.baseline == pytest.approx(work)
    assert found.same + found.run == pytest.approx(work)


# -- overlay ---------------------------------------------------------------------------------------------------------


def outlined(figure) -> set[tuple[float, float]]:
    """(from, to) of the outlines in color."""
    lines = [trace for trace in figure.data if trace.meta == "bars" and trace.line.dash]
    corners = [np.reshape(np.asarray(trace.x, float), (-1, 6)) for trace in lines]
    return {(round(float(one[0])), round(float(one[2]))) for part in corners for one in part}


def test_an_overlay_fills_the_run_and_outlines_the_baseline(runs):
    figure = drawn(runs, View(beside="overlay"))[0]
    assert meta(figure)["drawn"] == "bars"
    filled = {
        (float(at), float(at + width))
        for bar in figure.data
        if bar.type == "bar"
        for at, width in zip(bar.base, bar.x, strict=True)
    }
    assert filled == {(0, 8), (8, 12), (2, 4), (12, 15)}
    assert outlined(figure) == {(0, 8), (8, 12), (12, 14), (12, 15)}
    assert all(bar.marker.opacity < 1 for bar in figure.data if bar.type == "bar")


def test_many_outlines_make_a_picture(runs, monkeypatch):
    monkeypatch.setattr(overlay_chart, "MOST", 2)
    figure = drawn(runs, View(beside="overlay"))[0]
    assert meta(figure)["drawn"] == "picture"
    assert "/overlay~" in figure.layout.images[0].source
    assert not [trace for trace in figure.data if trace.type == "bar" or trace.meta == "bars"]


def test_a_job_of_an_overlay_is_outlined_in_both(client, runs):
    mine = place(client, runs, "overlay", 2.5, 3.5)
    assert mine["job_id"] == 103
    assert [box[:2] for box in mine["rectangles"]] == [[2, 4], [12, 14]]
    theirs = place(client, runs, "overlay", 12.5, 0.5)  # only the baseline has a job there, or the run another one
    assert theirs["job_id"] in (103, 104)
    figure = drawn(runs, View(beside="overlay", job=2))[0]
    assert [(shape.x0, shape.x1) for shape in figure.layout.shapes if shape.name == "selected"] == [(2, 4), (12, 14)]


def test_the_picture_of_an_overlay_has_edges_of_the_baseline(client, runs):
    beside = pair_hit_test.beside(runs[1].key, runs[0].key, [one.key for one in runs])
    over, plain = (
        client.get(f"/picture/{runs[1].key}/{lane}/0_16_0_4_160x40_light.png")
        for lane in (raster.lane("overlay", beside), "real")
    )
    assert over.status_code == plain.status_code == 200
    assert over.headers[picture_routes.JOBS_HEADER] == plain.headers[picture_routes.JOBS_HEADER] == "4"
    assert over.data != plain.data


def test_the_caption_of_an_overlay_counts_who_starts_when(runs):
    said = " ".join(overlay_chart.caption(runs[:2], View(beside="overlay")))
    assert "EASY: 1 of 4 jobs start earlier than under FCFS, 0 later." in said
    assert overlay_chart.table(runs[:2], View()) == [
        {"run": "EASY", "job_id": 103, "user": 1, "start": 2, "start under FCFS": 12, "change": -10}
    ]


@pytest.mark.parametrize(
    ("by", "words"),
    [
        (0.0, "starts when it does in the baseline"),
        (7_200.0, "starts 2 h 00 min later than in the baseline"),
        (-1.0, "starts 1 s earlier than in the baseline"),
    ],
)
def test_later_and_earlier_in_words(by, words):
    assert pair_hit_test.later(by) == words


# -- what differs ----------------------------------------------------------------------------------------------------


def two(runs, **changes) -> list[FinishedRun]:
    params = {f"setting_{at}": at for at in range(11)}
    options = {"estimates": "requested"}
    first, second = ({"params": params, "seed": 1, "options": options} for _ in range(2))
    return [replace(runs[0], record=first), replace(runs[1], schedule=runs[0].schedule, record=second | changes)]


def test_two_runs_of_twelve_parameters_that_differ_in_one_show_exactly_that_one(runs):
    pair = two(runs, params={f"setting_{at}": at for at in range(11)} | {"setting_3": 99})
    rows = settings.rows(pair)
    assert [(row.name, row.values) for row in rows if row.differs] == [("setting 3", (3, 99))]
    section = settings.section(pair, pair[0])
    lines = [one for one in section._traverse() if type(one).__name__ == "Tr"]
    plain = [one for one in lines if getattr(one, "className", "") != "qs-alike"][1:]  # the first is the head
    assert [[cell.children for cell in one.children] for one in plain] == [["setting 3", "3", "99"]]
    assert len(lines) - 1 == len(rows) == 14  # policy, 11 settings, seed, estimates


def test_estimates_and_seeds_count(runs):
    pair = two(runs, seed=2, options={"estimates": "exact"})
    assert [row.name for row in settings.rows(pair) if row.differs] == ["seed", "estimates of the workload"]


def test_a_parameter_only_one_policy_has_differs(runs):
    pair = two(runs, params={f"setting_{at}": at for at in range(10)})
    assert [(row.name, row.values) for row in settings.rows(pair) if row.differs] == [("setting 10", (10, None))]


def test_one_run_differs_from_nothing(runs):
    assert settings.section(runs[:1], runs[0]) is None
