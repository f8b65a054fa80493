"""Schedules no policy makes yet, written by hand: parts of processors, penalties, moldable sizes, marks in time.

All that is drawn has to hold for them too: areas are what was allotted, everything is in its band, nothing overlaps.
"""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import numpy as np
import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from layouts import theme
from layouts.drawing import fractions
from layouts.gantt import patterns, picture_routes, raster
from layouts.gantt.rectangles import OF_ROWS, Rectangles, banded, queued, real, rectangles
from layouts.plots import gantt
from layouts.plots.gantts import policy_marks
from layouts.state.view import FinishedRun, View
from scheduler.analysis.placement import place
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.results.store import Store
from tests.cases import small
from tests.gantt.test_pictures import Kept

RUN, PENALTY, KILLED, SEND, COMPUTE = range(5)


def segments(*rows: tuple[int, float, float, float, int, int]) -> Table:
    """Table segments of (job, begin, end, yield, processors, kind)."""
    job, begin, end, yield_, processors, kind = zip(*rows, strict=True)
    return Table.of("segments", job=job, begin=begin, end=end, yield_=yield_, processors=processors, kind=kind)


def places(*rows: tuple[int, int, int, int]) -> Table:
    """Table places of (segment, first, count, tasks)."""
    segment, first, count, tasks = zip(*rows, strict=True)
    return Table.of("places", segment=segment, first=first, count=count, tasks=tasks)


def preempted() -> Schedule:
    """Job 0 runs, pays a penalty and runs on; job 1 runs in its pause; job 2 is killed and runs again."""
    work = small.workload([(0, 8, 3), (1, 4, 4), (2, 5, 1)], 4, users=[1, 2, 1])
    table = segments(
        (0, 0, 4, 1, 3, RUN),
        (0, 8, 10, 1, 3, PENALTY),
        (0, 10, 14, 1, 3, RUN),
        (1, 4, 8, 1, 4, RUN),
        (2, 2, 4, 1, 1, KILLED),
        (2, 8, 13, 1, 1, RUN),
    )
    made = small.schedule(work, [0, 4, 2], segments=table)
    return replace(made, placed=small.changed(made.placed, end=[14, 8, 13], preemptions=[1, 0, 1]))


def fractional() -> Schedule:
    """Two nodes: jobs 0 and 1 share both, half each, from 2 on; job 2 pays a penalty beside job 0 on node 0."""
    work = small.workload([(0, 4, 2), (2, 2, 2), (6, 1, 1)], 2, users=[1, 2, 3])
    table = segments(
        (0, 0, 2, 1, 2, RUN),
        (0, 2, 6, 0.5, 2, RUN),
        (1, 2, 6, 0.5, 2, RUN),
        (0, 6, 10, 0.25, 2, RUN),
        (2, 6, 8, 0, 1, PENALTY),
        (2, 8, 10, 0.5, 1, RUN),
    )
    where = places((0, 0, 2, 1), (1, 0, 2, 1), (2, 0, 2, 1), (3, 0, 2, 1), (4, 0, 1, 1), (5, 0, 1, 1))
    made = small.schedule(work, [0, 2, 6], segments=table, places=where)
    return replace(made, placed=small.changed(made.placed, end=[10, 6, 10]))


def moldable() -> Schedule:
    """Jobs that asked for 4, 4 and 1 processors were given 2, 8 and 3, and ran as long as that takes."""
    work = small.workload([(0, 10, 4), (0, 10, 4), (1, 9, 1)], 8, users=[1, 2, 2])
    made = small.schedule(work, [0, 20, 1])
    return replace(made, placed=small.changed(made.placed, processors=[2, 8, 3], end=[20, 25, 4]))


def marked(**more) -> Schedule:
    marks = Table.of(
        "marks",
        begin=[0, 2, 4, 4.5, 8],
        end=[3, 2, 8, 5, 9],
        kind=[0, 1, 2, 1, 3],
        label=["batch 1", "shelf 1", "night <b>", "shelf 2", ""],
        value=[1, np.nan, 2, 3, np.nan],
    )
    return small.schedule(small.workload([(0, 9, 1)], 2), [0.0], marks=marks, **more)


def shown(schedule: Schedule) -> FinishedRun:
    return FinishedRun(uuid4().hex, "by hand", 0, schedule, {})


def areas(found: Rectangles, jobs: int) -> list[float]:
    return np.bincount(found.row, (found.end - found.start) * (found.high - found.low), jobs).tolist()


def overlapping(found: Rectangles) -> int:
    """How many pairs of rectangles overlap by more than rounding."""
    near, count = 1e-9, 0
    for i in range(len(found)):
        meets = (
            (found.start < found.end[i])
            & (found.end > found.start[i])
            & (found.low < found.high[i] - near)
            & (found.high > found.low[i] + near)
        )
        count += int(meets.sum()) - 1
    return count // 2


def kinds(schedule: Schedule) -> dict[str, Rectangles]:
    placed = schedule.places if schedule.places is not None else place(schedule)
    return {"real": real(schedule, placed), "users": banded(schedule, "users"), "sizes": banded(schedule, "sizes")}


# -- preempted -------------------------------------------------------------------------------------------------------


def test_every_segment_is_drawn_with_what_its_processors_do():
    found = real(preempted(), place(preempted()))
    drawn = sorted(zip(found.row.tolist(), found.start.tolist(), found.end.tolist(), found.state.tolist(), strict=True))
    assert drawn == [
        (0, 0, 4, patterns.PLAIN),
        (0, 8, 10, patterns.PENALTY),
        (0, 10, 14, patterns.PLAIN),
        (1, 4, 8, patterns.PLAIN),
        (2, 2, 4, patterns.KILLED),
        (2, 8, 13, patterns.PLAIN),
    ]


@pytest.mark.parametrize("kind", ["real", "users", "sizes"])
@pytest.mark.parametrize("made", [preempted, moldable])
def test_areas_are_what_was_allotted_and_nothing_overlaps(made, kind):
    schedule = made()
    found = kinds(schedule)[kind]
    held = schedule.segments if schedule.segments is not None else None
    wanted = (
        np.bincount(held.job, (held.end - held.begin) * held.processors)
        if held is not None
        else ((schedule.placed.end - schedule.placed.start) * schedule.placed.processors)
    )
    assert areas(found, len(schedule.placed)) == pytest.approx(wanted.tolist())
    assert overlapping(found) == 0
    if found.bands is not None:
        band = found.bands.of[found.row]
        assert (found.low >= found.bands.low[band]).all()
        assert (found.high <= (found.bands.low + found.bands.height)[band]).all()


def test_all_parts_of_a_job_are_found_and_picked_as_one():
    schedule = preempted()
    store, server = Kept(schedule), Flask(__name__)
    picture_routes.register(server, store)
    client = server.test_client()
    said = client.get(f"/pick/{store.key}/real?t=9&p=0").json
    assert said["job"] == 0
    assert [box[:2] for box in said["rectangles"]] == [[0, 4], [8, 10], [10, 14]]
    assert client.get(f"/picture/{store.key}/queue/0_14_0_3_60x24_light.png").status_code == 200
    queue = client.get(f"/pick/{store.key}/queue?job=2").json
    assert [box[:2] for box in queue["rectangles"]] == [[2, 4], [8, 13]]  # it did not wait before its first start


def test_segments_have_their_patterns_in_bars_and_in_the_words():
    assert [one.words for one in patterns.present(preempted())] == ["penalty of a pause or move", "preempted"]
    figure = gantt.figure([shown(preempted())], View()).checked()
    hatched = {
        (int(row), float(base)): bar.marker.pattern.shape
        for bar in figure.data
        if bar.type == "bar" and bar.marker.pattern.shape
        for row, base in zip(bar.customdata, bar.base, strict=True)
    }
    assert hatched == {(0, 8): "x", (2, 2): "-"}
    text = figure.layout.annotations[0].text
    assert "penalty" in text
    assert "preempted" in text


def test_a_penalty_is_hatched_in_pictures():
    found = real(preempted(), place(preempted()))
    index, _ = raster.draw(found, (0.0, 14.0, 0.0, 4.0), 140, 40)
    lines = index[:, 80:100] > raster.LINED * raster.COLORS
    assert lines.any()
    assert not (index[:, 0:20] > raster.LINED * raster.COLORS).any()


# -- fractional ------------------------------------------------------------------------------------------------------


def test_jobs_on_one_node_are_stacked_by_their_parts():
    found = real(fractional(), fractional().places)
    drawn = sorted(
        zip(
            found.row.tolist(),
            found.start.tolist(),
            found.end.tolist(),
            found.low.tolist(),
            found.high.tolist(),
            strict=True,
        )
    )
    assert drawn == [
        (0, 0, 2, 0, 1),
        (0, 0, 2, 1, 2),
        (0, 2, 6, 0, 0.5),
        (0, 2, 6, 1, 1.5),
        (0, 6, 10, 0, 0.25),
        (0, 6, 10, 1, 1.25),
        (1, 2, 6, 0.5, 1),
        (1, 2, 6, 1.5, 2),
        (2, 6, 8, 0.25, 1),
        (2, 8, 10, 0.25, 0.75),
    ]
    assert found.extent == (0, 10, 0, 2)
    assert not found.by_viewer


def test_nodes_of_several_processors_have_as_many_rows():
    work = small.workload([(0, 5, 3), (0, 5, 1)], 2)
    table = segments((0, 0, 5, 0.9, 3, RUN), (1, 0, 5, 0.9, 1, RUN))
    made = small.schedule(work, [0, 0], segments=table, places=places((0, 1, 1, 2), (1, 1, 1, 1)))
    found = real(made, made.places)
    assert found.low.tolist() == pytest.approx([3, 4.8])
    assert found.high.tolist() == pytest.approx([4.8, 5.7])


def test_whole_processors_need_no_stacks():
    assert fractions.pieces(preempted(), place(preempted())) is None
    whole = replace(fractional(), places=None)
    assert overlapping(real(whole, place(whole))) == 0


parts = st.lists(
    st.tuples(
        st.integers(0, 12), st.integers(1, 6), st.sampled_from([0.1, 0.2, 0.25]), st.integers(0, 2), st.integers(1, 2)
    ),
    min_size=1,
    max_size=4,
)


@given(parts)
def test_parts_keep_their_areas_and_never_overlap(drawn):
    work = small.workload(sorted([(t, 1, n) for t, _, _, _, n in drawn]), 4, users=list(range(len(drawn))))
    table = segments(*[(at, t, t + span, part, count, RUN) for at, (t, span, part, _, count) in enumerate(drawn)])
    where = places(*[(at, first, count, 1) for at, (_, _, _, first, count) in enumerate(drawn)])
    made = small.schedule(work, [float(t) for t, *_ in drawn], segments=table, places=where)
    found = real(made, where)
    assert areas(found, len(drawn)) == pytest.approx([span * part * count for _, span, part, _, count in drawn])
    assert overlapping(found) == 0
    assert (np.floor(found.low + 1e-9) >= np.ceil(found.high - 1e-9) - 1).all()  # within one node


# -- moldable --------------------------------------------------------------------------------------------------------


def test_moldable_jobs_are_as_high_as_what_they_were_given():
    found = real(moldable(), place(moldable()))
    assert {int(row): float((found.high - found.low)[found.row == row].sum()) for row in range(3)} == {0: 2, 1: 8, 2: 3}
    assert banded(moldable(), "sizes").bands.names == ("2", "3\u20134", "5\u20138")


# -- marks -----------------------------------------------------------------------------------------------------------


def test_marks_are_lines_and_bands_with_labels():
    figure = gantt.figure([shown(marked())], View()).checked()
    named = {trace.name: trace for trace in figure.data if trace.name in policy_marks.KINDS}
    assert set(named) == set(policy_marks.KINDS) - {"absence"}  # which only a light grid has
    assert [x for x in named["batch"].x if x == x] == [0, 0]
    assert [x for x in named["shelf"].x if x == x] == [2, 2, 4.5, 4.5]
    assert [x for x in named["period"].x if x == x] == [4, 4, 8, 8, 4]
    assert named["reservation"].fillpattern.shape == "x"
    labels = next(trace for trace in figure.data if trace.name == "marks")
    assert list(labels.text) == ["batch 1", "shelf 1", theme.safe("night <b>")]  # no room for the others
    assert list(labels.x) == [0, 2, 4]


def test_marks_in_words():
    said = " ".join(gantt.caption([shown(marked())], View()))
    assert "marks 1 batch, 2 shelves, 1 period, 1 reservation, the first from 00:00:00." in said
    assert "marks" not in " ".join(gantt.caption([shown(moldable())], View()))


def test_of_many_marks_the_longest_are_drawn():
    count = policy_marks.MOST + 50
    marks = Table.of(
        "marks",
        begin=np.arange(count),
        end=np.arange(count) + np.where(np.arange(count) < 50, 0.1, 1.0),
        kind=np.full(count, 2),
        label=np.full(count, ""),
        value=np.zeros(count),
    )
    made = small.schedule(small.workload([(0, 400, 1)], 2), [0.0], marks=marks)
    inside = policy_marks.inside(shown(made), (0.0, 400.0, 0.0, 2.0))
    assert len(inside) == policy_marks.MOST
    assert inside.begin[0] == 50
    assert policy_marks.inside(shown(made), (100.0, 103.0, 0.0, 2.0)).begin.tolist() == [99, 100, 101, 102]


def test_the_store_keeps_marks(tmp_path):
    store = Store(tmp_path)
    store.put_run("a" * 24, marked(), {})
    kept = Store(tmp_path).schedule("a" * 24).marks
    assert kept.label.tolist() == ["batch 1", "shelf 1", "night <b>", "shelf 2", ""]
    assert kept.begin.tolist() == [0, 2, 4, 4.5, 8]


# -- everything draws ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", OF_ROWS)
@pytest.mark.parametrize("made", [preempted, fractional, moldable, marked])
def test_every_chart_of_every_schedule_is_drawn(made, rows):
    run = shown(made())
    view = View(rows=rows, job=0)
    figure = gantt.figure([run], view, source=OF_ROWS[rows]).checked()
    boxes = rectangles(run.key, run.schedule, OF_ROWS[rows])
    assert sum(len(bar.base) for bar in figure.data if bar.type == "bar") == len(boxes)
    assert len(figure.layout.shapes) == len(boxes.of(0)) > 0
    assert gantt.table([run], view)
    index, count = raster.draw(boxes, boxes.extent, 80, 40)
    assert count == len(boxes)
    assert index.any()
    assert queued(run.schedule).extent[3] == len(run.schedule.placed)
