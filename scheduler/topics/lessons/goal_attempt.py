"""What a student changed to reach a goal: which cells may be changed, and whether the goal is reached.

Cells are those of jobs, and parameters of the policy, which stand under POLICY in place of the number of a job.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scheduler.errors import InputError
from scheduler.kinds import piece_of
from scheduler.manual.cells import Job
from scheduler.manual.typed_jobs import check
from scheduler.policies import all_policies
from scheduler.topics.lessons.cases import Case, split
from scheduler.topics.lessons.lesson import COMPUTED, Condition, Step, Value
from scheduler.topics.lessons.quantities import amount, holds, text_of
from scheduler.topics.lessons.reading import TIMES

POLICY = 0
MOST = {"submit": 1e5, "runtime": 1e5, "requested_time": 1e5, "processors": 1e6}  # units, processors


class Result(NamedTuple):
    """What became of changed jobs, and of a changed policy."""

    case: Case
    rule: str
    reached: bool
    sentences: tuple[str, ...]  # one of each condition


def cells(case: Case, step: Step) -> dict[tuple[int, str], float]:
    """{(number of a job, column): value} of the cells that may be changed, times in the unit of the lesson."""
    of_policy = {(POLICY, name): float(value) for name, value in _params(step).items()}
    return of_policy | {
        (job.number, column): getattr(job, column) / _by(case, column)
        for job in case.jobs
        if not step.of_jobs or job.number in step.of_jobs
        for column in step.change
        if column in MOST
    }


def solution(case: Case, step: Step) -> dict[tuple[int, str], float]:
    """{(number of a job, column): value} of the solution of a step, times in the unit of the lesson."""
    return {(job, column): value / _by(case, column) for job, column, value in step.solution}


def _params(step: Step) -> dict[str, Any]:
    """{name: value} of the parameters that may be changed, as the rule has them; 0 where it is not set."""
    names = [name for name in step.change if name not in MOST]
    if not names:
        return {}
    policy, params = split(step.rule)
    of_policy = {param.name: param for param in all_policies()[policy].params}
    return {name: of_policy[name].check(params.get(name, of_policy[name].default)) or 0 for name in names}


def _by(case: Case, column: str) -> int:
    return case.lesson.seconds if column in TIMES else 1


def result(case: Case, step: Step, changes: Mapping[tuple[int, str], Any]) -> Result:
    """The case with changed cells, and whether it meets the goal; raises InputError for a cell that may not be so."""
    allowed = cells(case, step)
    jobs, rule = {job.number: job for job in case.jobs}, step.rule
    for (number, column), value in changes.items():
        if (number, column) not in allowed:
            raise InputError("Only the cells of the table can be changed here.")
        if number == POLICY:
            rule = with_param(rule, column, value)
        else:
            jobs[number] = _changed(case, jobs[number], column, value, step)
    rows = tuple(jobs.values())
    if problems := check(rows, case.lesson.processors):
        raise InputError(problems[0].text)
    _requests_suffice(rows)
    changed = Case(case.lesson, case.seed, rows)
    goal = [
        Condition(_of(one.left, step.rule, rule), one.relation, _of(one.right, step.rule, rule)) for one in step.goal
    ]
    return Result(
        changed, rule, all(holds(changed, one) for one in goal), tuple(_sentence(changed, one) for one in goal)
    )


def with_param(rule: str, name: str, value: Any) -> str:
    """A rule with another value of a parameter; raises InputError for one that may not be so."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{name.capitalize()} is {str(value)[:24]!r}; wanted: a number.")
    policy, _ = split(rule)
    next(param for param in all_policies()[policy].params if param.name == name).check(value)
    words = [word for word in rule.split() if not word.startswith(f"{name}=")]
    return " ".join([*words, f"{name}={value:g}"])


def _of(value: Value, rule: str, changed: str) -> Value:
    """A value of the changed rule where it is of that of the step."""
    value = value._replace(parts=tuple(_of(part, rule, changed) for part in value.parts))
    return value._replace(rule=changed) if value.rule == rule else value


def _changed(case: Case, job: Job, column: str, value: Any, step: Step) -> Job:
    """A job with one cell changed; a requested time follows a runtime where it cannot be changed itself."""
    low, most = 0 if column == "submit" else 1, _most(case, column)
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= most:
        raise InputError(
            f"{column.replace('_', ' ').capitalize()} of job {job.number} is {str(value)[:24]!r}; wanted: "
            f"a number from {low} to {most:,.0f}."
        )
    if column == "processors":
        return job._replace(processors=int(value))
    seconds = float(value) * _by(case, column)
    if column == "runtime" and "requested_time" not in step.change:
        return job._replace(runtime=seconds, requested_time=seconds + job.requested_time - job.runtime)
    return {
        "submit": job._replace(submit=seconds),
        "runtime": job._replace(runtime=seconds),
        "requested_time": job._replace(requested_time=seconds),
    }[column]


def _most(case: Case, column: str) -> float:
    """The largest value of a column; a job is no wider than the machine, but tasks that share nodes may be more."""
    return case.lesson.processors if column == "processors" and piece_of(case.workload) == "processor" else MOST[column]


def _requests_suffice(jobs: Sequence[Job]) -> None:
    """Raise InputError where a job asks for less than it runs."""
    for job in jobs:
        if job.requested_time < job.runtime:
            raise InputError(
                f"Job {job.number} asks for less time than it runs; it would be stopped. Ask for at least its runtime."
            )


def _sentence(case: Case, condition: Condition) -> str:
    """A condition in words, with what it came to."""
    lesson, left = case.lesson, condition.left
    name = f"{left.of}{f' of job {left.job}' if left.job else ''}"
    if condition.right.of in COMPUTED:  # what has to be found by the student
        verdict = "as wanted" if holds(case, condition) else "not yet as wanted"
        return f"{name.capitalize()}: {text_of(lesson, left, amount(case, left))}, {verdict}."
    wanted = text_of(lesson, condition.right, amount(case, condition.right))
    relation = {"<": "below", "<=": "at most", "=": "exactly", ">=": "at least", ">": "above"}[condition.relation]
    return f"{name.capitalize()}: {text_of(lesson, left, amount(case, left))}; wanted: {relation} {wanted}."
