"""Why an answer that was given is wrong: of jobs the reasons of the decision log, of a number how it is computed.

What a lesson itself says of an expected mistake comes before these sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from scheduler.durations import in_unit
from scheduler.errors import InputError
from scheduler.explain.story import started
from scheduler.explain.why_not import why_not
from scheduler.explain.words import sentences
from scheduler.facts import Fact
from scheduler.model.schedule import Schedule
from scheduler.policies import all_policies
from scheduler.topics.lessons import answer_calculation
from scheduler.topics.lessons.cases import Case, Run, is_called, is_together, split
from scheduler.topics.lessons.lesson import Group, Question
from scheduler.topics.lessons.quantities import CLOSE, amount
from scheduler.topics.lessons.questions import among, checked, judge, truth

MOST = 3  # jobs that are explained
MOST_LISTED = 6  # to a class
# what stands first in the queue, by the priority of a policy as an expression: (words, column of jobs)
ORDERS = {
    "-submit": ("was submitted first", "submit"),
    "-requested_time": ("asks for the least time", "requested_time"),
}


def reasons(case: Case, question: Question, answer: Any) -> list[str]:
    """Sentences on a wrong answer; none on a right one, on one that does not read, and on a drawing."""
    if question.ask == "draw":  # its verdict names the first wrong placement
        return []
    try:
        if judge(case, question, answer).right:
            return []
        reply = checked(case, question, answer)
    except InputError:
        return []
    sentences = {"jobs": _of_jobs, "order": _of_order}.get(question.ask, _of_number)(case, question, reply)
    return [sentence for sentence in sentences if sentence]


def _of_number(case: Case, question: Question, reply: Any) -> Iterator[str]:
    """How the right number is computed; of a comparison both numbers, of a start why not at the time of the answer."""
    assert question.value is not None
    if question.value.of == "start" and question.ask != "compare":
        yield _not_then(case, question, reply)
    values = [value for value in (question.value, question.right) if value is not None]
    for value in values:
        sentence = answer_calculation.sentence(case, value)
        yield f"Under {case.run(value.rule).name}: {sentence}" if sentence and len(values) > 1 else sentence


def _not_then(case: Case, question: Question, reply: Any) -> str:
    """Why a job does not start at a time before its start; empty where it has started then."""
    assert question.value is not None
    run, row = case.run(question.value.rule), case.row(question.value.job)
    time = float(str(reply).split()[0]) * case.lesson.seconds
    if run.schedule is None or is_together(run.rule) or not 0 <= time < run.start[row] - CLOSE:
        return ""
    return _in_words(case, run.schedule, why_not(run.schedule, row, time))


# ---- an order -------------------------------------------------------------------------------------------------------


def _of_order(case: Case, question: Question, reply: list[int]) -> Iterator[str]:
    """The first place at which the order departs: who starts there and why, and why the other one does not."""
    run, right = case.run(question.rule), truth(case, question)
    starts = [run.start[case.row_of[job]] for job in right]
    at = next(place for place, job in enumerate(reply) if abs(run.start[case.row_of[job]] - starts[place]) > CLOSE)
    first = "First" if at == 0 else f"After job {right[at - 1]}"
    now = float(starts[at])
    yield f"{first} job {right[at]} starts, at {_time(case, now)}, and not job {reply[at]}."
    by_column = _by_column(case, run, right[at], reply[at])
    if by_column:
        yield by_column
    elif run.schedule is not None and not is_together(run.rule):
        yield _in_words(case, run.schedule, started(run.schedule, case.row(right[at])))
        yield _in_words(case, run.schedule, why_not(run.schedule, case.row(reply[at]), now))


def _by_column(case: Case, run: Run, job: int, other: int) -> str:
    """Why a job stands before another one that waits, where the policy keeps its queue in the order of one column."""
    if run.schedule is None or is_called(run.rule) or is_together(run.rule):
        return ""
    policy = all_policies()[split(run.rule)[0]]
    words, column = ORDERS.get((policy.as_expression or {}).get("priority", ""), ("", ""))
    now = run.start[case.row(job)]
    waits = (run.submit <= now) & (run.start >= now)
    if not column or not waits[case.row(other)]:
        return ""
    values = getattr(run.schedule.workload.jobs, column)
    first, second = (float(values[case.row(one)]) for one in (job, other))
    if first >= second - CLOSE or first > values[waits].min() + CLOSE:  # equal ones go by their submission
        return ""
    return f"Of the jobs that wait then, job {job} {words}: {_time(case, first)}; job {other}: {_time(case, second)}."


def _time(case: Case, seconds: float) -> str:
    return in_unit(case.lesson.unit)(seconds)


# ---- a set of jobs --------------------------------------------------------------------------------------------------


def _of_jobs(case: Case, question: Question, reply: list[int]) -> Iterator[str]:
    """The reason of each job that was chosen and is not among them, then of those that are and were not chosen."""
    assert question.group is not None
    right = truth(case, question)
    wrong = [job for job in reply if job not in right], [job for job in right if job not in reply]
    for job in (wrong[0] + wrong[1])[:MOST]:
        yield _of_member(case, question.group, job)


def of_each_job(case: Case, question: Question) -> list[tuple[str, str]]:
    """(job, why it is not among those that a question of ask "jobs" wants) for some of these; none of other questions.

    Jobs that are submitted first are explained, MOST_LISTED at most.
    """
    if question.ask != "jobs" or question.group is None:
        return []
    right = truth(case, question)
    wrong = [job for job in among(case, question) if job not in right][:MOST_LISTED]
    pairs = [(f"job {job}", _of_member(case, question.group, job)) for job in wrong]
    return [(name, sentence) for name, sentence in pairs if sentence]


def _of_member(case: Case, group: Group, job: int) -> str:
    """Why a job is, or is not, in a group."""
    run, row = case.run(group.rule), case.row(job)
    if group.of in ("earlier", "later"):
        than = case.run(group.than)
        return (
            f"Job {job} starts at {_time(case, float(run.start[row]))} under {run.name}, and at "
            f"{_time(case, float(than.start[row]))} under {than.name}."
        )
    if group.of == "passing":
        return _passing(case, run, row)
    assert group.at is not None
    if run.schedule is None or is_together(run.rule):
        return f"Job {job} starts at {_time(case, float(run.start[row]))}."
    return _in_words(case, run.schedule, why_not(run.schedule, row, amount(case, group.at)))


def _in_words(case: Case, schedule: Schedule, fact: Fact | None) -> str:
    """A fact as a sentence; empty where there is none."""
    return " ".join(sentences([fact], schedule, times=in_unit(case.lesson.unit)))


def _passing(case: Case, run: Run, row: int) -> str:
    """Whom a job passes when it starts; row: of jobs."""
    name, at = f"job {case.numbers[row]}", _time(case, float(run.start[row]))
    passed = np.flatnonzero(run.start[:row] > run.start[row] + CLOSE)
    if not len(passed):
        return f"When {name} starts, at {at}, no job that was submitted before it waits: it passes nobody."
    whom = int(passed[0])
    return (
        f"J{name[1:]} starts at {at}, and job {case.numbers[whom]}, which was submitted before it, at "
        f"{_time(case, float(run.start[whom]))}."
    )
