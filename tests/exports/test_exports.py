"""Exports: nothing of a run is lost on its way out, nobody is named who was not asked for, and equal runs give equal bytes."""

from __future__ import annotations

import csv
import gzip
import io
import itertools
import json
import re
import shlex
import tracemalloc
import zipfile
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from scheduler.__main__ import main
from scheduler.analysis.machine_over_time import steps
from scheduler.analysis.placement import place
from scheduler.exports import anonymous, bundle, chrome_trace, citation, command_line, jobs_csv, names, packing, swf_log
from scheduler.formats import schedule_csv, swf
from scheduler.preparation.build import workload
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from scheduler.simulate import simulate
from tests.cases.small_log import is_one_sentence
from tests.conftest import REPOSITORY

SECRETS = (770001, 880002, 990003)  # numbers of users that appear nowhere by chance
HEADER = (
    "; Version: 2.2\n; Computer: Test\n; MaxProcs: 8\n; Note: user 770001 is Ada\n; User: 770001 ada\n"
    "; Owner: Ada, 770001\n"
)


def text(jobs: int = 60) -> str:
    """A log of jobs of three users, their groups and programs numbered like themselves."""
    random = np.random.default_rng(5)
    lines = []
    for job in range(1, jobs + 1):
        user, runtime = SECRETS[int(random.integers(3))], int(random.integers(1, 900))
        lines.append(
            f"{job} {job * 40} -1 {runtime} {random.integers(1, 8)} -1 -1 -1 {runtime + 50} -1 1 {user} {user} {user} 1 1 -1 -1"
        )
    return HEADER + "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def trace():
    return swf.read(text().encode(), "secret.swf")


@pytest.fixture(scope="module")
def schedules(trace):
    work = workload(trace)
    return [simulate(work, key) for key in ("fcfs", "easy")]


def traced(schedule, name="a run"):
    return chrome_trace.Traced(
        name, schedule, place(schedule), steps(schedule.workload, schedule.placed, schedule.segments)
    )


def events(*runs, users=False):
    return json.loads(b"".join(chrome_trace.pieces(runs, users)))["traceEvents"]


# ---- Chrome trace ---------------------------------------------------------------------------------------------------


def test_every_job_is_in_the_trace_with_its_area_and_its_facts(schedules):
    schedule = schedules[0]
    area, seen = defaultdict(float), {}
    for event in events(traced(schedule)):
        if event["ph"] == "X":
            area[event["args"]["job"]] += event["dur"] / 1e6 * event["args"]["here"]
            seen[event["args"]["job"]] = event
    jobs, placed = schedule.workload.jobs, schedule.placed
    assert area == {
        int(job): float(size * time) for job, size, time in zip(jobs.job_id, jobs.processors, jobs.runtime, strict=True)
    }
    for row, job in enumerate(jobs.job_id.tolist()):
        event = seen[job]
        assert (event["ts"], event["name"]) == (round(placed.start[row] * 1e6), f"job {job}")
        assert event["args"]["wait_s"] == placed.start[row] - placed.submit[row]
        assert event["args"]["processors"] == jobs.processors[row]


def test_counters_integrate_to_the_used_area_and_the_time_waited(schedules):
    schedule = schedules[1]
    sums, last = defaultdict(float), {}
    for event in events(traced(schedule)):
        if event["ph"] == "C":
            before = last.get(event["name"])
            if before:
                sums[event["name"]] += before[1] * (event["ts"] - before[0]) / 1e6
            last[event["name"]] = event["ts"], next(iter(event["args"].values()))
    assert sums["busy processors"] == schedule.workload.area
    assert sums["waiting jobs"] == schedule.wait.sum() > 0
    assert {value for _, value in last.values()} == {0}


def test_rows_of_a_process_never_hold_two_jobs_at_once(schedules):
    rows = defaultdict(list)
    for event in events(*(traced(schedule) for schedule in schedules)):
        if event["ph"] == "X":
            rows[event["pid"], event["tid"]].append((event["ts"], event["ts"] + event["dur"]))
    assert {pid for pid, _ in rows} == {1, 2}
    for held in rows.values():
        held.sort()
        assert all(first[1] <= then[0] for first, then in itertools.pairwise(held))


def test_runs_stand_side_by_side_under_their_names(schedules):
    told = events(traced(schedules[0], 'FCFS "one"'), traced(schedules[1], "EASY"))
    assert {e["pid"]: e["args"]["name"] for e in told if e["name"] == "process_name"} == {1: 'FCFS "one"', 2: "EASY"}
    threads = {(e["pid"], e["tid"]) for e in told if e["name"] == "thread_name"}
    assert {(e["pid"], e["tid"]) for e in told if e["ph"] == "X"} <= threads


@pytest.mark.slow
def test_memory_does_not_grow_with_the_rectangles(schedules):
    run = traced(schedules[0])

    def passed(count):
        """(bytes sent, bytes of memory at most) of so many rectangles."""
        large = run._replace(places=run.places.take(np.tile(np.arange(len(run.places)), count // len(run.places) + 1)))
        tracemalloc.start()
        size = sum(map(len, packing.gzipped(chrome_trace.pieces([large]), level=1)))
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return size, most

    (few, before), (many, after) = passed(40_000), passed(80_000)
    assert many > 1.5 * few
    assert after < 1.1 * before


# ---- tables and logs ------------------------------------------------------------------------------------------------


def test_csv_with_numbers_is_that_of_simulate_to_the_letter(schedules, monkeypatch):
    monkeypatch.setattr(jobs_csv, "ROWS", 7)
    assert b"".join(jobs_csv.pieces(schedules[1], users=True)) == schedule_csv.write(schedules[1])


def test_csv_without_numbers_passes_the_audit(schedules, tmp_path, run):
    log, out = tmp_path / "secret.swf", tmp_path / "run.csv"
    log.write_text(text())
    out.write_bytes(b"".join(jobs_csv.pieces(schedules[1])))
    code, _, err = run("audit", log, out)
    assert (code, err) == (0, "")


def test_swf_read_back_has_the_same_waits_runtimes_and_sizes(trace, schedules, monkeypatch):
    monkeypatch.setattr(swf_log, "ROWS", 11)
    for users in (False, True):
        back = swf.read(b"".join(swf_log.pieces(trace, schedules[1], users)), "back.swf")
        assert np.array_equal(back.columns["wait"], schedules[1].wait)
        assert np.array_equal(back.columns["runtime"], schedules[1].workload.jobs.runtime)
        assert np.array_equal(back.columns["allocated_processors"], schedules[1].workload.jobs.processors)
        assert back.number("MaxProcs") == 8


def test_swf_with_numbers_is_that_of_simulate_to_the_letter(trace, schedules, monkeypatch):
    monkeypatch.setattr(swf_log, "ROWS", 13)
    assert b"".join(swf_log.pieces(trace, schedules[0], True)) == swf.write_schedule(
        trace, schedules[0].workload, schedules[0]
    )


# ---- nobody is named --------------------------------------------------------------------------------------------------


def test_users_are_numbered_in_the_order_of_their_first_job():
    found = np.array([30, 10, 30, -1, 20])
    assert anonymous.renumbered(found).tolist() == [1, 2, 1, -1, 3]
    assert anonymous.names(found, original=False).tolist() == ["u1", "u2", "u1", "unknown", "u3"]
    assert anonymous.names(found, original=True).tolist() == ["user 30", "user 10", "user 30", "unknown", "user 20"]


def taken(schedules):
    from scheduler.metrics import measure
    from scheduler.results.records import of_run, of_workload

    kept = of_workload(schedules[0].workload, {"kind": "file", "name": "secret.swf"})
    return [
        bundle.Taken(schedule.policy, of_run("", schedule, measure(schedule)), kept, schedule) for schedule in schedules
    ]


def every_export(trace, schedules, users):
    """{name: bytes, unpacked} of all there is."""
    packed = b"".join(packing.zipped(bundle.files(taken(schedules), users)))
    archive = zipfile.ZipFile(io.BytesIO(packed))
    return {
        "trace": b"".join(chrome_trace.pieces([traced(s) for s in schedules], users)),
        "csv": b"".join(jobs_csv.pieces(schedules[0], users)),
        "swf": b"".join(swf_log.pieces(trace, schedules[0], users)),
        **{name: archive.read(name) for name in archive.namelist()},
    }


def test_no_export_names_a_user_unless_asked(trace, schedules):
    for name, content in every_export(trace, schedules, users=False).items():
        assert not [secret for secret in SECRETS if str(secret).encode() in content], name
        assert b"Ada" not in content, name


def test_every_table_names_them_where_asked(trace, schedules):
    exports = every_export(trace, schedules, users=True)
    for name in ("trace", "csv", "swf", "1-fcfs/jobs.csv", "2-easy/jobs.csv"):
        assert all(str(secret).encode() in exports[name] for secret in SECRETS), name


def test_the_header_keeps_the_machine_and_loses_free_text():
    assert anonymous.header(HEADER) == "; Version: 2.2\n; Computer: Test\n; MaxProcs: 8\n"


# ---- bundle -----------------------------------------------------------------------------------------------------------


def test_a_bundle_holds_what_it_says_and_the_same_bytes_again(schedules):
    figures = {"waits.svg": b"<svg/>"}
    first, again = (b"".join(packing.zipped(bundle.files(taken(schedules), figures=figures))) for _ in range(2))
    assert first == again
    archive = zipfile.ZipFile(io.BytesIO(first))
    assert archive.testzip() is None
    assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    of_runs = {
        f"{run}/{file}"
        for run in ("1-fcfs", "2-easy")
        for file in ("run.json", "metrics.json", "audit.json", "jobs.csv", "command.txt")
    }
    assert set(archive.namelist()) == of_runs | {
        "README.txt",
        "CITATION.txt",
        "CITATION.bib",
        "workload.json",
        "recipe.toml",
        "figures/waits.svg",
    }
    assert json.loads(archive.read("2-easy/audit.json"))["first_violation"] is None
    assert json.loads(archive.read("2-easy/metrics.json"))["wait_mean"]["value"] == pytest.approx(
        schedules[1].wait.mean()
    )
    assert "figures/" in archive.read("README.txt").decode()


def test_citations_name_the_program_the_policy_and_the_paper():
    told, bib = citation.text(["easy", "ostrich"], "a.swf"), citation.bibtex(["easy", "ostrich"])
    assert "Lifka 1995" in told
    assert "OStrich: Fair Scheduling for Multiple Submissions" in told
    assert re.findall(r"@(\w+)\{([^,]+),", bib) == [
        ("software", "queuescope"),
        ("inproceedings", "ostrich-2013"),
        ("misc", "policy-easy"),
    ]
    assert bib.count("{") == bib.count("}")


def test_names_of_files_hold_plain_letters():
    assert names.file_name("EASY, depth 2/../ä.swf.gz") == "easy-depth-2-..-a"
    assert names.file_names(["!", "!"]) == ["1-export", "2-export"]


# ---- commands that make a run again -------------------------------------------------------------------------------------


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    return Runs(Store(tmp_path / "home"))


def made(runs: Runs, origin: dict, options: dict, policy: str, params: dict, seed: int = 0) -> str:
    """Key of a run of the store, worked off."""
    loading = runs.submit([{"do": "load", "source": origin, "options": options}], "v")[0].key
    runs.work([loading])
    key = runs.submit(
        [{"do": "simulate", "workload": runs.result(loading), "policy": policy, "params": params, "seed": seed}], "v"
    )[0].key
    runs.work([key])
    assert runs.status(key).state == "done", runs.status(key).message
    return key


ORIGINS = [
    (
        {"kind": "sample", "name": "steady-load.swf"},
        {"first": 300, "estimates": "uniform", "factor": 5, "estimate_seed": 3, "load": 0.9},
        "easy",
        {},
        0,
    ),
    (
        {"kind": "sample", "name": "steady-load.swf"},
        {"campaigns": "inferred", "gap": 600, "arrivals": "recorded", "size": "allocated", "begin": 100.0},
        "fcfs",
        {},
        0,
    ),
    (
        {"kind": "generate", "generator": "poisson", "params": {"jobs": 200, "load": 0.8}, "seed": 11},
        {"overrun": "extend"},
        "conservative",
        {},
        0,
    ),
    ({"kind": "generate", "generator": "poisson", "params": {"jobs": 60}, "seed": 4}, {}, "tabu", {}, 9),
    ({"kind": "upload"}, {"processors": 9, "wide": "drop"}, "easy", {}, 0),
    ({"kind": "log", "name": "secret.swf"}, {"end": 2000}, "fcfs", {}, 0),
]


@pytest.mark.parametrize(("origin", "options", "policy", "params", "seed"), ORIGINS)
def test_the_commands_give_the_run_again(runs, tmp_path, monkeypatch, origin, options, policy, params, seed):
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "sample_traces").symlink_to(REPOSITORY / "sample_traces")
    (folder / "secret.swf").write_text(text())
    monkeypatch.setenv("QUEUESCOPE_TRACES", str(folder))
    if origin["kind"] == "upload":
        origin = origin | {"key": runs.store.save_upload([text().encode()], "secret.swf").key, "name": "secret.swf"}
    key = made(runs, origin, options, policy, params, seed)
    record = runs.store.record(key)
    monkeypatch.chdir(folder)
    for line in command_line.commands(record, runs.store.workload_record(record["workload"])):
        if not line.startswith("#"):
            words = shlex.split(line)
            assert words[:3] == ["python", "-m", "scheduler"]
            assert main(words[3:]) == 0
    assert (folder / "run.csv").read_bytes() == schedule_csv.write(runs.store.schedule(key))


def test_a_name_cannot_break_out_of_its_command():
    source = {"kind": "upload", "name": "-x; rm $HOME `id`.swf"}
    line = command_line.commands({"policy": "fcfs"}, {"source": source, "options": {}})[-1]
    assert shlex.split(line)[4] == "./-x; rm $HOME `id`.swf"
    assert "'./-x; rm $HOME `id`.swf'" in line


# ---- the command `export` -----------------------------------------------------------------------------------------------


def test_export_writes_a_trace_and_a_bundle(run, tmp_path, log):
    out = tmp_path / "runs.json.gz"
    assert run("export", log, "--policy", "fcfs, easy", "--out", out) == (0, "", "")
    told = json.loads(gzip.decompress(out.read_bytes()))["traceEvents"]
    assert {event["pid"] for event in told} == {1, 2}
    assert {event["args"]["user"] for event in told if event["ph"] == "X"} == {"u1", "u2"}
    out = tmp_path / "runs.zip"
    assert run("export", log, "--policy", "easy", "--users", "--out", out) == (0, "", "")
    rows = list(csv.DictReader(io.StringIO(zipfile.ZipFile(out).read("1-easy-backfilling/jobs.csv").decode())))
    assert {row["user_id"] for row in rows} == {"5", "6"}


@pytest.mark.parametrize(
    "words",
    [
        ("--policy", "fcfs", "--out", "x.csv"),
        ("--policy", "nothing", "--out", "x.zip"),
        ("--policy", "fcfs depth", "--out", "x.zip"),
        ("--out", "x.zip"),
        ("--policy", ",".join(["fcfs"] * 7), "--out", "x.zip"),
    ],
)
def test_export_refuses_in_one_sentence(run, log, words):
    code, out, err = run("export", log, *words)
    assert (code, out) == (2, "")
    assert is_one_sentence(err), err
