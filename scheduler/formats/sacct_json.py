"""Slurm's accounting as `sacct --json` writes it, of Slurm 21.08 to 25.05: a list of jobs with their steps inside.

Each job is turned into the fields that `sacct -P` would print, with times in Unix time, and read like those
(sacct.py says what becomes of them).  What differs between versions is taken as it comes: a number, or an object that
says whether it is set and whether it is infinite; a state as a word or as a list of words.  Jobs are numbered by their
place in the list, from 1, where messages speak of lines.

Source: the data parsers of Slurm, openapi/dbv0.0.36 to v0.0.43.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import orjson

from scheduler.errors import FormatError
from scheduler.formats import Format
from scheduler.formats.reading.cost import Cost
from scheduler.formats.reading.decompression import LIMIT, plain
from scheduler.formats.reading.density import check_json
from scheduler.formats.reading.local_times import ZONE
from scheduler.formats.reading.slurm_jobs import trace_of
from scheduler.formats.reading.slurm_records import Collector, note
from scheduler.model.trace import Trace

TO_RUN = "sacct -a -D -S 2026-01-01 -E now --json > jobs.json"
RUN = f"run `{TO_RUN}` on the cluster and open what it writes."
NAMES = (
    "JobID",
    "JobIDRaw",
    "Cluster",
    "User",
    "Account",
    "Partition",
    "QOS",
    "Submit",
    "Eligible",
    "Start",
    "End",
    "ElapsedRaw",
    "Suspended",
    "TimelimitRaw",
    "State",
    "ExitCode",
    "Reason",
    "ReqCPUS",
    "AllocNodes",
    "ReqMem",
    "AllocTRES",
    "ReqTRES",
    "TotalCPU",
    "JobName",
)
CHUNK = 1 << 12  # jobs that are taken at a time
BEGIN = re.compile(rb"\s*\{")
OF_JOBS = re.compile(rb'"(?:association|allocation_nodes|derived_exit_code|submission)"\s*:')
OF_SLURM = re.compile(rb'"(?:plugin|slurm|Slurm)"\s*:')
MAXIMUM = 4_294_967_290  # numbers from here on stand for "none" and "infinite" in Slurm


def number(value: Any) -> str:
    """A number of any version as text: "" where it is not set, UNLIMITED where it is infinite."""
    if isinstance(value, Mapping):
        if value.get("infinite") is True:
            return "UNLIMITED"
        value = value.get("number") if value.get("set") is not False else None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < MAXIMUM:
        return ""
    return str(int(value)) if value == int(value) else str(value)


def word(value: Any) -> str:
    """A text of any version: the first of a list; "" where there is none."""
    first = value[0] if isinstance(value, Sequence) and not isinstance(value, str) and value else value
    return first if isinstance(first, str) else ""


def part(job: Any, *path: str) -> Any:
    """What stands inside objects inside a job; None where one of them is not there."""
    for key in path:
        job = job.get(key) if isinstance(job, Mapping) else None
    return job


def job_id(job: Mapping[str, Any]) -> str:
    """123, 123_4, 123_[5-9] or 123+0."""
    array, het = number(part(job, "array", "job_id")), number(part(job, "het", "job_id"))
    if array not in ("", "0"):
        task, tasks = number(part(job, "array", "task_id")), part(job, "array", "task")
        if isinstance(tasks, str) and tasks and not task:
            return f"{array}_[{tasks}]"
        if task:
            return f"{array}_{task}"
    if het not in ("", "0"):
        return f"{het}+{number(part(job, 'het', 'job_offset')) or 0}"
    return number(job.get("job_id"))


def resources(entries: Any) -> str:
    """Resources as text: cpu=4,mem=16384M,gres/gpu:a100=2."""
    listed = (
        [
            (word(part(entry, "type")), word(part(entry, "name")), number(part(entry, "count")))
            for entry in entries
            if isinstance(entry, Mapping)
        ]
        if isinstance(entries, list)
        else []
    )
    return ",".join(
        f"{kind}{'/' * bool(name)}{name}={count}{'M' * (kind == 'mem')}"
        for kind, name, count in listed
        if kind and count
    )


def state(job: Mapping[str, Any]) -> str:
    """The first word of the state."""
    return word(part(job, "state", "current")) if isinstance(job.get("state"), Mapping) else word(job.get("state"))


def memory(job: Mapping[str, Any]) -> str:
    """What was asked for, in MB per processor or per node; "" where only the list of resources tells it."""
    for key, per in (("memory_per_cpu", "c"), ("memory_per_node", "n")):
        value = number(part(job, "required", key))
        if value not in ("", "0", "UNLIMITED"):
            return f"{value}M{per}"
    asked = resources(part(job, "tres", "requested")).split(",")
    return next((entry.removeprefix("mem=") for entry in asked if entry.startswith("mem=")), "")


def clock(seconds: str) -> str:
    """A number of seconds as minutes and seconds."""
    return f"{int(float(seconds)) // 60}:{int(float(seconds)) % 60:02d}" if seconds not in ("", "UNLIMITED") else ""


def row(job: Mapping[str, Any]) -> tuple[str, ...]:
    """The fields of NAMES of a job."""
    times = {
        name: number(part(job, "time", key))
        for name, key in (
            ("Submit", "submission"),
            ("Eligible", "eligible"),
            ("Start", "start"),
            ("End", "end"),
            ("ElapsedRaw", "elapsed"),
            ("TimelimitRaw", "limit"),
        )
    }
    fields = times | {
        "JobID": job_id(job),
        "JobIDRaw": number(job.get("job_id")),
        "Cluster": word(job.get("cluster")),
        "User": word(job.get("user")) or word(part(job, "association", "user")),
        "Account": word(job.get("account")),
        "Partition": word(job.get("partition")),
        "QOS": word(job.get("qos")),
        "JobName": word(job.get("name")),
        "Suspended": clock(number(part(job, "time", "suspended"))),
        "TotalCPU": clock(number(part(job, "time", "total", "seconds"))),
        "State": state(job),
        "Reason": word(part(job, "state", "reason")),
        "ExitCode": number(part(job, "exit_code", "return_code")),
        "ReqCPUS": number(part(job, "required", "CPUs")),
        "AllocNodes": number(job.get("allocation_nodes")),
        "ReqMem": memory(job),
        "AllocTRES": resources(part(job, "tres", "allocated")),
        "ReqTRES": resources(part(job, "tres", "requested")),
    }
    return tuple(fields[name] for name in NAMES)


def read(content: bytes, name: str, limit: int = LIMIT, time_zone: str | None = None) -> Trace:
    """The trace in what `sacct --json` writes, which may be packed.

    time_zone: in which dates are shown; the times themselves need none.  Entries that are no jobs are counted in the
    notes.  Raises FormatError where nothing can be read, and ParamError for a time zone that is not known.
    """
    text = plain(content, name, limit)
    check_json(text, name)
    try:
        jobs = part(orjson.loads(text.removeprefix(b"\xef\xbb\xbf")), "jobs")
    except orjson.JSONDecodeError as error:
        raise FormatError(f"{name} is no whole file of JSON ({str(error)[:100]}); {RUN}") from None
    if not isinstance(jobs, list):
        raise FormatError(f"{name} has no list of jobs; {RUN}")
    collector, strange = Collector(NAMES), []
    for begin in range(0, len(jobs), CHUNK):
        places = range(begin + 1, min(begin + CHUNK, len(jobs)) + 1)
        rows = [
            (row(job), place)
            for job, place in zip(jobs[begin : begin + CHUNK], places, strict=True)
            if isinstance(job, Mapping)
        ]
        strange += sorted(set(places).difference(place for _, place in rows))
        if rows:
            collector.add([fields for fields, _ in rows], np.array([place for _, place in rows], np.int64))
    inside = [(place, part(job, "steps")) for place, job in enumerate(jobs, 1)]
    steps = [place for place, entries in inside if isinstance(entries, list) for _ in entries]
    notes = [note("steps", steps, way="records"), note("not_an_object", strange, "warning")]
    records = collector.records(one for one in notes if one is not None)
    if not len(records):
        raise FormatError(f"{name} holds no job; {RUN}")
    return trace_of(records, name, hashlib.sha256(text).hexdigest(), time_zone)


def sniff(head: bytes) -> bool:
    """Whether a file that begins like this is of sacct: an object with jobs, or one that Slurm signs."""
    text = head.removeprefix(b"\xef\xbb\xbf")
    return BEGIN.match(text) is not None and (
        OF_SLURM.search(text) is not None or (b'"jobs"' in text and len(set(OF_JOBS.findall(text))) >= 2)
    )


FORMAT = Format(
    "sacct_json",
    "output of Slurm's sacct as JSON",
    "trace",
    (".json",),
    sniff,
    read,
    None,
    "the data parsers of Slurm Workload Manager, v0.0.36 to v0.0.43",
    params=(ZONE,),
    cost=Cost(re.compile(rb'"submission"'), 1_000, 7, 600, 11e-8),
)
