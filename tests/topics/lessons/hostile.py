"""Files of lessons that ask for far more than their size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scheduler.topics.lessons.reading import read
from tests.hostile.inputs import Input, deep_toml, lines


def lesson(content: bytes) -> Any:
    return read(content, "hostile")


def inputs() -> Iterator[Input]:
    yield from deep_toml(lesson)
    yield Input("lists of a lesson's field", lines("", 1, "title=" + "[" * 300 + "]" * 300), lesson)
