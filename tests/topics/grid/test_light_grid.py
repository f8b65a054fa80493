"""Light grids from file to figure: the generator, what is read, the rules of the audit, numbers, sentences, bars."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from layouts.gantt import coloring, patterns, piece_facts
from layouts.gantt.rectangles import rectangles
from layouts.plots import all_plots
from layouts.state.view import FinishedRun, View
from scheduler.audit.schedule import audit
from scheduler.errors import ParamError, WorkloadError
from scheduler.explain.job import explain
from scheduler.formats import swf
from scheduler.generators import make
from scheduler.metrics import measure
from scheduler.model.schedule import Schedule
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.simulate import simulate
from tests.cases import small

DAY = 86_400


@cache
def run(policy: str = "best_effort", **params: str) -> Schedule:
    return simulate(workload(sample("light-grid.swf")), policy, params)


# -- the generator ----------------------------------------------------------------------------------------------------


def test_clusters_have_the_loads_and_habits_they_are_to_have() -> None:
    trace = make("light_grid", {"days": 20, "load": "0.8,0.5", "grid_jobs": 0}, 3)
    c, size = trace.columns, (208, 96, 80, 48)
    for cluster, load in enumerate((0.8, 0.5, 0.5, 0.5)):
        mine = c["partition"] == cluster + 1
        work = c["runtime"][mine] * c["requested_processors"][mine]
        assert 0 <= work.sum() - load * size[cluster] * 20 * DAY <= work.max()
        assert c["requested_processors"][mine].max() <= size[cluster]
    physics, computing = c["partition"] == 1, c["partition"] == 4
    assert (c["requested_processors"][physics] == 1).all() and c["runtime"][physics].max() > 5 * DAY
    assert np.median(c["runtime"][computing]) < 600 < 3_600 < np.median(c["runtime"][physics])
    assert (c["requested_time"] >= c["runtime"]).all() and (np.diff(c["submit"]) >= 0).all()


def test_a_grid_job_is_its_runs_of_one_user_and_group() -> None:
    made = workload(make("light_grid", {"days": 1, "grid_jobs": 2, "runs": 40, "run_time": 300}, 3))
    jobs = made.jobs.take(made.jobs.grid == 1)
    assert made.platform.clusters == (208, 96, 80, 48)
    assert np.unique(jobs.group, return_counts=True)[1].tolist() == [40, 40]
    assert all(len(np.unique(jobs.columns[name][jobs.group == jobs.group[0]])) == 1 for name in ("user", "submit"))
    assert (jobs.processors == 1).all() and (jobs.runtime == 300).all() and (jobs.home == -1).all()
    assert set(made.jobs.home[made.jobs.grid == 0].tolist()) == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"load": "0.5,x"}, "load = '0.5,x'; wanted: numbers above 0"),
        ({"clusters": "4,0"}, "cluster 2 is '0'"),
        ({"grid_jobs": 2, "runs": 600_000}, "are 1,200,000 lines, and at most 1,000,000"),
        ({"days": 1_000, "clusters": "90000"}, "Cluster 1 would have about 75,600,000 local jobs"),
    ],
)
def test_what_cannot_be_made_is_said(params: dict, words: str) -> None:
    with pytest.raises(ParamError, match=re.escape(words)):
        make("light_grid", params)


# -- what is read -----------------------------------------------------------------------------------------------------


def changed(*pairs: tuple[str, str]) -> str:
    text = swf.write(sample("light-grid.swf")).decode()
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


def test_the_sample_is_read() -> None:
    made = run().workload
    assert made.jobs.grid.tolist() == [0, 0, 1, 1, 1, 1, 1, 1, 0, 0]
    assert made.jobs.home.tolist() == [0, 1, -1, -1, -1, -1, -1, -1, 0, 1]
    assert "6 of 10 jobs are runs of grid jobs" in made.notes[-1].text
    assert "grid" not in workload(swf.read(changed(("; Queuescope-Grid: queue 2\n", "")).encode(), "x")).jobs


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        (
            [("Grid: queue 2", "Grid: 2")],
            "says 'Queuescope-Grid: 2'; wanted: the queue of the grid runs, such as 'queue 2'",
        ),
        (
            [("1 2 -1 -1\n3 ", "1 7 -1 -1\n3 ")],
            "Job 2 (line 15) is a local job of partition 7 (field 16); wanted: the number of its cluster, 1 to 2; "
            "correct it there, or choose other clusters.",
        ),
        (
            [("Clusters: 3,2", "Clusters: 5")],
            "Job 2 (line 15) is a local job of partition 2 (field 16) (1 more are like this)",
        ),
    ],
)
def test_what_cannot_be_read_is_said(pairs: list, words: str) -> None:
    with pytest.raises(WorkloadError, match=re.escape(words)):
        workload(swf.read(changed(*pairs).encode(), "x"))


# -- the audit --------------------------------------------------------------------------------------------------------


def last_piece_cut(s: Schedule) -> Schedule:
    row = int(np.flatnonzero((s.segments.job == 4) & (s.segments.kind == 0))[0])
    kind, killer = s.segments.kind.copy(), s.segments.killer.copy()
    kind[row], killer[row] = 2, 9
    return with_segments(s, kind=kind, killer=killer)


def with_segments(s: Schedule, **columns: np.ndarray) -> Schedule:
    return Schedule(s.workload, s.policy, s.placed, segments=small.changed(s.segments, **columns))


def another_killer(row: int) -> Callable[[Schedule], Schedule]:
    return lambda s: with_segments(s, killer=np.where(s.segments.kind == 2, row, -1))


def kept(s: Schedule) -> Schedule:
    """As if what run 5 did before it was killed counted."""
    return with_segments(s, kind=np.zeros(len(s.segments)))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (last_piece_cut, "Job 5 (line 18) runs for 0 s in its segments; wanted: 4 s."),
        (
            another_killer(0),
            "Job 5 (line 18) is killed at 5 s in cluster 2 for job 1 (line 14); wanted: a local job that starts",
        ),
        (
            another_killer(3),
            "Job 5 (line 18) is killed at 5 s in cluster 2 for job 4 (line 17); wanted: a local job that starts",
        ),
        (
            another_killer(-1),
            "Job 5 (line 18) is killed at 5 s in cluster 2, and it is not told for which local job; where "
            "processors were taken from the grid, name the policy and its parameter away.",
        ),
        (kept, "Job 5 (line 18) runs for 7 s in its segments; wanted: 4 s."),
        (
            lambda s: with_segments(s, cluster=np.where(s.segments.job == 1, 0, s.segments.cluster)),
            "4 of 3 processors of cluster 1 busy at 0 s, when job 2 (line 15) starts",
        ),
    ],
)
def test_a_grid_that_breaks_a_rule_is_found_out(change: Callable, words: str) -> None:
    assert audit(run()).passed
    assert words in audit(change(run())).first_violation


def test_a_local_job_is_never_killed() -> None:
    jobs = small.changed(run().workload.jobs, grid=np.zeros(10))
    made = run()
    found = audit(
        Schedule(
            type(made.workload)("x", made.workload.platform, jobs), "best_effort", made.placed, segments=made.segments
        )
    )
    assert found.first_violation == "Job 5 (line 18) is a local job and is killed at 5 s; wanted: only grid runs are."


# -- numbers and words ------------------------------------------------------------------------------------------------


def test_the_numbers_of_the_sample() -> None:
    # 5 processors from 0 to 13; local work 12 + 4 + 9 + 4 = 29, runs 6 x 4; lost: run 5 from 2 to 5, run 6 from 4 to 6
    found = measure(run())
    assert (found["grid_kills"], found["grid_wasted"]) == (2, 5)
    assert found["utilization_local"] == pytest.approx(29 / 65)
    assert (found["utilization_grid"], found["utilization_wasted"]) == (pytest.approx(24 / 65), pytest.approx(5 / 65))
    assert found["grid_throughput"] == pytest.approx(6 * 3_600 / 13)
    assert (found["response_local_mean"], found["wait_local_mean"]) == ((6 + 2 + 8 + 4) / 4, 5 / 4)
    assert found["response_grid_mean"] == (4 + 6 + 10 + 13 + 13 + 13) / 6
    assert measure(run(filling="window"))["grid_wasted"] == 3
    # the second cluster half as fast: 5 processors from 0 to 17; the runs take 4 + 8 + 4 + 4 + 4 + 8, what is lost not counted
    assert measure(run(speeds="1,0.5"))["utilization_grid"] == pytest.approx(32 / 85)
    exchanged = measure(run("work_exchange"))
    assert (exchanged["grid_kills"], exchanged["grid_wasted"], exchanged["local_away"]) == (0, 0, 0)
    assert exchanged["wait_local_mean"] == (9 + 1) / 4
    assert "grid_kills" not in measure(simulate(workload(sample("five-jobs.swf")), "easy"))


def test_a_run_is_told_who_killed_it_and_a_local_job_that_nothing_changed() -> None:
    said = explain(run(), 4)
    assert said[1:3] == [
        "It waited 2 s and started first at 2 s in cluster 2.",
        "Too few processors were free until job 2 ended (held by job 1, job 2 and job 3).",
    ]
    assert said[7:] == [
        "It was killed at 5 s, after 3 s, because local job 10 started and needed its processor; it started again "
        "1 s later, at 6 s, in cluster 2.",
        "Killed once, for local job 10, it lost 3 s of work and ran from 6 s to 10 s in the end.",
    ]
    assert said[5:7] == [
        "From 0 s to 2 s no processor was idle in any cluster.",
        "It started at 2 s in cluster 2, on the one processor that no local job used.",
    ]
    assert explain(run(), 9)[-4:-1] == [
        "It is a local job of cluster 2 and ran there.",
        "It started just as it would have started without grid runs.",
        "Its start killed job 5.",
    ]
    assert "It is a local job of cluster 1 and ran there." in explain(run("work_exchange"), 8)
    assert (
        "From 4 s to 5 s 1 processor was idle, but by its requested time it would not have been over by 7 s"
        in " ".join(explain(run(filling="window"), 5))
    )


# -- drawn ------------------------------------------------------------------------------------------------------------


def test_runs_and_killed_pieces_look_different_and_say_why() -> None:
    made = run()
    assert [pattern.words for pattern in patterns.present(made)] == ["killed, to be run again", "run of a grid job"]
    assert patterns.of_jobs(made).tolist() == [0, 0, *[patterns.GRID] * 6, 0, 0]
    found = rectangles("light-grid", made, "real")
    dead = int(np.flatnonzero(found.state == patterns.KILLED)[0])
    assert piece_facts.lines(made, int(found.segment[dead])) == [
        "run of a grid job in cluster 2, killed after 3 s",
        "from 00:00:02 to 00:00:05: local job 10 started and needed its processor",
    ]
    told = coloring.coloring("grid", made)
    assert [text for _, text in told.words] == ["local, cluster 1", "local, cluster 2", "grid run"]
    figure = all_plots()["gantt"].figure([FinishedRun("light-grid", "best effort", 0, made, {})], View()).checked()
    (crosses,) = [trace for trace in figure.data if trace.name == "kills"]
    assert list(crosses.x) == [5, 6]
    assert {"-", "."} <= {bar.marker.pattern.shape for bar in figure.data if bar.type == "bar"}
