"""Batsim's JSON: a machine of `nb_res` resources, jobs, and the profiles that say what jobs do.

Read are jobs whose profile is a delay (`delay`, and `DelayProfile` as newer versions call it), or a sequence of delays.
How long a job of another profile runs depends on the platform that Batsim simulates; its runtime is missing here, and
how many there are is told.  Written are delays.

Source: M. Poquet et al., Batsim, the documentation of its workloads: batsim.readthedocs.io.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard

import numpy as np
import orjson

from scheduler.columns import SWF
from scheduler.errors import FormatError
from scheduler.formats import Format
from scheduler.formats.reading.cost import Cost
from scheduler.formats.reading.decompression import plain
from scheduler.formats.reading.density import check_json
from scheduler.formats.reading.table_trace import header
from scheduler.model.notes import Note
from scheduler.model.number_text import WHOLE
from scheduler.model.trace import Trace

DELAYS = ("delay", "DelayProfile")
SEQUENCES = ("composed", "SequentialCompositionProfile")
DEEPEST = 20  # sequences in sequences
WANTED = "wanted: a JSON object with nb_res, jobs and profiles"


def read(content: bytes, name: str) -> Trace:
    """The trace in a Batsim workload; `line` counts its jobs.  Raises FormatError."""
    text = plain(content, name)
    check_json(text, name)
    try:
        document = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise FormatError(f"{name} is no JSON (line {error.lineno}: {error.msg[:80]}); {WANTED}.") from None
    jobs = document.get("jobs") if isinstance(document, dict) else None
    profiles = document.get("profiles") if isinstance(document, dict) else None
    if not isinstance(jobs, list) or not isinstance(profiles, dict) or not jobs:
        raise FormatError(f"{name} is no workload of Batsim: it has no jobs or no profiles; {WANTED}.")
    whole = [job if isinstance(job, dict) else {} for job in jobs]
    columns = {column: np.full(len(jobs), -1.0) for column in SWF}
    notes = _fill(columns, whole, _delays(profiles))
    if (columns["submit"] == -1).all():
        raise FormatError(f"{name} tells no submit time: no job has a number as subtime.")
    if (columns["runtime"] == -1).all():
        raise FormatError(
            f"{name} has no job whose profile is a delay; how long the others run, only Batsim can tell. "
            "Wanted: profiles of the type delay."
        )
    size = document.get("nb_res")
    keys = {"MaxProcs": str(size)} if isinstance(size, int) and not isinstance(size, bool) and size > 0 else {}
    return Trace(
        name,
        columns,
        np.arange(1, len(jobs) + 1, dtype=np.int64),
        header(keys),
        tuple(notes),
        hashlib.sha256(text).hexdigest(),
        keys,
    )


def _fill(columns: dict[str, np.ndarray], jobs: Sequence[Mapping[str, Any]], delays: Mapping[str, float]) -> list[Note]:
    """Set what the jobs tell, in place; what could not be read."""
    notes = []
    for key, column in (
        ("subtime", "submit"),
        ("res", "requested_processors"),
        ("walltime", "requested_time"),
        ("user_id", "user_id"),
    ):
        values, bad = _numbers([job.get(key) for job in jobs])
        columns[column][:] = values
        notes += _note("values_unread", bad, key=key)
    ids, bad = _numbers([_id(job.get("id")) for job in jobs])
    columns["job_id"][:] = np.arange(len(jobs)) if bad.any() or (ids == -1).any() else ids
    if bad.any() or (ids == -1).any():
        notes.append(Note("jobs_numbered"))
    profiles = [_profile(job.get("profile")) for job in jobs]
    columns["runtime"][:] = [delays.get(profile, -1.0) for profile in profiles]
    unknown = np.array([profile not in delays for profile in profiles])
    notes += _note("profile_unknown", unknown)
    return notes + _note("profile_no_delay", ~unknown & (columns["runtime"] == -1))


def _profile(value: Any) -> str:
    """The name of a profile; "" of what is none."""
    return str(value) if isinstance(value, str | int | float) else ""


def _id(value: Any) -> Any:
    """The number of a job: 7, "7", or "w0!7", as Batsim calls job 7 of workload w0."""
    last = value.rpartition("!")[2] if isinstance(value, str) else ""
    return int(last) if last.isdecimal() and last.isascii() and len(last) < 16 else value


def _numbers(values: Sequence[Any]) -> tuple[np.ndarray, np.ndarray]:
    """([n] float64 with -1 where missing, [n] bool: neither missing nor a number)."""
    is_number = [_is_number(value) for value in values]
    numbers = np.array([float(value) if _is_number(value) else -1.0 for value in values])
    return numbers, np.array([not good and value is not None for value, good in zip(values, is_number, strict=True)])


def _is_number(value: Any) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= WHOLE


def _note(rule: str, touched: np.ndarray, **values: str) -> list[Note]:
    rows = np.flatnonzero(touched)
    if not len(rows):
        return []
    return [Note(rule, len(rows), tuple((rows[:3] + 1).tolist()), "warning", values)]


def _delays(profiles: Mapping[str, Any]) -> dict[str, float]:
    """{profile: s that a job of it takes}; -1 where only a simulated platform tells."""
    delays = dict.fromkeys(profiles, -1.0)
    sequences = {}
    for key, profile in profiles.items():
        kind = profile.get("type") if isinstance(profile, dict) else None
        if kind in DELAYS and _is_number(profile.get("delay")):
            delays[key] = max(float(profile["delay"]), -1.0)
        elif kind in SEQUENCES and isinstance(profile.get("seq"), list) and profile["seq"]:
            sequences[key] = [_profile(part) for part in profile["seq"]], profile.get("repeat", 1)
    for _ in range(DEEPEST):  # a sequence of sequences is known a round later than its parts
        left = [key for key in sequences if delays[key] == -1]
        for key in left:
            parts, repeat = sequences[key]
            each = [delays.get(part, -1.0) for part in parts]
            if min(each) >= 0 and _is_number(repeat) and repeat >= 0:
                delays[key] = repeat * math.fsum(each)
        if all(delays[key] == -1 for key in left):
            break
    return delays


def write(trace: Trace) -> bytes:
    """The jobs that can be simulated as a Batsim workload: those with submit time, runtime and processors.

    Processors are those asked for, else those given.  Jobs keep their numbers where these are different, else they
    have those of their lines.  The header of the log is the description.
    """
    columns = trace.columns
    size = np.where(
        columns["requested_processors"] > 0, columns["requested_processors"], columns["allocated_processors"]
    )
    rows = np.flatnonzero((columns["submit"] >= 0) & (columns["runtime"] > 0) & (size > 0))
    if not len(rows):
        raise FormatError(
            f"{trace.name} has no job with submit time, runtime and processors, so there is nothing to write."
        )
    ids = columns["job_id"][rows] if len(np.unique(columns["job_id"][rows])) == len(rows) else trace.line[rows]
    runtime = columns["runtime"][rows]
    jobs = [
        {
            "id": _plain(number),
            "subtime": _plain(submit),
            "res": int(np.ceil(processors)),
            "profile": f"delay_{_plain(ran)}",
        }
        for number, submit, processors, ran in zip(ids, columns["submit"][rows], size[rows], runtime, strict=True)
    ]
    for key, column in (("walltime", "requested_time"), ("user_id", "user_id")):
        for job, value in zip(jobs, columns[column][rows].tolist(), strict=True):
            if value != -1:
                job[key] = _plain(value)
    profiles = {f"delay_{_plain(ran)}": {"type": DELAYS[0], "delay": _plain(ran)} for ran in np.unique(runtime)}
    machine = trace.number("MaxProcs") or trace.number("MaxNodes") or int(np.ceil(size[rows].max()))
    workload: dict[str, Any] = {"description": trace.header.encode(errors="replace").decode()} if trace.header else {}
    workload |= {"nb_res": machine, "jobs": jobs, "profiles": profiles}
    return orjson.dumps(workload, option=orjson.OPT_INDENT_2) + b"\n"


def _plain(value: float) -> int | float:
    """A whole number without its point."""
    return int(value) if float(value).is_integer() else float(value)


def sniff(head: bytes) -> bool:
    """Whether a file begins like JSON with the words of Batsim."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return text.startswith(b"{") and any(word in text for word in (b'"subtime"', b'"profiles"', b'"nb_res"'))


FORMAT = Format(
    "batsim",
    "Batsim JSON",
    "trace",
    (".json",),
    sniff,
    read,
    write,
    "M. Poquet et al., Batsim, documentation of its workloads",
    cost=Cost(re.compile(rb'"subtime"'), 80, 4, 200, 6e-8),
)
