"""The files of a run: its schedule (CSV or SWF) and its decisions (CSV)."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from scheduler.model.schedule import Schedule
    from scheduler.model.trace import Trace


def schedule_file(trace: Trace, schedule: Schedule, suffix: str, recipe: str = "") -> bytes:
    """The schedule in the format that .csv, .swf or .swf.gz asks for; recipe: lines of comment before its jobs."""
    from scheduler.formats.schedule_csv import write
    from scheduler.formats.swf import write_schedule

    if suffix == ".csv":
        return recipe.encode() + write(schedule)
    return gzipped(write_schedule(trace, schedule.workload, schedule, recipe), suffix)


def gzipped(content: bytes, path: str) -> bytes:
    """The content, compressed where the name ends in .gz; without a date, so that equal runs give equal files."""
    return gzip.compress(content, mtime=0) if path.endswith(".gz") else content


def decisions_file(schedule: Schedule) -> bytes:
    """CSV of the decisions: the columns of columns.DECISIONS, kinds and rules in words, job numbers of the file added.

    `job` and `blocker` are rows of the workload, from 0, which are those of the schedule's CSV where that has a row for
    every job; -1 or nothing: none.
    """
    from scheduler.engine.decision_log import KINDS
    from scheduler.rules import rule_name

    table, job_id = schedule.table("decisions"), schedule.workload.jobs.job_id
    columns = {name: _texts(column) for name, column in table.columns.items()}
    columns["kind"] = [KINDS[code] for code in table.kind]
    columns["rule"] = [rule_name(code) for code in table.rule.tolist()]
    for name in ("job", "blocker"):
        columns[f"{name}_id"] = ["-1" if row < 0 else str(job_id[row]) for row in table.columns[name]]
    rows = zip(*columns.values(), strict=True)
    return "".join(",".join(row) + "\n" for row in (tuple(columns), *rows)).encode()


def _texts(column: np.ndarray) -> list[str]:
    """Each number as text, nothing for nan."""
    import numpy as np

    from scheduler.model.number_text import texts

    absent = column != column
    cells = texts(np.where(absent, 0, column))
    return ["" if nothing else text for text, nothing in zip(cells, absent.tolist(), strict=True)]
