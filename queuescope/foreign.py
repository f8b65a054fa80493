"""Schedules that other programs made: checked by the same audit as our own, and taken as runs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queuescope.logs import Trace
from queuescope.runs import Run
from queuescope.work import done
from scheduler.audit.schedule import audit_rows
from scheduler.errors import FormatError
from scheduler.formats.schedule_csv import read_file
from scheduler.results import specs

if TYPE_CHECKING:
    import pandas as pd

    from scheduler.model.schedule import Certificate


def audit(log: Trace, schedule: pd.DataFrame | str | os.PathLike[str]) -> Certificate:
    """Check a schedule of another program against the jobs of a log and its machine.

    schedule: a CSV file or a frame with the columns `job_id` and `start`; docs/exports.md says which others are
    checked.  The certificate has `passed`, `first_violation` in a sentence, and the checks that were made.

    Raises FormatError.
    """
    return audit_rows(log.workload, columns_of(schedule))


def schedule(log: Trace, rows: pd.DataFrame | str | os.PathLike[str], name: str) -> Run:
    """A schedule of another program as a run of a log, for `compare` and for the page, once it has passed the audit.

    rows: as for `audit`; name: what the run is called.  Raises FormatError, AuditFailed with the first violation.
    """
    upload = log.store.save_upload([content_of(rows)], "schedule.csv")
    asked = {"do": "import", "workload": log.key, "schedule": upload.key, "called": name}
    spec = specs.check(asked, log.store)
    key = specs.key(spec)
    done(log.store, {key: spec}, {key: name})
    return Run.of_key(key, log.store)


def columns_of(schedule: pd.DataFrame | str | os.PathLike[str]) -> Mapping[str, Any]:
    """{column: values} of a frame or a CSV file; raises FormatError."""
    return read_file(content_of(schedule), "The schedule")


def content_of(schedule: pd.DataFrame | str | os.PathLike[str]) -> bytes:
    """A schedule as a CSV file; raises FormatError for a file that is not there."""
    if not isinstance(schedule, str | os.PathLike):
        return schedule.to_csv(index=False).encode()
    try:
        return Path(schedule).read_bytes()
    except OSError as error:
        raise FormatError(
            f"The schedule {Path(schedule).name} cannot be read ({error.strerror}); name a CSV file."
        ) from None
