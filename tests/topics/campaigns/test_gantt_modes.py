"""Real and virtual Gantts in three modes: numbers of the worked example of the OStrich paper (appendix A), and limits."""

from __future__ import annotations

import json
from dataclasses import replace
from uuid import uuid4

import numpy as np
import pytest
from flask import Flask

from layouts import theme
from layouts.gantt import lateness, outlines, picture_routes, raster
from layouts.gantt.rectangles import Rectangles, rectangles
from layouts.plots import gantt
from layouts.plots.gantts import charts, ghost, lateness_rows
from layouts.state import link, page_state
from layouts.state.link import Link
from layouts.state.view import MODES, FinishedRun, View
from scheduler.model.table import Table
from scheduler.simulate import simulate
from tests.cases import small
from tests.gantt.test_pictures import Kept

SETS = [
    (1, -1, 0, [2.0] * 24),
    (2, -1, 0, [3.0, 3, 2, 2, 2, 2, 2, 1, 1]),
    (3, -1, 0, [3.0, 2, 2, 1, 1, 1]),
    (3, 2, 0, [2.0] * 4),
]


def shown(schedule, name: str = "OStrich", index: int = 0) -> FinishedRun:
    return FinishedRun(uuid4().hex, name, index, schedule, {})


@pytest.fixture(scope="module")
def appendix() -> FinishedRun:
    return shown(simulate(small.campaigns(SETS, 6, [0, 0, 2, 2]), "ostrich"))


@pytest.fixture(scope="module")
def plain(appendix) -> FinishedRun:
    return shown(simulate(appendix.schedule.workload, "fcfs"), "FCFS", 1)


def one_job_each(count: int, users: int = 7):
    """A run of `count` campaigns of one job of 10 s, and what it is told of them: i % 3 - 1 s of lag."""
    rows = [(10.0 * i, 10.0, 1) for i in range(count)]
    made = small.campaigns([(i % users, -1, 0, [10.0]) for i in range(count)], 2, [row[0] for row in rows], "recorded")
    i = np.arange(count)
    virtual = Table.of(
        "virtual",
        campaign=i,
        submit=10.0 * i,
        start=10.0 * i,
        end=10.0 * i + 10 - (i % 3 - 1),
        tag=i,
        deadline=np.full(count, np.nan),
        eligible=10.0 * i,
        real_start=10.0 * i,
        real_end=10.0 * i + 10,
    )
    return small.schedule(made, 10.0 * i, virtual=virtual, policy="ostrich")


def with_deadlines(schedule):
    """The same run as FairCamp tells of it: no virtual times, a deadline each."""
    nothing = np.full(len(schedule.virtual), np.nan)
    deadline = np.array([20.0, 4.0, 5.0, 12.0])
    table = small.changed(schedule.virtual, start=nothing, end=nothing, tag=nothing, deadline=deadline)
    return replace(schedule, policy="faircamp", virtual=table, shares=None)


# -- lags ------------------------------------------------------------------------------------------------------------


def test_the_lags_of_the_worked_example(appendix):
    known = lateness.lags(appendix.schedule)
    assert known.kind == "virtual"
    assert known.campaign.tolist() == [0, 1, 2, 3]
    assert known.promised == pytest.approx([14, 8, 7, 10])
    assert known.completed == pytest.approx([15, 5, 5, 9])
    assert known.lag == pytest.approx([1, -3, -2, -1])


def test_rounding_is_no_lag():
    apart = lateness.differences(np.array([1e6 + 1e-5, 1e6 + 1, 0.0]), np.array([1e6, 1e6, 1e-12]))
    assert apart.tolist() == [0, 1, 0]


def test_deadlines_stand_in_for_virtual_completions(appendix):
    known = lateness.lags(with_deadlines(appendix.schedule))
    assert known.kind == "deadline"
    assert known.lag == pytest.approx([-5, 1, 0, -3])


def test_a_policy_that_promises_nothing_has_no_lags(plain):
    assert lateness.kind_of(plain.schedule) == ""
    with pytest.raises(ValueError, match="promises"):
        lateness.lags(plain.schedule)


def test_rows_go_by_user_and_by_submission():
    known = lateness.lags(one_job_each(20))
    assert known.user.tolist() == sorted(known.user.tolist())
    for user in range(7):
        assert np.all(np.diff(known.promised[known.user == user]) > 0)


def test_a_proven_bound_needs_what_its_proof_needs(appendix):
    assert lateness.bound(appendix.schedule) == 6
    early = small.changed(appendix.schedule.virtual, eligible=appendix.schedule.virtual.submit)
    assert lateness.bound(replace(appendix.schedule, virtual=early)) is None
    assert lateness.bound(with_deadlines(appendix.schedule)) is None


@pytest.mark.parametrize(
    ("lag", "kind", "words"),
    [
        (720.0, "virtual", "finished 12 min 00 s after its virtual completion"),
        (0.0, "deadline", "finished at its deadline"),
        (-3.0, "deadline", "finished 3 s before its deadline"),
    ],
)
def test_a_lag_in_words(lag, kind, words):
    assert lateness.in_words(lag, kind) == words


# -- which charts ----------------------------------------------------------------------------------------------------


def test_the_charts_of_each_mode(appendix, plain):
    late = shown(with_deadlines(appendix.schedule), "FairCamp", 2)
    found = {mode: [charts.charts(run, mode) for run in (appendix, plain, late)] for mode in MODES}
    assert found == {
        "stacked": [("real", "virtual"), ("real",), ("real",)],
        "ghost": [("ghost",), ("real",), ("real",)],
        "lag": [("real", "lag"), ("real",), ("real", "lag")],
    }
    assert charts.modes([appendix, plain]) == MODES
    assert charts.modes([plain]) == ("stacked",)
    assert charts.modes([late]) == ("stacked", "lag")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_chart_is_a_pure_function_with_a_caption_and_a_table(appendix, mode, scheme):
    view = View(mode=mode, scheme=scheme, job=3)
    for source in charts.charts(appendix, mode):
        first, second = (gantt.figure([appendix], view, source=source).checked().to_json() for _ in range(2))
        assert first == second
        assert json.loads(first)["layout"]["meta"]["queuescope"]["source"] == source
    assert "OStrich" in " ".join(gantt.caption([appendix], view))
    assert gantt.table([appendix], view)


def test_the_table_of_lags(appendix):
    rows = gantt.table([appendix], View(mode="lag"))
    assert rows[0] == {
        "run": "OStrich",
        "user": 1,
        "campaign": 1,
        "virtual completion": 14,
        "real completion": 15,
        "lag": 1,
    }
    assert [row["campaign"] for row in rows] == [1, 1, 1, 2]


def test_the_caption_counts_early_and_late_campaigns(appendix):
    said = " ".join(gantt.caption([appendix], View(mode="lag")))
    assert "3 before it, 1 after it" in said
    assert "The latest is campaign 1 of user 1, by 1 s. At most 6 s, twice the longest job, is possible." in said
    assert "stacked by user" in " ".join(gantt.caption([appendix], View(mode="ghost")))
    assert "m/k" in gantt.figure([appendix], View(), source="virtual").checked().layout.title.text


# -- lag chart -------------------------------------------------------------------------------------------------------


def bars(figure) -> dict[int, tuple[float, float, str]]:
    """{campaign: (from, to, color)}."""
    return {
        int(row): (float(base), float(base + length), bar.marker.color)
        for bar in figure.data
        if bar.type == "bar"
        for row, base, length in zip(bar.customdata, bar.base, bar.x, strict=True)
    }


def test_bars_go_from_virtual_to_real_completion(appendix):
    drawn = bars(gantt.figure([appendix], View(mode="lag"), source="lag").checked())
    blue, orange = (theme.hue(color) for color in (theme.EARLIER, theme.LATER))
    assert drawn == {0: (14, 15, orange), 1: (5, 8, blue), 2: (5, 7, blue), 3: (9, 10, blue)}


def test_arrows_say_the_direction_without_color(appendix):
    figure = gantt.figure([appendix], View(mode="lag"), source="lag").checked()
    arrows = {
        trace.marker.symbol: sorted(trace.x)
        for trace in figure.data
        if trace.type == "scatter" and trace.mode == "markers"
    }
    assert arrows["triangle-left"] == [5, 5, 9]
    assert arrows["triangle-right"] == [15]
    assert arrows["line-ns"] == [13, 14, 16, 20]  # virtual completion + 2 x 3 s


def test_the_first_user_is_at_the_top_and_users_are_named(appendix):
    figure = gantt.figure([appendix], View(mode="lag"), source="lag").checked()
    assert figure.layout.yaxis.ticktext == ("user 1", "user 2", "user 3")
    assert figure.layout.yaxis.tickvals == (3.5, 2.5, 1.0)
    found = rectangles(appendix.key, appendix.schedule, "lag")
    assert dict(zip(found.row.tolist(), found.low.tolist(), strict=True)) == {0: 3, 1: 2, 2: 1, 3: 0}


def test_lateness_is_titled_as_such(appendix):
    late = shown(with_deadlines(appendix.schedule), "FairCamp", 3)
    figure = gantt.figure([late], View(mode="lag"), source="lag").checked()
    assert "deadline" in figure.layout.title.text
    assert figure.layout.xaxis.range[1] >= 20  # deadlines may come after everything has ended
    assert gantt.table([late], View(mode="lag"))[0]["deadline"] == 20


def test_the_rows_of_campaigns_have_their_own_window(appendix):
    view = View(t0=0, t1=10, p0=0, p1=2, c0=1, c1=3, mode="lag")
    assert gantt.figure([appendix], view, source="lag").checked().layout.yaxis.range == (1, 3)
    assert gantt.figure([appendix], view, source="real").checked().layout.yaxis.range == (0, 2)


def test_many_campaigns_are_a_picture_until_one_looks_closer():
    run = shown(one_job_each(400))
    far = gantt.figure([run], View(mode="lag"), source="lag").checked()
    near = gantt.figure([run], View(mode="lag", c0=0, c1=50), source="lag").checked()
    thin = gantt.figure([run], View(mode="lag", t0=0, t1=100), source="lag").checked()  # few, but in 400 rows
    assert [figure.layout.meta["queuescope"]["drawn"] for figure in (far, near, thin)] == ["picture", "bars", "picture"]
    assert "/lag/" in far.layout.images[0].source
    assert len(bars(near)) == 50


def test_a_hundred_thousand_campaigns_stay_within_limits():
    run = shown(one_job_each(100_000, users=1_000))
    figure = gantt.figure([run], View(mode="lag"), source="lag").checked()
    assert len(figure.to_json()) < 60_000
    assert all(len(trace.x) <= 3 * lateness_rows.MOST_BORDERS for trace in figure.data)
    gaps = -np.diff(figure.layout.yaxis.tickvals) * 190 / 100_000
    assert gaps.min() >= lateness_rows.LABELED
    index, count = raster.draw(rectangles(run.key, run.schedule, "lag"), (0.0, 2e6, 0.0, 1e5), 400, 190, True)
    assert count == 100_000
    assert index.any()


def test_the_longest_of_many_rows_in_a_pixel_gives_it_its_color():
    row = np.arange(5)
    found = Rectangles(
        row,
        np.zeros(5),
        np.array([1.0, 1, 10, 1, 1]),
        row + 0.0,
        row + 1.0,
        np.array([theme.EARLIER] * 2 + [theme.LATER] + [theme.EARLIER] * 2, np.uint8),
        (0.0, 10.0, 0.0, 5.0),
    )
    index, _ = raster.draw(found, (0.0, 10.0, 0.0, 5.0), 10, 1, longest_first=True)
    assert set(((index[0] - 1) % theme.COLORS).tolist()) == {theme.LATER}


# -- ghost -----------------------------------------------------------------------------------------------------------


def test_outlines_surround_exactly_the_work_of_their_campaigns(appendix):
    found = rectangles(appendix.key, appendix.schedule, "virtual")
    area = {}
    for outline in outlines.outlines(found, (0.0, 15.0, 0.0, 6.0), 3_000, 3_000):
        assert (outline.x[0], outline.y[0]) == (outline.x[-1], outline.y[-1])
        area[outline.campaign] = (
            abs(np.sum(outline.x[:-1] * np.diff(outline.y) - outline.y[:-1] * np.diff(outline.x))) / 2
        )
    assert area == pytest.approx({0: 48, 1: 18, 2: 10, 3: 8})


def test_users_are_stacked_in_their_order(appendix):
    found = rectangles(appendix.key, appendix.schedule, "virtual")
    user = appendix.schedule.workload.campaigns.user[found.row]
    for t in (1.0, 3.0, 7.5, 9.0):
        now = (found.start <= t) & (t < found.end)
        assert np.array_equal(np.argsort(found.low[now]), np.argsort(user[now]))


def test_outlines_are_dashed_unfilled_and_on_a_line_of_the_background(appendix):
    figure = gantt.figure([appendix], View(mode="ghost"), source="ghost").checked()
    drawn = [trace for trace in figure.data if trace.meta == "bars"]
    assert drawn[0].line.color == theme.BACKGROUND["light"]
    assert {trace.line.color for trace in drawn[1:]} == {theme.hue(color) for color in (0, 1, 2)}
    assert all(trace.line.dash and trace.fill is None for trace in drawn[1:])
    pale = {bar.marker.color for bar in figure.data if bar.type == "bar"}
    assert pale.isdisjoint(theme.HUES)


def test_outlines_too_small_to_be_seen_are_left_out(appendix):
    found = rectangles(appendix.key, appendix.schedule, "virtual")
    assert len(outlines.outlines(found, (0.0, 15.0, 0.0, 6.0), 1_200, 210)) == 4
    assert outlines.outlines(found, (0.0, 15e4, 0.0, 6.0), 1_200, 210) == []
    assert outlines.outlines(found, (0.0, 15.0, 0.0, 6e4), 1_200, 210) == []


def test_too_many_corners_are_a_picture(appendix, monkeypatch):
    monkeypatch.setattr(ghost, "MOST_CORNERS", 10)
    figure = gantt.figure([appendix], View(mode="ghost"), source="ghost").checked()
    assert figure.layout.meta["queuescope"]["drawn"] == "picture"
    assert "/ghost/" in figure.layout.images[0].source


def test_edges_are_painted_in_dashes_over_the_jobs():
    stream = Rectangles(
        np.zeros(1, int),
        np.array([2.0]),
        np.array([18.0]),
        np.array([2.0]),
        np.array([8.0]),
        np.array([3], np.uint8),
        (0.0, 20.0, 0.0, 10.0),
    )
    index = np.full((20, 40), 7, np.uint8)
    outlines.draw_over(index, stream, (0.0, 20.0, 0.0, 10.0))
    edge = raster.OUTLINES + 3
    assert set(index[4, 4:36].tolist()) == set(index[15, 4:36].tolist()) == {edge, 0}
    assert set(index[4:16, 4].tolist()) == set(index[4:16, 35].tolist()) == {edge, 0}
    assert np.all(index[5:15, 5:35] == 7)
    assert np.all(index[:4] == 7)


# -- what is picked, and links -----------------------------------------------------------------------------------------


@pytest.fixture
def client(appendix):
    store = Kept(appendix.schedule)
    server = Flask(__name__)
    picture_routes.register(server, store)
    client = server.test_client()
    client.key = store.key
    return client


def picked(client, source: str, query: str) -> dict:
    answer = client.get(f"/pick/{client.key}/{source}?{query}")
    assert answer.status_code == 200
    return answer.json


def test_a_campaign_is_its_jobs_in_a_real_chart_and_its_stream_in_a_virtual_one(client):
    jobs = picked(client, "real", "campaign=3")
    assert (jobs["job"], jobs["campaign"]) == (None, 3)
    assert [box[:2] for box in jobs["rectangles"]] == [[7, 9]] * 4
    stream = picked(client, "virtual", "campaign=3")
    assert stream["rectangles"] == []
    assert [min(axis) for axis in zip(*stream["stream"], strict=True)] == pytest.approx([7, 3], abs=1.1)
    assert "finished 1 s before its virtual completion" in stream["lines"]
    assert picked(client, "lag", "campaign=3")["rectangles"] == [[9, 10, 0, 1]]


def test_no_more_than_64_jobs_of_a_campaign_are_outlined():
    work = small.campaigns([(1, -1, 0, [1.0] * 100)], 4, [0.0])
    store, server = Kept(simulate(work, "ostrich")), Flask(__name__)
    picture_routes.register(server, store)
    assert len(server.test_client().get(f"/pick/{store.key}/real?campaign=0").json["rectangles"]) == 64


def test_behind_a_job_stands_its_campaign(client):
    job = picked(client, "ghost", "t=0.5&p=0.5")
    assert job["job"] is not None
    assert len(job["rectangles"]) == 1
    assert len(job["stream"]) > 4
    idle = picked(client, "ghost", "t=13.5&p=5.5")  # no job there, but user 1's share
    assert (idle["job"], idle["campaign"]) == (None, 0)


def test_beside_a_bar_its_row_counts(client):
    assert picked(client, "lag", "t=1&p=3.5&dt=0.1&dp=0.1")["campaign"] == 0
    assert picked(client, "lag", "t=1&p=3.5&dt=0.1&dp=2")["job"] is None


@pytest.mark.parametrize("query", ["campaign=4", "campaign=-1", "campaign=x"])
def test_a_campaign_that_is_not_there_is_said(client, query):
    answer = client.get(f"/pick/{client.key}/real?{query}")
    assert answer.status_code == 404
    assert answer.json["error"].endswith(".")


@pytest.mark.parametrize("source", ["ghost", "lag"])
def test_pictures_of_the_modes(client, source):
    answer = client.get(f"/picture/{client.key}/{source}/0_15_0_6_60x24_dark.png")
    assert answer.status_code == 200
    assert answer.data[:4] == b"\x89PNG"
    with_outlines = client.get(f"/picture/{client.key}/real/0_15_0_6_60x24_dark.png").data != answer.data
    assert with_outlines


def test_a_run_without_promises_has_no_such_pictures(plain):
    store, server = Kept(plain.schedule), Flask(__name__)
    picture_routes.register(server, store)
    for source in ("virtual", "ghost", "lag"):
        answer = server.test_client().get(f"/picture/{store.key}/{source}/0_15_0_6_60x24_dark.png")
        assert answer.status_code == 404
        assert answer.json["error"].endswith(".")


def test_a_link_keeps_the_mode_and_the_rows():
    asked = Link("a" * 24, runs=("b" * 24,), t0=0.0, t1=9.0, c0=2.0, c1=5.0, mode="lag")
    assert link.read(link.write(asked)) == asked
    assert asked.window == {"t0": 0, "t1": 9, "c0": 2, "c1": 5}
    assert "mode" not in link.write(replace(asked, mode="stacked"))
    assert link.read("?mode=%3Cb%3E").mode == "stacked"


@pytest.mark.parametrize("mode", ["x", None, 7, ["lag"]])
def test_a_mode_from_a_browser_is_checked(mode):
    assert page_state.read({"mode": mode}).view().mode == "stacked"
