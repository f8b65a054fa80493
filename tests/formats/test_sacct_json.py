"""What `sacct --json` writes, in the forms of several versions of Slurm."""

from __future__ import annotations

import json
from random import Random

import numpy as np
import pytest

from scheduler.errors import FormatError, InputError
from scheduler.formats import parse, sacct, sacct_json
from tests.cases.every_case import every_case
from tests.cases.small_log import is_one_sentence
from tests.conftest import TEST_LOGS, WITHOUT_LOGS

META = {"plugin": {"type": "openapi/dbv0.0.37"}, "Slurm": {"release": "21.08.8-2"}}


def tres(cpus: int, gpus: int = 0) -> list[dict]:
    return [
        {"type": "cpu", "name": None, "id": 1, "count": cpus},
        {"type": "mem", "name": None, "id": 2, "count": 4096},
        {"type": "node", "name": "", "id": 4, "count": 1},
        *([{"type": "gres", "name": "gpu", "id": 1001, "count": gpus}] * bool(gpus)),
    ]


def old(number: int, **changes) -> dict:
    """A job as Slurm 21.08 writes it: plain numbers, a state that is a word."""
    return {
        "account": "physics",
        "allocation_nodes": 1,
        "array": {"job_id": 0, "task": None, "task_id": None},
        "cluster": "toy",
        "association": {"account": "physics", "user": "ada"},
        "exit_code": {"status": "SUCCESS", "return_code": 0},
        "job_id": number,
        "het": {"job_id": 0, "job_offset": None},
        "name": "größe",
        "partition": "batch",
        "qos": "normal",
        "required": {"CPUs": 4, "memory": 4096},
        "state": {"current": "COMPLETED", "reason": "None"},
        "steps": [{}, {}],
        "time": {
            "elapsed": 600,
            "eligible": 1_767_600_000,
            "submission": 1_767_600_000,
            "start": 1_767_600_060,
            "end": 1_767_600_660,
            "suspended": 0,
            "limit": 60,
            "total": {"seconds": 1200, "microseconds": 0},
        },
        "tres": {"allocated": tres(4, 2), "requested": tres(4, 2)},
        "user": "ada",
    } | changes


def new(number: int, **changes) -> dict:
    """The same as Slurm 24.05 writes it: numbers that say whether they are set, a state that is a list."""

    def told(value: int | None, infinite: bool = False) -> dict:
        return {"set": value is not None, "infinite": infinite, "number": value or 0}

    job = old(number)
    return (
        job
        | {
            "array": {"job_id": 0, "task": "", "task_id": told(None)},
            "het": {"job_id": 0, "job_offset": told(None)},
            "exit_code": {"status": ["SUCCESS"], "return_code": told(0), "signal": {"id": told(None), "name": ""}},
            "required": {"CPUs": 4, "memory_per_cpu": told(1024), "memory_per_node": told(None)},
            "state": {"current": ["COMPLETED"], "reason": "None"},
            "time": job["time"] | {"limit": told(60)},
        }
        | changes
    )


def read(*jobs: dict, **top):
    return sacct_json.read(json.dumps({"meta": META, "errors": [], "jobs": jobs} | top).encode(), "jobs.json")


def count(trace, rule: str) -> int:
    return sum(note.count for note in trace.notes if note.rule == rule)


@pytest.mark.parametrize("form", [old, new])
def test_a_job_of_either_form_reads_like_the_line_of_text(form):
    line = {
        "JobID": "7",
        "User": "ada",
        "Account": "physics",
        "Partition": "batch",
        "QOS": "normal",
        "Submit": "1767600000",
        "Eligible": "1767600000",
        "Start": "1767600060",
        "End": "1767600660",
        "TimelimitRaw": "60",
        "State": "COMPLETED",
        "ExitCode": "0",
        "ReqCPUS": "4",
        "ReqMem": "4096M",
        "AllocTRES": "cpu=4,gres/gpu=2,node=1",
        "TotalCPU": "20:00",
        "JobName": "größe",
    }
    wanted = sacct.read(("|".join(line) + "\n" + "|".join(line.values()) + "\n").encode(), "jobs.txt")
    trace = read(form(7))
    assert {k: v.tolist() for k, v in trace.columns.items()} == {k: v.tolist() for k, v in wanted.columns.items()}
    assert trace.extra["gpus"][0] == 2 and trace.names["executable"] == ("größe",) and count(trace, "steps") == 2
    assert trace.columns["average_cpu_time"][0] == 300 and trace.columns["requested_memory"][0] == 1024**2
    assert not any(note.rule == "time_zone" for note in trace.notes)


@pytest.mark.parametrize(
    ("limit", "seconds"),
    [
        (None, -1),
        (60, 3600),
        ({"set": True, "infinite": True, "number": 0}, -1),
        ({"set": False, "infinite": False, "number": 0}, -1),
        (4_294_967_295, -1),
        ({"set": True, "infinite": False, "number": 5}, 300),
    ],
)
def test_time_limits_of_any_form(limit, seconds):
    assert read(old(7, time=old(7)["time"] | {"limit": limit})).columns["requested_time"][0] == seconds


def test_arrays_het_jobs_pending_and_cancelled_ones():
    waits = {
        "time": old(1)["time"] | {"start": 0, "end": 0, "elapsed": 0},
        "tres": {"allocated": [], "requested": tres(4)},
    }
    trace = read(
        old(8, array={"job_id": 7, "task": None, "task_id": 1}),
        new(9, array={"job_id": 7, "task": "", "task_id": {"set": True, "number": 0}}),
        old(
            7,
            array={"job_id": 7, "task": "5-9", "task_id": None},
            state={"current": "PENDING", "reason": "Resources"},
            **waits,
        ),
        old(11, het={"job_id": 11, "job_offset": 0}),
        old(12, het={"job_id": 11, "job_offset": {"set": True, "number": 1}}),
        new(13, state={"current": ["CANCELLED"], "reason": "None"}, **waits),
    )
    assert trace.columns["job_id"].tolist() == [8, 9, 7, 11, 13] and trace.extra["array_task"].tolist() == [
        1,
        0,
        -1,
        -1,
        -1,
    ]
    assert trace.columns["allocated_processors"].tolist() == [4, 4, -1, 8, -1] and trace.columns[
        "runtime"
    ].tolist() == [600, 600, -1, 600, -1]
    assert trace.columns["status"].tolist() == [1, 1, -1, 1, 5] and trace.line.tolist() == [1, 2, 3, 4, 6]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'{"jobs": [', "no whole file of JSON"),
        (b'{"meta": 1}', "no list of jobs"),
        (b"[1]", "no list of jobs"),
        (b'{"jobs": []}', "holds no job"),
        (b'{"jobs": [1, {}]}', "holds no job"),
    ],
)
def test_a_refusal_gives_the_line_to_run(content, words):
    with pytest.raises(FormatError, match=words) as caught:
        sacct_json.read(content, "jobs.json")
    assert is_one_sentence(str(caught.value)) and f"`{sacct_json.TO_RUN}`" in str(caught.value)


@pytest.mark.skipif(not TEST_LOGS.is_dir(), reason=WITHOUT_LOGS)
def test_json_of_slurm_is_recognized_and_that_of_batsim_is_not():
    for jobs in ({"meta": META, "jobs": [old(7)]}, {"jobs": [new(7)], "errors": []}):
        assert len(parse(json.dumps(jobs, indent=2).encode(), "jobs.json")) == 1
    for path in sorted((TEST_LOGS / "batsim").glob("*.json")):
        assert not sacct_json.sniff(path.read_bytes()[:65536]), path.name


@every_case("seed", range(100))
def test_of_damaged_files_every_job_is_read_or_counted(seed):
    draw = Random(seed)
    jobs = [draw.choice((old, new))(number) for number in range(20)]
    for job in jobs:
        if draw.random() < 0.5:
            inside = draw.choice([job, *(value for value in job.values() if isinstance(value, dict))])
            key = draw.choice(sorted(inside))
            inside[key] = draw.choice(
                (None, "", [], {}, -1, 1e300, "x" * 300, {"set": True}, [None], True, {"number": "7"}, "Unknown")
            )
    jobs[draw.randrange(20)] = draw.choice((jobs[0], None, 5, []))
    text = json.dumps({"jobs": jobs}).encode()
    text = text[: draw.randrange(len(text))] if draw.random() < 0.1 else text
    try:
        trace = sacct_json.read(text, "jobs.json")
    except InputError as error:
        assert is_one_sentence(str(error))
        return
    lost = sum(count(trace, rule) for rule in ("not_a_job", "not_an_object", "repeated_records"))
    assert int(trace.extra["pieces"].sum()) + lost == 20 and all(
        np.isfinite(column).all() for column in trace.columns.values()
    )
