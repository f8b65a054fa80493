"""Formulas that ask for far more than their size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scheduler.topics.formula.reading import read
from tests.hostile.inputs import Input, lines


def formula(content: bytes) -> Any:
    return read(content.decode())


def inputs() -> Iterator[Input]:
    yield Input("brackets of a formula", lines("(", 400, "", "1" + ")" * 400), formula)
    yield Input("signs of a formula", lines("-", 900, "", "1"), formula)
    yield Input("powers of a formula", lines("9**", 300, "", "9"), formula)
