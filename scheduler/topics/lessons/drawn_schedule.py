"""A schedule that a student drew: whether it can be at all, and the first job that a policy starts at another time.

What can be is checked by the audit.  Up to the first difference the drawing and the schedule of the policy are the
same, so what the decision log says of that instant is true of the drawing, too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from scheduler.audit.schedule import audit_rows
from scheduler.durations import in_unit
from scheduler.errors import InputError
from scheduler.explain.story import started, waiting
from scheduler.explain.words import Names, words
from scheduler.facts import Fact, Instant, Job, Processors
from scheduler.model.schedule import Certificate
from scheduler.model.table import Table
from scheduler.topics.lessons.cases import Case, Run
from scheduler.wording import subject

LATEST = 1e6  # units


def answer(case: Case, run: Run) -> dict[str, float]:
    """{number of a job: its start, in units of the lesson}."""
    return {str(job): round(float(run.start[row]) / case.lesson.seconds, 6) for job, row in case.row_of.items()}


def checked(case: Case, drawing: Any) -> np.ndarray:
    """[n] starts, s, by the row of jobs; raises InputError where a job has none, or one that is no time."""
    if not isinstance(drawing, dict) or set(drawing) - {str(job) for job in case.numbers}:
        raise InputError("The drawing has jobs that this lesson has not; draw those of the table.")
    starts = np.zeros(len(case.numbers))
    for job, row in case.row_of.items():
        start = drawing.get(str(job))
        if isinstance(start, bool) or not isinstance(start, int | float) or not 0 <= start <= LATEST:
            raise InputError(f"Job {job} is not in the drawing yet; put every job on the chart.")
        starts[row] = start * case.lesson.seconds
    return starts


def first_wrong(case: Case, run: Run, starts: np.ndarray) -> str:
    """What is wrong with a drawing at first, and by which rule; empty where it is what the policy does."""
    certificate = _audited(case, starts)
    if not certificate.passed:
        return f"This cannot be: {_violation(case, starts, subject(certificate.first_violation))}"
    row = _first_difference(run, starts)
    return "" if row is None else _wrong(case, run, row, float(starts[row]))


def in_short(case: Case, run: Run, starts: np.ndarray) -> str:
    """A drawing in a few words, by which equal mistakes are counted together."""
    row = _first_difference(run, starts)
    if row is None:
        return f"as {run.name} does"
    if not _audited(case, starts).passed:
        return "a schedule that cannot be"
    number, at = case.workload.jobs.job_id[row], starts[row] / case.lesson.seconds
    return f"first difference: job {number} at {at:g} {case.lesson.unit}"


def _audited(case: Case, starts: np.ndarray) -> Certificate:
    """The audit of a drawing; it names no lines, as a student knows jobs by their numbers."""
    jobs = case.workload.jobs
    unlined = Table("jobs", jobs.columns | {"line": np.zeros(len(jobs), np.int64)})
    return audit_rows(replace(case.workload, jobs=unlined), {"job_id": jobs.job_id, "start": starts})


def _violation(case: Case, starts: np.ndarray, row: int) -> str:
    """What the audit found at a job that was drawn before its submission, or with too few processors left."""
    jobs, start = case.workload.jobs, starts[row]
    is_early = start < jobs.submit[row]
    busy = jobs.processors[(starts <= start) & (start < starts + jobs.runtime)].sum()
    values = (
        {"submit": Instant(jobs.submit[row])}
        if is_early
        else {"busy": int(busy), "machine": Processors(case.workload.platform.processors)}
    )
    fact = Fact("drawn_early" if is_early else "drawn_beyond_machine", job=Job(row), start=Instant(start), **values)
    return words(fact, Names(case.workload, times=in_unit(case.lesson.unit)))


def _first_difference(run: Run, starts: np.ndarray) -> int | None:
    """The row of the first job that a drawing starts at another time; None where there is none."""
    differ = np.flatnonzero(np.abs(starts - run.start) > 1e-6)
    return min(differ.tolist(), key=lambda one: (min(starts[one], run.start[one]), one)) if len(differ) else None


def _wrong(case: Case, run: Run, row: int, drawn: float) -> str:
    """Why a job does not start when it was drawn; row: of jobs, drawn: s."""
    assert run.schedule is not None
    is_early = drawn < run.start[row]
    fact = waiting(run.schedule, row, drawn) if is_early else started(run.schedule, row)
    wrong = Fact("first_wrong_placement", job=Job(row), at=Instant(drawn), run=run.name, early=is_early, log=fact)
    return words(wrong, Names(case.workload, times=in_unit(case.lesson.unit)))
