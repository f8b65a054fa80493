"""What the page by hand sends: the table as text, the machine, the policies - read with suspicion, made a sheet."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from layouts.state.hand_link import LONGEST_TITLE, Sheet, expression_of, own_params, policies_of, seed_of
from scheduler.durations import number as plain
from scheduler.manual.cells import COLUMNS, MOST_JOBS, Job, Problem, length_text
from scheduler.manual.typed_jobs import Table, machine, table
from scheduler.wording import capital

SAME = "="  # a requested time that is the runtime
LONGEST_CELL = 60  # characters
NARROWEST, WIDEST = 260.0, 2_400.0  # pixels of a drawing
FIELDS = ("number", *COLUMNS)


class State(NamedTuple):
    """The page as it is.  problems: what keeps the table from being simulated."""

    sheet: Sheet
    rows: tuple[dict[str, str], ...]  # as typed
    problems: tuple[Problem, ...]
    seq: int = 0  # number of this state
    width: float = 600.0  # pixels of a drawing
    until: float | None = None  # s: where the axis ends while a bar is dragged
    job: int | None = None  # number of the selected job


def read(data: Any) -> State:
    """The state of what the browser sent; anything unreadable is left out or becomes a problem."""
    fields = data if isinstance(data, Mapping) else {}
    size, wrong = machine(fields.get("processors"))
    rows = _rows(fields.get("rows"), _whole(fields.get("raised")))
    checked: Table = table([_asked(row) for row in rows], size if wrong is None else 10**9)
    problems = (*([wrong] if wrong is not None else []), *checked.problems)
    if not rows:
        problems = (*problems, Problem(0, "", "The table has no jobs; wanted: at least one. Add a job, or paste some."))
    asked = fields.get("policies")
    policies, _ = policies_of(asked if isinstance(asked, list) else [])
    title = "".join(c for c in str(fields.get("title") or "") if c.isprintable())[:LONGEST_TITLE].strip()
    expression, passing, unread = expression_of(fields.get("priority"), fields.get("passing"))
    if unread:
        problems = (*problems, Problem(0, "", capital(unread)))
    asked_params = fields.get("params")
    params, refused = own_params(policies, asked_params if isinstance(asked_params, Mapping) else {})
    problems = (*problems, *(Problem(0, "", text) for text in refused))
    sheet = Sheet(checked.jobs, size, policies, seed_of(fields.get("seed")), title, expression, passing, params)
    width = _number(fields.get("width"))
    return State(
        sheet,
        tuple(rows),
        problems,
        _whole(fields.get("seq")) or 0,
        600.0 if width is None else min(max(width, NARROWEST), WIDEST),
        _number(fields.get("until")),
        _whole(fields.get("job")),
    )


def _rows(entries: Any, raised: int | None) -> list[dict[str, str]]:
    """Rows of text; one row more than allowed is kept, so that it is said.

    raised: number of a job whose runtime was changed: a requested time that is below it now becomes the runtime.
    """
    rows = [
        {name: "" if row.get(name) is None else str(row[name])[:LONGEST_CELL] for name in FIELDS}
        for row in (entries if isinstance(entries, list) else [])[: MOST_JOBS + 1]
        if isinstance(row, Mapping)
    ]
    for row in rows:
        if raised is not None and row["number"] == str(raised):
            alone = table([_asked(row | {"campaign": ""})], 10**9)
            if alone.problems and all(problem.column == "requested_time" for problem in alone.problems):
                row["requested_time"] = SAME
    return rows


def _asked(row: dict[str, str]) -> dict[str, str]:
    """The cells as the table of jobs reads them."""
    return row | ({"requested_time": ""} if row["requested_time"].strip() == SAME else {})


def cells(job: Job) -> dict[str, str]:
    """A job as a row of the table."""
    return {
        "number": str(job.number),
        "submit": length_text(job.submit),
        "processors": str(job.processors),
        "runtime": length_text(job.runtime),
        "requested_time": SAME if job.requested_time == job.runtime else length_text(job.requested_time),
        "user": str(job.user),
        "campaign": "" if job.campaign is None else str(job.campaign),
        "cpu_need": share_text(job.cpu_need),
        "memory": share_text(job.memory),
    }


def share_text(percent: float | None) -> str:
    """A part of a node in per cent, as a cell shows it; empty for none."""
    return "" if percent is None else plain(percent)


def _number(value: Any) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and math.isfinite(value) else None


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53 else None
