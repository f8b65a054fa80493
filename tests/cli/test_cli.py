"""The command line keeps its contract: what each command prints and writes, to the letter."""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

import scheduler
from tests.cases.small_log import EASY, FCFS, HEADER, PROGRAM, ROOT, is_one_sentence, swf


def simulate(run, log, out, *more, policy="easy"):
    code, printed, err = run("simulate", log, "--policy", policy, "--out", out, *more)
    assert (code, err, printed == "") == (0, "", "--metrics" in more)
    return Path(out).read_bytes()


# ---- what there is --------------------------------------------------------------------------------------------------


def test_version_is_that_of_the_package(run):
    assert run("--version") == (0, f"Queuescope {scheduler.__version__}\n", "")


def test_version_and_help_load_nothing_heavy():
    probe = (
        "import sys; from scheduler.__main__ import main; main(['--version']); main(['--help']); "
        "print([m for m in ('numpy', 'numba', 'pandas') if m in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said.splitlines()[-1] == "[]"


def test_policies_are_listed_without_pandas():
    probe = (
        "import sys; from scheduler.__main__ import main; main(['policies']); "
        "print([m for m in ('pandas', 'dash') if m in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("command", "some"),
    [
        ("policies", {"fcfs", "easy", "backfill", "recorded"}),
        ("generators", {"poisson", "ostrich_profiles"}),
        ("metrics", {"makespan", "utilization", "uwt", "fairness_f", "nuwt_mean", "nuwt_std"}),
        ("formats", {"swf"}),
    ],
)
def test_lists_are_json_arrays_with_the_declared_keys(run, command, some):
    code, out, err = run(command, "--json")
    entries = json.loads(out)
    assert (code, err) == (0, "")
    assert some <= {entry["key"] for entry in entries}
    assert {tuple(entry) for entry in entries} == {("key", "title", "family", "params", "source")}
    params = [param for entry in entries for param in entry["params"]]
    assert {tuple(param) for param in params} <= {("name", "default", "low", "high", "unit", "help", "choices")}


@pytest.mark.parametrize("command", ["simulate", "audit", "inspect", "generate", "policies"])
def test_each_command_has_help(run, command):
    code, out, err = run(command, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"usage: python -m scheduler {command}")


def test_inspect_counts_and_names_every_repair(run, log):
    code, out, err = run("inspect", log)
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert [found[name] for name in ("lines", "jobs", "left_out", "users", "processors", "span")] == [4, 3, 1, 2, 4, 2]
    assert found["load"] == pytest.approx((30 + 40 + 5) / (4 * 2))
    assert found["trace_sha256"] == hashlib.sha256(swf().encode()).hexdigest()
    assert any(note["count"] == 1 and note["lines"] == [7] for note in found["notes"])  # job 4 never ran


# ---- simulate -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("policy", "wanted"), [("easy", EASY), ("fcfs", FCFS)])
def test_csv_to_the_letter(run, log, tmp_path, policy, wanted):
    assert simulate(run, log, tmp_path / "out.csv", policy=policy).decode() == wanted


def test_rows_are_in_order_of_submit_and_line(run, tmp_path):
    log = tmp_path / "unordered.swf"
    log.write_text(swf({9: (50, 1, 1, 1, 1, 1), 3: (20, 1, 1, 1, 1, 1), 8: (20, 1, 1, 1, 1, 1)}))
    rows = simulate(run, log, tmp_path / "out.csv").decode().splitlines()[1:]
    assert rows == ["3,1,20,20,21,1", "8,1,20,20,21,1", "9,1,50,50,51,1"]


def test_times_that_are_not_whole_are_written_in_shortest_form(run, tmp_path):
    log = tmp_path / "fractions.swf"
    log.write_text(swf({1: (0.1, 2.5, 1, 1, 3, 1), 2: (7, 3, 1, 1, 3, 1)}))
    assert simulate(run, log, tmp_path / "out.csv").decode().splitlines()[1:] == ["1,1,0.1,0.1,2.6,1", "2,1,7,7,10,1"]


@pytest.mark.parametrize("name", ["out.swf", "out.swf.gz"])
def test_swf_out_is_the_log_with_simulated_wait_runtime_and_size(run, log, tmp_path, name):
    content = simulate(run, log, tmp_path / name)
    text = (gzip.decompress(content) if name.endswith(".gz") else content).decode()
    header = [line for line in text.splitlines() if line.startswith(";")]
    lines = [line.split() for line in text.splitlines() if not line.startswith(";")]
    read = [line.split() for line in swf().splitlines()[3:6]]
    assert header[:3] == HEADER.splitlines() and len(header) == 5 and "written by Queuescope" in header[4]
    assert [line[2:5] for line in lines] == [["0", "10", "3"], ["9", "10", "4"], ["0", "5", "1"]]
    assert [line[:2] + line[5:] for line in lines] == [line[:2] + line[5:] for line in read]


def test_compressed_output_is_the_same_every_time(run, log, tmp_path):
    assert simulate(run, log, tmp_path / "a.swf.gz") == simulate(run, log, tmp_path / "b.swf.gz")


def test_metrics_are_flat_and_complete(run, log, tmp_path):
    simulate(run, log, tmp_path / "out.csv", "--metrics", tmp_path / "m.json", "--seed", 3)
    found = json.loads((tmp_path / "m.json").read_text())
    nested = {name for name, value in found.items() if isinstance(value, dict | list)}
    assert nested == {"params"} and found["params"] == {"ties": "ends"}
    wanted = {
        "policy": "easy",
        "seed": None,
        "trace_sha256": hashlib.sha256(swf().encode()).hexdigest(),
        "audit": "passed",
        "jobs": 3,
        "users": 2,
        "processors": 4,
        "threshold": 10,
        "estimates": "requested",
        "version": scheduler.__version__,
        "makespan": 20,
        "utilization": 75 / 80,
    }
    assert {name: found[name] for name in wanted} == pytest.approx(wanted)
    assert {"overrun", "size", "wide", "arrivals", "fingerprint", "kernel_cpu_seconds"} <= set(found)
    assert found["fingerprint"] and found["kernel_cpu_seconds"] >= 0
    removed = [name for name in found if "removed" in name]
    assert [found[name] for name in removed] == [0]


def test_every_key_of_the_metrics_file_stands_in_the_reference(run, log, tmp_path):
    simulate(run, log, tmp_path / "out.csv", "--metrics", tmp_path / "m.json", "--fair-start")
    found = json.loads((tmp_path / "m.json").read_text())
    page = (Path(__file__).parents[2] / "docs" / "reference" / "metrics.md").read_text()
    assert [name for name in found if f"| `{name}` |" not in page and f"## {name}\n" not in page] == []


def test_campaigns_are_counted_and_it_is_told_where_they_come_from(run, log, tmp_path):
    told = {}
    for name, options in (("as declared", ()), ("inferred", ("--campaigns", "inferred", "--think", "constant"))):
        simulate(run, log, tmp_path / f"{name}.csv", *options, "--metrics", tmp_path / f"{name}.json")
        made = json.loads((tmp_path / f"{name}.json").read_text())
        told[name] = made["campaigns"], made["campaigns_from"]
    assert told["as declared"] == (None, None)
    assert told["inferred"][1] == "inferred" and 1 <= told["inferred"][0] <= made["jobs"]


def test_undefined_metrics_are_null(run, tmp_path):
    log = tmp_path / "single.swf"
    log.write_text(swf({1: (0, 10, 1, 1, 10, 1), 2: (0, 10, 1, 1, 10, 2)}))  # no user has two jobs
    simulate(run, log, tmp_path / "out.csv", "--metrics", tmp_path / "m.json")
    found = json.loads((tmp_path / "m.json").read_text(), parse_constant=lambda word: pytest.fail(word))
    assert found["nuwt_mean"] is None and found["nuwt_std"] is None and found["uwt"] == 0


def test_threshold_reaches_bounded_stretch_only(run, log, tmp_path):
    found = {}
    for threshold in (1, 1000):
        simulate(run, log, tmp_path / "out.csv", "--metrics", tmp_path / "m.json", "--threshold", threshold)
        found[threshold] = json.loads((tmp_path / "m.json").read_text())
    moved = {name for name in found[1] if found[1][name] != found[1000][name]} - {"threshold", "kernel_cpu_seconds"}
    assert moved and all(name.startswith("bounded_stretch") for name in moved)
    assert found[1000]["bounded_stretch_mean"] == 1


def test_trim_leaves_jobs_out_of_means_and_changes_nothing_else(run, tmp_path):
    log, found = tmp_path / "ten.swf", {}
    log.write_text(
        swf({job: (job, 5, 1, 1, 5, job) for job in range(1, 11)}, "; MaxProcs: 1\n")
    )  # job k waits 4 (k - 1)
    for trim in ("0", "0.2"):
        out = simulate(run, log, tmp_path / "out.csv", "--metrics", tmp_path / "m.json", "--trim", trim)
        found[trim] = json.loads((tmp_path / "m.json").read_text()), out
    (whole, out), (inner, same) = found["0"], found["0.2"]
    assert out == same and list(whole) == list(inner) and (whole["trim"], inner["trim"]) == (0, 0.2)
    assert (whole["wait_mean"], whole["wait_max"], whole["jobs"], whole["users"]) == (18, 36, 10, 10)
    assert (inner["wait_mean"], inner["wait_max"], inner["jobs"], inner["users"]) == (18, 28, 10, 10)
    moved = {name for name in whole if whole[name] != inner[name]} - {"trim", "kernel_cpu_seconds"}
    assert moved and all(
        name.startswith(("wait", "response", "stretch", "bounded", "uwt", "fairness", "nuwt")) for name in moved
    )


def test_fair_starts_are_measured_when_asked_for(run, tmp_path):
    # job 4 is backfilled on what the head leaves over, and job 3, which came before it, waits 13 s longer for it
    log = tmp_path / "passed.swf"
    log.write_text(
        swf({1: (0, 10, 2, 2, 10, 1), 2: (1, 10, 3, 3, 10, 1), 3: (2, 10, 4, 4, 10, 1), 4: (3, 30, 1, 1, 30, 1)})
    )
    simulate(run, log, tmp_path / "out.csv", "--metrics", tmp_path / "m.json", "--fair-start")
    found = json.loads((tmp_path / "m.json").read_text())
    assert {name: value for name, value in found.items() if name.startswith("fair_start")} == {
        "fair_start_miss_mean": 3.25,
        "fair_start_miss_low": None,
        "fair_start_miss_high": None,
        "fair_start_delayed_share": 0.25,
        "fair_start_jobs": 4,
    }
    simulate(run, log, tmp_path / "out.csv", "--metrics", tmp_path / "m.json")
    assert not [name for name in json.loads((tmp_path / "m.json").read_text()) if name.startswith("fair_start")]


@pytest.mark.parametrize(
    ("more", "policy", "words"),
    [
        ([], "easy", "add --metrics"),
        (["--metrics", "m.json"], "recorded", "decides nothing"),
        (["--metrics", "m.json", "--campaigns", "inferred", "--arrivals", "closed"], "easy", "arrivals recorded"),
    ],
)
def test_fair_starts_that_are_not_to_be_had_are_refused(run, log, tmp_path, monkeypatch, more, policy, words):
    monkeypatch.chdir(tmp_path)
    code, out, err = run("simulate", log, "--policy", policy, "--out", "out.csv", "--fair-start", *more)
    assert (code, out) == (2, "") and words in err and is_one_sentence(err)
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("share", ["0.5", "-0.1", "some"])
def test_shares_that_leave_nothing_are_refused(run, log, tmp_path, share):
    code, _, err = run("simulate", log, "--policy", "easy", "--out", tmp_path / "out.csv", "--trim", share)
    assert code == 2 and "trim" in err and is_one_sentence(err)


def test_models_of_estimates_are_options_of_a_call(run, log, tmp_path):
    simulate(run, log, tmp_path / "out.csv", "--estimates", "factor", "--factor", "3", "--metrics", tmp_path / "m.json")
    found = json.loads((tmp_path / "m.json").read_text())
    assert (found["estimates"], found["factor"], found["estimate_seed"], found["popular"]) == ("factor", 3, 0, 5)
    for options in (["--estimates", "uniform", "--estimate-seed", "4"], ["--estimates", "popular", "--popular", "2"]):
        code, out, err = run("inspect", log, *options)
        assert (code, err) == (0, "") and "estimate_modeled" in {note["rule"] for note in json.loads(out)["notes"]}
    code, _, err = run("inspect", log, "--estimates", "factor", "--factor", "0.5")
    assert code == 2 and "factor" in err and is_one_sentence(err)


def test_decisions_tell_kind_rule_and_job(run, log, tmp_path):
    simulate(run, log, tmp_path / "out.csv", "--decisions", tmp_path / "d.csv")
    rows = list(csv.DictReader((tmp_path / "d.csv").read_text().splitlines()))
    names = "seq,time,kind,job,rule,blocker,shadow,extra,free,needed,value,job_id,blocker_id"
    assert ",".join(rows[0]) == names
    assert [row["seq"] for row in rows] == [str(i) for i in range(len(rows))]
    backfilled = [row for row in rows if row["kind"] == "backfill"]
    assert [(row["time"], row["job"], row["job_id"], row["rule"], row["shadow"]) for row in backfilled] == [
        ("1002", "2", "3", "ends_by_shadow", "1010")
    ]


def test_a_window_keeps_its_decisions_only(run, log, tmp_path):
    simulate(run, log, tmp_path / "out.csv", "--decisions", tmp_path / "d.csv", "--decisions-window", "1002:1009")
    times = {row["time"] for row in csv.DictReader((tmp_path / "d.csv").read_text().splitlines())}
    assert times == {"1002", "1007"}


def test_many_jobs_need_a_window_for_decisions(run, tmp_path):
    log = tmp_path / "many.swf"
    log.write_text(swf({job: (job, 1, 1, 1, 1, 1) for job in range(1, 5002)}))
    call = ("simulate", log, "--policy", "easy", "--out", tmp_path / "out.csv", "--decisions", tmp_path / "d.csv")
    code, _, err = run(*call)
    assert code == 2 and "--decisions-window" in err and is_one_sentence(err)
    assert run(*call, "--decisions-window", "all")[0] == 0


def test_closed_loop_writes_the_realized_submit(run, tmp_path):
    log = tmp_path / "closed.swf"
    log.write_text(
        HEADER + "1 0 -1 10 4 -1 -1 4 10 -1 1 1 1 -1 1 -1 -1 -1\n"
        "2 5 -1 10 4 -1 -1 4 10 -1 1 2 1 -1 1 -1 -1 -1\n"
        "3 35 -1 10 4 -1 -1 4 10 -1 1 2 1 -1 1 -1 2 20\n"
    )
    rows = simulate(run, log, tmp_path / "out.csv", policy="fcfs").decode().splitlines()[1:]
    assert rows == ["1,1,0,0,10,4", "2,2,5,10,20,4", "3,2,40,40,50,4"]
    recorded = simulate(run, log, tmp_path / "out.csv", "--arrivals", "recorded", policy="fcfs").decode().splitlines()
    assert recorded[3] == "3,2,35,35,45,4"


@pytest.mark.parametrize(
    ("options", "jobs"),
    [
        (["--first", 2], [1, 2]),
        (["--from", 1001], [2, 3]),
        (["--to", 1002], [1, 2]),
        (["--from", 1001, "--to", 1002], [2]),
        (["--processors", 3, "--wide", "drop"], [1, 3]),
    ],
)
def test_slices(run, log, tmp_path, options, jobs):
    rows = simulate(run, log, tmp_path / "out.csv", *options).decode().splitlines()[1:]
    assert [int(row.split(",")[0]) for row in rows] == jobs


def test_log_names_a_file_of_the_folder_of_logs(run, log, tmp_path, monkeypatch):
    monkeypatch.setenv("QUEUESCOPE_TRACES", str(tmp_path))
    for name in ("small", "small.swf"):
        code, out, _ = run("inspect", "--log", name)
        assert (code, json.loads(out)["jobs"]) == (0, 3)
    code, _, err = run("inspect", "--log", "smal")
    assert code == 2 and "small" in err and is_one_sentence(err)
    assert run("inspect", "--log", "../small")[0] == 2


def test_a_trace_may_come_by_standard_input(log):
    said = subprocess.run([*PROGRAM, "inspect", "-"], cwd=ROOT, input=swf().encode(), capture_output=True, check=True)
    assert json.loads(said.stdout)["jobs"] == 3


def test_recorded_starts_pass_with_a_report_of_what_was_too_much(run, log, tmp_path):
    simulate(run, log, tmp_path / "out.csv", "--metrics", tmp_path / "m.json", policy="recorded")
    found = json.loads((tmp_path / "m.json").read_text())
    assert found["audit"] == "passed" and "7 of 4 processors" in found["audit_report"]
    assert found["wait_mean"] == 7  # as field 3 says of every job


# ---- generate -------------------------------------------------------------------------------------------------------


def test_generate_writes_a_log_with_maxprocs_that_simulates(run, tmp_path):
    log = tmp_path / "made.swf"
    assert run("generate", "poisson", "--param", "jobs=50", "--param", "processors=16", "--seed", 4, "--out", log) == (
        0,
        "",
        "",
    )
    assert "; MaxProcs: 16\n" in log.read_text()
    assert len(simulate(run, log, tmp_path / "out.csv").decode().splitlines()) == 51


def test_generate_depends_on_the_seed_alone(run, tmp_path):
    made = {}
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        run("generate", "poisson", "--param", "jobs=50", "--seed", seed, "--out", tmp_path / f"{name}.swf.gz")
        made[name] = (tmp_path / f"{name}.swf.gz").read_bytes()
    assert made["a"] == made["b"] != made["c"]


def test_campaigns_go_round_from_generator_to_audit(run, tmp_path):
    log, out = tmp_path / "made.swf", tmp_path / "out.csv"
    assert run("generate", "ostrich_profiles", "--param", "jobs=200", "--out", log)[0] == 0
    for policy in ("ostrich", "campaign_fcfs"):
        simulate(run, log, out, "--metrics", tmp_path / "m.json", policy=policy)
        found = json.loads((tmp_path / "m.json").read_text())
        assert found["arrivals"] == "closed" and found["campaigns"] > 0 and found["campaign_stretch_mean"] >= 1
        assert run("audit", log, out, "--policy", policy)[0] == 0


# ---- audit ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [EASY, FCFS, "job_id,start\n3,1002\n1,1000\n2,1010\n"])
def test_audit_passes_what_is_right(run, log, tmp_path, text):
    (tmp_path / "s.csv").write_text(text)
    code, out, err = run("audit", log, tmp_path / "s.csv")
    assert (code, err, out.count("\n")) == (0, "", 1)


def test_audit_takes_options_between_its_files_and_a_named_log(run, log, tmp_path, monkeypatch):
    (tmp_path / "s.csv").write_text(EASY)
    monkeypatch.setenv("QUEUESCOPE_TRACES", str(tmp_path))
    assert run("audit", log, "--overrun", "cut", tmp_path / "s.csv")[0] == 0
    assert run("audit", "--log", "small", tmp_path / "s.csv", "--processors", 4)[0] == 0


FAULTS = {
    "start before submit": (EASY.replace("3,5,1002,1002,1007", "3,5,1002,1001,1006"), "3"),
    "oversubscription": (EASY.replace("2,6,1001,1010,1020", "2,6,1001,1009,1019"), "processors"),
    "missing": (EASY.replace("2,6,1001,1010,1020,4\n", ""), "2"),
    "duplicate": (EASY + "3,5,1002,1030,1035,1\n", "3"),
    "unknown": (EASY + "77,5,1002,1030,1035,1\n", "77"),
    "unusable": (EASY + "4,6,1003,1030,1035,2\n", "4"),
    "wrong end": (EASY.replace("1020,4", "1021,4"), "2"),
    "wrong size": (EASY.replace("1020,4", "1020,3"), "2"),
    "wrong submit": (EASY.replace("2,6,1001", "2,6,1000"), "2"),
    "wrong user": (EASY.replace("2,6,1001", "2,5,1001"), "2"),
    "oversubscription, two columns": ("job_id,start\n1,1000\n2,1009\n3,1002\n", "processors"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_audit_catches(run, log, tmp_path, fault):
    text, named = FAULTS[fault]
    (tmp_path / "s.csv").write_text(text)
    code, out, err = run("audit", log, tmp_path / "s.csv")
    assert (code, err) == (1, "")
    assert is_one_sentence(out) and named in out


def test_audit_of_the_recorded_policy_reports_oversubscription(run, log, tmp_path):
    (tmp_path / "s.csv").write_text("job_id,start\n1,1000\n2,1009\n3,1002\n")
    code, out, err = run("audit", log, tmp_path / "s.csv", "--policy", "recorded")
    assert (code, err, out.count("\n")) == (0, "", 1)
    assert "8 of 4" in out or "7 of 4" in out


def test_a_failed_audit_in_simulate_is_exit_1_and_writes_nothing(run, log, tmp_path, monkeypatch):
    from scheduler.model.schedule import Certificate

    monkeypatch.setattr("scheduler.simulate.audit", lambda *a, **k: Certificate(("one",), 3, "Job 2 starts too early."))
    outputs = [tmp_path / "out.csv", tmp_path / "m.json"]
    code, out, err = run("simulate", log, "--policy", "easy", "--out", outputs[0], "--metrics", outputs[1])
    assert (code, out) == (1, "") and "Job 2 starts too early." in err
    assert [path.name for path in tmp_path.iterdir()] == ["small.swf"]


def test_an_output_that_exists_is_replaced_and_a_link_kept(run, log, tmp_path):
    (tmp_path / "real.csv").write_text("old\n")
    (tmp_path / "link.csv").symlink_to("real.csv")
    simulate(run, log, tmp_path / "link.csv")
    assert (tmp_path / "link.csv").is_symlink() and (tmp_path / "real.csv").read_text() == EASY
