"""What becomes of the fields of sacct, one by one, and of files that cannot be read."""

from __future__ import annotations

import gzip
from datetime import datetime
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from scheduler.errors import FormatError, ParamError
from scheduler.formats import parse, sacct, swf
from scheduler.formats.reading import slurm_values as values
from scheduler.formats.reading.local_times import instants
from scheduler.formats.reading.slurm_records import TO_RUN
from scheduler.preparation.build import workload
from tests.cases.small_log import is_one_sentence
from tests.conftest import REPOSITORY

ROW = {
    "JobID": "7",
    "JobIDRaw": "7",
    "User": "ada",
    "Account": "physics",
    "Partition": "batch",
    "QOS": "normal",
    "Submit": "2026-01-05T10:00:00",
    "Eligible": "2026-01-05T10:00:00",
    "Start": "2026-01-05T10:01:00",
    "End": "2026-01-05T10:11:00",
    "ElapsedRaw": "600",
    "Timelimit": "01:00:00",
    "State": "COMPLETED",
    "ExitCode": "0:0",
    "AllocCPUS": "4",
    "ReqCPUS": "4",
    "ReqMem": "4G",
    "AllocTRES": "billing=4,cpu=4,mem=4G,node=1",
    "JobName": "wrap",
}


def text(*rows: dict, delimiter: str = "|", names: tuple[str, ...] = tuple(ROW)) -> str:
    table = [names, *(tuple((ROW | row)[name] for name in names) for row in rows)]
    return "".join(delimiter.join(line) + "\n" for line in table)


def read(*rows: dict, zone: str | None = "UTC", **how):
    return sacct.read(text(*rows, **how).encode(), "jobs.txt", time_zone=zone)


def one(column: str, **fields: str) -> float:
    trace = read(fields)
    return float({**trace.columns, **trace.extra}[column][0])


def note(trace, rule: str):
    return {found.rule: found for found in trace.notes}.get(rule)


# --- values -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("01:00:00", 3600),
        ("1-02:03:04", 93784),
        ("30:00", 1800),
        ("00:00.5", 0.5),
        ("UNLIMITED", -1),
        ("Partition_Limit", -1),
        ("", -1),
        ("INVALID", -1),
        ("365-00:00:00", 31_536_000),
    ],
)
def test_time_limits(written, seconds):
    assert one("requested_time", Timelimit=written) == (seconds if seconds != 0.5 else 0.5)


@pytest.mark.parametrize(
    ("written", "minutes"), [("90", 90), ("UNLIMITED", None), ("Partition_Limit", None), ("0", None)]
)
def test_time_limits_in_minutes_come_first(written, minutes):
    trace = sacct.read(
        text({"TimelimitRaw": written, "Timelimit": ""}, names=(*ROW, "TimelimitRaw")).encode(), "x", time_zone="UTC"
    )
    assert trace.columns["requested_time"][0] == (60 * minutes if minutes else -1)


@pytest.mark.parametrize(
    ("written", "kib"),
    [
        ("4Gc", 4 * 1024**2),
        ("4Gn", 2 * 1024**2),
        ("4000M", 1000 * 1024),
        ("4G", 1024**2),
        ("0", -1),
        ("0n", -1),
        ("?", -1),
        ("1.5G", 393216),
        ("2T", 512 * 1024**2),
        ("512Kc", 512),
    ],
)
def test_memory_is_per_processor(written, kib):
    names = (*ROW, "AllocNodes")
    trace = sacct.read(text({"ReqMem": written, "AllocNodes": "2"}, names=names).encode(), "x", time_zone="UTC")
    assert trace.columns["requested_memory"][0] == kib


@pytest.mark.parametrize(
    ("written", "gpus"),
    [
        ("cpu=4,gres/gpu=2", 2),
        ("cpu=4,gres/gpu:a100=2,gres/gpu=2", 2),
        ("cpu=4,gres/gpu:a100=2,gres/gpu:v100=1", 3),
        ("cpu=4", 0),
        ("cpu=4,gres/gpumem=40G,gres/gpuutil=3", 0),
    ],
)
def test_gpus_are_counted_once(written, gpus):
    assert one("gpus", AllocTRES=written) == gpus


@pytest.mark.parametrize(
    ("state", "status", "name"),
    [
        ("COMPLETED", 1, "COMPLETED"),
        ("CANCELLED by 1001", 5, "CANCELLED"),
        ("CANCELLED+", 5, "CANCELLED"),
        ("TIMEOUT", 0, "TIMEOUT"),
        ("NODE_FAIL", 0, "NODE_FAIL"),
        ("OUT_OF_MEMORY", 0, "OUT_OF_MEMORY"),
        ("REVOKED", -1, "REVOKED"),
    ],
)
def test_the_state_gives_the_status_and_keeps_its_name(state, status, name):
    trace = read({"State": state})
    assert trace.columns["status"][0] == status and trace.names["state"] == (name,) and trace.extra["state"][0] == 1


@pytest.mark.parametrize(
    ("written", "many"), [("5-9", 5), ("1,3,5-9%2", 7), ("0-8:4", 3), ("1-3,7,...", 4), ("9-5", 1)]
)
def test_tasks_of_an_array_that_has_not_started_are_counted(written, many):
    assert values.tasks(written) == many
    trace = read(
        {"JobID": f"7_[{written}]", "State": "PENDING", "Start": "Unknown", "End": "Unknown", "ElapsedRaw": "0"}
    )
    assert len(trace) == 1 and f" {many:,} tasks in all" in note(trace, "array_rest").text
    assert (trace.columns["runtime"][0], trace.columns["wait"][0], trace.columns["allocated_processors"][0]) == (
        -1,
        -1,
        -1,
    )


def test_tasks_of_arrays_have_their_own_number_or_get_one():
    rows = [{"JobID": "7_1", "JobIDRaw": "8"}, {"JobID": "7_2", "JobIDRaw": "7"}, {"JobID": "9", "JobIDRaw": "9"}]
    assert read(*rows).columns["job_id"].tolist() == [8, 7, 9] and note(read(*rows), "numbers_made") is None
    without = tuple(name for name in ROW if name != "JobIDRaw")
    trace = read(*rows, names=without)
    assert trace.columns["job_id"].tolist() == [10, 11, 9] and note(trace, "numbers_made").count == 2
    assert trace.extra["array_job"].tolist() == [7, 7, -1] and trace.extra["array_task"].tolist() == [1, 2, -1]


# --- jobs that did not run, or not to their end ------------------------------------------------------------------------


def test_a_job_cancelled_while_it_waited_has_no_start_and_no_processors():
    never = {
        "State": "CANCELLED by 1",
        "Start": "None",
        "ElapsedRaw": "0",
        "AllocTRES": "",
        "AllocCPUS": "900",
        "ReqCPUS": "900",
    }
    trace = read(
        {}, {"JobID": "8", "JobIDRaw": "8"} | never, {"JobID": "9", "JobIDRaw": "9"} | never | {"Start": ROW["End"]}
    )
    assert trace.columns["allocated_processors"].tolist() == [4, -1, -1] and trace.columns[
        "requested_processors"
    ].tolist() == [4, 900, 900]
    assert trace.columns["runtime"].tolist() == [600, -1, -1] and trace.columns["wait"].tolist() == [60, -1, -1]
    assert workload(trace, processors=4).jobs.job_id.tolist() == [7]


@pytest.mark.parametrize("end", ["Unknown", "2026-01-05T10:01:00"])
def test_a_job_that_runs_has_a_wait_and_no_runtime(end):
    trace = read({"State": "RUNNING", "End": end})
    assert trace.columns["runtime"][0] == -1 and trace.columns["wait"][0] == 60 and note(trace, "not_ended").count == 1


def test_without_start_and_end_elapsed_tells_the_runtime_and_no_wait_is_made_up():
    names = ("JobID", "Submit", "ElapsedRaw", "AllocCPUS")
    trace = read({}, names=names)
    assert (
        trace.columns["runtime"][0] == 600
        and trace.columns["wait"][0] == -1
        and trace.columns["requested_time"][0] == -1
    )
    assert trace.columns["user_id"][0] == -1 and "user_id" not in trace.names


# --- several records of one job ----------------------------------------------------------------------------------------


def test_a_requeued_job_is_one_job_from_its_first_submission_to_its_last_end():
    first = {"State": "PREEMPTED"}
    last = {
        "Submit": "2026-01-05T10:11:00",
        "Start": "2026-01-05T11:00:00",
        "End": "2026-01-05T11:30:00",
        "ElapsedRaw": "1800",
    }
    trace = read(first, last)
    assert len(trace) == 1 and trace.extra["pieces"][0] == 2 and trace.columns["status"][0] == 1
    assert trace.columns["submit"][0] == 0 and trace.columns["wait"][0] == 3600 and trace.columns["runtime"][0] == 1800
    assert note(trace, "requeued").count == 1 and " 0.667 processor-hours" in note(trace, "requeued").text
    assert len(read(first, last | {"User": "bob"})) == 2


def test_a_resized_job_goes_on_running():
    last = {
        "Submit": "2026-01-05T10:11:00",
        "Start": "2026-01-05T10:11:00",
        "End": "2026-01-05T11:11:00",
        "AllocCPUS": "8",
    }
    trace = read({"State": "RESIZING"}, last)
    assert (
        trace.columns["wait"][0] == 60
        and trace.columns["runtime"][0] == 4200
        and trace.columns["allocated_processors"][0] == 8
    )
    assert note(trace, "resized").count == 1 and note(trace, "requeued") is None


def test_a_job_in_the_files_of_two_months_counts_once():
    running = {"State": "RUNNING", "End": "Unknown"}
    for rows in ((running, {}), ({}, running)):
        trace = read(*rows)
        assert len(trace) == 1 and trace.columns["runtime"][0] == 600 and note(trace, "repeated_records").count == 1
    later = {"End": "2026-01-05T10:21:00", "ElapsedRaw": "1200"}  # of two records with an end the last one counts
    for rows, runtime in ((({"State": "FAILED"}, later), 1200), ((later, {"State": "FAILED"}), 600)):
        assert read(*rows).columns["runtime"].tolist() == [runtime]


def test_the_parts_of_a_heterogeneous_job_are_one_job():
    parts = [
        {"JobID": f"7+{part}", "JobIDRaw": str(7 + part), "AllocCPUS": size, "ReqCPUS": size}
        for part, size in enumerate(("4", "16"))
    ]
    trace = read(*parts, {"JobID": "9", "JobIDRaw": "9"})
    assert trace.columns["job_id"].tolist() == [7, 9] and trace.columns["allocated_processors"].tolist() == [20, 4]
    assert trace.extra["pieces"].tolist() == [2, 1] and note(trace, "het_jobs").count == 1


# --- times -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia"]
)
def test_local_times_agree_with_the_standard_library(zone):
    rules, draw = ZoneInfo(zone), np.random.default_rng(5)
    clocks = [
        datetime.fromtimestamp(int(at), rules).replace(tzinfo=None) for at in draw.integers(10**9, 2 * 10**9, 3000)
    ]
    clocks += [
        datetime(2025, 10, 26, 2, 30),
        datetime(2026, 3, 29, 2, 30),
        datetime(2025, 11, 2, 1, 30),
        datetime(2025, 4, 6, 1, 45),
    ]
    found = instants([clock.isoformat() for clock in clocks], zone)
    for row, clock in enumerate(clocks):
        both = [clock.replace(tzinfo=rules, fold=fold).timestamp() for fold in (0, 1)]
        assert (found.first[row], found.second[row]) == ((both[0],) * 2 if both[1] < both[0] else tuple(both))
        assert found.skipped[row] == (both[1] < both[0])


@pytest.mark.parametrize(
    "written",
    [
        "2026-01-05T09:00:00+0000",
        "2026-01-05T10:00:00+01:00",
        "2026-01-05 09:00:00Z",
        "1767603600",
        "2026-01-05T10:00:00",
    ],
)
def test_times_with_a_zone_need_none(written):
    found = instants([written], "Europe/Berlin")
    assert found.first[0] == 1767603600 and found.local[0] == (written == "2026-01-05T10:00:00")


def test_which_time_of_a_doubled_hour_is_told_by_how_long_the_job_ran():
    """At 03:00 of 2025-10-26 the clocks of Berlin were set back to 02:00."""
    day = "2025-10-26T"
    rows = [
        {
            "Submit": f"{day}01:00:00",
            "Eligible": f"{day}01:00:00",
            "Start": f"{day}01:30:00",
            "End": f"{day}02:30:00",
            "ElapsedRaw": "7200",
        },
        {
            "Submit": f"{day}01:00:00",
            "Eligible": f"{day}01:00:00",
            "Start": f"{day}01:30:00",
            "End": f"{day}02:30:00",
            "ElapsedRaw": "3600",
        },
        {
            "Submit": f"{day}02:50:00",
            "Eligible": f"{day}02:50:00",
            "Start": f"{day}02:10:00",
            "End": f"{day}02:20:00",
            "ElapsedRaw": "600",
        },
    ]
    trace = read(*({"JobID": str(k), "JobIDRaw": str(k)} | row for k, row in enumerate(rows)), zone="Europe/Berlin")
    assert trace.columns["runtime"].tolist() == [7200, 3600, 600] and trace.columns["wait"].tolist() == [
        1800,
        1800,
        1200,
    ]
    assert note(trace, "hour_twice").count == 3 and "for 0 of them" in note(trace, "hour_twice").text
    open_end = read(
        {
            "JobID": "9",
            "Submit": f"{day}02:10:00",
            "Eligible": f"{day}02:10:00",
            "Start": f"{day}02:20:00",
            "End": f"{day}02:30:00",
        },
        zone="Europe/Berlin",
    )
    assert "for 1 of them nothing tells" in note(open_end, "hour_twice").text and open_end.columns["wait"][0] == 600


def test_a_time_the_clock_never_showed_is_noted():
    trace = read(
        {
            "Submit": "2026-03-29T02:30:00",
            "Eligible": "Unknown",
            "Start": "2026-03-29T03:40:00",
            "End": "2026-03-29T04:00:00",
        },
        zone="Europe/Berlin",
    )
    assert note(trace, "hour_skipped").count == 1 and trace.columns["wait"][0] == 600


def test_the_zone_is_asked_for_only_where_times_do_not_tell_it():
    assert (
        note(read({}, zone=None), "time_zone").level == "warning"
        and read({}, zone=None).keys["TimeZoneString"] == "UTC"
    )
    told = read({}, zone="Europe/Berlin")
    assert note(told, "time_zone").level == "info" and told.keys["TimeZoneString"] == "Europe/Berlin"
    unix = {name: str(1_767_600_000 + 60 * k) for k, name in enumerate(("Submit", "Eligible", "Start", "End"))}
    assert (
        note(read(unix, zone=None), "time_zone") is None and read(unix, zone=None).keys["UnixStartTime"] == "1767600000"
    )
    with pytest.raises(ParamError, match="no time zone known here"):
        read({}, zone="Mars/Olympus")


# --- the lines ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("delimiter", ["|", ";", "\t", "^", "@@", "%~"])
def test_any_delimiter_and_any_order_of_fields_read_the_same(delimiter):
    plain, names = read({}, {"JobID": "8"}), tuple(reversed(ROW))
    other = read({}, {"JobID": "8"}, delimiter=delimiter, names=names)
    assert {k: v.tolist() for k, v in other.columns.items()} == {k: v.tolist() for k, v in plain.columns.items()}
    assert other.names == plain.names


def test_a_delimiter_at_the_end_of_lines_a_mark_and_other_line_ends_change_nothing():
    plain = text({}, {"JobID": "8"})
    wanted = sacct.read(plain.encode(), "x", time_zone="UTC")
    for changed in (
        plain.replace("\n", "|\n"),
        "\ufeff" + plain,
        plain.replace("\n", "\r\n"),
        plain.rstrip("\n"),
        "\n\n" + plain,
    ):
        trace = sacct.read(changed.encode(), "x", time_zone="UTC")
        assert {k: v.tolist() for k, v in trace.columns.items()} == {
            k: v.tolist() for k, v in wanted.columns.items()
        }, changed
    assert len(sacct.read(gzip.compress(plain.encode()), "x")) == 2


def test_the_delimiter_inside_a_job_name_is_no_fault_where_there_is_one_way_to_read_the_line():
    names = ("JobName", *(name for name in ROW if name != "JobName"), "SubmitLine")
    rows = [
        ROW | {"JobName": "a|b|c", "SubmitLine": "sbatch -J a|b|c --wrap 'x | y'"},
        ROW | {"JobID": "8", "SubmitLine": "sbatch"},
    ]
    trace = sacct.read(text(*rows, names=names).encode(), "x", time_zone="UTC")
    assert trace.names["executable"] == ("a|b|c", "wrap") and note(trace, "delimiter_inside").lines == (2,)
    two_texts = ("JobID", "Submit", "Start", "End", "AllocCPUS", "JobName", "SubmitLine")
    with pytest.raises(FormatError, match="more fields than names"):
        sacct.read(text(ROW | {"JobName": "a|b", "SubmitLine": "c"}, names=two_texts).encode(), "x")


def test_a_line_end_inside_a_field_is_put_together():
    names = ("JobID", "SubmitLine", *(name for name in ROW if name != "JobID"))
    broken = text(
        ROW | {"SubmitLine": "sbatch --wrap 'one\n\ntwo\nthree'"}, ROW | {"JobID": "8", "SubmitLine": "x"}, names=names
    )
    trace = sacct.read(broken.encode(), "x", time_zone="UTC")
    assert trace.line.tolist() == [2, 6] and trace.columns["runtime"].tolist() == [600, 600]
    assert note(trace, "line_end_inside").count == 3


def test_names_are_plain_text_of_one_line():
    trace = read({"JobName": "größe\x07\x1b[31m", "User": "<b>eve</b>"})
    assert trace.names["executable"] == ("größe  [31m",) and trace.names["user_id"] == ("<b>eve</b>",)


# --- refusals -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (
            "JobID|Start|End|AllocCPUS\n7|2026-01-05T10:00:00|2026-01-05T10:00:00|4\n",
            "no column Submit, and nothing else tells",
        ),
        (
            "JobID|Submit|Start|State|AllocCPUS\n7|2026-01-05T10:00:00|2026-01-05T10:00:00|x|4\n",
            "tell how long jobs ran",
        ),
        (
            "JobID|Submit|Start|End|State\n7|2026-01-05T10:00:00|2026-01-05T10:00:00|2026-01-05T10:00:00|x\n",
            "how many processors",
        ),
        (
            "User|Submit|Start|End|AllocCPUS\nx|2026-01-05T10:00:00|2026-01-05T10:00:00|2026-01-05T10:00:00|1\n",
            "no names of fields",
        ),
        (
            "  JobID    JobName  Partition    Account  AllocCPUS      State ExitCode \n------------ ---------- \n",
            "cuts long values off",
        ),
        ("7|ada|2026-01-05T10:00:00|2026-01-05T10:00:00|4\n", "no line with the names"),
        (text(), "holds no job"),
        (text() + "7|x\n", "holds no job: 1 line with fewer fields"),
        ("", "is empty"),
        (" \n\n", "is empty"),
    ],
)
def test_a_refusal_says_what_is_missing_and_the_line_to_run(content, words):
    with pytest.raises(FormatError, match=words) as caught:
        sacct.read(content.encode(), "jobs.txt")
    assert is_one_sentence(str(caught.value)) and f"`{TO_RUN}`" in str(caught.value)


@pytest.mark.parametrize(
    "content",
    [
        text({}),
        "7|ada|2026-01-05T10:00:00|2026-01-05T10:00:00|4\n",
        "JobID|User|Start|End|AllocCPUS\n7|a|b|c|4\n",
        "JobID|State\n7|COMPLETED\n",
        "\ufeff" + text({}, delimiter="\t"),
        "  JobID    JobName  Partition    Account  AllocCPUS      State\n",
    ],
)
def test_output_of_sacct_is_recognized_though_it_cannot_be_read(content):
    assert sacct.sniff(content.encode()) and not swf.sniff(content.encode())


@pytest.mark.parametrize(
    "content",
    [
        b"; MaxProcs: 4\n",
        b"1 0 -1 10 1 -1 -1 1 20 -1 1 1 1 1 1 1 -1 -1\n",
        b"job_id,user,submit\n1,a,2\n",
        b"{}",
        b"",
        b"\xff\xfe\x00",
        b"hello | world\n",
        b"JobID\n1\n",
        b"job_id|state\n1|x\n",
    ],
)
def test_other_files_are_not_taken_for_output_of_sacct(content):
    assert not sacct.sniff(content)


def test_the_line_to_run_names_fields_that_are_read():
    asked = TO_RUN.partition("-o ")[2].split()[0].split(",")
    trace = sacct.read(
        (
            "|".join(asked) + "\n" + "|".join({**dict.fromkeys(asked, ""), **ROW}[name] for name in asked) + "\n"
        ).encode(),
        "x",
    )
    assert len(trace) == 1 and trace.columns["runtime"][0] == 600


def test_a_log_of_slurm_becomes_a_workload_and_an_swf_file():
    trace = parse(text({}, {"JobID": "8", "JobIDRaw": "8", "User": "bob", "Partition": "gpu"}).encode(), "jobs.txt")
    work = workload(trace, processors=8)
    assert work.names["user_id"] == ("ada", "bob") and work.platform.start_time == 1767607200
    again = swf.read(swf.write(trace), "jobs.swf")
    assert again.keys["UnixStartTime"] == "1767607200" and "; Partition: 2 gpu\n" in again.header
    assert {k: v.tolist() for k, v in again.columns.items()} == {k: v.tolist() for k, v in trace.columns.items()}


# --- what a real Slurm wrote ---------------------------------------------------------------------------------------------


def test_a_file_with_every_field_of_a_real_slurm():
    path = REPOSITORY / "tests" / "data" / "slurm" / "22.05-all-fields.txt.gz"
    trace = parse(path.read_bytes(), path.name)
    counts = {found.rule: found.count for found in trace.notes if found.count}
    assert len(trace) == 369 and counts == {"delimiter_inside": 1, "steps": 372, "requeued": 4}
    assert (
        int(trace.extra["pieces"].sum()) + counts["steps"] == len(gzip.decompress(path.read_bytes()).splitlines()) - 1
    )
    assert "größe|x" in trace.names["executable"] and trace.names["queue"] == ("normal", "high")
    requeued = trace.columns["job_id"] == 297
    assert (trace.columns["wait"][requeued], trace.columns["runtime"][requeued]) == (362, 44)


@pytest.mark.parametrize(
    ("name", "jobs"),
    [
        ("xdmod-accounting-logs.log", 4),
        ("xdmod-accounting-logs-with-job-arrays.log", 6),
        ("xdmod-non-ended-job-state.log", 2),
    ],
)
def test_files_without_names_in_the_shape_of_xdmod(real_log, name, jobs):
    path = real_log(f"sacct/{name}")
    trace = parse(path.read_bytes(), path.name)
    assert len(trace) == jobs and trace.line.tolist() == list(range(1, jobs + 1))


@pytest.mark.parametrize(("name", "jobs"), [("run1", 60), ("run21_basic", 80)])
def test_recorded_runs_of_a_real_slurm(name, jobs):
    path = REPOSITORY / "tests/golden/slurm" / f"{name}.sacct.txt"
    work = workload(parse(path.read_bytes(), path.name), processors=64)
    assert len(work) == jobs and (work.jobs.recorded_wait >= 0).all()
