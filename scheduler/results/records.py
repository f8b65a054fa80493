"""The JSON beside the arrays: what a workload and a run tell of themselves."""

from __future__ import annotations

import math
import os
import platform
import zlib
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from scheduler.errors import StoreError
from scheduler.metrics import THRESHOLD as BOUND
from scheduler.metrics import measure
from scheduler.model.notes import Note
from scheduler.model.schedule import Certificate, Schedule
from scheduler.model.trace import Platform
from scheduler.model.user_names import users_known
from scheduler.model.workload import Workload
from scheduler.policies import known_policies
from scheduler.program_files import made_by

THRESHOLD = BOUND.default  # s, of bounded stretch, in stored metrics
TRIM = 0.05  # share of jobs left out at each end, in the trimmed metrics
TRIMMED = 5_000  # jobs above which metrics are stored trimmed, too

Record = dict[str, Any]


def summary(workload: Workload) -> Record:
    """The numbers a page shows of a workload.

    span: s from first to last submission; work: processor-s; load: work / (processors x span), None where span is 0.
    users: 0 where nobody knows who they are.
    """
    jobs, n = workload.jobs, len(workload)
    span = float(jobs.submit[-1] - jobs.submit[0]) if n else 0.0
    return {
        "jobs": n,
        "users": workload.users if users_known(workload) else 0,
        "processors": workload.platform.processors,
        "campaigns": workload.campaign_count or None,
        "first_submit": float(jobs.submit[0]) if n else None,
        "last_submit": float(jobs.submit[-1]) if n else None,
        "span": span,
        "work": workload.area,
        "load": workload.area / (workload.platform.processors * span) if span > 0 else None,
        "widest": int(jobs.processors.max()) if n else None,
        "longest": float(jobs.runtime.max()) if n else None,
        "recorded_waits": int((jobs.recorded_wait >= 0).sum()),
        "sequential": bool((jobs.processors == 1).all()),
    }


def of_workload(workload: Workload, source: Mapping[str, Any] | None) -> Record:
    """workload.json, but for the files."""
    return {
        "hash": workload.hash,
        "name": workload.name,
        "platform": asdict(workload.platform),
        "arrivals": workload.arrivals,
        "options": workload.options,
        "notes": describe(workload.notes),
        "trace_sha256": workload.trace_sha256,
        "source": dict(source or {}),
        **summary(workload),
    }


def of_run(workload_key: str, schedule: Schedule, metrics: Mapping[str, Any]) -> Record:
    """run.json, but for the files: everything that is needed to trust the run and to make it again."""
    workload = schedule.workload
    return {
        "workload": workload_key,
        "workload_hash": workload.hash,
        "trace_sha256": workload.trace_sha256,
        "options": workload.options,
        "name": workload.name,
        "jobs": len(workload),
        "state": "done",
        "policy": schedule.policy,
        "params": dict(schedule.params),
        "seed": schedule.seed,
        "fingerprint": schedule.fingerprint,
        "made_by": made_by(),
        "machine": machine(),
        "kernel_cpu_seconds": schedule.kernel_cpu_seconds,
        "audit": None if schedule.certificate is None else asdict(schedule.certificate),
        "metrics": {key: plain(value) for key, value in metrics.items()},
        "notes": describe(schedule.notes),
        **({"program_reasons": list(schedule.program_reasons)} if schedule.program_reasons else {}),
    }


def in_other_order(schedule: Schedule, metrics: Mapping[str, Any], other: Schedule | None) -> Record:
    """{other_order: metrics} of the run with simultaneous events in the other order; nothing where there is none.

    metrics: of the schedule; other: the schedule itself where no events are simultaneous.
    """
    if other is None:
        return {}
    values = metrics if other is schedule else _plain(measure(other, THRESHOLD))
    return {"other_order": {key: value for key, value in values.items() if value is not None}}


def measured(schedule: Schedule) -> Record:
    """{metrics, threshold}; of more than TRIMMED jobs also {trim, trimmed}: the share left out and metrics without."""
    record: Record = {"metrics": _plain(measure(schedule, THRESHOLD)), "threshold": THRESHOLD}
    if len(schedule.placed) > TRIMMED:
        record |= {"trim": TRIM, "trimmed": _plain(measure(schedule, THRESHOLD, TRIM))}
    return record


def _plain(metrics: Mapping[str, Any]) -> Record:
    return {key: plain(value) for key, value in metrics.items()}


def sealed(record: Mapping[str, Any], option: int = 0) -> bytes:
    """A record as a file of JSON that begins with the checksum of the rest."""
    text = orjson.dumps(record, option=option | orjson.OPT_SERIALIZE_NUMPY)[1:]
    return b'{"crc32":%d,' % zlib.crc32(text) + text


def unsealed(content: bytes) -> Record:
    """The record of such a file.  Raises ValueError where it is not what was written."""
    begin, _, text = content.partition(b",")
    if begin != b'{"crc32":%d' % zlib.crc32(text):
        raise ValueError("its checksum is another")
    return orjson.loads(b"{" + text)


def plain(value: Any) -> Any:
    """A number as JSON has it: None for what is undefined (nan, inf)."""
    if hasattr(value, "item"):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value


def describe(notes: tuple[Note, ...]) -> list[Record]:
    """Notes as JSON."""
    return [note.describe() for note in notes]


def notes_of(record: Record) -> tuple[Note, ...]:
    """The notes of a record."""
    return tuple(map(Note.of_record, record["notes"]))


def platform_of(record: Record) -> Platform:
    """The platform of a workload's record."""
    return Platform(**record["platform"] | {"clusters": tuple(record["platform"]["clusters"])})


def certificate_of(record: Record) -> Certificate | None:
    """The certificate of a run's record."""
    audit = record["audit"]
    return audit and Certificate(
        tuple(audit["checks"]), audit["jobs"], audit["first_violation"], tuple(audit["reports"])
    )


def check_policy(record: Record) -> None:
    """Raise StoreError for the record of a run whose policy is not there, for nobody could say what it did."""
    if record["policy"] not in known_policies():
        raise StoreError(
            f"This run is of the policy {str(record['policy'])[:40]!r}, which this server does not offer; it may be of "
            "a topic that is not installed, or of a file that was taken away."
        )


@cache
def machine() -> str:
    """The machine in words: processor, cores, Python."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        name = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        name = platform.processor() or platform.machine()
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}"
