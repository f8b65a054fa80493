"""The health of a log as it is kept beside its workloads: computed when the log is read, asked for by the pages.

A report is of the whole log, whatever part of it a workload takes, and of the size of the machine; it is named by the
source, that size and the sources that compute it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from scheduler import catalogue
from scheduler.errors import InputError, Refused, StoreError
from scheduler.fingerprint import fingerprint
from scheduler.health import Diagnosis, diagnose
from scheduler.health.archive.log_facts import Log
from scheduler.model.trace import Trace
from scheduler.results import sources
from scheduler.results.keys import short_hash
from scheduler.results.records import Record
from scheduler.results.store import Store

MOST_JOBS = 50  # first jobs of a finding that are kept
FACTS = {
    "job": "job_id",
    "submit": "submit",
    "wait": "wait",
    "runtime": "runtime",
    "allocated": "allocated_processors",
    "requested": "requested_processors",
    "requested time": "requested_time",
    "status": "status",
    "user": "user_id",
}


def report(trace: Trace, processors: int) -> Record:
    """{jobs, usable, log, findings: [{key, sentence, level, jobs, first}]}: counts, and the first MOST_JOBS of each.

    usable: how many can be simulated.  log: {key, exact} of the log of the catalogue that it is; None for none.
    """
    recognition = catalogue.recognized(Log(trace))
    return {
        "jobs": len(trace),
        "usable": int(Log(trace).usable.sum()),
        "log": {"key": recognition.log.key, "exact": recognition.exact} if recognition else None,
        "findings": [_finding(trace, one) for one in diagnose(trace, processors)],
    }


def _finding(trace: Trace, one: Diagnosis) -> Record:
    mask = one.evidence.jobs
    rows = np.zeros(0, np.int64) if mask is None else np.flatnonzero(mask)[:MOST_JOBS]
    return {
        "key": one.finding.key,
        "sentence": one.evidence.sentence,
        "level": one.level,
        "jobs": one.size,
        "first": jobs_of(trace, rows),
    }


def jobs_of(trace: Trace, rows: Sequence[int] | np.ndarray) -> list[dict[str, float | None]]:
    """Line and facts of these jobs as the file has them; None for what is unknown."""
    return [
        {"line": int(trace.line[row])}
        | {name: _or_none(float(trace.columns[column][row])) for name, column in FACTS.items()}
        for row in rows
    ]


def _or_none(value: float) -> float | None:
    return None if value < 0 else value


def keep(store: Store, source: Mapping[str, Any], trace: Trace, processors: int) -> Record:
    """Compute the report of a log, keep it, and hand it back."""
    record = report(trace, processors)
    store.put_json("health", key(source, processors), {"source": dict(source), **record})
    return record


def key(source: Mapping[str, Any], processors: int) -> str:
    """What the report of a checked source and a machine of that size is kept under."""
    return short_hash(["health", dict(source), processors, fingerprint(report), catalogue.version()])


def of_workload(store: Store, record: Mapping[str, Any]) -> Record | None:
    """The report of the log a workload was made of, by its record; None where that log is not here any more."""
    source, processors = record.get("source") or {}, int(record["platform"]["processors"])
    if not source.get("kind"):
        return None
    kept = store.json("health", key(source, processors))
    if kept is not None:
        return kept
    try:
        return keep(store, source, sources.trace_of(sources.check(source, store), store), processors)
    except (InputError, Refused, StoreError):
        return None
