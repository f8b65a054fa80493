"""Variants of a lesson: the same jobs with other numbers, drawn by a seed and kept only where they show the same thing.

Seed 0 is the lesson as written.  Another one moves the columns of `jitter` by whole units, or multiplies the runtimes
of a sample; a draw counts where every condition of the phenomenon holds and no wrong answer has become the right one.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import lru_cache

import numpy as np

from scheduler.errors import InputError
from scheduler.manual.cells import Job
from scheduler.model.trace import Trace
from scheduler.preparation.samples import sample
from scheduler.topics.lessons import questions
from scheduler.topics.lessons.cases import Case
from scheduler.topics.lessons.lesson import QUARTERS, Lesson
from scheduler.topics.lessons.quantities import holds

MOST_SEED = 999_999
DRAWS = 300  # for one variant, at most
KEPT = 200  # cases that a process keeps


def case_of(lesson: Lesson, seed: int, draws: int = DRAWS) -> Case:
    """The variant of a seed, after so many draws at most.

    Raises InputError for a seed out of range, and where no draw shows the phenomenon.
    """
    if not 0 <= seed <= MOST_SEED:
        raise InputError(f"The seed is {seed}; wanted: a whole number from 0 to {MOST_SEED:,}.")
    return _case(lesson_id(lesson), _Kept(lesson), seed if lesson.varies else 0, draws)


class _Kept:
    """A lesson as a key of the cache: its parts are mappings, which have no hash."""

    def __init__(self, lesson: Lesson):
        self.lesson = lesson

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and other.lesson is self.lesson

    def __hash__(self) -> int:
        return id(self.lesson)


def lesson_id(lesson: Lesson) -> str:
    """What a lesson is kept by: its key and version."""
    return f"{lesson.key}@{lesson.version}"


@lru_cache(KEPT)
def _case(_identity: str, kept: _Kept, seed: int, draws: int) -> Case:
    lesson = kept.lesson
    if seed == 0:
        return Case(lesson, 0, lesson.jobs)
    digest = hashlib.sha256(f"{lesson_id(lesson)} {seed}".encode()).digest()
    random = np.random.Generator(np.random.PCG64(int.from_bytes(digest[:8], "big")))
    for _ in range(draws):
        case = (
            Case(lesson, seed, (), drawn_trace(lesson, random))
            if lesson.sample
            else Case(lesson, seed, drawn(lesson, random))
        )
        if shows(case):
            return case
    raise InputError(f"No variant of {lesson.title} with the seed {seed} shows its phenomenon; take another seed.")


def drawn(lesson: Lesson, random: np.random.Generator) -> tuple[Job, ...]:
    """The jobs with their submit times and runtimes moved by whole units, still in their order of submission.

    Jobs submitted together stay so, and requested times keep their distance from the runtime.
    """
    moved: dict[float, float] = {}
    jobs, last = [], 0.0
    for job in lesson.jobs:
        if job.submit not in moved:
            moved[job.submit] = 0.0 if job.submit == 0 else max(last, job.submit + _shift(lesson, "submit", random))
        last = moved[job.submit]
        runtime = max(job.runtime + _shift(lesson, "runtime", random), float(lesson.seconds))
        more = job.requested_time - job.runtime
        jobs.append(job._replace(submit=last, runtime=runtime, requested_time=runtime + more))
    return tuple(jobs)


def drawn_trace(lesson: Lesson, random: np.random.Generator) -> Trace:
    """The sample with the runtimes of each job multiplied by 1, more or less up to so many quarters.

    So are requested times, and the runtimes of a moldable task on any number of processors: its speed-up stays.
    """
    trace = sample(lesson.sample)
    most = int(lesson.jitter[QUARTERS])
    factor = 1 + random.integers(-most, most + 1, len(trace)) / 4
    columns = dict(trace.columns)
    for name in ("runtime", "requested_time"):
        columns[name] = np.where(columns[name] > 0, columns[name] * factor, columns[name])
    more = (
        tuple(_scaled(text, times) for text, times in zip(trace.more, factor.tolist(), strict=True))
        if trace.more
        else ()
    )
    return replace(trace, columns=columns, more=more)


def _scaled(text: str, factor: float) -> str:
    """What stands behind the 18th field of a task, its weight and its runtimes, with other runtimes."""
    weight, *times = text.split()
    return " ".join([weight, *(f"{float(time) * factor:g}" for time in times)])


def _shift(lesson: Lesson, column: str, random: np.random.Generator) -> float:
    most = int(lesson.jitter.get(column, 0) // lesson.seconds)
    return float(random.integers(-most, most + 1) * lesson.seconds)


def shows(case: Case) -> bool:
    """Whether a case shows the phenomenon, and every question has its wrong answers."""
    if not all(holds(case, condition) for condition in case.lesson.phenomenon):
        return False
    return all(questions.tells_apart(case, step.question) for step in case.lesson.steps if step.question)


def seed_of_student(lesson: Lesson, student: str) -> int:
    """The seed of a student: the same for the same name and lesson, from 1 on."""
    words = " ".join(student.split()).casefold()
    digest = hashlib.sha256(f"{lesson.key} {words}".encode()).digest()
    return 1 + int.from_bytes(digest[:8], "big") % MOST_SEED
