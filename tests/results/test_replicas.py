"""Replicas: kept simulation by simulation, gone on with after a stop, told with as many digits as they support."""

from __future__ import annotations

import io
from pathlib import Path

import pyarrow.parquet
import pytest

from layouts.pages.compare.sweeps.sweep_chart import of_record
from layouts.pages.compare.table import intervals, metrics_table
from layouts.pages.compare.table.intervals import Replicated
from layouts.pages.compare.views import replicas as compare_replicas
from layouts.state.view import FinishedRun
from scheduler.errors import Cancelled, InputError, ParamError
from scheduler.exports.sweep_table import parquet
from scheduler.metrics import all_metrics, main_metrics, measure
from scheduler.preparation.build import workload
from scheduler.results import specs
from scheduler.results.progress import Progress
from scheduler.results.queue.runs import Runs
from scheduler.results.sources import parse
from scheduler.results.store import Store
from scheduler.results.sweeps import plan as sweep_plan
from scheduler.results.sweeps.curves import curves
from scheduler.results.sweeps.sweep import sweep
from scheduler.results.tasks import replicas
from scheduler.simulate import simulate
from scheduler.statistics.intervals import Difference
from scheduler.statistics.shaking import shaken
from tests.cases.small import workload as small

ROOT = Path(__file__).parents[2]
METRICS = all_metrics()
ROWS = [(7 * i, 20 + 13 * i % 50, 1 + i % 4) for i in range(40)]


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    return Runs(Store(tmp_path / "home"))


def simulated(runs: Runs, *policies: str, rows=ROWS) -> list[str]:
    """Keys of finished runs on one workload."""
    workload = runs.store.put_workload(small(rows, 4))
    tickets = runs.submit(
        [{"do": "simulate", "workload": workload, "policy": policy, "seed": 5} for policy in policies], "me"
    )
    runs.work([ticket.key for ticket in tickets])
    return [ticket.key for ticket in tickets]


def wish(keys, count=3, shake=10):
    return {"do": "replicas", "runs": keys, "replicas": count, "shake": shake}


def done(runs: Runs, keys, **more):
    (ticket,) = runs.submit([wish(keys, **more)], "me")
    runs.work([ticket.key])
    assert runs.status(ticket.key).state == "done", runs.status(ticket.key).message
    return replicas.TASK.result(runs.store, ticket.key)


def test_every_replica_is_the_run_on_its_shaken_copy(runs):
    keys = simulated(runs, "easy", "fcfs")
    record = done(runs, keys)
    assert record["runs"] == sorted(keys) and record["spec"]["replicas"] == 3
    for key, waits in zip(record["runs"], record["metrics"]["wait_mean"], strict=True):
        run = runs.store.record(key)
        work = runs.store.workload(run["workload"])
        assert waits == [measure(simulate(shaken(work, seed, 10), run["policy"]))["wait_mean"] for seed in (1, 2, 3)]
    assert len(set(record["metrics"]["wait_mean"][0])) > 1


def test_policies_that_draw_lots_draw_others():
    lots = {"policy": "tabu", "params": {}, "seed": 5, "workload_hash": "h", "threshold": 10.0}
    assert [replicas.part(lots, {"shake": 0}, number)["seed"] for number in (1, 2)] == [6, 7]
    assert replicas.part(lots | {"policy": "easy", "seed": None}, {"shake": 0}, 1)["seed"] is None


def test_what_is_kept_is_not_run_again(runs, monkeypatch):
    keys = simulated(runs, "easy", "fcfs", "sjf")
    calls = []
    monkeypatch.setattr(
        replicas, "simulate", lambda work, *rest, **more: calls.append(rest[0]) or simulate(work, *rest, **more)
    )
    first = done(runs, keys[:2])
    assert len(calls) == 6
    assert done(runs, keys[:2]) == first and len(calls) == 6
    assert (
        done(runs, keys)["metrics"]["wait_mean"][sorted(keys).index(keys[0])]
        == first["metrics"]["wait_mean"][sorted(keys[:2]).index(keys[0])]
    )
    assert calls[6:] == ["sjf"] * 3  # one run more costs its own replicas
    done(runs, keys[:2], count=5)
    assert len(calls) == 9 + 4  # two replicas more, of two runs
    done(runs, keys[:2], shake=20)
    assert len(calls) == 13 + 6  # another shake is another copy


def test_after_a_stop_it_goes_on_where_it_was(runs, monkeypatch):
    keys = simulated(runs, "easy", "fcfs")
    spec, progress, calls = specs.check(wish(keys), runs.store), Progress(), []
    key = specs.key(spec)

    def counted(work, *rest, **more):
        calls.append(rest[0])
        if len(calls) == 4:
            progress.stop()
        return simulate(work, *rest, **more | {"control": None})

    monkeypatch.setattr(replicas, "simulate", counted)
    with pytest.raises(Cancelled):
        replicas.run(runs.store, key, spec, progress)
    again = Progress()
    replicas.run(runs.store, key, spec, again)
    record = replicas.TASK.result(runs.store, key)
    runs.store.forget(replicas.TASK.kind, key)
    assert len(calls) == 6 and again.done_before == pytest.approx(4 / 6) and again.done == pytest.approx(1.0)
    assert replicas.seconds_of(runs.store, spec) == 0.0
    assert record["metrics"] == done(runs, keys)["metrics"]


def test_the_time_it_takes_counts_what_is_left(runs):
    keys = simulated(runs, "easy")
    seconds = float(runs.store.record(keys[0])["seconds"])
    assert replicas.seconds_of(runs.store, specs.check(wish(keys, 10), runs.store)) == pytest.approx(10 * seconds)
    done(runs, keys, count=4)
    assert replicas.seconds_of(runs.store, specs.check(wish(keys, 10), runs.store)) == pytest.approx(6 * seconds)


def test_what_is_shown_is_the_newest_that_has_all_runs(runs):
    one, other = simulated(runs, "easy", "fcfs")
    assert replicas.newest(runs.store, [one]) is None
    both = done(runs, [one, other])
    assert replicas.newest(runs.store, [one])["key"] == both["key"]
    alone = done(runs, [one], count=4)
    assert replicas.newest(runs.store, [one])["key"] == alone["key"]  # exactly these runs
    assert replicas.newest(runs.store, [other, one])["key"] == both["key"]


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"runs": []}, InputError, "one to 6 runs"),
        ({"runs": "easy"}, InputError, "one to 6 runs"),
        ({"runs": ["0" * 24]}, InputError, "no longer kept"),
        ({"runs": ["../x"]}, InputError, "no longer kept"),
        ({"replicas": 2}, ParamError, "3"),
        ({"replicas": 1e9}, ParamError, "100"),
        ({"shake": -1}, ParamError, "shake"),
        ({"shake": "abc"}, ParamError, "shake"),
        ({"replicas": None}, ParamError, "replicas"),
    ],
)
def test_what_cannot_be_asked_for_is_said(runs, change, error, words):
    keys = simulated(runs, "easy")
    with pytest.raises(error, match=words):
        specs.check(wish(keys) | change, runs.store)


def test_runs_of_different_workloads_have_no_replicas_together(runs):
    keys = simulated(runs, "easy") + simulated(runs, "easy", rows=ROWS[:20])
    with pytest.raises(InputError, match="different workloads"):
        specs.check(wish(keys), runs.store)


# -- in words


@pytest.mark.parametrize(
    ("metric", "value", "half", "said"),
    [
        ("wait_mean", 6_871.0, 195.0, "1 h 55 min ± 4 min"),
        ("wait_mean", 15_000.0, 7_200.0, "4 h ± 2 h"),
        ("wait_mean", 100.0, 3.2, "1 min 40 s ± 4 s"),
        ("wait_mean", 0.4, 2.0, "0 s ± 2 s"),
        ("wait_mean", 12.34, 0.05, "12.34 ± 0.05 s"),
        ("bounded_stretch_mean", 92.713, 3.1, "93 ± 3"),
        ("bounded_stretch_mean", 92.713, 1.42, "92.7 ± 1.4"),
        ("bounded_stretch_mean", 6_818.0, 340.0, "6\u202f800 ± 300"),
        ("utilization", 0.69712, 0.0004, "69.71 ± 0.04 %"),
        ("bounded_stretch_mean", 5.0, 0.0, "5"),
        ("bounded_stretch_mean", 5.0, None, "5"),
        ("wait_mean", -300.0, 70.0, "-5 min ± 2 min"),
    ],
)
def test_no_digit_more_than_the_interval_supports(metric, value, half, said):
    assert intervals.with_half(METRICS[metric], value, half) == said


@pytest.mark.parametrize(
    ("metric", "value", "half", "said"),
    [
        ("wait_mean", 15106.97975708502, 3e-10, "15\u202f107 ± 1 s"),
        ("utilization", 0.731234567891234, 2e-12, "73.123 ± 0.001 %"),
        ("bounded_stretch_mean", 3.25, 1e-15, "3.2500 ± 0.0001"),
        ("utilization", 0.0, 2e-3, "0.0 ± 0.2 %"),
    ],
)
def test_however_narrow_an_interval_no_number_has_more_digits_than_anybody_reads(metric, value, half, said):
    assert intervals.with_half(METRICS[metric], value, half) == said


@pytest.mark.parametrize(
    ("found", "said", "mark"),
    [
        (
            Difference(-700.0, 65.0, 10, 10, 0),
            "Mean wait: 12 min ± 2 min shorter than FCFS, lower in 10 of 10 replicas.",
            ("▼", "better"),
        ),
        (
            Difference(700.0, 65.0, 10, 1, 9),
            "Mean wait: 12 min ± 2 min longer than FCFS, higher in 9 of 10 replicas.",
            ("▲", "worse"),
        ),
        (
            Difference(-20.0, 65.0, 10, 6, 4),
            "Mean wait: not distinguishable from FCFS; the interval of the difference, 0 min ± 2 min, "
            "holds 0 (lower in 6 of 10 replicas).",
            ("≈", "same"),
        ),
        (Difference(0.0, 0.0, 10, 0, 0), "Mean wait: the same as FCFS in all 10 replicas.", ("=", "same")),
        (Difference(-5.0, None, 2, 2, 0), "Mean wait: 2 replicas are too few to tell it from FCFS.", ("?", "same")),
    ],
)
def test_differences_in_words(found, said, mark):
    assert intervals.sentence(METRICS["wait_mean"], found, "FCFS") == said
    change = intervals.change(METRICS["wait_mean"], found)
    assert (change.symbol, change.verdict) == mark


def test_the_table_of_metrics_has_the_interval_and_the_verdict_of_the_pairs():
    work = small(ROWS, 4)
    base, run = (
        FinishedRun(key, key.upper(), i, simulate(work, key), {"metrics": {"wait_mean": value}})
        for i, (key, value) in enumerate((("fcfs", 1_000.0), ("easy", 990.0)))
    )
    found = Replicated(("fcfs", "easy"), {"wait_mean": [[900.0, 1_000.0, 1_100.0], [910.0, 990.0, 1_101.0]]}, 3, 60)
    cell = metrics_table.metric_cell(METRICS["wait_mean"], run, base, "", found)
    said = [part if isinstance(part, str) else part.children for part in cell.children]
    assert said == ["17 min ± 4 min", "this run: 16 min 30 s", "≈\u00a0not distinguishable"]
    alone = metrics_table.metric_cell(METRICS["wait_mean"], run, base, "")
    assert alone.children[0] == "16 min 30 s"


def test_a_run_without_chance_says_so_in_place_of_digits():
    work = small(ROWS, 4)
    base, run = (
        FinishedRun(key, key.upper(), i, simulate(work, key), {"metrics": {"wait_mean": value}})
        for i, (key, value) in enumerate((("fcfs", 1_000.0), ("easy", 990.0)))
    )
    found = Replicated(
        ("fcfs", "easy"),
        {"wait_mean": [[900.0, 1_000.0, 1_100.0], [990.1234567890123, 990.1234567890124, 990.1234567890122]]},
        3,
        60,
    )
    cell = metrics_table.metric_cell(METRICS["wait_mean"], run, base, "", found)
    assert cell.children[0] == "16 min 30 s in all 3 replicas"
    assert compare_replicas.cell(METRICS["wait_mean"], run, found) == "16 min 30 s in all 3 replicas"
    chosen = compare_replicas.replicated_metrics(found, main_metrics("jobs"))
    assert compare_replicas.of_chance(base, chosen, found) == ""
    assert compare_replicas.of_chance(run, chosen, found) == (
        "EASY: its replicas do not differ, since nothing in it depends on chance; they say nothing of how sure its "
        "numbers are."
    )


# -- on the command line

PLAN = f"""
trace = "{ROOT / "sample_traces" / "steady-load.swf"}"
replicas = 5
shake = 30
[options]
first = 80
[[policies]]
policy = "easy"
[[policies]]
policy = "fcfs"
"""


def test_a_plan_with_replicas_runs_every_policy_on_the_same_copies(no_processes, tmp_path):
    plan = sweep_plan.read(PLAN.encode(), "plan")
    path = plan.trace
    trace = parse(Path(path).read_bytes(), "steady-load.swf")
    record = sweep(Store(tmp_path / "home"), plan, path, trace)
    columns = record["columns"]
    assert list(zip(columns["policy"], columns["replica"], strict=True)) == [
        (policy, number) for policy in ("easy", "fcfs") for number in (1, 2, 3, 4, 5)
    ]
    assert len(set(columns["workload_hash"])) == 5 and columns["workload_hash"][:5] == columns["workload_hash"][5:]
    made = simulate(shaken(workload(trace, first=80), 3, 30), "fcfs")
    assert columns["wait_mean"][7] == measure(made)["wait_mean"]
    found = curves(record, "wait_mean")
    assert (found.axis, found.unit) == ("slice", "replica")
    point = found.curves[0].points[0]
    assert point.units == 5 and point.mean == pytest.approx(sum(columns["wait_mean"][:5]) / 5)
    assert point.low <= point.mean <= point.high
    assert found.against[0].difference.units == 5
    assert "Means over 5 replicas" in " ".join(of_record(record, "wait_mean").caption)
    assert pyarrow.parquet.read_table(io.BytesIO(parquet(record))).column("replica").to_pylist() == columns["replica"]


def test_seeds_of_one_copy_are_no_units_of_their_own():
    record = {
        "policies": ["a", "b"],
        "loads": [None],
        "slices": 1,
        "seeds": [0, 1],
        "replicas": 2,
        "columns": {
            "name": ["a"] * 4 + ["b"] * 2,
            "load_asked": [None] * 6,
            "slice": [0] * 6,
            "replica": [1, 1, 2, 2, 1, 2],
            "seed": [0, 1, 0, 1, None, None],
            "wait_mean": [1.0, 3.0, 5.0, 7.0, 1.0, 2.0],
        },
    }
    found = curves(record, "wait_mean")
    assert found.against[0].difference.mean == (1 - 2 + 2 - 6) / 2 and found.against[0].difference.units == 2


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("replicas = 0", "replicas = 0"),
        ("replicas = 2.5", "replicas = 2.5"),
        ("shake = 5", "goes with replicas"),
        ("replicas = 3\nshake = -1", "shake = -1"),
        ("replicas = true", "replicas = true"),
    ],
)
def test_a_plan_that_cannot_be_meant_is_one_sentence(line, words):
    text = PLAN.replace("replicas = 5\nshake = 30", line)
    with pytest.raises(InputError, match=words):
        sweep_plan.read(text.encode(), "plan")
