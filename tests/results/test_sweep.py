"""Sweeps: every run of the plan and no other, kept as it is done, with the numbers that `simulate` gives."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
from itertools import product
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from layouts.pages.compare.sweeps import sweep_chart
from layouts.pages.compare.sweeps.sweep_list import loads
from scheduler.cli.sweep import kept as told
from scheduler.cli.sweep import line
from scheduler.errors import InputError
from scheduler.exports.sweep_table import comma_separated, parquet
from scheduler.metrics import all_metrics
from scheduler.preparation.build import workload
from scheduler.results.sources import parse
from scheduler.results.store import Store
from scheduler.results.sweeps import plan as sweep_plan
from scheduler.results.sweeps.crew import Bench, Crew
from scheduler.results.sweeps.curves import curves
from scheduler.results.sweeps.sweep import drawing, kept, load_record, runs_of, windows_of
from tests.cases.crew import CrewHere
from tests.cases.every_case import every_case
from tests.cases.small_log import PROGRAM, ROOT, is_one_sentence
from tests.conftest import TEST_CACHE

SAMPLE = ROOT / "sample_traces" / "steady-load.swf"
PLAN = f"""
trace = "{SAMPLE}"
loads = [0.6, 0.9]
seeds = [0, 1, 2]
threshold = 60
[slices]
jobs = 150
count = 2
[[policies]]
policy = "easy"
[[policies]]
policy = "fcfs"
name = "in order"
"""
RUNS = 8  # policies x loads x slices; nothing draws lots

pytestmark = pytest.mark.slow  # processes of their own, again and again


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store of its own for each test; machine code stays where it is."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("QUEUESCOPE_HOME", str(folder))
    code = TEST_CACHE / "compiled"
    if code.is_dir():
        (folder / "compiled").symlink_to(code, target_is_directory=True)
    return folder


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    return path


def read(text: str) -> sweep_plan.Plan:
    return sweep_plan.read(text.encode(), "plan")


def parts(home: Path) -> dict[str, int]:
    """{key: inode} of the runs kept: one that was run again is a new file."""
    return {path.name: path.stat().st_ino for path in (home / "parts").iterdir() if not path.name.startswith(".")}


def table(path: Path) -> list[dict[str, Any]]:
    return pyarrow.parquet.read_table(path).to_pylist()


# -- the table


def test_a_row_per_run_in_the_order_of_the_plan_with_the_numbers_of_simulate(run, home, plan, tmp_path):
    out = tmp_path / "runs.parquet"
    code, printed, err = run("sweep", plan, "--out", out)
    assert (code, printed) == (0, "") and f"{RUNS} runs are in {out}" in err
    rows = table(out)
    assert [(row["policy"], row["load_asked"], row["slice"]) for row in rows] == list(
        product(("easy", "fcfs"), (0.6, 0.9), (0, 1))
    )
    assert [row["name"] for row in rows[::4]] == ["EASY backfilling", "in order"]
    assert {row["seed"] for row in rows} == {None} and {row["params"] for row in rows} == {'{"ties":"ends"}'}
    for row in (rows[0], rows[7]):
        run(
            "simulate",
            SAMPLE,
            "--policy",
            row["policy"],
            "--load",
            row["load_asked"],
            "--from",
            row["begin"],
            "--to",
            row["end"],
            "--threshold",
            60,
            "--out",
            tmp_path / "one.csv",
            "--metrics",
            tmp_path / "one.json",
        )
        told = json.loads((tmp_path / "one.json").read_text())
        same = [*all_metrics(), "trace_sha256", "jobs"]
        assert {name: row[name] for name in same} == {name: told.get(name) for name in same}
        assert row["load"] == pytest.approx(row["load_asked"]) and row["kernel_cpu_seconds"] >= 0


def test_the_columns_are_what_was_run_every_metric_and_the_proof(run, no_processes, home, plan, tmp_path):
    run("sweep", plan, "--out", tmp_path / "runs.parquet")
    run("sweep", plan, "--out", tmp_path / "runs.csv")
    schema = pyarrow.parquet.read_schema(tmp_path / "runs.parquet")
    assert schema.names == [
        "policy",
        "name",
        "params",
        "load_asked",
        "slice",
        "begin",
        "end",
        "seed",
        "jobs",
        *(name for name in all_metrics() if name != "jobs"),
        "kernel_cpu_seconds",
        "trace_sha256",
        "workload_hash",
    ]
    types = {str(schema.field(name).type) for name in all_metrics() if name != "jobs"}
    assert types == {"double"} and str(schema.field("seed").type) == "int64"
    lines = list(csv.DictReader((tmp_path / "runs.csv").read_text().splitlines()))
    rows = table(tmp_path / "runs.parquet")
    assert [line["wait_mean"] for line in lines] == [repr(row["wait_mean"]) for row in rows]
    assert lines[0]["seed"] == lines[0]["campaign_stretch_mean"] == "" and rows[0]["campaign_stretch_mean"] is None


# -- nothing runs twice


def test_machines_of_several_sizes(run, no_processes, home, tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text(
        f'trace = "{SAMPLE}"\nprocessors = [160, 128]\n[options]\nfirst = 200\n'
        '[[policies]]\npolicy = "easy"\n[[policies]]\npolicy = "fcfs"\n'
    )
    code, _, err = run("sweep", plan, "--out", tmp_path / "runs.csv")
    assert code == 0, err
    rows = list(csv.DictReader((tmp_path / "runs.csv").read_text().splitlines()))
    assert [(row["policy"], row["processors_asked"]) for row in rows] == list(product(("easy", "fcfs"), ("128", "160")))
    for row in rows:
        metrics = tmp_path / f"{row['policy']}-{row['processors_asked']}.json"
        run(
            "simulate",
            SAMPLE,
            "--policy",
            row["policy"],
            "--first",
            200,
            "--processors",
            row["processors_asked"],
            "--out",
            metrics.with_suffix(".csv"),
            "--metrics",
            metrics,
        )
        assert float(row["wait_mean"]) == pytest.approx(json.loads(metrics.read_text())["wait_mean"])
    (record,) = kept(Store(home))
    drawn = curves(record, "wait_mean")
    assert drawn.axis == "processors" and [curve.x for curve in drawn.curves] == [(128, 160)] * 2
    assert [point.mean for curve in drawn.curves for point in curve.points] == [float(row["wait_mean"]) for row in rows]
    assert loads(record) == "as recorded; 128, 160 processors"
    said = " ".join(sweep_chart.caption(drawn, all_metrics()["wait_mean"]))
    assert said.startswith("One run per point.") and "with 128, 160 processors" in said


def test_a_second_call_simulates_nothing_and_says_so(run, home, plan, tmp_path, monkeypatch):
    out, again = tmp_path / "runs.csv", tmp_path / "again.csv"
    with monkeypatch.context() as first:
        first.setattr("scheduler.results.sweeps.sweep.Crew", CrewHere)
        assert run("sweep", plan, "--out", out)[0] == 0
    before = parts(home)
    monkeypatch.setattr(
        "scheduler.results.sweeps.crew.Crew.__enter__",
        lambda crew: crew if not crew.size else pytest.fail(f"{crew.size} processes were started"),
    )
    code, _, err = run("sweep", plan, "--out", again)
    assert code == 0 and err.startswith(f"All {RUNS} runs are kept from before, none is left.\n")
    assert len(before) == RUNS and parts(home) == before and again.read_bytes() == out.read_bytes()


def test_only_what_is_missing_is_run(run, no_processes, home, plan, tmp_path):
    run("sweep", plan, "--out", tmp_path / "runs.csv")
    before = parts(home)
    plan.write_text(PLAN.replace("[0.6, 0.9]", "[0.6, 0.8, 0.9]"))
    gone = next(iter(before))
    (home / "parts" / gone).write_bytes(b"{")
    code, _, err = run("sweep", plan, "--out", tmp_path / "more.csv")
    assert code == 0 and "7 of 12 runs are kept from before, 5 are left." in err
    after = parts(home)
    assert len(after) == 12 and {key for key in before if before[key] != after[key]} == {gone}


def test_a_killed_sweep_goes_on_where_it_was(home, plan, tmp_path, run, no_processes):
    slow = PLAN.replace("count = 2", "count = 8").replace("[0.6, 0.9]", "[0.5, 0.6, 0.7, 0.8, 0.9]")
    plan.write_text(slow)
    began = subprocess.Popen(
        [*PROGRAM, "sweep", str(plan), "--out", str(tmp_path / "runs.csv")], cwd=ROOT, stderr=subprocess.PIPE, text=True
    )
    until(lambda: (home / "parts").is_dir() and len(parts(home)) >= 3, began)
    began.send_signal(signal.SIGKILL)
    began.communicate()
    done = len(parts(home))
    assert 3 <= done < 80 and not (tmp_path / "runs.csv").exists()
    code, _, err = run("sweep", plan, "--out", tmp_path / "runs.csv")
    assert code == 0 and " of 80 runs are kept from before" in err and int(err.split()[0]) >= done
    assert len((tmp_path / "runs.csv").read_text().splitlines()) == 81


def test_an_interrupt_keeps_what_is_done_and_writes_nothing(home, plan, tmp_path):
    plan.write_text(PLAN.replace("count = 2", "count = 8").replace("[0.6, 0.9]", "[0.5, 0.6, 0.7, 0.8, 0.9]"))
    began = subprocess.Popen(
        [*PROGRAM, "sweep", str(plan), "--out", str(tmp_path / "runs.csv")], cwd=ROOT, stderr=subprocess.PIPE, text=True
    )
    until(lambda: (home / "parts").is_dir() and len(parts(home)) >= 3, began)
    began.send_signal(signal.SIGINT)
    _, err = began.communicate(timeout=300)
    assert began.returncode == 130 and "the same call goes on with the rest" in err and "Traceback" not in err
    assert len(parts(home)) >= 3 and not list(tmp_path.glob("*.csv*"))


def until(done: Any, process: subprocess.Popen) -> None:
    """Watch a process until something is done; it must not end before."""
    while not done():
        try:
            process.wait(0.01)
        except subprocess.TimeoutExpired:
            continue
        pytest.fail(f"it ended before: {process.communicate()}")


# -- seeds, slices, policies


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="signals of a process are read from /proc")
def test_a_process_never_hears_ctrl_c_not_even_while_it_starts(tmp_path, log):
    with Crew(1, tmp_path, str(log), "") as crew:
        status = Path(f"/proc/{crew.workers[0].process.pid}/status").read_text()
        blocked = int(next(line for line in status.splitlines() if line.startswith("SigBlk:")).split()[1], 16)
        assert blocked >> (signal.SIGINT - 1) & 1
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, set())


def test_the_plan_of_the_manual_is_one():
    text = (ROOT / "docs" / "sweeps.md").read_text().partition("```toml\n")[2].partition("```")[0]
    plan = read(text)
    assert plan.log and plan.loads == (0.5, 0.7, 0.9) and plan.slices == sweep_plan.Slices(weeks=4.0, count=10)
    assert [(setup.policy.key, setup.params) for setup in plan.policies] == [
        ("easy", {"ties": "ends"}),
        ("conservative", {"compression": "arrival", "ties": "ends"}),
    ]


def test_seeds_multiply_what_draws_lots_and_nothing_else():
    trace = parse(SAMPLE.read_bytes(), SAMPLE.name)
    drawn = '[options]\nestimates = "uniform"\n' + PLAN.partition("[slices]")[1] + PLAN.partition("[slices]")[2]
    plan = read(PLAN.partition("[slices]")[0] + drawn)
    runs = runs_of(plan, trace)
    assert drawing(plan, trace) == ("estimate_seed",) and len(runs) == 3 * RUNS
    assert [run.seed for run in runs[:4]] == [0, 1, 2, 0] and runs[1].spec["options"]["estimate_seed"] == 1
    assert runs[1].spec["seed"] is None  # EASY itself draws nothing
    needs = read((PLAN.partition("[slices]")[0] + drawn).replace('estimates = "uniform"', 'needs = "drawn"'))
    assert drawing(needs, trace) == ("need_seed",) and len({run.key for run in runs_of(needs, trace)}) == 3 * RUNS
    fixed = read((PLAN.partition("[slices]")[0] + drawn).replace('"uniform"', '"uniform"\nestimate_seed = 7'))
    assert {run.seed for run in runs_of(fixed, trace)} == {None} and len(runs_of(fixed, trace)) == RUNS


def test_a_parameter_that_varies_is_as_many_policies_as_it_has_values():
    plan = read(HEAD + EASY + DFRS + 'name = "DFRS"\nparams = {penalty = 60}\nvary = {period = [900, 300]}\n')
    assert [(setup.name, setup.params.get("period"), setup.params.get("penalty")) for setup in plan.policies] == [
        ("EASY backfilling", None, None),
        ("DFRS, period 300", 300, 60),
        ("DFRS, period 900", 900, 60),
    ]
    assert [setup.varied for setup in plan.policies] == [
        None,
        sweep_plan.Varied("period", 300, "DFRS"),
        sweep_plan.Varied("period", 900, "DFRS"),
    ]


def test_options_of_a_plan_may_be_dates_and_lengths_of_time():
    plan = read(
        HEAD
        + EASY
        + '[options]\nfrom = 2012-06-01\nto = "2012-06-08 12:00"\nwhere = "queue=1 or user=3"\ncap = "12h"\n'
    )
    assert plan.options == {
        "where": "((queue=1 or user=3) submit>=2012-06-01) submit<2012-06-08T12:00",
        "cap": 43_200.0,
    }
    assert read(HEAD + EASY + '[options]\nfrom = "60wk"\n').options == {"begin": 36_288_000.0}


def test_slices_of_weeks_jobs_and_windows():
    whole = workload(parse(SAMPLE.read_bytes(), SAMPLE.name))
    submit = whole.jobs.submit
    cut = windows_of(sweep_plan.Slices(jobs=100, count=3), whole)
    assert [begin for begin, _ in cut] == submit[[0, 100, 200]].tolist() and cut[0][1] == cut[1][0]
    every = windows_of(sweep_plan.Slices(jobs=len(whole)), whole)
    assert len(every) == 1 and every[0][1] > submit[-1]
    days = windows_of(sweep_plan.Slices(weeks=1 / 28), whole)
    assert {round(end - begin) for begin, end in days} == {21_600} and days[0][0] == submit[0]
    assert days[-1][1] <= submit[-1] < days[-1][1] + 21_600
    assert windows_of(None, whole) == [(None, None)]


def test_windows_may_be_lengths_of_time_and_dates():
    log = b"; MaxProcs: 4\n; UnixStartTime: 1338508800\n; TimeZoneString: Europe/Berlin\n" + b"".join(
        b"%d %d -1 60 1 -1 -1 1 60 -1 1 1 1 1 1 1 -1 -1\n" % (n + 1, 21_600 * n) for n in range(60)
    )  # 1 June 2012, 2 h
    whole = workload(parse(log, "june.swf"))

    def cut(windows, of=whole):
        return windows_of(read(HEAD + EASY + f"[slices]\nwindows = {windows}\n").slices, of)

    assert cut('[["2d4h", "60wk"], [0, "36h"]]') == [(187_200, 36_288_000), (0, 129_600)]
    assert cut('[[2012-06-02, "2012-06-03 12:00"], [2012-06-04T06:00:00, "1wk"]]') == [
        (79_200, 79_200 + 129_600),
        (79_200 + 2 * 86_400 + 21_600, 604_800),
    ]
    with pytest.raises(InputError, match=r"slices.windows\[0\] = \[604800.0, 2012-06-02\] ends before it begins"):
        cut('[["1wk", 2012-06-02]]')
    with pytest.raises(InputError, match=r"slices.windows\[0\]: 2012-06-02 is a date, and this log does not tell"):
        cut("[[2012-06-02, 2012-06-03]]", workload(parse(log.replace(b"UnixStartTime", b"Note"), "june.swf")))


@pytest.mark.parametrize(
    ("slices", "words"),
    [
        (sweep_plan.Slices(weeks=1000), "wanted: at most 0 whole slices"),
        (sweep_plan.Slices(jobs=100, count=10_000), "wanted: at most"),
        (
            sweep_plan.Slices(windows=((0.0, 10.0), (-500.0, -400.0))),
            "slice 1, from -500 s to before -400 s, holds no job",
        ),
    ],
)
def test_slices_a_log_does_not_have_are_refused(slices, words):
    with pytest.raises(InputError, match=words) as caught:
        windows_of(slices, workload(parse(SAMPLE.read_bytes(), SAMPLE.name)))
    assert is_one_sentence(str(caught.value))


def test_a_policy_that_does_not_suit_is_named_with_its_run(run, no_processes, home, plan, tmp_path):
    plan.write_text(PLAN + '[[policies]]\npolicy = "ostrich"\n')
    code, _, err = run("sweep", plan, "--out", tmp_path / "runs.csv")
    assert code == 2 and not (tmp_path / "runs.csv").exists()
    assert "OStrich" in err and "at load 0.6, slice 0: " in err and "needs campaigns" in err


def test_a_failed_audit_ends_with_1_and_names_the_run(run, no_processes, home, plan, tmp_path, monkeypatch):
    answer = b'{"error": "AuditFailed", "text": "job 3 starts before its submission."}'
    monkeypatch.setattr("scheduler.results.sweeps.crew.Connection.recv_bytes", lambda pipe: answer)
    code, _, err = run("sweep", plan, "--out", tmp_path / "runs.csv")
    assert code == 1 and "EASY backfilling at load 0.6, slice 0: job 3 starts" in err


def test_a_process_that_dies_is_said_and_the_rest_is_kept(run, home, plan, tmp_path, monkeypatch):
    def gone(pipe: Any) -> bytes:
        raise EOFError

    monkeypatch.setattr("scheduler.results.sweeps.crew.Connection.recv_bytes", gone)
    code, _, err = run("sweep", plan, "--out", tmp_path / "runs.csv")
    assert code == 2 and "EASY backfilling at load 0.6, slice 0: its process ended without an answer" in err


def test_a_trace_that_changes_meanwhile_is_refused(tmp_path, log):
    bench = Bench(log, "another")
    with pytest.raises(InputError, match=r"small\.swf changed while the sweep was running"):
        bench.workload({})


def test_how_far_it_is_is_said_with_the_time_left():
    # 40 of the 60 runs that were left took 80 s
    assert line(60, 20, 80, 80.0) == "60 of 80 runs (75 %), about 40 s left"
    assert line(20, 20, 80, 5.0) == "20 of 80 runs (25 %)"
    assert told(3, 4) == "3 of 4 runs are kept from before, 1 is left."


def test_a_log_of_the_folder_is_found(run, no_processes, home, plan, tmp_path, monkeypatch):
    monkeypatch.setenv("QUEUESCOPE_TRACES", str(SAMPLE.parent))
    plan.write_text('log = "five-jobs"\n[[policies]]\npolicy = "easy"\n')
    assert run("sweep", plan, "--out", tmp_path / "runs.csv")[0] == 0
    (row,) = csv.DictReader((tmp_path / "runs.csv").read_text().splitlines())
    assert (row["load_asked"], row["begin"], row["slice"]) == ("", "", "0") and int(row["jobs"]) == 5


def test_a_trace_is_looked_for_beside_the_plan(run, no_processes, home, plan, tmp_path, log):
    plan.write_text('trace = "small.swf"\n[[policies]]\npolicy = "easy"\n')
    assert run("sweep", plan, "--out", tmp_path / "runs.csv")[0] == 0
    (row,) = csv.DictReader((tmp_path / "runs.csv").read_text().splitlines())
    assert float(row["wait_mean"]) == 3.0  # 0, 9 and 0 s


# -- what cannot be meant

HEAD = 'trace = "x.swf"\n'
EASY = '[[policies]]\npolicy = "easy"\n'
DFRS = '[[policies]]\npolicy = "dfrs"\n'
BAD = {
    "no TOML": ("x = ", "no TOML"),
    "no trace": (EASY, "neither log nor trace"),
    "two traces": ('log = "a"\n' + HEAD + EASY, "both log and trace"),
    "no policies": (HEAD, "[[policies]]"),
    "empty policies": (HEAD + "policies = []", "policies = []"),
    "policies no list": (HEAD + 'policies = "easy"', 'policies = "easy"'),
    "unknown key": (HEAD + "load = [0.5]\n" + EASY, "did you mean loads"),
    "unknown policy": (HEAD + '[[policies]]\npolicy = "esy"', "policies[0].policy"),
    "no policy in an entry": (HEAD + EASY + '[[policies]]\nname = "a"', "policies[1] names no policy"),
    "policy no text": (HEAD + "[[policies]]\npolicy = 3", "policies[0].policy = 3"),
    "unknown parameter": (HEAD + EASY + "params = {x = 1}", "policies[0].params"),
    "params no table": (HEAD + EASY + "params = 3", "policies[0].params = 3"),
    "key of an entry": (HEAD + EASY + "parms = {}", "policies[0].parms"),
    "twice the same": (HEAD + EASY + EASY + 'name = "b"', "policies[1] is the same as policies[0]"),
    "two of one name": (HEAD + EASY + '[[policies]]\npolicy = "fcfs"\nname = "EASY backfilling"', "both called"),
    "name no text": (HEAD + EASY + 'name = ""', "policies[0].name"),
    "loads no list": (HEAD + "loads = 0.5\n" + EASY, "loads = 0.5"),
    "no loads": (HEAD + "loads = []\n" + EASY, "loads = []"),
    "load below 0": (HEAD + "loads = [0.5, -1]\n" + EASY, "loads[1] = -1"),
    "load a text": (HEAD + 'loads = ["0.5"]\n' + EASY, 'loads[0] = "0.5"'),
    "load true": (HEAD + "loads = [true]\n" + EASY, "loads[0] = true"),
    "load infinite": (HEAD + "loads = [inf]\n" + EASY, "loads[0] = inf"),
    "load twice": (HEAD + "loads = [0.5, 0.5]\n" + EASY, "loads names 0.5 twice"),
    "seed broken": (HEAD + "seeds = [0.5]\n" + EASY, "seeds[0] = 0.5"),
    "seed below 0": (HEAD + "seeds = [-1]\n" + EASY, "seeds[0] = -1"),
    "threshold": (HEAD + "threshold = -1\n" + EASY, "threshold = -1"),
    "options no table": (HEAD + "options = 1\n" + EASY, "options = 1"),
    "unknown option": (HEAD + EASY + "[options]\nestimate = 1", "'options.estimate'"),
    "wrong option": (HEAD + EASY + '[options]\nestimates = "none"', 'options.estimates = "none"'),
    "option of another type": (HEAD + EASY + "[options]\nestimates = true", "options.estimates = true"),
    "number as text": (HEAD + EASY + '[options]\nprocessors = "100"', 'options.processors = "100"'),
    "load as option": (HEAD + EASY + "[options]\nload = 0.5", "loads = [...]"),
    "slices no table": (HEAD + "slices = 3\n" + EASY, "slices = 3"),
    "no way to slice": (HEAD + EASY + "[slices]\ncount = 3", "no way to cut the log"),
    "two ways to slice": (HEAD + EASY + "[slices]\nweeks = 1\njobs = 3", "weeks and jobs"),
    "weeks": (HEAD + EASY + "[slices]\nweeks = 0", "slices.weeks = 0"),
    "jobs": (HEAD + EASY + "[slices]\njobs = 0.5", "slices.jobs = 0.5"),
    "count": (HEAD + EASY + "[slices]\nweeks = 1\ncount = 0", "slices.count = 0"),
    "count of windows": (HEAD + EASY + "[slices]\nwindows = [[0, 1]]\ncount = 1", "slices.count"),
    "windows": (HEAD + EASY + "[slices]\nwindows = [[0, 1], 3]", "slices.windows[1] = 3"),
    "window backwards": (HEAD + EASY + "[slices]\nwindows = [[3, 1]]", "a begin before the end"),
    "window of texts": (HEAD + EASY + '[slices]\nwindows = [["a", 1]]', 'slices.windows[0] = "a"'),
    "window of true": (HEAD + EASY + "[slices]\nwindows = [[true, 1]]", "slices.windows[0] = true"),
    "window of dates backwards": (
        HEAD + EASY + '[slices]\nwindows = [[2012-06-02, "2012-06-01"]]',
        "a begin before the end",
    ),
    "window in a time zone": (
        HEAD + EASY + "[slices]\nwindows = [[2012-06-02T12:00:00Z, 2012-07-01]]",
        "a date without a time zone",
    ),
    "slices and first": (HEAD + EASY + "[options]\nfirst = 5\n[slices]\nweeks = 1", "options.first and [slices]"),
    "slices and a date": (
        HEAD + EASY + "[options]\nfrom = 2012-06-01\n[slices]\nweeks = 1",
        "options.from and [slices]",
    ),
    "no time": (HEAD + EASY + '[options]\nfrom = "noon"', "options.from = 'noon'"),
    "a zone": (HEAD + EASY + "[options]\nto = 2012-06-01T00:00:00Z", "options.to = "),
    "slices and from": (HEAD + EASY + "[options]\nfrom = 5\n[slices]\nweeks = 1", "options.from and [slices]"),
    "varies no list": (HEAD + DFRS + "vary = {period = 600}", "policies[0].vary.period = 600"),
    "varies two": (HEAD + DFRS + "vary = {period = [600], penalty = [1]}", "policies[0].vary names 2"),
    "varies a text": (HEAD + DFRS + 'vary = {scheme = ["/per"]}', "policies[0].vary.scheme is no number"),
    "varies what is set": (HEAD + DFRS + "params = {period = 5}\nvary = {period = [6]}", "is set in params, too"),
    "varies out of bounds": (HEAD + DFRS + "vary = {period = [600, 0]}", "policies[0].vary.period[1] = 0"),
    "varies and has loads": (
        HEAD + "loads = [0.5, 1]\n" + DFRS + "vary = {period = [6]}",
        "varies period and has 2 loads",
    ),
    "varies different ones": (
        HEAD + DFRS + "vary = {period = [6]}\n" + DFRS + "vary = {penalty = [7]}",
        "penalty and period",
    ),
    "processors no list": (HEAD + "processors = 100\n" + EASY, "processors = 100"),
    "processors broken": (HEAD + "processors = [100, 0.5]\n" + EASY, "processors[1] = 0.5"),
    "processors twice": (
        HEAD + "processors = [100]\n" + EASY + "[options]\nprocessors = 90",
        "options.processors and processors",
    ),
    "processors and loads": (
        HEAD + "processors = [1, 2]\nloads = [0.5, 1]\n" + EASY,
        "has 2 loads and has 2 processors",
    ),
    "varies and has processors": (
        HEAD + "processors = [1, 2]\n" + DFRS + "vary = {period = [6]}",
        "varies period and has 2 processors",
    ),
    "slices and week": (HEAD + EASY + "[options]\nweek = 5\n[slices]\nweeks = 1", "options.week and [slices]"),
}


@every_case("fault", BAD)
def test_every_mistake_in_a_plan_is_one_sentence_that_names_the_key(run, home, plan, tmp_path, fault):
    text, words = BAD[fault]
    plan.write_text(text)
    code, printed, err = run("sweep", plan, "--out", tmp_path / "runs.csv")
    assert (code, printed) == (2, "") and words in err and is_one_sentence(err)


@pytest.mark.parametrize(
    ("out", "words"),
    [("runs.json", ".csv or .parquet"), ("none/runs.csv", "folder"), ("plan.toml.csv/../plan.toml", ".csv")],
)
def test_where_the_table_cannot_go_is_said_before_anything_runs(run, home, plan, tmp_path, out, words):
    code, _, err = run("sweep", plan, "--out", tmp_path / out)
    assert code == 2 and words in err and is_one_sentence(err) and not list((home / "parts").glob("*"))


def test_a_plan_that_is_not_there_or_not_text(run, home, tmp_path):
    assert "no such file" in run("sweep", tmp_path / "none.toml", "--out", tmp_path / "x.csv")[2]
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    assert "UTF-8" in run("sweep", tmp_path / "bytes.toml", "--out", tmp_path / "x.csv")[2]


# -- what is kept for the dashboard


def test_the_record_is_kept_and_run_again_takes_its_place(run, no_processes, home, plan, tmp_path):
    run("sweep", plan, "--out", tmp_path / "runs.csv")
    store = Store(home)
    (record,) = kept(store)
    assert record["policies"] == ["EASY backfilling", "in order"] and record["loads"] == [0.6, 0.9]
    assert (record["name"], record["slices"], record["runs"]) == ("plan", 2, RUNS) and load_record(
        store, record["key"]
    ) == record
    assert comma_separated(record) == (tmp_path / "runs.csv").read_text() and parquet(record)[:4] == b"PAR1"
    run("sweep", plan, "--out", tmp_path / "runs.csv")
    assert [again["key"] for again in kept(store)] == [record["key"]]
    plan.write_text('name = "another"\n' + PLAN)
    run("sweep", plan, "--out", tmp_path / "runs.csv")
    assert [other["name"] for other in kept(store)] == ["another", "plan"]
    assert load_record(store, "../parts") is None and load_record(store, "0" * 24) is None
