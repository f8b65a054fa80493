"""Rows of users, sizes and jobs: bands as high as needed, the same place in all runs, names, picks and steps."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import numpy as np
import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from layouts import ids, theme
from layouts.gantt import bands, pair_hit_test, patterns, picture_routes, raster
from layouts.gantt.rectangles import OF_ROWS, aligned, banded, folded, queued, rectangles
from layouts.pages.compare.gantts import gantt_panel, looks
from layouts.plots import gantt
from layouts.plots.gantts import charts
from layouts.plots.gantts.overlay_chart import sides
from layouts.state.view import FinishedRun, View
from scheduler.simulate import simulate
from tests.cases import small
from tests.gantt.test_pictures import Kept

WORK = small.workload([(0, 10, 2), (0, 5, 2), (1, 20, 4), (2, 3, 1), (2, 4, 1)], 4, users=[3, 4, 3, 5, 5])


def shown(schedule, name: str = "FCFS", index: int = 0) -> FinishedRun:
    return FinishedRun(uuid4().hex, name, index, schedule, {})


@pytest.fixture
def run() -> FinishedRun:
    return shown(simulate(WORK, "fcfs"))


@pytest.fixture
def other() -> FinishedRun:
    return shown(simulate(WORK, "easy"), "EASY", 1)


def boxes(found) -> dict[int, list[tuple[float, float, float, float]]]:
    made: dict[int, list] = {}
    for row, *box in zip(
        found.row.tolist(),
        found.start.tolist(),
        found.end.tolist(),
        found.low.tolist(),
        found.high.tolist(),
        strict=True,
    ):
        made.setdefault(row, []).append(tuple(box))
    return made


# -- bands -----------------------------------------------------------------------------------------------------------


def test_a_band_per_user_the_one_with_most_work_on_top(run):
    found = banded(run.schedule, "users")
    assert found.bands.names == ("user 3", "user 4", "user 5")
    assert found.bands.height.tolist() == [4, 2, 2]
    assert found.bands.low.tolist() == [4, 2, 0]
    assert found.extent == (0, 34, 0, 8)
    assert boxes(found) == {
        0: [(0, 10, 4, 6)],
        1: [(0, 5, 2, 4)],
        2: [(10, 30, 4, 8)],
        3: [(30, 33, 0, 1)],
        4: [(30, 34, 1, 2)],
    }


def test_a_band_per_size(run):
    found = banded(run.schedule, "sizes")
    assert found.bands.names == ("1", "2", "3\u20134")
    assert found.bands.height.tolist() == [2, 4, 4]
    assert {row: its[0][2:] for row, its in boxes(found).items()} == {
        0: (4, 6),
        1: (6, 8),
        2: (0, 4),
        3: (8, 9),
        4: (9, 10),
    }


def of_queues(numbers: list[int], processors: int = 4) -> FinishedRun:
    """Jobs of ten seconds, one after the other, in these queues of a log."""
    work = small.workload([(at, 10, 1 + at % 2) for at in range(len(numbers))], processors)
    return shown(simulate(replace(work, jobs=small.changed(work.jobs, queue=np.array(numbers))), "fcfs"))


def test_a_band_per_queue_of_the_log():
    run = of_queues([3, 0, 3, -1, 0])
    found = banded(run.schedule, "queues")
    assert found.bands.names == ("no queue told", "queue 0", "queue 3")
    assert [found.bands.names[band] for band in found.bands.of] == [
        "queue 3",
        "queue 0",
        "queue 3",
        "no queue told",
        "queue 0",
    ]
    assert {row: its[0][3] - its[0][2] for row, its in boxes(found).items()} == {0: 1, 1: 2, 2: 1, 3: 2, 4: 1}
    made = gantt.figure([run], View(rows="queues"), run=0, source="queues").checked()
    assert made.layout.yaxis.title.text == "queues of the log" and set(made.layout.yaxis.ticktext) == set(
        found.bands.names
    )


def test_queues_are_the_same_in_all_runs_and_can_be_chosen_where_a_log_tells_several():
    run, other = of_queues([1, 2, 1, 2]), of_queues([1, 2, 1, 2])
    assert charts.drawn(run, [run, other], View(rows="queues"), "queues").bands.names == ("queue 1", "queue 2")
    assert "queues" in offered([run]) and "queues" not in offered([of_queues([1, 1, 1])])
    assert "queues" in offered([of_queues([1, 1, 1])], View(rows="queues"))  # as a link asks
    assert "by queue of the log" in " ".join(gantt.caption([run, other], View(rows="queues")))


def offered(runs: list[FinishedRun], view: View | None = None) -> list[str]:
    choice = next(
        part for part in looks.control(runs, view or View())._traverse() if getattr(part, "id", None) == ids.LOOK_ROWS
    )
    return [item["value"] for item in choice.data]


def test_many_queues_share_the_last_band():
    numbers = [*range(bands.MOST_QUEUES + 7), 46]  # the last one has most work, and an own band
    found = bands.bands(of_queues(numbers).schedule, "queues")
    assert len(found.names) == bands.MOST_QUEUES + 1 and found.names[-1] == "others" and "queue 46" in found.names
    assert np.bincount(found.of)[-1] == 7
    named = [int(name.removeprefix("queue ")) for name in found.names[:-1]]
    assert named == sorted(named)


def test_many_users_share_the_last_band():
    count = bands.MOST_USERS + 5
    work = small.workload([(0, 10.0 * (count - i), 1) for i in range(count)], count, users=list(range(count)))
    found = bands.bands(small.schedule(work, [0.0] * count), "users")
    assert len(found.names) == bands.MOST_USERS + 1
    assert found.names[0] == "user 0"
    assert found.names[-1] == "others"
    assert np.bincount(found.of)[-1] == 5


def test_pinned_users_come_first_and_have_a_band_beyond_the_most():
    count = bands.MOST_USERS + 5
    work = small.workload([(0, 10.0 * (count - i), 1) for i in range(count)], count, users=list(range(count)))
    run = small.schedule(work, [0.0] * count)
    found = bands.bands(run, "users", (count - 1, 3, 999, 3))
    assert found.names[:4] == (f"user {count - 1}", "user 3", "user 0", "user 1")
    assert found.pinned == 2
    assert len(found.names) == 2 + bands.MOST_USERS + 1
    assert found.names[-1] == "others"
    assert np.flatnonzero(found.of == 0).tolist() == [count - 1]
    assert np.bincount(found.of)[-1] == 3
    assert bands.bands(run, "sizes", (3,)).pinned == 0


def test_pins_are_on_top_in_every_chart_and_in_the_addresses_of_its_pictures(run, other):
    view = View(rows="users", pin="5,77")
    assert charts.drawn(run, [run, other], view, "users").bands.names == ("user 5", "user 3", "user 4")
    assert charts.drawn(run, [run, other], View(rows="users"), "users").bands.names[0] == "user 3"
    made = gantt.figure([run, other], view, run=0, source="users").checked()
    assert made.layout.yaxis.ticktext[0] == "user 5"
    assert "pinned" in made.layout.yaxis.title.text
    meta = made.layout.meta["queuescope"]
    assert meta["pick"] == f"/pick/{run.key}/users~pin.5.77~{other.key}"
    assert meta["picture"] == f"/picture/{run.key}/users~pin.5.77~{other.key}/"


def test_folded_bands_are_equally_high_with_their_jobs_in_miniature(run):
    found = folded(banded(run.schedule, "users"))
    assert found.bands.height.tolist() == [1, 1, 1] and found.extent == (0, 34, 0, 3)
    assert boxes(found) == {
        0: [(0, 10, 2, 2.5)],
        1: [(0, 5, 1, 2)],
        2: [(10, 30, 2, 3)],
        3: [(30, 33, 0, 0.5)],
        4: [(30, 34, 0.5, 1)],
    }


def test_a_job_of_few_processors_can_be_seen_in_a_folded_band():
    work = small.workload([(0, 10, 8), (0, 10, 1), (20, 10, 1)], 16, users=[1, 2, 1])
    found = folded(banded(simulate(work, "fcfs"), "users", (2,)))
    assert found.bands.height.tolist() == [1, 1]
    assert boxes(found) == {0: [(0, 10, 0, 1)], 1: [(0, 10, 1, 2)], 2: [(20, 30, 0, 0.25)]}


def test_pinned_users_stay_open_and_the_folded_are_as_high_together(run):
    found = folded(banded(run.schedule, "users", (3,)))
    assert found.bands.names[0] == "user 3" and found.bands.height.tolist() == [4, 2, 2]
    found = folded(banded(run.schedule, "users", (5,)))
    assert found.bands.names == ("user 5", "user 3", "user 4") and found.bands.height.tolist() == [2, 1, 1]
    assert boxes(found)[3] == [(30, 33, 2, 3)] and boxes(found)[2] == [(10, 30, 1, 2)]


def test_what_has_no_bands_is_not_folded(run):
    assert folded(queued(run.schedule)).bands is None
    real = rectangles(run.key, run.schedule, "real", fold=True)
    assert boxes(real) == boxes(rectangles(run.key, run.schedule, "real"))


def test_folded_rows_are_in_charts_axes_and_addresses_and_not_where_two_runs_share_a_chart(run, other):
    view = View(rows="users", pin="5", fold=True)
    made = gantt.figure([run, other], view, run=0, source="users").checked()
    assert "collapsed" in made.layout.yaxis.title.text and made.layout.meta["queuescope"]["extent"][3] == 4
    assert made.layout.meta["queuescope"]["pick"] == f"/pick/{run.key}/users~pin.5~fold.~{other.key}"
    assert (
        "fold"
        not in gantt.figure([run, other], replace(view, rows="processors"), run=0)
        .checked()
        .layout.meta["queuescope"]["pick"]
    )
    both = gantt_panel.OF_BOTH["overlay"].figure([run, other], replace(view, beside="overlay"), 1).checked()
    assert "fold" not in both.layout.meta["queuescope"]["pick"] and "collapsed" not in both.layout.yaxis.title.text


@pytest.mark.parametrize(
    ("rows", "beside", "usable"),
    [
        ("users", "stacked", True),
        ("sizes", "columns", True),
        ("processors", "stacked", False),
        ("queue", "stacked", False),
        ("users", "overlay", False),
    ],
)
def test_the_switch_is_of_use_where_rows_are_bands(rows, beside, usable):
    assert looks.fold_switch(View(rows=rows, beside=beside), True).disabled is not usable


@pytest.mark.parametrize("pin", ["", "5", "4,5"])
def test_a_difference_has_the_lanes_of_the_pins(run, other, pin):
    side = sides([run, other], View(rows="users", beside="difference", pin=pin), other)
    lanes = pair_hit_test.apart(*side, "users")[1]
    wanted = [int(user) for user in pin.split(",") if user]
    rest = [user for user in (3, 4, 5) if user not in wanted]
    by_row = {user: float(lanes.low[lanes.of_job[row]]) for row, user in enumerate(WORK.jobs.user_id.tolist())}
    assert sorted(by_row, key=by_row.get, reverse=True) == wanted + rest


def test_bands_are_at_the_same_place_in_runs_beside_each_other():
    early = small.schedule(WORK, [0, 0, 10, 30, 30])
    late = small.schedule(WORK, [0, 10, 15, 0, 3])
    first, second = banded(early, "users"), banded(late, "users")
    assert first.bands.height.tolist() != second.bands.height.tolist()
    both = aligned(first, [second]), aligned(second, [first])
    assert both[0].bands.height.tolist() == both[1].bands.height.tolist() == [4, 2, 2]
    assert both[0].extent[3] == both[1].extent[3] == 8
    for own, found in zip((first, second), both, strict=True):
        assert np.array_equal(found.high - found.low, own.high - own.low)
        band = found.bands.of[found.row]
        assert (found.low >= found.bands.low[band]).all()
        assert (found.high <= (found.bands.low + found.bands.height)[band]).all()
        assert found.of(0).tolist() == own.of(0).tolist()


jobs = st.lists(
    st.tuples(st.integers(0, 20), st.integers(1, 9), st.integers(1, 8), st.integers(0, 3)), min_size=1, max_size=25
)


@given(jobs, st.sampled_from(bands.KINDS))
def test_bands_hold_all_jobs_and_none_twice(drawn, kind):
    work = small.workload(sorted([(t, p, q) for t, p, q, _ in drawn]), 8, users=[user for *_, user in drawn])
    found = banded(simulate(work, "easy"), kind)
    area = np.bincount(found.row, (found.end - found.start) * (found.high - found.low), len(work))
    assert area == pytest.approx(work.jobs.runtime * work.jobs.processors)
    band = found.bands.of[found.row]
    assert (found.low >= found.bands.low[band]).all()
    assert (found.high <= (found.bands.low + found.bands.height)[band]).all()
    for i in range(len(found)):
        meets = (
            (found.start < found.end[i])
            & (found.end > found.start[i])
            & (found.low < found.high[i])
            & (found.high > found.low[i])
        )
        assert meets.sum() == 1
    for which, height in enumerate(found.bands.height.tolist()):
        mine = band == which
        busy = [
            float((found.high - found.low)[mine & (found.start <= t) & (t < found.end)].sum())
            for t in found.start[mine]
        ]
        assert max(busy) == height


# -- queue -----------------------------------------------------------------------------------------------------------


def test_the_queue_has_a_row_per_job_its_wait_and_its_run(run):
    found = queued(run.schedule)
    assert boxes(found) == {
        0: [(0, 10, 4, 5)],
        1: [(0, 5, 3, 4)],
        2: [(1, 10, 2, 3), (10, 30, 2, 3)],
        3: [(2, 30, 1, 2), (30, 33, 1, 2)],
        4: [(2, 30, 0, 1), (30, 34, 0, 1)],
    }
    waits = found.state == patterns.WAITING
    assert sorted(zip(found.row[waits].tolist(), found.start[waits].tolist(), strict=True)) == [(2, 1), (3, 2), (4, 2)]


# -- figures ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "title", "texts"),
    [
        ("users", "users, most work first", ("user 3", "user 4", "user 5")),
        ("sizes", "processors of a job", ("1", "2", "3\u20134")),
        ("queue", "job, as submitted", ("101", "102", "103", "104", "105")),
    ],
)
def test_the_axis_names_the_rows(run, rows, title, texts):
    figure = gantt.figure([run], View(rows=rows), source=OF_ROWS[rows]).checked()
    assert figure.layout.yaxis.title.text == title
    assert figure.layout.yaxis.ticktext == texts
    assert figure.layout.meta["queuescope"]["pick"] == f"/pick/{run.key}/{rows}"


def test_bands_carry_their_names_as_far_as_there_is_room():
    count = 30
    work = small.workload(
        [(0, 1000.0 if i == 0 else 10.0, 40 if i == 0 else 1) for i in range(count)], 100, users=list(range(count))
    )
    figure = gantt.figure([shown(small.schedule(work, [0.0] * count))], View(rows="users"), source="users").checked()
    assert figure.layout.yaxis.ticktext == ("user 0",)  # the others are lower than three pixels
    near = gantt.figure(
        [shown(small.schedule(work, [0.0] * count))], View(rows="users", p0=0, p1=5), source="users"
    ).checked()
    assert len(near.layout.yaxis.ticktext) == 5


def test_charts_of_other_rows_are_one_per_run(run):
    campaigns = shown(simulate(small.campaigns([(1, -1, 0, [1.0] * 4)], 2, [0.0]), "ostrich"))
    assert charts.charts(campaigns, "lag", "users") == ("users",)
    assert [source for _, source in gantt_panel.lanes([run, campaigns], View(rows="queue"))] == ["queue", "queue"]


def test_runs_beside_each_other_name_each_other_in_addresses(run, other):
    figures = [gantt.figure([run, other], View(rows="users"), run=at, source="users").checked() for at in range(2)]
    metas = [figure.layout.meta["queuescope"] for figure in figures]
    assert metas[0]["picture"] == f"/picture/{run.key}/users~{other.key}/"
    assert metas[0]["pick"] == f"/pick/{run.key}/users~{other.key}"
    assert metas[0]["extent"] == metas[1]["extent"]
    assert figures[0].layout.yaxis.tickvals == figures[1].layout.yaxis.tickvals
    alone = gantt.figure([run, other], View(rows="users", shared=False), run=0, source="users").checked()
    assert alone.layout.meta["queuescope"]["picture"] == f"/picture/{run.key}/users/"


def test_waits_are_paler_bars_of_the_same_hue(run):
    figure = gantt.figure([run], View(rows="queue"), source="queue").checked()
    colors = {
        (int(row), float(base)): bar.marker.color
        for bar in figure.data
        if bar.type == "bar"
        for row, base in zip(bar.customdata, bar.base, strict=True)
    }
    wait, ran = colors[2, 1.0], colors[2, 10.0]
    assert ran in theme.HUES
    mixed = [round(0.25 * part + 0.75 * 255) for part in theme.rgb(ran)]
    assert list(theme.rgb(wait)) == mixed
    assert "waiting" in figure.layout.annotations[0].text


def test_jobs_a_query_leaves_out_are_pale(run, other):
    figure = gantt.figure([run, other], View(only="user 4")).checked()
    strong = {
        int(row)
        for bar in figure.data
        if bar.type == "bar" and bar.marker.color in theme.HUES
        for row in bar.customdata
    }
    assert strong == {1}
    assert "1 of 5 jobs (user 4)" in " ".join(gantt.caption([run, other], View(only="user 4")))
    assert figure.layout.meta["queuescope"]["query"] == f"v={raster.version()}&only=user%204"
    second = gantt.figure([run, other], View(only="wait>5"), run=1).checked().layout.meta["queuescope"]["query"]
    assert second.endswith(f"&base={run.key}&only=wait%3E5")  # waits under the baseline
    assert "only" not in gantt.figure([run], View(only="nonsense ~")).checked().layout.meta["queuescope"]["query"]


@pytest.mark.parametrize("color", ["size", "stretch", "reason", "change"])
def test_bars_and_words_of_each_coloring(run, other, color):
    figure = gantt.figure([run, other], View(color=color), run=1).checked()
    text = figure.layout.annotations[0].text
    for bar in figure.data:
        if bar.type == "bar":
            assert bar.marker.color in text
    assert f"color={color}" in figure.layout.meta["queuescope"]["query"]
    assert ("base=" in figure.layout.meta["queuescope"]["query"]) == (color == "change")


def test_backfilled_bars_are_hatched(other):
    flagged = shown(small.schedule(WORK, [0, 0, 10, 30, 30], flags=[0, 0, 0, 1, 0]))
    figure = gantt.figure([flagged], View()).checked()
    hatched = {
        int(row)
        for bar in figure.data
        if bar.type == "bar" and bar.marker.pattern.shape == "/"
        for row in bar.customdata
    }
    assert hatched == {3}
    assert "backfilled" in figure.layout.annotations[0].text


def test_the_rows_window_is_forgotten_when_rows_change():
    view = View(p0=1, p1=2, rows="users")
    before = [{"type": "gantt", "run": "a", "source": "real"}]
    assert gantt_panel.of_rows(view, before).p0 is None
    assert gantt_panel.of_rows(view, [{"source": "users"}]).p0 == 1
    assert gantt_panel.of_rows(view, None).p0 == 1
    assert gantt_panel.of_rows(view, ["x", {"source": 3}]).p0 is None


# -- pictures and picks ----------------------------------------------------------------------------------------------


@pytest.fixture
def client(run):
    store = Kept(run.schedule)
    server = Flask(__name__)
    picture_routes.register(server, store)
    made = server.test_client()
    made.key = store.key
    return made


def picked(client, source: str, query: str) -> dict:
    answer = client.get(f"/pick/{client.key}/{source}?{query}")
    assert answer.status_code == 200, answer.json
    return answer.json


def test_answers_follow_the_pins_of_the_address_and_nothing_else_in_it(client):
    top = {
        source: max(box[3] for box in picked(client, source, "job=3")["rectangles"])  # of user 5
        for source in ("users", "users~pin.5", "users~pin.5.5.x", "users~pin.4", "users~pin.", "sizes~pin.5")
    }
    assert top["users~pin.5"] == top["users~pin.5.5.x"] > top["users~pin.4"] == top["users"] == top["users~pin."]
    folded_top = {
        source: max(box[3] for box in picked(client, source, "job=3")["rectangles"])
        for source in ("users~fold.", "users~pin.5~fold.")
    }
    assert folded_top == {"users~fold.": 0.5, "users~pin.5~fold.": 3.0}
    assert top["sizes~pin.5"] == max(box[3] for box in picked(client, "sizes", "job=3")["rectangles"])


def test_picks_in_bands_and_in_the_queue(client):
    assert picked(client, "users", "t=5&p=5")["job"] == 0
    assert picked(client, "users", "t=32&p=0.5")["rectangles"] == [[30, 33, 0, 1]]
    assert picked(client, "queue", "t=5&p=2.5")["rectangles"] == [[1, 10, 2, 3], [10, 30, 2, 3]]
    assert picked(client, "queue", "t=33&p=4.5&dp=0.1")["job"] == 0  # beside it, in its row


@pytest.mark.parametrize(
    ("job", "step", "to"),
    [
        (0, "next", 1),
        (1, "next", 2),
        (4, "next", 4),
        (0, "previous", 0),
        (2, "previous", 1),
        (0, "next_of_user", 2),
        (2, "previous_of_user", 0),
        (2, "next_of_user", 2),
        (3, "next_of_user", 4),
        (0, "above", 1),
        (1, "below", 0),
        (1, "above", 1),
        (3, "above", 4),
    ],
)
def test_steps_to_neighbors(client, job, step, to):
    assert picked(client, "real", f"job={job}&step={step}")["job"] == to


@pytest.mark.parametrize(("job", "step", "to"), [(2, "above", 1), (2, "below", 3), (0, "above", 0), (4, "below", 4)])
def test_steps_in_the_queue_go_by_rows(client, job, step, to):
    assert picked(client, "queue", f"job={job}&step={step}")["job"] == to


@pytest.mark.parametrize("query", ["job=0&step=up", "job=0&step=" + "x" * 500])
def test_other_steps_are_refused(client, query):
    answer = client.get(f"/pick/{client.key}/real?{query}")
    assert answer.status_code == 400
    assert answer.json["error"].endswith(".")


def test_a_pick_tells_how_many_are_within_its_pixel(client):
    near, far = picked(client, "real", "t=4&p=1&dt=0.1&dp=0.1"), picked(client, "real", "t=4&p=1&dt=100&dp=100")
    assert near["here"] == 1
    assert far["here"] == 5
    assert far["lines"][-2:] == ["1 of 5 jobs within this pixel", "most of it: user 3, 85 %"]
    assert not any("within" in line for line in near["lines"])
    wide = picked(client, "real", "t=10&p=1&dt=1&dp=1")  # two large jobs side by side: nothing is hidden
    assert wide["here"] == 2
    assert not any("within" in line for line in wide["lines"])


def test_facts_have_stretch_and_size(client):
    said = picked(client, "real", "job=3")
    assert said["size"] == 1
    assert said["stretch"] == pytest.approx(31 / 3)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("color=size", 200),
        ("color=reason&only=user%203", 200),
        ("color=blue", 400),
        ("only=" + "x" * 201, 400),
        ("color=change&base=none", 404),
        ("base=%2F", 404),
        ("only=~", 200),
    ],
)
@pytest.mark.parametrize("source", ["real", "users", "sizes", "queue"])
def test_looks_of_pictures_are_checked(client, source, query, status):
    answer = client.get(f"/picture/{client.key}/{source}/0_34_0_8_60x24_dark.png?{query}")
    assert answer.status_code == status
    if status != 200:
        assert answer.json["error"].endswith(".")


def test_pictures_differ_by_looks(client):
    address = f"/picture/{client.key}/real/0_34_0_4_60x24_dark.png"
    seen = {
        client.get(f"{address}?{query}").data
        for query in ("", "color=size", "color=stretch", "only=user%203", "only=user%204")
    }
    assert len(seen) == 5
    tags = {client.get(f"{address}?{query}").headers["ETag"] for query in ("", "color=size", "only=user%203")}
    assert len(tags) == 3


@pytest.mark.parametrize("path", ["users~none", "users~" + "~".join("abcdefgh"), "users~%3Cb%3E", "users~"])
def test_runs_beside_that_are_not_there_are_refused(client, path):
    for route in (f"/picture/{client.key}/{path}/0_34_0_8_60x24_dark.png", f"/pick/{client.key}/{path}?job=0"):
        answer = client.get(route)
        assert answer.status_code == 404
        assert answer.json["error"].endswith(".")
        assert "<b>" not in answer.json["error"]


def test_rectangles_are_made_once_and_an_unknown_source_is_refused(run, other):
    pair = [(run.key, run.schedule), (other.key, other.schedule)]
    first, second = (rectangles(run.key, run.schedule, "users", beside=pair) for _ in range(2))
    assert first is second
    with pytest.raises(ValueError, match="wanted: one of"):
        rectangles(run.key, run.schedule, "unreal")
