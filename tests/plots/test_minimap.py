"""The minimap: exact means, the longest queue of every bucket, one row per run in the order of the charts."""

from __future__ import annotations

import json
from uuid import uuid4

import numpy as np
import pytest

from layouts import theme
from layouts.plots.gantts import minimap
from layouts.state.view import FinishedRun
from scheduler.simulate import simulate
from tests.cases import small
from tests.plots.test_plots import many

FOUR = small.workload([(0, 4, 3), (0, 3, 4), (1, 2, 1), (1, 6, 1), (1, 2, 2)], 4)


def shown(*keys, work=FOUR):
    return [FinishedRun(uuid4().hex, key.upper(), i, simulate(work, key), {}) for i, key in enumerate(keys)]


(EASY,) = shown("easy")  # busy 3, 4, 3, 4, 3, 1 from 0, 1, 3, 4, 7, 9 to 13; waiting 1, 3, 3, 2, 0


def test_buckets_by_hand():
    found = minimap.strip(EASY, (0.0, 12.0), 4)
    assert found.time.tolist() == [0, 3, 6, 9, 12]
    assert found.utilization.tolist() == pytest.approx([11 / 12, 11 / 12, 10 / 12, 3 / 12])
    assert found.waiting.tolist() == pytest.approx([7 / 3, 7 / 3, 2 / 3, 0])
    assert found.most.tolist() == [3, 3, 2, 0]


def test_the_longest_queue_of_a_bucket_is_found_however_short():
    time, value = np.array([0.0, 5.0, 5.001, 8.0]), np.array([1, 90, 2, 0])
    assert minimap.highest(time, value, np.array([0.0, 4.0, 8.0, 9.0, 20.0])).tolist() == [1, 90, 0, 0]
    assert minimap.highest(time, value, np.array([-5.0, -1.0, 0.0, 5.0])).tolist() == [0, 0, 1]
    assert minimap.highest(time, value, np.array([5.0, 5.0005])).tolist() == [90]


@pytest.mark.parametrize("buckets", [1, 7, 600])
def test_areas_and_extremes_are_those_of_the_schedule(buckets):
    (run,) = shown("easy", work=many(3_000))
    placed, work = run.schedule.placed, run.schedule.workload
    whole = (float(placed.submit.min()), float(placed.end.max()))
    found = minimap.strip(run, whole, buckets)
    length = np.diff(found.time)
    assert found.utilization @ length * work.platform.processors == pytest.approx(work.area)
    assert found.waiting @ length == pytest.approx(float(run.schedule.wait.sum()))
    assert found.most.max() == minimap.machine(run).waiting.max() and (found.most >= found.waiting - 1e-9).all()


def test_one_row_per_run_in_order_with_the_margins_of_the_charts():
    runs = shown("fcfs", "easy", "backfill")
    figure = minimap.figure(runs).checked()
    names = [note.text for note in figure.layout.annotations if note.xanchor == "right" and note.x == 0]
    assert names == ["FCFS", "EASY", "BACKFILL"]
    tops = [figure.layout[axis].domain[1] for axis in ("yaxis", "yaxis3", "yaxis5")]
    assert tops == sorted(tops, reverse=True)
    margin = figure.layout.margin
    assert (margin.l, margin.r) == (theme.TIME_MARGIN["l"], theme.TIME_MARGIN["r"])
    meta = figure.layout.meta["queuescope"]
    assert meta == {"kind": "minimap", "group": theme.group(FOUR), "extent": [0.0, 13.0]}
    assert tuple(figure.layout.xaxis.range) == (0.0, 13.0)
    assert [minimap.height(runs[:count]) for count in (1, 2, 3)] == [64, 94, 124]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_large_log_is_small(scheme):
    runs = shown("fcfs", "easy", work=many(20_000))
    figure = minimap.figure(runs, scheme).checked()
    assert all(len(trace.x) <= minimap.BUCKETS + 1 for trace in figure.data) and len(figure.to_json()) < 150_000
    assert theme.RED[scheme] not in figure.to_json()


def test_the_caption_tells_how_busy_and_how_long_the_queue_gets():
    assert " ".join(minimap.caption([EASY])) == (
        "Everything in one strip: filled, the share of busy processors; line, the jobs that wait. "
        "EASY: 69.2 % busy until its last job ends, at most 3 jobs waiting, first at 00:00:01."
    )


def test_without_jobs_and_without_waits():
    none = [FinishedRun("none", "NONE", 0, small.schedule(small.workload([], 4), []), {})]
    assert not minimap.figure(none).checked().data and " ".join(minimap.caption(none)) == "No run has jobs to show."
    alone = [FinishedRun("alone", "<b>A</b>", 0, small.schedule(small.workload([(5, 10, 1)], 4), [5]), {})]
    assert "no job waits" in " ".join(minimap.caption(alone))
    assert "<b>A" not in json.loads(minimap.figure(alone).checked().to_json())["layout"]["annotations"][0]["text"]
