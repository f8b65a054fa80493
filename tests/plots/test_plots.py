from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from uuid import uuid4

import numpy as np
import pytest

from layouts import theme
from layouts.drawing import idle_curves
from layouts.gantt.rectangles import rectangles
from layouts.plots import all_plots, gantt, nuwt_cdf, stretch_histogram, underutilization
from layouts.plots.gantts import charts
from layouts.state.view import FinishedRun, View
from layouts.workload_plots import all_workload_plots, arrivals, runtimes, sizes, top_users
from scheduler.durations import moment
from scheduler.model.table import Table
from scheduler.model.trace import Platform
from scheduler.model.workload import Workload
from scheduler.simulate import simulate
from tests.cases import moldable, small
from tests.topics.parts import of_topics

ROOT = Path(__file__).parents[2]
PLOTS = {key: plot for key, plot in all_plots().items() if plot.applies([])}  # the others: test_campaign_plots
WORKLOAD_PLOTS = all_workload_plots()


def work(n: int = 60, processors: int = 8, users: int = 12) -> Workload:
    """A workload in which jobs wait: n jobs of 1 to 8 processors."""
    rows = [(20.0 * i, 30.0 + 97 * i % 400, 1 + i * i % processors) for i in range(n)]
    return small.workload(rows, processors, users=[100 + i * 7 % users for i in range(n)])


def waited() -> Workload:
    """A workload whose log recorded waits, and requested times twice as long as the runtimes."""
    made = work()
    return replace(
        made,
        jobs=small.changed(made.jobs, requested_time=2 * made.jobs.runtime, recorded_wait=np.arange(len(made)) * 10.0),
    )


def recorded() -> Workload:
    """The same with what else a log may tell: queues, partitions, groups, how jobs ended, memory."""
    made, at = waited(), np.arange(60)
    return replace(
        made,
        jobs=small.changed(made.jobs, queue=1 + at % 3, partition=1 + at % 2, group=at // 4),
        recorded=Table.of(
            "recorded", status=at % 2, used_memory=1_000.0 * (1 + at % 9), requested_memory=8_192.0 + 0 * at
        ),
    )


def shown(schedule, index: int = 0, name: str = "EASY") -> FinishedRun:
    return FinishedRun(uuid4().hex, name, index, schedule, {})


@pytest.fixture(scope="module")
def runs() -> list[FinishedRun]:
    made = work()
    return [shown(simulate(made, key), i, key.upper()) for i, key in enumerate(("fcfs", "easy", "backfill"))]


@pytest.fixture(scope="module")
def campaigns() -> list[FinishedRun]:
    """The worked example of the OStrich paper, appendix A: six processors, three users."""
    sets = [
        (1, -1, 0, [2.0] * 24),
        (2, -1, 0, [3.0, 3, 2, 2, 2, 2, 2, 1, 1]),
        (3, -1, 0, [3.0, 2, 2, 1, 1, 1]),
        (3, 2, 0, [2.0] * 4),
    ]
    return [shown(simulate(small.campaigns(sets, 6, [0, 0, 2, 2]), "ostrich"), 0, "OStrich")]


def points(figure) -> int:
    return sum(
        max(len(trace.x) if trace.x is not None else 0, len(trace.y) if trace.y is not None else 0)
        for trace in figure.data
    )


def many(n: int = 30_000) -> Workload:
    random = np.random.Generator(np.random.PCG64(3))
    rows = np.stack(
        [np.floor(random.random(n) * 40 * n), 1 + np.floor(random.random(n) * 300), 1 + random.integers(0, 8, n)],
        axis=1,
    )
    rows = rows[np.argsort(rows[:, 0], kind="stable")]
    return small.workload(rows.tolist(), 16, users=random.integers(1, 3_000, n).tolist())


# -- every plot ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", PLOTS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axes_have_titles_and_backgrounds_are_clear(runs, key, scheme):
    figure = PLOTS[key].figure([*runs, replace(runs[-1], index=3)], View(scheme=scheme)).checked()
    axes = [axis for axis in figure.layout if axis.startswith(("xaxis", "yaxis"))]
    assert all(figure.layout[axis].title.text for axis in axes)
    assert figure.layout.template.layout.paper_bgcolor == "rgba(0,0,0,0)"
    assert figure.layout.template.layout.font.color == theme.INK[scheme]
    json.loads(figure.to_json())


@pytest.mark.parametrize("key", PLOTS)
def test_the_same_runs_and_view_give_the_same_figure(runs, key):
    assert PLOTS[key].figure(runs, View()).checked().to_json() == PLOTS[key].figure(runs, View()).checked().to_json()


@pytest.mark.parametrize("key", PLOTS)
def test_nothing_to_show_is_said(key):
    for figure in (
        PLOTS[key].figure([], View()).checked(),
        PLOTS[key].figure([shown(small.schedule(work(0), []))], View()).checked(),
    ):
        assert points(figure) == 0
        assert figure.layout.annotations[0].text.endswith(".")
    assert " ".join(PLOTS[key].caption([], View())).endswith(".")
    assert PLOTS[key].table([], View()) == []


@pytest.mark.parametrize("key", PLOTS)
def test_one_job_alone(key):
    alone = [shown(small.schedule(small.workload([(5, 10, 1)], 4), [5]))]
    json.loads(PLOTS[key].figure(alone, View()).checked().to_json())
    assert "EASY" in " ".join(PLOTS[key].caption(alone, View()))


@pytest.mark.parametrize("key", PLOTS)
@pytest.mark.parametrize(
    "view",
    [
        View(t0=1e9, t1=2e9),
        View(t0=9.0, t1=3.0),
        View(t0=math.nan, t1=math.inf, p0=-math.inf),
        View(p0=5, p1=5),
        View(job=10**9),
        View(job=-1),
    ],
)
def test_views_that_make_no_sense_show_something(runs, key, view):
    figure = PLOTS[key].figure(runs, view).checked()
    assert points(figure) > 0
    low, high = figure.layout.xaxis.range
    assert low < high


@pytest.mark.parametrize("key", PLOTS)
def test_names_from_data_cannot_mark_up_a_figure(runs, key):
    odd = [FinishedRun(run.key, "<a href='x'>EASY</a>", run.index, run.schedule, {}) for run in runs]
    assert "<a " not in PLOTS[key].figure(odd, View()).checked().to_json().replace("\\u003c", "<")


@pytest.mark.parametrize("key", PLOTS)
def test_a_large_run_stays_within_its_points(key):
    made = many()
    order = np.cumsum(made.jobs.runtime) - made.jobs.runtime  # one after the other, whatever the machine
    start = np.maximum.accumulate(made.jobs.submit) + order
    large = [shown(small.schedule(made, start), i, f"run {i}") for i in range(2)]
    figure = PLOTS[key].figure(large, View()).checked()
    assert 0 < points(figure) <= PLOTS[key].max_points
    assert len(figure.to_json()) < 400_000


# -- Gantt -----------------------------------------------------------------------------------------------------------


def test_bars_are_the_rectangles_of_the_jobs(runs):
    figure = gantt.figure(runs, View(), run=1).checked()
    bars = [trace for trace in figure.data if trace.type == "bar"]
    drawn = sorted(
        (float(base), float(base + length), float(y - width / 2), float(y + width / 2))
        for bar in bars
        for base, length, y, width in zip(bar.base, bar.x, bar.y, bar.width, strict=True)
    )
    placed = runs[1].schedule.placed
    assert sum((t1 - t0) * (p1 - p0) for t0, t1, p0, p1 in drawn) == runs[1].schedule.workload.area
    assert {t0 for t0, *_ in drawn} == set(placed.start.tolist())
    for (a0, a1, b0, b1), (c0, c1, d0, d1) in combinations(drawn, 2):
        assert a1 <= c0 or c1 <= a0 or b1 <= d0 or d1 <= b0


def test_one_trace_per_color_and_a_color_per_user(runs):
    bars = [trace for trace in gantt.figure(runs, View()).checked().data if trace.type == "bar"]
    colors = [bar.marker.color for bar in bars]
    assert len(set(colors)) == len(colors) == theme.OTHERS + 1
    jobs = runs[0].schedule.workload.jobs
    user = {color: {int(jobs.user[job]) for job in bar.customdata} for color, bar in zip(colors, bars, strict=True)}
    assert all(len(users) == 1 for color, users in user.items() if color != theme.GREY["light"])


def test_zooming_does_not_change_colors(runs):
    def colors(view: View) -> dict[int, str]:
        return {
            int(job): bar.marker.color
            for bar in gantt.figure(runs, view).checked().data
            if bar.type == "bar"
            for job in bar.customdata
        }

    everywhere, near = colors(View()), colors(View(t0=300, t1=500))
    assert 0 < len(near) < len(everywhere)
    assert near.items() <= everywhere.items()


def test_many_jobs_are_a_picture_and_few_are_bars():
    n = gantt.MOST_BARS + 500
    made = small.workload([(10.0 * i, 10.0, 1) for i in range(n)], 2)
    run = [shown(small.schedule(made, 10.0 * np.arange(n)))]
    far, near = gantt.figure(run, View()).checked(), gantt.figure(run, View(t0=100, t1=200)).checked()
    assert [trace.type for trace in far.data] == ["scatter"]
    assert far.layout.images[0].source.startswith(f"/picture/{run[0].key}/real/0.0_{10.0 * n}_0.0_2.0_")
    assert (far.layout.images[0].x, far.layout.images[0].y, far.layout.images[0].sizex, far.layout.images[0].sizey) == (
        0,
        2,
        10 * n,
        2,
    )
    assert not near.layout.images
    assert sum(len(trace.x) for trace in near.data if trace.type == "bar") == 10
    assert (far.layout.meta["queuescope"]["drawn"], near.layout.meta["queuescope"]["drawn"]) == ("picture", "bars")


def test_all_gantts_have_the_same_axes_and_group(runs):
    metas = [gantt.figure(runs, View(), run=i).checked().layout.meta["queuescope"] for i in range(3)]
    idle = underutilization.figure(runs, View()).checked().layout.meta["queuescope"]
    assert len({tuple(meta["extent"]) for meta in metas}) == 1
    assert {meta["group"] for meta in metas} == {idle["group"]}
    assert idle["extent"][:2] == metas[0]["extent"][:2]
    apart = [
        gantt.figure(runs, View(shared=False), run=i).checked().layout.meta["queuescope"]["group"] for i in range(3)
    ]
    assert len(set(apart)) == 3


def test_the_selected_job_is_outlined_where_it_ran(runs):
    shapes = gantt.figure(runs, View(job=17), run=1).checked().layout.shapes
    placed = runs[1].schedule.placed
    assert shapes
    assert {(shape.x0, shape.x1) for shape in shapes} == {(placed.start[17], placed.end[17])}
    assert sum(shape.y1 - shape.y0 for shape in shapes) == placed.processors[17]


def test_the_axis_says_who_assigned_the_processors(runs, campaigns):
    assert "rows chosen for drawing" in gantt.figure(runs, View()).checked().layout.yaxis.title.text
    assert (
        "rows chosen for drawing"
        not in gantt.figure(campaigns, View(), source="virtual").checked().layout.yaxis.title.text
    )


def test_virtual_streams_of_the_worked_example(campaigns):
    found = rectangles(campaigns[0].key, campaigns[0].schedule, "virtual")
    user = campaigns[0].schedule.workload.campaigns.user[found.row]

    def height(user_now: int, t: float) -> float:
        at = (found.start <= t) & (t < found.end) & (user == user_now)
        return float((found.high[at] - found.low[at]).sum())

    assert [height(u, 1.0) for u in (0, 1, 2)] == pytest.approx([3, 3, 0])
    assert [height(u, 2.5) for u in (0, 1, 2)] == pytest.approx([2, 2, 2])
    assert [height(u, 9.0) for u in (0, 1, 2)] == pytest.approx([3, 0, 3])
    assert [height(u, 12.0) for u in (0, 1, 2)] == pytest.approx([6, 0, 0])
    area = np.bincount(found.row, weights=(found.end - found.start) * (found.high - found.low))
    assert area == pytest.approx([48, 18, 10, 8])


def numbers_on(figure) -> dict[int, str]:
    """{row of jobs: what stands in its bar}."""
    return {
        int(row): text
        for bar in figure.data
        if bar.type == "bar" and bar.text is not None
        for row, text in zip(bar.customdata, bar.text, strict=True)
        if text
    }


def test_few_bars_carry_the_numbers_of_their_jobs():
    made = small.workload([(0, 50, 2), (0, 1, 1), (0, 50, 1)], 4)
    run = [shown(small.schedule(made, [0, 50, 50]))]
    assert numbers_on(gantt.figure(run, View()).checked()) == {0: "101", 2: "103"}  # a second is too narrow
    assert numbers_on(gantt.figure(run, View(t0=50, t1=52, p0=0, p1=1)).checked()).keys() >= {1}


def test_many_bars_carry_no_numbers(campaigns):
    n = gantt.MOST_NUMBERED + 1
    for count, expected in ((n, 0), (8, 8)):
        made = small.workload([(10.0 * i, 10.0, 1) for i in range(count)], 1)
        assert (
            len(numbers_on(gantt.figure([shown(small.schedule(made, 10.0 * np.arange(count)))], View()).checked()))
            == expected
        )
    assert numbers_on(gantt.figure(campaigns, View(), source="virtual").checked()) == {}


@pytest.mark.parametrize("color", [*theme.HUES, *theme.GREY.values()])
def test_numbers_can_be_read_on_every_color(color):
    assert contrast(gantt.on(color), color) >= 4.5


def test_users_are_named_in_the_order_of_their_numbers():
    made = small.workload([(0, 10.0 * (i + 1), 1) for i in range(11)], 4, users=[30, 2, 11, 4, 25, 6, 19, 8, 9, 10, 1])
    text = (
        gantt.figure([shown(small.schedule(made, [100.0 * i for i in range(11)]))], View())
        .checked()
        .layout.annotations[0]
        .text
    )
    named = [part.split("  ")[0] for part in text.split("</span> ")[1:]]
    assert named == ["1", "4", "6", "8", "9", "10", "19", "25", "others"]


def test_real_and_virtual_have_the_same_colors(campaigns):
    def of(source: str) -> dict[int, set[int]]:
        found = rectangles(campaigns[0].key, campaigns[0].schedule, source)
        work_ = campaigns[0].schedule.workload
        user = work_.jobs.user[found.row] if source == "real" else work_.campaigns.user[found.row]
        return {int(u): set(found.color[user == u].tolist()) for u in np.unique(user)}

    assert of("real") == of("virtual") == {0: {0}, 1: {1, 2} & of("real")[1], 2: of("real")[2]}


def test_a_run_without_a_virtual_schedule_has_none_to_show(runs):
    assert charts.sources(runs[0]) == ("real",)
    with pytest.raises(ValueError, match="virtual"):
        gantt.figure(runs, View(), source="virtual").checked()


# -- NUWT, stretch, idle ---------------------------------------------------------------------------------------------


def three_users() -> FinishedRun:
    """NUWT by hand: user 1 waits 0 + 10 over 40 processor-s, user 2 has one job, user 3 waits 10 + 590 over 20."""
    made = small.workload([(0, 10, 2), (0, 10, 2), (0, 5, 1), (0, 10, 1), (10, 10, 1)], 2, users=[1, 1, 2, 3, 3])
    return shown(small.schedule(made, [0, 10, 20, 10, 600]))


def test_nuwt_by_hand():
    known = nuwt_cdf.users(three_users().schedule)
    assert known.user.tolist() == [0, 2]
    assert known.value.tolist() == [0.25, 30.0]
    assert known.single == 1


def test_who_is_not_drawn_is_counted():
    said = " ".join(nuwt_cdf.caption([three_users()], View()))
    assert "1 lies beyond 10, the worst at 30" in said
    assert "1 user with one job left out" in said


def test_the_median_is_the_wait_of_a_user():
    assert [nuwt_cdf.lower_median(np.array(value)) for value in ([7.0], [1.0, 9.0], [1.0, 2.0, 9.0])] == [7, 1, 2]
    assert "half of 2 users wait at most 0.25 s" in " ".join(nuwt_cdf.caption([three_users()], View()))


def test_the_curve_steps_at_every_value_and_ends_at_the_cut():
    x, fraction = nuwt_cdf.curve(np.array([0.0, 1.0, 1.0, 4.0, 25.0]))
    assert x.tolist() == [0, 0, 1, 4, 10]
    assert fraction == pytest.approx([0, 0.2, 0.6, 0.8, 0.8])


def test_a_long_curve_keeps_its_ends_and_lies_on_the_true_one():
    value = np.sort(np.random.Generator(np.random.PCG64(1)).random(50_000) * 9)
    x, fraction = nuwt_cdf.curve(value, 500)
    assert len(x) <= 500
    assert fraction[-1] == 1.0
    assert fraction[1:-1] == pytest.approx(np.searchsorted(value, x[1:-1], "right") / len(value))


def test_histograms_hold_every_job_and_share_their_bins(runs):
    figure = stretch_histogram.figure(runs, View()).checked()
    assert len({tuple(bar.x) for bar in figure.data}) == 1
    assert [sum(bar.y) for bar in figure.data] == pytest.approx([1, 0, 1, 0, 1, 0])  # all jobs, lit jobs: none
    assert "bounded stretch (10 s)" in figure.layout.xaxis.title.text
    assert (
        "bounded stretch (60 s)"
        in stretch_histogram.figure(runs, View(), threshold=60.0).checked().layout.xaxis.title.text
    )
    rows = stretch_histogram.table(runs, View())
    assert [sum(row[run.name] for row in rows) for run in runs] == [60, 60, 60]


def test_titles_of_rows_fit_a_narrow_screen(runs):
    long = [shown(runs[0].schedule, 0, "Conservative backfilling with a limit, seed 1234567")]
    text = stretch_histogram.figure(long, View()).checked().layout.annotations[0].text
    assert len(text) <= 75
    assert "median" in text and "max" in text


def test_bins_begin_at_one_and_reach_the_highest():
    for highest in (1.0, 2.0, 10.0, 12_345.6, 1e13):
        edges = stretch_histogram.edges_for(highest)
        assert edges[0] == 0
        assert edges[-1] > np.log10(highest)
        assert len(edges) <= stretch_histogram.MOST_BINS + 2


def idle_pair() -> FinishedRun:
    """Four processors; 3 of them busy in [0, 10) while a job of 2 waits: one processor idle for ten seconds."""
    return shown(small.schedule(small.workload([(0, 10, 3), (0, 6, 2)], 4), [0, 10]))


def test_idle_though_wanted_by_hand():
    found = idle_curves.curves(idle_curves.of_run(idle_pair()), 0.0, 16.0, 100)
    assert np.dot(found.parts[1:].sum(axis=0), np.diff(found.time)) == 10.0
    assert "23.8 % of the work" in " ".join(underutilization.caption([idle_pair()], View()))


@pytest.mark.parametrize("window", [(0.0, 1300.0), (100.0, 700.0), (333.3, 334.4)])
@pytest.mark.parametrize("buckets", [8, 40, 4_000])
def test_areas_are_exact_however_few_the_buckets(runs, window, buckets):
    schedule = runs[1].schedule
    end = max(1300.0, float(schedule.placed.end.max()))
    found = idle_curves.everywhere(idle_curves.of_run(runs[1]), (0.0, end), window, buckets)
    assert len(found.busy) <= max(buckets, 12) + 3
    assert np.dot(found.busy, np.diff(found.time)) == pytest.approx(schedule.workload.area)
    inside = (found.time[:-1] >= window[0] - 1e-9) & (found.time[1:] <= window[1] + 1e-9)
    overlap = np.clip(
        np.minimum(schedule.placed.end, window[1]) - np.maximum(schedule.placed.start, window[0]), 0, None
    )
    assert np.dot(found.busy[inside], np.diff(found.time)[inside]) == pytest.approx(
        np.dot(overlap, schedule.placed.processors)
    )


# -- workloads -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", WORKLOAD_PLOTS)
@pytest.mark.parametrize("made", [work(), work(1), many()], ids=["sixty", "one", "many"])
def test_plots_of_workloads(key, made):
    plot, of_kinds = WORKLOAD_PLOTS[key], [workload() for workload in of_topics("plotted", "workload")]
    made = next(
        one
        for one in (made, waited(), recorded(), *of_kinds, moldable.workload([[4, 2], [3, 2]], 2), daily())
        if plot.applies(one)
    )
    figure = plot.figure(made, View(scheme="dark")).checked()
    assert 0 < points(figure) <= plot.max_points
    assert figure.layout.xaxis.title.text
    assert figure.layout.yaxis.title.text
    assert " ".join(plot.caption(made)).endswith(".")
    assert plot.table(made)


def daily():
    """Three users with a job a day for three days."""
    return small.workload([(86_400 * day, 60, 1) for day in range(3) for _ in range(3)], 4, users=[1, 2, 3] * 3)


@pytest.mark.parametrize("key", WORKLOAD_PLOTS)
def test_plots_of_no_jobs_say_so(key):
    assert points(WORKLOAD_PLOTS[key].figure(work(0), View()).checked()) == 0
    assert WORKLOAD_PLOTS[key].caption(work(0)) == ["This workload has no jobs."]
    assert WORKLOAD_PLOTS[key].table(work(0)) == []


def test_every_job_is_in_one_bin():
    made = many()
    assert arrivals.arrivals(made).jobs.sum() == len(made)
    assert sizes.sizes(made).jobs.sum() == len(made)
    assert runtimes.runtimes(made)[1].sum() == len(made)
    assert top_users.users(made).jobs.sum() == len(made)


def test_arrivals_choose_a_width_that_fits():
    found = arrivals.arrivals(small.workload([(float(t), 1, 1) for t in (59, 60, 61, 7_200)], 1))
    assert found.each == "minute"
    assert found.edges[:2].tolist() == [0, 60]
    assert found.jobs[:2].tolist() == [1, 2]
    long = arrivals.arrivals(small.workload([(0, 1, 1), (40 * 365 * 86_400.0, 1, 1)], 1))
    assert len(long.jobs) <= arrivals.MOST_BINS


def test_sizes_double():
    found = sizes.sizes(small.workload([(0, 1, p) for p in (1, 1, 2, 3, 4, 5, 9)], 16))
    assert [sizes.label(int(low), int(high)) for low, high in zip(found.low, found.high, strict=True)] == [
        "1",
        "2",
        "3\u20134",
        "5\u20138",
        "9\u201316",
    ]
    assert found.jobs.tolist() == [2, 1, 2, 1, 1]


# -- theme -----------------------------------------------------------------------------------------------------------


def linear(color: str) -> np.ndarray:
    part = np.array(theme.rgb(color)) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    light, dark = sorted((float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


# linear RGB as people with full protanopia, deuteranopia and tritanopia see it (Machado, Oliveira and Fernandes 2009)
SEEN = {
    "normal": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}


def lab(color: str, eye: str) -> np.ndarray:
    seen = np.clip(SEEN[eye] @ linear(color), 0, 1)
    xyz = (
        np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
        @ seen
        / [0.9505, 1, 1.089]
    )
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_color_stands_out_from_the_background(scheme):
    hues = [*theme.HUES, theme.GREY[scheme], *theme.RUNS[scheme], theme.RED[scheme]]
    assert min(contrast(color, theme.BACKGROUND[scheme]) for color in hues) >= 3
    assert contrast(theme.INK[scheme], theme.BACKGROUND[scheme]) >= 7
    assert min(contrast(color, theme.BACKGROUND[scheme]) for color in theme.RUNS[scheme]) >= 4.5  # they write names


@pytest.mark.parametrize("eye", SEEN)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_runs_are_told_apart_by_every_eye(eye, scheme):
    nearest = min(
        float(np.linalg.norm(lab(one, eye) - lab(other, eye))) for one, other in combinations(theme.RUNS[scheme], 2)
    )
    assert nearest >= 25, f"{eye}: {nearest:.1f}"
    assert len(set(theme.DASHES)) == len(theme.RUNS[scheme])


def test_colors_go_to_the_users_with_the_most_work():
    made = small.workload([(0, 10.0 * (i + 1), 1) for i in range(11)], 4, users=list(range(1, 12)))
    colors = theme.user_colors(made)
    assert colors.tolist() == [theme.OTHERS] * 3 + [7, 6, 5, 4, 3, 2, 1, 0]


def test_equal_users_get_colors_in_the_order_of_their_numbers():
    assert theme.user_colors(small.workload([(0, 5, 1)] * 4, 4, users=[9, 5, 7, 5])).tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("t0", "t1", "wanted"),
    [
        (0, 40, {0: "0 s", 10: "10 s", 40: "40 s"}),
        (0, 7_200, {0: "0 min", 900: "15 min", 3_600: "1 h", 6_300: "1 h 45 min"}),
        (0, 86_400, {0: "0 h", 10_800: "3 h", 75_600: "21 h"}),
        (273_600, 277_200, {273_600: "4 h<br>3 d", 274_200: "4 h 10 min"}),
        (0, 30 * 86_400, {0: "0 wk", 604_800: "1 wk", 4 * 604_800: "4 wk"}),
        (0, 5 * 86_400, {86_400: "1 d", 4 * 86_400: "4 d"}),
        (0, 2, {0.5: "0.5 s", 1.0: "1.0 s"}),
    ],
)
def test_ticks_are_at_steps_people_use(t0, t1, wanted):
    places, texts = theme.time_ticks(t0, t1)
    assert wanted.items() <= dict(zip(places, texts, strict=True)).items()
    assert 3 <= sum(t0 <= place <= t1 for place in places) <= 10


@pytest.mark.parametrize(("t0", "t1"), [(0, 0), (5, 1), (math.nan, 1), (0, math.inf)])
def test_no_ticks_where_there_is_no_axis(t0, t1):
    assert theme.time_ticks(t0, t1) == ([], [])


def test_a_window_a_second_wide_far_from_the_start_is_labeled():
    places, texts = theme.time_ticks(3e7, 3e7 + 1)
    assert len(set(places)) == len(places)
    assert any("347 d" in text for text in texts)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12.44, "12.4"),
        (0.2741, "0.274"),
        (28_489, "28\u202f489"),
        (3, "3"),
        (999.9, "1\u202f000"),
        (math.nan, "\u2014"),
    ],
)
def test_numbers_for_people(value, text):
    assert theme.number(value) == text


def test_instants_for_people():
    assert moment(0) == "00:00:00"
    assert moment(68 * 86_400 + 4_054.5) == "68 d 01:07:34.5"


def test_labels_keep_their_distance_and_order():
    moved = theme.spread([0.9, 0.91, 0.2, 0.92], 0.1, 0.0, 1.0)
    assert np.argsort(moved).tolist() == [2, 0, 1, 3]
    assert np.diff(sorted(moved)).min() >= 0.1 - 1e-12
    assert max(moved) <= 1


def test_labels_that_have_no_room_share_what_there_is():
    assert theme.spread([0.5, 0.5, 0.5, 0.5, 0.5], 0.3, 0.0, 1.0) == pytest.approx([0, 0.25, 0.5, 0.75, 1])


def test_six_rows_of_panels_keep_most_of_the_height():
    made = theme.rows(6)
    assert sum(top - bottom for bottom, top in made) > 0.6
    assert all(above[0] > below[1] for above, below in pairwise(made))


def test_graphs_send_nothing_anywhere():
    config = theme.graph_config()
    assert config["showSendToCloud"] is False
    assert config["plotlyServerURL"] == ""
    assert config["modeBarButtons"] == [["toImage", "resetScale2d"]]


def test_the_machine_of_a_platform_is_the_height_of_its_gantt():
    made = Workload("small", Platform(8), work(5).jobs)
    figure = gantt.figure([shown(small.schedule(made, [1000.0 * i for i in range(5)]))], View()).checked()
    assert figure.layout.yaxis.range == (0.0, 8.0)
