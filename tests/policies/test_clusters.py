"""Platforms of several clusters: told, kept, written, audited and drawn; the rules are in test_clusters_twin.py."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType
from uuid import uuid4

import numpy as np
import pytest

from layouts.drawing import idle_curves
from layouts.gantt import pair_hit_test
from layouts.gantt.rectangles import rectangles
from layouts.pages.compare.views import idle_stretches
from layouts.plots import gantt, idle_reasons, underutilization
from layouts.plots.gantts import difference_chart, overlay_chart
from layouts.state.view import FinishedRun, View
from scheduler.analysis.idle import ALL, APART, idle, idle_by_reason
from scheduler.analysis.placement import place
from scheduler.audit.schedule import audit, audit_rows
from scheduler.errors import ParamError, Unsupported, WorkloadError
from scheduler.formats import schedule_csv, swf
from scheduler.model import clusters
from scheduler.model.schedule import Schedule
from scheduler.model.trace import Platform, Trace
from scheduler.model.workload import Workload
from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.simulate import check_supported, simulate
from tests.cases import small
from tests.conftest import REPOSITORY

LINE = "{id} {submit} -1 {runtime} {size} -1 -1 {size} {runtime} -1 1 {id} 1 -1 1 -1 -1 -1\n"


def log(sizes: list[int], header: str = "; MaxProcs: 12\n") -> Trace:
    """Jobs of these sizes, one a second, 10 s long."""
    rows = "".join(LINE.format(id=i + 1, submit=i, runtime=10, size=size) for i, size in enumerate(sizes))
    return swf.read((header + rows).encode(), "small.swf")


def on_clusters(work: Workload, *size: int) -> Workload:
    return replace(work, platform=Platform(sum(size), clusters=size))


def in_clusters(made: Schedule, cluster: list[int]) -> Schedule:
    return replace(made, placed=small.changed(made.placed, cluster=np.array(cluster)))


# ---- told -----------------------------------------------------------------------------------------------------------


def test_sizes_are_read_however_they_are_parted():
    assert clusters.sizes(" 208, 96 80,48 ") == (208, 96, 80, 48)


def test_the_clusters_of_metacentrum_have_a_name():
    found = clusters.sizes("MetaCentrum-2009")
    assert (len(found), sum(found)) == (14, 806)  # as the paper says


@pytest.mark.parametrize("text", ["", "4,,4", "4;4", "4,0", "4,-1", "4,1.5", "9" * 10, ",".join(["1"] * 1_001)])
def test_sizes_that_are_none_are_refused_in_one_sentence(text: str):
    with pytest.raises(ParamError, match="clusters"):
        clusters.sizes(text)


def test_clusters_as_asked_for_add_up_to_the_machine():
    made = workload(log([4, 8]), clusters="8 4")
    assert (made.platform.processors, made.platform.clusters) == (12, (8, 4))
    assert (made.options["processors"], made.options["clusters"]) == (12, "8,4")
    assert made.notes[0].text == (
        "The machine has 12 processors in 2 clusters of 8, 4, no job spanning two of them, as asked for."
    )
    again = workload(log([4, 8]), **{name: made.options[name] for name in ("processors", "clusters")})
    assert again.hash == made.hash != workload(log([4, 8])).hash


def test_the_header_tells_clusters_unless_they_are_asked_for():
    trace = log([4, 8], "; MaxProcs: 20\n; Queuescope-Clusters: 8,4\n")
    made = workload(trace)
    assert (made.platform.processors, made.platform.clusters) == (12, (8, 4))
    assert made.notes[0].text.endswith("from Queuescope-Clusters of the header; MaxProcs is 20.")
    assert workload(trace, clusters="9,9").platform.clusters == (9, 9)
    pool = workload(trace, clusters="20")
    assert (pool.platform.clusters, pool.platform.processors, pool.options["clusters"]) == ((), 20, "20")


def test_two_sizes_of_one_machine_are_refused():
    with pytest.raises(
        WorkloadError, match=r"asked for have 12 processors together, .* asked for is 13; leave that out"
    ):
        workload(log([4]), clusters="8,4", processors=13)
    with pytest.raises(WorkloadError, match="of the header have 12"):
        workload(log([4], "; Queuescope-Clusters: 8,4\n"), processors=13)
    with pytest.raises(WorkloadError, match="cluster 2 is 'x'"):
        workload(log([4], "; Queuescope-Clusters: 8,x\n"))


def test_jobs_wider_than_the_largest_cluster():
    with pytest.raises(
        WorkloadError, match=r"Job 2 \(line 3\) asks for 9 processors, the largest cluster has 8, and no job"
    ):
        workload(log([8, 9]), clusters="4,8")
    made = workload(log([8, 9]), clusters="4,8", wide="drop")
    assert made.jobs.processors.tolist() == [8]
    assert "1 job wider than the largest of the clusters, of 8 processors left out." in [n.text for n in made.notes]


def test_shared_nodes_have_no_clusters():
    with pytest.raises(WorkloadError, match="Clusters are for jobs that have processors to themselves"):
        workload(log([2]), clusters="8,4", needs="whole")


def test_policies_of_one_pool_say_so():
    work = workload(log([1, 1]), clusters="8,4")
    able = {key for key, policy in all_policies().items() if policy.clusters}
    assert {"fcfs", "easy"} <= able
    with pytest.raises(Unsupported, match=r"takes all processors for one pool, .* choose one of .*easy, .*fcfs"):
        check_supported(all_policies()["round_robin"], work)
    check_supported(all_policies()["easy"], work)


# ---- written --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "asked"),
    [
        ("; MaxProcs: 12\n", "8,4"),
        ("; Queuescope-Clusters: 6,6\r\n; Note: x\r\n", "8,4"),
        ("", "8,4"),
        ("; Queuescope-Clusters: 8,4\n", None),
        ("; Queuescope-Clusters: 8,4\n", "12"),
        ("\ufeff; MaxProcs: 12", "8,4"),
    ],
)
def test_a_log_that_is_written_tells_the_clusters_it_was_run_on(header: str, asked: str | None):
    trace = log([4, 8], header if not header or header.endswith("\n") else header + "\n")
    work = workload(trace, clusters=asked)
    made = swf.write_schedule(trace, work, small.schedule(work, [0.0, 10.0]))
    again = workload(swf.read(made, "again.swf"))
    assert again.platform == work.platform
    assert made.count(b"Queuescope-Clusters") == 1


def test_schedules_carry_the_cluster_from_one_on_where_there_are_several():
    work = on_clusters(small.workload([(0, 10, 3), (0, 10, 3)], 8), 4, 4)
    made = in_clusters(small.schedule(work, [0, 0]), [0, 1])
    assert schedule_csv.write(made).decode().splitlines()[::2] == [
        "job_id,user_id,submit,start,end,processors,cluster",
        "102,7,0,0,10,3,2",
    ]
    found = schedule_csv.read_schedule(schedule_csv.write(made).decode())
    assert audit_rows(work, found).first_violation is None
    pool = small.workload([(0, 10, 3)], 8)
    assert schedule_csv.write(small.schedule(pool, [0])).decode().splitlines()[0].endswith(",processors")


# ---- audited --------------------------------------------------------------------------------------------------------


def test_the_audit_counts_each_cluster():
    work = on_clusters(small.workload([(0, 10, 3), (0, 10, 2), (10, 5, 4)], 8), 4, 4)
    made = small.schedule(work, [0, 0, 10])
    found = audit(in_clusters(made, [0, 1, 1]))
    assert found.first_violation is None
    assert found.checks[-2:] == (
        "every job inside one cluster that there is",
        "no instant with more processors of a cluster busy than it has",
    )
    assert audit(in_clusters(made, [1, 1, 1])).first_violation == (
        "5 of 4 processors of cluster 2 busy at 0 s, when job 102 (line 12) starts; most: 5 at 0 s."
    )
    for wrong in (-1, 2):
        assert audit(in_clusters(made, [0, wrong, 1])).first_violation == (
            f"Job 102 (line 12) runs in cluster {wrong + 1}; wanted: one of the clusters 1 to 2."
        )


def test_a_schedule_without_clusters_is_no_schedule_of_clusters():
    work = on_clusters(small.workload([(0, 10, 3)], 8), 4, 4)
    rows = {"job_id": [101], "start": [0]}
    assert "wanted: a column cluster" in str(audit_rows(work, rows).first_violation)
    assert "runs in cluster -1" in str(audit_rows(work, rows | {"cluster": [1.5]}).first_violation)
    assert audit_rows(work, rows | {"cluster": [2]}).first_violation is None


# ---- drawn ----------------------------------------------------------------------------------------------------------


def test_jobs_are_drawn_on_processors_of_their_cluster():
    work = on_clusters(small.workload([(0, 10, 3), (0, 10, 3), (1, 3, 1), (2, 3, 1)], 9), 4, 5)
    places = place(in_clusters(small.schedule(work, [0, 0, 1, 2]), [0, 1, 1, 0]))
    assert (places.segment.tolist(), places.first.tolist()) == ([0, 1, 2, 3], [0, 4, 7, 3])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_gantt_names_clusters_and_parts_them(scheme: str):
    work = on_clusters(small.workload([(0, 10, 3), (0, 10, 3)], 9), 4, 5)
    shown = FinishedRun("run", "a run", 0, in_clusters(small.schedule(work, [0, 0]), [0, 1]), {})
    made = gantt.figure([shown], View(scheme=scheme)).checked()
    assert list(made.layout.yaxis.ticktext) == ["cluster 2 · 5", "cluster 1 · 4"]
    assert list(made.layout.yaxis.tickvals) == [6.5, 2.0]
    between = next(trace for trace in made.data if trace.name == "between clusters")
    assert np.asarray(between.y)[0] == 4.0


def split(policy: str = "easy") -> FinishedRun:
    """The sample of two clusters of 4; under EASY job 3 is the head, with a reservation from 6 s on in cluster 2."""
    work = workload(swf.read((REPOSITORY / "sample_traces" / "split-clusters.swf").read_bytes(), "split-clusters.swf"))
    return FinishedRun(uuid4().hex, policy.upper(), 0, simulate(work, policy), {})


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_reservation_is_drawn_in_its_cluster_and_says_which(scheme: str):
    made = gantt.figure([split()], View(scheme=scheme, plan=3)).checked()
    names = [trace.name for trace in made.data]
    outline = made.data[names.index("reserved")]
    assert 4 <= min(y for y in outline.y if y == y) < max(y for y in outline.y if y == y) <= 8
    told = next(trace.hovertext for trace in made.data if trace.name == "plan")
    assert any("reserved in cluster 2 from 00:00:06 to 00:00:11" in text for text in told)
    assert any("job 4" in text and "may run in cluster 1 until" in text for text in told)
    assert names.index("between clusters") > names.index("what was not known")  # which would hide it
    said = " ".join(gantt.caption([split()], View(plan=3)))
    assert "has one reservation, for 6 s in cluster 2 (job 3)" in said and "of jobs that wait" in said
    assert gantt.table([split()], View(plan=3)) == [
        {
            "run": "EASY",
            "job": 3,
            "user": 3,
            "processors": 3,
            "cluster": 2,
            "promised start": "00:00:06",
            "first promise": "00:00:06",
            "real start": "00:00:06",
            "real cluster": 2,
        }
    ]


# ---- what is split between clusters ---------------------------------------------------------------------------------

# FCFS: 3 processors are idle from 0 to 1 s, for nobody; from 1 to 2 s job 4 would fit into one of them and goes after
# job 3, which would fit into all of them together; from 2 to 6 s job 5, too, goes after it; from 6 to 10 s one is idle,
# too few for job 5; then 2, and from 11 s on 5, for nobody, until job 4 ends at 26 s; job 5 ends at 30 s.
PARTS = {
    "no work": 3 + 2 + 75 + 24,
    "does not fit": 4,
    "reservation": 0,
    "order": 13,
    "rule": 0,
    "split between clusters": 2,
}


def test_what_only_one_machine_could_use_is_a_part_of_its_own():
    run = split("fcfs")
    assert idle_by_reason(run.schedule) == PARTS
    rows = idle(run.schedule)
    assert [
        (rows.begin[at], rows.end[at], rows.area[at]) for at in np.flatnonzero(rows.reason == ALL.index(APART))
    ] == [(1, 2, 2)]
    assert np.bincount(rows.reason, rows.area, len(ALL)).tolist() == [PARTS.get(reason, 0) for reason in ALL]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_plots_of_idle_time_show_it_between_what_does_not_fit_and_what_is_held(scheme: str):
    runs, words = [split("fcfs")], "split between clusters"
    *bars, _ = idle_reasons.figure(runs, View(scheme=scheme)).checked().data
    assert [bar.name for bar in bars][1:4] == ["does not fit", words, "kept free for a reservation"]
    assert sum(bar.x[0] for bar in bars) == pytest.approx(1)
    row = next(row for row in idle_reasons.table(runs, View()) if row["reason"] == words)
    assert row["FCFS: processor-seconds"] == 2
    assert "1.6 % because a job that waits would fit only if the clusters were one machine" in " ".join(
        idle_reasons.caption(runs, View())
    )
    layers = [trace for trace in underutilization.figure(runs, View(scheme=scheme)).checked().data]
    named = [trace.name for trace in layers]
    assert named[-1::-1][:3] == ["no work", "does not fit", words] and layers[named.index(words)].showlegend
    assert max(layers[named.index(words)].y) == 2
    assert any(row[f"FCFS: {words}"] > 0 for row in underutilization.table(runs, View()))


def test_it_answers_to_a_click():
    run = split("fcfs")
    found = idle_stretches.clicked([run], View(), {"run": run.key, "t": 1.5, "p": 7.0})
    assert (found.part, found.begin, found.end) == (idle_curves.SPLIT, 1, 2)
    below = idle_stretches.clicked([run], View(), {"run": run.key, "t": 1.5, "p": 5.5})
    assert idle_curves.LOOKS[below.part].name == "kept free for the head of the queue"
    _, look, said = idle_stretches.selection([run], 0, found, {})
    assert look["only"] == "submit<=1 start>1 processors>2 processors<=3"
    assert said[1].children == (
        "At 00:00:01, when it was 2 processors, a job that waited would have fitted into the 3 processors "
        "free in all clusters together, but the emptiest had 2 of them."
    )


def test_one_machine_has_no_such_part():
    one = FinishedRun(uuid4().hex, "one", 0, small.schedule(small.workload([(0, 4, 3), (0, 5, 2)], 4), [0, 4]), {})
    assert len(idle_reasons.figure([one], View()).checked().data) - 1 == 5 == len(idle_by_reason(one.schedule))
    assert not any("clusters" in key for row in underutilization.table([one], View()) for key in row)
    assert len(idle_reasons.figure([one, split("fcfs")], View()).checked().data) - 1 == 6


# ---- two runs in one chart ------------------------------------------------------------------------------------------


def two_runs() -> list[FinishedRun]:
    """Job 1 is a second later in the second run, job 2 in the other cluster, where job 3 is in both."""
    work = on_clusters(small.workload([(0, 4, 2), (0, 6, 1), (0, 5, 3)], 9), 4, 5)
    made = [
        in_clusters(small.schedule(work, starts), where)
        for starts, where in (([0, 0, 0], [0, 0, 1]), ([1, 0, 0], [0, 1, 1]))
    ]
    return [
        FinishedRun(uuid4().hex, name, i, one, {})
        for i, (name, one) in enumerate(zip(("base", "run"), made, strict=True))
    ]


def test_differences_are_counted_in_each_cluster():
    base, run = two_runs()
    ours, theirs = (
        pair_hit_test.Side(one.key, one.schedule, rectangles(one.key, one.schedule, "real")) for one in (run, base)
    )
    found, lanes = pair_hit_test.apart(ours, theirs, "real")
    assert (found.low.tolist(), found.high.tolist()) == ([0, 4], [4, 9])
    assert [found.at(0, t) for t in (0.5, 1.5, 4.5)] == [(0, 3, 0), (2, 3, 2), (0, 1, 2)]
    assert [found.at(1, t) for t in (0.5, 5.5)] == [(3, 3, 4), (0, 0, 1)]
    # cluster 1: only the base has 3 until 1 s, then 2 are the same and 1 only its, from 4 s on 1 is another and 1 only
    # the run's, from 5 s on 1 only the base's; cluster 2: 3 are the same until 5 s, 1 is only the run's until 6 s
    assert found.areas() == (2 * 3 + 3 * 5, 1, 3 + 3 + 1, 1 + 6)
    assert pair_hit_test.stretch(ours, lanes, 1) == [[0, 6, 4, 9]] and pair_hit_test.stretch(theirs, lanes, 1) == [
        [0, 6, 0, 4]
    ]
    said = pair_hit_test.of_difference(ours, theirs, "real", {"t": "0.5", "p": "7.5"})
    assert said["job_id"] == 102 and said["lines"][0] == "busy only in this run"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("kind", "of"), [("difference", difference_chart), ("overlay", overlay_chart)])
def test_charts_of_two_runs_name_clusters_and_part_them(kind: str, of: ModuleType, scheme: str):
    runs = two_runs()
    made = of.figure(runs, View(scheme=scheme, beside=kind), 1).checked()
    assert list(made.layout.yaxis.ticktext) == ["cluster 2 · 5", "cluster 1 · 4"] and not made.layout.yaxis.title.text
    between = next(trace for trace in made.data if trace.name == "between clusters")
    assert np.asarray(between.y)[0] == 4.0
    if kind == "difference":
        assert "at each time in each cluster." in " ".join(
            of.caption(runs, View())
        ) and "Busy processors of each cluster" in " ".join(of.caption(runs, View()))


def test_runs_that_are_killed_count_where_each_piece_ran():
    path = REPOSITORY / "sample_traces" / "light-grid.swf"
    work = workload(swf.read(path.read_bytes(), path.name))
    base, run = (simulate(work, "best_effort", {"filling": filling}) for filling in ("now", "window"))
    sides = [pair_hit_test.Side(uuid4().hex, one, rectangles(uuid4().hex, one, "real")) for one in (run, base)]
    found = pair_hit_test.apart(*sides, "real")[0].areas()
    held = [float((one.segments.end - one.segments.begin) @ one.segments.processors) for one in (base, run)]
    assert held == [found.same + found.others + found.baseline, found.same + found.others + found.run]
    assert found.same > 0 < found.baseline
