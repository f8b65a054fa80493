"""Schedules of other programs as runs: read from CSV, audited like our own, measured, kept beside them.

Such a run stands under the policy `recorded`, which knows no reasons either; `called` in its record is its name, and
says that no command of ours makes it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scheduler.audit.schedule import audited_rows
from scheduler.errors import AuditFailed, InputError, StoreError
from scheduler.fingerprint import fingerprint
from scheduler.formats.schedule_csv import read_file
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.results.progress import Progress
from scheduler.results.records import measured
from scheduler.results.store import Store
from scheduler.results.tasks import Spec, Task

POLICY = "recorded"
LONGEST = 60  # characters of a name
COMPUTED_BY = (audited_rows, read_file, measured)


def check(spec: Mapping[str, Any], store: Store) -> Spec:
    """{workload, schedule, called}.  Raises InputError, one sentence."""
    name = " ".join(str(spec.get("called") or "").split())
    if not name or len(name) > LONGEST or not name.isprintable():
        raise InputError(
            f"A schedule of another program needs a name of at most {LONGEST} characters, such as that of the program."
        )
    if not store.has_upload(spec.get("schedule")):
        raise InputError("The file of this schedule is no longer kept on the server; send it again.")
    if not store.has_workload(spec.get("workload")):
        raise InputError("This workload is no longer kept on the server; open the trace again.")
    return {"workload": spec["workload"], "schedule": spec["schedule"], "called": name}


def run(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Audit, measure, keep; how many jobs there are.  Raises FormatError, AuditFailed with the first violation."""
    workload = store.workload(spec["workload"])
    progress.at(0.1, "Reading the schedule.")
    schedule = schedule_of(store.upload(spec["schedule"]), workload)
    progress.at(0.5, "Measuring.")
    facts = measured(schedule)
    store.put_run(
        key,
        schedule,
        facts.pop("metrics"),
        {
            "workload": spec["workload"],
            "spec": spec,
            "seconds": progress.seconds,
            "policy_title": spec["called"],
            "called": spec["called"],
            **facts,
        },
    )
    return len(workload)


def schedule_of(content: bytes, workload: Workload) -> Schedule:
    """The schedule of a CSV file, certified."""
    certificate, schedule = audited_rows(workload, read_file(content, "The schedule"))
    if schedule is None or not certificate.passed:
        raise AuditFailed(certificate.first_violation)
    return replace(schedule, policy=POLICY, certificate=certificate, fingerprint=fingerprint(*COMPUTED_BY))


def not_ours(record: Mapping[str, Any]) -> None:
    """Raise StoreError for a run that another program made: no command and no link of ours makes it again."""
    if record.get("called"):
        raise StoreError(
            f"{record['called']} is a schedule of another program, which was read from a file; no command "
            "makes it again."
        )


# A tuple, as no module can be called "import".
TASK = (Task("import", "takes a schedule of another program", check, run, computed_by=COMPUTED_BY, kept_in="runs"),)
