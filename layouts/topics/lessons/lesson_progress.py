"""How far somebody has come with the lessons: kept in the browser, and read with suspicion.

{"lessons": {key: {"seed": 3, "version": 1, "answers": {"2": {"answer": ..., "right": true}}}}}; steps count from 1.  An
answer is kept as it was given; whether it was right is worked out again where it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson

from scheduler.topics.lessons.lesson import Lesson

MOST_LESSONS = 120
LONGEST = 4_000  # bytes of one answer


class Record(NamedTuple):
    """What is known of one lesson.  answers: {step, from 1: the answer}; right: those of them that were right."""

    seed: int = 0
    version: int = 1
    answers: Mapping[int, Any] = {}
    right: frozenset[int] = frozenset()


def read(data: Any) -> dict[str, Record]:
    """{key of a lesson: its record}; what does not read is passed over."""
    lessons = data.get("lessons") if isinstance(data, dict) else None
    if not isinstance(lessons, dict):
        return {}
    return {
        key: _record(record_data)
        for key, record_data in list(lessons.items())[:MOST_LESSONS]
        if isinstance(key, str) and len(key) <= 40 and isinstance(record_data, dict)
    }


def _record(record_data: Mapping[str, Any]) -> Record:
    answers, right = {}, set()
    replies = record_data.get("answers")
    for step, entry in list(replies.items())[:40] if isinstance(replies, dict) else []:
        if step.isascii() and step.isdigit() and len(step) <= 2 and _is_answer(entry):
            answers[int(step)] = entry["answer"]
            right |= {int(step)} if entry.get("right") is True else set()
    return Record(_whole(record_data.get("seed"), 0), _whole(record_data.get("version"), 1), answers, frozenset(right))


def _is_answer(entry: Any) -> bool:
    return isinstance(entry, dict) and "answer" in entry and len(orjson.dumps(entry["answer"])) <= LONGEST


def _whole(value: Any, otherwise: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**6 else otherwise


def write(records: Mapping[str, Record]) -> dict[str, Any]:
    """What the browser keeps; read() gives the same records back."""
    return {
        "lessons": {
            key: {
                "seed": record.seed,
                "version": record.version,
                "answers": {
                    str(step): {"answer": answer, "right": step in record.right}
                    for step, answer in record.answers.items()
                },
            }
            for key, record in records.items()
        }
    }


def of(data: Any, lesson: Lesson, seed: int) -> Record:
    """The record of a lesson; an empty one where there is none of that seed and version."""
    record = read(data).get(lesson.key)
    if record is None or record.seed != seed or record.version != lesson.version:
        return Record(seed, lesson.version)
    return record


def answered(data: Any, lesson: Lesson, seed: int, step: int, answer: Any, right: bool) -> dict[str, Any]:
    """What the browser keeps once a step, from 1, has been answered."""
    record = of(data, lesson, seed)
    rest = record.right - {step}
    fresh = record._replace(answers={**record.answers, step: answer}, right=rest | {step} if right else rest)
    return write({**read(data), lesson.key: fresh})


def questions(lesson: Lesson) -> list[int]:
    """The steps, from 1, at which something is predicted."""
    return [number for number, step in enumerate(lesson.steps, 1) if step.question]


def state(record: Record | None, lesson: Lesson) -> str:
    """How far one has come, in words: 2 of 4 questions answered, 1 right."""
    asked = questions(lesson)
    if record is None or record.version != lesson.version or not record.answers:
        return f"{len(asked)} question{'s' * (len(asked) != 1)}"
    replies = [step for step in asked if step in record.answers]
    right = len([step for step in replies if step in record.right])
    done = "Done" if len(replies) == len(asked) else f"{len(replies)} of {len(asked)} questions answered"
    return f"{done}: {right} of {len(asked)} right" if len(replies) == len(asked) else f"{done}, {right} right"
