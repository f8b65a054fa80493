"""Files with the question of a divisible load that ask for far more than their size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scheduler.topics.divisible.question import words
from tests.hostile.inputs import Input, deep_toml, lines


def question(content: bytes) -> Any:
    return words(content, "question.toml")


def inputs() -> Iterator[Input]:
    yield from deep_toml(question)
    yield Input("lists of a question's field", lines("", 1, "workers=" + "[" * 300 + "]" * 300), question)
