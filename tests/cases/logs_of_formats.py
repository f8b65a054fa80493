"""A sound log in each format, of as many jobs as wanted: what readers are measured on, and what is damaged.

The jobs are the same in all formats: job `number` is submitted 7 s after the one before it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from scheduler.formats import delimited, parquet
from scheduler.formats.reading.several import archive

BEGIN = 1_546_300_800  # 1 January 2019
STATES = ("COMPLETED", "FAILED", "CANCELLED", "TIMEOUT")
SACCT = (
    "JobID",
    "JobIDRaw",
    "User",
    "Account",
    "Partition",
    "Submit",
    "Start",
    "End",
    "State",
    "AllocCPUS",
    "ReqCPUS",
    "TimelimitRaw",
    "ReqMem",
    "JobName",
)


def swf_lines(jobs: int, more: str = "") -> Iterator[str]:
    """A line for each job; more: fields behind the 18."""
    for number in range(1, jobs + 1):
        size = 1 + number % 16
        yield (
            f"{number} {7 * number} {number % 900} {60 + number % 5_000} {size} {50 + number % 9} -1 {size} 7200 -1 "
            f"1 {number % 90} {number % 7} {number % 40} {number % 4} 1 -1 -1{more}\n"
        )


def swf(jobs: int) -> bytes:
    return ("; MaxProcs: 64\n; UnixStartTime: 1546300800\n" + "".join(swf_lines(jobs))).encode()


def gwf(jobs: int) -> bytes:
    lines = (line.rsplit(" ", 2)[0] + " site1" + 12 * " -1" + "\n" for line in swf_lines(jobs))
    return ("# MaxProcs: 64\n" + "".join(lines)).encode()


def table(jobs: int) -> bytes:
    """A table as accounting exports it, with dates and names."""
    stamps = _dates(BEGIN + 7 * np.arange(1, jobs + 1))
    lines = (
        f"{number},user{number % 90},group{number % 7},{stamp},{number % 900},{60 + number % 5_000},{1 + number % 16},"
        f"7200,{STATES[number % 4]}\n"
        for number, stamp in enumerate(stamps, 1)
    )
    return ("job_id,user,group,submit_time,wait_time,run_time,cores,walltime,state\n" + "".join(lines)).encode()


def sacct(jobs: int) -> bytes:
    submits = BEGIN + 7 * np.arange(jobs)
    times = [_dates(submits + shift) for shift in (0, 300, 4_000)]
    lines = (
        f"{number}|{number}|user{number % 90}|group{number % 7}|batch|{submit}|{start}|{end}|{STATES[number % 4]}|"
        f"{1 + number % 16}|{1 + number % 16}|120|4Gn|name of job {number % 40}\n"
        for number, submit, start, end in zip(range(1, jobs + 1), *times, strict=True)
    )
    return ("|".join(SACCT) + "\n" + "".join(lines)).encode()


def sacct_json(jobs: int) -> bytes:
    return json.dumps(
        {"meta": {"plugin": {"type": "openapi"}}, "jobs": list(map(_slurm_job, range(1, jobs + 1)))}
    ).encode()


def _slurm_job(number: int) -> dict[str, Any]:
    cpu = {"type": "cpu", "name": "", "id": 1, "count": 1 + number % 16}
    return {
        "account": f"group{number % 7}",
        "allocation_nodes": 1,
        "array": {"job_id": 0, "task": None, "task_id": {"set": False, "infinite": False, "number": 0}},
        "association": {"account": f"group{number % 7}", "user": f"user{number % 90}"},
        "cluster": "toy",
        "exit_code": {"status": "SUCCESS", "return_code": {"set": True, "infinite": False, "number": 0}},
        "job_id": number,
        "name": f"name of job {number % 40}",
        "partition": "batch",
        "qos": "normal",
        "required": {"CPUs": 1 + number % 16, "memory": 4096},
        "state": {"current": [STATES[number % 4]], "reason": "None"},
        "steps": [{"step": {"id": f"{number}.batch"}}],
        "time": {
            "elapsed": 3_700,
            "eligible": BEGIN + 7 * number,
            "submission": BEGIN + 7 * number,
            "start": BEGIN + 7 * number + 300,
            "end": BEGIN + 7 * number + 4_000,
            "suspended": 0,
            "limit": {"set": True, "infinite": False, "number": 120},
            "total": {"seconds": 1_200, "microseconds": 0},
        },
        "tres": {"allocated": [cpu], "requested": [cpu]},
        "user": f"user{number % 90}",
    }


def batsim(jobs: int) -> bytes:
    listed = [
        {"id": number, "subtime": 7 * number, "res": 1 + number % 16, "walltime": 7_200, "profile": f"d{number % 900}"}
        for number in range(1, jobs + 1)
    ]
    profiles = {f"d{number}": {"type": "delay", "delay": 60 + number} for number in range(900)}
    return json.dumps({"nb_res": 64, "jobs": listed, "profiles": profiles}).encode()


def in_parquet(jobs: int) -> bytes:
    return parquet.write(delimited.read(table(jobs), "jobs.csv"))


def in_archive(jobs: int) -> bytes:
    """Two files that are one log."""
    return archive({"a.csv": table(jobs // 2), "b.sacct": sacct(jobs - jobs // 2)})


def _dates(seconds: np.ndarray) -> list[str]:
    return np.datetime_as_string(seconds.astype("datetime64[s]")).tolist()


LOGS: Mapping[str, Callable[[int], bytes]] = {  # {key of a format: what makes a log of so many jobs}
    "batsim": batsim,
    "delimited": table,
    "gwf": gwf,
    "parquet": in_parquet,
    "sacct": sacct,
    "sacct_json": sacct_json,
    "swf": swf,
}
NAMES = {
    "batsim": "log.json",
    "delimited": "log.csv",
    "gwf": "log.gwf",
    "parquet": "log.parquet",
    "sacct": "log.txt",
    "sacct_json": "log.json",
    "swf": "log.swf",
}
