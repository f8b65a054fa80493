"""How a number that a question asks for is computed, with the numbers of the jobs put in."""

from __future__ import annotations

import numpy as np

from scheduler.durations import in_unit
from scheduler.durations import number as plain
from scheduler.explain.story import started
from scheduler.explain.words import sentences
from scheduler.facts import Fact, Instant
from scheduler.topics.lessons.cases import Case, Run, is_together
from scheduler.topics.lessons.lesson import Value
from scheduler.topics.lessons.quantities import CLOSE, QUANTITIES, RATIO, amount, text_of
from scheduler.wording import counted

MOST = 8  # jobs whose numbers are listed


def sentence(case: Case, value: Value) -> str:
    """How the number comes about; empty for numbers of the file, and for metrics of the registry."""
    if value.of not in QUANTITIES or value.of in ("load", "idle before the last start"):
        return ""
    quantity, run = QUANTITIES[value.of], case.run(value.rule)
    if value.of == "makespan":
        return (
            f"The first submission is at {_time(case, run.submit.min())}, the last end at "
            f"{_time(case, run.end.max())}: {text_of(case.lesson, value, amount(case, value))}."
        )
    if value.of == "utilization":
        return _utilization(case, run, value)
    if quantity.each:
        return _of_job(case, run, value)
    each = value.of.split()[1]  # mean wait, worst stretch
    numbers = np.asarray(QUANTITIES[each].of(run, case.workload.platform.processors))
    return (_mean if value.of.startswith("mean") else _largest)(case, value, each, numbers)


def _of_job(case: Case, run: Run, value: Value) -> str:
    """A number of one job."""
    row, name = case.row(value.job), f"job {value.job}"
    if value.of == "end of the user":
        rows = np.flatnonzero(run.user == run.user[row])
        last = int(rows[np.argmax(run.end[rows])])
        return f"The last job of this user is job {case.numbers[last]}: it ends at {_time(case, run.end[last])}."
    submit, start, end, runtime = (
        _time(case, getattr(run, column)[row]) for column in ("submit", "start", "end", "runtime")
    )
    result = text_of(case.lesson, value, amount(case, value))
    if value.of == "stretch":
        return (
            f"{name.capitalize()} is submitted at {submit} and ends at {end}; this, divided by its runtime of "
            f"{runtime}, is {result}."
        )
    is_whole = abs(run.end[row] - run.start[row] - run.runtime[row]) <= CLOSE  # it is never interrupted
    if value.of == "wait":
        ends = f"starts at {start}" if is_whole else f"ends at {end}, {runtime} of which it runs"
        return f"{name.capitalize()} is submitted at {submit} and {ends}: it waits {result}."
    if value.of == "end":
        return f"{name.capitalize()} starts at {start} and " + (
            f"runs for {runtime}: it ends at {end}." if is_whole else f"ends at {end}."
        )
    return _started(case, run, row)


def _started(case: Case, run: Run, row: int) -> str:
    """When a job starts, and why where that was kept."""
    fact = None if run.schedule is None or is_together(run.rule) else started(run.schedule, row)
    if run.schedule is None or fact is None:
        return f"Job {case.numbers[row]} starts at {_time(case, run.start[row])}."
    fact = Fact(fact.what, **fact.values, time=Instant(run.start[row]))
    return sentences([fact], run.schedule, times=in_unit(case.lesson.unit))[0]


def _mean(case: Case, value: Value, each: str, numbers: np.ndarray) -> str:
    """The sum, divided by how many there are."""
    parts = [_number(case, each, number) for number in numbers]
    total = f"{_number(case, each, float(numbers.sum()))} {_unit(case, each)}".strip()
    listed = f" ({' + '.join(parts)})" if len(parts) <= MOST else ""
    jobs = f"jobs {case.numbers[0]} to {case.numbers[-1]}" if listed else f"all {len(parts)} jobs"
    plural = f"{each}es" if each.endswith("ch") else f"{each}s"
    return (
        f"The {plural} of {jobs} add up to {total}{listed}; divided by {len(parts)}: "
        f"{text_of(case.lesson, value, amount(case, value))}."
    )


def _largest(case: Case, value: Value, each: str, numbers: np.ndarray) -> str:
    """Whose it is, and how that is computed."""
    job = case.numbers[int(np.argmax(numbers))]
    return f"It is that of job {job}. {_of_job(case, case.run(value.rule), Value(each, value.rule, job))}"


def _utilization(case: Case, run: Run, value: Value) -> str:
    """Work by what the machine could have done."""
    assert run.schedule is not None
    work = float((run.schedule.jobs.processors * run.runtime).sum()) / case.lesson.seconds
    length, machine = run.end.max() - run.submit.min(), case.workload.platform.processors
    return (
        f"The jobs take {plain(round(work, 2))} processor-{case.lesson.unit} (processors times runtime, added up). "
        f"The machine has {counted(machine, 'processor')} for {_time(case, length)}: {plain(round(work, 2))} / "
        f"({machine} * {_number(case, 'wait', length)}) = {text_of(case.lesson, value, amount(case, value))}."
    )


def _unit(case: Case, each: str) -> str:
    return "" if QUANTITIES[each].kind == RATIO else case.lesson.unit


def _number(case: Case, each: str, number: float) -> str:
    return plain(round(float(number) / (1 if QUANTITIES[each].kind == RATIO else case.lesson.seconds), 2))


def _time(case: Case, seconds: float) -> str:
    return in_unit(case.lesson.unit)(seconds)
